//! Luck that hangs on a few numbers alone: tests, dice of a hit, Fury and Special Damage.
//!
//! Clauses: PER-4-12..17, PER-10-1..3, PER-11-1..3, PER-13.1-1..3, PER-13.1-5.

use crate::dice::{D100, Dice, Die, Throw};
use crate::rules::persona::options::Options;

/// Most tens of a Fury die that bring another [PER-4-15]: a longer chain comes once in ten thousand million.
const MOST_TENS: i32 = 10;

/// The house rules that tests hang on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TestRules {
    /// 1 passes, 100 fails [PER-13.1-2].
    auto: bool,
    /// Degrees of a bare pass [PER-13.1-3].
    base: i32,
}

impl TestRules {
    pub(crate) fn of(options: &Options) -> Self {
        Self {
            auto: options.auto_results,
            base: options.dos_base,
        }
    }

    /// Degrees of success of a roll; `None` where it fails.
    #[inline]
    pub(crate) fn degrees(self, roll: u32, number: i32) -> Option<i32> {
        let roll_at = roll.cast_signed();
        let passes = match roll {
            1 if self.auto => true,
            100 if self.auto => false,
            _ => roll_at <= number,
        };
        passes.then(|| self.base + (number - roll_at).max(0) / 10)
    }
}

/// A test [PER-13.1-1]: its degrees of success, `None` where it fails.
#[inline]
pub(crate) fn test(dice: &mut impl Dice, number: i32, rules: TestRules) -> Option<i32> {
    dice.piece((number, rules), |dice| {
        rules.degrees(dice.roll(D100), number)
    })
}

/// Whether a test passes.
#[inline]
pub(crate) fn passes(dice: &mut impl Dice, number: i32, rules: TestRules) -> bool {
    dice.piece(("passes", number, rules), |dice| {
        rules.degrees(dice.roll(D100), number).is_some()
    })
}

/// An attack test: its degrees, and whether the weapon jams, in which case it has failed [PER-12.3-3]. `twice`: the
/// higher of two rolls counts [PER-12.6-2].
#[inline]
pub(crate) fn attack_test(
    dice: &mut impl Dice,
    (number, jam_from, twice): (i32, u32, bool),
    rules: TestRules,
) -> (Option<i32>, bool) {
    dice.piece((number, jam_from, twice, rules), |dice| {
        let mut roll = dice.roll(D100);
        if twice {
            roll = roll.max(dice.roll(D100));
        }
        if roll >= jam_from {
            (None, true)
        } else {
            (rules.degrees(roll, number), false)
        }
    })
}

/// How an opposed test ended [PER-13.1-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opposed {
    /// Whether the one who began it wins.
    pub won: bool,
    /// Whether the other passes and the one who began it does not win.
    pub lost: bool,
    /// Degrees of both; 0 for a failure.
    pub degrees: [i32; 2],
    /// What both needed.
    pub numbers: [i32; 2],
}

/// An opposed test of two target numbers; with `bonuses`, equal degrees go by these and then by the rolls.
pub(crate) fn opposed(
    dice: &mut impl Dice,
    numbers: [i32; 2],
    bonuses: Option<[i32; 2]>,
    rules: TestRules,
) -> Opposed {
    dice.piece(("opposed", numbers, bonuses, rules), |dice| {
        let rolls = [dice.roll(D100), dice.roll(D100)];
        let graded = [0, 1].map(|at| rules.degrees(rolls[at], numbers[at]));
        let won = match graded {
            [Some(own), Some(other)] if own == other => bonuses.is_some_and(|bonuses| {
                (bonuses[0], std::cmp::Reverse(rolls[0]))
                    > (bonuses[1], std::cmp::Reverse(rolls[1]))
            }),
            [Some(own), Some(other)] => own > other,
            [Some(_), None] => true,
            [None, _] => false,
        };
        Opposed {
            won,
            lost: !won && graded[1].is_some(),
            degrees: graded.map(Option::unwrap_or_default),
            numbers,
        }
    })
}

