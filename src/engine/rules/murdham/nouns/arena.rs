//! A compiled fight of this book: its fighters, its house rules, its field, and everything else that does not
//! change while it is played.

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
    /// The compiled stat block of each combatant.
    pub roster: Vec<Fighter>,
    /// The side and the combatant of each fighter.
    pub lineup: Lineup,
    /// The weapons of the matchup. A weapon's number is its index here, and bare hands have the number 0.
    pub weapons: Vec<Weapon>,
    /// The dice of attacks with each weapon, for each difference in size and degree of impairment.
    pub pools: Pools,
    /// The afflictions that weapons of the matchup inflict, a house rule of this program. The tally counts
    /// their harm under their own names, in its list of weapons after the real weapons.
    pub afflictions: Vec<Affliction<Ability>>,
    /// For each weapon, the afflictions that its hits inflict, as bits.
    pub brings: Vec<Bits>,
    /// The health that each remedy restores, as dice.
    pub remedies: Vec<Throw>,
    /// The weapons that the words of policies match.
    pub meanings: Meanings<{ SELECTORS.len() }>,
    /// The exit zone of each side [MUR-12-7].
    pub exits: Vec<u8>,
    /// The number of the faction that has the initiative, if the scenario names one of its sides [MUR-1-7].
    pub initiative: Option<SideId>,
    /// The factions whose starting members all lie in ambush, as bits. One of these factions has the
    /// initiative. Empty if the scenario itself says who has it [MUR-11-1].
    pub ambushing: u64,
    pub cast: Cast,
    pub scope: Scope,
    /// Whether outcomes of blows may be drawn from tables instead of being rolled.
    pub draws: bool,
    /// The outcome tables of blows. `None` before the fight is prepared.
    pub blows: Option<BlowTables>,
    /// The state that each fight of a day begins from. `start` is the state that the first or only fight
    /// begins with.
    pub unopened: State,
    pub start: State,
}

/// The events that are possible in a fight. Code skips the work for impossible events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// A policy has lines for guarding allies, and the rules allow it.
    pub guards: bool,
    /// A policy has lines for opportunity attacks, and the rules allow them.
    pub opportunities: bool,
    /// A fighter can grab another.
    pub grabs: bool,
    /// The morale of a fighter can break.
    pub morale: bool,
    /// A fighter begins concealed.
    pub conceals: bool,
    /// A weapon makes blasts.
    pub blasts: bool,
    /// A fighter has reactions besides the one that uses up its turn.
    pub reacts_more: bool,
    /// Uses of a weapon are counted, because they are limited or because gear wears on a day.
    pub uses: bool,
    /// Some places are not visible from everywhere.
    pub blinds: bool,
    /// There is a mount or vehicle that can be ridden.
    pub mounts: bool,
    /// A weapon inflicts an affliction.
    pub afflicts: bool,
    /// The fight is part of a day, so gear wears and no outcome is drawn from a table.
    pub day: bool,
    /// The fighters that may ride at some time. They are no mounts themselves, and their side has a mount or
    /// vehicle.
    pub riders: FighterSet,
    /// All members of `riders`, and all mounts and vehicles.
    pub rides: FighterSet,
    /// There are more than two fighters, and nothing depends on whether a fallen fighter is dead or
    /// incapacitated.
    pub forgets_fallen: bool,
    /// The number of the first round that no policy can distinguish from any later one. `None` if some policy
    /// distinguishes every round from the next.
    pub alike_from: Option<u32>,
}

/// Returns whether one of these stat blocks is larger than another by exactly `larger` steps of size.
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

    /// Returns by how many steps of size `a` is larger than `b`. The number is negative if `a` is smaller.
    #[inline]
    pub(crate) fn over(&self, a: FighterId, b: FighterId) -> i32 {
        self.fighter(a).rank - self.fighter(b).rank
    }

    /// Returns the weapons that match an item name of a policy, as bits.
    #[inline]
    pub(crate) fn meant(&self, item: ItemRef) -> u64 {
        self.meanings.of(item)
    }

    /// Returns the dice of an attack with this weapon. See [`Pool::of`] for the parameters.
    #[inline]
    pub(crate) fn pool(&self, weapon: u8, larger: i32, causes: u8) -> Pool {
        self.pools.get(weapon, larger, causes)
    }

    /// Returns whether a fighter is a vehicle and not a character [MUR-17-4].
    #[inline]
    pub(crate) fn is_vehicle(&self, who: FighterId) -> bool {
        self.cast.things.has(who)
    }

    pub(crate) fn name(&self, who: FighterId) -> String {
        self.cast.name(who)
    }
}
