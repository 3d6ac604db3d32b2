//! A throw: a sum of equal dice and a flat number, as books write it, such as `2d6+2`, `-1d4` or `3`.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// A sum of dice: the faces of `count` dice with `sides` sides, added or subtracted, plus the flat number
/// `plus`.
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
    /// The number of dice; 0 for a flat number.
    pub count: u16,
    /// The number of sides of each die; 0 without dice.
    pub sides: u16,
    /// Whether the dice are subtracted rather than added.
    pub negative: bool,
    /// The flat number added to the dice.
    pub plus: i32,
}

/// The greatest number of dice in one throw.
const MOST_DICE: u16 = 100;
/// The greatest number of sides of a die.
const MOST_SIDES: u16 = 1000;
/// The greatest number of totals that [`Throw::over`] counts exactly.
const MOST_TOTALS: usize = 128;
/// The largest flat number.
const MOST_PLUS: i32 = 10_000;

/// The reason why a text is not a valid throw.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ThrowError {
    /// The text does not have the form `2d6+1`.
    #[error("`{0}` is not a dice expression")]
    Form(String),
    /// The text has dice of several kinds, such as `2d4+1d6`, or both adds and subtracts dice.
    #[error("`{0}` has dice of more than one kind")]
    Several(String),
    /// The text has a product or a quotient, such as `1d6×10`.
    #[error("`{0}` multiplies or divides dice, but a throw only adds")]
    Times(String),
    /// The text has a die with a count of 0, or more than one hundred dice.
    #[error("a throw has 1 to {MOST_DICE} dice, not {0}")]
    Count(String),
    /// The text has a die with fewer than two or more than one thousand sides.
    #[error("a die has 2 to {MOST_SIDES} sides, not {0}")]
    Sides(String),
    /// The text has a flat number beyond ten thousand.
    #[error("a flat number goes from -{MOST_PLUS} to {MOST_PLUS}, not {0}")]
    Plus(String),
}

impl ThrowError {
    /// Returns advice on how to write the throw.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Several(_) => "write one kind of die and a number: `2d6+1`",
            Self::Times(_) => "write a sum such as `2d6+1` with about the same mean",
            _ => "write dice as `2d6+1`, `d8`, `-1d4` or a whole number",
        }
    }
}

impl Throw {
    /// Creates a throw of `count` dice with `sides` sides and a flat number.
    pub const fn new(count: u16, sides: u16, plus: i32) -> Self {
        Self {
            count,
            sides,
            negative: false,
            plus,
        }
    }

    /// Returns whether the throw has no dice and a flat number of 0.
    pub const fn is_nothing(self) -> bool {
        self.count == 0 && self.plus == 0
    }

    /// Returns the total of the throw if the faces of its dice add up to `sum`. The total includes the flat
    /// number.
    #[inline]
    pub const fn read(self, sum: i32) -> i32 {
        if self.negative {
            self.plus - sum
        } else {
            self.plus + sum
        }
    }

    /// Returns the number of equally likely combinations of faces. Returns `None` if 64 bits cannot hold it.
    pub fn ways(self) -> Option<u64> {
        u64::from(self.sides.max(1)).checked_pow(u32::from(self.count))
    }

    /// Returns the smallest total.
    pub fn min(self) -> i32 {
        self.read(if self.negative {
            self.most()
        } else {
            i32::from(self.count)
        })
    }

    /// Returns the largest total.
    pub fn max(self) -> i32 {
        self.read(if self.negative {
            i32::from(self.count)
        } else {
            self.most()
        })
    }

    /// Returns the probability that the total is greater than `bound`, in millionths, rounded down. If the
    /// throw has very many totals, the result is an approximation.
    pub(crate) fn over(self, bound: i32) -> u64 {
        const MILLION: u64 = 1_000_000;
        let above = u64::try_from(self.max() - bound).unwrap_or(0);
        let upto = u64::try_from(bound + 1 - self.min()).unwrap_or(0);
        if above == 0 || upto == 0 {
            return if above == 0 { 0 } else { MILLION };
        }
        // The distribution is symmetric: the highest totals have as many ways as the lowest ones.
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

    /// Returns the number of ways to roll one of the lowest totals. `totals` is how many of them count, at
    /// most half of all.
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
        let form = || ThrowError::Form(text.to_owned());
        let plain = plain(text);
        if is_torn(&plain) {
            return Err(form());
        }
        let bare: String = plain.chars().filter(|c| !c.is_whitespace()).collect();
        if is_product(&bare) {
            return Err(ThrowError::Times(text.to_owned()));
        }
        let mut throw: Option<Self> = None;
        let mut plus = 0i64;
        let mut counts = 0u64;
        for (is_minus, summand) in summands(&bare).ok_or_else(form)? {
            let sign = if is_minus { -1 } else { 1 };
            let Some((count, sides)) = summand.split_once('d') else {
                plus = plus.saturating_add(sign * whole(summand).ok_or_else(form)?);
                continue;
            };
            let size = if sides == "%" { "100" } else { sides };
            let (Some(count), Some(_)) = (whole(or_one(count)), whole(size)) else {
                return Err(form());
            };
            let sides =
                within(size, 2, MOST_SIDES).ok_or_else(|| ThrowError::Sides(size.into()))?;
            if count == 0 {
                return Err(ThrowError::Count("0".to_owned()));
            }
            counts = counts.saturating_add(count.unsigned_abs());
            let first = throw.get_or_insert(Self {
                count: 0,
                sides,
                negative: is_minus,
                plus: 0,
            });
            if (first.sides, first.negative) != (sides, is_minus) {
                return Err(ThrowError::Several(text.to_owned()));
            }
        }
        let mut throw = throw.unwrap_or_default();
        if counts > 0 {
            throw.count = (u16::try_from(counts).ok())
                .filter(|count| *count <= MOST_DICE)
                .ok_or_else(|| ThrowError::Count(counts.to_string()))?;
        }
        throw.plus = (i32::try_from(plus).ok())
            .filter(|plus| plus.abs() <= MOST_PLUS)
            .ok_or_else(|| ThrowError::Plus(plus.to_string()))?;
        Ok(throw)
    }
}

