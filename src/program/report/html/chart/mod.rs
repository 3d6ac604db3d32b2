//! Draws the page's charts as SVG.
//!
//! Scales and the positions of tick marks are calculated by the crate `plotters`. Its drawing functions are
//! not used, because they write fixed colours and sizes. Such charts could not adapt to dark screens, paper
//! and phones, and would have no titles for screen readers. Here shapes have classes, and the style sheet of
//! the page gives them their colours. Horizontal lengths are percentages of the width, so that a chart fills
//! the available space and its letters keep their size.
//!
//! Colour is never the only distinction. Sides also differ in their patterns and dashes, and each figure is
//! in a table as well.

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

/// The fill pattern of each of the first series. `DASHES` below has the dashes of their lines. Each of these
/// series has its own colour. Every further series combines the colour of one of them with the pattern and
/// the dashes of another.
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
/// The stripes of each series on paper: the distance from one stripe to the next, horizontally and
/// vertically. The first series has no stripes.
const STRIPES: [Option<[&str; 2]>; COLOURS] = [
    None,
    Some(["4", "4"]),
    Some(["0", "6"]),
    Some(["6", "0"]),
    Some(["4", "-4"]),
    Some(["3", "6"]),
];

/// The left edge of the plot, in per cent of the chart's width. `WIDTH` below is the width of the plot.
const LEFT: f64 = 10.0;
const WIDTH: f64 = 88.0;
/// The top edge of the plot, in pixels. `HEIGHT` below is the usual height of a plot.
const TOP: f64 = 8.0;
pub(super) const HEIGHT: f64 = 168.0;
/// The height of the text below a plot, in pixels.
const BELOW: f64 = 40.0;

/// A kind of bar or curve, with its name in the legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Series {
    pub(super) name: String,
    /// The class in the style sheet: `s0`, `s1` and so on for sides, `draw` or `undecided`.
    pub(super) class: String,
}

impl Series {
    /// Returns the series of the side with the index `place`.
    pub(super) fn side(name: &str, place: usize) -> Self {
        Self {
            name: name.to_owned(),
            class: class(place),
        }
    }

    /// Returns a series that does not stand for a side, such as draws.
    pub(super) fn other(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            class: name.to_owned(),
        }
    }
}

/// Returns the class of the side with the index `place`. From the seventh side on, the class has two parts,
/// for the colour and for the pattern. The 37th side looks like the first.
pub(super) fn class(place: usize) -> String {
    match looks(place) {
        (colour, pattern) if colour == pattern => format!("s{colour}"),
        (colour, pattern) => format!("s{colour} m{pattern}"),
    }
}

/// Returns the colour and the pattern of the side with the index `place`.
fn looks(place: usize) -> (usize, usize) {
    (place % COLOURS, (place + place / COLOURS) % COLOURS)
}

/// Returns a legend that explains the pattern or the dash of each series.
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

/// Returns a note that explains the thin curves or outlines of an earlier state, if `is_shown` is true.
pub(super) fn before(is_shown: bool) -> Markup {
    html! { @if is_shown { p.note.ghost { "Thin and dotted: the state before." } } }
}

/// Returns a chart together with its title, its legend and a table of its figures.
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

/// Returns the style sheet rules for the series that combine the colour of one series with the pattern of
/// another.
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

/// Returns the SVG patterns that let series differ without colour. The page contains them once.
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

/// Returns a length as a percentage, such as `12.5%`.
fn part(percent: f64) -> String {
    let text = format!("{percent:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0%".to_owned()
    } else {
        format!("{text}%")
    }
}

/// Returns a length in pixels as text.
fn pixels(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Returns the horizontal lines of a plot of this height, with their numbers at the left.
fn upright(scale: &Scale, height: f64, show: impl Fn(f64) -> String) -> Markup {
    html! {
        @for tick in scale.ticks(5) {
            @let y = TOP + height * (1.0 - scale.at(tick) / 100.0);
            line.grid x1=(part(LEFT)) x2=(part(LEFT + WIDTH)) y1=(pixels(y)) y2=(pixels(y)) {}
            text.tick x=(part(LEFT - 1.0)) y=(pixels(y + 4.0)) text-anchor="end" { (show(tick)) }
        }
    }
}

/// Returns the height of a whole chart, given the height of its plot.
fn whole(height: f64) -> f64 {
    TOP + height + BELOW
}

/// Returns the label below a plot of this height.
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
