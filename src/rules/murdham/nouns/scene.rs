//! The situations of this book, to be asked and to be played.

use super::arena::Arena;
use super::fighter::Fighter;
use super::state::{Body, State};
use crate::fight::FighterId;
use crate::frame::scene;

/// A situation of a fight.
pub(crate) type View<'a, const N: usize> = scene::View<'a, Arena<N>, State<N>>;

/// A fight being played.
pub(crate) type Scene<'a, D, W, const N: usize> = scene::Scene<'a, Arena<N>, State<N>, D, W>;

scene::staged!(Fighter, Body);
