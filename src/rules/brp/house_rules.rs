//! The house rules that `[options]` may set, each with its default first.
//!
//! An option is there where the book, or its readers at the table, go more than one way.

use super::options::MOST_FIRST_AID_BONUS;
use crate::rules::{Allowed, OptionSpec, OptionValue};

const fn word(word: &'static str, doc: &'static str) -> OptionValue {
    let value = Allowed::Word(word);
    OptionValue { value, doc }
}

const fn number(number: i32, doc: &'static str) -> OptionValue {
    let value = Allowed::Number(number);
    OptionValue { value, doc }
}

const fn up_to(most: i32, doc: &'static str) -> OptionValue {
    let value = Allowed::Range(0, most);
    OptionValue { value, doc }
}

/// Every option, in the order of the clauses they belong to.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "intent",
        doc: "whether intents are stated before anything happens",
        values: &[
            word(
                "declared",
                "everybody states movement, action and target first",
            ),
            word("skip", "each decides when their turn to move or act comes"),
        ],
        clause: "BRP-5.2-5",
        labelled: true,
    },
    OptionSpec {
        name: "retarget",
        doc: "what becomes of an attack whose target cannot be attacked any more",
        values: &[
            word("yes", "another target is picked by the same rule"),
            word("no", "the action is lost"),
        ],
        clause: "BRP-5.2-4",
        labelled: true,
    },
    OptionSpec {
        name: "disengage",
        doc: "whether somebody in melee may walk away",
        values: &[
            word("no", "with an enemy in reach nobody moves"),
            word("run", "up to 30 m, in a round without an action"),
        ],
        clause: "BRP-5.3-1",
        labelled: true,
    },
    OptionSpec {
        name: "auto_rolls",
        doc: "rolls that succeed or fail whatever the chance",
        values: &[
            word("none", "no such rolls"),
            word("hundred", "100 always fails"),
            word(
                "edges",
                "96 to 100 always fail, 1 to 5 succeed unless the chance is 0",
            ),
        ],
        clause: "BRP-5.5-1",
        labelled: true,
    },
    OptionSpec {
        name: "special_threshold",
        doc: "how low a roll has to be for a special success",
        values: &[
            word("strict", "below a fifth of the chance"),
            word("at_most", "a fifth of the chance or less"),
            word(
                "nearest",
                "a fifth rounded to nearest or less, halves up, at least 1",
            ),
        ],
        clause: "BRP-5.5-2",
        labelled: true,
    },
    OptionSpec {
        name: "parry_limit",
        doc: "how many parries each may try in a round",
        values: &[
            word("none", "any number"),
            up_to(100, "that many, dodges not counted"),
        ],
        clause: "BRP-5.6-4",
        labelled: true,
    },
    OptionSpec {
        name: "successive_defence_penalty",
        doc: "percentage points off for each earlier defence of the round",
        values: &[
            number(0, "every defence at full chance"),
            up_to(100, "that many points for each"),
        ],
        clause: "BRP-5.6-4",
        labelled: true,
    },
    OptionSpec {
        name: "double_defence",
        doc: "whether one attack may be met by a parry and a dodge",
        values: &[
            word("no", "one defence against any one attack"),
            word("yes", "parry, then dodge; the better level counts"),
        ],
        clause: "BRP-5.6-4",
        labelled: true,
    },
    OptionSpec {
        name: "same_weapon",
        doc: "whether one weapon may both attack and parry in a round",
        values: &[
            word("yes", "it may"),
            word("no", "whichever it does first, it does not do the other"),
        ],
        clause: "BRP-5.6-4",
        labelled: true,
    },
    OptionSpec {
        name: "breaks_at",
        doc: "when a weapon or shield that loses points is broken",
        values: &[
            word("zero", "at 0 points left"),
            word("below_zero", "only below 0"),
        ],
        clause: "BRP-5.6-7",
        labelled: true,
    },
    OptionSpec {
        name: "draw_rank_cost",
        doc: "DEX ranks lost in a round in which a weapon is newly drawn",
        values: &[
            number(0, "drawing is free"),
            up_to(100, "that many ranks; Brawl needs no drawing"),
        ],
        clause: "BRP-5.6-8",
        labelled: true,
    },
    OptionSpec {
        name: "brawl_parry",
        doc: "what bare hands may parry",
        values: &[
            word("unarmed_only", "other bare hands"),
            word("all_melee", "any melee attack"),
            word("never", "nothing"),
        ],
        clause: "BRP-5.6-9",
        labelled: true,
    },
    OptionSpec {
        name: "dodge_missiles",
        doc: "whether arrows and thrown weapons can be dodged",
        values: &[
            word("no", "no missile can be dodged"),
            word("yes", "those of low velocity, at half chance"),
        ],
        clause: "BRP-5.7-5",
        labelled: true,
    },
    OptionSpec {
        name: "fire_into_melee",
        doc: "percentage points off a shot at somebody who is in melee",
        values: &[number(0, "no penalty"), up_to(100, "that many points")],
        clause: "BRP-5.9-5",
        labelled: true,
    },
    OptionSpec {
        name: "helmet",
        doc: "what a helmet does against a hit",
        values: &[
            word("add", "its points are added to the body's"),
            word("ignore", "nothing"),
        ],
        clause: "BRP-5.10-2",
        labelled: true,
    },
    OptionSpec {
        name: "riot_gear",
        doc: "where armour with a second figure uses it",
        values: &[
            word("melee_missile", "against every missile"),
            word("low_high", "against high velocity only"),
        ],
        clause: "BRP-5.10-2",
        labelled: true,
    },
    OptionSpec {
        name: "shield_missile",
        doc: "how a shield meets a missile",
        values: &[
            word("graded", "as a parry at its straight chance, with wear"),
            word(
                "flat",
                "its straight chance stops the missile whatever its level",
            ),
        ],
        clause: "BRP-5.11-2",
        labelled: true,
    },
    OptionSpec {
        name: "unconscious_at",
        doc: "hit points at which a wounded combatant is unconscious",
        values: &[
            number(2, "at 2 or 1"),
            number(0, "never: they fight on down to 1"),
        ],
        clause: "BRP-5.12-2",
        labelled: true,
    },
    OptionSpec {
        name: "death",
        doc: "when somebody at 0 hit points or less is dead",
        values: &[
            word("end_of_round", "when the round ends, unless healed before"),
            word("immediate", "at once"),
        ],
        clause: "BRP-5.12-3",
        labelled: true,
    },
    OptionSpec {
        name: "waking",
        doc: "whether the unconscious can be woken in the fight",
        values: &[
            word("yes", "an ally in reach may do it as their action"),
            word("no", "they sleep on"),
        ],
        clause: "BRP-5.12-5",
        labelled: true,
    },
    OptionSpec {
        name: "special_damage",
        doc: "what a special hit does beside the damage bonus",
        values: &[
            word("max_plus_roll", "the weapon's most and an ordinary roll"),
            word("max_only", "the weapon's most"),
        ],
        clause: "BRP-5.13-1",
        labelled: true,
    },
    OptionSpec {
        name: "first_aid_special_bonus",
        doc: "points that a special success in First Aid adds",
        values: &[
            number(0, "none"),
            up_to(
                MOST_FIRST_AID_BONUS,
                "that many, still at most what the injury took",
            ),
        ],
        clause: "BRP-5.14-2",
        labelled: true,
    },
    OptionSpec {
        name: "first_aid_time",
        doc: "when First Aid takes effect",
        values: &[
            word(
                "same_round",
                "at the end of the round, before the dying die",
            ),
            word("next_round", "a round later, too late for the dying"),
        ],
        clause: "BRP-5.14-4",
        labelled: true,
    },
    OptionSpec {
        name: "fraction_rounding",
        doc: "how halved and quartered chances and ranks are rounded",
        values: &[
            word("up", "up"),
            word("down", "down"),
            word("nearest", "to nearest, halves up"),
        ],
        clause: "BRP-X-4",
        labelled: true,
    },
    OptionSpec {
        name: "stalemate",
        doc: "what becomes of a fight in which nobody who stands can hurt an enemy any more",
        values: &[
            word("end", "it ends at once, undecided"),
            word("go-on", "it goes on to the round cap"),
        ],
        clause: "BRP-X-9",
        labelled: false,
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
        assert_eq!((OPTIONS.len(), names.len()), (25, 25));
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
            assert!(
                !matches!(option.values[0].value, Allowed::Range(..)),
                "{}",
                option.name
            );
        }
    }
}
