//! The words of a policy of this book: decisions, actions and targets. What conditions may ask is in `facts.rs`.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-12, MUR-3-6, MUR-3-8, MUR-3-15, MUR-4-14, MUR-5-5, MUR-6-4, MUR-8-7, MUR-9-2, MUR-10-5,
//! MUR-10-6, MUR-10-9, MUR-10-10, MUR-11-7, MUR-12-6, MUR-13-1, MUR-16-5, MUR-17-2, MUR-17-3, MUR-17-6. Distances are zones.

use super::facts::{FACTS, SCALES};
use super::fighter::SELECTORS;
use crate::policy::{
    ActionSpec, ListSpec, SelectorSpec, SlotSpec, Takes, TargetSpec, Vocabulary, WordSpec,
};

/// The decisions, in the order in which a fight commonly asks them.
pub(super) const LEAD: usize = 0;
pub(super) const READY: usize = 1;
pub(super) const PACE: usize = 2;
pub(super) const BONUS: usize = 3;
pub(super) const ACT: usize = 4;
pub(super) const MOVE: usize = 5;
pub(super) const AFTER: usize = 6;
pub(super) const REACT: usize = 7;
pub(super) const GUARD: usize = 8;
pub(super) const OPPORTUNITY: usize = 9;
pub(super) const CAPTIVE: usize = 10;
pub(super) const BROKEN: usize = 11;
pub(super) const OFFER: usize = 12;
pub(super) const ACCEPT: usize = 13;
pub(super) const SADDLE: usize = 14;
pub(super) const RIDE: usize = 15;
pub(super) const ONWARD: usize = 16;

pub(super) mod lead {
    pub(in crate::rules::murdham) const GIVE_WAY: u8 = 1;
}

pub(super) mod ready {
    pub(in crate::rules::murdham) const LAST: u8 = 1;
    pub(in crate::rules::murdham) const HOLD: u8 = 2;
}

pub(super) mod pace {
    pub(in crate::rules::murdham) const SPRINT: u8 = 1;
    pub(in crate::rules::murdham) const SNEAK: u8 = 2;
}

pub(super) mod bonus {
    pub(in crate::rules::murdham) const PICK_UP: u8 = 0;
}

pub(super) mod act {
    pub(in crate::rules::murdham) const ATTACK: u8 = 0;
    pub(in crate::rules::murdham) const HOLD_BACK: u8 = 1;
    pub(in crate::rules::murdham) const DEATH_BLOW: u8 = 2;
    pub(in crate::rules::murdham) const SHOOT: u8 = 3;
    pub(in crate::rules::murdham) const BLAST: u8 = 4;
    pub(in crate::rules::murdham) const SPLIT: u8 = 5;
    pub(in crate::rules::murdham) const DISARM: u8 = 6;
    pub(in crate::rules::murdham) const SHOVE: u8 = 7;
    pub(in crate::rules::murdham) const GRAPPLE: u8 = 8;
    pub(in crate::rules::murdham) const FREE: u8 = 9;
    pub(in crate::rules::murdham) const PICK_UP: u8 = 10;
    pub(in crate::rules::murdham) const USE: u8 = 11;
    pub(in crate::rules::murdham) const SURRENDER: u8 = 12;
}

pub(super) mod go {
    pub(in crate::rules::murdham) const CLOSE: u8 = 0;
    pub(in crate::rules::murdham) const WITHDRAW: u8 = 1;
}

pub(super) mod react {
    pub(in crate::rules::murdham) const COUNTER: u8 = 0;
    pub(in crate::rules::murdham) const COUNTER_DISARM: u8 = 1;
    pub(in crate::rules::murdham) const COUNTER_SHOVE: u8 = 2;
    pub(in crate::rules::murdham) const COUNTER_GRAPPLE: u8 = 3;
    pub(in crate::rules::murdham) const DODGE: u8 = 4;
    pub(in crate::rules::murdham) const HIDE: u8 = 5;
}

pub(super) mod guard {
    pub(in crate::rules::murdham) const GUARD: u8 = 0;
}

pub(super) mod opportunity {
    pub(in crate::rules::murdham) const STRIKE: u8 = 0;
    pub(in crate::rules::murdham) const DISARM: u8 = 1;
    pub(in crate::rules::murdham) const SHOVE: u8 = 2;
    pub(in crate::rules::murdham) const GRAPPLE: u8 = 3;
}

