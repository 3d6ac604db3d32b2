//! A combat round of twelve seconds: statement, movement, actions, resolution.
//!
//! Clauses: BRP-5.1-1, BRP-5.1-2, BRP-5.4-1, BRP-5.4-5. A step is one group of simultaneous actions; the first of a
//! round takes the statement and the movement with it, the last one the resolution.

use super::arena::Arena;
use super::order;
use super::state::State;
use super::{movement, plain, resolution, statement, turns};
use crate::dice::{Dice, Enumerated};
use crate::fight::{FighterId, Progress, Silent, Witness};

/// Plays on by one group of actions.
#[inline]
pub(super) fn step<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    if state.acted == 0 {
        begin(arena, state, dice, witness);
    }
    if state.acted < state.acting {
        turns::next(arena, state, dice, witness);
    }
    if state.acted < state.acting {
        Progress::Goes
    } else {
        resolution::phase(arena, state, dice, witness)
    }
}

/// Statement of Intent and Movement. Where nothing has changed since the last round, and no policy asks for
/// anything that could have, the same intents stand in the same order.
#[inline]
fn begin<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    state.round += 1;
    witness.round_began(state.round);
    let opened = state.round == 1 && state.acting > 0;
    if opened && W::LISTENS {
        *state = arena.unopened.clone();
        state.round = 1;
    } else if arena.scope.steady && (opened || !state.stale) {
        statement::repeat(state, witness);
        return;
    }
    restate(arena, state, dice, witness);
}

/// The situation after the statements and movement of the first round, counted as round 0: what every fight begins
/// with where no statement depends on luck.
pub(super) fn opened<const N: usize>(arena: &Arena<N>, mut state: State<N>) -> State<N> {
    if arena.scope.steady {
        // No steady statement draws dice; these are never rolled.
        restate(arena, &mut state, &mut Enumerated::default(), &mut Silent);
    }
    state
}

#[inline(never)]
fn restate<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    state.stale = false;
    statement::phase(arena, state, dice, witness);
    movement::phase(arena, state, dice, witness);
    let mut list = [FighterId(0); N];
    let count = order::of_actions(arena, state, &mut list);
    plain::take_guard(arena, state);
    state.tied = order::ties(state, &list[..count]);
    state.order = list;
    state.acting = u8::try_from(count).expect("at most 64 fighters");
}
