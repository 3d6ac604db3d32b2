//! Searches for combinations of values that meet target win rates with as few steps from the present values
//! as possible.
//!
//! The search first plays each value alone, at offsets that grow with the distance from the present value.
//! The results predict the win rates of combinations: on the logit scale, the effects of the values are
//! assumed to add up. A prediction starts from the nearest setting that was played. The more settings have
//! been played, the better this corrects effects that do not add up.
//!
//! The search then goes through the settings in the order of their total number of steps. It plays settings
//! that are predicted to be near the targets. If such a setting is in fact near them, it is judged by fresh
//! fights, once. The search ends when there are enough answers, or when no setting within the limits is left.

use std::collections::BTreeMap;

use super::board::{Board, Setting};
use super::one::Aim;
use super::several::steps;
use super::{Ended, RateMethod, Watch, fresh_seed};
use crate::tally::Interval;

/// The numbers of steps, up and down, that each value is played at while all other values are unchanged.
const ALONE: [i32; 16] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512];
/// Maximum number of settings whose win rates are predicted, at each total number of steps. If there are
/// more, only settings that change few values are predicted.
const PREDICTED: usize = 20_000;
/// Maximum number of settings that the search plays at each total number of steps. These are the settings
/// whose predicted win rates are nearest to the targets.
const PLAYED: usize = 16;
/// Maximum number of settings that are judged by fresh fights.
const JUDGED: usize = 60;
/// How far a predicted win rate may be from its target for the setting to be played. 0.01 is one percentage
/// point.
const SLACK: f64 = 0.03;

/// The goal of a search for combinations.
#[derive(Debug, Clone)]
pub struct CombinationTarget {
    /// The targets. Each is the index of a contender of the board, and the target for its win rate.
    pub aims: Vec<(usize, Aim)>,
    /// Maximum number of steps of all values together.
    pub most_steps: u32,
    /// Number of answers to find.
    pub answers: usize,
    /// How the win rates of settings are found when they are judged. The board has the method for the search.
    pub check: RateMethod,
    /// The seed of the run.
    pub seed: u64,
}

/// A setting that was played, with its win rates.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedCombination {
    /// The number of steps of each value from its present value.
    pub setting: Setting,
    /// The win rates, in the order of the targets.
    pub rates: Vec<Interval>,
    /// Whether all win rates meet their targets.
    pub is_met: bool,
}

/// Result of a search for combinations.
#[derive(Debug, Clone, PartialEq)]
pub struct Combinations {
    /// The present values with their win rates in fresh fights.
    pub now: PlayedCombination,
    /// The settings that the search has played, with their win rates in the fights of the search.
    pub searched: Vec<PlayedCombination>,
    /// The settings that were judged, with their win rates in fresh fights. Settings with few steps come
    /// first. The present values are among them only if they meet the targets.
    pub judged: Vec<PlayedCombination>,
    /// The largest total number of steps whose settings the search has gone through.
    pub reached: u32,
}

impl Combinations {
    /// Returns the judged settings that meet the targets.
    pub fn answers(&self) -> impl Iterator<Item = &PlayedCombination> {
        self.judged.iter().filter(|played| played.is_met)
    }

    /// Returns the judged setting whose win rates are nearest to the targets. Returns the present values if
    /// these are nearer.
    pub fn nearest(&self, aims: &[Aim]) -> &PlayedCombination {
        let off = |played: &PlayedCombination| {
            let each = played.rates.iter().zip(aims);
            each.map(|(rate, aim)| (rate.estimate - aim.share).abs())
                .fold(0.0, f64::max)
        };
        let all = std::iter::once(&self.now).chain(&self.judged);
        all.min_by(|a, b| off(a).total_cmp(&off(b)))
            .unwrap_or(&self.now)
    }
}

