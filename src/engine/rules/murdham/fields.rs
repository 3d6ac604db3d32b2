//! The keys that a scenario of this book may have. They belong to stat blocks, to the field and to the tables
//! of the book.
//!
//! Each key has one row. Checks of several keys together, such as keys that exclude each other, are in
//! `reading`.

use super::rules::Rules;
use crate::fight::MOST_FIGHTERS;
use crate::frame::afflictions::{self, AFFLICTIONS};
use crate::frame::rules::RULES;
use crate::scenario::spec::{
    FieldKind::{self, AnyOf, False, List, Name, Table, Text, Throw, Word},
    FieldSpec, TEXTS, by_name, field, limit, list, name, number, scaled, table, throw, truth,
    whole, word,
};

/// Maximum health.
pub(super) const MOST_HEALTH: i64 = 10_000;

/// Longest range, in zones.
pub(super) const MOST_RANGE: i64 = 60;
/// Maximum number of zones. A set of zones has to fit in 64 bits.
pub(super) const MOST_ZONES: usize = 64;
/// The sizes of characters, the smallest first.
pub(super) const SIZES: [&str; 5] = ["tiny", "small", "medium", "large", "massive"];

/// The size of a character [MUR-0-24].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Size {
    Tiny,
    Small,
    #[default]
    Medium,
    Large,
    Massive,
}

impl Size {
    pub(crate) const ALL: [Self; 5] = [
        Self::Tiny,
        Self::Small,
        Self::Medium,
        Self::Large,
        Self::Massive,
    ];
}

/// A place: the name or number of a zone, or a border such as `2|3`.
const PLACE: FieldKind = AnyOf(&[number("", 0..=limit(MOST_ZONES) - 1), Text]);
/// A list of pairs of places.
const PAIRS: FieldKind = List(&List(&PLACE));

/// The top-level tables of a scenario: stat blocks, the field, and the book's tables.
#[rustfmt::skip]
pub(super) const FIELDS: &[FieldSpec] = &[
    by_name("combatants", "", &Table(COMBATANT), "stat blocks", "MUR-0-3"),
    table("field", FIELD, "the ground", "MUR-0-16"),
    by_name("weapons", "", &Table(WEAPON), "weapons", "MUR-0-21"),
    by_name("remedies", "", &Table(REMEDY), "what restores health when it is used", "MUR-2-10"),
    by_name(AFFLICTIONS, "", &Table(AFFLICTION), "what hits of weapons may bring: poison, bleeding, burning; a rule of ours", SUFFERED),
    table(RULES, Rules::ROWS, "the numbers of the rules", ""),
];

/// The keys of a group of fighters in a side, besides its name and number.
#[rustfmt::skip]
pub(super) const FIGHTERS: &[FieldSpec] = &[
    field("at", AnyOf(&[PLACE, List(&PLACE)]), "where they start: one place for all, or a list of one each", "MUR-0-16").or_as("the first zone"),
    field("riding", AnyOf(&[Name("combatants"), False]), "what they ride or sit in, or `false`", "MUR-17-1"),
];

/// The places in an objective of a side.
#[rustfmt::skip]
pub(super) const OBJECTIVES: &[FieldSpec] = &[
    field("at", PLACE, "for `hold`: the place of the battlefield where they have to stand at the end of this round", ""),
    field("reach", PLACE, "the side wins as soon as `who` stand at this place of the battlefield", ""),
];

/// The keys of a stat block.
#[rustfmt::skip]
pub(super) const COMBATANT: &[FieldSpec] = &[
    whole("str", "", 1..=20, "STR", "MUR-0-1").or(10),
    whole("agi", "", 1..=20, "AGI", "MUR-0-1").or(10),
    whole("wit", "", 1..=20, "WIT", "MUR-0-1").or(10),
    whole("health", "health", 1..=MOST_HEALTH, "health when unhurt", "MUR-0-3").needed(),
    whole("start_health", "health", 1..=MOST_HEALTH, "health at the start, no more than `health`", "MUR-0-3").or_as("`health`"),
    whole("armour", "", 0..=20, "armour value of what it wears, at most `rules.armour.most`, by default 3", "MUR-0-4").or(0),
    whole("shield", "", 0..=1, "1 if it has a shield", "MUR-0-4").or(0),
    list("damaged", &Word(&["shield", "armour"]), "what of these is damaged already", "MUR-15-3"),
    truth("sprint_allowed", "whether it may sprint", "MUR-2-3").or_true(),
    truth("sees_in_dark", "whether it sees in the dark", "MUR-0-19"),
    truth("concealed", "whether it lies in ambush", "MUR-11-1"),
    truth("fearless", "whether it has no morale to lose", "MUR-12-5"),
    truth("willing", "whether allies may hide behind it", "MUR-4-13").or_true(),
    whole("seats", "riders", 0..=limit(MOST_FIGHTERS), "how many can ride it or sit in it", "MUR-17-1").or(0),
    truth("vehicle", "a vehicle, which does nothing of itself", "MUR-17-4"),
    scaled("speed", (2, "zones"), 0..=40, "zones that it moves in a turn", "MUR-2-2").or_rule("movement.speed", 2),
    word("size", &SIZES, "its size", "MUR-0-24").or_word("medium"),
    list("carries", &Name("weapons"), "weapons, best first; at most five", "MUR-0-20"),
    by_name("remedies", "remedies", &number("uses", 0..=100), "remedies that it carries; at most two kinds", "MUR-2-10"),
    truth("free_hand", "whether it has a hand free", "MUR-0-20").or_as("false if a weapon takes both hands"),
    whole("extra_reactions", "reactions", 0..=20, "reactions in a round that do not take its turn", "MUR-4-5").or(0),
    whole("appendages", "", 0..=20, "limbs for weapons and captives", "MUR-16-12").or(2),
    name("policy", "policies", "how it decides", "MUR-2-12").or_word("default"),
];

