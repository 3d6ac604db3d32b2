//! A compiled fight of this book: who fights under which house rules, where, and what is true from the first round
//! to the last.

use super::fighter::Fighter;
use super::selectors::SELECTORS;
use super::state::State;
use crate::fight::{Cast, FighterId, FighterSet, WeaponId};
use crate::frame::lineup::Lineup;
use crate::policy::ItemRef;
use crate::rules::persona::options::Options;
use crate::rules::persona::reading::ground::Ground;
use crate::rules::persona::reading::tables::Weapon;

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    pub ground: Ground,
    /// One for each who fights, those of a combatant alike.
    pub roster: Vec<Fighter>,
    /// Who belongs to which side, and has which stat block.
    pub lineup: Lineup,
    /// The weapons of the matchup: bare hands first, then one of each kind, then those that somebody has a second or
    /// third time.
    pub weapons: Vec<Weapon>,
    /// For each thing that a policy can name, the weapons of that name, as bits; and for each selector.
    pub named: Vec<u64>,
    pub selected: [u64; SELECTORS.len()],
    pub cast: Cast,
    pub scope: Scope,
    pub start: State,
}

/// What can happen at all in a fight, so that what cannot costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// The round from which on no policy tells rounds apart, and nothing happens that has a round of its own.
    pub alike_from: Option<u32>,
    /// Wounds are asked for only when they run out.
    pub counts_down: bool,
    /// Somebody may be on Overwatch.
    pub overwatch: bool,
    /// Somebody is above Ground.
    pub flight: bool,
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

    /// The number of a weapon in the tally.
    #[inline]
    pub(crate) fn counted(&self, weapon: u8) -> WeaponId {
        WeaponId(self.weapon(weapon).counted)
    }

    /// Enemies who are not out.
    #[inline]
    pub(crate) fn foes(&self, state: &State, who: FighterId) -> FighterSet {
        state.fighting.without(self.lineup.allies(who))
    }

    /// Whether the wounds of fighters who are out are kept: in every fight that counts wounds down. The wounds of a fighter who
    /// falls unconscious by a blow say whether it would be down for lack of wounds, had it had fewer.
    #[inline]
    pub(crate) fn keeps_wounds(&self) -> bool {
        self.scope.counts_down
    }

    /// The weapons that a policy's word means, as bits.
    #[inline]
    pub(crate) fn meant(&self, item: ItemRef) -> u64 {
        match item {
            ItemRef::Named(name) => self.named[usize::from(name)],
            ItemRef::Selector(selector) => self.selected[usize::from(selector)],
        }
    }

    pub(crate) fn name(&self, who: FighterId) -> String {
        self.cast.name(who)
    }
}
