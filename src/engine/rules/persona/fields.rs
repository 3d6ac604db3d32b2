//! The keys that a scenario of this book may have, one row each: keys of stat blocks, of the field and of
//! weapons.
//!
//! The modules in `reading` check rules that concern several keys of a table.

use super::rules::Rules;
use crate::frame::remedies;
use crate::frame::rules::RULES;
use crate::scenario::spec::{
    FieldKind::{self, AnyOf, List, Name, Table, Text, Truth, Word, Words},
    FieldSpec, by_name, field, list, name, number, table, text, throw, truth, whole, word,
};

/// Largest value of a percentage, such as a skill.
const MOST_PERCENT: i64 = 1000;
/// Largest distance of a place on the line from place 0, in units.
const FARTHEST: i64 = 30_000;

/// The kind of fields that hold a place on the line, in units from place 0.
pub(super) const PLACE: FieldKind = number("units", -FARTHEST..=FARTHEST);

/// Altitude bands, lowest first [PER-7-1].
pub(super) const BANDS: [&str; 3] = ["ground", "low", "high"];

/// Talents that actions require [PER-13.5-8].
#[rustfmt::skip]
pub(super) const TALENTS: [&str; 11] = [
    "swift-attack", "lightning-attack", "counter-attack", "disarm", "advanced-disarm", "takedown",
    "two-weapons-melee", "two-weapons-ranged", "ambidextrous", "blade-dancer", "gunslinger",
];

/// The tables that a scenario of this book may have: stat blocks, the field, weapons, remedies and the
/// numbers of the rules.
#[rustfmt::skip]
pub(super) const FIELDS: &[FieldSpec] = &[
    by_name("combatants", "", &Table(COMBATANT), "stat blocks", "PER-13.1-4"),
    table("field", FIELD, "the ground", "PER-13.7-1"),
    by_name("weapons", "", &Table(WEAPON), "weapons, of melee, thrown and ranged", "PER-13.5-1"),
    by_name("remedies", "", &Table(REMEDY), "powers and items that heal in the fight; the chapter has none", "PER-12.21-1"),
    table(RULES, Rules::ROWS, "the numbers of the rules", ""),
];

/// The keys that a row of a side's `fighters` may have in this book, in addition to the keys of all books.
#[rustfmt::skip]
pub(super) const FIGHTERS: &[FieldSpec] = &[
    field("at", AnyOf(&[PLACE, List(&PLACE)]), "where they start on the line: one place for all, or a list of one each", "PER-13.7-1").or(0),
];

/// The places in an objective of a side.
#[rustfmt::skip]
pub(super) const OBJECTIVES: &[FieldSpec] = &[
    field("at", PLACE, "for `hold`: the place of the battlefield where they have to stand at the end of this round", ""),
    field("reach", PLACE, "the side wins as soon as `who` stand at this place of the battlefield; on the line as far, or farther", ""),
];

/// The keys of the table `field`.
#[rustfmt::skip]
pub(super) const FIELD: &[FieldSpec] = &[
    table("range_mods", RANGE_MODS, "what each range bracket adds to BS attack tests", "PER-6-1"),
    throw("crash_low", "damage of a fall from Low", "PER-7-7").or_as("6d10"),
    throw("crash_high", "damage of a fall from High", "PER-7-7").or_as("20d10"),
    list("obstacle_at", &PLACE, "places with an obstacle on them", "PER-12.30-2"),
    list("ledge_at", &PLACE, "places from which one falls when forced onto them", "PER-12.30-2"),
    throw("ledge", "damage of a fall from a ledge", "PER-12.30-2").or_as("1d10"),
];

/// The keys of the table `field.range_mods`, nearest bracket first.
#[rustfmt::skip]
pub(super) const RANGE_MODS: &[FieldSpec] = &[
    whole("assault", "percent", -MOST_PERCENT..=MOST_PERCENT, "up to `rules.ranges.assault`, by default 10 units", "PER-6-1").or(0),
    whole("close", "percent", -MOST_PERCENT..=MOST_PERCENT, "up to `rules.ranges.close`, by default 30 units", "PER-6-1").or(0),
    whole("medium", "percent", -MOST_PERCENT..=MOST_PERCENT, "up to `rules.ranges.medium`, by default 60 units", "PER-6-1").or(0),
    whole("long", "percent", -MOST_PERCENT..=MOST_PERCENT, "up to `rules.ranges.long`, by default 100 units", "PER-6-1").or(0),
    whole("very_long", "percent", -MOST_PERCENT..=MOST_PERCENT, "up to `rules.ranges.very_long`, by default 150 units", "PER-6-1").or(0),
    whole("longshot", "percent", -MOST_PERCENT..=MOST_PERCENT, "beyond that", "PER-6-2").or(0),
];

/// Largest characteristic. The limit is lower than that of other percentages, because the bonus of WS is the
/// maximum number of hits of a Flurry.
const MOST_CHARACTERISTIC: i64 = 200;

