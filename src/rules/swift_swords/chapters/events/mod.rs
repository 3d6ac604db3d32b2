//! What lifts or breaks a side's spirit from outside the fight: reverses, leaders, omens.
//!
//! Clauses: SST-19-7, SST-20-1. An event comes at the start of its round, before anything else of it, in the order of the
//! scenario, and strikes everybody of its side who is in the fight. Reading: what bolsters gives back Ranks that were lost,
//! none beyond those at the start, and undoes what they had cost on the other track.

use super::{characteristics, losses};
use crate::dice::Dice;
use crate::fight::Witness;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::ranks;
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::telling;

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
            if event.test
                && characteristics::passes(arena, state, (who, Trait::Spirit), 0, dice, witness)
            {
                continue;
            }
            let count = event.ranks.unsigned_abs();
            if event.ranks > 0 {
                losses::lose(arena, state, who, Track::Mental, count, witness);
            } else {
                losses::regain(arena, state, who, Track::Mental, count);
                telling::bolstered(arena, state, who, witness);
            }
        }
    }
}

#[cfg(test)]
mod tests;
