//! Many fights: played on all threads, counted once.
//!
//! The work is cut into fixed blocks: the number of a block alone decides which fights are in it, and a fight's
//! luck hangs on its number alone. Counts are integers, so it does not matter which thread plays a block or when
//! it is added: the result is the same bytes on any number of threads. Blocks are dealt out in turns, block 0 of
//! every matchup first, so that a run that is stopped early has played all matchups about equally. A block
//! is counted whole, in every seat, or not at all.
//!
//! Memory is one tally per seat and one per block in flight, however many fights there are.

mod standing;

pub use standing::Standing;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::bout::Bout;
use crate::fight::Stream;
use crate::tally::Tally;

/// Fights in a block: enough that dealing it out costs nothing, few enough that stopping does not take long.
const BLOCK: u64 = 4096;

/// How much is played of a matchup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the run.
    pub seed: u64,
    /// How many fights in each seat.
    pub fights: u64,
}

/// A matchup to play.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The matchup in each order of its sides that is to be played; each seat plays all fights of the plan.
    pub seats: &'a [Box<dyn Bout>],
    /// How much of it.
    pub plan: Plan,
}

/// What came of a [`Task`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// One tally per seat, in the task's order.
    pub seats: Vec<Tally>,
    /// How many fights each seat has played: the plan's, or fewer where the run was stopped.
    pub fights: u64,
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

/// Plays the tasks on the current rayon pool. Once `stop` is true no further block begins.
///
/// The result is in the order of the tasks.
///
/// # Panics
/// When a fight panics, which is a mistake in its rules.
pub fn run(tasks: &[Task<'_>], watch: &dyn Watch, stop: &AtomicBool) -> Vec<Done> {
    let totals: Vec<Mutex<Done>> = tasks.iter().map(|task| Mutex::new(nothing(task))).collect();
    let standing = Standing::new(tasks);
    let deal = Deal::new(tasks);
    rayon::broadcast(|_| {
        while !stop.load(Ordering::Relaxed)
            && let Some(job) = deal.next()
        {
            let block = play(&tasks[job.task], &job);
            let mut total = totals[job.task].lock().expect(UNPOISONED);
            for (sum, part) in total.seats.iter_mut().zip(&block) {
                sum.merge(part);
            }
            total.fights += job.end - job.start;
            standing.counted(job.task, &job, &tasks[job.task], &total);
            drop(total);
            watch.progressed(&standing);
        }
    });
    totals
        .into_iter()
        .map(|total| total.into_inner().expect(UNPOISONED))
        .collect()
}

/// How many fights these tasks are, in all seats.
pub fn planned(tasks: &[Task<'_>]) -> u64 {
    let fights = |task: &Task<'_>| task.seats.len() as u64 * task.plan.fights;
    tasks.iter().map(fights).sum()
}

/// Why a lock can be had: whoever panics while holding one ends the run.
const UNPOISONED: &str = "a thread that panics ends the run";

fn nothing(task: &Task<'_>) -> Done {
    Done {
        seats: task
            .seats
            .iter()
            .map(|bout| Tally::new(bout.cast()))
            .collect(),
        fights: 0,
    }
}

fn play(task: &Task<'_>, job: &Job) -> Vec<Tally> {
    task.seats
        .iter()
        .map(|bout| {
            let mut tally = Tally::new(bout.cast());
            let stream = Stream::new(task.plan.seed, bout.label());
            bout.play(&stream, job.start..job.end, &mut tally);
            tally
        })
        .collect()
}

/// A block of a task: its fights are `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Job {
    task: usize,
    start: u64,
    end: u64,
}

/// Deals out the blocks: block 0 of every task, then block 1 of every task that has one, and so on.
#[derive(Debug)]
struct Deal {
    fights: Vec<u64>,
    rounds: u64,
    next: AtomicU64,
}

impl Deal {
    fn new(tasks: &[Task<'_>]) -> Self {
        let fights: Vec<u64> = tasks.iter().map(|task| task.plan.fights).collect();
        let most = fights.iter().copied().max().unwrap_or(0);
        Self {
            fights,
            rounds: most.div_ceil(BLOCK),
            next: AtomicU64::new(0),
        }
    }

    fn next(&self) -> Option<Job> {
        let width = self.fights.len() as u64;
        loop {
            let turn = self.next.fetch_add(1, Ordering::Relaxed);
            if width == 0 || turn / width >= self.rounds {
                return None;
            }
            let task = usize::try_from(turn % width).expect("a position in a list");
            let start = turn / width * BLOCK;
            let end = self.fights[task].min(start + BLOCK);
            if start < end {
                return Some(Job { task, start, end });
            }
        }
    }
}

#[cfg(test)]
mod tests;
