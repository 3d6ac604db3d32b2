//! Self-contained pieces of luck and their tables.

use std::hash::Hash;

use indexmap::IndexMap;

use super::alias::WHOLE;
use super::{Alias, Dice, Enumerated};

/// A self-contained piece of luck: its outcome depends on the dice alone.
pub trait Piece {
    /// The probabilities of its outcomes.
    fn table(&self) -> &Alias;

    /// Rolls it: the index of its outcome in the table.
    fn roll<D: Dice>(&self, dice: &mut D) -> usize;
}

/// Every outcome of a rule with its probability in parts of 2^64, in the order of first occurrence.
///
/// Probabilities are rounded down on every path, so together they fall short of the whole by at most one part per
/// path.
///
/// # Panics
/// When a path has more than 2^64 equally likely ways.
pub fn odds<T: Eq + Hash>(rule: impl FnMut(&mut Enumerated) -> T) -> IndexMap<T, u128> {
    let mut odds = IndexMap::new();
    Enumerated::default().visit(rule, |outcome, path| {
        assert!(path.of <= WHOLE, "a tabulated piece of luck is small");
        *odds.entry(outcome).or_default() += (path.ways << 64) / path.of;
    });
    odds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{D100, Throw};

    #[test]
    fn odds_are_whole_but_for_what_rounding_takes() {
        let odds = odds(|dice| {
            if dice.band(D100, &[60]) == 0 {
                dice.total(Throw::new(2, 6, 0))
            } else {
                0
            }
        });
        assert_eq!(odds.len(), 12);
        assert_eq!(odds[&7], (WHOLE * 6 / 36 * 60) / 100);
        let lacking = WHOLE - odds.values().sum::<u128>();
        assert!(lacking <= 12, "{lacking}");
    }
}
