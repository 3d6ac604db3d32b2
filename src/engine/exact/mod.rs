//! The exact odds of small fights: the same rules, every roll.
//!
//! A fight is stepped through with [`Enumerated`] dice; situations that are equal and
//! equally far in the fight are merged between steps, so the work grows with the number of different situations and
//! not of histories. Where nothing but the round cap hangs on the number of the round, situations of all rounds are
//! one, and what a step from each of them leads to is worked out once. What happens in a step is told to a [`Tally`]
//! with its probability, so everything that a run counts comes out as an expectation.
//!
//! There are two walks. Where situations differ mostly in counters, numbers that only go down ([`Counting::take`]), all
//! that differ in nothing else step on together, row by row of a grid (`grids.rs`). Any other fight, or one with so many
//! counters that most places of the grid would be empty, is walked through one situation at a time (`walk.rs`).
//! Both are tested against a third, which merges nothing and so serves for short fights alone ([`unmerged`]).
//!
//! # How far a figure may be off
//!
//! All figures are sums of products of positive floats, so relative errors never grow by cancelling, and they can be
//! counted. With u = 2⁻⁵³, an operation that rounds puts a factor between 1 - u and 1 + u before its result:
//!
//! - The chance of a path within a step is one whole number divided by another: 3 u, for two conversions and the
//!   division. Paths with equal results are added up, 2 u (see [`Expected`]). The product with the situation's weight
//!   is 1 u, adding it to the weight of the situation that it leads to 2 u: `PER_STEP` in all.
//! - After k steps a weight carries at most k times as much. A fight takes no more steps than there were turns of the
//!   loop below, which are counted.
//! - A figure is made of such weights by `PER_FIGURE` further operations at the most: adding up a row and all rows of a
//!   grid, weighing events and adding them up twice, adding up cells, a multiplication, a division. Tables have 15
//!   digits of it: 5·10⁻¹⁵ or 45 u.
//!
//! n factors together are within n u / (1 - n u) of 1 (Higham, *Accuracy and Stability of Numerical Algorithms*, lemma
//! 3.1): that is what [`Tally::error`] says. It is some 10⁻¹³ for a fight of a hundred rounds. Products below the
//! smallest normal float would be off by more, but not by 10⁻³⁰⁰. That the probabilities sum to one within the bound is
//! checked each time.
//!
//! # What is left open
//!
//! Weight that is not followed to an end is *unresolved*: situations that weigh next to nothing
//! ([`Budget::negligible`]), what dice leave open that can fall in more cases than 64 bits count
//! ([`Enumerated::left_open`](crate::dice::Enumerated::left_open)), and whatever is alive when the budget is used up, a
//! step rolls too many dice or the user has seen enough. It is never dropped. A side's true chance lies between what it
//! has won and that plus everything unresolved.

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
use crate::fight::{Cast, Ending, Fight, FighterSet, Outcome, Progress, State as _};
use crate::tally::{Count, Expected, Tally};
pub(crate) use events::{Event, Recorder};
use work::Work;

/// Roundings that a weight goes through in a step.
const PER_STEP: u32 = 8;
/// Roundings that a figure goes through after the last step, and as many as writing it with 15 digits is worth.
const PER_FIGURE: u32 = 20 + 48;

/// The exact odds of a fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// Every case to end and its probability, in the order of their first occurrence.
    outcomes: IndexMap<Outcome, Expected>,
    /// The most situations that were held at once.
    pub states: usize,
    /// How much work it took, in paths of a step.
    pub work: u64,
}

/// A fight has more situations than were allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {states} situations are possible at once")]
pub struct TooLarge {
    /// How many were allowed.
    pub states: usize,
}

impl Odds {
    /// The probability that the fight ends so.
    pub fn of(&self, ending: Ending) -> f64 {
        self.sum(|outcome| if outcome.ending == ending { 1.0 } else { 0.0 })
    }

    /// The probability that the fight ends in this round.
    pub fn in_round(&self, round: u32) -> f64 {
        self.sum(|outcome| if outcome.rounds == round { 1.0 } else { 0.0 })
    }

    /// Mean length in rounds.
    pub fn rounds_mean(&self) -> f64 {
        self.sum(|outcome| f64::from(outcome.rounds))
    }

