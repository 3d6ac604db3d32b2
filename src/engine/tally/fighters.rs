//! The time and the order of single fighters' departures from the fight.

use super::figures::error_of_mean;
use super::layout::{Gone, Person};
use super::{Count, Interval, Tally};
use crate::fight::{CombatantId, FighterId};

/// The departures of a fighter from its fights: down, or away from the field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Departure {
    /// Number of departures per fight; above one only if it comes back in between.
    pub out: Mean,
    /// Round of a departure.
    pub round: Mean,
    /// Number of departures per fight while no other fighter of its side is out.
    pub first: Mean,
    /// Position among the departures of its side's fighters; 1 is the first.
    pub order: Mean,
}

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` if too few fights were played to estimate it, and for exact odds.
    pub error: Option<f64>,
}

impl<C: Count> Tally<C> {
    /// The departures of a fighter; `None` if it has none.
    pub fn departure(&self, who: FighterId) -> Option<Departure> {
        let number = |what| self.counts[self.layout.person(who, what)].number();
        let out = self.counts[self.layout.gone(who, Gone::Out)].number();
        if self.counts[self.layout.gone(who, Gone::Out)].is_nothing() {
            return None;
        }
        let when = |sum, squares| Mean {
            mean: number(sum) / out,
            error: error_of_mean::<C>(out, number(sum), number(squares)),
        };
        Some(Departure {
            out: self.times_gone(who, Gone::Out),
            round: when(Person::Rounds, Person::RoundSquares),
            first: self.times_gone(who, Gone::First),
            order: when(Person::Order, Person::OrderSquares),
        })
    }

    /// The share of fights in which a fighter of this stat block is the first of its side to go down or leave, from 0 to
    /// 1; `None` without fights.
    pub fn first_down(&self, who: CombatantId) -> Option<Interval> {
        let part = &self.layout.combatants[who.index()];
        let cells = part.fighters.iter();
        let cells = cells.map(|fighter| self.layout.gone(fighter, Gone::First));
        let came_back = |at| !self.times_back(CombatantId::at(at)).is_nothing();
        if !(0..self.layout.combatants.len()).any(came_back) {
            // Nobody is the first twice in a fight, so this is a count of fights.
            let firsts = C::total(cells.map(|cell| self.counts[cell]));
            return C::share(firsts, self.unresolved, self.fights(), &self.scale);
        }
        let (mut mean, mut error) = (0.0, 0.0);
        for fighter in part.fighters.iter() {
            let first = self.times_gone(fighter, Gone::First);
            mean += first.mean;
            error += first.error.unwrap_or(f64::INFINITY);
        }
        let reach = 1.96 * error;
        error.is_finite().then(|| Interval {
            estimate: mean,
            low: (mean - reach).max(0.0),
            high: (mean + reach).min(1.0),
        })
    }

    /// The mean number of departures per fight.
    fn times_gone(&self, who: FighterId, how: Gone) -> Mean {
        let cell = self.layout.gone(who, how);
        let (fights, times) = (self.fights().number(), self.counts[cell].number());
        let combatant = CombatantId::at(self.layout.slot(who).combatant as usize);
        let error = if self.times_back(combatant).is_nothing() {
            // At most one per fight, so the sum of the squares equals the sum.
            error_of_mean::<C>(fights, times, times)
        } else {
            let place = cell - self.layout.batched.start;
            self.batches.error(place, fights, 1.0)
        };
        Mean {
            mean: times / fights,
            error,
        }
    }
}
