//! Formats figures as text.
//!
//! In tables, shares and means have six decimals, and exact ones have all their digits. The ends of intervals
//! are rounded outwards, so that they never claim too much precision. A cell is empty if there is no figure.
//! For people, shares are in per cent, with as many decimals as the interval justifies.

use crate::tally::{Expected, Interval, Method};

/// The factor that turns a figure into millionths, which are the last decimal in tables.
const DIGITS: f64 = 1e6;

/// Returns whether an exact figure is known so precisely that all decimals are certain. `last` is one unit of
/// the last decimal that is shown. A figure from played fights is never certain.
fn is_sure(method: Method, figure: Interval, last: f64) -> bool {
    method == Method::Exact && figure.reach() < last / 2.0
}

/// Returns the three cells of an interval: its estimate, its low end and its high end. The cell of an
/// infinite end is empty.
pub(super) fn cells(method: Method, interval: Option<Interval>) -> [String; 3] {
    interval.map_or_else(Default::default, |interval| {
        if is_sure(method, interval, 1.0 / DIGITS) {
            let Interval {
                low,
                high,
                estimate,
            } = interval;
            return [estimate, low, high].map(|figure| Expected::from(figure).to_string());
        }
        [
            decimal(interval.estimate),
            end((interval.low * DIGITS).floor() / DIGITS),
            end((interval.high * DIGITS).ceil() / DIGITS),
        ]
    })
}

fn end(value: f64) -> String {
    if value.is_finite() {
        decimal(value)
    } else {
        String::new()
    }
}

/// Returns a mean as text, with all its digits if it is exact and with six decimals otherwise.
pub(super) fn figure(method: Method, mean: f64) -> String {
    match method {
        Method::Exact => Expected::from(mean).to_string(),
        Method::Sampled => decimal(mean),
    }
}

/// Returns a standard error as text, or an empty text if it is unknown. It is rounded up, so that a small
/// error does not appear as zero.
pub(super) fn error(error: Option<f64>) -> String {
    error.map_or_else(String::new, |error| {
        decimal((error * DIGITS).ceil() / DIGITS)
    })
}

