//! The words of a BRP policy: decisions and actions. What conditions may ask is in `decisions/facts.rs`, whom targets pick in
//! `decisions/targets.rs`, what selectors mean in `nouns/selectors.rs`.
//!
//! Clauses: BRP-5.2-1, BRP-5.3-4, BRP-5.4-2, BRP-5.4-3, BRP-5.6-2, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5, BRP-5.14-5, BRP-X-7,
//! BRP-X-8. Distances are metres.

use crate::policy::vocabulary::{action, list, slot, word};
use crate::policy::{ActionSpec, ListSpec, SlotSpec, Takes, Vocabulary};

/// When a weapon acts among those of one DEX rank, slowest first [BRP-5.4-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Class {
    Short,
    Medium,
    Long,
    Missile,
}

/// The classes of melee weapons by the words for them.
pub(super) const LENGTHS: [(&str, Class); 3] = [("short", Class::Short), ("medium", Class::Medium), ("long", Class::Long)];

const WITH_WEAPON: SlotSpec = slot("with", Takes::Item, "the weapon; without it the first of the list that can be used");
const AT_ENEMY: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the nearest");
const AS_LENGTH: SlotSpec = slot("as", Takes::Word(&[
    word(LENGTHS[0].0, "as a short weapon"),
    word(LENGTHS[1].0, "as a medium weapon"),
    word(LENGTHS[2].0, "as a long weapon"),
]), "in which class, for the order of equal DEX ranks; without it the first that the weapon's `length` lists");
const AT_PATIENT: SlotSpec = slot("at", Takes::Target, "the patient, oneself included; without it the first who is dying");
const ON_INJURY: SlotSpec = slot("on", Takes::Word(&[
    word("largest", "the largest untreated injury; so without it"),
    word("smallest", "the smallest untreated injury"),
]), "which injury");
pub(super) const SMALLEST: u8 = ON_INJURY.word("smallest");
const BY_METRES: SlotSpec = slot("by", Takes::Number, "how many metres").required();

const TREATS: ActionSpec = action("first-aid",
    "treats an injury of somebody within reach, having moved 5 m at most; takes effect at the end of the round", &[AT_PATIENT, ON_INJURY]);

/// The decisions, in the order in which a round asks them.
pub(super) const LISTS: [ListSpec; 5] = [
    list("stance", "part of the statement of intent: how to stand this round; without a line, upright", &[
        action("kneel", "kneels behind a large shield: no move, no melee attack, no dodge, and the shield covers more", &[]),
        action("stand", "stands", &[]),
    ]),
    list("act", "part of the statement of intent: the one action of the round; without a line, none", &[
        action("attack", "strikes in melee, closing in if need be; with a weapon that only shoots, shoots", &[WITH_WEAPON, AT_ENEMY, AS_LENGTH]),
        action("shoot", "shoots or throws at an enemy within three times the range, if loaded", &[WITH_WEAPON, AT_ENEMY]),
        action("reload", "spends the whole round on reloading a weapon that has been shot", &[WITH_WEAPON]),
        TREATS,
        action("wake", "wakes an unconscious ally, who is able again from the next round on", &[slot("at", Takes::Target, "the ally; without it the nearest")]),
        action("wait", "takes no action; parries and dodges stay possible", &[]),
    ]),
    list("move", "part of the statement of intent: how to move; without a line, a melee attacker, healer or waker closes in and everybody \
        else stays. Whoever has an enemy within reach stays in any case. A line that names nobody may ask about the target of the \
        action", &[
        action("close", "moves up to an enemy's reach, 30 m at most; over 29 m leaves no action", &[AT_ENEMY]),
        action("advance", "moves some way towards an enemy, up to its reach", &[AT_ENEMY, BY_METRES]),
        action("withdraw", "moves some way from an enemy, 30 m at most", &[AT_ENEMY, BY_METRES]),
        action("stay", "does not move", &[]),
    ]).about_target(),
    list("turn", "asked when the own DEX rank comes: what to do in place of the stated action", &[
        TREATS,
        action("proceed", "does what was stated", &[]),
    ]),
    list("react", "asked for every successful attack of which the target is aware; without a line, no defence", &[
        action("parry", "parries", &[slot("with", Takes::Item, "the tool; without it a shield, else the weapon in hand")]),
        action("dodge", "dodges", &[]),
        action("parry-then-dodge", "parries and, if that is not enough, dodges too; only under `double_defence = \"yes\"`", &[
            slot("with", Takes::Item, "the tool to parry with; without it a shield, else the weapon in hand"),
        ]),
        action("nothing", "lets the attack come", &[]),
    ]),
];

/// All that a policy of this book can say, but for what has a meaning beside it.
pub(super) const WORDS: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &[],
    scales: &[],
    targets: &[],
    selectors: &[],
};

// Decisions by their number.
pub(super) const STANCE: usize = WORDS.list("stance");
pub(super) const ACT: usize = WORDS.list("act");
pub(super) const MOVE: usize = WORDS.list("move");
pub(super) const TURN: usize = WORDS.list("turn");
pub(super) const REACT: usize = WORDS.list("react");

// Actions by their number.
pub(super) const KNEEL: u8 = LISTS[STANCE].action("kneel");
pub(super) const ATTACK: u8 = LISTS[ACT].action("attack");
pub(super) const SHOOT: u8 = LISTS[ACT].action("shoot");
pub(super) const RELOAD: u8 = LISTS[ACT].action("reload");
pub(super) const FIRST_AID: u8 = LISTS[ACT].action("first-aid");
pub(super) const WAKE: u8 = LISTS[ACT].action("wake");
pub(super) const WITHDRAW: u8 = LISTS[MOVE].action("withdraw");
pub(super) const STAY: u8 = LISTS[MOVE].action("stay");
pub(super) const TURN_TO_FIRST_AID: u8 = LISTS[TURN].action("first-aid");
pub(super) const PARRY: u8 = LISTS[REACT].action("parry");
pub(super) const DODGE: u8 = LISTS[REACT].action("dodge");
pub(super) const PARRY_THEN_DODGE: u8 = LISTS[REACT].action("parry-then-dodge");
pub(super) const NOTHING: u8 = LISTS[REACT].action("nothing");
