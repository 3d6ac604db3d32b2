//! The words of the policy language for decisions, actions and targets. The facts that conditions test are in
//! `decisions/facts.rs`, and the selectors in `nouns/selectors.rs`.
//!
//! Clauses: PER-3-2, PER-4-1, PER-4-9, PER-12.2-2, PER-12.8-2, PER-12.26-2, PER-13.7-3. Distances are in
//! units.

use crate::frame::goals::MUST_REACH;
use crate::frame::resting;
use crate::policy::vocabulary::{action, list, slot, target, word};
use crate::policy::{Columns, ListSpec, SlotSpec, Takes, TargetSpec, Vocabulary};
use crate::rules::persona::columns::{
    ATTACK, ATTACKER, FATIGUE, FOES, ITEMS, LAST, OTHERS, REACTIONS, SELF, TURN,
};

#[rustfmt::skip]
const WITH: SlotSpec = slot("with", Takes::Item, "the weapon; without it the first carried that can be used");
#[rustfmt::skip]
const NATURAL: SlotSpec = slot("with", Takes::Item, "the weapon, of class `natural`; without it the first such weapon carried that can be used, else bare hands");
#[rustfmt::skip]
const AT: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the one attacked last, else the first");
const TO: SlotSpec = slot("to", Takes::Enemy, "the enemy; without it the nearest");
#[rustfmt::skip]
const ON: SlotSpec = slot("on", Takes::Word(&[word("weakest", "where armour is least; the default"), word("head", "the head"), word("body", "the body"), word("limbs", "the limbs")]), "the part of the body");
#[rustfmt::skip]
const OVER: SlotSpec = slot("over", Takes::Word(&[word("one", "all on the target; the default"), word("several", "one each to others no harder to hit, then around again")]), "where further hits go");
#[rustfmt::skip]
const INTO: SlotSpec = slot("into", Takes::Word(&[word("attack", "an attack; the default"), word("grapple", "a Grapple"), word("knock-down", "a Knock Down")]), "what ends the charge");
#[rustfmt::skip]
const HURT: SlotSpec = slot("then", Takes::Word(&[word("hurt", "hurts, where it may; the default"), word("spare", "does not")]), "what a Knock Down does that is won by enough degrees, by default two");
#[rustfmt::skip]
const TAKE: SlotSpec = slot("then", Takes::Word(&[word("take", "takes it with enough degrees, by default 3, if a hand is free; the default"), word("drop", "lets it fall")]), "what becomes of the weapon");
#[rustfmt::skip]
const FOLLOW: SlotSpec = slot("then", Takes::Word(&[word("stay", "stays; the default"), word("follow", "goes along")]), "whether to go along");
#[rustfmt::skip]
const SHIFT: SlotSpec = slot("by", Takes::Word(&[word("back", "away from oneself; the default"), word("past", "to one's other side")]), "where the target is forced to");
#[rustfmt::skip]
const PULL: SlotSpec = slot("for", Takes::Word(&[word("oneself", "alone; the default"), word("both", "pulls the other up by an opposed Strength test")]), "who gets up");
#[rustfmt::skip]
const THEN: SlotSpec = slot("then", Takes::Word(&[word("hold", "keeps hold; the default"), word("release", "lets go")]), "what comes after it");
#[rustfmt::skip]
const FIRST: SlotSpec = slot("as", Takes::Word(&[word("standard", "a Standard Attack; the default"), word("swift", "a Swift Attack"), word("lightning", "a Lightning Attack"), word("semi", "a semi-automatic burst"), word("full", "a fully automatic burst"), word("called", "a Called Shot where armour is least")]), "the attack with the main hand");
#[rustfmt::skip]
const SECOND: SlotSpec = slot("then", Takes::Word(&[word("standard", "a Standard Attack; the default"), word("semi", "a semi-automatic burst"), word("full", "a fully automatic burst"), word("called", "a Called Shot where armour is least")]), "the attack with the off hand");
const NEXT: SlotSpec = slot(
    "next",
    Takes::Enemy,
    "the target of the second; without it that of the first",
);
#[rustfmt::skip]
const SHOT: SlotSpec = slot("as", Takes::Word(&[word("standard", "a Standard Attack; the default"), word("semi", "a semi-automatic burst"), word("full", "a fully automatic burst")]), "the attack that waits");
#[rustfmt::skip]
const WHEN: SlotSpec = slot("when", Takes::Word(&[
    word("enemy-acts", "an enemy takes any action in its turn; the default"),
    word("enemy-moves", "an enemy takes a Movement action"),
    word("enemy-attacks", "an enemy takes an Attack action"),
    word("enemy-attacks-ally", "an enemy attacks an ally"),
    word("enemy-has-no-reaction", "an enemy who begins an action has no Reaction left"),
]), "what it waits for");
#[rustfmt::skip]
const BURST: SlotSpec = slot("as", Takes::Word(&[word("semi", "a semi-automatic burst; so without it, where the weapon has one"), word("full", "a fully automatic burst")]), "the burst");
#[rustfmt::skip]
const BAND: SlotSpec = slot("in", Takes::Word(&[word("ground", "Ground"), word("low", "Low"), word("high", "High")]), "of those who fly: the band to end in, or as near to it as the move allows");

