//! The situations of a chain, and the numbers of their steps.

use indexmap::IndexSet;

use super::Kind;
use crate::fight::{Counters, Fight, FighterSet, State as _, counters};

/// A situation, and the counters that were taken out of it.
#[derive(Debug)]
pub(super) struct Reduced<S> {
    pub situation: S,
    pub counters: Counters,
}

/// Those of a chain, each with a number, and who stands in it.
#[derive(Debug, Clone)]
pub(super) struct Situations<S> {
    all: IndexSet<S, foldhash::fast::FixedState>,
    standing: Vec<FighterSet>,
}

impl<S: Eq + std::hash::Hash> Situations<S> {
    /// None yet.
    pub(super) fn new() -> Self {
        Self {
            all: IndexSet::default(),
            standing: Vec::new(),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether this one is there.
    pub(super) fn has(&self, situation: &S) -> bool {
        self.all.contains(situation)
    }

    /// The situation of a number.
    pub(super) fn at(&self, number: u32) -> &S {
        let situation = self.all.get_index(number as usize);
        situation.expect("situations are kept")
    }

    /// Who stands in the situation of a number.
    #[inline]
    pub(super) fn standing(&self, number: u32) -> FighterSet {
        self.standing[number as usize]
    }

    /// The number of a situation that is there.
    pub(super) fn number(&self, situation: &S) -> Option<u32> {
        self.all.get_index_of(situation).map(super::short)
    }

    /// The number of a situation in which these stand, which is taken in if it is new.
    pub(super) fn insert(&mut self, situation: S, standing: FighterSet) -> u32 {
        let (at, new) = self.all.insert_full(situation);
        if new {
            self.standing.push(standing);
        }
        super::short(at)
    }
}

/// A situation of this round as the chain knows it.
pub(super) fn reduced<F: Fight>(
    fight: &F,
    state: &F::State,
    round: u32,
    kind: Kind,
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
