//! The damage of a blow: weapon dice, damage bonus, special hits, armour.
//!
//! Clauses: BRP-5.9-2, BRP-5.9-3, BRP-5.10-1, BRP-5.13-1. Damage is in hit points. It is the damage before
//! armour unless [`Harm::soak`] has been applied.

use crate::dice::{Dice, Throw, Topic};
use crate::fight::Blow;
use crate::rules::brp::options::Options;
use crate::rules::brp::reading::BonusShare;

/// The damage that a fighter does with one weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Damage {
    /// The weapon's dice and flat number.
    pub weapon: Throw,
    /// The wielder's damage bonus, as dice.
    pub bonus: Throw,
    pub share: BonusShare,
}

/// The parts of a damage roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Rolled {
    /// The maximum of the weapon's dice and flat number. `None` unless the hit is special.
    pub most: Option<i32>,
    /// The roll of the weapon's dice and flat number. `None` if they were not rolled.
    pub weapon: Option<i32>,
    /// The part of the rolled damage bonus that counts for this weapon.
    pub bonus: i32,
}

impl Rolled {
    /// Returns the sum of the parts, but at least 0.
    #[inline]
    pub(crate) fn total(self) -> i32 {
        (self.most.unwrap_or(0) + self.weapon.unwrap_or(0) + self.bonus).max(0)
    }
}

/// The damage of a landed blow, before and after armour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Harm {
    pub rolled: i32,
    pub stopped: i32,
    pub dealt: i32,
}

impl Harm {
    /// Subtracts armour from the rolled damage, but not below 0 [BRP-5.10-1].
    #[inline]
    pub(crate) fn soak(rolled: i32, armour: i32) -> Self {
        let stopped = rolled.min(armour);
        Self {
            rolled,
            stopped,
            dealt: rolled - stopped,
        }
    }

    /// Returns the blow with this damage, in the form that witnesses receive.
    #[inline]
    pub(crate) fn blow(self) -> Blow {
        Blow::Landed {
            rolled: self.rolled.cast_unsigned(),
            stopped: self.stopped.cast_unsigned(),
            dealt: self.dealt.cast_unsigned(),
        }
    }
}

impl Damage {
    /// Rolls the damage of a hit. A normal hit rolls the weapon. A special hit takes the weapon's maximum,
    /// plus a roll of the weapon if `adds_roll`. Both add one roll of the bonus [BRP-5.9-2, BRP-5.13-1].
    #[inline]
    pub(crate) fn roll(self, special: bool, adds_roll: bool, dice: &mut impl Dice) -> Rolled {
        dice.about(Topic::Damage);
        let weapon = (!special || adds_roll).then(|| dice.total(self.weapon));
        dice.about(Topic::Bonus);
        Rolled {
            most: special.then(|| self.weapon.max()),
            weapon,
            bonus: if self.has_bonus() {
                self.used(dice.total(self.bonus))
            } else {
                0
            },
        }
    }

    /// Rolls the damage before armour and returns only the sum of its parts.
    #[inline]
    pub(crate) fn total(self, special: bool, adds_roll: bool, dice: &mut impl Dice) -> i32 {
        dice.about(Topic::Damage);
        let mut sum = if special { self.weapon.max() } else { 0 };
        if !special || adds_roll {
            sum += dice.total(self.weapon);
        }
        dice.about(Topic::Bonus);
        if self.has_bonus() {
            sum += self.used(dice.total(self.bonus));
        }
        sum.max(0)
    }

    /// Rolls the total damage and subtracts armour, without recording the parts of the roll.
    #[inline]
    pub(crate) fn harm(
        self,
        special: bool,
        armour: i32,
        adds_roll: bool,
        dice: &mut impl Dice,
    ) -> Harm {
        let key = (self, special, armour, adds_roll);
        dice.piece(key, |dice| {
            Harm::soak(self.total(special, adds_roll, dice), armour)
        })
    }

    /// Returns whether a damage roll with this weapon includes the damage bonus.
    #[inline]
    pub(crate) fn has_bonus(self) -> bool {
        self.share != BonusShare::None && !self.bonus.is_nothing()
    }

    /// Returns the part of the rolled bonus `total` that counts for this weapon. Half of a bonus is rounded
    /// away from 0 [BRP-5.9-3].
    const fn used(self, total: i32) -> i32 {
        match self.share {
            BonusShare::None => 0,
            BonusShare::Full => total,
            BonusShare::Half => total.signum() * ((total.abs() + 1) / 2),
        }
    }

