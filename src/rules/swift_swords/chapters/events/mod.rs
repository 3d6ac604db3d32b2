//! What lifts or breaks a side's spirit from outside the fight: reverses, leaders, omens.
//!
//! Clauses: SST-19-7, SST-20-1. An event comes at the start of its round, before anything else of it, in the order of the
//! scenario, and strikes everybody of its side who is in the fight. Reading: what bolsters gives back Ranks that were lost,
//! none beyond those at the start, and undoes what they had cost on the other track.

use super::damage;
use super::ranks;
use crate::dice::Dice;
use crate::fight::{SideId, Witness};
use crate::rules::swift_swords::fields::EVENT;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::reading::ground::UNKNOWN_SIDE;
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::telling;
use crate::scenario::tables::row;
use crate::scenario::{Faults, Fields, Side, side_named};

/// Something that strikes at the mind of a whole side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
    pub round: u32,
    pub side: SideId,
    /// Mental Ranks that it costs; negative: that it gives back.
    pub ranks: i8,
    /// Whether a SPIRIT roll averts it.
    pub test: bool,
}

/// Reads `events = [{ round = 2, side = "orcs", ranks = 1, test = true }]`.
pub(crate) fn read(fields: &mut Fields<'_>, sides: &[Side], faults: &Faults) -> Vec<Event> {
    let Some((list, _)) = fields.list("events") else {
        return Vec::new();
    };
    list.iter()
        .filter_map(|node| {
            let mut row = row("events", node, "event".to_owned(), EVENT, faults)?;
            let round = row.whole_as("round");
            let side = row.text("side");
            let side = side.and_then(|side| side_named(sides, side, UNKNOWN_SIDE, faults));
            let ranks = row.whole_as("ranks");
            let test = row.flag("test");
            row.finish();
            Some(Event {
                round: round?,
                side: SideId::at(side?),
                ranks: ranks?,
                test,
            })
        })
        .collect()
}

/// What happens at the start of this round.
pub(crate) fn happen<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    let round = state.round;
    for event in arena.events.iter().filter(|event| event.round == round) {
        telling::event(arena, *event, witness);
        for who in arena.lineup.sides[event.side.index()].iter() {
            if !state.fighting.has(who) || ranks::is_beyond(arena, who, Track::Mental) {
                continue;
            }
            if event.test && damage::passes(arena, state, (who, Trait::Spirit), 0, dice, witness) {
                continue;
            }
            let count = event.ranks.unsigned_abs();
            if event.ranks > 0 {
                ranks::lose(arena, state, who, Track::Mental, count, witness);
            } else {
                ranks::regain(arena, state, who, Track::Mental, count);
                telling::bolstered(arena, state, who, witness);
            }
        }
    }
}

#[cfg(test)]
mod tests;
