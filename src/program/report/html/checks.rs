//! Finds contradictions in the tables of a report.

use indexmap::IndexMap;

use super::model::{COUNTS, Matchup, Scenario, interval};
use super::table::{Flaw, Row, Table};
use crate::tally::Interval;

/// The columns that a table must have if the page shows its rows directly. In order: the name of the table,
/// the columns of texts, the columns of numbers, and those of numbers that may be missing.
struct Needs(
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

/// Returns the flaws of those tables whose rows the page shows without further calculation.
pub(super) fn further_flaws(tables: &IndexMap<String, Table>) -> Vec<Flaw> {
    const CHECKS: [Needs; 6] = [
        Needs(
            "policies.csv",
            &[
                "scenario",
                "matchup",
                "side",
                "combatant",
                "policy",
                "list",
                "line",
            ],
            &["considered", "used"],
            &[],
        ),
        Needs(
            "matrix.csv",
            &[
                "scenario",
                "row_axis",
                "row",
                "column_axis",
                "column",
                "side",
                "at",
                "averaged",
            ],
            &[],
            &[
                "win_rate",
                "win_rate_low",
                "win_rate_high",
                "score",
                "score_low",
                "score_high",
            ],
        ),
        Needs(
            "contenders.csv",
            &[
                "scenario",
                "contender",
                "worst",
                "best",
                "dominated",
                "dominated_by",
                "cycle",
            ],
            &[],
            &[
                "mean",
                "mean_low",
                "mean_high",
                "share",
                "share_low",
                "share_high",
            ],
        ),
        Needs(
            "expect.csv",
            &[
                "scenario",
                "expectation",
                "line",
                "statement",
                "why",
                "verdict",
                "about",
                "unit",
                "claim",
            ],
            &[],
            &["estimate", "estimate_low", "estimate_high"],
        ),
        Needs(
            "differences.csv",
            &[
                "scenario", "changed", "before", "after", "figure", "side", "verdict",
            ],
            &[],
            &["difference", "difference_low", "difference_high"],
        ),
        Needs(
            "worth.csv",
            &[
                "scenario", "matchup", "path", "step", "from", "to", "figure", "side", "verdict",
            ],
            &[],
            &["difference", "family_low", "family_high"],
        ),
    ];
    let found = CHECKS
        .iter()
        .filter_map(|Needs(name, texts, numbers, perhaps)| {
            Some(tables.get(*name)?.flaws(texts, numbers, perhaps))
        });
    found.flatten().collect()
}

/// Returns whether an interval contains its estimate, apart from rounding.
fn is_sound(interval: Interval) -> bool {
    interval.low <= interval.estimate + 1e-6 && interval.estimate <= interval.high + 1e-6
}

/// Returns the contradictions between the figures in `row`, which is the row of the summary for one side.
pub(super) fn side_flaws(row: &Row<'_>, matchup: &Matchup, exact: bool) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let [fights, wins, losses, draws, undecided] =
        COUNTS.map(|column| row.number(column).unwrap_or_default());
    let sum = wins + losses + draws + undecided;
    // With exact odds, some fights may have an unknown result, so the shares may add up to less than 1.
    let adds_up = if exact {
        sum <= fights + 1e-6
    } else {
        (sum - fights).abs() < 0.5
    };
    if !adds_up {
        flaws.push(row.flaw(format_args!(
            "the sum of wins, losses, draws and undecided is {sum} instead of {fights} fights"
        )));
    }
    let side = row.text("side");
    if matchup.sides.iter().any(|other| other.name == side) {
        flaws.push(row.flaw(format_args!("the side `{side}` occurs twice")));
    }
    for name in ["win_rate", "rounds_mean", "survivors_mean"] {
        let found = interval(row, name, &format!("{name}_low"), &format!("{name}_high"));
        if found.is_some_and(|found| !is_sound(found)) {
            flaws.push(row.flaw(format_args!("`{name}` is outside of its interval")));
        }
    }
    let rate = row.number("win_rate");
    if rate.is_some_and(|rate| {
        !(0.0..=1.0).contains(&rate) || (!exact && (rate - wins / fights).abs() > 1e-5)
    }) {
        flaws.push(row.flaw("`win_rate` is not `wins / fights`"));
    }
    flaws
}

/// Returns a flaw if the number of fights of a matchup in `rounds.csv` is not the number in the summary.
pub(super) fn rounds_flaw(scenarios: &[Scenario], exact: bool) -> Option<Flaw> {
    let mut matchups = scenarios.iter().flat_map(|one| &one.matchups);
    let wrong = matchups.find_map(|matchup| {
        let sum: f64 = matchup.rounds.iter().map(|(_, _, fights)| fights).sum();
        let fights = matchup.fights();
        let same = if exact {
            sum <= fights + 1e-6
        } else {
            (sum - fights).abs() < 0.5
        };
        (!same).then_some((&matchup.name, sum, fights))
    });
    wrong.map(|(name, sum, fights)| {
        let message =
            format!("there are {sum} fights of the matchup `{name}`, but summary.csv has {fights}");
        Flaw::of("rounds.csv", message)
    })
}
