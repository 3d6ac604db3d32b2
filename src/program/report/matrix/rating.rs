//! Rates contenders by the model of Bradley and Terry, in Elo points.
//!
//! In this model, each contender has a strength, and so has the rows' side, the side whose contenders are the
//! rows of the matrix. The latter is called the advantage. The expected score of a row against a column is
//! the logistic function of the difference of their strengths plus the advantage. The strengths are those
//! that make all scores most likely, with equal weights. A draw or an undecided fight is half a win and half
//! a loss.
//!
//! The covariance of the strengths is a sandwich estimate: the measured variance of the scores between two
//! inverses of the information matrix. It is valid for draws, and also where the model does not fit, as in
//! cycles. For each pair, one more fight is added that is half won and half lost. A contender that never lost
//! therefore still has a finite rating.

use super::sums::float;
use crate::tally::{Interval, Stop};

/// The number of Elo points for odds of ten to one.
const TEN_TO_ONE: f64 = 400.0;
/// The mean rating of all contenders.
const MEAN: f64 = 1500.0;
/// The smallest distance of exact scores from 0 and from 1. Scores that are closer are moved to this
/// distance.
const LEAST: f64 = 1e-6;
/// The largest number of steps in Newton's method.
const STEPS: usize = 200;
/// The largest change of a strength in one step.
const STRIDE: f64 = 2.0;

/// The score in a cell of the matrix, for two different contenders.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// The contender of the rows' side and its opponent.
    pub(super) pair: (usize, usize),
    /// The score of the contender of the rows' side.
    pub(super) score: Interval,
    /// The number of fights that the score is based on. `None` for exact odds.
    pub(super) fights: Option<u64>,
}

impl Seen {
    /// Returns the score after adding one fight that is half won and half lost. An exact score is only moved
    /// away from 0 and 1.
    fn share(&self) -> f64 {
        let score = self.score.estimate;
        #[expect(clippy::cast_precision_loss, reason = "a number of fights")]
        match self.fights {
            Some(fights) => (score * fights as f64 + 0.5) / (fights as f64 + 1.0),
            None => score.clamp(LEAST, 1.0 - LEAST),
        }
    }
}

/// Returns the rating of each of `k` contenders with a 95 % interval.
pub(super) fn ratings(k: usize, seen: &[Seen]) -> Vec<Interval> {
    // The last strength is the advantage of the rows' side.
    let mut strengths = vec![0.0; k + 1];
    let mut inverse = Matrix::new(k + 1);
    for _ in 0..STEPS {
        let mut slope = vec![0.0; k + 1];
        let mut information = Matrix::new(k + 1);
        for one in seen {
            let expected = expected(&strengths, one.pair);
            for (at, sign) in terms(k, one.pair) {
                slope[at] += sign * (one.share() - expected);
            }
            information.add(k, one.pair, expected * (1.0 - expected));
        }
        // The scores only determine the differences between strengths. This term keeps the sum of the
        // strengths at 0.
        for row in 0..k {
            for column in 0..k {
                *information.at(row, column) += 1.0 / float(k);
            }
        }
        inverse = information.inverse();
        let step = inverse.times(&slope);
        let longest = step.iter().fold(0.0, |most: f64, own| most.max(own.abs()));
        let part = (STRIDE / longest).min(1.0);
        for (strength, step) in strengths.iter_mut().zip(&step) {
            *strength += part * step;
        }
        if longest < 1e-12 {
            break;
        }
    }
    let mut noise = Matrix::new(k + 1);
    for one in seen {
        let error = one.score.half_width() / Stop::Planned.z();
        noise.add(k, one.pair, error * error);
    }
    let points = TEN_TO_ONE / std::f64::consts::LN_10;
    let rating = |at: usize| {
        let own: Vec<f64> = (0..=k).map(|other| inverse.get(at, other)).collect();
        let through = noise.times(&own);
        let variance: f64 = own.iter().zip(&through).map(|(a, b)| a * b).sum();
        let reach = Stop::Planned.z() * variance.max(0.0).sqrt() * points;
        let estimate = MEAN + strengths[at] * points;
        Interval {
            low: estimate - reach,
            high: estimate + reach,
            estimate,
        }
    };
    (0..k).map(rating).collect()
}

/// Returns the indices of the strengths that the score of this pair depends on, each with its sign. The
/// strength with the index `k` is the advantage of the rows' side.
fn terms(k: usize, (one, other): (usize, usize)) -> [(usize, f64); 3] {
    [(one, 1.0), (other, -1.0), (k, 1.0)]
}

