//! Tests that the significance tests keep their error rates. For small samples, every outcome is enumerated.
//! For large samples, many outcomes are drawn at random.

use statrs::distribution::{Binomial, Discrete};

use super::*;

fn shares(old: (u64, u64), new: (u64, u64)) -> Pair {
    let share = |(count, of)| Share { count, of };
    Pair::Shares {
        old: share(old),
        new: share(new),
    }
}

fn means(old: &[u64], new: &[u64]) -> Pair {
    let mean = |values: &[u64]| Mean {
        fights: values.len() as u64,
        values: values.len() as u64,
        sum: values.iter().map(|&x| u128::from(x)).sum(),
        squares: values.iter().map(|&x| u128::from(x * x)).sum(),
    };
    Pair::Means {
        old: mean(old),
        new: mean(new),
        scale: 1.0,
    }
}

fn near(is: f64, expected: f64) {
    assert!((is / expected - 1.0).abs() < 0.02, "{is} is not {expected}");
}

/// Returns the probabilities of 0, 1, 2, … wins in `fights` fights. `share` is the probability of each win.
fn chances(share: f64, fights: u64) -> Vec<f64> {
    let binomial = Binomial::new(share, fights).expect("a share");
    (0..=fights).map(|wins| binomial.pmf(wins)).collect()
}

/// Returns the probability of a false alarm: that the test says "more than the margin" of a shift by exactly
/// the margin. The result is the maximum over many true shares.
fn worst_size(fights: (u64, u64), margin: f64, alpha: f64) -> f64 {
    let called: Vec<Vec<bool>> = (0..=fights.0)
        .map(|x| {
            let p = |y| shares((x, fights.0), (y, fights.1)).beyond(margin);
            (0..=fights.1).map(|y| p(y) <= alpha).collect()
        })
        .collect();
    let rare = [0.0, 0.002, 0.005, 0.01, 0.02, 0.035];
    let middling = (1..20).map(|i| f64::from(i) / 20.0);
    let often = rare.map(|share| 1.0 - margin - share);
    (rare.into_iter().chain(middling).chain(often))
        .filter(|share| share + margin <= 1.0)
        .map(|share| {
            let (old, new) = (chances(share, fights.0), chances(share + margin, fights.1));
            let row = |called: &Vec<bool>| -> f64 {
                let calls = called.iter().zip(&new).filter(|(called, _)| **called);
                calls.map(|(_, chance)| chance).sum()
            };
            old.iter()
                .zip(&called)
                .map(|(chance, called)| chance * row(called))
                .sum()
        })
        .fold(0.0, f64::max)
}

#[test]
fn a_shift_of_the_margin_is_called_no_more_often_than_promised() {
    for fights in [(120, 120), (80, 250), (250, 80)] {
        for alpha in [0.05, 0.05 / 20.0, 0.05 / 4350.0] {
            let size = worst_size(fights, 0.02, alpha);
            assert!(size <= 1.1 * alpha, "{fights:?}: {size} at {alpha}");
            // A test that never raised an alarm would pass the assertion above. Alarms must therefore not be
            // too rare either.
            assert!(size >= 0.3 * alpha, "{fights:?}: {size} at {alpha}");
        }
    }
}

#[test]
fn with_many_fights_it_is_the_normal_answer() {
    // The shares are 50 % and 52 % of 100,000 fights each. The margin is 1 %.
    let pair = shares((50_000, 100_000), (52_000, 100_000));
    let error = (0.5f64 * 0.5 / 1e5 + 0.52 * 0.48 / 1e5).sqrt();
    near(
        pair.beyond(0.01),
        Normal::standard().sf((0.01 - 1e-5) / error),
    );
    assert!((pair.shift() - 0.02).abs() < 1e-12);
    let back = shares((52_000, 100_000), (50_000, 100_000));
    near(back.beyond(0.01), pair.beyond(0.01));
    // The shift is surely smaller than 4 points. It is not known whether it is smaller than 2 points.
    assert!(pair.within(0.04) < 1e-15 && pair.within(0.02) > 0.4);
}

#[test]
fn the_ends_of_the_scale_are_no_trouble() {
    for of in [1, 10, 200_000] {
        let same = shares((0, of), (0, of));
        assert!(same.beyond(0.01) > 0.99);
        let reversed = shares((0, of), (of, of));
        assert!(reversed.shift() > 0.99);
        // One fight in each sample is not enough for a small p-value.
        assert_eq!(reversed.beyond(0.01) < 1e-4, of > 1, "{of}");
        assert!(reversed.within(0.02) > 0.49);
    }
    assert!(shares((0, 200_000), (0, 200_000)).within(0.02) < 1e-9);
    assert!(shares((0, 20), (0, 20)).within(0.02) > 0.05);
    assert!(shares((1, 20), (3, 20)).within(0.98) < 0.05);
}

