//! The words of a policy of this book: decisions, actions and targets. What conditions may ask is
//! in `decisions/facts.rs`, what selectors mean in `nouns/selectors.rs`.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-12, MUR-3-6, MUR-3-8, MUR-3-15, MUR-4-14, MUR-5-5, MUR-6-4, MUR-8-7, MUR-9-2, MUR-10-5,
//! MUR-10-6, MUR-10-9, MUR-10-10, MUR-11-7, MUR-12-6, MUR-13-1, MUR-16-5, MUR-17-2, MUR-17-3, MUR-17-6. Distances are zones.

use crate::policy::vocabulary::{action, list, slot, target, word};
use crate::policy::{ActionSpec, ListSpec, SlotSpec, Takes, TargetSpec, Vocabulary};

#[rustfmt::skip]
const WITH: SlotSpec = slot("with", Takes::Item, "the weapon; without it the first of the list that can be used, else bare hands");
#[rustfmt::skip]
const AT_ENEMY: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the nearest who is visible");
const AT_ALLY: SlotSpec = slot("at", Takes::Target, "the ally; without it the nearest");
#[rustfmt::skip]
const WHILE: SlotSpec = slot("while", Takes::Word(&[
    word("standing", "without moving in this turn; so without it"),
    word("moving", "with movement before or after, which needs a WIT save"),
]), "how it is done");
pub(super) const MOVING: u8 = WHILE.word("moving");
#[rustfmt::skip]
const AMONG: SlotSpec = slot("among", Takes::Whole(1, 64), "how many targets at most; without it two");
#[rustfmt::skip]
const OF: SlotSpec = slot("of", Takes::Item, "the weapon that is to be dropped; without it the first in hand");
#[rustfmt::skip]
const TO: SlotSpec = slot("to", Takes::Zone(63), "the zone towards which, by its number from 0; without it away");
#[rustfmt::skip]
const AT_THAT: SlotSpec = slot("at", Takes::Enemy, "only if it is this enemy; without it anybody");
const NOTHING: ActionSpec = action("nothing", "does nothing", &[]);

#[rustfmt::skip]
const MOVES: [ActionSpec; 4] = [
    action("close", "walks towards an enemy's place", &[AT_ENEMY]),
    action("withdraw", "walks away from an enemy", &[AT_ENEMY]),
    action("go", "walks to a zone", &[slot("to", Takes::Zone(63), "the zone, by its number from 0").required()]),
    action("stay", "stays", &[]),
];

/// How fast a mount or vehicle moves.
#[rustfmt::skip]
const PACES: SlotSpec = slot("while", Takes::Word(&[
    word("steady", "half its speed at most, so that riders can act; so without it"),
    word("racing", "up to full speed; beyond half of it, riders neither act nor react for the rest of the round"),
]), "how fast");

pub(super) const RACING: u8 = PACES.word("racing");

#[rustfmt::skip]
const RIDES: [ActionSpec; 4] = [
    action("close", "rides towards an enemy's place", &[AT_ENEMY, PACES]),
    action("withdraw", "rides away from an enemy", &[AT_ENEMY, PACES]),
    action("go", "rides to a zone", &[slot("to", Takes::Zone(63), "the zone, by its number from 0").required(), PACES]),
    action("stay", "stays", &[]),
];

#[rustfmt::skip]
const AT_MOUNT: SlotSpec = slot("at", Takes::Target, "which of those with a free seat; without it the nearest");