pub(super) mod saddle {
    pub(in crate::rules::murdham) const MOUNT: u8 = 0;
    pub(in crate::rules::murdham) const BOARD: u8 = 1;
    pub(in crate::rules::murdham) const DISMOUNT: u8 = 2;
    pub(in crate::rules::murdham) const LEAVE: u8 = 3;
}

pub(super) const fn word(name: &'static str, doc: &'static str) -> WordSpec {
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
    "the weapon; without it the first of the list that can be used, else bare hands",
);
const AT_ENEMY: SlotSpec = slot(
    "at",
    Takes::Target,
    "the enemy; without it the nearest who is visible",
);
const AT_ALLY: SlotSpec = slot("at", Takes::Target, "the ally; without it the nearest");
const WHILE: SlotSpec = slot(
    "while",
    Takes::Word(&[
        word("standing", "without moving in this turn; so without it"),
        word(
            "moving",
            "with movement before or after, which needs a WIT save",
        ),
    ]),
    "how it is done",
);
const AMONG: SlotSpec = slot(
    "among",
    Takes::Number,
    "how many targets at most; without it two",
);
const OF: SlotSpec = slot(
    "of",
    Takes::Item,
    "the weapon that is to be dropped; without it the first",
);
const TO: SlotSpec = slot(
    "to",
    Takes::Number,
    "the zone towards which, by its number from 0; without it away",
);
const AT_THAT: SlotSpec = slot(
    "at",
    Takes::Target,
    "only if it is this enemy; without it anybody",
);
const NOTHING: ActionSpec = action("nothing", "does nothing", &[]);

const MOVES: [ActionSpec; 4] = [
    action("close", "walks towards an enemy's place", &[AT_ENEMY]),
    action("withdraw", "walks away from an enemy", &[AT_ENEMY]),
    action(
        "go",
        "walks to a zone",
        &[SlotSpec {
            word: "to",
            takes: Takes::Number,
            required: true,
            doc: "the zone, by its number from 0",
        }],
    ),
    action("stay", "stays", &[]),
];

/// How fast a mount or vehicle moves.
const PACES: SlotSpec = slot(
    "while",
    Takes::Word(&[
        word(
            "steady",
            "half its speed at most, so that riders can act; so without it",
        ),
        word(
            "racing",
            "up to full speed; beyond half of it, riders neither act nor react for the rest of the round",
        ),
    ]),
    "how fast",
);

const RIDES: [ActionSpec; 4] = [
    action(
        "close",
        "rides towards an enemy's place",
        &[AT_ENEMY, PACES],
    ),
    action("withdraw", "rides away from an enemy", &[AT_ENEMY, PACES]),
    action(
        "go",
        "rides to a zone",
        &[
            SlotSpec {
                word: "to",
                takes: Takes::Number,
                required: true,
                doc: "the zone, by its number from 0",
            },
            PACES,
        ],
    ),
    action("stay", "stays", &[]),
];

const AT_MOUNT: SlotSpec = slot(
    "at",
    Takes::Target,
    "which of those with a free seat; without it the nearest",
);

