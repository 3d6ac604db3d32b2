//! Sets of columns of a state: those that a decision reads, and those written since.
//!
//! A book numbers the columns of its states on which decisions depend, such as places, hit points or who has fallen;
//! each is one bit. Every fact, target rule and action of its vocabulary declares the columns that it reads, and code
//! that writes a column reports it. A decision remains valid until a column that it reads is written.

use std::ops::{BitOr, BitOrAssign};

/// A set of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Columns(u32);

impl Columns {
    /// No column.
    pub const NONE: Self = Self(0);
    /// The dice: a decision that rolls them is valid only once.
    pub const DICE: Self = Self(1 << 31);
    /// Every column, and the dice.
    pub const ALL: Self = Self(u32::MAX);

    /// The column of this number.
    ///
    /// # Panics
    /// When the number is 31 or more.
    pub const fn column(number: u32) -> Self {
        assert!(number < 31, "the last bit stands for the dice");
        Self(1 << number)
    }

    /// The union of two sets.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The columns of this set that are not in the other.
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
