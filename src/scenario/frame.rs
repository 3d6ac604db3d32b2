//! The keys that every book's scenarios have: at the top, of a run, of sides and of axes.
//!
//! What stands in a stat block, on the field and in a book's tables is in the rows of the book.

use super::run::{MOST_FIGHTS, MOST_ROUNDS};
use super::spec::{
    FieldKind, FieldSpec, TEXTS, Unsaid, field, limit, list, name, table, text, truth, whole, word,
};
use crate::fight::MOST_FIGHTERS;

/// The top of a scenario. Books say what stands in `options`, `field`, `combatants` and `policies`, and have tables beside.
#[rustfmt::skip]
pub const TOP: &[FieldSpec] = &[
    text("ruleset", "the book", "").needed(),
    text("title", "the question that the scenario asks", ""),
    table("run", RUN, "how much is played", ""),
    field("options", FieldKind::Anything, "house rules", ""),
    field("field", FieldKind::Anything, "the ground", ""),
    list("sides", &FieldKind::Table(SIDE), "who fights whom: two sides or more", "").needed(),
    list("vary", &FieldKind::Table(AXIS), "what varies: each entry is an axis, and matchups are the product of the axes", ""),
    field("include", TEXTS, "files with shared combatants, policies and table rows, relative to this one", ""),
    field("combatants", FieldKind::Anything, "stat blocks by name", ""),
    field("policies", FieldKind::Anything, "how combatants decide, by name", ""),
];

/// The table `run`.
#[rustfmt::skip]
pub const RUN: &[FieldSpec] = &[
    whole("fights", "fights", 1..=MOST_FIGHTS, "fights of each matchup and seat; with a `precision`, the most of them", "").or(100_000),
    text("precision", "half the width that the interval of every win rate is to have, as `0.5%`", ""),
    whole("seed", "", 0..=i64::MAX, "the same seed, the same fights", "").or(1),
    whole("round_cap", "rounds", 1..=MOST_ROUNDS, "after so many rounds a fight is undecided", "").or(100),
    word("seats", &["one", "both"], "whether every matchup is also played with its sides in reverse order", ""),
    truth("tables", "whether outcomes are drawn from tables of their odds where there are any; else every die is rolled", "").or_true(),
];

/// An entry of `sides`.
#[rustfmt::skip]
pub const SIDE: &[FieldSpec] = &[
    text("name", "the side's name", "").needed(),
    list("fighters", &FieldKind::Table(FIGHTER), "who fights on it", "").needed(),
];

/// An entry of a side's `fighters`. Books say what `at` and `riding` may be.
#[rustfmt::skip]
pub const FIGHTER: &[FieldSpec] = &[
    name("combatant", "combatants", "the stat block", "").needed(),
    whole("count", "fighters", 1..=limit(MOST_FIGHTERS), "how many there are", "").or(1),
    field("at", FieldKind::Anything, "where they start", ""),
    field("riding", FieldKind::Anything, "what they ride at the start", ""),
];

/// An entry of `vary`.
#[rustfmt::skip]
pub const AXIS: &[FieldSpec] = &[
    text("name", "the axis' name, which heads its column", "").needed(),
    field("set", FieldKind::AnyOf(&[FieldKind::Text, TEXTS]), "the path or paths that it sets, as `combatants.guard.carries[0]`", "").needed(),
    field("to", FieldKind::AnyOf(&[FieldKind::List(&FieldKind::Anything), FieldKind::Text, FieldKind::Table(RANGE)]), "the values that it sets them to: a list, or a range as `40..90:10`", "").needed(),
    field("labels", TEXTS, "what tables show for the values", "").or_as("the values"),
];

/// Evenly spaced values of an axis.
#[rustfmt::skip]
pub const RANGE: &[FieldSpec] = &[
    field("from", FieldKind::Number, "the first value", "").needed(),
    field("to", FieldKind::Number, "where the values end", "").needed(),
    FieldSpec { unsaid: Unsaid::Whole(1), ..field("step", FieldKind::Number, "from one value to the next", "") },
];