/// Searches for settings whose win rates meet the targets.
///
/// # Errors
/// If the search is stopped or exact odds are too much work.
///
/// # Panics
/// If a matchup of a scenario that was read without faults cannot be played.
pub fn combinations(
    board: &mut Board<'_>,
    goal: &CombinationTarget,
    watch: &dyn Watch,
) -> Result<Combinations, Ended> {
    let start: Setting = vec![0; board.knobs.len()];
    watch.stage("playing the present values");
    let fresh = |board: &Board<'_>, setting: &Setting, n: u64| {
        board.fresh(setting, (goal.check, fresh_seed(goal.seed, n)))
    };
    let now = fresh(board, &start, 0)?.expect("what was read can be played");
    let now = goal.played(start.clone(), &now);
    let mut model = Model::new(board, goal, watch)?;
    let mut judged: Vec<PlayedCombination> = Vec::new();
    let mut reached = 0;
    if now.is_met {
        judged.push(now.clone());
    }
    for distance in 1..=goal.most_steps {
        let found =
            |judged: &[PlayedCombination]| judged.iter().filter(|played| played.is_met).count();
        if found(&judged) >= goal.answers || judged.len() >= JUDGED || !model.has(distance) {
            break;
        }
        watch.stage(&format!("{distance} steps, {} answers", found(&judged)));
        for setting in model.near(board, goal, distance)? {
            if found(&judged) >= goal.answers || judged.len() >= JUDGED {
                break;
            }
            // The search plays only matchups that a value affects. In another matchup, the new value may be
            // invalid.
            if let Some(rates) = fresh(board, &setting, 1)? {
                judged.push(goal.played(setting, &rates));
            }
        }
        reached = distance;
    }
    Ok(Combinations {
        now,
        searched: model.played,
        judged,
        reached,
    })
}

impl CombinationTarget {
    fn played(&self, setting: Setting, means: &[Interval]) -> PlayedCombination {
        let rates: Vec<Interval> = self.aims.iter().map(|&(at, _)| means[at]).collect();
        let mut each = rates.iter().zip(&self.aims);
        let is_met = each.all(|(rate, (_, aim))| aim.is_met(rate));
        PlayedCombination {
            setting,
            rates,
            is_met,
        }
    }

    /// Returns how far the shares are from their targets: the largest distance of a share from the band of
    /// its target.
    fn miss(&self, shares: impl IntoIterator<Item = f64>) -> f64 {
        let each = shares.into_iter().zip(&self.aims);
        each.map(|(share, (_, aim))| {
            let (low, high) = aim.band();
            (low - share).max(share - high).max(0.0)
        })
        .fold(0.0, f64::max)
    }
}

/// A model that predicts the win rates of a setting from the settings that were played.
struct Model {
    /// For each value: the offsets that were played with all other values unchanged. Each offset has the
    /// logits of the win rates that have targets.
    alone: Vec<BTreeMap<i32, Vec<f64>>>,
    played: Vec<PlayedCombination>,
}

impl Model {
    fn new(
        board: &mut Board<'_>,
        goal: &CombinationTarget,
        watch: &dyn Watch,
    ) -> Result<Self, Ended> {
        watch.stage("playing each value alone");
        let count = board.knobs.len();
        let mut model = Self {
            alone: vec![BTreeMap::new(); count],
            played: Vec::new(),
        };
        model.play(board, goal, vec![vec![0; count]])?;
        let base = model.played.first().map(logits).unwrap_or_default();
        for alone in &mut model.alone {
            alone.insert(0, base.clone());
        }
        let most = i32::try_from(goal.most_steps).unwrap_or(i32::MAX);
        let offsets = ALONE.iter().filter(|&&offset| offset <= most);
        let mut ends: Vec<(usize, i32, i32)> = (0..count)
            .flat_map(|knob| [(knob, 1, 0), (knob, -1, 0)])
            .collect();
        for &offset in offsets {
            let settings = ends
                .iter()
                .map(|&(knob, sign, _)| single(count, knob, sign * offset));
            let valid = model.play(board, goal, settings.collect())?;
            let mut kept = Vec::new();
            for ((knob, sign, last), valid) in ends.into_iter().zip(valid) {
                if valid {
                    kept.push((knob, sign, offset));
                } else if offset - last > 1 {
                    // Between the two offsets, the ladder or the valid range of the field ends. The last
                    // valid offset is found by bisection.
                    model.bisect(board, goal, (knob, sign), (last, offset))?;
                }
            }
            ends = kept;
        }
        Ok(model)
    }

