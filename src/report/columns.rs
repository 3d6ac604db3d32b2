//! The data dictionary: what every column of every CSV table means, its unit and its range.
//!
//! The tables take their headers from here, `skirmish columns` shows it, and docs/tables.md has it word for word. So a
//! column cannot be written and go unexplained, nor be explained and not written; tests hold all three together.

mod matrix;

pub use matrix::{CONTENDERS, MATRIX};

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Words; a value on an axis may look like a number.
    Text,
    /// Whole numbers; in the tables of `solve` decimals, since they are of one fight.
    Whole,
    /// Decimals.
    Real,
}

impl Kind {
    /// As the dictionary calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "whole",
            Self::Real => "decimal",
        }
    }
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name in the header.
    pub name: &'static str,
    /// What stands in it.
    pub kind: Kind,
    /// What its numbers are of; empty for words.
    pub unit: &'static str,
    /// Between what they lie, or which words there are.
    pub range: &'static str,
    /// What it says.
    pub meaning: &'static str,
}

/// A table.
#[derive(Debug, Clone, Copy)]
pub struct TableSpec {
    /// The name of its file; a baseline may have another.
    pub name: &'static str,
    /// What it is, and what a row of it stands for.
    pub about: &'static str,
    /// Whether it begins with [`LEADING`] and the axes.
    pub leads: bool,
    /// Its own columns, in order.
    pub columns: &'static [Column],
    /// Further ones in the tables of `solve`.
    pub exact: &'static [Column],
}

const fn text(name: &'static str, range: &'static str, meaning: &'static str) -> Column {
    Column {
        name,
        kind: Kind::Text,
        unit: "",
        range,
        meaning,
    }
}

const fn whole(
    name: &'static str,
    unit: &'static str,
    range: &'static str,
    meaning: &'static str,
) -> Column {
    Column {
        name,
        kind: Kind::Whole,
        unit,
        range,
        meaning,
    }
}

const fn real(
    name: &'static str,
    unit: &'static str,
    range: &'static str,
    meaning: &'static str,
) -> Column {
    Column {
        name,
        kind: Kind::Real,
        unit,
        range,
        meaning,
    }
}

const SCENARIO: Column = text(
    "scenario",
    "",
    "the name of the scenario's file, without `.toml`",
);
const RULESET: Column = text("ruleset", "the names in `skirmish rules`", "the book");
const MATCHUP: Column = text(
    "matchup",
    "unique within the scenario",
    "its name: the values on the axes, or the sides",
);
const SIDE: Column = text("side", "", "the side");
const COMBATANT: Column = text(
    "combatant",
    "",
    "the stat block; all its fighters on one side count together",
);
const WEAPON: Column = text(
    "weapon",
    "",
    "with what: its name in the scenario or the book",
);
const METHOD: Column = text(
    "method",
    "`exact`",
    "that odds were worked out, not sampled",
);
const FIGHTS: Column = whole(
    "fights",
    "fights",
    "from 0",
    "fights played: `wins + losses + draws + undecided`",
);
const WINS: Column = whole(
    "wins",
    "fights",
    "0 to `fights`",
    "fights that the side won: only its fighters were standing at the end",
);
const LOST: Column = whole(
    "losses",
    "fights",
    "0 to `fights`",
    "fights that another side won",
);
const DRAWS: Column = whole(
    "draws",
    "fights",
    "0 to `fights`",
    "fights after which nobody was standing",
);
const UNDECIDED: Column = whole(
    "undecided",
    "fights",
    "0 to `fights`",
    "fights cut off at the round cap, or in which nobody could hurt anybody any more; not a draw",
);

/// The columns that every table of a report begins with, before the axes.
pub const LEADING: [Column; 3] = [SCENARIO, RULESET, MATCHUP];

