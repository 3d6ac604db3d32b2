//! The words of a policy of this book: decisions, actions and targets. What conditions may ask is in `facts.rs`.
//!
//! Clauses: SST-0-10, SST-6-2, SST-7-6, SST-8-1, SST-9-1..3, SST-12-5, SST-12-6, SST-13-8, SST-13-11, SST-17-1, SST-17-3,
//! SST-19-4, SST-22-2, SST-22-5, SST-32-2, SST-35-2.

use super::facts::FACTS;
use super::fighter::SELECTORS;
use crate::policy::{
    ActionSpec, ListSpec, SelectorSpec, SlotSpec, Takes, TargetSpec, Vocabulary, WordSpec,
};

/// The decisions, in the order in which a fight commonly asks them.
pub(super) const ORDER: usize = 0;
pub(super) const SHAKE: usize = 1;
pub(super) const ACT: usize = 2;
pub(super) const GRIP: usize = 3;
pub(super) const HELD: usize = 4;
pub(super) const RECOVER: usize = 5;
pub(super) const PAY: usize = 6;
pub(super) const DIE: usize = 7;
pub(super) const PICK_UP: usize = 8;
pub(super) const EFFORT: usize = 9;
pub(super) const DEFEND: usize = 10;
pub(super) const RAISE: usize = 11;
pub(super) const SPEND: usize = 12;
pub(super) const RIPOSTE: usize = 13;
pub(super) const SUFFER: usize = 14;
pub(super) const SOAK: usize = 15;
pub(super) const BURN: usize = 16;
pub(super) const SHIFT: usize = 17;
pub(super) const SPECIAL: usize = 18;
pub(super) const LAST: usize = 19;
pub(super) const OPPORTUNITY: usize = 20;
pub(super) const INTERCEPT: usize = 21;
pub(super) const INTERRUPT: usize = 22;
pub(super) const FOLLOW: usize = 23;

/// How many there are.
pub(super) const COUNT: usize = LISTS.len();

pub(super) mod act {
    pub(in crate::rules::swift_swords) const ATTACK: u8 = 0;
    pub(in crate::rules::swift_swords) const CHARGE: u8 = 1;
    pub(in crate::rules::swift_swords) const ALL_OUT: u8 = 2;
    pub(in crate::rules::swift_swords) const DOUBLE_STRIKE: u8 = 3;
    pub(in crate::rules::swift_swords) const FOLLOW_ON: u8 = 4;
    pub(in crate::rules::swift_swords) const SLAM: u8 = 5;
    pub(in crate::rules::swift_swords) const SHOOT: u8 = 6;
    pub(in crate::rules::swift_swords) const AIM: u8 = 7;
    pub(in crate::rules::swift_swords) const INTIMIDATE: u8 = 8;
    pub(in crate::rules::swift_swords) const CAST: u8 = 9;
    pub(in crate::rules::swift_swords) const GATHER: u8 = 10;
    pub(in crate::rules::swift_swords) const POOL: u8 = 11;
    pub(in crate::rules::swift_swords) const BREAK: u8 = 12;
    pub(in crate::rules::swift_swords) const MOVE: u8 = 13;
    pub(in crate::rules::swift_swords) const RETREAT: u8 = 14;
    pub(in crate::rules::swift_swords) const WITHDRAW: u8 = 15;
    pub(in crate::rules::swift_swords) const DRAG: u8 = 16;
    pub(in crate::rules::swift_swords) const STAND: u8 = 17;
    pub(in crate::rules::swift_swords) const READY: u8 = 18;
    pub(in crate::rules::swift_swords) const CLOSE: u8 = 19;
    pub(in crate::rules::swift_swords) const HOLD: u8 = 20;
    pub(in crate::rules::swift_swords) const KNOCK_DOWN: u8 = 21;
    pub(in crate::rules::swift_swords) const YIELD: u8 = 22;
    pub(in crate::rules::swift_swords) const WAIT: u8 = 23;
}

pub(super) mod grip {
    pub(in crate::rules::swift_swords) const DAMAGE: u8 = 0;
    pub(in crate::rules::swift_swords) const IMPROVE: u8 = 1;
    pub(in crate::rules::swift_swords) const SUBDUE: u8 = 2;
    pub(in crate::rules::swift_swords) const LET_GO: u8 = 3;
    pub(in crate::rules::swift_swords) const WAIT: u8 = 4;
}

pub(super) mod held {
    pub(in crate::rules::swift_swords) const BREAK: u8 = 0;
    pub(in crate::rules::swift_swords) const REVERSE: u8 = 1;
    pub(in crate::rules::swift_swords) const YIELD: u8 = 2;
    pub(in crate::rules::swift_swords) const WAIT: u8 = 3;
}

