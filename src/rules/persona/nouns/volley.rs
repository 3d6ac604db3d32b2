//! The hits of an attack test on their way to those whom they hit.
//!
//! Clauses: PER-4-12, PER-4-13, PER-4-21.

use super::luck::Hit;
use super::swing::Swing;
use crate::fight::{FighterId, FighterSet};

/// Most hits of one attack test.
pub(crate) const MOST_HITS: usize = 20;

/// Hits that are still to be dealt.
///
/// Their dice lie on the table together, and the one that gains most has the degrees of success in its place [PER-4-13].
/// Nobody needs to look at a die before its hit is dealt, unless one before it may have to stand back for it: so each is
/// rolled when it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Volley<const N: usize> {
    pub who: FighterId,
    pub swing: Swing,
    /// Degrees that may replace a die; 0 if none may, or one was replaced.
    pub degrees: i32,
    /// Who of those that were hit has parried.
    pub parriers: FighterSet,
    /// Hits that are left, and how many of them are on each fighter.
    left: u8,
    hits: [u8; N],
    /// The dice of the next hits; only those of the one that gains most so far may be replaced.
    rolled: [Hit; MOST_HITS],
    count: u8,
}

impl<const N: usize> Volley<N> {
    pub(crate) fn new(who: FighterId, swing: Swing, degrees: i32, hits: [u8; N]) -> Self {
        Self {
            who,
            swing,
            degrees,
            parriers: FighterSet::NONE,
            left: hits.iter().sum(),
            hits,
            rolled: [Hit::NONE; MOST_HITS],
            count: 0,
        }
    }

    /// How many hits are left.
    #[inline]
    pub(crate) fn left(&self) -> u8 {
        self.left
    }

    /// How many of them are on somebody.
    #[inline]
    pub(crate) fn left_on(&self, target: FighterId) -> u8 {
        self.hits[target.index() % N]
    }

    /// One of them less.
    #[inline]
    pub(crate) fn take_from(&mut self, target: FighterId) {
        self.left -= 1;
        self.hits[target.index() % N] -= 1;
    }

    /// Takes in the dice of a hit. The first that gains most may be replaced, no other.
    #[inline]
    pub(crate) fn add(&mut self, mut hit: Hit) {
        let count = usize::from(self.count);
        let best = self.rolled[..count].iter_mut().find(|hit| hit.gain > 0);
        match best {
            Some(best) if hit.gain > best.gain => best.gain = 0,
            Some(_) => hit.gain = 0,
            None => {}
        }
        self.rolled[count] = hit;
        self.count += 1;
    }

    /// The dice of the next hit, if it is certain whether one of them is replaced: no other hit may gain more.
    #[inline]
    pub(crate) fn settled(&mut self) -> Option<Hit> {
        let count = usize::from(self.count);
        let next = *self.rolled[..count].first()?;
        if next.gain > 0 {
            let gains_most = self.count == self.left || i32::from(next.gain) == self.degrees - 1;
            if !gains_most {
                return None;
            }
            self.degrees = 0;
        }
        self.rolled.copy_within(1..count, 0);
        self.rolled[count - 1] = Hit::NONE;
        self.count -= 1;
        Some(next)
    }
}
