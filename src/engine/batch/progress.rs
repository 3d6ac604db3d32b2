//! The progress of a run, readable from any thread at any time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Done, Shard, Task, UNPOISONED, wins};
use crate::tally::{Interval, Stop};

/// The progress of a run: how many fights have been played, and how precise the win rates are.
#[derive(Debug)]
pub struct RunProgress {
    fights: AtomicU64,
    of: AtomicU64,
    /// For each task, the width of the widest interval of a side's win rate, as the bits of an `f64`.
    widths: Vec<AtomicU64>,
}

impl RunProgress {
    pub(super) fn new(tasks: &[Task<'_>], shard: Shard, done: &[Done]) -> Self {
        let both = || tasks.iter().zip(done);
        let of = both().map(|(task, done)| {
            let most = if done.complete {
                done.fights
            } else {
                shard.own(task.cap())
            };
            most * task.seats.len() as u64
        });
        Self {
            fights: AtomicU64::new(
                both()
                    .map(|(task, done)| done.fights * task.seats.len() as u64)
                    .sum(),
            ),
            of: AtomicU64::new(of.fold(0, u64::saturating_add)),
            widths: both()
                .map(|(task, done)| AtomicU64::new(width(task, done).to_bits()))
                .collect(),
        }
    }

    pub(super) fn counted(&self, task: usize, fights: u64, of: &Task<'_>, total: &Done) {
        let fights = fights * of.seats.len() as u64;
        self.widths[task].store(width(of, total).to_bits(), Ordering::Relaxed);
        self.fights.fetch_add(fights, Ordering::Relaxed);
    }

    /// Returns the number of fights played by now, in all matchups and seats together.
    pub fn fights(&self) -> u64 {
        self.fights.load(Ordering::Relaxed)
    }

    /// Records that a task has ended after `fights` fights in each seat, that is, in each order of the sides.
    /// Its remaining fights no longer count in [`RunProgress::of`].
    pub(super) fn over(&self, task: &Task<'_>, shard: Shard, fights: u64) {
        let saved = (shard.own(task.cap()) - fights) * task.seats.len() as u64;
        self.of.fetch_sub(saved, Ordering::Relaxed);
    }

    /// Returns the greatest number of fights that the whole run can have at its end: in all matchups, and in
    /// all orders of their sides.
    pub fn of(&self) -> u64 {
        self.of.load(Ordering::Relaxed)
    }

    /// Returns half the width of the widest 95 % interval of all win rates, from 0 to 0.5. Each side of each
    /// matchup has a win rate. The result is 0.5 as long as a matchup has no fights.
    pub fn widest(&self) -> f64 {
        let width = |bits: &AtomicU64| f64::from_bits(bits.load(Ordering::Relaxed));
        self.widths.iter().map(width).fold(0.0, f64::max) / 2.0
    }
}

/// The counts of all tasks. They can be read while other threads count.
#[derive(Debug, Clone, Copy)]
pub struct Totals<'t>(&'t [Mutex<Done>]);

impl<'t> Totals<'t> {
    pub(super) fn new(totals: &'t [Mutex<Done>]) -> Self {
        Self(totals)
    }

    /// Calls `look` with the counts of a task. The tallies contain exactly the fights in [`Done::played`].
    /// Threads that want to add counts to this task wait until `look` returns.
    ///
    /// # Panics
    /// If there is no such task.
    pub fn of<T>(&self, task: usize, look: impl FnOnce(&Done) -> T) -> T {
        look(&self.0[task].lock().expect(UNPOISONED))
    }
}

/// Returns the width of the widest 95 % interval of a side's win rate. The fights in all orders of the sides
/// count together.
fn width(task: &Task<'_>, total: &Done) -> f64 {
    let fights = total.fights * total.seats.len() as u64;
    let stop = task.looks.map_or(Stop::Planned, |_| Stop::Narrow);
    let sides = task.seats.first().map_or(0, |bout| bout.cast().sides.len());
    (0..sides)
        .map(|side| {
            let interval = Interval::wilson_after(stop, wins(task, total, side), fights);
            interval.map_or(1.0, |interval| interval.high - interval.low)
        })
        .fold(0.0, f64::max)
}
