//! Defines the columns of the tables that `run` and `solve` write from counts of fights.

use super::{
    COMBATANT, DRAWS, FIGHTS, LOST, METHOD, SIDE, TableSpec, UNDECIDED, WEAPON, WINS, real, text,
    whole,
};

/// The table of who wins.
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
            "lower end of the 95 % confidence interval of `win_rate` (Wilson)",
        ),
        real(
            "win_rate_high",
            "share of fights",
            "0 to 1",
            "upper end of that interval",
        ),
        real(
            "rounds_mean",
            "rounds",
            "0 to the round cap",
            "average length of a fight, with any ending; equal for all sides of a matchup",
        ),
        whole(
            "rounds_p10",
            "rounds",
            "0 to the round cap",
            "round at which at least 10 % of all fights were over",
        ),
        whole(
            "rounds_p50",
            "rounds",
            "0 to the round cap",
            "round at which at least 50 % of all fights were over",
        ),
        whole(
            "rounds_p90",
            "rounds",
            "0 to the round cap",
            "round at which at least 90 % of all fights were over",
        ),
        real(
            "survivors_mean",
            "fighters",
            "0 to the side's size",
            "average number of the side's fighters that are standing at the end of a fight, with any ending",
        ),
        real(
            "rounds_mean_low",
            "rounds",
            "0 to the round cap",
            "lower end of the 95 % confidence interval of `rounds_mean` (Student's t)",
        ),
        real(
            "rounds_mean_high",
            "rounds",
            "0 to the round cap",
            "upper end of the interval of `rounds_mean`",
        ),
        real(
            "survivors_mean_low",
            "fighters",
            "0 to the side's size",
            "lower end of the 95 % confidence interval of `survivors_mean` (Student's t)",
        ),
        real(
            "survivors_mean_high",
            "fighters",
            "0 to the side's size",
            "upper end of the interval of `survivors_mean`",
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
            "win rate of the side when listed first minus that when listed last; empty unless both seats were played",
        ),
        real(
            "seat_effect_low",
            "difference of shares",
            "-1 to 1",
            "lower end of the 95 % confidence interval of `seat_effect` (Newcombe); empty where `seat_effect` is empty",
        ),
        real(
            "seat_effect_high",
            "difference of shares",
            "-1 to 1",
            "upper end of the interval of `seat_effect`; empty where `seat_effect` is empty",
        ),
    ],
    exact: &[
        real(
            "unresolved",
            "share of fights",
            "0 to 1",
            "share of fights that was not followed to its end",
        ),
        real(
            "error_bound",
            "relative error",
            "from 0",
            "upper bound of the rounding error of any figure, relative to that figure",
        ),
        METHOD,
    ],
};

/// The table of how long fights last.
pub const ROUNDS: TableSpec = TableSpec {
    name: "rounds.csv",
    about: "how long fights last; one row per matchup, winner and round",
    leads: true,
    columns: &[
        text(
            "winner",
            "a side, `draw`, `undecided`",
            "the winner, or how the fights ended; allied sides win together: `militia and town`",
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
            "fights that ended in this way in this round; the rows of a matchup sum to its `fights`",
        ),
    ],
    exact: &[METHOD],
};

/// The table of the rounds when fighters are knocked out.
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
            "how often one of its fighters went down in this round: unconscious, dying or dead, in `swift-swords` out \
             of action; sums to `downs`",
        ),
    ],
    exact: &[METHOD],
};

/// The table of how many fighters stand after each round.
pub const STANDING: TableSpec = TableSpec {
    name: "standing.csv",
    about: "how many fighters stand after each round; one row per matchup, side and round, up to the last round with \
        a change",
    leads: true,
    columns: &[
        SIDE,
        whole(
            "round",
            "rounds",
            "0 to the round cap",
            "the round; 0 is the start, after events before the first round, such as an ambush in `murdham`",
        ),
        real(
            "standing_mean",
            "fighters",
            "0 to the side's size",
            "average number of the side's fighters that stand after the round; a fight that is over counts with its \
             final state",
        ),
        real(
            "standing_mean_low",
            "fighters",
            "0 to the side's size",
            "lower end of the 95 % confidence interval of `standing_mean`: Wilson's for a side of one fighter; for larger sides the \
             widest possible, as if always all stood or none",
        ),
        real(
            "standing_mean_high",
            "fighters",
            "0 to the side's size",
            "upper end of the interval of `standing_mean`",
        ),
        whole(
            "fights_going",
            "fights",
            "0 to `fights`",
            "fights that were not over after the round; equal for all sides of a matchup",
        ),
    ],
    exact: &[METHOD],
};

/// The table of who hits whom, by attacker, weapon and target.
pub const HITS: TableSpec = TableSpec {
    name: "hits.csv",
    about: "who hits and fells whom; one row per matchup, combatant, weapon and target that was attacked, friends \
        included",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        WEAPON,
        text(
            "target_side",
            "a side, `*`",
            "the target's side; `*` in fights with so many combatants that targets are not told apart",
        ),
        text(
            "target",
            "a combatant, `*`",
            "the target's stat block; `*` as for `target_side`",
        ),
        whole("attacks", "attacks", "from 1", "attacks at the target"),
        whole(
            "hits",
            "attacks",
            "0 to `attacks`",
            "attacks that landed, also those without net damage",
        ),
        whole(
            "evaded",
            "attacks",
            "0 to `attacks`",
            "attacks that would have landed but were stopped by a defence",
        ),
        whole(
            "damage_dealt",
            "points of the book",
            "from 0",
            "net damage of all hits",
        ),
        whole(
            "fights_followed",
            "fights",
            "from 0",
            "fights in which the order of blows is known, so that `downs` and `overkill` are counted: all that are \
             rolled; of duels drawn from tables the first 8,192",
        ),
        whole(
            "downs",
            "times",
            "from 0",
            "how often the last blow that did damage before the target went down was one of these, in \
             `fights_followed` fights",
        ),
        whole(
            "overkill",
            "points of the book",
            "from 0",
            "damage beyond the health that the target had left, healing not counted, in `fights_followed` fights; \
             empty if the book's damage is not in units of health",
        ),
    ],
    exact: &[METHOD],
};

