//! Types for a situation, which is the state of a fight at one moment: [`View`] reads it, and [`Scene`] plays
//! on from it.

use super::arena::Arena;
use super::fighter::Fighter;
use super::luck;
use super::state::State;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::frame::scene;
use crate::rules::semiautomagic::reading::tables::Weapon;

/// A read-only view of a situation.
pub(crate) type View<'a> = scene::View<'a, Arena, State>;

/// A situation that the rules may change, with the dice, and with the witness, which records the events.
pub(crate) type Scene<'a, D, W> = scene::Scene<'a, Arena, State, D, W>;

scene::staged!(Fighter);

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn weapon(self, weapon: u8) -> &'a Weapon {
        self.arena.weapon(weapon)
    }

    /// Returns the mind that directs `body`. In the turn of a possessor, this is the possessor's mind
    /// [SAM-17-3].
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
    /// Rolls a check. Returns whether d6 + `bonus` reaches `number` [SAM-0-1].
    pub(crate) fn makes(&mut self, about: Topic, bonus: i32, number: i32) -> bool {
        let least = self.arena.options.least(bonus, number);
        self.dice.about(about);
        luck::shows(self.dice, least)
    }

    /// Rolls an attack or a defence. Returns whether d6 + `bonus` reaches `number` [SAM-0-2].
    pub(crate) fn makes_in_combat(&mut self, about: Topic, bonus: i32, number: i32) -> bool {
        let least = self.arena.options.least_in_combat(bonus, number);
        self.dice.about(about);
        luck::shows(self.dice, least)
    }
}
