//! Grabs: who holds whom, and what ends it.
//!
//! Clauses: MUR-10-8, MUR-10-11, MUR-10-12, MUR-13-2, MUR-16-12.

use crate::fight::{FighterId, WHOLE, Witness};
use crate::rules::murdham::events::GRABBED;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::Means;
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::telling;

/// What a grabber does that may cost its hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Other {
    /// An attack on somebody.
    Attack(FighterId, Means),
    /// Dodging, guarding, a blast, picking up: anything that is not listed as keeping hold.
    Anything,
}

/// A grabber of the captive's own size lets go before it does anything that its hands are needed for [MUR-10-12].
pub(crate) fn before<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    deed: Other,
    witness: &mut W,
) {
    if !arena.scope.grabs {
        return;
    }
    for captive in state.captives(who).iter() {
        if arena.over(who, captive) > 0 {
            continue;
        }
        let keeps = match deed {
            Other::Attack(_, means @ (Means::Item(_) | Means::Unarmed)) => {
                !arena.weapon_of(state, who, means).two_handed && !arena.swaps(state, who, means)
            }
            Other::Attack(target, Means::Disarm { .. }) => target == captive,
            Other::Attack(..) | Other::Anything => false,
        };
        if !keeps {
            free(arena, state, captive, witness);
        }
    }
}

/// Ends every hold that cannot last: the grabber is out, grabbed itself or not nearby any more, or the captive is out.
pub(crate) fn settle<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    witness: &mut W,
) {
    if !arena.scope.grabs {
        return;
    }
    for captive in arena.lineup.everybody() {
        let Some(captor) = state.body(captive).captor else {
            continue;
        };
        if !state.fighting.has(captive) {
            state.body_mut(captive).captor = None;
        } else if !state.fighting.has(captor)
            || state.is_grabbed(captor)
            || !arena.nearby(state, captor, captive)
        {
            free(arena, state, captive, witness);
        }
    }
}

/// Lets a captive go.
pub(crate) fn free<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    captive: FighterId,
    witness: &mut W,
) {
    state.body_mut(captive).captor = None;
    telling::freed(arena, captive, witness);
}

/// Takes hold of somebody, who lets go of a captive of its own [MUR-10-8].
pub(crate) fn grab<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    captive: FighterId,
    witness: &mut W,
) {
    if arena.over(who, captive) == 0 {
        before(arena, state, who, Other::Anything, witness);
    }
    state.body_mut(captive).captor = Some(who);
    witness.happened(captive, GRABBED, WHOLE);
    telling::grabbed(arena, who, captive, witness);
    settle(arena, state, witness);
}
