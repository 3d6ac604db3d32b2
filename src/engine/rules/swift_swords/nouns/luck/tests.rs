//! Tests of the odds of pools. The precomputed odds must agree with enumerated rolls.

use num_rational::BigRational;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::dice::{Sampled, Scripted, odds, outcomes};

fn fraction(ways: i64, of: i64) -> BigRational {
    BigRational::new(ways.into(), of.into())
}

fn attack(dice: u8, sl: i8) -> Pool<AttackRoll> {
    AttackRoll(need(5, sl), 0).times(dice)
}

#[test] // SST-0-1
fn every_superiority_level_is_worth_a_face() {
    for (sl, ways) in [(-3, 1), (-1, 1), (0, 2), (1, 3), (2, 4), (3, 5), (7, 5)] {
        let odds = outcomes(|dice| attack(1, sl).settle(None, dice, None));
        assert_eq!(
            odds.of(|rolled| rolled.hits == 1),
            fraction(ways, 6),
            "{sl}"
        );
        assert_eq!(odds.of(|rolled| rolled.ones == 1), fraction(1, 6), "{sl}");
    }
    let four = |sl| outcomes(move |dice| attack(4, sl).settle(None, dice, None));
    let hits = |sl, of, ways: [i64; 5]| {
        let odds = four(sl);
        for (hits, ways) in (0..).zip(ways) {
            assert_eq!(odds.of(|rolled| rolled.hits == hits), fraction(ways, of));
        }
    };
    hits(0, 81, [16, 32, 24, 8, 1]);
    hits(1, 16, [1, 4, 6, 4, 1]);
}

#[test] // SST-0-2
fn characteristic_rolls_pass_with_one_success() {
    for (dice, ways, of) in [
        (0, 0, 1),
        (1, 1, 3),
        (2, 5, 9),
        (3, 19, 27),
        (4, 65, 81),
        (5, 211, 243),
        (6, 665, 729),
    ] {
        let odds = outcomes(|d| Successes(5).times(dice).settle(None, d, None));
        assert_eq!(odds.of(|&successes| successes > 0), fraction(ways, of));
    }
}

#[test] // SST-9-3
fn near_misses_are_one_short_of_a_hit() {
    let roll = |need, faces: [u32; 4]| {
        let roll = AttackRoll(need, 1).times(4);
        let rolled = roll.settle(None, &mut Scripted::new(faces), None);
        (rolled.hits, rolled.near, rolled.misses, rolled.ones)
    };
    assert_eq!(roll(5, [4, 3, 3, 1]), (0, 1, 2, 1));
    assert_eq!(roll(3, [6, 2, 3, 1]), (2, 1, 0, 1));
    assert_eq!(roll(2, [6, 2, 3, 1]), (3, 0, 0, 1));
    assert_eq!(roll(6, [6, 5, 5, 2]), (1, 2, 1, 0));
}

#[test] // SST-5-1, SST-5-2
fn sixes_give_one_die_more_and_no_further_one() {
    let deal = Deal::PRINTED.times(4);
    let hand = deal.settle(None, &mut Scripted::new([6, 6, 6, 2, 3, 1]), None);
    assert_eq!(hand, Hand::of(&[6, 6, 6, 3, 2, 1]));
    let odds = outcomes(|dice| deal.settle(None, dice, None));
    for (held, ways) in (4..).zip([625, 500, 150, 20, 1]) {
        assert_eq!(odds.of(|hand| hand.total() == held), fraction(ways, 1296));
    }
    // Each die that is not an additional die brings 7/6 dice on average.
    for dice in 1..=4u8 {
        let odds = outcomes(|d| Deal::PRINTED.times(dice).settle(None, d, None));
        let mean: BigRational = (1..=8u8)
            .map(|n| odds.of(|hand| hand.total() == n) * fraction(n.into(), 1))
            .sum();
        assert_eq!(mean, fraction(7 * i64::from(dice), 6));
    }
}

#[test] // SST-5-3
fn hands_without_a_usable_die_are_all_ones() {
    let mut all = 6;
    for n in 1..=4 {
        let odds = outcomes(|dice| Deal::PRINTED.times(n).settle(None, dice, None));
        assert_eq!(odds.of(|hand| !hand.is_usable()), fraction(1, all));
        all *= 6;
    }
}

