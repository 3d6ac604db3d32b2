//! A single value: finds the step that gives a side its target win rate.
//!
//! The curve need not be monotonic. The search first tries a coarse grid; it then halves the gaps where the curve
//! crosses the target, and those around the best value, until no step is left between. Fresh fights then judge the
//! value found, its neighbours, and further values outwards as long as they might be the answer as well.

use std::collections::BTreeMap;

use super::Ended;
use crate::tally::Interval;

/// Values of the first, coarse grid.
const GRID: usize = 9;

/// A target win rate, and how far from it a rate still meets it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim {
    /// The share.
    pub share: f64,
    /// The distance from the share that is allowed; 0 if the share has to lie in the interval of the rate.
    pub tolerance: f64,
}

impl Aim {
    /// A share without a tolerance.
    pub fn at(share: f64) -> Self {
        let tolerance = 0.0;
        Self { share, tolerance }
    }

    /// The ends of the band.
    pub fn band(self) -> (f64, f64) {
        let (low, high) = (self.share - self.tolerance, self.share + self.tolerance);
        (low.max(0.0), high.min(1.0))
    }

    /// Returns whether a rate meets the target: its estimate is in the band, or without a tolerance its interval
    /// includes the share.
    pub fn is_met(self, rate: &Interval) -> bool {
        if self.tolerance <= 0.0 {
            return self.may_be_met(rate);
        }
        let (low, high) = self.band();
        low <= rate.estimate && rate.estimate <= high
    }

    /// Returns whether the interval of a rate and the band overlap.
    pub fn may_be_met(self, rate: &Interval) -> bool {
        let (low, high) = self.band();
        rate.low <= high && low <= rate.high
    }
}

/// The win rates at a value, in the order of the targets.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Number of fights, in all matchups and seats; `None` if the rates are exact.
    pub fights: Option<u64>,
    /// The rates.
    pub rates: Vec<Interval>,
}

/// The stage of a search for which fights are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchStage {
    /// To search for the value.
    Search,
    /// To judge it, with other luck.
    Check,
}

/// Win rates as a function of a value, given by its index among the steps.
pub trait Curve {
    /// The rates at these values.
    ///
    /// # Errors
    /// If the search has to end.
    fn points(&mut self, values: &[usize], stage: SearchStage) -> Result<Vec<Point>, Ended>;

    /// The difference between the distances of both values from their targets, `other` minus `near`, from fresh
    /// fights.
    ///
    /// # Errors
    /// If the search has to end.
    fn lead(&mut self, near: usize, other: usize) -> Result<Interval, Ended>;
}

/// The position of the targets relative to the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The nearest value meets the target: its rates are within the tolerance, or without one the intervals include
    /// the targets.
    Met,
    /// No value meets the target, but it lies between these two neighbours.
    Between(usize, usize),
    /// No value meets the target, and no two neighbours have it between them.
    Beyond,
}

/// Result of the search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    /// Values that the search tried.
    pub searched: BTreeMap<usize, Point>,
    /// Values judged by fresh fights.
    pub checked: BTreeMap<usize, Point>,
    /// The value nearest to the targets, according to the fresh fights.
    pub nearest: usize,
    /// The position of the targets.
    pub reach: Reach,
    /// The next nearest value, and how much farther it is from the targets.
    pub rival: Option<(usize, Interval)>,
}

impl SearchResult {
    /// Values that may meet the target: their intervals include the targets.
    pub fn may_be(&self, aims: &[Aim]) -> Vec<usize> {
        let held = self.checked.iter().filter(|(_, point)| holds(point, aims));
        held.map(|(&value, _)| value).collect()
    }
}

/// Searches `count` values for the one whose rates are nearest to these aims.
///
/// # Errors
/// If the search has to end first.
///
/// # Panics
/// If there are no values, or the curve returns another number of points than requested.
pub fn find(curve: &mut dyn Curve, count: usize, aims: &[Aim]) -> Result<SearchResult, Ended> {
    assert!(count > 0, "there are values to try");
    let mut searched = BTreeMap::new();
    let mut wanted = grid(count);
    while !wanted.is_empty() {
        let points = curve.points(&wanted, SearchStage::Search)?;
        searched.extend(wanted.into_iter().zip(points));
        wanted = halves(&searched, aims);
    }
    let checked = check(curve, count, aims, &searched)?;
    let nearest = nearest(&checked, aims);
    let others = checked.iter().filter(|&(&value, _)| value != nearest);
    let rival = others.min_by(|a, b| off(a.1, aims).total_cmp(&off(b.1, aims)));
    let rival = match rival.map(|(&value, _)| value) {
        Some(value) => Some((value, curve.lead(nearest, value)?)),
        None => None,
    };
    let reach = if meets(&checked[&nearest], aims) {
        Reach::Met
    } else {
        let mut gaps = crossings(&checked, aims);
        gaps.sort_by_key(|&(a, b)| a.abs_diff(nearest).min(b.abs_diff(nearest)));
        let single = aims.len() == 1;
        let gap = gaps.into_iter().find(|&(a, b)| b == a + 1 && single);
        gap.map_or(Reach::Beyond, |(a, b)| Reach::Between(a, b))
    };
    Ok(SearchResult {
        searched,
        checked,
        nearest,
        reach,
        rival,
    })
}

