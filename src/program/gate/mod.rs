//! The gate: fails when the balance moved, and only then.
//!
//! A baseline, checked in beside the scenario, has the counts of many fights ([`Counts`]) and a digest of the content of
//! each matchup. The gate plays the matchups whose content has changed, or all matchups on request, with the same
//! seed. If nothing changed, the counts are the same, to the last fight, and all is well. Otherwise every figure is tested ([`judge`]): both samples have noise, thousands of figures are looked at, and a designer does
//! not care for a tenth of a point. So a build fails if some figure moved by more than a margin *for certain*: with a
//! chance of a false alarm of at most 5 % over all figures together.
//!
//! # How many fights
//!
//! [`FIGHTS`] is enough to notice, nine times in ten, a win rate that moved by two points, in a matrix of 870 matchups
//! (30 weapons against the 29 others), with a margin of one point. Such a matrix has 6,090 figures, 7 for each matchup
//! of two sides. If all are played again, Holm's correction asks the first of them for p ≤ 0.05 / 6,090, which is 4.31
//! standard errors beyond the margin. At 50 %, where the noise is largest, the error of a difference of two rates of
//! 200,000 fights each is √(2 · 0.25 / 200,000) = 0.158 points. Two points are one beyond the margin: 6.32 errors.
//! What is left, 2.01 errors, is enough 97.8 % of the time. 150,000 fights would find 88 %, 160,000 91 %. Means are as
//! sharp: a shift of twice the margin of 2 % is noticed as often where the spread of one fight is as large as its mean.
//! The tests play such builds, thousands of them.

mod account;
mod baseline;
mod counts;
mod fit;
mod form;
mod github;
mod html;
mod judge;
mod junit;
mod play;
mod problem;
mod read;
pub mod sequential;
mod shift;

pub use crate::report::replace;
pub use account::{Account, Checked};
pub use baseline::beside;
pub use counts::{Counts, GROUPS, MatchupCounts, SideCounts};
pub use fit::{Present, Stranger, misfits, played_otherwise, strangers, without};
pub use form::{count, heads, needed, summary, worst_first};
pub use github::{annotations, markdown};
pub use html::html;
pub use judge::{Figure, Finding, Paired, Verdict, enough, judge};
pub use junit::junit;
pub use play::{Task, Watch, digest, in_groups, play};
pub use problem::{ANEW, Problem};
pub use read::{Baseline, Flaw, read};

/// Default number of fights of each matchup, all seats together.
pub const FIGHTS: u64 = 200_000;

/// Margins: smaller changes of figures are ignored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margins {
    /// For shares of fights: as a part of all fights, above 0 and below one half.
    pub share: f64,
    /// For means: as a part of the baseline's rounds, or of all damage there; above 0 and below one half.
    pub mean: f64,
}

impl Default for Margins {
    fn default() -> Self {
        Self {
            share: 0.01,
            mean: 0.02,
        }
    }
}

impl Margins {
    fn of(self, figure: &Figure) -> f64 {
        if figure.is_share() {
            self.share
        } else {
            self.mean
        }
    }
}

#[cfg(test)]
mod sequential_simulation;
#[cfg(test)]
mod simulation;
