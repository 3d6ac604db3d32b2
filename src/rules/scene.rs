//! A situation with its fight, to be asked ([`View`]), and one with the dice and the witness, to be played ([`Scene`]).
//!
//! Each book names both for its own fight `A` and state `S`, and writes its rules as their methods.

use crate::dice::Dice;

/// A situation of a fight.
#[derive(Debug)]
pub(super) struct View<'a, A, S> {
    pub arena: &'a A,
    pub state: &'a S,
}

impl<A, S> Copy for View<'_, A, S> {}

impl<A, S> Clone for View<'_, A, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, A, S> View<'a, A, S> {
    #[inline]
    pub(super) const fn new(arena: &'a A, state: &'a S) -> Self {
        Self { arena, state }
    }
}

/// A fight being played.
#[derive(Debug)]
pub(super) struct Scene<'a, A, S, D, W> {
    pub arena: &'a A,
    pub state: &'a mut S,
    pub dice: &'a mut D,
    pub witness: &'a mut W,
}

impl<'a, A, S, D: Dice, W> Scene<'a, A, S, D, W> {
    #[inline]
    pub(super) const fn new(
        arena: &'a A,
        state: &'a mut S,
        dice: &'a mut D,
        witness: &'a mut W,
    ) -> Self {
        Self {
            arena,
            state,
            dice,
            witness,
        }
    }

    #[inline]
    pub(super) const fn view(&self) -> View<'_, A, S> {
        View::new(self.arena, self.state)
    }

    /// The latest face rolled, for a transcript; 0 where nobody writes it down.
    pub(super) fn face(&self) -> u32 {
        self.dice.faces().last().copied().unwrap_or(0)
    }
}
