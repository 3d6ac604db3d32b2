//! Dice that show given faces, for tests that follow a worked example in a book.

use std::collections::VecDeque;

use super::{Dice, Die};

/// Dice that show these faces in order. They panic if they are rolled after the last face, or if faces are
/// left when they are dropped.
#[derive(Debug, Clone)]
pub struct Scripted {
    faces: VecDeque<u32>,
    asked: usize,
}

impl Scripted {
    /// Creates dice that will show `faces` in this order.
    pub fn new(faces: impl IntoIterator<Item = u32>) -> Self {
        Self {
            faces: faces.into_iter().collect(),
            asked: 0,
        }
    }
}

impl Dice for Scripted {
    /// # Panics
    /// When no face is left, or the face is not on the die.
    fn roll(&mut self, die: Die) -> u32 {
        self.asked += 1;
        let face = self
            .faces
            .pop_front()
            .unwrap_or_else(|| panic!("roll {} (d{}) is not in the script", self.asked, die.0));
        assert!(
            (1..=die.0).contains(&face),
            "roll {} is a d{}, the script says {face}",
            self.asked,
            die.0
        );
        face
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(
                self.faces.is_empty(),
                "faces left over after {} rolls: {:?}",
                self.asked,
                self.faces
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "left over")]
    fn a_face_too_many_fails() {
        let mut dice = Scripted::new([1, 2]);
        dice.roll(Die(6));
    }

    #[test]
    #[should_panic(expected = "not in the script")]
    fn a_face_too_few_fails() {
        Scripted::new([]).roll(Die(6));
    }

    #[test]
    #[should_panic(expected = "roll 1 is a d4")]
    fn a_face_off_the_die_fails() {
        Scripted::new([5]).roll(Die(4));
    }
}
