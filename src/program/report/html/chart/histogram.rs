//! Draws histograms of whole numbers, such as rounds. Each bar is divided into parts of different kinds.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::{HEIGHT, LEFT, Scale, Series, TOP, WIDTH, below, part, pixels, upright, whole};
use crate::tally::Interval;

/// The largest number of bars in a chart. If there are more values, neighbouring values share a bar.
const BARS: u32 = 48;

/// A value, and the heights of the parts of its bar: one part for each [`Series`].
#[derive(Debug, Clone)]
pub(in super::super) struct Bin {
    pub(in super::super) value: u32,
    pub(in super::super) parts: Vec<f64>,
    /// The height of the whole bar with its interval, if that is known.
    pub(in super::super) whole: Option<Interval>,
}

/// A histogram.
#[derive(Debug)]
pub(in super::super) struct Histogram<'a> {
    pub(in super::super) title: &'a str,
    pub(in super::super) about: &'a str,
    /// The label of the horizontal axis.
    pub(in super::super) across: &'a str,
    pub(in super::super) series: &'a [Series],
    /// The bins, ordered by value. Values without a bin have a height of 0.
    pub(in super::super) bins: &'a [Bin],
    /// The values of an earlier state of the scenario with their shares, in ascending order. These are drawn
    /// as an outline.
    pub(in super::super) ghost: &'a [(u32, f64)],
}

/// A bar of the chart: the smallest of its values, and the heights of its parts.
struct Bar {
    from: u32,
    parts: Vec<f64>,
    whole: Option<Interval>,
    /// The height of the outline for the earlier state.
    ghost: f64,
}

/// Returns the chart of this histogram.
pub(in super::super) fn histogram(chart: &Histogram<'_>) -> Markup {
    let (bars, width) = bars(chart);
    let first = bars.first().map_or(0, |bar| bar.from);
    let count = u32::try_from(bars.len()).unwrap_or(u32::MAX).max(1);
    let each = WIDTH / f64::from(count);
    let tops = bars.iter().map(|bar| {
        let sum: f64 = bar.parts.iter().sum();
        let own = bar.whole.map_or(sum, |whole| whole.high.max(sum));
        own.max(bar.ghost)
    });
    let up = Scale::up_to(tops);
    let gap = if count > 24 { 0.06 } else { 0.14 } * each;
    let height = |figure: f64| HEIGHT * up.at(figure) / 100.0;
    let every = every(count);
    html! {
        svg.plot role="img" width="100%" height=(pixels(whole(HEIGHT))) {
            title { (chart.title) }
            desc { (chart.about) }
            (upright(&up, HEIGHT, |tick| format!("{} %", up.in_percent().label(tick * 100.0))))
            @for (at, bar) in bars.iter().enumerate() {
                @let x = LEFT + each * index(at);
                @let mut top = TOP + HEIGHT;
                @for (series, share) in chart.series.iter().zip(&bar.parts) {
                    @if *share > 0.0 {
                        ({ top -= height(*share); rect(&series.class, x + gap / 2.0, top, each - gap, height(*share)) })
                    }
                }
                @if let Some(whole) = bar.whole {
                    @let middle = part(x + each / 2.0);
                    @let ends = [whole.high, whole.low].map(|end| pixels(TOP + HEIGHT - height(end)));
                    line.halo x1=(middle) x2=(middle) y1=(ends[0]) y2=(ends[1]) {}
                    line.reach x1=(middle) x2=(middle) y1=(ends[0]) y2=(ends[1]) {}
                }
                @if is_labelled(bar.from, at, width, every) {
                    text.tick x=(part(x + each / 2.0)) y=(pixels(TOP + HEIGHT + 18.0)) text-anchor="middle" {
                        (first + width * u32::try_from(at).unwrap_or_default())
                    }
                }
            }
            @if !chart.ghost.is_empty() {
                svg x=(part(LEFT)) y=(pixels(TOP)) width=(part(WIDTH)) height=(pixels(HEIGHT)) viewBox="0 0 1000 1000"
                    preserveAspectRatio="none" {
                    g.ghost { path.stroke d=(outline(&bars, &up)) {} }
                }
            }
            line.base x1=(part(LEFT)) x2=(part(LEFT + WIDTH)) y1=(pixels(TOP + HEIGHT)) y2=(pixels(TOP + HEIGHT)) {}
            @if width > 1 {
                (below(&format!("{}, {width} to a bar", chart.across), HEIGHT))
            } @else {
                (below(chart.across, HEIGHT))
            }
        }
    }
}

