//! Intervals that show how uncertain a figure is.
//!
//! All intervals are two-sided 95 % intervals. None of them has a width of 0 if the outcome is random. Shares
//! have Wilson's score interval, which has a width even for 0 of n and n of n. Means have Student's interval.
//! That interval is made wider if n fights could easily have missed some outcomes (see [`Interval::mean`]).
//!
//! A run that stops as soon as its figures are precise enough checks them several times. Such a run tends to
//! stop when chance makes the figures look more precise than they are. Its intervals are therefore wider (see
//! [`Stop`]).

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::Stop;
use super::stopping::seldom;

/// The negative logarithm of 2.5 %. If an outcome has a probability of this number divided by n, n fights
/// miss it with a probability of 2.5 %.
pub(super) const UNSEEN: f64 = 3.688_879_454_113_936;

/// From this number of values on, Student's interval for the mean differs from the normal one by less than a
/// hundredth of a per cent, so the normal one is used.
const MANY: u64 = 10_000;

/// An estimate with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The estimate itself.
    pub estimate: f64,
}

impl Interval {
    /// Returns `count` as a share of `of`, from 0 to 1, with Wilson's score interval. `None` if `of` is 0.
    ///
    /// ```
    /// use skirmish_engine::tally::Interval;
    ///
    /// let never = Interval::wilson(0, 10).expect("ten fights");
    /// assert_eq!(never.low, 0.0);
    /// assert!((never.high - 0.2775).abs() < 5e-5);
    /// ```
    pub fn wilson(count: u64, of: u64) -> Option<Self> {
        Self::wilson_after(Stop::Planned, count, of)
    }

    /// Returns the same as [`Interval::wilson`], for a run that ended as `stop` says.
    pub fn wilson_after(stop: Stop, count: u64, of: u64) -> Option<Self> {
        if of == 0 {
            return None;
        }
        let (n, share) = (float(of), float(count) / float(of));
        let seldom = corrected(stop, count).map_or(1.0, |least| least / n);
        let often = corrected(stop, of - count).map_or(0.0, |least| 1.0 - least / n);
        let (low, high) = score(stop, share, n);
        // The minimum and the maximum keep rounding errors from moving the ends across the estimate.
        Some(Self {
            low: if count == 0 { 0.0 } else { low.min(seldom) },
            high: if count == of { 1.0 } else { high.max(often) },
            estimate: share,
        })
    }

    /// Returns the mean of `n` whole numbers from 0 to `most`. Only their sum is known. `None` if `n` is 0.
    ///
    /// Numbers with mean μ have a variance of at most μ·(most - μ) (Bhatia and Davis). They have this
    /// variance if each number is either 0 or `most`. With it, the score interval is Wilson's interval
    /// multiplied by `most`. This interval contains the mean at least as often as stated. It is wider than
    /// necessary if few numbers are 0 or `most`. If `most` is 1, it is Wilson's interval itself.
    ///
    /// ```
    /// use skirmish_engine::tally::{Interval, Stop};
    ///
    /// assert_eq!(Interval::bounded_mean(Stop::Planned, 10, 3, 1), Interval::wilson(3, 10));
    /// let mean = Interval::bounded_mean(Stop::Planned, 10, 12, 4).expect("ten fights");
    /// assert!((mean.estimate - 1.2).abs() < 1e-12 && mean.low > 0.43 && mean.high < 2.42);
    /// ```
    ///
    /// # Panics
    /// If the sum is more than `n` times `most`.
    pub fn bounded_mean(stop: Stop, n: u64, sum: u64, most: u32) -> Option<Self> {
        if n == 0 {
            return None;
        }
        if most == 0 {
            return Some(Self {
                low: 0.0,
                high: 0.0,
                estimate: 0.0,
            });
        }
        let all = n
            .checked_mul(u64::from(most))
            .expect("fewer than 2^58 fights");
        assert!(sum <= all, "a mean of {sum} in {n} is more than {most}");
        let scale = f64::from(most);
        // A small sum may come from only `sum / most` fights, so the correction for rare events is made for
        // that number of fights. Each of these fights adds at least 1 to the sum.
        let rare = |sum: u64| {
            let least = corrected(stop, sum.div_ceil(u64::from(most)))?;
            Some(least / float(n) / scale)
        };
        let (low, high) = score(stop, float(sum) / float(all), float(n));
        let low = low.min(rare(sum).unwrap_or(1.0));
        let high = high.max(1.0 - rare(all - sum).unwrap_or(1.0));
        Some(Self {
            low: if sum == 0 { 0.0 } else { low * scale },
            high: if sum == all { scale } else { high * scale },
            estimate: float(sum) / float(n),
        })
    }

    /// Returns the mean of `n` whole numbers from their sum and their sum of squares. `None` if `n` is 0.
    ///
    /// The interval is ± t·s/√n, but at least ± 3.69/n (at most 1). This minimum allows for one missed
    /// outcome that differs by one. Therefore `n` equal outcomes still have an interval. A single number does
    /// not show the variance, so its interval has infinite ends.
    ///
    /// # Panics
    /// If the squares of the numbers need more than 128 bits.
    pub fn mean(n: u64, sum: u128, squares: u128) -> Option<Self> {
        Self::mean_after(Stop::Planned, n, sum, squares)
    }

