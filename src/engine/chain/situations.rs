//! The set of states in a chain, each with a number.

use indexmap::IndexSet;

use super::Reduction;
use crate::fight::{Counters, Fight, FighterSet, State as _, counters};

/// A state in the form that the chain uses, and the counters that were removed from it.
#[derive(Debug)]
pub(super) struct Reduced<S> {
    pub situation: S,
    pub counters: Counters,
}

/// A set of states. Each state has a number, and the set of the fighters that are in the fight and not down.
#[derive(Debug, Clone)]
pub(super) struct Situations<S> {
    all: IndexSet<S, foldhash::fast::FixedState>,
    standing: Vec<FighterSet>,
}

impl<S: Eq + std::hash::Hash> Situations<S> {
    /// Creates an empty set.
    pub(super) fn new() -> Self {
        Self {
            all: IndexSet::default(),
            standing: Vec::new(),
        }
    }

    /// Returns the number of states in the set.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether a state is in the set.
    pub(super) fn has(&self, situation: &S) -> bool {
        self.all.contains(situation)
    }

    /// Returns the state with this number.
    pub(super) fn at(&self, number: u32) -> &S {
        let situation = self.all.get_index(number as usize);
        situation.expect("situations are kept")
    }

    /// Returns the fighters that are in the fight and not down in the state with this number.
    #[inline]
    pub(super) fn standing(&self, number: u32) -> FighterSet {
        self.standing[number as usize]
    }

    /// Returns the number of a state. Returns `None` if the state is not in the set.
    pub(super) fn number(&self, situation: &S) -> Option<u32> {
        self.all.get_index_of(situation).map(super::short)
    }

    /// Adds a state and its standing fighters, unless the state is in the set already. Returns the number of
    /// the state.
    pub(super) fn insert(&mut self, situation: S, standing: FighterSet) -> u32 {
        let (at, new) = self.all.insert_full(situation);
        if new {
            self.standing.push(standing);
        }
        super::short(at)
    }
}

/// Returns a state in the form that the chain uses, without its counters. `round` is the round of the state.
/// Returns `None` if the counters do not fit into [`Counters`].
pub(super) fn reduced<F: Fight>(
    fight: &F,
    state: &F::State,
    round: u32,
    kind: Reduction,
) -> Option<Reduced<F::State>> {
    let mut situation = state.clone();
    fight.forget(&mut situation);
    if let Some(round) = kind.alike(round) {
        situation.set_round(round);
    }
    let counters = if kind.counts {
        counters::take(fight, &mut situation)?
    } else {
        Counters::NONE
    };
    Some(Reduced {
        situation,
        counters,
    })
}