    /// Plays offsets of one value between a valid and an invalid one, until the last valid offset has been
    /// played.
    fn bisect(
        &mut self,
        board: &mut Board<'_>,
        goal: &CombinationTarget,
        (knob, sign): (usize, i32),
        (mut valid, mut invalid): (i32, i32),
    ) -> Result<(), Ended> {
        let count = board.knobs.len();
        while invalid - valid > 1 {
            let middle = i32::midpoint(valid, invalid);
            let played = self.play(board, goal, vec![single(count, knob, sign * middle)])?;
            if played == [true] {
                valid = middle;
            } else {
                invalid = middle;
            }
        }
        Ok(())
    }

    /// Plays these settings and adds them to the model. Returns, for each of them, whether it is possible.
    fn play(
        &mut self,
        board: &mut Board<'_>,
        goal: &CombinationTarget,
        settings: Vec<Setting>,
    ) -> Result<Vec<bool>, Ended> {
        let means = board.means(&settings)?;
        let mut valid = Vec::new();
        for (setting, means) in settings.into_iter().zip(means) {
            valid.push(means.is_some());
            let Some(means) = means else { continue };
            let played = goal.played(setting, &means);
            let mut changed = (0..played.setting.len()).filter(|&knob| played.setting[knob] != 0);
            if let (Some(knob), None) = (changed.next(), changed.next()) {
                self.alone[knob].insert(played.setting[knob], logits(&played));
            }
            self.played.push(played);
        }
        Ok(valid)
    }

    /// Returns whether a total of `distance` steps is possible within the ranges of the values.
    fn has(&self, distance: u32) -> bool {
        let reach: u32 = (self.alone.iter())
            .map(|alone| {
                let far =
                    |end: Option<(&i32, &Vec<f64>)>| end.map_or(0, |(at, _)| at.unsigned_abs());
                far(alone.first_key_value()).max(far(alone.last_key_value()))
            })
            .sum();
        distance <= reach
    }

    /// Returns the settings with a total of `distance` steps that are near the targets, the nearest first.
    /// Settings that are predicted to be near are played, and the results decide.
    fn near(
        &mut self,
        board: &mut Board<'_>,
        goal: &CombinationTarget,
        distance: u32,
    ) -> Result<Vec<Setting>, Ended> {
        let mut likely: Vec<(f64, Setting)> = self
            .shell(distance)
            .into_iter()
            .map(|setting| (goal.miss(self.predict(&setting)), setting))
            .filter(|(miss, _)| *miss <= SLACK)
            .collect();
        // Of settings with equal predictions, those that change fewer values come first.
        let values = |setting: &Setting| setting.iter().filter(|&&offset| offset != 0).count();
        likely.sort_by(|(a, one), (b, other)| {
            let miss = a.total_cmp(b);
            miss.then(values(one).cmp(&values(other)))
        });
        likely.truncate(PLAYED);
        let settings: Vec<Setting> = likely.into_iter().map(|(_, setting)| setting).collect();
        let before = self.played.len();
        let known = |setting: &Setting| self.played.iter().any(|one| one.setting == *setting);
        let unknown = settings.iter().filter(|setting| !known(setting));
        let unknown: Vec<Setting> = unknown.cloned().collect();
        self.play(board, goal, unknown)?;
        debug_assert!(self.played.len() >= before, "settings are added");
        let played = self.played.iter();
        let mut near: Vec<(f64, &PlayedCombination)> = played
            .filter(|one| settings.contains(&one.setting))
            .map(|one| (goal.miss(one.rates.iter().map(|rate| rate.estimate)), one))
            .filter(|(miss, one)| {
                let reach = one.rates.iter().map(Interval::reach).fold(0.0, f64::max);
                *miss <= reach
            })
            .collect();
        near.sort_by(|(a, one), (b, other)| {
            let miss = a.total_cmp(b);
            miss.then(values(&one.setting).cmp(&values(&other.setting)))
        });
        Ok(near
            .into_iter()
            .map(|(_, one)| one.setting.clone())
            .collect())
    }

