//! Calculates p-values for the claim that a number is above or below a bound, and intervals for the number.
//! The p-values are accurate even if they are tiny, so thousands of claims can be tested together.
//!
//! A share of fights is tested with the exact tails of the binomial distribution. If the fights were played
//! in two seats (with the sides in both orders), the probability differs between the seats. The binomial
//! distribution with the mean of both probabilities has tails that are too wide but never too narrow
//! (Hoeffding 1956).
//!
//! Means, and sums of means of different matchups, are tested with Student's t. The degrees of freedom are
//! those of Welch and Satterthwaite. The variance is computed as if there were one more outcome that differs
//! by one. The ratio of two means is tested with Fieller's method.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::gamma::ln_gamma;

use super::Interval;
use super::interval::float;

/// The number of degrees of freedom above which the normal distribution is used in place of Student's. The
/// p-values differ by at most one hundredth of their value.
const MANY: f64 = 10_000.0;

/// The number of fights above which a share is treated as a mean, because a binomial tail would have too many
/// terms.
const MOST: u64 = 1 << 24;

/// A mean, and how precisely it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// The mean.
    pub mean: f64,
    /// The square of the standard error; above 0.
    pub variance: f64,
    /// The degrees of freedom of the variance; at least 1.
    pub freedom: f64,
}

/// An observed number that a claim is about, and how precisely it is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Evidence {
    /// A share of the fights.
    Share {
        /// The number of fights that have the property.
        count: u64,
        /// The number of all fights; at least one.
        of: u64,
    },
    /// A mean, or a weighted sum of means.
    Mean(Moment),
    /// The ratio of two independent means.
    Ratio {
        /// The numerator.
        over: Moment,
        /// The denominator.
        under: Moment,
    },
}

impl Moment {
    /// Returns the mean of `n` numbers from their sum and their sum of squares. All numbers are multiples of
    /// `unit`. `None` if `n` is below 2.
    pub fn of(n: u64, sum: f64, squares: f64, unit: f64) -> Option<Self> {
        if n < 2 {
            return None;
        }
        let count = float(n);
        let mean = sum / count;
        let around = (squares - sum * mean).max(0.0) + unit * unit;
        Some(Self {
            mean,
            variance: around / (count - 1.0) / count,
            freedom: count - 1.0,
        })
    }

    /// Returns the weighted sum of independent means, given as pairs of a weight and a mean. `None` for an
    /// empty list.
    pub fn sum(parts: &[(f64, Self)]) -> Option<Self> {
        if parts.is_empty() {
            return None;
        }
        let (mut mean, mut variance, mut shares) = (0.0, 0.0, 0.0);
        for (weight, part) in parts {
            let own = weight * weight * part.variance;
            mean += weight * part.mean;
            variance += own;
            shares += own * own / part.freedom;
        }
        Some(Self {
            mean,
            variance,
            freedom: variance * variance / shares,
        })
    }

    /// Returns the probability of a mean that exceeds `bound` by at least as much as this one, if `bound`
    /// were the true value.
    fn above(&self, bound: f64) -> f64 {
        let t = (self.mean - bound) / self.variance.sqrt();
        if self.freedom > MANY {
            return Normal::standard().sf(t);
        }
        StudentsT::new(0.0, 1.0, self.freedom).map_or(1.0, |student| student.sf(t))
    }

    fn below(&self, bound: f64) -> f64 {
        let mirrored = Self {
            mean: -self.mean,
            ..*self
        };
        mirrored.above(-bound)
    }
}

/// Returns the distance from the mean, in standard errors, where a tail with the probability `tail` begins.
fn errors(freedom: f64, tail: f64) -> f64 {
    if freedom > MANY {
        return -Normal::standard().inverse_cdf(tail);
    }
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |student| -student.inverse_cdf(tail))
}

impl Evidence {
    /// Returns the observed value: the share, the mean or the ratio.
    pub fn estimate(&self) -> f64 {
        match self {
            Self::Share { count, of } => float(*count) / float(*of),
            Self::Mean(moment) => moment.mean,
            Self::Ratio { over, under } => over.mean / under.mean,
        }
    }

