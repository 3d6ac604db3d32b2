//! Defines the columns of `axes.csv`.

use super::{MATCHUP, RULESET, SCENARIO, TableSpec, real, text};

/// The table of axis values with one row for each matchup and axis.
pub const AXES: TableSpec = TableSpec {
    name: "axes.csv",
    about: "the axes in long form, only if the scenarios of a run have different axes; one row per matchup and axis, \
        rows with a `number` first",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        MATCHUP,
        text("axis", "", "the name of the axis"),
        text(
            "label",
            "",
            "the value of the matchup on the axis, or its label",
        ),
        real(
            "number",
            "as on the axis",
            "any",
            "the value, if it is a number",
        ),
    ],
    exact: &[],
};
