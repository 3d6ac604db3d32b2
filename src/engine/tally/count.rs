//! The units of a tally: whole fights, or parts of one fight weighed by their probability.
//!
//! Sampled fights are counted in whole numbers. Exact odds come as probabilities and expectations, in the same
//! cells of the same layout, so that one set of figures serves both.

use std::fmt;

use super::{Interval, Stop};

/// How figures come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Fights were played.
    Sampled,
    /// All that can happen was gone through.
    Exact,
}

impl Method {
    /// As tables call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sampled => "sampled",
            Self::Exact => "exact",
        }
    }
}

/// Something that can be counted up in a [`Tally`](super::Tally).
pub trait Count: Copy + Default + PartialEq + fmt::Debug + fmt::Display + Send + Sync {
    /// How figures of this kind come about.
    const METHOD: Method;

    /// What counting needs to know beside the counts: the weight of what is told at present, and how far all of it
    /// may be off.
    type Scale: Copy + Default + PartialEq + fmt::Debug + Send + Sync;

    /// Adds `times` to the count.
    fn count(&mut self, times: u64, scale: &Self::Scale);

    /// Adds what was counted elsewhere.
    fn plus(&mut self, other: Self);

    /// This count times a whole number.
    #[must_use]
    fn times(self, times: u64) -> Self;

    /// As a number of fights, if it is one.
    fn fights(self) -> Option<u64>;

    /// As a number.
    fn number(self) -> f64;

    /// As a probability, if it is one; else 0.
    fn of_one(self) -> f64;

    /// How far figures may be off because floats are rounded, as a part of the figure.
    fn error(scale: &Self::Scale) -> f64;

    /// Whether nothing was counted.
    fn is_nothing(self) -> bool;

    /// Whether this is at least `percent` per cent of `all`.
    fn is_percent_of(self, percent: u8, all: Self) -> bool;

    /// The share that `part` is of `all` when `rest` of it is not known: parts of one.
    fn share(part: Self, rest: Self, all: Self, scale: &Self::Scale) -> Option<Interval>;

    /// The mean of a histogram's values, at most `most` each, when `rest` of it is not known.
    fn mean(
        histogram: impl Iterator<Item = (u32, Self)>,
        most: u32,
        rest: Self,
        scale: &Self::Scale,
    ) -> Option<Interval>;

    /// How many of `most` fighters stand on average. `moves` is how many of them have come back to the fights, and how many
    /// have gone from them; `fights` is how many fights there are, and how many of these are not known to their end.
    fn standing(
        most: u32,
        moves: (Self, Self),
        fights: (Self, Self),
        scale: &Self::Scale,
    ) -> Option<Interval>;

    /// The difference of two independent shares, the second from the first, each a part and what it is of.
    fn difference(
        first: (Self, Self),
        second: (Self, Self),
        scale: &Self::Scale,
    ) -> Option<Interval>;

    /// Both scales in one, for counts that have been added up.
    #[must_use]
    fn joined(one: Self::Scale, other: Self::Scale) -> Self::Scale;

    /// The sum of several counts.
    fn total(counts: impl IntoIterator<Item = Self>) -> Self {
        let mut total = Self::default();
        counts.into_iter().for_each(|count| total.plus(count));
        total
    }
}

impl Count for u64 {
    const METHOD: Method = Method::Sampled;

    type Scale = Stop;

    #[inline]
    fn count(&mut self, times: u64, _: &Stop) {
        *self += times;
    }

    #[inline]
    fn plus(&mut self, other: Self) {
        *self += other;
    }

    fn times(self, times: u64) -> Self {
        self * times
    }

    fn fights(self) -> Option<u64> {
        Some(self)
    }

    fn number(self) -> f64 {
        float(self)
    }

    fn of_one(self) -> f64 {
        0.0
    }

    fn error(_: &Stop) -> f64 {
        0.0
    }

    fn is_nothing(self) -> bool {
        self == 0
    }