/// The coarse grid: both ends and evenly spaced values between, or all values if they are few.
fn grid(count: usize) -> Vec<usize> {
    if count <= GRID {
        return (0..count).collect();
    }
    (0..GRID).map(|i| i * (count - 1) / (GRID - 1)).collect()
}

/// Midpoints of all gaps that may contain the value.
fn halves(tried: &BTreeMap<usize, Point>, aims: &[Aim]) -> Vec<usize> {
    let best = nearest(tried, aims);
    let crossed = crossings(tried, aims);
    let gaps = tried.keys().zip(tried.keys().skip(1));
    gaps.filter(|&(&a, &b)| b > a + 1 && (a == best || b == best || crossed.contains(&(a, b))))
        .map(|(&a, &b)| usize::midpoint(a, b))
        .collect()
}

/// Neighbouring tried values between which a rate crosses its share.
fn crossings(tried: &BTreeMap<usize, Point>, aims: &[Aim]) -> Vec<(usize, usize)> {
    let side = |point: &Point, target: usize| point.rates[target].estimate >= aims[target].share;
    let gaps = tried.iter().zip(tried.iter().skip(1));
    gaps.filter(|((_, a), (_, b))| (0..aims.len()).any(|t| side(a, t) != side(b, t)))
        .map(|((&a, _), (&b, _))| (a, b))
        .collect()
}

/// Plays fresh fights at the best value, its neighbours and the neighbours of a crossing, and further outwards, in
/// steps that double, as long as the outermost value might be the answer.
fn check(
    curve: &mut dyn Curve,
    count: usize,
    aims: &[Aim],
    searched: &BTreeMap<usize, Point>,
) -> Result<BTreeMap<usize, Point>, Ended> {
    let around = |value: usize| value.saturating_sub(1)..=(value + 1).min(count - 1);
    let best = nearest(searched, aims);
    let mut wanted: Vec<usize> = around(best).collect();
    let close = crossings(searched, aims)
        .into_iter()
        .min_by_key(|&(a, b)| a.abs_diff(best).min(b.abs_diff(best)));
    wanted.extend(close.into_iter().flat_map(|(a, b)| [a, b]));
    let mut checked: BTreeMap<usize, Point> = BTreeMap::new();
    let mut stride = 1;
    loop {
        wanted.retain(|value| !checked.contains_key(value));
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.is_empty() {
            return Ok(checked);
        }
        let points = curve.points(&wanted, SearchStage::Check)?;
        checked.extend(wanted.drain(..).zip(points));
        wanted.extend(around(nearest(&checked, aims)));
        let (first, last) = (checked.first_key_value(), checked.last_key_value());
        if let Some((&lowest, point)) = first
            && holds(point, aims)
        {
            wanted.push(lowest.saturating_sub(stride));
        }
        if let Some((&highest, point)) = last
            && holds(point, aims)
        {
            wanted.push((highest + stride).min(count - 1));
        }
        stride *= 2;
    }
}

/// The value nearest to its targets, the first of several equal ones.
fn nearest(points: &BTreeMap<usize, Point>, aims: &[Aim]) -> usize {
    let best = points
        .iter()
        .min_by(|a, b| off(a.1, aims).total_cmp(&off(b.1, aims)));
    best.map_or(0, |(&value, _)| value)
}

/// The distance of a point from its targets: the greatest among them.
pub fn off(point: &Point, aims: &[Aim]) -> f64 {
    let each = point.rates.iter().zip(aims);
    each.map(|(rate, aim)| (rate.estimate - aim.share).abs())
        .fold(0.0, f64::max)
}

