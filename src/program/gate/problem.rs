//! What keeps a scenario, or a matchup of it, from being judged, and where it stands in which file.

use super::fit::Stranger;

/// Something that has to be repaired before all can be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The scenario.
    pub scenario: String,
    /// What it is about: the code of a fault, `baseline`, or the matchup.
    pub about: String,
    /// What is wrong, and what to do about it.
    pub message: String,
    /// The file that it stands in, as it was given.
    pub file: String,
    /// Line of the problem in the file, from 1.
    pub line: u64,
}

impl Problem {
    /// A matchup that the scenario, in this file, or the baseline, in that file, has not.
    pub fn of(stranger: &Stranger, scenario: &str, file: &str, baseline: &str) -> Self {
        let (file, line) = match stranger.line() {
            // There is no line where something is missing.
            None => (file, 1),
            Some(line) => (baseline, line),
        };
        Self {
            scenario: scenario.to_owned(),
            about: format!("matchup {}", stranger.matchup()),
            message: format!("{baseline}: {}: {ANEW}", stranger.sentence()),
            file: file.to_owned(),
            line,
        }
    }
}

/// What to do about a baseline that does not fit.
pub const ANEW: &str = "write it anew with --update";
