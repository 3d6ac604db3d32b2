//! The states of a fight that is solved: each is stored once, with a number and its weights.
//!
//! If rounds are equivalent, a state can be reached in two rounds before it steps in the first of them. The
//! weight for this round must not mix with the weight for the next. A state therefore has one weight for even
//! rounds and one for odd rounds. Two are enough, because a step leads at most one round further, which
//! `walk.rs` checks.
//!
//! The memory of a table is counted before the table grows. It needs room for the larger table beside the old
//! one, which exists until all entries have been moved.

use std::hash::Hash;

use indexmap::IndexSet;

use super::{Budget, End};
use crate::fight::Moment;
use crate::memory;
use crate::tally::Expected;

/// The bytes for a state beside the state itself. These are its hash, its slots in the index (two while the
/// index doubles), its two weights, moment, row, and entries in the waiting lists.
const BESIDE: usize = 8 + 16 + 32 + 8 + 16 + 16;

/// The greatest number of states, because a number and one more bit have to fit into 32 bits.
const MOST: usize = (u32::MAX >> 1) as usize - 1;

/// The number of states that the first table has room for.
const FIRST: usize = 64;

/// The states of a fight.
#[derive(Debug)]
pub(super) struct Situations<S> {
    known: IndexSet<S, foldhash::fast::FixedState>,
    weights: Vec<[Expected; 2]>,
    moments: Vec<Moment>,
    /// The number of states that there is room for. `each` is the size of a state in bytes.
    room: usize,
    each: usize,
}

impl<S: Clone + Eq + Hash> Situations<S> {
    /// Creates an empty store for states of `each` bytes.
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

    /// Returns the memory that the store takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes_of(self.room)
    }

    fn bytes_of(&self, room: usize) -> usize {
        room.saturating_mul(self.each + BESIDE)
    }

    /// Returns the number of a state, and stores the state if it is new. `spent` are bytes of the budget that
    /// other data takes. Returns an error if there is no room for a new state.
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
        // The old table exists until all entries have been moved. If memory does not suffice for twice the
        // size, the table grows by less.
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

    /// Returns the weight that a state has for this round.
    pub(super) fn weight(&self, number: u32, round: u32) -> f64 {
        self.weights[number as usize][column(round)].value()
    }

    /// Returns the weight that a state has for this round, and sets it to 0.
    #[inline]
    pub(super) fn take(&mut self, number: u32, round: u32) -> f64 {
        std::mem::take(&mut self.weights[number as usize][column(round)]).value()
    }

    /// Adds to the weight that a state has for this round. Returns whether the weight was 0 before.
    #[inline]
    pub(super) fn add(&mut self, number: u32, round: u32, weight: f64) -> bool {
        let sum = &mut self.weights[number as usize][column(round)];
        let first = *sum == Expected::default();
        sum.add(weight);
        first
    }

    /// Removes all states except those on these lists. Gives new numbers to the remaining states, also on the
    /// lists.
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

/// Keeps the entries of a list that `kept` marks.
fn sift<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| *kept.next().expect("as many as there are situations"));
}

/// Returns the index of a state's weight for this round.
#[inline]
fn column(round: u32) -> usize {
    round as usize & 1
}

fn short(at: usize) -> u32 {
    u32::try_from(at).expect("growing stops before two thousand million")
}
