//! Computes exact odds of the unchanged and the changed matchups, if the fights are small enough to be solved
//! in a few seconds.
//!
//! The work is counted in states and not in seconds. The same command therefore decides for exact odds or for
//! fights in the same way on a slow machine and on a fast one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::moves::Variant;
use crate::bout::Bout;
use crate::exact::{Budget, Solved, Watch};
use crate::fight::SideId;
use crate::frame::Match;
use crate::tally::{Figure, Interval};

/// Maximum number of fighters in a fight that is solved without `--exact`. With more fighters, a single turn
/// may take minutes.
const FIGHTERS: usize = 2;
/// Maximum work of a command. Each fight to be solved gets an equal share of it. The work takes a few seconds
/// on one processor.
const WORK: u64 = 3_000_000;
/// Work of enumerating the outcomes of the next step of a state. The unit is the work for a state whose
/// outcomes are known already.
const STATE: u64 = 200;
/// Smallest limit on the number of states of a fight. The limit on its work applies all the same.
const STATES: usize = 5000;
/// A change may make a fight larger. Solving the changed fight may take up to this many times as much work as
/// is allowed for the unchanged fight.
const GROWTH: u64 = 4;
/// Number of paths through a step after which the limits are checked again.
const LOOK: u64 = 64;
/// Share of fights that may stay unresolved.
const NEGLIGIBLE: f64 = 1e-9;
/// Memory for the states of all fights that are solved at the same time, in bytes.
const BYTES: usize = 1 << 30;

/// The reason why exact odds were not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TooMuch {
    /// The work or the memory would exceed its limit.
    Work,
    /// The user pressed Ctrl-C.
    Stopped,
}

/// Counts the work of solving a fight. Ends it at the limit `most`, or when the user presses Ctrl-C.
struct Effort<'s> {
    spent: AtomicU64,
    most: u64,
    stop: &'s AtomicBool,
}

impl Effort<'_> {
    fn spend(&self, work: u64) {
        self.spent.fetch_add(work, Ordering::Relaxed);
    }
}

impl Watch for Effort<'_> {
    fn progressed(&self, alive: usize, _: f64) {
        self.spend(alive as u64);
    }

    fn stops(&self) -> bool {
        self.spend(LOOK);
        self.spent.load(Ordering::Relaxed) > self.most || self.stop.load(Ordering::Relaxed)
    }
}

/// The figures of the unchanged scenario, followed by the figures after each change.
type Figures = (Vec<Interval>, Vec<Vec<Interval>>);

/// Returns the figures of the unchanged matchups `standing` and those after each change. Each figure is a
/// mean over matchups and seats (orders of the sides). `insist` removes the limit on work.
pub(super) fn figures(
    standing: &[&Match],
    variants: &[&Variant],
    figures: &[Figure],
    insist: bool,
    stop: &AtomicBool,
) -> Result<Figures, TooMuch> {
    let is_melee = |found: &Match| found.seats[0].cast().fighters.len() > FIGHTERS;
    let after = variants.iter().flat_map(|one| &one.matches);
    if !insist && standing.iter().copied().chain(after).any(is_melee) {
        return Err(TooMuch::Work);
    }
    let seats: usize = standing.iter().map(|found| found.seats.len()).sum();
    let share = WORK / ((variants.len() as u64 + 1) * seats.max(1) as u64);
    let most = |times: u64| {
        if insist {
            u64::MAX
        } else {
            share.saturating_mul(times)
        }
    };
    let first = solve(standing, most(1), stop)?;
    let base = mean(standing, standing, &first, figures);
    let after = variants.iter().map(|variant| {
        let matches: Vec<&Match> = variant.matches.iter().collect();
        let solved = solve(&matches, most(GROWTH), stop)?;
        Ok(mean(standing, &matches, &solved, figures))
    });
    Ok((base, after.collect::<Result<_, _>>()?))
}

/// Solves the matchups in each seat (order of the sides). The work for each seat is limited to `most`.
fn solve(matches: &[&Match], most: u64, stop: &AtomicBool) -> Result<Vec<Solved>, TooMuch> {
    let bouts: Vec<&dyn Bout> = matches
        .iter()
        .flat_map(|found| found.seats.iter().map(|bout| &**bout))
        .collect();
    let at_once = rayon::current_num_threads().min(bouts.len()).max(1);
    let budget = Budget {
        states: usize::try_from(most / STATE).map_or(usize::MAX, |states| states.max(STATES)),
        bytes: BYTES / at_once,
        work: u64::MAX,
        negligible: NEGLIGIBLE,
    };
    let each: Vec<(Solved, u64)> = bouts
        .par_iter()
        .with_max_len(1)
        .map(|bout| {
            let effort = Effort {
                spent: AtomicU64::new(0),
                most,
                stop,
            };
            let solved = bout.work_out(&budget, &effort);
            let states = solved.odds.states as u64;
            (solved, effort.spent.into_inner() + STATE * states)
        })
        .collect();
    if stop.load(Ordering::Relaxed) {
        return Err(TooMuch::Stopped);
    }
    let is_solved = |(solved, work): &(Solved, u64)| solved.broken_off.is_none() && *work <= most;
    if !each.iter().all(is_solved) {
        return Err(TooMuch::Work);
    }
    Ok(each.into_iter().map(|(solved, _)| solved).collect())
}

/// Returns the mean of each of the `figures` over all matchups and seats. Side ids in `figures` are those of
/// the first unchanged matchup. In other matchups and seats, the side with the same name is taken.
fn mean(
    standing: &[&Match],
    matches: &[&Match],
    solved: &[Solved],
    figures: &[Figure],
) -> Vec<Interval> {
    let sides = &standing[0].seats[0].cast().sides;
    let bouts = matches.iter().flat_map(|found| &found.seats);
    let bouts: Vec<(&dyn Bout, &Solved)> = bouts.map(|bout| &**bout).zip(solved).collect();
    let of = |figure: &Figure| {
        let each = bouts.iter().map(|(bout, solved)| {
            let there = |side: SideId| {
                let name = &sides[side.index()];
                let place = bout.cast().sides.iter().position(|other| other == name);
                SideId::at(place.expect("the sides of all matchups have the same names"))
            };
            match *figure {
                Figure::Won(side) => solved.tally.win_rate(there(side)),
                Figure::Rounds => solved.tally.rounds_mean(),
                Figure::Dealt(side) => Some(damage(*bout, solved, there(side))),
            }
            .expect("a fight that was solved has ended")
        });
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for interval in each {
            let parts = [interval.low, interval.high, interval.estimate];
            for (sum, part) in sum.iter_mut().zip(parts) {
                *sum += part;
            }
            count += 1.0;
        }
        let [low, high, estimate] = sum.map(|sum| sum / count);
        Interval {
            low,
            high,
            estimate,
        }
    };
    figures.iter().map(of).collect()
}

/// Returns the mean damage that a side deals in a fight. Fights that are still unresolved are not counted.
/// The interval allows for rounding errors.
fn damage(bout: &dyn Bout, solved: &Solved, side: SideId) -> Interval {
    let combatants = bout.cast().combatants.iter().enumerate();
    let own = combatants.filter(|(_, one)| one.side == side);
    let estimate: f64 = own
        .map(|(at, _)| {
            let who = crate::fight::CombatantId::at(at);
            solved.tally.damage_dealt(who).value()
        })
        .sum();
    let error = solved.tally.error();
    Interval {
        low: estimate * (1.0 - error),
        high: estimate * (1.0 + error),
        estimate,
    }
}
