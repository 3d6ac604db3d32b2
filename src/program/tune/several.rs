//! Searches for a small set of changes that bring the mean win rate of every contender into a band.
//!
//! The search starts from the present values and repeatedly takes the step that brings the means nearest to
//! the band. If no single step helps, it takes two steps at once. Their effect is predicted from the effects
//! of the single steps. At the end, steps that are not needed are undone. There may be an even smaller set
//! than the one that is found.
//!
//! The result is judged by fresh fights of newly compiled matchups. If a mean is outside of the band, the
//! search continues with a narrower band. No setting is judged twice.

use super::board::{Board, Setting};
use super::{Ended, RateMethod, Watch, fresh_seed};
use crate::tally::Interval;

/// Maximum number of settings that are judged before the search gives up.
const REPAIRS: u64 = 6;
/// Maximum number of pairs of steps that are played when no single step helps.
const PAIRS: usize = 24;

/// The goal of a search for balance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BalanceTarget {
    /// Lower end of the band for the mean win rates, from 0 to 1.
    pub low: f64,
    /// Upper end of the band.
    pub high: f64,
    /// Maximum number of steps of all values together.
    pub most_steps: u32,
    /// How the win rates are found when a result is judged. The board has the method for the search.
    pub check: RateMethod,
    /// The seed of the run.
    pub seed: u64,
}

/// Result of a search for balance.
#[derive(Debug, Clone, PartialEq)]
pub struct Balance {
    /// The number of steps of each value from its present value.
    pub setting: Setting,
    /// The mean win rates before any change, from fresh fights.
    pub before: Vec<Interval>,
    /// The mean win rates after the changes, from other fresh fights. They are equal to `before` if nothing
    /// was changed.
    pub after: Vec<Interval>,
    /// Whether all mean win rates after the changes are in the band.
    pub balanced: bool,
}

/// How far the mean win rates of a setting are from the band, and how uneven they are.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cost {
    /// Sum over the contenders of the distance of the mean from the band.
    outside: f64,
    /// Sum over the contenders of the square of the distance of the mean from the middle of the band.
    uneven: f64,
}

/// Costs that differ by less than this count as equal.
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

/// Searches for changes that bring the mean win rates of all contenders into the band.
///
/// # Errors
/// If the search is stopped or exact odds are too much work.
///
/// # Panics
/// If a matchup of a scenario that was read without faults cannot be played.
pub fn balance(
    board: &mut Board<'_>,
    goal: &BalanceTarget,
    watch: &dyn Watch,
) -> Result<Balance, Ended> {
    let start = vec![0; board.knobs.len()];
    watch.stage("playing the present values");
    let fresh = |n| (goal.check, fresh_seed(goal.seed, n));
    let before = board.fresh(&start, fresh(0))?;
    let before = before.expect("what was read can be played");
    let cost_of = |means: &[Interval]| Cost::of(estimates(means), (goal.low, goal.high));
    let mut best = (cost_of(&before), start.clone(), before.clone());
    // If a setting were judged several times, the search could pick a lucky judgement. Each is therefore
    // judged once.
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
        watch.stage("checking with new fights");
        // The search plays only matchups that a value affects. In another matchup, the new value may be
        // invalid.
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

/// Returns the largest standard error of these means.
fn error(means: &[Interval]) -> f64 {
    means.iter().map(Interval::reach).fold(0.0, f64::max) / 2.0
}

fn search_means(board: &mut Board<'_>, setting: &Setting) -> Result<Vec<Interval>, Ended> {
    let found = board.means(std::slice::from_ref(setting))?.remove(0);
    Ok(found.unwrap_or_default())
}

/// Returns all single steps from `setting` after which the total is at most `most_steps`. Each step is the
/// index of a value and a direction.
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

/// Returns the total number of steps of a setting, over all values.
pub fn steps(setting: &Setting) -> u32 {
    setting.iter().map(|offset| offset.unsigned_abs()).sum()
}

/// Searches from `setting` for a setting whose means are in the band, according to the fights of the search.
/// Settings in `judged` are excluded. If none is in the band, returns the best one that was found.
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

/// A setting that was played, with its means.
#[derive(Debug, Clone)]
struct Tried {
    setting: Setting,
    means: Vec<Interval>,
    cost: Cost,
}

/// Orders settings by their distance from the band. If two are equally far, the one with fewer steps comes
/// first, and of these the one with the more even means.
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

/// Plays the settings that result from `setting` by each list of moves. A move is the index of a value and a
/// number of steps. The entry is `None` if the resulting setting is impossible.
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

/// Returns the pairs of moves that come nearest to the band, if the effects of both moves are assumed to add
/// up. At most [`PAIRS`] pairs are returned.
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

/// Undoes steps of a setting as long as its means stay in the band. Returns the resulting setting.
fn pruned(
    board: &mut Board<'_>,
    mut setting: Setting,
    band: (f64, f64),
    judged: &[Setting],
    watch: &dyn Watch,
) -> Result<Setting, Ended> {
    watch.stage("removing unnecessary steps");
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
        // Both values together have the maximum of three steps, so only steps back towards 0 are possible.
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
        // The means are predicted as 53 + 43 - 44 and 56 + 46 - 56 for both moves together. Both predictions
        // are in the band.
        assert_eq!(found[0], [(0, 1), (1, 1)]);
    }
}