/// Returns the expected score of the first contender in a pair.
fn expected(strengths: &[f64], pair: (usize, usize)) -> f64 {
    let terms = terms(strengths.len() - 1, pair);
    let sum: f64 = terms.iter().map(|&(at, sign)| sign * strengths[at]).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// A symmetric matrix of numbers.
#[derive(Debug, Clone)]
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn new(size: usize) -> Self {
        let cells = vec![0.0; size * size];
        Self { size, cells }
    }

    fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds the contribution of the score of `pair`: for any two strengths that the score depends on, the
    /// product of their signs and `weight`.
    fn add(&mut self, k: usize, pair: (usize, usize), weight: f64) {
        let terms = terms(k, pair);
        for (row, one) in terms {
            for (column, other) in terms {
                *self.at(row, column) += weight * one * other;
            }
        }
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(vector).map(|(a, b)| a * b).sum();
        self.cells.chunks(self.size).map(row).collect()
    }

    /// Returns the inverse of this positive definite matrix, by elimination without exchanging rows.
    fn inverse(mut self) -> Self {
        let size = self.size;
        let mut inverse = Self::new(size);
        for at in 0..size {
            *inverse.at(at, at) = 1.0;
        }
        for pivot in 0..size {
            let scale = 1.0 / self.get(pivot, pivot);
            for column in 0..size {
                *self.at(pivot, column) *= scale;
                *inverse.at(pivot, column) *= scale;
            }
            for row in (0..size).filter(|&row| row != pivot) {
                let times = self.get(row, pivot);
                for column in 0..size {
                    let (own, others) = (self.get(pivot, column), inverse.get(pivot, column));
                    *self.at(row, column) -= times * own;
                    *inverse.at(row, column) -= times * others;
                }
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus as Luck;

    fn share(elo: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-elo / 400.0))
    }

    /// Returns the scores of contenders with these ratings. The advantage of the rows' side is `edge` points.
    fn all(ratings: &[f64], edge: f64, mut score: impl FnMut(f64) -> Interval) -> Vec<Seen> {
        let pairs = (0..ratings.len()).flat_map(|a| (0..ratings.len()).map(move |b| (a, b)));
        let pairs = pairs.filter(|(a, b)| a != b);
        pairs
            .map(|(a, b)| Seen {
                pair: (a, b),
                score: score(share(ratings[a] - ratings[b] + edge)),
                fights: None,
            })
            .collect()
    }

    fn exactly(share: f64) -> Interval {
        Interval {
            low: share,
            high: share,
            estimate: share,
        }
    }

    const KNOWN: [f64; 4] = [1720.0, 1560.0, 1450.0, 1270.0];

    #[test]
    fn known_ratings_are_found_whatever_a_side_is_worth() {
        for edge in [0.0, 90.0, -250.0] {
            let found = ratings(4, &all(&KNOWN, edge, exactly));
            for (found, known) in found.iter().zip(KNOWN) {
                assert!(
                    (found.estimate - known).abs() < 1e-6,
                    "{found:?}, not {known}"
                );
                assert!(found.reach() < 1e-6);
            }
        }
    }

    #[test]
    fn intervals_contain_the_ratings_19_times_in_20() {
        let mut luck = Luck::seed_from_u64(1);
        let (mut inside, mut sets) = (0, 0);
        for _ in 0..300 {
            let fights = 200;
            let mut seen = all(&KNOWN, 40.0, |share| {
                let wins = (0..fights).filter(|_| luck.random_bool(share)).count();
                Interval::wilson(wins as u64, fights).expect("fights")
            });
            for one in &mut seen {
                one.fights = Some(fights);
            }
            let found = ratings(4, &seen);
            for (found, known) in found.iter().zip(KNOWN) {
                inside += u32::from(found.low <= known && known <= found.high);
                sets += 1;
            }
        }
        let part = f64::from(inside) / f64::from(sets);
        assert!((0.93..=0.975).contains(&part), "{part}");
    }

    #[test]
    fn a_contender_that_never_lost_has_a_finite_rating() {
        let always = |share: f64| exactly(if share > 0.5 { 1.0 } else { 0.0 });
        let mut seen = all(&[1600.0, 1500.0, 1400.0], 0.0, always);
        let exact = ratings(3, &seen);
        for one in &mut seen {
            one.fights = Some(1000);
        }
        let sampled = ratings(3, &seen);
        for found in [exact, sampled] {
            assert!(
                found[0].estimate > 2000.0 && found[0].estimate < 6000.0,
                "{found:?}"
            );
            let sum: f64 = found.iter().map(|rating| rating.estimate).sum();
            assert!((sum - 4500.0).abs() < 1e-6);
        }
    }

    #[test]
    fn rock_paper_and_scissors_have_one_rating() {
        let beats = |a: usize, b: usize| (a + 1) % 3 == b;
        let pairs = (0..3).flat_map(|a| (0..3).map(move |b| (a, b)));
        let seen = pairs.filter(|(a, b)| a != b).map(|pair| Seen {
            pair,
            score: exactly(if beats(pair.0, pair.1) { 0.7 } else { 0.3 }),
            fights: None,
        });
        let found = ratings(3, &seen.collect::<Vec<_>>());
        assert!(
            found
                .iter()
                .all(|rating| (rating.estimate - 1500.0).abs() < 1e-6)
        );
    }
}
