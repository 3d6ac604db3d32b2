//! A compiled fight of this book: who fights under which house rules, where, and what is true from the first round
//! to the last.

use super::blow_tables::BlowTables;
use super::fighter::Fighter;
use super::pool::Pool;
use super::selectors::SELECTORS;
use super::state::State;
use crate::dice::Throw;
use crate::fight::{Cast, FighterId, FighterSet, SideId};
use crate::frame::lineup::Lineup;
use crate::policy::ItemRef;
use crate::rules::murdham::options::Options;
use crate::rules::murdham::reading::{Field, Weapon};

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    pub field: Field,
    /// One per combatant.
    pub roster: Vec<Fighter>,
    /// Who belongs to which side, and has which stat block.
    pub lineup: Lineup,
    /// The weapons of the matchup; bare hands first.
    pub weapons: Vec<Weapon>,
    /// What remedies heal.
    pub remedies: Vec<Throw>,
    /// For each thing that a policy can name, the weapons of that name, as bits; and for each selector.
    pub named: Vec<u64>,
    pub selected: [u64; SELECTORS.len()],
    /// The zone by which each side leaves the map [MUR-12-7].
    pub exits: Vec<u8>,
    /// Who holds the initiative, if the scenario or an ambush says so [MUR-1-7, MUR-11-1].
    pub initiative: Option<SideId>,
    pub cast: Cast,
    pub scope: Scope,
    /// Whether luck may be drawn from tables.
    pub draws: bool,
    /// The odds of blows, if it is made ready to be played.
    pub blows: Option<BlowTables>,
    pub start: State,
}

/// What can happen at all in a fight, so that what cannot costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// Somebody's policy guards.
    pub guards: bool,
    /// Somebody's policy makes opportunity attacks.
    pub opportunities: bool,
    /// Somebody can take hold of somebody.
    pub grabs: bool,
    /// Somebody's morale can break.
    pub morale: bool,
    /// Somebody begins concealed.
    pub conceals: bool,
    /// There are places that are not seen from everywhere.
    pub blinds: bool,
    /// There is somebody or something that can be ridden.
    pub mounts: bool,
    /// Those who can ever ride: whoever is no mount itself and has one on its side.
    pub riders: FighterSet,
    /// Nothing asks what has become of those who are dead or incapacitated, and there are more than two fighters.
    pub forgets_fallen: bool,
    /// The round from which on no policy asks for its number any more; `None` where one always does.
    pub alike_from: Option<u32>,
}

impl Arena {
    #[inline]
    pub(crate) fn fighter(&self, who: FighterId) -> &Fighter {
        &self.roster[self.lineup.role(who)]
    }

    #[inline]
    pub(crate) fn weapon(&self, weapon: u8) -> &Weapon {
        &self.weapons[usize::from(weapon)]
    }

    /// How many sizes larger one is than the other.
    #[inline]
    pub(crate) fn over(&self, a: FighterId, b: FighterId) -> i32 {
        self.fighter(a).size.over(self.fighter(b).size)
    }

    /// The weapons that a policy's word means, as bits.
    #[inline]
    pub(crate) fn meant(&self, item: ItemRef) -> u64 {
        match item {
            ItemRef::Named(name) => self.named[usize::from(name)],
            ItemRef::Selector(selector) => self.selected[usize::from(selector)],
        }
    }

    /// The dice of an attack with this weapon, see [`Pool::of`].
    pub(crate) fn pool(&self, weapon: &Weapon, larger: i32, causes: u8) -> Pool {
        Pool::of(&self.options, weapon, larger, causes)
    }

    /// Whether it is a thing and no character [MUR-17-4].
    #[inline]
    pub(crate) fn is_vehicle(&self, who: FighterId) -> bool {
        self.cast.things.has(who)
    }

    pub(crate) fn name(&self, who: FighterId) -> String {
        self.cast.name(who)
    }
}
