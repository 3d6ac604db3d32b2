//! Dice that keep the faces of the latest question, so that a transcript can show them.

use std::collections::VecDeque;
use std::hash::Hash;

use super::{Dice, Die, Piece, Sampled, Throw, Topic, band_of};

/// Dice that roll exactly like the dice inside, and keep the faces of the latest question, that is, call of
/// [`Dice`].
///
/// The dice inside may draw the outcome of a whole piece of luck from its table. In this case, separate dice
/// (`aside`) roll the piece again and again, until its outcome is the drawn one. The faces found in this way
/// have exactly the distribution that they have given the outcome. The course of the fight is that of the
/// draw.
#[derive(Debug, Clone)]
pub struct Recorded<D> {
    dice: D,
    aside: Option<Sampled>,
    foreseen: VecDeque<u32>,
    faces: Vec<u32>,
    /// Whether a piece of luck is being rolled. All its rolls then count as one question.
    in_piece: bool,
}

impl<D: Dice> Recorded<D> {
    /// Creates recording dice around dice that do not draw from tables.
    pub fn new(dice: D) -> Self {
        Self {
            dice,
            aside: None,
            foreseen: VecDeque::new(),
            faces: Vec::new(),
            in_piece: false,
        }
    }

    /// Creates recording dice around dice that may draw from tables. `aside` are the dice that find faces for
    /// drawn outcomes.
    pub fn beside(dice: D, aside: Sampled) -> Self {
        Self {
            aside: Some(aside),
            ..Self::new(dice)
        }
    }

    fn face(&mut self, die: Die) -> u32 {
        let face = match self.foreseen.pop_front() {
            Some(face) => face,
            None => self.dice.roll(die),
        };
        self.faces.push(face);
        face
    }

    /// Forgets the faces of the last question, because a new one begins. Does nothing within a piece of luck.
    fn ask(&mut self) {
        if !self.in_piece {
            self.faces.clear();
        }
    }
}

impl<D: Dice> Dice for Recorded<D> {
    fn roll(&mut self, die: Die) -> u32 {
        self.ask();
        self.face(die)
    }

    fn band<const N: usize>(&mut self, die: Die, limits: &[u32; N]) -> usize {
        band_of(self.roll(die), limits)
    }

    fn total(&mut self, throw: Throw) -> i32 {
        self.ask();
        let die = Die(u32::from(throw.sides));
        let sum: u32 = (0..throw.count).map(|_| self.face(die)).sum();
        throw.read(sum.cast_signed())
    }

    fn piece<K, T>(&mut self, _key: K, luck: impl Fn(&mut Self) -> T) -> T
    where
        K: Hash + Eq + 'static,
        T: Clone + Eq + 'static,
    {
        self.ask();
        let is_part = std::mem::replace(&mut self.in_piece, true);
        let found = luck(self);
        self.in_piece = is_part;
        found
    }

    fn draw<P: Piece>(&mut self, piece: Option<&P>) -> Option<usize> {
        self.foreseen.clear();
        let drawn = self.dice.draw(piece)?;
        let piece = piece.expect("only a piece is drawn");
        let aside = self
            .aside
            .as_mut()
            .expect("dice that draw are given others to roll beside");
        loop {
            let mut rehearsal = Rehearsal {
                dice: aside,
                faces: &mut self.foreseen,
            };
            if piece.roll(&mut rehearsal) == drawn {
                return None;
            }
            self.foreseen.clear();
        }
    }

    fn about(&mut self, topic: Topic) {
        self.dice.about(topic);
    }

    fn faces(&self) -> &[u32] {
        &self.faces
    }
}

/// Dice that store every face that they roll.
struct Rehearsal<'a> {
    dice: &'a mut Sampled,
    faces: &'a mut VecDeque<u32>,
}

impl Dice for Rehearsal<'_> {
    fn roll(&mut self, die: Die) -> u32 {
        let face = self.dice.roll(die);
        self.faces.push_back(face);
        face
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Alias, odds};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn sampled(seed: u64) -> Sampled {
        Sampled::new(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A piece of luck for the test: the higher of two dice, with its table and the faces that can be drawn.
    struct Higher(Alias, Vec<u32>);

    fn higher(dice: &mut impl Dice) -> u32 {
        dice.roll(Die(6)).max(dice.roll(Die(6)))
    }

    impl Higher {
        fn new() -> Self {
            let odds = odds(higher);
            let table = Alias::new(&odds.values().copied().collect::<Vec<_>>());
            Self(table, odds.into_keys().collect())
        }
    }

    impl Piece for Higher {
        fn table(&self) -> &Alias {
            &self.0
        }

        fn roll<D: Dice>(&self, dice: &mut D) -> usize {
            let face = higher(dice);
            self.1.iter().position(|&of| of == face).expect("a face")
        }
    }

    #[test]
    fn what_was_drawn_is_shown_in_faces_of_their_conditional_distribution() {
        let piece = Higher::new();
        let (mut first_is_two, mut twos) = (0, 0);
        for n in 0..3000 {
            let drawn = sampled(n).draw(Some(&piece)).expect("sampled dice draw");
            let mut dice = Recorded::beside(sampled(n), sampled(n + 10_000));
            assert_eq!(dice.draw(Some(&piece)), None);
            let (first, second) = (dice.roll(Die(6)), dice.roll(Die(6)));
            assert_eq!(first.max(second), piece.1[drawn]);
            if piece.1[drawn] == 2 {
                twos += 1;
                first_is_two += i32::from(first == 2);
            }
        }
        // 1-2, 2-1 and 2-2 are equally likely, so the first die is a two in 2 of 3 cases. In 250 cases, five
        // standard errors of the number of twos are 37.
        assert!((200..300).contains(&twos), "{twos}");
        assert!(
            (first_is_two * 3 - twos * 2).abs() < 3 * 37,
            "{first_is_two} of {twos}"
        );
    }

    #[test]
    fn a_piece_is_one_question_with_all_its_dice() {
        let mut dice = Recorded::new(crate::dice::Scripted::new([1, 2, 3, 4, 5]));
        let found = dice.piece("three", |dice| {
            let (first, rest) = (
                dice.roll(Die(6)),
                dice.piece("two", |dice| dice.total(Throw::new(2, 6, 0))),
            );
            first.cast_signed() + rest
        });
        assert_eq!((found, dice.faces()), (6, &[1, 2, 3][..]));
        dice.roll(Die(6));
        assert_eq!(dice.faces(), [4]);
        dice.roll(Die(6));
        assert_eq!(dice.faces(), [5]);
    }

    #[test]
    fn a_new_piece_forgets_what_was_foreseen_and_not_rolled() {
        let piece = Higher::new();
        let mut dice = Recorded::beside(sampled(0), sampled(10_000));
        dice.draw(Some(&piece));
        dice.roll(Die(6));
        dice.draw(None::<&Higher>);
        let mut plain = sampled(0);
        plain.draw(Some(&piece));
        assert_eq!(dice.roll(Die(1 << 30)), plain.roll(Die(1 << 30)));
    }
}
