//! [`View`] reads the state of a fight of this book, and [`Scene`] plays the fight.
//!
//! Clauses: BRP-5.3-1.

use super::arena::Arena;
use super::fighter::Fighter;
use super::plan::PrivateState;
use super::state::State;
use crate::fight::{FighterId, FighterSet};
use crate::frame::scene;

/// A fight in a certain state, for reading.
pub(crate) type View<'a> = scene::View<'a, Arena, State>;

/// A fight in a certain state, with the dice and the witness to play it.
pub(crate) type Scene<'a, D, W> = scene::Scene<'a, Arena, State, D, W, &'a mut PrivateState>;

scene::staged!(Fighter);

impl View<'_> {
    #[inline]
    pub(crate) fn able_enemies(self, who: FighterId) -> FighterSet {
        self.state.able.without(self.arena.lineup.allies(who))
    }

    #[inline]
    pub(crate) fn in_reach(self, a: FighterId, b: FighterId) -> bool {
        self.state.distance(a, b) <= self.arena.reach
    }

    /// Returns whether an able enemy stands within reach of a fighter [BRP-5.3-1].
    pub(crate) fn is_involved(self, who: FighterId) -> bool {
        let mut enemies = self.able_enemies(who).iter();
        enemies.any(|enemy| self.in_reach(who, enemy))
    }
}
