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
//! Memory is one tally per seat and one per block in flight, however many fights there are.

mod deal;
mod pace;
mod standing;

pub use pace::Pace;
pub use standing::Standing;

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use crate::bout::Bout;
use crate::fight::{SideId, Stream};
use crate::tally::{BATCH, Looks, Stop, Tally};
use deal::{Deal, Job};

/// Fights in a block: enough that dealing it out costs nothing.
const BLOCK: u64 = BATCH;

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
}

/// What came of a [`Task`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// One tally per seat, in the task's order.
    pub seats: Vec<Tally>,
    /// How many fights each seat has played: the plan's, or fewer where the run was stopped or became precise.
    pub fights: u64,
    /// Whether all was played that was to be played; not so where the run was stopped.
    pub complete: bool,
    /// Whether every side's win rate is as precise as was asked for; so wherever nothing was asked for.
    pub precise: bool,
}

/// Looks on while fights are played.
pub trait Watch: Sync {
    /// A block has been counted. Called from any thread, often: thousands of times a second.
    fn progressed(&self, standing: &Standing);
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
    let totals: Vec<Mutex<Done>> = tasks.iter().map(|task| Mutex::new(nothing(task))).collect();
    let standing = Standing::new(tasks);
    let paces: Vec<Pace> = tasks.iter().map(|_| Pace::default()).collect();
    let deal = Deal::new(tasks, stop);
    rayon::broadcast(|_| {
        let _watched = deal.watched();
        while let Some(dealt) = deal.next() {
            let task = &tasks[dealt.task];
            let (block, end) = play(task, &dealt, &paces[dealt.task], stop);
            let job = Job { end, ..dealt };
            let mut total = totals[job.task].lock().expect(UNPOISONED);
            for (sum, part) in total.seats.iter_mut().zip(&block) {
                sum.merge(part);
            }
            total.fights += job.end - job.start;
            standing.counted(job.task, &job, task, &total);
            drop(total);
            let precise = || is_precise(task, &totals[job.task].lock().expect(UNPOISONED));
            if end < dealt.end {
                deal.cut_short(&job);
            } else if deal.counted(&job, || !precise()) {
                let mut total = totals[job.task].lock().expect(UNPOISONED);
                total.complete = true;
                total.precise = is_precise(task, &total);
                standing.over(task, total.fights);
            }
            watch.progressed(&standing);
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

/// Why a lock can be had: whoever panics while holding one ends the run.
const UNPOISONED: &str = "a thread that panics ends the run";

fn nothing(task: &Task<'_>) -> Done {
    Done {
        seats: task.seats.iter().map(|bout| empty(task, &**bout)).collect(),
        fights: 0,
        complete: task.cap() == 0,
        precise: task.looks.is_none(),
    }
}

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

/// Plays a block, or as much of it as is played before the run is to stop: to which fight, the same in every seat.
fn play(task: &Task<'_>, job: &Job, pace: &Pace, stop: &AtomicBool) -> (Vec<Tally>, u64) {
    let seats = task.seats.iter();
    let mut seats: Vec<_> = seats
        .map(|bout| {
            let stream = Stream::new(task.plan.seed, bout.label());
            (bout, stream, empty(task, &**bout))
        })
        .collect();
    let mut at = job.start;
    for (end, is_batch) in Tally::batches(job.start, job.end) {
        let batch = at..end;
        at = pace.play(batch.clone(), stop, |piece| {
            for (bout, stream, tally) in &mut seats {
                bout.play(stream, piece.clone(), tally);
            }
        });
        if at < end {
            break;
        }
        if is_batch {
            for (.., tally) in &mut seats {
                tally.close_batch(batch.end - batch.start);
            }
        }
    }
    let tallies = seats.into_iter().map(|(_, _, tally)| tally).collect();
    (tallies, at)
}

#[cfg(test)]
mod tests;
