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
    /// Hits on each fighter.
    pub hits: [u8; N],
    /// Whom the hits are on of whom one has parried.
    pub parriers: FighterSet,
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
            hits,
            parriers: FighterSet::NONE,
            rolled: [Hit::NONE; MOST_HITS],
            count: 0,
        }
    }

    /// How many hits are left.
    pub(crate) fn left(&self) -> usize {
        self.hits.iter().copied().map(usize::from).sum()
    }

    /// Takes in the dice of a hit. The first that gains most may be replaced, no other.
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
    pub(crate) fn settled(&mut self) -> Option<Hit> {
        let next = self.rolled[..usize::from(self.count)].first().copied()?;
        let gains_most = usize::from(self.count) == self.left() || next.gain == self.degrees - 1;
        if next.gain > 0 && !gains_most {
            return None;
        }
        if next.gain > 0 {
            self.degrees = 0;
        }
        self.rolled.copy_within(1.., 0);
        self.rolled[MOST_HITS - 1] = Hit::NONE;
        self.count -= 1;
        Some(next)
    }
}
