//! What changes do: bars of differences, from `differences.csv` and `worth.csv` where a report has them.

use indexmap::IndexMap;
use maud::{Markup, html};

use super::chart::{Row as Bar, Scale, rows};
use super::figures::Unit;
use super::model::{Model, interval};
use super::table::Row;
use crate::tally::Interval;

/// Most bars of a chart.
const BARS: usize = 60;

/// A difference.
struct Change {
    label: String,
    figure: Interval,
    verdict: String,
}

/// The sections of all tables of differences that there are.
pub(super) fn changes(model: &Model) -> Markup {
    html! { (differences(model)) }
}

/// What `compare` found.
fn differences(model: &Model) -> Markup {
    let Some(table) = model.tables.get("differences.csv") else {
        return html! {};
    };
    let mut charts: IndexMap<(String, String), Vec<Change>> = IndexMap::new();
    let leading = ["scenario", "ruleset", "matchup"];
    for row in table.rows() {
        let Some(figure) = interval(&row, "difference", "difference_low", "difference_high") else {
            continue;
        };
        let key = (row.text("figure").to_owned(), row.text("side").to_owned());
        let fixed = |row: &Row<'_>| {
            let first = table.column("changed").unwrap_or_default();
            (0..first)
                .filter(|&place| !leading.contains(&table.heads[place].as_str()))
                .filter(|&place| !row.cells[place].is_empty())
                .map(|place| format!(", {} {}", table.heads[place], row.cells[place]))
                .collect::<String>()
        };
        let change = Change {
            label: format!(
                "{} instead of {}{}",
                row.text("after"),
                row.text("before"),
                fixed(&row)
            ),
            figure,
            verdict: row.text("verdict").to_owned(),
        };
        charts.entry(key).or_default().push(change);
    }
    if charts.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { "What each change does" }
            p.note {
                "Both variants of each change were fought under the same luck. Bars are differences, after less before, with \
                 their 95 % intervals; those of win rates in percentage points."
            }
            @for ((figure, side), changes) in &charts {
                @let (caption, unit) = match figure.as_str() {
                    "win_rate" => (format!("Win rate of {side}, percentage points"), Unit::Points),
                    "rounds" => ("Rounds that a fight lasts".to_owned(), Unit::Plain),
                    other => (format!("{other} of {side}"), Unit::Plain),
                };
                @let text = bars(&caption, changes, unit);
                @if figure == "win_rate" { (text) } @else { details.data { summary { (caption) } (text) } }
            }
        }
    }
}

/// The differences as bars, the largest first.
fn bars(caption: &str, changes: &[Change], unit: Unit) -> Markup {
    let mut sorted: Vec<&Change> = changes.iter().collect();
    sorted.sort_by(|a, b| b.figure.estimate.total_cmp(&a.figure.estimate));
    let left_out = sorted.len().saturating_sub(BARS);
    sorted.truncate(BARS);
    let scale = Scale::around_zero(
        sorted
            .iter()
            .flat_map(|one| [one.figure.low, one.figure.high]),
    );
    let bars: Vec<Bar> = sorted
        .iter()
        .map(|one| Bar {
            label: one.label.clone(),
            sub: None,
            place: usize::from(one.figure.estimate < 0.0),
            figure: Some(one.figure),
            note: Some(one.verdict.clone()),
        })
        .collect();
    let heads = ["change", "", "difference", "difference", "verdict"];
    html! {
        (rows(caption, heads, &bars, &scale, Some(0.0), unit))
        @if left_out > 0 { p.note { "The largest " (BARS) "; " (left_out) " more are in the CSV table." } }
    }
}
