//! Defines the columns of `day.csv`.

use super::{COMBATANT, SIDE};
use super::{METHOD, TableSpec, real, text, whole};

/// The table of the stages of days.
pub const DAY: TableSpec = TableSpec {
    name: "day.csv",
    about: "the stages of a day, for scenarios with `[[day]]` only; one row per matchup, stage and combatant of the side \
            whose day it is",
    leads: true,
    columns: &[
        whole(
            "stage",
            "",
            "from 1",
            "number of the fight or rest within the day",
        ),
        text(
            "stage_kind",
            "fight, rest",
            "whether the stage is a fight or a rest",
        ),
        text(
            "stage_name",
            "",
            "the side or sides to fight against, or the rest",
        ),
        SIDE,
        COMBATANT,
        whole(
            "count",
            "fighters",
            "from 1",
            "number of fighters of the combatant",
        ),
        whole(
            "days",
            "days",
            "0 to the matchup's `fights`",
            "days in which the side got through this stage: all stages until here were fought and not lost",
        ),
        real(
            "through",
            "share of days",
            "0 to 1",
            "the share of all days in which the side got through this stage",
        ),
        real(
            "through_low",
            "share of days",
            "0 to 1",
            "lower end of the 95 % confidence interval of `through` (Wilson)",
        ),
        real(
            "through_high",
            "share of days",
            "0 to 1",
            "upper end of the 95 % confidence interval of `through` (Wilson)",
        ),
        whole(
            "stopped",
            "days",
            "0 to `days`",
            "days that ended after this stage because a policy of the side said `stop` in its list `rest`",
        ),
        real(
            "stopped_rate",
            "share of days",
            "0 to 1",
            "the share of all days that ended in this way",
        ),
        real(
            "stopped_low",
            "share of days",
            "0 to 1",
            "lower end of the 95 % confidence interval of `stopped_rate` (Wilson)",
        ),
        real(
            "stopped_high",
            "share of days",
            "0 to 1",
            "upper end of the 95 % confidence interval of `stopped_rate` (Wilson)",
        ),
        real(
            "standing_mean",
            "fighters",
            "0 to `count`",
            "mean number of its fighters that can fight after the stage, over the days counted in `days`; empty if there \
             are none",
        ),
        real(
            "standing_mean_low",
            "fighters",
            "0 to `count`",
            "lower end of the 95 % confidence interval of `standing_mean`",
        ),
        real(
            "standing_mean_high",
            "fighters",
            "0 to `count`",
            "upper end of the 95 % confidence interval of `standing_mean`",
        ),
        real(
            "health_mean",
            "points of the book",
            "from 0",
            "mean health of these fighters together, over the same days, such as hit points left; empty in a book that \
             counts none",
        ),
        real(
            "health_mean_se",
            "points of the book",
            "from 0",
            "standard error of `health_mean`; empty with fewer than two days, and for exact odds",
        ),
        real(
            "ammunition_mean",
            "shots",
            "from 0",
            "mean number of shots and pieces to throw that these fighters have left together, over the same days; empty if they begin without any, or without a limit",
        ),
        real(
            "ammunition_mean_se",
            "shots",
            "from 0",
            "standard error of `ammunition_mean`, like `health_mean_se`",
        ),
        real(
            "remedies_mean",
            "uses",
            "from 0",
            "mean number of uses of remedies that they have left together; empty if they begin without any, or without a limit",
        ),
        real(
            "remedies_mean_se",
            "uses",
            "from 0",
            "standard error of `remedies_mean`, like `health_mean_se`",
        ),
        real(
            "things_mean",
            "items",
            "from 0",
            "mean number of whole items that they have left together: not broken, damaged, jammed or lost, by the rules of the book; empty if they begin without any",
        ),
        real(
            "things_mean_se",
            "items",
            "from 0",
            "standard error of `things_mean`, like `health_mean_se`",
        ),
    ],
    exact: &[METHOD],
};
