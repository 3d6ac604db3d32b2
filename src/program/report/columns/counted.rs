//! The columns of the tables of what fights add up to, those of `run` and `solve`.

use super::{
    COMBATANT, DRAWS, FIGHTS, LOST, METHOD, SIDE, TableSpec, UNDECIDED, WEAPON, WINS, real, text,
    whole,
};

/// How matchups end.
pub const SUMMARY: TableSpec = TableSpec {
    name: "summary.csv",
    about: "who wins; one row per matchup and side",
    leads: true,
    columns: &[
        SIDE,
        FIGHTS,
        WINS,
        LOST,
        DRAWS,
        UNDECIDED,
        real("win_rate", "share of fights", "0 to 1", "`wins / fights`"),
        real(
            "win_rate_low",
            "share of fights",
            "0 to 1",
            "lower end of its 95 % interval (Wilson)",
        ),
        real("win_rate_high", "share of fights", "0 to 1", "upper end"),
        real(
            "rounds_mean",
            "rounds",
            "0 to the round cap",
            "rounds that a fight lasts, however it ends; the same for all sides of a matchup",
        ),
        whole(
            "rounds_p10",
            "rounds",
            "0 to the round cap",
            "round by which at least 10 % of all fights were over",
        ),
        whole(
            "rounds_p50",
            "rounds",
            "0 to the round cap",
            "the same of 50 %",
        ),
        whole(
            "rounds_p90",
            "rounds",
            "0 to the round cap",
            "the same of 90 %",
        ),
        real(
            "survivors_mean",
            "fighters",
            "0 to the side's size",
            "fighters of the side standing at the end, however the fight ends",
        ),
        real(
            "rounds_mean_low",
            "rounds",
            "0 to the round cap",
            "lower end of the 95 % interval of `rounds_mean` (Student's)",
        ),
        real(
            "rounds_mean_high",
            "rounds",
            "0 to the round cap",
            "upper end",
        ),
        real(
            "survivors_mean_low",
            "fighters",
            "0 to the side's size",
            "lower end of the 95 % interval of `survivors_mean` (Student's)",
        ),
        real(
            "survivors_mean_high",
            "fighters",
            "0 to the side's size",
            "upper end",
        ),
        real(
            "rounds_mean_se",
            "rounds",
            "from 0",
            "standard error of `rounds_mean`; empty for one fight, and not in the tables of `solve`",
        ),
        real(
            "survivors_mean_se",
            "fighters",
            "from 0",
            "standard error of `survivors_mean`; empty for one fight, and not in the tables of `solve`",
        ),
        real(
            "seat_effect",
            "difference of shares",
            "-1 to 1",
            "how much more often the side wins when listed first than when listed last; empty unless played in both seats",
        ),
        real(
            "seat_effect_low",
            "difference of shares",
            "-1 to 1",
            "lower end of its 95 % interval (Newcombe); empty likewise",
        ),
        real(
            "seat_effect_high",
            "difference of shares",
            "-1 to 1",
            "upper end; empty likewise",
        ),
    ],
    exact: &[
        real(
            "unresolved",
            "share of fights",
            "0 to 1",
            "which part of all fights was not followed to its end",
        ),
        real(
            "error_bound",
            "part of a figure",
            "from 0",
            "how far any figure may be off because computers round",
        ),
        METHOD,
    ],
};

/// How long fights last.
pub const ROUNDS: TableSpec = TableSpec {
    name: "rounds.csv",
    about: "how long fights last; one row per matchup, winner and round",
    leads: true,
    columns: &[
        text(
            "winner",
            "a side, `draw`, `undecided`",
            "how the fights ended",
        ),
        whole(
            "round",
            "rounds",
            "0 to the round cap",
            "the last round of the fight",
        ),
        whole(
            "fights",
            "fights",
            "from 1",
            "fights that ended so in this round; over all rows of a matchup they sum to its `fights`",
        ),
    ],
    exact: &[METHOD],
};

/// When combatants go down.
pub const KILLS: TableSpec = TableSpec {
    name: "kills.csv",
    about: "rounds to kill; one row per matchup, combatant and round",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        whole(
            "round",
            "rounds",
            "0 to the round cap",
            "the round; in `swift-swords` rounds run from refresh to refresh",
        ),
        whole(
            "downed",
            "times",
            "from 1",
            "how often one of them went down in it: unconscious, dying or dead, in `swift-swords` out of action; sums to `downs`",
        ),
    ],
    exact: &[METHOD],
};

