//! Searches for a single value: the one that gives a side its target win rate.
//!
//! The win rate may rise and fall several times within the range of values. The search first tries a coarse
//! grid of values. It then halves the gaps where the win rate crosses the target and the gaps next to the
//! best value, until these gaps contain no further value. Fresh fights then judge the value that was found
//! and its neighbours. Values farther out are judged too, as long as they might be the answer.

use std::collections::BTreeMap;

use super::Ended;
use crate::tally::Interval;

/// Number of values in the coarse grid that is tried first.
const GRID: usize = 9;

/// A target win rate, with a tolerance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim {
    /// The target: a share of fights from 0 to 1.
    pub share: f64,
    /// How far a rate may be from the target. If this is 0, the target must be within the 95 % interval of
    /// the rate.
    pub tolerance: f64,
}

impl Aim {
    /// Returns the target `share` without a tolerance.
    pub fn at(share: f64) -> Self {
        let tolerance = 0.0;
        Self { share, tolerance }
    }

    /// Returns the lowest and the highest rate within the tolerance.
    pub fn band(self) -> (f64, f64) {
        let (low, high) = (self.share - self.tolerance, self.share + self.tolerance);
        (low.max(0.0), high.min(1.0))
    }

    /// Returns whether a rate meets the target. With a tolerance, the estimate of the rate has to be within
    /// it. Without a tolerance, the target has to be within the interval of the rate.
    pub fn is_met(self, rate: &Interval) -> bool {
        if self.tolerance <= 0.0 {
            return self.may_be_met(rate);
        }
        let (low, high) = self.band();
        low <= rate.estimate && rate.estimate <= high
    }

    /// Returns whether a rate may meet the target, because its interval overlaps with the band of the target.
    pub fn may_be_met(self, rate: &Interval) -> bool {
        let (low, high) = self.band();
        rate.low <= high && low <= rate.high
    }
}

/// The win rates at one value, in the order of the targets.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Number of fights in all matchups and in all orders of their sides. `None` if the rates are exact.
    pub fights: Option<u64>,
    /// The win rate of the side of each target.
    pub rates: Vec<Interval>,
}

/// The purpose of the fights that are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchStage {
    /// To find the value that is nearest to the targets.
    Search,
    /// To judge the value that was found, by fights with other dice.
    Check,
}

/// Win rates as a function of a value. A value is given by its index in the range that is searched.
pub trait Curve {
    /// Returns the win rates at each of `values`.
    ///
    /// # Errors
    /// If the user stops the search, or exact odds are too much work.
    fn points(&mut self, values: &[usize], stage: SearchStage) -> Result<Vec<Point>, Ended>;

    /// Compares, by fresh fights, how far the win rates at two values are from their targets. Returns the
    /// distance at `other` minus the distance at `near`.
    ///
    /// # Errors
    /// If the user stops the search, or exact odds are too much work.
    fn lead(&mut self, near: usize, other: usize) -> Result<Interval, Ended>;
}

/// Whether the win rates reach the targets at any of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The nearest value meets all targets (see [`Aim::is_met`]).
    Met,
    /// No value meets the target. The win rate crosses it between these two neighbouring values.
    Between(usize, usize),
    /// No value meets the target, and the win rate does not cross it between any two neighbouring values.
    Beyond,
}

/// Result of a search for a single value.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    /// The win rates in the fights of the search, by the index of the value.
    pub searched: BTreeMap<usize, Point>,
    /// The win rates in fresh fights, by the index of the value.
    pub checked: BTreeMap<usize, Point>,
    /// The value whose win rates in fresh fights are nearest to the targets.
    pub nearest: usize,
    /// Whether the win rates reach the targets.
    pub reach: Reach,
    /// The second nearest value, and how much farther it is from the targets than the nearest. `None` if only
    /// one value was judged.
    pub rival: Option<(usize, Interval)>,
}

impl SearchResult {
    /// Returns the judged values that may meet all targets, because the intervals of their win rates overlap
    /// with the bands of the targets.
    pub fn may_be(&self, aims: &[Aim]) -> Vec<usize> {
        let held = self.checked.iter().filter(|(_, point)| holds(point, aims));
        held.map(|(&value, _)| value).collect()
    }
}

/// Searches `count` values for the one whose win rates are nearest to `aims`.
///
/// # Errors
/// If `curve` ends the search early.
///
/// # Panics
/// If there are no values, or if `curve` returns a wrong number of points.
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

/// Returns the indices of the coarse grid: the first value, the last value and evenly spaced values between
/// them. Returns all values if there are at most [`GRID`].
fn grid(count: usize) -> Vec<usize> {
    if count <= GRID {
        return (0..count).collect();
    }
    (0..GRID).map(|i| i * (count - 1) / (GRID - 1)).collect()
}

