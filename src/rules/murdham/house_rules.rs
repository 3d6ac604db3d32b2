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

const ROOM: [OptionValue; 2] = [
    word("none", "any number"),
    OptionValue {
        value: Allowed::Range(1, 64),
        doc: "so many of medium size; a full place can be neither entered nor crossed",
    },
];

/// Every house rule, in the order of the clauses.
pub(super) const OPTIONS: &[OptionSpec] = &[
    option(
        "save_equal",
        "MUR-0-1",
        "a save whose roll equals the ability",
        &[word("pass", "passes"), word("fail", "fails")],
    ),
    option(
        "group_save",
        "MUR-0-2",
        "how a group rolls a save",
        &[
            word("shared", "one roll, held against each one's ability"),
            word("individual", "a roll for each"),
        ],
    ),
    option(
        "minimum_damage",
        "MUR-0-4",
        "the least that a hit does to somebody with any armour value",
        &[
            number(0, "armour may stop all of it"),
            number(1, "1 health"),
        ],
    ),
    option(
        "blast_roll",
        "MUR-0-5",
        "the damage of a blast",
        &[
            word("per_target", "rolled for each target"),
            word("shared", "rolled once for all"),
        ],
    ),
    option(
        "critical",
        "MUR-0-6",
        "which damage incapacitates",
        &[
            word("remaining", "half or more of the health that is left"),
            word("maximum", "half or more of full health"),
            word("none", "only the last health does"),
        ],
    ),
    option(
        "zero_health",
        "MUR-0-7",
        "who has no health left",
        &[
            word("dead", "is dead"),
            word(
                "dying",
                "is incapacitated, and dead at the end of the next round",
            ),
        ],
    ),
    option(
        "impaired",
        "MUR-0-9",
        "impaired damage",
        &[
            word("lower_of_two", "the lower of two rolls"),
            word("step_down", "dice one size smaller"),
        ],
    ),
    option(
        "impaired_twice",
        "MUR-0-10",
        "damage impaired for two reasons",
        &[word("same", "is impaired once"), word("no_damage", "is 0")],
    ),
    option(
        "open_dice",
        "MUR-0-12",
        "a damage die that shows its highest face",
        &[
            word("off", "counts as it is"),
            word(
                "on",
                "counts one less and is rolled again, adding; at most 12 times, then it stands",
            ),
        ],
    ),
    option(
        "half_tests",
        "MUR-0-14",
        "half of an odd number, where something is held against it",
        &[
            word("exact", "is not rounded"),
            word("rounded_up", "is rounded up"),
        ],
    ),
    option("zone_capacity", "MUR-0-18", "how many a zone holds", &ROOM),
    option(
        "border_capacity",
        "MUR-0-18",
        "how many a border holds",
        &ROOM,
    ),
    option(
        "initiative_changes",
        "MUR-1-7",
        "how long a side holds the initiative",
        &[
            word("never", "for the whole fight"),
            word("each_round", "for a round, then it is drawn anew"),
        ],
    ),
    option(
        "sprint",
        "MUR-2-3",
        "sprinting",
        &[
            word("free", "whenever one likes"),
            word("full_move_only", "only in a turn without actions"),
            word("forbidden", "never"),
        ],
    ),
    option(
        "weapon_swap",
        "MUR-2-8",
        "using another weapon than the one in hand",
        &[
            word("free", "costs nothing"),
            word("bonus", "costs a bonus action; nobody counters with it"),
        ],
    ),
    option(
        "guard_blast",
        "MUR-5-4",
        "whether one can guard somebody from a blast",
        &[
            word("no", "not possible"),
            word("yes", "the guard suffers the other's roll beside its own"),
        ],
    ),
    option(
        "moving_away",
        "MUR-6-1",
        "what draws an opportunity attack",
        &[
            word(
                "leaving_nearby",
                "a step after which the two are not nearby any more",
            ),
            word("any_step", "every step that is not towards the other"),
        ],
    ),
    option(
        "cover_in_melee",
        "MUR-7-1",
        "cover against nearby attackers",
        &[word("no", "does not count"), word("yes", "counts")],
    ),
    option(
        "stunts",
        "MUR-9-1",
        "offers to be spared for giving up",
        &[
            word("off", "are not made"),
            word(
                "yield",
                "by those whose policy offers, to those whose policy accepts",
            ),
        ],
    ),
    option(
        "grapple_needs_free_hand",
        "MUR-10-8",
        "whether grabbing takes a free hand",
        &[word("no", "none is needed"), word("yes", "one is needed")],
    ),
    option(
        "sneak_save",
        "MUR-11-3",
        "sneaking past eyes and ears",
        &[
            word("none", "always works"),
            word("AGI", "needs an AGI save each turn"),
        ],
    ),
    option(
        "morale_trigger",
        "MUR-12-1",
        "when a group checks its morale",
        &[
            word("crossing", "in the round in which it falls to half or less"),
            word(
                "every_loss",
                "in any round with a loss that ends at half or less",
            ),
            word("every_round", "in any round that ends at half or less"),
        ],
    ),
    option(
        "break_surrender",
        "MUR-12-6",
        "when the broken surrender",
        &[
            word("at_once", "at the end of the round"),
            word(
                "own_turn",
                "at their next opportunity; until then they do nothing",
            ),
        ],
    ),
    option(
        "size_halving",
        "MUR-16-1",
        "when a smaller attacker's damage is halved",
        &[
            word("before_armour", "before armour"),
            word("after_armour", "after armour"),
        ],
    ),
    OptionSpec {
        labelled: false,
        ..option(
            "mount_down",
            "MUR-17-8",
            "riders whose mount falls",
            &[
                word("step_off", "stand on their own feet, unhurt"),
                word("save", "need an AGI save, or suffer d4 direct damage"),
            ],
        )
    },
];
