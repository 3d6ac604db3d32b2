//! The types for a situation of this book: `View` reads the situation, `Scene` also changes it.

use super::arena::Arena;
use super::fighter::Fighter;
use super::luck::{Luck, Pool};
use super::state::State;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::frame::scene;
use crate::rules::swift_swords::rules::Rules;

/// A situation that is only read: the fight and its present state.
pub(crate) type View<'a> = scene::View<'a, Arena, State>;

/// A situation that rules change, with the dice and the witness of the fight.
pub(crate) type Scene<'a, D, W> = scene::Scene<'a, Arena, State, D, W>;

scene::staged!(Fighter);

impl<'a> View<'a> {
    /// Returns the numbers of the rules.
    #[inline]
    pub(crate) fn rules(self) -> &'a Rules {
        &self.arena.options.rules
    }

    /// Returns the enemies of `who` that are not out.
    #[inline]
    pub(crate) fn foes(self, who: FighterId) -> FighterSet {
        self.state.fighting.without(self.fighter(who).allies)
    }

    /// Returns the other members of the fighter's side that are not out.
    pub(crate) fn mates(self, who: FighterId) -> FighterSet {
        let others = self.fighter(who).allies.without(FighterSet::of(who));
        others.and(self.state.fighting)
    }
}

impl<'a, D: Dice, W: Witness> Scene<'a, D, W> {
    /// Returns the numbers of the rules.
    #[inline]
    pub(crate) fn rules(&self) -> &'a Rules {
        &self.arena.options.rules
    }

    /// Rolls a pool of dice. If a witness listens, also returns the faces as text, such as `5, 3, 1`.
    #[inline]
    pub(crate) fn roll<L: Luck>(&mut self, pool: Pool<L>) -> (L::Outcome, String) {
        if !W::LISTENS {
            return (pool.settle(self.arena.odds, self.dice, None), String::new());
        }
        let mut faces = Vec::new();
        let outcome = pool.settle(self.arena.odds, self.dice, Some(&mut faces));
        let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
        (outcome, faces.join(", "))
    }
}
