//! Tests of the sequential gate on simulated builds of 870 matchups: its error rates, its power, and its
//! number of fights. Seeds are fixed, and the bounds of the tests allow for five standard errors.
//!
//! By default, the tests simulate a few hundred or thousand builds. `cargo test --release --lib
//! sequential_simulation -- --ignored` simulates all 10,000 builds.

#![expect(
    clippy::print_stdout,
    reason = "`-- --nocapture` shows the figures that docs/gate.md has"
)]

use rand::SeedableRng;
use rand_distr::{Binomial, ChiSquared, Distribution, Normal};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::sequential::{Fixture, Settled, by_looks};
use super::shift::{Pair, float};
use super::*;
use crate::tally::Pairs;

/// Number of matchups in a matrix of thirty weapons. Each weapon fights the twenty-nine others.
const MATCHUPS: usize = 870;
const FIGURES: usize = 7;

/// The true changes of a matchup. `moved` is how far its figures have moved, in multiples of the margin.
/// `variance` is the variance of the difference between two fights with the same dice, as a fraction of the
/// variance between two independent fights.
#[derive(Debug, Clone, Copy)]
struct Truth {
    moved: f64,
    variance: f64,
}

/// Returns the figures of a matchup: two win rates, draws, undecided fights, rounds, and the damage of each
/// side.
fn figures() -> Vec<Figure> {
    let sides = || ["one".to_owned(), "two".to_owned()].into_iter();
    let others = [Figure::Draws, Figure::Undecided, Figure::Rounds];
    let all = sides().map(Figure::WinRate).chain(others);
    all.chain(sides().map(Figure::Damage)).collect()
}

/// Running sums of a simulated matchup: the number of pairs, the number of pairs that gained a win, the
/// number that lost a win, and three differences of means.
#[derive(Debug, Clone, Copy, Default)]
struct Played {
    n: u64,
    gained: u64,
    lost: u64,
    /// For the rounds and for the damage of each side: the sum of the differences between the fights of a
    /// pair, and the sum of their squares. In a single fight, the mean and the standard deviation are both 7.
    means: [(f64, f64); 3],
}

const MEAN: f64 = 7.0;

impl Played {
    fn go_on(&mut self, to: u64, truth: Truth, luck: &mut Xoshiro256PlusPlus) {
        let more = to - self.n;
        let Margins { share, mean } = Margins::default();
        let apart = 0.5 * truth.variance;
        let shift = truth.moved * share;
        let mut draw = |n: u64, chance: f64| {
            let chance = chance.clamp(0.0, 1.0);
            Binomial::new(n, chance).expect("a share").sample(luck)
        };
        let gained = f64::midpoint(apart, shift);
        let now = draw(more, gained);
        let then = draw(more - now, (apart - gained) / (1.0 - gained));
        self.n = to;
        self.gained += now;
        self.lost += then;
        let n = float(more);
        let deviation = (2.0 * truth.variance).sqrt() * MEAN;
        for (sum, squares) in &mut self.means {
            let shift = truth.moved * mean * MEAN;
            let total = Normal::new(n * shift, n.sqrt() * deviation).expect("a deviation");
            let total = total.sample(luck);
            let around = ChiSquared::new((n - 1.0).max(1.0)).expect("some freedom");
            *sum += total;
            *squares += total * total / n + around.sample(luck) * deviation * deviation;
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sums of positive things"
    )]
    fn pairs(&self) -> Vec<Pair> {
        let share = |gained: u64, lost: u64| {
            let both = u128::from((self.n - gained - lost) / 2);
            let sums = [lost, gained].map(|more| both + u128::from(more));
            Pair::PairedShares(Pairs::of_sums(self.n, sums, sums, both))
        };
        let mean = |(sum, squares): (f64, f64), scale: f64| {
            let n = float(self.n);
            let [before, after] = [n * MEAN, n * MEAN + sum].map(|x| x.round() as u128);
            let square = (2.0 * n * MEAN * MEAN) as u128;
            let apart = (squares / 2.0) as u128;
            let pairs = Pairs::of_sums(self.n, [before, after], [square, square], square - apart);
            Pair::PairedMeans { pairs, scale }
        };
        vec![
            share(self.gained, self.lost),
            share(self.lost, self.gained),
            share(0, 0),
            share(0, 0),
            mean(self.means[0], MEAN),
            mean(self.means[1], MEAN),
            mean(self.means[2], MEAN),
        ]
    }
}

/// Returns the verdicts on the figures of `matchups` simulated matchups. `family` is the number of figures in
/// all matchups that are judged together.
fn build(seed: u64, matchups: usize, family: usize, truth: Truth) -> Vec<Vec<Settled>> {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut played = vec![Played::default(); matchups];
    let fixture = || Fixture {
        figures: figures(),
        seats: 1,
        cap: FIGHTS,
    };
    let fixtures: Vec<Fixture> = (0..matchups).map(|_| fixture()).collect();
    let found = by_looks(&fixtures, Margins::default(), family, |wanted| {
        let pairs = wanted.iter().map(|&(place, fights)| {
            played[place].go_on(fights, truth, &mut luck);
            played[place].pairs()
        });
        Some(pairs.collect())
    });
    found.expect("nobody stops it").0
}