    fn is_percent_of(self, percent: u8, all: Self) -> bool {
        u128::from(self) * 100 >= u128::from(all) * u128::from(percent)
    }

    fn share(part: Self, _: Self, all: Self, stop: &Stop) -> Option<Interval> {
        Interval::wilson_after(*stop, part, all)
    }

    fn mean(
        histogram: impl Iterator<Item = (u32, Self)>,
        most: u32,
        _: Self,
        stop: &Stop,
    ) -> Option<Interval> {
        Interval::mean_of_after(*stop, histogram).map(|mean| mean.within(0, most))
    }

    fn standing(
        most: u32,
        (came, gone): (Self, Self),
        (all, _): (Self, Self),
        stop: &Stop,
    ) -> Option<Interval> {
        let standing = (all * u64::from(most) + came)
            .checked_sub(gone)
            .expect("nobody goes who does not stand");
        Interval::bounded_mean(*stop, all, standing, most)
    }

    fn difference(first: (Self, Self), second: (Self, Self), stop: &Stop) -> Option<Interval> {
        Interval::difference_after(*stop, first, second)
    }

    fn joined(one: Stop, other: Stop) -> Stop {
        one.max(other)
    }
}

/// A probability, or how often something is to be expected in one fight.
///
/// A sum of floats that keeps what rounding takes away: beside the sum stands the sum of the errors of all additions,
/// each of which is known exactly. So however many positive terms are added up (fewer than 2²⁶), the result is within
/// 2⁻⁵² of their true sum, relatively.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Expected {
    sum: f64,
    lost: f64,
}

/// The quantity and the largest error of the result.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Weighing {
    /// The probability of what is told to the tally at present.
    pub weight: f64,
    /// How far any figure may be from the truth because floats are rounded, as a part of that figure.
    pub error: f64,
}

impl Expected {
    /// Adds one term.
    #[inline]
    pub fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        // What the rounded sum has of the term, and so what either addend lost. Exact whatever their sizes.
        let got = sum - self.sum;
        self.lost += (self.sum - (sum - got)) + (term - got);
        self.sum = sum;
    }

    /// The sum.
    #[inline]
    pub fn value(self) -> f64 {
        self.sum + self.lost
    }

    /// So large a part of it. Exact for powers of two.
    #[must_use]
    pub fn part(self, part: f64) -> Self {
        Self {
            sum: self.sum * part,
            lost: self.lost * part,
        }
    }
}

impl From<f64> for Expected {
    fn from(value: f64) -> Self {
        Self {
            sum: value,
            lost: 0.0,
        }
    }
}

/// With 15 digits, as short as possible; what is very small has an exponent.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:.14e}", self.value());
        match digits.parse().expect("it was just written") {
            small if 0.0 < small && small < 1e-5 => write!(f, "{small:e}"),
            value => write!(f, "{value}"),
        }
    }
}

impl Count for Expected {
    const METHOD: Method = Method::Exact;

    type Scale = Weighing;

    fn count(&mut self, times: u64, scale: &Weighing) {
        self.add(float(times) * scale.weight);
    }

    fn plus(&mut self, other: Self) {
        self.add(other.sum);
        self.lost += other.lost;
    }

    fn times(self, times: u64) -> Self {
        self.part(float(times))
    }

    fn fights(self) -> Option<u64> {
        None
    }

    fn number(self) -> f64 {
        self.value()
    }

    fn of_one(self) -> f64 {
        self.value()
    }

    fn error(scale: &Weighing) -> f64 {
        scale.error
    }

    fn is_nothing(self) -> bool {
        self.value() <= 0.0
    }

    fn is_percent_of(self, percent: u8, all: Self) -> bool {
        self.value() * 100.0 >= all.value() * f64::from(percent)
    }

    /// The ends are what it would be if all of the rest had gone one way, rounding included.
    fn share(part: Self, rest: Self, all: Self, scale: &Weighing) -> Option<Interval> {
        let (part, rest, all) = (part.value(), rest.value(), all.value());
        (all > 0.0).then(|| Interval {
            low: (part / all * (1.0 - scale.error)).max(0.0),
            high: ((part + rest) / all * (1.0 + scale.error)).min(1.0),
            estimate: part / all,
        })
    }

