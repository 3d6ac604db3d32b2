//! A compiled fight of this book: its fighters, its house rules, its field, and the facts that hold from the first
//! round to the last.

use super::attack::AttackMeans;
use super::fighter::Fighter;
use super::luck::Odds;
use super::selectors::SELECTORS;
use super::state::State;
use crate::fight::{Cast, FighterId, FighterSet, WeaponId};
use crate::frame::afflictions::{Affliction, Bits};
use crate::frame::lineup::Lineup;
use crate::frame::meanings::Meanings;
use crate::frame::remedies::Remedies;
use crate::policy::ItemRef;
use crate::rules::swift_swords::options::Options;
use crate::rules::swift_swords::reading::ground::Ground;
use crate::rules::swift_swords::reading::remedies::{Effect, Remedy};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::reading::tables::{LIGHT, Tables, Weapon};
use crate::rules::swift_swords::reading::zones::{Cover, Ways};

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    /// Odds for drawing whole rolls, unless every die is rolled.
    pub odds: Option<&'static Odds>,
    pub tables: Tables,
    pub ground: Ground,
    /// The possible shifts of wounds from one location to another [SST-22-2].
    pub parts: Ways,
    /// One entry per fighter; fighters of one combatant have equal entries.
    pub roster: Vec<Fighter>,
    /// The side and the stat block of each fighter.
    pub lineup: Lineup,
    /// The weapons of the matchup; bare hands first.
    pub weapons: Vec<Weapon>,
    pub kinds: Kinds,
    /// The afflictions that weapons of the matchup bring, a rule of ours; they are counted after all other causes.
    pub afflictions: Vec<Affliction<Trait>>,
    /// The afflictions that the hits of each weapon bring.
    pub brings: Vec<Bits>,
    pub remedies: Remedies<Effect>,
    /// The weapons that the words of policies match.
    pub meanings: Meanings<{ SELECTORS.len() }>,
    /// The cover each fighter starts behind.
    pub cover_of: Vec<Option<Cover>>,
    /// Fighters that are run by a player [SST-0-5].
    pub players: FighterSet,
    pub cast: Cast,
    pub scope: Scope,
    /// The situation that each fight of a day begins from, before melees are numbered, and the situation that fights
    /// begin with.
    pub unopened: State,
    pub start: State,
}

/// The weapons of a matchup that belong to a kind, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds {
    pub natural: u64,
    pub melee: u64,
    pub reach: u64,
    /// Weapons that can be used in close combat [SST-12-2].
    pub fits_close: u64,
    /// Light and natural weapons: a creature can enter close combat with them [SST-12-1].
    pub light: u64,
}

impl Kinds {
    /// The kinds of these weapons. `heaviest` is the heaviest class that can be used in close combat.
    pub(crate) fn of(weapons: &[Weapon], heaviest: u8) -> Self {
        let those = |are_so: &dyn Fn(&Weapon) -> bool| {
            let all = (0..weapons.len()).filter(|&at| are_so(&weapons[at]));
            all.fold(0, |bits, at| bits | 1 << at)
        };
        Self {
            natural: those(&|weapon| weapon.natural),
            melee: those(&|weapon| weapon.melee),
            reach: those(&|weapon| weapon.reach),
            fits_close: those(&|weapon| weapon.fits_close(heaviest)),
            light: those(&|weapon| weapon.natural || weapon.weight == LIGHT),
        }
    }
}

/// The possibilities in a fight, so that the impossible costs no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent possibilities, each with its own rules"
)]
pub(crate) struct Scope {
    /// The lists that have lines in some policy, as bits.
    pub lists: u32,
    /// A creature inspires fear.
    pub fear: bool,
    /// A creature flies.
    pub flight: bool,
    /// A weapon brings an affliction.
    pub afflicts: bool,
    /// The fight is part of a day: harm outlasts it.
    pub day: bool,
    /// The first round that no policy distinguishes from later ones, and no further event comes.
    pub alike_from: Option<u32>,
}

/// Causes of damage other than weapons, numbered after the weapons of a matchup.
pub(crate) const CAUSES: [&str; 3] = ["hold", "mental attack", "spell"];

impl Scope {
    /// Returns whether some policy has lines for a decision.
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

    /// The number of an attack's means in the tally.
    #[inline]
    pub(crate) fn counted(&self, means: AttackMeans) -> WeaponId {
        let cause = if means == AttackMeans::Mind { 1 } else { 2 };
        let other = self.weapons.len() + cause;
        WeaponId::at(means.weapon().map_or(other, usize::from))
    }

    /// The number of holds in the tally.
    pub(crate) fn holds(&self) -> WeaponId {
        WeaponId::at(self.weapons.len())
    }

    /// The number of an affliction in the tally.
    pub(crate) fn counted_affliction(&self, at: usize) -> WeaponId {
        WeaponId::at(self.weapons.len() + CAUSES.len() + at)
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
