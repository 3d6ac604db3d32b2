//! The exact odds of small fights: the same rules, with every possible roll.
//!
//! The solution plays the steps of a fight with [`Enumerated`] dice. Equal states at the same moment of the
//! fight are merged between steps, so the work grows with the number of different states and not with the
//! number of histories. If the round number matters only for the round cap, equal states of all rounds share
//! one entry, and the results of a step from it are worked out once. The events of a step are reported to a
//! [`Tally`] with their probability. Everything that a run counts therefore becomes an expected value.
//!
//! There are two ways to walk through the states. `grids.rs` is for fights whose states differ mostly in
//! counters, numbers that only go down ([`Counting::take`](crate::fight::Counting::take)). States that differ
//! in nothing else step together, row by row of a grid. `walk.rs` solves all other fights state by state,
//! including those whose many counters would leave most cells of a grid empty. Tests compare both with a
//! third walk, which merges nothing and therefore suits only short fights ([`unmerged`]).
//!
//! # Bound on the rounding error
//!
//! All figures are sums of products of positive floats. Relative errors therefore never grow by cancellation,
//! and they can be counted. With u = 2⁻⁵³, an operation that rounds multiplies its result by a factor between
//! 1 - u and 1 + u:
//!
//! - The probability of a path within a step is one whole number divided by another. This costs 3 u: two
//!   conversions and the division. Adding up paths with equal results costs 2 u (see [`Expected`]).
//!   Multiplying by the weight of the state costs 1 u, and adding the product to the weight of the next state
//!   2 u. The total is `PER_STEP`.
//! - After k steps a weight has at most k times this error. A fight takes no more steps than the main loop of
//!   the walk has iterations, which are counted.
//! - A figure is made of such weights by at most `PER_FIGURE` further operations: adding up a row and all
//!   rows of a grid, weighting events and adding them up twice, adding up cells, a multiplication, a
//!   division. Tables show 15 digits of a figure: 5·10⁻¹⁵ or 45 u.
//!
//! The product of n such factors is within n u / (1 - n u) of 1 (Higham, *Accuracy and Stability of Numerical
//! Algorithms*, lemma 3.1). [`Tally::error`] returns this bound, about 10⁻¹³ for a fight of a hundred rounds.
//! Products below the smallest normal float would have larger errors, but not above 10⁻³⁰⁰. Each solution
//! checks that the probabilities sum to one within the bound.
//!
//! # Unresolved weight
//!
//! Weight that is not followed to an end is *unresolved*. This concerns states with a negligible weight
//! ([`Budget::negligible`]), and results that dice leave open because they have more cases than 64 bits can
//! count ([`Enumerated::left_open`](crate::dice::Enumerated::left_open)). It also concerns the weight of
//! states that have not stepped when the budget is used up, a step rolls too many dice, or the user stops the
//! solution. Unresolved weight is never dropped. The true probability that a side wins lies between the
//! weight of its wins and the same plus all unresolved weight.

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

/// The number of roundings that a weight undergoes in one step.
const PER_STEP: u32 = 8;
/// The number of roundings that a figure undergoes after the last step, plus the equivalent of writing it
/// with 15 digits.
const PER_FIGURE: u32 = 20 + 48;

/// The exact odds of a fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// Every possible outcome and its probability, in the order of first occurrence.
    outcomes: IndexMap<Outcome, Expected>,
    /// The greatest number of states that were stored at once.
    pub states: usize,
    /// The work done, in paths of steps.
    pub work: u64,
}

/// The error that a fight has more states than allowed.
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

    /// Returns the mean of a number that `number` computes from the outcome.
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

/// The limits on the cost of a solution, in states, memory and work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// The most states stored at once.
    pub states: usize,
    /// The most bytes for states and the results of their steps.
    pub bytes: usize,
    /// The most work, in paths of steps that the rules play. Work is counted and not timed, so that a
    /// solution ends at the same point on every machine.
    pub work: u64,
    /// The probability that may stay unresolved in order to save time.
    pub negligible: f64,
}

impl Budget {
    /// No limits, and nothing unresolved.
    pub const ANY: Self = Self {
        states: usize::MAX,
        bytes: usize::MAX,
        work: u64::MAX,
        negligible: 0.0,
    };
}

/// Observes a solution in progress, and may stop it.
pub trait Watch: Sync {
    /// Reports the progress: `alive` states have yet to step, and the fight has not ended yet with
    /// probability `left`. Called often.
    fn progressed(&self, alive: usize, left: f64);

    /// Returns whether the solution should stop now.
    fn stops(&self) -> bool;
}

/// The empty watch, which observes nothing and never stops.
impl Watch for () {
    fn progressed(&self, _: usize, _: f64) {}

    fn stops(&self) -> bool {
        false
    }
}

/// The results of a solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// The probabilities of the outcomes.
    pub odds: Odds,
    /// Everything that a run counts, as probabilities and expectations of one fight.
    pub tally: Tally<Expected>,
    /// Where the solution ended early; `None` if it was finished.
    pub broken_off: Option<BrokenOff>,
}

/// The point where a solution ended early.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BrokenOff {
    /// The reason for the early end.
    pub by: End,
    /// The greatest number of states that were stored at once.
    pub states: usize,
    /// The last round that was begun.
    pub round: u32,
    /// The probability of all states that had yet to step.
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
    /// The machine has no memory for the states, though the budget allows them.
    Memory,
    /// A step rolls more dice than 128-bit whole numbers can weigh.
    Dice,
    /// The user stopped the solution.
    Stopped,
}

/// Works out everything about a fight, as far as the budget allows.
///
/// # Panics
/// When the probabilities do not sum to one, which would be a bug in the dice.
pub fn work_out<F: Fight>(fight: &F, budget: &Budget, watch: &dyn Watch) -> Solved {
    let mut work = Work::new(fight.start().bytes(), budget);
    // Grids are for plain fights only. Objectives may need the fates of fighters, which a step without
    // counters does not know.
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

/// Works out the complete odds of a fight, with at most `states` states stored at once.
///
/// # Errors
/// If the fight has more states than that at once.
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

/// Plays one step along one path of the dice. The function is not inlined, because the code of the rules is
/// long.
#[inline(never)]
fn by_the_rules<F: Fight>(
    fight: &F,
    state: &mut F::State,
    dice: &mut Enumerated,
    recorder: &mut Recorder,
) -> Progress {
    advance(fight, state, dice, recorder)
}

/// Plays one step along one path of the dice. Clears the fields of the new state that [`Fight::forget`]
/// clears.
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

/// Plays one fight to its end with these dice. Records all events but the end itself.
#[inline(never)]
pub(crate) fn play<F: Fight>(fight: &F, dice: &mut Enumerated, recorder: &mut Recorder) -> Outcome {
    recorder.begin(0, FighterSet::NONE);
    finish(fight, &mut fight.start().clone(), dice, recorder)
}

/// Returns the bound on the relative error of a figure after this number of steps.
fn error_after(steps: u32) -> f64 {
    let n = f64::from(steps.saturating_add(1)) * f64::from(PER_STEP) + f64::from(PER_FIGURE);
    let rounded = n * f64::EPSILON / 2.0;
    rounded / (1.0 - rounded)
}

/// Returns the result before the first step.
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
