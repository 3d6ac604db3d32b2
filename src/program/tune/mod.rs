//! Searches for balance. The module finds the value that gives a side its target win rate, or a few changes
//! after which all contenders win about equally often.
//!
//! [`one`] searches for a single value along a curve of win rates. [`several`] searches for a small set of
//! changes after which all contenders are balanced. [`combinations`] searches for combinations of values that
//! give a side its win rate. All three judge their answers by fresh fights, which the search has not used.
//! Without fresh fights, they would choose the luckiest of many values. The results do not depend on the
//! number of threads, because fights are counted in whole numbers and ties are broken in a fixed order.

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
    /// The user stopped the search.
    Stopped,
    /// Exact odds were requested, but the matchup of this name is too large for them.
    TooLarge(String),
}

/// The method by which win rates are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateMethod {
    /// By playing this number of fights of a matchup in each seat (order of its sides).
    Fights(u64),
    /// By computing exact odds.
    Odds {
        /// Maximum number of states of a matchup that are kept in memory at once.
        states: usize,
        /// Maximum memory for these states, in bytes, for each thread.
        bytes: usize,
    },
}

/// Observes the progress of a search.
pub trait Watch: Sync {
    /// Is called after `fights` more fights have been played.
    fn counted(&self, fights: u64);

    /// Is called with a description of what the search does now.
    fn stage(&self, what: &str);
}

/// Observes nothing.
impl Watch for () {
    fn counted(&self, _: u64) {}

    fn stage(&self, _: &str) {}
}

/// Returns the seed of the `n`th set of fresh fights. The seeds of all sets differ from each other and from
/// the seed of the run.
pub(crate) fn fresh_seed(seed: u64, n: u64) -> u64 {
    mix(mix(seed).wrapping_add(n).wrapping_add(1))
}

/// Returns the mean of independent figures, with its interval. Returns `None` if there are no figures.
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
