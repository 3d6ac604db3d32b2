//! The keys that a scenario of this book may have, one row each: keys of stat blocks, of the battlefield and
//! of the book's tables.
//!
//! The modules in `reading` check rules that concern several keys of a table, such as keys that exclude each
//! other.

use super::rules::Rules;
use super::words::{TRAITS, WOUNDS};
use crate::frame::afflictions::{self, AFFLICTIONS};
use crate::frame::remedies;
use crate::frame::rules::RULES;
use crate::scenario::spec::{
    FieldKind::{self, AnyOf, List, Name, Table, Text, Word, Words},
    FieldSpec, TEXTS, by_name, field, limit, list, name, number, table, throw, truth, whole, word,
    words,
};

pub(super) const MOST_ZONES: usize = 32;
/// The teams of a chariot, by their names in a stat block.
pub(super) const TEAMS: &[&str] = &["two-horse", "four-horse"];
/// Maximum number of dice of a skill.
const MOST_SKILL: i64 = 16;
/// Maximum range of missiles, in zones.
const MOST_RANGE: i64 = 30;
/// Maximum cost of an action, in pips.
const MOST_COST: i64 = 20;

/// The kind of a value that is a face in a fixed hand.
pub(super) const FACE: FieldKind = number("on a die", 1..=6);
/// The kind of a key that lists the faces of a fixed hand, which a creature has instead of rolling its dice.
const FACES: FieldKind = List(&FACE);
/// The kind of a value that is a zone, given by its name or number.
const ZONE: FieldKind = AnyOf(&[number("", 0..=limit(MOST_ZONES) - 1), Text]);
/// The kind of a key that lists pairs of zones.
const PAIRS: FieldKind = List(&List(&ZONE));
/// The kind of a value that is the number of Action Dice of a creature.
pub(super) const ENTITLEMENT: FieldKind = number("dice", 1..=10);
/// The kind of a value that is added to the number of Action Dice. May be negative.
pub(super) const MORE_DICE: FieldKind = number("dice", -10..=10);
/// The kind of a value that is the number of Ranks of a creature on one track.
pub(super) const OWN_RANKS: FieldKind = number("ranks", 0..=9);
/// The kind of a value for armour or for a shield: the number of successes that it stops.
pub(super) const STOPS: FieldKind = number("successes", 0..=10);

/// The tables that a scenario of this book may have: stat blocks, the field, and the tables of the book.
#[rustfmt::skip]
pub(super) const FIELDS: &[FieldSpec] = &[
    by_name("combatants", "", &Table(COMBATANT), "stat blocks", "SST-0-6"),
    table("field", FIELD, "the ground, and how everybody stands on it", "SST-1-1"),
    by_name("codes", "", &Table(CODE), "damage codes, the lightest first", "SST-16-2"),
    by_name("weapons", "", &Table(WEAPON), "weapons", "SST-16-1"),
    by_name("armours", "", &STOPS, "what armour takes off an attack's successes", "SST-10-10"),
    by_name("shields", "", &STOPS, "what a shield adds to a Block and, if it works, to the armour", "SST-10-10"),
    by_name("sets", "", &FACES, "Action Dice of those who do not roll, by their number", "SST-5-4"),
    table("costs", COSTS, "pips of everything but a melee attack", "SST-8-1"),
    table("modifiers", MODIFIERS, "dice more or fewer of an attack roll", "SST-11-1"),
    by_name("sizes", "", &Table(SIZE), "what a size, from 0 to 9, means where a stat block does not say", "SST-15-9"),
    by_name("covers", "", &Table(COVER), "cover against missiles and spells", "SST-31-1"),
    by_name("locations", "", &Table(LOCATION), "where a wound is", "SST-22-3"),
    by_name("injuries", "", &INJURIES, "what a wound is: seven, for 1 to 6 and for 7 and more; `-2d` behind one makes it worse", "SST-22-4"),
    by_name("fears", "", &Table(FEAR), "levels of fear, the mildest first", "SST-23-3"),
    by_name("units", "", &Table(UNIT), "what many who fight as one have more than one of them", "SST-27-1"),
    by_name("action_dice", "", &ENTITLEMENT, "Action Dice by experience; `hero` and `soldier` are the defaults of `ad`", "SST-5-7"),
    by_name("situations", "", &MORE_DICE, "Action Dice more or fewer by situation", "SST-5-8"),
    by_name("mental_ranks", "", &OWN_RANKS, "Mental Ranks by kind of creature; `human` is the default of `mental`", "SST-15-10"),
    by_name("wounds", "", &Table(WOUND), "the figures of each wound", "SST-22-7"),
    by_name("tactics", "", &Table(TACTIC), "tactics with two weapons", "SST-32-2"),
    by_name("specials", "", &Table(SPECIAL), "the figures of each special result", "SST-35-2"),
    by_name("nations", "", &Table(NATION), "the chariots of nations", "SST-36-3"),
    by_name(AFFLICTIONS, "", &Table(AFFLICTION), "what hits of weapons may bring: poison, bleeding, burning; a rule of ours", SUFFERED),
    by_name("remedies", "", &Table(REMEDY), "spells and items that heal in the fight; the chapter has none", "SST-28-1"),
    table(RULES, Rules::ROWS, "the numbers of the rules", ""),
];

