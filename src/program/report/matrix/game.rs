//! The symmetric game that contenders play: each against each, both ways round.
//!
//! The score of `a` against `b` is the mean of what the rows' side has with `a` against `b` and of what the columns' side
//! has with `a` against `b`. So what a side is worth by itself falls out of it, and the scores of two contenders against
//! each other sum to one.

use statrs::distribution::{ContinuousCDF, Normal};

use super::Cell;
use super::sums::{HALF, float, sum, widened};
use crate::tally::{Count, Interval, Method, Stop};

/// Differences of exact figures up to this count as none, and so does what is not known of them: `solve` leaves as much
/// unresolved.
pub(super) const EXACTLY: f64 = 1e-7;

/// The chance that any of the verdicts on all contenders together is wrong.
const WRONG: f64 = 0.05;

/// Everybody's score against everybody.
#[derive(Debug, Clone)]
pub(super) struct Game {
    pub(super) method: Method,
    /// The contenders, in the order of the rows.
    pub(super) names: Vec<String>,
    /// The score of each against each, row by row; a half for each against itself.
    scores: Vec<Interval>,
    /// How much the rows' side scores above one half, over all cells of different contenders.
    pub(super) edge: Interval,
}

/// Verdict of an interval on a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Above,
    Below,
    /// Exactly nothing.
    None,
    Unsure,
}

impl Game {
    /// The game of these cells, row by row. `None` where fewer than two contenders are in both axes, or where a cell of two
    /// different ones was not played.
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
        for row in 0..k {
            for other in (0..k).filter(|&other| other != row) {
                raw[row * k + other] = cells[row * k + places[other]].as_ref()?.score;
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
            scores,
            edge: sum(C::METHOD, -0.5, different().map(|at| (weight, raw[at]))),
        })
    }

    /// How many contenders there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The score of one against another: parts of one.
    pub(super) fn score(&self, one: usize, other: usize) -> Interval {
        self.scores[one * self.len() + other]
    }

    /// All but this one.
    pub(super) fn others(&self, one: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.len()).filter(move |&other| other != one)
    }

    /// The mean score of one over all others.
    pub(super) fn mean(&self, one: usize) -> Interval {
        let weight = 1.0 / float(self.len() - 1);
        let scores = self
            .others(one)
            .map(|other| (weight, self.score(one, other)));
        sum(self.method, 0.0, scores).within(0, 1)
    }

    /// How much better one does than another against a third, or against each other where the third is the other.
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

    /// How many times as far an interval has to reach for so many verdicts to be right together, 95 times in 100
    /// (Bonferroni).
    pub(super) fn widening(&self, verdicts: usize) -> f64 {
        if self.method == Method::Exact {
            return 1.0;
        }
        let tail = WRONG / float(verdicts.max(1)) / 2.0;
        -Normal::standard().inverse_cdf(tail) / Stop::Planned.z()
    }

    /// Certain verdict on a difference, with its interval widened by this factor.
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

    /// Who beats whom for certain, pair by pair.
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