    /// The mean of what is known; the ends are what it would be if the rest were all 0 or all `most`.
    fn mean(
        histogram: impl Iterator<Item = (u32, Self)>,
        most: u32,
        rest: Self,
        scale: &Weighing,
    ) -> Option<Interval> {
        let (mut known, mut sum) = (Self::default(), Self::default());
        for (value, weight) in histogram {
            known.plus(weight);
            sum.plus(weight.times(u64::from(value)));
        }
        let (known, sum, rest) = (known.value(), sum.value(), rest.value());
        (known > 0.0).then(|| Interval {
            low: sum / (known + rest) * (1.0 - scale.error),
            high: (sum + rest * f64::from(most)) / (known + rest) * (1.0 + scale.error),
            estimate: sum / known,
        })
    }

    /// The ends are what it would be if the rest were all standing or none. What is taken away from each other here may
    /// leave less than rounding has added, so the bound is on the sum of all, and what is below it is nothing.
    fn standing(
        most: u32,
        (came, gone): (Self, Self),
        (all, rest): (Self, Self),
        scale: &Weighing,
    ) -> Option<Interval> {
        let (all, rest, size) = (all.value(), rest.value(), f64::from(most));
        let (came, gone) = (came.value() / all, gone.value() / all);
        (all > 0.0).then(|| {
            let error = scale.error * (size + came + gone);
            let estimate = (size - (gone - came)).min(size);
            let open = rest / all * size;
            Interval {
                low: (estimate - error - open).max(0.0),
                high: (estimate + error + open).min(size),
                estimate: if estimate <= error { 0.0 } else { estimate },
            }
        })
    }

    fn difference(first: (Self, Self), second: (Self, Self), _: &Weighing) -> Option<Interval> {
        let share =
            |(part, all): (Self, Self)| (!all.is_nothing()).then(|| part.value() / all.value());
        let estimate = share(first)? - share(second)?;
        Some(Interval {
            low: estimate,
            high: estimate,
            estimate,
        })
    }

    fn joined(one: Weighing, other: Weighing) -> Weighing {
        Weighing {
            weight: one.weight,
            error: one.error.max(other.error),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "events of one step and points of damage are far below 2^53, and of larger counts no figure shows more digits"
)]
fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounding_takes_away_is_kept() {
        let (mut plain, mut kept) = (1.0, Expected::from(1.0));
        for _ in 0..1_000_000 {
            plain += 1e-17;
            kept.add(1e-17);
        }
        assert!((plain - 1.0f64).abs() < f64::EPSILON);
        assert!((kept.value() - (1.0 + 1e-11)).abs() <= f64::EPSILON);
    }

    #[test]
    fn figures_are_as_short_as_they_can_be() {
        let texts = [0.0, 1.0 + 1e-15, 0.522_637_9, 0.000_01, 2.5e-14].map(Expected::from);
        assert_eq!(
            texts.map(|figure| figure.to_string()),
            ["0", "1", "0.5226379", "0.00001", "2.5e-14"]
        );
    }

    #[test]
    fn what_is_not_known_may_have_gone_either_way() {
        let scale = Weighing {
            weight: 1.0,
            error: 0.0,
        };
        let [won, rest, all] = [0.5, 0.25, 1.0].map(Expected::from);
        let share = Expected::share(won, rest, all, &scale).expect("of something");
        assert_eq!((share.low, share.estimate, share.high), (0.5, 0.5, 0.75));
        // A quarter each ends in rounds 1 to 3, the rest by round 9.
        let rounds = (1..=3).map(|round| (round, rest));
        let mean = Expected::mean(rounds, 9, rest, &scale).expect("of something");
        assert_eq!((mean.low, mean.estimate, mean.high), (1.5, 2.0, 3.75));
    }
}
