//! Formats the figures of the page, so that no digit claims too much precision.
//!
//! A share or a mean has as many decimals as its interval justifies. The ends of the interval are rounded
//! outwards.

use super::chart::Scale;
use crate::report::form;
use crate::tally::Interval;

/// The text of an estimate and the text of its interval, which is empty if the figure is exact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) value: String,
    pub(super) range: String,
}

impl Shown {
    /// Returns the figure with its interval, such as `64.8 % (64.1 to 65.5 %)`. An exact figure has no
    /// interval.
    pub(super) fn whole(&self) -> String {
        if self.range.is_empty() {
            self.value.clone()
        } else {
            format!("{} ({})", self.value, self.range)
        }
    }
}

/// The kind of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// A share, which is shown in per cent.
    Share,
    /// A share that never counts as exact and is shown in per cent. Even without an interval, it has only one
    /// decimal.
    Choice,
    /// A difference of shares, which is shown in percentage points.
    Points,
    /// Any other figure, which is shown in its own unit.
    Plain,
}

impl Unit {
    /// Returns a figure and its interval as text.
    pub(super) fn show(self, figure: Interval) -> Shown {
        match self {
            Self::Share => share(figure),
            Self::Choice => {
                let shown = share(figure);
                let value = match shown.range.as_str() {
                    "" => format!("{:.1} %", figure.estimate * 100.0),
                    _ => shown.value,
                };
                Shown { value, ..shown }
            }
            Self::Points => points(figure),
            Self::Plain => mean(figure),
        }
    }

    /// Returns the text of a tick mark on this scale.
    pub(super) fn tick(self, scale: &Scale, tick: f64) -> String {
        match self {
            Self::Share | Self::Choice => format!("{} %", scale.in_percent().label(tick * 100.0)),
            Self::Points => scale.in_percent().label(tick * 100.0),
            Self::Plain => scale.label(tick),
        }
    }
}

/// Returns a share as text, in per cent.
pub(super) fn share(figure: Interval) -> Shown {
    shown(figure, 100.0, " %")
}

/// Returns a mean as text, in its own unit.
pub(super) fn mean(figure: Interval) -> Shown {
    shown(figure, 1.0, "")
}

/// Returns a difference of shares as text, in percentage points and with its sign.
pub(super) fn points(figure: Interval) -> Shown {
    let signed = shown(figure, 100.0, "");
    Shown {
        value: if figure.estimate > 0.0 {
            format!("+{}", signed.value)
        } else {
            signed.value
        },
        ..signed
    }
}

fn shown(figure: Interval, unit: f64, sign: &str) -> Shown {
    let [low, high, estimate] = [figure.low, figure.high, figure.estimate].map(|x| x * unit);
    let reach = (high - low) / 2.0;
    if reach < 1e-5 {
        return Shown {
            value: format!("{}{sign}", minus(&format!("{estimate:.5}"))),
            range: String::new(),
        };
    }
    let places = form::places(reach);
    let scale = 10f64.powi(i32::try_from(places).unwrap_or(6));
    // The tolerance is for rounding errors of floats, which could change the last digit.
    let down = (low * scale + 1e-6).floor() / scale;
    let up = (high * scale - 1e-6).ceil() / scale;
    let [estimate, down, up] = [estimate, down, up].map(|x| minus(&format!("{x:.places$}")));
    Shown {
        value: format!("{estimate}{sign}"),
        range: format!("{down} to {up}{sign}"),
    }
}

/// Returns the number with a typographic minus sign. Zero has no sign.
fn minus(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => number.to_owned(),
    }
}

/// Returns a count as text. Whole numbers have thousands separators, and the expected counts of exact odds
/// have four decimals.
pub(super) fn count(count: f64) -> String {
    if count.fract() == 0.0 && count < 1e15 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is whole, and no count is negative"
        )]
        form::count(count as u64)
    } else {
        format!("{count:.4}")
    }
}

/// Returns `part` as a percentage of `of` with one decimal. Returns a dash if `of` is 0.
pub(super) fn part(part: f64, of: f64) -> String {
    if of > 0.0 {
        format!("{:.1} %", part / of * 100.0)
    } else {
        "–".to_owned()
    }
}

/// Returns names as a list in words, such as `one, two and three`. Of a list with more than eight names, only
/// the first seven are named.
pub(super) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    const MOST: usize = 8;
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => "none".to_owned(),
        [only] => (*only).to_owned(),
        [rest @ .., last] if names.len() <= MOST => format!("{} and {last}", rest.join(", ")),
        all => format!(
            "{} and {} more",
            all[..MOST - 1].join(", "),
            all.len() - (MOST - 1)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: f64, estimate: f64, high: f64) -> Interval {
        Interval {
            low,
            high,
            estimate,
        }
    }

    #[test]
    fn ends_are_rounded_outwards() {
        assert_eq!(
            share(interval(0.641_4, 0.647_9, 0.654_1)).whole(),
            "64.8 % (64.1 to 65.5 %)"
        );
        assert_eq!(
            share(interval(0.0, 0.0, 0.000_4)).whole(),
            "0.00 % (0.00 to 0.04 %)"
        );
        assert_eq!(
            mean(interval(6.996, 7.0, 7.004)).whole(),
            "7.000 (6.996 to 7.004)"
        );
        assert_eq!(
            points(interval(-0.021, 0.05, 0.12)).whole(),
            "+5.0 (−2.1 to 12.0)"
        );
    }

    #[test]
    fn what_is_exact_has_no_interval() {
        assert_eq!(share(interval(0.5, 0.5, 0.5)).whole(), "50.00000 %");
        assert_eq!(points(interval(0.0, 0.0, 0.0)).whole(), "0.00000");
    }

    #[test]
    fn counts_parts_and_lists() {
        assert_eq!([1234.0, 0.25].map(count), ["1,234", "0.2500"]);
        assert_eq!(
            (part(1.0, 8.0), part(1.0, 0.0)),
            ("12.5 %".into(), "–".into())
        );
        assert_eq!(listed::<&str>(&[]), "none");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        let many: Vec<String> = (0..20).map(|n| n.to_string()).collect();
        assert_eq!(listed(&many), "0, 1, 2, 3, 4, 5, 6 and 13 more");
    }
}