pub(super) mod pay {
    pub(in crate::rules::swift_swords) const FEWEST: u8 = 1;
    pub(in crate::rules::swift_swords) const MOST: u8 = 2;
}

pub(super) mod raise {
    pub(in crate::rules::swift_swords) const RAISE: u8 = 0;
    pub(in crate::rules::swift_swords) const SPARE: u8 = 1;
}

pub(super) mod spend {
    pub(in crate::rules::swift_swords) const NEVER: u8 = 1;
    pub(in crate::rules::swift_swords) const BREAK_THROUGH: u8 = 2;
}

pub(super) mod shift {
    pub(in crate::rules::swift_swords) const SHIFT: u8 = 1;
}

pub(super) mod special {
    pub(in crate::rules::swift_swords) const MORE_DAMAGE: u8 = 0;
    pub(in crate::rules::swift_swords) const DISARM: u8 = 1;
    pub(in crate::rules::swift_swords) const DRAIN: u8 = 2;
    pub(in crate::rules::swift_swords) const STUN: u8 = 3;
    pub(in crate::rules::swift_swords) const BREAK_WEAPON: u8 = 4;
    pub(in crate::rules::swift_swords) const EXPOSE: u8 = 5;
    pub(in crate::rules::swift_swords) const STRIP: u8 = 6;
    pub(in crate::rules::swift_swords) const STEP_AWAY: u8 = 7;
    pub(in crate::rules::swift_swords) const DRAW_IN: u8 = 8;
    pub(in crate::rules::swift_swords) const KNOCK_DOWN: u8 = 9;
    pub(in crate::rules::swift_swords) const KNOCK_BACK: u8 = 10;
    pub(in crate::rules::swift_swords) const HAMSTRING: u8 = 11;
    pub(in crate::rules::swift_swords) const WEAR_DOWN: u8 = 12;
    pub(in crate::rules::swift_swords) const NOTHING: u8 = 13;
}

pub(super) mod last {
    pub(in crate::rules::swift_swords) const ACT: u8 = 0;
    pub(in crate::rules::swift_swords) const CARRY: u8 = 1;
    pub(in crate::rules::swift_swords) const CARRY_HIGH: u8 = 2;
    pub(in crate::rules::swift_swords) const NOTHING: u8 = 3;
}

const fn word(name: &'static str, doc: &'static str) -> WordSpec {
    WordSpec { name, doc }
}

const fn slot(word: &'static str, takes: Takes, doc: &'static str) -> SlotSpec {
    SlotSpec {
        word,
        takes,
        required: false,
        doc,
    }
}

const fn action(name: &'static str, doc: &'static str, slots: &'static [SlotSpec]) -> ActionSpec {
    ActionSpec { name, doc, slots }
}

const WITH: SlotSpec = slot(
    "with",
    Takes::Item,
    "the weapon; without it the one in hand, else a natural one, else bare hands",
);
const WITH_MISSILE: SlotSpec = slot(
    "with",
    Takes::Item,
    "the weapon; without it the one in hand",
);
const AT_ENEMY: SlotSpec = slot(
    "at",
    Takes::Target,
    "the enemy; without it the first in listed order who can be attacked",
);
const THEN: SlotSpec = slot(
    "then",
    Takes::Target,
    "the enemy of the second blow; without it the same",
);
const TO: SlotSpec = slot(
    "to",
    Takes::Number,
    "the zone, by its number from 0, or towards it; without it the own one",
);
const TOWARDS: SlotSpec = slot("at", Takes::Target, "the enemy to go towards");
const TO_PART: SlotSpec = SlotSpec {
    word: "to",
    takes: Takes::Word(&PARTS),
    required: true,
    doc: "the part of the body",
};

/// Parts of the body, in the order of the book's table.
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