fn share_of(builds: u64, is_so: impl Fn(u64) -> bool + Sync) -> f64 {
    let so = (0..builds).into_par_iter().filter(|&seed| is_so(seed));
    float(so.count() as u64) / float(builds)
}

fn moved(build: &[Vec<Settled>]) -> bool {
    let mut all = build.iter().flatten();
    all.any(|one| one.verdict == Verdict::Moved)
}

/// Returns five times the standard error of a share that is estimated from `of` cases.
fn error(share: f64, of: u64) -> f64 {
    5.0 * (share * (1.0 - share) / float(of)).sqrt()
}

/// The values of [`Truth::variance`] that the tests use: 1 for independent fights, and 0.25 for typical
/// fights with the same dice.
const LUCKS: [f64; 2] = [1.0, 0.25];

fn false_alarms(builds: u64, matchups: usize, truth: Truth) {
    let family = matchups * FIGURES;
    let alarms = share_of(builds, |seed| moved(&build(seed, matchups, family, truth)));
    println!("{truth:?}: {alarms} of {builds} builds are false alarms");
    assert!(alarms <= 0.05 + error(0.05, builds), "{alarms}");
}

fn found(builds: u64, variance: f64) {
    let truth = Truth {
        moved: 2.0,
        variance,
    };
    let found = share_of(builds, |seed| {
        build(seed, 1, MATCHUPS * FIGURES, truth)[0][0].verdict == Verdict::Moved
    });
    let rounds = share_of(builds, |seed| {
        build(seed, 1, MATCHUPS * FIGURES, truth)[0][4].verdict == Verdict::Moved
    });
    let held = share_of(builds, |seed| {
        build(seed, 1, MATCHUPS * FIGURES, truth)[0][0].verdict == Verdict::Held
    });
    println!("{truth:?}: found in {found} of {builds} builds, rounds in {rounds}, held in {held}");
    assert!(found >= 0.9 - error(0.9, builds), "{found}");
    assert!(rounds >= 0.9 - error(0.9, builds), "{rounds}");
    assert!(held <= 0.1 + error(0.1, builds), "{held}");
}

/// Returns the mean number of pairs until there is a verdict on an unchanged win rate.
fn pairs_taken(figures: u64, variance: f64) -> f64 {
    let truth = Truth {
        moved: 0.0,
        variance,
    };
    let pairs = |seed| match build(seed, 1, MATCHUPS * FIGURES, truth)[0][0].pair {
        Pair::PairedShares(pairs) => pairs.pairs(),
        _ => 0,
    };
    let all: u64 = (0..figures).into_par_iter().map(pairs).sum();
    let mean = float(all) / float(figures);
    println!("{truth:?}: {mean} pairs on average of {figures}");
    mean
}

fn takes_no_more_than_it_may(figures: u64) {
    for (variance, most) in [(1.0, 12_000.0), (0.25, 3_500.0)] {
        let mean = pairs_taken(figures, variance);
        // The standard deviation of the number of pairs was measured as about two thirds of its mean.
        let luck = 5.0 * 0.65 * most / float(figures).sqrt();
        assert!(mean <= most + luck, "{mean} at {variance}");
    }
}

#[test]
fn at_most_one_build_in_twenty_is_a_false_alarm() {
    for variance in LUCKS {
        let still = Truth {
            moved: 0.0,
            variance,
        };
        false_alarms(20, MATCHUPS, still);
    }
    // If all figures have moved by exactly the margin, false alarms are most frequent. Fewer matchups suffice
    // to show this.
    let at_the_margin = Truth {
        moved: 1.0,
        variance: 0.25,
    };
    false_alarms(400, 20, at_the_margin);
}

#[test]
fn nine_times_in_ten_two_points_are_found() {
    for variance in LUCKS {
        found(2000, variance);
    }
}

#[test]
fn what_has_not_moved_takes_few_fights() {
    takes_no_more_than_it_may(4000);
}

#[test]
#[ignore = "takes an hour of one processor: the sampled tests are the quick ones"]
fn of_ten_thousand_builds_at_most_one_in_twenty_is_a_false_alarm() {
    for variance in LUCKS {
        let still = Truth {
            moved: 0.0,
            variance,
        };
        false_alarms(10_000, MATCHUPS, still);
    }
    let at_the_margin = Truth {
        moved: 1.0,
        variance: 0.25,
    };
    false_alarms(10_000, 20, at_the_margin);
}

#[test]
#[ignore = "the sampled test is the quick one"]
fn in_ten_thousand_builds_two_points_are_found_nine_times_in_ten() {
    for variance in LUCKS {
        found(10_000, variance);
    }
}

#[test]
#[ignore = "the sampled test is the quick one"]
fn ten_thousand_figures_that_have_not_moved_take_few_fights() {
    takes_no_more_than_it_may(10_000);
}
