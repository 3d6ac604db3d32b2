//! What stands out among many matchups.
//!
//! A matrix of hundreds of win rates says nothing at a glance. Averages over everything met do: each value of an
//! axis has the mean win rate of the first side over all matchups with that value, every matchup weighing the same.

use indexmap::IndexMap;

use super::Played;
use crate::fight::SideId;
use crate::tally::{Count, Interval};

/// The side whose win rates are compared.
pub(super) const FIRST: SideId = SideId(0);

/// The values of an axis with the mean win rate of the first side, strongest first; equals in the order of the axis.
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

/// The mean of several figures, and how far it may be off if they are independent of each other.
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

/// The matchups by how far the first side is from its best opponent, the most lopsided first. A matchup that has the
/// same value on all its axes is a thing against its like and left out.
pub(super) fn by_margin<'a, C: Count>(played: &[&'a Played<C>]) -> Vec<&'a Played<C>> {
    let mut ranking: Vec<_> = played
        .iter()
        .filter(|played| !is_mirror(played))
        .filter_map(|&played| Some((margin(played)?, played)))
        .collect();
    ranking.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    ranking.into_iter().map(|(_, played)| played).collect()
}

fn is_mirror<C: Count>(played: &Played<C>) -> bool {
    match played.axes.as_slice() {
        [(_, first), rest @ ..] if !rest.is_empty() => rest.iter().all(|(_, value)| value == first),
        _ => false,
    }
}

fn margin<C: Count>(played: &Played<C>) -> Option<f64> {
    let rate = |side| played.tally.win_rate(side).map(|rate| rate.estimate);
    let others = (1..played.cast.sides.len()).filter_map(|side| rate(SideId::at(side)));
    Some((rate(FIRST)? - others.fold(0.0, f64::max)).abs())
}