/// Returns the midpoints of all gaps between tried values that may contain the wanted value.
fn halves(tried: &BTreeMap<usize, Point>, aims: &[Aim]) -> Vec<usize> {
    let best = nearest(tried, aims);
    let crossed = crossings(tried, aims);
    let gaps = tried.keys().zip(tried.keys().skip(1));
    gaps.filter(|&(&a, &b)| b > a + 1 && (a == best || b == best || crossed.contains(&(a, b))))
        .map(|(&a, &b)| usize::midpoint(a, b))
        .collect()
}

/// Returns the pairs of neighbouring tried values between which a win rate crosses its target.
fn crossings(tried: &BTreeMap<usize, Point>, aims: &[Aim]) -> Vec<(usize, usize)> {
    let side = |point: &Point, target: usize| point.rates[target].estimate >= aims[target].share;
    let gaps = tried.iter().zip(tried.iter().skip(1));
    gaps.filter(|((_, a), (_, b))| (0..aims.len()).any(|t| side(a, t) != side(b, t)))
        .map(|((&a, _), (&b, _))| (a, b))
        .collect()
}

/// Plays fresh fights at the best value of the search, at its neighbours and at the nearest crossing. As long
/// as the outermost judged value might be the answer, judges values farther out, at distances that double.
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

/// Returns the value whose win rates are nearest to their targets. If several are equally near, returns the
/// first.
fn nearest(points: &BTreeMap<usize, Point>, aims: &[Aim]) -> usize {
    let best = points
        .iter()
        .min_by(|a, b| off(a.1, aims).total_cmp(&off(b.1, aims)));
    best.map_or(0, |(&value, _)| value)
}

/// Returns how far the win rates of a point are from their targets: the largest of the distances.
pub fn off(point: &Point, aims: &[Aim]) -> f64 {
    let each = point.rates.iter().zip(aims);
    each.map(|(rate, aim)| (rate.estimate - aim.share).abs())
        .fold(0.0, f64::max)
}

/// Returns whether all win rates of a point may meet their targets (see [`Aim::may_be_met`]).
pub fn holds(point: &Point, aims: &[Aim]) -> bool {
    let mut each = point.rates.iter().zip(aims);
    each.all(|(rate, aim)| aim.may_be_met(rate))
}

/// Returns whether all win rates of a point meet their targets (see [`Aim::is_met`]).
pub fn meets(point: &Point, aims: &[Aim]) -> bool {
    let mut each = point.rates.iter().zip(aims);
    each.all(|(rate, aim)| aim.is_met(rate))
}

/// The place where the line of win rates crosses a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Root {
    /// The estimated place, as a position on the axis of values.
    pub at: f64,
    /// Lower end of the place's 95 % interval. `None` if the end is beyond the points.
    pub low: Option<f64>,
    /// Upper end of the place's 95 % interval. `None` if the end is beyond the points.
    pub high: Option<f64>,
}

/// Finds where the line through `points` crosses `share`. A point is a value and its win rate. If there are
/// several crossings, returns the one nearest to the value `nearest`. Returns `None` if there is no crossing.
///
/// On each side, the crossing's interval ends between the first point whose interval does not contain the
/// share and the inner neighbour of this point. If the point's win rate is below the share, the end is where
/// the line through the upper ends of both intervals crosses the share. If it is above, the line goes through
/// the lower ends.
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
    // An end of the interval lies between two neighbouring points. `outer` is the first point, going
    // outwards, whose interval does not contain the share. `inner` is its neighbour on the side of the
    // crossing.
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

/// Returns the position where the line between two points has the height `height`.
fn meet(a: (f64, Interval), b: (f64, Interval), height: f64, of: impl Fn(&Interval) -> f64) -> f64 {
    let (from, to) = (of(&a.1), of(&b.1));
    let part = (height - from) / (to - from);
    // If the line is level, the position in the middle is returned.
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

    /// A curve for tests with known win rates. It records the values whose rates were requested.
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
        // Intervals of ± 0.4 % contain the target for up to four values on either side. The outermost judged
        // values are farther out and do not meet the target.
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
        // The win rate rises to 60 % in the middle and falls again, so it is 50 % at two values.
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
        // 50.3 % is outside of the tolerance. The interval of ± 0.4 % includes the target, but with a
        // tolerance only the estimate counts.
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
        // The intervals of all points at the upper end contain the share, so the interval of the crossing has
        // no upper end.
        let open = [(1.0, rate(0.4)), (2.0, rate(0.495)), (3.0, rate(0.505))];
        let found = root(&open, 0.5, 2.0).expect("it is crossed");
        assert_eq!(found.high, None);
        near(found.low.expect("an end"), 1.0 + 0.09 / 0.095);
    }
}