/// Stands for the axes, one column each, called as the axis is.
pub const AXIS: Column = text(
    "AXIS",
    "",
    "one column per axis, called like it: the value on it, or its label; empty if another scenario of the same run has \
     the axis and this one has not",
);

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
            "lower end of the 95 % interval of `rounds_mean`",
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
            "lower end of the 95 % interval of `survivors_mean`",
        ),
        real(
            "survivors_mean_high",
            "fighters",
            "0 to the side's size",
            "upper end",
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
            "the round; 0 is the start",
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
             `swift-swords` the net damage number of the hit",
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
pub const LOSSES: TableSpec = TableSpec {
    name: "losses.csv",
    about: "what hits cost in Ranks, only where `swift-swords` is played; one row per matchup, combatant, weapon and loss",
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
            "1 to 64",
            "fighters that share the stat block, in one fight",
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
             `attacks - hits - evaded`, missed",
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
            "how often one of them went down",
        ),
        whole(
            "survived",
            "times",
            "0 to `count × fights`",
            "how often one of them was standing at the end: `count × fights - downs - fled + back`",
        ),
        whole(
            "back",
            "times",
            "0 to `downs`",
            "how often one came back to the fight after going down",
        ),
        whole(
            "fled",
            "times",
            "from 0",
            "how often one left the fight alive, by retreat or surrender; in `brp` nobody does",
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

/// Exact odds beside sampled ones.
pub const COMPARE: TableSpec = TableSpec {
    name: "compare.csv",
    about: "exact odds beside sampled ones (`solve --compare`); one row per figure",
    leads: false,
    columns: &[
        SCENARIO,
        MATCHUP,
        text(
            "figure",
            "`rounds`, or a side and `win rate`",
            "which figure",
        ),
        real(
            "exact",
            "share of fights, or rounds",
            "from 0",
            "as it was worked out",
        ),
        real(
            "sampled",
            "share of fights, or rounds",
            "from 0",
            "as it was sampled",
        ),
        real(
            "sampled_low",
            "share of fights, or rounds",
            "from 0",
            "lower end of the 95 % interval of `sampled`",
        ),
        real(
            "sampled_high",
            "share of fights, or rounds",
            "from 0",
            "upper end",
        ),
        text(
            "outside",
            "`yes`, `no`",
            "whether the exact figure lies outside the interval; one in twenty does",
        ),
    ],
    exact: &[],
};

/// What a change does.
pub const DIFFERENCES: TableSpec = TableSpec {
    name: "differences.csv",
    about: "what a change does (`compare`); one row per change and figure",
    leads: true,
    columns: &[
        text(
            "changed",
            "",
            "what is changed: an axis, `scenario` where two files are compared, or `set` where `--set` makes the change",
        ),
        text("before", "", "its value before: the one compared with"),
        text("after", "", "its value after"),
        text(
            "figure",
            "`win_rate`, `rounds`, `damage`",
            "which figure: fights that the side wins, rounds that a fight lasts, or damage that the side does in a fight",
        ),
        text("side", "", "the side; empty for `rounds`"),
        whole(
            "pairs",
            "pairs of fights",
            "from 0",
            "pairs of fights, in both seats where both are played",
        ),
        real(
            "value_before",
            FIGURE_UNIT,
            "from 0",
            "the figure before the change",
        ),
        real(
            "value_before_low",
            FIGURE_UNIT,
            "from 0",
            "lower end of its 95 % interval",
        ),
        real("value_before_high", FIGURE_UNIT, "from 0", "upper end"),
        real(
            "value_after",
            FIGURE_UNIT,
            "from 0",
            "the figure after the change",
        ),
        real(
            "value_after_low",
            FIGURE_UNIT,
            "from 0",
            "lower end of its 95 % interval",
        ),
        real("value_after_high", FIGURE_UNIT, "from 0", "upper end"),
        real(
            "difference",
            FIGURE_UNIT,
            "any",
            "after less before; exactly 0 where both variants are the same",
        ),
        real(
            "difference_low",
            FIGURE_UNIT,
            "any",
            "lower end of its 95 % interval over the pairs: Bonett and Price's for shares, the normal one for means",
        ),
        real("difference_high", FIGURE_UNIT, "any", "upper end"),
        real(
            "variance_ratio",
            "part of a variance",
            "from 0",
            "the variance of the difference as a part of what it would be in separate runs; empty where nothing varies",
        ),
        real(
            "variance_ratio_least",
            "part of a variance",
            "0 to 1",
            "the least that it could be for win rates so far apart; empty for other figures",
        ),
        real(
            "margin",
            FIGURE_UNIT,
            "from 0",
            "what counts as no difference",
        ),
        text(
            "verdict",
            "`better`, `worse`, `longer`, `shorter`, `more`, `less`, `no difference`, `undecided`, `the same`",
            "what the interval says of the difference",
        ),
        whole(
            "pairs_to_settle",
            "pairs of fights",
            "from 0",
            "about how many would settle it; empty unless it is undecided",
        ),
        real(
            "family_low",
            FIGURE_UNIT,
            "any",
            "lower end of an interval of `difference` that holds at 95 % together with those of all other rows (Bonferroni)",
        ),
        real("family_high", FIGURE_UNIT, "any", "upper end"),
        real(
            "family_p",
            "probability",
            "0 to 1",
            "Holm's adjusted p-value of no difference, rounded up; small where there surely is one",
        ),
        text(
            "family_verdict",
            "those of `verdict`",
            "the verdict among all rows: a difference where `family_p` is at most 0.05, none where the interval lies within the margin",
        ),
    ],
    exact: &[],
};

const FIGURE_UNIT: &str = "share of fights, rounds, or points of the book";

/// What steps of numbers are worth.
pub const WORTH: TableSpec = TableSpec {
    name: "worth.csv",
    about: "what a step of each number is worth (`worth`); one row per step and figure, the largest win rate first",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        text(
            "matchup",
            "unique within the scenario, or `*`",
            "its name; `*` where the figures are the mean of all matchups",
        ),
        text("path", "", "the number that is moved"),
        text("unit", "", "what it counts, as the book says; may be empty"),
        real(
            "step",
            "as `unit`",
            "any but 0",
            "how far it is moved; of dice the flat number",
        ),
        text(
            "from",
            "",
            "what it is as the scenario stands; `A to B` where matchups differ in it",
        ),
        text("to", "", "what it is moved to"),
        text(
            "figure",
            "`win_rate`, `rounds`, `damage`",
            "which figure: fights that the side wins, rounds that a fight lasts, or damage that the side does in a fight",
        ),
        text("side", "", "the side; empty for `rounds`"),
        text(
            "method",
            "`sampled`, `exact`, `unused`",
            "whether it was sampled, worked out, or is no part of the fight, so that the difference is exactly 0",
        ),
        whole(
            "pairs",
            "pairs of fights",
            "from 0",
            "pairs of fights, over all matchups and seats; 0 unless it was sampled",
        ),
        real(
            "value_before",
            FIGURE_UNIT,
            "from 0",
            "the figure as the scenario stands",
        ),
        real(
            "value_before_low",
            FIGURE_UNIT,
            "from 0",
            "lower end of its 95 % interval; where it is exact, of its bounds, those of damage for what was followed",
        ),
        real("value_before_high", FIGURE_UNIT, "from 0", "upper end"),
        real(
            "value_after",
            FIGURE_UNIT,
            "from 0",
            "the figure after the step",
        ),
        real(
            "value_after_low",
            FIGURE_UNIT,
            "from 0",
            "lower end, likewise",
        ),
        real("value_after_high", FIGURE_UNIT, "from 0", "upper end"),
        real("difference", FIGURE_UNIT, "any", "after less before"),
        real(
            "family_low",
            FIGURE_UNIT,
            "any",
            "lower end of an interval that holds at 95 % together with those of all other rows (Bonferroni); where it is \
             exact, of its bounds",
        ),
        real("family_high", FIGURE_UNIT, "any", "upper end"),
        real(
            "family_p",
            "probability",
            "0 to 1",
            "Holm's adjusted p-value of no difference, rounded up; empty unless it was sampled",
        ),
        real(
            "margin",
            FIGURE_UNIT,
            "from 0",
            "what counts as no difference",
        ),
        text(
            "verdict",
            "`better`, `worse`, `longer`, `shorter`, `more`, `less`, `no difference`, `undecided`, `not used`",
            "a difference where `family_p` is at most 0.05, none where the interval lies within the margin",
        ),
        whole(
            "pairs_to_settle",
            "pairs of fights",
            "from 0",
            "about how many would settle it; empty unless it is undecided",
        ),
    ],
    exact: &[],
};

/// What `check` compares with.
pub const BASELINE: TableSpec = TableSpec {
    name: "NAME.baseline.csv",
    about: "what `check` compares with; one row per matchup and side",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        MATCHUP,
        SIDE,
        whole(
            "fights",
            "fights",
            "multiples of 100",
            "fights played: `wins + losses + draws + undecided`",
        ),
        WINS,
        LOST,
        DRAWS,
        UNDECIDED,
        whole(
            "rounds",
            "rounds",
            "from 0",
            "sum over all fights of the rounds they lasted; the same for all sides of a matchup",
        ),
        whole(
            "rounds_squared",
            "rounds²",
            "from `rounds`",
            "sum over all fights of the squares of their rounds; the same likewise",
        ),
        whole(
            "damage",
            "points of the book",
            "from 0",
            "sum over all fights of the damage that the side dealt",
        ),
        whole(
            "damage_squared",
            "points²",
            "from `damage² / 100`",
            "the fights in 100 equal groups: sum over the groups of the squares of the damage that the side dealt in each",
        ),
        whole(
            "seed",
            "",
            "0 to 2⁶³ - 1",
            "the seed that the fights were played with",
        ),
        text("version", "", "the version of skirmish that played them"),
        text(
            "digest",
            "`sha256:` and 16 hex digits",
            "of everything that the matchup consists of, house rules included",
        ),
    ],
    exact: &[],
};