/// Returns whether the intervals of all rates include their targets, or overlap with the bands.
pub fn holds(point: &Point, aims: &[Aim]) -> bool {
    let mut each = point.rates.iter().zip(aims);
    each.all(|(rate, aim)| aim.may_be_met(rate))
}

/// Returns whether all rates meet their targets.
pub fn meets(point: &Point, aims: &[Aim]) -> bool {
    let mut each = point.rates.iter().zip(aims);
    each.all(|(rate, aim)| aim.is_met(rate))
}

/// The crossing of the line through the points with a share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Root {
    /// Its position.
    pub at: f64,
    /// The lower end of the 95 % interval; `None` if it is beyond the points.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// The crossing of the line through these points, each a value and its rate, with the share; if there are several,
/// the one nearest to `nearest`. The ends of its interval are the crossings of the lines through the ends of the
/// points' intervals.
pub fn root(points: &[(f64, Interval)], share: f64, nearest: f64) -> Option<Root> {
    let mut points = points.to_vec();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let above = |point: &(f64, Interval)| point.1.estimate >= share;
    let crossed = (1..points.len()).filter(|&i| above(&points[i - 1]) != above(&points[i]));
    let cross = |i: usize| meet(points[i - 1], points[i], share, |rate| rate.estimate);
    let i = crossed.min_by(|&a, &b| {
        let far = |i: usize| (cross(i) - nearest).abs();
        far(a).total_cmp(&far(b))
    })?;
    let held = |point: &(f64, Interval)| point.1.low <= share && share <= point.1.high;
    // The end of the interval lies between a point whose interval excludes the share and the next one towards the
    // root.
    let end = |outer: (f64, Interval), inner: (f64, Interval)| {
        let bound: fn(&Interval) -> f64 = if outer.1.estimate < share {
            |rate| rate.high
        } else {
            |rate| rate.low
        };
        meet(outer, inner, share, bound)
    };
    let low = (0..i).rev().find(|&at| !held(&points[at]));
    let high = (i..points.len()).find(|&at| !held(&points[at]));
    Some(Root {
        at: cross(i),
        low: low.map(|at| end(points[at], points[at + 1])),
        high: high.map(|at| end(points[at], points[at - 1])),
    })
}

