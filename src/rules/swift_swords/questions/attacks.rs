//! What an attack does its damage by, on which track, and against what armour.
//!
//! Clauses: SST-10-9, SST-10-11, SST-19-2.

use crate::rules::swift_swords::nouns::attack::{Attack, Means};
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::reading::tables::Code;

impl<const N: usize> View<'_, N> {
    /// The damage code of an attack.
    #[inline]
    pub(crate) fn code(self, attack: Attack) -> Code {
        match attack.means {
            Means::Melee(weapon) | Means::Missile(weapon) | Means::Riposte(weapon, _) => {
                self.code_of(attack.attacker, weapon)
            }
            Means::Mind => self.arena.codes[usize::from(self.arena.options.mental_code)],
            Means::Spell => {
                let cast = self.fighter(attack.attacker).cast;
                cast.map_or(self.arena.codes[1], |(_, code)| code)
            }
        }
    }

    /// The track that an attack hurts.
    #[inline]
    pub(crate) fn track(self, attack: Attack) -> Track {
        Track::of(match attack.means {
            Means::Mind => true,
            Means::Spell => self.fighter(attack.attacker).casts(|spell| spell.mental),
            _ => false,
        })
    }

    /// Body armour that an attack meets; a shield is not in it [SST-10-9].
    #[inline]
    pub(crate) fn armour(self, attack: Attack) -> u8 {
        let helps = match attack.means {
            Means::Mind => false,
            Means::Spell => self.fighter(attack.attacker).casts(|spell| spell.stopped),
            _ => true,
        };
        let worn = self.fighter(attack.target).armour;
        if helps {
            let worn = worn.saturating_sub(self.body(attack.target).stripped);
            worn + self.cover_armour(attack)
        } else {
            0
        }
    }
}
