//! The types for a situation of this book: `View` reads the situation, `Scene` also changes it.

use super::arena::Arena;
use super::fighter::Fighter;
use super::luck::{self, Opposed, TestRules};
use super::state::State;
use super::swing::Swing;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::frame::scene;
use crate::rules::persona::reading::tables::Weapon;
use crate::rules::persona::rules::Rules;

/// A situation that is only read: the fight and its present state.
pub(crate) type View<'a> = scene::View<'a, Arena, State>;

/// A situation that rules change, with the dice and the witness of the fight.
pub(crate) type Scene<'a, D, W> = scene::Scene<'a, Arena, State, D, W>;

scene::staged!(Fighter);

impl<'a> View<'a> {
    /// Returns the numbers of the rules.
    #[inline]
    pub(crate) fn numbers(self) -> &'a Rules {
        &self.arena.options.rules
    }

    #[inline]
    pub(crate) fn weapon(self, swing: Swing) -> &'a Weapon {
        self.arena.weapon(swing.weapon)
    }
}

impl<'a, D: Dice, W: Witness> Scene<'a, D, W> {
    /// Returns the numbers of the rules.
    #[inline]
    pub(crate) fn numbers(&self) -> &'a Rules {
        &self.arena.options.rules
    }

    #[inline]
    pub(crate) fn rules(&self) -> TestRules {
        TestRules::of(&self.arena.options)
    }

    /// Rolls a fighter's test to resist an effect, and returns whether the test passes.
    pub(crate) fn saves(&mut self, number: i32) -> bool {
        self.dice.about(Topic::Save);
        luck::passes(self.dice, number, self.rules())
    }

    /// Rolls an opposed test [PER-13.1-5]. `numbers` are the target numbers and `bonuses` the bonuses of both
    /// fighters. The fighter that starts the test is first.
    pub(crate) fn opposed(&mut self, numbers: [i32; 2], bonuses: [i32; 2]) -> Opposed {
        self.dice.about(Topic::Attack);
        let ties = self.arena.options.ties_by_bonus.then_some(bonuses);
        luck::opposed(self.dice, numbers, ties, self.rules())
    }
}