/// The keys that a row of a side's `fighters` may have in this book, in addition to the keys of all books.
#[rustfmt::skip]
pub(super) const FIGHTERS: &[FieldSpec] = &[
    field("at", AnyOf(&[ZONE, Table(SPOT), List(&AnyOf(&[ZONE, Table(SPOT)]))]), "where they start: one place for all, or a list of one each", "SST-1-2").or_as("the first zone"),
];

/// The places in an objective of a side.
#[rustfmt::skip]
pub(super) const OBJECTIVES: &[FieldSpec] = &[
    field("at", ZONE, "for `hold`: the place of the battlefield where they have to stand at the end of this round", ""),
    field("reach", ZONE, "the side wins as soon as `who` stand at this place of the battlefield", ""),
];

#[rustfmt::skip]
pub(super) const COMBATANT: &[FieldSpec] = &[
    truth("heroic", "a hero: dice are rolled, and ranks go below zero, to -3 by default", "SST-21-1"),
    whole("size", "", 0..=9, "from rats over people, who are 3, to titans", "SST-15-9").or(3),
    whole("max_ad", "dice", 1..=10, "most Action Dice in a round", "SST-5-6").or_rule("hands.most", 6),
    whole("attack", "dice", 0..=MOST_SKILL, "attack pool", "SST-0-4").or(4),
    whole("dodge", "dice", 0..=MOST_SKILL, "pool of a Dodge; none with 0", "SST-13-2").or(0),
    whole("block", "dice", 0..=MOST_SKILL, "pool of a Block; none with 0", "SST-13-5").or(0),
    whole("parry", "dice", 0..=MOST_SKILL, "pool of a Parry; none with 0", "SST-13-10").or(0),
    whole("wrestle", "dice", 0..=MOST_SKILL, "pool for holds; 0: no such skill, so no holds", "SST-12-4").or(0),
    whole("mental_attack", "dice", 0..=MOST_SKILL, "pool of attacks on the mind; none with 0", "SST-19-2").or(0),
    whole("physical", "ranks", 0..=9, "Physical Ranks", "SST-15-1").or_as("by `size`"),
    field("mental", AnyOf(&[OWN_RANKS, Name("mental_ranks")]), "Mental Ranks", "SST-15-1").or_as("`mental_ranks.human`"),
    whole("bonus_physical", "ranks", 0..=9, "Physical Ranks more, which count for the bands of damage and are never lost", "SST-15-5").or(0),
    whole("bonus_mental", "ranks", 0..=9, "Mental Ranks more, which count for the bands of damage and are never lost", "SST-15-5").or(0),
    whole("fatigue_physical", "ranks", 0..=9, "Physical Ranks lost before the fight", "SST-24-1").or(0),
    whole("fatigue_mental", "ranks", 0..=9, "Mental Ranks lost before the fight", "SST-24-1").or(0),
    word("heroic_level", &["included", "physical", "mental"], "where a hero's extra level is: in the ranks given, or to be added on this track", "SST-15-3"),
    field("ad", AnyOf(&[ENTITLEMENT, Name("action_dice")]), "Action Dice", "SST-5-1").or_as("`action_dice.soldier`; heroes `action_dice.hero`"),
    whole("ad_mod", "dice", -10..=10, "Action Dice more or fewer; a fixed hand is that of `sets` for so many", "SST-5-8").or(0),
    list("situations", &Name("situations"), "situations that add Action Dice or take some, beside `ad_mod`", "SST-5-8"),
    truth("ad_rolled", "whether Action Dice are rolled, not fixed", "SST-5-5").or_as("for heroes true"),
    field("ad_set", FACES, "the fixed hand, 1 to 12 dice", "SST-5-4").or_as("that of `sets`"),
    whole("sl", "", -3..=3, "Superiority Level", "SST-0-1").or(0),
    field("armour", AnyOf(&[Name("armours"), STOPS]), "armour", "SST-10-10").or(0),
    field("shield", AnyOf(&[Name("shields"), STOPS]), "shield", "SST-10-10").or(0),
    truth("parry_missiles", "whether it parries missiles", "SST-13-10"),
    truth("bonus_by_place", "whether bonus ranks come from where it stands, and go when it leaves or is reached", "SST-15-4"),
    truth("stateless", "whether it takes no State instead of a Rank", "SST-17-1").or_as("for heroes false, else true"),
    whole("body", "dice", -4..=8, "BODY level: dice more or fewer than `rules.rolls.characteristic`", "SST-0-2").or(0),
    whole("mind", "dice", -4..=8, "MIND level", "SST-0-2").or(0),
    whole("soul", "dice", -4..=8, "SOUL level", "SST-0-2").or(0),
    whole("will", "dice", -4..=8, "WILL level", "SST-0-2").or(0),
    whole("spirit", "dice", -4..=8, "SPIRIT level", "SST-0-2").or(0),
    whole("dex", "dice", -4..=8, "DEX level", "SST-0-2").or(0),
    whole("recovery_bonus", "dice", 0..=8, "dice more of rolls to get over a State", "SST-17-5").or(0),
    whole("stability", "", 0..=9, "what it adds to its size against being thrown down", "SST-12-1").or(0),
    list("carries", &Name("weapons"), "weapons, the one in hand first; at most four", "SST-16-1").or_as("the one of its `size`"),
    name("natural_code", "codes", "damage code of bare hands", "SST-12-3").or_word("light"),
    whole("natural_inclose_sl", "", -3..=3, "Superiority Levels of bare hands in close combat", "SST-12-3").or(0),
    truth("dual", "whether it is trained to fight with a weapon in each hand", "SST-32-1"),
    truth("mental_fear", "whether failing against its mental attacks makes one fear again", "SST-23-1"),
    name("fear", "fears", "how fearful it is to its enemies", "SST-23-1").or_as("`none`"),
    table("cast", CAST, "a spell that it casts at enemies", "SST-10-11"),
    name("unit", "units", "many who fight as one", "SST-27-1").or_as("`none`"),
    whole("hard_cover_armour", "successes", 0..=10, "armour that hard cover adds", "SST-31-1").or(0),
    whole("speed", "zones", 0..=20, "zones in a move", "SST-8-5").or(1),
    field("chariot", Word(TEAMS), "the team of the chariot that it drives", "SST-36-2"),
    truth("heavy_chariot", "whether its chariot is a heavy one, which strikes at as many targets as a team of four", "SST-36-2"),
    name("nation", "nations", "whose chariot it is", "SST-36-3"),
    table("flies", FLIES, "how it flies", "SST-37-1"),
    list("remedies", &Name("remedies"), "its remedies, best first; at most four", "SST-28-1"),
    name("policy", "policies", "how it decides", "SST-0-10").or_word("default"),
];

