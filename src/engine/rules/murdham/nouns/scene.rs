//! The situations of this book: a view for questions, and a scene for play.

use super::arena::Arena;
use super::fighter::Fighter;
use super::state::State;
use crate::fight::FighterId;
use crate::frame::scene;

/// A situation of a fight.
pub(crate) type View<'a> = scene::View<'a, Arena, State>;

/// A fight being played.
pub(crate) type Scene<'a, D, W> = scene::Scene<'a, Arena, State, D, W>;

scene::staged!(Fighter);