const LISTS: [ListSpec; 24] = [
    ListSpec {
        name: "order",
        doc: "asked in listed order of those who could act next with as many dice and the same controller; without a line, first",
        actions: &[
            action("first", "acts now", &[]),
            action("after", "lets the others of them go before", &[]),
        ],
    },
    ListSpec {
        name: "shake",
        doc: "asked of somebody in a State who holds a one, when its turn comes; without a line, nothing",
        actions: &[
            action(
                "roll",
                "spends a one for a roll to be rid of the State",
                &[],
            ),
            action("nothing", "keeps it", &[]),
        ],
    },
    ListSpec {
        name: "act",
        doc: "what to do in one's turn; without a line, or when the dice do not pay for it, waits",
        actions: &[
            action(
                "attack",
                "a melee attack, coming into contact for it where needed",
                &[WITH, AT_ENEMY],
            ),
            action(
                "charge",
                "comes into contact from this zone or the next and attacks with more dice; only from outside contact",
                &[WITH, AT_ENEMY],
            ),
            action(
                "all-out",
                "one attack with more dice; no defence until the next action",
                &[WITH, AT_ENEMY],
            ),
            action(
                "double-strike",
                "an attack and another with the off hand; only Dodge until the next action",
                &[AT_ENEMY, THEN],
            ),
            action(
                "follow-on",
                "an attack, and if it hurts and a die is paid, another with the off hand",
                &[AT_ENEMY],
            ),
            action(
                "slam",
                "a blow with the body that throws down; only under `slam = \"on\"`",
                &[AT_ENEMY],
            ),
            action(
                "shoot",
                "shoots or throws; what has been gathered by aiming counts",
                &[WITH_MISSILE, AT_ENEMY],
            ),
            action(
                "aim",
                "pays for a shot and begins to aim; later, adds a die",
                &[WITH_MISSILE],
            ),
            action(
                "intimidate",
                "attacks the mind of an enemy in the zone",
                &[AT_ENEMY],
            ),
            action(
                "cast",
                "casts the spell; what has been gathered for it counts",
                &[AT_ENEMY],
            ),
            action(
                "gather",
                "pays for the spell and begins to gather for it; later, adds a die",
                &[],
            ),
            action("pool", "adds a die to the defence that is kept up", &[]),
            action(
                "break",
                "an attack on an enemy's defence pool",
                &[WITH, AT_ENEMY],
            ),
            action(
                "move",
                "goes to a zone next to this one, or leaves its melee in this one, at the risk of opportunity attacks",
                &[TO, TOWARDS],
            ),
            action(
                "retreat",
                "goes where the enemies are farthest; out of the fight where there is nowhere to go",
                &[],
            ),
            action("withdraw", "leaves contact safely", &[TO]),
            action(
                "drag",
                "pulls an enemy who stands alone into contact",
                &[AT_ENEMY],
            ),
            action("stand", "stands up", &[]),
            action(
                "ready",
                "takes another weapon in hand, or picks up the one that was dropped",
                &[WITH],
            ),
            action("close", "goes into close combat", &[AT_ENEMY]),
            action(
                "hold",
                "takes hold of somebody in close combat",
                &[AT_ENEMY],
            ),
            action(
                "knock-down",
                "throws down somebody who stands in close combat",
                &[AT_ENEMY],
            ),
            action("yield", "gives up", &[]),
            action("wait", "waits until somebody else has acted", &[]),
        ],
    },
    ListSpec {
        name: "grip",
        doc: "asked instead of `act` of somebody who holds an enemy; without a line, damage",
        actions: &[
            action("damage", "hurts the held", &[]),
            action("improve", "tightens the hold by a new attack", &[]),
            action("subdue", "tries to put the held out", &[]),
            action("let-go", "lets go and does something else", &[]),
            action("wait", "waits", &[]),
        ],
    },
    ListSpec {
        name: "held",
        doc: "asked instead of `act` of somebody who is held; without a line, break",
        actions: &[
            action("break", "tries to loosen the hold", &[]),
            action("reverse", "tries to turn it round", &[]),
            action("yield", "gives up", &[]),
            action("wait", "waits", &[]),
        ],
    },
    ListSpec {
        name: "recover",
        doc: "asked of somebody in a State, when its turn comes; without a line, by-die",
        actions: &[
            action("by-die", "spends a die and does nothing else", &[]),
            action(
                "by-roll",
                "pays for an action and rolls; it takes place if the roll succeeds",
                &[],
            ),
        ],
    },
    ListSpec {
        name: "pay",
        doc: "which dice pay for a cost in pips; without a line, cheapest",
        actions: &[
            action("cheapest", "the lowest total; then the fewest dice", &[]),
            action("fewest", "the fewest dice; then the lowest total", &[]),
            action(
                "most",
                "the most dice of which none could be left out; then the lowest total",
                &[],
            ),
        ],
    },
    ListSpec {
        name: "die",
        doc: "which die pays for a cost of one die; without a line, lowest",
        actions: &[
            action("lowest", "the lowest usable die", &[]),
            action("highest", "the highest usable die", &[]),
        ],
    },
    ListSpec {
        name: "pick-up",
        doc: "asked of an attacker whose target has exposure dice; without a line, take",
        actions: &[
            action(
                "take",
                "adds them to the attack, as many as the rules allow",
                &[],
            ),
            action("leave", "leaves them for others", &[]),
        ],
    },
    ListSpec {
        name: "effort",
        doc: "asked of somebody with a one before a roll; without a line, nothing",
        actions: &[
            action("effort", "spends a one for one die more", &[]),
            action("nothing", "keeps it", &[]),
        ],
    },
    ListSpec {
        name: "defend",
        doc: "asked of the target of an attack who has a die and keeps no defence up; without a line, nothing",
        actions: &[
            action("dodge", "each success takes away an attack die", &[]),
            action("block", "any success adds the shield to the armour", &[]),
            action(
                "parry",
                "each success turns a miss into an exposure die",
                &[],
            ),
            action("nothing", "saves the die", &[]),
        ],
    },
    ListSpec {
        name: "raise",
        doc: "asked after an attack or a defence roll of somebody with a one and no effort in it; without a line, nothing",
        actions: &[
            action(
                "raise",
                "spends a one to raise a die by 1: one that is just short of a success, else a 1 of an attack",
                &[],
            ),
            action(
                "spare",
                "spends a one to raise a 1 of an attack to a 2",
                &[],
            ),
            action("nothing", "keeps it", &[]),
        ],
    },
    ListSpec {
        name: "spend",
        doc: "how many successes an attacker spends on a Block; without a line, best",
        actions: &[
            action(
                "best",
                "as leaves the most successes; then the fewest exposures",
                &[],
            ),
            action("never", "none", &[]),
            action(
                "break-through",
                "as many as stop the Block, if there are enough",
                &[],
            ),
        ],
    },
    ListSpec {
        name: "riposte",
        doc: "asked after a Parry of somebody whose attacker has exposure dice; without a line, riposte",
        actions: &[
            action("riposte", "attacks at once with all those dice", &[]),
            action("nothing", "leaves them for others", &[]),
        ],
    },
    ListSpec {
        name: "suffer",
        doc: "asked of somebody hit who may take a State instead of losing a Rank; without a line, state",
        actions: &[
            action("state", "takes the State", &[]),
            action("rank", "loses the Rank", &[]),
        ],
    },
    ListSpec {
        name: "soak",
        doc: "asked of somebody with a die whose damage can be soaked off; without a line, nothing",
        actions: &[
            action(
                "soak",
                "spends a die for a roll; each success takes off one point",
                &[],
            ),
            action("nothing", "saves the die", &[]),
        ],
    },
    ListSpec {
        name: "burn",
        doc: "which dice an injury turns into ones; without a line, lowest",
        actions: &[
            action("lowest", "the lowest usable dice", &[]),
            action("highest", "the highest usable dice", &[]),
        ],
    },
    ListSpec {
        name: "shift",
        doc: "asked of an attacker who may shift where an injury lands; without a line, stay",
        actions: &[
            action("stay", "leaves it as rolled", &[]),
            action(
                "shift",
                "shifts it to this part, or as far towards it as the dice allow",
                &[TO_PART],
            ),
        ],
    },
    ListSpec {
        name: "special",
        doc: "asked of an attacker with successes to spare, again until there is nothing more to buy; without a line, nothing",
        actions: &[
            action(
                "more-damage",
                "rolls two dice more; each success is a success more",
                &[],
            ),
            action("disarm", "tries to make the target drop its weapon", &[]),
            action("drain", "the target loses its lowest die", &[]),
            action("stun", "the target is stunned besides", &[]),
            action("break-weapon", "tries to break the target's weapon", &[]),
            action("expose", "an exposure die on the target", &[]),
            action("strip", "the target's armour is worth one less", &[]),
            action("step-away", "leaves contact safely", &[]),
            action(
                "draw-in",
                "brings somebody with a reach weapon into contact",
                &[],
            ),
            action("knock-down", "tries to throw the target down", &[]),
            action(
                "knock-back",
                "tries to throw the target out of contact",
                &[],
            ),
            action(
                "hamstring",
                "the target dodges with a die less and moves at a pip more",
                &[],
            ),
            action("wear-down", "the target's defence pool is one less", &[]),
            action("nothing", "keeps the successes for damage", &[]),
        ],
    },
    ListSpec {
        name: "last",
        doc: "the last option in a refresh; without a line, act if the wanted action can be paid, else carry the lowest die",
        actions: &[
            action("act", "acts, if the wanted action can be paid", &[]),
            action(
                "carry",
                "keeps the lowest usable die for the next round",
                &[],
            ),
            action(
                "carry-high",
                "keeps the highest usable die for the next round",
                &[],
            ),
            action("nothing", "lets its dice go", &[]),
        ],
    },
    ListSpec {
        name: "opportunity",
        doc: "asked of somebody whose enemy leaves contact without withdrawing; without a line, strike",
        actions: &[
            action("strike", "attacks it before it is gone", &[]),
            action("nothing", "lets it go", &[]),
        ],
    },
    ListSpec {
        name: "intercept",
        doc: "asked of somebody whom an enemy passes; without a line, nothing",
        actions: &[
            action("intercept", "pays to stop it", &[]),
            action("nothing", "lets it pass", &[]),
        ],
    },
    ListSpec {
        name: "interrupt",
        doc: "asked of somebody who waits when an enemy's action is declared; without a line, nothing",
        actions: &[
            action(
                "attack",
                "pays for an attack on that enemy, which comes first",
                &[WITH],
            ),
            action("nothing", "waits on", &[]),
        ],
    },
    ListSpec {
        name: "follow",
        doc: "asked after the first blow of a follow-on that has hurt; without a line, follow",
        actions: &[
            action("follow", "pays a die for the second", &[]),
            action("nothing", "saves the die", &[]),
        ],
    },
];

