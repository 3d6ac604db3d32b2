//! Who is in contact with whom: melees, close combat, and those who stand alone.
//!
//! Clauses: SST-3-1..10. A melee is known by the number of its lowest member and one more, so that equal situations
//! compare equal; those who stand alone have 0.

use super::arena::Arena;
use super::state::State;
use crate::fight::{FighterId, FighterSet};

/// Those in somebody's melee, itself included; itself alone where it is in none.
#[inline]
pub(super) fn group<const N: usize>(state: &State<N>, who: FighterId) -> FighterSet {
    let group = state.body(who).group;
    if group == 0 {
        return std::iter::once(who).collect();
    }
    state
        .fighting
        .iter()
        .filter(|&other| state.body(other).group == group)
        .collect()
}

/// Whether two are in the same melee.
#[inline]
pub(super) fn together<const N: usize>(state: &State<N>, a: FighterId, b: FighterId) -> bool {
    state.body(a).group != 0 && state.body(a).group == state.body(b).group
}

/// Whether somebody can strike at an enemy: one of its own melee, or, standing alone, anybody in the zone [SST-3-7, SST-3-8].
#[inline]
pub(super) fn reaches<const N: usize>(state: &State<N>, who: FighterId, target: FighterId) -> bool {
    together(state, who, target)
        || (state.body(who).group == 0 && state.body(who).zone == state.body(target).zone)
}

/// Brings two into contact, with the melee of each [SST-3-8].
pub(super) fn join<const N: usize>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
) {
    if together(state, who, target) {
        return;
    }
    let mut members = group(state, who);
    members.0 |= group(state, target).0;
    number(state, members);
    settle(arena, state);
}

/// Gives a melee its number.
fn number<const N: usize>(state: &mut State<N>, members: FighterSet) {
    let lowest = members.iter().next().map_or(0, |who| who.0 + 1);
    for who in members.iter() {
        state.body_mut(who).group = lowest;
    }
}

/// Numbers every melee anew, and lets those stand alone who have no enemy in it any more [SST-3-5].
pub(super) fn settle<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    let mut seen = FighterSet::NONE;
    for who in state.fighting.iter() {
        if seen.has(who) || state.body(who).group == 0 {
            continue;
        }
        let members = group(state, who);
        seen.0 |= members.0;
        if members.without(arena.allies(who)).is_empty() {
            for member in members.iter() {
                state.body_mut(member).group = 0;
            }
        } else {
            number(state, members);
        }
    }
}

/// After somebody is out: its melee goes on without it.
pub(super) fn released<const N: usize>(arena: &Arena<N>, state: &mut State<N>, _who: FighterId) {
    if state.fighting.count() > 1 {
        settle(arena, state);
    }
}
