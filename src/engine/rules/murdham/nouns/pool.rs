//! The dice of a damage roll, the result of rolling them, and the damage that follows from the result.
//!
//! Clauses: MUR-0-9..12, MUR-15-2, MUR-16-1, MUR-16-2, MUR-16-4. The dice are rolled in `chapters/damage.rs`.

use crate::dice::Throw;
use crate::rules::murdham::options::Options;
use crate::rules::murdham::reading::Weapon;

/// Maximum number of rolls of an impaired attack besides the one that counts [MUR-0-9].
pub(crate) const MOST_OTHERS: usize = 2;

/// The dice of one attack against one target, with everything that decides how their result becomes damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pool {
    pub count: u16,
    pub sides: u16,
    /// Number of further rolls of all dice if the attack is impaired. The lowest roll counts [MUR-0-9].
    pub again: u8,
    /// The number that divides the damage of a smaller attacker. The result is rounded up [MUR-16-1].
    pub divisor: u16,
    /// Whether the damage is divided after armour rather than before.
    pub divide_last: bool,
    /// Whether the damage ignores armour [MUR-0-11].
    pub direct: bool,
    /// Whether the weapon is damaged, so that a die with one of the lowest faces destroys it [MUR-15-2].
    pub brittle: bool,
    /// The highest of the faces that destroy such a weapon.
    pub breaks: u8,
    /// The maximum number of further rolls of a die that shows its highest face [MUR-0-12].
    pub rerolls: u8,
    /// The number that is subtracted from a highest face when the die is rolled again.
    pub less: u8,
}

/// The result of rolling the dice of one attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Rolled {
    /// The sum of the dice, or the lowest sum if the attack is impaired.
    pub total: i32,
    /// The sums of the other rolls of an impaired attack, which do not count.
    pub others: [i32; MOST_OTHERS],
    /// Whether one of the dice that count shows a face that destroys the weapon. Always false if the weapon
    /// is not damaged.
    pub breaks: bool,
}

impl Rolled {
    /// Returns a result with this sum and no further details.
    pub(crate) fn of(total: i32) -> Self {
        Self {
            total,
            ..Self::default()
        }
    }

    /// Returns the two results added up.
    pub(crate) const fn and(self, more: Self) -> Self {
        Self {
            total: self.total + more.total,
            others: [0; MOST_OTHERS],
            breaks: self.breaks || more.breaks,
        }
    }
}

/// The damage of a blow to its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Harm {
    pub rolled: Rolled,
    /// The damage before armour, already adjusted for a difference in size.
    pub before: i32,
    /// The damage after armour. It may be more than the health that the target has left.
    pub net: i32,
}

impl Harm {
    /// Returns the damage without the details that only a transcript needs.
    #[must_use]
    pub(crate) fn counted(self) -> Self {
        let rolled = Rolled {
            breaks: self.rolled.breaks,
            ..Rolled::of(self.before)
        };
        Self { rolled, ..self }
    }
}

/// Maximum difference between two sizes.
pub(crate) const MOST_LARGER: i32 = 4;
/// Number of possible differences between two sizes.
pub(crate) const DIFFERENCES: usize = 9;

/// The largest number of causes of impairment that makes a difference. More causes have the same effect.
const ENOUGH_CAUSES: u8 = 2;
/// How many numbers of causes of impairment differ in effect: 0, 1 and 2.
const CAUSES: usize = 3;

/// Returns a difference between two sizes, which may be negative, as an index from 0.
#[inline]
pub(crate) fn difference(larger: i32) -> usize {
    usize::try_from(larger + MOST_LARGER).expect("sizes differ by four at most")
}

/// The dice of every attack of a matchup, by weapon, difference in size and number of causes of impairment.
#[derive(Debug, Clone)]
pub(crate) struct Pools(Vec<[[Pool; CAUSES]; DIFFERENCES]>);

impl Pools {
    /// Returns the dice of attacks with these weapons. `meets` returns whether a difference in size occurs in
    /// the matchup.
    pub(crate) fn new(options: &Options, weapons: &[Weapon], meets: impl Fn(i32) -> bool) -> Self {
        let pools = |weapon: &Weapon| {
            let mut pools = [[Pool::plain(0, weapon.sides); CAUSES]; DIFFERENCES];
            for larger in (-MOST_LARGER..=MOST_LARGER).filter(|&larger| meets(larger)) {
                let pool = |causes| Pool::of(options, weapon, larger, causes);
                pools[difference(larger)] = [0, 1, ENOUGH_CAUSES].map(pool);
            }
            pools
        };
        Self(weapons.iter().map(pools).collect())
    }

