//! When each single fighter goes out of the fight, and in which order.

use super::layout::Person;
use super::{Count, Method, Tally};
use crate::fight::FighterId;

/// How a fighter goes out of its fights: down, or away from the field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Departure {
    /// How often it goes in a fight; more than once only where it comes back in between.
    pub out: Mean,
    /// The round in which it goes, where it does.
    pub round: Mean,
    /// How often it is the first of its side, in a fight.
    pub first: Mean,
    /// Its place in the order in which those of its side go, where it goes; 1 is the first.
    pub order: Mean,
}

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` where odds are worked out.
    pub error: Option<f64>,
}

impl<C: Count> Tally<C> {
    /// How a fighter goes out of its fights; `None` where it never does.
    pub fn departure(&self, who: FighterId) -> Option<Departure> {
        let number = |what| self.counts[self.layout.person(who, what)].number();
        let (fights, out) = (self.fights().number(), number(Person::Out));
        if self.counts[self.layout.person(who, Person::Out)].is_nothing() {
            return None;
        }
        let mean = |of: f64, sum: f64, squares: f64| {
            let mean = sum / of;
            // What rounding has taken below nothing is nothing.
            let variance = (squares / of - mean * mean).max(0.0);
            Mean {
                mean,
                error: (C::METHOD == Method::Sampled).then(|| (variance / of).sqrt()),
            }
        };
        let first = number(Person::First);
        Some(Departure {
            // Who goes twice in a fight goes seldom, so its squares are its counts.
            out: mean(fights, out, out.max(out * out / fights)),
            round: mean(out, number(Person::Rounds), number(Person::RoundSquares)),
            first: mean(fights, first, first),
            order: mean(out, number(Person::Order), number(Person::OrderSquares)),
        })
    }
}
