//! Shares that are written in per cent, such as `0.5%`.
//!
//! The per cent sign is required, because a plain 0.5 might mean one half. A share is stored in millionths of
//! a per cent, so that equal texts give equal shares.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::scaled::Decimal;

/// A share of something, in millionths of a per cent.
///
/// ```
/// use skirmish_engine::scenario::Percent;
///
/// let half: Percent = "0.5 %".parse()?;
/// assert_eq!((half.share(), half.to_string()), (0.005, "0.5%".to_owned()));
/// assert!("0.5".parse::<Percent>().is_err());
/// # Ok::<(), skirmish_engine::scenario::PercentError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent(u64);

/// The error for a text that is not a valid share.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PercentError {
    /// The text is not a number with a per cent sign.
    #[error("`{0}` is not a percentage: write it as `0.5%`")]
    Form(String),
    /// The share is negative, or larger than one thousand million per cent.
    #[error("`{0}` is out of range: a percentage must be more than 0 %")]
    Range(String),
    /// The number has more than six decimals.
    #[error("`{0}` has more than six decimals")]
    Step(String),
}

const MILLIONTHS: u64 = 1_000_000;

impl Percent {
    /// Returns the share of `percent` per cent.
    pub const fn new(percent: u32) -> Self {
        Self(percent as u64 * MILLIONTHS)
    }

    /// Returns the share of `millionths` millionths of a per cent.
    pub const fn millionths(millionths: u64) -> Self {
        Self(millionths)
    }

    /// Returns the share as a fraction, so that 50 % is 0.5.
    #[expect(clippy::cast_precision_loss, reason = "a share has ten digits or so")]
    pub fn share(self) -> f64 {
        self.0 as f64 / (100 * MILLIONTHS) as f64
    }

    /// Returns this share minus `tolerance` and this share plus `tolerance`. Both are limited to the range
    /// from 0 % to 100 %.
    #[must_use]
    pub fn around(self, tolerance: Self) -> (Self, Self) {
        let low = self.0.saturating_sub(tolerance.0);
        let high = self.0.saturating_add(tolerance.0);
        (Self(low), Self(high.min(100 * MILLIONTHS)))
    }

    /// Returns the share if it lies within `bounds`.
    ///
    /// # Errors
    /// If the share lies outside. The error is a description of the bounds.
    pub fn within(self, bounds: RangeInclusive<Self>) -> Result<Self, String> {
        if bounds.contains(&self) {
            Ok(self)
        } else {
            Err(format!(
                "from {} to {}, not {self}",
                bounds.start(),
                bounds.end()
            ))
        }
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / MILLIONTHS, self.0 % MILLIONTHS);
        let part = format!("{part:06}");
        match part.trim_end_matches('0') {
            "" => write!(f, "{whole}%"),
            part => write!(f, "{whole}.{part}%"),
        }
    }
}

impl FromStr for Percent {
    type Err = PercentError;

    fn from_str(text: &str) -> Result<Self, PercentError> {
        let form = || PercentError::Form(text.to_owned());
        let number = text.trim().strip_suffix('%').ok_or_else(form)?.trim_end();
        let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
        if !number.chars().all(plain) || !number.ends_with(|c: char| c.is_ascii_digit()) {
            return Err(form());
        }
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let part = part.trim_end_matches('0');
        if part.len() > 6 {
            return Err(PercentError::Step(text.to_owned()));
        }
        let decimal = Decimal {
            digits: format!("{whole}{part}").parse().map_err(|_| form())?,
            places: u32::try_from(part.len()).expect("six at the most"),
        };
        let range = || PercentError::Range(text.to_owned());
        let millionths = decimal.in_places(6).ok_or_else(range)?;
        u64::try_from(millionths)
            .ok()
            .filter(|&millionths| millionths <= 1000 * MILLIONTHS * MILLIONTHS)
            .map(Self)
            .ok_or_else(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_and_written_exactly() {
        for (text, written, share) in [
            ("0.5%", "0.5%", 0.005),
            ("1 %", "1%", 0.01),
            (" 12.50% ", "12.5%", 0.125),
            ("0.000001%", "0.000001%", 1e-8),
            ("100%", "100%", 1.0),
            (".5%", "0.5%", 0.005),
            ("0%", "0%", 0.0),
        ] {
            let percent: Percent = text.parse().expect(text);
            assert_eq!(
                (percent.to_string().as_str(), percent.share()),
                (written, share)
            );
        }
        assert_eq!(Percent::new(2), "2%".parse().expect("a share"));
    }

    #[test]
    fn a_tolerance_reaches_to_both_sides_and_stays_a_share() {
        let around =
            |share: u32, tolerance: u32| Percent::new(share).around(Percent::new(tolerance));
        assert_eq!(around(65, 2), (Percent::new(63), Percent::new(67)));
        assert_eq!(around(1, 2), (Percent::new(0), Percent::new(3)));
        assert_eq!(around(99, 2), (Percent::new(97), Percent::new(100)));
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for text in [
            "", "%", "0.5", "half", "5%%", "1e-3%", "0,5%", "1.%", "--1%", "1-2%", "nan%", "1.2.3%",
        ] {
            assert!(
                matches!(text.parse::<Percent>(), Err(PercentError::Form(_))),
                "{text}"
            );
        }
        assert!(matches!(
            "-1%".parse::<Percent>(),
            Err(PercentError::Range(_))
        ));
        assert!(matches!(
            "99999999999999999999%".parse::<Percent>(),
            Err(PercentError::Range(_))
        ));
        assert!(matches!(
            "0.0000001%".parse::<Percent>(),
            Err(PercentError::Step(_))
        ));
    }
}
