//! Tests the error rates of the gate on thousands of simulated builds.
//!
//! A simulated build is a matrix of 870 matchups, with skirmish's default number of fights and default
//! margins. No fights are played. The numbers of wins and draws are drawn from binomial distributions, and
//! the sums of rounds and damage from the distributions of such sums. Seeds are fixed, and the bounds of the
//! tests allow for five standard errors.

use rand::SeedableRng;
use rand_distr::{Binomial, ChiSquared, Distribution, Normal};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::shift::{Mean, Pair, Share};
use super::*;

/// Number of matchups in a matrix of thirty weapons. Each weapon fights the twenty-nine others.
const MATCHUPS: usize = 870;

/// Number of figures of a matchup of two sides: two win rates, draws, undecided fights, rounds, and the
/// damage of each side.
const FIGURES: usize = 7;

/// The true figures of a matchup: the probability that each side wins, the probability of a draw, the mean
/// number of rounds, and the mean damage of each side.
#[derive(Debug, Clone, Copy)]
struct Truth {
    wins: [f64; 2],
    draws: f64,
    rounds: f64,
    damage: [f64; 2],
}

impl Truth {
    /// Returns the figures of a matchup. The matchup is even, lopsided or almost certain, depending on its
    /// index `place`.
    fn of(place: usize) -> Self {
        let first = [0.5, 0.3, 0.85, 0.03, 0.96, 0.985][place % 6];
        let draws = if place.is_multiple_of(2) { 0.0 } else { 0.012 };
        Self {
            wins: [first, 1.0 - first - draws],
            draws,
            rounds: 7.0,
            damage: [12.0, 9.0],
        }
    }

    /// Returns the figures of the same matchup after every figure has moved by exactly the margin, which the
    /// gate allows. The likelier side loses wins to the other side or to draws. The numbers of rounds and the
    /// damage increase.
    fn at_the_margin(place: usize) -> Self {
        let mut truth = Self::of(place);
        let Margins { share, mean } = Margins::default();
        let likelier = usize::from(truth.wins[0] < truth.wins[1]);
        truth.wins[likelier] -= share;
        if place.is_multiple_of(3) {
            truth.draws += share;
        } else {
            truth.wins[1 - likelier] += share;
        }
        let all: f64 = truth.damage.iter().sum();
        truth.rounds *= 1.0 + mean;
        truth.damage = truth.damage.map(|damage| damage + mean * all);
        truth
    }

    /// Draws the counts of `fights` fights at random.
    fn counts(&self, matchup: usize, fights: u64, luck: &mut Xoshiro256PlusPlus) -> MatchupCounts {
        let mut left = (fights, 1.0);
        let [first, second, draws] = [self.wins[0], self.wins[1], self.draws].map(|share| {
            let chance = (share / left.1).clamp(0.0, 1.0);
            let count = Binomial::new(left.0, chance).expect("a share").sample(luck);
            left = (left.0 - count, (left.1 - share).max(f64::MIN_POSITIVE));
            count
        });
        // The standard deviation of the rounds of a fight is as large as their mean.
        let (rounds, rounds_squared) = sums(self.rounds, fights, fights, luck);
        let sides = [("one", first), ("two", second)]
            .into_iter()
            .zip(self.damage);
        MatchupCounts {
            matchup: matchup.to_string(),
            digest: String::new(),
            fights,
            draws,
            undecided: fights - first - second - draws,
            rounds,
            rounds_squared,
            sides: sides
                .map(|((side, wins), mean)| {
                    let (damage, damage_squared) = sums(mean, fights, GROUPS, luck);
                    SideCounts {
                        side: side.to_owned(),
                        wins,
                        damage,
                        damage_squared,
                    }
                })
                .collect(),
        }
    }
}

/// Draws two sums over `fights` fights for a number, such as rounds, whose standard deviation equals its
/// mean. The first sum is that of all values. For the second, the fights are divided into `values` equal
/// groups, and the squares of the groups' sums are added.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sums of positive things"
)]
fn sums(mean: f64, fights: u64, values: u64, luck: &mut Xoshiro256PlusPlus) -> (u128, u128) {
    let (n, groups) = (shift::float(fights), shift::float(values));
    let total = Normal::new(n * mean, n.sqrt() * mean)
        .expect("a spread")
        .sample(luck);
    let around: f64 = ChiSquared::new(groups - 1.0)
        .expect("some freedom")
        .sample(luck);
    let sum = total.round();
    let squares = sum * sum / groups + around * mean * mean * n / groups;
    (sum as u128, squares.ceil() as u128)
}

