//! A compiled fight of this book: its fighters, its house rules, its field, and the facts that hold from the first
//! round to the last.

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
    /// One entry per fighter; fighters of one combatant have equal entries.
    pub roster: Vec<Fighter>,
    /// The side and the stat block of each fighter.
    pub lineup: Lineup,
    /// The weapons of the matchup, bare hands first.
    pub weapons: Vec<Weapon>,
    pub combos: Vec<Combo>,
    pub remedies: Remedies<Effect>,
    /// The ailments of components.
    pub ailments: Vec<Ailment>,
    pub poisons: Vec<Poison>,
    pub charts: Charts,
    /// The weapons that the words of policies match, and the combos.
    pub meanings: Meanings<{ SELECTORS.len() }, [u64; 2]>,
    /// The mount of each fighter at the start, and the rider of each mount.
    pub mounts: Vec<Option<FighterId>>,
    pub riders: Vec<Option<FighterId>>,
    /// The cells that creatures of each width may enter: for 1, 2, 4 … cells.
    pub footings: Vec<Footing>,
    /// The fighters in each collision.
    pub collisions: Vec<FighterSet>,
    /// The list of those that can rise.
    pub risers: Vec<Riser>,
    pub cast: Cast,
    pub scope: Scope,
    pub start: State,
}

/// A fighter as which one of the dead can rise [SAM-21-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Riser {
    pub who: FighterId,
    /// The fighter that dies.
    pub victim: FighterId,
    /// The poisons that make it rise, as bits of their indices.
    pub poisons: [u64; 4],
}

/// The possibilities in a fight, so that the impossible costs no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// The first round that no policy distinguishes from later ones, and no event is tied to a later round.
    pub alike_from: Option<u32>,
    pub arrivals: bool,
    pub delays: bool,
    pub confusion: bool,
    /// Some effects come later than the actions that cause them.
    pub pending: bool,
    /// A fighter may be afflicted or inhale a poison.
    pub poison: bool,
    /// Falls, collisions and waking happen.
    pub events: bool,
    pub mounts: bool,
    /// The fight has places, and no mounts: the gaps between fighters are kept.
    pub places: bool,
    /// A fighter occupies more than one cell.
    pub large: bool,
    pub possession: bool,
    /// There is cover on the ground, or a fighter has its own.
    pub cover: bool,
    /// The distance that a fighter has moved matters to others.
    pub speed: bool,
    /// A fighter can rise from the dead.
    pub rises: bool,
    /// An attack can leave its target held.
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

    /// The ailment that an attack brings: that of its component, or else that of its weapon [SAM-6-4, SAM-10-8].
    #[inline]
    pub(crate) fn ailment(&self, strike: Strike) -> Option<Ailment> {
        match strike.ails {
            0 => self.weapon(strike.weapon).ailment,
            number => Some(self.ailments[usize::from(number) - 1]),
        }
    }

    /// The remedy at this index of a fighter's list.
    pub(crate) fn remedy(&self, who: FighterId, slot: u8) -> &Remedy {
        let number = self.fighter(who).remedies[usize::from(slot)];
        self.remedies.get(number)
    }

    /// The weapon at this index of a fighter's list.
    #[inline]
    pub(crate) fn carried(&self, who: FighterId, slot: u8) -> &Weapon {
        self.weapon(self.fighter(who).carries[usize::from(slot)])
    }

    /// The weapons that a policy's word matches, as bits, and the combos: all of them without a word.
    #[inline]
    pub(crate) fn meant(&self, item: Option<ItemRef>) -> [u64; 2] {
        item.map_or([u64::MAX; 2], |item| self.meanings.of(item))
    }

    /// The fighter as which `victim` rises because of a poison that a side brought [SAM-21-8].
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

    /// This side, which brings a poison, if the poison makes the dead rise [SAM-21-8].
    #[inline]
    pub(crate) fn bearer(&self, poison: u8, side: SideId) -> Option<SideId> {
        let rises = self.scope.rises && self.poisons[usize::from(poison)].rises.is_some();
        rises.then_some(side)
    }

    /// The cells that a fighter of this scale may enter.
    #[inline]
    pub(crate) fn footing(&self, who: FighterId) -> &Footing {
        let scale = usize::try_from(self.fighter(who).scale).unwrap_or(0);
        &self.footings[scale.min(self.footings.len() - 1)]
    }
}
