//! The columns of the tables of a book's own events, of single fighters and of what is left at the end.

use super::{COMBATANT, METHOD, SIDE, TableSpec, real, text, whole};

/// What else happens, by the book.
pub const EVENTS: TableSpec = TableSpec {
    name: "events.csv",
    about: "what else happens in a fight, and what becomes of who falls, in the book's own words; one row per matchup, side \
            and event that came about",
    leads: true,
    columns: &[
        SIDE,
        text(
            "event_kind",
            "`deed`, `fate`",
            "a deed happens in a fight, any number of times; a fate is what has become of a fighter that does not stand at \
             its end",
        ),
        text(
            "event",
            "the names in `skirmish columns events`",
            "what happened to fighters of the side, or was their doing",
        ),
        real(
            "per_fight",
            "times",
            "from 0",
            "how often, in a fight, for the whole side; where a book draws whole results, how often that is likely in view \
             of them",
        ),
        real(
            "per_fight_se",
            "times",
            "from 0",
            "its standard error, from how much batches of 16 and 4096 fights differ; empty for fewer than 32 fights, and \
             not in the tables of `solve`",
        ),
    ],
    exact: &[METHOD],
};

/// When each fighter falls.
pub const FIGHTERS: TableSpec = TableSpec {
    name: "fighters.csv",
    about: "when each single fighter goes down or leaves, and in which order; one row per matchup and fighter that ever does",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        whole(
            "fighter_number",
            "",
            "1 to `count`, more for those who come later",
            "which of those that share the stat block, in listing order",
        ),
        real(
            "out_share",
            "times per fight",
            "from 0",
            "how often it went, in a fight: the share of fights in which it did, and more where it came back and went again",
        ),
        real(
            "out_share_se",
            "times per fight",
            "from 0",
            "its standard error; as in `events.csv` where those of its stat block come back, else empty for one fight; not in the \
             tables of `solve`",
        ),
        real(
            "out_round",
            "rounds",
            "0 to the round cap",
            "the round in which it went, on average over all times that it did",
        ),
        real(
            "out_round_se",
            "rounds",
            "from 0",
            "its standard error, as if each time were in a fight of its own; empty for one time, and not in the tables of `solve`",
        ),
        real(
            "out_first",
            "times per fight",
            "0 to `out_share`",
            "how often it went while nobody else of its side was out, in a fight: the share of fights in which it was the first, \
             and more where those who were out came back",
        ),
        real(
            "out_first_se",
            "times per fight",
            "from 0",
            "its standard error, as that of `out_share`",
        ),
        real(
            "out_place",
            "places",
            "1 to the side's size",
            "its place in the order of those of its side who are out, on average over all times that it went",
        ),
        real(
            "out_place_se",
            "places",
            "from 0",
            "its standard error, as that of `out_round`",
        ),
    ],
    exact: &[METHOD],
};

/// What is left at the end.
pub const HEALTH: TableSpec = TableSpec {
    name: "health.csv",
    about: "what those have left who stand at the end; one row per matchup, combatant and health",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        whole(
            "health_left",
            "points of the book",
            "from 0",
            "hit points, health, wounds or, in `swift-swords`, physical Ranks left; `semiautomagic` has no health to be left, so there are no rows of it",
        ),
        real(
            "per_fight",
            "fighters",
            "from 0",
            "how many of its fighters stand at the end of a fight with so much left; sums to those who stand",
        ),
        real(
            "per_fight_se",
            "fighters",
            "from 0",
            "its standard error, as in `events.csv`; not in the tables of `solve`",
        ),
    ],
    exact: &[METHOD],
};