#[rustfmt::skip]
const REMEDY: SlotSpec = slot("with", Takes::Item, "the remedy; without it the first of its own that helps somebody");
#[rustfmt::skip]
const PATIENT: SlotSpec = slot("at", Takes::Target, "itself or an ally; without it whoever has lost most wounds");

/// The part `by` of the action `go`, which moves a fighter to the place of an objective: the kind of move.
const GO_BY: SlotSpec = slot(
    "by",
    Takes::Word(&[
        word("move", "Half; the default"),
        word("full-move", "Full"),
        word("run", "Full"),
    ]),
    "the action by which it goes",
);
pub(super) const GO_BY_FULL_MOVE: u8 = GO_BY.word("full-move");
pub(super) const GO_BY_RUN: u8 = GO_BY.word("run");

const BY: SlotSpec = slot(
    "by",
    Takes::Number,
    "units to go at most; without it as far as the move allows",
);

/// The parts of the situation (columns) that most actions of a turn depend on. They decide which actions,
/// weapons and targets are legal.
const ACTS: Columns = TURN.and(SELF).and(ITEMS).and(FOES).and(LAST);
/// The columns that decisions about evasion depend on.
const EVADES: Columns = ATTACK.and(REACTIONS).and(SELF).and(FATIGUE).and(ITEMS);
/// The columns that decisions about attacks out of turn depend on.
const STRIKES: Columns = ATTACKER.and(SELF).and(ITEMS).and(FOES);

