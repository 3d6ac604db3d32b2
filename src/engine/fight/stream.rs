//! The random numbers of each fight of a run. They depend on the seed of the run, the label of a stream, and
//! the number of the fight.
//!
//! Random numbers do not depend on the thread, the block or the position of a matchup in the file. The work
//! can therefore be divided in any way, and a matchup keeps its random numbers if other matchups are added to
//! the file. The seed and the label are hashed with SHA-256, so the streams of neighbouring seeds are
//! independent.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

use super::Cast;
use crate::dice::{Enumerated, GOLDEN, Paired, Sampled, mix};

/// A sequence of fights with random numbers. Its key determines the random number generator of each fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stream([u64; 4]);

impl Stream {
    /// Returns the stream for the seed of a run and a label. The label identifies the stream. Commonly it is
    /// the content of the matchup.
    pub fn new(seed: u64, label: impl AsRef<[u8]>) -> Self {
        let digest = Sha256::new()
            .chain_update(b"skirmish stream 2")
            .chain_update(seed.to_le_bytes())
            .chain_update(label)
            .finalize();
        let mut key = [0u64; 4];
        for (word, bytes) in key.iter_mut().zip(digest.chunks_exact(8)) {
            let mut eight = [0; 8];
            eight.copy_from_slice(bytes);
            *word = u64::from_le_bytes(eight);
        }
        Self(key)
    }

    /// Returns the dice of fight `n`. Fights with different numbers have different generators, because each
    /// word of a generator's state is a one-to-one function of `n`.
    #[inline]
    pub fn dice(&self, n: u64) -> Sampled {
        Sampled::new(self.generator(n))
    }

    /// Returns the random number generator in the dice of fight `n`.
    #[inline]
    pub(crate) fn generator(&self, n: u64) -> Xoshiro256PlusPlus {
        keyed(&self.0, n)
    }

    /// Returns paired dice for fights with this cast. If fights with other casts use paired dice too,
    /// fighters have the same luck in all of them, so that the casts can be compared fairly. Fighters of two
    /// casts are the same if the names of their sides and their positions within the side are the same.
    /// [`Stream::turn`] sets the dice to the start of one fight.
    pub fn paired(cast: &Cast) -> Enumerated {
        let mut counts = vec![0u64; cast.sides.len()];
        let code = |combatant: &super::CombatantId| {
            let side = cast.combatants[combatant.index()].side.index();
            counts[side] += 1;
            let digest = Sha256::digest(cast.sides[side].as_bytes());
            let mut eight = [0; 8];
            eight.copy_from_slice(&digest[..8]);
            mix(u64::from_le_bytes(eight)).wrapping_add(mix(counts[side]))
        };
        let codes: Vec<u64> = cast.fighters.iter().map(code).collect();
        Enumerated::paired(Paired::new(&codes))
    }

    /// Returns a stream for fights that continue fight `n` from a moment with this number. Its random numbers
    /// are independent of those of fight `n`, of other fights and of other moments.
    #[must_use]
    pub fn onward(&self, n: u64, moment: u64) -> Self {
        let mut label = Vec::with_capacity(48);
        for word in self.0 {
            label.extend(word.to_le_bytes());
        }
        label.extend(moment.to_le_bytes());
        label.extend_from_slice(b"onward");
        Self::new(n, label)
    }

    /// Sets paired dice to the start of fight `n`. Their random numbers are independent of those of
    /// [`Stream::dice`].
    pub fn turn(&self, dice: &mut Enumerated, n: u64) {
        let step = n.wrapping_mul(GOLDEN);
        let word = |at: usize| mix(mix(self.0[at]).wrapping_add(step));
        dice.turn_to([word(0), word(1)]);
    }

    /// Returns other dice for fight `n`, for details that are shown and do not decide the fight. Their random
    /// numbers are independent of those of [`Stream::dice`].
    pub fn aside(&self, n: u64) -> Sampled {
        Sampled::new(keyed(&self.0.map(|word| mix(!word)), n))
    }
}

/// Returns the random number generator for `key` and `n`. Each word of its state is from another `SplitMix64`
/// sequence. The first word is made odd, because a generator whose state is 0 would return only 0.
#[inline]
fn keyed(key: &[u64; 4], n: u64) -> Xoshiro256PlusPlus {
    let step = n.wrapping_mul(GOLDEN);
    let word = |at: usize| mix(key[at].wrapping_add(step));
    // This is not a loop, because a loop over the words would store them in memory instead of registers.
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&(word(0) | 1).to_le_bytes());
    seed[8..16].copy_from_slice(&word(1).to_le_bytes());
    seed[16..24].copy_from_slice(&word(2).to_le_bytes());
    seed[24..].copy_from_slice(&word(3).to_le_bytes());
    Xoshiro256PlusPlus::from_seed(seed)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::dice::{Dice, Die};

    fn first_rolls(stream: &Stream, n: u64) -> Vec<u32> {
        let mut dice = stream.dice(n);
        (0..4).map(|_| dice.roll(Die(1 << 30))).collect()
    }

    #[test]
    fn neighbouring_seeds_labels_and_fights_share_nothing() {
        let mut seen = HashSet::new();
        for seed in 0..20 {
            for label in ["a", "b"] {
                for n in 0..200 {
                    assert!(seen.insert(first_rolls(&Stream::new(seed, label.as_bytes()), n)));
                }
            }
        }
    }

    #[test]
    fn fights_that_go_on_from_a_moment_share_nothing_with_others() {
        let stream = Stream::new(1, b"duel");
        let mut seen: HashSet<Vec<u32>> = (0..500).map(|n| first_rolls(&stream, n)).collect();
        for n in 0..10 {
            for moment in 0..10 {
                let onward = stream.onward(n, moment);
                assert!((0..50).all(|n| seen.insert(first_rolls(&onward, n))));
            }
        }
    }

    #[test]
    fn what_is_told_aside_shares_nothing_with_the_fight() {
        let stream = Stream::new(1, b"duel");
        let mut seen: HashSet<Vec<u32>> = (0..500).map(|n| first_rolls(&stream, n)).collect();
        for n in 0..500 {
            let mut dice = stream.aside(n);
            assert!(seen.insert((0..4).map(|_| dice.roll(Die(1 << 30))).collect()));
        }
    }

    #[test]
    fn the_stream_is_pinned() {
        assert_eq!(
            first_rolls(&Stream::new(1, b"duel"), 0),
            first_rolls(&Stream::new(1, b"duel"), 0)
        );
        insta::assert_debug_snapshot!(first_rolls(&Stream::new(1, b"duel"), 7));
    }
}
