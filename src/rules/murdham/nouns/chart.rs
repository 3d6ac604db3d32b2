//! A small duel as a chart: every situation that it can come to, and how a turn can go from each.
//!
//! How it is worked out and drawn from is in `charts/chart`.

use std::collections::HashMap;

use super::state::State;
use crate::dice::Alias;
use crate::fight::{EventId, FighterId, FighterSet, LineId, ListId, Outcome, WeaponId};

/// All situations of a duel.
#[derive(Debug)]
pub(crate) struct Chart<const N: usize> {
    /// The situations, their rounds not counted; the one that the fight begins with is the first.
    pub situations: Vec<State<N>>,
    pub places: HashMap<State<N>, u32, foldhash::fast::FixedState>,
    /// The turn that follows on each situation.
    pub turns: Vec<Turn>,
    /// How the turns can go, turn by turn.
    pub ways: Vec<Way>,
    /// What happens on the ways, way by way.
    pub events: Vec<Event>,
    /// What else is likely to happen on the ways, way by way, in parts of [`WHOLE`](crate::fight::WHOLE).
    pub deeds: Vec<(Deed, u64)>,
    pub ends: Vec<End>,
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

/// How a turn can go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way {
    pub next: Next,
    pub events: (u32, u32),
    pub deeds: (u32, u32),
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

/// What is counted of a turn, and tells no way from another: an event of the book's own, or health left at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Deed {
    Happened(FighterId, EventId),
    Left(FighterId, u32),
}

/// What happens in a turn, as far as it is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    Attacked {
        attacker: FighterId,
        target: FighterId,
        weapon: WeaponId,
        mark: u32,
    },
    LineUsed(FighterId, LineId),
    ListRanOut(FighterId, ListId),
}
