//! The words of a policy of this book: decisions, actions and targets; and the words for wounds. What conditions may ask is
//! in `decisions/facts.rs`, all of it together in `vocabulary.rs`.
//!
//! Clauses: SST-0-10, SST-6-2, SST-7-6, SST-8-1, SST-9-1..3, SST-12-5, SST-12-6, SST-13-8, SST-13-11, SST-17-1, SST-17-3,
//! SST-19-4, SST-22-2, SST-22-5, SST-22-7, SST-32-2, SST-35-2.

use crate::policy::vocabulary::{action, list, slot, target, word};
use crate::policy::{ListSpec, SlotSpec, Takes, TargetSpec, Vocabulary, WordSpec};

#[rustfmt::skip]
const WITH: SlotSpec = slot("with", Takes::Item, "the weapon; without it the one in hand, else a natural one, else bare hands");
const WITH_MISSILE: SlotSpec = slot(
    "with",
    Takes::Item,
    "the weapon; without it the one in hand",
);
#[rustfmt::skip]
const AT_ENEMY: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the first in listed order who can be attacked");
#[rustfmt::skip]
const THEN: SlotSpec = slot("then", Takes::Enemy, "the enemy of the second blow; without it the same");
#[rustfmt::skip]
const TO: SlotSpec = slot("to", Takes::Zone(31), "the zone, by its number from 0, or towards it; without it the own one");
const TOWARDS: SlotSpec = slot("at", Takes::Enemy, "the enemy to go towards");
const TO_PART: SlotSpec = slot("to", Takes::Word(&PARTS), "the part of the body").required();

/// Parts of the body, in the order of the book's table.
#[rustfmt::skip]
pub(super) const PARTS: [WordSpec; 8] = [
    word("right-leg", "the right leg"),
    word("left-leg", "the left leg"),
    word("left-arm", "the left arm, with the shield or off hand"),
    word("right-arm", "the right arm, with the weapon"),
    word("chest", "the chest"),
    word("head", "the head"),
    word("neck", "the neck"),
    word("groin", "the groin"),
];

/// What kind of wound it is, in the order of [`WOUNDS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum WoundKind {
    Stun,
    Unconscious,
    SightOrSound,
    Balance,
    Paralysed,
    Broken,
    Wind,
    Kill,
    Hand,
    Foot,
    FleshWound,
    Fracture,
    Sever,
    Puncture,
    Maim,
    Bleeder,
}

/// What a wound of a kind takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Toll {
    pub kind: WoundKind,
    /// Dice that it burns, now and in every deal [SST-22-5].
    pub burns: u8,
    /// Physical and Mental Ranks that it costs [SST-22-7].
    pub ranks: [u8; 2],
}

const fn toll(kind: WoundKind, burns: u8, ranks: [u8; 2]) -> Toll {
    Toll { kind, burns, ranks }
}

/// The words for wounds. `-2d` behind one makes it worse.
pub(super) const WOUNDS: [(&str, Toll); 16] = [
    ("stun", toll(WoundKind::Stun, 1, [0, 0])),
    ("unconscious", toll(WoundKind::Unconscious, 1, [0, 0])),
    ("sight-or-sound", toll(WoundKind::SightOrSound, 0, [0, 1])),
    ("balance", toll(WoundKind::Balance, 2, [0, 1])),
    ("paralysed", toll(WoundKind::Paralysed, 0, [0, 0])),
    ("broken", toll(WoundKind::Broken, 0, [1, 0])),
    ("wind", toll(WoundKind::Wind, 2, [0, 1])),
    ("kill", toll(WoundKind::Kill, 0, [0, 2])),
    ("hand", toll(WoundKind::Hand, 1, [0, 0])),
    ("foot", toll(WoundKind::Foot, 1, [0, 0])),
    ("flesh-wound", toll(WoundKind::FleshWound, 0, [1, 0])),
    ("fracture", toll(WoundKind::Fracture, 0, [0, 0])),
    ("sever", toll(WoundKind::Sever, 2, [2, 0])),
    ("puncture", toll(WoundKind::Puncture, 1, [1, 0])),
    ("maim", toll(WoundKind::Maim, 1, [0, 1])),
    ("bleeder", toll(WoundKind::Bleeder, 0, [0, 0])),
];

