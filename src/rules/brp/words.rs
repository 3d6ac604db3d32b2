//! The words of a BRP policy: decisions, actions and targets. What conditions may ask is in `facts.rs`.
//!
//! Clauses: BRP-5.2-1, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5, BRP-5.14-5, BRP-X-7,
//! BRP-X-8. Distances are metres.

use super::facts::{FACTS, SCALES};
use super::fighter::SELECTORS;
use crate::policy::{
    ActionSpec, ListSpec, SelectorSpec, SlotSpec, Takes, TargetSpec, Vocabulary, WordSpec,
};

/// The decisions, in the order in which a round asks them.
pub(super) const STANCE: usize = 0;
pub(super) const ACT: usize = 1;
pub(super) const MOVE: usize = 2;
pub(super) const TURN: usize = 3;
pub(super) const REACT: usize = 4;

pub(super) mod stance {
    pub(in crate::rules::brp) const KNEEL: u8 = 0;
}

pub(super) mod act {
    pub(in crate::rules::brp) const ATTACK: u8 = 0;
    pub(in crate::rules::brp) const SHOOT: u8 = 1;
    pub(in crate::rules::brp) const RELOAD: u8 = 2;
    pub(in crate::rules::brp) const FIRST_AID: u8 = 3;
    pub(in crate::rules::brp) const WAKE: u8 = 4;
}

pub(super) mod go {
    pub(in crate::rules::brp) const CLOSE: u8 = 0;
    pub(in crate::rules::brp) const ADVANCE: u8 = 1;
    pub(in crate::rules::brp) const WITHDRAW: u8 = 2;
}

pub(super) mod turn {
    pub(in crate::rules::brp) const FIRST_AID: u8 = 0;
}

pub(super) mod react {
    pub(in crate::rules::brp) const PARRY: u8 = 0;
    pub(in crate::rules::brp) const DODGE: u8 = 1;
    pub(in crate::rules::brp) const PARRY_THEN_DODGE: u8 = 2;
    pub(in crate::rules::brp) const NOTHING: u8 = 3;
}

pub(super) const fn word(name: &'static str, doc: &'static str) -> WordSpec {
    WordSpec { name, doc }
}

const WITH_WEAPON: SlotSpec = SlotSpec {
    word: "with",
    takes: Takes::Item,
    required: false,
    doc: "the weapon; without it the first of the list that can be used",
};
const AT_ENEMY: SlotSpec = SlotSpec {
    word: "at",
    takes: Takes::Target,
    required: false,
    doc: "the enemy; without it the nearest",
};
const AS_LENGTH: SlotSpec = SlotSpec {
    word: "as",
    takes: Takes::Word(&[
        word("short", "as a short weapon"),
        word("medium", "as a medium weapon"),
        word("long", "as a long weapon"),
    ]),
    required: false,
    doc: "in which class, for the order of equal DEX ranks; without it the first that the weapon's `length` lists",
};
const AT_PATIENT: SlotSpec = SlotSpec {
    word: "at",
    takes: Takes::Target,
    required: false,
    doc: "the patient, oneself included; without it the first who is dying",
};
const ON_INJURY: SlotSpec = SlotSpec {
    word: "on",
    takes: Takes::Word(&[
        word("largest", "the largest untreated injury; so without it"),
        word("smallest", "the smallest untreated injury"),
    ]),
    required: false,
    doc: "which injury",
};
const BY_METRES: SlotSpec = SlotSpec {
    word: "by",
    takes: Takes::Number,
    required: true,
    doc: "how many metres",
};

const FIRST_AID: ActionSpec = ActionSpec {
    name: "first-aid",
    doc: "treats an injury of somebody within reach, having moved 5 m at most; takes effect at the end of the round",
    slots: &[AT_PATIENT, ON_INJURY],
};

