//! Significance tests of the shift of a figure between two samples of fights.
//!
//! A baseline is a sample too, so both samples vary by chance. A test asks whether the shift is certainly
//! larger than a bound, or whether it is certainly smaller. The answer is a p-value. The gate asks two
//! questions: "has the figure certainly moved by more than the margin?" and "has it certainly moved by less
//! than twice the margin?".
//!
//! Shares are tested by the signed root of the likelihood ratio of two binomials whose shares differ by the
//! bound, with a continuity correction. The textbook's normal interval of the difference is not used. For
//! rare wins, small p-values and samples of different sizes, it raises up to 20 times as many false alarms as
//! it promises. The unit tests enumerate every outcome to show that the test used here keeps its promise.
//!
//! Means are tested by Welch's t. The variance is computed as if the sample had one more value, at a distance
//! of 1 from the others. It is therefore never 0.
//!
//! Fights that were played in pairs with the same dice are judged as pairs. Shares are then tested by the
//! likelihood ratio of those pairs whose two fights differ, and means by Student's t of the differences. A
//! sample of pairs may contain no large difference although large differences occur. The p-value of a mean is
//! never smaller than the probability of that.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::tally::Pairs;

/// A count of fights with a certain result, and the number of all fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// Number of fights with the result.
    pub(super) count: u64,
    /// Number of all fights, at least one.
    pub(super) of: u64,
}

/// Sums over fights, for estimating a mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mean {
    /// Number of all fights, at least one.
    pub(super) fights: u64,
    /// Number of independent values in the sums. A value is the result of one fight, or the sum of a group of
    /// equally many fights.
    pub(super) values: u64,
    /// The sum of the values.
    pub(super) sum: u128,
    /// Sum of the squares of the values.
    pub(super) squares: u128,
}

/// A figure in two samples: in the baseline (or the earlier version) and now.
///
/// The shift of a share is measured as a share of all fights, so 0.01 is one percentage point. The shift of a
/// mean is measured in units of `scale`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Pair {
    /// Shares of fights, from two independent samples.
    Shares {
        /// The sample of the baseline.
        old: Share,
        /// The present sample.
        new: Share,
    },
    /// Means over fights, from two independent samples.
    Means {
        /// The sample of fights in the baseline.
        old: Mean,
        /// The sample of present fights.
        new: Mean,
        /// The shift of the mean is given in this unit. It is above 0.
        scale: f64,
    },
    /// Shares of fights, in pairs of fights with the same dice.
    PairedShares(Pairs),
    /// Means over fights, in pairs of fights with the same dice.
    PairedMeans {
        /// Sums over the pairs of fights, as `compare` returns them.
        pairs: Pairs,
        /// The shift of the mean is given in this unit. It is above 0.
        scale: f64,
    },
}

impl Pair {
    /// Returns the figure in the first and in the second sample, each in the figure's own unit.
    pub(super) fn estimates(&self) -> [f64; 2] {
        match self {
            Self::Shares { old, new } => [old, new].map(Share::estimate),
            Self::Means { old, new, .. } => [old, new].map(Mean::estimate),
            Self::PairedShares(pairs) | Self::PairedMeans { pairs, .. } => {
                pairs.sums().map(|sum| wide(sum) / float(pairs.pairs()))
            }
        }
    }

    /// Returns the number of fights in the smaller sample. For pairs, returns the number of pairs.
    pub(super) fn fights(&self) -> u64 {
        match self {
            Self::Shares { old, new } => old.of.min(new.of),
            Self::Means { old, new, .. } => old.fights.min(new.fights),
            Self::PairedShares(pairs) | Self::PairedMeans { pairs, .. } => pairs.pairs(),
        }
    }

    /// Returns the estimated shift of the figure.
    pub(super) fn shift(&self) -> f64 {
        let [old, new] = self.estimates();
        match self {
            Self::Shares { .. } | Self::PairedShares(_) => new - old,
            Self::Means { scale, .. } | Self::PairedMeans { scale, .. } => (new - old) / scale,
        }
    }

