//! Defines the columns of the tables of events, of single fighters, and of remaining health.

use super::{COMBATANT, METHOD, SIDE, TableSpec, real, text, whole};

/// The table of the events that a rulebook defines.
pub const EVENTS: TableSpec = TableSpec {
    name: "events.csv",
    about: "other events of a fight, and the fate of fighters that are out, in the book's own words; one row per \
        matchup, side and event that occurred",
    leads: true,
    columns: &[
        SIDE,
        text(
            "event_kind",
            "`deed`, `fate`",
            "a deed happens during a fight, any number of times; a fate is the condition of a fighter that is not \
             standing at the end",
        ),
        text(
            "event",
            "the names in `skirmish columns events`",
            "the event; fighters of the side did it or suffered it",
        ),
        real(
            "per_fight",
            "times",
            "from 0",
            "how often it happens in a fight, for the whole side; if a book draws whole exchanges, its expected \
             number given their results",
        ),
        real(
            "per_fight_se",
            "times",
            "from 0",
            "its standard error, computed from the differences between batches of 16 and 4096 fights; empty for fewer \
             than 32 fights, and not in the tables of `solve`",
        ),
    ],
    exact: &[METHOD],
};

/// The table of when each fighter goes down or leaves.
pub const FIGHTERS: TableSpec = TableSpec {
    name: "fighters.csv",
    about: "when each single fighter goes down or leaves, and in which order; a row for each fighter, also where \
        several share a stat block; fighters that never go down have no row",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        whole(
            "fighter_number",
            "",
            "1 to `count`, more for fighters that come later",
            "number of the fighter among those with the same stat block, in listing order",
        ),
        real(
            "out_share",
            "times per fight",
            "from 0",
            "how often it went down or left in a fight: the share of fights in which it did, and more if it came back \
             and went again",
        ),
        real(
            "out_share_se",
            "times per fight",
            "from 0",
            "its standard error; computed as in `events.csv` if fighters of its stat block come back; empty for one \
             fight otherwise; not in the tables of `solve`",
        ),
        real(
            "out_round",
            "rounds",
            "0 to the round cap",
            "the average round in which it went down or left",
        ),
        real(
            "out_round_se",
            "rounds",
            "from 0",
            "its standard error, as if each time were in a separate fight; empty for a single time, and not in the \
             tables of `solve`",
        ),
        real(
            "out_first",
            "times per fight",
            "0 to `out_share`",
            "how often it went in a fight while no other fighter of its side was out: the share of fights in which it \
             was the first, and more if those who were out came back",
        ),
        real(
            "out_first_se",
            "times per fight",
            "from 0",
            "its standard error, computed as that of `out_share`",
        ),
        real(
            "out_place",
            "places",
            "1 to the side's size",
            "its average place in the order in which fighters of its side go out",
        ),
        real(
            "out_place_se",
            "places",
            "from 0",
            "its standard error, computed as that of `out_round`",
        ),
    ],
    exact: &[METHOD],
};

/// The table of the health that is left at the end of a fight.
pub const HEALTH: TableSpec = TableSpec {
    name: "health.csv",
    about: "health of the fighters that stand at the end; one row per matchup, combatant and health",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        whole(
            "health_left",
            "points of the book",
            "from 0",
            "hit points, health, wounds or, in `swift-swords`, physical Ranks left; `semiautomagic` has no health, so \
             it has no rows",
        ),
        real(
            "per_fight",
            "fighters",
            "from 0",
            "average number of its fighters that stand at the end of a fight with this health; sums to the number \
             that stand",
        ),
        real(
            "per_fight_se",
            "fighters",
            "from 0",
            "its standard error, computed as in `events.csv`; not in the tables of `solve`",
        ),
    ],
    exact: &[METHOD],
};
