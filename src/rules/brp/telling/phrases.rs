//! Turns of phrase: numbers, names, and how a roll went.

use crate::dice::Dice;
use crate::fight::FighterId;
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::chance::{Level, Limits};

/// Faces as a transcript shows them: `37`, `5 and 2`.
fn faces(dice: &impl Dice) -> String {
    dice.faces()
        .iter()
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join(" and ")
}

fn need(limits: Limits) -> String {
    match limits {
        Limits { success: 0, .. } => "cannot succeed".to_owned(),
        Limits {
            special: 0,
            success,
        } => format!("needs {success} or less"),
        Limits { special, success } => format!("needs {success} or less (special: {special})"),
    }
}

pub(super) fn rolled(limits: Limits, level: Level, dice: &impl Dice) -> String {
    let result = match level {
        Level::Failure => "a failure",
        Level::Success => "a success",
        Level::Special => "a special success",
    };
    format!("{}, rolls {}: {result}", need(limits), faces(dice))
}

pub(super) fn item<const N: usize>(arena: &Arena<N>, who: FighterId, item: u8) -> &str {
    &arena.fighter(who).items[usize::from(item)].name
}

/// Names as a sentence lists them: `a, b and c`.
pub(super) fn listed(mut names: Vec<String>) -> String {
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// So many of a thing, `one` naming a single one.
pub(super) fn count(number: i32, one: &str) -> String {
    if number == 1 {
        format!("1 {one}")
    } else {
        format!("{number} {one}s")
    }
}

pub(super) fn metres(centimetres: i32) -> String {
    format!("{} m", f64::from(centimetres) / 100.0)
}