    /// Returns the p-value of the hypothesis "the figure has moved by no more than `margin`, up or down". A
    /// small value means that the figure has certainly moved by more.
    pub(super) fn beyond(&self, margin: f64) -> f64 {
        let shift = self.shift();
        if shift.abs() <= margin {
            return 1.0;
        }
        let tails = if shift > 0.0 {
            self.above(margin) + self.above(-margin)
        } else {
            self.below(-margin) + self.below(margin)
        };
        tails.min(1.0)
    }

    /// Returns the p-value of the hypothesis "the figure has moved by `bound` or more, up or down". A small
    /// value means that the figure has certainly moved by less.
    pub(super) fn within(&self, bound: f64) -> f64 {
        self.below(bound).max(self.above(-bound))
    }

    /// Returns the number of fights that each sample needs to tell the observed shift from a shift of `near`.
    /// `alpha` is the probability of a false alarm, and `unnoticed` that of overlooking the difference. The
    /// result is infinite if the observed shift equals `near`.
    pub(super) fn fights_to_tell(&self, near: f64, alpha: f64, unnoticed: f64) -> f64 {
        let standard = Normal::standard();
        let errors = standard.inverse_cdf(1.0 - alpha) + standard.inverse_cdf(1.0 - unnoticed);
        let spread = match self {
            Self::Shares { old, new } => old.spread() + new.spread(),
            Self::Means { old, new, scale } => (old.spread() + new.spread()) / (scale * scale),
            Self::PairedShares(pairs) => {
                let [gained, lost] = pairs.apart().map(wide);
                let n = float(pairs.pairs());
                (gained + lost + 1.0) / (n + 1.0) - self.shift().powi(2)
            }
            Self::PairedMeans { pairs, scale } => pairs.variance_of_one() / (scale * scale),
        };
        spread * (errors / (self.shift().abs() - near)).powi(2)
    }

    /// Returns two log likelihood ratios for a sequential test: one for a shift upwards and one for a shift
    /// downwards. Each compares a shift by twice the margin with a shift by the margin, and is positive if
    /// the former is likelier.
    pub(super) fn evidence(&self, margin: f64) -> [f64; 2] {
        [1.0, -1.0].map(|direction| {
            let fit = |bound: f64| self.root(direction * bound).powi(2) / 2.0;
            let likelier = fit(margin) - fit(2.0 * margin);
            match self {
                // Extreme values of a mean are likelier than under the normal distribution, so
                // [`Self::missed`] limits the evidence.
                Self::PairedMeans { .. } => {
                    let most = -self.missed(direction * margin).ln();
                    let least = self.missed(direction * 2.0 * margin).ln();
                    likelier.clamp(least.min(0.0), most.max(0.0))
                }
                _ => likelier,
            }
        })
    }

    /// Returns the distance of the observed shift from `bound`, as a standard normal deviate. The result is
    /// positive if the shift is above the bound.
    fn root(&self, bound: f64) -> f64 {
        match self {
            Self::Shares { old, new } => signed_root(*old, *new, bound),
            Self::PairedShares(pairs) => paired_root(pairs, bound),
            Self::Means { old, new, scale } => {
                let [a, b] = [old, new].map(|mean| mean.spread() / float(mean.fights));
                (self.shift() - bound) * scale / (a + b).sqrt()
            }
            Self::PairedMeans { pairs, scale } => {
                let error = (pairs.variance_of_one() / float(pairs.pairs())).sqrt();
                (self.shift() - bound) * scale / error.max(1e-9 * scale)
            }
        }
    }

    /// Returns the probability that no pair of the sample shows a large difference, although large
    /// differences are so frequent that the true shift is `bound`. A large difference is one as large as
    /// between two unrelated fights. The result is 0 for every variant except [`Self::PairedMeans`].
    fn missed(&self, bound: f64) -> f64 {
        match self {
            Self::PairedMeans { pairs, scale } => {
                let apart = (self.shift() - bound).abs() * scale / pairs.unlike_by();
                (-float(pairs.pairs()) * apart).exp()
            }
            _ => 0.0,
        }
    }

