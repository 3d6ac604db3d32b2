//! Win rates as a function of a value. They are computed from fights with the same dice, or from exact odds.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::one::{Aim, Curve, Point, SearchStage, off};
use super::{Ended, Watch, fresh_seed, joint};
use crate::bout::Bout;
use crate::compare::{self, Group};
use crate::exact::{self, Budget};
use crate::fight::SideId;
use crate::tally::{Interval, Pairs};

/// The target for the win rate of a side.
#[derive(Debug, Clone, PartialEq)]
pub struct SideTarget {
    /// Name of the side.
    pub side: String,
    /// The intended win rate with its tolerance.
    pub aim: Aim,
}

/// Win rates from fights. Fight *n* has the same dice at every value, so that the curve is as smooth as
/// possible.
#[expect(
    missing_debug_implementations,
    reason = "it watches with a `dyn Watch`"
)]
pub struct Sampled<'a> {
    /// One group for each combination of values on the other axes. A group has the matchups for all values of
    /// the axis that is searched.
    groups: Vec<Group<'a>>,
    targets: &'a [SideTarget],
    seed: u64,
    /// Number of fights of a value in each matchup and seat (order of the sides): first while the value is
    /// searched, then when the result is checked.
    fights: [u64; 2],
    watch: &'a dyn Watch,
    stop: &'a AtomicBool,
}

impl<'a> Sampled<'a> {
    /// Creates the curve. Each group has one matchup for each value, in order. The check plays `fights`
    /// fights of each value, matchup and seat. The search plays a quarter of that, but at least 1,000, and at
    /// most `fights`.
    pub fn new(
        groups: Vec<Group<'a>>,
        targets: &'a [SideTarget],
        (seed, fights): (u64, u64),
        watch: &'a dyn Watch,
        stop: &'a AtomicBool,
    ) -> Self {
        let search = (fights / 4).max(fights.min(1000));
        Self {
            groups,
            targets,
            seed,
            fights: [search, fights],
            watch,
            stop,
        }
    }

    /// Plays the values of each set. In each set, all values are compared with the first one. The result has
    /// the sums over pairs of fights, by the indices of the group, the set, the value and the target.
    fn play(
        &self,
        sets: &[Vec<usize>],
        stage: SearchStage,
    ) -> Result<Vec<Vec<Vec<Vec<Pairs>>>>, Ended> {
        let groups: Vec<Group<'_>> = self
            .groups
            .iter()
            .flat_map(|group| sets.iter().map(|set| group.only(set, set[0])))
            .collect();
        let all: Vec<&Group<'_>> = groups.iter().collect();
        let counted = |fights| self.watch.counted(fights);
        let luck = match stage {
            SearchStage::Search => (self.seed, self.fights[0]),
            SearchStage::Check => (fresh_seed(self.seed, 0), self.fights[1]),
        };
        let sums = compare::run(&all, luck, &counted, self.stop);
        if self.stop.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        let place = |group: &Group<'_>, target: &SideTarget| {
            let mut names = group.cast().sides.iter();
            names.position(|name| *name == target.side)
        };
        let wanted = |(group, sums): (&Group<'_>, Vec<Vec<Pairs>>)| -> Vec<Vec<Pairs>> {
            let of = |figures: Vec<Pairs>| {
                let targets = self.targets.iter();
                // The first figures are the win rates of the sides, in the order of the sides.
                targets
                    .filter_map(|target| Some(figures[place(group, target)?]))
                    .collect()
            };
            sums.into_iter().map(of).collect()
        };
        let mut wanted = groups.iter().zip(sums).map(wanted);
        let each = self.groups.iter();
        Ok(each
            .map(|_| wanted.by_ref().take(sets.len()).collect())
            .collect())
    }

    /// Returns the number of fights of one value in all matchups and seats together.
    fn fights_of(&self, stage: SearchStage) -> u64 {
        let fights = self.fights[usize::from(stage == SearchStage::Check)];
        let seats = |group: &Group<'_>| group.width() / group.len() as u64;
        self.groups.iter().map(seats).sum::<u64>() * fights
    }
}

