//! Ranks lost, on one track and across to the other, and who is out for it.
//!
//! Clauses: SST-15-6, SST-18-1, SST-19-3, SST-20-1, SST-21-1, SST-21-2.

use super::contact;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::state::{Body, State, Status};
use crate::rules::swift_swords::questions::ranks;
use crate::rules::swift_swords::telling;

/// Takes so many ranks off a track by the blow of fate itself; every second one crosses over [SST-20-1]. Who has none left
/// is out. How many were lost on that track itself.
pub(crate) fn lose<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    track: Track,
    ranks: u8,
    witness: &mut W,
) -> u8 {
    for lost in 0..ranks {
        if !state.fighting.has(who) {
            return lost;
        }
        let every = arena.options.crossover;
        let losses = state.body_mut(who).losses_mut(track);
        losses.direct += 1;
        let crosses = every > 0 && losses.direct.is_multiple_of(every);
        let other = track.other();
        let crosses = crosses && !ranks::is_beyond(arena, who, other);
        if crosses {
            state.body_mut(who).losses_mut(other).crossed += 1;
        }
        telling::rank(arena, state, who, track, crosses, witness);
        if ranks::left(arena, state, who, track) == 0 || ranks::left(arena, state, who, other) == 0
        {
            out(arena, state, who, (Status::Out, "SST-21-1"), witness);
        }
    }
    ranks
}

/// Gives back Ranks lost on a track, and what they had cost on the other [SST-20-1].
pub(crate) fn regain<const N: usize>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    track: Track,
    ranks: u8,
) {
    let losses = state.body_mut(who).losses_mut(track);
    losses.direct = losses.direct.saturating_sub(ranks);
    let crossed = losses.direct.checked_div(arena.options.crossover);
    if !ranks::is_beyond(arena, who, track.other()) {
        state.body_mut(who).losses_mut(track.other()).crossed = crossed.unwrap_or(0);
    }
}

/// Takes somebody out of the fight, with all that it had [SST-21-2], by some clause.
pub(crate) fn out<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    (status, clause): (Status, &'static str),
    witness: &mut W,
) {
    if !state.fighting.has(who) {
        return;
    }
    for set in [
        &mut state.fighting,
        &mut state.waiting,
        &mut state.done,
        &mut state.acted,
        &mut state.spent,
    ] {
        set.remove(who);
    }
    let zone = state.body(who).zone;
    *state.body_mut(who) = Body {
        status,
        zone,
        ..Body::NOBODY
    };
    contact::released(arena, state, who);
    telling::out(arena, who, (status, clause), witness);
    match status {
        Status::Fled | Status::Yielded => witness.fled(who, state.round),
        _ => witness.downed(who, state.round),
    }
}