const LISTS: [ListSpec; 5] = [
    ListSpec {
        name: "stance",
        doc: "part of the statement of intent: how to stand this round; without a line, upright",
        actions: &[
            ActionSpec {
                name: "kneel",
                doc: "kneels behind a large shield: no move, no melee attack, no dodge, and the shield covers more",
                slots: &[],
            },
            ActionSpec {
                name: "stand",
                doc: "stands",
                slots: &[],
            },
        ],
    },
    ListSpec {
        name: "act",
        doc: "part of the statement of intent: the one action of the round; without a line, none",
        actions: &[
            ActionSpec {
                name: "attack",
                doc: "strikes in melee, closing in if need be; with a weapon that only shoots, shoots",
                slots: &[WITH_WEAPON, AT_ENEMY, AS_LENGTH],
            },
            ActionSpec {
                name: "shoot",
                doc: "shoots or throws at an enemy within three times the range, if loaded",
                slots: &[WITH_WEAPON, AT_ENEMY],
            },
            ActionSpec {
                name: "reload",
                doc: "spends the whole round on reloading a weapon that has been shot",
                slots: &[WITH_WEAPON],
            },
            FIRST_AID,
            ActionSpec {
                name: "wake",
                doc: "wakes an unconscious ally, who is able again from the next round on",
                slots: &[SlotSpec {
                    word: "at",
                    takes: Takes::Target,
                    required: false,
                    doc: "the ally; without it the nearest",
                }],
            },
            ActionSpec {
                name: "wait",
                doc: "takes no action; parries and dodges stay possible",
                slots: &[],
            },
        ],
    },
    ListSpec {
        name: "move",
        doc: "part of the statement of intent: how to move; without a line, a melee attacker, healer or waker closes \
              in and everybody else stays. Whoever has an enemy within reach stays in any case",
        actions: &[
            ActionSpec {
                name: "close",
                doc: "moves up to an enemy's reach, 30 m at most; over 29 m leaves no action",
                slots: &[AT_ENEMY],
            },
            ActionSpec {
                name: "advance",
                doc: "moves some way towards an enemy, up to its reach",
                slots: &[AT_ENEMY, BY_METRES],
            },
            ActionSpec {
                name: "withdraw",
                doc: "moves some way from an enemy, 30 m at most",
                slots: &[AT_ENEMY, BY_METRES],
            },
            ActionSpec {
                name: "stay",
                doc: "does not move",
                slots: &[],
            },
        ],
    },
    ListSpec {
        name: "turn",
        doc: "asked when the own DEX rank comes: what to do in place of the stated action",
        actions: &[
            FIRST_AID,
            ActionSpec {
                name: "proceed",
                doc: "does what was stated",
                slots: &[],
            },
        ],
    },
    ListSpec {
        name: "react",
        doc: "asked for every successful attack of which the target is aware; without a line, no defence",
        actions: &[
            ActionSpec {
                name: "parry",
                doc: "parries",
                slots: &[SlotSpec {
                    word: "with",
                    takes: Takes::Item,
                    required: false,
                    doc: "the tool; without it a shield, else the weapon in hand",
                }],
            },
            ActionSpec {
                name: "dodge",
                doc: "dodges",
                slots: &[],
            },
            ActionSpec {
                name: "parry-then-dodge",
                doc: "parries and, if that is not enough, dodges too; only under `double_defence = \"yes\"`",
                slots: &[SlotSpec {
                    word: "with",
                    takes: Takes::Item,
                    required: false,
                    doc: "the tool to parry with; without it a shield, else the weapon in hand",
                }],
            },
            ActionSpec {
                name: "nothing",
                doc: "lets the attack come",
                slots: &[],
            },
        ],
    },
];

/// Target rules, by position in the vocabulary.
pub(super) mod target {
    pub(in crate::rules::brp) const NEAREST: u8 = 0;
    pub(in crate::rules::brp) const WEAKEST: u8 = 1;
    pub(in crate::rules::brp) const STRONGEST: u8 = 2;
    pub(in crate::rules::brp) const FIRST: u8 = 3;
    pub(in crate::rules::brp) const FALLEN: u8 = 4;
    pub(in crate::rules::brp) const DYING: u8 = 5;
    pub(in crate::rules::brp) const SELF: u8 = 6;
}

const fn rule(name: &'static str, steady: bool, doc: &'static str) -> TargetSpec {
    TargetSpec { name, doc, steady }
}

const TARGETS: [TargetSpec; 7] = [
    rule(
        "nearest",
        true,
        "the smallest distance; ties by listing order, as for all rules",
    ),
    rule("weakest", false, "the fewest current hit points"),
    rule("strongest", false, "the most current hit points"),
    rule("first", true, "the first in listing order"),
    rule("fallen", true, "the nearest who is unconscious or dying"),
    rule(
        "dying",
        true,
        "the first in listing order who is at 0 hit points or less and not dead",
    ),
    rule("self", true, "oneself, for First Aid"),
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
    scales: SCALES,
    targets: &TARGETS,
    selectors: &SELECTOR_SPECS,
};

#[cfg(test)]
mod tests {
    use super::super::tables::LENGTHS;
    use super::*;

    #[test]
    fn numbers_of_actions_and_rules_are_their_positions() {
        let action = |list: usize, at: u8| LISTS[list].actions[usize::from(at)].name;
        assert_eq!(action(STANCE, stance::KNEEL), "kneel");
        assert_eq!(action(ACT, act::ATTACK), "attack");
        assert_eq!(action(ACT, act::SHOOT), "shoot");
        assert_eq!(action(ACT, act::RELOAD), "reload");
        assert_eq!(action(ACT, act::FIRST_AID), "first-aid");
        assert_eq!(action(ACT, act::WAKE), "wake");
        assert_eq!(action(MOVE, go::CLOSE), "close");
        assert_eq!(action(MOVE, go::ADVANCE), "advance");
        assert_eq!(action(MOVE, go::WITHDRAW), "withdraw");
        assert_eq!(action(TURN, turn::FIRST_AID), "first-aid");
        assert_eq!(action(REACT, react::PARRY), "parry");
        assert_eq!(action(REACT, react::DODGE), "dodge");
        assert_eq!(action(REACT, react::PARRY_THEN_DODGE), "parry-then-dodge");
        let Takes::Word(lengths) = AS_LENGTH.takes else {
            panic!("a length is a word")
        };
        assert!(
            lengths
                .iter()
                .map(|word| word.name)
                .eq(LENGTHS.map(|(name, _)| name))
        );
        for (at, name) in [
            (target::NEAREST, "nearest"),
            (target::WEAKEST, "weakest"),
            (target::STRONGEST, "strongest"),
            (target::FIRST, "first"),
            (target::FALLEN, "fallen"),
            (target::DYING, "dying"),
            (target::SELF, "self"),
        ] {
            assert_eq!(TARGETS[usize::from(at)].name, name);
        }
    }
}
