//! The words of a policy of this book: decisions, actions and targets. What conditions may ask is in
//! `decisions/facts.rs`, what selectors mean in `nouns/selectors.rs`.
//!
//! Clauses: SAM-0-14, SAM-1-4, SAM-2-3, SAM-3-6, SAM-5-9, SAM-10-4, SAM-12-5, SAM-17-4.

use crate::policy::vocabulary::{action, list, slot, target, word};
use crate::policy::{ListSpec, SlotSpec, Takes, TargetSpec, Vocabulary};

#[rustfmt::skip]
const WITH: SlotSpec = slot("with", Takes::Item, "the weapon; without it the first carried with which it is possible");
#[rustfmt::skip]
const COMBO: SlotSpec = slot("with", Takes::Item, "the combo; without it the first of its own that is possible");
const AT: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the nearest");
const TO: SlotSpec = slot("to", Takes::Enemy, "the enemy; without it the nearest");
const ALLY: SlotSpec = slot("at", Takes::Target, "the ally; without it the nearest");
#[rustfmt::skip]
const ON: SlotSpec = slot("on", Takes::Word(&[
    word("body", "no place in particular; so without it"), word("leg", "a leg"), word("arm", "an arm"), word("hand", "the hand with the main weapon"),
    word("head", "the head"), word("vitals", "a critical region"), word("torso", "the torso"), word("wings", "the wings"),
    word("weapon", "the main weapon in its hand"), word("shield", "its shield"), word("armour", "its armour"),
]), "the part of the body, or the thing, that it is aimed at");
#[rustfmt::skip]
const OVER: SlotSpec = slot("over", Takes::Word(&[word("one", "all at the target while it is within reach; so without it"), word("several", "each at another, then around again")]), "where its attacks go");
#[rustfmt::skip]
const PUT: SlotSpec = slot("put", Takes::Word(&[word("best", "where it holds most enemies, each friend counted against two of them; so without it"), word("centred", "on the target")]), "where the area lies");

/// The decisions, in the order in which a fighter meets them.
#[rustfmt::skip]
pub(super) const LISTS: [ListSpec; 5] = [
    list("act", "asked for every action of its turn; without a line, the rest of the turn is lost", &[
        action("attack", "4 s: a single attack", &[WITH, AT, ON]),
        action("combo", "4 s: all attacks of a combo at once", &[COMBO, AT, ON, OVER]),
        action("area", "4 s: an attack on all in an area", &[WITH, AT, PUT]),
        action("daunt", "4 s: morale damage", &[WITH, AT]),
        action("aim", "2 s: less range penalty for the next ranged attack on the target", &[AT]),
        action("reload", "4 s: loads a weapon", &[WITH]),
        action("clear", "4 s: clears a jam", &[WITH]),
        action("draw", "1 s: draws a sheathed weapon", &[WITH]),
        action("sheathe", "1 s: sheathes a weapon", &[WITH]),
        action("drop", "0 s: drops a weapon", &[WITH]),
        action("pick-up", "2 s: picks a weapon up from its own cell or one that touches it", &[WITH]),
        action("take-out", "2 s: takes a weapon out of a pack or pocket", &[WITH]),
        action("move", "1 s: moves by the cheapest way to where the weapon reaches; the prone crawl, 4 s a square", &[WITH, TO]),
        action("move-away", "1 s: moves in the direction that gains most distance", &[slot("from", Takes::Enemy, "the enemy; without it the nearest")]),
        action("move-to-flank", "1 s: moves to where the enemy is between itself and an ally", &[WITH, TO]),
        action("move-to-cover", "1 s: moves to the nearest cell with better cover from the enemy than here", &[slot("from", Takes::Enemy, "the enemy; without it the nearest")]),
        action("charge", "1 s: moves straight, 6 m at least in all, to where the weapon reaches", &[WITH, TO]),
        action("run", "3 s or more: runs straight, at three times the speed, as near as that gets it; of who rides the mount runs, in its own seconds", &[WITH, TO]),
        action("run-away", "3 s or more: runs straight in the direction that gains most distance; of who rides the mount", &[slot("from", Takes::Enemy, "the enemy; without it the nearest")]),
        action("crouch", "1 s: from standing or from prone", &[]),
        action("go-prone", "1 s: from standing or crouching", &[]),
        action("stand", "1 s from a crouch, 2 s from prone", &[]),
        action("ride", "the mount moves for one of its own seconds as `move` says; the first costs the rider 2 s", &[WITH, TO]),
        action("ride-away", "the mount moves away for one of its own seconds", &[slot("from", Takes::Enemy, "the enemy; without it the nearest")]),
        action("mount-attack", "the mount attacks, in 4 of its own seconds", &[WITH, AT]),
        action("stabilise", "4 s: a Medicine check for a dying ally who is near", &[ALLY]),
        action("possess", "4 s: a possession check", &[AT]),
        action("join", "4 s: possesses a willing ally, without a check", &[ALLY]),
        action("leave", "0 s: leaves the body that it possesses", &[]),
        action("delay", "its whole turn waits, until `interrupt` takes it", &[]),
        action("wait", "the rest of the turn is lost", &[]),
    ]),
    list("finish", "asked at the start of a turn with an unfinished action; without a line, goes on", &[
        action("go-on", "spends what it still takes", &[]),
        action("abandon", "lets it be", &[]),
    ]),
    list("interrupt", "asked of who delays, after each action of another; without a line, waits", &[
        action("act", "takes its turn now", &[]),
        action("wait", "waits on", &[]),
    ]),
    list("defend", "asked of the target of every attack that hits, before damage is rolled; without a line, no defence", &[
        action("block", "with a shield", &[]),
        action("dodge", "out of the way", &[]),
        action("parry", "with a weapon", &[]),
        action("best", "the highest bonus: block before parry before dodge", &[]),
        action("nothing", "lets it come", &[]),
    ]),
    list("veto", "asked in a body of several when another begins its turn or leaves; without a line, lets it", &[
        action("veto", "an opposed Will roll", &[]),
        action("allow", "lets it", &[]),
    ]),
];

