//! The matchups between several contenders, and their win rates for any changes of the values that can be
//! changed.
//!
//! A setting has the number of steps up or down of each value. The win rates of a matchup are cached by the
//! steps of those values that affect it. If a value changes, only the matchups that it affects are therefore
//! played again.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::contenders::Contenders;
use super::curves::{Stopper, certain};
use super::steps::Knob;
use super::{Ended, RateMethod, Watch, joint};
use crate::batch::{self, Plan, RunProgress, Task};
use crate::exact::Budget;
use crate::fight::SideId;
use crate::frame::Match;
use crate::rules;
use crate::scenario::Scenario;
use crate::tally::{Interval, Tally};

/// The number of steps of each value from its present value. The values are in the order of [`Board::knobs`].
pub type Setting = Vec<i32>;

/// The win rates of a matchup, one for each side.
type Cell = Vec<Interval>;

/// Key of the cache. It has the index of a matchup in [`Contenders::matchups`], and the changed values that
/// affect the matchup. Each of these is the index of the value and its number of steps.
type Key = (usize, Vec<(usize, i32)>);

/// The matchups of a scenario, the values that can be changed, and a cache of win rates.
#[expect(
    missing_debug_implementations,
    reason = "it watches with a `dyn Watch`"
)]
pub struct Board<'a> {
    scenario: &'a Scenario,
    /// The contenders, which the search wants to win about equally often.
    pub contenders: Contenders,
    /// The values that can be changed in steps.
    pub knobs: Vec<Knob>,
    /// `touches[value][matchup]` says whether the value affects the matchup.
    touches: Vec<Vec<bool>>,
    /// The cached win rates. `None` for a matchup that cannot be played with these values.
    known: HashMap<Key, Option<Cell>>,
    way: RateMethod,
    seed: u64,
    watch: &'a dyn Watch,
    stop: &'a AtomicBool,
}

impl<'a> Board<'a> {
    /// Creates a board. Values that affect no matchup are left out. The second part of the result has their
    /// indices.
    ///
    /// # Errors
    /// If the user stops the search.
    pub fn new(
        scenario: &'a Scenario,
        contenders: Contenders,
        knobs: Vec<Knob>,
        (way, seed): (RateMethod, u64),
        (watch, stop): (&'a dyn Watch, &'a AtomicBool),
    ) -> Result<(Self, Vec<usize>), Ended> {
        watch.stage("finding the fights that each value affects");
        let mut board = Self {
            scenario,
            contenders,
            knobs,
            touches: Vec::new(),
            known: HashMap::new(),
            way,
            seed,
            watch,
            stop,
        };
        let mut touches = board.touched()?;
        let idle: Vec<usize> = (0..touches.len())
            .filter(|&knob| !touches[knob].contains(&true))
            .collect();
        let mut at = 0..;
        board
            .knobs
            .retain(|_| at.next().is_some_and(|at| !idle.contains(&at)));
        touches.retain(|touched| touched.contains(&true));
        board.touches = touches;
        Ok((board, idle))
    }

    /// Returns whether each value affects each matchup, as in [`Board::touches`].
    ///
    /// Only a selection of matchups is checked. Every value of every axis occurs in it. If all checked
    /// matchups with an axis value are affected, the others with this axis value count as affected too. The
    /// result may have too many matchups, which costs time. It may also lack some, if values of several axes
    /// have an effect only in combination. Answers are verified with newly compiled matchups, so this cannot
    /// make an answer wrong.
    fn touched(&self) -> Result<Vec<Vec<bool>>, Ended> {
        let axes: Vec<usize> = self
            .scenario
            .axes
            .iter()
            .map(|axis| axis.values.len())
            .collect();
        let values = |matchup: usize| -> Vec<usize> {
            let mut rest = matchup;
            let mut values: Vec<usize> = axes
                .iter()
                .rev()
                .map(|length| {
                    let value = rest % length;
                    rest /= length;
                    value
                })
                .collect();
            values.reverse();
            values
        };
        let of_all: Vec<Vec<usize>> = self
            .contenders
            .matchups
            .iter()
            .map(|&at| values(at))
            .collect();
        let probes = probes(&of_all);
        let base: Vec<Option<Vec<u8>>> =
            probes.par_iter().map(|&at| self.label(at, None)).collect();
        let jobs: Vec<(usize, usize)> = (0..self.knobs.len())
            .flat_map(|knob| (0..probes.len()).map(move |probe| (knob, probe)))
            .collect();
        let differs = |&(knob, probe): &(usize, usize)| {
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            let other = |offset| self.label(probes[probe], Some((knob, offset)));
            // If the value cannot be changed by a step up, it is changed by a step down instead.
            let label = other(1).or_else(|| other(-1));
            label.is_some() && label != base[probe]
        };
        let found: Vec<bool> = jobs.par_iter().map(differs).collect();
        if self.stop.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        let touches = (0..self.knobs.len()).map(|knob| {
            let hit = &found[knob * probes.len()..][..probes.len()];
            spread(&of_all, &probes, hit)
        });
        Ok(touches.collect())
    }

