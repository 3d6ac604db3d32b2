//! Plays many fights on all threads and counts them.
//!
//! The work is divided into fixed blocks. The number of a block alone determines its fights, and the number of a
//! fight alone determines its random numbers. Counts are integers, so it does not matter which thread plays a block
//! or when it is added: the result is the same, byte for byte, on any number of threads. Blocks are dealt in turns,
//! block 0 of every matchup first, so that a run that is stopped early has played all matchups about equally. Of a
//! block that is interrupted, the fights that every seat has played are counted.
//!
//! A task may end at the first of several [`Looks`] if every side's win rate is then known with sufficient
//! precision. A look considers exactly the fights up to it, so its result is also the same on any number of threads.
//!
//! A run may be one of several equal parts of a larger one ([`Shard`]), and may resume from earlier counts
//! ([`go_on`]): counts depend only on which fights were played, so the parts add up to the run.
//!
//! Memory is one tally per seat and one per block in progress, for any number of fights. If there are many matchups,
//! tallies are packed ([`Tally::pack`]) while they are not in use, and matchups release their tables for faster play
//! ([`Bout::forget`]) while others have their turn.

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

/// Fights per block: enough to make the cost of dealing negligible.
pub const BLOCK: u64 = 4096;

/// The longest time that a thread plays before it adds its counts, however large the block is: if a run is killed,
/// the saved counts are hardly older than this.
const LONGEST: Duration = Duration::from_secs(1);

/// Least number of matchups for the measures that save memory.
const MANY: usize = 64;

/// The amount of play of a matchup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the run.
    pub seed: u64,
    /// Number of fights in each seat, unless [`Task::looks`] ends the task earlier.
    pub fights: u64,
}

/// A matchup to play.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The matchup in each order of its sides that is played; each seat plays all fights of the plan.
    pub seats: &'a [Box<dyn Bout>],
    /// The amount of play.
    pub plan: Plan,
    /// The looks where it may end earlier, by fights in each seat, and the required precision. The fights of all
    /// seats together count for the precision.
    pub looks: Option<&'a Looks>,
}

impl Task<'_> {
    /// The most fights in each seat.
    pub fn cap(&self) -> u64 {
        self.looks.map_or(self.plan.fights, Looks::cap)
    }

    /// An empty tally for each seat, which knows how its run may end.
    pub fn empty(&self) -> Vec<Tally> {
        self.seats.iter().map(|bout| empty(self, &**bout)).collect()
    }
}

/// Result of a [`Task`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// One tally per seat, in the task's order.
    pub seats: Vec<Tally>,
    /// Number of fights that each seat has played: as planned, or fewer if the run was stopped or became precise.
    pub fights: u64,
    /// The fights played, by the shard's own numbers.
    pub played: Spans,
    /// Whether all planned fights were played; false if the run was stopped.
    pub complete: bool,
    /// Whether every side's win rate has the required precision; true if none is required.
    pub precise: bool,
}

impl Done {
    /// The result of a task before its first fight, packed.
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

    /// Packs its tallies until the next count.
    pub fn pack(&mut self) {
        self.seats.iter_mut().for_each(Tally::pack);
    }

    /// Adds counts from elsewhere: of these fights, by the shard's own numbers, with one tally for each seat.
    ///
    /// # Panics
    /// When a tally is of another cast.
    pub fn add(&mut self, own: Range<u64>, seats: &[Tally]) {
        for (sum, part) in self.seats.iter_mut().zip(seats) {
            sum.merge(part);
        }
        self.fights += own.end - own.start;
        self.played.add(own);
    }

    /// Determines from the counts whether this shard of the task is complete, and whether it is precise.
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
    /// A block has been counted. Called from any thread, often: thousands of times a second.
    fn progressed(&self, standing: &RunProgress);

    /// Like [`Watch::progressed`], with the counts of all tasks.
    fn counted(&self, _totals: Totals<'_>) {}
}

/// Watches nothing.
impl Watch for () {
    fn progressed(&self, _: &RunProgress) {}
}

/// Plays the tasks on the current rayon pool. Once `stop` is true, no further piece of a block begins (see [`Pace`]).
///
/// The result is in the order of the tasks.
///
/// # Panics
/// When a fight panics, which would be a bug in its rules.
pub fn run(tasks: &[Task<'_>], watch: &dyn Watch, stop: &AtomicBool) -> Vec<Done> {
    let nothing = tasks.iter().map(Done::nothing).collect();
    go_on(tasks, (Shard::WHOLE, nothing), watch, stop)
}

/// Plays the rest of a shard of the tasks, like [`run`]. The earlier counts have one entry for each task.
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

/// The greatest number of fights of these tasks, in all seats.
pub fn planned(tasks: &[Task<'_>]) -> u64 {
    let fights = |task: &Task<'_>| task.seats.len() as u64 * task.cap();
    tasks.iter().map(fights).fold(0, u64::saturating_add)
}

/// The message for the promise that a lock is not poisoned: a thread that panics while holding one ends the run.
const UNPOISONED: &str = "a thread that panics ends the run";

/// An empty tally, which knows how its run may end.
fn empty(task: &Task<'_>, bout: &dyn Bout) -> Tally {
    let mut tally = Tally::new(bout.cast());
    tally.stopped(match task.looks {
        Some(_) => Stop::Narrow,
        None => Stop::Planned,
    });
    tally
}

/// Returns whether every side's win rate has the required precision; true if none is required.
fn is_precise(task: &Task<'_>, total: &Done) -> bool {
    let fights = total.fights * total.seats.len() as u64;
    let sides = task.seats.first().map_or(0, |bout| bout.cast().sides.len());
    task.looks
        .is_none_or(|looks| (0..sides).all(|side| looks.is_narrow(wins(task, total, side), fights)))
}

/// The wins of a side of the first seat, in all seats, wherever they list that side.
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

/// Plays a block, or a part of it if the run is to stop or the block takes long. Returns the fight where it ended,
/// the same in every seat.
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
