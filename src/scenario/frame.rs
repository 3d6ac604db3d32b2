//! The keys that every book's scenarios have: at the top, of a run, of sides, of axes and of expectations.
//!
//! What stands in a stat block, on the field and in a book's tables is in the rows of the book.

use super::run::{MOST_FIGHTS, MOST_ROUNDS};
use super::spec::{
    FieldKind, FieldSpec, TEXTS, Unsaid, by_name, field, limit, list, name, table, text, truth,
    whole, word,
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
    list("expect", &FieldKind::Table(EXPECT), "what the designer intends: each entry is an expectation that `run` and `check` judge", ""),
    field("include", TEXTS, "files with shared combatants, policies and table rows, relative to this one", ""),
    field("combatants", FieldKind::Anything, "stat blocks by name", ""),
    field("policies", FieldKind::Anything, "how combatants decide, by name", ""),
];

/// A share as `55%`, or a number.
const AMOUNT: FieldKind = FieldKind::AnyOf(&[FieldKind::Text, FieldKind::Number]);

/// A value on an axis.
const ON_AXIS: FieldKind =
    FieldKind::AnyOf(&[FieldKind::Text, FieldKind::Number, FieldKind::Truth]);

/// One value on an axis, or several.
const SOME_ON_AXIS: FieldKind = FieldKind::AnyOf(&[
    FieldKind::Text,
    FieldKind::Number,
    FieldKind::Truth,
    FieldKind::List(&ON_AXIS),
]);

/// One name, or several.
const NAMES: FieldKind = FieldKind::AnyOf(&[FieldKind::Text, TEXTS]);

/// An entry of `expect`.
#[rustfmt::skip]
pub const EXPECT: &[FieldSpec] = &[
    text("why", "the reason; shown where the expectation is not met", "").needed(),
    field("figure", FieldKind::Word(&FIGURES), "the figure that is judged; needed for a band and a trend, and `score` for an order unless said", ""),
    text("of", "whose figure it is: a side, or a combatant", "").or_as("for contenders the side that the axis changes, for `weapon_use` and `line_use` everybody"),
    text("quantile", "for `rounds`: this quantile in place of the mean, as `90%`", ""),
    by_name("where", "", &SOME_ON_AXIS, "the matchups that it is about: values of axes, by the name of the axis", "").or_as("all matchups"),
    field("mean_over", NAMES, "axes over whose values the figure is averaged before it is judged", "").or_as("each matchup is judged"),
    field("at_least", AMOUNT, "band: the least that the figure may be; a share as `45%`, a number as `3`", ""),
    field("at_most", AMOUNT, "band: the most that the figure may be", ""),
    field("within", AMOUNT, "for `seat_effect`: how far it may be from 0; for a flat trend: how far any two figures may be apart", ""),
    by_name("ratio_to", "", &SOME_ON_AXIS, "band: not the figure but its ratio to the figure where axes have these values instead", ""),
    list("order", &ON_AXIS, "order: values of an axis, the one with the highest figure first", ""),
    list("beats", &ON_AXIS, "order: two contenders; the first scores more than one half against the second", ""),
    truth("none_dominated", "whether no contender may be outdone by another against every opponent", ""),
    field("in_mix", AMOUNT, "the least share that each contender has in the best mix, the one that nobody can exploit, as `5%`", ""),
    field("trend", FieldKind::Word(&TRENDS), "trend: how the figure goes along an axis of numbers", ""),
    field("along", NAMES, "the axis of an order or a trend; of contenders their axis and that of their opponents", "").or_as("the axes that there are, where they are as many as it takes"),
    field("by", AMOUNT, "for an order, `beats` and a rising or falling trend: the least difference from one to the next", "").or(0),
];

/// The words of `figure`.
pub(super) const FIGURES: [&str; 11] = [
    "win_rate",
    "score",
    "draws",
    "undecided",
    "rounds",
    "damage",
    "survivors",
    "first_down",
    "seat_effect",
    "weapon_use",
    "line_use",
];

/// The words of `trend`.
pub(super) const TRENDS: [&str; 3] = ["rising", "falling", "flat"];

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
