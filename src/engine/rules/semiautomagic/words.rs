//! Words of the policy language that need no rules: the words that may follow an action, and the decisions
//! between two choices. The actions of a turn, defences, targets and facts are in `decisions`. The words that
//! select weapons are in `nouns/selectors.rs`.
//!
//! Clauses: SAM-0-14, SAM-1-4, SAM-2-3, SAM-12-5, SAM-17-4, SAM-17-8.

use crate::policy::vocabulary::{action, list, slot, word};
use crate::policy::{ListSpec, SlotSpec, Takes};

pub(super) const WITH: SlotSpec = slot("with", Takes::Item, "the weapon; without it the first carried with which it is possible");
pub(super) const COMBO: SlotSpec = slot("with", Takes::Item, "the combo; without it the first of its own that is possible");
pub(super) const AT: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the nearest");
pub(super) const TO: SlotSpec = slot("to", Takes::Enemy, "the enemy; without it the nearest");
pub(super) const FROM: SlotSpec = slot("from", Takes::Enemy, "the enemy; without it the nearest");
pub(super) const ALLY: SlotSpec = slot("at", Takes::Target, "the ally; without it the nearest");
pub(super) const REMEDY: SlotSpec = slot("with", Takes::Item, "the remedy; without it the first of its own that helps somebody");
pub(super) const PATIENT: SlotSpec = slot("at", Takes::Target, "itself or an ally; without it whoever has most wounds");
pub(super) const ON: SlotSpec = slot("on", Takes::Word(&[
    word("body", "no place in particular; the default"), word("leg", "a leg"), word("arm", "an arm"), word("hand", "the hand with the main weapon"),
    word("head", "the head"), word("vitals", "a critical region"), word("torso", "the torso"), word("wings", "the wings"),
    word("weapon", "the main weapon in its hand"), word("shield", "its shield"), word("armour", "its armour"), word("off-arm", "the other arm"), word("off-hand", "the hand without the main weapon"),
    word("best", "the body, the head or the main weapon: where the attack most likely puts the enemy out, wounds or disarms it"),
]), "the part of the body, or the thing, that it is aimed at");
pub(super) const BY: SlotSpec = slot("by", Takes::Word(&[word("move", "by the cheapest way; the default"), word("run", "straight, as near as that gets it, where that is farther than moves of as many seconds")]), "the action by which it goes");
pub(super) const RUN: u8 = BY.word("run");
pub(super) const OVER: SlotSpec = slot("over", Takes::Word(&[word("one", "all at the target while it is within reach; the default"), word("several", "each at another, then around again")]), "where its attacks go");
pub(super) const PUT: SlotSpec = slot("put", Takes::Word(&[word("best", "where it holds most enemies, each friend counted against two of them; the default"), word("centred", "on the target"), word("clear", "where it holds most enemies and no friend")]), "where the area lies");

// The decisions with two actions. The first action means yes, the second means no.

pub(super) const FINISH: ListSpec = list("finish", "asked at the start of a turn with an unfinished action; without a line, goes on", &[
    action("go-on", "spends what it still takes", &[]),
    action("abandon", "lets it be", &[]),
]);
pub(super) const INTERRUPT: ListSpec = list("interrupt", "asked of who delays, after each action of another; without a line, waits", &[
    action("act", "takes its turn now", &[]),
    action("wait", "waits on", &[]),
]);
pub(super) const VETO: ListSpec = list("veto", "asked in a body of several when another begins its turn or leaves; without a line, lets it", &[
    action("veto", "an opposed Will roll", &[]),
    action("allow", "lets it", &[]),
]);
pub(super) const RESIST: ListSpec = list("resist", "asked in a body of several, of the highest Will first, the host included, when another tries to get in; without a line, resists", &[
    action("resist", "the possession check is against its Will", &[]),
    action("decline", "the check is against the next Will; if all decline, the newcomer gets in without a check", &[]),
]);

/// The index of the action that means yes, in each decision with two actions.
pub(super) const YES: u8 = 0;