const fn characteristic(key: &'static str, doc: &'static str) -> FieldSpec {
    whole(key, "percent", 0..=MOST_CHARACTERISTIC, doc, "PER-13.1-4")
}

const fn bonus(key: &'static str, of: &'static str) -> FieldSpec {
    whole(key, "", 0..=100, "its bonus", "PER-13.1-4").or_as(of)
}

const fn skill(
    key: &'static str,
    doc: &'static str,
    clause: &'static str,
    of: &'static str,
) -> FieldSpec {
    whole(key, "percent", 0..=MOST_PERCENT, doc, clause).or_as(of)
}

const fn armour(key: &'static str, doc: &'static str) -> FieldSpec {
    whole(key, "points", 0..=1000, doc, "PER-12.5-1").or_as("that of `ap`")
}

/// The keys of a stat block.
#[rustfmt::skip]
pub(super) const COMBATANT: &[FieldSpec] = &[
    characteristic("ws", "weapon skill: attacks in melee").needed(),
    characteristic("bs", "ballistic skill: shots").needed(),
    characteristic("s", "strength").needed(),
    characteristic("t", "toughness").needed(),
    characteristic("ag", "agility").needed(),
    characteristic("wp", "willpower").needed(),
    bonus("sb", "the tens of S; `rules.tests.bonus`"),
    bonus("tb", "the tens of T; `rules.tests.bonus`"),
    bonus("ab", "the tens of Ag; `rules.tests.bonus`"),
    whole("wounds", "wounds", 1..=10_000, "wounds; by default out at 0", "PER-4-19").needed(),
    whole("start_wounds", "wounds", 1..=10_000, "wounds at the start, no more than `wounds`", "PER-4-19").or_as("`wounds`"),
    whole("fate", "points", 0..=100, "Fate Points: with any, the largest face calls for Righteous Fury, without for a Critical Hit", "PER-4-17").or(0),
    whole("lethal_buffer", "wounds", 0..=10_000, "how far below 0 somebody with Fate Points stays in the fight, under `lethal = \"buffer\"`", "PER-4-20").or(0),
    whole("ap", "points", 0..=1000, "armour points", "PER-4-18").or(0),
    armour("ap_head", "armour points of the head"),
    armour("ap_body", "armour points of the body"),
    armour("ap_limbs", "armour points of the limbs"),
    skill("dodge", "Dodge", "PER-13.4-1", "Ag"),
    skill("parry", "Parry", "PER-13.4-2", "WS"),
    whole("deflect", "percent", 0..=MOST_PERCENT, "Deflect, by those who have an AT Field", "PER-13.4-3"),
    skill("acrobatics", "Acrobatics, to slip out of a grapple", "PER-12.25-1", "Ag"),
    skill("endurance", "Endurance, against physical ailments", "PER-8-1", "T"),
    skill("magic_resistance", "Magic Resistance, against mental ailments", "PER-8-1", "WP"),
    whole("half_move", "units", 1..=5000, "distance of a Half Move; by default a Full Move is twice, a Charge three and a Run six times as far", "PER-13.3-1").or_as("AB, at least 1; `rules.moves`"),
    whole("reactions", "Reactions", 0..=100, "Reactions from one turn of its own to the next", "PER-1-3").or_rule("turns.reactions", 1),
    whole("attack_mod", "percent", -MOST_PERCENT..=MOST_PERCENT, "added to all its attack tests: higher ground, fog", "PER-4-5").or(0),
    truth("braced", "whether its bursts are braced", "PER-13.5-3"),
    truth("immobile", "whether it can use no Movement actions", "PER-13.2-10"),
    field("free_hand", Truth, "whether it has a hand free to grapple", "PER-12.13-1").or_as("`false` with a two-handed weapon or two weapons"),
    truth("surprised", "whether it is surprised when the fight begins", "PER-2-2"),
    truth("prone", "whether it starts prone", "PER-2-1"),
    truth("cover", "whether it is in cover", "PER-12.6-2"),
    truth("flies", "whether it may be above Ground", "PER-7-1"),
    word("altitude", &BANDS, "the band in which it starts", "PER-7-1"),
    field("flight_ends", number("rounds", 1..=10_000), "the round at whose end its flight fails", "PER-7-7"),
    whole("extended_task", "turns", 0..=1000, "turns in a row that it spends on a task before it does anything else", "PER-3-4").or(0),
    list("weak_to", &Text, "types of damage that are Special Damage to it", "PER-11-4"),
    field("talents", Words(&TALENTS), "its talents", "PER-13.5-8"),
    list("carries", &Name("weapons"), "weapons, the first in hand", "PER-13.5-5"),
    list("stowed", &Name("weapons"), "those of them that take a Ready action first", "PER-13.5-5"),
    list("remedies", &Name("remedies"), "its remedies, best first; at most four", "PER-12.21-1"),
    name("policy", "policies", "how it decides", "PER-13.7-3").or_word("default"),
];

