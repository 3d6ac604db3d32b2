//! A checked stat block in numbers: the data that the rules read of a combatant.
//!
//! Clauses: SAM-0-5, SAM-3-1, SAM-15-1, SAM-18-1, SAM-18-3, SAM-19-1, SAM-22-1.

use std::ops::Deref;

use crate::dice::Throw;
use crate::fight::FighterSet;
use crate::policy::Policy;
use crate::rules::semiautomagic::reading::{Sheet, Skill, Weapon};

/// The number of bare hands among the weapons of a matchup.
pub(crate) const UNARMED: u8 = 0;
/// Maximum number of weapons in one matchup, bare hands included.
pub(crate) const MOST_WEAPONS: usize = 64;

/// Everything about a combatant that does not change during a fight.
#[derive(Debug, Clone)]
pub(crate) struct Fighter {
    pub sheet: Sheet,
    /// Weapons carried, by their number in the matchup, in order of preference.
    pub carries: Vec<u8>,
    /// The weapons carried, and bare hands.
    pub weapons: Vec<u8>,
    /// Its combos, by their number in the matchup.
    pub combos: Vec<u8>,
    /// Its remedies, by their number in the matchup.
    pub remedies: Vec<u8>,
    pub surprised_by: FighterSet,
    pub policy: Policy,
    /// Whether its decisions may be kept: no line calls a list or rolls dice, and bodies are not shared.
    pub keeps: bool,
}

impl Deref for Fighter {
    type Target = Sheet;

    fn deref(&self) -> &Sheet {
        &self.sheet
    }
}

impl Fighter {
    /// Will without penalties; `base` is the part that all have [SAM-15-1].
    #[inline]
    pub(crate) fn full_will(&self, base: i32) -> i32 {
        self.spirit + base + self.will_misc
    }

    /// Mobility penalties: of armour or of the items carried, whichever is larger [SAM-22-1].
    #[inline]
    pub(crate) fn hindrance(&self) -> i32 {
        self.mobility.max(self.burden.unwrap_or(0))
    }

    /// The dice of its damage with a weapon.
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