const LISTS: [ListSpec; 17] = [
    ListSpec {
        name: "lead",
        doc: "asked at the start of a round of the first fighter of the side with the initiative: which side has the \
              first opportunity; without a line, its own",
        actions: &[
            action("go-first", "the own side", &[]),
            action(
                "give-way",
                "another side",
                &[slot(
                    "at",
                    Takes::Target,
                    "an enemy of that side; without it the next side listed",
                )],
            ),
        ],
    },
    ListSpec {
        name: "ready",
        doc: "asked of each fighter of a side whose turn is unused, in listed order, when the side has an \
              opportunity; if nobody acts, the side passes. Without a line, act",
        actions: &[
            action("act", "takes its turn now", &[]),
            action(
                "last",
                "takes its turn now if nobody else of its side does",
                &[],
            ),
            action("hold", "keeps its turn, for a reaction or for later", &[]),
        ],
    },
    ListSpec {
        name: "pace",
        doc: "asked when the turn begins: how to move in it; without a line, walk",
        actions: &[
            action("walk", "at the usual speed", &[]),
            action("sprint", "twice as fast, where that is allowed", &[]),
            action("sneak", "half as fast, and concealed as before", &[]),
        ],
    },
    ListSpec {
        name: "bonus",
        doc: "asked before the main action: a bonus action; without a line, none",
        actions: &[
            action(
                "pick-up",
                "picks up a weapon that lies nearby",
                &[slot(
                    "with",
                    Takes::Item,
                    "the weapon; without it the first",
                )],
            ),
            NOTHING,
        ],
    },
    ListSpec {
        name: "act",
        doc: "the main action of the turn, walking up to half speed for it where needed; without a line, none. Riders, passengers \
              and mounts that stand keep the turn for a reaction where they do nothing",
        actions: &[
            action(
                "attack",
                "attacks; if the target cannot be attacked from here, walks up to it, and strikes if half speed is enough",
                &[WITH, AT_ENEMY],
            ),
            action(
                "hold-back",
                "the same, with impaired damage",
                &[WITH, AT_ENEMY],
            ),
            action(
                "death-blow",
                "kills an incapacitated enemy who is nearby, walking up to it if need be",
                &[
                    WITH,
                    slot(
                        "at",
                        Takes::Target,
                        "the enemy; without it the nearest who is down",
                    ),
                ],
            ),
            action(
                "shoot",
                "shoots or throws from here; only where the range allows it",
                &[WITH, AT_ENEMY, WHILE],
            ),
            action(
                "blast",
                "a blast at the enemy's zone, be it the own one; only where it reaches from here. Without an enemy named, one \
                 that strikes goes to where more enemies are",
                &[
                    slot(
                        "with",
                        Takes::Item,
                        "the weapon; without it the first whose attacks are blasts",
                    ),
                    AT_ENEMY,
                ],
            ),
            action(
                "split",
                "a melee attack with its dice shared out evenly among smaller enemies in reach, what is left over on \
                 the first",
                &[WITH, AT_ENEMY, AMONG],
            ),
            action(
                "disarm",
                "makes an enemy drop a weapon, unless it passes a STR save",
                &[AT_ENEMY, OF],
            ),
            action(
                "shove",
                "pushes an enemy, unless it passes a STR save",
                &[AT_ENEMY, TO],
            ),
            action(
                "grapple",
                "grabs an enemy, unless it passes a STR save",
                &[AT_ENEMY],
            ),
            action(
                "free",
                "tries to free a grabbed ally by a STR save of one's own",
                &[AT_ALLY],
            ),
            action(
                "pick-up",
                "picks up a weapon that lies nearby, as a second bonus action",
                &[slot(
                    "with",
                    Takes::Item,
                    "the weapon; without it the first",
                )],
            ),
            action(
                "use",
                "uses a remedy on oneself or an ally nearby",
                &[slot("at", Takes::Target, "the patient; without it oneself")],
            ),
            action("surrender", "gives up, throwing the weapons away", &[]),
            NOTHING,
        ],
    },
    ListSpec {
        name: "move",
        doc: "asked once the main action is chosen: movement before it, half speed at most; without a line, as the \
              action needs. Without an action it may be full speed; not asked for a shot taken standing",
        actions: &MOVES,
    },
    ListSpec {
        name: "after",
        doc: "asked after the main action: movement with what is left, unless a shot was taken standing",
        actions: &MOVES,
    },
    ListSpec {
        name: "react",
        doc: "asked of the target of an attack that hits, if it has a turn or reaction left; without a line, nothing",
        actions: &[
            action(
                "counter",
                "strikes back; the blow that does more comes first",
                &[slot(
                    "with",
                    Takes::Item,
                    "the weapon; without it the one with the highest dice",
                )],
            ),
            action("counter-disarm", "disarms the attacker in return", &[OF]),
            action("counter-shove", "shoves the attacker in return", &[TO]),
            action("counter-grapple", "grabs the attacker in return", &[]),
            action("dodge", "evades the attack by an AGI save", &[]),
            action(
                "hide",
                "swaps places with a willing ally nearby, or with one's captive, who becomes the target",
                &[slot(
                    "at",
                    Takes::Target,
                    "behind whom; without it the nearest",
                )],
            ),
            NOTHING,
        ],
    },
    ListSpec {
        name: "guard",
        doc: "asked of allies near the target of an attack that hits, before the target; without a line, nothing",
        actions: &[
            action(
                "guard",
                "takes the attack instead",
                &[slot("at", Takes::Target, "whom; without it anybody")],
            ),
            NOTHING,
        ],
    },
    ListSpec {
        name: "opportunity",
        doc: "asked when an enemy nearby moves away; without a line, nothing",
        actions: &[
            action("strike", "attacks it before it is gone", &[WITH, AT_THAT]),
            action("disarm", "makes it drop a weapon", &[OF, AT_THAT]),
            action("shove", "pushes it", &[TO, AT_THAT]),
            action("grapple", "grabs it", &[AT_THAT]),
            NOTHING,
        ],
    },
    ListSpec {
        name: "captive",
        doc: "asked of those who are grabbed in their turn; without a line, break free",
        actions: &[action("break-free", "tries a STR save", &[]), NOTHING],
    },
    ListSpec {
        name: "broken",
        doc: "asked of those who fail a morale check; without a line, surrender",
        actions: &[
            action("surrender", "gives up", &[]),
            action("retreat", "walks off the map by the side's exit", &[]),
        ],
    },
    ListSpec {
        name: "offer",
        doc: "asked of an attacker that hits, under `stunts = \"yield\"`: whether to spare the target if it gives up; \
              without a line, no",
        actions: &[action("offer", "offers it", &[AT_THAT]), NOTHING],
    },
    ListSpec {
        name: "accept",
        doc: "asked of a target that is offered to be spared; without a line, no",
        actions: &[
            action(
                "accept",
                "is disarmed and incapacitated, at the health it has",
                &[],
            ),
            action("refuse", "has the attack settled as usual", &[]),
        ],
    },
    ListSpec {
        name: "saddle",
        doc: "asked when one's turn begins, where anybody can ride, but for the mounts: whether to take or leave one's seat, \
              for half a zone of one's movement; without a line, stay",
        actions: &[
            action(
                "mount",
                "gets on a mount of the own side, walking up to it if need be",
                &[AT_MOUNT],
            ),
            action(
                "board",
                "gets into a vehicle of the own side, walking up to it if need be",
                &[AT_MOUNT],
            ),
            action("dismount", "gets off the mount", &[]),
            action("leave", "gets out of the vehicle", &[]),
            action("stay", "stays where it is", &[]),
        ],
    },
    ListSpec {
        name: "ride",
        doc: "asked of the first listed rider or passenger when the shared turn begins: how mount or vehicle moves before \
              anybody acts; without a line, towards the nearest enemy until that one can attack: at half speed, or at full \
              speed under fire where half is not enough",
        actions: &RIDES,
    },
    ListSpec {
        name: "onward",
        doc: "asked of the same when all have acted: movement with what is left, half speed in all where anybody has acted \
              and none after a shot taken standing; without a line, none",
        actions: &RIDES,
    },
];

