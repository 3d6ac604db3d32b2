//! Several values: a small set of changes after which every contender's mean lies in a band.
//!
//! The set need not be the smallest. From the present values, the search repeatedly takes the step that brings the
//! means nearest to the band; if no single step helps, it takes the best two together, as predicted from the single
//! steps. Then unnecessary steps are undone. Fresh fights of matchups compiled from scratch judge the result; if a
//! mean turns out to be outside, the search continues with a narrower band. No setting is judged twice.

use super::board::{Board, Setting};
use super::{Ended, RateMethod, Watch, fresh_seed};
use crate::tally::Interval;

/// Number of times that a failed result is repaired.
const REPAIRS: u64 = 6;
/// Number of pairs of steps that are played if no single step helps.
const PAIRS: usize = 24;

/// The target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BalanceTarget {
    /// The band's lower end, a share.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Most steps in total.
    pub most_steps: u32,
    /// The method for judging the result; the board has the one for the search.
    pub check: RateMethod,
    /// The run's seed.
    pub seed: u64,
}

/// Result of the search.
#[derive(Debug, Clone, PartialEq)]
pub struct Balance {
    /// The steps of each value.
    pub setting: Setting,
    /// The means before any change, by fresh fights.
    pub before: Vec<Interval>,
    /// The means after the changes, from separate fresh fights; without changes, equal to `before`.
    pub after: Vec<Interval>,
    /// Whether all means lie in the band.
    pub balanced: bool,
}

/// The distance of a set of means from the band, and their unevenness.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cost {
    /// Sum of the distances of the means from the band.
    outside: f64,
    /// Sum of the squares of the distances of the means from the middle of the band.
    uneven: f64,
}

/// Smaller differences count as none.
const NOTHING: f64 = 1e-9;

impl Cost {
    fn of(means: impl IntoIterator<Item = f64>, (low, high): (f64, f64)) -> Self {
        let middle = f64::midpoint(low, high);
        let zero = Self {
            outside: 0.0,
            uneven: 0.0,
        };
        means.into_iter().fold(zero, |cost, mean| Self {
            outside: cost.outside + (low - mean).max(mean - high).max(0.0),
            uneven: cost.uneven + (mean - middle).powi(2),
        })
    }

    /// The cost of an impossible setting.
    const WORST: Self = Self {
        outside: f64::INFINITY,
        uneven: f64::INFINITY,
    };

    fn is_met(self) -> bool {
        self.outside < NOTHING
    }

    fn is_less(self, other: Self) -> bool {
        if (self.outside - other.outside).abs() > NOTHING {
            return self.outside < other.outside;
        }
        self.uneven < other.uneven - NOTHING
    }
}

/// Searches for changes after which the means of all contenders lie in the band.
///
/// # Errors
/// If the search has to end first.
///
/// # Panics
/// If a scenario that could be read cannot be played.
pub fn balance(
    board: &mut Board<'_>,
    goal: &BalanceTarget,
    watch: &dyn Watch,
) -> Result<Balance, Ended> {
    let start = vec![0; board.knobs.len()];
    watch.stage("playing what there is");
    let fresh = |n| (goal.check, fresh_seed(goal.seed, n));
    let before = board.fresh(&start, fresh(0))?;
    let before = before.expect("what was read can be played");
    let cost_of = |means: &[Interval]| Cost::of(estimates(means), (goal.low, goal.high));
    let mut best = (cost_of(&before), start.clone(), before.clone());
    // A setting is judged only once: with several judgements one could pick the convenient one.
    let mut judged = vec![start.clone()];
    let width = goal.high - goal.low;
    let mut setting = start;
    let mut margin = 2.0 * error(&search_means(board, &setting)?).min(width / 8.0);
    for round in 1..=REPAIRS {
        if best.0.is_met() || margin > width / 3.0 {
            break;
        }
        let band = (goal.low + margin, goal.high - margin);
        setting = search(board, setting, band, (goal.most_steps, &judged), watch)?;
        if judged.contains(&setting) {
            margin += width / 20.0;
            continue;
        }
        judged.push(setting.clone());
        watch.stage("checking by fresh fights");
        // A value that is valid in the matchups that it affects may be invalid in another.
        let Some(means) = board.fresh(&setting, fresh(round))? else {
            break;
        };
        let cost = cost_of(&means);
        if cost.is_less(best.0) {
            best = (cost, setting.clone(), means);
        }
        margin += (cost.outside * 1.5).clamp(width / 200.0, width / 20.0);
    }
    let (cost, setting, after) = best;
    Ok(Balance {
        setting,
        before,
        after,
        balanced: cost.is_met(),
    })
}