    /// Returns a share or a mean as a [`Moment`]. `None` for a ratio, and for a share of fewer than two
    /// fights.
    pub fn moment(&self) -> Option<Moment> {
        match self {
            Self::Share { count, of } => {
                let sum = float(*count);
                Moment::of(*of, sum, sum, 1.0)
            }
            Self::Mean(moment) => Some(*moment),
            Self::Ratio { .. } => None,
        }
    }

    /// Returns the p-value of the claim that the number is at most `bound`. A small p-value means that the
    /// number is larger.
    ///
    /// ```
    /// use skirmish_engine::tally::Evidence;
    ///
    /// let heads = Evidence::Share { count: 9, of: 10 };
    /// assert!((heads.above(0.5) - 11.0 / 1024.0).abs() < 1e-12);
    /// ```
    pub fn above(&self, bound: f64) -> f64 {
        match self {
            Self::Share { count, of } if *of <= MOST => tail(*count, *of, bound),
            Self::Ratio { over, under } => less(over, under, bound).above(0.0),
            _ => self.moment().map_or(1.0, |moment| moment.above(bound)),
        }
    }

    /// Returns the p-value of the claim that the number is at least `bound`. A small p-value means that the
    /// number is smaller.
    pub fn below(&self, bound: f64) -> f64 {
        match self {
            Self::Share { count, of } if *of <= MOST => tail(of - count, *of, 1.0 - bound),
            Self::Ratio { over, under } => less(over, under, bound).below(0.0),
            _ => self.moment().map_or(1.0, |moment| moment.below(bound)),
        }
    }

    /// Returns the observed value with its interval. At each end, the probability that the true value lies
    /// beyond it is at most `beyond`.
    pub fn interval(&self, beyond: f64) -> Interval {
        let estimate = self.estimate();
        let (low, high) = match self {
            Self::Share { count, of } if *of <= MOST => (
                lower_end(*count, *of, beyond),
                1.0 - lower_end(of - count, *of, beyond),
            ),
            Self::Ratio { over, under } => fieller(over, under, beyond),
            _ => self.moment().map_or(
                (f64::NEG_INFINITY, f64::INFINITY),
                |Moment {
                     mean,
                     variance,
                     freedom,
                 }| {
                    let reach = errors(freedom, beyond) * variance.sqrt();
                    (mean - reach, mean + reach)
                },
            ),
        };
        Interval {
            low,
            high,
            estimate,
        }
    }
}

/// Returns the mean `one - times * other`, where `one` and `other` are independent.
fn less(one: &Moment, other: &Moment, times: f64) -> Moment {
    Moment::sum(&[(1.0, *one), (-times, *other)]).expect("of two parts")
}

/// Returns the ends of Fieller's interval for `over / under`. Both ends are infinite if `under` may be 0.
fn fieller(over: &Moment, under: &Moment, beyond: f64) -> (f64, f64) {
    let t = errors(over.freedom.min(under.freedom), beyond);
    let square = t * t;
    let a = under.mean * under.mean - square * under.variance;
    let b = over.mean * under.mean;
    let c = over.mean * over.mean - square * over.variance;
    let inside = b * b - a * c;
    if a <= 0.0 || inside < 0.0 {
        return (f64::NEG_INFINITY, f64::INFINITY);
    }
    let root = inside.sqrt();
    ((b - root) / a, (b + root) / a)
}

/// Returns the probability that at least `count` of `of` fights have a property that each fight has with the
/// probability `share`. Returns 1 if `count` is not above the expected number.
fn tail(count: u64, of: u64, share: f64) -> f64 {
    let (x, n) = (float(count), float(of));
    if share >= 1.0 || x <= n * share {
        return 1.0;
    }
    if share <= 0.0 {
        return 0.0;
    }
    let choices = ln_gamma(n + 1.0) - ln_gamma(x + 1.0) - ln_gamma(n - x + 1.0);
    let first = choices + x * share.ln() + (n - x) * (-share).ln_1p();
    let odds = share / (1.0 - share);
    let (mut sum, mut term, mut at) = (1.0, 1.0, x);
    while at < n && term > sum * 1e-12 {
        term *= (n - at) / (at + 1.0) * odds;
        sum += term;
        at += 1.0;
    }
    (first.exp() * sum).min(1.0)
}

