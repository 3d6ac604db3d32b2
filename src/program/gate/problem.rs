//! Problems that prevent a verdict on a scenario or a matchup, each with its file and line.

use super::fit::Stranger;

/// A problem that the user has to solve before everything can be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Name of the scenario.
    pub scenario: String,
    /// Subject of the problem: the code of a fault, the word `baseline`, or the name of a matchup.
    pub about: String,
    /// Description of the problem, with advice.
    pub message: String,
    /// Path of the file with the problem, as given on the command line.
    pub file: String,
    /// Line of the problem in the file, from 1.
    pub line: u64,
}

impl Problem {
    /// Returns the problem for a difference between the scenario (in the file `file`) and its baseline (in
    /// the file `baseline`).
    pub fn of(stranger: &Stranger, scenario: &str, file: &str, baseline: &str) -> Self {
        let (file, line) = match stranger.line() {
            // A matchup that the baseline lacks has no line in it. The problem is then reported at the first
            // line of the scenario.
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
pub const ANEW: &str = "write it again with --update";
