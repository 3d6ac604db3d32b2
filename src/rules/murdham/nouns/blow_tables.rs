//! The odds of the damage of blows, for all kinds of blow that a matchup has.
//!
//! Clauses: those of `chapters/damage.rs`. What a blow does depends on its weapon, how much larger the attacker is, whether
//! the weapon is impaired, and the target's armour. For each of these the odds are worked out once per matchup.

use super::pool::{Harm, Pool};
use crate::dice::Alias;

/// The highest armour value [MUR-0-4].
pub(crate) const MOST_ARMOUR: usize = 3;
/// Sizes differ by so many at most.
pub(crate) const MOST_LARGER: i32 = 4;
pub(crate) const DIFFERENCES: usize = 9;

/// The odds of one kind of blow.
#[derive(Debug)]
pub(crate) struct BlowTable {
    pub pool: Pool,
    pub armour: i32,
    pub harms: Vec<Harm>,
    pub table: Alias,
}

/// The odds of the blows of a matchup.
#[derive(Debug)]
pub(crate) struct BlowTables {
    pub list: Vec<BlowTable>,
    /// The odds of each weapon, difference in size and armour value, first of the weapon as it is, then impaired.
    pub at: Vec<[Option<u16>; 2]>,
}

impl BlowTables {
    #[inline]
    pub(crate) fn index((weapon, larger, armour): (u8, i32, i32)) -> usize {
        let larger = usize::try_from(larger + MOST_LARGER).expect("sizes differ by four at most");
        let armour = usize::try_from(armour).expect("an armour value is from 0 to 3");
        (usize::from(weapon) * DIFFERENCES + larger) * (MOST_ARMOUR + 1) + armour
    }

    /// The odds of this very blow.
    #[inline]
    pub(crate) fn find(&self, pool: Pool, key: (u8, i32, i32)) -> Option<&BlowTable> {
        let found = self.at[Self::index(key)].iter().flatten();
        let mut found = found.map(|&at| &self.list[usize::from(at)]);
        found.find(|blow| blow.pool == pool)
    }
}
