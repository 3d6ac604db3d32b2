//! [`View`] reads the state of a fight of this book, and [`Scene`] plays the fight.

use super::arena::Arena;
use super::fighter::Fighter;
use super::state::State;
use crate::fight::FighterId;
use crate::frame::scene;

/// A fight in a certain state, for reading.
pub(crate) type View<'a> = scene::View<'a, Arena, State>;

/// A fight in a certain state, with the dice and the witness to play it.
pub(crate) type Scene<'a, D, W> = scene::Scene<'a, Arena, State, D, W>;

scene::staged!(Fighter);
