//! A checked stat block in numbers: the data that the kernel reads of a combatant.
//!
//! Clauses: MUR-0-1, MUR-0-3, MUR-0-4, MUR-0-20, MUR-0-24, MUR-2-2, MUR-4-5.

use std::ops::Deref;

use crate::policy::Policy;
use crate::rules::murdham::reading::Sheet;

/// Maximum number of weapons that one fighter has at once, those picked up included.
pub(crate) const MOST_ITEMS: usize = 6;

/// Everything about a combatant that does not change during a fight: its stat block and the values derived from it.
#[derive(Debug, Clone)]
pub(crate) struct Fighter {
    pub sheet: Sheet,
    /// Half-zones in a turn with actions; without actions, the whole speed is available [MUR-2-2].
    pub half: u8,
    /// Weapons carried, by their number in the matchup, in order of preference.
    pub carries: Vec<u8>,
    pub free_hand: bool,
    /// The decision lists of the policy that have lines, as bits.
    pub decides: u32,
    pub policy: Policy,
}

impl Deref for Fighter {
    type Target = Sheet;

    #[inline]
    fn deref(&self) -> &Sheet {
        &self.sheet
    }
}

impl Fighter {
    /// Returns whether the policy has any line for a kind of decision; if it has none, the policy need not be asked.
    #[inline]
    pub(crate) fn decides(&self, list: usize) -> bool {
        self.decides >> list & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::murdham::reading::sheet::Size;

    #[test] // MUR-0-24
    fn five_sizes_differ_by_up_to_four() {
        assert_eq!(Size::Massive.over(Size::Tiny), 4);
        assert_eq!(Size::Large.over(Size::Medium), 1);
        assert_eq!(Size::Large.over(Size::Small), 2);
        assert_eq!(Size::Medium.over(Size::Large), -1);
    }
}