/// The keys of the table `[field]`.
#[rustfmt::skip]
pub(super) const FIELD: &[FieldSpec] = &[
    field("zones", AnyOf(&[number("zones", 1..=limit(MOST_ZONES)), TEXTS]), "so many zones in a line, or their names", "MUR-0-16").or(1),
    field("joins", PAIRS, "pairs of neighbouring zones, each with a border", "MUR-0-16").or_as("a line"),
    by_name("places", "", &Table(FEATURE), "what is special about a zone, or a border named as `2|3`", "MUR-7-1"),
    truth("dark", "whether all places are dark", "MUR-0-19"),
    field("blocked", PAIRS, "pairs of places between which nothing can be seen", "MUR-0-19"),
    by_name("exits", "sides", &PLACE, "the zone by which each side leaves", "MUR-12-7").or_as("the zone of its first fighter"),
    name("initiative", "sides", "the side that is first, or `random`", "MUR-1-7").or_as("those in ambush, else random"),
];

/// The keys of the features of a place.
#[rustfmt::skip]
pub(super) const FEATURE: &[FieldSpec] = &[
    truth("cover", "protects against attackers who are not nearby", "MUR-7-1"),
    truth("barrier", "blocks attackers who are not nearby", "MUR-7-3"),
    truth("dark", "nobody there is seen by those who do not see in the dark", "MUR-0-19"),
    truth("wall", "cannot be entered", "MUR-0-16"),
    truth("direct", "the harm of its hazard goes past armour", "MUR-10-7"),
    field("hazard", AnyOf(&[Throw, Word(&["out"])]), "damage to whoever is shoved in, 0 to 1000; `out`: they are dead", "MUR-10-7"),
];

/// The keys of a row of the weapon table.
#[rustfmt::skip]
pub(super) const WEAPON: &[FieldSpec] = &[
    throw("damage", "dice of a hit, and nothing else: 1 to 4 of at most 20 sides", "MUR-0-21").needed(),
    truth("blast", "hits everybody in a zone", "MUR-8-1"),
    truth("direct", "goes past armour", "MUR-0-11"),
    truth("impaired", "the lower of two rolls counts", "MUR-0-9"),
    truth("two_handed", "takes both hands", "MUR-0-20"),
    truth("natural", "part of the body: takes no hand, cannot be dropped", "MUR-0-21"),
    truth("penetrates_cover", "cover does not help against it", "MUR-7-2"),
    truth("damaged", "lost when its damage die shows 1; `rules.gear.breaks`", "MUR-15-2"),
    truth("melee", "whether it strikes", "MUR-0-21").or_true(),
    whole("range", "zones", 0..=MOST_RANGE, "zones it can be shot or thrown; 0: not at all", "MUR-0-21").or(0),
    whole("shots", "uses", 1..=60_000, "uses in one fight", "MUR-0-21").or_as("no limit"),
    afflictions::of_weapon(SUFFERED),
];

/// The clause to cite for lost health, including that lost to afflictions.
const SUFFERED: &str = "MUR-0-3";

/// The keys of a row of the table of afflictions, which are a house rule of this program.
#[rustfmt::skip]
pub(super) const AFFLICTION: &[FieldSpec] = &[
    afflictions::damage(SUFFERED),
    afflictions::rounds(SUFFERED),
    field("save", Word(&["str", "agi", "wit"]), "the ability of the save that ends it at the end of a round", "MUR-0-1").or_as("no save"),
    afflictions::on(SUFFERED),
];

/// The keys of a row of the table of remedies.
#[rustfmt::skip]
pub(super) const REMEDY: &[FieldSpec] = &[
    throw("heals", "health that it restores", "MUR-2-10").needed(),
];
