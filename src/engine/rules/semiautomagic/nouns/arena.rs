//! A compiled fight: its fighters, house rules and field, and the other data that do not change during the
//! fight.

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

/// A compiled fight, which is what all fights of one matchup have in common.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    pub ground: Ground,
    /// One entry for each fighter, so fighters with the same stat block have equal entries.
    pub roster: Vec<Fighter>,
    /// The side and the stat block of each fighter, by its id.
    pub lineup: Lineup,
    /// The weapons of the matchup, with bare hands first.
    pub weapons: Vec<Weapon>,
    pub combos: Vec<Combo>,
    pub remedies: Remedies<Effect>,
    /// The ailments of all components of combos, each once.
    pub ailments: Vec<Ailment>,
    pub poisons: Vec<Poison>,
    pub charts: Charts,
    /// For each item word of policies, such as `melee` or the name of a weapon, two bit masks: of the weapons
    /// and of the combos that it means.
    pub meanings: Meanings<{ SELECTORS.len() }, [u64; 2]>,
    /// `mounts` has the mount of each fighter at the start, if it has one. `riders` has the rider of each
    /// mount.
    pub mounts: Vec<Option<FighterId>>,
    pub riders: Vec<Option<FighterId>>,
    /// The cells that a creature may enter, by its width: the entries are for widths of 1, 2, 4 ... cells.
    pub footings: Vec<Footing>,
    /// The fighters involved in each collision, in the order of the collisions in the scenario.
    pub collisions: Vec<FighterSet>,
    /// The fighters that can rise from the dead.
    pub risers: Vec<Riser>,
    pub cast: Cast,
    pub scope: Scope,
    pub start: State,
}

/// A possible rise from the dead: the fighter `victim` may die and then rise as the fighter `who` [SAM-21-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Riser {
    pub who: FighterId,
    /// The fighter that has to die first.
    pub victim: FighterId,
    /// The poisons that make the victim rise, as a bit mask of their indices.
    pub poisons: [u64; 4],
}

/// The kinds of rules and events that can matter in a fight. Play skips those that cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// The first round such that this round and all later ones are alike: no policy treats one of them
    /// differently, and no event is scheduled for one of them. `None` if there is no such round.
    pub alike_from: Option<u32>,
    pub arrivals: bool,
    pub delays: bool,
    pub confusion: bool,
    /// Whether some weapon has a delay, so that effects may be pending.
    pub pending: bool,
    /// Whether some fighter may suffer from a poison or disease.
    pub poison: bool,
    /// Whether a fall, a collision or a waking is scheduled for some round.
    pub events: bool,
    pub mounts: bool,
    /// Whether the distances between fighters are cached. They are if the fight is on a field and has no
    /// mounts.
    pub places: bool,
    /// Whether some fighter occupies more than one cell.
    pub large: bool,
    pub possession: bool,
    /// Whether some fighter or some cell has cover.
    pub cover: bool,
    /// Whether the speed of a fighter, or the distance that it has moved, can matter to attacks.
    pub speed: bool,
    /// Whether some fighter can rise from the dead.
    pub rises: bool,
    /// Whether some attack can hold its target.
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

    /// Returns the ailment that an attack causes, if it causes one. The ailment of a combo component replaces
    /// that of the weapon [SAM-6-4, SAM-10-8].
    #[inline]
    pub(crate) fn ailment(&self, strike: Strike) -> Option<Ailment> {
        match strike.ails {
            0 => self.weapon(strike.weapon).ailment,
            number => Some(self.ailments[usize::from(number) - 1]),
        }
    }

    /// Returns the remedy at index `slot` of the list of remedies of `who`.
    pub(crate) fn remedy(&self, who: FighterId, slot: u8) -> &Remedy {
        let number = self.fighter(who).remedies[usize::from(slot)];
        self.remedies.get(number)
    }

    /// Returns the weapon at index `slot` of the list of weapons that `who` carries.
    #[inline]
    pub(crate) fn carried(&self, who: FighterId, slot: u8) -> &Weapon {
        self.weapon(self.fighter(who).carries[usize::from(slot)])
    }

    /// Returns two bit masks. They contain the weapons and the combos that the word `item` of a policy line
    /// stands for. If `item` is `None`, they contain everything.
    #[inline]
    pub(crate) fn meant(&self, item: Option<ItemRef>) -> [u64; 2] {
        item.map_or([u64::MAX; 2], |item| self.meanings.of(item))
    }

    /// Returns the fighter as which `victim` rises if it dies of a poison that the side `by` brought, or
    /// `None` if it does not rise [SAM-21-8].
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

    /// Returns `side`, the side that brings a poison, if fighters that die of this poison may rise from the
    /// dead. Otherwise returns `None`, because it then does not matter who brings the poison [SAM-21-8].
    #[inline]
    pub(crate) fn bearer(&self, poison: u8, side: SideId) -> Option<SideId> {
        let rises = self.scope.rises && self.poisons[usize::from(poison)].rises.is_some();
        rises.then_some(side)
    }

    /// Returns the cells that a fighter of the size of `who` may enter.
    #[inline]
    pub(crate) fn footing(&self, who: FighterId) -> &Footing {
        let scale = usize::try_from(self.fighter(who).scale).unwrap_or(0);
        &self.footings[scale.min(self.footings.len() - 1)]
    }
}
