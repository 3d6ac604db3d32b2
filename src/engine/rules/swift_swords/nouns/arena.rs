//! A compiled fight of this book: who fights under which house rules, where, and what is true from the first round
//! to the last.

use super::attack::Means;
use super::fighter::Fighter;
use super::luck::Odds;
use super::selectors::SELECTORS;
use super::state::State;
use crate::fight::{Cast, FighterId, FighterSet, WeaponId};
use crate::frame::lineup::Lineup;
use crate::policy::ItemRef;
use crate::rules::swift_swords::options::Options;
use crate::rules::swift_swords::reading::ground::Ground;
use crate::rules::swift_swords::reading::tables::{Tables, Weapon};
use crate::rules::swift_swords::reading::zones::{Cover, Ways};

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    /// Odds to draw whole rolls from, unless every die is rolled.
    pub odds: Option<&'static Odds>,
    pub tables: Tables,
    pub ground: Ground,
    /// How wounds can be shifted from one location to another [SST-22-2].
    pub parts: Ways,
    /// One for each who fights, those of a combatant alike.
    pub roster: Vec<Fighter>,
    /// Who belongs to which side, and has which stat block.
    pub lineup: Lineup,
    /// The weapons of the matchup; bare hands first.
    pub weapons: Vec<Weapon>,
    /// For each thing that a policy can name, the weapons of that name, as bits; and for each selector.
    pub named: Vec<u64>,
    pub selected: [u64; SELECTORS.len()],
    /// The cover each fighter starts behind.
    pub cover_of: Vec<Option<Cover>>,
    /// Who is run by a player [SST-0-5].
    pub players: FighterSet,
    pub cast: Cast,
    pub scope: Scope,
    pub start: State,
}

/// What can happen at all in a fight, so that what cannot costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// The lists that somebody's policy has lines in, as bits.
    pub lists: u32,
    /// Somebody inspires fear.
    pub fear: bool,
    /// Somebody flies.
    pub flight: bool,
    /// The round from which on no policy tells rounds apart, and no event comes any more.
    pub alike_from: Option<u32>,
}

/// Causes of damage that are no weapons, after the weapons of a matchup.
pub(crate) const CAUSES: [&str; 3] = ["hold", "mental attack", "spell"];

impl Scope {
    /// Whether some policy has a say in a decision.
    #[inline]
    pub(crate) const fn decides(self, list: usize) -> bool {
        self.lists >> list & 1 == 1
    }
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

    /// Those weapons that are so, as bits.
    pub(crate) fn weapons_that(&self, are_so: impl Fn(&Weapon) -> bool) -> u64 {
        let all = (0..self.weapons.len()).filter(|&at| are_so(&self.weapons[at]));
        all.fold(0, |bits, at| bits | 1 << at)
    }

    /// The number in the tally of what an attack is made with.
    #[inline]
    pub(crate) fn counted(&self, means: Means) -> WeaponId {
        let cause = if means == Means::Mind { 1 } else { 2 };
        let other = self.weapons.len() + cause;
        WeaponId::at(means.weapon().map_or(other, usize::from))
    }

    /// That of holds.
    pub(crate) fn holds(&self) -> WeaponId {
        WeaponId::at(self.weapons.len())
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
