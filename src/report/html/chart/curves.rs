//! Curves over rounds, each a flight of steps with its interval as a band.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::{HEIGHT, LEFT, Scale, Series, TOP, WHOLE, WIDTH, below, part, pixels, upright};
use crate::tally::Interval;

/// A curve: a figure for each round.
#[derive(Debug)]
pub(in super::super) struct Curve {
    pub(in super::super) series: Series,
    /// In the order of rounds.
    pub(in super::super) points: Vec<(u32, Interval)>,
}

/// The curves as a chart.
pub(in super::super) fn curves(
    title: &str,
    about: &str,
    curves: &[Curve],
    [x, y]: [&str; 2],
) -> Markup {
    let last = curves.iter().filter_map(|curve| curve.points.last());
    let last = last.map(|&(round, _)| round).max().unwrap_or_default();
    let across = Scale::new(0.0, f64::from(last.max(1)));
    let heights = curves.iter().flat_map(|curve| &curve.points);
    let up = Scale::up_to(heights.map(|(_, figure)| figure.high));
    html! {
        svg.plot role="img" width="100%" height=(pixels(WHOLE)) {
            title { (title) }
            desc { (about) }
            (upright(&up, |tick| up.label(tick)))
            text.axis x="0" y=(pixels(TOP + HEIGHT + 18.0)) { (y) }
            @for tick in across.ticks(10).into_iter().filter(|tick| tick.fract() == 0.0) {
                @let place = part(LEFT + WIDTH * across.at(tick) / 100.0);
                text.tick x=(place) y=(pixels(TOP + HEIGHT + 18.0)) text-anchor="middle" { (across.label(tick)) }
            }
            (below(x))
            svg x=(part(LEFT)) y=(pixels(TOP)) width=(part(WIDTH)) height=(pixels(HEIGHT)) viewBox="0 0 1000 1000"
                preserveAspectRatio="none" {
                @for curve in curves {
                    g.(curve.series.class) {
                        path.band d=(band(curve, &across, &up)) {}
                        path.stroke d=(steps(curve, &across, &up)) {}
                    }
                }
            }
        }
    }
}

fn place(scale: &Scale, figure: f64) -> String {
    pixels(scale.at(figure) * 10.0)
}

fn height(scale: &Scale, figure: f64) -> String {
    pixels(1000.0 - scale.at(figure) * 10.0)
}

/// Flat until the next round, then up or down.
fn steps(curve: &Curve, across: &Scale, up: &Scale) -> String {
    let mut path = String::new();
    for (at, (round, figure)) in curve.points.iter().enumerate() {
        let (x, y) = (
            place(across, f64::from(*round)),
            height(up, figure.estimate),
        );
        // Writing to a text does not fail.
        let _ = if at == 0 {
            write!(path, "M{x},{y}")
        } else {
            write!(path, "H{x}V{y}")
        };
    }
    path
}

/// Along the upper ends and back along the lower ones.
fn band(curve: &Curve, across: &Scale, up: &Scale) -> String {
    let mut path = String::new();
    for (at, (round, figure)) in curve.points.iter().enumerate() {
        let (x, y) = (place(across, f64::from(*round)), height(up, figure.high));
        let _ = if at == 0 {
            write!(path, "M{x},{y}")
        } else {
            write!(path, "H{x}V{y}")
        };
    }
    let mut lower = curve.points.iter().rev().peekable();
    while let Some((round, figure)) = lower.next() {
        let x = place(across, f64::from(*round));
        let y = height(up, figure.low);
        let _ = write!(path, "V{y}");
        if let Some((_, before)) = lower.peek() {
            // The step down to this round's figure is at this round.
            let _ = write!(path, "H{x}V{}", height(up, before.low));
            let _ = write!(
                path,
                "H{}",
                place(across, f64::from(lower.peek().map_or(0, |p| p.0)))
            );
        }
    }
    path.push('Z');
    path
}