fn estimates(means: &[Interval]) -> impl Iterator<Item = f64> {
    means.iter().map(|mean| mean.estimate)
}

/// The largest standard error of these means.
fn error(means: &[Interval]) -> f64 {
    means.iter().map(Interval::reach).fold(0.0, f64::max) / 2.0
}

fn search_means(board: &mut Board<'_>, setting: &Setting) -> Result<Vec<Interval>, Ended> {
    let found = board.means(std::slice::from_ref(setting))?.remove(0);
    Ok(found.unwrap_or_default())
}

/// The allowed steps from here, each a value and a direction.
fn moves(setting: &Setting, most_steps: u32) -> Vec<(usize, i32)> {
    let each = (0..setting.len()).flat_map(|knob| [(knob, -1), (knob, 1)]);
    each.filter(|&one| steps(&moved(setting, &[one])) <= most_steps)
        .collect()
}

fn moved(setting: &Setting, moves: &[(usize, i32)]) -> Setting {
    let mut setting = setting.clone();
    for &(knob, by) in moves {
        setting[knob] += by;
    }
    setting
}

/// The total number of steps of a setting.
pub fn steps(setting: &Setting) -> u32 {
    setting.iter().map(|offset| offset.unsigned_abs()).sum()
}

/// Searches from a setting for one whose means lie in the band, according to the search's fights, or for the best.
/// Settings that have already been judged are excluded, even if the search finds them again.
fn search(
    board: &mut Board<'_>,
    mut setting: Setting,
    band: (f64, f64),
    (most_steps, judged): (u32, &[Setting]),
    watch: &dyn Watch,
) -> Result<Setting, Ended> {
    let is_new = |tried: &Tried| !judged.contains(&tried.setting);
    let mut means = search_means(board, &setting)?;
    let mut cost = Cost::of(estimates(&means), band);
    if cost.is_met() && judged.contains(&setting) {
        cost = Cost::WORST;
    }
    while !cost.is_met() {
        let count = steps(&setting);
        let outside = Cost::of(estimates(&means), band).outside;
        watch.stage(&format!("{count} steps, {:.1} % outside", 100.0 * outside));
        let moves = moves(&setting, most_steps);
        let singles = tried(board, &setting, moves.iter().map(|&one| vec![one]), band)?;
        let mut next = singles
            .iter()
            .flatten()
            .filter(|&tried| is_new(tried))
            .min_by(|a, b| by_cost(a, b))
            .cloned();
        if next.as_ref().is_none_or(|next| !next.cost.is_less(cost)) {
            let pairs = pairs(&moves, &singles, &means, band);
            let pairs = pairs
                .into_iter()
                .filter(|pair| steps(&moved(&setting, pair)) <= most_steps);
            let doubles = tried(board, &setting, pairs.collect::<Vec<_>>(), band)?;
            next = doubles.into_iter().flatten().filter(is_new).min_by(by_cost);
        }
        let Some(next) = next.filter(|next| next.cost.is_less(cost)) else {
            break;
        };
        (setting, means, cost) = (next.setting, next.means, next.cost);
    }
    if cost.is_met() {
        setting = pruned(board, setting, band, judged, watch)?;
    }
    Ok(setting)
}

/// A setting and its rates.
#[derive(Debug, Clone)]
struct Tried {
    setting: Setting,
    means: Vec<Interval>,
    cost: Cost,
}

/// Orders by cost; among equals, the one with fewer steps comes first.
fn by_cost(a: &Tried, b: &Tried) -> std::cmp::Ordering {
    let outside = |tried: &Tried| {
        let outside = tried.cost.outside;
        if outside < NOTHING { 0.0 } else { outside }
    };
    outside(a)
        .total_cmp(&outside(b))
        .then(steps(&a.setting).cmp(&steps(&b.setting)))
        .then(a.cost.uneven.total_cmp(&b.cost.uneven))
}

