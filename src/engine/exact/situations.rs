//! Every situation met, once: its number, its weights, and the memory that all of them take.
//!
//! Where rounds are alike, a situation can be reached in two rounds before it steps in the first of them: weight that
//! waits for this round must not mix with weight that waits for the next. So a situation has a weight for even rounds
//! and one for odd ones. As a step leads at most one round on (`walk.rs` makes sure), two suffice.
//!
//! Memory is counted before it is taken: a table that has to grow asks for what the larger one needs beside the old
//! one, which is there until all has been moved.

use std::hash::Hash;

use indexmap::IndexSet;

use super::{Budget, End};
use crate::fight::Moment;
use crate::memory;
use crate::tally::Expected;

/// Bytes that a situation takes beside itself: its hash, its place in the index (up to two of them for each, as the
/// index doubles), its two weights, moment, row, and its places in the lists of what comes next.
const BESIDE: usize = 8 + 16 + 32 + 8 + 16 + 16;

/// Most situations: a number and one bit more go into 32 bits.
const MOST: usize = (u32::MAX >> 1) as usize - 1;

/// Room made at first.
const FIRST: usize = 64;

/// The situations of a fight.
#[derive(Debug)]
pub(super) struct Situations<S> {
    known: IndexSet<S, foldhash::fast::FixedState>,
    weights: Vec<[Expected; 2]>,
    moments: Vec<Moment>,
    /// How many there is room for, and how many bytes each takes.
    room: usize,
    each: usize,
}

impl<S: Clone + Eq + Hash> Situations<S> {
    /// No situations yet, each of which will take so many bytes.
    pub(super) fn new(each: usize) -> Self {
        Self {
            known: IndexSet::default(),
            weights: Vec::new(),
            moments: Vec::new(),
            room: 0,
            each,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Memory taken, or about to be.
    pub(super) fn bytes(&self) -> usize {
        self.bytes_of(self.room)
    }

    fn bytes_of(&self, room: usize) -> usize {
        room.saturating_mul(self.each + BESIDE)
    }

    /// The number of a situation, which is taken in if it is new and the budget, of which so many bytes are spent
    /// already, has room for it.
    pub(super) fn number(
        &mut self,
        state: &S,
        moment: Moment,
        budget: &Budget,
        spent: usize,
    ) -> Result<u32, End> {
        if let Some(at) = self.known.get_index_of(state) {
            return Ok(short(at));
        }
        if self.known.len() >= self.room {
            self.grow(budget, spent)?;
        }
        self.weights.push([Expected::default(); 2]);
        self.moments.push(moment);
        Ok(short(self.known.insert_full(state.clone()).0))
    }

    fn grow(&mut self, budget: &Budget, spent: usize) -> Result<(), End> {
        let most = budget.states.min(MOST);
        if most <= self.room {
            return Err(End::States);
        }
        // The old table is there until all has been moved. Where there is no memory for twice as many, fewer do.
        let free = budget
            .bytes
            .saturating_sub(self.bytes())
            .saturating_sub(spent);
        let affordable = free / self.bytes_of(1);
        let room = (self.room * 2).max(FIRST).min(most).min(affordable);
        if room < self.room + self.room / 8 + 1 {
            return Err(End::Bytes);
        }
        let more = room - self.known.len();
        let had = memory::asked(|| {
            self.known.try_reserve_exact(more).is_ok()
                && self.weights.try_reserve_exact(more).is_ok()
                && self.moments.try_reserve_exact(more).is_ok()
        });
        if !had {
            return Err(End::Memory);
        }
        self.room = room;
        Ok(())
    }

    pub(super) fn state(&self, number: u32) -> &S {
        self.known
            .get_index(number as usize)
            .expect("situations are numbered as they are taken in")
    }

    pub(super) fn moment(&self, number: u32) -> Moment {
        self.moments[number as usize]
    }

    /// What waits in a situation for this round.
    pub(super) fn weight(&self, number: u32, round: u32) -> f64 {
        self.weights[number as usize][column(round)].value()
    }

    /// What waits in a situation for this round; nothing does afterwards.
    #[inline]
    pub(super) fn take(&mut self, number: u32, round: u32) -> f64 {
        std::mem::take(&mut self.weights[number as usize][column(round)]).value()
    }

    /// Adds to what waits in a situation for this round; says whether it is the first.
    #[inline]
    pub(super) fn add(&mut self, number: u32, round: u32, weight: f64) -> bool {
        let sum = &mut self.weights[number as usize][column(round)];
        let first = *sum == Expected::default();
        sum.add(weight);
        first
    }

    /// Forgets all situations but these, which get new numbers.
    pub(super) fn keep<'l>(&mut self, lists: impl Iterator<Item = &'l mut Vec<u32>>) {
        let mut lists: Vec<&mut Vec<u32>> = lists.collect();
        let mut kept = vec![false; self.len()];
        for &number in lists.iter().flat_map(|list| list.iter()) {
            kept[number as usize] = true;
        }
        let mut fresh = vec![0; self.len()];
        let mut next = 0;
        for (number, kept) in fresh.iter_mut().zip(&kept) {
            *number = next;
            next += u32::from(*kept);
        }
        for number in lists.iter_mut().flat_map(|list| list.iter_mut()) {
            *number = fresh[*number as usize];
        }
        sift(&mut self.weights, &kept);
        sift(&mut self.moments, &kept);
        let mut kept = kept.iter();
        self.known
            .retain(|_| *kept.next().expect("as many as there are situations"));
    }
}

/// Keeps the entries of a list that are marked.
fn sift<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| *kept.next().expect("as many as there are situations"));
}

/// Which of a situation's weights is that of this round.
#[inline]
fn column(round: u32) -> usize {
    round as usize & 1
}

fn short(at: usize) -> u32 {
    u32::try_from(at).expect("growing stops before two thousand million")
}
