//! Dice, asked the coarsest question that decides.
//!
//! Rules code never sees a random generator. It is generic over [`Dice`], so one and the same rule can be
//! sampled ([`Sampled`]), walked through exhaustively with exact weights ([`Enumerated`]) or fed the faces of a
//! book's worked example ([`Scripted`]). A rule never asks which of them it holds.

use std::hash::Hash;

mod alias;
mod enumerated;
mod paired;
mod piece;
mod prefix;
mod recorded;
mod sampled;
mod scripted;
mod throw;
pub(crate) mod ties;

pub use alias::{Alias, Column};
pub(crate) use alias::{WHOLE, split};
pub use enumerated::{Enumerated, Odds, Weight, outcomes, visit};
pub(crate) use paired::GOLDEN;
pub use paired::{Paired, Topic, mix};
pub use piece::{Piece, odds};
pub(crate) use prefix::{Faces, Prefix};
pub use recorded::Recorded;
pub use sampled::Sampled;
pub use scripted::Scripted;
pub use throw::{Throw, ThrowError};

/// One die, by its number of sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Die(pub u32);

/// The percentile die.
pub const D100: Die = Die(100);

/// A source of luck.
///
/// Only [`Dice::roll`] is required; the other questions are answered from it, face by face, and an
/// implementation overrides them where it knows a cheaper way.
pub trait Dice {
    /// Whether [`Dice::piece`] merges paths with equal results, so that it is worth asking parts of a piece as pieces
    /// of their own.
    const TAKES_TOGETHER: bool = false;

    /// Rolls one die: uniform on `1..=die.0`.
    fn roll(&mut self, die: Die) -> u32;

    /// Rolls one die and returns only its band: the index of the first limit that the face does not exceed, or
    /// `limits.len()` when it exceeds all of them.
    ///
    /// ```
    /// use skirmish_engine::dice::{D100, Dice, Scripted};
    ///
    /// let mut dice = Scripted::new([11, 12, 61]);
    /// assert_eq!(dice.band(D100, &[11, 60]), 0);
    /// assert_eq!(dice.band(D100, &[11, 60]), 1);
    /// assert_eq!(dice.band(D100, &[11, 60]), 2);
    /// ```
    #[inline]
    fn band<const N: usize>(&mut self, die: Die, limits: &[u32; N]) -> usize {
        let face = self.roll(die);
        band_of(face, limits)
    }

    /// Rolls dice one after the other and passes each face to `more`, which says whether another die follows. The same
    /// as rolling them one by one.
    #[inline]
    fn faces_while(&mut self, die: Die, mut more: impl FnMut(u32) -> bool) {
        while more(self.roll(die)) {}
    }

    /// Rolls a sum of dice and returns only its total, including flat part and sign.
    #[inline]
    fn total(&mut self, throw: Throw) -> i32 {
        let mut sum = 0;
        for _ in 0..throw.count {
            sum += self.roll(Die(u32::from(throw.sides))).cast_signed();
        }
        throw.read(sum)
    }

    /// Draws the result of a whole piece of luck, if these dice use tables: the index of its outcome. `None` if they
    /// roll: the caller then rolls it, with exactly the questions of [`Piece::roll`].
    ///
    /// Rules call this wherever a piece of luck begins, with `None` for one that has no table.
    #[inline]
    fn draw<P: Piece>(&mut self, _piece: Option<&P>) -> Option<usize> {
        None
    }

    /// A piece of luck that depends only on its key, for callers that do not need the faces of its dice: equal keys
    /// have equal distributions of results. Dice that enumerate outcomes merge the paths with equal results.
    #[inline]
    fn piece<K, T>(&mut self, _key: K, luck: impl Fn(&mut Self) -> T) -> T
    where
        Self: Sized,
        K: Hash + Eq + 'static,
        T: Clone + Eq + 'static,
    {
        luck(self)
    }

    /// Declares the topic of the next questions. Only paired dice use it; for all others this does nothing.
    #[inline]
    fn about(&mut self, _topic: Topic) {}

    /// The faces of the latest question, where a [`Dice::piece`] is one question, for a transcript; empty if faces
    /// are not recorded.
    fn faces(&self) -> &[u32] {
        &[]
    }
}

/// The band of a face (see [`Dice::band`]).
#[inline]
pub(crate) fn band_of<const N: usize>(face: u32, limits: &[u32; N]) -> usize {
    let mut band = 0;
    while band < N && face > limits[band] {
        band += 1;
    }
    band
}