/// The decision lists that a policy may have, each with its actions. The index of a list is its id.
#[rustfmt::skip]
pub(super) const LISTS: [ListSpec; 7] = [
    list("act", "asked for every action of its turn; without a line, the turn ends; Half and Full are costs by default: `rules.costs`", &[
        action("attack", "Half: a Standard Attack, by default +10", &[WITH, AT]).reads(ACTS),
        action("aim", "Half: by default +10 to the next attack test", &[]).reads(ACTS),
        action("aim-long", "Full: by default +20 to the next attack test", &[]).reads(ACTS),
        action("semi-burst", "Full: a semi-automatic burst", &[WITH, AT, OVER]).reads(ACTS),
        action("full-burst", "Full: a fully automatic burst", &[WITH, AT, OVER]).reads(ACTS),
        action("called-shot", "Full: an attack on a part of the body, by default -20", &[WITH, AT, ON]).reads(ACTS),
        action("cautious", "Half, first of a turn: by default -10 to own attacks this turn, +10 to evasion until the next", &[]).reads(ACTS),
        action("charge", "Full: moves at an enemy, by default up to three Half Moves, the last 4 units straight, and attacks at +20", &[WITH, AT, INTO]).reads(ACTS),
        action("disarm", "Full, talent: an opposed WS test for the weapon in the enemy's hand", &[AT, TAKE]),
        action("feint", "Half: an opposed WS test; the next action, a Standard Attack or Called Shot on that enemy, cannot be dodged or parried", &[AT]).reads(ACTS),
        action("swift-attack", "Full, talent: one hit more for every few degrees, by default 2, up to WSB", &[WITH, AT, OVER]).reads(ACTS),
        action("lightning-attack", "Full, talent: by default at -10 one hit more for every degree, up to WSB", &[WITH, AT, OVER]).reads(ACTS),
        action("grapple", "Full: a WS test to hold an enemy, who may dodge, not parry", &[AT]).reads(ACTS),
        action("guard", "Full: until its next turn attacks on it are harder, by default -20", &[]).reads(ACTS),
        action("heavy-attack", "Full: an attack, by default at +30; then -20 to own evasion until its next turn", &[WITH, AT]).reads(ACTS),
        action("knock-down", "Half: an opposed Strength test, by default +10 after a Half Move; the loser lies prone", &[AT, HURT]).reads(ACTS),
        action("maneuver", "Half: an opposed WS test that forces an enemy away, by default 1 unit", &[AT, SHIFT, FOLLOW]).reads(ACTS),
        action("two-weapons", "Half, full with anything but two Standard Attacks, talent: an attack with each hand", &[AT, NEXT, FIRST, SECOND]).reads(ACTS),
        action("overwatch", "Full: a shot that waits for an enemy on the side with most of them", &[WITH, SHOT, WHEN]).reads(ACTS),
        action("suppress", "Full: a burst, by default at -20, into the enemies on one side, who may be pinned", &[WITH, AT, BURST]).reads(ACTS),
        action("stun", "Half: a WS test, by default at -20; then 1d10 and SB against TB and the head's armour", &[AT]).reads(ACTS),
        action("take-down", "Half, talent: a hit that would do damage may stun instead", &[WITH, AT]).reads(ACTS),
        action("move", "Half: moves up to an enemy, a Half Move at most", &[TO, BAND, BY]).reads(ACTS),
        action("move-away", "Half: moves away from the nearest enemy", &[BAND, BY]).reads(ACTS),
        action("full-move", "Full: moves up to an enemy, by default two Half Moves at most", &[TO, BAND, BY]).reads(ACTS),
        action("full-move-away", "Full: moves away from the nearest enemy, by default two Half Moves", &[BAND, BY]).reads(ACTS),
        action("run", "Full: runs up to an enemy, by default six Half Moves at most", &[TO, BAND, BY]).reads(ACTS),
        action("run-away", "Full: runs away from the nearest enemy, by default six Half Moves", &[BAND, BY]).reads(ACTS),
        action("go", "Half or Full: moves or runs to the place of an objective that one must reach, as far as by the action that it names", &[GO_BY]).needs(MUST_REACH).reads(ACTS.and(OTHERS)),
        action("disengage", "Full: a move away that provokes nothing, by default a Half Move", &[]).reads(ACTS),
        action("flee", "Full: runs away from the nearest enemy; it has left the fight when its next turn begins unless an enemy could reach \
            it by a Charge; only under `leaving = \"yes\"`", &[]).reads(ACTS),
        action("surrender", "gives up at once; only under `leaving = \"yes\"`", &[]).reads(ACTS),
        action("stand", "Half: gets up", &[]).reads(ACTS),
        action("clear", "Full: a BS test to clear a jam", &[WITH]).reads(ACTS),
        action("ready", "Half: draws or picks up a weapon", &[WITH]).reads(ACTS),
        action("reload", "Half or Full as the weapon says: fills the magazine", &[WITH]).reads(ACTS),
        action("assist", "Half: by default +10 to the next test that allows it of an adjacent ally in a grapple", &[slot("at", Takes::Target, "the ally; without it the first")]),
        action("heal", "Half or Full as the remedy says: a remedy for itself or an ally whom it helps", &[REMEDY, PATIENT]),
        action("wait", "ends the turn", &[]).reads(ACTS),
    ]),
    list("evade", "asked of the target of every attack test that hits, about the attacker, before damage is rolled; without a line, no evasion", &[
        action("dodge", "spends a Reaction", &[]).reads(EVADES),
        action("parry", "spends a Reaction, against melee attacks", &[]).reads(EVADES),
        action("deflect", "with an AT Field, spends nothing", &[]).reads(EVADES),
        action("best", "whichever has the highest target number: Deflect before Dodge before Parry", &[]).reads(EVADES),
        action("nothing", "lets it come", &[]).reads(EVADES),
    ]).about_target(),
    list("counter", "asked with the talent Counter-Attack after a parry, about the attacker; without a line, none", &[
        action("counter", "attacks, by default at -20", &[WITH]).reads(STRIKES),
        action("nothing", "lets it be", &[]).reads(STRIKES),
    ]).about_target(),
    list("opportunity", "asked when an enemy leaves, about that one; without a line, none", &[
        action("attack", "makes a Standard Attack", &[WITH]).reads(STRIKES),
        action("nothing", "lets it go", &[]).reads(STRIKES),
    ]).about_target(),
    list("control", "asked at the start of the turn of who controls a grapple, about the one held; without a line, releases", &[
        action("damage", "an opposed Strength test: damage of bare hands or a natural weapon, and fatigue", &[NATURAL, THEN]),
        action("push", "an opposed Strength test: forces the other away", &[FOLLOW]),
        action("ready", "draws or picks up a weapon", &[WITH, THEN]),
        action("grab", "takes the weapon in the other's hand, where the house rules allow it", &[THEN]),
        action("throw-down", "an opposed Strength test: the other is prone", &[THEN]),
        action("stand", "gets up", &[PULL, THEN]),
        action("attack", "a Standard Attack with a natural, light, shadow or compact weapon or a pistol", &[WITH, AT, THEN]),
        action("release", "lets go, and takes a turn like others", &[]),
    ]).about_target(),
    list("restrained", "asked for every action of the turn of who is held, about the one who holds; without a line, the turn ends", &[
        action("break-free", "Half: an opposed Strength test", &[]),
        action("slip-free", "Half: Acrobatics against Strength", &[]),
        action("take-control", "Half: an opposed Strength test; then one action as controller", &[]),
        action("attack", "Full: a Standard Attack with a natural, light, shadow or compact weapon or a pistol", &[WITH, AT]),
        action("surrender", "gives up at once; only under `leaving = \"yes\"`", &[]),
        action("wait", "ends the turn", &[]),
    ]).about_target(),
    resting::REST,
];

