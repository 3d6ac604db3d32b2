//! The keys that a scenario of this book may have in stat blocks, the field, weapons, combos, poisons and
//! other tables.
//!
//! This file checks single keys. The checks of several keys of a table are in `reading`, next to the code
//! that reads the table.

use super::rules::Rules;
use crate::frame::remedies;
use crate::frame::rules::RULES;
use crate::scenario::spec::{
    FieldKind,
    FieldKind::{AnyOf, False, List, Name, Table, Text, Truth, Word, Words},
    FieldSpec, by_name, field, list, name, number, scaled, table, text, throw, truth, whole, word,
};

/// Largest skill bonus or attribute that a scenario may set.
const MOST: i64 = 20;
/// Largest modifier that a scenario may give to a roll or to a Target score, up or down.
const LARGE: i64 = 20;
/// The smallest scale of a creature. The constant after it is the largest.
pub(super) const SMALLEST: i32 = -2;
pub(super) const LARGEST: i32 = 10;
/// All scales that a creature may have.
const SCALE: std::ops::RangeInclusive<i64> = -2..=10;

const COORDINATE: FieldKind = number("", 0..=63);
const PLACE: FieldKind = List(&COORDINATE);

/// The steps of cover, from the least to the most.
pub(super) const COVERS: [&str; 5] = ["none", "light", "medium", "heavy", "total"];
/// The degrees of light, from the brightest to the darkest.
pub(super) const LIGHTS: [&str; 3] = ["clear", "hazy", "dark"];
/// The eight directions of the grid, clockwise from north.
pub(super) const DIRECTIONS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
/// Types of damage.
pub(super) const TYPES: [&str; 8] = ["bludgeoning", "piercing", "slashing", "electric", "heat", "cold", "sonic", "chemical"];
/// Conditions that a fighter may have when the fight starts.
pub(super) const STARTS: [&str; 12] = [
    "held", "disabled", "asleep", "unconscious", "paralysed", "blinded", "dying", "broken", "confused", "panicked", "frenzied", "staggered",
];
/// The surface on which a fighter falls unless the scenario names another. It is the name of a row of the
/// table `surfaces` [SAM-16-2].
pub(super) const SURFACE: &str = "hard";
/// The kind of item that a weapon is unless the scenario names another. It is the name of a row of the table
/// `items` [SAM-13-2].
pub(super) const ITEM: &str = "metal";
/// The value of the key `device` for a fighter that is not an electronic device [SAM-20-3].
pub(super) const NO_DEVICE: &str = "no";
/// The scales of creatures, which are the names of the rows of the table `scales` [SAM-4-1].
pub(super) const SCALES: [&str; 13] = ["-2", "-1", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
/// The scales of areas, which are the names of the rows of the table `areas` [SAM-9-9].
pub(super) const AREAS: [&str; 6] = ["-1", "0", "1", "2", "3", "4"];
/// The body parts, which are the names of the rows of the table `locations` [SAM-12-1].
pub(super) const LOCATIONS: [&str; 7] = ["leg", "arm", "hand", "head", "vitals", "torso", "wings"];
/// The names of the rows of the table `confusion`. The faces of its die are assigned to them in this order
/// [SAM-19-6].
pub(super) const CONFUSION: [&str; 18] = [
    "longer", "towards", "disliked", "nearest", "panic", "again", "throw", "pester", "drop", "nothing", "stray", "dash", "phantoms", "prone",
    "sit", "control", "control-rounds", "control-minute",
];
/// Severities of radiation, from the least to the greatest [SAM-22-2].
pub(super) const SEVERITIES: [&str; 5] = ["minor", "light", "moderate", "heavy", "extreme"];
/// Symptoms of poisons [SAM-21-7].
pub(super) const SYMPTOMS: [&str; 9] = [
    "wound", "morale", "mobility", "staggered", "staggered-then-paralysed", "unconscious", "blinded-and-staggered", "random", "none",
];

/// Effects of ailments, which an attack can have in addition to its damage.
pub(super) const EFFECTS: [&str; 12] = [
    "prone", "held", "stunned", "staggered", "disabled", "blinded", "flat-footed", "mobility", "asleep", "paralysed", "unconscious", "disarmed",
];

/// Conditions that remedies can end.
pub(super) const CURES: [&str; 14] = [
    "prone", "held", "stunned", "staggered", "disabled", "blinded", "flat-footed", "mobility", "confused", "panicked", "frenzied", "asleep",
    "poison", "dying",
];

/// Skills whose bonuses can be computed from a fighter's level.
pub(super) const SKILLS: [&str; 8] = ["weapon", "ranged", "magic", "shield", "reflex", "medicine", "perception", "stealth"];

/// The keys of stat blocks, of the field, and of the book's tables.
pub(super) const FIELDS: &[FieldSpec] = &[
    by_name("combatants", "", &Table(COMBATANT), "stat blocks", "SAM-0-5"),
    table("field", FIELD, "the ground", "SAM-0-6"),
    by_name("weapons", "", &Table(WEAPON), "weapons, shields, spells, and what daunts", "SAM-0-5"),
    by_name("combos", "", &Table(COMBO), "several attacks at once", "SAM-10-5"),
    by_name("components", "", &Table(READY), "components that combos can name; the chapter defines none of them", "SAM-10-8"),
    by_name("remedies", "", &Table(REMEDY), "spells, salves and other means that heal in the fight; the chapter has none", "SAM-18-11"),
    by_name("poisons", "", &Table(POISON), "poisons and diseases", "SAM-21-7"),
    by_name("techniques", "", &Table(TECHNIQUE), "modifiers of techniques, for weapons and components of combos", "SAM-5-5"),
    by_name("scales", "scales from -2 to 10", &Table(SCALE_ROW), "base Toughness, attack modifier and Target score by scale", "SAM-4-1"),
    by_name("areas", "scales from -1 to 4", &Table(AREA), "cells of areas by scale", "SAM-9-9"),
    by_name("scatter", "directions", &Table(SCATTER), "the scatter die", "SAM-9-4"),
    by_name("locations", "parts of the body", &Table(LOCATION), "called shots", "SAM-12-1"),
    by_name("items", "", &Table(ITEM_ROW), "what weapons are made of, for attacks on them", "SAM-13-2"),
    by_name("surfaces", "", &Table(SURFACE_ROW), "surfaces to fall on", "SAM-16-2"),
    by_name("devices", "", &Table(DEVICE), "electronic devices", "SAM-20-3"),
    by_name("confusion", "entries", &Table(CONFUSED), "what the confused do", "SAM-19-6"),
    by_name("loads", "sums of endurance and strength", &Table(LOAD), "steps of encumbrance", "SAM-22-1"),
    table(RULES, Rules::ROWS, "the numbers of the rules", ""),
];

/// The keys of an entry of `fighters`, in addition to its name and count.
pub(super) const FIGHTERS: &[FieldSpec] = &[
    field("at", AnyOf(&[Text, PLACE, List(&PLACE)]), "where they start: a letter of the map, a column and a row, or a list of such pairs", "SAM-0-7"),
    field("riding", AnyOf(&[Name("combatants"), False]), "the mounts of their side that they ride, or `false`", "SAM-14-2"),
];

/// The places in an objective of a side.
#[rustfmt::skip]
pub(super) const OBJECTIVES: &[FieldSpec] = &[
    field("at", PLACE, "for `hold`: the place of the battlefield where they have to stand at the end of this round", ""),
    field("reach", PLACE, "the side wins as soon as `who` stand at this place of the battlefield: a column and a row", ""),
];

pub(super) const FIELD: &[FieldSpec] = &[
    text("map", "the ground as a drawing, a character for each cell of 1 m; its last line is row 0", "SAM-0-6"),
    by_name("legend", "", &Table(LEGEND), "what characters of the map stand for, beside `.` open, `#` wall, `,` difficult and `;` extreme", "SAM-0-6"),
    list("size", &number("cells", 1..=64), "columns and rows", "SAM-0-6").or_as("those of the map, else 64 each, and no edge to flee over"),
    word("light", &LIGHTS, "the lighting", "SAM-11-9"),
    whole("flee_distance", "metres", 1..=60, "how far from every enemy the panicked have fled", "SAM-15-4").or(30),
    list("radiation", &Table(RADIATION), "radioactive objects", "SAM-22-2"),
    list("collisions", &Table(COLLISION), "collisions that happen; at most four", "SAM-16-4"),
];

/// The keys of `field.legend`, which give a character of the map its meaning.
pub(super) const LEGEND: &[FieldSpec] = &[
    truth("wall", "nobody may stand there or see through it", "SAM-3-5"),
    word("ground", &["plain", "difficult", "extreme"], "what steps onto it cost: once, twice or three times as much", "SAM-3-2"),
    word("cover", &COVERS, "cover of those who stand there", "SAM-11-5"),
    field("cover_from", Words(&DIRECTIONS), "directions from which it covers", "SAM-11-5").or_as("all"),
    word("light", &LIGHTS, "the lighting there, if it is worse than that of the field", "SAM-11-9"),
];

/// The keys of an entry of `field.radiation`, which is a cell with radiation.
pub(super) const RADIATION: &[FieldSpec] = &[
    list("at", &COORDINATE, "its column and row", "SAM-22-2").needed(),
    whole("scale", "", SCALE, "its scale", "SAM-22-2").or(0),
    word("severity", &SEVERITIES, "how severe it is", "SAM-22-2"),
];

pub(super) const COLLISION: &[FieldSpec] = &[
    whole("round", "", 1..=10_000, "at the start of which round", "SAM-16-4").or(1),
    list("who", &Text, "combatants or sides that are in it", "SAM-16-4").needed(),
    whole("scale", "", SCALE, "the scale of the object that hits them", "SAM-16-4").or_as("no object"),
    whole("speed", "metres per second", 0..=300, "the speed of the fastest", "SAM-16-4").or(0),
    truth("crushed", "whether they are crushed against something hard", "SAM-16-4"),
];

const fn attribute(key: &'static str, doc: &'static str) -> FieldSpec {
    whole(key, "", -MOST..=MOST, doc, "SAM-0-5")
}

pub(super) const COMBATANT: &[FieldSpec] = &[
    whole("scale", "", SCALE, "its size: a square of 2 to the power of it metres; more than 6 only in fights without places", "SAM-4-1").or(0),
    attribute("strength", "strength, added to melee damage").or(3),
    attribute("endurance", "endurance, part of its Toughness").or(3),
    attribute("dexterity", "dexterity, part of its initiative").or(3),
    attribute("spirit", "spirit, part of its Will").or(3),
    attribute("reflex", "reflex bonus").or(0),
    whole("level", "", 1..=100, "its level: most ranks of a skill, and so one component more in a combo at most", "SAM-23-1"),
    field("fast", Words(&SKILLS), "skills of the rate Fast with all ranks that its level allows: each gives the bonuses of that skill that the stat block does not say", "SAM-23-1").or_as("none"),
    field("staggered", Words(&SKILLS), "skills of the rate Staggered with all ranks that its level allows", "SAM-23-1").or_as("none"),
    attribute("melee", "weapon attack bonus").or(0),
    attribute("ranged", "ranged attack bonus").or(0),
    attribute("magic", "magic attack bonus").or(0),
    attribute("block", "bonus to block, with a shield held").or_as("cannot block"),
    attribute("dodge", "bonus to dodge").or_as("cannot dodge"),
    attribute("parry", "bonus to parry, with a melee weapon held").or_as("cannot parry"),
    truth("parries_unarmed", "whether it can parry with nothing held", "SAM-5-8"),
    whole("armour", "", -MOST..=60, "Defence of its armour", "SAM-18-3").or(0),
    whole("natural", "", -MOST..=60, "Defence of its hide", "SAM-18-3").or(0),
    whole("unarmoured", "", -MOST..=60, "Defence of its skill without armour", "SAM-18-3").or(0),
    whole("durability", "", -MOST..=60, "Defence of an object", "SAM-18-2").or(0),
    truth("object", "a thing: it does not act, has the endurance of objects, 3 by default, and is destroyed instead of dying", "SAM-18-2"),
    field("device", AnyOf(&[Name("devices"), Word(&[NO_DEVICE])]), "whether it is electronic, and how complicated", "SAM-20-3").or_word(NO_DEVICE),
    attribute("fortitude", "fortitude bonus").or_as("its endurance"),
    attribute("perception", "perception bonus").or(0),
    attribute("stealth", "stealth bonus").or(0),
    attribute("will_misc", "what else is added to its Will").or(0),
    attribute("medicine", "bonus to stabilise the dying").or_as("cannot"),
    scaled("speed", (2, "squares per second"), 0..=60, "its speed", "SAM-3-1").or(3),
    truth("impractical_shoes", "whether it cannot run for its shoes or its balance", "SAM-3-4"),
    whole("natural_reach", "squares", 0..=10, "its reach with bare hands, and what is added to that of its weapons: 0 is Close", "SAM-6-3").or(0),
    throw("unarmed", "dice of its bare hands, to which strength is added", "SAM-6-3").or_as("cannot attack unarmed"),
    truth("evasion", "whether a dodge negates area attacks", "SAM-9-7"),
    whole("tuck_and_roll", "", 0..=60, "taken off the damage of its falls", "SAM-16-3").or(0),
    whole("arms", "", 0..=8, "its arms", "SAM-12-3").or(2),
    whole("legs", "", 0..=8, "its legs", "SAM-12-3").or(2),
    truth("wings", "whether it has wings that can be aimed at", "SAM-12-1"),
    whole("flies_at", "metres", 0..=60, "how high it flies: so far it falls when it can fly no more", "SAM-12-4").or(0),
    list("carries", &Name("weapons"), "weapons and shields, best first; at most four", "SAM-0-7"),
    list("sheathed", &Name("weapons"), "which of them are sheathed at the start", "SAM-2-6").or_as("those for which it has no hand"),
    list("packed", &Name("weapons"), "which of them are in a pack or pocket", "SAM-2-6"),
    list("combos", &Name("combos"), "its combos, best first; at most four", "SAM-10-5"),
    list("remedies", &Name("remedies"), "its remedies, best first; at most four", "SAM-18-11"),
    whole("combo_rating", "", 0..=MOST, "the largest rating of its combos", "SAM-10-5").or_as("no limit"),
    whole("combo_ranks", "", 0..=MOST, "ranks: one component more than that", "SAM-10-5").or_as("its `level`, or no limit"),
    whole("mobility", "penalties", 0..=10, "mobility penalties of its armour", "SAM-19-1").or(0),
    scaled("load", (10, "kg"), 0..=100_000, "mass that it carries", "SAM-22-1").or(0),
    scaled("wheeled", (10, "kg"), 0..=100_000, "mass that it draws on wheels, of which a quarter counts by default", "SAM-22-1").or(0),
    truth("lowlight", "whether it sees in hazy light as in clear", "SAM-11-9"),
    word("cover", &COVERS, "cover that it stays behind", "SAM-11-5"),
    field("cover_from", Words(&DIRECTIONS), "directions from which it is covered", "SAM-11-5").or_as("all"),
    whole("cover_scale", "", SCALE, "the scale of its cover", "SAM-11-8").or(0),
    whole("cover_durability", "", 0..=60, "the Durability of its cover", "SAM-11-8").or(0),
    truth("concealed", "whether it is concealed", "SAM-11-9"),
    truth("invisible", "whether it is invisible", "SAM-11-10"),
    truth("hidden", "whether it hides at the start, in cover or concealment", "SAM-11-11"),
    list("surprised_by", &Text, "combatants and sides that surprise it", "SAM-11-15"),
    whole("arrives", "", 1..=10_000, "the round in which it comes", "SAM-1-3").or(1),
    whole("wakes", "", 1..=10_000, "the round in which it wakes", "SAM-19-11").or_as("when it is attacked"),
    field("starts", Words(&STARTS), "conditions at the start", "SAM-0-5"),
    word("posture", &["standing", "crouched", "prone"], "its posture at the start", "SAM-3-7"),
    whole("wounds", "", 0..=60, "wounds at the start", "SAM-18-1").or(0),
    whole("morale_penalties", "", 0..=60, "morale penalties at the start", "SAM-15-1").or(0),
    whole("stunned", "seconds", 0..=200, "seconds that it is stunned from the start", "SAM-19-2").or(0),
    list("afflicted", &Name("poisons"), "what it suffers from at the start; at most two", "SAM-21-1"),
    attribute("possession", "bonus to possess others").or_as("cannot"),
    whole("possession_range", "metres", 1..=60, "how far it can possess", "SAM-17-1").or(10),
    truth("willing", "whether it lets allies possess it", "SAM-17-7"),
    table("falls", FALL, "a fall that the fighter takes during the fight", "SAM-16-1"),
    name("policy", "policies", "how it decides", "SAM-0-14").or_word("default"),
];

/// The keys of the table `falls` of a stat block, which schedules a fall of the fighter.
pub(super) const FALL: &[FieldSpec] = &[
    whole("round", "", 1..=10_000, "at the start of which round", "SAM-16-1").or(1),
    whole("metres", "metres", 0..=1000, "how far", "SAM-16-1").needed(),
    name("surface", "surfaces", "what it falls on", "SAM-16-2").or_word(SURFACE),
    truth("ledge", "whether there is a ledge to catch", "SAM-16-3"),
];

pub(super) const WEAPON: &[FieldSpec] = &[
    word("kind", &["melee", "ranged", "morale", "shield"], "whether it strikes, shoots, daunts or blocks", "SAM-0-5"),
    field("skill", Word(&["melee", "ranged", "magic"]), "the attack bonus that it uses", "SAM-8-1").or_as("that of its kind"),
    throw("damage", "its dice and its own bonus; needed but for shields", "SAM-5-3"),
    field("adds_strength", Truth, "whether strength is added to its damage", "SAM-0-5").or_as("`true` for melee weapons"),
    whole("reach", "squares", 0..=10, "of a melee weapon: 0 Close, 1 Standard, 2 Long, or more", "SAM-6-1").or(1),
    whole("range", "metres", 1..=1000, "of a ranged weapon: its range increment; of what daunts: how far", "SAM-7-2").or_as("10 of what daunts"),
    whole("max_doublings", "", 0..=10, "doublings of the increment that it reaches", "SAM-7-3").or_rule("attack.max_doublings", 4),
    whole("hands", "hands", 0..=2, "hands that it takes: 0 of a bite", "SAM-12-3").or(1),
    field("held", Truth, "whether it is a thing that can be attacked and dropped: `false` for claws", "SAM-13-1").or_as("`true` for what takes a hand, but for spells and what daunts"),
    whole("seconds", "seconds", 1..=60, "what an attack with it takes", "SAM-5-5").or_as("that of its kind in `rules.time`, 4"),
    whole("delay", "seconds", 0..=100, "until its effect", "SAM-2-4").or(0),
    whole("attack_mod", "", -MOST..=MOST, "added to its attack rolls: the X of X/Y", "SAM-5-4").or(0),
    whole("dc_mod", "", -MOST..=MOST, "added to what defences need: the Y of X/Y", "SAM-5-4").or(0),
    whole("shots", "shots", 1..=200, "attacks before it must be reloaded", "SAM-7-6").or_as("no limit"),
    whole("ammunition", "shots", 1..=200, "attacks in the whole fight", "SAM-7-6").or_as("no limit"),
    whole("reload", "seconds", 1..=60, "what it takes to reload, the loader's scale aside", "SAM-7-7").or_rule("time.reload", 4),
    whole("scale", "", SCALE, "its scale", "SAM-7-7").or_as("that of its owner"),
    truth("light", "whether the Disabled can use it", "SAM-19-8"),
    field("parries", Truth, "whether it can parry", "SAM-5-8").or_as("`true` for melee weapons"),
    word("area", &["none", "sphere", "line", "cone"], "the shape of its area", "SAM-9-8"),
    whole("area_scale", "", -1..=4, "the scale of its area", "SAM-9-8").or(0),
    whole("lasts", "rounds", 0..=100, "rounds that its area stays, for what is inhaled there", "SAM-21-3").or(0),
    word("type", &TYPES, "the type of its damage", "SAM-20-1"),
    truth("light_material", "of a bludgeoning weapon: one die size less", "SAM-20-2"),
    truth("nonlethal", "whether it knocks out instead of killing", "SAM-20-4"),
    truth("emp", "whether it affects electronic devices, and nothing else", "SAM-20-3"),
    truth("firearm", "whether it may jam when it is wounded", "SAM-13-5"),
    name("item", "items", "what it is made of, for attacks on it", "SAM-13-2").or_word(ITEM),
    name("technique", "techniques", "a technique with which every attack with it is made", "SAM-5-5"),
    name("poison", "poisons", "what is on it", "SAM-21-2"),
    whole("doses", "", 0..=100, "doses on it; 0: no limit", "SAM-21-2").or(1),
    word("morale", &["fear", "insanity", "rage", "untyped"], "of what daunts: the type of its morale damage", "SAM-15-3"),
    truth("everybody", "of what daunts: whether it is aimed at all enemies in range", "SAM-15-3"),
    truth("rolled", "of what daunts: whether it is a magic attack with a defence", "SAM-15-3"),
    table("ailment", AILMENT, "what an attack with it that lands may bring", "SAM-6-4"),
];

/// The keys of the table `ailment` of a weapon or of a component of a combo.
pub(super) const AILMENT: &[FieldSpec] = &[
    word("resist", &["fortitude", "none"], "the check of the target against it", "SAM-12-2"),
    field("effect", Word(&EFFECTS), "the effect on those who do not resist", "SAM-6-4").needed(),
    whole("dc", "", 1..=40, "what the fortitude check needs", "SAM-12-2").or_as("the damage dealt"),
    throw("seconds", "seconds that `stunned` lasts", "SAM-19-2").or_as("`rules.conditions.staggered_seconds`, 1d6"),
    throw("rounds", "own turns that `held`, `staggered`, `disabled`, `blinded` and `flat-footed` last", "SAM-0-12").or_as("`rules.conditions.staggered_rounds`, 1d6, for `staggered`; `rules.conditions.waking`, 1, for `flat-footed`; the whole fight for the others"),
    whole("escape", "", 1..=40, "of `held`: what the fortitude check of `break-free` needs", "SAM-6-4").or_as("no escape"),
];

pub(super) const COMBO: &[FieldSpec] = &[
    list("components", &Table(COMPONENT), "what it consists of; at most six attacks", "SAM-10-6").needed(),
    whole("seconds", "seconds", 1..=60, "what it takes", "SAM-10-1").or_rule("time.combo", 4),
];

pub(super) const COMPONENT: &[FieldSpec] = &[
    word("kind", &["attack", "charge"], "an attack, or a charge before the combo", "SAM-10-6"),
    name("weapon", "weapons", "the weapon of an attack", "SAM-10-6").or_as("the first in hand that reaches"),
    whole("attack_mod", "", -MOST..=MOST, "added to its attack roll: the X of X/Y", "SAM-5-5").or(0),
    whole("dc_mod", "", -MOST..=MOST, "added to what defences need: the Y of X/Y", "SAM-5-5").or(0),
    whole("damage", "", -MOST..=MOST, "added to its damage", "SAM-5-5").or(0),
    name("technique", "techniques", "a technique with which the attack is made", "SAM-5-5"),
    whole("rating", "", -MOST..=MOST, "its rating", "SAM-10-5").or_as("that of `component`; else 1 for an attack, -1 for a charge"),
    HARMLESS,
    table("ailment", AILMENT, "what the attack may bring if it lands", "SAM-6-4").or_as("that of `component`, else that of its weapon"),
    name("component", "components", "a ready component: its modifiers are added to the other keys", "SAM-10-8"),
];

const HARMLESS: FieldSpec = truth("harmless", "whether the attack deals no damage", "SAM-10-8");

/// The keys of a predefined component of combos.
pub(super) const READY: &[FieldSpec] = &[
    whole("attack_mod", "", -MOST..=MOST, "added to the attack roll: the X of X/Y", "SAM-5-5").or(0),
    whole("dc_mod", "", -MOST..=MOST, "added to what defences need: the Y of X/Y", "SAM-5-5").or(0),
    whole("damage", "", -MOST..=MOST, "added to the damage", "SAM-5-5").or(0),
    whole("rating", "", -MOST..=MOST, "its rating", "SAM-10-5").or(1),
    HARMLESS,
    table("ailment", AILMENT, "what the attack may bring if it lands", "SAM-6-4"),
];

/// The keys of a remedy: a spell, a salve or another means of healing.
pub(super) const REMEDY: &[FieldSpec] = &[
    throw("wounds", "wounds that it gives back", "SAM-18-11").or_as("none"),
    throw("morale", "morale penalties that it takes off", "SAM-15-10").or_as("none"),
    field("ends", Words(&CURES), "conditions that it ends", "SAM-18-11").or_as("none"),
    remedies::on("SAM-18-11"),
    whole("seconds", "seconds", 1..=60, "what its use takes", "SAM-18-11").or_rule("time.remedy", 4),
    whole("range", "metres", 0..=1000, "how far it reaches, past no wall", "SAM-18-11").or_as("allies in the same cell or one that touches"),
    remedies::uses("SAM-18-11"),
    word("skill", &["none", "medicine", "magic"], "the skill that it needs; with `magic` it is a spell, which the frenzied cannot cast", "SAM-18-11"),
    whole("dc", "", 1..=40, "what a check of its skill needs; a failed check is a use", "SAM-18-11").or_as("no check"),
];

pub(super) const POISON: &[FieldSpec] = &[
    word("by", &["injury", "inhaled", "exposure", "other"], "how it is caught", "SAM-21-2"),
    whole("dc", "", 1..=40, "what fortitude checks need", "SAM-21-1").needed(),
    word("every", &["round", "second", "longer"], "how often it is checked", "SAM-21-1"),
    word("symptom", &SYMPTOMS, "what a failed check brings", "SAM-21-7"),
    truth("airborne", "whether those near may catch it, by default within 3 m", "SAM-21-4"),
    name("rises", "combatants", "the stat block as which those who die of whatever cause while they suffer from it rise, by default after 1d4 own turns", "SAM-21-8"),
];

/// The keys of a technique, a named set of modifiers of attacks.
pub(super) const TECHNIQUE: &[FieldSpec] = &[
    whole("attack_mod", "", -LARGE..=LARGE, "added to attack rolls: the X of X/Y", "SAM-5-4").or(0),
    whole("dc_mod", "", -LARGE..=LARGE, "added to what defences need: the Y of X/Y", "SAM-5-4").or(0),
];

/// The keys of a row of `scales`, a scale of creatures.
pub(super) const SCALE_ROW: &[FieldSpec] = &[
    whole("toughness", "", -60..=200, "base Toughness", "SAM-4-1").needed(),
    whole("attack", "", -LARGE..=LARGE, "added to attack rolls", "SAM-4-1").needed(),
    whole("target", "", -LARGE..=LARGE, "Target score", "SAM-4-1").needed(),
];

/// The keys of a row of `areas`, a scale of areas.
pub(super) const AREA: &[FieldSpec] = &[
    whole("sphere", "cells", 1..=64, "width of a sphere", "SAM-9-9").needed(),
    whole("cone", "cells", 1..=64, "length of a cone, and its width at the end", "SAM-9-11").needed(),
    whole("line_length", "cells", 1..=64, "length of a line; a diagonal one has two thirds of it", "SAM-9-10").needed(),
    whole("line_width", "cells", 1..=64, "width of a line; only lines of one cell can be diagonal", "SAM-9-10").needed(),
];

/// The keys of a row of `scatter`, one direction that the scatter die can show.
pub(super) const SCATTER: &[FieldSpec] = &[
    whole("faces", "faces", 0..=100, "faces of the scatter die that show this direction", "SAM-9-4").needed(),
];

/// The keys of a row of `locations`, a body part for called shots.
pub(super) const LOCATION: &[FieldSpec] = &[
    whole("target", "", -LARGE..=LARGE, "added to the Target score", "SAM-12-1").needed(),
    whole("toughness", "", -60..=60, "added to both Toughnesses", "SAM-12-1").needed(),
    truth("wounds", "whether damage over the Minimum Toughness is a wound", "SAM-12-1"),
    truth("kills", "whether damage over the Toughness leaves the target dying, and not only wounded", "SAM-12-1"),
    whole("slows", "squares per second", 0..=10, "speed that damage over the Minimum Toughness costs; of wings in flight", "SAM-12-1").or(0),
    whole("slows_over", "squares per second", 0..=10, "speed that damage over the Toughness costs", "SAM-12-1").or(0),
];

/// The keys of a row of `items`, a kind of item such as metal weapons.
pub(super) const ITEM_ROW: &[FieldSpec] = &[
    whole("target", "", -LARGE..=LARGE, "Target score at scale 0", "SAM-13-2").needed(),
    whole("toughness", "", -60..=200, "Toughness at scale 0", "SAM-13-2").or_as("the option `hafted_toughness`"),
];

/// The keys of a row of `surfaces`, a surface to fall on.
pub(super) const SURFACE_ROW: &[FieldSpec] = &[
    whole("damage", "", -1000..=1000, "added to the damage of a fall", "SAM-16-2").needed(),
];

/// The keys of a row of `devices`, a class of electronic devices.
pub(super) const DEVICE: &[FieldSpec] = &[
    whole("toughness", "", 0..=200, "EMP Toughness", "SAM-20-3").needed(),
];

/// The keys of a row of `confusion`, one behaviour that confusion can cause.
pub(super) const CONFUSED: &[FieldSpec] = &[
    whole("faces", "faces", 0..=100, "faces of the die for this entry", "SAM-19-6").needed(),
];

/// The keys of a row of `loads`, a step of encumbrance by carried mass.
pub(super) const LOAD: &[FieldSpec] = &[
    scaled("step", (10, "kg"), 0..=1_000_000, "a step of mass; with 0 every load is too much", "SAM-22-1").needed(),
];
