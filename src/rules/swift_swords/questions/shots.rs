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
    /// Whether a shot with this weapon, or a spell, carries to a target [SST-3-12, SST-11-3].
    pub(crate) fn carries(self, who: FighterId, weapon: Option<u8>, target: FighterId) -> bool {
        let (here, there) = (self.body(who).zone, self.body(target).zone);
        let range = weapon.map_or(SPELL_RANGE, |weapon| self.arena.weapon(weapon).range);
        self.arena.field.distance(here, there) <= range && self.arena.field.sees(here, there)
    }

    /// The missile weapon in hand that somebody would gather for or shoot with, if it is one of those meant and it can
    /// [SST-11-3].
    pub(crate) fn shooting_weapon(self, who: FighterId, wish: u64) -> Option<u8> {
        let weapon = self.in_hand(who)?;
        let meant = wish >> weapon & 1 == 1 && self.arena.weapon(weapon).range > 0;
        (meant && self.body(who).group == 0).then_some(weapon)
    }
}
