//! Dice that remember the faces of the latest question, so that a transcript can show them.

use super::{Dice, Die, Throw, band_of};

/// Rolls exactly as the dice inside do, and keeps what they showed last.
#[derive(Debug, Clone)]
pub struct Recorded<D> {
    dice: D,
    faces: Vec<u32>,
}

impl<D: Dice> Recorded<D> {
    /// The same dice, with a memory.
    pub fn new(dice: D) -> Self {
        Self {
            dice,
            faces: Vec::new(),
        }
    }
}

impl<D: Dice> Dice for Recorded<D> {
    fn roll(&mut self, die: Die) -> u32 {
        let face = self.dice.roll(die);
        self.faces.clear();
        self.faces.push(face);
        face
    }

    fn band<const N: usize>(&mut self, die: Die, limits: &[u32; N]) -> usize {
        band_of(self.roll(die), limits)
    }

    fn total(&mut self, throw: Throw) -> i32 {
        self.faces.clear();
        for _ in 0..throw.count {
            let face = self.dice.roll(Die(u32::from(throw.sides)));
            self.faces.push(face);
        }
        throw.read(self.faces.iter().sum::<u32>().cast_signed())
    }

    fn faces(&self) -> &[u32] {
        &self.faces
    }
}
