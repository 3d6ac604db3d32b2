//! Plays many fights on all threads and counts them.
//!
//! The work is divided into fixed blocks. The number of a block determines its fights, and the number of a
//! fight determines its random numbers. Counts are integers, so it does not matter which thread plays a block
//! or when the block is added. The result is the same, byte for byte, on any number of threads. Block 0 of
//! every matchup is played first, then block 1 of every matchup, and so on. A run that is stopped early has
//! therefore played all matchups about equally. If a block is interrupted, the fights that every seat has
//! played are counted.
//!
//! A task may end at the first of several [`Looks`] if every side's win rate is then precise enough. A look
//! considers exactly the fights up to it, so its result is also the same on any number of threads.
//!
//! A run may be one of several equal parts of a larger run ([`Shard`]), and may resume from earlier counts
//! ([`go_on`]). Counts depend only on which fights were played, so the parts add up to the larger run.
//!
//! The memory is one tally per seat and one per block in progress. It does not depend on the number of
//! fights. If there are many matchups, tallies are packed ([`Tally::pack`]) while they are not in use.
//! Matchups also release their tables for faster play ([`Bout::forget`]) while others are played.

mod pace;
mod progress;
mod schedule;
mod shard;
mod spans;

pub use pace::Pace;
pub use progress::{RunProgress, Totals};
pub use shard::{NoShard, Shard};
pub use spans::{Spans, Untidy};

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::bout::Bout;
use crate::fight::{SideId, Stream};
use crate::tally::{Looks, Stop, Tally};
use schedule::Deal;

/// The number of fights in a block: enough to make the cost of distributing the blocks negligible.
pub const BLOCK: u64 = 4096;

/// The longest time that a thread plays before it adds its counts, even within a block. If a run is killed,
/// the saved counts are hardly older than this.
const LONGEST: Duration = Duration::from_secs(1);

/// A run with at least this many matchups saves memory.
const MANY: usize = 64;

/// How much of a matchup is to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the run.
    pub seed: u64,
    /// The number of fights in each seat, unless [`Task::looks`] ends the task earlier.
    pub fights: u64,
}

/// A matchup to play.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The matchup in each order of its sides that is to be played. Each of these seats plays all fights of
    /// the plan.
    pub seats: &'a [Box<dyn Bout>],
    /// How much is to be played.
    pub plan: Plan,
    /// The task may end at each of these numbers of fights in each seat, if it has the required precision.
    /// `None` if all planned fights are played. The precision is that of all seats together.
    pub looks: Option<&'a Looks>,
}

impl Task<'_> {
    /// Returns the greatest number of fights in each seat.
    pub fn cap(&self) -> u64 {
        self.looks.map_or(self.plan.fights, Looks::cap)
    }

    /// Returns an empty tally for each seat. The tally knows what will end the run.
    pub fn empty(&self) -> Vec<Tally> {
        self.seats.iter().map(|bout| empty(self, &**bout)).collect()
    }
}

/// The result of a [`Task`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// A tally for each seat, in the order of the task.
    pub seats: Vec<Tally>,
    /// The number of fights that each seat has played. Fewer than planned if the run was stopped, or ended
    /// because it was precise.
    pub fights: u64,
    /// The fights played, by their numbers within the shard.
    pub played: Spans,
    /// Whether the task is over. False if the run was stopped before.
    pub complete: bool,
    /// Whether every side's win rate has the required precision; true if no precision is required.
    pub precise: bool,
}

impl Done {
    /// Returns the result of a task before its first fight. The tallies are packed.
    pub fn nothing(task: &Task<'_>) -> Self {
        let mut done = Self {
            seats: task.empty(),
            fights: 0,
            played: Spans::default(),
            complete: task.cap() == 0,
            precise: task.looks.is_none(),
        };
        done.pack();
        done
    }

    /// Packs the tallies, which saves memory until they are needed again.
    pub fn pack(&mut self) {
        self.seats.iter_mut().for_each(Tally::pack);
    }

    /// Adds counts from elsewhere. `own` are the fights, by their numbers within the shard, and `seats` has a
    /// tally for each seat.
    ///
    /// # Panics
    /// When a tally belongs to another cast.
    pub fn add(&mut self, own: Range<u64>, seats: &[Tally]) {
        for (sum, part) in self.seats.iter_mut().zip(seats) {
            sum.merge(part);
        }
        self.fights += own.end - own.start;
        self.played.add(own);
    }

    /// Works out from the counts whether this shard of the task is complete, and whether it is precise.
    pub fn settle(&mut self, task: &Task<'_>, shard: Shard) {
        self.precise = is_precise(task, self);
        let looks = schedule::looks(task, shard);
        let all = self.played.prefix();
        let is_whole = all == self.played.end();
        let at_last = looks.last().is_some_and(|&last| all >= last);
        let at_look = task.looks.is_some() && looks.contains(&all);
        self.complete = is_whole && (at_last || (at_look && self.precise));
    }
}

/// Observes a run in progress.
pub trait Watch: Sync {
    /// Called after a block has been counted. The call may come from any thread, thousands of times a second.
    fn progressed(&self, standing: &RunProgress);