/// Returns the lower bound of Clopper and Pearson for `count` of `of` fights: the share for which [`tail`]
/// returns `chance`.
fn lower_end(count: u64, of: u64, chance: f64) -> f64 {
    if count == 0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, float(count) / float(of));
    // The search stops when the bounds differ by less than any figure shows.
    let least = 1e-7 * high.min(1.0);
    while high - low > least {
        let middle = f64::midpoint(low, high);
        if tail(count, of, middle) > chance {
            high = middle;
        } else {
            low = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the same probability as [`tail`], calculated with Pascal's triangle.
    fn by_hand(count: u64, of: u64, share: f64) -> f64 {
        let mut row = vec![1.0];
        for _ in 0..of {
            let mut next = vec![0.0; row.len() + 1];
            for (at, chance) in row.iter().enumerate() {
                next[at] += chance * (1.0 - share);
                next[at + 1] += chance * share;
            }
            row = next;
        }
        row.iter().skip(usize::try_from(count).expect("few")).sum()
    }

    #[test]
    fn tails_of_shares_are_exact() {
        for of in [1, 7, 40, 200] {
            for share in [0.001, 0.05, 0.5, 0.93] {
                for count in 0..=of {
                    let evidence = Evidence::Share { count, of };
                    let exact = by_hand(count, of, share);
                    let said = evidence.above(share);
                    if float(count) > float(of) * share {
                        let off = (said - exact).abs();
                        assert!(off < 1e-9 * exact + 1e-13, "{count} of {of}: {said}");
                    } else {
                        assert!(said > exact - 1e-9, "{count} of {of}: {said}");
                    }
                    let other = Evidence::Share {
                        count: of - count,
                        of,
                    };
                    assert!((other.below(1.0 - share) - said).abs() < 1e-9);
                }
            }
        }
    }

    #[test] // Clopper and Pearson 1934; tables of the exact interval
    fn the_interval_of_a_share_is_the_exact_one() {
        let near = |is: f64, expected: f64| assert!((is - expected).abs() < 5e-5, "{is}");
        let never = Evidence::Share { count: 0, of: 10 }.interval(0.025);
        near(never.high, 0.3085);
        assert!(never.low.abs() < 1e-12);
        let half = Evidence::Share { count: 5, of: 10 }.interval(0.025);
        near(half.low, 0.1871);
        near(half.high, 0.8129);
    }

    #[test]
    fn an_interval_ends_where_the_p_value_is_its_tail() {
        let moment = |mean, variance| Moment {
            mean,
            variance,
            freedom: 300.0,
        };
        for evidence in [
            Evidence::Share { count: 37, of: 400 },
            Evidence::Mean(moment(7.5, 0.04)),
            Evidence::Ratio {
                over: moment(7.5, 0.04),
                under: moment(2.5, 1e-12),
            },
        ] {
            let found = evidence.interval(0.001);
            assert!((evidence.above(found.low) - 0.001).abs() < 2e-5);
            assert!((evidence.below(found.high) - 0.001).abs() < 2e-5);
            assert!(found.low < found.estimate && found.estimate < found.high);
        }
    }

    #[test]
    fn a_divisor_that_may_be_nothing_leaves_a_ratio_open() {
        let moment = |mean| Moment {
            mean,
            variance: 1.0,
            freedom: 1e6,
        };
        let ratio = Evidence::Ratio {
            over: moment(50.0),
            under: moment(1.0),
        };
        let found = ratio.interval(0.001);
        assert!(found.low.is_infinite() && found.high.is_infinite());
    }

    #[test]
    fn means_add_up_with_their_weights() {
        let part = Moment::of(100, 250.0, 725.0, 1.0).expect("many");
        assert!((part.mean - 2.5).abs() < 1e-12);
        // The sum of squared deviations from the mean is 100, plus 1 for the additional outcome.
        assert!((part.variance - 101.0 / 99.0 / 100.0).abs() < 1e-12);
        let sum = Moment::sum(&[(0.5, part), (-0.5, part)]).expect("two");
        assert!(sum.mean.abs() < 1e-12);
        assert!((sum.variance - part.variance / 2.0).abs() < 1e-12);
        assert!((sum.freedom - 198.0).abs() < 1e-9);
        assert_eq!(Moment::of(1, 1.0, 1.0, 1.0), None);
        assert_eq!(Moment::sum(&[]), None);
    }
}
