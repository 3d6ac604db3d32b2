//! Who can shoot at whom and with what.
//!
//! Clauses: SST-3-8, SST-3-12, SST-11-3, SST-11-4. Distances are zones. Readings: a spell reaches as far as the book's bow;
//! most dice of a pool is [`MOST_GATHERED`].

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::scene::View;

/// Most dice that are gathered for one action.
pub(crate) const MOST_GATHERED: u8 = 12;

/// Zones that a spell reaches.
const SPELL_RANGE: u8 = 3;

impl<const N: usize> View<'_, N> {
    /// Whether somebody could shoot with a weapon from where it is [SST-11-3].
    pub(crate) fn can_shoot(self, who: FighterId) -> bool {
        self.state.body(who).group == 0
    }

    /// Whether a shot with this weapon, or a spell, carries to a target [SST-3-12, SST-11-3].
    pub(crate) fn carries(self, who: FighterId, weapon: Option<u8>, target: FighterId) -> bool {
        let (here, there) = (self.body(who).zone, self.body(target).zone);
        let range = weapon.map_or(SPELL_RANGE, |weapon| self.arena.weapon(weapon).range);
        self.arena.field.distance(here, there) <= range && self.arena.field.sees(here, there)
    }

    /// The missile weapon that somebody would gather for or shoot with, if it can.
    pub(crate) fn shooting_weapon(self, who: FighterId, wish: u64) -> Option<u8> {
        if self.can_shoot(who) {
            self.missile_weapon(who, wish)
        } else {
            None
        }
    }
}