/// Target rules, by position in the vocabulary.
pub(super) mod target {
    pub(in crate::rules::swift_swords) const FIRST: u8 = 0;
    pub(in crate::rules::swift_swords) const WEAKEST: u8 = 1;
    pub(in crate::rules::swift_swords) const STRONGEST: u8 = 2;
    pub(in crate::rules::swift_swords) const EXPOSED: u8 = 3;
    pub(in crate::rules::swift_swords) const FRESH: u8 = 4;
    pub(in crate::rules::swift_swords) const SPENT: u8 = 5;
    pub(in crate::rules::swift_swords) const UNDEFENDED: u8 = 6;
    pub(in crate::rules::swift_swords) const DAZED: u8 = 7;
    pub(in crate::rules::swift_swords) const FALLEN: u8 = 9;
}

const fn rule(name: &'static str, doc: &'static str) -> TargetSpec {
    TargetSpec {
        name,
        doc,
        steady: false,
    }
}

const TARGETS: [TargetSpec; 10] = [
    rule("first", "the first in listed order"),
    rule(
        "weakest",
        "the fewest Ranks left on the track that is attacked; ties by listed order, as for all rules",
    ),
    rule("strongest", "the most Ranks left on that track"),
    rule(
        "exposed",
        "the most exposure dice; of those with none, the Fumbled first",
    ),
    rule("fresh", "the most dice in hand"),
    rule("spent", "the fewest dice in hand"),
    rule(
        "undefended",
        "the smallest defence pool; then the fewest usable dice",
    ),
    rule("dazed", "the first in a State, else the first"),
    rule("nearest", "the fewest zones away"),
    rule("fallen", "the first who is Out of Action"),
];

