//! Draws bars with their intervals, each in the row of a table next to its figure.
//!
//! The table is the chart. A reader who does not see the bars still finds every figure in order, and no
//! figure has to be repeated elsewhere.

use maud::{Markup, html};

use super::{Scale, class, part};
use crate::report::html::figures::Unit;
use crate::tally::Interval;

/// A bar with its labels, in one row of the table.
#[derive(Debug)]
pub(in super::super) struct BarRow {
    /// The label before the bar. Consecutive rows with the same label share one cell.
    pub(in super::super) label: String,
    /// A second label. If no row has one, the column is left out.
    pub(in super::super) sub: Option<String>,
    /// The index of the bar's side, which determines its colour.
    pub(in super::super) place: usize,
    pub(in super::super) figure: Option<Interval>,
    /// The text in the last column of the table, such as a verdict or a mean number of rounds.
    pub(in super::super) note: Option<String>,
}

/// Returns a bar from zero to the figure, with its interval. If `even` is given, a thin line is drawn at that
/// value, such as one half for win rates.
fn bar(figure: Interval, place: usize, scale: &Scale, even: Option<f64>) -> Markup {
    let (zero, end) = (scale.at(0.0), scale.at(figure.estimate));
    let (from, to) = (zero.min(end), zero.max(end));
    let (low, high) = (scale.at(figure.low), scale.at(figure.high));
    html! {
        svg.bar.(class(place)) width="100%" height="20" aria-hidden="true" {
            rect.track y="2" width="100%" height="16" {}
            rect.fill x=(part(from)) y="2" width=(part(to - from)) height="16" {}
            @if let Some(even) = even {
                @let x = part(scale.at(even));
                line.even x1=(x) x2=(x) y1="0" y2="20" {}
            }
            line.halo x1=(part(low)) x2=(part(high)) y1="10" y2="10" {}
            line.reach x1=(part(low)) x2=(part(high)) y1="10" y2="10" {}
            @for end in [low, high] {
                line.reach x1=(part(end)) x2=(part(end)) y1="6" y2="14" {}
            }
        }
    }
}

/// Returns the tick marks above a column of bars.
fn axis(scale: &Scale, unit: Unit) -> Markup {
    let ticks = scale.ticks(5);
    html! {
        svg.ruler width="100%" height="16" aria-hidden="true" {
            @for tick in ticks {
                @let x = scale.at(tick);
                @let anchor = if x < 6.0 { "start" } else if x > 94.0 { "end" } else { "middle" };
                text.tick x=(part(x)) y="12" text-anchor=(anchor) { (unit.tick(scale, tick)) }
            }
        }
    }
}

/// The header of the last column, if its texts are verdicts.
pub(in super::super) const VERDICT: &str = "verdict";

/// Returns a table of bars. `heads` has the headers of its five columns: the label, the second label, the
/// bar, the figure, and the note.
pub(in super::super) fn rows(
    caption: &str,
    heads: [&str; 5],
    rows: &[BarRow],
    scale: &Scale,
    even: Option<f64>,
    unit: Unit,
) -> Markup {
    let [label, sub, bars, figure, note] = heads;
    let subs = rows.iter().any(|row| row.sub.is_some());
    let notes = rows.iter().any(|row| row.note.is_some());
    // If the notes are not verdicts, their column is hidden on a narrow screen.
    let spare = note != VERDICT;
    html! {
        table.bars {
            caption { (caption) }
            thead {
                tr {
                    th scope="col" { (label) }
                    @if subs { th scope="col" { (sub) } }
                    th.chart scope="col" {
                        span.unseen { (bars) }
                        (axis(scale, unit))
                    }
                    th.figure scope="col" { (figure) }
                    @if notes { th.note.spare[spare] scope="col" { (note) } }
                }
            }
            tbody {
                @for (at, row) in rows.iter().enumerate() {
                    @let new = at == 0 || !subs || rows[at - 1].label != row.label;
                    @let alike = rows[at..].iter().take_while(|next| next.label == row.label).count();
                    tr.first[new && subs] {
                        @if new && subs {
                            th scope="rowgroup" rowspan=(alike) { (row.label) }
                        } @else if !subs {
                            th scope="row" { (row.label) }
                        }
                        @if subs { th.sub scope="row" { (row.sub.as_deref().unwrap_or_default()) } }
                        td.chart { @if let Some(figure) = row.figure { (bar(figure, row.place, scale, even)) } }
                        td.figure {
                            @if let Some(found) = row.figure {
                                @let text = unit.show(found);
                                b { (text.value) }
                                @if !text.range.is_empty() { " " span.range { (text.range) } }
                            } @else { "–" }
                        }
                        @if notes { td.note.spare[spare] { (row.note.as_deref().unwrap_or_default()) } }
                    }
                }
            }
        }
    }
}
