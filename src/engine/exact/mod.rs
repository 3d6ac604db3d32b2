//! The exact odds of small fights: the same rules with every possible roll.
//!
//! A fight is stepped through with [`Enumerated`] dice. Equal states at the same moment of the fight are merged
//! between steps, so the work grows with the number of different states and not with the number of histories. Where
//! the round number matters only for the round cap, equal states of all rounds are one, and the results of a step
//! from each of them are worked out once. The events of a step are reported to a [`Tally`] with their probability, so
//! everything that a run counts becomes an expected value.
//!
//! There are two walks. Where states differ mostly in counters, numbers that only go down ([`Counting::take`](crate::fight::Counting::take)), all
//! states that differ in nothing else step together, row by row of a grid (`grids.rs`). `walk.rs` solves all other
//! fights state by state, including those whose many counters would leave most cells of the grid empty. Tests
//! compare both with a third walk, which merges nothing and is therefore suitable for short fights only
//! ([`unmerged`]).
//!
//! # Bound on the rounding error
//!
//! All figures are sums of products of positive floats, so relative errors never grow by cancellation, and they can
//! be counted. With u = 2⁻⁵³, an operation that rounds multiplies its result by a factor between 1 - u and 1 + u:
//!
//! - The probability of a path within a step is one whole number divided by another: 3 u, for two conversions and
//!   the division. Adding up paths with equal results costs 2 u (see [`Expected`]). Multiplying by the state's
//!   weight costs 1 u, adding the product to the weight of the target state 2 u: `PER_STEP` in all.
//! - After k steps a weight has at most k times this error. A fight takes no more steps than there were iterations of
//!   the loop below, which are counted.
//! - A figure is made of such weights by at most `PER_FIGURE` further operations: adding up a row and all rows of a
//!   grid, weighting events and adding them up twice, adding up cells, a multiplication, a division. Tables show 15
//!   digits of it: 5·10⁻¹⁵ or 45 u.
//!
//! The product of n such factors is within n u / (1 - n u) of 1 (Higham, *Accuracy and Stability of Numerical
//! Algorithms*, lemma 3.1): that is the bound that [`Tally::error`] gives. It is about 10⁻¹³ for a fight of a hundred
//! rounds. Products below the smallest normal float would have larger errors, but not above 10⁻³⁰⁰. Each solution
//! checks that the probabilities sum to one within the bound.
//!
//! # Unresolved weight
//!
//! Weight that is not followed to an end is *unresolved*: states with a negligible weight ([`Budget::negligible`]),
//! results that dice leave open because they have more cases than 64 bits count
//! ([`Enumerated::left_open`](crate::dice::Enumerated::left_open)), and all weight that is still live when the budget
//! is used up, a step rolls too many dice, or the user stops the solution. Unresolved weight is never dropped. A
//! side's true probability of winning lies between the weight of its wins and that plus everything unresolved.

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

/// Roundings of a weight in one step.
const PER_STEP: u32 = 8;
/// Roundings of a figure after the last step, plus the equivalent of writing it with 15 digits.
const PER_FIGURE: u32 = 20 + 48;

/// The exact odds of a fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// Every possible outcome and its probability, in the order of first occurrence.
    outcomes: IndexMap<Outcome, Expected>,
    /// The most states that were held at once.
    pub states: usize,
    /// The work done, in paths of steps.
    pub work: u64,
}

/// The error of a fight that has more states than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {states} situations are possible at once")]
pub struct TooLarge {
    /// The number of states allowed.
    pub states: usize,
}

impl Odds {
    /// The probability that the fight ends with this ending.
    pub fn of(&self, ending: Ending) -> f64 {
        self.sum(|outcome| if outcome.ending == ending { 1.0 } else { 0.0 })
    }

    /// The probability that the fight ends in this round.
    pub fn in_round(&self, round: u32) -> f64 {
        self.sum(|outcome| if outcome.rounds == round { 1.0 } else { 0.0 })
    }

    /// Mean length, in rounds.
    pub fn rounds_mean(&self) -> f64 {
        self.sum(|outcome| f64::from(outcome.rounds))
    }

    /// The mean of any number computed from the outcome.
    pub fn sum(&self, number: impl Fn(&Outcome) -> f64) -> f64 {
        let terms = self
            .iter()
            .map(|(outcome, weight)| number(outcome) * weight);
        Expected::total(terms.map(Expected::from)).value()
    }

    /// Every possible outcome and its probability.
    pub fn iter(&self) -> impl Iterator<Item = (&Outcome, f64)> {
        self.outcomes
            .iter()
            .map(|(outcome, weight)| (outcome, weight.value()))
    }
}

/// The limits on the cost of a solution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Most states held at once.
    pub states: usize,
    /// Most bytes for states and the results of their steps.
    pub bytes: usize,
    /// Most work, in paths of steps that the rules walk: it is counted and not timed, so that a solution ends at
    /// the same place on every machine.
    pub work: u64,
    /// The probability that may stay unresolved for the sake of speed.
    pub negligible: f64,
}

impl Budget {
    /// No limits, and nothing left open.
    pub const ANY: Self = Self {
        states: usize::MAX,
        bytes: usize::MAX,
        work: u64::MAX,
        negligible: 0.0,
    };
}

/// Observes a solution in progress, and may stop it.
pub trait Watch: Sync {
    /// Reports that `alive` states are live, and that the fight has not ended yet with probability `left`. Called
    /// often.
    fn progressed(&self, alive: usize, left: f64);

    /// Returns whether to stop here.
    fn stops(&self) -> bool;
}

/// Observes nothing and never stops.
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
    /// The progress of a solution that was not finished.
    pub broken_off: Option<BrokenOff>,
}

/// The point where a solution ended early.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BrokenOff {
    /// The reason.
    pub by: End,
    /// The number of states held at that point.
    pub states: usize,
    /// The last round that was begun.
    pub round: u32,
    /// The probability of all states that were still live.
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

/// Works out everything about a fight that the budget allows.
///
/// # Panics
/// When the probabilities do not sum to one, which would be a bug in the dice.
pub fn work_out<F: Fight>(fight: &F, budget: &Budget, watch: &dyn Watch) -> Solved {
    let mut work = Work::new(fight.start().bytes(), budget);
    // Objectives may ask for fates, which a step without counters need not know.
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

/// Works out the complete odds of a fight, holding at most `states` states at once.
///
/// # Errors
/// When the fight has more states at once.
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

/// Takes one step along one path. All walks share this one copy of a book's rules, whose code is long.
#[inline(never)]
fn by_the_rules<F: Fight>(
    fight: &F,
    state: &mut F::State,
    dice: &mut Enumerated,
    recorder: &mut Recorder,
) -> Progress {
    advance(fight, state, dice, recorder)
}

/// Takes one step along one path, to a state without the fields that [`Fight::forget`] clears.
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

/// Plays one fight to its end with these dice, and records its events except for its end.
#[inline(never)]
pub(crate) fn play<F: Fight>(fight: &F, dice: &mut Enumerated, recorder: &mut Recorder) -> Outcome {
    recorder.begin(0, FighterSet::NONE);
    finish(fight, &mut fight.start().clone(), dice, recorder)
}

/// The bound on relative errors after this number of steps.
fn error_after(steps: u32) -> f64 {
    let n = f64::from(steps.saturating_add(1)) * f64::from(PER_STEP) + f64::from(PER_FIGURE);
    let rounded = n * f64::EPSILON / 2.0;
    rounded / (1.0 - rounded)
}

/// The result before the first step.
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