    /// Returns the settings with a total of `distance` steps whose values are within their ranges. If there
    /// are too many, returns only those that change few values.
    fn shell(&self, distance: u32) -> Vec<Setting> {
        let count = self.alone.len();
        let mut most = count;
        loop {
            let mut settings = Vec::new();
            let mut setting = vec![0; count];
            let whole = self.fill(&mut setting, (0, distance, most), &mut settings);
            if whole || most == 1 {
                return settings;
            }
            most = most.min(4) - 1;
        }
    }

    /// Adds to `settings` all ways to divide `distance` steps among the value with index `knob` and those
    /// after it. At most `most` of these values may be changed. Returns false if there are too many ways.
    fn fill(
        &self,
        setting: &mut Setting,
        (knob, distance, most): (usize, u32, usize),
        settings: &mut Vec<Setting>,
    ) -> bool {
        if distance == 0 {
            settings.push(setting.clone());
            return settings.len() <= PREDICTED;
        }
        if knob == setting.len() || most == 0 {
            return true;
        }
        let (low, high) = self.range(knob);
        let reach = i32::try_from(distance).unwrap_or(i32::MAX);
        for offset in low.max(-reach)..=high.min(reach) {
            setting[knob] = offset;
            let left = distance - offset.unsigned_abs();
            let most = most - usize::from(offset != 0);
            if !self.fill(setting, (knob + 1, left, most), settings) {
                setting[knob] = 0;
                return false;
            }
        }
        setting[knob] = 0;
        true
    }

    /// Returns the lowest and the highest offset of a value that was played with all other values unchanged.
    fn range(&self, knob: usize) -> (i32, i32) {
        let alone = &self.alone[knob];
        let end = |end: Option<(&i32, &Vec<f64>)>| end.map_or(0, |(&at, _)| at);
        (end(alone.first_key_value()), end(alone.last_key_value()))
    }

    /// Predicts the win rates of a setting. The prediction starts from the nearest setting that was played.
    fn predict(&self, setting: &Setting) -> Vec<f64> {
        let apart = |played: &PlayedCombination| -> u32 {
            let each = played.setting.iter().zip(setting);
            each.map(|(a, b)| a.abs_diff(*b)).sum()
        };
        let anchor = self.played.iter().min_by_key(|played| apart(played));
        let Some(anchor) = anchor else {
            return Vec::new();
        };
        let mut sums = logits(anchor);
        for (knob, (&from, &to)) in anchor.setting.iter().zip(setting).enumerate() {
            if from == to {
                continue;
            }
            let (from, to) = (self.effect(knob, from), self.effect(knob, to));
            for (sum, (from, to)) in sums.iter_mut().zip(from.into_iter().zip(to)) {
                *sum += to - from;
            }
        }
        sums.into_iter()
            .map(|sum| 1.0 / (1.0 + (-sum).exp()))
            .collect()
    }

    /// Returns the logits of the win rates that have targets, if only the value `knob` is changed by `offset`
    /// steps. They are interpolated between offsets that were played with all other values unchanged.
    fn effect(&self, knob: usize, offset: i32) -> Vec<f64> {
        let alone = &self.alone[knob];
        let below = alone.range(..=offset).next_back();
        let above = alone.range(offset..).next();
        match (below, above) {
            (Some((&a, from)), Some((&b, to))) if a < b => {
                let part = f64::from(offset - a) / f64::from(b - a);
                let each = from.iter().zip(to);
                each.map(|(from, to)| from + part * (to - from)).collect()
            }
            (Some((_, there)), _) | (_, Some((_, there))) => there.clone(),
            (None, None) => Vec::new(),
        }
    }
}

