//! The columns of the tables of what was found out by comparing: `compare`, `worth`, `tune`, `check`, and exact odds
//! beside fights.

use super::{
    DRAWS, LOST, MATCHUP, RULESET, SCENARIO, SIDE, TableSpec, UNDECIDED, WINS, real, text, whole,
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
        text(
            "checksum",
            "`row:` and 16 hex digits",
            "of all other cells of the row: a row that was edited or merged by halves is refused",
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
