//! A situation with its fight, to be asked ([`View`]), and one with the dice and the witness, to be played ([`Scene`]).

use super::arena::Arena;
use super::state::State;

/// A situation of a fight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a, const N: usize> {
    pub arena: &'a Arena<N>,
    pub state: &'a State<N>,
}

impl<'a, const N: usize> View<'a, N> {
    #[inline]
    pub(crate) const fn new(arena: &'a Arena<N>, state: &'a State<N>) -> Self {
        Self { arena, state }
    }
}

/// A fight being played.
#[derive(Debug)]
pub(crate) struct Scene<'a, D, W, const N: usize> {
    pub arena: &'a Arena<N>,
    pub state: &'a mut State<N>,
    pub dice: &'a mut D,
    pub witness: &'a mut W,
}

impl<'a, D, W, const N: usize> Scene<'a, D, W, N> {
    #[inline]
    pub(crate) const fn new(
        arena: &'a Arena<N>,
        state: &'a mut State<N>,
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
    pub(crate) const fn view(&self) -> View<'_, N> {
        View::new(self.arena, self.state)
    }
}
