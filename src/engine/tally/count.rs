//! The kinds of numbers that a tally can hold: numbers of fights, or probabilities.
//!
//! Fights that were played are counted in whole numbers. Exact odds have probabilities and expected values in
//! the same cells. Both kinds therefore share the layout, and the code that calculates figures.

use std::fmt;

use super::{Interval, Stop};

/// How figures were obtained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// A number of fights was played.
    Sampled,
    /// All possible courses of the fight were enumerated.
    Exact,
}

impl Method {
    /// Returns the name of the method for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sampled => "sampled",
            Self::Exact => "exact",
        }
    }
}

/// A number that a [`Tally`](super::Tally) can hold in its cells.
pub trait Count: Copy + Default + PartialEq + fmt::Debug + fmt::Display + Send + Sync {
    /// How figures are obtained from such numbers: by playing fights, or by enumeration.
    const METHOD: Method;

    /// The data that apply to all cells of a tally together. For played fights, this is how the run ended.
    /// For exact odds, these are the probability of the events that are counted now, and the bound on
    /// rounding errors.
    type Scale: Copy + Default + PartialEq + fmt::Debug + Send + Sync;

    /// Adds an event that happened `times` times. For exact odds, each time is multiplied by the probability
    /// in `scale`.
    fn count(&mut self, times: u64, scale: &Self::Scale);

    /// Adds another count.
    fn plus(&mut self, other: Self);

    /// Returns this count multiplied by a whole number.
    #[must_use]
    fn times(self, times: u64) -> Self;

    /// Returns the number of fights, or `None` for exact odds.
    fn fights(self) -> Option<u64>;

    /// Returns the count as a float.
    fn number(self) -> f64;

    /// Returns the count as a probability for exact odds, and 0 for played fights.
    fn of_one(self) -> f64;

    /// Returns the bound on the rounding errors of figures, as a fraction of the figure. It is 0 for played
    /// fights.
    fn error(scale: &Self::Scale) -> f64;

    /// Returns whether the count is zero.
    fn is_nothing(self) -> bool;

    /// Returns whether all of these counts are zero.
    #[inline]
    fn are_nothing(counts: &[Self]) -> bool {
        counts.iter().all(|count| count.is_nothing())
    }

    /// Returns whether this count is at least `percent` per cent of `all`.
    fn is_percent_of(self, percent: u8, all: Self) -> bool;

    /// Returns `part` as a share of `all`, from 0 to 1, with its interval. `rest` is the probability of
    /// fights with an unknown result.
    fn share(part: Self, rest: Self, all: Self, scale: &Self::Scale) -> Option<Interval>;

    /// Returns the mean of the values in a histogram with its interval. Each value is at most `most`. `rest`
    /// is the probability of fights with an unknown result.
    fn mean(
        histogram: impl Iterator<Item = (u32, Self)>,
        most: u32,
        rest: Self,
        scale: &Self::Scale,
    ) -> Option<Interval>;

    /// Returns the mean number of standing fighters with its interval, for a group of `most` fighters.
    /// `moves` has how often a fighter came back, and how often one left, in all fights. `fights` has the
    /// number of all fights, and the number of those with an unknown result.
    fn standing(
        most: u32,
        moves: (Self, Self),
        fights: (Self, Self),
        scale: &Self::Scale,
    ) -> Option<Interval>;

    /// Returns the first share minus the second, with an interval. The shares are independent, and each is
    /// given by a part and its whole.
    fn difference(
        first: (Self, Self),
        second: (Self, Self),
        scale: &Self::Scale,
    ) -> Option<Interval>;

    /// Returns the [`Count::Scale`] of the sum of two tallies.
    #[must_use]
    fn joined(one: Self::Scale, other: Self::Scale) -> Self::Scale;

    /// Returns the sum of several counts.
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

    #[inline]
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

    #[inline]
    fn is_nothing(self) -> bool {
        self == 0
    }

    #[inline]
    fn are_nothing(counts: &[Self]) -> bool {
        counts.iter().fold(0, |any, count| any | count) == 0
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

/// A probability, or how often an event is expected to happen in one fight.
///
/// The value is a compensated sum of floats: next to the sum, `lost` adds up the rounding error of each
/// addition, which is known exactly. The result has a relative error of at most 2⁻⁵², for any number of
/// positive terms below 2²⁶.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Expected {
    sum: f64,
    lost: f64,
}

/// The probability of the events that a tally of exact odds counts now, and the error bound of its figures.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Weighing {
    /// The probability of the events that are reported now.
    pub weight: f64,
    /// The bound on the rounding errors of any figure, as a fraction of the figure.
    pub error: f64,
}

impl Expected {
    /// Adds a term to the sum.
    #[inline]
    pub fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        // `got` is the part of the term that is in the rounded sum. The next line computes what the addition
        // lost, exactly, whichever number is larger.
        let got = sum - self.sum;
        self.lost += (self.sum - (sum - got)) + (term - got);
        self.sum = sum;
    }

    /// Returns the sum of all terms.
    #[inline]
    pub fn value(self) -> f64 {
        self.sum + self.lost
    }

    /// Returns the value multiplied by `part`. The result is exact if `part` is a power of two.
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

/// Formats the value with up to 15 digits, without zeros at the end. Very small values have an exponent.
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

    /// Returns the known share. The interval extends to the shares that are possible if the unknown results
    /// were all of one kind, plus the rounding error.
    fn share(part: Self, rest: Self, all: Self, scale: &Weighing) -> Option<Interval> {
        let (part, rest, all) = (part.value(), rest.value(), all.value());
        (all > 0.0).then(|| Interval {
            low: (part / all * (1.0 - scale.error)).max(0.0),
            high: ((part + rest) / all * (1.0 + scale.error)).min(1.0),
            estimate: part / all,
        })
    }

    /// Returns the mean of the known part. The interval extends to the means that are possible if the unknown
    /// values were all 0 or all `most`.
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

    /// Returns the mean number for the known fights. The interval extends to the numbers that are possible if
    /// all fighters or no fighters were standing in the unknown fights.
    ///
    /// A subtraction may leave a result that is smaller than the rounding errors of its terms. The error
    /// bound is therefore relative to the sum of all terms, and a result below it counts as 0.
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
        // One quarter of the fights each ends in round 1, 2 and 3. The last quarter has an unknown length of
        // at most 9 rounds.
        let rounds = (1..=3).map(|round| (round, rest));
        let mean = Expected::mean(rounds, 9, rest, &scale).expect("of something");
        assert_eq!((mean.low, mean.estimate, mean.high), (1.5, 2.0, 3.75));
    }
}
