//! The verdict on a difference between two variants. If the fights do not decide, the verdict includes the
//! number of fights that would probably decide.

use crate::tally::{Family, Interval, Stop};

/// The verdict on the difference between two variants in one figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The variants have the same content.
    Same,
    /// The difference is surely at most the margin, in either direction.
    Within,
    /// The changed variant surely has more than the base.
    More,
    /// The changed variant surely has less than the base.
    Less,
    /// The fights do not decide. If the true difference is the estimated one, about `pairs` pairs of fights
    /// would decide with a probability of four in five.
    Open {
        /// The number of pairs of fights, rounded up to two significant digits. `None` if no number can be
        /// estimated.
        pairs: Option<u64>,
    },
}

/// The quantile of the normal distribution for a probability of 0.8.
const POWER: f64 = 0.841_621_233_572_914;

/// Judges a difference by its 95 % interval. If the whole interval is within `margin` of 0, the verdict is
/// [`Verdict::Within`]. If not, and 0 is outside of the interval, the verdict is [`Verdict::More`] or
/// [`Verdict::Less`]. `pairs` is the number of pairs of fights that were played.
pub fn judge(difference: Interval, margin: f64, pairs: u64) -> Verdict {
    let is_one = difference.low > 0.0 || difference.high < 0.0;
    judge_among(Family::ONE, difference, is_one, margin, pairs)
}

/// Judges one of several differences that are judged together, the `family`. The interval `difference` must
/// be wide enough for this family. `is_one` says whether the difference is surely not 0. Some tests can show
/// this more precisely than the interval.
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
    // The verdict becomes clear once the interval excludes 0, or once it fits into the margin. `needed` is
    // the number of pairs for whichever of these comes first.
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

/// Rounds a number up to two significant digits.
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
        // A difference within the margin counts as none, even if it is surely not 0.
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
        // The interval is ± 4 %, and ± 2 % would suffice, which takes four times as many fights. To decide in
        // four of five runs, about twice as many fights again are needed.
        assert_eq!(
            judged(-0.02, 0.02, 0.06),
            Verdict::Open { pairs: Some(8200) }
        );
        // The estimate is 0, so the interval has to shrink from ± 2 % to the margin of ± 1 %.
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
