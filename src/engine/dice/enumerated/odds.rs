//! Exact distributions of the results of a rule.

use std::collections::HashMap;
use std::hash::Hash;

use num_rational::BigRational;

use super::{Enumerated, Weight};

/// Runs `rule` along every path like [`Enumerated::visit`], with new dice. Use it for rules with few dice.
///
/// # Panics
/// When a path has more dice than 128 bits can weigh.
pub fn visit<T>(rule: impl FnMut(&mut Enumerated) -> T, each: impl FnMut(T, Weight)) {
    let mut dice = Enumerated::default();
    dice.visit(rule, each);
    assert!(!dice.is_beyond, "few enough dice for 128-bit weights");
}

/// The exact distribution of the results of a rule.
#[derive(Debug, Clone)]
pub struct Odds<T>(HashMap<T, BigRational>);

impl<T: Eq + Hash> Odds<T> {
    /// Returns the exact probability that `which` is true for the result.
    pub fn of(&self, which: impl Fn(&T) -> bool) -> BigRational {
        self.0
            .iter()
            .filter(|(value, _)| which(value))
            .map(|(_, weight)| weight.clone())
            .sum()
    }

    /// Returns every possible result with its exact probability, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&T, &BigRational)> {
        self.0.iter()
    }

    /// Returns the exact mean of the number that `number` returns for each result.
    pub fn mean(&self, number: impl Fn(&T) -> i64) -> BigRational {
        self.0
            .iter()
            .map(|(value, weight)| BigRational::from_integer(number(value).into()) * weight)
            .sum()
    }
}

/// Returns the exact distribution of the results of a rule. The weights of equal results are added up.
///
/// ```
/// use num_rational::BigRational;
/// use skirmish_engine::dice::{D100, Dice, outcomes};
///
/// let odds = outcomes(|dice| dice.band(D100, &[11, 60]));
/// assert_eq!(odds.of(|&band| band == 1), BigRational::new(49.into(), 100.into()));
/// ```
pub fn outcomes<T: Eq + Hash>(rule: impl FnMut(&mut Enumerated) -> T) -> Odds<T> {
    let mut odds: HashMap<T, BigRational> = HashMap::new();
    visit(rule, |result, weight| {
        *odds.entry(result).or_default() += weight.ratio();
    });
    Odds(odds)
}
