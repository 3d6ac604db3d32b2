//! The situations of this book: a view for questions, and a scene for play.

use super::arena::Arena;
use super::fighter::Fighter;
use super::luck;
use super::state::State;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::frame::scene;
use crate::rules::semiautomagic::reading::tables::Weapon;

/// A situation of a fight.
pub(crate) type View<'a> = scene::View<'a, Arena, State>;

/// A fight being played.
pub(crate) type Scene<'a, D, W> = scene::Scene<'a, Arena, State, D, W>;

scene::staged!(Fighter);

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn weapon(self, weapon: u8) -> &'a Weapon {
        self.arena.weapon(weapon)
    }

    /// The mind that directs a body: another fighter's, in the turn of its possessor [SAM-17-3].
    #[inline]
    pub(crate) fn mind_of(self, body: FighterId) -> FighterId {
        if self.state.actor == body {
            self.state.mind
        } else {
            body
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls whether d6 plus a bonus reaches a number [SAM-0-1].
    pub(crate) fn makes(&mut self, about: Topic, bonus: i32, number: i32) -> bool {
        let least = self.arena.options.least(bonus, number);
        self.dice.about(about);
        luck::shows(self.dice, least)
    }

    /// Rolls whether an attack or defence roll reaches a number [SAM-0-2].
    pub(crate) fn makes_in_combat(&mut self, about: Topic, bonus: i32, number: i32) -> bool {
        let least = self.arena.options.least_in_combat(bonus, number);
        self.dice.about(about);
        luck::shows(self.dice, least)
    }
}
