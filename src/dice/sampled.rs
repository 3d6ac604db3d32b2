//! Dice for Monte Carlo: one keyed generator per fight.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Dice, Die, Piece};

/// Random dice, unbiased for every number of sides.
#[derive(Debug, Clone)]
pub struct Sampled(Xoshiro256PlusPlus);

impl Sampled {
    /// Dice driven by this generator.
    pub fn new(generator: Xoshiro256PlusPlus) -> Self {
        Self(generator)
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Dice for Sampled {
    /// Lemire's multiply-and-shift, with the rare rejection that removes the bias.
    #[inline]
    fn roll(&mut self, die: Die) -> u32 {
        let sides = u64::from(die.0);
        let mut product = u64::from(self.0.next_u32()) * sides;
        if (product & 0xFFFF_FFFF) < sides {
            let threshold = (1u64 << 32) % sides;
            while (product & 0xFFFF_FFFF) < threshold {
                product = u64::from(self.0.next_u32()) * sides;
            }
        }
        u32::try_from(product >> 32).expect("the upper half of a product of two 32-bit numbers") + 1
    }

    #[inline]
    fn draw<P: Piece>(&mut self, piece: Option<&P>) -> Option<usize> {
        let piece = piece?;
        Some(piece.table().pick(self.bits()))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn every_face_comes_as_often_as_any_other() {
        let mut dice = Sampled::new(Xoshiro256PlusPlus::seed_from_u64(7));
        for sides in [2u32, 3, 6, 8, 10, 100] {
            let rolls = 60_000u32;
            let mut seen = vec![0u32; sides as usize];
            for _ in 0..rolls {
                seen[dice.roll(Die(sides)) as usize - 1] += 1;
            }
            let expected = f64::from(rolls) / f64::from(sides);
            let bound = 5.0 * expected.sqrt();
            assert!(
                seen.iter()
                    .all(|&n| (f64::from(n) - expected).abs() < bound),
                "d{sides}: {seen:?}"
            );
        }
    }
}