/// The kinds of harm that a remedy can end.
pub(super) const CURES: [&str; 6] = ["stun", "shock", "doubt", "panic", "bleeding", "afflictions"];

/// The keys of a remedy: a spell or an item that heals.
#[rustfmt::skip]
pub(super) const REMEDY: &[FieldSpec] = &[
    throw("physical", "Physical Ranks that it gives back, up to those lost", "SST-28-1").or_as("none"),
    throw("mental", "Mental Ranks that it gives back, up to those lost", "SST-28-1").or_as("none"),
    field("ends", Words(&CURES), "States and other harm that it ends; `panic` also being crushed", "SST-17-3").or_as("none"),
    remedies::on("SST-28-1"),
    whole("cost", "pips", 1..=MOST_COST, "pips of its use", "SST-8-1").or_as("`costs.cast`"),
    whole("range", "zones", 0..=MOST_RANGE, "how far it reaches where one can see", "SST-28-1").or_as("a touch"),
    whole("uses", "uses", 1..=200, "uses in the whole fight", "SST-28-1").or_as("no limit"),
    field("test", Word(&TRAITS), "the characteristic that its use rolls; a failed roll is a use", "SST-0-2").or_as("no roll"),
    whole("modifier", "dice", -8..=8, "dice more or fewer of the roll", "SST-0-2").or(0),
];