/// Returns the text in lower case, with `-`, `+`, `*` and `/` for all signs of the same meaning, and without
/// invisible characters. Books and spreadsheets use several minus and multiplication signs, and put invisible
/// characters between words.
fn plain(text: &str) -> String {
    let sign = |c: char| match c {
        '\u{2010}'..='\u{2014}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{fe62}' | '\u{ff0b}' => '+',
        '\u{d7}' | '\u{b7}' | '\u{2715}' | '\u{22c5}' => '*',
        '\u{f7}' => '/',
        _ => c,
    };
    let is_seen = |c: &char| !matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
    let seen = text.chars().filter(is_seen).map(sign);
    let plain = seen.collect::<String>().to_ascii_lowercase();
    // An `x` is a multiplication sign in `2x6` and `1d6 x 10`, but not in a word such as `max`.
    let plain = plain.replace('x', "*");
    if plain.contains(|c: char| c.is_ascii_alphabetic() && c != 'd') {
        plain.replace('*', "x")
    } else {
        plain
    }
}

/// Splits a sum without blanks into its summands. Each comes with whether it is subtracted. Returns `None` if
/// a summand is missing.
fn summands(bare: &str) -> Option<Vec<(bool, &str)>> {
    let mut rest = bare;
    let mut is_minus = rest.starts_with('-');
    rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    let mut summands = Vec::new();
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        summands.push((is_minus, &rest[..end]));
        if end == rest.len() {
            return Some(summands);
        }
        is_minus = rest[end..].starts_with('-');
        rest = &rest[end + 1..];
    }
}

/// Returns whether the text multiplies or divides numbers or dice.
fn is_product(bare: &str) -> bool {
    let mut signs = bare.match_indices(['*', '/']);
    signs.any(|(at, _)| {
        let before = bare[..at].ends_with(|c: char| c.is_ascii_digit());
        before && bare[at + 1..].starts_with(|c: char| c.is_ascii_digit() || c == 'd')
    })
}

fn or_one(count: &str) -> &str {
    if count.is_empty() { "1" } else { count }
}

/// Returns whether there is a blank between two digits. `1d6 6` must not be read as `1d66`.
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

/// Reads a whole number. If it is too large for 64 bits, returns the largest number. Returns `None` if the
/// text is not a number.
fn whole(text: &str) -> Option<i64> {
    digits(text).then(|| text.parse().unwrap_or(i64::MAX))
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
            ("1d8+3+1", 1, 8, false, 4),
            ("1d6+1d6", 2, 6, false, 0),
            ("2D4 - 1 + 1D4", 3, 4, false, -1),
            ("-1d4-1d4+2", 2, 4, true, 2),
            ("5+1d6", 1, 6, false, 5),
            ("d%", 1, 100, false, 0),
            ("1d6\u{2212}2", 1, 6, false, -2),
            ("\u{2013}1d4", 1, 4, true, 0),
            ("\u{feff}\u{a0}1d6\u{202f}+\u{2009}1 ", 1, 6, false, 1),
            ("1d6+10000", 1, 6, false, 10_000),
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
            "+",
            "1d6+-1",
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
        for text in ["2x6", "1d6\u{d7}10", "1d6*2", "2d6/2", "1d6 \u{f7} 2"] {
            let error = text.parse::<Throw>();
            assert_eq!(error, Err(ThrowError::Times(text.to_owned())));
        }
        for text in ["1d6+99999", "99999", "-10001", "1+9999999999999999999999"] {
            let error = text.parse::<Throw>().expect_err(text);
            let message = error.to_string();
            assert!(
                message.starts_with("a flat number goes from -10000 to 10000, not "),
                "{message}"
            );
        }
        for text in ["1d6+1d4", "2D4 - 1 + 1D6", "1d6-1d6"] {
            assert!(
                matches!(text.parse::<Throw>(), Err(ThrowError::Several(_))),
                "{text}"
            );
        }
        assert!(matches!("0d6".parse::<Throw>(), Err(ThrowError::Count(_))));
        let many = "60d6+60d6".parse::<Throw>();
        assert_eq!(many, Err(ThrowError::Count("120".to_owned())));
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
        // The probability of a throw with very many totals is an approximation.
        let many = Throw::new(100, 1000, 0);
        assert_eq!((many.over(99), many.over(100_000)), (1_000_000, 0));
        let half = many.over(50_050);
        assert!((450_000..550_000).contains(&half), "{half}");
    }
}
