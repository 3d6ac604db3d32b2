//! The situations of this book, to be asked and to be played.

use super::arena::Arena;
use super::fighter::Fighter;
use super::luck::Checks;
use super::state::{Body, State};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::scene;
use crate::rules::semiautomagic::reading::tables::Weapon;

/// A situation of a fight.
pub(crate) type View<'a, const N: usize> = scene::View<'a, Arena<N>, State<N>>;

/// A fight being played.
pub(crate) type Scene<'a, D, W, const N: usize> = scene::Scene<'a, Arena<N>, State<N>, D, W>;

scene::staged!(Fighter, Body);

impl<'a, const N: usize> View<'a, N> {
    #[inline]
    pub(crate) fn weapon(self, weapon: u8) -> &'a Weapon {
        self.arena.weapon(weapon)
    }

    /// Who directs a body: another in the turn of who possesses it [SAM-17-3].
    #[inline]
    pub(crate) fn mind_of(self, body: FighterId) -> FighterId {
        if self.state.actor == body {
            self.state.mind
        } else {
            body
        }
    }
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    #[inline]
    pub(crate) fn checks(&self) -> Checks {
        Checks::of(&self.arena.options)
    }
}
