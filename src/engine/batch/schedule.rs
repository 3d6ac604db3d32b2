//! Chooses which block a thread plays next.
//!
//! Block 0 of every task comes first, then block 1 of every task that has one, and so on. If a task may end
//! at several looks, no block after a look begins before all blocks up to it are counted. The decision at the
//! look therefore depends on the same counts for any number of threads. If no block may begin at present, a
//! thread waits. Fights that were counted before the run are not played again.
//!
//! If there are many tasks, each task gets several blocks in a row after its first one. Its tables for faster
//! play are then used for a while before they are released.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};

use super::{BLOCK, Done, Shard, Spans, Task, UNPOISONED};

/// The number of blocks in a row that a task gets if there are many tasks. The released tables of a task are
/// worked out again once for all these blocks, so that this costs little time.
const ROW: u32 = 64;

/// Fights of a task that one thread plays: a block, or what is left of it. `own` are the numbers of these
/// fights within the shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Job {
    pub task: usize,
    pub own: Range<u64>,
}

/// Hands out the blocks to the threads.
#[derive(Debug)]
pub(super) struct Deal<'s> {
    table: Mutex<Table>,
    counted: Condvar,
    stop: &'s AtomicBool,
}

#[derive(Debug)]
struct Table {
    hands: Vec<Hand>,
    /// The tasks with a block that a thread may begin. Each task is in the queue once at most.
    waiting: VecDeque<usize>,
    /// The number of blocks that threads are playing.
    out: usize,
    /// The number of blocks in a row that a task gets after its first one.
    row: u32,
    /// Whether a thread has panicked. The other threads must then not wait for its counts.
    broken: bool,
}

/// The progress of a task.
#[derive(Debug)]
struct Hand {
    /// The numbers of fights within the shard after which the task may end. `look` is the index of the next
    /// one.
    looks: Vec<u64>,
    look: usize,
    /// The fights that were counted before the run.
    before: Spans,
    /// The ranges of fights before the next look ([`Task::looks`]) that no thread has begun, in ascending
    /// order.
    rest: VecDeque<Range<u64>>,
    out: usize,
    /// The number of blocks that the task has got in its present row; 0 if it is in no row.
    got: u32,
}

impl Hand {
    fn new(task: &Task<'_>, shard: Shard, done: &Done) -> Self {
        let looks = looks(task, shard);
        let mut hand = Self {
            look: looks.len() - 1,
            looks,
            before: done.played.clone(),
            rest: VecDeque::new(),
            out: 0,
            got: 0,
        };
        if !done.complete {
            // The task was counted up to a look and is not complete, so it was not precise enough at that
            // look. It continues to the next one.
            let passed = |&&look: &&u64| look <= done.played.prefix();
            let passed = hand.looks.iter().take_while(passed).count();
            hand.look = passed.min(hand.looks.len() - 1);
            hand.rest = hand.before.gaps(0..hand.looks[hand.look]).into();
        }
        hand
    }
}

/// Returns the numbers of fights after which a task may end, counted within the shard.
pub(super) fn looks(task: &Task<'_>, shard: Shard) -> Vec<u64> {
    match task.looks {
        None => vec![shard.own(task.plan.fights)],
        Some(looks) => looks.fights().iter().map(|&look| shard.own(look)).collect(),
    }
}

impl<'s> Deal<'s> {
    /// Creates a schedule for all fights that have not been counted in `done`. `done` has one entry per task.
    pub(super) fn new(
        tasks: &[Task<'_>],
        (shard, done): (Shard, &[Done]),
        many: bool,
        stop: &'s AtomicBool,
    ) -> Self {
        let both = tasks.iter().zip(done);
        let hands: Vec<Hand> = both
            .map(|(task, done)| Hand::new(task, shard, done))
            .collect();
        let waiting = (0..hands.len())
            .filter(|&task| !hands[task].rest.is_empty())
            .collect();
        let table = Table {
            hands,
            waiting,
            out: 0,
            row: if many { ROW } else { 1 },
            broken: false,
        };
        Self {
            table: Mutex::new(table),
            counted: Condvar::new(),
            stop,
        }
    }

    /// Returns the next block for a thread. Waits until a block may begin. Returns `None` once all blocks are
    /// played, or if the run has to stop.
    pub(super) fn next(&self) -> Option<Job> {
        let mut table = self.table.lock().expect(UNPOISONED);
        loop {
            if self.stop.load(Ordering::Relaxed) || table.broken {
                return None;
            }
            let row = table.row;
            if let Some(task) = table.waiting.pop_front() {
                let hand = &mut table.hands[task];
                let rest = hand.rest.front_mut().expect("who waits has something left");
                let own = Shard::piece(rest);
                rest.start = own.end;
                if rest.is_empty() {
                    hand.rest.pop_front();
                }
                hand.out += 1;
                hand.got += 1;
                let again = own.start >= BLOCK && hand.got < row;
                if !again {
                    hand.got = 0;
                }
                if !hand.rest.is_empty() {
                    if again {
                        table.waiting.push_front(task);
                    } else {
                        table.waiting.push_back(task);
                    }
                }
                table.out += 1;
                return Some(Job { task, own });
            }
            if table.out == 0 {
                return None;
            }
            table = self.counted.wait(table).expect(UNPOISONED);
        }
    }

    /// Records that the fights of `job` before number `end` have been counted. The others are handed out
    /// again. If all fights before a look ([`Task::looks`]) have been counted, `goes_on` says whether the
    /// task continues. Returns whether the task is over.
    pub(super) fn counted(&self, job: &Job, end: u64, goes_on: impl Fn() -> bool) -> bool {
        let mut table = self.table.lock().expect(UNPOISONED);
        table.out -= 1;
        let hand = &mut table.hands[job.task];
        hand.out -= 1;
        let mut waits = false;
        let mut over = false;
        if end < job.own.end {
            waits = hand.rest.is_empty();
            hand.rest.push_front(end..job.own.end);
        } else {
            while hand.out == 0 && hand.rest.is_empty() && !over {
                over = hand.look + 1 == hand.looks.len() || !goes_on();
                if !over {
                    let from = hand.looks[hand.look];
                    hand.look += 1;
                    hand.rest = hand.before.gaps(from..hand.looks[hand.look]).into();
                    waits = !hand.rest.is_empty();
                }
            }
        }
        if waits {
            table.waiting.push_back(job.task);
        }
        drop(table);
        self.counted.notify_all();
        over
    }

    /// Returns whether the task pauses: no thread plays it at present, and none will before other tasks have
    /// had their turn.
    pub(super) fn rests(&self, task: usize) -> bool {
        let table = self.table.lock().expect(UNPOISONED);
        let hand = &table.hands[task];
        hand.out == 0 && (hand.got == 0 || hand.rest.is_empty())
    }

    /// Returns a guard for a thread that plays and counts blocks. If the thread panics, the guard makes the
    /// other threads stop instead of waiting for its counts.
    pub(super) fn watched(&self) -> Watched<'_, 's> {
        Watched(self)
    }
}

/// The guard that [`Deal::watched`] returns.
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
