//! The keys that a scenario of this book may have. They belong to stat blocks, to the field and to the tables
//! of the book.
//!
//! Each key has one row. Checks of several keys together, such as keys that exclude each other, are in
//! `reading`.

use super::rules::Rules;
use super::words::LENGTHS;
use crate::frame::afflictions::{self, AFFLICTIONS};
use crate::frame::rules::RULES;
use crate::scenario::spec::{
    FieldKind::{self, AnyOf, List, Name, Scaled, Table, Throw, Word, Words},
    FieldSpec, by_name, field, list, name, number, scaled, table, text, throw, truth, whole, word,
    words,
};

/// Largest rating, chance or percentage.
const MOST_PERCENT: i64 = 1000;
/// Largest number of armour or parrying points.
const MOST_POINTS: i64 = 10_000;

/// A rating, in percent.
const RATING: FieldKind = number("percent", 0..=MOST_PERCENT);
/// A factor of 0.5 or 1, stored as the number of halves.
const FACTOR: FieldKind = Scaled {
    unit: "of the skill",
    scale: 2,
    least: 1,
    most: 2,
};
/// A place on the line, in centimetres.
pub(super) const PLACE: FieldKind = Scaled {
    unit: "metres",
    scale: 100,
    least: -10_000_000,
    most: 10_000_000,
};

/// The top-level tables of a scenario: stat blocks, the field, and the book's tables.
pub(super) const FIELDS: &[FieldSpec] = &[
    by_name("combatants", "", &Table(COMBATANT), "stat blocks", "BRP-X-10"),
    table("field", FIELD, "the ground", "BRP-X-6"),
    by_name("weapons", "", &Table(WEAPON), "weapons, of melee and missiles", "BRP-5.9-1"),
    by_name("shields", "", &Table(SHIELD), "shields", "BRP-5.11-5"),
    by_name("armour", "", &Table(ARMOUR), "armour and helmets", "BRP-5.10-2"),
    by_name("damage_bonus", "", &Table(DAMAGE_BONUS), "damage bonus by STR and SIZ", "BRP-X-2"),
    by_name(AFFLICTIONS, "", &Table(AFFLICTION), "what hits of weapons may bring: poison, bleeding, burning; a rule of ours", SUFFERED),
    table(RULES, Rules::ROWS, "the numbers of the rules", ""),
];

/// The keys of a group of fighters in a side, besides its name and number.
pub(super) const FIGHTERS: &[FieldSpec] = &[
    field("at", AnyOf(&[PLACE, List(&PLACE)]), "where they start on the line: one place for all, or a list of one each", "BRP-X-6").or(0),
];

/// The places in an objective of a side.
#[rustfmt::skip]
pub(super) const OBJECTIVES: &[FieldSpec] = &[
    field("at", PLACE, "for `hold`: the place of the battlefield where they have to stand at the end of this round", ""),
    field("reach", PLACE, "the side wins as soon as `who` stand at this place of the battlefield; on the line as far, or farther", ""),
];

/// The keys of a row of the table of damage bonuses, for one band of STR + SIZ.
pub(super) const DAMAGE_BONUS: &[FieldSpec] = &[
    whole("most", "", 0..=2000, "the largest sum of STR and SIZ with this bonus", "BRP-X-2").needed(),
    throw("dice", "the damage bonus", "BRP-X-2").needed(),
];

/// The keys of the table `[field]`.
pub(super) const FIELD: &[FieldSpec] = &[
    scaled("melee_reach", (100, "metres"), 0..=100_000, "how far melee weapons reach", "BRP-X-6").or(2),
];

/// The size of an injury: the hit points that it cost.
const INJURY: FieldKind = number("hit points", 1..=10_000);

