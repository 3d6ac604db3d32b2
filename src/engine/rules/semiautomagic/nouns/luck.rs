//! Dice rolls that depend only on a bonus and a number or on a table: checks and scatter. Opposed rolls,
//! which are repeated when tied, are in `dice` [SAM-1-2, SAM-17-6].
//!
//! Clauses: SAM-0-1, SAM-0-2, SAM-9-4.

pub(crate) use crate::dice::ties::{Roller, beats, order};
use crate::dice::{Dice, Die};
use crate::grid::Direction;
use crate::rules::semiautomagic::fields::DIRECTIONS;
use crate::rules::semiautomagic::options::Options;
use crate::rules::semiautomagic::reading::Faces;

/// The die of all checks, with six faces.
pub(crate) const D6: Die = Die(6);

impl Options {
    /// Returns the lowest face that makes d6 + `bonus` reach `number`, or 7 if no face does [SAM-0-1].
    #[inline]
    pub(crate) fn least(&self, bonus: i32, number: i32) -> u32 {
        let least = number - bonus + i32::from(self.ties_fail);
        least.clamp(1, 7).unsigned_abs()
    }

    /// Returns the lowest face that makes an attack or defence roll succeed. Under a house rule a 6 always
    /// succeeds and a 1 always fails [SAM-0-2].
    #[inline]
    pub(crate) fn least_in_combat(&self, bonus: i32, number: i32) -> u32 {
        let least = self.least(bonus, number);
        if self.naturals {
            least.clamp(2, 6)
        } else {
            least
        }
    }
}

/// Rolls a d6. Returns whether it shows `least` or more.
#[inline]
pub(crate) fn shows(dice: &mut impl Dice, least: u32) -> bool {
    dice.band(D6, &[least - 1]) == 1
}

/// Rolls the scatter die. `faces` has the number of its faces for each direction [SAM-9-4].
pub(crate) fn scatter(dice: &mut impl Dice, faces: Faces<{ DIRECTIONS.len() }>) -> Direction {
    let face = dice.roll(Die(faces.count()));
    Direction::ALL[faces.entry(face, |_| true).0]
}
