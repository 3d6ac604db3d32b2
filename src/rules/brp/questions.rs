//! What the conditions of a BRP policy may ask. Answered in `facts.rs`.
//!
//! Clauses: BRP-5.2-1, BRP-5.6-2, BRP-X-8. Distances are metres, chances percent.

use super::words::word;
use crate::policy::{FactSpec, Kind, ScaleSpec};

const LEVEL: Kind = Kind::Scale(0);
const INTENT: Kind = Kind::Scale(1);

pub(super) const SCALES: [ScaleSpec; 2] = [
    ScaleSpec {
        name: "level of success",
        words: &[
            word("failure", "over the chance"),
            word("success", "at or below the chance"),
            word("special", "below a fifth of the chance"),
        ],
    },
    ScaleSpec {
        name: "stated intent",
        words: &[
            word("unstated", "not stated yet, or down"),
            word("waits", "no action"),
            word("attacks", "a melee attack"),
            word("shoots", "a shot or throw"),
            word("reloads", "reloading"),
            word("heals", "First Aid"),
            word("wakes", "waking somebody"),
        ],
    },
];

/// What a condition may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fact {
    Round,
    SelfHp,
    SelfHpMax,
    SelfDex,
    SelfDodge,
    SelfParry,
    SelfArmed,
    SelfKneels,
    SelfDefences,
    SelfParries,
    SelfMoved,
    TargetHp,
    TargetHpMax,
    TargetDistance,
    TargetInReach,
    TargetDown,
    TargetIntent,
    FoesStanding,
    FoesFallen,
    FoesInReach,
    FoesDistance,
    FoesAimingAtMe,
    AlliesStanding,
    AlliesFallen,
    AlliesDying,
    AlliesAimingAtTarget,
    Usable,
    Loaded,
    Points,
    Ammo,
    AttackLevel,
    AttackMissile,
    AttackUnarmed,
    AttackWeapon,
    AttackerHp,
    AttackerDistance,
}

const fn fact(name: &'static str, kind: Kind, steady: bool, doc: &'static str) -> FactSpec {
    FactSpec {
        name,
        doc,
        kind,
        of_item: false,
        lists: &[],
        needs_target: false,
        steady,
    }
}

const fn of_target(spec: FactSpec) -> FactSpec {
    FactSpec {
        needs_target: true,
        ..spec
    }
}

const fn of_item(spec: FactSpec) -> FactSpec {
    FactSpec {
        of_item: true,
        ..spec
    }
}

const fn only(lists: &'static [&'static str], spec: FactSpec) -> FactSpec {
    FactSpec { lists, ..spec }
}

use Kind::{Number, Truth};