#[test]
fn means_have_welchs_test() {
    // The means are 3 and 5. The sum of squared deviations is 10 in both samples, and `Mean::spread` adds 1
    // to each. So t = 2 / sqrt(2 * 11 / 4 / 5), with 8 degrees of freedom.
    let pair = means(&[1, 2, 3, 4, 5], &[3, 4, 5, 6, 7]);
    let t = StudentsT::new(0.0, 1.0, 8.0).expect("a distribution");
    let z = |shift: f64| shift / 1.1f64.sqrt();
    near(pair.beyond(0.5), t.sf(z(1.5)) + t.sf(z(2.5)));
    near(pair.within(4.0), t.sf(z(2.0)));
    let back = means(&[3, 4, 5, 6, 7], &[1, 2, 3, 4, 5]);
    near(back.beyond(0.5), pair.beyond(0.5));
}

#[test]
fn equal_outcomes_still_leave_a_doubt() {
    assert!(means(&[7], &[8]).beyond(0.1) > 0.1);
    assert!(means(&[7; 500], &[8; 500]).beyond(0.1) < 1e-9);
    assert!(means(&[7; 5], &[7; 5]).within(0.1) > 0.1);
    assert!(means(&[7; 500], &[7; 500]).within(0.1) < 1e-9);
}

#[test]
fn groups_of_fights_tell_as_much_as_their_number() {
    // There are two groups of five fights each. The mean is per fight, and the variance is estimated from the
    // difference between the groups.
    let mean = Mean {
        fights: 10,
        values: 2,
        sum: 30,
        squares: 10 * 10 + 20 * 20,
    };
    near(mean.estimate(), 3.0);
    // The sum of squared deviations of the two groups is 50, and `Mean::spread` adds 1. With one degree
    // of freedom, the variance of a group is 51, and that of one fight 51 * 2 / 10.
    near(mean.spread(), 10.2);
}

#[test]
fn the_fights_that_are_asked_for_do_tell() {
    let few = shares((500, 1000), (520, 1000));
    let alpha = 1e-4;
    assert!(few.beyond(0.01) > alpha);
    let fights = few.fights_to_tell(0.01, alpha, 0.1);
    // Expected number of fights: 2 * 0.25 * ((3.719 + 1.282) / 0.01)²
    near(fights, 125_000.0);
    let enough = shares((62_500, 125_000), (65_000, 125_000));
    assert!(enough.beyond(0.01) < alpha);
}

/// Returns `n` pairs of fights. In `gained` of them, only the second fight has the result. In `lost` of them,
/// only the first fight has it.
fn pairs(n: u64, gained: u64, lost: u64) -> Pair {
    let [before, after] = [lost, gained].map(|more| u128::from(n / 4 + more));
    let both = u128::from(n / 4);
    Pair::PairedShares(Pairs::of_sums(n, [before, after], [before, after], both))
}

#[test]
fn in_pairs_a_shift_of_the_margin_is_called_no_more_often_than_promised() {
    let n = 400;
    for alpha in [0.05, 0.05 / 20.0, 0.05 / 4350.0] {
        let mut worst: f64 = 0.0;
        for lost in [0.0, 0.002, 0.01, 0.05, 0.2] {
            // The true shift is 0.02, exactly the margin. The loops go through all outcomes: how many pairs
            // gain the result (`more`), and how many of the other pairs lose it (`less`).
            let gained = lost + 0.02;
            let mut size = 0.0;
            for (more, chance) in (0..).zip(chances(gained, n)) {
                if chance < 1e-14 {
                    continue;
                }
                let others = chances(lost / (1.0 - gained), n - more);
                for (less, part) in (0..).zip(others) {
                    if chance * part > 1e-16 && pairs(n, more, less).beyond(0.02) <= alpha {
                        size += chance * part;
                    }
                }
            }
            worst = worst.max(size);
        }
        assert!(worst <= 1.1 * alpha, "{worst} at {alpha}");
        assert!(worst >= 0.3 * alpha, "{worst} at {alpha}");
    }
}

#[test]
fn pairs_tell_as_much_as_their_differences_vary() {
    // Of 10,000 pairs, 80 gained the result and 20 lost it.
    let pair = pairs(10_000, 80, 20);
    near(pair.shift(), 0.006);
    let error = (0.01f64 - 0.006 * 0.006).sqrt() / 100.0;
    near(pair.root(0.005) * error, 0.001);
    let back = pairs(10_000, 20, 80);
    near(back.beyond(0.003), pair.beyond(0.003));
    assert!(pair.within(0.02) < 1e-9 && pair.beyond(0.01) > 0.9);
    // The evidence for a move upwards must equal the evidence for a move downwards when the fights of each
    // pair are swapped.
    let [up, down] = pair.evidence(0.003);
    let [other_down, other_up] = back.evidence(0.003);
    near(up, other_up);
    near(down, other_down);
    assert!(up > 0.0 && down < 0.0);
}

#[test]
fn equal_pairs_still_leave_a_doubt() {
    let same = |n: u64| Pair::PairedMeans {
        pairs: Pairs::of_sums(
            n,
            [u128::from(7 * n); 2],
            [u128::from(98 * n); 2],
            u128::from(98 * n),
        ),
        scale: 7.0,
    };
    assert!(same(10).within(0.04) > 0.1);
    assert!(same(1000).within(0.04) < 1e-9);
    assert!(same(10).evidence(0.02)[0] > -1.0);
    assert!(same(1000).evidence(0.02)[0] < -10.0);
}
