//! The round of a duel in which both strike in turn, as one draw.
//!
//! Clauses: those of `exchange.rs`. Its two exchanges have known odds, and so have both together.

use super::exchange::{Exchange, Tabled};
use super::reply::Guard;
use crate::dice::{Alias, Dice, Piece};
use crate::fight::{Ending, FighterId, FighterSet};

/// The round of a duel.
#[derive(Debug, Clone)]
pub(crate) struct Duel {
    /// Its two exchanges, in the order of action.
    pub exchanges: [Tabled; 2],
    /// Who strikes with what at whom, and how that is met.
    pub blows: [(FighterId, u8, FighterId, Guard); 2],
    /// The odds of both together: of every outcome of the first with every one of the second.
    pub table: Alias,
    pub spins: Box<[Spin]>,
    /// The counters, and where each stands at the start.
    pub lanes: u64,
    /// The lane of the hit points that are struck at first; the things below it can break.
    pub vital: u32,
    /// Whether the two act at the same time [BRP-5.4-4].
    pub tied: bool,
    /// How the fight ends, and who stands, when the first to act fells the other, when the second does, and when both do.
    pub ends: [(Ending, FighterSet); 3],
}

/// A column of the table with the losses of its two outcomes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spin {
    pub cut: u64,
    pub losses: [u64; 2],
}

impl Duel {
    /// What this draw makes of the two exchanges.
    #[inline]
    pub(crate) fn outcomes(&self, at: usize) -> [Exchange; 2] {
        let [first, second] = &self.exchanges;
        let others = second.outcomes.len();
        [first.outcome(at / others), second.outcome(at % others)]
    }
}

impl Piece for Duel {
    #[inline]
    fn table(&self) -> &Alias {
        &self.table
    }

    fn roll<D: Dice>(&self, dice: &mut D) -> usize {
        let exchanges = self.exchanges.iter();
        exchanges.fold(0, |at, each| at * each.outcomes.len() + each.roll(dice))
    }
}
