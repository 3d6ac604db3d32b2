//! The situations of this book, to be asked and to be played.

use super::arena::Arena;
use super::fighter::Fighter;
use super::state::{Body, State};
use crate::fight::FighterId;
use crate::rules::scene;

/// A situation of a fight.
pub(crate) type View<'a, const N: usize> = scene::View<'a, Arena<N>, State<N>>;

/// A fight being played.
pub(crate) type Scene<'a, D, W, const N: usize> = scene::Scene<'a, Arena<N>, State<N>, D, W>;

impl<'a, const N: usize> View<'a, N> {
    #[inline]
    pub(crate) fn fighter(self, who: FighterId) -> &'a Fighter {
        self.arena.fighter(who)
    }

    #[inline]
    pub(crate) fn body(self, who: FighterId) -> &'a Body {
        self.state.body(who)
    }
}

impl<'a, D, W, const N: usize> Scene<'a, D, W, N> {
    #[inline]
    pub(crate) fn fighter(&self, who: FighterId) -> &'a Fighter {
        self.arena.fighter(who)
    }

    #[inline]
    pub(crate) fn body(&self, who: FighterId) -> &Body {
        self.state.body(who)
    }

    #[inline]
    pub(crate) fn body_mut(&mut self, who: FighterId) -> &mut Body {
        self.state.body_mut(who)
    }
}
