//! Many fights: played on all threads, counted once.
//!
//! The work is cut into fixed blocks: the number of a block alone decides which fights are in it, and a fight's
//! luck hangs on its number alone. Counts are integers, so it does not matter which thread plays a block or when
//! it is added: the result is the same bytes on any number of threads. Blocks are dealt out in turns, block 0 of
//! every matchup first, so that a run that is stopped early has played all matchups about equally. Of a block in
//! which a run is stopped those fights are counted that every seat has played.
//!
//! A task may end at the first of several [`Looks`] at which every side's win rate is known well enough. What is looked at
//! are the counts of all fights up to there and of no others, so that is the same on any number of threads, too.
//!
//! A run may be one of several equal parts of a larger one ([`Shard`]), and may go on from what was counted before
//! ([`go_on`]): all that is counted is which fights they were and what they came to, so parts add up to the run.
//!
//! Memory is one tally per seat and one per block in flight, however many fights there are. Where there are many matchups,
//! tallies are packed ([`Tally::pack`]) while nothing is added to them, and matchups are told to forget what they have worked
//! out in order to play faster ([`Bout::forget`]) while others have their turn.

mod deal;
mod pace;
mod shard;
mod spans;
mod standing;

pub use pace::Pace;
pub use shard::{NoShard, Shard};
pub use spans::{Spans, Untidy};
pub use standing::{Standing, Totals};

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::bout::Bout;
use crate::fight::{SideId, Stream};
use crate::tally::{Looks, Stop, Tally};
use deal::Deal;

/// Fights in a block: enough that dealing it out costs nothing.
pub const BLOCK: u64 = 4096;

/// How long a thread plays before it counts what it has, however large the block: what is kept of a run that is killed
/// cannot be much older.
const LONGEST: Duration = Duration::from_secs(1);

/// From how many matchups on memory is saved.
const MANY: usize = 64;

/// How much is played of a matchup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the run.
    pub seed: u64,
    /// How many fights in each seat, where no [`Task::looks`] say so.
    pub fights: u64,
}

/// A matchup to play.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The matchup in each order of its sides that is to be played; each seat plays all fights of the plan.
    pub seats: &'a [Box<dyn Bout>],
    /// How much of it.
    pub plan: Plan,
    /// Where it may end before that, by the fights in each seat, and what is precise enough. The fights of all seats
    /// together count for that.
    pub looks: Option<&'a Looks>,
}

impl Task<'_> {
    /// The most fights in each seat.
    pub fn cap(&self) -> u64 {
        self.looks.map_or(self.plan.fights, Looks::cap)
    }

    /// An empty tally for each seat, which knows how its counts may come to an end.
    pub fn empty(&self) -> Vec<Tally> {
        self.seats.iter().map(|bout| empty(self, &**bout)).collect()
    }
}

/// Result of a [`Task`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// One tally per seat, in the task's order.
    pub seats: Vec<Tally>,
    /// How many fights each seat has played: the plan's, or fewer where the run was stopped or became precise.
    pub fights: u64,
    /// Which they are, in the numbers of the shard's own fights.
    pub played: Spans,
    /// Whether all was played that was to be played; not so where the run was stopped.
    pub complete: bool,
    /// Whether every side's win rate is as precise as was asked for; so wherever nothing was asked for.
    pub precise: bool,
}

impl Done {
    /// Nothing of a task, packed.
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

    /// Has its tallies take little memory until something is added to them.
    pub fn pack(&mut self) {
        self.seats.iter_mut().for_each(Tally::pack);
    }

    /// Adds what was counted elsewhere: these of the shard's own fights, one tally for each seat.
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

    /// Finds out from what was counted whether this shard of the task is complete, and precise.
    pub fn settle(&mut self, task: &Task<'_>, shard: Shard) {
        self.precise = is_precise(task, self);
        let looks = deal::looks(task, shard);
        let all = self.played.prefix();
        let is_whole = all == self.played.end();
        let at_last = looks.last().is_some_and(|&last| all >= last);
        let at_look = task.looks.is_some() && looks.contains(&all);
        self.complete = is_whole && (at_last || (at_look && self.precise));
    }
}

/// Looks on while fights are played.
pub trait Watch: Sync {
    /// A block has been counted. Called from any thread, often: thousands of times a second.
    fn progressed(&self, standing: &Standing);

    /// Like [`Watch::progressed`], with the counts of all tasks.
    fn counted(&self, _totals: Totals<'_>) {}
}

/// Watches nothing.
impl Watch for () {
    fn progressed(&self, _: &Standing) {}
}

/// Plays the tasks on the current rayon pool. Once `stop` is true no further piece of a block begins (see [`Pace`]).
///
/// The result is in the order of the tasks.
///
/// # Panics
/// When a fight panics, which is a mistake in its rules.
pub fn run(tasks: &[Task<'_>], watch: &dyn Watch, stop: &AtomicBool) -> Vec<Done> {
    let nothing = tasks.iter().map(Done::nothing).collect();
    go_on(tasks, (Shard::WHOLE, nothing), watch, stop)
}

/// Plays what is left of a shard of the tasks, like [`run`]. What was counted before has one entry for each task.
///
/// # Panics
/// When a fight panics, which is a mistake in its rules, or what was counted before is of other tasks.
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
    let standing = Standing::new(tasks, shard, &before);
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

/// How many fights these tasks are at the most, in all seats.
pub fn planned(tasks: &[Task<'_>]) -> u64 {
    let fights = |task: &Task<'_>| task.seats.len() as u64 * task.cap();
    tasks.iter().map(fights).fold(0, u64::saturating_add)
}

/// Why a lock is always available: a thread that panics while holding one ends the run.
const UNPOISONED: &str = "a thread that panics ends the run";

/// An empty tally, which knows how its counts may come to an end.
fn empty(task: &Task<'_>, bout: &dyn Bout) -> Tally {
    let mut tally = Tally::new(bout.cast());
    tally.stopped(match task.looks {
        Some(_) => Stop::Narrow,
        None => Stop::Planned,
    });
    tally
}

/// Whether every side's win rate is as precise as was asked for, if anything was.
fn is_precise(task: &Task<'_>, total: &Done) -> bool {
    let fights = total.fights * total.seats.len() as u64;
    let sides = task.seats.first().map_or(0, |bout| bout.cast().sides.len());
    task.looks
        .is_none_or(|looks| (0..sides).all(|side| looks.is_narrow(wins(task, total, side), fights)))
}

/// Wins of a side of the first seat, in whatever place the other seats list it.
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

/// Plays a block, or as much of it as is played before the run is to stop or it has taken long: to which fight, the same
/// in every seat.
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