/// The decisions, in the order in which a fight commonly asks them.
#[rustfmt::skip]
pub(super) const LISTS: [ListSpec; 24] = [
    list("order", "asked in listed order of those who could act next with as many dice and the same controller; without a line, first", &[
        action("first", "acts now", &[]),
        action("after", "lets the others of them go before", &[]),
    ]),
    list("shake", "asked of somebody in a State who holds a one, when its turn comes; without a line, nothing", &[
        action("roll", "spends a one for a roll to be rid of the State", &[]),
        action("nothing", "keeps it", &[]),
    ]),
    list("act", "what to do in one's turn; without a line, or when the dice do not pay for it, waits", &[
        action("attack", "a melee attack, coming into contact for it where needed", &[WITH, AT_ENEMY]),
        action("charge", "comes into contact from this zone or the next, from the air from as far as a dive goes, and attacks with more dice; only from outside contact", &[WITH, AT_ENEMY]),
        action("all-out", "one attack with more dice; no defence until the next action", &[WITH, AT_ENEMY]),
        action("double-strike", "an attack and another with the off hand; only Dodge until the next action", &[AT_ENEMY, THEN]),
        action("follow-on", "an attack, and if it hurts and a die is paid, another with the off hand", &[AT_ENEMY]),
        action("slam", "a blow with the body that throws down; only under `slam = \"on\"`", &[AT_ENEMY]),
        action("shoot", "shoots or throws; what has been gathered by aiming counts", &[WITH_MISSILE, AT_ENEMY]),
        action("aim", "pays for a shot and begins to aim; later, adds a die", &[WITH_MISSILE]),
        action("intimidate", "attacks the mind of an enemy in the zone", &[AT_ENEMY]),
        action("cast", "casts the spell; what has been gathered for it counts", &[AT_ENEMY]),
        action("gather", "pays for the spell and begins to gather for it; later, adds a die", &[]),
        action("pool", "adds a die to the defence that is kept up", &[]),
        action("break", "an attack on an enemy's defence pool", &[WITH, AT_ENEMY]),
        action("move", "goes to a zone next to this one, or leaves its melee in this one, at the risk of opportunity attacks", &[TO, TOWARDS]),
        action("retreat", "goes where the enemies are farthest; out of the fight where there is nowhere to go", &[]),
        action("withdraw", "leaves contact safely", &[TO]),
        action("drag", "pulls an enemy who stands alone into contact", &[AT_ENEMY]),
        action("stand", "stands up", &[]),
        action("ready", "takes another weapon in hand, or picks up the one that was dropped", &[WITH]),
        action("close", "goes into close combat", &[AT_ENEMY]),
        action("hold", "takes hold of somebody in close combat", &[AT_ENEMY]),
        action("knock-down", "throws down somebody who stands in close combat", &[AT_ENEMY]),
        action("yield", "gives up", &[]),
        action("wait", "waits until somebody else has acted", &[]),
    ]),
    list("grip", "asked instead of `act` of somebody who holds an enemy; without a line, damage", &[
        action("damage", "hurts the held", &[]),
        action("improve", "tightens the hold by a new attack", &[]),
        action("subdue", "tries to put the held out", &[]),
        action("let-go", "lets go and does something else", &[]),
        action("wait", "waits", &[]),
    ]),
    list("held", "asked instead of `act` of somebody who is held; without a line, break", &[
        action("break", "tries to loosen the hold", &[]),
        action("reverse", "tries to turn it round", &[]),
        action("yield", "gives up", &[]),
        action("wait", "waits", &[]),
    ]),
    list("recover", "asked of somebody in a State, when its turn comes; without a line, by-die", &[
        action("by-die", "spends a die and does nothing else", &[]),
        action("by-roll", "pays for an action and rolls; it takes place if the roll succeeds", &[]),
    ]),
    list("pay", "which dice pay for a cost in pips; without a line, cheapest", &[
        action("cheapest", "the lowest total; then the fewest dice", &[]),
        action("fewest", "the fewest dice; then the lowest total", &[]),
        action("most", "the most dice of which none could be left out; then the lowest total", &[]),
    ]),
    list("die", "which die pays for a cost of one die; without a line, lowest", &[
        action("lowest", "the lowest usable die", &[]),
        action("highest", "the highest usable die", &[]),
    ]),
    list("pick-up", "asked of an attacker whose target has exposure dice; without a line, take", &[
        action("take", "adds them to the attack, as many as the rules allow", &[]),
        action("leave", "leaves them for others", &[]),
    ]),
    list("effort", "asked of somebody with a one before a roll; without a line, nothing", &[
        action("effort", "spends a one for one die more", &[]),
        action("nothing", "keeps it", &[]),
    ]),
    list("defend", "asked of the target of an attack who has a die and keeps no defence up; without a line, nothing", &[
        action("dodge", "each success takes away an attack die", &[]),
        action("block", "any success adds the shield to the armour", &[]),
        action("parry", "each success turns a miss into an exposure die", &[]),
        action("nothing", "saves the die", &[]),
    ]),
    list("raise", "asked after an attack or a defence roll of somebody with a one and no effort in it; without a line, nothing", &[
        action("raise", "spends a one to raise a die by 1: one that is just short of a success, else a 1 of an attack", &[]),
        action("spare", "spends a one to raise a 1 of an attack to a 2", &[]),
        action("nothing", "keeps it", &[]),
    ]),
    list("spend", "how many successes an attacker spends on a Block; without a line, best", &[
        action("best", "as leaves the most successes; then the fewest exposures", &[]),
        action("never", "none", &[]),
        action("break-through", "as many as stop the Block, if there are enough", &[]),
    ]),
    list("riposte", "asked after a Parry of somebody whose attacker has exposure dice; without a line, riposte", &[
        action("riposte", "attacks at once with all those dice", &[]),
        action("nothing", "leaves them for others", &[]),
    ]),
    list("suffer", "asked of somebody hit who may take a State instead of losing a Rank; without a line, state", &[
        action("state", "takes the State", &[]),
        action("rank", "loses the Rank", &[]),
    ]),
    list("soak", "asked of somebody with a die whose damage can be soaked off; without a line, nothing", &[
        action("soak", "spends a die for a roll; each success takes off one point", &[]),
        action("nothing", "saves the die", &[]),
    ]),
    list("burn", "which dice an injury turns into ones; without a line, lowest", &[
        action("lowest", "the lowest usable dice", &[]),
        action("highest", "the highest usable dice", &[]),
    ]),
    list("shift", "asked of an attacker who may shift where an injury lands; without a line, stay", &[
        action("stay", "leaves it as rolled", &[]),
        action("shift", "shifts it to this part, or as far towards it as the dice allow", &[TO_PART]),
    ]),
    list("special", "asked of an attacker with successes to spare, again until there is nothing more to buy; without a line, nothing", &[
        action("more-damage", "rolls two dice more; each success is a success more", &[]),
        action("disarm", "tries to make the target drop its weapon", &[]),
        action("drain", "the target loses its lowest die", &[]),
        action("stun", "the target is stunned besides", &[]),
        action("break-weapon", "tries to break the target's weapon", &[]),
        action("expose", "an exposure die on the target", &[]),
        action("strip", "the target's armour is worth one less", &[]),
        action("step-away", "leaves contact safely", &[]),
        action("draw-in", "brings somebody with a reach weapon into contact", &[]),
        action("knock-down", "tries to throw the target down", &[]),
        action("knock-back", "tries to throw the target out of contact", &[]),
        action("hamstring", "the target dodges with a die less and moves at a pip more", &[]),
        action("wear-down", "the target's defence pool is one less", &[]),
        action("nothing", "keeps the successes for damage", &[]),
    ]),
    list("last", "the last option in a refresh; without a line, act if the wanted action can be paid, else carry the lowest die", &[
        action("act", "acts, if the wanted action can be paid", &[]),
        action("carry", "keeps the lowest usable die for the next round", &[]),
        action("carry-high", "keeps the highest usable die for the next round", &[]),
        action("nothing", "lets its dice go", &[]),
    ]),
    list("opportunity", "asked of somebody whose enemy leaves contact without withdrawing; without a line, strike", &[
        action("strike", "attacks it before it is gone", &[]),
        action("nothing", "lets it go", &[]),
    ]),
    list("intercept", "asked of somebody whom an enemy passes; without a line, nothing", &[
        action("intercept", "pays to stop it", &[]),
        action("nothing", "lets it pass", &[]),
    ]),
    list("interrupt", "asked of somebody who waits when an enemy's action is declared; without a line, nothing", &[
        action("attack", "pays for an attack on that enemy, which comes first", &[WITH]),
        action("nothing", "waits on", &[]),
    ]),
    list("follow", "asked after the first blow of a follow-on that has hurt; without a line, follow", &[
        action("follow", "pays a die for the second", &[]),
        action("nothing", "saves the die", &[]),
    ]),
];