/// The target rules of the policy language, such as `nearest`. Each picks one of the possible targets.
#[rustfmt::skip]
const TARGETS: [TargetSpec; 8] = [
    target("last", "the one attacked last while it is a legal target, else the first").reads(LAST.and(FOES)),
    target("nearest", "the smallest distance; ties by listing order, as for all rules").reads(SELF.and(FOES)),
    target("weakest", "the fewest wounds left"),
    target("strongest", "the most wounds left"),
    target("first", "the first in listing order").reads(FOES),
    target("helpless", "the first who is stunned or prone, or in a grapple").reads(FOES),
    target("easiest", "the least armour").reads(FOES),
    target("wounded", "the most wounds lost"),
];

/// The words that a policy of this book can use, except facts and selectors.
pub(super) const WORDS: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &[],
    scales: &[],
    targets: &TARGETS,
    selectors: &[],
};

// Indices of the decision lists.
pub(super) const ACT: usize = WORDS.list("act");
pub(super) const EVADE: usize = WORDS.list("evade");
pub(super) const COUNTER: usize = WORDS.list("counter");
pub(super) const OPPORTUNITY: usize = WORDS.list("opportunity");
pub(super) const CONTROL: usize = WORDS.list("control");
pub(super) const RESTRAINED: usize = WORDS.list("restrained");
pub(super) const REST: usize = WORDS.list(resting::NAME);

/// Indices of the actions of a turn.
#[rustfmt::skip]
pub(super) mod act {
    use super::{ACT, LISTS};

