//! Shows the effects of changes, and how much one step of each number is worth, as bars. They are read from
//! `differences.csv` and `worth.csv`.
//!
//! A table may have a second, wider interval for each row. These intervals are all right together with a
//! probability of 95 %. If a table has them, they are drawn, because the longest of many bars may be long
//! only by chance.

use indexmap::{IndexMap, IndexSet};
use maud::{Markup, html};

use super::chart::{BarRow, Scale, VERDICT, rows};
use super::figures::{Unit, listed};
use super::model::{Model, interval};
use super::table::{Row, Table};
use crate::report::SET;
use crate::scenario::and_heirs;
use crate::tally::Interval;

/// The largest number of bars in a chart.
const BARS: usize = 60;

/// A difference that is drawn as a bar.
struct Change {
    label: String,
    /// The name of the number that was changed. Empty for other kinds of changes.
    name: String,
    /// The values before and after the change, unless the label contains them.
    values: Option<String>,
    /// Whether all steps of this number leave every figure of the table as high as before.
    is_idle: bool,
    figure: Interval,
    verdict: String,
}

/// Identifies a chart: the scenario, the matchup, the figure, and the side.
type ChartKey<'t> = [&'t str; 4];

/// Returns the sections for all tables of differences.
pub(super) fn changes(model: &Model) -> Markup {
    html! {
        @for table in &model.left_out {
            p.note { (table) " is of another scenario, or of this one before it was changed, and is left out." }
        }
        @if let Some(table) = model.tables.get("differences.csv") {
            section {
                h2 { "What each change does" }
                p.note {
                    "Both variants of each change were fought under the same luck. Bars are differences, after minus before; those \
                     of win rates in percentage points." (together(table))
                }
                (broken_off(model, "differences.json"))
                @if let Some(row) = table.rows().find(is_set) { p.note { "Change: " code { (row.text("after")) } } }
                (charts(table, &difference, "change"))
            }
        }
        @if let Some(table) = model.tables.get("worth.csv") {
            section {
                h2 { "What a step of each number is worth" }
                p.note {
                    "Each number was changed by one step. Bars are differences, after minus before; those of \
                     win rates in percentage points." (together(table))
                }
                (broken_off(model, "worth.json"))
                @let shared = shared(table);
                @if !shared.is_empty() {
                    p.note { "All numbers are in " code { (shared.trim_end_matches('.')) } ". Values before and after a step are in the second column." }
                }
                (charts(table, &|_, row| step(shared, row), "step"))
            }
        }
    }
}

/// Returns a note if the command that wrote `record` was interrupted.
fn broken_off(model: &Model, record: &str) -> Markup {
    let partial = model
        .others
        .iter()
        .any(|other| other.file == record && other.partial);
    html! {
        @if partial { p { "The run was interrupted: it has the fights played until then." } }
    }
}

/// Returns a sentence that says what the table's intervals allow for: all rows of the table, or only their
/// own row.
fn together(table: &Table) -> &'static str {
    if table.column("family_low").is_some() {
        " The ranges hold together: in 95 of 100 such tables all of them are correct."
    } else {
        " Each range is a 95 % interval by itself."
    }
}

/// A function that reads a table row as a bar.
type Read<'r> = dyn Fn(&Table, &Row<'_>) -> Option<Change> + 'r;

/// Returns the start that all paths in the table have in common, up to and including a dot, such as
/// `combatants.guard.`.
fn shared(table: &Table) -> &str {
    let mut paths = table.rows().map(|row| row.text("path"));
    let Some(first) = paths.next() else {
        return "";
    };
    let dot = |text: &str| text.rfind('.').map_or(0, |at| at + 1);
    let mut shared = &first[..dot(first)];
    for path in paths {
        while !path.starts_with(shared) {
            shared = &shared[..dot(&shared[..shared.len() - 1])];
        }
    }
    shared
}

/// Returns the difference in a row with the wider interval, which allows for all rows of the table. If the
/// table has none, returns the difference with the interval for this row alone.
fn figure(row: &Row<'_>) -> Option<Interval> {
    interval(row, "difference", "family_low", "family_high")
        .or_else(|| interval(row, "difference", "difference_low", "difference_high"))
}

/// Returns whether the row is about a change by `--set`.
fn is_set(row: &Row<'_>) -> bool {
    row.text("changed") == SET
}