    /// Called like [`Watch::progressed`], with the counts of all tasks.
    fn counted(&self, _totals: Totals<'_>) {}
}

/// The empty watch, which observes nothing.
impl Watch for () {
    fn progressed(&self, _: &RunProgress) {}
}

/// Plays the tasks on the current rayon pool. Once `stop` is true, no thread begins another piece of a block
/// (see [`Pace`]).
///
/// Returns the results in the order of the tasks.
///
/// # Panics
/// When a fight panics, which would be a bug in its rules.
pub fn run(tasks: &[Task<'_>], watch: &dyn Watch, stop: &AtomicBool) -> Vec<Done> {
    let nothing = tasks.iter().map(Done::nothing).collect();
    go_on(tasks, (Shard::WHOLE, nothing), watch, stop)
}

/// Plays the rest of a shard of the tasks, like [`run`]. `before` is the shard, with the earlier counts of
/// each task.
///
/// # Panics
/// When a fight panics, which would be a bug in its rules, or if the earlier counts belong to other tasks.
pub fn go_on(
    tasks: &[Task<'_>],
    (shard, mut before): (Shard, Vec<Done>),
    watch: &dyn Watch,
    stop: &AtomicBool,
) -> Vec<Done> {
    assert!(tasks.len() == before.len(), "every task has its own counts");
    for (task, done) in tasks.iter().zip(&mut before) {
        done.settle(task, shard);
    }
    let standing = RunProgress::new(tasks, shard, &before);
    let many = tasks.len() >= MANY;
    let deal = Deal::new(tasks, (shard, &before), many, stop);
    if many {
        before.iter_mut().for_each(Done::pack);
    }
    let totals: Vec<Mutex<Done>> = before.into_iter().map(Mutex::new).collect();
    let paces: Vec<Pace> = tasks.iter().map(|_| Pace::default()).collect();
    rayon::broadcast(|_| {
        let _watched = deal.watched();
        while let Some(job) = deal.next() {
            let task = &tasks[job.task];
            let first = shard.fight(job.own.start);
            let fights = first..first + (job.own.end - job.own.start);
            let (block, end) = play(task, fights, &paces[job.task], stop);
            let own = job.own.start..job.own.start + (end - first);
            let mut total = totals[job.task].lock().expect(UNPOISONED);
            total.add(own.clone(), &block);
            if many {
                total.pack();
            }
            standing.counted(job.task, own.end - own.start, task, &total);
            drop(total);
            let precise = || is_precise(task, &totals[job.task].lock().expect(UNPOISONED));
            if deal.counted(&job, own.end, || !precise()) {
                let mut total = totals[job.task].lock().expect(UNPOISONED);
                total.settle(task, shard);
                standing.over(task, shard, total.fights);
            }
            if many && deal.rests(job.task) {
                task.seats.iter().for_each(|bout| bout.forget());
            }
            watch.progressed(&standing);
            watch.counted(Totals::new(&totals));
        }
    });
    totals
        .into_iter()
        .map(|total| total.into_inner().expect(UNPOISONED))
        .collect()
}

/// Returns the greatest number of fights of these tasks, in all seats.
pub fn planned(tasks: &[Task<'_>]) -> u64 {
    let fights = |task: &Task<'_>| task.seats.len() as u64 * task.cap();
    tasks.iter().map(fights).fold(0, u64::saturating_add)
}

/// The panic message for a poisoned lock. This cannot happen, because a thread that panics while it holds a
/// lock ends the run.
const UNPOISONED: &str = "a thread that panics ends the run";

/// Returns an empty tally that knows what will end the run.
fn empty(task: &Task<'_>, bout: &dyn Bout) -> Tally {
    let mut tally = Tally::new(bout.cast());
    tally.stopped(match task.looks {
        Some(_) => Stop::Narrow,
        None => Stop::Planned,
    });
    tally
}

/// Returns whether every side's win rate has the required precision; true if no precision is required.
fn is_precise(task: &Task<'_>, total: &Done) -> bool {
    let fights = total.fights * total.seats.len() as u64;
    let sides = task.seats.first().map_or(0, |bout| bout.cast().sides.len());
    task.looks
        .is_none_or(|looks| (0..sides).all(|side| looks.is_narrow(wins(task, total, side), fights)))
}

/// Returns the wins of a side in all seats together. `side` is the side's position in the first seat; other
/// seats may list it elsewhere.
fn wins(task: &Task<'_>, total: &Done, side: usize) -> u64 {
    let name = &task.seats[0].cast().sides[side];
    task.seats
        .iter()
        .zip(&total.seats)
        .filter_map(|(bout, tally)| {
            let place = bout.cast().sides.iter().position(|other| other == name)?;
            Some(tally.wins(SideId::at(place)))
        })
        .sum()
}

/// Plays a block. Plays only a part of it if the run is stopped or the block takes too long. Returns the
/// tally of each seat, and the number after the last fight played, which is the same in every seat.
fn play(task: &Task<'_>, fights: Range<u64>, pace: &Pace, stop: &AtomicBool) -> (Vec<Tally>, u64) {
    let seats = task.seats.iter();
    let mut seats: Vec<_> = seats
        .map(|bout| {
            let stream = Stream::new(task.plan.seed, bout.label());
            (bout, stream, empty(task, &**bout))
        })
        .collect();
    let mut sums: Vec<Vec<u64>> = seats.iter().map(|(.., tally)| tally.sums()).collect();
    let (begun, mut at) = (Instant::now(), fights.start);
    while at < fights.end {
        let batch = at..fights.end.min(Tally::batch_end(at));
        let longest = LONGEST.saturating_sub(begun.elapsed());
        if at > fights.start && longest.is_zero() {
            break;
        }
        let end = pace.play_for(longest, batch.clone(), stop, |piece| {
            for (bout, stream, tally) in &mut seats {
                bout.play(stream, piece.clone(), tally);
            }
        });
        for ((.., tally), sums) in seats.iter_mut().zip(&mut sums) {
            tally.told(at..end, sums);
        }
        at = end;
        if at < batch.end {
            break;
        }
    }
    let tallies = seats.into_iter().map(|(_, _, tally)| tally).collect();
    (tallies, at)
}

#[cfg(test)]
mod tests;
