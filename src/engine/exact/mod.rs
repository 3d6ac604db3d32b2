//! The exact odds of small fights, worked out with every possible roll of the dice.
//!
//! The solution plays the steps of a fight with [`Enumerated`] dice. If several histories lead to the same
//! state at the same moment of the fight, this state is stored once. The work therefore grows with the number
//! of different states, and not with the number of histories. If the round number matters only for the round
//! cap, states that differ only in the round are also stored once, and their next step is worked out once.
//! The events of a step are reported to a [`Tally`] with their probability. Everything that a run counts
//! therefore becomes an expected value.
//!
//! There are two algorithms. `grids.rs` is for fights whose states differ mostly in counters, that is,
//! numbers that only go down ([`Counting::take`](crate::fight::Counting::take)). States that differ in
//! nothing else step together, row by row of a grid. `walk.rs` solves all other fights, one state after
//! another. These include fights with so many counters that most cells of a grid would be empty. Tests
//! compare both with a third algorithm, which merges nothing and can therefore solve only short fights
//! ([`unmerged`]).
//!
//! # Bound on the rounding error
//!
//! All results are sums of products of positive floats. No subtraction can therefore make a relative error
//! larger, and the roundings can be counted. With u = 2⁻⁵³, an operation that rounds multiplies its result by
//! a factor between 1 - u and 1 + u:
//!
//! - The probability of a path within a step is one whole number divided by another. This costs 3 u: two
//!   conversions and the division. Adding up paths with equal results costs 2 u (see [`Expected`]).
//!   Multiplying by the weight of the state costs 1 u, and adding the product to the weight of the next state
//!   2 u. The total is `PER_STEP`.
//! - After k steps, a weight has at most k times this error. A fight has at most as many steps as the main
//!   loop of the solution has iterations, which are counted.
//! - A result is computed from such weights by at most `PER_FIGURE` further operations: adding up a row and
//!   all rows of a grid, weighting events and adding them up twice, adding up cells, a multiplication, a
//!   division. Tables show 15 digits of a result, which means another error of 5·10⁻¹⁵ or 45 u.
//!
//! The product of n such factors is within n u / (1 - n u) of 1 (Higham, *Accuracy and Stability of Numerical
//! Algorithms*, lemma 3.1). [`Tally::error`] returns this bound, about 10⁻¹³ for a fight of a hundred rounds.
//! Products below the smallest normal float would have larger errors, but not above 10⁻³⁰⁰. Each solution
//! checks that the probabilities sum to one within the bound.
//!
//! # Unresolved weight
//!
//! The probability of fights that the solution does not follow to their end is *unresolved*. This concerns
//! states with a negligible weight ([`Budget::negligible`]). It also concerns results that dice leave open,
//! because their dice can fall in more ways than 64 bits can count
//! ([`Enumerated::left_open`](crate::dice::Enumerated::left_open)).
//! The third case are states whose step is still to come when the budget is used up, a step rolls too many
//! dice, or the user stops the solution. Unresolved weight is never dropped. The true probability that a side
//! wins is at least the weight of its wins, and at most this weight plus all unresolved weight.

#[cfg(test)]
pub(crate) mod boxing;
mod events;
mod flow;
mod grid;
mod grids;
mod moves;
mod situations;
mod unmerged;
mod walk;
mod work;

use indexmap::IndexMap;
pub use unmerged::unmerged;

use crate::dice::Enumerated;
use crate::fight::{
    Cast, Ending, Fight, FighterSet, Outcome, Progress, State as _, advance, finish,
};
use crate::tally::{Count, Expected, Tally};
pub(crate) use events::{Event, Recorder};
use work::Work;

/// The number of roundings that affect a weight in one step.
const PER_STEP: u32 = 8;
/// The number of roundings from the weights after the last step to a result. Writing the result with 15
/// digits counts as 48 of them.
const PER_FIGURE: u32 = 20 + 48;

/// The exact probability of every outcome of a fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// Every possible outcome with its probability, in the order in which they were found.
    outcomes: IndexMap<Outcome, Expected>,
    /// The greatest number of states that were stored at once.
    pub states: usize,
    /// The work done. The unit is one path of a step that the rules play.
    pub work: u64,
}

/// The error for a fight with more states than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {states} situations are possible at once")]
pub struct TooLarge {
    /// The number of states allowed.
    pub states: usize,
}

impl Odds {
    /// Returns the probability that the fight ends with this ending.
    pub fn of(&self, ending: Ending) -> f64 {
        self.sum(|outcome| if outcome.ending == ending { 1.0 } else { 0.0 })
    }

    /// Returns the probability that the fight ends in this round.
    pub fn in_round(&self, round: u32) -> f64 {
        self.sum(|outcome| if outcome.rounds == round { 1.0 } else { 0.0 })
    }

    /// Returns the mean length of the fight, in rounds.
    pub fn rounds_mean(&self) -> f64 {
        self.sum(|outcome| f64::from(outcome.rounds))
    }

    /// Returns the mean of the number that `number` returns for the outcome.
    pub fn sum(&self, number: impl Fn(&Outcome) -> f64) -> f64 {
        let terms = self
            .iter()
            .map(|(outcome, weight)| number(outcome) * weight);
        Expected::total(terms.map(Expected::from)).value()
    }

    /// Returns every possible outcome with its probability.
    pub fn iter(&self) -> impl Iterator<Item = (&Outcome, f64)> {
        self.outcomes
            .iter()
            .map(|(outcome, weight)| (outcome, weight.value()))
    }
}

