//! What only goes down: wounds.
//!
//! Clauses: PER-4-19, PER-4-20. As long as no policy asks for them and nothing is rolled after a hit of whoever was hit, a
//! step hangs on wounds only where somebody runs out of them.

use crate::fight::{Counters, FighterId};
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::nouns::state::State;

/// Takes the wounds out of a situation; see [`Fight::take_counters`](crate::fight::Fight::take_counters).
pub(crate) fn take<const N: usize>(arena: &Arena<N>, state: &mut State<N>) -> Option<Counters> {
    if !arena.scope.counts_down {
        return None;
    }
    let mut counters = Counters::NONE;
    for who in state.fighting.iter() {
        let least = least(arena, who);
        let body = state.body_mut(who);
        counters.set(who.index(), std::mem::take(&mut body.wounds) - least);
    }
    Some(counters)
}

/// Puts the wounds back; see [`Fight::put_counters`](crate::fight::Fight::put_counters).
pub(crate) fn put<const N: usize>(arena: &Arena<N>, state: &mut State<N>, counters: &Counters) {
    for who in state.fighting.iter() {
        if let Some(counter) = counters.get(who.index()) {
            state.body_mut(who).wounds = counter + least(arena, who);
        }
    }
}

/// The fewest wounds with which somebody is not out.
fn least<const N: usize>(arena: &Arena<N>, who: FighterId) -> i16 {
    arena.fighter(who).least_wounds
}
