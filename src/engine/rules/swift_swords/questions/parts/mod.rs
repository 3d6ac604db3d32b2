//! The location of a wound: the parts of the body, and how an attacker shifts a wound from one to the next.
//!
//! Clauses: SST-22-2, SST-22-3. A part is an index into the table of locations; the distance of two parts is in steps.

use crate::rules::swift_swords::nouns::{Arena, Hand};

/// The result of the dice for the location: the number rolled most often (the highest of several), and the number of
/// steps that the attacker may shift it: one with `shift_from` equal dice, and one more with each further one.
pub(crate) fn landing(rolled: Hand, shift_from: u8) -> (u8, u8) {
    let often = |face: &u8| rolled.count(*face);
    let number = (1..=6).max_by_key(often).expect("a die has faces");
    (number, (often(&number) + 1).saturating_sub(shift_from))
}

impl Arena {
    /// The part with a given number.
    pub(crate) fn part_numbered(&self, number: u8) -> Option<usize> {
        let mut parts = self.tables.locations.values();
        parts.position(|part| part.number == number)
    }

    /// Returns whether wounds can land there at all: on parts without a number only under a house rule [SST-22-3].
    pub(crate) fn can_shift(&self, at: usize) -> bool {
        self.options.neck_groin || self.tables.locations[at].number > 0
    }

    /// The location of a wound after at most `most` steps towards a part, on the shortest way.
    pub(crate) fn shifted(&self, from: usize, to: u8, most: u8) -> usize {
        let from = u8::try_from(from).expect("few parts");
        let nearer = |at, _| self.parts.towards(at, to).unwrap_or(at);
        (0..most).fold(from, nearer).into()
    }
}

#[cfg(test)]
mod tests;
