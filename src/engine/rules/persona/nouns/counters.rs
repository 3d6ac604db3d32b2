//! Takes the wounds out of a state: the wounds of each fighter become a counter, a number that only
//! decreases.
//!
//! Clauses: PER-4-19, PER-4-20. This is possible if no policy reads wounds and no roll after a hit depends on
//! whether the hit put its target out. Then a step depends on wounds only when a fighter runs out of them.
//! Each hit is a step by itself. After the hit that puts a fighter out, further hits take no wounds from it
//! [PER-4-21].

use crate::fight::{Counters, EventId, FighterId, WHOLE};
use crate::rules::persona::events::PAST_ZERO;
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::nouns::state::{State, past_zero};

/// In a state whose wounds have been taken out, the value of `wounds` for a fighter that is out because of
/// its wounds.
const OUT: i16 = i16::MIN;

/// Takes the wounds out of a state and returns them as counters. See
/// [`Counting::take`](crate::fight::Counting::take).
pub(crate) fn take(arena: &Arena, state: &mut State) -> Option<Counters> {
    if !arena.scope.counts_down {
        return None;
    }
    let mut counters = Counters::NONE;
    let to_come = arena.to_come(state);
    for who in arena.lineup.everybody() {
        let least = least(arena, who);
        let fights = state.fighting.has(who) || to_come.has(who);
        let wounds = &mut state.body_mut(who).wounds;
        let left = wounds.saturating_sub(least);
        // An unconscious fighter with wounds left keeps its counter: with fewer wounds, the same blow might
        // have put it out because of its wounds instead.
        if fights || (left >= 0 && arena.keeps_wounds()) {
            counters.set(who.index(), left);
            *wounds = 0;
        } else {
            // A fighter that is out because of its wounds has no counter, neither now nor in later states.
            // The value `OUT` distinguishes it from an unconscious fighter that has wounds left.
            *wounds = OUT;
        }
    }
    Some(counters)
}

/// Puts the wounds back into the state. See [`Counting::put`](crate::fight::Counting::put).
pub(crate) fn put(arena: &Arena, state: &mut State, counters: &Counters) {
    for who in arena.lineup.everybody() {
        if let Some(counter) = counters.get(who.index()) {
            state.body_mut(who).wounds = counter + least(arena, who);
        }
    }
}

/// Returns the event for the wounds below 0 that the fighter with the index `place` loses to the blow that
/// puts it out: the fighter, the event and its amount. `below` is how far the wounds are below the lowest
/// number that lets the fighter fight. See [`Counting::fell_by`](crate::fight::Counting::fell_by).
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

/// Returns the lowest number of wounds that a fighter can have without being out.
fn least(arena: &Arena, who: FighterId) -> i16 {
    arena.fighter(who).least_wounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::Arena as _;
    use crate::rules::persona::testing::fighters;
    use crate::rules::testing::compiled;

    #[test] // PER-4-19, PER-4-20
    fn a_fighter_that_is_out_for_wounds_gets_no_counter_again() {
        let buffered = "fate = 1\nlethal_buffer = 5";
        for (block, option, wounds) in [(buffered, "lethal = 'buffer'", -6), ("", "", 0)] {
            let setup = fighters("a", block).against("b", "").option(option);
            let arena: Arena = compiled(&setup.text());
            assert!(arena.scope.counts_down);
            let mut state = arena.start().clone();
            state.fighting.remove(FighterId(0));
            state.body_mut(FighterId(0)).wounds = wounds;
            for _ in 0..3 {
                let counters = take(&arena, &mut state).expect("wounds are counted");
                assert_eq!(counters.get(0), None);
                put(&arena, &mut state, &counters);
            }
            let out = state.clone();
            state.body_mut(FighterId(0)).wounds = 1;
            let counters = take(&arena, &mut state).expect("wounds are counted");
            assert!(
                counters.get(0).is_some() && state != out,
                "unconscious with a wound left"
            );
        }
    }
}
