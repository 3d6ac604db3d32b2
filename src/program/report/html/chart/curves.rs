//! Draws curves with their intervals as bands. A curve has steps over rounds, or lines between values.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::{LEFT, Scale, Series, TOP, WIDTH, below, part, pixels, upright, whole};
use crate::report::html::figures::Unit;
use crate::tally::Interval;

/// A curve: its figures in the order of their horizontal positions.
#[derive(Debug)]
pub(in super::super) struct Curve {
    pub(in super::super) series: Series,
    pub(in super::super) points: Vec<(f64, Interval)>,
}

/// The course of a curve between two points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Course {
    /// The curve is level up to the next position and jumps there.
    Steps,
    /// The curve is a straight line with a dot at each point. Nothing was played for the values between.
    Lines,
}

/// Several curves in one chart.
#[derive(Debug)]
pub(in super::super) struct Curves<'a> {
    pub(in super::super) title: &'a str,
    pub(in super::super) about: &'a str,
    /// The label of the horizontal axis.
    pub(in super::super) across: &'a str,
    pub(in super::super) lines: &'a [Curve],
    /// The curves of an earlier state of the scenario, which are drawn without intervals.
    pub(in super::super) ghosts: &'a [Curve],
    pub(in super::super) course: Course,
    pub(in super::super) up: Scale,
    pub(in super::super) unit: Unit,
    /// The height of the plot in pixels.
    pub(in super::super) height: f64,
}

/// Returns the chart of these curves.
pub(in super::super) fn curves(chart: &Curves<'_>) -> Markup {
    let places = || {
        let all = chart.lines.iter().chain(chart.ghosts);
        all.flat_map(|curve| &curve.points).map(|(at, _)| *at)
    };
    let (first, last) = places().fold((f64::MAX, f64::MIN), |(low, high), at| {
        (low.min(at), high.max(at))
    });
    // If no fights were played, the curves have no points, but a scale is still needed.
    let (first, last) = if first > last {
        (0.0, 0.0)
    } else {
        (first, last)
    };
    let pad = match chart.course {
        Course::Steps => 0.0,
        Course::Lines => (last - first) * 0.03,
    };
    let across = Scale::new(
        first - pad,
        if last > first {
            last + pad
        } else {
            first + 1.0
        },
    );
    let up = chart.up;
    let height = chart.height;
    let is_whole = places().all(|at| at.fract() == 0.0);
    let ticks = across
        .ticks(10)
        .into_iter()
        .filter(|tick| !is_whole || tick.fract() == 0.0);
    html! {
        svg.plot role="img" width="100%" height=(pixels(whole(height))) {
            title { (chart.title) }
            desc { (chart.about) }
            (upright(&up, height, |tick| chart.unit.tick(&up, tick)))
            @for tick in ticks {
                @let x = part(LEFT + WIDTH * across.at(tick) / 100.0);
                text.tick x=(x) y=(pixels(TOP + height + 18.0)) text-anchor="middle" { (across.label(tick)) }
            }
            (below(chart.across, height))
            svg x=(part(LEFT)) y=(pixels(TOP)) width=(part(WIDTH)) height=(pixels(height)) viewBox="0 0 1000 1000"
                preserveAspectRatio="none" {
                @for curve in chart.ghosts.iter().filter(|curve| !curve.points.is_empty()) {
                    g.ghost.(curve.series.class) {
                        path.stroke d=(line(&corners(curve, &across, &up, chart.course))) {}
                    }
                }
                @for curve in chart.lines {
                    g.(curve.series.class) {
                        path.band d=(band(&corners(curve, &across, &up, chart.course))) {}
                        path.stroke d=(line(&corners(curve, &across, &up, chart.course))) {}
                    }
                }
            }
            @if chart.course == Course::Lines {
                @for curve in chart.lines {
                    g.(curve.series.class) { @for (at, figure) in &curve.points { (dot(across.at(*at), *figure, (&up, height))) } }
                }
            }
        }
    }
}

/// Returns a dot for a point, with its interval as a vertical line.
fn dot(at: f64, figure: Interval, (up, height): (&Scale, f64)) -> Markup {
    let x = part(LEFT + WIDTH * at / 100.0);
    let y = |figure: f64| pixels(TOP + height * (1.0 - up.at(figure) / 100.0));
    html! {
        line.reach x1=(x) x2=(x) y1=(y(figure.high)) y2=(y(figure.low)) {}
        circle.point cx=(x) cy=(y(figure.estimate)) r="4" {}
    }
}

/// Returns the corners of a curve: each with its horizontal position, and the vertical positions of the
/// estimate and of the upper and lower end of the interval.
fn corners(curve: &Curve, across: &Scale, up: &Scale, course: Course) -> Vec<[String; 4]> {
    let height = |figure: f64| pixels(1000.0 - up.at(figure) * 10.0);
    let mut corners: Vec<[String; 4]> = Vec::new();
    for (at, figure) in &curve.points {
        let x = pixels(across.at(*at) * 10.0);
        let heights = [figure.estimate, figure.high, figure.low].map(height);
        if course == Course::Steps
            && let Some([_, estimate, high, low]) = corners.last()
        {
            let flat = [estimate, high, low].map(Clone::clone);
            let [estimate, high, low] = flat;
            corners.push([x.clone(), estimate, high, low]);
        }
        let [estimate, high, low] = heights;
        corners.push([x, estimate, high, low]);
    }
    corners
}

fn line(corners: &[[String; 4]]) -> String {
    path(corners.iter().map(|[x, estimate, ..]| [x, estimate]))
}

/// Returns the outline of the band between the upper and the lower ends of the intervals.
fn band(corners: &[[String; 4]]) -> String {
    let upper = corners.iter().map(|[x, _, high, _]| [x, high]);
    let lower = corners.iter().rev().map(|[x, _, _, low]| [x, low]);
    path(upper.chain(lower)) + "Z"
}

fn path<'c>(points: impl Iterator<Item = [&'c String; 2]>) -> String {
    let mut path = String::new();
    for (at, [x, y]) in points.enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(path, "{}{x},{y}", if at == 0 { "M" } else { "L" });
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_flat_until_the_next_place_and_lines_are_straight() {
        let point = |at: f64, estimate: f64| {
            let figure = Interval {
                low: estimate - 0.1,
                high: estimate + 0.1,
                estimate,
            };
            (at, figure)
        };
        let curve = Curve {
            series: Series::side("left", 0),
            points: vec![point(0.0, 0.5), point(1.0, 0.2)],
        };
        let scales = [Scale::new(0.0, 1.0), Scale::new(0.0, 1.0)];
        let of = |course| corners(&curve, &scales[0], &scales[1], course);
        assert_eq!(line(&of(Course::Steps)), "M0,500L1000,500L1000,800");
        assert_eq!(line(&of(Course::Lines)), "M0,500L1000,800");
        assert_eq!(band(&of(Course::Lines)), "M0,400L1000,700L1000,900L0,600Z");
    }
}
