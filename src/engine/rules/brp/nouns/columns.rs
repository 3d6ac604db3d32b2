//! The columns of a situation that decisions depend on, and what has been written in them.
//!
//! Clauses: BRP-5.2-1. Statements and defences of the current round need no column: when intents are stated, none have
//! been made yet, and no blow is known in advance if defences count.

use crate::fight::FighterSet;
use crate::policy::Columns;

/// Places on the line.
pub(crate) const PLACE: Columns = Columns::column(0);
/// The fighters that can no longer act.
pub(crate) const FALLEN: Columns = Columns::column(1);
/// Whether the picked target can still act. A target rule that reads this picks the same target when anybody else falls.
pub(crate) const PICKED: Columns = Columns::column(2);
/// The fighters that can act again.
pub(crate) const RISEN: Columns = Columns::column(3);
/// The condition of fighters that cannot act.
pub(crate) const CONDITION: Columns = Columns::column(4);
/// The items that are whole, loaded and not used up.
pub(crate) const THINGS: Columns = Columns::column(5);
/// The item that each fighter has in hand.
pub(crate) const HAND: Columns = Columns::column(6);
/// Injuries, and who treats them.
pub(crate) const INJURIES: Columns = Columns::column(7);
pub(crate) const HIT_POINTS: Columns = Columns::column(8);
/// Parrying points.
pub(crate) const POINTS: Columns = Columns::column(9);
/// Shots and pieces.
pub(crate) const AMMUNITION: Columns = Columns::column(10);
pub(crate) const ROUND: Columns = Columns::column(11);
/// The stated intents of other fighters.
pub(crate) const INTENTS: Columns = Columns::column(12);
/// The attack that a reaction answers.
pub(crate) const ATTACK: Columns = Columns::column(13);

/// Defences made and metres moved in this round.
pub(crate) const DEFENCES: Columns = Columns::column(14);

/// The afflictions of fighters.
pub(crate) const AFFLICTIONS: Columns = Columns::column(15);

/// The fighters that stand.
pub(crate) const STANDING: Columns = FALLEN.and(RISEN);
/// The condition of every fighter.
pub(crate) const CONDITIONS: Columns = STANDING.and(CONDITION);
/// Columns that are seldom written: until one is, a plain blow has the same terms as in the round before.
pub(crate) const SELDOM_WRITTEN: Columns = PLACE
    .and(CONDITIONS)
    .and(PICKED)
    .and(THINGS)
    .and(HAND)
    .and(INJURIES);
/// The columns that the order of a round depends on, apart from the intents.
pub(crate) const ORDER: Columns = PLACE.and(STANDING).and(HAND);

/// The columns written since a computation, and the fighters they belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Written {
    pub columns: Columns,
    pub of: FighterSet,
    /// Fighters that have fallen.
    pub fallen: FighterSet,
}

impl Written {
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.columns.is_empty()
    }

    /// Adds further written columns.
    #[inline]
    pub(crate) fn add(&mut self, more: Self) {
        self.columns |= more.columns;
        self.of = FighterSet(self.of.0 | more.of.0);
        self.fallen = FighterSet(self.fallen.0 | more.fallen.0);
    }
}
