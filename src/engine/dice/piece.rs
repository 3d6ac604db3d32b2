//! Pieces of luck with tables: parts of a rule that depend only on dice. One draw from the table of a piece
//! can replace all its rolls.

use std::hash::Hash;

use indexmap::IndexMap;

use super::alias::WHOLE;
use super::{Alias, Dice, Enumerated};

/// A part of a rule whose outcome depends only on dice, with a table of its outcomes.
pub trait Piece {
    /// Returns the table with the probabilities of the outcomes.
    fn table(&self) -> &Alias;

    /// Rolls the dice of the piece. Returns the outcome as an index into the table.
    fn roll<D: Dice>(&self, dice: &mut D) -> usize;
}

/// Returns every outcome of a rule with its probability in parts of 2^64. Outcomes are in the order in which
/// the paths of the dice first reach them.
///
/// The probability of every path is rounded down. The sum is therefore less than 2^64 by at most one part per
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
