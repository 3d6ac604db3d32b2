//! A compiled fight of this book: its fighters, its house rules, its field, and the facts that hold from the first
//! round to the last.

use super::blow_tables::BlowTables;
use super::fighter::Fighter;
use super::pool::{Pool, Pools};
use super::selectors::SELECTORS;
use super::state::State;
use crate::dice::Throw;
use crate::fight::{Cast, FighterId, FighterSet, SideId};
use crate::frame::afflictions::{Affliction, Bits};
use crate::frame::lineup::Lineup;
use crate::frame::meanings::Meanings;
use crate::policy::ItemRef;
use crate::rules::murdham::options::Options;
use crate::rules::murdham::reading::{Ability, Field, Weapon};

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    pub field: Field,
    /// One per combatant.
    pub roster: Vec<Fighter>,
    /// The side and the stat block of each fighter.
    pub lineup: Lineup,
    /// The weapons of the matchup; bare hands first.
    pub weapons: Vec<Weapon>,
    /// The dice of attacks with each weapon.
    pub pools: Pools,
    /// The afflictions that weapons of the matchup bring, a rule of ours; they are counted after the weapons.
    pub afflictions: Vec<Affliction<Ability>>,
    /// The afflictions that the hits of each weapon bring.
    pub brings: Vec<Bits>,
    /// The healing of each remedy.
    pub remedies: Vec<Throw>,
    /// The weapons that the words of policies match.
    pub meanings: Meanings<{ SELECTORS.len() }>,
    /// The exit zone of each side [MUR-12-7].
    pub exits: Vec<u8>,
    /// The side that holds the initiative, if the scenario decides it [MUR-1-7].
    pub initiative: Option<SideId>,
    /// Sides that lie in ambush as a whole and so have the initiative, as bits; none if the scenario decides it
    /// [MUR-11-1].
    pub ambushing: u64,
    pub cast: Cast,
    pub scope: Scope,
    /// Whether outcomes may be drawn from tables.
    pub draws: bool,
    /// The outcome tables of blows, if the fight has been prepared for play.
    pub blows: Option<BlowTables>,
    /// The situation that each fight of a day begins from, and the situation that the first one begins with.
    pub unopened: State,
    pub start: State,
}

/// The possibilities in a fight, so that the impossible costs no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// A policy guards allies.
    pub guards: bool,
    /// A policy makes opportunity attacks.
    pub opportunities: bool,
    /// A fighter can grab another.
    pub grabs: bool,
    /// The morale of a fighter can break.
    pub morale: bool,
    /// A fighter begins concealed.
    pub conceals: bool,
    /// A weapon makes blasts.
    pub blasts: bool,
    /// A fighter has reactions in addition to its turn.
    pub reacts_more: bool,
    /// Some places are not visible from everywhere.
    pub blinds: bool,
    /// There is a mount or vehicle that can be ridden.
    pub mounts: bool,
    /// A weapon brings an affliction.
    pub afflicts: bool,
    /// The fight is part of a day: gear wears, and nothing is drawn in advance.
    pub day: bool,
    /// Fighters that can ever ride: those that are no mount themselves and have one on their side.
    pub riders: FighterSet,
    /// Nothing asks for the fate of dead or incapacitated fighters, and there are more than two fighters.
    pub forgets_fallen: bool,
    /// The first round that no policy distinguishes from later ones; `None` if a policy always asks for the round
    /// number.
    pub alike_from: Option<u32>,
}

/// Returns whether the sizes of two of these stat blocks differ by `larger`.
pub(crate) fn meets(roster: &[Fighter], larger: i32) -> bool {
    let smaller = |a: &Fighter| roster.iter().any(|b| a.rank - b.rank == larger);
    roster.iter().any(smaller)
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

    /// The size of `a` minus that of `b`, in steps.
    #[inline]
    pub(crate) fn over(&self, a: FighterId, b: FighterId) -> i32 {
        self.fighter(a).rank - self.fighter(b).rank
    }

    /// The weapons that a policy's word matches, as bits.
    #[inline]
    pub(crate) fn meant(&self, item: ItemRef) -> u64 {
        self.meanings.of(item)
    }

    /// The dice of an attack with this weapon, see [`Pool::of`].
    #[inline]
    pub(crate) fn pool(&self, weapon: u8, larger: i32, causes: u8) -> Pool {
        self.pools.get(weapon, larger, causes)
    }

    /// Returns whether it is a vehicle and not a character [MUR-17-4].
    #[inline]
    pub(crate) fn is_vehicle(&self, who: FighterId) -> bool {
        self.cast.things.has(who)
    }

    pub(crate) fn name(&self, who: FighterId) -> String {
        self.cast.name(who)
    }
}
