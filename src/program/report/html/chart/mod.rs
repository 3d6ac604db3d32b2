//! The page's charts, as SVG.
//!
//! Scales and the positions of ticks come from the crate `plotters`. Its drawing is not used: it writes a colour into
//! every shape and a fixed size into the whole, so a chart could adapt neither to dark screens nor to paper nor to
//! phones, and its texts have no titles for screen readers. Here shapes have classes, which the page's style sheet
//! colours; horizontal lengths are percentages of the width, so that a chart takes the available room and its letters
//! keep their size.
//!
//! Colours are never the only distinction: sides differ by fill patterns and dashes too, and each figure stands in a
//! table as well.

mod bars;
mod curves;
mod heat;
mod histogram;
mod scale;

pub(super) use bars::{BarRow, VERDICT, rows};
pub(super) use curves::{Course, Curve, Curves, curves};
pub(super) use heat::{Cell, Heat, heat};
pub(super) use histogram::{Bin, Histogram, histogram};
pub(super) use scale::Scale;

use maud::{Markup, html};

/// The patterns and dashes of the first series, each with its own colour. Further series combine these colours with
/// the pattern and the dash of another.
const PATTERNS: [Option<&str>; 6] = [
    None,
    Some("M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4"),
    Some("M0,4 h8"),
    Some("M4,0 v8"),
    Some("M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4"),
    Some("M0,4 h8 M4,0 v8"),
];
const DASHES: [&str; PATTERNS.len()] = ["none", "8 4", "2 3", "10 3 2 3", "14 4", "4 2"];
const COLOURS: usize = PATTERNS.len();
/// Which way the stripes of each series run on paper, and how far one is from the next, across and down. The first is plain.
const STRIPES: [Option<[&str; 2]>; COLOURS] = [
    None,
    Some(["4", "4"]),
    Some(["0", "6"]),
    Some(["6", "0"]),
    Some(["4", "-4"]),
    Some(["3", "6"]),
];

/// The left edge of the plot and its width, in per cent of the chart's width.
const LEFT: f64 = 10.0;
const WIDTH: f64 = 88.0;
/// The top edge of the plot, and the height of most plots, in pixels.
const TOP: f64 = 8.0;
pub(super) const HEIGHT: f64 = 168.0;
/// The height of the text below a plot.
const BELOW: f64 = 40.0;

/// A kind of bar or line, with its name in the legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Series {
    pub(super) name: String,
    /// `s0`, `s1` …, `draw` or `undecided`.
    pub(super) class: String,
}

impl Series {
    /// Returns the series of the side at this index.
    pub(super) fn side(name: &str, place: usize) -> Self {
        Self {
            name: name.to_owned(),
            class: class(place),
        }
    }

    /// Returns a series that is no side.
    pub(super) fn other(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            class: name.to_owned(),
        }
    }
}

/// Returns the class of the side at this index; from the seventh on it has two parts, the colour's first. The
/// 37th looks like the first again.
pub(super) fn class(place: usize) -> String {
    match looks(place) {
        (colour, pattern) if colour == pattern => format!("s{colour}"),
        (colour, pattern) => format!("s{colour} m{pattern}"),
    }
}

/// Returns the colour and the pattern of the side at this index.
fn looks(place: usize) -> (usize, usize) {
    (place % COLOURS, (place + place / COLOURS) % COLOURS)
}

/// Meaning of each pattern or dash.
pub(super) fn legend(series: &[Series], lines: bool) -> Markup {
    html! {
        @if series.len() > 1 {
            ul.legend {
                @for one in series {
                    li {
                        svg.key.(one.class) width="26" height="12" aria-hidden="true" {
                            @if lines {
                                line.stroke x1="0" y1="6" x2="26" y2="6" {}
                            } @else {
                                rect.fill width="26" height="12" {}
                            }
                        }
                        " " (one.name)
                    }
                }
            }
        }
    }
}

/// Returns the meaning of a ghost, if a chart has one.
pub(super) fn before(is_shown: bool) -> Markup {
    html! { @if is_shown { p.note.ghost { "Thin and dotted: the state before." } } }
}

/// Returns a chart with its title, its legend and its figures as a table.
pub(super) fn figure(
    title: &str,
    legend: &Markup,
    chart: &Markup,
    table: Option<&Markup>,
) -> Markup {
    html! {
        figure {
            figcaption { (title) }
            (legend)
            (chart)
            @if let Some(table) = table {
                details.data {
                    summary { "The figures of this chart" }
                    div.wide { (table) }
                }
            }
        }
    }
}

