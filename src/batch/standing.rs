//! How far a run has come, readable by anybody at any time.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Done, Job, Task, planned, wins};
use crate::tally::{Interval, Stop};

/// How far a run has come.
#[derive(Debug)]
pub struct Standing {
    fights: AtomicU64,
    of: AtomicU64,
    /// The widest interval of each task, as the bits of a float.
    widths: Vec<AtomicU64>,
}

impl Standing {
    pub(super) fn new(tasks: &[Task<'_>]) -> Self {
        Self {
            fights: AtomicU64::new(0),
            of: AtomicU64::new(planned(tasks)),
            widths: tasks
                .iter()
                .map(|_| AtomicU64::new(1f64.to_bits()))
                .collect(),
        }
    }

    pub(super) fn counted(&self, task: usize, job: &Job, of: &Task<'_>, total: &Done) {
        let fights = (job.end - job.start) * of.seats.len() as u64;
        self.widths[task].store(width(of, total).to_bits(), Ordering::Relaxed);
        self.fights.fetch_add(fights, Ordering::Relaxed);
    }

    /// Fights played so far, in all matchups and seats.
    pub fn fights(&self) -> u64 {
        self.fights.load(Ordering::Relaxed)
    }

    /// A task is over after so many fights in each seat: those that it could have had besides are not to come.
    pub(super) fn over(&self, task: &Task<'_>, fights: u64) {
        let saved = (task.cap() - fights) * task.seats.len() as u64;
        self.of.fetch_sub(saved, Ordering::Relaxed);
    }

    /// Fights to be played at the most, in all matchups and seats.
    pub fn of(&self) -> u64 {
        self.of.load(Ordering::Relaxed)
    }

    /// Half the width of the widest 95 % interval that any side's win rate has at present, from 0 to 0.5. A
    /// matchup that has not been played yet may be anything.
    pub fn widest(&self) -> f64 {
        let width = |bits: &AtomicU64| f64::from_bits(bits.load(Ordering::Relaxed));
        self.widths.iter().map(width).fold(0.0, f64::max) / 2.0
    }
}

/// The width of the widest interval of a matchup: over its sides, all seats together.
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
