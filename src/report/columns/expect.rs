//! The columns of the table of expectations.

use super::{METHOD, RULESET, SCENARIO, TableSpec, real, text, whole};

const UNIT: &str = "as `unit` says";

/// The expectations and the verdicts on them.
pub const EXPECT: TableSpec = TableSpec {
    name: "expect.csv",
    about: "whether fights are as meant, only where a scenario has `[[expect]]`; one row per claim: each figure that an \
            expectation is about",
    leads: false,
    columns: &[
        SCENARIO,
        RULESET,
        whole(
            "expectation",
            "",
            "from 1",
            "which expectation: its place among the `[[expect]]` of the file",
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
            "the verdict on the whole expectation; all verdicts of a command hold together with a chance of 95 %",
        ),
        text(
            "about",
            "",
            "what the claim is about: a matchup, what matchups have in common, two contenders, or a step along an axis; why it \
             was not judged where it was not",
        ),
        text(
            "unit",
            "`share`, `rounds`, `points`, `fighters`, `ratio`",
            "what the figures are measured in",
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
            "lower end of its interval; the intervals of a command hold together with a chance of 95 %",
        ),
        real("estimate_high", UNIT, "any", "upper end"),
        real("at_least", UNIT, "any", "the least that it may be"),
        real("at_most", UNIT, "any", "the most that it may be"),
        text(
            "claim",
            "`as meant`, `not as meant`, `open`",
            "the verdict on the claim",
        ),
        whole(
            "fights",
            "fights",
            "from 0",
            "the fights behind it, of all matchups that it is about; 0 where odds are exact",
        ),
    ],
    exact: &[METHOD],
};