/// Target rules, by position in the vocabulary.
pub(super) mod target {
    pub(in crate::rules::murdham) const NEAREST: u8 = 0;
    pub(in crate::rules::murdham) const WEAKEST: u8 = 1;
    pub(in crate::rules::murdham) const STRONGEST: u8 = 2;
    pub(in crate::rules::murdham) const DEADLIEST: u8 = 3;
    pub(in crate::rules::murdham) const FIRST: u8 = 4;
    pub(in crate::rules::murdham) const SPENT: u8 = 5;
    pub(in crate::rules::murdham) const FALLEN: u8 = 6;
    pub(in crate::rules::murdham) const SURRENDERED: u8 = 7;
    pub(in crate::rules::murdham) const CAPTIVE: u8 = 8;
    pub(in crate::rules::murdham) const CAPTOR: u8 = 9;
    pub(in crate::rules::murdham) const SELF: u8 = 10;
    pub(in crate::rules::murdham) const RIDER: u8 = 11;
    pub(in crate::rules::murdham) const MOUNT: u8 = 12;
    pub(in crate::rules::murdham) const VEHICLE: u8 = 13;
}

const fn rule(name: &'static str, doc: &'static str) -> TargetSpec {
    TargetSpec {
        name,
        doc,
        steady: false,
    }
}

