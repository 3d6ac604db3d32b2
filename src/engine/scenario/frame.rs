//! The specifications of the keys that scenarios of all rulebooks have: at the top of the file, and in runs,
//! sides, axes, days and expectations.
//!
//! Each rulebook specifies the keys of stat blocks, of the battlefield and of its own tables.

use super::run::{MOST_FIGHTS, MOST_ROUNDS};
use super::spec::{
    FieldKind, FieldSpec, TEXTS, Unsaid, by_name, field, limit, list, name, table, text, truth,
    whole, word,
};
use crate::fight::MOST_FIGHTERS;

/// The keys at the top of a scenario. Each rulebook defines what is in `options`, `rules`, `field`,
/// `combatants` and `policies`, and adds tables of its own.
#[rustfmt::skip]
pub const TOP: &[FieldSpec] = &[
    text("ruleset", "the book", "").needed(),
    text("title", "the question that the scenario asks", ""),
    table("run", RUN, "number of fights, seed, round cap", ""),
    field("options", FieldKind::Anything, "house rules", ""),
    field("rules", FieldKind::Anything, "the numbers of the rules", ""),
    field("field", FieldKind::Anything, "the ground", ""),
    list("sides", &FieldKind::Table(SIDE), "who fights whom: two sides or more", "").needed(),
    list("day", &FieldKind::Table(DAY), "a day: fights of the first side and rests, in order, instead of one fight of all sides", ""),
    list("vary", &FieldKind::Table(AXIS), "axes: matchups are all combinations of their values", ""),
    list("expect", &FieldKind::Table(EXPECT), "what the designer intends: each entry is an expectation that `run` and `check` judge", ""),
    list("include", &FieldKind::AnyOf(&[FieldKind::Text, FieldKind::Table(INCLUDE)]), "files with shared combatants, policies and table rows, relative to this one; sheets with table rows: .csv, .xlsx, .ods", ""),
    field("combatants", FieldKind::Anything, "stat blocks by name", ""),
    field("policies", FieldKind::Anything, "how combatants decide, by name", ""),
];

/// The keys of an `include` entry that is written as a table and not as a path.
#[rustfmt::skip]
pub const INCLUDE: &[FieldSpec] = &[
    text("file", "path of the file", "").needed(),
    text("table", "for a sheet: the table that its rows belong to", "").or_as("from the name of the sheet or the file, or from its columns"),
    text("sheet", "for a workbook: the sheet to read", "").or_as("all sheets that are called like a table"),
];

/// An amount in an expectation: a share such as `55%`, or a number.
const AMOUNT: FieldKind = FieldKind::AnyOf(&[FieldKind::Text, FieldKind::Number]);

/// A value on an axis, as an expectation names it.
const ON_AXIS: FieldKind =
    FieldKind::AnyOf(&[FieldKind::Text, FieldKind::Number, FieldKind::Truth]);

/// One value on an axis, or a list of several.
const SOME_ON_AXIS: FieldKind = FieldKind::AnyOf(&[
    FieldKind::Text,
    FieldKind::Number,
    FieldKind::Truth,
    FieldKind::List(&ON_AXIS),
]);

/// One name, or a list of several.
const NAMES: FieldKind = FieldKind::AnyOf(&[FieldKind::Text, TEXTS]);

/// The keys of an `[[expect]]` entry.
#[rustfmt::skip]
pub const EXPECT: &[FieldSpec] = &[
    text("why", "the reason; shown if the expectation is not met", "").needed(),
    field("figure", FieldKind::Word(&FIGURES), "the figure that is judged; required for a band and a trend; default for an order: `score`", ""),
    text("of", "whose figure it is: a side, or a combatant", "").or_as("for contenders the side that the axis changes, for `weapon_use` and `line_use` everybody"),
    text("quantile", "for `rounds`: this quantile instead of the mean, such as `90%`", ""),
    whole("objective", "", 0..=limit(MOST_FIGHTERS), "for `won_by`: the position of an objective in the side's `wins`, from 1; 0 for the last side standing", ""),
    by_name("where", "", &SOME_ON_AXIS, "the matchups of the expectation: values of axes, by the name of the axis", "").or_as("all matchups"),
    field("mean_over", NAMES, "axes over whose values the figure is averaged before it is judged", "").or_as("each matchup is judged"),
    field("at_least", AMOUNT, "band: the smallest intended figure; a share such as `45%`, a number such as `3`", ""),
    field("at_most", AMOUNT, "band: the largest intended figure", ""),
    field("within", AMOUNT, "for `seat_effect`: the largest intended distance from 0; for a flat trend: the largest difference between two figures", ""),
    by_name("ratio_to", "", &SOME_ON_AXIS, "band: judges the ratio of the figure to the figure with these values on the axes", ""),
    list("order", &ON_AXIS, "order: values of an axis, the one with the highest figure first", ""),
    list("beats", &ON_AXIS, "order: two contenders; the first scores more than one half against the second", ""),
    truth("none_dominated", "whether no contender may be dominated by another", ""),
    field("in_mix", AMOUNT, "the smallest share that each contender has in the best mix, which no opponent can exploit, such as `5%`", ""),
    field("trend", FieldKind::Word(&TRENDS), "trend: direction of the figure along an axis of numbers", ""),
    field("along", NAMES, "the axis of an order or a trend; for contenders their axis and that of their opponents", "").or_as("the axes of the scenario, if there are exactly as many as needed"),
    field("by", AMOUNT, "for an order, `beats` and a rising or falling trend: the smallest intended difference from one to the next", "").or(0),
];

