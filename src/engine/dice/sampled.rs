//! Random dice for Monte Carlo simulation. Each fight has its own generator.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Dice, Die, Piece, Prefix};

/// Random dice, unbiased for every number of sides.
#[derive(Debug, Clone)]
pub struct Sampled {
    generator: Xoshiro256PlusPlus,
    /// The ranges that the next faces must be in, if any. `fallen` is the number of ranges already used.
    prefix: Option<Prefix>,
    fallen: usize,
}

impl Sampled {
    /// Creates dice that use this generator.
    #[inline]
    pub fn new(generator: Xoshiro256PlusPlus) -> Self {
        Self {
            generator,
            prefix: None,
            fallen: 0,
        }
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Returns the next 64 random bits without consuming them.
    #[inline]
    pub(crate) fn peek(&self) -> u64 {
        self.generator.clone().next_u64()
    }

    /// Restricts the next faces to the ranges in `prefix`, so that the next rolls follow the beginning of a
    /// path.
    pub(crate) fn begin(&mut self, prefix: &Prefix) {
        self.prefix = Some(prefix.clone()).filter(|prefix| !prefix.faces().is_empty());
        self.fallen = 0;
    }

    /// Returns a random face within the next range of `prefix`. Returns `None` if no range is left.
    #[inline(never)]
    fn begun(&mut self) -> Option<u32> {
        let faces = self.prefix.as_ref()?.faces();
        let (next, last) = (faces[self.fallen], self.fallen + 1 == faces.len());
        self.fallen += 1;
        if last {
            self.prefix = None;
        }
        let offset = self.face(Die(next.high - next.low + 1)) - 1;
        Some(next.low + offset)
    }

    #[inline]
    fn face(&mut self, die: Die) -> u32 {
        face(&mut self.generator, die)
    }
}

/// Returns a random face by Lemire's multiplication. Random bits that would make some faces more likely are
/// rejected, which rarely happens.
#[inline]
fn face(generator: &mut Xoshiro256PlusPlus, die: Die) -> u32 {
    let sides = u64::from(die.0);
    let mut product = u64::from(generator.next_u32()) * sides;
    if (product & 0xFFFF_FFFF) < sides {
        // The generator is passed by value. It can then stay in registers of the processor.
        (*generator, product) = unbiased(generator.clone(), product, sides);
    }
    u32::try_from(product >> 32).expect("the upper half of a product of two 32-bit numbers") + 1
}

/// Returns `product`, unless it would make some faces more likely than others. In this case, draws new random
/// products until one would not.
#[cold]
fn unbiased(
    mut generator: Xoshiro256PlusPlus,
    mut product: u64,
    sides: u64,
) -> (Xoshiro256PlusPlus, u64) {
    let threshold = (1u64 << 32) % sides;
    while (product & 0xFFFF_FFFF) < threshold {
        product = u64::from(generator.next_u32()) * sides;
    }
    (generator, product)
}

impl Dice for Sampled {
    #[inline]
    fn roll(&mut self, die: Die) -> u32 {
        if self.prefix.is_some()
            && let Some(face) = self.begun()
        {
            return face;
        }
        self.face(die)
    }

    #[inline]
    fn faces_while(&mut self, die: Die, mut more: impl FnMut(u32) -> bool) {
        if self.prefix.is_some() {
            while more(self.roll(die)) {}
            return;
        }
        // A local copy of the generator can stay in registers of the processor.
        let mut generator = self.generator.clone();
        while more(face(&mut generator, die)) {}
        self.generator = generator;
    }

    #[inline]
    fn draw<P: Piece>(&mut self, piece: Option<&P>) -> Option<usize> {
        let piece = piece.filter(|_| self.prefix.is_none())?;
        Some(piece.table().pick(self.bits()))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn dice_in_a_row_are_those_that_are_rolled_one_by_one() {
        let sampled = || Sampled::new(Xoshiro256PlusPlus::seed_from_u64(3));
        let (mut one_by_one, mut in_a_row) = (sampled(), sampled());
        for dice in 1..40 {
            let expected: Vec<u32> = (0..dice).map(|_| one_by_one.roll(Die(6))).collect();
            let mut faces = Vec::new();
            in_a_row.faces_while(Die(6), |face| {
                faces.push(face);
                faces.len() < expected.len()
            });
            assert_eq!(faces, expected);
        }
        assert_eq!(one_by_one.bits(), in_a_row.bits());
    }

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
