//! Finds the matchups and values that stand out among many.
//!
//! A table of hundreds of win rates is hard to read, but averages are easy. Each value of an axis gets the
//! mean win rate of the first side over all matchups with that value, with equal weights.

use indexmap::{IndexMap, IndexSet};

use super::Played;
use crate::fight::SideId;
use crate::tally::{Count, Interval};

/// The side whose win rates are compared.
pub(super) const FIRST: SideId = SideId(0);

/// Up to this number of values, an axis is shown in its own order even if its values are not numbers.
const LISTED: usize = 20;

/// Returns whether values are ranked by their win rates: if there are many of them and they are not numbers.
pub(super) fn is_ranked<'a>(values: impl Iterator<Item = &'a str> + Clone) -> bool {
    values.clone().count() > LISTED && numbers(values).is_none()
}

/// Returns the values as numbers, if all of them are numbers in ascending or descending order.
pub(super) fn numbers<'a>(values: impl Iterator<Item = &'a str>) -> Option<Vec<f64>> {
    let numbers = values.map(|value| value.parse::<f64>().ok().filter(|x| x.is_finite()));
    let numbers: Vec<f64> = numbers.collect::<Option<_>>()?;
    let goes = |order: fn(f64, f64) -> bool| numbers.windows(2).all(|pair| order(pair[0], pair[1]));
    let one_way = goes(|a, b| a < b) || goes(|a, b| a > b);
    (numbers.len() > 1 && one_way).then_some(numbers)
}

/// Returns the matchups ordered by the win rate of the first side, the highest first. Matchups with the same
/// win rate keep their order.
pub(super) fn by_rate<'a, C: Count>(group: &[&'a Played<C>]) -> Vec<&'a Played<C>> {
    let rate = |played: &Played<C>| {
        played
            .tally
            .win_rate(FIRST)
            .map_or(0.0, |rate| rate.estimate)
    };
    let mut ranking = group.to_vec();
    ranking.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
    ranking
}

/// Returns the values of an axis in the order of charts, each with its mean win rate. Numbers are in the
/// order of the axis, and names are ordered by their mean win rate.
pub(super) fn in_order<'a, C: Count>(
    played: &[&'a Played<C>],
    axis: &str,
) -> Vec<(&'a str, Interval)> {
    let mut ranking = by_value(played, axis);
    let own = |played: &&'a Played<C>| {
        let mut values = played.axes.iter();
        values
            .find(|(name, _)| name == axis)
            .map(|(_, value)| value.as_str())
    };
    let values: IndexSet<&str> = played.iter().filter_map(own).collect();
    if numbers(values.iter().copied()).is_some() {
        ranking.sort_by_key(|(value, _)| values.get_index_of(value));
    }
    ranking
}

/// Returns the values of an axis, each with the mean win rate of the first side, the highest first. Values
/// with the same mean are in the order of the axis.
pub(super) fn by_value<'a, C: Count>(
    played: &[&'a Played<C>],
    axis: &str,
) -> Vec<(&'a str, Interval)> {
    let mut values: IndexMap<&str, Vec<Interval>> = IndexMap::new();
    for played in played {
        let rates = played.axes.iter().filter(|(name, _)| name == axis);
        for ((_, value), rate) in rates.zip(played.tally.win_rate(FIRST)) {
            values.entry(value).or_default().push(rate);
        }
    }
    let mut ranking: Vec<_> = values
        .into_iter()
        .filter_map(|(value, rates)| Some((value, average(&rates)?)))
        .collect();
    ranking.sort_by(|(_, a), (_, b)| b.estimate.total_cmp(&a.estimate));
    ranking
}

/// Returns whether all combinations of the axes' values are among the matchups. Otherwise the averages of
/// values cannot be compared.
pub(super) fn is_whole<C: Count>(played: &[&Played<C>]) -> bool {
    let combinations: usize = values(played).iter().map(IndexSet::len).product();
    played.len() == combinations
}

/// Returns the mean of independent figures, with its interval.
pub(super) fn average(figures: &[Interval]) -> Option<Interval> {
    let n = f64::from(u32::try_from(figures.len()).ok().filter(|&n| n > 0)?);
    let estimate = figures.iter().map(|f| f.estimate).sum::<f64>() / n;
    let joint = |reach: fn(&Interval) -> f64| {
        figures.iter().map(|f| reach(f).powi(2)).sum::<f64>().sqrt() / n
    };
    Some(Interval {
        low: estimate - joint(|f| f.estimate - f.low),
        high: estimate + joint(|f| f.high - f.estimate),
        estimate,
    })
}

/// Returns the matchups ordered by the difference between the win rates of the first side and its best
/// opponent, the largest difference first. Matchups of a contender against itself are left out.
pub(super) fn by_margin<'a, C: Count>(played: &[&'a Played<C>]) -> Vec<&'a Played<C>> {
    let alike = contenders(&values(played));
    let is_mirror = |played: &Played<C>| {
        let value = |axis: usize| played.axes.get(axis).map(|(_, value)| value);
        alike.is_some_and(|[one, other]| value(one) == value(other))
    };
    let mut ranking: Vec<_> = played
        .iter()
        .filter(|played| !is_mirror(played))
        .filter_map(|&played| Some((margin(played)?, played)))
        .collect();
    ranking.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    ranking.into_iter().map(|(_, played)| played).collect()
}

/// Returns the indices of the first two axes with the same values, which are contenders that meet each other.
/// `axes` has the values of each axis.
pub(super) fn contenders(axes: &[IndexSet<&str>]) -> Option<[usize; 2]> {
    let all = 0..axes.len();
    let mut pairs = all.flat_map(|one| (one + 1..axes.len()).map(move |other| [one, other]));
    pairs.find(|&[one, other]| axes[one].len() > 1 && axes[one] == axes[other])
}

/// Returns the names of the axes that have more than one value.
pub(super) fn varied<'a, C: Count>(played: &[&'a Played<C>]) -> Vec<&'a str> {
    let names = played.first().into_iter().flat_map(|played| &played.axes);
    let varied = names
        .zip(values(played))
        .filter(|(_, values)| values.len() > 1);
    varied.map(|((name, _), _)| name.as_str()).collect()
}

/// Returns the values of each axis in these matchups, which are of one scenario.
fn values<'a, C: Count>(played: &[&'a Played<C>]) -> Vec<IndexSet<&'a str>> {
    let mut all = vec![IndexSet::new(); played.first().map_or(0, |played| played.axes.len())];
    for played in played {
        for (values, (_, value)) in all.iter_mut().zip(&played.axes) {
            values.insert(value.as_str());
        }
    }
    all
}

fn margin<C: Count>(played: &Played<C>) -> Option<f64> {
    let rate = |side| played.tally.win_rate(side).map(|rate| rate.estimate);
    let alliances = &played.cast.alliances;
    let others = (1..played.cast.sides.len()).map(SideId::at);
    let others = others.filter(|&side| !alliances.are_allied(FIRST, side));
    let others = others.filter_map(rate);
    Some((rate(FIRST)? - others.fold(0.0, f64::max)).abs())
}
