//! Defines the columns of the tables that compare results: those of `compare`, `worth`, `tune`, `best` and
//! `check`, and the table of exact odds next to played fights.

use super::{
    DRAWS, LOST, MATCHUP, RULESET, SCENARIO, SIDE, TableSpec, UNDECIDED, WINS, real, text, whole,
};

/// The table of exact odds next to the results of played fights.
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
            "the exact value",
        ),
        real(
            "sampled",
            "share of fights, or rounds",
            "from 0",
            "the sampled value",
        ),
        real(
            "sampled_low",
            "share of fights, or rounds",
            "from 0",
            "lower end of the 95 % confidence interval of `sampled`",
        ),
        real(
            "sampled_high",
            "share of fights, or rounds",
            "from 0",
            "upper end of the interval of `sampled`",
        ),
        text(
            "outside",
            "`yes`, `no`",
            "whether the exact value is outside the interval; about one in twenty is, by chance",
        ),
    ],
    exact: &[],
};

/// The table of `compare`: the effects of changes.
pub const DIFFERENCES: TableSpec = TableSpec {
    name: "differences.csv",
    about: "effects of changes (`compare`); one row per change and figure",
    leads: true,
    columns: &[
        text(
            "changed",
            "",
            "the subject of the change: an axis, `scenario` if two files are compared, or `set` for `--set`",
        ),
        text("before", "", "its value before the change"),
        text("after", "", "its value after the change"),
        text(
            "figure",
            "`win_rate`, `rounds`, `damage`",
            "the figure: share of fights that the side wins, rounds of a fight, or damage that the side does in a fight",
        ),
        text("side", "", "the side; empty for `rounds`"),
        whole(
            "pairs",
            "pairs of fights",
            "from 0",
            "number of pairs of fights, of both seats if both are played",
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
            "lower end of the 95 % interval of `value_before`",
        ),
        real(
            "value_before_high",
            FIGURE_UNIT,
            "from 0",
            "upper end of the interval of `value_before`",
        ),
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
            "lower end of the 95 % interval of `value_after`",
        ),
        real(
            "value_after_high",
            FIGURE_UNIT,
            "from 0",
            "upper end of the interval of `value_after`",
        ),
        real(
            "difference",
            FIGURE_UNIT,
            "any",
            "`value_after` minus `value_before`; exactly 0 if both variants are the same",
        ),
        real(
            "difference_low",
            FIGURE_UNIT,
            "any",
            "lower end of the 95 % interval of `difference` over the pairs: Bonett and Price's for shares, the normal one for means",
        ),
        real(
            "difference_high",
            FIGURE_UNIT,
            "any",
            "upper end of the interval of `difference`",
        ),
        real(
            "variance_ratio",
            "part of a variance",
            "from 0",
            "variance of the difference divided by its variance in two separate runs; empty if nothing varies",
        ),
        real(
            "variance_ratio_least",
            "part of a variance",
            "0 to 1",
            "smallest possible ratio for these two win rates; empty for other figures",
        ),
        real(
            "margin",
            FIGURE_UNIT,
            "from 0",
            "differences up to the margin count as no difference",
        ),
        text(
            "verdict",
            "`better`, `worse`, `longer`, `shorter`, `more`, `less`, `no difference`, `undecided`, `the same`",
            "the verdict of the interval on the difference",
        ),
        whole(
            "pairs_to_settle",
            "pairs of fights",
            "from 0",
            "approximate number of pairs that would decide it; empty unless it is undecided",
        ),
        real(
            "family_low",
            FIGURE_UNIT,
            "any",
            "lower end of an interval of `difference` that holds at 95 % together with those of all other rows \
             (Bonferroni)",
        ),
        real(
            "family_high",
            FIGURE_UNIT,
            "any",
            "upper end of the family interval of `difference`",
        ),
        real(
            "family_p",
            "probability",
            "0 to 1",
            "Holm's adjusted p-value for no difference, rounded up",
        ),
        text(
            "family_verdict",
            "those of `verdict`",
            "the verdict together with all other rows: a difference if `family_p` is at most 0.05, no difference if \
             the interval is within the margin",
        ),
    ],
    exact: &[],
};

const FIGURE_UNIT: &str = "share of fights, rounds, or points of the book";