/// The position where the line between two points has this height.
fn meet(a: (f64, Interval), b: (f64, Interval), height: f64, of: impl Fn(&Interval) -> f64) -> f64 {
    let (from, to) = (of(&a.1), of(&b.1));
    let part = (height - from) / (to - from);
    // For a level line, its middle.
    let part = if part.is_finite() {
        part.clamp(0.0, 1.0)
    } else {
        0.5
    };
    a.0 + part * (b.0 - a.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A curve of known rates that records the requests.
    struct Known {
        rate: fn(usize) -> f64,
        reach: f64,
        asked: Vec<usize>,
    }

    impl Known {
        fn new(rate: fn(usize) -> f64) -> Self {
            let (reach, asked) = (0.004, Vec::new());
            Self { rate, reach, asked }
        }

        fn at(&self, value: usize) -> Interval {
            let estimate = (self.rate)(value);
            Interval {
                low: estimate - self.reach,
                high: estimate + self.reach,
                estimate,
            }
        }
    }

    impl Curve for Known {
        fn points(&mut self, values: &[usize], stage: SearchStage) -> Result<Vec<Point>, Ended> {
            if stage == SearchStage::Search {
                self.asked.extend(values);
            }
            let point = |&value: &usize| Point {
                fights: Some(1),
                rates: vec![self.at(value)],
            };
            Ok(values.iter().map(point).collect())
        }

        fn lead(&mut self, near: usize, other: usize) -> Result<Interval, Ended> {
            let estimate = (self.rate)(other) - (self.rate)(near);
            Ok(Interval {
                low: estimate - self.reach,
                high: estimate + self.reach,
                estimate,
            })
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn float(value: usize) -> f64 {
        value as f64
    }

    #[test]
    fn a_rising_curve_is_searched_in_few_steps() {
        let mut curve = Known::new(|value| float(value) / 1000.0);
        let found = find(&mut curve, 1001, &[Aim::at(0.5)]).expect("an answer");
        assert_eq!((found.nearest, found.reach), (500, Reach::Met));
        assert!(curve.asked.len() < 60, "{} values", curve.asked.len());
        // ± 0.4 % are four steps in either direction: the outermost checked values are beyond them.
        let may_be = found.may_be(&[Aim::at(0.5)]);
        assert!(
            may_be.iter().all(|value| (496..=504).contains(value)),
            "{may_be:?}"
        );
        assert!(*found.checked.keys().next().expect("one") < 496);
        assert!(*found.checked.keys().last().expect("one") > 504);
    }

    #[test]
    fn a_falling_curve_and_one_that_turns_are_no_harder() {
        let mut falling = Known::new(|value| 0.9 - float(value) / 100.0);
        let found = find(&mut falling, 60, &[Aim::at(0.5)]).expect("an answer");
        assert_eq!((found.nearest, found.reach), (40, Reach::Met));
        // Up to 60 % in the middle and down again: two valid answers.
        let mut hill = Known::new(|value| 0.6 - (float(value) - 100.0).powi(2) / 10_000.0);
        let found = find(&mut hill, 201, &[Aim::at(0.5)]).expect("an answer");
        assert!([68, 132].contains(&found.nearest), "{}", found.nearest);
    }

    #[test]
    fn a_target_between_two_steps_or_beyond_all_is_said_to_be() {
        let mut steep = Known::new(|value| if value < 7 { 0.3 } else { 0.6 });
        let found = find(&mut steep, 20, &[Aim::at(0.5)]).expect("an answer");
        assert_eq!((found.nearest, found.reach), (7, Reach::Between(6, 7)));
        let mut low = Known::new(|value| float(value) / 100.0);
        let found = find(&mut low, 31, &[Aim::at(0.5)]).expect("an answer");
        assert_eq!((found.nearest, found.reach), (30, Reach::Beyond));
    }

    #[test]
    fn a_tolerance_is_for_the_estimate_and_the_interval_says_what_may_be() {
        let aims = [Aim {
            share: 0.5,
            tolerance: 0.002,
        }];
        let mut steps = Known::new(|value| float(value) / 100.0 + 0.003);
        let found = find(&mut steps, 100, &aims).expect("an answer");
        // 50.3 % is beyond the tolerance, though its interval of ± 0.4 % includes the target.
        assert_eq!((found.nearest, found.reach), (50, Reach::Between(49, 50)));
        assert_eq!(found.may_be(&aims), [50]);
        let rate = |estimate: f64| Interval {
            low: estimate - 0.004,
            high: estimate + 0.004,
            estimate,
        };
        for (estimate, is_met, may_be) in [
            (0.493, false, false),
            (0.497, false, true),
            (0.498, true, true),
            (0.502, true, true),
            (0.503, false, true),
            (0.507, false, false),
        ] {
            let found = (
                aims[0].is_met(&rate(estimate)),
                aims[0].may_be_met(&rate(estimate)),
            );
            assert_eq!(found, (is_met, may_be), "{estimate}");
        }
        let wide = [Aim {
            share: 0.5,
            tolerance: 0.01,
        }];
        let found = find(&mut steps, 100, &wide).expect("an answer");
        assert_eq!((found.nearest, found.reach), (50, Reach::Met));
        assert_eq!(found.may_be(&wide), [49, 50, 51]);
    }

    #[test]
    fn a_flat_curve_names_a_rival_that_is_no_farther() {
        let mut flat = Known::new(|_| 0.5);
        let found = find(&mut flat, 40, &[Aim::at(0.5)]).expect("an answer");
        let (_, lead) = found.rival.expect("there are others");
        assert!(lead.low < 0.0);
        assert_eq!(found.checked.keys().next(), Some(&0));
        assert_eq!(found.checked.keys().last(), Some(&39));
    }

    #[test]
    fn the_root_lies_between_the_points_and_its_interval_around_it() {
        let rate = |estimate: f64| Interval {
            low: estimate - 0.01,
            high: estimate + 0.01,
            estimate,
        };
        let line = [
            (10.0, rate(0.42)),
            (11.0, rate(0.46)),
            (12.0, rate(0.52)),
            (13.0, rate(0.6)),
        ];
        let found = root(&line, 0.5, 12.0).expect("it is crossed");
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} is not {b}");
        near(found.at, 11.0 + 2.0 / 3.0);
        near(found.low.expect("an end"), 11.5);
        near(found.high.expect("an end"), 11.0 + 5.0 / 6.0);
        assert_eq!(root(&line, 0.7, 12.0), None);
        // The intervals of the last points contain the share: the interval of the crossing has no end there.
        let open = [(1.0, rate(0.4)), (2.0, rate(0.495)), (3.0, rate(0.505))];
        let found = root(&open, 0.5, 2.0).expect("it is crossed");
        assert_eq!(found.high, None);
        near(found.low.expect("an end"), 1.0 + 0.09 / 0.095);
    }
}