/// Rules for picking a target.
#[rustfmt::skip]
pub(super) const TARGETS: [TargetSpec; 10] = [
    target("first", "the first in listed order"),
    target("weakest", "the fewest Ranks left on the track that is attacked; ties by listed order, as for all rules"),
    target("strongest", "the most Ranks left on that track"),
    target("exposed", "the most exposure dice; of those with none, the Fumbled first"),
    target("fresh", "the most dice in hand"),
    target("spent", "the fewest dice in hand"),
    target("undefended", "the smallest defence pool; then the fewest usable dice"),
    target("dazed", "the first in a State, else the first"),
    target("nearest", "the fewest zones away"),
    target("fallen", "the first who is Out of Action"),
];

/// The words that need no facts.
const WORDS: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &[],
    scales: &[],
    targets: &TARGETS,
    selectors: &[],
};

// Decisions by their number.
pub(super) const ORDER: usize = WORDS.list("order");
pub(super) const ACT: usize = WORDS.list("act");
pub(super) const GRIP: usize = WORDS.list("grip");
pub(super) const HELD: usize = WORDS.list("held");
pub(super) const PAY: usize = WORDS.list("pay");
pub(super) const EFFORT: usize = WORDS.list("effort");
pub(super) const DEFEND: usize = WORDS.list("defend");
pub(super) const RAISE: usize = WORDS.list("raise");
pub(super) const SPEND: usize = WORDS.list("spend");
pub(super) const SUFFER: usize = WORDS.list("suffer");
pub(super) const SHIFT: usize = WORDS.list("shift");
pub(super) const SPECIAL: usize = WORDS.list("special");
pub(super) const LAST: usize = WORDS.list("last");
pub(super) const INTERRUPT: usize = WORDS.list("interrupt");

