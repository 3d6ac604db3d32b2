//! Sets of columns: the parts of a state that a decision reads, or that a step has written.
//!
//! Each book numbers those columns of its states that decisions depend on, such as places, hit points or who
//! has fallen. A set has one bit for each column. Every fact, target rule and action of the book's vocabulary
//! declares the columns that it reads. A decision remains valid until one of its columns changes.

use std::ops::{BitOr, BitOrAssign};

/// A set of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Columns(u32);

impl Columns {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The dice, as a column of their own: a decision that rolls dice is valid only once.
    pub const DICE: Self = Self(1 << 31);
    /// All columns, the dice included.
    pub const ALL: Self = Self(u32::MAX);

    /// Returns the set with only the column of this number.
    ///
    /// # Panics
    /// When the number is 31 or more.
    pub const fn column(number: u32) -> Self {
        assert!(number < 31, "the last bit stands for the dice");
        Self(1 << number)
    }

    /// Returns the union of two sets.
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

    /// Returns whether the two sets share a column.
    #[inline]
    pub const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns whether this set is a subset of the other.
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
