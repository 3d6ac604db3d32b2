//! Corrections for many figures at once: intervals and verdicts that are all right with a probability of 95
//! %.
//!
//! Among a thousand figures that are tested at 5 % each, about fifty seem to change although none does. Two
//! corrections keep the probability of even one such mistake at 5 %. They allow for any dependence between
//! figures, such as that between the wins of one side and the losses of the other. Intervals are those of
//! Bonferroni: each is as wide as for 5 % divided by the number of figures. Verdicts use Holm's adjusted
//! p-values, which are as safe and detect slightly more.

use statrs::distribution::{ContinuousCDF, Normal};

use super::interval::float;

/// The probability that at least one statement about the whole family is wrong.
const ALPHA: f64 = 0.05;

/// The number of figures that are judged together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    figures: u64,
}

impl Family {
    /// The family of a single figure, whose interval is the usual 95 % interval.
    pub const ONE: Self = Self { figures: 1 };

    /// Returns a family of `figures` figures. For 0, returns a family of one.
    pub fn of(figures: usize) -> Self {
        Self {
            figures: figures.max(1) as u64,
        }
    }

    /// Returns the number of figures in the family.
    pub fn figures(self) -> u64 {
        self.figures
    }

    /// Returns the half-width of each interval in standard errors. All intervals together contain the true
    /// values in 95 of 100 runs.
    pub fn z(self) -> f64 {
        Normal::standard().inverse_cdf(1.0 - self.tail())
    }

    /// Returns a number x such that n fights miss an outcome of probability x/n with the probability
    /// [`Family::tail`].
    pub(super) fn unseen(self) -> f64 {
        -self.tail().ln()
    }

    /// Returns the probability of a mistake at one end of one interval.
    fn tail(self) -> f64 {
        ALPHA / 2.0 / float(self.figures)
    }
}

/// Returns Holm's adjusted p-values in the order of `p_values`. A claim can be made if [`sure`] accepts its
/// adjusted p-value.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut most: f64 = 0.0;
    for (rank, &place) in order.iter().enumerate() {
        let left = float((p_values.len() - rank) as u64);
        most = most.max(left * p_values[place]).min(1.0);
        adjusted[place] = most;
    }
    adjusted
}

/// Returns whether an adjusted p-value is small enough to claim a difference.
pub fn sure(adjusted: f64) -> bool {
    adjusted <= ALPHA
}

#[cfg(test)]
mod tests {
    use super::super::Stop;
    use super::*;

    #[test] // Holm 1979: four hypotheses at 5 %
    fn the_smallest_pays_for_all_and_the_next_for_the_rest() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        for (is, expected) in adjusted.iter().zip(expected) {
            assert!((is - expected).abs() < 1e-12, "{adjusted:?}");
        }
    }

    #[test]
    fn none_is_above_one_and_none_below_its_own() {
        assert_eq!(holm(&[0.9, 1.0, 0.8]), [1.0, 1.0, 1.0]);
        assert_eq!(holm(&[0.02]), [0.02]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn one_figure_has_the_plain_interval_and_many_have_wider_ones() {
        assert!((Family::ONE.z() - Stop::Planned.z()).abs() < 1e-9);
        assert_eq!(Family::of(0), Family::ONE);
        // 5 % are divided by ten figures and two ends, which gives the normal quantile of 99.75 %.
        assert!((Family::of(10).z() - 2.807_033_768).abs() < 1e-6);
        assert!((Family::ONE.unseen() - 3.688_879_454).abs() < 1e-9);
        assert!(Family::of(10).unseen() > Family::ONE.unseen());
    }
}
