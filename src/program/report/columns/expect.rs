//! Defines the columns of `expect.csv`.

use super::{METHOD, RULESET, SCENARIO, TableSpec, real, text, whole};

const UNIT: &str = "as `unit` says";

/// The table of expectations, with a verdict on each.
pub const EXPECT: TableSpec = TableSpec {
    name: "expect.csv",
    about: "whether the expectations of a scenario are met, only if it has `[[expect]]`; one row per claim: each \
        figure that an expectation is about",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        whole(
            "expectation",
            "",
            "from 1",
            "number of the expectation among the `[[expect]]` of the file",
        ),
        whole(
            "line",
            "lines",
            "from 1",
            "the line of its header in the file",
        ),
        text(
            "kind",
            "`band`, `ratio`, `order`, `beats`, `none_dominated`, `in_mix`, `trend`",
            "what kind of expectation it is",
        ),
        text("statement", "", "what is expected, in words"),
        text("why", "", "why it is intended, in the designer's words"),
        text(
            "verdict",
            "`as meant`, `not as meant`, `open`, `not judged`",
            "the verdict on the whole expectation; all verdicts of a command are correct together with a probability \
             of 95 %",
        ),
        text(
            "about",
            "",
            "subject of the claim: a matchup, the common values of several matchups, two contenders, or a step along \
             an axis; for a claim that was not judged, the reason",
        ),
        text(
            "unit",
            "`share`, `rounds`, `points`, `fighters`, `ratio`",
            "unit of the figures",
        ),
        real(
            "estimate",
            UNIT,
            "any",
            "the figure, or the difference that is judged",
        ),
        real(
            "estimate_low",
            UNIT,
            "any",
            "lower end of its interval; all intervals of a command cover their true values together with a \
             probability of 95 %",
        ),
        real(
            "estimate_high",
            UNIT,
            "any",
            "upper end of the interval of `estimate`",
        ),
        real("at_least", UNIT, "any", "the smallest intended value"),
        real("at_most", UNIT, "any", "the largest intended value"),
        text(
            "claim",
            "`as meant`, `not as meant`, `open`",
            "the verdict on the claim",
        ),
        whole(
            "fights",
            "fights",
            "from 0",
            "number of fights, of all matchups of the claim; 0 for exact odds",
        ),
    ],
    exact: &[METHOD],
};