/// Returns a setting for `count` values that changes only one of them.
fn single(count: usize, knob: usize, offset: i32) -> Setting {
    let mut setting = vec![0; count];
    setting[knob] = offset;
    setting
}

/// Returns the logits of the win rates. Rates of 0 and 1 are moved inwards a little, so that the logits are
/// finite.
fn logits(played: &PlayedCombination) -> Vec<f64> {
    let logit = |rate: &Interval| {
        let share = rate.estimate.clamp(1e-4, 1.0 - 1e-4);
        (share / (1.0 - share)).ln()
    };
    played.rates.iter().map(logit).collect()
}

/// Returns the total number of steps of a setting, over all values.
pub fn distance(played: &PlayedCombination) -> u32 {
    steps(&played.setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(setting: &[i32], share: f64) -> PlayedCombination {
        let rate = Interval {
            low: share - 0.01,
            high: share + 0.01,
            estimate: share,
        };
        PlayedCombination {
            setting: setting.to_vec(),
            rates: vec![rate],
            is_met: false,
        }
    }

    /// Returns a model of two values. Each step of the first value adds 0.2 to the logit of the win rate, and
    /// each step of the second adds 0.4. Both values can be changed by up to three steps, up or down.
    fn model() -> Model {
        let share = |logit: f64| 1.0 / (1.0 + (-logit).exp());
        let mut model = Model {
            alone: vec![BTreeMap::new(); 2],
            played: vec![played(&[0, 0], 0.5)],
        };
        for (knob, effect) in [(0, 0.2), (1, 0.4)] {
            for offset in [-3, -1, 0, 1, 3] {
                let one = played(&single(2, knob, offset), share(effect * f64::from(offset)));
                model.alone[knob].insert(offset, logits(&one));
            }
        }
        model
    }

    #[test]
    fn a_distance_is_spent_on_all_values_within_their_ranges() {
        let model = model();
        let mut two = model.shell(2);
        two.sort();
        let wanted = [
            [-2, 0],
            [-1, -1],
            [-1, 1],
            [0, -2],
            [0, 2],
            [1, -1],
            [1, 1],
            [2, 0],
        ];
        assert_eq!(two, wanted);
        // Each of the two values has a range of three steps, so a total of six means three steps of both.
        let six = model.shell(6);
        assert_eq!(six.len(), 4, "{six:?}");
        assert!(model.has(6) && !model.has(7));
    }

    #[test]
    fn effects_add_up_on_the_logit_scale_from_the_nearest_setting_played() {
        let mut model = model();
        let near = |found: Vec<f64>, logit: f64| {
            let share = 1.0 / (1.0 + (-logit).exp());
            assert!((found[0] - share).abs() < 1e-9, "{found:?}, not {share}");
        };
        near(model.predict(&vec![2, -1]), 0.0);
        near(model.predict(&vec![2, 2]), 1.2);
        // Each of the two changes alone raises the win rate. The setting that has both is added with a win
        // rate of 50 %. The next prediction starts from this setting.
        model.played.push(played(&[2, 1], 0.5));
        near(model.predict(&vec![2, 2]), 0.4);
    }

    #[test]
    fn many_values_are_changed_few_at_a_time() {
        let all: BTreeMap<i32, Vec<f64>> = (-60..=60).map(|at| (at, vec![0.0])).collect();
        let model = Model {
            alone: vec![all; 12],
            played: Vec::new(),
        };
        let shell = model.shell(10);
        assert!(shell.len() <= PREDICTED, "{}", shell.len());
        let most = shell
            .iter()
            .map(|setting| setting.iter().filter(|&&at| at != 0).count());
        assert_eq!(most.max(), Some(2));
        assert!(shell.iter().all(|setting| steps(setting) == 10));
    }
}