    fn mean_after(stop: Stop, n: u64, sum: u128, squares: u128) -> Option<Self> {
        if n == 0 {
            return None;
        }
        let estimate = wide(sum) / float(n);
        // n·Σx² - (Σx)² is computed in whole numbers, because a difference of floats would lose precision.
        let spread = (u128::from(n).checked_mul(squares))
            .zip(sum.checked_mul(sum))
            .and_then(|(larger, smaller)| larger.checked_sub(smaller))
            .expect("squares of rounds and fighters fit 128 bits");
        let error = (wide(spread) / float(n) / float(n.saturating_sub(1).max(1)) / float(n)).sqrt();
        let reach = reach(stop.z(), n, error).max((UNSEEN / float(n)).min(1.0));
        Some(Self {
            low: estimate - reach,
            high: estimate + reach,
            estimate,
        })
    }

    /// Returns the mean of the values in a histogram (see [`Interval::mean`]), given as pairs of a value and
    /// its count.
    ///
    /// # Panics
    /// In the same cases as [`Interval::mean`].
    pub fn mean_of(histogram: impl IntoIterator<Item = (u32, u64)>) -> Option<Self> {
        Self::mean_of_after(Stop::Planned, histogram)
    }

    /// Returns the same as [`Interval::mean_of`], for a run that ended as `stop` says.
    ///
    /// # Panics
    /// In the same cases as [`Interval::mean`].
    pub fn mean_of_after(
        stop: Stop,
        histogram: impl IntoIterator<Item = (u32, u64)>,
    ) -> Option<Self> {
        let (n, sum, squares) =
            histogram
                .into_iter()
                .fold((0, 0, 0), |(n, sum, squares), (value, count)| {
                    let (value, wide) = (u128::from(value), u128::from(count));
                    (
                        n + count,
                        sum + wide * value,
                        squares + wide * value * value,
                    )
                });
        Self::mean_after(stop, n, sum, squares)
    }

    /// Returns the first share minus the second, with Newcombe's interval, which combines the two Wilson
    /// intervals. The shares are independent, and each is given by a count and its whole. `None` if either
    /// whole is 0.
    pub fn difference(first: (u64, u64), second: (u64, u64)) -> Option<Self> {
        Self::difference_after(Stop::Planned, first, second)
    }

    /// Returns the same as [`Interval::difference`], for a run that ended as `stop` says.
    pub fn difference_after(stop: Stop, first: (u64, u64), second: (u64, u64)) -> Option<Self> {
        let (a, b) = (
            Self::wilson_after(stop, first.0, first.1)?,
            Self::wilson_after(stop, second.0, second.1)?,
        );
        let estimate = a.estimate - b.estimate;
        Some(Self {
            low: estimate - (a.estimate - a.low).hypot(b.high - b.estimate),
            high: estimate + (a.high - a.estimate).hypot(b.estimate - b.low),
            estimate,
        })
    }

    /// Returns the interval with its ends limited to the possible values from `least` to `most`.
    #[must_use]
    pub fn within(self, least: u32, most: u32) -> Self {
        Self {
            low: self.low.max(f64::from(least)),
            high: self.high.min(f64::from(most)),
            ..self
        }
    }

    /// Returns half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns the distance from the estimate to the farther end.
    pub fn reach(&self) -> f64 {
        (self.high - self.estimate).max(self.estimate - self.low)
    }
}

/// Returns the half-width of the interval for the mean of `n` numbers. `error` is the estimated standard
/// error. `z` is the half-width in standard errors that would be right if the standard error were known
/// exactly. Since it is estimated, the quantile of Student's t takes the place of `z`. The result is infinite
/// for fewer than two numbers.
pub(super) fn reach(z: f64, n: u64, error: f64) -> f64 {
    if n < 2 {
        return f64::INFINITY;
    }
    let tail = |z: f64| Normal::standard().sf(z);
    let errors = student(n).map_or(z, |student| -student.inverse_cdf(tail(z)));
    errors * error
}

/// Returns the distribution of the error of a mean of `n` numbers, in standard errors. `None` if the normal
/// distribution is close enough, and for fewer than two numbers.
pub(super) fn student(n: u64) -> Option<StudentsT> {
    (2..MANY)
        .contains(&n)
        .then(|| StudentsT::new(0.0, 1.0, float(n - 1)).expect("a number of degrees above nothing"))
}

/// Returns the result of [`seldom`] if the run stopped early, and `None` for other runs.
fn corrected(stop: Stop, count: u64) -> Option<f64> {
    match stop {
        Stop::Planned => None,
        Stop::Narrow => seldom(count),
    }
}