/// The decisions, in the order in which a fight commonly asks them.
#[rustfmt::skip]
pub(super) const LISTS: [ListSpec; 17] = [
    list("lead", "asked at the start of a round of the first fighter of the side with the initiative: which side has the first \
        opportunity; without a line, its own", &[
        action("go-first", "the own side", &[]),
        action("give-way", "another side", &[slot("at", Takes::Enemy, "an enemy of that side; without it the next side listed")]),
    ]),
    list("ready", "asked of each fighter of a side whose turn is unused, in listed order, when the side has an opportunity; if nobody \
        acts, the side passes. Not asked of those who are grabbed or give up: they act. Without a line, act", &[
        action("act", "takes its turn now", &[]),
        action("last", "takes its turn now if nobody else of its side does", &[]),
        action("hold", "keeps its turn, for a reaction or for later", &[]),
    ]),
    list("pace", "asked when the turn begins: how to move in it; without a line, walk", &[
        action("walk", "at the usual speed", &[]),
        action("sprint", "twice as fast, where that is allowed", &[]),
        action("sneak", "half as fast, and concealed as before", &[]),
    ]),
    list("bonus", "asked before the main action: a bonus action; without a line, none", &[
        action("pick-up", "picks up a weapon that lies nearby", &[slot("with", Takes::Item, "the weapon; without it the first")]),
        NOTHING,
    ]),
    list("act", "the main action of the turn, walking up to half speed for it where needed; without a line, none. Riders, passengers and \
        mounts that stand keep the turn for a reaction where they do nothing", &[
        action("attack", "attacks; if the target cannot be attacked from here, walks up to it, and strikes if half speed is enough", &[WITH, AT_ENEMY]),
        action("hold-back", "the same, with impaired damage", &[WITH, AT_ENEMY]),
        action("death-blow", "kills an incapacitated enemy who is nearby, walking up to it if need be", &[
            WITH,
            slot("at", Takes::Enemy, "the enemy; without it the nearest who is down"),
        ]),
        action("shoot", "shoots or throws from here; only where the range allows it", &[WITH, AT_ENEMY, WHILE]),
        action("blast", "a blast at the enemy's zone, be it the own one; only where it reaches from here. Without an enemy named, one that \
            strikes goes to where more enemies are", &[
            slot("with", Takes::Item, "the weapon; without it the first whose attacks are blasts"),
            AT_ENEMY,
        ]),
        action("split", "a melee attack with its dice shared out evenly among smaller enemies in reach, what is left over on the first", &[WITH, AT_ENEMY, AMONG]),
        action("disarm", "makes an enemy drop a weapon, unless it passes a STR save", &[AT_ENEMY, OF]),
        action("shove", "pushes an enemy, unless it passes a STR save", &[AT_ENEMY, TO]),
        action("grapple", "grabs an enemy, unless it passes a STR save", &[AT_ENEMY]),
        action("free", "tries to free a grabbed ally by a STR save of one's own", &[AT_ALLY]),
        action("pick-up", "picks up a weapon that lies nearby, as a second bonus action", &[slot("with", Takes::Item, "the weapon; without it the first")]),
        action("use", "uses a remedy on oneself or an ally nearby", &[slot("at", Takes::Target, "the patient; without it oneself")]),
        action("surrender", "gives up, throwing the weapons away", &[]),
        NOTHING,
    ]),
    list("move", "asked once the main action is chosen: movement before it, half speed at most; without a line, as the action needs. \
        Without an action it may be full speed; not asked for a shot taken standing", &MOVES).about_target(),
    list("after", "asked after the main action: movement with what is left, unless a shot was taken standing", &MOVES).about_target(),
    list("react", "asked of the target of an attack that hits, if it has a turn or reaction left; without a line, nothing", &[
        action("counter", "strikes back; the blow that does more comes first", &[slot("with", Takes::Item, "the weapon; without it the one with the highest dice")]),
        action("counter-disarm", "disarms the attacker in return", &[OF]),
        action("counter-shove", "shoves the attacker in return", &[TO]),
        action("counter-grapple", "grabs the attacker in return", &[]),
        action("dodge", "evades the attack by an AGI save", &[]),
        action("hide", "swaps places with a willing ally nearby, or with one's captive, who becomes the target", &[
            slot("at", Takes::Target, "behind whom; without it the nearest"),
        ]),
        NOTHING,
    ]),
    list("guard", "asked of allies near the target of an attack that hits, before the target; without a line, nothing", &[
        action("guard", "takes the attack instead", &[slot("at", Takes::Target, "whom; without it anybody")]),
        NOTHING,
    ]),
    list("opportunity", "asked when an enemy nearby moves away; without a line, nothing", &[
        action("strike", "attacks it before it is gone", &[WITH, AT_THAT]),
        action("disarm", "makes it drop a weapon", &[OF, AT_THAT]),
        action("shove", "pushes it", &[TO, AT_THAT]),
        action("grapple", "grabs it", &[AT_THAT]),
        NOTHING,
    ]),
    list("captive", "asked of those who are grabbed in their turn; without a line, break free", &[
        action("break-free", "tries a STR save", &[]),
        NOTHING,
    ]),
    list("broken", "asked of those who fail a morale check; without a line, surrender", &[
        action("surrender", "gives up", &[]),
        action("retreat", "walks off the map by the side's exit", &[]),
    ]),
    list("offer", "asked of an attacker that hits, under `stunts = \"yield\"`: whether to spare the target if it gives up; without a line, no", &[
        action("offer", "offers it", &[AT_THAT]),
        NOTHING,
    ]),
    list("accept", "asked of a target that is offered to be spared; without a line, no", &[
        action("accept", "is disarmed and incapacitated, at the health it has", &[]),
        action("refuse", "has the attack settled as usual", &[]),
    ]),
    list("saddle", "asked when one's turn begins, where anybody can ride, but for the mounts: whether to take or leave one's seat, for half \
        a zone of one's movement; without a line, stay", &[
        action("mount", "gets on a mount of the own side, walking up to it if need be", &[AT_MOUNT]),
        action("board", "gets into a vehicle of the own side, walking up to it if need be", &[AT_MOUNT]),
        action("dismount", "gets off the mount", &[]),
        action("leave", "gets out of the vehicle", &[]),
        action("stay", "stays where it is", &[]),
    ]),
    list("ride", "asked of the first listed rider or passenger when the shared turn begins: how mount or vehicle moves before anybody \
        acts; without a line, towards the nearest enemy until that one can attack: at half speed, or at full speed under fire where half is not \
        enough", &RIDES),
    list("onward", "asked of the same when all have acted: movement with what is left, half speed in all where anybody has acted and none \
        after a shot taken standing; without a line, none", &RIDES),
];