impl Curve for Sampled<'_> {
    fn points(&mut self, values: &[usize], stage: SearchStage) -> Result<Vec<Point>, Ended> {
        self.watch.stage(match stage {
            SearchStage::Search => "searching",
            SearchStage::Check => "checking with new fights",
        });
        let sets: Vec<Vec<usize>> = values.iter().map(|&value| vec![value]).collect();
        let played = self.play(&sets, stage)?;
        let rate = |value: usize, target: usize| {
            let shares: Vec<Interval> = played
                .iter()
                .filter_map(|group| group[value][0][target].shares())
                .map(|[_, share]| share)
                .collect();
            joint(&shares).expect("there is a matchup, and fights of it")
        };
        let point = |value: usize| Point {
            fights: Some(self.fights_of(stage)),
            rates: (0..self.targets.len())
                .map(|target| rate(value, target))
                .collect(),
        };
        Ok((0..values.len()).map(point).collect())
    }

    fn lead(&mut self, near: usize, other: usize) -> Result<Interval, Ended> {
        let [target] = self.targets else {
            let points = self.points(&[near, other], SearchStage::Check)?;
            return Ok(apart(&points[0], &points[1], &aims(self.targets)));
        };
        let played = self.play(&[vec![near, other]], SearchStage::Check)?;
        let leads: Vec<Interval> = {
            let rates: Vec<[Interval; 2]> = played
                .iter()
                .filter_map(|group| group[0][1][0].shares())
                .collect();
            let mean = |at: usize| {
                let rates: Vec<Interval> = rates.iter().map(|pair| pair[at]).collect();
                joint(&rates).map_or(0.0, |mean| mean.estimate)
            };
            let over = [mean(0) >= target.aim.share, mean(1) >= target.aim.share];
            let lead = |group: &Vec<Vec<Vec<Pairs>>>| lead(&group[0][1][0], over, target.aim.share);
            played.iter().filter_map(lead).collect()
        };
        Ok(joint(&leads).expect("there is a matchup, and fights of it"))
    }
}

/// Returns how much farther the second win rate in `pairs` is from the target `share` than the first. Both
/// win rates come from the same pairs of fights. `over` says for each of them whether it is above the target.
fn lead(pairs: &Pairs, over: [bool; 2], share: f64) -> Option<Interval> {
    let difference = pairs.difference_of_shares()?;
    let turned = |interval: Interval| Interval {
        low: -interval.high,
        high: -interval.low,
        estimate: -interval.estimate,
    };
    let [before, after] = pairs.shares()?;
    if over[0] == over[1] {
        return Some(if over[1] {
            difference
        } else {
            turned(difference)
        });
    }
    // One rate is above the share and the other below, so their sum is needed and not their difference. The
    // variance of the sum is twice the sum of both variances, minus the variance of the difference.
    let ratio = pairs.variance_ratio().unwrap_or(0.0);
    let both = before.half_width().powi(2) + after.half_width().powi(2);
    let reach = ((2.0 - ratio).max(0.0) * both).sqrt();
    let estimate = before.estimate + after.estimate - 2.0 * share;
    let sum = Interval {
        low: estimate - reach,
        high: estimate + reach,
        estimate,
    };
    Some(if over[1] { sum } else { turned(sum) })
}

/// Returns how much farther the rates of `other` are from the targets than the rates of `near`. The errors of
/// the two points are assumed to be independent.
fn apart(near: &Point, other: &Point, aims: &[Aim]) -> Interval {
    let widest = |point: &Point| {
        let reaches = point.rates.iter().map(Interval::reach);
        reaches.fold(0.0, f64::max)
    };
    let (estimate, reach) = (
        off(other, aims) - off(near, aims),
        widest(near) + widest(other),
    );
    Interval {
        low: estimate - reach,
        high: estimate + reach,
        estimate,
    }
}

fn aims(targets: &[SideTarget]) -> Vec<Aim> {
    targets.iter().map(|target| target.aim).collect()
}

