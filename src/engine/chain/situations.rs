//! The states of a chain, and the numbers of their steps.

use indexmap::IndexSet;

use super::Reduction;
use crate::fight::{Counters, Fight, FighterSet, State as _, counters};

/// A state without its counters, and the counters.
#[derive(Debug)]
pub(super) struct Reduced<S> {
    pub situation: S,
    pub counters: Counters,
}

/// The states of a chain, each with a number and its standing fighters.
#[derive(Debug, Clone)]
pub(super) struct Situations<S> {
    all: IndexSet<S, foldhash::fast::FixedState>,
    standing: Vec<FighterSet>,
}

impl<S: Eq + std::hash::Hash> Situations<S> {
    /// An empty set of states.
    pub(super) fn new() -> Self {
        Self {
            all: IndexSet::default(),
            standing: Vec::new(),
        }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether a state is in the set.
    pub(super) fn has(&self, situation: &S) -> bool {
        self.all.contains(situation)
    }

    /// The state with a number.
    pub(super) fn at(&self, number: u32) -> &S {
        let situation = self.all.get_index(number as usize);
        situation.expect("situations are kept")
    }

    /// The fighters that stand in the state with a number.
    #[inline]
    pub(super) fn standing(&self, number: u32) -> FighterSet {
        self.standing[number as usize]
    }

    /// The number of a state in the set.
    pub(super) fn number(&self, situation: &S) -> Option<u32> {
        self.all.get_index_of(situation).map(super::short)
    }

    /// The number of a state with these standing fighters, which is added if it is new.
    pub(super) fn insert(&mut self, situation: S, standing: FighterSet) -> u32 {
        let (at, new) = self.all.insert_full(situation);
        if new {
            self.standing.push(standing);
        }
        super::short(at)
    }
}

/// A state of this round in the form that the chain uses.
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
