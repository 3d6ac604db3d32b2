//! Numbers of a situation that only sink, taken out of it.
//!
//! Most situations of a long fight differ in little but how far hit points and the like have sunk, and in the same way
//! whatever those numbers are. Who works out odds treats all of them together, as places of one grid.

/// Numbers that sink, each in a place of its own that the fight gives it. A number that is there is at least 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Levels([i16; Levels::MOST]);

impl Levels {
    /// Most numbers that a fight can have: those of two fighters with eight things each.
    pub const MOST: usize = 18;
    /// The highest number. No step may take as much off one.
    pub const TOP: i16 = 8192;
    /// No numbers.
    pub const NONE: Self = Self([-1; Self::MOST]);

    /// The number of a place, if there is one.
    ///
    /// # Panics
    /// When `place` is not below [`Levels::MOST`].
    #[inline]
    pub const fn get(&self, place: usize) -> Option<i16> {
        let level = self.0[place];
        if level < 0 { None } else { Some(level) }
    }

    /// Puts a number in its place.
    ///
    /// # Panics
    /// When `place` is not below [`Levels::MOST`], or the number not between 0 and [`Levels::TOP`].
    pub fn set(&mut self, place: usize, level: i16) {
        assert!(
            (0..=Self::TOP).contains(&level),
            "a level is between 0 and the top"
        );
        self.0[place] = level;
    }

    /// The places that have a number, and the numbers, in order of places.
    pub fn iter(&self) -> impl Iterator<Item = (usize, i16)> + '_ {
        let there = |&(_, level): &(usize, i16)| level >= 0;
        self.0.iter().copied().enumerate().filter(there)
    }
}
