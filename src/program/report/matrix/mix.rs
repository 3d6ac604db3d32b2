//! Computes the mix of contenders that nobody can exploit: the equilibrium of a zero-sum game, by linear
//! programming.
//!
//! A player chooses each contender with its probability in the mix. That player scores at least one half
//! against every choice of the opponent. The effect of sampling noise is estimated with redrawn games, which
//! the same fights might have given. In a redrawn game, every score is drawn from a normal distribution
//! around the measured score, with the width of its interval. The random generator has a fixed seed.

use microlp::{ComparisonOp, OptimizationDirection, Problem};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::game::{EXACTLY, Game};
use super::sums::float;
use crate::tally::{Interval, Stop};

/// The number of games that are redrawn.
const REDRAWN: u64 = 400;

/// The number of redrawn games, out of [`REDRAWN`], that lie below a 95 % range. As many lie above it.
const BEYOND: usize = 10;

/// Shares below this are rounding errors of linear programming.
const NOTHING: f64 = 1e-6;

/// The mix of contenders that nobody can exploit.
#[derive(Debug, Clone, PartialEq)]
pub struct Mix {
    /// The probability of each contender, from 0 to 1, in the order of the rows. Each has its 95 % range
    /// under sampling noise.
    pub shares: Vec<Interval>,
    /// The lowest score of the mix against any contender, with its 95 % range under sampling noise. The
    /// estimate is one half.
    pub value: Interval,
    /// The number of games that were redrawn for these ranges, which is 0 for exact odds.
    pub redrawn: usize,
    /// The number of redrawn games whose mix contains no contender that is left out of this mix.
    pub without: usize,
}

impl Mix {
    /// Returns the mix of a game. `None` if linear programming fails, which is not expected.
    pub(super) fn new(game: &Game) -> Option<Self> {
        let scores = scores(game, |score| score.estimate);
        let shares = equilibrium(game.len(), &scores)?;
        let value = least(&shares, &scores);
        let redrawn: Vec<(Vec<f64>, f64)> = if is_exact(game) {
            Vec::new()
        } else {
            (0..REDRAWN)
                .into_par_iter()
                .filter_map(|n| {
                    let scores = redraw(game, n);
                    let other = equilibrium(game.len(), &scores)?;
                    Some((other, least(&shares, &scores)))
                })
                .collect()
        };
        let range = |estimate: f64, mut drawn: Vec<f64>| {
            drawn.sort_by(f64::total_cmp);
            let beyond = BEYOND.min(drawn.len() / 2);
            let low = drawn.get(beyond).copied().unwrap_or(estimate);
            let high = drawn.iter().rev().nth(beyond).copied().unwrap_or(estimate);
            Interval {
                low: low.min(estimate),
                high: high.max(estimate),
                estimate,
            }
        };
        let of = |one: usize| redrawn.iter().map(|(shares, _)| shares[one]).collect();
        let shares: Vec<Interval> = (0..game.len())
            .map(|one| range(shares[one], of(one)))
            .collect();
        let stays_out = |(other, _): &&(Vec<f64>, f64)| {
            let mut pairs = shares.iter().zip(other);
            pairs.all(|(share, &other)| share.high > 0.0 || other <= 0.0)
        };
        Some(Self {
            value: range(value, redrawn.iter().map(|(_, value)| *value).collect()),
            redrawn: redrawn.len(),
            without: redrawn.iter().filter(stays_out).count(),
            shares,
        })
    }

    /// Returns whether a contender is left out of the mix, even at the upper end of its 95 % range.
    pub fn is_out(&self, one: usize) -> bool {
        self.shares[one].high <= 0.0
    }
}

/// Returns whether all scores are known so precisely that no games have to be redrawn.
fn is_exact(game: &Game) -> bool {
    let sure = |one: usize, other: usize| game.score(one, other).reach() <= EXACTLY;
    (0..game.len()).all(|one| game.others(one).all(|other| sure(one, other)))
}

/// Returns a score for each contender against each other one, row by row. `of` chooses the score from its
/// interval. The two scores of a pair sum to one.
fn scores(game: &Game, mut of: impl FnMut(Interval) -> f64) -> Vec<f64> {
    let k = game.len();
    let mut scores = vec![0.5; k * k];
    for one in 0..k {
        for other in one + 1..k {
            let score = of(game.score(one, other));
            scores[one * k + other] = score;
            scores[other * k + one] = 1.0 - score;
        }
    }
    scores
}