/// Style of the series after the first, for the style sheet.
pub(super) fn further_looks(series: usize) -> String {
    let further = (COLOURS..series.min(COLOURS * COLOURS)).map(|place| {
        let (colour, pattern) = looks(place);
        let (class, dash) = (format!(".s{colour}.m{pattern}"), DASHES[pattern]);
        format!(
            "{class} {{ --f: url(#p{place}); }} {class} .stroke, {class}.key .stroke {{ stroke-dasharray: {dash}; }}\n"
        )
    });
    further.collect()
}

/// Returns the patterns that distinguish fills of this number of series without colour, once for the whole
/// page.
pub(super) fn patterns(series: usize) -> Markup {
    let all = 0..series.clamp(COLOURS, COLOURS * COLOURS);
    html! {
        svg.patterns width="0" height="0" aria-hidden="true" {
            defs {
                @for place in all {
                    pattern.(class(place)) id={ "p" (place) } width="8" height="8" patternUnits="userSpaceOnUse" {
                        rect.ground width="8" height="8" {}
                        @if let Some(mark) = PATTERNS[looks(place).1] { path.mark d=(mark) {} }
                    }
                }
                @for (place, stripes) in STRIPES.iter().enumerate() {
                    @if let Some([across, down]) = stripes {
                        linearGradient.(class(place)) id={ "h" (place) } gradientUnits="userSpaceOnUse" spreadMethod="repeat"
                            x1="0" y1="0" x2=(across) y2=(down) {
                            @for (from, to, look) in [("0", ".72", "ink"), (".72", "1", "gap")] {
                                stop.(look) offset=(from) {}
                                stop.(look) offset=(to) {}
                            }
                        }
                    }
                }
                pattern.undecided id="pu" width="6" height="6" patternUnits="userSpaceOnUse" {
                    rect.ground width="6" height="6" {}
                    circle.dot cx="3" cy="3" r="1.2" {}
                }
            }
        }
    }
}

/// Returns a length in per cent.
fn part(percent: f64) -> String {
    let text = format!("{percent:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0%".to_owned()
    } else {
        format!("{text}%")
    }
}

/// Returns a length in pixels.
fn pixels(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Lines and numbers up the side of a plot of this height.
fn upright(scale: &Scale, height: f64, show: impl Fn(f64) -> String) -> Markup {
    html! {
        @for tick in scale.ticks(5) {
            @let y = TOP + height * (1.0 - scale.at(tick) / 100.0);
            line.grid x1=(part(LEFT)) x2=(part(LEFT + WIDTH)) y1=(pixels(y)) y2=(pixels(y)) {}
            text.tick x=(part(LEFT - 1.0)) y=(pixels(y + 4.0)) text-anchor="end" { (show(tick)) }
        }
    }
}

/// Returns the height of a whole chart, from that of its plot.
fn whole(height: f64) -> f64 {
    TOP + height + BELOW
}

/// Legend below a plot of this height.
fn below(what: &str, height: f64) -> Markup {
    html! {
        text.axis x=(part(LEFT + WIDTH / 2.0)) y=(pixels(whole(height) - 4.0)) text-anchor="middle" { (what) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_of_36_series_look_the_same() {
        let classes: HashSet<String> = (0..36).map(class).collect();
        assert_eq!(classes.len(), 36);
        let firsts: Vec<String> = (0..8).map(class).collect();
        assert_eq!(
            firsts,
            ["s0", "s1", "s2", "s3", "s4", "s5", "s0 m1", "s1 m2"]
        );
    }

    #[test]
    fn on_paper_all_sides_but_the_first_are_striped() {
        let sheet = include_str!("../style.css");
        let (_, print) = sheet
            .rsplit_once("@media print")
            .expect("a style for paper");
        let page = patterns(2).into_string();
        for place in 1..COLOURS {
            assert!(
                print.contains(&format!(".s{place} {{ --f: url(#h{place}); }}")),
                "{print}"
            );
            assert!(page.contains(&format!("id=\"h{place}\"")), "{page}");
        }
    }

    #[test]
    fn the_style_sheet_knows_the_first_and_the_page_all_further_looks() {
        let sheet = include_str!("../style.css");
        let page = patterns(8).into_string();
        for (place, dash) in DASHES.iter().enumerate() {
            assert!(sheet.contains(&format!(".s{place} {{ --c: var(--s{place})")));
            let dashes = format!(".s{place}.key .stroke {{ stroke-dasharray: {dash}; }}");
            assert!(place == 0 || sheet.contains(&dashes), "{dashes}");
        }
        assert_eq!(further_looks(6), "");
        let further = further_looks(8);
        for (class, place) in [(".s0.m1", 6), (".s1.m2", 7)] {
            assert!(
                further.contains(&format!("{class} {{ --f: url(#p{place}); }}")),
                "{further}"
            );
            assert!(page.contains(&format!("id=\"p{place}\"")), "{page}");
        }
    }
}
