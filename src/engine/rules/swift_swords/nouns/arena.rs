//! A compiled fight of this book: the fighters, the house rules, the field, and everything else that does not
//! change during the fight.

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

/// A fight that is ready to be played: everything that does not change during it.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    /// The odds of whole rolls. With them, each roll is a single random draw. `None` if every die is rolled.
    pub odds: Option<&'static Odds>,
    pub tables: Tables,
    pub ground: Ground,
    /// The possible shifts of wounds from one location to the next [SST-22-2].
    pub parts: Ways,
    /// One entry for each fighter. Fighters of the same combatant have equal entries.
    pub roster: Vec<Fighter>,
    /// The side and the stat block of each fighter.
    pub lineup: Lineup,
    /// The weapons of the matchup, bare hands first.
    pub weapons: Vec<Weapon>,
    pub kinds: Kinds,
    /// The afflictions that weapons of the matchup can cause. They are not in the book. Their numbers in the
    /// tally come after those of all other causes of damage.
    pub afflictions: Vec<Affliction<Trait>>,
    /// For each weapon, the afflictions that its hits cause, as bits.
    pub brings: Vec<Bits>,
    pub remedies: Remedies<Effect>,
    /// For each weapon name and selector in policies, the weapons that it matches.
    pub meanings: Meanings<{ SELECTORS.len() }>,
    /// For each fighter, the cover that it starts behind.
    pub cover_of: Vec<Option<Cover>>,
    /// Fighters that players run [SST-0-5].
    pub players: FighterSet,
    pub cast: Cast,
    pub scope: Scope,
    /// The state at the start of a fight: `unopened` before melees are numbered, `start` after it. Each fight
    /// of a day begins with a copy of `unopened`.
    pub unopened: State,
    pub start: State,
}

/// Some kinds of weapons, each with the weapons of the matchup that belong to it, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds {
    pub natural: u64,
    pub reach: u64,
    /// The weapons that can strike, by whether the creature is in close combat and whether it is in contact.
    /// Weapons with reach cannot strike in contact [SST-33-1].
    pub striking: [[u64; 2]; 2],
    /// Weapons that can be used in close combat [SST-12-2].
    pub fits_close: u64,
    /// Light and natural weapons. Entering close combat needs one of them [SST-12-1].
    pub light: u64,
}

impl Kinds {
    /// Sorts weapons into kinds. `heaviest` is the heaviest weapon class that can be used in close combat.
    pub(crate) fn of(weapons: &[Weapon], heaviest: u8) -> Self {
        let those = |are_so: &dyn Fn(&Weapon) -> bool| {
            let all = (0..weapons.len()).filter(|&at| are_so(&weapons[at]));
            all.fold(0, |bits, at| bits | 1 << at)
        };
        let striking = |in_close: bool, in_contact: bool| {
            those(&|weapon| {
                let fits = !in_close || weapon.fits_close(heaviest);
                weapon.melee && fits && !(in_contact && weapon.reach)
            })
        };
        Self {
            natural: those(&|weapon| weapon.natural),
            reach: those(&|weapon| weapon.reach),
            striking: [false, true]
                .map(|in_close| [false, true].map(|in_contact| striking(in_close, in_contact))),
            fits_close: those(&|weapon| weapon.fits_close(heaviest)),
            light: those(&|weapon| weapon.natural || weapon.weight == LIGHT),
        }
    }
}

/// Which special events can happen in a fight. Steps do no work for events that cannot happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent possibilities, each with its own rules"
)]
pub(crate) struct Scope {
    /// The decision lists that have lines in at least one policy, as a bit set of list indices.
    pub lists: u32,
    /// Whether a creature inspires fear.
    pub fear: bool,
    /// Whether a creature flies.
    pub flight: bool,
    /// Whether a weapon causes an affliction.
    pub afflicts: bool,
    /// Whether the fight belongs to a day, a series of fights with rests between them. Harm then lasts beyond
    /// the fight.
    pub day: bool,
    /// From this round on, all rounds are alike: no policy and no event depends on the round number. `None`
    /// if this is never so.
    pub alike_from: Option<u32>,
}

/// The causes of damage other than weapons. Their numbers in the tally come after those of the weapons.
pub(crate) const CAUSES: [&str; 3] = ["hold", "mental attack", "spell"];

impl Scope {
    /// Returns whether at least one policy has lines in the decision list with the index `list`.
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

    /// Returns the number under which the tally counts attacks with this weapon or other means.
    #[inline]
    pub(crate) fn counted(&self, means: AttackMeans) -> WeaponId {
        let cause = if means == AttackMeans::Mind { 1 } else { 2 };
        let other = || WeaponId::at(self.weapons.len() + cause);
        means.weapon().map_or_else(other, WeaponId)
    }

    /// Returns the number under which the tally counts holds.
    pub(crate) fn holds(&self) -> WeaponId {
        WeaponId::at(self.weapons.len())
    }

    /// Returns the number under which the tally counts the affliction at index `at`.
    pub(crate) fn counted_affliction(&self, at: usize) -> WeaponId {
        WeaponId::at(self.weapons.len() + CAUSES.len() + at)
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