fn difference(table: &Table, row: &Row<'_>) -> Option<Change> {
    let first = table.column("changed").unwrap_or_default();
    let leading = ["scenario", "ruleset", "matchup"];
    let others: Vec<String> = (0..first)
        .filter(|&place| !leading.contains(&table.heads[place].as_str()))
        .filter(|&place| !row.cells[place].is_empty())
        .map(|place| format!(", {} {}", table.heads[place], row.cells[place]))
        .collect();
    let verdict = match row.text("family_verdict") {
        "" => row.text("verdict"),
        verdict => verdict,
    };
    // A change by `--set` is the same in all rows and is written above the chart, so it is left out of the
    // labels.
    let label = match others.as_slice() {
        [_, ..] if is_set(row) => others.concat().trim_start_matches(", ").to_owned(),
        _ => {
            let (after, before) = (row.text("after"), row.text("before"));
            format!("{after} instead of {before}{}", others.concat())
        }
    };
    Some(Change {
        label,
        name: String::new(),
        values: None,
        is_idle: false,
        figure: figure(row)?,
        verdict: verdict.to_owned(),
    })
}

/// Reads a row of `worth.csv` as a bar. `shared` is the start of the path that is left out of the label.
fn step(shared: &str, row: &Row<'_>) -> Option<Change> {
    let unit = match row.text("unit") {
        "" => String::new(),
        unit => format!(" {unit}"),
    };
    let heirs = row
        .text("heirs")
        .split("; ")
        .filter(|name| !name.is_empty());
    let heirs: Vec<String> = heirs.map(str::to_owned).collect();
    let name = format!("{}{}", &row.text("path")[shared.len()..], and_heirs(&heirs));
    let step = row.text("step").trim_start_matches('+');
    let step = match step.strip_prefix('-') {
        Some(down) => format!("−{down}"),
        None => format!("+{step}"),
    };
    Some(Change {
        label: format!("{name} {step}{unit}"),
        name,
        values: Some(format!("{} → {}", row.text("from"), row.text("to"))),
        is_idle: false,
        figure: figure(row)?,
        verdict: row.text("verdict").to_owned(),
    })
}

/// Returns a chart for each figure and side. Charts of win rates are shown, and the others have to be opened
/// by the reader.
fn charts(table: &Table, read: &Read<'_>, what: &str) -> Markup {
    let mut charts: IndexMap<ChartKey<'_>, Vec<Change>> = IndexMap::new();
    for row in table.rows() {
        let kind = ["scenario", "matchup", "figure", "side"].map(|column| row.text(column));
        if let Some(change) = read(table, &row) {
            // In a comparison, the label of each bar names the matchup. One chart therefore has the bars of
            // all matchups.
            let kind = if what == "step" {
                kind
            } else {
                [kind[0], "*", kind[2], kind[3]]
            };
            charts.entry(kind).or_default().push(change);
        }
    }
    let mut idle: IndexSet<String> = charts
        .values()
        .flatten()
        .map(|one| one.name.clone())
        .collect();
    for one in charts
        .values()
        .flatten()
        .filter(|one| one.figure.estimate.abs() > 0.0)
    {
        idle.shift_remove(&one.name);
    }
    idle.shift_remove("");
    for one in charts.values_mut().flatten() {
        one.is_idle = idle.contains(&one.name);
    }
    let mut scenarios: Vec<&str> = charts.keys().map(|kind| kind[0]).collect();
    scenarios.dedup();
    let mirrored = mirrored(&charts);
    let idle: Vec<&str> = idle.iter().map(String::as_str).collect();
    html! {
        @for ([scenario, matchup, figure, side], changes) in &charts {
            @if mirrored.contains(&[*scenario, *matchup, *figure, *side]) {
                p.note { "The win rate of side " (side) " changes by the same amounts the other way." }
            } @else {
            @let (name, unit) = match *figure {
                "win_rate" => (format!("Win rate of {side}, percentage points"), Unit::Points),
                "rounds" => ("Rounds that a fight lasts".to_owned(), Unit::Plain),
                other => (format!("{other} of {side}, a fight"), Unit::Plain),
            };
            @let name = if *matchup == "*" { name } else { format!("{name}, in {matchup}") };
            @let name = if scenarios.len() > 1 { format!("{name}, {scenario}") } else { name };
            @if changes.iter().all(|one| one.is_idle) {}
            @else if *figure == "win_rate" { p { (said(side, changes, what)) } (bars(&name, changes, unit, what)) }
            @else { details.data { summary { (name) } (bars(&name, changes, unit, what)) } }
            }
        }
        @if !idle.is_empty() { p.note { "No difference in any fight: " (idle.join(", ")) "." } }
    }
}

