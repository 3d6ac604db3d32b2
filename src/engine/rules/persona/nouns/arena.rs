//! A compiled fight of this book: its fighters, its house rules, its field, and the facts that hold from the first
//! round to the last.

use super::fighter::Fighter;
use super::selectors::SELECTORS;
use super::state::State;
use crate::fight::{Cast, FighterId, FighterSet, WeaponId};
use crate::frame::lineup::Lineup;
use crate::frame::meanings::Meanings;
use crate::frame::remedies::Remedies;
use crate::policy::ItemRef;
use crate::rules::persona::options::Options;
use crate::rules::persona::reading::ground::Ground;
use crate::rules::persona::reading::remedies::{Effect, Remedy};
use crate::rules::persona::reading::tables::Weapon;

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    pub ground: Ground,
    /// One entry per fighter; fighters of one combatant have equal entries.
    pub roster: Vec<Fighter>,
    /// The side and the stat block of each fighter.
    pub lineup: Lineup,
    /// The weapons of the matchup: bare hands first, then one of each kind, then second and third copies that a fighter
    /// carries.
    pub weapons: Vec<Weapon>,
    pub remedies: Remedies<Effect>,
    /// The weapons that the words of policies match.
    pub meanings: Meanings<{ SELECTORS.len() }>,
    pub cast: Cast,
    pub scope: Scope,
    /// Whether the fight is part of a day.
    pub day: bool,
    pub start: State,
}

/// The possibilities in a fight, so that the impossible costs no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// The first round that no policy distinguishes from later ones, and no event is tied to a later round.
    pub alike_from: Option<u32>,
    /// Wounds matter only when they run out.
    pub counts_down: bool,
    /// A fighter may be on Overwatch.
    pub overwatch: bool,
    /// A fighter is above Ground.
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

    /// Enemies that are not out.
    #[inline]
    pub(crate) fn foes(&self, state: &State, who: FighterId) -> FighterSet {
        state.fighting.without(self.lineup.allies(who))
    }

    /// Fighters that are not in the fight: they join it at the start of a later round, or belong to another fight of the day.
    #[inline]
    pub(crate) fn to_come(&self, state: &State) -> FighterSet {
        let later = self.lineup.to_come(state.round.into());
        if !self.day {
            return later;
        }
        let absent = self.lineup.those(|who| state.body(who).absent);
        FighterSet(later.0 | absent.0)
    }

    /// Returns whether the wounds of fighters that are out are kept: in every fight that counts wounds down. The wounds
    /// of a fighter that a blow knocks unconscious decide whether it would have run out of wounds, had it had fewer.
    #[inline]
    pub(crate) fn keeps_wounds(&self) -> bool {
        self.scope.counts_down
    }

    /// The weapons that a policy's word matches, as bits.
    #[inline]
    pub(crate) fn meant(&self, item: ItemRef) -> u64 {
        self.meanings.of(item)
    }

    /// The remedy at this index of a fighter's list.
    pub(crate) fn remedy(&self, who: FighterId, slot: u8) -> &Remedy {
        let number = self.fighter(who).remedies[usize::from(slot)];
        self.remedies.get(number)
    }

    pub(crate) fn name(&self, who: FighterId) -> String {
        self.cast.name(who)
    }
}
