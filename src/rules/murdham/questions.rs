//! What the conditions of a policy may ask. Answered in `facts.rs`.
//!
//! Clauses: MUR-4-14, MUR-9-2, MUR-13-1. Distances are zones.

use super::words::word;
use crate::policy::{FactSpec, Kind, ScaleSpec};

pub(super) const SCALES: [ScaleSpec; 1] = [ScaleSpec {
    name: "size",
    words: &[
        word("tiny", "the smallest"),
        word("small", "as a child"),
        word("medium", "as people commonly are"),
        word("large", "as a wyrm"),
        word("massive", "the largest"),
    ],
}];

/// What a condition may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fact {
    SelfSize,
    TargetSize,
    Round,
    SelfHealth,
    SelfHealthMax,
    SelfStr,
    SelfAgi,
    SelfWit,
    SelfArmour,
    SelfReady,
    SelfArmed,
    SelfConcealed,
    SelfHolding,
    SelfRemedies,
    TargetHealth,
    TargetHealthMax,
    TargetAgi,
    TargetStr,
    TargetArmour,
    TargetDistance,
    TargetNearby,
    TargetReady,
    TargetGrabbed,
    TargetLarger,
    FoesFighting,
    FoesReady,
    FoesNearby,
    FoesDistance,
    FoesDown,
    FoesSurrendered,
    AlliesFighting,
    AlliesReady,
    AlliesNearby,
    AlliesDown,
    AlliesGrabbed,
    Usable,
    Shots,
    AttackDamage,
    AttackMost,
    AttackRisk,
    AttackRanged,
    AttackNonlethal,
    AttackSeveral,
    AttackerHealth,
    AttackerArmour,
    AttackerDistance,
    CounterRisk,
    SelfMounted,
    SelfRiders,
    TargetMounted,
    TargetRiders,
    MountHealth,
    MountHealthMax,
    MountSpeed,
    MountMoved,
    MountDistance,
    FoesMounted,
}