    /// Returns the bytes that determine the fights of a matchup. With `change`, a value is changed by a
    /// number of steps first. Returns `None` if that is impossible.
    fn label(&self, at: usize, change: Option<(usize, i32)>) -> Option<Vec<u8>> {
        let mut setting = vec![0; self.knobs.len()];
        if let Some((knob, offset)) = change {
            setting[knob] = offset;
        }
        let found = self.compiled(at, &setting)?;
        Some(found.seats.first()?.label())
    }

    /// Compiles a matchup with the values of a setting. Returns `None` if one of these values is impossible.
    fn compiled(&self, at: usize, setting: &[i32]) -> Option<Match> {
        let changed: Option<Vec<_>> = self
            .knobs
            .iter()
            .zip(setting)
            .filter(|(_, offset)| **offset != 0)
            .map(|(knob, &offset)| Some((&knob.path, knob.value(offset)?)))
            .collect();
        let scenario = self.scenario.with_values(&changed?).ok()?;
        rules::compile_one(&scenario, self.contenders.matchups[at]).ok()
    }

    fn key(&self, at: usize, setting: &[i32]) -> Key {
        let touching = (0..self.knobs.len())
            .filter(|&knob| setting[knob] != 0 && self.touches[knob][at])
            .map(|knob| (knob, setting[knob]));
        (at, touching.collect())
    }

    /// Returns the mean win rates of all contenders for each of these settings. The entry is `None` if the
    /// setting is impossible.
    ///
    /// # Errors
    /// If the search is stopped or exact odds are too much work.
    pub fn means(&mut self, settings: &[Setting]) -> Result<Vec<Option<Vec<Interval>>>, Ended> {
        let mut missing: Vec<(Key, &Setting)> = Vec::new();
        let mut asked = HashSet::new();
        for setting in settings {
            for at in 0..self.contenders.matchups.len() {
                let key = self.key(at, setting);
                if !self.known.contains_key(&key) && asked.insert(key.clone()) {
                    missing.push((key, setting));
                }
            }
        }
        let jobs: Vec<(usize, &Setting)> = missing.iter().map(|(key, s)| (key.0, *s)).collect();
        let cells = self.cells(&jobs, self.seed)?;
        self.known
            .extend(missing.into_iter().map(|(key, _)| key).zip(cells));
        Ok(settings
            .iter()
            .map(|setting| {
                self.joined(|at| {
                    self.known
                        .get(&self.key(at, setting))
                        .and_then(Option::as_ref)
                })
            })
            .collect())
    }

    /// Returns the mean win rates of all contenders for a setting. All matchups are newly compiled, and
    /// played with another seed than in the search. Returns `None` if the setting is impossible.
    ///
    /// # Errors
    /// If the search is stopped or exact odds are too much work.
    pub fn fresh(
        &self,
        setting: &Setting,
        (way, seed): (RateMethod, u64),
    ) -> Result<Option<Vec<Interval>>, Ended> {
        let jobs: Vec<(usize, &Setting)> = (0..self.contenders.matchups.len())
            .map(|at| (at, setting))
            .collect();
        let cells = self.cells_by(&jobs, way, seed)?;
        Ok(self.joined(|at| cells[at].as_ref()))
    }

