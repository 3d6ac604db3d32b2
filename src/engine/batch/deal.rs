//! Which block is played next.
//!
//! Block 0 of every task comes first, then block 1 of every task that has one, and so on. A task that may end at several
//! looks is dealt out look by look: no block beyond a look is begun before all up to it are counted, so what is decided
//! there hangs on the same counts however many threads there are. Who finds nothing to do meanwhile waits. What was
//! counted before the run began is not dealt out again.
//!
//! Where there are many tasks, each is dealt several blocks in a row after its first one, so that what was worked out for
//! it is of use for a while and can then be forgotten.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};

use super::{BLOCK, Done, Shard, Spans, Task, UNPOISONED};

/// How many blocks a task gets in a row where there are many: so many that to work out anew what was forgotten is little
/// beside playing them.
const ROW: u32 = 64;

/// A block of a task, or what is left of it, in the numbers of the shard's own fights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Job {
    pub task: usize,
    pub own: Range<u64>,
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
    /// Tasks with a block to be dealt, each once.
    waiting: VecDeque<usize>,
    /// Blocks that are being played.
    out: usize,
    /// How many blocks a task gets in a row, but for its first.
    row: u32,
    /// Somebody has panicked, so nobody waits for what they were about to count.
    broken: bool,
}

/// How far a task has come.
#[derive(Debug)]
struct Hand {
    /// Where it may end, in the shard's own fights.
    looks: Vec<u64>,
    look: usize,
    /// Counts from before the run.
    before: Spans,
    /// Stretches to be dealt out up to the present look, ascending.
    rest: VecDeque<Range<u64>>,
    out: usize,
    /// Blocks that it has got in a row.
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
            // Who was counted up to a look and is not over went on from there.
            let passed = |&&look: &&u64| look <= done.played.prefix();
            let passed = hand.looks.iter().take_while(passed).count();
            hand.look = passed.min(hand.looks.len() - 1);
            hand.rest = hand.before.gaps(0..hand.looks[hand.look]).into();
        }
        hand
    }
}

/// Where a task may end, in the numbers of the shard's own fights.
pub(super) fn looks(task: &Task<'_>, shard: Shard) -> Vec<u64> {
    match task.looks {
        None => vec![shard.own(task.plan.fights)],
        Some(looks) => looks.fights().iter().map(|&look| shard.own(look)).collect(),
    }
}

impl<'s> Deal<'s> {
    /// Deals out what is not in `done`, which has one entry per task.
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

    /// The next block; none once all are played, or the run is to stop.
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

    /// A block has been counted up to `end`; what is left of it is dealt out again. Where that was the last before a look,
    /// `goes_on` says whether the task goes on. Says whether it is over.
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

    /// Whether nobody plays a task, and nobody will before other tasks have had their turn.
    pub(super) fn rests(&self, task: usize) -> bool {
        let table = self.table.lock().expect(UNPOISONED);
        let hand = &table.hands[task];
        hand.out == 0 && (hand.got == 0 || hand.rest.is_empty())
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
