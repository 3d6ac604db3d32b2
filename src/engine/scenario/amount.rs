//! The type [`Amount`]: how much a number of a scenario is raised or lowered, such as `+1`, `5` or `0.5`.
//!
//! An amount can change whole numbers, decimal numbers and dice. In dice, only the constant changes: `1d6+2`
//! raised by 1 is `1d6+3`. All arithmetic is decimal, so that 0.1 more than 0.2 is exactly 0.3.

use std::fmt;
use std::str::FromStr;

use super::Value;
use super::scaled::Decimal;
use crate::dice::Throw;

/// A positive amount that is added to a number of a scenario or subtracted from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount(Decimal);

/// The error for a text that is not a valid [`Amount`]. Contains that text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a step must be a number other than 0, such as +1, 5 or 0.5, not `{0}`")]
pub struct AmountError(String);

/// Whether an [`Amount`] is added or subtracted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The amount is added.
    Up,
    /// The amount is subtracted.
    Down,
}

impl Amount {
    /// The amount 1.
    pub const ONE: Self = Self(Decimal {
        digits: 1,
        places: 0,
    });

    /// Returns `value` raised or lowered by this amount. Returns `None` if `value` is neither a number nor
    /// dice, or if the result is too large to write.
    pub fn moved(self, value: &Value, direction: Direction) -> Option<Value> {
        let by = match direction {
            Direction::Up => self.0,
            Direction::Down => Decimal {
                digits: -self.0.digits,
                ..self.0
            },
        };
        match value {
            Value::Whole(number) => sum(Decimal::whole(*number), by),
            Value::Real(number) => sum(Decimal::new(*number)?, by),
            Value::Text(text) => {
                let throw: Throw = text.parse().ok()?;
                let Value::Whole(plus) = sum(Decimal::whole(throw.plus.into()), by)? else {
                    return None;
                };
                let plus = i32::try_from(plus).ok()?;
                Some(Value::Text(Throw { plus, ..throw }.to_string()))
            }
            Value::Truth(_) | Value::List(_) | Value::Table(_) => None,
        }
    }
}

/// Parses a positive number, written with a sign or without one. The sign is ignored, since a [`Direction`]
/// is given separately.
impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        let wrong = || AmountError(text.to_owned());
        let bare = text.trim();
        let bare = bare.strip_prefix(['+', '-', '−']).unwrap_or(bare);
        let (whole, part) = bare.split_once('.').unwrap_or((bare, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = digits(whole) && digits(part) && whole.len() + part.len() > 0;
        // Nine digits on each side of the point are more than any number of a scenario needs.
        if !is_number || bare.ends_with('.') || whole.len() > 9 || part.len() > 9 {
            return Err(wrong());
        }
        let digits: i128 = format!("{whole}{part}").parse().map_err(|_| wrong())?;
        let places = u32::try_from(part.len()).map_err(|_| wrong())?;
        if digits == 0 {
            return Err(wrong());
        }
        Ok(Self(Decimal { digits, places }.plain()))
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn sum(a: Decimal, b: Decimal) -> Option<Value> {
    let places = a.places.max(b.places);
    let digits = a.in_places(places)?.checked_add(b.in_places(places)?)?;
    let sum = Decimal { digits, places }.plain();
    if sum.places == 0 {
        return i64::try_from(sum.digits).ok().map(Value::Whole);
    }
    sum.to_string().parse().ok().map(Value::Real)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str) -> Amount {
        text.parse().expect("an amount")
    }

    #[test]
    fn amounts_are_read_with_or_without_a_sign() {
        for (text, shown) in [
            ("1", "1"),
            ("+1", "1"),
            ("-1", "1"),
            ("5", "5"),
            ("0.50", "0.5"),
            (".25", "0.25"),
            ("12.0", "12"),
        ] {
            assert_eq!(amount(text).to_string(), shown, "{text}");
        }
        for text in [
            "",
            "0",
            "+",
            "-0.0",
            "1.",
            "1e3",
            "1d6",
            "--1",
            "1 2",
            "ten",
            "9999999999",
        ] {
            assert!(text.parse::<Amount>().is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_and_the_flat_part_of_dice_are_moved() {
        let text = |text: &str| Value::Text(text.to_owned());
        for (value, step, up, down) in [
            (Value::Whole(12), "1", Value::Whole(13), Value::Whole(11)),
            (Value::Whole(2), "0.5", Value::Real(2.5), Value::Real(1.5)),
            (Value::Real(0.2), "0.1", Value::Real(0.3), Value::Real(0.1)),
            (Value::Real(1.5), "0.5", Value::Whole(2), Value::Whole(1)),
            (text("1d8+1"), "1", text("1d8+2"), text("1d8")),
            (text("D6"), "2", text("1d6+2"), text("1d6-2")),
            (text("-1d4"), "1", text("-1d4+1"), text("-1d4-1")),
        ] {
            let moved = |direction| amount(step).moved(&value, direction);
            assert_eq!(moved(Direction::Up), Some(up), "{value:?}");
            assert_eq!(moved(Direction::Down), Some(down), "{value:?}");
        }
    }

    #[test]
    fn what_is_no_number_is_not_moved() {
        for value in [
            Value::Truth(true),
            Value::Text("chain".to_owned()),
            Value::List(Vec::new()),
            Value::Whole(i64::MAX),
            Value::Real(f64::INFINITY),
        ] {
            assert_eq!(Amount::ONE.moved(&value, Direction::Up), None, "{value:?}");
        }
        let dice = Value::Text("1d6".to_owned());
        assert_eq!(amount("0.5").moved(&dice, Direction::Up), None);
    }
}
