//! The location of a wound: the parts of the body, and how an attacker shifts a wound from one part to the
//! next.
//!
//! Clauses: SST-22-2, SST-22-3. A part is an index into the table of locations. Distances are in steps from
//! part to part.

use crate::rules::swift_swords::nouns::{Arena, Hand};

/// Returns the number of the location that was rolled, and how many steps the attacker may shift it.
///
/// The number is the face that most dice show, the highest of several. With `shift_from` equal dice the
/// attacker may shift by one step, and by one more for each further equal die.
pub(crate) fn landing(rolled: Hand, shift_from: u8) -> (u8, u8) {
    let often = |face: &u8| rolled.count(*face);
    let number = (1..=6).max_by_key(often).expect("a die has faces");
    (number, (often(&number) + 1).saturating_sub(shift_from))
}

impl Arena {
    /// Returns the part of the body that has this number, as an index.
    pub(crate) fn part_numbered(&self, number: u8) -> Option<usize> {
        let mut parts = self.tables.locations.values();
        parts.position(|part| part.number == number)
    }

    /// Returns whether wounds can land on this part of the body. For parts without a number, a house rule
    /// decides this [SST-22-3].
    pub(crate) fn can_shift(&self, at: usize) -> bool {
        self.options.neck_groin || self.tables.locations[at].number > 0
    }

    /// Returns the location of a wound that is shifted from `from` by at most `most` steps towards `to`, on
    /// the shortest way.
    pub(crate) fn shifted(&self, from: usize, to: u8, most: u8) -> usize {
        let from = u8::try_from(from).expect("few parts");
        let nearer = |at, _| self.parts.towards(at, to).unwrap_or(at);
        (0..most).fold(from, nearer).into()
    }
}

#[cfg(test)]
mod tests;
