//! The situations of a chain, and the numbers of their steps.
//!
//! Most situations have one step. One between two turns ([`Fight::is_between_turns`]) has a step for each who may come next,
//! with and without a new round, and for each thing that they may keep for their turns. Their numbers follow each other, so
//! that a fight finds the one it is at by its own order of turns.

use std::ops::Range;

use indexmap::IndexSet;

use super::{Kind, short};
use crate::fight::{Counters, Fight, FighterId, FighterSet, Next, Turns};

/// Most different things that fighters of a chain keep.
const MOST_KEPT: usize = 8;
/// Steps of a situation between two turns.
const NEXTS: usize = 2 * Turns::<u8>::MOST * MOST_KEPT;

/// A situation as a chain knows it, and who comes next if it is between two turns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Place<S> {
    pub situation: S,
    pub next: Option<Next>,
}

/// A situation, and what was taken out of it. The turn of whoever comes next counts as begun.
#[derive(Debug)]
pub(super) struct Reduced<S> {
    pub place: Place<S>,
    pub counters: Counters,
    pub turns: Turns,
}

/// Those of a chain.
#[derive(Debug, Clone)]
pub(super) struct Situations<S> {
    all: IndexSet<S, foldhash::fast::FixedState>,
    /// The number of each one's first step, and who stands in it.
    firsts: Vec<u32>,
    standing: Vec<FighterSet>,
    /// Whose step each number is, and which of several.
    of_numbers: Vec<(u32, Which)>,
    /// What somebody keeps for its turns, nothing first.
    kept: IndexSet<u64, foldhash::fast::FixedState>,
}

/// Which of several steps of a situation one is.
#[derive(Debug, Clone, Copy)]
enum Which {
    Only,
    /// That in which this one comes next.
    Next(Next<u8>),
}

impl<S: Clone + Eq + std::hash::Hash> Situations<S> {
    /// None yet.
    pub(super) fn new() -> Self {
        Self {
            all: IndexSet::default(),
            firsts: Vec::new(),
            standing: Vec::new(),
            of_numbers: Vec::new(),
            kept: IndexSet::from_iter([0]),
        }
    }

    /// How many there are, and how many steps they have.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn numbers(&self) -> usize {
        self.of_numbers.len()
    }

    /// The numbers of the steps of each.
    pub(super) fn numbers_of_each(&self) -> impl Iterator<Item = Range<u32>> {
        let ends = self.firsts.iter().skip(1).copied();
        let ends = ends.chain([short(self.of_numbers.len())]);
        self.firsts.iter().zip(ends).map(|(&first, end)| first..end)
    }

    /// Whether this one is there.
    pub(super) fn has(&self, situation: &S) -> bool {
        self.all.contains(situation)
    }

    /// The situation of a number.
    pub(super) fn at(&self, number: u32) -> &S {
        let (at, _) = self.of_numbers[number as usize];
        let situation = self.all.get_index(at as usize);
        situation.expect("situations are kept")
    }

    /// Who stands in the situation of a number.
    #[inline]
    pub(super) fn standing(&self, number: u32) -> FighterSet {
        let (at, _) = self.of_numbers[number as usize];
        self.standing[at as usize]
    }

    /// The place of a number.
    pub(super) fn place(&self, number: u32) -> Place<S> {
        let (_, which) = self.of_numbers[number as usize];
        let next = match which {
            Which::Only => None,
            Which::Next(next) => Some(self.unnumbered(next)),
        };
        Place {
            situation: self.at(number).clone(),
            next,
        }
    }

    /// The number of a place that is there.
    pub(super) fn number(&self, place: &Place<S>) -> Option<u32> {
        let first = self.firsts[self.all.get_index_of(&place.situation)?];
        let Some(next) = place.next else {
            return Some(first);
        };
        let kept = self.number_of_kept(next.kept)?;
        Some(first + offset(next.with(kept)))
    }

    /// The first number of a situation in which these stand, which is taken in if it is new.
    pub(super) fn insert(
        &mut self,
        situation: S,
        between_turns: bool,
        standing: FighterSet,
    ) -> u32 {
        let (at, new) = self.all.insert_full(situation);
        if new {
            self.firsts.push(short(self.of_numbers.len()));
            self.standing.push(standing);
            let at = short(at);
            if between_turns {
                let nexts = (0..NEXTS).map(|offset| (at, Which::Next(next_at(offset))));
                self.of_numbers.extend(nexts);
            } else {
                self.of_numbers.push((at, Which::Only));
            }
        }
        self.firsts[at]
    }

    /// The number of something kept, which is taken in if it is new; `None` where there is no more room.
    pub(super) fn keep(&mut self, kept: u64) -> Option<u8> {
        let number = self.number_of_kept(kept);
        if number.is_none() && self.kept.len() < MOST_KEPT {
            self.kept.insert(kept);
            return self.number_of_kept(kept);
        }
        number
    }

    #[inline]
    fn number_of_kept(&self, kept: u64) -> Option<u8> {
        if kept == 0 {
            return Some(0);
        }
        let at = self.kept.get_index_of(&kept)?;
        Some(u8::try_from(at).expect("little is kept"))
    }

    fn kept(&self, number: u8) -> u64 {
        *self.kept.get_index(number.into()).unwrap_or(&0)
    }

    fn unnumbered(&self, next: Next<u8>) -> Next {
        next.with(self.kept(next.kept))
    }

    /// Turns as a chain knows them.
    pub(super) fn numbered(&self, turns: &Turns) -> Option<Turns<u8>> {
        turns.try_map(|kept| self.number_of_kept(kept))
    }

    /// The turns of a fight at this number, before they are passed on to whoever comes next.
    pub(super) fn turns(&self, number: u32, turns: &Turns<u8>) -> Turns {
        let turns = turns.try_map(|kept| Some(self.kept(kept)));
        let mut turns = turns.expect("there is something for all");
        if let (_, Which::Next(next)) = self.of_numbers[number as usize] {
            turns.pass_back(&self.unnumbered(next));
        }
        turns
    }
}

/// How far the step of who comes next is from the first. Those of all who keep nothing, which come most, are together.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
pub(super) fn offset(next: Next<u8>) -> u32 {
    let of_them = 2 * u32::from(next.kept) + u32::from(next.round_begins);
    of_them * Turns::<u8>::MOST as u32 + u32::from(next.who.0)
}

fn next_at(offset: usize) -> Next<u8> {
    let of_them = offset / Turns::<u8>::MOST;
    Next {
        who: FighterId::at(offset % Turns::<u8>::MOST),
        round_begins: of_them % 2 == 1,
        kept: u8::try_from(of_them / 2).expect("little is kept"),
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
        fight.set_round(&mut situation, round);
    }
    let counters = if kind.counts {
        fight.take_counters(&mut situation)?
    } else {
        Counters::NONE
    };
    let mut turns = Turns::nobody();
    let mut next = None;
    if kind.orders {
        let between = fight.is_between_turns(&situation);
        turns = fight.take_turns(&mut situation)?;
        next = between.then(|| turns.pass());
    }
    Some(Reduced {
        place: Place { situation, next },
        counters,
        turns,
    })
}
