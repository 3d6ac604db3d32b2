//! Builds the page for a comparison with a baseline. Its caller provides the verdicts, in sentences, tables
//! and charts.

use maud::{Markup, html};

use super::chart::{BarRow, Scale, VERDICT, rows};
use super::figures::Unit;
use super::{framed, visible};
use crate::tally::Interval;

/// A section of the page.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// The heading of the section.
    pub heading: String,
    /// The paragraphs below the heading.
    pub text: Vec<String>,
    /// A chart of differences, if the section has one.
    pub bars: Option<Bars>,
    /// A table, if the section has one.
    pub grid: Option<Grid>,
}

/// A table of texts.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    /// The names of the columns.
    pub heads: Vec<String>,
    /// The rows, with one cell for each column.
    pub rows: Vec<Vec<String>>,
    /// The number of rows that are left out.
    pub left_out: usize,
}

/// A chart of differences from the baseline, with their intervals. The differences are shares of all fights.
#[derive(Debug, Clone, Default)]
pub struct Bars {
    /// The caption of the chart.
    pub caption: String,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
}

/// A difference from the baseline.
#[derive(Debug, Clone)]
pub struct Bar {
    /// The name of the figure that differs.
    pub label: String,
    /// The size of the difference, with its interval.
    pub shift: Interval,
    /// The verdict on the difference.
    pub verdict: String,
}

/// Returns the page with this title, the sentences of the answer, and the sections `parts`.
pub fn checked(title: &str, answer: &[String], parts: &[Section]) -> String {
    let body = html! {
        header { h1 { (title) } }
        section.answer {
            h2.unseen { "The answer" }
            @for (at, sentence) in answer.iter().enumerate() {
                @if at == 0 { p.lead { (sentence) } } @else { p { (sentence) } }
            }
        }
        @for one in parts { (part(one)) }
    };
    visible::visible(&framed(title, 2, &body).into_string())
}

fn part(part: &Section) -> Markup {
    html! {
        section {
            h2 { (part.heading) }
            @for text in &part.text { p { (text) } }
            @if let Some(chart) = &part.bars { (bars(chart)) }
            @if let Some(grid) = &part.grid { (table(grid)) }
        }
    }
}

fn bars(chart: &Bars) -> Markup {
    let ends = chart
        .bars
        .iter()
        .flat_map(|one| [one.shift.low, one.shift.high]);
    let scale = Scale::around_zero(ends);
    let bars: Vec<BarRow> = chart
        .bars
        .iter()
        .map(|one| BarRow {
            label: one.label.clone(),
            sub: None,
            place: usize::from(one.shift.estimate < 0.0),
            figure: Some(one.shift),
            note: Some(one.verdict.clone()),
        })
        .collect();
    let heads = ["figure", "", "moved by", "moved by", VERDICT];
    rows(
        &chart.caption,
        heads,
        &bars,
        &scale,
        Some(0.0),
        Unit::Points,
    )
}

fn table(grid: &Grid) -> Markup {
    html! {
        div.wide {
            table.figures.words {
                thead { tr { @for head in &grid.heads { th scope="col" { (head) } } } }
                tbody {
                    @for row in &grid.rows {
                        tr { @for cell in row { td { (cell) } } }
                    }
                }
            }
        }
        @if grid.left_out > 0 { p.note { "and " (grid.left_out) " more" } }
    }
}