    /// Returns the p-value of "the shift is at most `bound`".
    fn above(&self, bound: f64) -> f64 {
        self.tail(bound, 1.0)
    }

    /// Returns the p-value of "the shift is at least `bound`".
    fn below(&self, bound: f64) -> f64 {
        self.tail(bound, -1.0)
    }

    /// Returns a one-sided p-value: the probability of an estimate at least as far beyond `bound` as this
    /// one, if the true shift equals `bound`. With a `direction` of 1, beyond means above the bound. With -1,
    /// it means below.
    fn tail(&self, bound: f64, direction: f64) -> f64 {
        match self {
            Self::Shares { old, new } => {
                let step = 0.5 / float(old.of) + 0.5 / float(new.of);
                let root = signed_root(*old, *new, bound + direction * step);
                Normal::standard().sf(direction * root)
            }
            Self::Means { old, new, scale } => {
                let [a, b] =
                    [old, new].map(|mean| mean.spread() / float(mean.fights) / (scale * scale));
                let t = direction * (self.shift() - bound) / (a + b).sqrt();
                student(
                    t,
                    (a + b).powi(2) / (a * a / old.freedom() + b * b / new.freedom()),
                )
            }
            Self::PairedShares(pairs) => {
                let step = 0.5 / float(pairs.pairs());
                let root = paired_root(pairs, bound + direction * step);
                Normal::standard().sf(direction * root)
            }
            Self::PairedMeans { pairs, .. } => {
                let freedom = float(pairs.pairs().saturating_sub(1).max(1));
                let p = student(direction * self.root(bound), freedom);
                if direction * (self.shift() - bound) > 0.0 {
                    p.max(self.missed(bound)).min(1.0)
                } else {
                    p
                }
            }
        }
    }
}

impl Share {
    fn estimate(&self) -> f64 {
        float(self.count) / float(self.of)
    }

    /// Returns the estimated variance of a single fight. It is never 0. The variance of a mean over n fights
    /// is an n-th of it.
    fn spread(&self) -> f64 {
        let share = (float(self.count) + 0.5) / (float(self.of) + 1.0);
        share * (1.0 - share)
    }
}

impl Mean {
    fn estimate(&self) -> f64 {
        wide(self.sum) / float(self.fights)
    }

    /// Returns the estimated variance of a single fight. It is never 0. The variance of a mean over n fights
    /// is an n-th of it.
    fn spread(&self) -> f64 {
        // n·Σx² - (Σx)² is computed in whole numbers, which are exact. With floats, the difference would lose
        // its digits.
        let around = (u128::from(self.values).checked_mul(self.squares))
            .zip(self.sum.checked_mul(self.sum))
            .and_then(|(larger, smaller)| larger.checked_sub(smaller))
            .expect("a baseline's sums are checked when it is read, and a tally's are true");
        let around = wide(around) / float(self.values) + 1.0;
        around / self.freedom() * float(self.values) / float(self.fights)
    }

    fn freedom(&self) -> f64 {
        float(self.values.saturating_sub(1).max(1))
    }
}

/// Returns the probability that Student's t with `freedom` degrees of freedom is at least `t`.
fn student(t: f64, freedom: f64) -> f64 {
    // With this many degrees of freedom, the p-values of Student's distribution and the normal distribution
    // differ by less than a thousandth.
    if freedom > 100_000.0 {
        return Normal::standard().sf(t);
    }
    StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |student| student.sf(t))
}

/// Returns the signed root of twice the log likelihood ratio of the hypothesis "the shares differ by
/// `bound`". The root is a standard normal deviate. It is positive if the second share is larger by more than
/// `bound`.
fn signed_root(old: Share, new: Share, bound: f64) -> f64 {
    let (x, m) = (float(old.count), float(old.of));
    let (y, n) = (float(new.count), float(new.of));
    let sign = (y / n - x / m - bound).signum();
    if bound.abs() >= 1.0 {
        return sign * f64::INFINITY;
    }
    let share = restricted((x, m), (y, n), bound);
    let free = likelihood(x, m, x / m) + likelihood(y, n, y / n);
    let bent = likelihood(x, m, share) + likelihood(y, n, share + bound);
    sign * (2.0 * (free - bent)).max(0.0).sqrt()
}

