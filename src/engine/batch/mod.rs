//! Plays many fights on all threads and counts them.
//!
//! The fights of a matchup are divided into blocks of [`BLOCK`] fights. The number of a block determines its
//! fights, and the number of a fight determines its random numbers. Counts are integers, so it does not
//! matter which thread plays a block or when the block is added. The result is the same, byte for byte, on
//! any number of threads.
//!
//! A seat is a matchup in one order of its sides. A matchup may have several seats, and every seat plays the
//! same fight numbers. Block 0 of every matchup is played first, then block 1 of every matchup, and so on. A
//! run that is stopped early has therefore played all matchups about equally. If a run is stopped within a
//! block, only those fights of the block count that were played in every seat.
//!
//! A task may end early at one of several numbers of fights, called [`Looks`]. It ends at the first look at
//! which every side's win rate is precise enough. A look considers exactly the fights before it, so its
//! result is also the same on any number of threads.
//!
//! A run may be one of several equal parts of a larger run ([`Shard`]), and may resume from earlier counts
//! ([`go_on`]). Counts depend only on which fights were played, so the parts add up to the larger run.
//!
//! A tally has the counts of the fights in one seat. The run needs memory for one tally per seat and one per
//! block in progress, however many fights it has. If there are many matchups, tallies are packed
//! ([`Tally::pack`]) while they are not in use. A matchup also releases its tables for faster play
//! ([`Bout::forget`]) while other matchups are played.

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

/// The longest time that a thread plays before it adds its counts to the totals, even within a block. If the
/// program is killed, the last saved counts are therefore hardly older than this.
const LONGEST: Duration = Duration::from_secs(1);

/// A run with at least this many matchups packs tallies and releases tables to save memory.
const MANY: usize = 64;

/// The seed and the number of fights of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the run.
    pub seed: u64,
    /// The number of fights in each seat, that is, in each order of the sides. The task may end earlier
    /// ([`Task::looks`]).
    pub fights: u64,
}

/// A matchup to play, in one or several orders of its sides.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The seats: the matchup in each order of its sides that is to be played. Each seat plays all fights of
    /// `plan`, unless the task ends earlier.
    pub seats: &'a [Box<dyn Bout>],
    /// The seed, and the number of fights in each seat.
    pub plan: Plan,
    /// The looks: numbers of fights in each seat after which the task may end. The task ends after the first
    /// look that finds the win rates of all seats together precise enough. `None` if all planned fights are
    /// played.
    pub looks: Option<&'a Looks>,
}

impl Task<'_> {
    /// Returns the greatest number of fights that the task may play in each seat.
    pub fn cap(&self) -> u64 {
        self.looks.map_or(self.plan.fights, Looks::cap)
    }

    /// Returns an empty tally for each seat. Each tally records what ends the run: a planned number of
    /// fights, or the required precision.
    pub fn empty(&self) -> Vec<Tally> {
        self.seats.iter().map(|bout| empty(self, &**bout)).collect()
    }
}

/// The result of a [`Task`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// A tally for each seat, in the order of [`Task::seats`].
    pub seats: Vec<Tally>,
    /// The number of fights that have been played in each seat. It is lower than planned if the run was
    /// stopped, or if the task had the required precision earlier.
    pub fights: u64,
    /// The fights that have been played, by their numbers within the shard.
    pub played: Spans,
    /// Whether the task is over. False if the run was stopped before the end of the task.
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

    /// Adds the fights with the numbers `own` within the shard, which were played elsewhere. `seats` has the
    /// tally of these fights for each seat.
    ///
    /// # Panics
    /// When a tally belongs to a matchup with other sides or fighters.
    pub fn add(&mut self, own: Range<u64>, seats: &[Tally]) {
        for (sum, part) in self.seats.iter_mut().zip(seats) {
            sum.merge(part);
        }
        self.fights += own.end - own.start;
        self.played.add(own);
    }

    /// Sets `precise` and `complete` to what the counts of this shard of the task say.
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
    /// Called after the fights of a block have been counted. Any thread may call it, thousands of times a
    /// second.
    fn progressed(&self, standing: &RunProgress);

    /// Called at the same times as [`Watch::progressed`], with the counts of all tasks.
    fn counted(&self, _totals: Totals<'_>) {}
}

/// A watch that ignores all reports.
impl Watch for () {
    fn progressed(&self, _: &RunProgress) {}
}

/// Plays the tasks on the current rayon thread pool. Once `stop` is true, no thread begins another piece of a
/// block ([`Pace`] splits blocks into pieces).
///
/// Returns the results in the order of the tasks.
///
/// # Panics
/// When a fight panics, which would be a bug in its rules.
pub fn run(tasks: &[Task<'_>], watch: &dyn Watch, stop: &AtomicBool) -> Vec<Done> {
    let nothing = tasks.iter().map(Done::nothing).collect();
    go_on(tasks, (Shard::WHOLE, nothing), watch, stop)
}

/// Continues a run like [`run`]: plays those fights of a shard that have not been counted yet. `before` is
/// the shard, with the earlier counts of each task.
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

/// Returns the greatest number of fights that these tasks may play, in all their seats together.
pub fn planned(tasks: &[Task<'_>]) -> u64 {
    let fights = |task: &Task<'_>| task.seats.len() as u64 * task.cap();
    tasks.iter().map(fights).fold(0, u64::saturating_add)
}

/// The panic message for a poisoned lock. This cannot happen, because a thread that panics while it holds a
/// lock ends the run.
const UNPOISONED: &str = "a thread that panics ends the run";

/// Returns an empty tally for `bout`. It records whether the run ends at a planned number of fights or at the
/// required precision.
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

/// Returns the number of fights that a side has won, in all seats together. `side` is its position in the
/// first seat. Other seats may have the sides in another order, so it may have another position there.
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

/// Plays the fights of a block. If `stop` becomes true or the fights take longer than [`LONGEST`], plays only
/// the first of them. Returns the tally of each seat, and the number of the first fight that was not played.
/// This number is the same in every seat.
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