/// The keys of a stat block.
pub(super) const COMBATANT: &[FieldSpec] = &[
    whole("dex", "", 0..=1000, "DEX, by which everybody acts in turn", "BRP-5.1-2").needed(),
    whole("str", "", 1..=1000, "STR, for the damage bonus", "BRP-X-2"),
    whole("con", "", 1..=1000, "CON, for the hit points", "BRP-X-1"),
    whole("siz", "", 1..=1000, "SIZ, for hit points and damage bonus", "BRP-X-1"),
    whole("hit_points", "hit points", 1..=10_000, "hit points", "BRP-X-1").or_as("half of CON and SIZ"),
    whole("start_hit_points", "hit points", 1..=10_000, "hit points at the start, no more than `hit_points`; by default without `start_injuries`", "BRP-5.12-1").or_as("`hit_points`"),
    list("start_injuries", &INJURY, "untreated injuries at the start, in hit points each: First Aid can treat them", "BRP-5.14-4"),
    field("db", AnyOf(&[Throw, Word(&["none"])]), "damage bonus", "BRP-X-2").or_as("by STR and SIZ; none without"),
    whole("dodge", "percent", 0..=MOST_PERCENT, "Dodge rating, without armour", "BRP-5.7-1").or_as("twice DEX"),
    field("armour", AnyOf(&[Name("armour"), List(&Name("armour")), Table(ARMOUR)]), "one body armour and one helmet at most, or armour written out", "BRP-5.10-2").or_as("`none`"),
    whole("natural_ap", "points", 0..=MOST_POINTS, "armour points of its own skin", "BRP-5.10-1").or(0),
    whole("fixed_cover_ap", "points", 0..=MOST_POINTS, "armour points of a shield that stands fixed before it", "BRP-5.11-6").or(0),
    whole("brawl", "percent", 0..=MOST_PERCENT, "rating with bare hands", "BRP-X-3").or_as("the base of `brawl`"),
    whole("throw", "percent", 0..=MOST_PERCENT, "Throw rating", "BRP-X-3").or_rule("ratings.throw", 25),
    whole("first_aid", "percent", 0..=MOST_PERCENT, "First Aid rating", "BRP-5.14-2").or_rule("ratings.first_aid", 30),
    whole("shield_skill", "percent", 0..=MOST_PERCENT, "rating with all shields", "BRP-5.11-1").or_as("the shield's base"),
    list("carries", &Name("weapons or shields"), "weapons and shields, the first in hand", "BRP-5.6-8"),
    by_name("skills", "weapons, or specialties", &RATING, "ratings", "BRP-5.9-1").or_as("each weapon's base"),
    by_name("skill_factor", "weapons or shields", &FACTOR, "0.5 where a related skill is used at half", "BRP-5.5-3").or(1),
    by_name("parry_skill", "weapons", &RATING, "chance to parry with a missile weapon", "BRP-5.6-1"),
    by_name("ammo", "weapons", &number("pieces", 0..=60_000), "shots, charges or thrown pieces that it has", "BRP-5.9-9").or_as("as the weapon's `shots`"),
    list("unaware_of", &Name("combatants or sides"), "against whom it cannot defend itself", "BRP-5.6-3"),
    name("policy", "policies", "how it decides", "BRP-X-10").or_word("default"),
];