/// Rules for picking a target.
#[rustfmt::skip]
const TARGETS: [TargetSpec; 14] = [
    target("nearest", "the smallest distance among those one sees, else among all; ties by listed order, as for all rules"),
    target("weakest", "the least current health"),
    target("strongest", "the most current health"),
    target("deadliest", "the weapon with the highest damage"),
    target("first", "the first in listed order"),
    target("spent", "the nearest whose turn is used, who cannot react"),
    target("fallen", "the nearest who is incapacitated"),
    target("surrendered", "the nearest who has surrendered"),
    target("captive", "the nearest who is grabbed"),
    target("captor", "the nearest who has grabbed somebody"),
    target("self", "oneself, for remedies"),
    target("rider", "the nearest on a mount or in a vehicle"),
    target("mount", "the nearest that somebody rides"),
    target("vehicle", "the nearest vehicle that is whole; no other rule but its name picks one"),
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
pub(super) const LEAD: usize = WORDS.list("lead");
pub(super) const READY: usize = WORDS.list("ready");
pub(super) const PACE: usize = WORDS.list("pace");
pub(super) const BONUS: usize = WORDS.list("bonus");
pub(super) const ACT: usize = WORDS.list("act");
pub(super) const MOVE: usize = WORDS.list("move");
pub(super) const AFTER: usize = WORDS.list("after");
pub(super) const REACT: usize = WORDS.list("react");
pub(super) const GUARD: usize = WORDS.list("guard");
pub(super) const OPPORTUNITY: usize = WORDS.list("opportunity");
pub(super) const CAPTIVE: usize = WORDS.list("captive");
pub(super) const BROKEN: usize = WORDS.list("broken");
pub(super) const OFFER: usize = WORDS.list("offer");
pub(super) const ACCEPT: usize = WORDS.list("accept");
pub(super) const SADDLE: usize = WORDS.list("saddle");
pub(super) const RIDE: usize = WORDS.list("ride");
pub(super) const ONWARD: usize = WORDS.list("onward");

/// What is done in place of the other in lists of two: `guard`, `captive`, `broken`, `offer`, `accept`.
pub(super) const YES: u8 = 0;
/// What leaves the first opportunity to another side in the list `lead`.
pub(super) const GIVE_WAY: u8 = LISTS[LEAD].action("give-way");
/// The bonus action that is one.
pub(super) const PICK_UP: u8 = LISTS[BONUS].action("pick-up");

pub(super) mod ready {
    use super::{LISTS, READY};

    pub(crate) const LAST: u8 = LISTS[READY].action("last");
    pub(crate) const HOLD: u8 = LISTS[READY].action("hold");
}

pub(super) mod pace {
    use super::{LISTS, PACE};

    pub(crate) const SPRINT: u8 = LISTS[PACE].action("sprint");
    pub(crate) const SNEAK: u8 = LISTS[PACE].action("sneak");
}

/// Actions of a turn by their number.
pub(super) mod act {
    use super::{ACT, LISTS};

    pub(crate) const ATTACK: u8 = LISTS[ACT].action("attack");
    pub(crate) const HOLD_BACK: u8 = LISTS[ACT].action("hold-back");
    pub(crate) const DEATH_BLOW: u8 = LISTS[ACT].action("death-blow");
    pub(crate) const SHOOT: u8 = LISTS[ACT].action("shoot");
    pub(crate) const BLAST: u8 = LISTS[ACT].action("blast");
    pub(crate) const SPLIT: u8 = LISTS[ACT].action("split");
    pub(crate) const DISARM: u8 = LISTS[ACT].action("disarm");
    pub(crate) const SHOVE: u8 = LISTS[ACT].action("shove");
    pub(crate) const GRAPPLE: u8 = LISTS[ACT].action("grapple");
    pub(crate) const FREE: u8 = LISTS[ACT].action("free");
    pub(crate) const PICK_UP: u8 = LISTS[ACT].action("pick-up");
    pub(crate) const USE: u8 = LISTS[ACT].action("use");
    pub(crate) const SURRENDER: u8 = LISTS[ACT].action("surrender");
}

pub(super) mod go {
    use super::{LISTS, MOVE};

    pub(crate) const CLOSE: u8 = LISTS[MOVE].action("close");
    pub(crate) const WITHDRAW: u8 = LISTS[MOVE].action("withdraw");
}

pub(super) mod react {
    use super::{LISTS, REACT};

    pub(crate) const COUNTER: u8 = LISTS[REACT].action("counter");
    pub(crate) const COUNTER_DISARM: u8 = LISTS[REACT].action("counter-disarm");
    pub(crate) const COUNTER_SHOVE: u8 = LISTS[REACT].action("counter-shove");
    pub(crate) const COUNTER_GRAPPLE: u8 = LISTS[REACT].action("counter-grapple");
    pub(crate) const DODGE: u8 = LISTS[REACT].action("dodge");
    pub(crate) const HIDE: u8 = LISTS[REACT].action("hide");
}

pub(super) mod opportunity {
    use super::{LISTS, OPPORTUNITY};

    pub(crate) const STRIKE: u8 = LISTS[OPPORTUNITY].action("strike");
    pub(crate) const DISARM: u8 = LISTS[OPPORTUNITY].action("disarm");
    pub(crate) const SHOVE: u8 = LISTS[OPPORTUNITY].action("shove");
    pub(crate) const GRAPPLE: u8 = LISTS[OPPORTUNITY].action("grapple");
}

pub(super) mod saddle {
    use super::{LISTS, SADDLE};

    pub(crate) const MOUNT: u8 = LISTS[SADDLE].action("mount");
    pub(crate) const BOARD: u8 = LISTS[SADDLE].action("board");
    pub(crate) const DISMOUNT: u8 = LISTS[SADDLE].action("dismount");
    pub(crate) const LEAVE: u8 = LISTS[SADDLE].action("leave");
}

// Walking and riding go by the same numbers.
const _: () = {
    assert!(LISTS[RIDE].action("close") == go::CLOSE);
    assert!(LISTS[RIDE].action("withdraw") == go::WITHDRAW);
};

/// Target rules by their number.
pub(super) mod target {
    use super::WORDS;

    pub(crate) const NEAREST: u8 = WORDS.target("nearest");
    pub(crate) const WEAKEST: u8 = WORDS.target("weakest");
    pub(crate) const STRONGEST: u8 = WORDS.target("strongest");
    pub(crate) const DEADLIEST: u8 = WORDS.target("deadliest");
    pub(crate) const FIRST: u8 = WORDS.target("first");
    pub(crate) const SPENT: u8 = WORDS.target("spent");
    pub(crate) const FALLEN: u8 = WORDS.target("fallen");
    pub(crate) const SURRENDERED: u8 = WORDS.target("surrendered");
    pub(crate) const CAPTIVE: u8 = WORDS.target("captive");
    pub(crate) const CAPTOR: u8 = WORDS.target("captor");
    pub(crate) const SELF: u8 = WORDS.target("self");
    pub(crate) const RIDER: u8 = WORDS.target("rider");
    pub(crate) const MOUNT: u8 = WORDS.target("mount");
    pub(crate) const VEHICLE: u8 = WORDS.target("vehicle");
}
