//! Searches for balance: the value that gives a side its target win rate, or a few changes after which all
//! contenders win about equally often.
//!
//! [`one`] searches for one value along a curve of win rates, [`several`] for a small set of changes on a board of
//! matchups, [`combinations`] for combinations of values that give a side its win rate. All of them judge their answer by fresh fights, which the search has not used, so that the luckiest of many
//! values does not win. Fights are counted in whole numbers, and ties are broken in a fixed order: the result is the
//! same on any number of threads.

pub mod board;
pub mod combinations;
pub mod contenders;
pub mod curves;
pub mod one;
pub mod several;
pub mod steps;

use crate::dice::mix;
use crate::tally::Interval;

/// The reason why a search ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The user requested an end.
    Stopped,
    /// Exact odds were requested, and this matchup is too large for them.
    TooLarge(String),
}

/// The method for figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateMethod {
    /// By this number of fights of each matchup in each seat.
    Fights(u64),
    /// By exact odds, with at most this number of states of a matchup at once.
    Odds {
        /// The situations.
        states: usize,
        /// The memory for them, in bytes, for each thread.
        bytes: usize,
    },
}

/// Observes a search.
pub trait Watch: Sync {
    /// This number of fights has been played.
    fn counted(&self, fights: u64);

    /// Sets the description of the current activity.
    fn stage(&self, what: &str);
}

/// Watches nothing.
impl Watch for () {
    fn counted(&self, _: u64) {}

    fn stage(&self, _: &str) {}
}

/// The seed of the `n`th set of fresh fights: different for each, and different from the run's own.
pub(crate) fn fresh_seed(seed: u64, n: u64) -> u64 {
    mix(mix(seed).wrapping_add(n).wrapping_add(1))
}

/// The mean of independent figures; `None` without figures.
pub(crate) fn joint(figures: &[Interval]) -> Option<Interval> {
    let n = f64::from(u32::try_from(figures.len()).ok().filter(|&n| n > 0)?);
    let estimate = figures.iter().map(|figure| figure.estimate).sum::<f64>() / n;
    let root = |reach: fn(&Interval) -> f64| {
        let squares = figures.iter().map(|figure| reach(figure).powi(2));
        squares.sum::<f64>().sqrt() / n
    };
    Some(Interval {
        low: estimate - root(|figure| figure.estimate - figure.low),
        high: estimate + root(|figure| figure.high - figure.estimate),
        estimate,
    })
}
