//! Those who fly: what they do from the air, what brings them down, and who gets at them.
//!
//! Clauses: SST-37-1, SST-37-3..5. A flyer begins in the air, and is in contact with nobody while it is there. Readings:
//! attacks with a weapon in hand, charges and moves are made in flight; any other action brings down whoever cannot circle,
//! and close combat everybody; who falls prone is on the ground.

use super::contact;
use super::movement::Way;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::Deed;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::telling;

/// Turns in an action that suffice to circle in a zone [SST-37-3].
const CIRCLES: u8 = 6;

/// Whether somebody is in the air.
#[inline]
pub(crate) fn aloft<const N: usize>(arena: &Arena<N>, state: &State<N>, who: FighterId) -> bool {
    if !arena.scope.flight {
        return false;
    }
    let body = state.body(who);
    arena.fighter(who).flies.is_some() && !body.landed && !body.prone
}

/// Whether a blow gets at somebody at all: not from the ground at one in the air [SST-37-5].
#[inline]
pub(crate) fn in_reach<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    !aloft(arena, state, target) || aloft(arena, state, who)
}

/// Whether somebody who waits gets at an enemy in the air that attacks: it is the target, or in contact with it [SST-37-5].
pub(crate) fn meets<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    (flyer, declared): (FighterId, Deed),
) -> bool {
    if in_reach(arena, state, who, flyer) {
        return true;
    }
    let target = match declared {
        Deed::Attack { target, .. }
        | Deed::Break { target, .. }
        | Deed::Slam { target }
        | Deed::Way(Way::Charge { target, .. }) => target,
        Deed::Dual(tactic) => tactic.target(),
        _ => return false,
    };
    target == who || contact::together(state, target, who)
}

/// Brings somebody down who is in the air and does what cannot be done in flight, once it has paid for it [SST-37-1].
#[inline]
pub(crate) fn lands<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, deed): (FighterId, Option<Deed>),
    witness: &mut W,
) {
    if !aloft(arena, state, who) {
        return;
    }
    let circles = circles(arena, who);
    let flies = match deed {
        Some(
            Deed::Attack { .. }
            | Deed::Break { .. }
            | Deed::Dual(_)
            | Deed::Slam { .. }
            | Deed::Way(Way::Move { .. } | Way::Retreat | Way::Withdraw { .. } | Way::Charge { .. }),
        ) => true,
        Some(Deed::Grapple(_)) => false,
        _ => circles,
    };
    if !flies {
        state.body_mut(who).landed = true;
        telling::lands(arena, who, witness);
    }
}

/// Whether somebody can stay in the air without leaving its zone [SST-37-3].
pub(crate) fn circles<const N: usize>(arena: &Arena<N>, who: FighterId) -> bool {
    let flight = arena.fighter(who).flies;
    flight.is_some_and(|flight| flight.turns >= CIRCLES)
}

#[cfg(test)]
mod tests;
