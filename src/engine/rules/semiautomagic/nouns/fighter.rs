//! A combatant of the fight: the data of its checked stat block that the rules use.
//!
//! Clauses: SAM-0-5, SAM-3-1, SAM-15-1, SAM-18-1, SAM-18-3, SAM-19-1, SAM-22-1.

use std::ops::Deref;

use crate::dice::Throw;
use crate::fight::FighterSet;
use crate::policy::Policy;
use crate::rules::semiautomagic::reading::{Sheet, Skill, Weapon};

/// The index of bare hands among the weapons of a matchup.
pub(crate) const UNARMED: u8 = 0;
/// Maximum number of weapons in one matchup, bare hands included.
pub(crate) const MOST_WEAPONS: usize = 64;

/// The properties of a combatant that do not change during a fight.
#[derive(Debug, Clone)]
pub(crate) struct Fighter {
    pub sheet: Sheet,
    /// The weapons carried, most preferred first, as indices into the weapons of the matchup.
    pub carries: Vec<u8>,
    /// The weapons carried, in the same order, and then bare hands.
    pub weapons: Vec<u8>,
    /// The fighter's combos, as indices into the combos of the matchup.
    pub combos: Vec<u8>,
    /// The fighter's remedies, as indices into the remedies of the matchup.
    pub remedies: Vec<u8>,
    pub surprised_by: FighterSet,
    pub policy: Policy,
    /// Whether the fighter's decisions may be cached. They may if its lists `act` and `defend` refer to no
    /// other list, its policy rolls no dice, and the fight has neither mounts nor possession.
    pub keeps: bool,
}

impl Deref for Fighter {
    type Target = Sheet;

    fn deref(&self) -> &Sheet {
        &self.sheet
    }
}

impl Fighter {
    /// Returns the Will of the fighter without penalties. `base` is the Will of a fighter without attributes
    /// [SAM-15-1].
    #[inline]
    pub(crate) fn full_will(&self, base: i32) -> i32 {
        self.spirit + base + self.will_misc
    }

    /// Returns the number of mobility penalties: that of the armour or that of the mass carried, whichever is
    /// larger [SAM-22-1].
    #[inline]
    pub(crate) fn hindrance(&self) -> i32 {
        self.mobility.max(self.burden.unwrap_or(0))
    }

    /// Returns the dice for the damage of the fighter with `weapon`.
    pub(crate) fn dice(&self, weapon: &Weapon) -> Throw {
        let own = self.unarmed.filter(|_| weapon.unarmed);
        own.unwrap_or(weapon.damage)
    }

    #[inline]
    pub(crate) fn skill(&self, skill: Skill) -> i32 {
        match skill {
            Skill::Melee => self.melee,
            Skill::Ranged => self.ranged,
            Skill::Magic => self.magic,
        }
    }
}
