//! A small duel as a chart: every situation that it can come to, and how a turn can go from each.
//!
//! How it is worked out and drawn from is in `charts/chart`.

use indexmap::IndexSet;

use super::state::State;
use crate::dice::Alias;
use crate::exact::Event;
use crate::fight::{FighterSet, Outcome};

/// Values that are numbered as they are first met.
type Numbered<T> = IndexSet<T, foldhash::fast::FixedState>;

/// All situations of a duel.
#[derive(Debug, Default)]
pub(crate) struct Chart<const N: usize> {
    /// The situations, their rounds not counted; the one that the fight begins with is the first.
    pub situations: Numbered<State<N>>,
    /// The turn that follows on each situation.
    pub turns: Vec<Turn>,
    /// What follows on each way that a turn can go, turn by turn.
    pub next: Vec<Next>,
    /// What happens on each way, as far as it is counted.
    pub events: Vec<Events>,
    pub ends: Numbered<End>,
}

/// What is counted of a turn that goes one way.
#[derive(Debug)]
pub(crate) struct Events {
    /// What tells ways apart.
    pub apart: Vec<Event>,
    /// Events of the book's own and health left at the end, as likely as they are.
    pub likely: Vec<Event>,
}

/// A turn that is to be drawn.
#[derive(Debug)]
pub(crate) struct Turn {
    /// Which of its ways.
    pub table: Alias,
    /// Where its ways are.
    pub first: u32,
    /// Rounds that begin with it: 1 or 0.
    pub rounds: u32,
}

/// What follows on a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    Situation(u32),
    End(u32),
}

/// An end of the fight, but for its round, and who goes down or leaves with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct End {
    pub outcome: Outcome,
    pub downed: FighterSet,
    pub fled: FighterSet,
}