/// What a search for balance tried and found.
pub const TUNE: TableSpec = TableSpec {
    name: "tune.csv",
    about: "what a search for balance tried and found (`tune`); one row per setting and side or contender",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        text(
            "stage",
            "`search`, `check`, `before`, `after`",
            "what the fights were for: to find a value or to judge it with other luck; before or after all changes",
        ),
        text(
            "setting",
            "",
            "what was changed, as `path=value`, parted by blanks; empty where nothing was",
        ),
        text(
            "contender",
            "",
            "whose win rate it is: a side, or a value of the axes that list the contenders",
        ),
        whole(
            "fights",
            "fights",
            "from 1",
            "fights behind it, in all its matchups and seats; empty where it is exact",
        ),
        real(
            "win_rate",
            "share of fights",
            "0 to 1",
            "the mean over all its matchups, each weighing the same",
        ),
        real(
            "win_rate_low",
            "share of fights",
            "0 to 1",
            "lower end of its 95 % interval",
        ),
        real("win_rate_high", "share of fights", "0 to 1", "upper end"),
        real(
            "target_low",
            "share of fights",
            "0 to 1",
            "where it should lie: lower end of the band, or the share itself",
        ),
        real(
            "target_high",
            "share of fights",
            "0 to 1",
            "upper end, or the share itself",
        ),
        text(
            "verdict",
            "`below`, `within`, `above`",
            "whether the estimate lies in the band; of a single share, whether the interval holds it",
        ),
    ],
    exact: &[],
};