    fn joined<'c>(&self, cell: impl Fn(usize) -> Option<&'c Cell>) -> Option<Vec<Interval>> {
        let mean = |places: &Vec<(usize, usize)>| {
            let rates: Option<Vec<Interval>> = places
                .iter()
                .map(|&(at, side)| cell(at).and_then(|cell| cell.get(side).copied()))
                .collect();
            match self.way {
                RateMethod::Fights(_) => joint(&rates?),
                RateMethod::Odds { .. } => Some(certain(&rates?)),
            }
        };
        self.contenders.places.iter().map(mean).collect()
    }

    fn cells(&self, jobs: &[(usize, &Setting)], seed: u64) -> Result<Vec<Option<Cell>>, Ended> {
        self.cells_by(jobs, self.way, seed)
    }

    /// Returns the win rates of matchups. Each job is the index of a matchup and the setting to play it with.
    fn cells_by(
        &self,
        jobs: &[(usize, &Setting)],
        way: RateMethod,
        seed: u64,
    ) -> Result<Vec<Option<Cell>>, Ended> {
        let compile = |&(at, setting): &(usize, &Setting)| {
            let stopped = self.stop.load(Ordering::Relaxed);
            if stopped {
                None
            } else {
                self.compiled(at, setting)
            }
        };
        let matches: Vec<Option<Match>> = jobs.par_iter().map(compile).collect();
        let cells = match way {
            RateMethod::Fights(fights) => Ok(self.played(&matches, Plan { seed, fights })),
            RateMethod::Odds { states, bytes } => {
                let budget = Budget {
                    states,
                    bytes,
                    work: u64::MAX,
                    negligible: 1e-9,
                };
                let solve = |found: &Option<Match>| {
                    let solved = found.as_ref().map(|found| self.solved(found, &budget));
                    solved.transpose()
                };
                matches.par_iter().with_max_len(1).map(solve).collect()
            }
        };
        if self.stop.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        cells
    }

    fn played(&self, matches: &[Option<Match>], plan: Plan) -> Vec<Option<Cell>> {
        let tasks: Vec<Task<'_>> = matches
            .iter()
            .flatten()
            .map(|found| Task {
                seats: &found.seats,
                plan,
                looks: None,
            })
            .collect();
        let counting = Counting {
            watch: self.watch,
            so_far: AtomicU64::new(0),
        };
        let mut done = batch::run(&tasks, &counting, self.stop).into_iter();
        let cell = |found: &Option<Match>| {
            let found = found.as_ref()?;
            rates(found, &done.next()?.seats)
        };
        matches.iter().map(cell).collect()
    }

    fn solved(&self, found: &Match, budget: &Budget) -> Result<Cell, Ended> {
        let names = &found.seats[0].cast().sides;
        let mut rates = vec![Vec::new(); names.len()];
        for bout in &found.seats {
            let solved = bout.work_out(budget, &Stopper(self.stop));
            if self.stop.load(Ordering::Relaxed) {
                return Err(Ended::Stopped);
            }
            if solved.broken_off.is_some() {
                return Err(Ended::TooLarge(found.name.clone()));
            }
            for (side, name) in names.iter().enumerate() {
                let place = bout.cast().sides.iter().position(|other| other == name);
                let rate = place.and_then(|place| solved.tally.win_rate(SideId::at(place)));
                rates[side].extend(rate);
            }
        }
        Ok(rates.iter().map(|rates| certain(rates)).collect())
    }
}

/// Returns whether a value affects each matchup. `probes` are the indices of the checked matchups, and `hit`
/// says whether the value affects each of these. Another matchup counts as affected if it has an axis value
/// whose checked matchups are all affected. `values` has the axis values of each matchup.
fn spread(values: &[Vec<usize>], probes: &[usize], hit: &[bool]) -> Vec<bool> {
    let of = |wanted: bool| -> HashSet<(usize, usize)> {
        let some = probes.iter().zip(hit).filter(|(_, hit)| **hit == wanted);
        some.flat_map(|(&at, _)| values[at].iter().copied().enumerate())
            .collect()
    };
    let (touched, clean) = (of(true), of(false));
    let by_probe = |at: usize| {
        probes
            .iter()
            .zip(hit)
            .any(|(&probe, &hit)| hit && probe == at)
    };
    let by_value = |value: &(usize, usize)| touched.contains(value) && !clean.contains(value);
    let own = |at: usize| values[at].iter().copied().enumerate();
    (0..values.len())
        .map(|at| by_probe(at) || own(at).any(|value| by_value(&value)))
        .collect()
}