fn build(truth: impl Fn(usize) -> Truth, fights: u64, luck: &mut Xoshiro256PlusPlus) -> Counts {
    Counts {
        scenario: "matrix".to_owned(),
        ruleset: "brp".to_owned(),
        seed: 1,
        version: "1.2.3".to_owned(),
        matchups: (0..MATCHUPS)
            .map(|place| truth(place).counts(place, fights, luck))
            .collect(),
    }
}

/// Draws the counts of a baseline, and those of a build whose matchups have the true figures `now`. Returns
/// the verdicts on the build.
fn gated(seed: u64, fights: u64, now: impl Fn(usize) -> Truth) -> Vec<Finding> {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed);
    let old = build(Truth::of, fights, &mut luck);
    let new = build(now, fights, &mut luck);
    let findings = judge(&[(old, new)], Margins::default());
    assert_eq!(findings.len(), MATCHUPS * FIGURES);
    findings
}

fn any(findings: &[Finding], verdict: Verdict) -> bool {
    findings.iter().any(|finding| finding.verdict == verdict)
}

/// Returns the largest number of failed builds among `builds` that a test allows, if each fails with the
/// probability `share`. This is the expected number plus five standard errors.
fn at_most(share: f64, builds: u64) -> f64 {
    let builds = shift::float(builds);
    share * builds + 5.0 * (share * (1.0 - share) * builds).sqrt()
}

#[test]
fn at_most_one_build_in_twenty_is_a_false_alarm() {
    let builds = 200;
    let alarms = (0..builds)
        .into_par_iter()
        .filter(|&seed| any(&gated(seed, FIGHTS, Truth::at_the_margin), Verdict::Moved))
        .count();
    assert!(
        shift::float(alarms as u64) <= at_most(0.05, builds),
        "{alarms}"
    );
    // A gate that never raised an alarm would pass the assertion above, so at least one alarm must occur.
    assert!(alarms >= 1, "{alarms}");
}

#[test]
fn new_luck_alone_neither_fails_a_build_nor_leaves_it_open() {
    for seed in 0..20 {
        let findings = gated(seed, FIGHTS, Truth::of);
        let held = findings.iter().all(|one| one.verdict == Verdict::Held);
        assert!(held, "build {seed}");
    }
}

#[test]
fn nine_times_in_ten_two_points_are_noticed() {
    let builds = 4000;
    let family = shift::float((MATCHUPS * FIGURES) as u64);
    let Margins { share, mean } = Margins::default();
    let then = Truth::of(0);
    let mut now = then;
    now.wins = [then.wins[0] + 2.0 * share, then.wins[1] - 2.0 * share];
    now.rounds *= 1.0 + 2.0 * mean;
    let noticed = |seed, fights: u64| {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed);
        let [old, new] = [then, now].map(|truth| truth.counts(0, fights, &mut luck));
        let wins = Pair::Shares {
            old: Share {
                count: old.sides[0].wins,
                of: fights,
            },
            new: Share {
                count: new.sides[0].wins,
                of: fights,
            },
        };
        let rounds = |counts: &MatchupCounts| Mean {
            fights,
            values: fights,
            sum: counts.rounds,
            squares: counts.rounds_squared,
        };
        let rounds = Pair::Means {
            old: rounds(&old),
            new: rounds(&new),
            scale: shift::wide(old.rounds) / shift::float(fights),
        };
        // 0.05 / `family` is the level of the first and strictest step of Holm's correction. A figure is
        // tested at this level if no other figure has moved.
        [wins.beyond(share), rounds.beyond(mean)].map(|p| p <= 0.05 / family)
    };
    for (fights, least, most) in [(FIGHTS, 0.95, 1.0), (120_000, 0.5, 0.85)] {
        let noticed: Vec<_> = (0..builds).map(|seed| noticed(seed, fights)).collect();
        for figure in [0, 1] {
            let calls = noticed.iter().filter(|calls| calls[figure]).count();
            let power = shift::float(calls as u64) / shift::float(builds);
            assert!((least..=most).contains(&power), "{fights} fights: {power}");
        }
    }
}

#[test]
fn two_points_never_slip_through_as_held() {
    // With a tenth of the default number of fights, the figures are open.
    let moved = |place| {
        let mut truth = Truth::of(place);
        if place == 0 {
            truth.wins = [0.52, 0.48];
        }
        truth
    };
    let builds = 60;
    let missed = (0..builds)
        .filter(|&seed| gated(seed, FIGHTS / 10, moved)[0].verdict == Verdict::Held)
        .count();
    assert!(
        shift::float(missed as u64) <= at_most(0.05, builds),
        "{missed}"
    );
}