/// The limits of a solution: states, memory, work, and unresolved probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// The greatest number of states stored at once.
    pub states: usize,
    /// The greatest number of bytes for states and for the results of their steps.
    pub bytes: usize,
    /// The greatest amount of work. The unit is one path of a step that the rules play. Time is not measured,
    /// so that a solution ends at the same point on every machine.
    pub work: u64,
    /// The probability that may stay unresolved, so that the solution takes less time.
    pub negligible: f64,
}

impl Budget {
    /// A budget without limits that leaves no probability unresolved.
    pub const ANY: Self = Self {
        states: usize::MAX,
        bytes: usize::MAX,
        work: u64::MAX,
        negligible: 0.0,
    };
}

/// Observes a solution in progress and may stop it.
pub trait Watch: Sync {
    /// Called often, to report the progress. `alive` is the number of states whose step is still to come, and
    /// `left` the probability that the fight has not ended yet.
    fn progressed(&self, alive: usize, left: f64);

    /// Returns whether the solution should stop now.
    fn stops(&self) -> bool;
}

/// A watch that ignores the progress and never stops the solution.
impl Watch for () {
    fn progressed(&self, _: usize, _: f64) {}

    fn stops(&self) -> bool {
        false
    }
}

/// The result of a solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// The probability of every outcome.
    pub odds: Odds,
    /// The expected value, for one fight, of everything that a run counts.
    pub tally: Tally<Expected>,
    /// Where and why the solution ended early. `None` if it is complete.
    pub broken_off: Option<BrokenOff>,
}

/// The point at which a solution ended early, and the reason.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BrokenOff {
    /// The reason for the early end.
    pub by: End,
    /// The greatest number of states that were stored at once.
    pub states: usize,
    /// The last round that the solution has begun.
    pub round: u32,
    /// The total probability of the states whose step was still to come.
    pub left: f64,
}

/// The reason why a solution ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There are more states than the budget allows.
    States,
    /// The states need more memory than the budget allows.
    Bytes,
    /// The solution needs more work than the budget allows.
    Work,
    /// The machine has no memory left for the states, although the budget allows more.
    Memory,
    /// A step rolls more dice than weights of 128 bits allow.
    Dice,
    /// The user stopped the solution.
    Stopped,
}

/// Works out exact probabilities and means of a fight, as far as the budget allows.
///
/// # Panics
/// When the probabilities do not sum to one, which would be a bug in the dice.
pub fn work_out<F: Fight>(fight: &F, budget: &Budget, watch: &dyn Watch) -> Solved {
    let mut work = Work::new(fight.start().bytes(), budget);
    // Fights with objectives or days cannot be solved with grids. An objective may need the fates of
    // fighters, and a step of a state without counters does not know them.
    let counts = fight.cast().is_plain();
    let solved = counts.then(|| grids::walk(fight, budget, &mut work, watch));
    let solved = solved.flatten();
    let mut solved = solved.unwrap_or_else(|| walk::walk(fight, budget, &mut work, watch));
    solved.odds.work = work.done();
    let total = solved.tally.fights().value();
    assert!(
        (total - 1.0).abs() <= solved.tally.error(),
        "the dice give every question's answers a weight of one in all, not {total}"
    );
    solved
}

/// Returns the exact probability of every outcome of a fight. At most `states` states are stored at once.
///
/// # Errors
/// If the fight needs more states than that at once.
pub fn solve<F: Fight>(fight: &F, states: usize) -> Result<Odds, TooLarge> {
    let solved = work_out(
        fight,
        &Budget {
            states,
            ..Budget::ANY
        },
        &(),
    );
    match solved.broken_off {
        None => Ok(solved.odds),
        Some(_) => Err(TooLarge { states }),
    }
}

/// Plays one step along one path of the dice. Not inlined, because the code of the rules is long.
#[inline(never)]
fn by_the_rules<F: Fight>(
    fight: &F,
    state: &mut F::State,
    dice: &mut Enumerated,
    recorder: &mut Recorder,
) -> Progress {
    advance(fight, state, dice, recorder)
}

/// Plays one step along one path of the dice. If the fight continues, clears the fields of the new state that
/// do not matter ([`Fight::forget`]).
pub(crate) fn step<F: Fight>(
    fight: &F,
    state: &mut F::State,
    dice: &mut Enumerated,
    recorder: &mut Recorder,
) -> Progress {
    let progress = by_the_rules(fight, state, dice, recorder);
    if progress == Progress::Goes {
        fight.forget(state);
    }
    progress
}

/// Plays one fight to its end with these dice. `recorder` gets all events except the end.
#[inline(never)]
pub(crate) fn play<F: Fight>(fight: &F, dice: &mut Enumerated, recorder: &mut Recorder) -> Outcome {
    recorder.begin(0, FighterSet::NONE);
    finish(fight, &mut fight.start().clone(), dice, recorder)
}

/// Returns the bound on the relative error of any result of a solution with this number of steps.
fn error_after(steps: u32) -> f64 {
    let n = f64::from(steps.saturating_add(1)) * f64::from(PER_STEP) + f64::from(PER_FIGURE);
    let rounded = n * f64::EPSILON / 2.0;
    rounded / (1.0 - rounded)
}

/// Returns the result of a solution before its first step.
fn blank(cast: &Cast) -> Solved {
    Solved {
        odds: Odds {
            outcomes: IndexMap::new(),
            states: 1,
            work: 0,
        },
        tally: Tally::weighed(cast),
        broken_off: None,
    }
}

#[cfg(test)]
mod tests;
