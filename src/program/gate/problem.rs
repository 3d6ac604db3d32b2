//! Problems that prevent a verdict on a scenario or a matchup, each with its file and line.

use super::fit::Stranger;

/// A problem that has to be repaired before everything can be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The scenario.
    pub scenario: String,
    /// Subject of the problem: the code of a fault, `baseline`, or the name of a matchup.
    pub about: String,
    /// The problem, and advice.
    pub message: String,
    /// The file with the problem, as given on the command line.
    pub file: String,
    /// Line of the problem in the file, from 1.
    pub line: u64,
}

impl Problem {
    /// Problem of a matchup that only the scenario (in `file`) or only the baseline (in `baseline`) has.
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

/// Advice for a baseline that does not belong to the scenario.
pub const ANEW: &str = "write it anew with --update";