/// Returns the upper edge of the outline for the earlier state, as an SVG path in thousandths of the plot.
fn outline(bars: &[Bar], up: &Scale) -> String {
    let each = 1000.0 / index(bars.len());
    let mut path = String::new();
    for (at, bar) in bars.iter().enumerate() {
        let y = pixels(1000.0 - up.at(bar.ghost) * 10.0);
        let [from, to] = [at, at + 1].map(|at| pixels(each * index(at)));
        let sign = if at == 0 { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(path, "{sign}{from},{y}L{to},{y}");
    }
    path
}

fn index(at: usize) -> f64 {
    f64::from(u32::try_from(at).unwrap_or(u32::MAX))
}

fn rect(class: &str, x: f64, y: f64, width: f64, height: f64) -> Markup {
    html! {
        rect.fill.(class) x=(part(x)) y=(pixels(y)) width=(part(width)) height=(pixels(height.max(0.1))) {}
    }
}

/// Returns whether there is a number below the bar with the index `at`. If each value has its own bar
/// (`width` is 1), only the values that are multiples of `every` have a number. Otherwise only every
/// `every`th bar has one.
fn is_labelled(value: u32, at: usize, width: u32, every: usize) -> bool {
    let number = if width == 1 { value as usize } else { at };
    number.is_multiple_of(every)
}

/// Returns the distance between two numbers below the bars, counted in bars.
fn every(bars: u32) -> usize {
    match bars {
        0..=12 => 1,
        13..=24 => 2,
        _ => 5,
    }
}

/// Returns the bars in ascending order, and the number of values that share a bar.
fn bars(chart: &Histogram<'_>) -> (Vec<Bar>, u32) {
    let ghosts = chart.ghost.iter().map(|(value, _)| *value);
    let values = chart.bins.iter().map(|bin| bin.value).chain(ghosts);
    let Some((first, last)) = values.fold(None, |ends: Option<(u32, u32)>, value| {
        let (first, last) = ends.unwrap_or((value, value));
        Some((first.min(value), last.max(value)))
    }) else {
        return (Vec::new(), 1);
    };
    let values = last - first + 1;
    let width = values.div_ceil(BARS);
    let bars = (0..values.div_ceil(width)).map(|at| {
        let from = first + at * width;
        let inside = || {
            chart
                .bins
                .iter()
                .filter(|bin| (from..from + width).contains(&bin.value))
        };
        let of = |place: usize| inside().filter_map(|bin| bin.parts.get(place)).sum();
        let before = chart.ghost.iter();
        let before = before.filter(|(value, _)| (from..from + width).contains(value));
        Bar {
            from,
            ghost: before.map(|(_, share)| share).sum(),
            parts: (0..chart.series.len()).map(of).collect(),
            // The interval of a sum does not follow from the intervals of its terms.
            whole: if width == 1 {
                inside().next().and_then(|bin| bin.whole)
            } else {
                None
            },
        }
    });
    (bars.collect(), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(values: u32) -> usize {
        let bin = |value| Bin {
            value,
            parts: vec![0.01],
            whole: None,
        };
        let bins: Vec<Bin> = (3..3 + values).map(bin).collect();
        let series = [Series::side("left", 0)];
        let chart = Histogram {
            title: "t",
            about: "a",
            across: "rounds",
            series: &series,
            bins: &bins,
            ghost: &[],
        };
        let sum: f64 = bars(&chart).0.iter().flat_map(|bar| &bar.parts).sum();
        assert!((sum - 0.01 * f64::from(values)).abs() < 1e-9);
        histogram(&chart)
            .into_string()
            .matches("class=\"fill s0\"")
            .count()
    }

    #[test]
    fn nothing_is_lost_and_bars_are_bounded() {
        assert_eq!([0, 1, 10, 48].map(chart), [0, 1, 10, 48]);
        assert_eq!([49, 96, 1000].map(chart), [25, 48, 48]);
    }

    #[test]
    fn an_earlier_state_is_an_outline_over_all_its_values() {
        let series = [Series::side("left", 0)];
        let bin = |value| Bin {
            value,
            parts: vec![0.5],
            whole: None,
        };
        let chart = Histogram {
            title: "t",
            about: "a",
            across: "rounds",
            series: &series,
            bins: &[bin(3), bin(4)],
            ghost: &[(2, 0.25), (4, 0.75)],
        };
        let (bars, width) = bars(&chart);
        let heights: Vec<(u32, f64)> = bars.iter().map(|bar| (bar.from, bar.ghost)).collect();
        assert_eq!((width, heights), (1, vec![(2, 0.25), (3, 0.0), (4, 0.75)]));
        let path = outline(&bars, &Scale::new(0.0, 1.0));
        assert_eq!(
            path,
            "M0,750L333.3,750L333.3,1000L666.7,1000L666.7,250L1000,250"
        );
    }
}
