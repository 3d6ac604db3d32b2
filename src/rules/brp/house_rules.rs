//! The house rules that `[options]` may set, each with its default first.
//!
//! An option is there where the book, or its readers at the table, go more than one way.

use crate::rules::{OptionSpec, OptionValue};

const fn value(value: &'static str, doc: &'static str) -> OptionValue {
    OptionValue { value, doc }
}

/// Every option, in the order of the clauses they belong to.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "intent",
        doc: "whether intents are stated before anything happens",
        values: &[
            value(
                "declared",
                "everybody states movement, action and target first",
            ),
            value("skip", "each decides when their turn to move or act comes"),
        ],
        clause: "BRP-5.2-5",
    },
    OptionSpec {
        name: "retarget",
        doc: "what becomes of an attack whose target cannot be attacked any more",
        values: &[
            value("yes", "another target is picked by the same rule"),
            value("no", "the action is lost"),
        ],
        clause: "BRP-5.2-4",
    },
    OptionSpec {
        name: "disengage",
        doc: "whether somebody in melee may walk away",
        values: &[
            value("no", "with an enemy in reach nobody moves"),
            value("run", "up to 30 m, in a round without an action"),
        ],
        clause: "BRP-5.3-1",
    },
    OptionSpec {
        name: "auto_rolls",
        doc: "rolls that succeed or fail whatever the chance",
        values: &[
            value("none", "no such rolls"),
            value("hundred", "100 always fails"),
            value(
                "edges",
                "96 to 100 always fail, 1 to 5 succeed unless the chance is 0",
            ),
        ],
        clause: "BRP-5.5-1",
    },
    OptionSpec {
        name: "special_threshold",
        doc: "how low a roll has to be for a special success",
        values: &[
            value("strict", "below a fifth of the chance"),
            value("at_most", "a fifth of the chance or less"),
            value(
                "nearest",
                "a fifth rounded to nearest or less, halves up, at least 1",
            ),
        ],
        clause: "BRP-5.5-2",
    },
    OptionSpec {
        name: "parry_limit",
        doc: "how many parries each may try in a round",
        values: &[
            value("none", "any number"),
            value("a number from 0 to 255", "that many, dodges not counted"),
        ],
        clause: "BRP-5.6-4",
    },
    OptionSpec {
        name: "successive_defence_penalty",
        doc: "percentage points off for each earlier defence of the round",
        values: &[
            value("0", "every defence at full chance"),
            value("a number from 0 to 100", "that many points for each"),
        ],
        clause: "BRP-5.6-4",
    },
    OptionSpec {
        name: "double_defence",
        doc: "whether one attack may be met by a parry and a dodge",
        values: &[
            value("no", "one defence against any one attack"),
            value("yes", "parry, then dodge; the better level counts"),
        ],
        clause: "BRP-5.6-4",
    },
    OptionSpec {
        name: "same_weapon",
        doc: "whether one weapon may both attack and parry in a round",
        values: &[
            value("yes", "it may"),
            value("no", "whichever it does first, it does not do the other"),
        ],
        clause: "BRP-5.6-4",
    },
    OptionSpec {
        name: "breaks_at",
        doc: "when a weapon or shield that loses points is broken",
        values: &[
            value("zero", "at 0 points left"),
            value("below_zero", "only below 0"),
        ],
        clause: "BRP-5.6-7",
    },
    OptionSpec {
        name: "draw_rank_cost",
        doc: "DEX ranks lost in a round in which a weapon is newly drawn",
        values: &[
            value("0", "drawing is free"),
            value(
                "a number from 0 to 100",
                "that many ranks; Brawl needs no drawing",
            ),
        ],
        clause: "BRP-5.6-8",
    },
    OptionSpec {
        name: "brawl_parry",
        doc: "what bare hands may parry",
        values: &[
            value("unarmed_only", "other bare hands"),
            value("all_melee", "any melee attack"),
            value("never", "nothing"),
        ],
        clause: "BRP-5.6-9",
    },
    OptionSpec {
        name: "dodge_missiles",
        doc: "whether arrows and thrown weapons can be dodged",
        values: &[
            value("no", "no missile can be dodged"),
            value("yes", "those of low velocity, at half chance"),
        ],
        clause: "BRP-5.7-5",
    },
    OptionSpec {
        name: "fire_into_melee",
        doc: "percentage points off a shot at somebody who is in melee",
        values: &[
            value("0", "no penalty"),
            value("a number from 0 to 100", "that many points"),
        ],
        clause: "BRP-5.9-5",
    },
    OptionSpec {
        name: "helmet",
        doc: "what a helmet does against a hit",
        values: &[
            value("add", "its points are added to the body's"),
            value("ignore", "nothing"),
        ],
        clause: "BRP-5.10-2",
    },
    OptionSpec {
        name: "riot_gear",
        doc: "where armour with a second figure uses it",
        values: &[
            value("melee_missile", "against every missile"),
            value("low_high", "against high velocity only"),
        ],
        clause: "BRP-5.10-2",
    },
    OptionSpec {
        name: "shield_missile",
        doc: "how a shield meets a missile",
        values: &[
            value("graded", "as a parry at its straight chance, with wear"),
            value(
                "flat",
                "its straight chance stops the missile whatever its level",
            ),
        ],
        clause: "BRP-5.11-2",
    },
    OptionSpec {
        name: "unconscious_at",
        doc: "hit points at which a wounded combatant is unconscious",
        values: &[
            value("2", "at 2 or 1"),
            value("0", "never: they fight on down to 1"),
        ],
        clause: "BRP-5.12-2",
    },
    OptionSpec {
        name: "death",
        doc: "when somebody at 0 hit points or less is dead",
        values: &[
            value("end_of_round", "when the round ends, unless healed before"),
            value("immediate", "at once"),
        ],
        clause: "BRP-5.12-3",
    },
    OptionSpec {
        name: "waking",
        doc: "whether the unconscious can be woken in the fight",
        values: &[
            value("yes", "an ally in reach may do it as their action"),
            value("no", "they sleep on"),
        ],
        clause: "BRP-5.12-5",
    },
    OptionSpec {
        name: "special_damage",
        doc: "what a special hit does beside the damage bonus",
        values: &[
            value("max_plus_roll", "the weapon's most and an ordinary roll"),
            value("max_only", "the weapon's most"),
        ],
        clause: "BRP-5.13-1",
    },
    OptionSpec {
        name: "first_aid_special_bonus",
        doc: "points that a special success in First Aid adds",
        values: &[
            value("0", "none"),
            value(
                "a number from 0 to 5",
                "that many, still at most what the injury took",
            ),
        ],
        clause: "BRP-5.14-2",
    },
    OptionSpec {
        name: "first_aid_time",
        doc: "when First Aid takes effect",
        values: &[
            value(
                "same_round",
                "at the end of the round, before the dying die",
            ),
            value("next_round", "a round later, too late for the dying"),
        ],
        clause: "BRP-5.14-4",
    },
    OptionSpec {
        name: "fraction_rounding",
        doc: "how halved and quartered chances and ranks are rounded",
        values: &[
            value("up", "up"),
            value("down", "down"),
            value("nearest", "to nearest, halves up"),
        ],
        clause: "BRP-X-4",
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::How;
    use crate::rules::brp::clauses::CLAUSES;

    #[test]
    fn every_clause_and_every_option_is_listed_once() {
        let ids: HashSet<_> = CLAUSES.iter().map(|clause| clause.id).collect();
        assert_eq!((CLAUSES.len(), ids.len()), (83, 83));
        let names: HashSet<_> = OPTIONS.iter().map(|option| option.name).collect();
        assert_eq!((OPTIONS.len(), names.len()), (24, 24));
    }

    #[test]
    fn an_option_names_the_clause_that_names_it() {
        let named: HashSet<_> = CLAUSES
            .iter()
            .filter_map(|clause| match clause.how {
                How::Option(options) => Some(options.iter().map(move |name| (clause.id, *name))),
                _ => None,
            })
            .flatten()
            .collect();
        let owned: HashSet<_> = OPTIONS.iter().map(|o| (o.clause, o.name)).collect();
        assert_eq!(named, owned);
    }

    #[test]
    fn a_default_stands_first_among_two_or_more() {
        for option in OPTIONS {
            assert!(option.values.len() >= 2, "{}", option.name);
            assert!(!option.values[0].value.contains(' '), "{}", option.name);
        }
    }
}
