//! A sum of equal dice and a flat number, as the books write it: `2d6+2`, `-1d4`, `3`.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// A sum of dice: `±(count d sides) + plus`.
///
/// ```
/// use skirmish_engine::dice::Throw;
///
/// let axe: Throw = "2D6+2".parse()?;
/// assert_eq!((axe.min(), axe.max()), (4, 14));
/// assert_eq!(axe.to_string(), "2d6+2");
/// # Ok::<(), skirmish_engine::dice::ThrowError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Throw {
    /// How many dice; 0 for a flat number.
    pub count: u16,
    /// Sides of each die; 0 without dice.
    pub sides: u16,
    /// Whether the dice are subtracted rather than added.
    pub negative: bool,
    /// The flat number added to the dice.
    pub plus: i32,
}

/// Most dice in one throw.
const MOST_DICE: u16 = 100;
/// Most sides of a die.
const MOST_SIDES: u16 = 1000;
/// Most totals of a throw whose probabilities are exact in a fight.
const MOST_TOTALS: usize = 128;
/// Largest flat number.
const MOST_PLUS: i32 = 10_000;

/// The reason why a text is no throw.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ThrowError {
    /// Not of the form `2d6+1`.
    #[error("`{0}` is no dice expression")]
    Form(String),
    /// Several throws added up: `2d4+1d6`.
    #[error("`{0}` is dice more than once")]
    Several(String),
    /// No dice, or more than one hundred.
    #[error("a throw has 1 to {MOST_DICE} dice, not {0}")]
    Count(String),
    /// A die with fewer than two or more than one thousand sides.
    #[error("a die has 2 to {MOST_SIDES} sides, not {0}")]
    Sides(String),
    /// A flat number beyond ten thousand.
    #[error("a flat number goes from -{MOST_PLUS} to {MOST_PLUS}, not {0}")]
    Plus(String),
}

impl ThrowError {
    /// Advice for the user.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Several(_) => "write one kind of die, once, and a number: `2d6+1`",
            _ => "write dice as `2d6+1`, `d8`, `-1d4` or a whole number",
        }
    }
}

impl Throw {
    /// `count` dice of `sides` sides and a flat number.
    pub const fn new(count: u16, sides: u16, plus: i32) -> Self {
        Self {
            count,
            sides,
            negative: false,
            plus,
        }
    }

    /// Returns whether the throw has neither dice nor a flat number.
    pub const fn is_nothing(self) -> bool {
        self.count == 0 && self.plus == 0
    }

    /// The total for a `sum` of faces, including sign and flat part.
    #[inline]
    pub const fn read(self, sum: i32) -> i32 {
        if self.negative {
            self.plus - sum
        } else {
            self.plus + sum
        }
    }

    /// The number of equally likely falls of its dice; `None` beyond 2^64.
    pub fn ways(self) -> Option<u64> {
        u64::from(self.sides.max(1)).checked_pow(u32::from(self.count))
    }

    /// Smallest total.
    pub fn min(self) -> i32 {
        self.read(if self.negative {
            self.most()
        } else {
            i32::from(self.count)
        })
    }

    /// Largest total.
    pub fn max(self) -> i32 {
        self.read(if self.negative {
            i32::from(self.count)
        } else {
            self.most()
        })
    }

    /// The probability, in millionths, rounded down, that its total is greater than `bound`; approximate for a very
    /// large number of totals.
    pub(crate) fn over(self, bound: i32) -> u64 {
        const MILLION: u64 = 1_000_000;
        let above = u64::try_from(self.max() - bound).unwrap_or(0);
        let upto = u64::try_from(bound + 1 - self.min()).unwrap_or(0);
        if above == 0 || upto == 0 {
            return if above == 0 { 0 } else { MILLION };
        }
        // By symmetry, the lowest totals have as many ways as the highest.
        let (ways, all) = match self.ways().filter(|ways| ways.leading_zeros() > 20) {
            Some(all) if above + upto <= MOST_TOTALS as u64 => {
                if above <= upto {
                    (self.ways_to_lowest(above), all)
                } else {
                    (all - self.ways_to_lowest(upto), all)
                }
            }
            _ => (above, above + upto),
        };
        MILLION * ways / all
    }

    /// Number of ways to each of its lowest totals, up to half of all totals.
    fn ways_to_lowest(self, totals: u64) -> u64 {
        match self.count {
            1 => totals,
            2 => totals * (totals + 1) / 2,
            _ => {
                let totals = usize::try_from(totals).unwrap_or(0);
                let mut ways = [0; MOST_TOTALS / 2];
                ways[0] = 1;
                for _ in 0..self.count {
                    for at in (0..totals).rev() {
                        let from = (at + 1).saturating_sub(self.sides.into());
                        ways[at] = ways[from..=at].iter().sum();
                    }
                }
                ways[..totals].iter().sum()
            }
        }
    }

    fn most(self) -> i32 {
        i32::from(self.count) * i32::from(self.sides)
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count == 0 {
            return write!(f, "{}", self.plus);
        }
        let sign = if self.negative { "-" } else { "" };
        write!(f, "{sign}{}d{}", self.count, self.sides)?;
        if self.plus == 0 {
            Ok(())
        } else {
            write!(f, "{:+}", self.plus)
        }
    }
}

impl Serialize for Throw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Throw {
    type Err = ThrowError;