    pub(crate) const ATTACK: u8 = LISTS[ACT].action("attack");
    pub(crate) const AIM: u8 = LISTS[ACT].action("aim");
    pub(crate) const AIM_LONG: u8 = LISTS[ACT].action("aim-long");
    pub(crate) const SEMI_BURST: u8 = LISTS[ACT].action("semi-burst");
    pub(crate) const FULL_BURST: u8 = LISTS[ACT].action("full-burst");
    pub(crate) const CALLED_SHOT: u8 = LISTS[ACT].action("called-shot");
    pub(crate) const CAUTIOUS: u8 = LISTS[ACT].action("cautious");
    pub(crate) const CHARGE: u8 = LISTS[ACT].action("charge");
    pub(crate) const DISARM: u8 = LISTS[ACT].action("disarm");
    pub(crate) const FEINT: u8 = LISTS[ACT].action("feint");
    pub(crate) const SWIFT: u8 = LISTS[ACT].action("swift-attack");
    pub(crate) const LIGHTNING: u8 = LISTS[ACT].action("lightning-attack");
    pub(crate) const GRAPPLE: u8 = LISTS[ACT].action("grapple");
    pub(crate) const GUARD: u8 = LISTS[ACT].action("guard");
    pub(crate) const HEAVY: u8 = LISTS[ACT].action("heavy-attack");
    pub(crate) const KNOCK_DOWN: u8 = LISTS[ACT].action("knock-down");
    pub(crate) const MANEUVER: u8 = LISTS[ACT].action("maneuver");
    pub(crate) const TWO_WEAPONS: u8 = LISTS[ACT].action("two-weapons");
    pub(crate) const OVERWATCH: u8 = LISTS[ACT].action("overwatch");
    pub(crate) const SUPPRESS: u8 = LISTS[ACT].action("suppress");
    pub(crate) const STUN: u8 = LISTS[ACT].action("stun");
    pub(crate) const TAKE_DOWN: u8 = LISTS[ACT].action("take-down");
    pub(crate) const MOVE: u8 = LISTS[ACT].action("move");
    pub(crate) const MOVE_AWAY: u8 = LISTS[ACT].action("move-away");
    pub(crate) const FULL_MOVE: u8 = LISTS[ACT].action("full-move");
    pub(crate) const FULL_MOVE_AWAY: u8 = LISTS[ACT].action("full-move-away");
    pub(crate) const RUN: u8 = LISTS[ACT].action("run");
    pub(crate) const RUN_AWAY: u8 = LISTS[ACT].action("run-away");
    pub(crate) const GO: u8 = LISTS[ACT].action("go");
    pub(crate) const DISENGAGE: u8 = LISTS[ACT].action("disengage");
    pub(crate) const FLEE: u8 = LISTS[ACT].action("flee");
    pub(crate) const SURRENDER: u8 = LISTS[ACT].action("surrender");
    pub(crate) const STAND: u8 = LISTS[ACT].action("stand");
    pub(crate) const CLEAR: u8 = LISTS[ACT].action("clear");
    pub(crate) const READY: u8 = LISTS[ACT].action("ready");
    pub(crate) const RELOAD: u8 = LISTS[ACT].action("reload");
    pub(crate) const ASSIST: u8 = LISTS[ACT].action("assist");
    pub(crate) const HEAL: u8 = LISTS[ACT].action("heal");
}

pub(super) mod evade {
    use super::{EVADE, LISTS};

    pub(crate) const DODGE: u8 = LISTS[EVADE].action("dodge");
    pub(crate) const PARRY: u8 = LISTS[EVADE].action("parry");
    pub(crate) const DEFLECT: u8 = LISTS[EVADE].action("deflect");
    pub(crate) const BEST: u8 = LISTS[EVADE].action("best");
}

/// The index of the action that makes the attack, in the lists `counter` and `opportunity`. The other action
/// of these lists does nothing.
pub(super) const STRIKE: u8 = 0;

pub(super) mod control {
    use super::{CONTROL, LISTS};

    pub(crate) const DAMAGE: u8 = LISTS[CONTROL].action("damage");
    pub(crate) const PUSH: u8 = LISTS[CONTROL].action("push");
    pub(crate) const READY: u8 = LISTS[CONTROL].action("ready");
    pub(crate) const GRAB: u8 = LISTS[CONTROL].action("grab");
    pub(crate) const THROW_DOWN: u8 = LISTS[CONTROL].action("throw-down");
    pub(crate) const STAND: u8 = LISTS[CONTROL].action("stand");
    pub(crate) const ATTACK: u8 = LISTS[CONTROL].action("attack");
}

pub(super) mod restrained {
    use super::{LISTS, RESTRAINED};

    pub(crate) const BREAK_FREE: u8 = LISTS[RESTRAINED].action("break-free");
    pub(crate) const SLIP_FREE: u8 = LISTS[RESTRAINED].action("slip-free");
    pub(crate) const TAKE_CONTROL: u8 = LISTS[RESTRAINED].action("take-control");
    pub(crate) const ATTACK: u8 = LISTS[RESTRAINED].action("attack");
    pub(crate) const SURRENDER: u8 = LISTS[RESTRAINED].action("surrender");
}

/// Indices of the target rules.
pub(super) mod target {
    use super::WORDS;

    pub(crate) const FIRST: u8 = WORDS.target("first");
    pub(crate) const LAST: u8 = WORDS.target("last");
    pub(crate) const NEAREST: u8 = WORDS.target("nearest");
    pub(crate) const WEAKEST: u8 = WORDS.target("weakest");
    pub(crate) const STRONGEST: u8 = WORDS.target("strongest");
    pub(crate) const HELPLESS: u8 = WORDS.target("helpless");
    pub(crate) const EASIEST: u8 = WORDS.target("easiest");
    pub(crate) const WOUNDED: u8 = WORDS.target("wounded");
}
