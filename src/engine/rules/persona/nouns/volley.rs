//! The pending hits of an attack test.
//!
//! Clauses: PER-4-12, PER-4-13, PER-4-21.

use std::hash::{Hash, Hasher};

use super::luck::Hit;
use super::swing::Swing;
use crate::fight::{FighterId, FighterSet, MOST_FIGHTERS};

/// Maximum number of hits of one attack test.
pub(crate) const MOST_HITS: usize = 20;

/// The largest number of degrees of success that may replace a die.
pub(crate) const MOST_DEGREES: i32 = 200;

/// The pending hits of an attack.
///
/// Degrees of success replace one die of the attack, the one that gains most by it [PER-4-13]. If a die of
/// the next hit could be replaced, the dice of later hits are rolled in advance, until it is certain that no
/// later die gains more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Volley {
    pub who: FighterId,
    pub swing: Swing,
    /// Degrees of success that may still replace a die. 0 if no die may be replaced, or if one has been
    /// replaced.
    pub degrees: i32,
    /// The targets that have parried.
    pub parriers: FighterSet,
    /// The targets that were in Guard Mode at the attack. The state of a target that is out is cleared, so
    /// the remaining hits on it read this set.
    pub guards: FighterSet,
    /// Number of pending hits, in total and on each fighter.
    left: u8,
    hits: [u8; MOST_FIGHTERS],
    /// The dice of the next hits, as far as they have been rolled. Only the hit with the largest gain has a
    /// gain above zero.
    rolled: [Hit; MOST_HITS],
    count: u8,
}

/// Leaves out fields that rarely differ, because every lookup of a situation computes this hash.
impl Hash for Volley {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.who, self.swing, self.degrees, self.parriers).hash(hasher);
        (self.left, self.hits, self.count).hash(hasher);
        for hit in &self.rolled[..usize::from(self.count)] {
            (hit.sum, hit.gain).hash(hasher);
        }
    }
}

impl Volley {
    pub(crate) fn new(
        who: FighterId,
        swing: Swing,
        degrees: i32,
        hits: [u8; MOST_FIGHTERS],
    ) -> Self {
        Self {
            who,
            swing,
            degrees: degrees.min(MOST_DEGREES),
            parriers: FighterSet::NONE,
            guards: FighterSet::NONE,
            left: hits.iter().sum(),
            hits,
            rolled: [Hit::NONE; MOST_HITS],
            count: 0,
        }
    }

    /// Returns the number of pending hits.
    #[inline]
    pub(crate) fn left(&self) -> u8 {
        self.left
    }

    /// Returns the number of pending hits on `target`.
    #[inline]
    pub(crate) fn left_on(&self, target: FighterId) -> u8 {
        self.hits[target.index()]
    }

    /// Removes one pending hit on `target`.
    #[inline]
    pub(crate) fn take_from(&mut self, target: FighterId) {
        self.left -= 1;
        self.hits[target.index()] -= 1;
    }

    /// Adds the dice of a hit. If several hits have the largest gain, only the first keeps it.
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

    /// Removes and returns the dice of the next hit. Returns `None` if it is not yet certain that no later
    /// hit gains more from a replaced die.
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
        if count > 1 {
            self.rolled.copy_within(1..count, 0);
        }
        self.rolled[count - 1] = Hit::NONE;
        self.count -= 1;
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::persona::nouns::swing::Manner;

    fn hit(face: i32, degrees: i32) -> Hit {
        Hit {
            sum: face,
            gain: u8::try_from((degrees - face).max(0)).expect("few degrees"),
            ..Hit::NONE
        }
    }

    #[test] // PER-4-12, PER-4-13
    fn hits_are_those_of_dice_that_all_lie_on_the_table() {
        for (degrees, number) in
            (0..7).flat_map(|degrees| (0..6_i32.pow(4)).map(move |n| (degrees, n)))
        {
            let faces = [0, 1, 2, 3].map(|at| number / 6_i32.pow(at) % 6 + 1);
            let mut expected = faces;
            let lowest = *faces.iter().min().expect("four faces");
            let first = faces
                .iter()
                .position(|&face| face == lowest)
                .expect("one is lowest");
            expected[first] = lowest.max(degrees);
            let who = FighterId(0);
            let swing = Swing::new(Manner::Full, 0, who);
            let mut hits = [0; MOST_FIGHTERS];
            hits[0] = 4;
            let mut volley = Volley::new(who, swing, degrees, hits);
            let mut rolled = faces.iter();
            let dealt = [(); 4].map(|()| {
                loop {
                    if let Some(hit) = volley.settled() {
                        volley.take_from(who);
                        break hit.sum + i32::from(hit.gain);
                    }
                    let face = *rolled.next().expect("no more dice than hits");
                    volley.add(hit(face, volley.degrees));
                }
            });
            assert_eq!(dealt, expected, "{faces:?} with {degrees} degrees");
        }
    }
}
