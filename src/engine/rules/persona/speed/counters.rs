//! What only goes down: wounds.
//!
//! Clauses: PER-4-19, PER-4-20. As long as no policy asks for them and nothing is rolled after a hit of whoever was hit, a
//! step hangs on wounds only where somebody runs out of them. Of several hits of one attack those after the one that fells
//! somebody take no wounds any more [PER-4-21], so each of them is a step of its own.

use crate::fight::{Counters, EventId, FighterId, WHOLE};
use crate::rules::persona::events::PAST_ZERO;
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::nouns::state::{State, past_zero};

/// Takes the wounds out of a situation; see [`Counting::take`](crate::fight::Counting::take).
pub(crate) fn take(arena: &Arena, state: &mut State) -> Option<Counters> {
    if !arena.scope.counts_down {
        return None;
    }
    let mut counters = Counters::NONE;
    for who in arena.lineup.everybody() {
        let least = least(arena, who);
        let fights = state.fighting.has(who);
        let left = std::mem::take(&mut state.body_mut(who).wounds) - least;
        // Also those of whoever is unconscious with wounds left: of fewer wounds the blow might have run out.
        if fights || (left >= 0 && arena.keeps_wounds()) {
            counters.set(who.index(), left);
        }
    }
    Some(counters)
}

/// Puts the wounds back; see [`Counting::put`](crate::fight::Counting::put).
pub(crate) fn put(arena: &Arena, state: &mut State, counters: &Counters) {
    for who in arena.lineup.everybody() {
        if let Some(counter) = counters.get(who.index()) {
            state.body_mut(who).wounds = counter + least(arena, who);
        }
    }
}

/// The wounds that were lost past zero in the blow that felled somebody; see
/// [`Counting::fell_by`](crate::fight::Counting::fell_by).
pub(crate) fn fell_by(
    arena: &Arena,
    place: usize,
    below: i16,
) -> Option<(FighterId, EventId, u64)> {
    let who = (arena.lineup.everybody()).find(|who| who.index() == place)?;
    arena.scope.counts_down.then(|| {
        let past = past_zero(least(arena, who) - below);
        (who, PAST_ZERO, past * WHOLE)
    })
}

/// The fewest wounds with which somebody is not out.
fn least(arena: &Arena, who: FighterId) -> i16 {
    arena.fighter(who).least_wounds
}
