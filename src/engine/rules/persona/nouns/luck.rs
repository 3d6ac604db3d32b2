//! Rolls that depend only on a few numbers, not on the state of the fight: tests, the dice of a hit,
//! Righteous Fury and Special Damage.
//!
//! Clauses: PER-4-12..17, PER-10-1..3, PER-11-1..3, PER-13.1-1..3, PER-13.1-5.

use crate::dice::{D100, Dice, Die, Throw};
use crate::rules::persona::options::Options;

/// One more than the largest roll of a test.
const BEYOND: u8 = 101;

/// The numbers and options of the rules that tests depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TestRules {
    /// The highest roll that always passes (`passes`), and the lowest roll that always fails (`fails`)
    /// [PER-13.1-2].
    passes: u8,
    fails: u8,
    /// Degrees of success of a roll that only just passes [PER-13.1-3].
    base: u8,
    /// Number of points below the target number that give one more degree of success.
    degree: u8,
}

impl TestRules {
    pub(crate) fn of(options: &Options) -> Self {
        let tests = &options.rules.tests;
        let (passes, fails) = if options.auto_results {
            (tests.always_passes, tests.always_fails)
        } else {
            (0, BEYOND)
        };
        Self {
            passes,
            fails,
            base: options.dos_base,
            degree: tests.degree,
        }
    }

    /// Returns the degrees of success of a roll, or `None` if it fails.
    #[inline]
    pub(crate) fn degrees(self, roll: u32, number: i32) -> Option<i32> {
        let roll_at = roll.cast_signed();
        let passes = roll <= self.passes.into() || (roll < self.fails.into() && roll_at <= number);
        passes.then(|| i32::from(self.base) + (number - roll_at).max(0) / i32::from(self.degree))
    }
}

/// Rolls a test and returns its degrees of success, or `None` if it fails [PER-13.1-1].
#[inline]
pub(crate) fn test(dice: &mut impl Dice, number: i32, rules: TestRules) -> Option<i32> {
    dice.piece((number, rules), |dice| {
        rules.degrees(dice.roll(D100), number)
    })
}

/// Rolls a test and returns whether it passes.
#[inline]
pub(crate) fn passes(dice: &mut impl Dice, number: i32, rules: TestRules) -> bool {
    dice.piece(("passes", number, rules), |dice| {
        rules.degrees(dice.roll(D100), number).is_some()
    })
}

/// Rolls an attack test. Returns its degrees of success, or `None` for a failure, and whether the weapon
/// jams.
///
/// A roll of at least `jam_from` jams the weapon and fails [PER-12.3-3]. If `twice`, the higher of two rolls
/// counts [PER-12.6-2].
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

/// The result of an opposed test [PER-13.1-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opposed {
    /// Whether the fighter that started the test wins.
    pub won: bool,
    /// Whether the other fighter passes and the fighter that started the test does not win.
    pub lost: bool,
    /// Degrees of success of both fighters, 0 for a failure. The fighter that started the test is first.
    pub degrees: [i32; 2],
    /// The target numbers of both fighters. The fighter that started the test is first.
    pub numbers: [i32; 2],
}

/// Rolls an opposed test of two target numbers. With `bonuses`, a tie of degrees is broken by the higher
/// bonus, and then by the higher roll.
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

/// The result of the damage dice of one hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Hit {
    /// The sum of the dice and the flat number, before a die is replaced.
    pub sum: i32,
    /// The number of points that the sum gains if degrees of success replace the die that gains most.
    pub gain: u8,
    /// Whether a die triggers a test for Righteous Fury (`fury`) or for a Critical Hit (`critical`).
    pub fury: bool,
    pub critical: bool,
}

impl Hit {
    /// A hit with no dice.
    pub(crate) const NONE: Self = Self {
        sum: 0,
        gain: 0,
        fury: false,
        critical: false,
    };
}

/// The parameters for rolling the damage dice of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct HitDice {
    pub throw: Throw,
    /// Degrees of success that may replace a die, or 0 for none [PER-4-12].
    pub degrees: i32,
    /// The lowest face that triggers a test for Righteous Fury, and for a Critical Hit. `None` if the
    /// attacker has no such tests.
    pub fury_from: Option<u32>,
    pub critical_from: Option<u32>,
}

