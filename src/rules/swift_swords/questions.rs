//! What the conditions of a policy may ask. Answered in `facts.rs`.
//!
//! Clauses: SST-0-10. Distances are zones.

use crate::policy::{FactSpec, Kind};

/// What a condition may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fact {
    Round,
    Closing,
    SelfDice,
    SelfUsable,
    SelfOnes,
    SelfPips,
    SelfAttacks,
    SelfSpare,
    SelfPhysical,
    SelfMental,
    SelfRank,
    SelfAttack,
    SelfDodge,
    SelfBlock,
    SelfParry,
    SelfArmour,
    SelfShield,
    SelfStateless,
    SelfPool,
    SelfPoolRoom,
    SelfGathered,
    SelfExposures,
    SelfFumbled,
    SelfDazed,
    SelfArmed,
    SelfBare,
    SelfContact,
    SelfClose,
    SelfProne,
    SelfHolding,
    SelfCovered,
    SelfZone,
    TargetDice,
    TargetUsable,
    TargetOnes,
    TargetPhysical,
    TargetMental,
    TargetRank,
    TargetAttack,
    TargetArmour,
    TargetPool,
    TargetExposures,
    TargetFumbled,
    TargetDazed,
    TargetDefends,
    TargetContact,
    TargetSame,
    TargetClose,
    TargetProne,
    TargetHeld,
    TargetDistance,
    TargetLarger,
    FoesFighting,
    FoesContact,
    FoesDice,
    FoesDistance,
    AlliesFighting,
    AlliesContact,
    AlliesDice,
    AttackDice,
    AttackChance,
    AttackSl,
    AttackMissile,
    AttackBase,
    AttackExposures,
    AttackerDice,
    AttackerPhysical,
    Damage,
    DamageMental,
    RollHits,
    RollNear,
    RollOnes,
    RollMisses,
    BlockPool,
    BlockShield,
    Spare,
    Cost,
    Helps,
    WoundNumber,
    WoundSteps,
    SelfCanStand,
    OtherPhysical,
    OtherDice,
    OtherExposures,
    OtherDazed,
    OtherLarger,
    Hold,
    RollFor,
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

const fn asked_in(lists: &'static [&'static str], spec: FactSpec) -> FactSpec {
    FactSpec { lists, ..spec }
}

use Kind::{Number, Truth};

const OF_ATTACK: &[&str] = &["defend", "riposte", "suffer", "soak", "effort"];
const OF_DAMAGE: &[&str] = &["suffer", "soak"];
const OF_ROLL: &[&str] = &["raise", "spend", "special"];
const OF_BLOCK: &[&str] = &["spend"];
const OF_SHIFT: &[&str] = &["shift"];
const OF_SPARE: &[&str] = &["special"];
const OF_OTHER: &[&str] = &[
    "pick-up",
    "grip",
    "held",
    "opportunity",
    "intercept",
    "interrupt",
    "follow",
];
const OF_HOLD: &[&str] = &["grip", "held"];
const OF_COST: &[&str] = &["pay"];
const OF_RAISE: &[&str] = &["raise"];
const OF_EFFORT: &[&str] = &["effort"];

