//! The gate: checks whether the balance of a scenario has moved since its baseline was written.
//!
//! A baseline is a file beside the scenario. It has the counts of many fights ([`Counts`]) and a digest of
//! the content of each matchup. The gate plays the matchups whose content has changed, or all matchups on
//! request, with the seed of the baseline. If nothing has changed, the fights are the same one by one, and so
//! are the counts. The check then passes. Otherwise every figure is tested ([`judge`]). The test has to cope
//! with chance in both samples and with thousands of figures. A shift of a tenth of a percentage point does
//! not matter to a designer, so the test has to ignore it. A build therefore fails only if a figure has
//! *certainly* moved by more than a margin. The probability of a false alarm is at most 5 % over all figures
//! together.
//!
//! # How many fights
//!
//! In nine of ten cases, [`FIGHTS`] fights are enough to notice a win rate that moved by two points, in a
//! matrix of 870 matchups (30 weapons against the 29 others) with a margin of one point. Such a matrix has
//! 6,090 figures, 7 for each matchup of two sides. If all of them are played again, the first step of Holm's
//! correction needs p ≤ 0.05 / 6,090, that is an estimate 4.31 standard errors beyond the margin.
//!
//! The noise is largest for a win rate of 50 %. There, the difference of two rates of 200,000 fights each has
//! a standard error of √(2 · 0.25 / 200,000) = 0.158 points. A move of two points is one point beyond the
//! margin, or 6.32 standard errors. The test needs 4.31 of these errors. The estimate of the move is at most
//! 2.01 errors too small in 97.8 % of cases. With 150,000 fights the test would find 88 % of such moves, and
//! with 160,000 fights 91 %.
//!
//! The test of a mean is as sharp if the standard deviation between fights is as large as the mean: it
//! notices a shift by twice the margin of 2 % as often. The module `simulation` tests this on thousands of
//! simulated builds.

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

/// Default number of fights of each matchup, in all orders of its sides together.
pub const FIGHTS: u64 = 200_000;

/// The margins: the largest changes of figures that a check allows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margins {
    /// Margin of shares, as a share of all fights: 0.01 is one percentage point. It is above 0 and below one
    /// half.
    pub share: f64,
    /// Margin of means. For rounds, it is a fraction of the baseline's mean number of rounds. For damage, it
    /// is a fraction of the baseline's damage of all sides together. It is above 0 and below one half.
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