/// The effects that an ailment of a weapon can have [PER-8-1].
pub(super) const EFFECTS: [&str; 6] = [
    "fatigue",
    "stunned",
    "prone",
    "pinned",
    "immobilised",
    "unconscious",
];

/// The keys of a weapon's table `ailment`.
#[rustfmt::skip]
pub(super) const AILMENT: &[FieldSpec] = &[
    word("resist", &["physical", "mental"], "what it is resisted with: Endurance or Magic Resistance", "PER-8-1"),
    field("effect", Word(&EFFECTS), "the condition of those who do not resist", "PER-8-1").needed(),
    whole("turns", "turns", 1..=100, "turns that `stunned` lasts", "PER-8-1").or(1),
];

/// The conditions that a remedy can end.
pub(super) const CURES: [&str; 4] = ["prone", "stunned", "pinned", "immobilised"];

/// The characteristics, by their keys in a scenario.
pub(super) const CHARACTERISTICS: [&str; 6] = ["ws", "bs", "s", "t", "ag", "wp"];

/// The keys of a remedy: a power or an item that heals.
#[rustfmt::skip]
pub(super) const REMEDY: &[FieldSpec] = &[
    throw("wounds", "wounds that it gives back, up to those at the start", "PER-12.21-1").or_as("none"),
    throw("fatigue", "levels of fatigue that it takes off", "PER-13.2-1").or_as("none"),
    field("ends", Words(&CURES), "conditions that it ends", "PER-12.21-1").or_as("none"),
    remedies::on("PER-12.21-1"),
    word("action", &["half", "full"], "the action that its use takes", "PER-12.21-1"),
    truth("power", "whether it is a power, whose use is of the subtype Concentration", "PER-12.22-1"),
    whole("range", "units", 0..=FARTHEST, "how far it reaches", "PER-12.21-1").or_rule("moves.adjacent", 1),
    remedies::uses("PER-12.21-1"),
    field("test", Word(&CHARACTERISTICS), "the characteristic that its use tests; a failed test is a use", "PER-12.22-1").or_as("no test"),
    whole("modifier", "percent", -MOST_PERCENT..=MOST_PERCENT, "added to the test", "PER-12.22-1").or(0),
];

/// The weapon classes that some actions require.
#[rustfmt::skip]
pub(super) const CLASSES: [&str; 7] = ["other", "natural", "light", "shadow", "compact", "pistol", "carbine"];

/// The keys of a weapon.
#[rustfmt::skip]
pub(super) const WEAPON: &[FieldSpec] = &[
    word("kind", &["melee", "thrown", "ranged"], "whether it strikes, is thrown or shoots", "PER-13.5-1"),
    throw("damage", "dice and flat number of a hit", "PER-4-11").needed(),
    whole("pen", "points", 0..=1000, "Penetration: armour points that it ignores", "PER-4-18").or(0),
    field("adds_sb", Truth, "whether SB is added to its damage", "PER-4-11").or_as("`true` unless ranged"),
    text("type", "the type of its damage", "PER-11-4"),
    whole("hands", "hands", 1..=2, "hands that it takes", "PER-13.5-1").or(1),
    word("class", &CLASSES, "what kind of weapon it is, for actions that ask", "PER-13.5-1"),
    whole("range", "units", 1..=FARTHEST / 2, "of a thrown or ranged weapon: by default it reaches twice as far", "PER-4-3"),
    whole("reach", "units", 1..=100, "of a melee weapon: how far it strikes", "PER-4-2").or_rule("moves.adjacent", 1),
    whole("semi", "hits", 0..=20, "of a ranged weapon: most hits of a semi-automatic burst", "PER-12.3-1").or_as("no such burst"),
    whole("full", "hits", 0..=20, "of a ranged weapon: most hits of a fully automatic burst", "PER-12.4-1").or_as("no such burst"),
    whole("jam_from", "", 2..=101, "of a ranged weapon: attack rolls of its bursts that jam it; 101: none", "PER-12.3-3").or_rule("shooting.jam_from", 94),
    whole("clip", "rounds", 1..=200, "of a ranged weapon: rounds in the magazine", "PER-13.5-2").or_as("no limit"),
    word("reload", &["full", "half"], "of a weapon with a clip: the action that reloads it", "PER-13.5-2"),
    whole("fury_from", "", 1..=1000, "faces of its dice from which Righteous Fury is tested for", "PER-4-16").or_as("the largest"),
    field("test", Word(&CHARACTERISTICS), "the characteristic of its attack and confirm tests", "PER-4-7").or_as("`bs` for ranged, `ws` for others"),
    whole("parry_mod", "percent", -MOST_PERCENT..=MOST_PERCENT, "added to parries with it", "PER-13.4-2").or(0),
    truth("balanced", "whether a Blade Dancer uses two of them freely", "PER-12.31-3"),
    truth("primitive", "whether it has the quality Primitive", "PER-13.5-7"),
    truth("reaches_high", "whether it can be used between High and lower bands", "PER-7-5"),
    table("ailment", AILMENT, "what a hit that does damage may bring with it", "PER-8-1"),
];
