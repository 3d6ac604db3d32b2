//! A checked stat block in numbers: what the kernel reads of a combatant, and of a weapon.
//!
//! Clauses: MUR-0-1, MUR-0-3, MUR-0-4, MUR-0-20, MUR-0-21, MUR-0-24, MUR-2-2, MUR-4-5, MUR-16-12.

use crate::policy::Policy;
use crate::rules::murdham::words::SELECTORS;

/// Most weapons that one fighter has at once, those picked up included.
pub(crate) const MOST_ITEMS: usize = 6;
/// Most weapons that a stat block lists; the rest is room for what is picked up.
pub(crate) const MOST_CARRIED: usize = 5;
/// Most different weapons in one matchup, bare hands included.
pub(crate) const MOST_WEAPONS: usize = 64;
/// Bare hands, among the weapons of a matchup.
pub(crate) const UNARMED: u8 = 0;

/// How big a character is [MUR-0-24].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Size {
    Tiny,
    Small,
    Medium,
    Large,
    Massive,
}

impl Size {
    pub(crate) const WORDS: [&'static str; 5] = ["tiny", "small", "medium", "large", "massive"];
    pub(crate) const ALL: [Self; 5] = [
        Self::Tiny,
        Self::Small,
        Self::Medium,
        Self::Large,
        Self::Massive,
    ];

    /// How many sizes larger this is; negative where it is smaller.
    #[inline]
    pub(crate) const fn over(self, other: Self) -> i32 {
        self as i32 - other as i32
    }
}

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

/// A weapon of the matchup [MUR-0-21].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the weapon's profile, named as in the scenario"
)]
pub(crate) struct Weapon {
    pub name: String,
    /// How many dice of how many sides.
    pub count: u16,
    pub sides: u16,
    pub impaired: bool,
    pub melee: bool,
    /// In zones; 0: cannot be shot or thrown.
    pub range: u8,
    pub blast: bool,
    pub direct: bool,
    pub two_handed: bool,
    pub natural: bool,
    pub penetrates_cover: bool,
    pub damaged: bool,
    /// Uses in one fight.
    pub shots: Option<u16>,
}

impl Fighter {
    /// Whether the policy says anything about a kind of decision; where it does not, nobody needs to ask.
    #[inline]
    pub(crate) fn decides(&self, list: usize) -> bool {
        self.decides >> list & 1 == 1
    }
}

impl Weapon {
    /// Bare hands [MUR-3-4].
    pub(crate) fn unarmed() -> Self {
        Self {
            name: "unarmed".to_owned(),
            count: 1,
            sides: 4,
            impaired: true,
            melee: true,
            range: 0,
            blast: false,
            direct: false,
            two_handed: false,
            natural: true,
            penetrates_cover: false,
            damaged: false,
            shots: None,
        }
    }

    /// Hands that its use takes [MUR-0-20, MUR-16-12].
    #[inline]
    pub(crate) fn hands(&self) -> u8 {
        if self.natural {
            0
        } else {
            1 + u8::from(self.two_handed)
        }
    }
}

/// A thing that restores health when used [MUR-2-10].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remedy {
    pub name: String,
    pub heals: crate::dice::Throw,
}

/// The weapons of a matchup that a selector means, as bits.
pub(crate) fn selected(selector: usize, weapons: &[Weapon]) -> u64 {
    let (_, means) = SELECTORS[selector];
    (0..weapons.len())
        .filter(|&at| means(&weapons[at], at == usize::from(UNARMED)))
        .fold(0, |bits, at| bits | 1 << at)
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