/// How many decisions there are.
pub(super) const COUNT: usize = LISTS.len();

// Actions by their number.

/// A list and an action of it, by their numbers.
pub(super) const fn answer(list: &str, action: &str) -> (usize, u8) {
    let list = WORDS.list(list);
    (list, LISTS[list].action(action))
}

pub(super) mod act {
    use super::{ACT, LISTS};

    pub(crate) const ATTACK: u8 = LISTS[ACT].action("attack");
    pub(crate) const CHARGE: u8 = LISTS[ACT].action("charge");
    pub(crate) const ALL_OUT: u8 = LISTS[ACT].action("all-out");
    pub(crate) const DOUBLE_STRIKE: u8 = LISTS[ACT].action("double-strike");
    pub(crate) const FOLLOW_ON: u8 = LISTS[ACT].action("follow-on");
    pub(crate) const SLAM: u8 = LISTS[ACT].action("slam");
    pub(crate) const SHOOT: u8 = LISTS[ACT].action("shoot");
    pub(crate) const AIM: u8 = LISTS[ACT].action("aim");
    pub(crate) const INTIMIDATE: u8 = LISTS[ACT].action("intimidate");
    pub(crate) const CAST: u8 = LISTS[ACT].action("cast");
    pub(crate) const GATHER: u8 = LISTS[ACT].action("gather");
    pub(crate) const POOL: u8 = LISTS[ACT].action("pool");
    pub(crate) const BREAK: u8 = LISTS[ACT].action("break");
    pub(crate) const MOVE: u8 = LISTS[ACT].action("move");
    pub(crate) const RETREAT: u8 = LISTS[ACT].action("retreat");
    pub(crate) const WITHDRAW: u8 = LISTS[ACT].action("withdraw");
    pub(crate) const DRAG: u8 = LISTS[ACT].action("drag");
    pub(crate) const STAND: u8 = LISTS[ACT].action("stand");
    pub(crate) const READY: u8 = LISTS[ACT].action("ready");
    pub(crate) const CLOSE: u8 = LISTS[ACT].action("close");
    pub(crate) const HOLD: u8 = LISTS[ACT].action("hold");
    pub(crate) const KNOCK_DOWN: u8 = LISTS[ACT].action("knock-down");
    pub(crate) const YIELD: u8 = LISTS[ACT].action("yield");
    pub(crate) const WAIT: u8 = LISTS[ACT].action("wait");
}

pub(super) mod grip {
    use super::{GRIP, LISTS};