    fn from_str(text: &str) -> Result<Self, ThrowError> {
        let form = || {
            let text = text.to_owned();
            if is_several(&text) {
                ThrowError::Several(text)
            } else {
                ThrowError::Form(text)
            }
        };
        if is_torn(text) {
            return Err(form());
        }
        let bare: String = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
            .to_ascii_lowercase();
        let (negative, rest) = match bare.strip_prefix(['-', '+']) {
            Some(rest) => (bare.starts_with('-'), rest),
            None => (false, bare.as_str()),
        };
        let Some((count, rest)) = rest.split_once('d') else {
            let plus = flat(rest).ok_or_else(form)?;
            return Ok(Self {
                count: 0,
                sides: 0,
                negative: false,
                plus: if negative { -plus } else { plus },
            });
        };
        let (sides, plus) = match rest.find(['+', '-']) {
            Some(at) => {
                let size = flat(&rest[at + 1..]).ok_or_else(form)?;
                (
                    &rest[..at],
                    if rest[at..].starts_with('-') {
                        -size
                    } else {
                        size
                    },
                )
            }
            None => (rest, 0),
        };
        if !(count.is_empty() || digits(count)) || !digits(sides) {
            return Err(form());
        }
        let throw = Self {
            count: if count.is_empty() {
                1
            } else {
                within(count, 1, MOST_DICE).ok_or_else(|| ThrowError::Count(count.to_owned()))?
            },
            sides: within(sides, 2, MOST_SIDES)
                .ok_or_else(|| ThrowError::Sides(sides.to_owned()))?,
            negative,
            plus,
        };
        if plus.abs() > MOST_PLUS {
            Err(ThrowError::Plus(plus.to_string()))
        } else {
            Ok(throw)
        }
    }
}

/// Returns whether the text is a sum of throws, with more than one group of dice.
fn is_several(text: &str) -> bool {
    if !text.contains(['+', '-']) {
        return false;
    }
    let summands = text.split(['+', '-']);
    let throws: Result<Vec<Throw>, _> = summands.map(str::parse).collect();
    throws.is_ok_and(|throws| throws.iter().filter(|throw| throw.count > 0).count() > 1)
}

/// Returns whether blanks stand within a number: `1d6 6` is not `1d66`.
fn is_torn(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let words: Vec<&str> = text.split_whitespace().collect();
    words
        .windows(2)
        .any(|pair| pair[0].ends_with(is_digit) && pair[1].starts_with(is_digit))
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn flat(text: &str) -> Option<i32> {
    if digits(text) {
        text.parse().ok().filter(|&n: &i32| n <= MOST_PLUS)
    } else {
        None
    }
}

fn within(text: &str, least: u16, most: u16) -> Option<u16> {
    text.parse().ok().filter(|n| (least..=most).contains(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_the_books_is_read() {
        for (text, count, sides, negative, plus) in [
            ("2d6+2", 2, 6, false, 2),
            ("1D8 + 1", 1, 8, false, 1),
            (" - 1 d 4 ", 1, 4, true, 0),
            ("d3", 1, 3, false, 0),
            ("-1d4", 1, 4, true, 0),
            ("+1d4", 1, 4, false, 0),
            ("1d6-2", 1, 6, false, -2),
            ("0", 0, 0, false, 0),
            ("-3", 0, 0, false, -3),
        ] {
            assert_eq!(
                text.parse(),
                Ok(Throw {
                    count,
                    sides,
                    negative,
                    plus
                }),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_throw_is_refused() {
        for text in [
            "",
            "d",
            "2d",
            "d6+",
            "2d6+x",
            "2x6",
            "two",
            "--1",
            "1.5",
            "1 d 6 6",
            "1 0d6",
            "1d6 + 1 0",
            "1 2",
        ] {
            assert!(
                matches!(text.parse::<Throw>(), Err(ThrowError::Form(_))),
                "{text}"
            );
        }
        for text in ["1d6+1d4", "2D4 - 1 + 1D6", "1d6+1d6"] {
            assert!(
                matches!(text.parse::<Throw>(), Err(ThrowError::Several(_))),
                "{text}"
            );
        }
        assert!(matches!("0d6".parse::<Throw>(), Err(ThrowError::Count(_))));
        assert!(matches!(
            "101d6".parse::<Throw>(),
            Err(ThrowError::Count(_))
        ));
        assert!(matches!("1d1".parse::<Throw>(), Err(ThrowError::Sides(_))));
        assert!(matches!(
            "1d1000000".parse::<Throw>(),
            Err(ThrowError::Sides(_))
        ));
    }

    #[test]
    fn ways_are_counted_as_far_as_64_bits_go() {
        let ways = |text: &str| text.parse::<Throw>().expect("a throw").ways();
        assert_eq!((ways("3"), ways("2d6+2")), (Some(1), Some(36)));
        assert_eq!((ways("63d2"), ways("64d2")), (Some(1 << 63), None));
    }

    #[test]
    fn a_negative_throw_is_subtracted() {
        let malus: Throw = "-1d4".parse().expect("a throw");
        assert_eq!((malus.min(), malus.max()), (-4, -1));
    }

    #[test]
    fn totals_over_a_bound_are_counted() {
        use crate::dice::{Dice, outcomes};
        let million = num_rational::BigRational::from_integer(1_000_000.into());
        for text in [
            "3", "1d8+3", "-1d4+2", "2d6", "-2d8+1", "3d6-2", "5d4", "10d10", "-7d6",
        ] {
            let throw: Throw = text.parse().expect("a throw");
            let odds = outcomes(|dice| dice.total(throw));
            for bound in throw.min() - 2..=throw.max() + 1 {
                let exact = odds.of(|&total| total > bound) * million.clone();
                assert_eq!(
                    exact.to_integer(),
                    throw.over(bound).into(),
                    "{text} over {bound}"
                );
            }
        }
        // Approximate for a very large number of totals.
        let many = Throw::new(100, 1000, 0);
        assert_eq!((many.over(99), many.over(100_000)), (1_000_000, 0));
        let half = many.over(50_050);
        assert!((450_000..550_000).contains(&half), "{half}");
    }
}
