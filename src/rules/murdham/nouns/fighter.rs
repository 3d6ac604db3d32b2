//! A checked stat block in numbers: what the kernel reads of a combatant.
//!
//! Clauses: MUR-0-1, MUR-0-3, MUR-0-4, MUR-0-20, MUR-0-24, MUR-2-2, MUR-4-5.

use crate::policy::Policy;
use crate::rules::murdham::reading::sheet::Size;

/// Most weapons that one fighter has at once, those picked up included.
pub(crate) const MOST_ITEMS: usize = 6;

/// Everything about a combatant that does not change in a fight.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the stat block, named as in the scenario"
)]
pub(crate) struct Fighter {
    /// Abilities, which saves are rolled against [MUR-0-1].
    pub strength: u8,
    pub agility: u8,
    pub wit: u8,
    pub health: i16,
    pub start_health: i16,
    pub armour: u8,
    pub shield: u8,
    /// What heavy blows can destroy [MUR-15-3].
    pub shield_damaged: bool,
    pub armour_damaged: bool,
    /// Half-zones in a turn without actions, and in one with them [MUR-2-2].
    pub full: u8,
    pub half: u8,
    pub sprints: bool,
    pub size: Size,
    /// Weapons carried, by their number in the matchup, in order of preference.
    pub carries: Vec<u8>,
    /// Remedies carried, by their number in the matchup, and how often each can be used.
    pub remedies: Vec<(u8, u8)>,
    pub free_hand: bool,
    pub extra_reactions: u8,
    pub willing: bool,
    pub sees_in_dark: bool,
    pub concealed: bool,
    pub fearless: bool,
    pub appendages: u8,
    /// How many can ride it or sit in it [MUR-17-1].
    pub seats: u8,
    /// The decision lists of the policy that have lines, as bits.
    pub decides: u32,
    pub policy: Policy,
}

impl Fighter {
    /// Whether the policy says anything about a kind of decision; where it does not, nobody needs to ask.
    #[inline]
    pub(crate) fn decides(&self, list: usize) -> bool {
        self.decides >> list & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // MUR-0-24
    fn five_sizes_differ_by_up_to_four() {
        assert_eq!(Size::Massive.over(Size::Tiny), 4);
        assert_eq!(Size::Large.over(Size::Medium), 1);
        assert_eq!(Size::Large.over(Size::Small), 2);
        assert_eq!(Size::Medium.over(Size::Large), -1);
    }
}