/// Results of these moves; `None` for moves that cannot be made.
fn tried(
    board: &mut Board<'_>,
    setting: &Setting,
    moves: impl IntoIterator<Item = Vec<(usize, i32)>>,
    band: (f64, f64),
) -> Result<Vec<Option<Tried>>, Ended> {
    let settings: Vec<Setting> = moves
        .into_iter()
        .map(|moves| moved(setting, &moves))
        .collect();
    let means = board.means(&settings)?;
    let tried = |(setting, means): (Setting, Option<Vec<Interval>>)| {
        let means = means?;
        let cost = Cost::of(estimates(&means), band);
        Some(Tried {
            setting,
            means,
            cost,
        })
    };
    Ok(settings.into_iter().zip(means).map(tried).collect())
}

/// The most promising pairs of moves, assuming that their effects add up.
fn pairs(
    moves: &[(usize, i32)],
    singles: &[Option<Tried>],
    means: &[Interval],
    band: (f64, f64),
) -> Vec<Vec<(usize, i32)>> {
    let mut pairs: Vec<(Cost, Vec<(usize, i32)>)> = Vec::new();
    for (i, (one, first)) in moves.iter().zip(singles).enumerate() {
        for (other, second) in moves.iter().zip(singles).skip(i) {
            let (Some(first), Some(second)) = (first, second) else {
                continue;
            };
            if one.0 == other.0 && one.1 != other.1 {
                continue;
            }
            let sum = means.iter().zip(&first.means).zip(&second.means);
            let sum = sum.map(|((at, a), b)| a.estimate + b.estimate - at.estimate);
            pairs.push((Cost::of(sum, band), vec![*one, *other]));
        }
    }
    pairs.sort_by(|(a, _), (b, _)| {
        let outside = a.outside.total_cmp(&b.outside);
        outside.then(a.uneven.total_cmp(&b.uneven))
    });
    pairs.truncate(PAIRS);
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

/// The setting without unnecessary steps.
fn pruned(
    board: &mut Board<'_>,
    mut setting: Setting,
    band: (f64, f64),
    judged: &[Setting],
    watch: &dyn Watch,
) -> Result<Setting, Ended> {
    watch.stage("taking back what is not needed");
    loop {
        let back: Vec<Vec<(usize, i32)>> = (0..setting.len())
            .filter(|&knob| setting[knob] != 0)
            .map(|knob| vec![(knob, -setting[knob].signum())])
            .collect();
        let found = tried(board, &setting, back, band)?;
        let met = found
            .into_iter()
            .flatten()
            .filter(|tried| tried.cost.is_met() && !judged.contains(&tried.setting));
        let touched = |tried: &Tried| tried.setting.iter().filter(|step| **step != 0).count();
        let best = met.min_by(|a, b| {
            let values = touched(a).cmp(&touched(b));
            values.then(a.cost.uneven.total_cmp(&b.cost.uneven))
        });
        match best {
            Some(tried) => setting = tried.setting,
            None => return Ok(setting),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(estimate: f64) -> Interval {
        Interval {
            low: estimate - 0.001,
            high: estimate + 0.001,
            estimate,
        }
    }

    #[test]
    fn what_lies_in_the_band_costs_nothing() {
        let band = (0.45, 0.55);
        assert!(Cost::of([0.45, 0.5, 0.55], band).is_met());
        let outside = Cost::of([0.44, 0.5, 0.57], band);
        assert!((outside.outside - 0.03).abs() < 1e-12);
        assert!(Cost::of([0.45, 0.55], band).is_less(outside));
        assert!(Cost::of([0.5, 0.5], band).is_less(Cost::of([0.45, 0.55], band)));
    }

    #[test]
    fn steps_are_limited_and_counted_either_way() {
        assert_eq!(steps(&vec![2, -3, 0]), 5);
        // At the limit, only steps back are left.
        assert_eq!(moves(&vec![2, -1], 3), [(0, -1), (1, 1)]);
    }

    #[test]
    fn two_steps_are_foretold_by_each_of_them() {
        let tried = |setting: Setting, means: [f64; 2]| {
            let means: Vec<Interval> = means.into_iter().map(mean).collect();
            Some(Tried {
                setting,
                cost: Cost::of(estimates(&means), (0.45, 0.55)),
                means,
            })
        };
        let moves = [(0, 1), (1, 1)];
        let singles = [
            tried(vec![1, 0], [0.53, 0.56]),
            tried(vec![0, 1], [0.43, 0.46]),
        ];
        let start = [mean(0.44), mean(0.56)];
        let found = pairs(&moves, &singles, &start, (0.45, 0.55));
        // 53 + 43 - 44 and 56 + 46 - 56: both moves together suffice.
        assert_eq!(found[0], [(0, 1), (1, 1)]);
    }
}