/// The keys of the spell in a stat block.
#[rustfmt::skip]
pub(super) const CAST: &[FieldSpec] = &[
    whole("dice", "dice", 0..=16, "its pool", "SST-10-11").needed(),
    name("code", "codes", "its damage code", "SST-10-11").or_word("medium"),
    word("track", &["physical", "mental"], "the track that it hurts", "SST-10-11"),
    truth("stopped", "whether Block and armour help against it", "SST-10-11"),
];

/// The keys of the table `flies` in a stat block.
#[rustfmt::skip]
pub(super) const FLIES: &[FieldSpec] = &[
    whole("speed", "zones", 1..=20, "zones in an action", "SST-37-1").needed(),
    whole("turns", "turns", 0..=64, "turns in an action", "SST-37-1").or(2),
    truth("fly_by", "whether those whom it passes as it attacks get no opportunity attack", "SST-37-5").or_true(),
    whole("dive", "zones", 1..=20, "zones in a dive: how far it charges from the air", "SST-37-1").or_as("that of `speed`"),
];

#[rustfmt::skip]
pub(super) const FIELD: &[FieldSpec] = &[
    field("zones", AnyOf(&[number("zones", 1..=limit(MOST_ZONES)), TEXTS]), "so many zones in a line, or their names", "SST-1-1").or(1),
    field("joins", PAIRS, "pairs of zones between which one can move", "SST-1-1").or_as("a line"),
    field("blocked", PAIRS, "pairs of zones between which nothing can be seen", "SST-3-12"),
    by_name("walls", "", &Table(WALL), "what stands between two zones, named as `0|1`", "SST-31-2"),
    word("light", &["bright", "poor", "dark"], "how well one sees", "SST-11-1"),
    whole("max_attackers", "attackers", 0..=64, "most who can attack one at a time; 0: any number", "SST-3-11").or(0),
    by_name("controllers", "sides", &Word(&["player", "gm"]), "who runs each side", "SST-0-5").or_as("the first side's are players"),
    list("clusters", &Name("sides"), "sides whose members stand together", "SST-3-4"),
    list("surprised", &Name("sides or combatants"), "who is surprised", "SST-4-2"),
    list("events", &Table(EVENT), "what strikes at the mind of whole sides", "SST-19-7"),
    word("start", &["contact", "alone"], "whether all who start in a zone are in contact", "SST-1-2"),
];

/// The keys of the obstacles between two zones.
#[rustfmt::skip]
pub(super) const WALL: &[FieldSpec] = &[
    name("cover", "covers", "cover for those behind it", "SST-31-2"),
    whole("choke", "intercepts", 0..=64, "intercepts that its defenders have in a round at no cost", "SST-31-3").or(0),
];

#[rustfmt::skip]
pub(super) const EVENT: &[FieldSpec] = &[
    whole("round", "", 1..=1_000_000, "the round at whose start it comes", "SST-19-7").needed(),
    name("side", "sides", "whom it strikes", "SST-19-7").needed(),
    whole("ranks", "ranks", -9..=9, "Mental Ranks that it costs; negative: that it gives back", "SST-19-7").needed(),
    truth("test", "whether a SPIRIT roll averts it", "SST-19-7"),
];