/// Returns the keys of the charts that need not be drawn, because they mirror another chart. In a fight of
/// two sides, the second side's win rate may change by the same amounts as the first side's, with the
/// opposite sign.
fn mirrored<'t>(charts: &IndexMap<ChartKey<'t>, Vec<Change>>) -> Vec<ChartKey<'t>> {
    const ALIKE: f64 = 1.5e-6;
    let mut found = Vec::new();
    for (place, (kind, changes)) in charts.iter().enumerate() {
        let [scenario, matchup, figure, _] = *kind;
        let same = charts
            .iter()
            .enumerate()
            .filter(|(_, (other, _))| other[..3] == kind[..3]);
        let sides: Vec<(usize, &Vec<Change>)> = same.map(|(at, (_, of))| (at, of)).collect();
        let &[(_, first), (second, _)] = sides.as_slice() else {
            continue;
        };
        let opposite =
            |(a, b): (&Change, &Change)| (a.figure.estimate + b.figure.estimate).abs() < ALIKE;
        let is_mirror = first.len() == changes.len() && first.iter().zip(changes).all(opposite);
        if figure == "win_rate" && second == place && is_mirror {
            found.push([scenario, matchup, figure, kind[3]]);
        }
    }
    found
}

/// Returns a sentence or two about the differences that are certain.
fn said(side: &str, changes: &[Change], what: &str) -> String {
    let some = |one: &&Change| one.figure.low > 0.0 || one.figure.high < 0.0;
    let mut moved: Vec<&Change> = changes.iter().filter(some).collect();
    moved.sort_by(|a, b| b.figure.estimate.abs().total_cmp(&a.figure.estimate.abs()));
    let Some(most) = moved.first() else {
        return format!(
            "No {what} certainly changes the win rate of side {side}: zero is within every range."
        );
    };
    let open = changes.iter().filter(|one| !some(one) && !one.is_idle);
    let open: Vec<&str> = open.map(|one| one.label.as_str()).collect();
    let rest = if open.is_empty() {
        String::new()
    } else {
        format!(" Zero is within the range of {}.", listed(&open))
    };
    let (label, points) = (&most.label, Unit::Points.show(most.figure).whole());
    let (moved, all) = (moved.len(), changes.len());
    format!(
        "The win rate of side {side}, in percentage points: the range of {moved} out of {all} \
         excludes zero; the largest difference is {label}, {points}.{rest}"
    )
}

/// Returns the differences as a chart of bars, ordered from the highest to the lowest. If there are more than
/// [`BARS`], only the largest ones in either direction are drawn.
fn bars(caption: &str, changes: &[Change], unit: Unit, what: &str) -> Markup {
    let moved = changes.iter().filter(|one| !one.is_idle);
    let mut sorted: Vec<&Change> = moved.collect();
    sorted.sort_by(|a, b| b.figure.estimate.abs().total_cmp(&a.figure.estimate.abs()));
    let left_out = sorted.len().saturating_sub(BARS);
    sorted.truncate(BARS);
    sorted.sort_by(|a, b| b.figure.estimate.total_cmp(&a.figure.estimate));
    let ends = sorted
        .iter()
        .flat_map(|one| [one.figure.low, one.figure.high, one.figure.estimate]);
    let scale = Scale::around_zero(ends);
    let bars: Vec<BarRow> = sorted
        .iter()
        .map(|one| BarRow {
            label: one.label.clone(),
            sub: one.values.clone(),
            place: usize::from(one.figure.estimate < 0.0),
            figure: Some(one.figure),
            note: Some(one.verdict.clone()),
        })
        .collect();
    let heads = [what, "from → to", "difference", "difference", VERDICT];
    html! {
        @if !bars.is_empty() {
            (rows(caption, heads, &bars, &scale, Some(0.0), unit))
        }
        @if left_out > 0 { p.note { "The " (BARS) " that differ most; " (left_out) " more are in the CSV table." } }
    }
}