/// Rules for picking a target.
#[rustfmt::skip]
const TARGETS: [TargetSpec; 10] = [
    target("nearest", "the smallest gap; ties by listing order, as for all rules"),
    target("first", "the first in listing order").steady(),
    target("last", "the one attacked last while it is a legal target, else the nearest"),
    target("weakest", "the lowest Toughness"),
    target("strongest", "the highest Toughness"),
    target("easiest", "the lowest bonus to defend itself"),
    target("flanked", "the nearest who is flanked, else the nearest"),
    target("helpless", "the nearest who is helpless"),
    target("shaken", "the lowest Will"),
    target("fallen", "the nearest who is out and dying"),
];

/// All that a policy of this book can say, but for what conditions ask and what selectors mean.
pub(super) const WORDS: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &[],
    scales: &[],
    targets: &TARGETS,
    selectors: &[],
};

// Decisions by their number.
pub(super) const ACT: usize = WORDS.list("act");
pub(super) const FINISH: usize = WORDS.list("finish");
pub(super) const INTERRUPT: usize = WORDS.list("interrupt");
pub(super) const DEFEND: usize = WORDS.list("defend");
pub(super) const VETO: usize = WORDS.list("veto");

/// What is done in place of nothing in the lists `interrupt` and `veto`.
pub(super) const YES: u8 = 0;
/// What drops an unfinished action in the list `finish`.
pub(super) const ABANDON: u8 = LISTS[FINISH].action("abandon");

/// Actions of a turn by their number.
#[rustfmt::skip]
pub(super) mod act {
    use super::{ACT, LISTS};

    pub(crate) const ATTACK: u8 = LISTS[ACT].action("attack");
    pub(crate) const COMBO: u8 = LISTS[ACT].action("combo");
    pub(crate) const AREA: u8 = LISTS[ACT].action("area");
    pub(crate) const DAUNT: u8 = LISTS[ACT].action("daunt");
    pub(crate) const AIM: u8 = LISTS[ACT].action("aim");
    pub(crate) const RELOAD: u8 = LISTS[ACT].action("reload");
    pub(crate) const CLEAR: u8 = LISTS[ACT].action("clear");
    pub(crate) const DRAW: u8 = LISTS[ACT].action("draw");
    pub(crate) const SHEATHE: u8 = LISTS[ACT].action("sheathe");
    pub(crate) const DROP: u8 = LISTS[ACT].action("drop");
    pub(crate) const PICK_UP: u8 = LISTS[ACT].action("pick-up");
    pub(crate) const TAKE_OUT: u8 = LISTS[ACT].action("take-out");
    pub(crate) const MOVE: u8 = LISTS[ACT].action("move");
    pub(crate) const MOVE_AWAY: u8 = LISTS[ACT].action("move-away");
    pub(crate) const FLANK: u8 = LISTS[ACT].action("move-to-flank");
    pub(crate) const TO_COVER: u8 = LISTS[ACT].action("move-to-cover");
    pub(crate) const CHARGE: u8 = LISTS[ACT].action("charge");
    pub(crate) const RUN: u8 = LISTS[ACT].action("run");
    pub(crate) const RUN_AWAY: u8 = LISTS[ACT].action("run-away");
    pub(crate) const CROUCH: u8 = LISTS[ACT].action("crouch");
    pub(crate) const GO_PRONE: u8 = LISTS[ACT].action("go-prone");
    pub(crate) const STAND: u8 = LISTS[ACT].action("stand");
    pub(crate) const RIDE: u8 = LISTS[ACT].action("ride");
    pub(crate) const RIDE_AWAY: u8 = LISTS[ACT].action("ride-away");
    pub(crate) const MOUNT_ATTACK: u8 = LISTS[ACT].action("mount-attack");
    pub(crate) const STABILISE: u8 = LISTS[ACT].action("stabilise");
    pub(crate) const POSSESS: u8 = LISTS[ACT].action("possess");
    pub(crate) const JOIN: u8 = LISTS[ACT].action("join");
    pub(crate) const LEAVE: u8 = LISTS[ACT].action("leave");
    pub(crate) const DELAY: u8 = LISTS[ACT].action("delay");
}

pub(super) mod defend {
    use super::{DEFEND, LISTS};

    pub(crate) const BLOCK: u8 = LISTS[DEFEND].action("block");
    pub(crate) const DODGE: u8 = LISTS[DEFEND].action("dodge");
    pub(crate) const PARRY: u8 = LISTS[DEFEND].action("parry");
    pub(crate) const BEST: u8 = LISTS[DEFEND].action("best");
}

/// Target rules by their number.
pub(super) mod target {
    use super::WORDS;

    pub(crate) const NEAREST: u8 = WORDS.target("nearest");
    pub(crate) const FIRST: u8 = WORDS.target("first");
    pub(crate) const LAST: u8 = WORDS.target("last");
    pub(crate) const WEAKEST: u8 = WORDS.target("weakest");
    pub(crate) const STRONGEST: u8 = WORDS.target("strongest");
    pub(crate) const EASIEST: u8 = WORDS.target("easiest");
    pub(crate) const FLANKED: u8 = WORDS.target("flanked");
    pub(crate) const HELPLESS: u8 = WORDS.target("helpless");
    pub(crate) const SHAKEN: u8 = WORDS.target("shaken");
    pub(crate) const FALLEN: u8 = WORDS.target("fallen");
}