/// Win rates as a function of a value, from exact odds.
#[expect(
    missing_debug_implementations,
    reason = "it watches with a `dyn Watch`"
)]
pub struct Solved<'a> {
    /// One group for each combination of values on the other axes. A group has the seats (orders of the
    /// sides) of its matchup at each value of the axis that is searched.
    groups: Vec<Vec<&'a [Box<dyn Bout>]>>,
    targets: &'a [SideTarget],
    budget: Budget,
    watch: &'a dyn Watch,
    stop: &'a AtomicBool,
    known: HashMap<usize, Point>,
}

/// Stops the computation of exact odds when the flag becomes true.
pub(super) struct Stopper<'a>(pub(super) &'a AtomicBool);

impl exact::Watch for Stopper<'_> {
    fn progressed(&self, _: usize, _: f64) {}

    fn stops(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl<'a> Solved<'a> {
    /// Creates the curve. Each group has one matchup for each value, in order.
    pub fn new(
        groups: Vec<Vec<&'a [Box<dyn Bout>]>>,
        targets: &'a [SideTarget],
        budget: Budget,
        watch: &'a dyn Watch,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            groups,
            targets,
            budget,
            watch,
            stop,
            known: HashMap::new(),
        }
    }

    fn solve(&self, value: usize) -> Result<Point, Ended> {
        let mut rates = vec![Vec::new(); self.targets.len()];
        for group in &self.groups {
            let seats: Vec<Vec<Interval>> = group[value]
                .iter()
                .map(|bout| self.rates_of(&**bout))
                .collect::<Result<_, _>>()?;
            for (target, rates) in rates.iter_mut().enumerate() {
                let in_seats: Vec<Interval> = seats.iter().map(|seat| seat[target]).collect();
                rates.push(certain(&in_seats));
            }
        }
        Ok(Point {
            fights: None,
            rates: rates.iter().map(|rates| certain(rates)).collect(),
        })
    }

    fn rates_of(&self, bout: &dyn Bout) -> Result<Vec<Interval>, Ended> {
        let names = &bout.cast().sides;
        let solved = bout.work_out(&self.budget, &Stopper(self.stop));
        if self.stop.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        if solved.broken_off.is_some() {
            return Err(Ended::TooLarge(names.join(" v ")));
        }
        let rate = |target: &SideTarget| {
            let place = names.iter().position(|name| *name == target.side)?;
            solved.tally.win_rate(SideId::at(place))
        };
        Ok(self.targets.iter().filter_map(rate).collect())
    }
}

/// Returns the mean of several figures whose true values are certainly within their intervals. The true mean
/// is then certainly within the interval of the result.
pub(super) fn certain(figures: &[Interval]) -> Interval {
    let n = f64::from(u32::try_from(figures.len()).unwrap_or(u32::MAX).max(1));
    let mean = |of: fn(&Interval) -> f64| figures.iter().map(of).sum::<f64>() / n;
    Interval {
        low: mean(|figure| figure.low),
        high: mean(|figure| figure.high),
        estimate: mean(|figure| figure.estimate),
    }
}

impl Curve for Solved<'_> {
    fn points(&mut self, values: &[usize], _: SearchStage) -> Result<Vec<Point>, Ended> {
        self.watch.stage("computing exact odds");
        let unknown: Vec<usize> = values
            .iter()
            .copied()
            .filter(|value| !self.known.contains_key(value))
            .collect();
        let solved: Vec<Point> = unknown
            .par_iter()
            .with_max_len(1)
            .map(|&value| self.solve(value))
            .collect::<Result<_, _>>()?;
        self.known.extend(unknown.into_iter().zip(solved));
        Ok(values
            .iter()
            .map(|value| self.known[value].clone())
            .collect())
    }

    fn lead(&mut self, near: usize, other: usize) -> Result<Interval, Ended> {
        let points = self.points(&[near, other], SearchStage::Check)?;
        Ok(apart(&points[0], &points[1], &aims(self.targets)))
    }
}
