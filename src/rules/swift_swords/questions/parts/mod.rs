//! Where a wound lands: the parts of the body, and how an attacker shifts it from one to the next.
//!
//! Clauses: SST-22-2, SST-22-3. A part is its place in the table of locations; how far two are apart is in steps.

use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::reading::hand::Hand;

/// What the dice for the location say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Landing {
    /// The number rolled most often; of several the highest.
    pub number: u8,
    /// How far the attacker may shift it.
    pub steps: u8,
}

impl Landing {
    pub(crate) fn of(rolled: Hand) -> Self {
        let often = |face: &u8| rolled.count(*face);
        let number = (1..=6).max_by_key(often).expect("a die has faces");
        Self {
            number,
            steps: often(&number).saturating_sub(2),
        }
    }
}

impl<const N: usize> Arena<N> {
    /// The part of a number.
    pub(crate) fn part_numbered(&self, number: u8) -> Option<usize> {
        let mut parts = self.locations.iter();
        parts.position(|part| part.number == number)
    }

    /// Whether wounds land there at all: parts without a number only under a house rule [SST-22-3].
    pub(crate) fn can_shift(&self, at: usize) -> bool {
        self.options.neck_groin || self.locations[at].number > 0
    }

    /// Parts next to one, in order of the table.
    fn parts_next_to(&self, at: usize) -> impl Iterator<Item = usize> {
        let next = self.locations[at].next;
        (0..self.locations.len())
            .filter(move |&other| next >> other & 1 == 1 && self.can_shift(other))
    }

    /// Steps from one part to another; `None` where no way leads.
    fn steps_between(&self, from: usize, to: usize) -> Option<usize> {
        let mut reached = 1u16 << from;
        for steps in 0..self.locations.len() {
            if reached >> to & 1 == 1 {
                return Some(steps);
            }
            let here = reached;
            for at in (0..self.locations.len()).filter(|&at| here >> at & 1 == 1) {
                reached = self
                    .parts_next_to(at)
                    .fold(reached, |bits, next| bits | 1 << next);
            }
        }
        None
    }

    /// Where a wound is after so many steps towards a part, the shortest way.
    pub(crate) fn shifted(&self, from: usize, to: usize, most: u8) -> usize {
        let mut at = from;
        for _ in 0..most {
            let Some(far) = self.steps_between(at, to).filter(|&far| far > 0) else {
                break;
            };
            let nearer =
                |&next: &usize| self.steps_between(next, to).is_some_and(|left| left < far);
            at = self.parts_next_to(at).find(nearer).unwrap_or(at);
        }
        at
    }
}

#[cfg(test)]
mod tests;
