//! Sums of independent figures, with their uncertainty.

use crate::tally::{Interval, Method};

/// Exactly one half, as a figure.
pub(super) const HALF: Interval = Interval {
    low: 0.5,
    high: 0.5,
    estimate: 0.5,
};

/// Returns `constant` plus the sum of the figures, each multiplied by a factor. Figures from played fights
/// have independent errors, so the squares of their half-widths are added. For exact figures, the lower ends
/// and the upper ends are added.
pub(super) fn sum(
    method: Method,
    constant: f64,
    terms: impl IntoIterator<Item = (f64, Interval)>,
) -> Interval {
    let (mut estimate, mut below, mut above) = (constant, 0.0, 0.0);
    for (times, figure) in terms {
        let down = times.abs() * (figure.estimate - figure.low);
        let up = times.abs() * (figure.high - figure.estimate);
        let (down, up) = if times < 0.0 { (up, down) } else { (down, up) };
        estimate += times * figure.estimate;
        match method {
            Method::Sampled => {
                below += down * down;
                above += up * up;
            }
            Method::Exact => {
                below += down;
                above += up;
            }
        }
    }
    if method == Method::Sampled {
        (below, above) = (below.sqrt(), above.sqrt());
    }
    Interval {
        low: estimate - below,
        high: estimate + above,
        estimate,
    }
}

/// Returns the figure with the half-width of its interval multiplied by `times`.
pub(super) fn widened(figure: Interval, times: f64) -> Interval {
    Interval {
        low: figure.estimate - times * (figure.estimate - figure.low),
        high: figure.estimate + times * (figure.high - figure.estimate),
        ..figure
    }
}

/// Converts a whole number to a float.
pub(super) fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("matchups are ten thousand at the most"))
}
