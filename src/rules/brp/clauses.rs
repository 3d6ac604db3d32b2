//! What the book says, clause by clause, and how each clause is simulated.
//!
//! Data for those who ask what a fight covers. The rules themselves cite the same ids where they are carried
//! out; this is the list that shows nothing was forgotten, and why the few clauses that are left out are.

use crate::rules::{
    Clause,
    How::{self, Always, Not, Option, Policy, Value},
};

const fn clause(id: &'static str, title: &'static str, how: How) -> Clause {
    Clause { id, title, how }
}

/// Every clause of the book, in its order.
pub(super) const CLAUSES: &[Clause] = &[
    clause(
        "BRP-5-1",
        "What the chapter on combat is for",
        Not("an introduction without any rule"),
    ),
    clause(
        "BRP-5.1-1",
        "Rounds of twelve seconds: intent, movement, actions, resolution",
        Always,
    ),
    clause("BRP-5.1-2", "Everybody acts in the order of DEX", Always),
    clause(
        "BRP-5.2-1",
        "Intents are stated from the highest DEX down",
        Policy(&["stance", "act", "move"]),
    ),
    clause("BRP-5.2-2", "Parries and dodges need no intent", Always),
    clause(
        "BRP-5.2-3",
        "Equal DEX: missiles first, then the better rating",
        Always,
    ),
    clause(
        "BRP-5.2-4",
        "When the stated target cannot be attacked any more",
        Option(&["retarget"]),
    ),
    clause(
        "BRP-5.2-5",
        "Playing without the statement of intent",
        Option(&["intent"]),
    ),
    clause(
        "BRP-5.3-1",
        "Up to 30 m for somebody who is not in melee",
        Option(&["disengage"]),
    ),
    clause("BRP-5.3-2", "Over 5 m, to 15 m: act at half DEX", Always),
    clause(
        "BRP-5.3-3",
        "Over 15 m, to 29 m: act at a quarter of DEX",
        Always,
    ),
    clause(
        "BRP-5.3-4",
        "Whereto and how far to move",
        Policy(&["move"]),
    ),
    clause(
        "BRP-5.4-1",
        "One DEX rank after the other, high to low",
        Always,
    ),
    clause(
        "BRP-5.4-2",
        "On one rank: missile, long, medium, short weapons",
        Always,
    ),
    clause(
        "BRP-5.4-3",
        "Weapons of more than one use: thrown too, or of two lengths",
        Policy(&["act"]),
    ),
    clause(
        "BRP-5.4-4",
        "Tied actions happen at the same moment",
        Always,
    ),
    clause(
        "BRP-5.4-5",
        "A defence happens together with the attack it answers",
        Always,
    ),
    clause(
        "BRP-5.5-1",
        "An attack: d100 at or below the chance",
        Option(&["auto_rolls"]),
    ),
    clause(
        "BRP-5.5-2",
        "A special success: below a fifth of the chance",
        Option(&["special_threshold"]),
    ),
    clause(
        "BRP-5.5-3",
        "A related skill used at half",
        Value("combatants.<name>.skill_factor"),
    ),
    clause(
        "BRP-5.5-4",
        "Only a special defence fully stops a special attack",
        Always,
    ),
    clause("BRP-5.5-5", "A successful attack may do damage", Always),
    clause(
        "BRP-5.6-1",
        "A parry uses the chance of the weapon that parries",
        Policy(&["react"]),
    ),
    clause(
        "BRP-5.6-2",
        "Whether to parry is decided after the attack roll",
        Policy(&["react"]),
    ),
    clause(
        "BRP-5.6-3",
        "No defence against an attack one is not aware of",
        Value("combatants.<name>.unaware_of"),
    ),
    clause(
        "BRP-5.6-4",
        "How many defences in a round, and at what chance",
        Option(&[
            "parry_limit",
            "successive_defence_penalty",
            "double_defence",
            "same_weapon",
        ]),
    ),
    clause(
        "BRP-5.6-5",
        "A special parry against a special attack",
        Always,
    ),
    clause(
        "BRP-5.6-6",
        "Which missiles can be parried, and with what",
        Always,
    ),
    clause(
        "BRP-5.6-7",
        "Weapons and shields wear and break",
        Option(&["breaks_at"]),
    ),
    clause(
        "BRP-5.6-8",
        "What is used after a break",
        Option(&["draw_rank_cost"]),
    ),
    clause(
        "BRP-5.6-9",
        "Parrying with bare hands",
        Option(&["brawl_parry"]),
    ),
    clause(
        "BRP-5.7-1",
        "A dodge is rolled like an attack, at the Dodge rating",
        Always,
    ),
    clause(
        "BRP-5.7-2",
        "Whether to dodge is decided after the attack roll",
        Policy(&["react"]),
    ),
    clause(
        "BRP-5.7-3",
        "A special dodge against a special attack",
        Always,
    ),
    clause("BRP-5.7-4", "Nobody dodges a bullet", Always),
    clause(
        "BRP-5.7-5",
        "Dodging arrows and thrown weapons",
        Option(&["dodge_missiles"]),
    ),
    clause(
        "BRP-5.8-1",
        "An equal level of defence cancels an attack",
        Always,
    ),
    clause("BRP-5.8-2", "The matrix of attack and defence", Always),
    clause(
        "BRP-5.9-1",
        "What describes a weapon; one rating per specialty",
        Value("combatants.<name>.skills"),
    ),
    clause(
        "BRP-5.9-2",
        "Damage: dice, flat number and damage bonus",
        Always,
    ),
    clause("BRP-5.9-3", "Half a damage bonus", Always),
    clause("BRP-5.9-4", "Weapons for one hand and for two", Always),
    clause(
        "BRP-5.9-5",
        "Range: full, half and quarter chance",
        Option(&["fire_into_melee"]),
    ),
    clause("BRP-5.9-6", "The melee weapons", Value("weapons.<name>")),
    clause("BRP-5.9-7", "The missile weapons", Value("weapons.<name>")),
    clause("BRP-5.9-8", "A crossbow takes a round to reload", Always),
    clause(
        "BRP-5.9-9",
        "Shots, charges and thrown pieces run out",
        Value("combatants.<name>.ammo"),
    ),
    clause("BRP-5.9-10", "Other missiles: once a round", Always),
    clause("BRP-5.10-1", "Armour takes its points off each hit", Always),
    clause(
        "BRP-5.10-2",
        "The kinds of armour",
        Option(&["helmet", "riot_gear"]),
    ),
    clause(
        "BRP-5.10-3",
        "Armour and skills that it does not name",
        Value("combatants.<name>.skills"),
    ),
    clause("BRP-5.10-4", "Armour hinders Dodge and Throw", Always),
    clause(
        "BRP-5.10-5",
        "Helmets and perception",
        Not("nothing in a fight rolls Listen or Spot"),
    ),
    clause("BRP-5.11-1", "A shield parries like a weapon", Always),
    clause(
        "BRP-5.11-2",
        "A shield against arrows and thrown weapons",
        Option(&["shield_missile"]),
    ),
    clause(
        "BRP-5.11-3",
        "Kneeling behind a large shield",
        Policy(&["stance"]),
    ),
    clause("BRP-5.11-4", "A blow with the shield", Policy(&["act"])),
    clause("BRP-5.11-5", "The shields", Value("shields.<name>")),
    clause(
        "BRP-5.11-6",
        "Shelter behind a shield that stands fixed",
        Value("combatants.<name>.fixed_cover_ap"),
    ),
    clause(
        "BRP-5.12-1",
        "Each hit is an injury of its own size",
        Always,
    ),
    clause(
        "BRP-5.12-2",
        "Unconscious at 2 hit points",
        Option(&["unconscious_at"]),
    ),
    clause(
        "BRP-5.12-3",
        "Dead when still at 0 at the end of the round",
        Option(&["death"]),
    ),
    clause("BRP-5.12-4", "Hit points below zero", Always),
    clause(
        "BRP-5.12-5",
        "Waking somebody who is unconscious",
        Option(&["waking"]),
    ),
    clause("BRP-5.12-6", "Lighter wounds hinder nobody", Always),
    clause(
        "BRP-5.13-1",
        "A special hit: the most, plus a roll, plus the bonus",
        Option(&["special_damage"]),
    ),
    clause(
        "BRP-5.13-2",
        "What such a hit commonly does",
        Not("a remark without any rule"),
    ),
    clause(
        "BRP-5.14-1",
        "Healing by the week",
        Not("takes weeks, a fight takes minutes"),
    ),
    clause(
        "BRP-5.14-2",
        "First Aid restores 1D3, at most what the injury took",
        Option(&["first_aid_special_bonus"]),
    ),
    clause("BRP-5.14-3", "One attempt per injury", Always),
    clause(
        "BRP-5.14-4",
        "First Aid within a round, in time for the dying",
        Option(&["first_aid_time"]),
    ),
    clause("BRP-5.14-5", "Whom to treat", Policy(&["act", "turn"])),
    clause(
        "BRP-X-1",
        "Hit points: half of CON and SIZ",
        Value("combatants.<name>.hit_points"),
    ),
    clause(
        "BRP-X-2",
        "Damage bonus from STR and SIZ",
        Value("combatants.<name>.db"),
    ),
    clause(
        "BRP-X-3",
        "Ratings, and what they are when not given",
        Value("combatants.<name>.skills"),
    ),
    clause(
        "BRP-X-4",
        "Points first, then all fractions, rounded once",
        Option(&["fraction_rounding"]),
    ),
    clause("BRP-X-5", "One action a round", Always),
    clause(
        "BRP-X-6",
        "Reach, and places on a line",
        Value("field.melee_reach"),
    ),
    clause("BRP-X-7", "Whom to attack", Policy(&["act", "turn"])),
    clause("BRP-X-8", "How to defend", Policy(&["react"])),
    clause(
        "BRP-X-9",
        "End of the round, end of the fight",
        Option(&["stalemate"]),
    ),
    clause(
        "BRP-X-10",
        "What a scenario says of a combatant",
        Value("combatants.<name>"),
    ),
    clause(
        "BRP-X-11",
        "Ambush, darkness, mounts and the like",
        Not("rules of other chapters"),
    ),
];