/// What the dice of one hit show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Hit {
    /// The sum with the flat number, no die replaced.
    pub sum: i32,
    /// What a die gains if degrees replace it.
    pub gain: u8,
    /// Whether a die calls for a test for Righteous Fury, and for a Critical Hit.
    pub fury: bool,
    pub critical: bool,
}

impl Hit {
    /// No dice.
    pub(crate) const NONE: Self = Self {
        sum: 0,
        gain: 0,
        fury: false,
        critical: false,
    };
}

/// What the dice of a hit hang on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct HitDice {
    pub throw: Throw,
    /// Degrees that may replace a die; 0 for none [PER-4-12].
    pub degrees: i32,
    /// Faces from which dice call for a test; `None`: this attacker has no such tests.
    pub fury_from: Option<u32>,
    pub critical_from: Option<u32>,
}

/// The dice of a hit, and what it gains if that is replaced which gains most [PER-4-12].
pub(crate) fn hit(dice: &mut impl Dice, of: HitDice) -> Hit {
    dice.piece(of, |dice| {
        let mut hit = Hit {
            sum: of.throw.plus,
            ..Hit::NONE
        };
        let calls = |from: Option<u32>, face: u32| from.is_some_and(|from| face >= from);
        for _ in 0..of.throw.count {
            let face = dice.roll(Die(of.throw.sides.into()));
            hit.sum += face.cast_signed();
            let (fury, critical) = (calls(of.fury_from, face), calls(of.critical_from, face));
            hit.fury |= fury;
            hit.critical |= critical;
            if !fury && !critical {
                let gain = (of.degrees - face.cast_signed()).max(0);
                hit.gain = hit.gain.max(u8::try_from(gain).unwrap_or(u8::MAX));
            }
        }
        hit
    })
}

/// What the further damage of a hit hangs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Extra {
    /// Target number of the test for Righteous Fury, where a die called for it.
    pub fury: Option<i32>,
    /// The same of the confirm test.
    pub critical: Option<i32>,
    /// Target number of the test that a special die may call for.
    pub confirm: i32,
    /// Whether the hit is Special Damage without any test [PER-11-4].
    pub weakness: bool,
}

/// Further damage of a hit: of Righteous Fury, and Special Damage; and whether Fury and a critical were confirmed.
pub(crate) fn extra(dice: &mut impl Dice, extra: Extra, rules: TestRules) -> ([i32; 2], [bool; 2]) {
    dice.piece((extra, rules), |dice| {
        let fury = extra.fury.is_some_and(|number| passes(dice, number, rules));
        let raged = if fury { chain(dice) } else { 0 };
        let critical = extra
            .critical
            .is_some_and(|number| passes(dice, number, rules));
        let sources = u8::from(critical) + u8::from(extra.weakness);
        let special = match sources {
            0 => 0,
            1 => match dice.roll(Die(10)).cast_signed() {
                10 if passes(dice, extra.confirm, rules) => 10 + chain(dice),
                face => face,
            },
            _ => chain(dice),
        };
        ([raged, special], [fury, critical])
    })
}

/// A d10 that goes on at 10 [PER-4-15, PER-11-3].
fn chain(dice: &mut impl Dice) -> i32 {
    dice.piece("chain", |dice| {
        let mut sum = 0;
        for _ in 0..=MOST_TENS {
            let face = dice.roll(Die(10)).cast_signed();
            sum += face;
            if face < 10 {
                break;
            }
        }
        sum
    })
}

/// The most that Fury and Special Damage together can add.
pub(crate) const MOST_EXTRA: i32 = 2 * 10 * (MOST_TENS + 2);

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;
    use crate::dice::outcomes;

    #[test] // PER-4-15, PER-11-3
    fn a_chain_of_tens_has_its_mean_but_for_what_comes_after_ten_of_them() {
        let odds = outcomes(chain);
        let exact = |number: i64, of: i64| BigRational::new(number.into(), of.into());
        let mean: BigRational = (1..=110)
            .map(|sum| odds.of(|&found| found == sum) * exact(sum.into(), 1))
            .sum();
        let short = exact(55, 9) - mean;
        assert!(short > exact(60, 1_000_000_000_000) && short < exact(62, 1_000_000_000_000));
    }
}