/// How many stand.
pub const STANDING: TableSpec = TableSpec {
    name: "standing.csv",
    about: "how many stand after each round; one row per matchup, side and round, up to the last in which anything changes",
    leads: true,
    columns: &[
        SIDE,
        whole(
            "round",
            "rounds",
            "0 to the round cap",
            "the round; 0 is the start, after what comes before the first round, as an ambush in `murdham`",
        ),
        real(
            "standing_mean",
            "fighters",
            "0 to the side's size",
            "fighters of the side standing after it; a fight that was over by then counts as it ended",
        ),
        real(
            "standing_mean_low",
            "fighters",
            "0 to the side's size",
            "lower end of its 95 % interval: Wilson's for a side of one, for more as wide as if always all stood or none",
        ),
        real(
            "standing_mean_high",
            "fighters",
            "0 to the side's size",
            "upper end",
        ),
        whole(
            "fights_going",
            "fights",
            "0 to `fights`",
            "fights that were not over after the round; the same for all sides of a matchup",
        ),
    ],
    exact: &[METHOD],
};

/// What hits do.
pub const DAMAGE: TableSpec = TableSpec {
    name: "damage.csv",
    about: "what hits do; one row per matchup, combatant, weapon and damage",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        WEAPON,
        whole(
            "damage",
            "points of the book",
            "from 0",
            "damage that came through armour, 0 where armour stopped it all; not cut off at the hit points that were left; in \
             `swift-swords` the net damage number of the hit, less what was soaked off; in `semiautomagic` 0 where it \
             came to no wound",
        ),
        whole(
            "hits",
            "hits",
            "from 1",
            "how many hits did so much; sums to the combatant's `hits`",
        ),
    ],
    exact: &[METHOD],
};

/// What hits cost.
pub const RANKS: TableSpec = TableSpec {
    name: "ranks.csv",
    about: "what hits cost in Ranks, only where `swift-swords` is played; one row per matchup, combatant, weapon and number",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        WEAPON,
        whole(
            "lost",
            "Ranks",
            "0 to 3",
            "Ranks that the hit cost its target at once, with those of its injury, without what crossed over; 0 where a \
             State was taken, armour stopped it all or there was none to lose",
        ),
        whole(
            "hits",
            "hits",
            "from 1",
            "how many hits cost so much; sums to the combatant's `hits`",
        ),
    ],
    exact: &[METHOD],
};

/// What combatants do and suffer.
pub const COMBATANTS: TableSpec = TableSpec {
    name: "combatants.csv",
    about: "what fighters do and suffer; one row per matchup and combatant",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        whole(
            "count",
            "fighters",
            "0 to 64",
            "fighters that share the stat block and are there when a fight begins; none who may only rise later, as the dead \
             of `semiautomagic` do",
        ),
        whole(
            "attacks",
            "attacks",
            "from 0",
            "attacks made, shots and throws included",
        ),
        whole(
            "hits",
            "attacks",
            "0 to `attacks`",
            "attacks that landed, whether or not any damage came through",
        ),
        whole(
            "evaded",
            "attacks",
            "0 to `attacks`",
            "attacks that would have landed and were stopped whole by a parry, dodge or shield; the rest, \
             `attacks - hits - evaded`, missed, or did what is no hit, as a grapple or a stun in `persona`",
        ),
        whole(
            "damage_dealt",
            "points of the book",
            "from 0",
            "sum of `damage` over the hits",
        ),
        whole(
            "damage_taken",
            "points of the book",
            "from 0",
            "the same from the other end; over a matchup both columns have one sum",
        ),
        whole(
            "downs",
            "times",
            "from 0",
            "how often one of them went down; who begins a fight out has gone down before its first round",
        ),
        whole(
            "survived",
            "times",
            "0 to `count × fights`, more where some come later",
            "how often one of them was standing at the end: `count × fights - downs - fled + back`; also of things, which no side counts",
        ),
        whole(
            "back",
            "times",
            "0 to `downs`, more where some come later",
            "how often one came back to the fight after going down, or came to it only then, as the risen dead of \
             `semiautomagic` do",
        ),
        whole(
            "fled",
            "times",
            "from 0",
            "how often one left the fight alive, by retreat or surrender; in `brp` nobody does",
        ),
        real(
            "damage_per_fight",
            "points of the book",
            "from 0",
            "`damage_dealt / fights`",
        ),
        real(
            "damage_per_fight_se",
            "points of the book",
            "from 0",
            "its standard error, as in `events.csv`; not in the tables of `solve`",
        ),
    ],
    exact: &[METHOD],
};

/// How policies were used.
pub const POLICIES: TableSpec = TableSpec {
    name: "policies.csv",
    about: "how fighters decide; one row per matchup, combatant and line of its policy",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        text("policy", "", "the policy's name"),
        text("list", "", "the kind of decision, or the policy's own list"),
        text("line", "", "the line's text"),
        whole(
            "considered",
            "times",
            "from 0",
            "how often it was looked at: no earlier line of the list had been taken",
        ),
        whole(
            "used",
            "times",
            "0 to `considered`",
            "how often it was taken",
        ),
    ],
    exact: &[METHOD],
};