/// The keys of a starting place.
#[rustfmt::skip]
pub(super) const SPOT: &[FieldSpec] = &[
    field("zone", ZONE, "the zone", "SST-1-2").or(0),
    truth("alone", "whether out of contact", "SST-3-2").or_as("as `start` says"),
    name("cover", "covers", "cover that it has there", "SST-31-2"),
];

/// The keys of a damage code: `base` damage for the first success, and 1 more for every `per` further
/// successes.
#[rustfmt::skip]
pub(super) const CODE: &[FieldSpec] = &[
    whole("base", "damage", 0..=20, "damage of the first success", "SST-16-2").needed(),
    whole("per", "successes", 0..=20, "further successes for one point more; 0: none ever", "SST-16-2").needed(),
    whole("cost", "pips", 1..=MOST_COST, "pips of a melee attack", "SST-8-2").or(4),
    truth("massive", "whether every hit is Massive damage", "SST-16-3"),
];

#[rustfmt::skip]
pub(super) const WEAPON: &[FieldSpec] = &[
    name("code", "codes", "damage code, which is its weight", "SST-16-1").needed(),
    whole("range", "zones", 0..=MOST_RANGE, "zones it can be shot or thrown; 0: not at all", "SST-11-4").or(0),
    truth("natural", "part of the body: cannot be dropped", "SST-12-3"),
    whole("cost", "pips", 1..=MOST_COST, "pips of an attack", "SST-8-2").or_as("that of the code"),
    truth("melee", "whether it strikes", "SST-11-4").or_as("true without a range"),
    truth("reach", "strikes from outside contact, and is useless within", "SST-33-1"),
    whole("inclose_sl", "", -4..=4, "Superiority Levels that it gains in close combat", "SST-12-2").or_as("1 if light and not natural, else 0"),
    truth("bane", "can hurt what nothing else can", "SST-15-8"),
    afflictions::of_weapon(SUFFERED),
];

/// The clause for bleeding. The keys of afflictions cite it: afflictions are not in the book, but work like
/// bleeding.
const SUFFERED: &str = "SST-22-6";

/// The keys of an affliction. Afflictions are not in the book.
#[rustfmt::skip]
pub(super) const AFFLICTION: &[FieldSpec] = &[
    afflictions::damage(SUFFERED),
    afflictions::rounds(SUFFERED),
    field("save", Word(&TRAITS), "the characteristic whose roll ends it at the start of a round", "SST-0-2").or_as("no save"),
    afflictions::on(SUFFERED),
];

/// The keys of the table of costs, in pips.
#[rustfmt::skip]
pub(super) const COSTS: &[FieldSpec] = &[
    whole("charge", "pips", 0..=MOST_COST, "a charge, more than its attack", "SST-8-5").needed(),
    whole("double-strike", "pips", 0..=MOST_COST, "a double strike, more than its attack", "SST-32-2").needed(),
    whole("missile", "pips", 1..=MOST_COST, "a shot or throw", "SST-8-1").needed(),
    whole("mental", "pips", 1..=MOST_COST, "an attack on the mind", "SST-19-2").needed(),
    whole("cast", "pips", 1..=MOST_COST, "a spell", "SST-10-11").needed(),
    whole("break", "pips", 1..=MOST_COST, "breaking a defence", "SST-8-4").needed(),
    whole("move", "pips", 1..=MOST_COST, "a move", "SST-8-5").needed(),
    whole("withdraw", "pips", 1..=MOST_COST, "withdrawing from contact", "SST-8-5").needed(),
    whole("drag", "pips", 1..=MOST_COST, "pulling somebody into a melee", "SST-3-9").needed(),
    whole("stand", "pips", 1..=MOST_COST, "standing up", "SST-22-8").needed(),
    whole("ready", "pips", 1..=MOST_COST, "taking a weapon in hand", "SST-8-1").needed(),
    whole("close", "pips", 1..=MOST_COST, "going into close combat", "SST-12-1").needed(),
    whole("attack-close", "pips", 1..=MOST_COST, "an attack in close combat", "SST-12-2").needed(),
    whole("hold", "pips", 1..=MOST_COST, "taking hold", "SST-12-4").needed(),
    whole("squeeze", "pips", 1..=MOST_COST, "damage by a hold", "SST-12-7").needed(),
    whole("improve", "pips", 1..=MOST_COST, "a better hold", "SST-12-6").needed(),
    whole("subdue", "pips", 1..=MOST_COST, "subduing somebody held", "SST-12-8").needed(),
    whole("knock-down", "pips", 1..=MOST_COST, "throwing somebody down", "SST-12-9").needed(),
    whole("break-hold", "pips", 1..=MOST_COST, "breaking a hold", "SST-12-5").needed(),
    whole("reverse", "pips", 1..=MOST_COST, "turning a hold round", "SST-12-5").needed(),
    whole("intercept", "pips", 1..=MOST_COST, "intercepting", "SST-8-7").needed(),
    whole("slam", "pips", 1..=MOST_COST, "a slam", "SST-34-1").needed(),
];