/// The table of `worth`: how much one step of each number is worth.
pub const WORTH: TableSpec = TableSpec {
    name: "worth.csv",
    about: "value of one step of each number (`worth`); one row per step and figure, the largest change of the win \
        rate first",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        text(
            "matchup",
            "unique within the scenario, or `*`",
            "its name; `*` if the figures are the mean of all matchups",
        ),
        text("path", "", "path of the changed number"),
        text(
            "heirs",
            "names of rows, separated by `; `",
            "rows that inherit the number and change with it",
        ),
        text("unit", "", "the number's unit in the book; may be empty"),
        real(
            "step",
            "as `unit`",
            "any but 0",
            "size of the step; for dice, of the flat bonus",
        ),
        text(
            "from",
            "",
            "its value in the unchanged scenario; `A to B` if matchups differ in it",
        ),
        text("to", "", "its value after the step"),
        text(
            "figure",
            "`win_rate`, `rounds`, `damage`",
            "the figure: share of fights that the side wins, rounds of a fight, or damage that the side does in a fight",
        ),
        text("side", "", "the side; empty for `rounds`"),
        text(
            "method",
            "`sampled`, `exact`, `unused`",
            "whether the difference was sampled or computed exactly; `unused` if the number takes no part in the \
             fight, so that the difference is exactly 0",
        ),
        whole(
            "pairs",
            "pairs of fights",
            "from 0",
            "number of pairs of fights, of all matchups and seats; 0 unless sampled",
        ),
        real(
            "value_before",
            FIGURE_UNIT,
            "from 0",
            "the figure in the unchanged scenario",
        ),
        real(
            "value_before_low",
            FIGURE_UNIT,
            "from 0",
            "lower end of the 95 % confidence interval of `value_before`; for an exact value, its lower bound, which for damage covers \
             the fights that were followed",
        ),
        real(
            "value_before_high",
            FIGURE_UNIT,
            "from 0",
            "upper end of the interval of `value_before`",
        ),
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
            "lower end of its interval or bounds, as for `value_before_low`",
        ),
        real(
            "value_after_high",
            FIGURE_UNIT,
            "from 0",
            "upper end of the interval of `value_after`",
        ),
        real(
            "difference",
            FIGURE_UNIT,
            "any",
            "`value_after` minus `value_before`",
        ),
        real(
            "family_low",
            FIGURE_UNIT,
            "any",
            "lower end of an interval of `difference` that holds at 95 % together with those of all other rows \
             (Bonferroni); for an exact value, its lower bound",
        ),
        real(
            "family_high",
            FIGURE_UNIT,
            "any",
            "upper end of the family interval of `difference`",
        ),
        real(
            "family_p",
            "probability",
            "0 to 1",
            "Holm's adjusted p-value for no difference, rounded up; empty unless sampled",
        ),
        real(
            "margin",
            FIGURE_UNIT,
            "from 0",
            "differences up to the margin count as no difference",
        ),
        text(
            "verdict",
            "`better`, `worse`, `longer`, `shorter`, `more`, `less`, `no difference`, `undecided`, `not used`",
            "a difference if `family_p` is at most 0.05, no difference if the interval is within the margin",
        ),
        whole(
            "pairs_to_settle",
            "pairs of fights",
            "from 0",
            "approximate number of pairs that would decide it; empty unless it is undecided",
        ),
    ],
    exact: &[],
};

/// The table of reference figures that `check` compares with.
pub const BASELINE: TableSpec = TableSpec {
    name: "NAME.baseline.csv",
    about: "reference figures for `check`; one row per matchup and side",
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
            "sum of the rounds of all fights; equal for all sides of a matchup",
        ),
        whole(
            "rounds_squared",
            "rounds²",
            "from `rounds`",
            "sum of the squares of the rounds of all fights; equal for all sides of a matchup",
        ),
        whole(
            "damage",
            "points of the book",
            "from 0",
            "damage that the side dealt in all fights",
        ),
        whole(
            "damage_squared",
            "points²",
            "from `damage² / 100`",
            "the fights are split into 100 equal groups; sum of the squares of the damage that the side dealt in each \
             group",
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
            "digest of the content of the matchup, house rules included",
        ),
        text(
            "checksum",
            "`row:` and 16 hex digits",
            "checksum of all other cells of the row: a row that was edited, or merged from two, is refused",
        ),
    ],
    exact: &[],
};

