//! The symmetric game between contenders: each of them fights each other one, on both sides.
//!
//! The rows' side is the side whose contenders are the rows of the matrix, and the columns' side is the other
//! one. The score of `a` against `b` is the mean of two scores: that of `a` on the rows' side, and that of
//! `a` on the columns' side. The advantage of a side itself cancels out. The scores of two contenders against
//! each other sum to one.

use statrs::distribution::{ContinuousCDF, Normal};

use super::Cell;
use super::rating::{Seen, ratings};
use super::sums::{HALF, float, sum, widened};
use crate::tally::{Count, Interval, Method, Stop};

/// Differences and intervals of exact figures up to this size count as zero, because `solve` may leave a
/// probability of this size unknown.
pub(super) const EXACTLY: f64 = 1e-7;

/// The accepted probability that at least one verdict of the whole matrix is wrong.
const WRONG: f64 = 0.05;

/// The scores of all contenders against each other.
#[derive(Debug, Clone)]
pub(super) struct Game {
    pub(super) method: Method,
    /// The names of the contenders, in the order of the rows.
    pub(super) names: Vec<String>,
    /// The score of each contender against each one, row by row. The score of a contender against itself is
    /// one half.
    scores: Vec<Interval>,
    /// The mean score of the rows' side minus one half, over all cells of two different contenders.
    pub(super) edge: Interval,
    /// The rating of each contender.
    pub(super) ratings: Vec<Interval>,
}

/// The sign of a difference, if it is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Above,
    Below,
    /// The difference is exactly zero.
    None,
    Unsure,
}

impl Game {
    /// Returns the game with the given cells, which are ordered row by row. `None` if the axes do not have
    /// the same two or more values, or if a cell of two different contenders was not played.
    pub(super) fn new<C: Count>(
        rows: &[String],
        columns: &[String],
        cells: &[Option<Cell>],
    ) -> Option<Self> {
        let k = rows.len();
        if k < 2 || columns.len() != k {
            return None;
        }
        let place = |name| columns.iter().position(|column| column == name);
        let places: Vec<usize> = rows.iter().map(place).collect::<Option<_>>()?;
        let mut raw = vec![HALF; k * k];
        let mut seen = Vec::new();
        for row in 0..k {
            for other in (0..k).filter(|&other| other != row) {
                let cell = cells[row * k + places[other]].as_ref()?;
                raw[row * k + other] = cell.score;
                seen.push(Seen {
                    pair: (row, other),
                    score: cell.score,
                    fights: cell.fights,
                });
            }
        }
        let different = || (0..k * k).filter(|at| at / k != at % k);
        let weight = 1.0 / float(k * (k - 1));
        let mut scores = raw.clone();
        for at in different() {
            let turned = raw[at % k * k + at / k];
            let figure = sum(C::METHOD, 0.5, [(0.5, raw[at]), (-0.5, turned)]);
            scores[at] = figure.within(0, 1);
        }
        Some(Self {
            method: C::METHOD,
            names: rows.to_vec(),
            ratings: ratings(k, &seen),
            scores,
            edge: sum(C::METHOD, -0.5, different().map(|at| (weight, raw[at]))),
        })
    }

    /// Returns the number of contenders.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns the score of the contender `one` against `other`, from 0 to 1.
    pub(super) fn score(&self, one: usize, other: usize) -> Interval {
        self.scores[one * self.len() + other]
    }

    /// Returns the indices of all contenders except `one`.
    pub(super) fn others(&self, one: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.len()).filter(move |&other| other != one)
    }

    /// Returns the mean score of a contender against all others.
    pub(super) fn mean(&self, one: usize) -> Interval {
        let weight = 1.0 / float(self.len() - 1);
        let scores = self
            .others(one)
            .map(|other| (weight, self.score(one, other)));
        sum(self.method, 0.0, scores).within(0, 1)
    }

    /// Returns the score of `one` against a third contender `against`, minus the score of `other` against it.
    /// If `against` is one of the two, returns the score of `one` against `other`, minus one half.
    pub(super) fn advantage(&self, one: usize, other: usize, against: usize) -> Interval {
        if against == other || against == one {
            return sum(self.method, -0.5, [(1.0, self.score(one, other))]);
        }
        let terms = [
            (1.0, self.score(one, against)),
            (-1.0, self.score(other, against)),
        ];
        sum(self.method, 0.0, terms)
    }

    /// Returns the factor for the half-width of intervals, by Bonferroni's correction. With such intervals,
    /// `verdicts` verdicts are all right together in 95 of 100 cases. For exact figures, the factor is 1.
    pub(super) fn widening(&self, verdicts: usize) -> f64 {
        if self.method == Method::Exact {
            return 1.0;
        }
        let tail = WRONG / float(verdicts.max(1)) / 2.0;
        -Normal::standard().inverse_cdf(tail) / Stop::Planned.z()
    }

    /// Returns the sign of a difference, if it is certain after the interval was widened by this factor.
    pub(super) fn sign(&self, difference: Interval, widening: f64) -> Sign {
        let reach = widened(difference, widening);
        let slack = match self.method {
            Method::Exact => EXACTLY,
            Method::Sampled => 0.0,
        };
        if reach.low > slack {
            Sign::Above
        } else if reach.high < -slack {
            Sign::Below
        } else if self.method == Method::Exact && reach.low >= -slack && reach.high <= slack {
            Sign::None
        } else {
            Sign::Unsure
        }
    }

    /// Returns the sign of each pair of contenders, row by row. It is [`Sign::Above`] if the row's contender
    /// certainly beats the column's, and [`Sign::Below`] for the reverse.
    pub(super) fn beats(&self) -> Vec<Sign> {
        let k = self.len();
        let widening = self.widening(k * (k - 1) / 2);
        let sign = |at: usize| {
            let (one, other) = (at / k, at % k);
            if one == other {
                return Sign::None;
            }
            self.sign(self.advantage(one, other, other), widening)
        };
        (0..k * k).map(sign).collect()
    }
}