    pub(crate) const DAMAGE: u8 = LISTS[GRIP].action("damage");
    pub(crate) const IMPROVE: u8 = LISTS[GRIP].action("improve");
    pub(crate) const SUBDUE: u8 = LISTS[GRIP].action("subdue");
    pub(crate) const LET_GO: u8 = LISTS[GRIP].action("let-go");
    pub(crate) const WAIT: u8 = LISTS[GRIP].action("wait");
}

pub(super) mod held {
    use super::{HELD, LISTS};

    pub(crate) const BREAK: u8 = LISTS[HELD].action("break");
    pub(crate) const REVERSE: u8 = LISTS[HELD].action("reverse");
    pub(crate) const YIELD: u8 = LISTS[HELD].action("yield");
    pub(crate) const WAIT: u8 = LISTS[HELD].action("wait");
}

pub(super) mod pay {
    use super::{LISTS, PAY};

    pub(crate) const FEWEST: u8 = LISTS[PAY].action("fewest");
    pub(crate) const MOST: u8 = LISTS[PAY].action("most");
}

pub(super) mod defend {
    use super::{DEFEND, LISTS};

    pub(crate) const DODGE: u8 = LISTS[DEFEND].action("dodge");
    pub(crate) const BLOCK: u8 = LISTS[DEFEND].action("block");
    pub(crate) const PARRY: u8 = LISTS[DEFEND].action("parry");
}

pub(super) mod raise {
    use super::LISTS;

    pub(crate) const RAISE: u8 = LISTS[super::RAISE].action("raise");
    pub(crate) const SPARE: u8 = LISTS[super::RAISE].action("spare");
}

pub(super) mod spend {
    use super::{LISTS, SPEND};

    pub(crate) const NEVER: u8 = LISTS[SPEND].action("never");
    pub(crate) const BREAK_THROUGH: u8 = LISTS[SPEND].action("break-through");
}

pub(super) mod special {
    use super::{LISTS, SPECIAL};

    pub(crate) const MORE_DAMAGE: u8 = LISTS[SPECIAL].action("more-damage");
    pub(crate) const DISARM: u8 = LISTS[SPECIAL].action("disarm");
    pub(crate) const DRAIN: u8 = LISTS[SPECIAL].action("drain");
    pub(crate) const STUN: u8 = LISTS[SPECIAL].action("stun");
    pub(crate) const BREAK_WEAPON: u8 = LISTS[SPECIAL].action("break-weapon");
    pub(crate) const EXPOSE: u8 = LISTS[SPECIAL].action("expose");
    pub(crate) const STRIP: u8 = LISTS[SPECIAL].action("strip");
    pub(crate) const STEP_AWAY: u8 = LISTS[SPECIAL].action("step-away");
    pub(crate) const DRAW_IN: u8 = LISTS[SPECIAL].action("draw-in");
    pub(crate) const KNOCK_DOWN: u8 = LISTS[SPECIAL].action("knock-down");
    pub(crate) const KNOCK_BACK: u8 = LISTS[SPECIAL].action("knock-back");
    pub(crate) const HAMSTRING: u8 = LISTS[SPECIAL].action("hamstring");
    pub(crate) const WEAR_DOWN: u8 = LISTS[SPECIAL].action("wear-down");
    pub(crate) const NOTHING: u8 = LISTS[SPECIAL].action("nothing");
}

pub(super) mod last {
    use super::{LAST, LISTS};

    pub(crate) const ACT: u8 = LISTS[LAST].action("act");
    pub(crate) const CARRY: u8 = LISTS[LAST].action("carry");
    pub(crate) const CARRY_HIGH: u8 = LISTS[LAST].action("carry-high");
    pub(crate) const NOTHING: u8 = LISTS[LAST].action("nothing");
}

/// Target rules by their number.
pub(super) mod target {
    use super::WORDS;

    pub(crate) const FIRST: u8 = WORDS.target("first");
    pub(crate) const WEAKEST: u8 = WORDS.target("weakest");
    pub(crate) const STRONGEST: u8 = WORDS.target("strongest");
    pub(crate) const EXPOSED: u8 = WORDS.target("exposed");
    pub(crate) const FRESH: u8 = WORDS.target("fresh");
    pub(crate) const SPENT: u8 = WORDS.target("spent");
    pub(crate) const UNDEFENDED: u8 = WORDS.target("undefended");
    pub(crate) const DAZED: u8 = WORDS.target("dazed");
    pub(crate) const FALLEN: u8 = WORDS.target("fallen");
}