/// Returns the ends of Wilson's score interval for a share of `n` fights.
fn score(stop: Stop, share: f64, n: f64) -> (f64, f64) {
    let z = stop.z();
    let centre = share + z * z / (2.0 * n);
    let reach = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let shrink = 1.0 + z * z / n;
    ((centre - reach) / shrink, (centre + reach) / shrink)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts below 2^53 are exact, and above it the sixteenth digit is beyond any interval"
)]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::cast_precision_loss, reason = "as for smaller counts")]
pub(super) fn wide(sum: u128) -> f64 {
    sum as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 5e-5, "{a} is not {b}");
    }

    #[test]
    fn the_constants_are_what_they_say() {
        let z = Normal::standard().inverse_cdf(0.975);
        assert!((Stop::Planned.z() - z).abs() < 1e-12);
        assert!((UNSEEN + 0.025f64.ln()).abs() < 1e-15);
    }

    #[test]
    fn wilson_gives_the_known_figures() {
        for (count, of, low, high) in [
            (0, 10, 0.0, 0.2775),
            (10, 10, 0.7225, 1.0),
            (5, 10, 0.2366, 0.7634),
            (1, 29, 0.0061, 0.1718),
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
        ] {
            let share = Interval::wilson(count, of).expect("of something");
            near(share.low, low);
            near(share.high, high);
        }
        assert_eq!(Interval::wilson(0, 0), None);
    }

    #[test]
    fn a_bounded_mean_of_one_is_a_share_and_of_more_is_as_much_wider() {
        for stop in [Stop::Planned, Stop::Narrow] {
            for count in [0, 1, 2, 7, 50, 98, 99, 100] {
                let share = Interval::wilson_after(stop, count, 100);
                assert_eq!(Interval::bounded_mean(stop, 100, count, 1), share);
            }
            // Twelve standing fighters count like three fights where all four fighters of a side stand. The
            // interval is as wide as for three fights out of a hundred.
            let (few, share) = (
                Interval::bounded_mean(stop, 100, 12, 4).expect("some"),
                Interval::wilson(3, 100).expect("some"),
            );
            assert!((few.estimate - 0.12).abs() < 1e-12);
            assert!(few.low <= 4.0 * share.low && few.high >= 4.0 * share.high);
            let most = Interval::bounded_mean(stop, 100, 388, 4).expect("some");
            assert!((most.low + few.high - 4.0).abs() < 1e-9);
        }
        assert_eq!(Interval::bounded_mean(Stop::Planned, 0, 0, 4), None);
    }

    #[test] // Newcombe 1998, table II, method 10
    fn newcombe_gives_the_known_figures() {
        for (first, second, low, high) in [
            ((56, 70), (48, 80), 0.0524, 0.3339),
            ((9, 10), (3, 10), 0.1705, 0.8090),
            ((10, 10), (0, 10), 0.6075, 1.0),
            ((0, 10), (0, 10), -0.2775, 0.2775),
        ] {
            let difference = Interval::difference(first, second).expect("of something");
            near(difference.low, low);
            near(difference.high, high);
        }
        assert_eq!(Interval::difference((0, 0), (1, 2)), None);
    }

    #[test]
    fn a_mean_has_its_interval_by_student() {
        // The values are 40 ones, 40 twos and 20 fives, with mean 2.2 and s² = 216/99.
        let mean = Interval::mean_of([(1, 40), (2, 40), (5, 20)]).expect("a hundred");
        near(mean.estimate, 2.2);
        near(mean.reach(), 1.984_217 * (216.0f64 / 99.0 / 100.0).sqrt());
        for (n, errors) in [
            (2, 12.706_205),
            (3, 4.302_653),
            (5, 2.776_445),
            (30, 2.045_230),
            (9_999, 1.960_202),
            (10_000, 1.959_964),
        ] {
            near(reach(Stop::Planned.z(), n, 1.0), errors);
        }
        near(reach(Stop::Narrow.z(), 9_999, 1.0), 2.100_28);
        assert_eq!(Interval::mean_of([]), None);
    }

    #[test]
    fn equal_outcomes_still_leave_a_doubt() {
        let mean = Interval::mean_of([(7, 1000)]).expect("a thousand");
        near(mean.low, 7.0 - 0.003_69);
        near(mean.high, 7.0 + 0.003_69);
        let one = Interval::mean_of([(7, 1)]).expect("one").within(0, 300);
        assert_eq!((one.low, one.estimate, one.high), (0.0, 7.0, 300.0));
        let edge = Interval::mean_of([(7, 1000)])
            .expect("a thousand")
            .within(0, 7);
        assert!(edge.low < 7.0 && edge.high <= 7.0);
    }

    proptest! {
        #[test]
        fn no_interval_is_a_point(of in 1u64..1_000_000, part in 0.0f64..=1.0, value in 1u32..100) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of `of`")]
            let count = (float(of) * part) as u64;
            let share = Interval::wilson(count, of).expect("of something");
            prop_assert!(0.0 <= share.low && share.low <= share.estimate);
            prop_assert!(share.estimate <= share.high && share.high <= 1.0);
            prop_assert!(share.low < share.high);
            let mean = Interval::mean_of([(value, count), (value + 1, of - count)]).expect("of something");
            prop_assert!(mean.low < mean.estimate && mean.estimate < mean.high);
        }
    }
}