/// Returns a share or a mean with six decimals.
fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    // A negative number that rounds to zero is written without its sign.
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| matches!(b, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// Returns a share in per cent, such as `52.1 % ± 0.2`, or a dash for `None`. If fights with an unknown
/// result make an exact share uncertain, it is shown as a range such as `70.5 to 93.5 %`.
pub(super) fn percent(method: Method, share: Option<Interval>) -> String {
    share.map_or_else(dash, |share| match method {
        Method::Exact if !is_sure(method, share, 1e-7) => {
            between(share.low * 100.0, share.high * 100.0) + " %"
        }
        _ => percent_around(method, share),
    })
}

/// Returns a share from played fights in per cent, such as `52.1 % ± 0.2`.
pub fn sampled_percent(share: Interval) -> String {
    percent_around(Method::Sampled, share)
}

fn percent_around(method: Method, share: Interval) -> String {
    let (estimate, reach) = (share.estimate * 100.0, share.reach() * 100.0);
    if is_sure(method, share, 1e-7) {
        return format!("{estimate:.5} %");
    }
    let places = places(reach);
    format!("{estimate:.places$} % ± {reach:.places$}")
}

/// Returns the ends of an interval as text, rounded outwards.
fn between(low: f64, high: f64) -> String {
    let places = places(high - low);
    let digits = 10f64.powi(i32::try_from(places).expect("it is small"));
    // Without the tolerance, a rounding error of floats could turn 93.5 into 93.6.
    let low = (low * digits + 1e-6).floor() / digits;
    let high = (high * digits - 1e-6).ceil() / digits;
    format!("{low:.places$} to {high:.places$}")
}

/// Returns a share in per cent without the sign, such as `52.1 ± 0.2`, for columns whose header has the unit.
pub(super) fn bare_percent(method: Method, share: Interval) -> String {
    percent(method, Some(share)).replace(" %", "")
}

/// Returns the half-width of a share's interval in per cent, such as `0.2`.
pub(super) fn reach_percent(reach: f64) -> String {
    let places = places(reach * 100.0);
    format!("{:.places$}", reach * 100.0)
}

/// Returns a mean such as `7.14 ± 0.02`, or a dash for `None`. An exact mean may be shown as a range, as in
/// [`percent`].
pub(super) fn mean(method: Method, mean: Option<Interval>) -> String {
    mean.map_or_else(dash, |mean| match method {
        Method::Exact if !is_sure(method, mean, 1e-5) => between(mean.low, mean.high),
        _ => mean_around(method, mean),
    })
}

fn mean_around(method: Method, mean: Interval) -> String {
    if is_sure(method, mean, 1e-5) {
        return format!("{:.5}", mean.estimate);
    }
    let places = places(mean.reach());
    if mean.reach().is_infinite() {
        return format!("{:.places$} ± ∞", mean.estimate);
    }
    format!("{:.places$} ± {:.places$}", mean.estimate, mean.reach())
}

/// Returns a difference of shares or of means with its sign, such as `+3.1 % ± 0.4` or `−0.12 ± 0.03`.
pub(super) fn signed(method: Method, is_share: bool, difference: Interval) -> String {
    let show = if is_share {
        percent_around
    } else {
        mean_around
    };
    let text = show(method, difference);
    match text.strip_prefix('-') {
        Some(rest) if is_zero(rest) => format!("+{rest}"),
        Some(rest) => format!("−{rest}"),
        None => format!("+{text}"),
    }
}

/// Returns whether the number at the start of a text has no digits except zeros.
fn is_zero(text: &str) -> bool {
    let figure = text.split(' ').next().unwrap_or(text);
    figure.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// Returns a p-value with six decimals. It is rounded up, so that it never appears as zero.
pub(super) fn chance(p: f64) -> String {
    decimal((p * DIGITS).ceil().max(1.0) / DIGITS)
}

/// Returns a fraction that is often very small, such as `1.3e-13` or `12.5 %`, rounded up.
pub fn order(small: f64) -> String {
    if small <= 0.0 {
        return "0".to_owned();
    }
    if small > 1e-3 {
        return format!("{:.1} %", (small * 1e3).ceil().min(1e3) / 10.0);
    }
    let digit = 10f64.powf(small.log10().floor() - 1.0);
    format!("{:.1e}", (small / digit).ceil() * digit)
}

fn dash() -> String {
    "–".to_owned()
}

/// Returns the number of decimals for a figure with this half-width: at least one, and enough that the
/// half-width does not appear as zero.
pub(super) fn places(reach: f64) -> usize {
    (1..6)
        .find(|&places| reach * 10f64.powi(places) >= 0.5)
        .map_or(6, |places| usize::try_from(places).expect("it is positive"))
}

/// Returns a count with thousands separators, such as `1,234,567`.
pub(super) fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 2);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_get_six_decimals_and_ends_rounded_outwards() {
        let share = Interval::wilson(1, 3);
        assert_eq!(
            cells(Method::Sampled, share),
            ["0.333333", "0.061491", "0.792341"]
        );
        assert_eq!(cells(Method::Sampled, None), ["", "", ""]);
        let never = Interval::wilson(0, 100_000_000);
        assert_eq!(
            cells(Method::Sampled, never),
            ["0.000000", "0.000000", "0.000001"]
        );
        assert_eq!(decimal(-0.000_000_2), "0.000000");
        assert_eq!(decimal(-0.25), "-0.250000");
    }

    #[test]
    fn people_get_the_decimals_that_the_interval_is_worth() {
        assert_eq!(
            percent(Method::Sampled, Interval::wilson(521, 1000)),
            "52.1 % ± 3.1"
        );
        assert_eq!(
            percent(Method::Sampled, Interval::wilson(521_000, 1_000_000)),
            "52.1 % ± 0.1"
        );
        assert_eq!(
            percent(Method::Sampled, Interval::wilson(52_100_000, 100_000_000)),
            "52.10 % ± 0.01"
        );
        assert_eq!(
            percent(Method::Sampled, Interval::wilson(0, 1000)),
            "0.0 % ± 0.4"
        );
        assert_eq!(percent(Method::Sampled, None), "–");
        assert_eq!(
            mean(Method::Sampled, Interval::mean_of([(7, 1000)])),
            "7.000 ± 0.004"
        );
        let one = Interval::mean_of([(7, 1)]);
        assert_eq!(mean(Method::Sampled, one), "7.0 ± ∞");
        assert_eq!(cells(Method::Sampled, one), ["7.000000", "", ""]);
    }

    #[test]
    fn a_difference_has_its_sign_unless_it_shows_as_nothing() {
        let exact = |difference: f64| {
            let known = Interval {
                low: difference,
                high: difference,
                estimate: difference,
            };
            signed(Method::Exact, true, known)
        };
        assert_eq!(exact(0.25), "+25.00000 %");
        assert_eq!(exact(-0.25), "−25.00000 %");
        assert_eq!(exact(-1e-12), "+0.00000 %");
    }

    #[test]
    fn exact_figures_need_no_interval_and_bounds_are_rounded_up() {
        let exact = Interval {
            low: 0.522_637_9,
            high: 0.522_637_9 + 1e-12,
            estimate: 0.522_637_9,
        };
        assert_eq!(percent(Method::Exact, Some(exact)), "52.26379 %");
        let low = 0.705;
        let open = Interval {
            low,
            high: 0.935,
            estimate: low,
        };
        assert_eq!(percent(Method::Exact, Some(open)), "70.5 to 93.5 %");
        assert_eq!(mean(Method::Exact, Some(open)), "0.7 to 1.0");
        assert_eq!([0.0, 1.21e-13, 0.25].map(order), ["0", "1.3e-13", "25.0 %"]);
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_234_567), "1,234,567");
    }
}
