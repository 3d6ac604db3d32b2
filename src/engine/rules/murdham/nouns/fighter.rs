//! A combatant compiled from its stat block: the numbers that a fight needs.
//!
//! Clauses: MUR-0-1, MUR-0-3, MUR-0-4, MUR-0-17, MUR-0-20, MUR-0-24, MUR-2-2, MUR-4-5, MUR-16-6.

use std::ops::Deref;

use crate::fight::LineId;
use crate::policy::{Policy, TargetRef};
use crate::rules::murdham::reading::Sheet;

/// Maximum number of weapons that one fighter can have at once, including those it has picked up.
pub(crate) const MOST_ITEMS: usize = 6;

/// Everything about a combatant that does not change during a fight: its stat block and values computed from
/// it.
#[derive(Debug, Clone)]
pub(crate) struct Fighter {
    pub sheet: Sheet,
    /// The size as a number. The difference of two such numbers is the difference in size [MUR-0-24].
    pub rank: i32,
    /// The largest distance of this fighter's melee attacks, in zones [MUR-0-17, MUR-16-6].
    pub reach: u8,
    /// The armour value of its shield [MUR-0-4].
    pub shield: u8,
    /// Half-zones that this fighter can move in a turn with actions. If it does not act, it can use its whole
    /// speed [MUR-2-2].
    pub half: u8,
    /// The numbers of the weapons carried, in order of preference. They are numbers among all weapons of the
    /// matchup.
    pub carries: Vec<u8>,
    pub free_hand: bool,
    /// The decision lists with at least one line in the policy, as bits.
    pub decides: u32,
    /// The decision lists with at least one line whose condition can hold in this matchup, as bits.
    pub asks: u32,
    /// The first lines of the list `act`, up to the first line that is not a simple attack.
    pub strikes: Vec<Strike>,
    pub policy: Policy,
}

/// A policy line that attacks with any weapon. Its condition is at most that the target is nearby.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Strike {
    pub line: LineId,
    /// The rule that picks the target.
    pub rule: TargetRef,
    /// Whether the line needs a target nearby.
    pub nearby: bool,
}

impl Deref for Fighter {
    type Target = Sheet;

    #[inline]
    fn deref(&self) -> &Sheet {
        &self.sheet
    }
}

impl Fighter {
    /// Returns whether the policy has any line in a decision list. If it has none, the policy need not be
    /// evaluated.
    #[inline]
    pub(crate) fn decides(&self, list: usize) -> bool {
        self.decides >> list & 1 == 1
    }

    /// Returns whether the policy has a line in a decision list whose condition can hold in this matchup.
    #[inline]
    pub(crate) fn asks(&self, list: usize) -> bool {
        self.asks >> list & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::murdham::fields::Size;
    use crate::rules::murdham::rules::Rules;

    #[test] // MUR-0-24
    fn five_sizes_differ_by_up_to_four() {
        let sizes = Rules::default().size;
        let over = |one, other| sizes.rank(one) - sizes.rank(other);
        assert_eq!(over(Size::Massive, Size::Tiny), 4);
        assert_eq!(over(Size::Large, Size::Medium), 1);
        assert_eq!(over(Size::Large, Size::Small), 2);
        assert_eq!(over(Size::Medium, Size::Large), -1);
    }
}
