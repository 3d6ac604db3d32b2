//! The states of a fight that is being solved. Each is stored once, with a number and its weights.
//!
//! If rounds are equivalent, a state can be reached in two successive rounds before its step in the first of
//! them. The weights of the two rounds must not be mixed. A state therefore has one weight for even rounds
//! and one for odd rounds. Two are enough, because a step leads at most one round further, which `walk.rs`
//! checks.
//!
//! The memory for a larger table is counted before the table grows. The old table exists until all its
//! entries have been moved, so that both tables count.

use std::hash::Hash;

use indexmap::IndexSet;

use super::{Budget, End};
use crate::fight::Moment;
use crate::memory;
use crate::tally::Expected;

/// The bytes that a state takes in addition to itself. These are its hash, its slots in the index (two while
/// the index doubles), its two weights, moment, row, and entries in the waiting lists.
const BESIDE: usize = 8 + 16 + 32 + 8 + 16 + 16;

/// The greatest number of states. The number of a state and one more bit must fit into 32 bits.
const MOST: usize = (u32::MAX >> 1) as usize - 1;

/// The number of states that fit into the first table.
const FIRST: usize = 64;

/// The states of a fight.
#[derive(Debug)]
pub(super) struct Situations<S> {
    known: IndexSet<S, foldhash::fast::FixedState>,
    weights: Vec<[Expected; 2]>,
    moments: Vec<Moment>,
    /// The number of states that fit into the table. `each` is the size of a state in bytes.
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

    /// Returns the number of a state. If the state is new, stores it with its moment. `spent` is the number
    /// of bytes of the budget that other data takes. Returns an error if a new state does not fit into the
    /// budget.
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
        // The old table exists until all entries have been moved. If the budget does not allow a table of
        // twice the size, the table grows by less.
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

    /// Returns the weight of a state in this round.
    pub(super) fn weight(&self, number: u32, round: u32) -> f64 {
        self.weights[number as usize][column(round)].value()
    }

    /// Returns the weight of a state in this round, and sets it to 0.
    #[inline]
    pub(super) fn take(&mut self, number: u32, round: u32) -> f64 {
        std::mem::take(&mut self.weights[number as usize][column(round)]).value()
    }

    /// Adds `weight` to the weight of a state in this round. Returns whether that was 0 before.
    #[inline]
    pub(super) fn add(&mut self, number: u32, round: u32, weight: f64) -> bool {
        let sum = &mut self.weights[number as usize][column(round)];
        let first = *sum == Expected::default();
        sum.add(weight);
        first
    }

    /// Removes all states whose numbers are not on these lists. The remaining states get new numbers, which
    /// replace the old ones on the lists.
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

/// Removes the entries of a list whose value in `kept` is false.
fn sift<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| *kept.next().expect("as many as there are situations"));
}

/// Returns the index of the weight for this round.
#[inline]
fn column(round: u32) -> usize {
    round as usize & 1
}

fn short(at: usize) -> u32 {
    u32::try_from(at).expect("growing stops before two thousand million")
}
