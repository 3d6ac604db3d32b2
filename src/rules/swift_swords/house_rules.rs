//! The house rules of the book: what `[options]` may say, and what holds when it says nothing.
//!
//! One entry per option of the clauses, the default first. What each word means to a fight is in `options.rs`.

use crate::rules::{Allowed, OptionSpec, OptionValue};

const fn word(value: &'static str, doc: &'static str) -> OptionValue {
    OptionValue {
        value: Allowed::Word(value),
        doc,
    }
}

const fn number(value: i32, doc: &'static str) -> OptionValue {
    OptionValue {
        value: Allowed::Number(value),
        doc,
    }
}

const fn option(
    name: &'static str,
    clause: &'static str,
    doc: &'static str,
    values: &'static [OptionValue],
) -> OptionSpec {
    OptionSpec {
        name,
        doc,
        values,
        clause,
        labelled: true,
    }
}

/// Every house rule, in the order of the clauses.
pub(super) const OPTIONS: &[OptionSpec] = &[
    option(
        "short_calls_refresh",
        "SST-2-2",
        "somebody whose turn comes and whose dice do not pay for what it wants",
        &[word("no", "waits"), word("yes", "calls for a refresh")],
    ),
    option(
        "countdown",
        "SST-6-1",
        "who is next",
        &[
            word("dynamic", "whoever has the most dice after each action"),
            word("static", "the order of the deal, one action each in turn"),
        ],
    ),
    option(
        "attack_cost",
        "SST-8-2",
        "pips of a melee attack",
        &[
            word("by_weight", "as the weapon's code or row says"),
            word("flat", "4 for all"),
        ],
    ),
    option(
        "fumble_negates",
        "SST-10-5",
        "the successes of a fumbled attack",
        &[word("yes", "are lost"), word("no", "still count")],
    ),
    option(
        "exposure_pickup",
        "SST-10-6",
        "how many exposure dice of its target one attack may take",
        &[word("one", "one"), word("all", "all of them")],
    ),
    option(
        "armour_mode",
        "SST-10-9",
        "what armour does",
        &[
            word("successes", "takes off successes"),
            word("damage", "takes off damage; a shield still successes"),
            word("roll", "is rolled; each success of it takes off one"),
        ],
    ),
    option(
        "shield_dice",
        "SST-13-5",
        "what a shield adds to the pool of a Block",
        &[
            word("after_success", "its value, if any die succeeded"),
            word("always", "its value"),
            word("none", "nothing"),
        ],
    ),
    option(
        "block_rule",
        "SST-13-6",
        "how an attacker gets past a Block",
        &[
            word("spend", "spends successes on it, for this attack"),
            word("compare", "has more successes than the pool"),
            word("permanent", "spends successes on it, which stay struck off"),
        ],
    ),
    option(
        "parry_can_fumble",
        "SST-13-10",
        "an attack with more ones than successes only because of a Parry",
        &[word("yes", "is a fumble"), word("no", "is none")],
    ),
    option(
        "parry_keep_on_fumble",
        "SST-13-10",
        "dice turned by a Parry, when the attack fumbles",
        &[
            word("yes", "stay on the attacker as exposure dice"),
            word("no", "are taken away with the other ones"),
        ],
    ),
    option(
        "state_absorbs",
        "SST-17-1",
        "what a State is taken instead of",
        &[
            word("hit", "the whole hit"),
            word(
                "point",
                "its first point: of a hit of 2 or more, the Rank is lost as well",
            ),
        ],
    ),
    option(
        "state_on_trauma",
        "SST-17-1",
        "whether the Rank of a Trauma can be taken as a State",
        &[word("no", "never"), word("yes", "as that of any other hit")],
    ),
    option(
        "injuries",
        "SST-18-4",
        "what a Trauma does beside the Rank",
        &[
            word("full", "a lasting injury"),
            word("off", "nothing but the loss of pools"),
        ],
    ),
    option(
        "massive",
        "SST-18-6",
        "Massive damage",
        &[
            word("roll", "kills unless a BODY roll passes"),
            word("kia", "kills"),
        ],
    ),
    option(
        "mental_code",
        "SST-19-2",
        "the damage code of a mental attack",
        &[
            word("medium", "1, and 1 more for every further success"),
            word("light", "1, and 1 more for every second further success"),
            word("heavy", "2, and 1 more for every further success"),
        ],
    ),
    option(
        "soak",
        "SST-19-4",
        "which damage can be soaked off",
        &[
            word("mental", "mental damage, by SPIRIT"),
            word("none", "none"),
            word("both", "physical damage too, by BODY"),
        ],
    ),
    option(
        "crossover",
        "SST-20-1",
        "every how many Ranks lost on one track cost one of the other",
        &[
            number(2, "every second"),
            number(3, "every third"),
            number(4, "every fourth"),
            number(0, "never"),
        ],
    ),
    option(
        "neck_groin",
        "SST-22-3",
        "wounds in neck and groin",
        &[
            word(
                "ignored",
                "never; the parts next to them are next to each other",
            ),
            word("used", "by shifting the location"),
        ],
    ),
    option(
        "dread_adjacent",
        "SST-23-3",
        "whether Dread reaches into the zones next to it",
        &[word("no", "no"), word("yes", "yes")],
    ),
    option(
        "mob_attacks",
        "SST-27-4",
        "how often a mob and its like strike at several",
        &[
            word("per_action", "with every attack"),
            word(
                "per_round",
                "with the first attack of a round, and then with no other in it",
            ),
        ],
    ),
    option(
        "surprise_actions",
        "SST-29-2",
        "what those who surprise can do before the first deal of both sides",
        &[
            number(1, "one action"),
            OptionValue {
                value: Allowed::Range(2, 20),
                doc: "so many actions in a row",
            },
            word("all", "act until their dice are used up"),
        ],
    ),
    option(
        "slam",
        "SST-34-1",
        "whether there are slam attacks",
        &[word("off", "no"), word("on", "yes")],
    ),
    option(
        "special_price",
        "SST-35-1",
        "successes that a special result costs",
        &[number(1, "one"), number(2, "two")],
    ),
];
