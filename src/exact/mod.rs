//! The exact odds of small fights: the same rules, every roll.
//!
//! A fight is stepped through with [`Enumerated`] dice; situations that are equal are
//! merged between steps, so the work grows with the number of different situations and not of histories. Weights
//! are exact within a step and carried as floats between steps: every probability here is a sum of products of
//! positive numbers, so its relative error stays below a billionth for any fight that fits in memory.

use indexmap::IndexMap;

use crate::dice::Enumerated;
use crate::fight::{Ending, Fight, Outcome, Progress, Silent};

/// The exact odds of a fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// Every way to end and its probability, in the order of their first occurrence.
    outcomes: IndexMap<Outcome, f64>,
    /// The most situations that were alive at once.
    pub states: usize,
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
        self.outcomes
            .iter()
            .map(|(outcome, weight)| number(outcome) * weight)
            .sum()
    }

    /// Every way to end and its probability.
    pub fn iter(&self) -> impl Iterator<Item = (&Outcome, f64)> {
        self.outcomes
            .iter()
            .map(|(outcome, &weight)| (outcome, weight))
    }
}

/// Situations and their weights. The order is that of insertion, so sums come out the same every time.
type States<F> = IndexMap<<F as Fight>::State, f64, foldhash::fast::FixedState>;

/// Works out the odds of a fight, holding at most `states` situations at once.
///
/// # Errors
/// When it would take more.
pub fn solve<F: Fight>(fight: &F, states: usize) -> Result<Odds, TooLarge> {
    let mut odds = Odds {
        outcomes: IndexMap::new(),
        states: 1,
    };
    let mut dice = Enumerated::default();
    let mut alive: States<F> = States::<F>::default();
    alive.insert(fight.start(), 1.0);
    while !alive.is_empty() {
        odds.states = odds.states.max(alive.len());
        let mut next: States<F> = States::<F>::with_capacity_and_hasher(
            alive.len(),
            foldhash::fast::FixedState::default(),
        );
        for (state, weight) in &alive {
            let step = |dice: &mut Enumerated| {
                let mut state = state.clone();
                let progress = fight.step(&mut state, dice, &mut Silent);
                (progress, state)
            };
            dice.visit(step, |(progress, state), path| {
                let weight = weight * path.probability();
                match progress {
                    Progress::Goes => *next.entry(state).or_default() += weight,
                    Progress::Ended(outcome) => {
                        *odds.outcomes.entry(outcome).or_default() += weight;
                    }
                }
            });
            if next.len() > states {
                return Err(TooLarge { states });
            }
        }
        alive = next;
    }
    Ok(odds)
}