const SELECTOR_SPECS: [SelectorSpec; SELECTORS.len()] = {
    let mut specs = [word("", ""); SELECTORS.len()];
    let mut at = 0;
    while at < SELECTORS.len() {
        specs[at] = word(SELECTORS[at].0, SELECTORS[at].1);
        at += 1;
    }
    specs
};

/// Everything that a policy of this book can say.
pub(super) static VOCABULARY: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &FACTS,
    scales: &[],
    targets: &TARGETS,
    selectors: &SELECTOR_SPECS,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lists_actions_and_rules_are_their_positions() {
        let lists = LISTS.map(|list| list.name);
        assert_eq!(
            (lists[ORDER], lists[ACT], lists[FOLLOW]),
            ("order", "act", "follow")
        );
        assert_eq!(
            (lists[DEFEND], lists[SUFFER], lists[LAST]),
            ("defend", "suffer", "last")
        );
        let action = |list: usize, at: u8| LISTS[list].actions[usize::from(at)].name;
        for (list, at, name) in [
            (ACT, act::ATTACK, "attack"),
            (ACT, act::POOL, "pool"),
            (ACT, act::WAIT, "wait"),
            (GRIP, grip::LET_GO, "let-go"),
            (HELD, held::YIELD, "yield"),
            (PAY, pay::MOST, "most"),
            (RAISE, raise::SPARE, "spare"),
            (SPEND, spend::BREAK_THROUGH, "break-through"),
            (SHIFT, shift::SHIFT, "shift"),
            (SPECIAL, special::WEAR_DOWN, "wear-down"),
            (LAST, last::ACT, "act"),
            (LAST, last::NOTHING, "nothing"),
        ] {
            assert_eq!(action(list, at), name);
        }
        assert_eq!(TARGETS[usize::from(target::FALLEN)].name, "fallen");
        assert_eq!(TARGETS[usize::from(target::EXPOSED)].name, "exposed");
    }
}