/// The table of `tune`: the settings that the search tried and found.
pub const TUNE: TableSpec = TableSpec {
    name: "tune.csv",
    about: "settings that a search for balance tried and found (`tune`); one row per setting and side or contender",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        text(
            "stage",
            "`search`, `check`, `before`, `after`",
            "purpose of the fights: to find a value, or to judge it with other random numbers; before or after all changes",
        ),
        text(
            "setting",
            "",
            "the changes, as `path=value`, separated by spaces; empty if nothing was changed",
        ),
        text(
            "heirs",
            "names of rows, separated by `; `",
            "rows that inherit a changed value and change with it",
        ),
        text(
            "contender",
            "",
            "the contender: a side, or a value of the axes that list the contenders",
        ),
        whole(
            "fights",
            "fights",
            "from 1",
            "number of fights in all its matchups and seats; empty for an exact value",
        ),
        real(
            "win_rate",
            "share of fights",
            "0 to 1",
            "mean over all its matchups, with equal weights",
        ),
        real(
            "win_rate_low",
            "share of fights",
            "0 to 1",
            "lower end of the 95 % interval of `win_rate`",
        ),
        real(
            "win_rate_high",
            "share of fights",
            "0 to 1",
            "upper end of that interval",
        ),
        real(
            "target_low",
            "share of fights",
            "0 to 1",
            "lower end of the intended band, or the intended share",
        ),
        real(
            "target_high",
            "share of fights",
            "0 to 1",
            "upper end of the intended band, or the intended share",
        ),
        text(
            "verdict",
            "`below`, `within`, `above`",
            "position of the estimate relative to the band; for a single share, of the interval",
        ),
    ],
    exact: &[],
};

/// The table of `best`: the loadouts of a side, from the best to the worst.
pub const BEST: TableSpec = TableSpec {
    name: "best.csv",
    about: "the loadouts of a side, the best first (`best`); one row per loadout",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        SIDE,
        whole(
            "place",
            "",
            "from 1",
            "place among all loadouts: first the finalists by their win rate, then the others, the last dropped first",
        ),
        text(
            "loadout",
            "`AXIS=VALUE`, separated by `; `",
            "its values on the axes of the side",
        ),
        text(
            "verdict",
            "`best`, `tied`, `worse`, `open`",
            "`tied`: a finalist that cannot be told apart from the best; `worse`: surely worse than the best; `open`: \
             dropped, but its few fights do not say that it is worse. All verdicts of a table are correct together in at \
             least 95 of 100 searches",
        ),
        whole(
            "dropped_after",
            "rounds of the search",
            "from 1",
            "the round after which it was dropped; empty for a finalist",
        ),
        whole(
            "search_fights",
            "fights",
            "from 0",
            "its fights in the search, in all matchups and seats",
        ),
        real(
            "search_win_rate",
            "share of fights",
            "0 to 1",
            "share of these fights that the side won; for those that stayed, too high on average; empty without a search",
        ),
        whole(
            "fights",
            "fights",
            "from 0",
            "its fresh fights in the finals, in all matchups and seats; 0 if it was dropped",
        ),
        real(
            "win_rate",
            "share of fights",
            "0 to 1",
            "share of the fights of the finals that the side won, as mean over all matchups; empty if it was dropped",
        ),
        real(
            "win_rate_low",
            "share of fights",
            "0 to 1",
            "lower end of the 95 % interval of `win_rate`",
        ),
        real(
            "win_rate_high",
            "share of fights",
            "0 to 1",
            "upper end of the interval of `win_rate`",
        ),
        real(
            "behind",
            "difference of shares",
            "-1 to 1",
            "`win_rate` minus that of the best; empty for the best, and if it was dropped",
        ),
        real(
            "family_low",
            "difference of shares",
            "-1 to 1",
            "lower end of an interval of `behind` that holds at 95 % together with all statements on the other loadouts \
             (Bonferroni)",
        ),
        real(
            "family_high",
            "difference of shares",
            "-1 to 1",
            "upper end of the family interval of `behind`",
        ),
    ],
    exact: &[],
};