/// All tables that skirmish writes, in reading order.
pub const ALL: [TableSpec; 15] = [
    SUMMARY,
    ROUNDS,
    KILLS,
    STANDING,
    DAMAGE,
    COMBATANTS,
    POLICIES,
    LOSSES,
    MATRIX,
    CONTENDERS,
    COMPARE,
    DIFFERENCES,
    WORTH,
    TUNE,
    BASELINE,
];

impl TableSpec {
    /// All columns: the leading ones, the axes as [`AXIS`], its own, and those in the tables of `solve`.
    pub fn every_column(&self) -> Vec<Column> {
        let leading = LEADING.into_iter().chain([AXIS]);
        (leading.filter(|_| self.leads))
            .chain(self.columns.iter().copied())
            .chain(self.exact.iter().copied())
            .collect()
    }

    /// The names of its own columns.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|column| column.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_explained_and_every_number_has_a_range() {
        for table in ALL {
            for column in table.every_column() {
                let name = format!("{}: {}", table.name, column.name);
                assert!(!column.meaning.is_empty(), "{name}");
                assert!(
                    column.kind == Kind::Text || !column.range.is_empty(),
                    "{name}"
                );
                assert!(
                    !column.meaning.contains('|') && !column.range.contains('|'),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn no_table_has_two_columns_of_one_name() {
        for table in ALL {
            let mut names: Vec<_> = table
                .every_column()
                .iter()
                .map(|column| column.name)
                .collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}", table.name);
        }
    }
}
