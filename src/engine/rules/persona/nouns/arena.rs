//! A compiled fight of this book: the fighters, the house rules, the field, and everything else that does not
//! change during the fight.

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

/// A fight that is ready to be played: everything that does not change during it.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    pub ground: Ground,
    /// One entry for each fighter. Fighters of the same combatant have equal entries.
    pub roster: Vec<Fighter>,
    /// The side and the stat block of each fighter.
    pub lineup: Lineup,
    /// The weapons of the matchup: bare hands first, then each kind once, then further copies
    /// of a kind if a fighter carries more than one.
    pub weapons: Vec<Weapon>,
    pub remedies: Remedies<Effect>,
    /// For each weapon name and selector in policies, the weapons that it matches.
    pub meanings: Meanings<{ SELECTORS.len() }>,
    pub cast: Cast,
    pub scope: Scope,
    /// Whether the fight belongs to a day, a series of fights with rests between them.
    pub day: bool,
    pub start: State,
}

/// Which special events can happen in a fight. Steps do no work for events that cannot happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing that can happen or not"
)]
pub(crate) struct Scope {
    /// From this round on, all rounds are alike: no policy and no event depends on the round number. `None`
    /// if this is never so.
    pub alike_from: Option<u32>,
    /// Whether the exact number of wounds matters only when a fighter runs out of them.
    pub counts_down: bool,
    /// Whether a fighter may go on Overwatch.
    pub overwatch: bool,
    /// Whether a fighter may help an ally in a grapple.
    pub assistance: bool,
    /// Whether a fighter may be above Ground.
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

    /// Returns the number under which the tally counts a weapon. All copies of a weapon have the same number.
    #[inline]
    pub(crate) fn counted(&self, weapon: u8) -> WeaponId {
        WeaponId(self.weapon(weapon).counted)
    }

    /// Returns the enemies of `who` that are not out.
    #[inline]
    pub(crate) fn foes(&self, state: &State, who: FighterId) -> FighterSet {
        state.fighting.without(self.lineup.allies(who))
    }

    /// Returns the fighters that are not out, but not in this fight either. They join at the start of a later
    /// round, or do not belong to this fight of a day.
    #[inline]
    pub(crate) fn to_come(&self, state: &State) -> FighterSet {
        let later = self.lineup.to_come(state.round.into(), state.stage());
        if !self.day {
            return later;
        }
        let absent = self.lineup.those(|who| state.body(who).absent);
        FighterSet(later.0 | absent.0)
    }

    /// Returns whether the state keeps the wounds of fighters that are out. This is so in every fight whose
    /// wounds can be taken out of the state as counters. An unconscious fighter then needs its counter: with
    /// fewer wounds, the same blow would have put it out because of its wounds instead.
    #[inline]
    pub(crate) fn keeps_wounds(&self) -> bool {
        self.scope.counts_down
    }

    /// Returns the weapons that a name or selector of a policy matches, as bits.
    #[inline]
    pub(crate) fn meant(&self, item: ItemRef) -> u64 {
        self.meanings.of(item)
    }

    /// Returns the remedy at index `slot` of a fighter's list.
    pub(crate) fn remedy(&self, who: FighterId, slot: u8) -> &Remedy {
        let number = self.fighter(who).remedies[usize::from(slot)];
        self.remedies.get(number)
    }

    pub(crate) fn name(&self, who: FighterId) -> String {
        self.cast.name(who)
    }
}