/// Returns the index of a cost in [`COSTS`].
pub(super) const fn pips(key: &str) -> usize {
    FieldSpec::place(COSTS, key)
}

/// The keys of the table of attack roll modifiers, in dice.
#[rustfmt::skip]
pub(super) const MODIFIERS: &[FieldSpec] = &[
    whole("minor_advantage", "dice", -10..=10, "for a minor advantage, as two against one", "SST-11-2").needed(),
    whole("major_advantage", "dice", -10..=10, "for a major advantage", "SST-11-2").needed(),
    whole("charge", "dice", -10..=10, "of a charge", "SST-11-1").needed(),
    whole("target_prone", "dice", -10..=10, "against somebody on the ground", "SST-11-1").needed(),
    whole("prone", "dice", -10..=10, "from the ground", "SST-11-1").needed(),
    whole("off_hand", "dice", -10..=10, "with the other hand", "SST-32-2").needed(),
    whole("poor_light", "dice", -10..=10, "in poor light", "SST-11-1").needed(),
    whole("darkness", "dice", -10..=10, "in the dark", "SST-11-1").needed(),
    whole("each_zone", "dice", -10..=10, "of a shot, for each zone", "SST-11-3").needed(),
    whole("into_melee", "dice", -10..=10, "of a shot into a melee", "SST-11-1").needed(),
    whole("all_out", "dice", -10..=10, "of an attack that gives up the defences", "SST-11-1").needed(),
];

/// Returns the index of a modifier in [`MODIFIERS`].
pub(super) const fn modifier(key: &str) -> usize {
    FieldSpec::place(MODIFIERS, key)
}

/// The keys of a size: default values for creatures of that size.
#[rustfmt::skip]
pub(super) const SIZE: &[FieldSpec] = &[
    whole("physical", "ranks", 0..=9, "Physical Ranks", "SST-15-9").needed(),
    name("weapon", "weapons", "the weapon of those who carry none", "SST-15-9").needed(),
];

#[rustfmt::skip]
pub(super) const COVER: &[FieldSpec] = &[
    whole("dice", "dice", -10..=0, "of an attack through it", "SST-31-1").needed(),
    truth("effort", "whether the attacker's ones may help", "SST-31-1").or_true(),
    truth("hard", "whether it protects like armour where the stat block says how much", "SST-31-1").or_as("true for names that begin with `hard`"),
];

/// The keys of a wound. A key that is not given is 0.
#[rustfmt::skip]
pub(super) const WOUND: &[FieldSpec] = &[
    whole("burn", "dice", 0..=10, "dice that it burns, now and in every deal", "SST-22-5").or_as("0"),
    whole("physical", "ranks", 0..=9, "Physical Ranks that it costs", "SST-22-7").or_as("0"),
    whole("mental", "ranks", 0..=9, "Mental Ranks that it costs", "SST-22-7").or_as("0"),
    whole("all", "dice", -12..=0, "of all rolls", "SST-22-7").or_as("0"),
    whole("sight", "dice", -12..=0, "of attack and defence rolls; of `sight-or-sound`, where it is sight", "SST-22-7").or_as("0"),
    whole("casting", "dice", -12..=0, "of casting; of `sight-or-sound`, where it is sound", "SST-22-7").or_as("0"),
    whole("part", "dice", -12..=0, "of rolls with the wounded part", "SST-22-7").or_as("0"),
    whole("stumble", "dice", -12..=0, "of the roll not to fall at each move; of `balance`, `foot`, and `broken` of a leg", "SST-22-7").or_as("0"),
    whole("roll", "dice", -12..=12, "of the roll that it demands; of `unconscious`, `paralysed`, `kill`, `foot` and `bleeder`", "SST-22-7").or_as("0"),
];

