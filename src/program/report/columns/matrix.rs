//! Defines the columns of the tables that are only written for a matrix, a table of win rates by two axes.

use super::{Column, METHOD, RULESET, SCENARIO, TableSpec, real, text, whole};

const SHARE: &str = "share of fights";

const fn score(name: &'static str, meaning: &'static str) -> Column {
    real(name, SHARE, "0 to 1", meaning)
}

/// The table of win rates for each pair of values on two axes.
pub const MATRIX: TableSpec = TableSpec {
    name: "matrix.csv",
    about: "two axes against each other, only if there is a matrix; one row per cell",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        text("row_axis", "", "the axis whose values are the rows"),
        text("row", "", "the value on it"),
        text("column_axis", "", "the axis whose values are the columns"),
        text("column", "", "the value on it"),
        text("side", "", "the side of these figures"),
        text(
            "at",
            "`AXIS=VALUE`, separated by `; `",
            "the values of other axes that the cell is limited to",
        ),
        text(
            "averaged",
            "axes, separated by `; `",
            "other axes that the cell is averaged over",
        ),
        whole(
            "matchups",
            "matchups",
            "from 1",
            "number of matchups in the cell's mean, with equal weights",
        ),
        score("win_rate", "share of fights that this side won"),
        score(
            "win_rate_low",
            "lower end of the 95 % interval of `win_rate`",
        ),
        score("win_rate_high", "upper end of the interval of `win_rate`"),
        score(
            "draw_rate",
            "share of fights that ended in a draw, see `draws` in summary.csv",
        ),
        score("undecided_rate", "share of undecided fights"),
        score("score", "`win_rate + (draw_rate + undecided_rate) / 2`"),
        score("score_low", "lower end of the 95 % interval of `score`"),
        score("score_high", "upper end of the interval of `score`"),
        real(
            "seat_effect",
            "difference of shares",
            "-1 to 1",
            "win rate of this side when listed first minus that when listed last; empty unless both seats were played",
        ),
        real(
            "seat_effect_low",
            "difference of shares",
            "-1 to 1",
            "lower end of the 95 % confidence interval of `seat_effect`; empty where `seat_effect` is empty",
        ),
        real(
            "seat_effect_high",
            "difference of shares",
            "-1 to 1",
            "upper end of the interval of `seat_effect`; empty where `seat_effect` is empty",
        ),
    ],
    exact: &[METHOD],
};

/// The table of how strong each contender is.
pub const CONTENDERS: TableSpec = TableSpec {
    name: "contenders.csv",
    about: "strength of each contender of a matrix, only if rows and columns list the same contenders; one row per \
        contender. Scores are means over both sides",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        text("contender", "", "the value that both axes have"),
        score("mean", "mean score against all other contenders"),
        score("mean_low", "lower end of the 95 % interval of `mean`"),
        score("mean_high", "upper end of the interval of `mean`"),
        real(
            "rating",
            "points of Elo",
            "any",
            "its rating: 400 points more than another contender are odds of ten to one; the mean over all contenders is \
             1500. By maximum likelihood (Bradley and Terry), with a term for the side, from scores: a draw or an undecided \
             fight is half a win",
        ),
        real(
            "rating_low",
            "points of Elo",
            "any",
            "lower end of the 95 % confidence interval of `rating`",
        ),
        real(
            "rating_high",
            "points of Elo",
            "any",
            "upper end of the interval of `rating`",
        ),
        text(
            "worst",
            "",
            "the contender against which it has the lowest score",
        ),
        score("worst_score", "score against `worst`"),
        score(
            "worst_score_low",
            "lower end of the 95 % interval of `worst_score`",
        ),
        score(
            "worst_score_high",
            "upper end of the interval of `worst_score`",
        ),
        text(
            "best",
            "",
            "the contender against which it has the highest score",
        ),
        score("best_score", "score against `best`"),
        score(
            "best_score_low",
            "lower end of the 95 % interval of `best_score`",
        ),
        score(
            "best_score_high",
            "upper end of the interval of `best_score`",
        ),
        text(
            "dominated",
            "`yes`, `no`, `undecided`",
            "whether another contender scores at least as well against everybody, and better against somebody; all \
             verdicts of a matrix are correct together in at least 95 of 100 runs",
        ),
        text(
            "dominated_by",
            "",
            "the dominating contender with the best mean; empty unless `dominated` is `yes`",
        ),
        text(
            "cycle",
            "contenders, separated by ` > `",
            "a cycle with this contender: each beats the next, and the last beats the first; empty if it is certainly \
             in no cycle",
        ),
        real(
            "share",
            "share of choices",
            "0 to 1",
            "its share in the mix that nobody can exploit; it holds for these contenders with these policies only",
        ),
        real(
            "share_low",
            "share of choices",
            "0 to 1",
            "lower end of the range that covers 95 % of the effect of sampling noise",
        ),
        real(
            "share_high",
            "share of choices",
            "0 to 1",
            "upper end of the interval of `share`",
        ),
    ],
    exact: &[METHOD],
};