/// The table of how much damage hits do.
pub const DAMAGE: TableSpec = TableSpec {
    name: "damage.csv",
    about: "damage of hits; one row per matchup, combatant, weapon and damage",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        WEAPON,
        whole(
            "damage",
            "points of the book",
            "from 0",
            "damage of a hit after armour, 0 if armour stopped it all; not limited to the hit points left; in \
             `swift-swords` the net damage number of the hit after soaking; in `semiautomagic` 0 for a hit without a \
             wound",
        ),
        whole(
            "hits",
            "hits",
            "from 1",
            "number of hits with this damage; sums to the combatant's `hits`",
        ),
    ],
    exact: &[METHOD],
};

/// The table of sides that fight together.
pub const ALLIES: TableSpec = TableSpec {
    name: "allies.csv",
    about: "which sides fight and win together, for scenarios with allies only; one row per matchup and side",
    leads: true,
    columns: &[
        SIDE,
        text(
            "alliance",
            "",
            "the names of the sides that fight together, as the winner in rounds.csv; a side without allies has its own name",
        ),
    ],
    exact: &[METHOD],
};

/// The table of wins by each objective.
pub const OBJECTIVES: TableSpec = TableSpec {
    name: "objectives.csv",
    about: "how sides win, for scenarios with objectives only; one row per matchup, side and objective",
    leads: true,
    columns: &[
        text(
            "side",
            "",
            "the side; for `last side standing` the names of all its allies, which win together: `militia and town`",
        ),
        text(
            "objective",
            "",
            "an entry of the side's `wins` in words, such as `hold 10 rounds`; `last side standing` for its other wins",
        ),
        whole(
            "wins",
            "fights",
            "0 to the side's `wins`",
            "fights that the side won in this way; together with those of its allies they sum to \
             its `wins` in summary.csv",
        ),
        real(
            "win_rate",
            "share of fights",
            "0 to 1",
            "the share of all fights that the side won in this way",
        ),
        real(
            "win_rate_low",
            "share of fights",
            "0 to 1",
            "lower end of the 95 % confidence interval of `win_rate` (Wilson)",
        ),
        real(
            "win_rate_high",
            "share of fights",
            "0 to 1",
            "upper end of the 95 % confidence interval of `win_rate` (Wilson)",
        ),
    ],
    exact: &[METHOD],
};

/// The table of how many Ranks hits cost.
pub const RANKS: TableSpec = TableSpec {
    name: "ranks.csv",
    about: "Ranks that hits cost, for `swift-swords` only; one row per matchup, combatant, weapon and number of Ranks",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        WEAPON,
        whole(
            "lost",
            "Ranks",
            "0 to 3",
            "Ranks that the hit cost its target at once, with those of its injury, without Ranks that crossed over; 0 \
             if the target took a State, armour stopped the hit, or no Rank was left",
        ),
        whole(
            "hits",
            "hits",
            "from 1",
            "number of hits with this cost; sums to the combatant's `hits`",
        ),
    ],
    exact: &[METHOD],
};

/// The table of the attacks, damage and losses of each combatant.
pub const COMBATANTS: TableSpec = TableSpec {
    name: "combatants.csv",
    about: "attacks, hits, damage and losses of fighters; one row per matchup and combatant",
    leads: true,
    columns: &[
        SIDE,
        COMBATANT,
        whole(
            "count",
            "fighters",
            "0 to 64",
            "fighters with this stat block at the start of a fight; without fighters that can only rise later, such \
             as the dead of `semiautomagic`",
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
            "attacks that landed, with or without damage",
        ),
        whole(
            "evaded",
            "attacks",
            "0 to `attacks`",
            "attacks that a parry, dodge or shield stopped entirely; the rest, `attacks - hits - \
             evaded`, missed or had an effect that is not a hit, such as a grapple or a stun in \
             `persona`",
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
            "sum of `damage` over the hits that the fighters suffered; over a matchup it equals the sum of `damage_dealt`",
        ),
        whole(
            "downs",
            "times",
            "from 0",
            "how often one of its fighters went down; a fighter that is out at the start counts as down before the \
             first round",
        ),
        whole(
            "survived",
            "times",
            "0 to `count × fights`, more if fighters come later",
            "how often one of its fighters was standing at the end: `count × fights - downs - fled + back`; objects \
             have it too, although no side counts them",
        ),
        whole(
            "back",
            "times",
            "0 to `downs`, more if fighters come later",
            "how often one of its fighters returned after going down, or came into the fight later, such as the risen \
             dead of `semiautomagic`",
        ),
        whole(
            "fled",
            "times",
            "from 0",
            "how often one of its fighters left the fight alive, by retreat or surrender; 0 in `brp` and `persona` unless \
             `leaving = \"yes\"`",
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
            "its standard error, computed as in `events.csv`; not in the tables of `solve`",
        ),
    ],
    exact: &[METHOD],
};

/// The table of how often each line of a policy is used.
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
            "how often the line was considered: no earlier line of the list had been used",
        ),
        whole(
            "used",
            "times",
            "0 to `considered`",
            "how often the line was used",
        ),
    ],
    exact: &[METHOD],
};
