//! The situations of this book, to be asked and to be played.

use super::arena::Arena;
use super::fighter::Fighter;
use super::luck::{self, Opposed, TestRules};
use super::state::{Body, State};
use super::swing::Swing;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::frame::scene;
use crate::rules::persona::reading::tables::Weapon;

/// A situation of a fight.
pub(crate) type View<'a, const N: usize> = scene::View<'a, Arena<N>, State<N>>;

/// A fight being played.
pub(crate) type Scene<'a, D, W, const N: usize> = scene::Scene<'a, Arena<N>, State<N>, D, W>;

scene::staged!(Fighter, Body);

impl<'a, const N: usize> View<'a, N> {
    #[inline]
    pub(crate) fn weapon(self, swing: Swing) -> &'a Weapon {
        self.arena.weapon(swing.weapon)
    }
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    #[inline]
    pub(crate) fn rules(&self) -> TestRules {
        TestRules::of(&self.arena.options)
    }

    /// A test of somebody who holds out against something.
    pub(crate) fn saves(&mut self, number: i32) -> bool {
        self.dice.about(Topic::Save);
        luck::passes(self.dice, number, self.rules())
    }

    /// An opposed test [PER-13.1-5]: target numbers and bonuses of both, the one who begins it first.
    pub(crate) fn opposed(&mut self, numbers: [i32; 2], bonuses: [i32; 2]) -> Opposed {
        self.dice.about(Topic::Attack);
        let ties = self.arena.options.ties_by_bonus.then_some(bonuses);
        luck::opposed(self.dice, numbers, ties, self.rules())
    }
}