/// Returns the signed root of twice the log likelihood ratio of the hypothesis "the shares of these pairs
/// differ by `bound`". The root is a standard normal deviate. It is positive if the second share is larger by
/// more than `bound`. Only pairs whose two fights differ matter. In the pairs counted as `gained`, only the
/// second fight has the result, and in those counted as `lost`, only the first fight has it.
fn paired_root(pairs: &Pairs, bound: f64) -> f64 {
    let n = float(pairs.pairs());
    let [gained, lost] = pairs.apart().map(wide);
    let sign = ((gained - lost) / n - bound).signum();
    if bound.abs() >= 1.0 {
        return sign * f64::INFINITY;
    }
    // Pairs whose fights differ are of two kinds. `rarer` is the likeliest share of the rarer kind, given
    // that the shares of the two kinds differ by `bound`. It is the positive root of a quadratic equation.
    let (more, less, bound) = if bound < 0.0 {
        (lost, gained, -bound)
    } else {
        (gained, lost, bound)
    };
    let linear = (more + less) * (1.0 - bound) - 2.0 * bound * (n - more);
    let constant = less * bound * (1.0 - bound);
    let root = linear.hypot((8.0 * n * constant).sqrt());
    let rarer = if linear > 0.0 {
        (linear + root) / (4.0 * n)
    } else {
        2.0 * constant / (root - linear).max(f64::MIN_POSITIVE)
    };
    let part = |count: f64, share: f64| if count > 0.0 { count * share.ln() } else { 0.0 };
    let rest = n - more - less;
    let free = part(more, more / n) + part(less, less / n) + part(rest, rest / n);
    let apart = bound + 2.0 * rarer;
    let bent = part(more, rarer + bound) + part(less, rarer) + part(rest, 1.0 - apart);
    sign * (2.0 * (free - bent)).max(0.0).sqrt()
}

/// Returns the first share that makes both samples likeliest, given that the second share is larger by
/// `bound`. The derivative of the likelihood falls everywhere. Newton's method finds where it is 0, and
/// bisection replaces each step that would leave the bracket.
fn restricted(old: (f64, f64), new: (f64, f64), bound: f64) -> f64 {
    /// Tolerance of the share that is found. It changes p-values by less than their last digit in the output.
    const NEAR: f64 = 1e-13;
    let ((x, m), (y, n)) = (old, new);
    let (mut low, mut high) = ((-bound).max(0.0), (1.0 - bound).min(1.0));
    let part = |count: f64, share: f64| if count > 0.0 { count / share } else { 0.0 };
    let mut share = ((x + y - n * bound) / (m + n)).clamp(low, high);
    for _ in 0..60 {
        if share <= low || share >= high {
            share = f64::midpoint(low, high);
        }
        let other = share + bound;
        let parts = [
            (x, share),
            (y, other),
            (m - x, share - 1.0),
            (n - y, other - 1.0),
        ];
        let slope: f64 = parts.iter().map(|&(count, at)| part(count, at)).sum();
        let bend: f64 = parts.iter().map(|&(count, at)| part(count, at) / at).sum();
        if slope > 0.0 {
            low = share;
        } else {
            high = share;
        }
        let step = slope / bend;
        share += step;
        if step.abs() < NEAR || high - low < NEAR {
            break;
        }
    }
    share.clamp(low, high)
}

/// Returns the log likelihood of `count` successes in `of` trials with the probability `share`. Terms that do
/// not depend on the share are left out.
fn likelihood(count: f64, of: f64, share: f64) -> f64 {
    let part = |count: f64, ln: f64| if count > 0.0 { count * ln } else { 0.0 };
    part(count, share.ln()) + part(of - count, (-share).ln_1p())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts below 2^53 are exact, and above it the sixteenth digit is beyond any noise"
)]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::cast_precision_loss, reason = "as for smaller counts")]
pub(super) fn wide(sum: u128) -> f64 {
    sum as f64
}

#[cfg(test)]
mod tests;
