//! Dice for the rules of all books.
//!
//! A rule does not ask for a face if a coarser answer is enough, such as whether a roll succeeds. Each call
//! of [`Dice`] is called a question. Rules never see a random generator. The same rule can therefore be
//! played with random dice ([`Sampled`]), along every path with exact weights ([`Enumerated`]), or with the
//! faces of a worked example in a book ([`Scripted`]). A rule cannot know which of these dice it uses.

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

/// A die, given by its number of sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Die(pub u32);

/// The percentile die.
pub const D100: Die = Die(100);

/// A source of answers to the questions of rules about dice.
///
/// An implementation needs only [`Dice::roll`]. All other methods have a default that rolls dice face by
/// face. An implementation overrides them if it has a faster way.
pub trait Dice {
    /// Whether [`Dice::piece`] merges paths with equal results. If so, parts of a piece should also be
    /// pieces.
    const TAKES_TOGETHER: bool = false;

    /// Rolls one die. The result is uniform on `1..=die.0`.
    fn roll(&mut self, die: Die) -> u32;

    /// Rolls one die and returns only its band: the index of the first limit that the face does not exceed,
    /// or `limits.len()` if the face exceeds all of them.
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

    /// Rolls dice one after another and passes each face to `more`, until `more` returns false. The result is
    /// the same as with calls of [`Dice::roll`].
    #[inline]
    fn faces_while(&mut self, die: Die, mut more: impl FnMut(u32) -> bool) {
        while more(self.roll(die)) {}
    }

    /// Rolls a sum of dice and returns only its total, including the flat number and the sign.
    #[inline]
    fn total(&mut self, throw: Throw) -> i32 {
        let mut sum = 0;
        for _ in 0..throw.count {
            sum += self.roll(Die(u32::from(throw.sides))).cast_signed();
        }
        throw.read(sum)
    }

    /// Draws the outcome of a whole piece of luck from its table, and returns its index. Returns `None` if
    /// these dice do not draw from tables. The caller must then roll the piece, with the same calls in the
    /// same order as [`Piece::roll`].
    ///
    /// Rules must call this at the beginning of every piece of luck. For a piece without a table, they pass
    /// `None`.
    #[inline]
    fn draw<P: Piece>(&mut self, _piece: Option<&P>) -> Option<usize> {
        None
    }

    /// Plays `luck`, a part of a rule that depends only on `key` and on dice, and returns its result. Callers
    /// must not need the faces. Calls with equal keys must have equal probabilities of their results. Dice
    /// that enumerate outcomes merge the paths with equal results.
    #[inline]
    fn piece<K, T>(&mut self, _key: K, luck: impl Fn(&mut Self) -> T) -> T
    where
        Self: Sized,
        K: Hash + Eq + 'static,
        T: Clone + Eq + 'static,
    {
        luck(self)
    }

    /// Says what the next questions are about, such as whether an attack hits. Only paired dice use this.
    #[inline]
    fn about(&mut self, _topic: Topic) {}

    /// Returns the faces that the latest question has rolled, for a transcript. A whole [`Dice::piece`]
    /// counts as one question. The list is empty if the dice do not record faces.
    fn faces(&self) -> &[u32] {
        &[]
    }
}

/// Returns the band of a face (see [`Dice::band`]).
#[inline]
pub(crate) fn band_of<const N: usize>(face: u32, limits: &[u32; N]) -> usize {
    let mut band = 0;
    while band < N && face > limits[band] {
        band += 1;
    }
    band
}
