//! Sets of columns. A column is a part of a state that a decision may read or a step may change, such as the
//! places or the hit points of all fighters.
//!
//! Each book gives numbers to those parts of its states that decisions depend on. A set has one bit for each
//! column. The book's vocabulary declares the columns that each fact, target rule and action reads. A
//! decision stays valid until one of the columns that it reads changes.

use std::ops::{BitOr, BitOrAssign};

/// A set of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Columns(u32);

impl Columns {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// A column for dice. A decision that rolls dice is valid only once, so this column counts as always
    /// changed.
    pub const DICE: Self = Self(1 << 31);
    /// All columns, including that of the dice.
    pub const ALL: Self = Self(u32::MAX);

    /// Returns the set that has only the column with this number.
    ///
    /// # Panics
    /// When the number is 31 or more.
    pub const fn column(number: u32) -> Self {
        assert!(number < 31, "the last bit stands for the dice");
        Self(1 << number)
    }

    /// Returns the columns that are in one of the sets or in both.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Returns the columns of this set that are not in the other.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the two sets have a column in common.
    #[inline]
    pub const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns whether all columns of this set are in the other.
    #[inline]
    pub const fn within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }
}

impl BitOr for Columns {
    type Output = Self;

    #[inline]
    fn bitor(self, others: Self) -> Self {
        self.and(others)
    }
}

impl BitOrAssign for Columns {
    #[inline]
    fn bitor_assign(&mut self, others: Self) {
        *self = self.and(others);
    }
}