/// Every fact and its description. A fact's number in compiled conditions is its position here.
pub(super) const FACTS: [(Fact, FactSpec); 36] = [
    (
        Fact::Round,
        fact("round", Number, false, "the number of the round, from 1"),
    ),
    (
        Fact::SelfHp,
        fact("self.hp", Number, false, "own hit points"),
    ),
    (
        Fact::SelfHpMax,
        fact("self.hp_max", Number, true, "own hit points at the start"),
    ),
    (Fact::SelfDex, fact("self.dex", Number, true, "own DEX")),
    (
        Fact::SelfDodge,
        fact(
            "self.dodge",
            Number,
            true,
            "chance of a dodge now, in percent; 0 where none is possible",
        ),
    ),
    (
        Fact::SelfParry,
        fact(
            "self.parry",
            Number,
            true,
            "chance of a parry now, in percent; 0 where none is possible",
        ),
    ),
    (
        Fact::SelfArmed,
        fact(
            "self.armed",
            Truth,
            true,
            "has a usable melee weapon other than bare hands",
        ),
    ),
    (
        Fact::SelfKneels,
        fact("self.kneels", Truth, false, "has stated to kneel"),
    ),
    (
        Fact::SelfDefences,
        fact(
            "self.defences",
            Number,
            false,
            "own defences made this round",
        ),
    ),
    (
        Fact::SelfParries,
        fact("self.parries", Number, false, "own parries made this round"),
    ),
    (
        Fact::SelfMoved,
        fact("self.moved", Number, false, "metres moved this round"),
    ),
    (
        Fact::TargetHp,
        of_target(fact("target.hp", Number, false, "the target's hit points")),
    ),
    (
        Fact::TargetHpMax,
        of_target(fact(
            "target.hp_max",
            Number,
            true,
            "the target's hit points at the start",
        )),
    ),
    (
        Fact::TargetDistance,
        of_target(fact(
            "target.distance",
            Number,
            true,
            "metres to the target",
        )),
    ),
    (
        Fact::TargetInReach,
        of_target(fact(
            "target.in_reach",
            Truth,
            true,
            "the target is within melee reach",
        )),
    ),
    (
        Fact::TargetDown,
        of_target(fact(
            "target.down",
            Truth,
            true,
            "the target is unconscious or dying",
        )),
    ),
    (
        Fact::TargetIntent,
        of_target(fact(
            "target.intent",
            INTENT,
            false,
            "what the target has stated, if it has spoken before",
        )),
    ),
    (
        Fact::FoesStanding,
        fact("foes.standing", Number, true, "able enemies"),
    ),
    (
        Fact::FoesFallen,
        fact("foes.fallen", Number, true, "enemies unconscious or dying"),
    ),
    (
        Fact::FoesInReach,
        fact(
            "foes.in_reach",
            Number,
            true,
            "able enemies within melee reach",
        ),
    ),
    (
        Fact::FoesDistance,
        fact(
            "foes.distance",
            Number,
            true,
            "metres to the nearest able enemy",
        ),
    ),
    (
        Fact::FoesAimingAtMe,
        fact(
            "foes.aiming_at_me",
            Number,
            false,
            "enemies that have stated an attack on oneself",
        ),
    ),
    (
        Fact::AlliesStanding,
        fact(
            "allies.standing",
            Number,
            true,
            "able allies, without oneself",
        ),
    ),
    (
        Fact::AlliesFallen,
        fact("allies.fallen", Number, true, "allies unconscious or dying"),
    ),
    (
        Fact::AlliesDying,
        fact(
            "allies.dying",
            Number,
            true,
            "allies at 0 hit points or less, not dead",
        ),
    ),
    (
        Fact::AlliesAimingAtTarget,
        of_target(fact(
            "allies.aiming_at_target",
            Number,
            false,
            "allies that have stated an attack on the target",
        )),
    ),
    (
        Fact::Usable,
        of_item(fact(
            "usable",
            Truth,
            true,
            "this thing is carried, whole and not used up",
        )),
    ),
    (
        Fact::Loaded,
        of_item(fact("loaded", Truth, true, "this weapon could be shot now")),
    ),
    (
        Fact::Points,
        of_item(fact(
            "points",
            Number,
            false,
            "parrying points left of this thing",
        )),
    ),
    (
        Fact::Ammo,
        of_item(fact(
            "ammo",
            Number,
            true,
            "shots or pieces left; 1000000 where they are unlimited",
        )),
    ),
    (
        Fact::AttackLevel,
        only(
            &["react"],
            fact(
                "attack.level",
                LEVEL,
                false,
                "how well the attack succeeded",
            ),
        ),
    ),
    (
        Fact::AttackMissile,
        only(
            &["react"],
            fact(
                "attack.missile",
                Truth,
                false,
                "the attack was shot or thrown",
            ),
        ),
    ),
    (
        Fact::AttackUnarmed,
        only(
            &["react"],
            fact(
                "attack.unarmed",
                Truth,
                false,
                "the attack is with bare hands",
            ),
        ),
    ),
    (
        Fact::AttackWeapon,
        only(
            &["react"],
            of_item(fact(
                "attack.weapon",
                Truth,
                false,
                "the attack is with this thing; one thrown goes by the name of its throw too",
            )),
        ),
    ),
    (
        Fact::AttackerHp,
        only(
            &["react"],
            fact("attacker.hp", Number, false, "the attacker's hit points"),
        ),
    ),
    (
        Fact::AttackerDistance,
        only(
            &["react"],
            fact("attacker.distance", Number, false, "metres to the attacker"),
        ),
    ),
];

pub(super) const FACT_SPECS: [FactSpec; FACTS.len()] = {
    let mut specs = [FACTS[0].1; FACTS.len()];
    let mut at = 0;
    while at < FACTS.len() {
        specs[at] = FACTS[at].1;
        at += 1;
    }
    specs
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_stand_in_the_order_of_their_enum() {
        for (at, (fact, _)) in FACTS.iter().enumerate() {
            assert_eq!(*fact as usize, at);
        }
    }
}