/// Selects the matchups to check, and returns their indices. If possible, every value of every axis occurs at
/// least twice among them, in combinations that differ as much as possible.
fn probes(values: &[Vec<usize>]) -> Vec<usize> {
    const TWICE: u32 = 2;
    let count = values.len();
    // The checked matchups are `step` apart. The step is about 0.618 times the number of matchups (golden
    // ratio) and has no divisor in common with it. Steps therefore reach all matchups, and consecutive ones
    // are far apart.
    let divides = |by: usize, number: usize| number.is_multiple_of(by);
    let coprime = |step: &usize| (2..=*step).all(|by| !divides(by, *step) || !divides(by, count));
    let step = (count * 618 / 1000..count).find(|step| *step > 0 && coprime(step));
    let mut seen: HashMap<(usize, usize), u32> = HashMap::new();
    let mut probes = Vec::new();
    for n in 0..count {
        let at = n * step.unwrap_or(1) % count;
        let own = || values[at].iter().copied().enumerate();
        let rare = own().any(|value| seen.get(&value).is_none_or(|&times| times < TWICE));
        if rare || n == 0 {
            own().for_each(|value| *seen.entry(value).or_default() += 1);
            probes.push(at);
        }
    }
    probes
}

/// Returns the win rates of a matchup's sides over all seats (orders of the sides). Returns `None` if there
/// are no fights.
fn rates(found: &Match, tallies: &[Tally]) -> Option<Cell> {
    let names = &found.seats[0].cast().sides;
    let fights: u64 = tallies.iter().map(Tally::fights).sum();
    let wins = |name: &String| -> u64 {
        let seats = found.seats.iter().zip(tallies);
        seats
            .filter_map(|(bout, tally)| {
                let place = bout.cast().sides.iter().position(|other| other == name)?;
                Some(tally.wins(SideId::at(place)))
            })
            .sum()
    };
    let rate = |name: &String| Interval::wilson(wins(name), fights);
    names.iter().map(rate).collect()
}

/// Forwards the progress of a run to the [`Watch`] of the search. The run reports the total number of fights,
/// and the search needs the increase.
struct Counting<'a> {
    watch: &'a dyn Watch,
    so_far: AtomicU64,
}

impl batch::Watch for Counting<'_> {
    fn progressed(&self, standing: &RunProgress) {
        let now = standing.fights();
        let before = self.so_far.fetch_max(now, Ordering::Relaxed);
        self.watch.counted(now.saturating_sub(before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the axis values of all matchups of `of` contenders with each other. Matchups of a contender
    /// with itself are left out.
    fn matrix(of: usize) -> Vec<Vec<usize>> {
        let pairs = (0..of).flat_map(|a| (0..of).map(move |b| vec![a, b]));
        pairs.filter(|pair| pair[0] != pair[1]).collect()
    }

    #[test]
    fn a_value_of_one_contender_touches_its_row_and_column() {
        for of in [3, 8, 16] {
            let values = matrix(of);
            let probes = probes(&values);
            assert!(probes.len() <= 6 * of, "{} probes", probes.len());
            for who in 0..of {
                let plays = |at: usize| values[at].contains(&who);
                let hit: Vec<bool> = probes.iter().map(|&at| plays(at)).collect();
                let touched = spread(&values, &probes, &hit);
                let wanted: Vec<bool> = (0..values.len()).map(plays).collect();
                // With three contenders, the checked matchups do not show which of them has the value. Too
                // many matchups may then count as affected, but none is missing.
                let missed = wanted.iter().zip(&touched).any(|(w, t)| *w && !*t);
                assert!(!missed, "{who} of {of}");
                assert!(of < 8 || touched == wanted, "{who} of {of}");
            }
        }
    }

    #[test]
    fn what_touches_every_probe_touches_all_and_what_touches_none_nothing() {
        let values = matrix(5);
        let probes = probes(&values);
        let all = spread(&values, &probes, &vec![true; probes.len()]);
        assert!(all.iter().all(|&touched| touched));
        let none = spread(&values, &probes, &vec![false; probes.len()]);
        assert!(none.iter().all(|&touched| !touched));
        assert_eq!(
            super::probes(&[vec![]]),
            [0],
            "without axes there is one matchup"
        );
    }
}
