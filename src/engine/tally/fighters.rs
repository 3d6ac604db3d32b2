//! When each single fighter goes out of the fight, and in which order.

use super::figures::error_of_mean;
use super::layout::{Gone, Person};
use super::{Count, Tally};
use crate::fight::{CombatantId, FighterId};

/// How a fighter goes out of its fights: down, or away from the field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Departure {
    /// How often it goes in a fight; more than once only where it comes back in between.
    pub out: Mean,
    /// Round in which it goes out, if it does.
    pub round: Mean,
    /// How often it goes while nobody else of its side is out, in a fight.
    pub first: Mean,
    /// Its position in the order in which fighters of its side go out, if it does; 1 is the first.
    pub order: Mean,
}

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` where too few fights were played to tell, and where odds are worked out.
    pub error: Option<f64>,
}

impl<C: Count> Tally<C> {
    /// How a fighter goes out of its fights; `None` where it never does.
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

    /// How often it goes, in a fight.
    fn times_gone(&self, who: FighterId, how: Gone) -> Mean {
        let cell = self.layout.gone(who, how);
        let (fights, times) = (self.fights().number(), self.counts[cell].number());
        let combatant = CombatantId::at(self.layout.slot(who).combatant as usize);
        let error = if self.times_back(combatant).is_nothing() {
            // Once at most in each fight, so the sum of the squares is the sum.
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