    /// Returns the dice of an attack with this weapon of the matchup. See [`Pool::of`] for the parameters.
    #[inline]
    pub(crate) fn get(&self, weapon: u8, larger: i32, causes: u8) -> Pool {
        let causes = causes.min(ENOUGH_CAUSES);
        self.0[usize::from(weapon)][difference(larger)][usize::from(causes)]
    }
}

/// A blow with more different rolls than this gets no table.
const MOST_ROLLS: u64 = 10_000;

impl Pool {
    /// Returns the dice of an attack with this weapon. `larger` is how many steps the attacker is larger than
    /// its target. `causes` counts the causes of impairment other than the weapon itself. Blasts and direct
    /// damage do not depend on size [MUR-0-9..11, MUR-16-1, MUR-16-2, MUR-16-4].
    pub(crate) fn of(options: &Options, weapon: &Weapon, larger: i32, causes: u8) -> Self {
        let larger = if weapon.blast || weapon.direct {
            0
        } else {
            larger
        };
        let causes = causes + u8::from(weapon.impaired);
        let nothing = causes > 1 && options.impaired_twice_none;
        let rules = &options.rules;
        let (damage, sizes) = (&rules.damage, &rules.size);
        let power = |factor: u16, times: i32| (0..times).fold(1, |all, _| all * factor);
        let stepped = causes > 0 && options.impaired_step_down;
        let twice = causes > 0 && !options.impaired_step_down && !nothing;
        let (rerolls, less) = if options.open_dice {
            (damage.open_rerolls, damage.open_less)
        } else {
            (0, 0)
        };
        Self {
            count: if nothing {
                0
            } else {
                weapon.count * power(sizes.dice_factor, larger)
            },
            sides: if stepped {
                rules.step_down.below(weapon.sides)
            } else {
                weapon.sides
            },
            again: if twice { damage.impaired_rolls - 1 } else { 0 },
            divisor: power(sizes.damage_divisor, -larger),
            divide_last: options.halve_after_armour,
            direct: weapon.direct,
            brittle: weapon.damaged && rules.gear.breaks > 0,
            breaks: rules.gear.breaks,
            rerolls,
            less,
        }
    }

    /// Returns whether the dice have few enough different rolls for a table of their probabilities.
    pub(crate) fn is_small(self) -> bool {
        let (count, sides) = (u32::from(self.count), u64::from(self.sides));
        let rerolls = u32::from(self.rerolls);
        let once = if rerolls > 0 {
            (sides * u64::from(rerolls + 1)).checked_pow(count)
        } else if self.brittle {
            sides.checked_pow(count)
        } else {
            Throw::new(self.count, self.sides, 0)
                .ways()
                .map(|_| sides * u64::from(self.count))
        };
        let times = 1 + u32::from(self.again);
        let rolls = once.and_then(|once| once.checked_pow(times));
        let falls = sides.checked_pow(count * (1 + rerolls));
        let falls = falls.and_then(|falls| falls.checked_pow(times));
        rolls.is_some_and(|rolls| rolls <= MOST_ROLLS) && falls.is_some()
    }

    /// Returns dice without any modifier.
    pub(crate) fn plain(count: u16, sides: u16) -> Self {
        Self {
            count,
            sides,
            again: 0,
            divisor: 1,
            divide_last: false,
            direct: false,
            brittle: false,
            breaks: 0,
            rerolls: 0,
            less: 0,
        }
    }

    /// Returns the maximum damage before armour.
    pub(crate) fn most(self) -> i32 {
        let sides = i32::from(self.sides);
        let die = sides + i32::from(self.rerolls) * (sides - i32::from(self.less));
        self.divided(i32::from(self.count) * die)
    }

    /// Returns `damage` divided by the divisor of a smaller attacker and rounded up [MUR-0-13, MUR-16-1].
    #[inline]
    pub(crate) fn divided(self, damage: i32) -> i32 {
        match i32::from(self.divisor) {
            1 => damage,
            divisor => (damage + divisor - 1) / divisor,
        }
    }
}
