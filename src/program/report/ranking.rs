//! The matchups that stand out among many.
//!
//! A matrix of hundreds of win rates shows nothing at a glance, but averages do: each value of an axis has the mean
//! win rate of the first side over all matchups with that value, with equal weights.

use indexmap::{IndexMap, IndexSet};

use super::Played;
use crate::fight::SideId;
use crate::tally::{Count, Interval};

/// The side whose win rates are compared.
pub(super) const FIRST: SideId = SideId(0);

/// Most values of an axis that stay in the order of their axis if they are not numbers.
const LISTED: usize = 20;

/// Returns whether values are ranked by their win rates: many values that are not numbers.
pub(super) fn is_ranked<'a>(values: impl Iterator<Item = &'a str> + Clone) -> bool {
    values.clone().count() > LISTED && numbers(values).is_none()
}

/// Returns the values as numbers, if all are numbers that rise or fall.
pub(super) fn numbers<'a>(values: impl Iterator<Item = &'a str>) -> Option<Vec<f64>> {
    let numbers = values.map(|value| value.parse::<f64>().ok().filter(|x| x.is_finite()));
    let numbers: Vec<f64> = numbers.collect::<Option<_>>()?;
    let goes = |order: fn(f64, f64) -> bool| numbers.windows(2).all(|pair| order(pair[0], pair[1]));
    let one_way = goes(|a, b| a < b) || goes(|a, b| a > b);
    (numbers.len() > 1 && one_way).then_some(numbers)
}

/// Returns the matchups by the win rate of the first side, the highest first; equals in their order.
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

/// Returns the values of an axis as charts have them: numbers in the order of the axis, names by their mean
/// win rate.
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

/// Returns the values of an axis with the mean win rate of the first side, strongest first; equal ones in the
/// order of the axis.
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

/// Returns whether the matchups are all combinations of their values, so that averages by value are comparable.
pub(super) fn is_whole<C: Count>(played: &[&Played<C>]) -> bool {
    let combinations: usize = values(played).iter().map(IndexSet::len).product();
    played.len() == combinations
}

/// Returns the mean of several independent figures, with its interval.
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

/// Returns the matchups by the distance between the first side and its best opponent, the most lopsided
/// first. A contender against itself is left out.
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

/// Returns the first two axes, among these lists of values, that list the same values: contenders that meet
/// each other.
pub(super) fn contenders(axes: &[IndexSet<&str>]) -> Option<[usize; 2]> {
    let all = 0..axes.len();
    let mut pairs = all.flat_map(|one| (one + 1..axes.len()).map(move |other| [one, other]));
    pairs.find(|&[one, other]| axes[one].len() > 1 && axes[one] == axes[other])
}

/// Returns the axes of a scenario's matchups that have more than one value, by their names.
pub(super) fn varied<'a, C: Count>(played: &[&'a Played<C>]) -> Vec<&'a str> {
    let names = played.first().into_iter().flat_map(|played| &played.axes);
    let varied = names
        .zip(values(played))
        .filter(|(_, values)| values.len() > 1);
    varied.map(|((name, _), _)| name.as_str()).collect()
}

/// Returns the values of each axis of a scenario's matchups.
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
