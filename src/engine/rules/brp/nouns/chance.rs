//! Chances of success, and the result of a percentile test.
//!
//! Clauses: BRP-5.5-1, BRP-5.5-2, BRP-X-4. Chances are percent. No roll succeeds or fails automatically
//! unless the option `auto_rolls` says so. Fumbles are left out, because they belong to another chapter.

use crate::dice::{D100, Dice};
use crate::rules::brp::options::{Options, SpecialThreshold};

/// The level of success of a test, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Level {
    Failure,
    Success,
    Special,
}

/// The highest die roll that is a special success and the highest roll that is any success. A limit of 0
/// means that no roll is such a success.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Limits {
    pub special: u32,
    pub success: u32,
}

impl Limits {
    /// Returns the limits on the die for `chance`, which includes all modifiers [BRP-5.5-1, BRP-5.5-2].
    #[inline]
    pub(crate) fn of(chance: i32, options: &Options) -> Self {
        if chance <= 0 {
            return Self::default();
        }
        let divisor = options.rules.success.special_divisor;
        let special = match options.special_threshold {
            SpecialThreshold::Strict => (chance - 1) / divisor,
            SpecialThreshold::AtMost => chance / divisor,
            SpecialThreshold::Nearest => ((2 * chance + divisor) / (2 * divisor)).max(1),
        };
        let [least, most] = options.auto_rolls;
        let success = chance.max(least).min(most);
        Self {
            special: special.min(most).cast_unsigned(),
            success: success.cast_unsigned(),
        }
    }

    /// Returns the limits for a rating. The `points` are added to it first, and the sum is divided by
    /// `divisor` [BRP-X-4].
    #[inline]
    pub(crate) fn modified(rating: i32, points: i32, divisor: u32, options: &Options) -> Self {
        Self::of(modified(rating, points, divisor, options), options)
    }

    /// Rolls a D100 and compares it with these limits.
    #[inline]
    pub(crate) fn grade(self, dice: &mut impl Dice) -> Level {
        match dice.band(D100, &[self.special, self.success]) {
            0 => Level::Special,
            1 => Level::Success,
            _ => Level::Failure,
        }
    }
}

/// The chance of success in attacking or parrying with an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Skill {
    /// The rating before modifiers, but with the penalty of armour.
    pub chance: i32,
    /// The divisor that always applies to this item [BRP-5.5-3].
    pub divisor: u32,
    /// The limits of the roll when nothing else modifies the chance.
    pub limits: Limits,
}

impl Skill {
    pub(crate) fn new(chance: i32, divisor: u32, options: &Options) -> Self {
        Self {
            chance,
            divisor,
            limits: Limits::modified(chance, 0, divisor, options),
        }
    }

    /// Returns the limits with `points` added and with a further divisor beside the item's own [BRP-X-4].
    #[inline]
    pub(crate) fn modified(self, points: i32, divisor: u32, options: &Options) -> Limits {
        if points == 0 && divisor == 1 {
            return self.limits;
        }
        Limits::modified(self.chance, points, self.divisor * divisor, options)
    }
}

/// Returns a rating with its modifiers in the order of BRP-X-4. The points are added first, but the sum is at
/// least 0. Then all divisors apply at once.
#[inline]
fn modified(rating: i32, points: i32, divisor: u32, options: &Options) -> i32 {
    options.divide((rating + points).max(0), divisor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::outcomes;
    use crate::rules::brp::options::Rounding;

    /// Returns the chances of a special success, an ordinary success and a failure, in percent.
    fn split(chance: i32, options: &Options) -> (u32, u32, u32) {
        let odds = outcomes(|dice| Limits::of(chance, options).grade(dice));
        let hundredths = |level| {
            let share =
                odds.of(|&l| l == level) * num_rational::BigRational::from_integer(100.into());
            share.to_integer().try_into().expect("at most a hundred")
        };
        (
            hundredths(Level::Special),
            hundredths(Level::Success),
            hundredths(Level::Failure),
        )
    }

    fn with(special_threshold: SpecialThreshold, auto_rolls: [i32; 2]) -> Options {
        Options {
            auto_rolls,
            special_threshold,
            ..Options::default()
        }
    }

    #[test] // BRP-5.5-1
    fn a_roll_at_or_below_the_chance_succeeds() {
        for (chance, wins) in [(45, 45), (3, 3), (120, 100), (0, 0), (-10, 0), (100, 100)] {
            let (special, success, failure) = split(chance, &Options::default());
            assert_eq!(
                (special + success, failure),
                (wins, 100 - wins),
                "chance {chance}"
            );
        }
    }

    #[test] // BRP-5.5-1
    fn house_rules_let_some_rolls_settle_it() {
        let hundred = with(SpecialThreshold::Strict, [0, 99]);
        assert_eq!(split(120, &hundred), (23, 76, 1));
        assert_eq!(split(45, &hundred), (8, 37, 55));
        let edges = with(SpecialThreshold::Strict, [5, 95]);
        assert_eq!(split(2, &edges), (0, 5, 95));
        assert_eq!(split(0, &edges), (0, 0, 100));
        assert_eq!(split(99, &edges), (19, 76, 5));
    }

    #[test] // BRP-5.5-2, BRP-5.6-1
    fn a_roll_below_a_fifth_is_special() {
        let strict = Options::default();
        for (chance, expected) in [
            (60, (11, 49, 40)),
            (58, (11, 47, 42)),
            (100, (19, 81, 0)),
            (120, (23, 77, 0)),
            (5, (0, 5, 95)),
            (6, (1, 5, 94)),
            (50, (9, 41, 50)),
        ] {
            assert_eq!(split(chance, &strict), expected, "chance {chance}");
        }
        let at_most = with(SpecialThreshold::AtMost, [0, 100]);
        assert_eq!(split(60, &at_most), (12, 48, 40));
        assert_eq!(split(58, &at_most), (11, 47, 42));
        assert_eq!(split(5, &at_most), (1, 4, 95));
        let nearest = with(SpecialThreshold::Nearest, [0, 100]);
        assert_eq!(split(58, &nearest), (12, 46, 42));
        assert_eq!(split(1, &nearest), (1, 0, 99));
    }

    #[test] // BRP-X-4, BRP-5.5-3
    fn fractions_are_taken_together_and_rounded_once() {
        let up = Options::default();
        assert_eq!(modified(55, 0, 2, &up), 28);
        assert_eq!(split(28, &up).0, 5);
        assert_eq!(modified(55, 0, 4, &up), 14);
        assert_eq!(modified(1, 0, 4, &up), 1);
        assert_eq!(modified(15, -20, 2, &up), 0);
        let down = Options {
            fraction_rounding: Rounding::Down,
            ..Options::default()
        };
        assert_eq!(
            (modified(55, 0, 2, &down), modified(55, 0, 4, &down)),
            (27, 13)
        );
        let nearest = Options {
            fraction_rounding: Rounding::Nearest,
            ..Options::default()
        };
        assert_eq!(
            (modified(55, 0, 2, &nearest), modified(53, 0, 4, &nearest)),
            (28, 13)
        );
    }
}
