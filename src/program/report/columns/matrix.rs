//! The columns of the tables that only a matrix has.

use super::{Column, METHOD, RULESET, SCENARIO, TableSpec, real, text, whole};

const SHARE: &str = "share of fights";
const LOWER: &str = "lower end of its 95 % interval";

const fn score(name: &'static str, meaning: &'static str) -> Column {
    real(name, SHARE, "0 to 1", meaning)
}

/// Rows by columns.
pub const MATRIX: TableSpec = TableSpec {
    name: "matrix.csv",
    about: "two axes against each other, only where there is a matrix; one row per cell",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        text("row_axis", "", "the axis whose values are the rows"),
        text("row", "", "the value on it"),
        text("column_axis", "", "the axis whose values are the columns"),
        text("column", "", "the value on it"),
        text(
            "side",
            "",
            "the side whose figures these are: the rows' side",
        ),
        text(
            "at",
            "`AXIS=VALUE`, parted by `; `",
            "the values of other axes that the cell is limited to",
        ),
        text(
            "averaged",
            "axes, parted by `; `",
            "other axes that the cell is averaged over",
        ),
        whole(
            "matchups",
            "matchups",
            "from 1",
            "how many matchups the cell is the mean of, all weighing the same",
        ),
        score("win_rate", "share of fights that the rows' side won"),
        score("win_rate_low", LOWER),
        score("win_rate_high", "upper end"),
        score(
            "draw_rate",
            "share of fights after which nobody was standing",
        ),
        score("undecided_rate", "share of undecided fights"),
        score("score", "`win_rate + (draw_rate + undecided_rate) / 2`"),
        score("score_low", LOWER),
        score("score_high", "upper end"),
        real(
            "seat_effect",
            "difference of shares",
            "-1 to 1",
            "how much more often the rows' side wins when listed first than when listed last; empty unless played in both seats",
        ),
        real(
            "seat_effect_low",
            "difference of shares",
            "-1 to 1",
            "lower end of its 95 % interval; empty likewise",
        ),
        real(
            "seat_effect_high",
            "difference of shares",
            "-1 to 1",
            "upper end; empty likewise",
        ),
    ],
    exact: &[METHOD],
};

/// What contenders are worth.
pub const CONTENDERS: TableSpec = TableSpec {
    name: "contenders.csv",
    about: "what each contender of a matrix is worth, only where rows and columns list the same; one row per contender. Scores \
            are means over both sides",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        text("contender", "", "the value that both axes have"),
        score(
            "mean",
            "mean score over all other contenders, itself left out",
        ),
        score("mean_low", LOWER),
        score("mean_high", "upper end"),
        text("worst", "", "the contender that it scores least against"),
        score("worst_score", "its score against that one"),
        score("worst_score_low", LOWER),
        score("worst_score_high", "upper end"),
        text("best", "", "the contender that it scores most against"),
        score("best_score", "its score against that one"),
        score("best_score_low", LOWER),
        score("best_score_high", "upper end"),
        text(
            "dominated",
            "`yes`, `no`, `undecided`",
            "whether another is at least as good against everybody, and better against somebody; all verdicts of a matrix \
             are right together in at least 95 of 100 runs",
        ),
        text(
            "dominated_by",
            "",
            "that one, of several the one with the best mean; empty unless `dominated` is `yes`",
        ),
        text(
            "cycle",
            "contenders, parted by ` > `",
            "a circle among those with which it is in one: each beats the next, the last the first; empty if it is in none for \
             certain",
        ),
        real(
            "share",
            "share of choices",
            "0 to 1",
            "how often it is in the mix that nobody can exploit",
        ),
        real(
            "share_low",
            "share of choices",
            "0 to 1",
            "lower end of the 95 % range in which sampling noise could move it",
        ),
        real("share_high", "share of choices", "0 to 1", "upper end"),
    ],
    exact: &[METHOD],
};
