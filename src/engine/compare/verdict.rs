//! The verdict on a difference, and the number of fights that would settle an open one.

use crate::tally::{Family, Interval, Stop};

/// The verdict on a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The variants have the same content.
    Same,
    /// The difference is at most the margin, in either direction.
    Within,
    /// The change increases the figure.
    More,
    /// The change decreases the figure.
    Less,
    /// The fights do not decide. About `pairs` pairs would settle it four times in five, if the difference is as
    /// estimated.
    Open {
        /// Number of pairs of fights, rounded to two digits; `None` without a basis for an estimate.
        pairs: Option<u64>,
    },
}

/// The normal quantile of 0.8.
const POWER: f64 = 0.841_621_233_572_914;

/// Judges a difference by its 95 % interval after this number of pairs: within the margin if the whole interval is;
/// otherwise more or less if the interval lies on one side of 0.
pub fn judge(difference: Interval, margin: f64, pairs: u64) -> Verdict {
    let is_one = difference.low > 0.0 || difference.high < 0.0;
    judge_among(Family::ONE, difference, is_one, margin, pairs)
}

/// Judges a difference that belongs to a family, with an interval of the width for that family. `is_one` tells
/// whether the difference is surely not 0, which a test may know more precisely than the interval.
pub fn judge_among(
    family: Family,
    difference: Interval,
    is_one: bool,
    margin: f64,
    pairs: u64,
) -> Verdict {
    let Interval {
        low,
        high,
        estimate,
    } = difference;
    if -margin < low && high < margin {
        return Verdict::Within;
    }
    if is_one && estimate > 0.0 {
        return Verdict::More;
    }
    if is_one && estimate < 0.0 {
        return Verdict::Less;
    }
    // The nearer of two ways to settle it: the interval excludes 0, or it fits into the margin.
    let room = estimate.abs().max(margin - estimate.abs());
    let z = match family {
        Family::ONE => Stop::Planned.z(),
        many => many.z(),
    };
    let factor = (difference.reach() / room * (z + POWER) / z).powi(2);
    #[expect(clippy::cast_precision_loss, reason = "two digits of it count")]
    let needed = pairs as f64 * factor;
    Verdict::Open {
        pairs: needed.is_finite().then(|| two_digits(needed)),
    }
}

/// The number rounded up to two digits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast takes what is out of range to the nearest end"
)]
fn two_digits(number: f64) -> u64 {
    let unit = 10f64.powf(number.max(10.0).log10().floor() - 1.0);
    ((number / unit).ceil() * unit).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(low: f64, estimate: f64, high: f64) -> Verdict {
        let difference = Interval {
            low,
            high,
            estimate,
        };
        judge(difference, 0.01, 1000)
    }

    #[test]
    fn an_interval_says_more_less_no_difference_or_nothing_yet() {
        assert_eq!(judged(0.02, 0.03, 0.04), Verdict::More);
        assert_eq!(judged(0.001, 0.03, 0.06), Verdict::More);
        assert_eq!(judged(-0.04, -0.03, -0.02), Verdict::Less);
        assert_eq!(judged(-0.009, 0.0, 0.009), Verdict::Within);
        // A difference within the margin does not count, however certain it is.
        assert_eq!(judged(0.004, 0.006, 0.008), Verdict::Within);
        assert!(matches!(judged(-0.01, 0.0, 0.01), Verdict::Open { .. }));
        assert!(matches!(judged(-0.02, 0.02, 0.06), Verdict::Open { .. }));
    }

    #[test]
    fn without_a_margin_or_a_difference_there_is_no_telling() {
        let nothing = Interval {
            low: -0.1,
            high: 0.1,
            estimate: 0.0,
        };
        assert_eq!(judge(nothing, 0.0, 1000), Verdict::Open { pairs: None });
    }

    #[test]
    fn what_is_open_says_how_many_fights_would_settle_it() {
        // ± 4 % where 2 % would suffice: four times as many, and twice as many again for the luck of the next run.
        assert_eq!(
            judged(-0.02, 0.02, 0.06),
            Verdict::Open { pairs: Some(8200) }
        );
        // No difference at all: the interval has to shrink from ± 2 % to ± 1 %.
        assert_eq!(
            judged(-0.02, 0.0, 0.02),
            Verdict::Open { pairs: Some(8200) }
        );
        assert_eq!(
            judged(-0.06, -0.02, 0.02),
            Verdict::Open { pairs: Some(8200) }
        );
    }
}
