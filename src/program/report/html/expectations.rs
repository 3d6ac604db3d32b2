//! Shows the verdicts on expectations, from `expect.csv`.

use indexmap::IndexMap;
use maud::{Markup, html};

use super::model::{Model, Scenario};
use super::table::Row;

/// The largest number of claims that are shown for an expectation.
const CLAIMS: usize = 5;

/// Returns the section about the expectations of a scenario. Empty if it has none.
pub(super) fn meant(model: &Model, scenario: &Scenario) -> Markup {
    let rows = model.rows_of("expect.csv", scenario);
    let mut all: IndexMap<&str, Vec<Row<'_>>> = IndexMap::new();
    for row in rows {
        all.entry(row.text("expectation")).or_default().push(row);
    }
    if all.is_empty() {
        return html! {};
    }
    let verdicts: Vec<&str> = all.values().map(|rows| rows[0].text("verdict")).collect();
    let judged = verdicts.iter().filter(|verdict| **verdict != "not judged");
    let met = verdicts.iter().filter(|verdict| **verdict == "as meant");
    let mut shown: Vec<&Vec<Row<'_>>> = all.values().collect();
    shown.sort_by_key(|rows| match rows[0].text("verdict") {
        "not as meant" => 0,
        "open" => 1,
        "not judged" => 2,
        _ => 3,
    });
    html! {
        section {
            h3 { "As meant: " (met.count()) " of " (judged.count()) }
            p.note {
                "The expectations of the designer, and whether the fights meet them. All verdicts of a run are correct \
                 together with a probability of 95 %; an open verdict needs more fights."
            }
            div.wide {
                table.figures.words {
                    thead { tr { @for head in ["verdict", "what is expected", "figures", "why"] { th scope="col" { (head) } } } }
                    tbody {
                        @for rows in shown {
                            tr {
                                td { (rows[0].text("verdict")) }
                                th scope="row" { (rows[0].text("statement")) " " span.aside { "line " (rows[0].text("line")) } }
                                td { (figures(rows)) }
                                td { (rows[0].text("why")) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the figures that decide the verdict on an expectation: those of the claims with the same verdict.
fn figures(rows: &[Row<'_>]) -> Markup {
    let verdict = rows[0].text("verdict");
    if verdict == "not judged" {
        return html! { (rows[0].text("about")) };
    }
    let decisive = rows.iter().filter(|row| row.text("claim") == verdict);
    let decisive: Vec<String> = decisive.map(figure).collect();
    let more = decisive.len().saturating_sub(CLAIMS);
    html! {
        @for (at, text) in decisive.iter().take(CLAIMS).enumerate() {
            @if at > 0 { br; }
            (text)
        }
        @if more > 0 { br; "and " (more) " more" }
    }
}

/// Returns a figure with its subject, such as `65: 58.1 % (57.0 % to 59.2 %)`.
fn figure(row: &Row<'_>) -> String {
    let shown = |column: &str| {
        let number = row.number(column)?;
        Some(if row.text("unit") == "share" {
            format!("{:.1} %", 100.0 * number)
        } else {
            format!("{number:.2}")
        })
    };
    let about = row.text("about");
    let Some(estimate) = shown("estimate") else {
        return format!("{about}: no fight to judge by");
    };
    let interval = shown("estimate_low").zip(shown("estimate_high"));
    let interval = interval.map_or_else(String::new, |(low, high)| format!(" ({low} to {high})"));
    if about.is_empty() {
        format!("{estimate}{interval}")
    } else {
        format!("{about}: {estimate}{interval}")
    }
}
