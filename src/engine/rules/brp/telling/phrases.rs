//! Phrases that many transcript sentences use: numbers, distances, and results of rolls.

use std::fmt::{self, Display, Formatter};

use crate::dice::Dice;
use crate::rules::brp::nouns::{Level, Limits};

/// A percentile roll and its limits, which can be printed for the transcript.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Roll {
    limits: Limits,
    pub level: Level,
    face: u32,
}

impl Roll {
    /// Rolls a test against these limits.
    #[inline]
    pub(crate) fn of(limits: Limits, dice: &mut impl Dice) -> Self {
        Self {
            limits,
            level: limits.grade(dice),
            face: dice.faces().last().copied().unwrap_or(0),
        }
    }
}

impl Display for Roll {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.limits.success, self.limits.special) {
            (0, _) => write!(f, "cannot succeed")?,
            (success, 0) => write!(f, "needs {success} or less")?,
            (success, special) => write!(f, "needs {success} or less (special: {special})")?,
        }
        let result = match self.level {
            Level::Failure => "a failure",
            Level::Success => "a success",
            Level::Special => "a special success",
        };
        write!(f, ", rolls {}: {result}", self.face)
    }
}

/// Returns `phrase` if `holds` is true, and an empty text otherwise.
pub(crate) const fn when(holds: bool, phrase: &str) -> &str {
    if holds { phrase } else { "" }
}

/// Returns a number with a noun, for instance `3 points`. `one` is the singular.
pub(crate) fn count(number: i32, one: &str) -> String {
    format!("{number} {one}{}", when(number != 1, "s"))
}

pub(crate) fn metres(centimetres: i32) -> String {
    format!("{} m", f64::from(centimetres) / 100.0)
}