/// Every fact and its description. A fact's number in compiled conditions is its position here.
pub(super) const FACTS: [(Fact, FactSpec); 88] = [
    (
        Fact::Round,
        fact("round", Number, "the number of the round"),
    ),
    (
        Fact::Closing,
        fact(
            "closing",
            Truth,
            "whether a refresh has been called in this round",
        ),
    ),
    (
        Fact::SelfDice,
        fact(
            "self.dice",
            Number,
            "own Action Dice in hand, ones included",
        ),
    ),
    (
        Fact::SelfUsable,
        fact("self.usable", Number, "own dice that show 2 to 6"),
    ),
    (
        Fact::SelfOnes,
        fact("self.ones", Number, "own dice that show 1"),
    ),
    (
        Fact::SelfPips,
        fact(
            "self.pips",
            Number,
            "what the own usable dice show together",
        ),
    ),
    (
        Fact::SelfAttacks,
        fact(
            "self.attacks",
            Number,
            "attacks with the weapon in hand that the own dice still pay for",
        ),
    ),
    (
        Fact::SelfSpare,
        fact(
            "self.spare",
            Truth,
            "whether the lowest usable die could be spent without an attack less",
        ),
    ),
    (
        Fact::SelfPhysical,
        fact(
            "self.physical",
            Number,
            "own Physical Ranks that can still be lost",
        ),
    ),
    (
        Fact::SelfMental,
        fact(
            "self.mental",
            Number,
            "own Mental Ranks that can still be lost",
        ),
    ),
    (
        Fact::SelfRank,
        fact(
            "self.rank",
            Number,
            "own total Physical rank, which damage is held against",
        ),
    ),
    (
        Fact::SelfAttack,
        fact("self.attack", Number, "own attack dice, without modifiers"),
    ),
    (
        Fact::SelfDodge,
        fact("self.dodge", Number, "own Dodge dice"),
    ),
    (
        Fact::SelfBlock,
        fact("self.block", Number, "own Block dice"),
    ),
    (
        Fact::SelfParry,
        fact("self.parry", Number, "own Parry dice"),
    ),
    (Fact::SelfArmour, fact("self.armour", Number, "own armour")),
    (
        Fact::SelfShield,
        fact("self.shield", Number, "what the own shield adds to a Block"),
    ),
    (
        Fact::SelfStateless,
        fact(
            "self.stateless",
            Truth,
            "whether one can never take a State instead of losing a Rank",
        ),
    ),
    (
        Fact::SelfPool,
        fact("self.pool", Number, "dice of the defence that one keeps up"),
    ),
    (
        Fact::SelfPoolRoom,
        fact(
            "self.pool_room",
            Number,
            "dice that a Pool action could still add to it",
        ),
    ),
    (
        Fact::SelfGathered,
        fact(
            "self.gathered",
            Number,
            "dice gathered by aiming or for a spell",
        ),
    ),
    (
        Fact::SelfExposures,
        fact("self.exposures", Number, "own exposure dice"),
    ),
    (
        Fact::SelfFumbled,
        fact("self.fumbled", Truth, "whether one is marked as Fumbled"),
    ),
    (
        Fact::SelfDazed,
        fact("self.dazed", Truth, "whether one is in a State"),
    ),
    (
        Fact::SelfArmed,
        fact("self.armed", Truth, "whether one has a weapon in hand"),
    ),
    (
        Fact::SelfBare,
        fact(
            "self.bare",
            Truth,
            "whether one would strike with bare hands, having nothing better of use here",
        ),
    ),
    (
        Fact::SelfContact,
        fact("self.in_contact", Truth, "whether one is in contact"),
    ),
    (
        Fact::SelfClose,
        fact("self.in_close", Truth, "whether one is in close combat"),
    ),
    (
        Fact::SelfProne,
        fact("self.prone", Truth, "whether one is prone"),
    ),
    (
        Fact::SelfHolding,
        fact("self.holding", Truth, "whether one holds somebody"),
    ),
    (
        Fact::SelfCovered,
        fact(
            "self.covered",
            Truth,
            "whether one is behind the cover one started with",
        ),
    ),
    (
        Fact::SelfZone,
        fact("self.zone", Number, "the number of the own zone"),
    ),
    (
        Fact::TargetDice,
        of_target(fact(
            "target.dice",
            Number,
            "the target's Action Dice in hand",
        )),
    ),
    (
        Fact::TargetUsable,
        of_target(fact(
            "target.usable",
            Number,
            "the target's dice that show 2 to 6",
        )),
    ),
    (
        Fact::TargetOnes,
        of_target(fact("target.ones", Number, "the target's dice that show 1")),
    ),
    (
        Fact::TargetPhysical,
        of_target(fact(
            "target.physical",
            Number,
            "Physical Ranks that the target can still lose",
        )),
    ),
    (
        Fact::TargetMental,
        of_target(fact(
            "target.mental",
            Number,
            "Mental Ranks that the target can still lose",
        )),
    ),
    (
        Fact::TargetRank,
        of_target(fact(
            "target.rank",
            Number,
            "the target's total Physical rank",
        )),
    ),
    (
        Fact::TargetAttack,
        of_target(fact("target.attack", Number, "the target's attack dice")),
    ),
    (
        Fact::TargetArmour,
        of_target(fact("target.armour", Number, "the target's armour")),
    ),
    (
        Fact::TargetPool,
        of_target(fact(
            "target.pool",
            Number,
            "dice of the defence that the target keeps up",
        )),
    ),
    (
        Fact::TargetExposures,
        of_target(fact(
            "target.exposures",
            Number,
            "exposure dice on the target",
        )),
    ),
    (
        Fact::TargetFumbled,
        of_target(fact(
            "target.fumbled",
            Truth,
            "whether the target is marked as Fumbled",
        )),
    ),
    (
        Fact::TargetDazed,
        of_target(fact(
            "target.dazed",
            Truth,
            "whether the target is in a State",
        )),
    ),
    (
        Fact::TargetDefends,
        of_target(fact(
            "target.defends",
            Truth,
            "whether the target could declare a defence against some attack",
        )),
    ),
    (
        Fact::TargetContact,
        of_target(fact(
            "target.in_contact",
            Truth,
            "whether the target is in contact",
        )),
    ),
    (
        Fact::TargetSame,
        of_target(fact(
            "target.in_group",
            Truth,
            "whether the target is in the same melee",
        )),
    ),
    (
        Fact::TargetClose,
        of_target(fact(
            "target.in_close",
            Truth,
            "whether the target is in close combat",
        )),
    ),
    (
        Fact::TargetProne,
        of_target(fact("target.prone", Truth, "whether the target is prone")),
    ),
    (
        Fact::TargetHeld,
        of_target(fact(
            "target.held",
            Truth,
            "whether somebody holds the target",
        )),
    ),
    (
        Fact::TargetDistance,
        of_target(fact("target.distance", Number, "zones to the target")),
    ),
    (
        Fact::TargetLarger,
        of_target(fact(
            "target.larger",
            Number,
            "how much larger the target is; negative where it is smaller",
        )),
    ),
    (
        Fact::FoesFighting,
        fact("foes.fighting", Number, "enemies who are not out"),
    ),
    (
        Fact::FoesContact,
        fact("foes.in_group", Number, "enemies in the own melee"),
    ),
    (
        Fact::FoesDice,
        fact("foes.dice", Number, "usable dice of all enemies together"),
    ),
    (
        Fact::FoesDistance,
        fact("foes.distance", Number, "zones to the nearest enemy"),
    ),
    (
        Fact::AlliesFighting,
        fact(
            "allies.fighting",
            Number,
            "others of the own side who are not out",
        ),
    ),
    (
        Fact::AlliesContact,
        fact(
            "allies.in_group",
            Number,
            "others of the own side in the own melee",
        ),
    ),
    (
        Fact::AlliesDice,
        fact(
            "allies.dice",
            Number,
            "usable dice of the others of the own side",
        ),
    ),
    (
        Fact::AttackDice,
        asked_in(
            OF_ATTACK,
            fact(
                "attack.dice",
                Number,
                "dice of the attack that is to be answered, before any defence",
            ),
        ),
    ),
    (
        Fact::AttackChance,
        asked_in(
            OF_ATTACK,
            fact(
                "attack.chance",
                Number,
                "the chance that it does damage if nothing is done against it, from 0 to 1",
            ),
        ),
    ),
    (
        Fact::AttackSl,
        asked_in(
            OF_ATTACK,
            fact("attack.sl", Number, "its Superiority Level"),
        ),
    ),
    (
        Fact::AttackMissile,
        asked_in(
            OF_ATTACK,
            fact("attack.missile", Truth, "whether it is a missile"),
        ),
    ),
    (
        Fact::AttackBase,
        asked_in(
            OF_ATTACK,
            fact("attack.base", Number, "damage of its first success"),
        ),
    ),
    (
        Fact::AttackExposures,
        asked_in(
            OF_ATTACK,
            fact(
                "attacker.exposures",
                Number,
                "exposure dice on the attacker",
            ),
        ),
    ),
    (
        Fact::AttackerDice,
        asked_in(
            OF_ATTACK,
            fact(
                "attacker.dice",
                Number,
                "the attacker's Action Dice in hand",
            ),
        ),
    ),
    (
        Fact::AttackerPhysical,
        asked_in(
            OF_ATTACK,
            fact(
                "attacker.physical",
                Number,
                "Physical Ranks that the attacker can still lose",
            ),
        ),
    ),
    (
        Fact::Damage,
        asked_in(OF_DAMAGE, fact("damage", Number, "the damage of the hit")),
    ),
    (
        Fact::DamageMental,
        asked_in(
            OF_DAMAGE,
            fact("damage.mental", Truth, "whether it hurts the mind"),
        ),
    ),
    (
        Fact::RollHits,
        asked_in(OF_ROLL, fact("roll.hits", Number, "successes of the roll")),
    ),
    (
        Fact::RollNear,
        asked_in(
            OF_ROLL,
            fact("roll.near", Number, "dice that are just short of a success"),
        ),
    ),
    (
        Fact::RollOnes,
        asked_in(OF_ROLL, fact("roll.ones", Number, "ones of the roll")),
    ),
    (
        Fact::RollMisses,
        asked_in(
            OF_ROLL,
            fact(
                "roll.misses",
                Number,
                "dice that are neither successes nor ones",
            ),
        ),
    ),
    (
        Fact::BlockPool,
        asked_in(
            OF_BLOCK,
            fact(
                "block.pool",
                Number,
                "dice of the Block that the attack meets",
            ),
        ),
    ),
    (
        Fact::BlockShield,
        asked_in(
            OF_BLOCK,
            fact(
                "block.shield",
                Number,
                "what the Block adds to the armour if it works",
            ),
        ),
    ),
    (
        Fact::Spare,
        asked_in(
            OF_SPARE,
            fact(
                "spare",
                Number,
                "successes that can still be spent on special results",
            ),
        ),
    ),
    (
        Fact::Cost,
        asked_in(OF_COST, fact("cost", Number, "the pips to be paid")),
    ),
    (
        Fact::Helps,
        asked_in(
            OF_EFFORT,
            fact(
                "effort.for",
                Number,
                "what the roll is for: 0 an attack, 1 a defence, 2 anything else",
            ),
        ),
    ),
    (
        Fact::WoundNumber,
        asked_in(
            OF_SHIFT,
            fact(
                "wound.number",
                Number,
                "the number rolled for where a wound is: 1 and 2 the legs, 3 and 4 the arms, 5 the chest, 6 the head",
            ),
        ),
    ),
    (
        Fact::WoundSteps,
        asked_in(
            OF_SHIFT,
            fact("wound.steps", Number, "how far it may be shifted: 1 or 2"),
        ),
    ),
    (
        Fact::SelfCanStand,
        fact(
            "self.can_stand",
            Truth,
            "whether one lies on the ground and could stand up, the cost left aside",
        ),
    ),
    (
        Fact::OtherPhysical,
        asked_in(
            OF_OTHER,
            fact(
                "other.physical",
                Number,
                "Physical Ranks that the other one can still lose: the target, the held, the holder, the mover",
            ),
        ),
    ),
    (
        Fact::OtherDice,
        asked_in(
            OF_OTHER,
            fact("other.dice", Number, "the other one's Action Dice in hand"),
        ),
    ),
    (
        Fact::OtherExposures,
        asked_in(
            OF_OTHER,
            fact("other.exposures", Number, "exposure dice on the other one"),
        ),
    ),
    (
        Fact::OtherDazed,
        asked_in(
            OF_OTHER,
            fact("other.dazed", Truth, "whether the other one is in a State"),
        ),
    ),
    (
        Fact::OtherLarger,
        asked_in(
            OF_OTHER,
            fact(
                "other.larger",
                Number,
                "how much larger the other one is; negative where it is smaller",
            ),
        ),
    ),
    (
        Fact::Hold,
        asked_in(
            OF_HOLD,
            fact(
                "hold",
                Number,
                "how tight the hold is: from 0, light, over medium, heavy and large to 4, huge",
            ),
        ),
    ),
    (
        Fact::RollFor,
        asked_in(
            OF_RAISE,
            fact(
                "roll.for",
                Number,
                "what the roll is for: 0 an attack, 1 a defence",
            ),
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
