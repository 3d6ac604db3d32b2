//! Which block is played next.
//!
//! Block 0 of every task comes first, then block 1 of every task that has one, and so on. A task that may end at several
//! looks is dealt out look by look: no block beyond a look is begun before all up to it are counted, so what is decided
//! there hangs on the same counts however many threads there are. Who finds nothing to do meanwhile waits.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};

use super::{BLOCK, Task, UNPOISONED};

/// A block of a task: its fights are `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Job {
    pub task: usize,
    pub start: u64,
    pub end: u64,
}

/// Deals out the blocks.
#[derive(Debug)]
pub(super) struct Deal<'s> {
    table: Mutex<Table>,
    counted: Condvar,
    stop: &'s AtomicBool,
}

#[derive(Debug)]
struct Table {
    hands: Vec<Hand>,
    /// Tasks with a block to be dealt.
    waiting: VecDeque<usize>,
    /// Blocks that are being played.
    out: usize,
    /// Somebody has panicked, so nobody waits for what they were about to count.
    broken: bool,
}

/// How far a task has come.
#[derive(Debug)]
struct Hand {
    /// Where it may end.
    looks: Vec<u64>,
    look: usize,
    next: u64,
    out: usize,
}

impl Hand {
    fn goal(&self) -> u64 {
        self.looks[self.look]
    }
}

impl<'s> Deal<'s> {
    pub(super) fn new(tasks: &[Task<'_>], stop: &'s AtomicBool) -> Self {
        let hand = |task: &Task<'_>| Hand {
            looks: task
                .looks
                .map_or_else(|| vec![task.plan.fights], |looks| looks.fights().to_vec()),
            look: 0,
            next: 0,
            out: 0,
        };
        let hands: Vec<Hand> = tasks.iter().map(hand).collect();
        let waiting = (0..hands.len())
            .filter(|&task| hands[task].goal() > 0)
            .collect();
        let table = Table {
            hands,
            waiting,
            out: 0,
            broken: false,
        };
        Self {
            table: Mutex::new(table),
            counted: Condvar::new(),
            stop,
        }
    }

    /// The next block; none once all are played, or the run is to stop.
    pub(super) fn next(&self) -> Option<Job> {
        let mut table = self.table.lock().expect(UNPOISONED);
        loop {
            if self.stop.load(Ordering::Relaxed) || table.broken {
                return None;
            }
            if let Some(task) = table.waiting.pop_front() {
                let hand = &mut table.hands[task];
                let (start, goal) = (hand.next, hand.goal());
                let end = goal.min(start + BLOCK);
                hand.next = end;
                hand.out += 1;
                if end < goal {
                    table.waiting.push_back(task);
                }
                table.out += 1;
                return Some(Job { task, start, end });
            }
            if table.out == 0 {
                return None;
            }
            table = self.counted.wait(table).expect(UNPOISONED);
        }
    }

    /// A block has been counted. Where that was the last before a look, `goes_on` says whether the task goes on.
    /// Says whether it is over.
    pub(super) fn counted(&self, job: &Job, goes_on: impl FnOnce() -> bool) -> bool {
        let mut table = self.table.lock().expect(UNPOISONED);
        table.out -= 1;
        let hand = &mut table.hands[job.task];
        hand.out -= 1;
        let complete = hand.out == 0 && hand.next == hand.goal();
        let mut over = false;
        if complete {
            over = hand.look + 1 == hand.looks.len() || !goes_on();
            if !over {
                hand.look += 1;
                table.waiting.push_back(job.task);
            }
        }
        drop(table);
        self.counted.notify_all();
        over
    }

    /// A block was not played to its end, as the run is to stop.
    pub(super) fn cut_short(&self, job: &Job) {
        let mut table = self.table.lock().expect(UNPOISONED);
        table.out -= 1;
        table.hands[job.task].out -= 1;
        drop(table);
        self.counted.notify_all();
    }

    /// Lets nobody wait for a thread that panics; dropped by it.
    pub(super) fn watched(&self) -> Watched<'_, 's> {
        Watched(self)
    }
}

/// See [`Deal::watched`].
#[derive(Debug)]
pub(super) struct Watched<'d, 's>(&'d Deal<'s>);

impl Drop for Watched<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            if let Ok(mut table) = self.0.table.lock() {
                table.broken = true;
            }
            self.0.counted.notify_all();
        }
    }
}
