//! The dice of a damage roll, the faces they showed, and the damage that results.
//!
//! Clauses: MUR-0-9..12, MUR-15-2, MUR-16-1, MUR-16-2, MUR-16-4. The dice are rolled in `chapters/damage.rs`.

use crate::dice::Throw;
use crate::rules::murdham::options::Options;
use crate::rules::murdham::reading::Weapon;

/// Maximum number of rerolls of an open die [MUR-0-12].
pub(crate) const MOST_REROLLS: u32 = 12;

/// The dice of one attack on one target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Pool {
    pub count: u16,
    pub sides: u16,
    /// Whether the lower of two rolls counts [MUR-0-9].
    pub twice: bool,
    /// Number of halvings for a smaller attacker [MUR-16-1].
    pub halvings: u8,
    /// Whether the halvings come after armour.
    pub halve_last: bool,
    /// Whether the damage ignores armour [MUR-0-11].
    pub direct: bool,
    /// Whether it matters that a die shows 1 [MUR-15-2].
    pub brittle: bool,
    /// Whether the highest face is rolled again [MUR-0-12].
    pub open: bool,
}

/// The dice of one attack, rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Rolled {
    /// The result of the dice, impairment included.
    pub total: i32,
    /// The roll that does not count, if there were two.
    pub other: Option<i32>,
    /// Whether one of the dice that count shows 1; recorded only for brittle weapons.
    pub one: bool,
}

impl Rolled {
    /// A total without further details.
    pub(crate) fn of(total: i32) -> Self {
        Self {
            total,
            ..Self::default()
        }
    }

    /// The sum of both rolls.
    pub(crate) const fn and(self, more: Self) -> Self {
        Self {
            total: self.total + more.total,
            other: None,
            one: self.one || more.one,
        }
    }
}

/// The damage of a blow to its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Harm {
    pub rolled: Rolled,
    /// After size, before armour.
    pub before: i32,
    /// Net damage, not limited by the health left.
    pub net: i32,
}

impl Harm {
    /// The part of the damage that the fight depends on, without details for the transcript.
    #[must_use]
    pub(crate) fn counted(self) -> Self {
        let rolled = Rolled {
            one: self.rolled.one,
            ..Rolled::of(self.before)
        };
        Self { rolled, ..self }
    }
}

/// Maximum number of rolls that are enumerated to compute the odds of a blow.
const MOST_ROLLS: u64 = 10_000;

impl Pool {
    /// The dice of an attack with this weapon. `larger` is the attacker's size minus that of its target; `causes`
    /// counts the impairments beside the weapon's own. Neither a blast nor direct damage depends on size
    /// [MUR-0-9..11, MUR-16-1, MUR-16-2, MUR-16-4].
    pub(crate) fn of(options: &Options, weapon: &Weapon, larger: i32, causes: u8) -> Self {
        let larger = if weapon.blast || weapon.direct {
            0
        } else {
            larger
        };
        let causes = causes + u8::from(weapon.impaired);
        let nothing = causes > 1 && options.impaired_twice_none;
        let count = weapon.count << larger.max(0);
        let stepped = causes > 0 && options.impaired_step_down;
        Self {
            count: if nothing { 0 } else { count },
            sides: if stepped {
                Self::step_down(weapon.sides)
            } else {
                weapon.sides
            },
            twice: causes > 0 && !options.impaired_step_down && !nothing,
            halvings: u8::try_from((-larger).max(0)).expect("sizes differ by four at most"),
            halve_last: options.halve_after_armour,
            direct: weapon.direct,
            brittle: weapon.damaged,
            open: options.open_dice,
        }
    }

    /// Returns whether its odds can be computed quickly.
    pub(crate) fn is_small(self) -> bool {
        let (count, sides) = (u32::from(self.count), u64::from(self.sides));
        let once = if self.open {
            (sides * u64::from(MOST_REROLLS + 1)).checked_pow(count)
        } else if self.brittle {
            sides.checked_pow(count)
        } else {
            Throw::new(self.count, self.sides, 0)
                .ways()
                .map(|_| sides * u64::from(self.count))
        };
        let rolls = once.and_then(|once| once.checked_pow(1 + u32::from(self.twice)));
        let falls = sides.checked_pow(count * (1 + if self.open { MOST_REROLLS } else { 0 }));
        let falls = falls.and_then(|falls| falls.checked_pow(1 + u32::from(self.twice)));
        rolls.is_some_and(|rolls| rolls <= MOST_ROLLS) && falls.is_some()
    }

    /// Dice without any modifier.
    pub(crate) fn plain(count: u16, sides: u16) -> Self {
        Self {
            count,
            sides,
            ..Self::default()
        }
    }

    /// The maximum damage before armour.
    pub(crate) fn most(self) -> i32 {
        let rerolls = if self.open { MOST_REROLLS } else { 0 };
        let die = i32::from(self.sides) + rerolls.cast_signed() * (i32::from(self.sides) - 1);
        let total = i32::from(self.count) * die;
        (0..self.halvings).fold(total, |damage, _| (damage + 1) / 2)
    }

    /// The size of the next smaller die [MUR-0-9].
    pub(crate) fn step_down(sides: u16) -> u16 {
        let dice = [12, 10, 8, 6, 4, 3];
        dice.into_iter().find(|&die| die < sides).unwrap_or(2)
    }
}
