//! Turns of phrase: numbers, names, and how a roll went.

use std::fmt::{self, Display, Formatter};

use crate::dice::Dice;
use crate::rules::brp::nouns::chance::{Level, Limits};

/// A percentile test that has just been rolled, as a transcript shows it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Roll {
    limits: Limits,
    level: Level,
    face: u32,
}

impl Roll {
    #[inline]
    pub(crate) fn of(limits: Limits, level: Level, dice: &impl Dice) -> Self {
        let face = dice.faces().last().copied().unwrap_or(0);
        Self {
            limits,
            level,
            face,
        }
    }
}

impl Display for Roll {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.limits {
            Limits { success: 0, .. } => write!(f, "cannot succeed")?,
            Limits {
                special: 0,
                success,
            } => write!(f, "needs {success} or less")?,
            Limits { special, success } => {
                write!(f, "needs {success} or less (special: {special})")?;
            }
        }
        let result = match self.level {
            Level::Failure => "a failure",
            Level::Success => "a success",
            Level::Special => "a special success",
        };
        write!(f, ", rolls {}: {result}", self.face)
    }
}

/// Names as a sentence lists them: `a, b and c`.
pub(crate) fn listed(mut names: Vec<String>) -> String {
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// So many of a thing, `one` naming a single one.
pub(crate) fn count(number: i32, one: &str) -> String {
    if number == 1 {
        format!("1 {one}")
    } else {
        format!("{number} {one}s")
    }
}

pub(crate) fn metres(centimetres: i32) -> String {
    format!("{} m", f64::from(centimetres) / 100.0)
}
