//! Defines the columns of the tables of single fights, which `run --fights-table` writes.

use super::{SIDE, TableSpec, text, whole};

/// The table of single fights.
pub const EACH: TableSpec = TableSpec {
    name: "fights.csv",
    about: "single fights, with `run --fights-table N` the first N of each matchup, sides in the listed order; one row per \
        matchup, fight and side",
    leads: true,
    columns: &[
        whole(
            "fight",
            "",
            "from 0",
            "the number of the fight, as in `explain --fight`; together with the seed of the run it decides the fight",
        ),
        text(
            "winner",
            "a side, `draw`, `undecided`",
            "the winner, or how the fight ended",
        ),
        whole(
            "round",
            "rounds",
            "0 to the round cap",
            "the last round of the fight",
        ),
        SIDE,
        whole(
            "standing",
            "fighters",
            "0 to the side's size",
            "fighters of the side that stand at the end",
        ),
        whole(
            "health_left",
            "points of the book",
            "from 0",
            "the sum of their health; empty if the book counts none",
        ),
        whole(
            "damage_dealt",
            "points of the book",
            "from 0",
            "net damage of all hits of the side",
        ),
    ],
    exact: &[],
};

/// The table of the situations at the end of single fights.
pub const ENDINGS: TableSpec = TableSpec {
    name: "endings.csv",
    about: "which fighters stand with how much health at the end of the fights of `fights.csv`, \
        the most frequent situations first, at most 1,000 per matchup; one row per matchup and \
        situation",
    leads: true,
    columns: &[
        text(
            "winner",
            "a side, `draw`, `undecided`",
            "the winner, or how the fights ended",
        ),
        text(
            "left",
            "",
            "the fighters that stand: each stat block with the health of its fighters, the highest first, as in \
             `guard 13, 8; squire 5`; their number, as in `guard x2`, if the book counts no health",
        ),
        whole(
            "standing",
            "fighters",
            "from 0",
            "the number of fighters that stand",
        ),
        whole(
            "health_left",
            "points of the book",
            "from 0",
            "the sum of their health; empty if the book counts none",
        ),
        whole(
            "fights",
            "fights",
            "from 1",
            "fights that ended in this way",
        ),
    ],
    exact: &[],
};