/// Rolls the damage dice of a hit. `gain` of the result is the largest increase that replacing one die would
/// bring [PER-4-12].
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

/// The parameters for rolling Righteous Fury and Special Damage of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Extra {
    /// Target number of the test for Righteous Fury. `None` if no die triggered the test.
    pub fury: Option<i32>,
    /// Target number of the test for a Critical Hit. `None` if no die triggered the test.
    pub critical: Option<i32>,
    /// Target number of the test that the largest face of the Special Damage die triggers.
    pub confirm: i32,
    /// Whether the hit does Special Damage without a test [PER-11-4].
    pub weakness: bool,
    pub dice: ExtraDice,
}

/// The dice of Righteous Fury and of Special Damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ExtraDice {
    /// Number of faces of the Righteous Fury die [PER-4-14].
    pub fury: u8,
    /// Number of faces of the Special Damage die [PER-11-1].
    pub special: u8,
    /// Maximum number of times that a die is rolled again after its largest face [PER-4-15]. More than ten
    /// tens in a row have a chance below one in ten thousand million.
    pub further: u8,
}

impl ExtraDice {
    pub(crate) fn of(options: &Options) -> Self {
        let damage = &options.rules.damage;
        Self {
            fury: damage.fury_die,
            special: damage.special_die,
            further: damage.further_dice,
        }
    }

    /// Returns a number that Fury and Special Damage together never exceed.
    pub(crate) fn most(self) -> i32 {
        let [fury, special, further] = [self.fury, self.special, self.further].map(i32::from);
        (fury + special) * (further + 2)
    }
}

/// Rolls the further damage of a hit. Returns the damage of Righteous Fury and of Special Damage, and whether
/// Fury and a Critical Hit were confirmed.
pub(crate) fn extra(dice: &mut impl Dice, extra: Extra, rules: TestRules) -> ([i32; 2], [bool; 2]) {
    dice.piece((extra, rules), |dice| {
        let fury = extra.fury.is_some_and(|number| passes(dice, number, rules));
        let ExtraDice {
            fury: fury_die,
            special: special_die,
            further,
        } = extra.dice;
        let raged = if fury {
            chain(dice, fury_die, further)
        } else {
            0
        };
        let critical = extra
            .critical
            .is_some_and(|number| passes(dice, number, rules));
        let sources = u8::from(critical) + u8::from(extra.weakness);
        let special = match sources {
            0 => 0,
            1 => {
                let face = dice.roll(Die(special_die.into())).cast_signed();
                let largest = face == i32::from(special_die);
                let bursts = largest && passes(dice, extra.confirm, rules);
                face + if bursts {
                    chain(dice, special_die, further)
                } else {
                    0
                }
            }
            _ => chain(dice, special_die, further),
        };
        ([raged, special], [fury, critical])
    })
}

/// Rolls a die, and rolls and adds it again after each largest face, at most `further` times [PER-4-15,
/// PER-11-3].
fn chain(dice: &mut impl Dice, faces: u8, further: u8) -> i32 {
    dice.piece(("chain", faces, further), |dice| {
        let mut sum = 0;
        for _ in 0..=further {
            let face = dice.roll(Die(faces.into()));
            sum += face.cast_signed();
            if face < faces.into() {
                break;
            }
        }
        sum
    })
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;
    use crate::dice::outcomes;

    #[test] // PER-4-15, PER-11-3
    fn a_chain_of_tens_has_its_mean_but_for_what_comes_after_ten_of_them() {
        let odds = outcomes(|dice| chain(dice, 10, 10));
        let exact = |number: i64, of: i64| BigRational::new(number.into(), of.into());
        let mean: BigRational = (1..=110)
            .map(|sum| odds.of(|&found| found == sum) * exact(sum.into(), 1))
            .sum();
        let short = exact(55, 9) - mean;
        assert!(short > exact(60, 1_000_000_000_000) && short < exact(62, 1_000_000_000_000));
    }
}
