use num_rational::BigRational;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::dice::Sampled;

fn fraction(ways: i64, of: i64) -> BigRational {
    BigRational::new(ways.into(), of.into())
}

#[test]
fn weights_sum_to_one_and_totals_are_weighted() {
    let odds = outcomes(|dice| {
        let first = dice.total(Throw::new(2, 6, 0));
        if first > 7 {
            first + dice.roll(Die(4)).cast_signed()
        } else {
            first
        }
    });
    assert_eq!(odds.of(|_| true), fraction(1, 1));
    assert_eq!(odds.of(|&sum| sum == 7), fraction(6, 36));
    assert_eq!(odds.of(|&sum| sum == 16), fraction(1, 36 * 4));
}

#[test]
fn a_piece_branches_once_for_each_result() {
    let luck = |dice: &mut Enumerated| {
        let key = ("half of", 2);
        dice.piece(key, |dice| dice.total(Throw::new(2, 6, 0)) / 2)
    };
    let mut paths = 0;
    visit(luck, |_, _| paths += 1);
    assert_eq!(paths, 6);
    let odds = outcomes(|dice| luck(dice) + luck(dice));
    assert_eq!(odds.of(|&sum| sum == 2), fraction(9, 36 * 36));
    assert_eq!(odds.of(|_| true), fraction(1, 1));
}

#[test]
fn what_very_many_dice_leave_open_is_told() {
    let mut dice = Enumerated::default();
    let (mut held, mut sum) = (0.0, 0.0);
    let many = |dice: &mut Enumerated| dice.total(Throw::new(64, 20, 0));
    dice.visit(many, |total, weight| {
        held += weight.probability();
        sum += f64::from(total) * weight.probability();
    });
    let open = dice.left_open();
    assert!(open > 0.0 && open < 1e-10, "{open}");
    assert!((held + open - 1.0).abs() < 1e-14, "{held} {open}");
    assert!((sum - 64.0 * 10.5).abs() < 1e-6, "{sum}");
    assert!(!dice.is_beyond());
}

#[test]
fn a_piece_of_very_many_dice_leaves_open_what_its_dice_do() {
    let throw = Throw::new(15, 20, 0);
    let luck = |dice: &mut Enumerated| {
        dice.piece("lower", |dice| dice.total(throw).min(dice.total(throw)))
    };
    let (mut dice, mut other) = (Enumerated::default(), Enumerated::default());
    let (mut held, mut low, mut high) = (0.0, 0.0, 0.0);
    dice.visit(luck, |total, weight| {
        held += weight.probability();
        low += f64::from(u8::from(total <= 150)) * weight.probability();
    });
    let single = |dice: &mut Enumerated| dice.total(throw);
    other.visit(single, |total, weight| {
        high += f64::from(u8::from(total > 150)) * weight.probability();
    });
    assert!((low + high * high - 1.0).abs() < 1e-10, "{low} {high}");
    assert!((held + dice.left_open() - 1.0).abs() < 1e-14, "{held}");
}

#[test]
fn a_walk_that_no_weight_can_hold_is_given_up_and_says_so() {
    let mut dice = Enumerated::default();
    let mut paths = 0;
    let many = |dice: &mut Enumerated| (0..40).map(|_| dice.roll(Die(20))).sum::<u32>();
    dice.visit(many, |_, _| paths += 1);
    assert!(dice.is_beyond() && paths == 1);
    dice.visit(|dice| dice.roll(Die(6)), |_, _| paths += 1);
    assert!(!dice.is_beyond() && paths == 7);
}

#[test]
fn a_band_that_cannot_happen_is_no_branch() {
    let mut paths = 0;
    visit(|dice| dice.band(Die(100), &[0, 100]), |_, _| paths += 1);
    assert_eq!(paths, 1);
}

/// A rule with many kinds of rolls: a test with four results, a die that is rolled again and again, a sum of
/// dice, and a piece of luck with two dice.
fn tailed(dice: &mut impl Dice) -> i32 {
    match dice.band(Die(100), &[1, 35, 95]) {
        0 => dice.piece("tail", |dice| {
            let mut sum = 100;
            loop {
                let face = dice.roll(Die(10)).cast_signed();
                sum += face;
                if face < 10 || sum > 180 {
                    return sum;
                }
            }
        }),
        1 => dice.total(Throw::new(2, 6, 1)),
        2 => {
            let key = "higher";
            let face = |dice: &mut _| Dice::roll(dice, Die(4)).cast_signed();
            -dice.piece(key, |dice| face(dice).max(face(dice))) * dice.roll(Die(3)).cast_signed()
        }
        _ => 0,
    }
}

#[test]
fn paths_begin_with_faces_that_give_the_same_answers() {
    let mut dice = Enumerated::keeping_faces(true);
    let mut sampled = Sampled::new(Xoshiro256PlusPlus::seed_from_u64(4));
    let along = |dice: &mut Enumerated| (tailed(dice), dice.prefix());
    let mut paths = 0;
    dice.visit(along, |(result, prefix), _| {
        paths += 1;
        for _ in 0..5 {
            sampled.begin(&prefix);
            assert_eq!(tailed(&mut sampled), result);
        }
    });
    assert!(paths > 80, "{paths}");
}