/// The keys of a tactic with two weapons.
#[rustfmt::skip]
pub(super) const TACTIC: &[FieldSpec] = &[
    word("defences", &["all", "dodge", "none"], "the defences that are left until the next action", "SST-32-2"),
    whole("cost", "pips", 0..=MOST_COST, "pips more than the attack; those of `double-strike` are in `costs`", "SST-32-2").or_as("0"),
    whole("dice", "dice", -10..=10, "attack dice of both blows; those of `all-out` are in `modifiers`", "SST-32-2").or_as("0"),
];

/// The keys of a special result. A key that is not given is 0.
#[rustfmt::skip]
pub(super) const SPECIAL: &[FieldSpec] = &[
    whole("extra", "successes", 0..=20, "successes that it costs beyond the option `special_price`", "SST-35-1").or(0),
    whole("dice", "dice", 0..=24, "of `more-damage`, dice rolled; of `drain`, Action Dice lost; of `expose`, exposure dice; of `hamstring`, Dodge dice lost; of `wear-down`, dice off the defence pool", "SST-35-2").or_as("0"),
    whole("margin", "successes", 0..=24, "successes by which the attacker is ahead at least; of `disarm`, `break-weapon`, `knock-down` and `knock-back`", "SST-35-2").or_as("0"),
    whole("size", "dice", 0..=5, "dice for each point of size of the larger; of `knock-down` and `knock-back`", "SST-35-2").or_as("0"),
    whole("armour", "successes", 0..=10, "armour lost; of `strip`", "SST-35-2").or_as("0"),
    whole("pips", "pips", 0..=MOST_COST, "what moves cost more; of `hamstring`", "SST-35-2").or_as("0"),
];

#[rustfmt::skip]
pub(super) const NATION: &[FieldSpec] = &[
    truth("four_horse", "whether it has teams of four; all have teams of two", "SST-36-3"),
    truth("heavy", "whether it has heavy chariots; all have light ones", "SST-36-3"),
];

/// The keys of a part of the body.
#[rustfmt::skip]
pub(super) const LOCATION: &[FieldSpec] = &[
    list("next", &Name("locations"), "parts beside it, to which a wound can be shifted", "SST-22-2"),
    name("effects", "injuries", "what its wounds are", "SST-22-4").needed(),
    whole("number", "", 0..=6, "hit when this number is rolled most; 0: by shifting only", "SST-22-3").or(0),
];

/// The kind of a key that lists the wounds of one part of the body.
const INJURIES: FieldKind = List(&AnyOf(&[Word(&words(&WOUNDS)), Text]));

#[rustfmt::skip]
pub(super) const FEAR: &[FieldSpec] = &[
    whole("dice", "dice", -10..=10, "of the SPIRIT roll", "SST-23-3").or(0),
    word("fail", &["action", "rank-or-shock", "rank", "ranks"], "what failing costs: the action, a Mental Rank or the Shock, a Mental Rank, or one again and again", "SST-23-3").or_word("rank"),
    truth("adjacent", "whether it reaches into the zones next to it", "SST-23-3"),
];

/// The keys of a unit: many creatures that fight as one.
#[rustfmt::skip]
pub(super) const UNIT: &[FieldSpec] = &[
    whole("physical", "ranks", 0..=9, "Physical Ranks more", "SST-27-1").needed(),
    whole("mental", "ranks", 0..=9, "Mental Ranks more", "SST-27-1").needed(),
    whole("dice", "dice", 0..=10, "attack dice more", "SST-27-2").needed(),
    whole("attacks", "targets", 0..=16, "targets that they strike at once", "SST-27-4").needed(),
];