const fn fact(name: &'static str, kind: Kind, doc: &'static str) -> FactSpec {
    FactSpec {
        name,
        doc,
        kind,
        of_item: false,
        lists: &[],
        needs_target: false,
        steady: false,
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

/// Of an attack that somebody may answer.
const fn of_attack(spec: FactSpec) -> FactSpec {
    FactSpec {
        lists: &["react", "guard", "accept"],
        ..spec
    }
}

/// Of a blow that the target may strike back.
const fn of_counter(spec: FactSpec) -> FactSpec {
    FactSpec {
        lists: &["react"],
        ..spec
    }
}

use Kind::{Number, Truth};

/// How big somebody is.
const SIZE: Kind = Kind::Scale(0);

/// Every fact and its description. A fact's number in compiled conditions is its position here.
pub(super) const FACTS: [(Fact, FactSpec); 57] = [
    (Fact::SelfSize, fact("self.size", SIZE, "own size")),
    (
        Fact::TargetSize,
        of_target(fact("target.size", SIZE, "the target's size")),
    ),
    (
        Fact::Round,
        fact(
            "round",
            Number,
            "the number of the round; 0 is the bonus round of an ambush",
        ),
    ),
    (Fact::SelfHealth, fact("self.health", Number, "own health")),
    (
        Fact::SelfHealthMax,
        fact("self.health_max", Number, "own full health"),
    ),
    (Fact::SelfStr, fact("self.str", Number, "own STR")),
    (
        Fact::SelfAgi,
        fact(
            "self.agi",
            Number,
            "own AGI: a dodge works so many times in 20",
        ),
    ),
    (Fact::SelfWit, fact("self.wit", Number, "own WIT")),
    (
        Fact::SelfArmour,
        fact("self.armour", Number, "own armour value, cover aside"),
    ),
    (
        Fact::SelfReady,
        fact("self.ready", Truth, "the own turn of this round is unused"),
    ),
    (
        Fact::SelfArmed,
        fact("self.armed", Truth, "has a weapon, bare hands aside"),
    ),
    (
        Fact::SelfConcealed,
        fact("self.concealed", Truth, "no enemy has noticed oneself"),
    ),
    (
        Fact::SelfHolding,
        fact("self.holding", Number, "captives that one holds"),
    ),
    (
        Fact::SelfRemedies,
        fact("self.remedies", Number, "uses left of all remedies"),
    ),
    (
        Fact::TargetHealth,
        of_target(fact("target.health", Number, "the target's health")),
    ),
    (
        Fact::TargetHealthMax,
        of_target(fact(
            "target.health_max",
            Number,
            "the target's full health",
        )),
    ),
    (
        Fact::TargetAgi,
        of_target(fact("target.agi", Number, "the target's AGI")),
    ),
    (
        Fact::TargetStr,
        of_target(fact("target.str", Number, "the target's STR")),
    ),
    (
        Fact::TargetArmour,
        of_target(fact(
            "target.armour",
            Number,
            "the target's armour value, cover aside",
        )),
    ),
    (
        Fact::TargetDistance,
        of_target(fact("target.distance", Number, "zones to the target")),
    ),
    (
        Fact::TargetNearby,
        of_target(fact("target.nearby", Truth, "the target is nearby")),
    ),
    (
        Fact::TargetReady,
        of_target(fact(
            "target.ready",
            Truth,
            "the target's turn is unused, so that it may react",
        )),
    ),
    (
        Fact::TargetGrabbed,
        of_target(fact("target.grabbed", Truth, "somebody holds the target")),
    ),
    (
        Fact::TargetLarger,
        of_target(fact(
            "target.larger",
            Number,
            "sizes that the target is larger; negative where it is smaller",
        )),
    ),
    (
        Fact::FoesFighting,
        fact("foes.fighting", Number, "enemies who fight on"),
    ),
    (
        Fact::FoesReady,
        fact("foes.ready", Number, "enemies whose turn is unused"),
    ),
    (
        Fact::FoesNearby,
        fact("foes.nearby", Number, "enemies nearby who fight on"),
    ),
    (
        Fact::FoesDistance,
        fact(
            "foes.distance",
            Number,
            "zones to the nearest enemy who fights on",
        ),
    ),
    (
        Fact::FoesDown,
        fact("foes.down", Number, "enemies who are incapacitated"),
    ),
    (
        Fact::FoesSurrendered,
        fact("foes.surrendered", Number, "enemies who have surrendered"),
    ),
    (
        Fact::AlliesFighting,
        fact(
            "allies.fighting",
            Number,
            "allies who fight on, without oneself",
        ),
    ),
    (
        Fact::AlliesReady,
        fact(
            "allies.ready",
            Number,
            "allies whose turn is unused, without oneself",
        ),
    ),
    (
        Fact::AlliesNearby,
        fact(
            "allies.nearby",
            Number,
            "allies nearby who fight on, without oneself",
        ),
    ),
    (
        Fact::AlliesDown,
        fact("allies.down", Number, "allies who are incapacitated"),
    ),
    (
        Fact::AlliesGrabbed,
        fact("allies.grabbed", Number, "allies whom somebody holds"),
    ),
    (
        Fact::Usable,
        of_item(fact(
            "usable",
            Truth,
            "one has this weapon and a shot for it",
        )),
    ),
    (
        Fact::Shots,
        of_item(fact(
            "shots",
            Number,
            "uses left of this weapon; 1000000 where they are unlimited",
        )),
    ),
    (
        Fact::AttackDamage,
        of_attack(fact(
            "attack.damage",
            Number,
            "mean damage of the attack before armour",
        )),
    ),
    (
        Fact::AttackMost,
        of_attack(fact(
            "attack.most",
            Number,
            "the most that the attack does past one's own armour",
        )),
    ),
    (
        Fact::AttackRisk,
        of_attack(fact(
            "attack.risk",
            Number,
            "chance that the attack, if it lands, puts its target out of the fight; 0 to 1",
        )),
    ),
    (
        Fact::AttackRanged,
        of_attack(fact("attack.ranged", Truth, "the attack is shot or thrown")),
    ),
    (
        Fact::AttackNonlethal,
        of_attack(fact(
            "attack.nonlethal",
            Truth,
            "the attack disarms, shoves or grabs",
        )),
    ),
    (
        Fact::AttackSeveral,
        of_attack(fact(
            "attack.several",
            Truth,
            "the attack is on several at once",
        )),
    ),
    (
        Fact::AttackerHealth,
        of_attack(fact("attacker.health", Number, "the attacker's health")),
    ),
    (
        Fact::AttackerArmour,
        of_attack(fact(
            "attacker.armour",
            Number,
            "the attacker's armour value, cover aside",
        )),
    ),
    (
        Fact::AttackerDistance,
        of_attack(fact("attacker.distance", Number, "zones to the attacker")),
    ),
    (
        Fact::CounterRisk,
        of_counter(fact(
            "counter.risk",
            Number,
            "chance that one's own best blow puts the attacker out of the fight; 0 where none is possible",
        )),
    ),
    (
        Fact::SelfMounted,
        fact("self.mounted", Truth, "one is on a mount or in a vehicle"),
    ),
    (
        Fact::SelfRiders,
        fact("self.riders", Number, "how many ride oneself"),
    ),
    (
        Fact::TargetMounted,
        of_target(fact(
            "target.mounted",
            Truth,
            "the target is on a mount or in a vehicle",
        )),
    ),
    (
        Fact::TargetRiders,
        of_target(fact(
            "target.riders",
            Number,
            "how many ride the target or sit in it",
        )),
    ),
    (
        Fact::MountHealth,
        fact(
            "mount.health",
            Number,
            "health of one's own mount or vehicle; 0 on foot",
        ),
    ),
    (
        Fact::MountHealthMax,
        fact(
            "mount.health_max",
            Number,
            "full health of one's own mount or vehicle; 0 on foot",
        ),
    ),
    (
        Fact::MountSpeed,
        fact(
            "mount.speed",
            Number,
            "zones in a turn of one's own mount or vehicle; 0 on foot",
        ),
    ),
    (
        Fact::MountMoved,
        fact(
            "mount.moved",
            Truth,
            "one's own mount or vehicle has moved in this round",
        ),
    ),
    (
        Fact::MountDistance,
        fact(
            "mount.distance",
            Number,
            "zones to the nearest mount or vehicle of the own side with a free seat; 1000000 where there is none",
        ),
    ),
    (
        Fact::FoesMounted,
        fact(
            "foes.mounted",
            Number,
            "enemies who fight on and are on a mount or in a vehicle",
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
