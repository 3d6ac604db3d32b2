//! A compiled fight of this book: who fights under which house rules, where, and what is true from the first round
//! to the last.

use super::fighter::Fighter;
use super::selectors::SELECTORS;
use super::state::State;
use crate::fight::{Cast, FighterId, FighterSet, SideId};
use crate::frame::lineup::Lineup;
use crate::grid::Footing;
use crate::policy::ItemRef;
use crate::rules::semiautomagic::options::Options;
use crate::rules::semiautomagic::reading::{Combo, Ground, Poison, Weapon};

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    pub ground: Ground,
    /// One for each who fights, those of a combatant alike.
    pub roster: Vec<Fighter>,
    /// Who belongs to which side, and has which stat block.
    pub lineup: Lineup,
    /// The weapons of the matchup, bare hands first.
    pub weapons: Vec<Weapon>,
    pub combos: Vec<Combo>,
    pub poisons: Vec<Poison>,
    /// For each thing that a policy can name, the weapons of that name, as bits, and the combos; and the weapons for each
    /// selector.
    pub named: Vec<[u64; 2]>,
    pub selected: [u64; SELECTORS.len()],
    /// What each fighter rides at the start, and who rides it.
    pub mounts: Vec<Option<FighterId>>,
    pub riders: Vec<Option<FighterId>>,
    /// Where creatures so wide may go: for 1, 2, 4 … cells.
    pub footings: Vec<Footing>,
    /// Who is in each collision.
    pub collisions: Vec<FighterSet>,
    /// Lists those who can rise.
    pub risers: Vec<Riser>,
    pub cast: Cast,
    pub scope: Scope,
    pub start: State,
}

/// Somebody as whom one of the dead can rise [SAM-21-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Riser {
    pub who: FighterId,
    /// The one who dies.
    pub victim: FighterId,
    /// The poisons that make it rise, as bits of their places.
    pub poisons: [u64; 4],
}

/// What can happen at all in a fight, so that what cannot costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// The round from which on no policy tells rounds apart, and nothing happens that has a round of its own.
    pub alike_from: Option<u32>,
    pub arrivals: bool,
    pub delays: bool,
    pub confusion: bool,
    /// Effects come later than what brings them.
    pub pending: bool,
    /// Somebody may be afflicted or inhale something.
    pub poison: bool,
    /// Falls, collisions and waking happen.
    pub events: bool,
    pub mounts: bool,
    /// Somebody stands on more than a cell.
    pub large: bool,
    pub possession: bool,
    /// There is cover on the ground, or somebody has its own.
    pub cover: bool,
    /// What somebody moved makes a difference to others.
    pub speed: bool,
    /// Somebody can rise from the dead.
    pub rises: bool,
}

impl Arena {
    #[inline]
    pub(crate) fn fighter(&self, who: FighterId) -> &Fighter {
        &self.roster[who.index()]
    }

    #[inline]
    pub(crate) fn weapon(&self, weapon: u8) -> &Weapon {
        &self.weapons[usize::from(weapon)]
    }

    /// The weapon in a place among those that somebody carries.
    #[inline]
    pub(crate) fn carried(&self, who: FighterId, slot: u8) -> &Weapon {
        self.weapon(self.fighter(who).carries[usize::from(slot)])
    }

    /// The weapons that a policy's word means, as bits, and the combos: all where it says nothing.
    #[inline]
    pub(crate) fn meant(&self, item: Option<ItemRef>) -> [u64; 2] {
        match item {
            Some(ItemRef::Named(name)) => self.named[usize::from(name)],
            Some(ItemRef::Selector(selector)) => [self.selected[usize::from(selector)], 0],
            None => [u64::MAX; 2],
        }
    }

    /// Finds the fighter as whom somebody rises because of a poison that a side brought [SAM-21-8].
    pub(crate) fn riser(
        &self,
        victim: FighterId,
        poison: u8,
        by: Option<SideId>,
    ) -> Option<FighterId> {
        let fits = |riser: &&Riser| {
            let comes_of = riser.poisons[usize::from(poison >> 6)] >> (poison & 63) & 1 == 1;
            riser.victim == victim && comes_of && Some(self.lineup.side(riser.who)) == by
        };
        self.risers.iter().find(fits).map(|riser| riser.who)
    }

    /// This side, which brings a poison, if the dead rise because of the poison [SAM-21-8].
    #[inline]
    pub(crate) fn bearer(&self, poison: u8, side: SideId) -> Option<SideId> {
        let rises = self.scope.rises && self.poisons[usize::from(poison)].rises.is_some();
        rises.then_some(side)
    }

    /// Where somebody of this scale may go.
    #[inline]
    pub(crate) fn footing(&self, who: FighterId) -> &Footing {
        let scale = usize::try_from(self.fighter(who).scale).unwrap_or(0);
        &self.footings[scale.min(self.footings.len() - 1)]
    }
}