#[test] // SST-5-3, SST-0-9
fn a_rolled_hand_pays_for_so_many_actions() {
    let actions = |mut hand: Hand| {
        let mut actions = 0u8;
        while let Some(paid) = hand.pay(
            4,
            crate::rules::swift_swords::reading::hand::Payment::Cheapest,
        ) {
            hand = hand.without(paid);
            actions += 1;
        }
        actions
    };
    for (dice, ways, of) in [
        (1, 7, 12),
        (2, 427, 324),
        (3, 6083, 2916),
        (4, 75103, 26244),
    ] {
        let odds = outcomes(|d| actions(Deal::PRINTED.times(dice).settle(None, d, None)));
        let mean: BigRational = (1..=8u8)
            .map(|n| odds.of(|&actions| actions == n) * BigRational::from_integer(n.into()))
            .sum();
        assert_eq!(mean, fraction(ways, of), "{dice} dice");
    }
}

/// Checks that the precomputed odds of a pool agree with those from enumerating the dice.
fn agrees<L: Luck>(pool: Pool<L>)
where
    L::Outcome: std::fmt::Debug,
{
    let walked = odds(|dice| pool.roll(dice, None));
    let tabled = &pool.of.tables(Odds::get())[usize::from(pool.dice) - 1];
    assert_eq!(tabled.outcomes.len(), walked.len());
    let mut drawn = vec![0u128; tabled.table.columns().len()];
    let columns = tabled.table.columns();
    let width = (1u128 << 64) / columns.len() as u128;
    for column in columns {
        drawn[column.picks[0] as usize] += u128::from(column.cut).min(width);
        drawn[column.picks[1] as usize] += width - u128::from(column.cut).min(width);
    }
    for (outcome, parts) in tabled.outcomes.iter().zip(drawn) {
        assert!(parts.abs_diff(walked[outcome]) < 1 << 20, "{outcome:?}");
    }
}

#[test]
fn tables_have_the_odds_of_the_rolls() {
    for dice in 1..=5 {
        for need in 2..=6 {
            agrees(Successes(need).times(dice));
            for near in [0, 1] {
                agrees(AttackRoll(need, near).times(dice));
            }
        }
    }
    for dice in 1..=4 {
        agrees(Deal::PRINTED.times(dice));
    }
}

#[test] // SST-10-5
fn chances_of_damage_are_known() {
    // The chances are 20 in 27 and 17 in 81, rounded down to thousandths.
    assert_eq!(chance(4, 5, 1, 1), 740);
    assert_eq!(chance(5, 5, 3, 1), 209);
    assert_eq!((chance(0, 5, 1, 1), chance(2, 5, 3, 1)), (0, 0));
    // Two dice have at least one success with a chance of 5 in 9. With these numbers, only two
    // ones are a fumble, and they have no success anyway.
    assert_eq!((chance(1, 5, 1, 1), chance(2, 5, 1, 2)), (333, 555));
    assert_eq!(chance(4, 5, 1, 200), 802);
}

/// A function that rolls a number of dice, with or without a log, and returns their counts as a number.
type Rolling<'r> = &'r dyn Fn(u8, &mut Sampled, Option<&mut Vec<u32>>) -> u64;

#[test] // SST-10-3, SST-13-2, SST-5-2
fn dice_in_a_row_count_as_they_do_one_by_one() {
    let sampled = || Sampled::new(Xoshiro256PlusPlus::seed_from_u64(5));
    let (mut one_by_one, mut in_a_row) = (sampled(), sampled());
    let mut check = |pools: Rolling<'_>| {
        for dice in 0..=MOST_DICE {
            // With a log, dice are rolled one by one.
            let expected = pools(dice, &mut one_by_one, Some(&mut Vec::new()));
            assert_eq!(pools(dice, &mut in_a_row, None), expected, "{dice} dice");
        }
    };
    for (need, near) in (2..=6).flat_map(|need| (0..=7).map(move |near| (need, near))) {
        check(&|count, dice, log| {
            let pool = AttackRoll(need, near).times(count);
            pool.settle(None, dice, log).counts().into()
        });
        check(&|count, dice, log| Successes(need).times(count).settle(None, dice, log).into());
    }
    for (again, extra) in (2..=7).flat_map(|again| (0..=3).map(move |extra| (again, extra))) {
        let deal = Deal::Action { again, extra };
        check(&|count, dice, log| {
            deal.times(count)
                .settle(None, dice, log)
                .faces()
                .fold(0, |sum, face| (7 * sum + u64::from(face)) & 0xFFFF_FFFF)
        });
    }
    check(&|count, dice, log| {
        Deal::Plain
            .times(count)
            .settle(None, dice, log)
            .pips()
            .into()
    });
}
