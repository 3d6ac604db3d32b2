//! Shows the decisions of fighters: each line of their policies, and how often it was used.

use indexmap::IndexMap;
use maud::{Markup, html};

use super::figures::{count, part};
use super::model::{Model, Scenario};
use super::table::Row;
use crate::report::notes::LITTLE;

/// The largest number of lines that are shown.
const LINES: usize = 300;

/// A line of a policy.
#[derive(PartialEq, Eq, Hash)]
struct Line<'t> {
    side: &'t str,
    combatant: &'t str,
    policy: &'t str,
    list: &'t str,
    /// The index of the line in its list. It distinguishes equal lines of the same list.
    place: usize,
    text: &'t str,
}

/// Returns the section about policies, with sums over all matchups of the scenario.
pub(super) fn policies(model: &Model, scenario: &Scenario) -> Markup {
    let Some(table) = model.tables.get("policies.csv") else {
        return html! {};
    };
    let name = &scenario.record.scenario;
    let mut lines: IndexMap<Line<'_>, [f64; 2]> = IndexMap::new();
    let mut before: Option<(Row<'_>, usize)> = None;
    for row in table.rows().filter(|row| row.text("scenario") == name) {
        let same = |other: &Row<'_>| {
            ["matchup", "side", "combatant", "list"]
                .iter()
                .all(|column| other.text(column) == row.text(column))
        };
        let place = before
            .filter(|(other, _)| same(other))
            .map_or(0, |(_, place)| place + 1);
        before = Some((row, place));
        let line = Line {
            side: row.text("side"),
            combatant: row.text("combatant"),
            policy: row.text("policy"),
            list: row.text("list"),
            place,
            text: row.text("line"),
        };
        let sums = lines.entry(line).or_default();
        sums[0] += row.number("considered").unwrap_or_default();
        sums[1] += row.number("used").unwrap_or_default();
    }
    if lines.is_empty() {
        return html! {};
    }
    let of_scenario = model
        .summary
        .rows()
        .filter(|row| row.text("scenario") == name);
    let unresolved = of_scenario.filter_map(|row| row.number("unresolved"));
    let is_whole = unresolved.fold(0.0, f64::max) <= LITTLE;
    let mut blocks: IndexMap<[&str; 3], Vec<(&Line<'_>, [f64; 2])>> = IndexMap::new();
    for (line, sums) in lines.iter().take(LINES) {
        let block = blocks
            .entry([line.side, line.combatant, line.policy])
            .or_default();
        block.push((line, *sums));
    }
    html! {
        section {
            h3 { "How fighters decided" }
            p.note {
                "In each list a fighter takes the first line that is possible and whose condition holds. Counts over all matchups and \
                 fights" @if model.record.is_exact() { ", as expected values for one fight of each \
                     matchup" } ". If matchups have different lists, the lines of these lists \
                         follow one another."
            }
            @for ([side, combatant, policy], lines) in &blocks {
                details.block {
                    summary { (side) ", " (combatant) ": policy " b { (policy) } @if is_whole { (unused(lines)) } }
                    div.wide { (block(lines)) }
                }
            }
            @if lines.len() > LINES { p.note { "The first " (LINES) " of " (lines.len()) " lines; policies.csv has them all." } }
        }
    }
}

fn unused(lines: &[(&Line<'_>, [f64; 2])]) -> String {
    match lines.iter().filter(|(_, [_, used])| *used == 0.0).count() {
        0 => String::new(),
        1 => ", 1 line never used".to_owned(),
        several => format!(", {several} lines never used"),
    }
}

fn block(lines: &[(&Line<'_>, [f64; 2])]) -> Markup {
    html! {
        table.figures {
            thead { tr { @for head in ["list", "line"] { th.words scope="col" { (head) } }
                @for head in ["considered", "used", "share used"] { th scope="col" { (head) } } } }
            tbody {
                @for (at, (line, [considered, used])) in lines.iter().enumerate() {
                    tr.never[*used == 0.0] {
                        td.words { @if at == 0 || lines[at - 1].0.list != line.list { (line.list) } }
                        th scope="row" { code { (line.text) } }
                        td { (count(*considered)) }
                        td { @if *used == 0.0 { "never" } @else { (count(*used)) } }
                        td { (part(*used, *considered)) }
                    }
                }
            }
        }
    }
}
