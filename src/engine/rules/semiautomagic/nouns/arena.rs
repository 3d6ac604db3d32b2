//! A compiled fight: its fighters, house rules and field, and other data that do not change during the fight.

use super::fighter::Fighter;
use super::selectors::SELECTORS;
use super::state::State;
use super::strike::Strike;
use crate::fight::{Cast, FighterId, FighterSet, SideId};
use crate::frame::lineup::Lineup;
use crate::frame::meanings::Meanings;
use crate::frame::remedies::Remedies;
use crate::grid::Footing;
use crate::policy::ItemRef;
use crate::rules::semiautomagic::options::Options;
use crate::rules::semiautomagic::reading::{
    Ailment, Charts, Combo, Effect, Ground, Poison, Remedy, Weapon,
};

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    pub ground: Ground,
    /// One entry per fighter. Fighters with the same stat block have equal entries.
    pub roster: Vec<Fighter>,
    /// The side and the stat block of each fighter.
    pub lineup: Lineup,
    /// The weapons of the matchup, with bare hands first.
    pub weapons: Vec<Weapon>,
    pub combos: Vec<Combo>,
    pub remedies: Remedies<Effect>,
    /// The different ailments of all components of combos.
    pub ailments: Vec<Ailment>,
    pub poisons: Vec<Poison>,
    pub charts: Charts,
    /// The weapons that the words of policies match, and the combos.
    pub meanings: Meanings<{ SELECTORS.len() }, [u64; 2]>,
    /// `mounts` has the mount of each fighter at the start, and `riders` the rider of each mount.
    pub mounts: Vec<Option<FighterId>>,
    pub riders: Vec<Option<FighterId>>,
    /// The cells that creatures may enter. The entries are for widths of 1, 2, 4 ... cells.
    pub footings: Vec<Footing>,
    /// The fighters involved in each collision.
    pub collisions: Vec<FighterSet>,
    /// The fighters that can rise from the dead.
    pub risers: Vec<Riser>,
    pub cast: Cast,
    pub scope: Scope,
    pub start: State,
}

/// A fighter `who` that the dead fighter `victim` can rise as [SAM-21-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Riser {
    pub who: FighterId,
    /// The fighter that dies.
    pub victim: FighterId,
    /// The poisons that make the victim rise, as a bit mask of their indices.
    pub poisons: [u64; 4],
}

/// The rules and events that can matter in a fight. Play skips everything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// The first of the rounds that are all alike: no policy distinguishes them, and no event is tied to
    /// one of them.
    pub alike_from: Option<u32>,
    pub arrivals: bool,
    pub delays: bool,
    pub confusion: bool,
    /// Some weapons have delayed effects.
    pub pending: bool,
    /// A fighter may suffer from or inhale a poison.
    pub poison: bool,
    /// Falls, collisions or wakings are scheduled.
    pub events: bool,
    pub mounts: bool,
    /// The fight is on a field and has no mounts, so the gaps between fighters are cached.
    pub places: bool,
    /// Some fighter occupies more than one cell.
    pub large: bool,
    pub possession: bool,
    /// Some fighter or some cell has cover.
    pub cover: bool,
    /// The distance that a fighter moves can matter to attacks.
    pub speed: bool,
    /// Some fighter can rise from the dead.
    pub rises: bool,
    /// Some attack can hold its target.
    pub holds: bool,
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

    /// Returns the ailment that an attack causes. The ailment of a combo component comes before that of the
    /// weapon [SAM-6-4, SAM-10-8].
    #[inline]
    pub(crate) fn ailment(&self, strike: Strike) -> Option<Ailment> {
        match strike.ails {
            0 => self.weapon(strike.weapon).ailment,
            number => Some(self.ailments[usize::from(number) - 1]),
        }
    }

    /// Returns the remedy at this index of a fighter's list.
    pub(crate) fn remedy(&self, who: FighterId, slot: u8) -> &Remedy {
        let number = self.fighter(who).remedies[usize::from(slot)];
        self.remedies.get(number)
    }

    /// Returns the weapon at this index of a fighter's list.
    #[inline]
    pub(crate) fn carried(&self, who: FighterId, slot: u8) -> &Weapon {
        self.weapon(self.fighter(who).carries[usize::from(slot)])
    }

    /// Returns bit masks of the weapons and combos that the policy word `item` matches. If `item` is `None`, all
    /// of them match.
    #[inline]
    pub(crate) fn meant(&self, item: Option<ItemRef>) -> [u64; 2] {
        item.map_or([u64::MAX; 2], |item| self.meanings.of(item))
    }

    /// Returns the fighter that `victim` rises as because of a poison that the side `by` brought [SAM-21-8].
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

    /// Returns `side`, which brings a poison, if the poison makes the dead rise. Otherwise returns `None`
    /// [SAM-21-8].
    #[inline]
    pub(crate) fn bearer(&self, poison: u8, side: SideId) -> Option<SideId> {
        let rises = self.scope.rises && self.poisons[usize::from(poison)].rises.is_some();
        rises.then_some(side)
    }

    /// Returns the cells that a fighter of this size may enter.
    #[inline]
    pub(crate) fn footing(&self, who: FighterId) -> &Footing {
        let scale = usize::try_from(self.fighter(who).scale).unwrap_or(0);
        &self.footings[scale.min(self.footings.len() - 1)]
    }
}