    /// The mean of any number read off the outcome.
    pub fn sum(&self, number: impl Fn(&Outcome) -> f64) -> f64 {
        let terms = self
            .iter()
            .map(|(outcome, weight)| number(outcome) * weight);
        Expected::total(terms.map(Expected::from)).value()
    }

    /// Every case to end and its probability.
    pub fn iter(&self) -> impl Iterator<Item = (&Outcome, f64)> {
        self.outcomes
            .iter()
            .map(|(outcome, weight)| (outcome, weight.value()))
    }
}

/// What a solution may cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Situations held at once.
    pub states: usize,
    /// Bytes taken for situations and what they lead to.
    pub bytes: usize,
    /// Work, in paths of a step that are walked by the rules: counted, so that it ends at the same place on every machine.
    pub work: u64,
    /// The probability that may stay unresolved for the sake of speed.
    pub negligible: f64,
}

impl Budget {
    /// Any amount of anything, and nothing left open.
    pub const ANY: Self = Self {
        states: usize::MAX,
        bytes: usize::MAX,
        work: u64::MAX,
        negligible: 0.0,
    };
}

/// Looks on while a fight is solved, and may end it.
pub trait Watch: Sync {
    /// So many situations are alive, and this is the probability that the fight has not ended yet. Called often.
    fn progressed(&self, alive: usize, left: f64);

    /// Whether to stop here.
    fn stops(&self) -> bool;
}

/// Watches nothing.
impl Watch for () {
    fn progressed(&self, _: usize, _: f64) {}

    fn stops(&self) -> bool {
        false
    }
}

/// What is known of a fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// How it ends.
    pub odds: Odds,
    /// Everything that a run counts, as probabilities and expectations of one fight.
    pub tally: Tally<Expected>,
    /// How far it got, if it was not solved to the end.
    pub broken_off: Option<BrokenOff>,
}

/// Where a solution ended before its time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BrokenOff {
    /// What ended it.
    pub by: End,
    /// Situations held by then.
    pub states: usize,
    /// The last round that was begun.
    pub round: u32,
    /// The probability of all that was still alive.
    pub left: f64,
}

/// Why a solution ended before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There are more situations than the budget has.
    States,
    /// The situations need more memory than the budget has.
    Bytes,
    /// The solution needs more work than the budget has.
    Work,
    /// There is no memory for the situations, though the budget has room for them.
    Memory,
    /// A step rolls more dice than whole numbers of 128 bits can weigh.
    Dice,
    /// The user wanted an end.
    Stopped,
}

/// Works out everything about a fight that the budget allows for.
///
/// # Panics
/// When the probabilities do not sum to one, which would be a mistake in the dice.
pub fn work_out<F: Fight>(fight: &F, budget: &Budget, watch: &dyn Watch) -> Solved {
    let mut work = Work::new(fight.start().bytes(), budget);
    let solved = grids::walk(fight, budget, &mut work, watch);
    let mut solved = solved.unwrap_or_else(|| walk::walk(fight, budget, &mut work, watch));
    solved.odds.work = work.done();
    let total = solved.tally.fights().value();
    assert!(
        (total - 1.0).abs() <= solved.tally.error(),
        "the dice give every question's answers a weight of one in all, not {total}"
    );
    solved
}

/// Works out the odds of a fight to the last digit, holding at most `states` situations at once.
///
/// # Errors
/// When it would take more.
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

/// One step along one path. The rules of a book are long, so all walks share one copy of them.
#[inline(never)]
fn by_the_rules<F: Fight>(
    fight: &F,
    state: &mut F::State,
    dice: &mut Enumerated,
    recorder: &mut Recorder,
) -> Progress {
    fight.step(state, dice, recorder)
}

/// The same, to a situation without what may be forgotten of it.
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

/// Plays one fight to its end with these dice, and writes down what happens in it but for its end.
#[inline(never)]
pub(crate) fn play<F: Fight>(fight: &F, dice: &mut Enumerated, recorder: &mut Recorder) -> Outcome {
    recorder.begin(0, FighterSet::NONE);
    fight.run(&mut fight.start().clone(), dice, recorder)
}

/// The bound on relative errors after so many steps.
fn error_after(steps: u32) -> f64 {
    let n = f64::from(steps.saturating_add(1)) * f64::from(PER_STEP) + f64::from(PER_FIGURE);
    let rounded = n * f64::EPSILON / 2.0;
    rounded / (1.0 - rounded)
}

/// Nothing known yet.
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
