//! The columns of a state. A column is one kind of data about the fighters that decisions depend on, such as
//! their places.
//!
//! Code that changes data records that its column has been written. Results that do not depend on a written
//! column can be reused.
//!
//! Clauses: BRP-5.2-1. Statements and defences record no column. A statement is made before the first defence
//! of a round, so its policy sees no defences. If defences make a difference to later blows, no blow is
//! computed in advance.

use crate::fight::FighterSet;
use crate::policy::Columns;

/// Places on the line.
pub(crate) const PLACE: Columns = Columns::column(0);
/// Falls of fighters: changes from able to unable to act.
pub(crate) const FALLEN: Columns = Columns::column(1);
/// Whether the target that a rule picked can still act. A rule that reads only this column picks the same
/// target when another fighter falls.
pub(crate) const PICKED: Columns = Columns::column(2);
/// Recoveries of fighters: changes from unable to able to act.
pub(crate) const RISEN: Columns = Columns::column(3);
/// The condition of fighters that cannot act.
pub(crate) const CONDITION: Columns = Columns::column(4);
/// Which items are whole, loaded and not used up.
pub(crate) const THINGS: Columns = Columns::column(5);
/// The item that each fighter has in hand.
pub(crate) const HAND: Columns = Columns::column(6);
/// Untreated injuries, and the fighters that treat them.
pub(crate) const INJURIES: Columns = Columns::column(7);
pub(crate) const HIT_POINTS: Columns = Columns::column(8);
/// Parrying points of items.
pub(crate) const POINTS: Columns = Columns::column(9);
/// The number of shots or pieces that are left.
pub(crate) const AMMUNITION: Columns = Columns::column(10);
pub(crate) const ROUND: Columns = Columns::column(11);
/// The stated intents of other fighters.
pub(crate) const INTENTS: Columns = Columns::column(12);
/// The attack that a reaction is chosen for.
pub(crate) const ATTACK: Columns = Columns::column(13);

/// Defences made and metres moved in this round.
pub(crate) const DEFENCES: Columns = Columns::column(14);

/// The afflictions of fighters.
pub(crate) const AFFLICTIONS: Columns = Columns::column(15);

/// Which fighters can act.
pub(crate) const STANDING: Columns = FALLEN.and(RISEN);
/// The condition of every fighter.
pub(crate) const CONDITIONS: Columns = STANDING.and(CONDITION);
/// Columns that seldom change. As long as none of them changes, a plain blow (see `chapters/plain.rs`) has
/// the same chances and damage as in the round before.
pub(crate) const SELDOM_WRITTEN: Columns = PLACE
    .and(CONDITIONS)
    .and(PICKED)
    .and(THINGS)
    .and(HAND)
    .and(INJURIES);
/// The columns that the order of actions depends on, apart from the intents.
pub(crate) const ORDER: Columns = PLACE.and(STANDING).and(HAND);

/// The columns written since a certain moment, and the fighters that they were written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Written {
    pub columns: Columns,
    pub of: FighterSet,
    /// The fighters that have fallen since that moment.
    pub fallen: FighterSet,
}

impl Written {
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.columns.is_empty()
    }

    /// Adds the columns and the fighters of `more`.
    #[inline]
    pub(crate) fn add(&mut self, more: Self) {
        self.columns |= more.columns;
        self.of = FighterSet(self.of.0 | more.of.0);
        self.fallen = FighterSet(self.fallen.0 | more.fallen.0);
    }
}