const TARGETS: [TargetSpec; 14] = [
    rule(
        "nearest",
        "the smallest distance among those one sees, else among all; ties by listed order, as for all rules",
    ),
    rule("weakest", "the least current health"),
    rule("strongest", "the most current health"),
    rule("deadliest", "the weapon with the highest damage"),
    rule("first", "the first in listed order"),
    rule("spent", "the nearest whose turn is used, who cannot react"),
    rule("fallen", "the nearest who is incapacitated"),
    rule("surrendered", "the nearest who has surrendered"),
    rule("captive", "the nearest who is grabbed"),
    rule("captor", "the nearest who has grabbed somebody"),
    rule("self", "oneself, for remedies"),
    rule("rider", "the nearest on a mount or in a vehicle"),
    rule("mount", "the nearest that somebody rides"),
    rule(
        "vehicle",
        "the nearest vehicle that is whole; no other rule but its name picks one",
    ),
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
    use super::*;

    #[test]
    fn numbers_of_actions_and_rules_are_their_positions() {
        let action = |list: usize, at: u8| LISTS[list].actions[usize::from(at)].name;
        for (list, at, name) in [
            (LEAD, lead::GIVE_WAY, "give-way"),
            (READY, ready::LAST, "last"),
            (READY, ready::HOLD, "hold"),
            (PACE, pace::SPRINT, "sprint"),
            (PACE, pace::SNEAK, "sneak"),
            (BONUS, bonus::PICK_UP, "pick-up"),
            (ACT, act::ATTACK, "attack"),
            (ACT, act::HOLD_BACK, "hold-back"),
            (ACT, act::DEATH_BLOW, "death-blow"),
            (ACT, act::SHOOT, "shoot"),
            (ACT, act::BLAST, "blast"),
            (ACT, act::SPLIT, "split"),
            (ACT, act::DISARM, "disarm"),
            (ACT, act::SHOVE, "shove"),
            (ACT, act::GRAPPLE, "grapple"),
            (ACT, act::FREE, "free"),
            (ACT, act::PICK_UP, "pick-up"),
            (ACT, act::USE, "use"),
            (ACT, act::SURRENDER, "surrender"),
            (SADDLE, saddle::MOUNT, "mount"),
            (SADDLE, saddle::BOARD, "board"),
            (SADDLE, saddle::DISMOUNT, "dismount"),
            (SADDLE, saddle::LEAVE, "leave"),
            (RIDE, go::CLOSE, "close"),
            (ONWARD, go::WITHDRAW, "withdraw"),
            (MOVE, go::CLOSE, "close"),
            (AFTER, go::WITHDRAW, "withdraw"),
            (REACT, react::COUNTER, "counter"),
            (REACT, react::COUNTER_DISARM, "counter-disarm"),
            (REACT, react::COUNTER_SHOVE, "counter-shove"),
            (REACT, react::COUNTER_GRAPPLE, "counter-grapple"),
            (REACT, react::DODGE, "dodge"),
            (REACT, react::HIDE, "hide"),
            (GUARD, guard::GUARD, "guard"),
            (OPPORTUNITY, opportunity::STRIKE, "strike"),
            (OPPORTUNITY, opportunity::DISARM, "disarm"),
            (OPPORTUNITY, opportunity::SHOVE, "shove"),
            (OPPORTUNITY, opportunity::GRAPPLE, "grapple"),
        ] {
            assert_eq!(action(list, at), name);
        }
        assert_eq!(LISTS[BROKEN].actions[1].name, "retreat");
        assert_eq!(LISTS[CAPTIVE].actions[0].name, "break-free");
        assert_eq!(LISTS[OFFER].actions[0].name, "offer");
        assert_eq!(LISTS[ACCEPT].actions[0].name, "accept");
        for (at, name) in [
            (target::NEAREST, "nearest"),
            (target::DEADLIEST, "deadliest"),
            (target::SPENT, "spent"),
            (target::FALLEN, "fallen"),
            (target::SURRENDERED, "surrendered"),
            (target::CAPTIVE, "captive"),
            (target::CAPTOR, "captor"),
            (target::SELF, "self"),
            (target::RIDER, "rider"),
            (target::MOUNT, "mount"),
            (target::VEHICLE, "vehicle"),
        ] {
            assert_eq!(TARGETS[usize::from(at)].name, name);
        }
    }
}
