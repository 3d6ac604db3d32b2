//! Reads decimal numbers exactly, as whole numbers of a smaller unit.
//!
//! Fights do not use floats. A distance of 1.5 metres becomes 150 centimetres, while 0.333 metres are
//! reported as a fault instead of being rounded.

use std::fmt;
use std::ops::RangeInclusive;

use super::fields::{no_number, note_range};
use super::{Fault, Faults, Node, Value};

/// Reads a number given in `unit`, and returns it in steps of `1/scale` of that unit. `range` is in these
/// steps. `what` is the name of the number in faults. A number between two steps is a fault.
pub fn scaled_node(
    node: &Node,
    scale: i64,
    unit: &str,
    range: RangeInclusive<i64>,
    what: &str,
    faults: &Faults,
) -> Option<i64> {
    let decimal = match node.value {
        Value::Whole(number) => Some(Decimal::whole(number)),
        Value::Real(number) => Decimal::new(number),
        _ => {
            let (low, high) = (written(*range.start(), scale), written(*range.end(), scale));
            let range = format!("from {low} to {high}");
            no_number(what, node, &format!("in {unit}"), &range, faults);
            return None;
        }
    };
    let out_of_range = || {
        let (low, high) = (written(*range.start(), scale), written(*range.end(), scale));
        let message = format!("{what} must be from {low} to {high} {unit}");
        Fault::at("scenario::range", node.span, message, "out of range")
    };
    let Some(decimal) = decimal else {
        faults.push(out_of_range());
        return None;
    };
    match decimal.in_units_of(scale) {
        Scaled::Exactly(number) if range.contains(&number) => Some(number),
        Scaled::Exactly(_) | Scaled::TooLarge => {
            note_range(out_of_range(), node, faults);
            None
        }
        Scaled::Between => {
            let step = written(1, scale);
            faults.push(Fault::at(
                "scenario::step",
                node.span,
                format!("{what} must be a multiple of {step} {unit}"),
                "not a multiple",
            ));
            None
        }
    }
}

/// A decimal number with the value `digits / 10^places`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    pub(super) digits: i128,
    pub(super) places: u32,
}

enum Scaled {
    Exactly(i64),
    Between,
    TooLarge,
}

impl Decimal {
    pub(super) fn whole(number: i64) -> Self {
        Self {
            digits: i128::from(number),
            places: 0,
        }
    }

    /// Returns the shortest decimal number that reads as this float, which is the number that was written.
    /// Returns `None` if it has too many digits.
    pub(super) fn new(number: f64) -> Option<Self> {
        let text = number.to_string();
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        Some(Self {
            digits: format!("{whole}{part}").parse().ok()?,
            places: u32::try_from(part.len()).ok()?,
        })
    }

    /// Returns the number without zeros at the end of its decimals.
    pub(super) fn plain(self) -> Self {
        let mut plain = self;
        while plain.places > 0 && plain.digits % 10 == 0 {
            plain.digits /= 10;
            plain.places -= 1;
        }
        plain
    }

    /// Returns the number multiplied by `10^places`, or `None` if the result is too large. `places` must not
    /// be less than the number's own decimal places.
    pub(super) fn in_places(self, places: u32) -> Option<i128> {
        let unit = 10i128.checked_pow(places - self.places)?;
        // The limit leaves room for sums and products of a few such numbers.
        self.digits
            .checked_mul(unit)
            .filter(|digits| digits.unsigned_abs() < 1 << 100)
    }

    fn in_units_of(self, scale: i64) -> Scaled {
        let (Some(scaled), Some(unit)) = (
            self.digits.checked_mul(i128::from(scale)),
            10i128.checked_pow(self.places),
        ) else {
            return Scaled::TooLarge;
        };
        if scaled % unit != 0 {
            return Scaled::Between;
        }
        i64::try_from(scaled / unit).map_or(Scaled::TooLarge, Scaled::Exactly)
    }
}