/// The words that the key `figure` allows.
pub(super) const FIGURES: [&str; 12] = [
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
    "won_by",
];

/// The words that the key `trend` allows.
pub(super) const TRENDS: [&str; 3] = ["rising", "falling", "flat"];

/// The keys of the table `[run]`.
#[rustfmt::skip]
pub const RUN: &[FieldSpec] = &[
    whole("fights", "fights", 1..=MOST_FIGHTS, "fights of each matchup and seat; with a `precision`, the maximum", "").or(100_000),
    text("precision", "half-width of the 95 % interval of every win rate, such as `0.5%`", ""),
    whole("seed", "", 0..=i64::MAX, "seed of the run; the same seed plays the same fights", "").or(1),
    whole("round_cap", "rounds", 1..=MOST_ROUNDS, "round after which a fight ends as undecided", "").or(100),
    word("seats", &["one", "both"], "whether every matchup is also played with its sides in reverse order", ""),
    truth("tables", "whether outcomes are drawn from tables of their odds; `false` rolls every die", "").or_true(),
];

/// The keys of a `[[sides]]` entry.
#[rustfmt::skip]
pub const SIDE: &[FieldSpec] = &[
    text("name", "the side's name", "").needed(),
    list("fighters", &FieldKind::Table(FIGHTER), "the fighters of the side", "").needed(),
    field("allies", NAMES, "sides that fight together with this one and win with it; it suffices if one of them says so", "").or_as("none"),
    list("wins", &FieldKind::Table(OBJECTIVE), "objectives: further ways for the side to win", "").or_as("only as the last side standing"),
];

/// The words for fighters who fled or were captured: either they are back for the next fight of the day, or
/// away.
const BACK_OR_AWAY: &[&str] = &["back", "away"];

/// The keys of a `[[day]]` entry.
#[rustfmt::skip]
pub const DAY: &[FieldSpec] = &[
    field("fight", NAMES, "the side, or sides, that the first side fights next; they come fresh", ""),
    text("file", "the scenario that has these sides, relative to this one: they are copied from it with their stat blocks and policies; without `fight`, all its sides but the first", ""),
    whole("repeat", "fights", 1..=60, "how many times in a row it fights them, each time all of them", "").or(1),
    word("fled", BACK_OR_AWAY, "whether people who have fled are back after this fight", "").or_word("back"),
    word("captured", BACK_OR_AWAY, "whether people who have surrendered or yielded are back after this fight, which their side has not lost", "").or_word("back"),
    text("rest", "instead of a fight: a rest of the book, which heals people or restores something", ""),
];

/// The keys of an entry in a side's `wins`.
#[rustfmt::skip]
pub const OBJECTIVE: &[FieldSpec] = &[
    whole("hold", "rounds", 1..=MOST_ROUNDS, "the side wins if `who` still stand at the end of this round; the fight then ends", ""),
    field("at", FieldKind::Anything, "for `hold`: the place of the battlefield where they have to stand at the end of this round", ""),
    field("reach", FieldKind::Anything, "the side wins as soon as `who` stand at this place of the battlefield", ""),
    field("who", NAMES, "for `hold` and `reach`: a combatant of the side, or several", "").or_as("the side, of which one fighter suffices"),
    field("out", NAMES, "the side wins as soon as these combatants or sides are out of the fight", ""),
    field("fate", NAMES, "for `out`: the only fates that count, such as `dead` or `fled`: fates of the book, as in events.csv", "").or_as("all but `fled`"),
    whole("count", "fighters", 1..=limit(MOST_FIGHTERS), "how many of them it takes", "").or_as("all of them"),
    text("share", "the share of them that it takes, such as `50%`, instead of `count`", ""),
];

/// The keys of an entry in a side's `fighters`. Each rulebook defines the values of `at` and `riding`.
#[rustfmt::skip]
pub const FIGHTER: &[FieldSpec] = &[
    name("combatant", "combatants", "the stat block", "").needed(),
    whole("count", "fighters", 1..=limit(MOST_FIGHTERS), "number of fighters", "").or(1),
    field("at", FieldKind::Anything, "start position", ""),
    whole("arrives", "", 1..=MOST_ROUNDS, "the round at whose start they join the fight", "").or_as("1, or that of the stat block in books where it has one"),
    field("riding", FieldKind::Anything, "mount at the start", ""),
];

/// The keys of a `[[vary]]` entry.
#[rustfmt::skip]
pub const AXIS: &[FieldSpec] = &[
    text("name", "name of the axis and of its column", "").needed(),
    field("set", FieldKind::AnyOf(&[FieldKind::Text, TEXTS]), "the path or paths that the axis sets, such as `combatants.guard.carries[0]`", "").needed(),
    field("to", FieldKind::AnyOf(&[FieldKind::List(&FieldKind::Anything), FieldKind::Text, FieldKind::Table(RANGE)]), "the values of the axis: a list, a range such as `40..90:10`, or the rows of a table or sheet by its name, such as `combatants`", "").needed(),
    field("labels", TEXTS, "texts for the values in tables", "").or_as("the values"),
];

/// The keys of a range of evenly spaced values on an axis.
#[rustfmt::skip]
pub const RANGE: &[FieldSpec] = &[
    field("from", FieldKind::Number, "the first value", "").needed(),
    field("to", FieldKind::Number, "the last value", "").needed(),
    FieldSpec { unsaid: Unsaid::Whole(1), ..field("step", FieldKind::Number, "distance between two values", "") },
];
