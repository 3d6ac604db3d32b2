//! Figures of single fighters: when they leave the fight, and their order.

use super::figures::error_of_mean;
use super::layout::{Gone, Person};
use super::{Count, Interval, Tally};
use crate::fight::{CombatantId, FighterId};

/// How often and when a fighter goes down or leaves the field. Both count as a departure from the fight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Departure {
    /// The number of departures per fight. The mean is above 1 only if the fighter comes back between
    /// departures.
    pub out: Mean,
    /// The mean round of a departure.
    pub round: Mean,
    /// The number of departures per fight while no other fighter of its side is out of the fight.
    pub first: Mean,
    /// The position among the departures of its side's fighters. The first has position 1.
    pub order: Mean,
}

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean. `None` for exact odds, and if too few fights were played to estimate
    /// it.
    pub error: Option<f64>,
}

impl<C: Count> Tally<C> {
    /// Returns the departures of a fighter, or `None` if it never departs.
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

    /// Returns the share of fights where a fighter of this stat block is the first of its side to go down or
    /// to leave, from 0 to 1. `None` if no fights were played. If any fighter came back, as in a day, this is
    /// the mean number of times per fight or day, which can be above 1. It is then also `None` if the error
    /// cannot be estimated (see [`Departure::first`]).
    pub fn first_down(&self, who: CombatantId) -> Option<Interval> {
        let part = &self.layout.combatants[who.index()];
        let cells = part.fighters.iter();
        let cells = cells.map(|fighter| self.layout.gone(fighter, Gone::First));
        let came_back = |at| !self.times_back(CombatantId::at(at)).is_nothing();
        let firsts = C::total(cells.map(|cell| self.counts[cell]));
        if firsts.is_nothing() || !(0..self.layout.combatants.len()).any(came_back) {
            // If nobody comes back, a fighter is first at most once in a fight, so this is a number of
            // fights. The same is true if it never was the first.
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
            high: mean + reach,
        })
    }

    /// Returns the mean number of a fighter's departures per fight: all of them for [`Gone::Out`], or those
    /// as the first of its side for [`Gone::First`].
    fn times_gone(&self, who: FighterId, how: Gone) -> Mean {
        let cell = self.layout.gone(who, how);
        let (fights, times) = (self.fights().number(), self.counts[cell].number());
        let combatant = CombatantId::at(self.layout.slot(who).combatant as usize);
        let error = if self.times_back(combatant).is_nothing() {
            // There is at most one departure per fight, so the sum of squares equals the sum.
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