/// Returns the scores of the redrawn game number `n`.
fn redraw(game: &Game, n: u64) -> Vec<f64> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(n);
    let normal = Normal::standard();
    scores(game, |score| {
        // `part` is never 0 or 1, because the normal quantile of these numbers is infinite.
        let part = (f64::from(random.random::<u32>()) + 0.5) / 2f64.powi(32);
        let errors = normal.inverse_cdf(part) / Stop::Planned.z();
        let reach = if errors < 0.0 {
            score.estimate - score.low
        } else {
            score.high - score.estimate
        };
        (score.estimate + errors * reach).clamp(0.0, 1.0)
    })
}

/// Returns the score of a mix with these shares against the opponent that is best against it.
fn least(shares: &[f64], scores: &[f64]) -> f64 {
    let k = shares.len();
    let against = |other: usize| {
        (0..k)
            .map(|one| shares[one] * scores[one * k + other])
            .sum()
    };
    (0..k).map(against).fold(1.0, f64::min)
}

/// Returns the shares of a mix that scores at least one half against every contender.
///
/// If all payoffs are positive, the value of the game is positive as well. The shares divided by that value
/// are numbers with the smallest possible sum, under the condition that their payoff against every contender
/// is at least 1.
fn equilibrium(k: usize, scores: &[f64]) -> Option<Vec<f64>> {
    let most = scores
        .iter()
        .map(|score| (score - 0.5).abs())
        .fold(0.0, f64::max);
    if most <= EXACTLY {
        return Some(vec![1.0 / float(k); k]);
    }
    let payoff = |one: usize, other: usize| (scores[one * k + other] - 0.5) / most + 2.0;
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let numbers: Vec<_> = (0..k)
        .map(|_| problem.add_var(1.0, (0.0, f64::INFINITY)))
        .collect();
    for other in 0..k {
        let against: Vec<_> = (numbers.iter().enumerate())
            .map(|(one, &number)| (number, payoff(one, other)))
            .collect();
        problem.add_constraint(&against, ComparisonOp::Ge, 1.0);
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let found: Vec<f64> = numbers
        .iter()
        .map(|&number| solution.var_value(number))
        .collect();
    let all: f64 = found.iter().sum();
    let kept: Vec<f64> = (found.iter())
        .map(|number| number / all)
        .map(|share| if share < NOTHING { 0.0 } else { share })
        .collect();
    let all: f64 = kept.iter().sum();
    Some(kept.iter().map(|share| share / all).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], wanted: &[f64]) {
        let apart = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-6;
        assert!(
            !found.iter().zip(wanted).any(apart),
            "{found:?}, not {wanted:?}"
        );
    }

    #[test]
    fn rock_paper_scissors_is_mixed_evenly_and_lopsided_ones_by_the_losses() {
        let even = [0.5, 0.0, 1.0, 1.0, 0.5, 0.0, 0.0, 1.0, 0.5];
        near(&equilibrium(3, &even).expect("a mix"), &[1.0 / 3.0; 3]);
        // In the three pairs, the winner scores 0.1, 0.2 and 0.3 more than one half. The share of each
        // contender is proportional to this excess in the pair of the two others.
        let lopsided = [0.5, 0.6, 0.3, 0.4, 0.5, 0.8, 0.7, 0.2, 0.5];
        let mix = equilibrium(3, &lopsided).expect("a mix");
        near(&mix, &[0.5, 1.0 / 3.0, 1.0 / 6.0]);
        near(&[least(&mix, &lopsided)], &[0.5]);
    }

    #[test]
    fn the_best_alone_is_the_mix_where_it_beats_all() {
        let order = [0.5, 0.51, 0.9, 0.49, 0.5, 0.6, 0.1, 0.4, 0.5];
        near(&equilibrium(3, &order).expect("a mix"), &[1.0, 0.0, 0.0]);
        near(&[least(&[0.0, 1.0, 0.0], &order)], &[0.49]);
    }

    #[test]
    fn where_nobody_differs_all_are_in_it() {
        near(&equilibrium(4, &[0.5; 16]).expect("a mix"), &[0.25; 4]);
    }
}