/// Formats the number as usual, such as `1.5`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let digits = self.digits.unsigned_abs().to_string();
        let places = self.places as usize;
        let digits = format!("{digits:0>width$}", width = places + 1);
        let (whole, part) = digits.split_at(digits.len() - places);
        let point = if places == 0 { "" } else { "." };
        write!(f, "{sign}{whole}{point}{part}")
    }
}

/// Returns `number` steps of `1/scale` as text, such as `1.5` for 150 steps of 1/100.
pub(crate) fn written(number: i64, scale: i64) -> String {
    let places = (0..=6).find(|&places| 10i64.pow(places) % scale == 0);
    match places {
        Some(0) => number.to_string(),
        Some(places) => {
            let digits = i128::from(number) * i128::from(10i64.pow(places) / scale);
            let unit = 10u128.pow(places);
            let (whole, part) = (digits.unsigned_abs() / unit, digits.unsigned_abs() % unit);
            let sign = if digits < 0 { "-" } else { "" };
            let part = format!("{part:0width$}", width = places as usize);
            let text = format!("{sign}{whole}.{part}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        None => format!("{number}/{scale}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Sources, Span};
    use super::*;

    fn read(value: Value, scale: i64, range: RangeInclusive<i64>) -> Result<i64, String> {
        let mut sources = Sources::default();
        let source = sources.add("a.toml", "x");
        let span = Span {
            source,
            start: 0,
            end: 1,
        };
        let faults = Faults::new(sources);
        let node = Node { value, span };
        let number = scaled_node(&node, scale, "metres", range, "`reach`", &faults);
        number.ok_or_else(|| {
            let fault = faults.sorted().pop().expect("a fault");
            format!("{}: {}", fault.code, fault.message)
        })
    }

    #[test]
    fn decimals_are_read_exactly() {
        let all = -1_000_000..=1_000_000;
        for (number, scale, exact) in [
            (1.5, 100, 150),
            (0.29, 100, 29),
            (-0.07, 100, -7),
            (1.1, 10, 11),
            (2.5, 2, 5),
            (4.35, 100, 435),
            (-0.0, 100, 0),
        ] {
            assert_eq!(read(Value::Real(number), scale, all.clone()), Ok(exact));
        }
        assert_eq!(read(Value::Whole(-3), 100, all), Ok(-300));
    }

    #[test]
    fn decimals_are_shown_as_they_are_written() {
        for (digits, places, text) in [
            (150, 2, "1.50"),
            (-7, 2, "-0.07"),
            (12, 0, "12"),
            (5, 1, "0.5"),
        ] {
            assert_eq!(Decimal { digits, places }.to_string(), text);
        }
        let plain = Decimal {
            digits: 1500,
            places: 2,
        };
        assert_eq!(plain.plain().to_string(), "15");
    }

    #[test]
    fn what_lies_between_two_steps_is_a_fault() {
        for (number, scale, step) in [(0.125, 100, "0.01"), (0.3, 2, "0.5"), (0.5, 3, "1/3")] {
            assert_eq!(
                read(Value::Real(number), scale, 0..=100),
                Err(format!(
                    "scenario::step: `reach` must be a multiple of {step} metres"
                ))
            );
        }
    }

    #[test]
    fn limits_are_told_in_units() {
        let wrong = Err("scenario::range: `reach` must be from -0.5 to 20 metres".to_owned());
        for value in [
            Value::Whole(21),
            Value::Real(20.01),
            Value::Real(-0.51),
            Value::Real(f64::INFINITY),
            Value::Real(f64::NAN),
            Value::Real(1e300),
            Value::Whole(i64::MAX),
        ] {
            assert_eq!(read(value, 100, -50..=2000), wrong);
        }
        assert_eq!(
            read(Value::Truth(true), 100, 0..=1),
            Err("scenario::type: `reach` must be a number, not a truth value".to_owned())
        );
    }
}