    /// Returns the maximum damage of one normal or special hit before armour.
    pub(crate) fn most(self, special: bool, options: &Options) -> i32 {
        let rolls = 1 + i32::from(special && options.special_adds_roll);
        (rolls * self.weapon.max() + self.used(self.bonus.max())).max(0)
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;
    use crate::dice::{Odds, Scripted, outcomes};

    fn damage(weapon: &str, bonus: &str, share: BonusShare) -> Damage {
        let throw = |text: &str| text.parse().expect("a throw");
        Damage {
            weapon: throw(weapon),
            bonus: throw(bonus),
            share,
        }
    }

    fn odds(damage: Damage, special: bool) -> Odds<i32> {
        outcomes(|dice| damage.roll(special, true, dice).total())
    }

    fn fraction(ways: i64, of: i64) -> BigRational {
        BigRational::new(ways.into(), of.into())
    }

    #[test] // BRP-5.9-2
    fn damage_is_dice_flat_number_and_bonus() {
        let sword = odds(damage("1d8+1", "0", BonusShare::Full), false);
        assert!((2..=9).all(|n| sword.of(|&d| d == n) == fraction(1, 8)));
        assert_eq!(sword.mean(|&d| d.into()), fraction(11, 2));
        let weak_dagger = odds(damage("1d4", "-1d4", BonusShare::Full), false);
        for (dealt, ways) in [(0, 10), (1, 3), (2, 2), (3, 1)] {
            assert_eq!(
                weak_dagger.of(|&d| d == dealt),
                fraction(ways, 16),
                "{dealt}"
            );
        }
        assert_eq!(weak_dagger.mean(|&d| d.into()), fraction(5, 8));
    }

    #[test] // BRP-5.9-3
    fn a_halved_bonus_rounds_up_in_size() {
        let bare = |bonus| odds(damage("0", bonus, BonusShare::Half), false);
        assert_eq!(bare("1d6").mean(|&d| d.into()), fraction(2, 1));
        assert_eq!(bare("1d4").mean(|&d| d.into()), fraction(3, 2));
        for (bonus, halves) in [("1d6", 1..=3), ("1d4", 1..=2)] {
            for half in halves {
                let share = if bonus == "1d6" { 3 } else { 2 };
                assert_eq!(
                    bare(bonus).of(|&d| d == half),
                    fraction(1, share),
                    "{bonus}"
                );
            }
        }
        let weakened = odds(damage("10", "-1d4", BonusShare::Half), false);
        assert_eq!(
            (weakened.of(|&d| d == 9), weakened.of(|&d| d == 8)),
            (fraction(1, 2), fraction(1, 2))
        );
        let two_dice = damage("0", "2d6", BonusShare::Half);
        assert_eq!(
            two_dice
                .roll(false, true, &mut Scripted::new([3, 4]))
                .total(),
            4
        );
    }

    #[test] // BRP-5.9-1
    fn a_weapon_without_bonus_rolls_none() {
        let bow = damage("2d6+2", "1d4", BonusShare::None);
        assert_eq!(bow.roll(false, true, &mut Scripted::new([3, 4])).total(), 9);
    }

    #[test] // BRP-5.10-1
    fn armour_comes_off_every_hit() {
        assert_eq!(
            Harm::soak(6, 2),
            Harm {
                rolled: 6,
                stopped: 2,
                dealt: 4
            }
        );
        assert_eq!(
            Harm::soak(3, 8),
            Harm {
                rolled: 3,
                stopped: 3,
                dealt: 0
            }
        );
        let sword = damage("1d8+1", "0", BonusShare::Full);
        let through = outcomes(|dice| Harm::soak(sword.roll(false, true, dice).total(), 8).dealt);
        assert_eq!(
            (through.of(|&d| d == 1), through.of(|&d| d == 0)),
            (fraction(1, 8), fraction(7, 8))
        );
    }

    #[test] // BRP-5.13-1
    fn a_special_hit_is_the_maximum_and_a_roll() {
        let short_sword = damage("1d6+1", "1d4", BonusShare::Full);
        assert_eq!(
            short_sword
                .roll(true, true, &mut Scripted::new([3, 2]))
                .total(),
            13
        );
        let sword = odds(damage("1d8+1", "0", BonusShare::Full), true);
        assert_eq!(sword.mean(|&d| d.into()), fraction(29, 2));
        assert_eq!(sword.of(|&d| d < 11), fraction(0, 1));
        let halberd = odds(damage("3d6", "0", BonusShare::Full), true);
        assert_eq!(halberd.mean(|&d| d.into()), fraction(57, 2));
        let max_only = Options {
            special_adds_roll: false,
            ..Options::default()
        };
        assert_eq!(
            short_sword
                .roll(true, max_only.special_adds_roll, &mut Scripted::new([2]))
                .total(),
            9
        );
    }

    #[test]
    fn the_most_is_reached_and_never_passed() {
        for (weapon, bonus, share) in [
            ("1d8+1", "1d4", BonusShare::Full),
            ("1d4", "-1d6", BonusShare::Full),
            ("1d6", "2d6", BonusShare::Half),
        ] {
            let damage = damage(weapon, bonus, share);
            for options in [
                Options::default(),
                Options {
                    special_adds_roll: false,
                    ..Options::default()
                },
            ] {
                let most = damage.most(true, &options);
                let odds =
                    outcomes(|dice| damage.roll(true, options.special_adds_roll, dice).total());
                let reached = odds.iter().map(|(&d, _)| d).max().expect("some outcome");
                let normal = outcomes(|dice| damage.roll(false, true, dice).total());
                let reached =
                    reached.max(normal.iter().map(|(&d, _)| d).max().expect("some outcome"));
                assert_eq!(reached, most, "{weapon} {bonus}");
            }
        }
    }
}