/// The keys of a row of the weapon table.
pub(super) const WEAPON: &[FieldSpec] = &[
    text("skill", "the skill that it is used with", "BRP-5.9-1"),
    text("specialty", "its specialty: one rating serves all weapons that share it", "BRP-5.9-1"),
    field("base_from", Word(&["throw"]), "takes the Throw rating instead of a `base`", "BRP-X-3"),
    whole("base", "percent", 0..=MOST_PERCENT, "rating of somebody who has none of their own", "BRP-X-3").or(0),
    throw("damage", "dice and flat number of a hit", "BRP-5.9-2").needed(),
    word("db", &["full", "half", "none"], "how much of the wielder's damage bonus is added", "BRP-5.9-3"),
    whole("hands", "hands", 1..=2, "hands that it takes", "BRP-5.9-4").or(1),
    whole("points", "points", 1..=MOST_POINTS, "points that it can lose to parries before it breaks", "BRP-5.6-7").or_as("none to lose"),
    field("length", Words(&words(&LENGTHS)), "of a melee weapon: its class among equal DEX ranks; of a list the first, unless the policy says another", "BRP-5.4-2"),
    scaled("range", (100, "metres"), 0..=10_000_000, "of a missile weapon: full chance; half up to twice as far, a quarter up to three times", "BRP-5.9-5"),
    word("velocity", &["low", "high"], "of a missile weapon: high can be neither parried nor dodged", "BRP-5.7-4"),
    truth("thrown", "of a missile weapon: whether it leaves the hand", "BRP-5.9-7"),
    whole("shots", "shots", 0..=60_000, "of a missile weapon: shots or charges at the start", "BRP-5.9-9").or_as("no limit; thrown: the pieces carried"),
    whole("reload", "rounds", 0..=100, "of a missile weapon: full rounds of reloading after each shot", "BRP-5.9-8").or(0),
    afflictions::of_weapon(SUFFERED),
    name("throws_as", "weapons", "of a melee weapon: the row that serves when it is thrown", "BRP-5.4-3"),
];

/// The clause to cite for lost hit points, including those lost to afflictions.
const SUFFERED: &str = "BRP-5.12-1";

/// The keys of a row of the table of afflictions, which are a house rule of this program.
pub(super) const AFFLICTION: &[FieldSpec] = &[
    afflictions::damage(SUFFERED),
    afflictions::rounds(SUFFERED),
    field("save", AnyOf(&[RATING, Word(&["con"])]), "at the end of a round a d100 at or below this ends it; `con`: 50 %, and 5 % more for each point of CON \
        over its `potency`", SUFFERED).or_as("no save"),
    whole("potency", "", 0..=1000, "what CON is set against by `save = \"con\"`; with 10, the roll is five times CON", SUFFERED).or(10),
    afflictions::on(SUFFERED),
];

/// The keys of a row of the shield table.
pub(super) const SHIELD: &[FieldSpec] = &[
    whole("base", "percent", 0..=MOST_PERCENT, "rating of somebody who has no `shield_skill`", "BRP-X-3").or(0),
    whole("points", "points", 1..=MOST_POINTS, "points that it can lose to parries", "BRP-5.6-7").needed(),
    throw("damage", "of a blow with the shield", "BRP-5.11-4").needed(),
    word("db", &["full", "half", "none"], "how much of the damage bonus is added to a blow", "BRP-5.9-3"),
    field("size", Word(&["target", "full", "large"]), "one may kneel behind a large one", "BRP-5.11-3"),
    whole("missile", "percent", 0..=MOST_PERCENT, "straight chance to stop a low-velocity missile", "BRP-5.11-2").or(0),
    whole("kneeling", "percent", 0..=MOST_PERCENT, "the same while kneeling behind a large one", "BRP-5.11-3").or_as("that of `missile`"),
];

/// The keys of a row of the armour table, or of an armour that a stat block writes out.
pub(super) const ARMOUR: &[FieldSpec] = &[
    whole("ap", "points", 0..=MOST_POINTS, "armour points against melee attacks", "BRP-5.10-1").needed(),
    whole("ap_missile", "points", 0..=MOST_POINTS, "armour points against missiles", "BRP-5.10-2").or_as("that of `ap`"),
    whole("physical", "percent", -MOST_PERCENT..=MOST_PERCENT, "points added to physical skills: Dodge and Throw", "BRP-5.10-4").or(0),
    whole("perception", "percent", -MOST_PERCENT..=MOST_PERCENT, "points added to perception skills, which no fight asks for", "BRP-5.10-4").or(0),
    word("slot", &["body", "helmet"], "where it is worn", "BRP-5.10-2"),
];
