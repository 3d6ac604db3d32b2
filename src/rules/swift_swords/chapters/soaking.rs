//! What damage does to the mind, and soaking off damage.
//!
//! Clauses: SST-19-4..6. Reading: of those who are held nobody soaks.

use super::{characteristics, pay};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::Hit;
use crate::rules::swift_swords::nouns::deeds::Cost;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::state::{State, Wits};
use crate::rules::swift_swords::options::Soak;
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::{decisions, telling};

/// What soaking leaves of the damage of a hit [SST-19-4].
#[inline]
pub(crate) fn soaked<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    hit: Hit,
    dice: &mut D,
    witness: &mut W,
) -> u8 {
    let which = match (hit.track, arena.options.soak) {
        (Track::Mental, Soak::Mental | Soak::Both) => Trait::Spirit,
        (Track::Physical, Soak::Both) => Trait::Body,
        _ => return hit.damage,
    };
    let who = hit.target;
    let body = state.body(who);
    let able = body.hand.is_usable()
        && !body.states.any()
        && body.held.is_none()
        && !matches!(body.wits, Wits::Crushed { .. })
        && !state.surprised.has(who);
    if !able || !decisions::soaks(arena, state, hit, dice, witness) {
        return hit.damage;
    }
    pay::pay(arena, state, who, Cost::Die, dice, witness);
    let successes = characteristics::successes(arena, state, (who, which), 0, dice, witness);
    let left = hit.damage.saturating_sub(successes);
    telling::soaked(arena, who, (hit.damage, left), witness);
    left
}

/// Panic [SST-19-5].
pub(crate) fn panic<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    witness: &mut W,
) {
    if !matches!(state.body(who).wits, Wits::Crushed { .. }) {
        state.body_mut(who).wits = Wits::Panicked { fresh: true };
        telling::panics(arena, who, witness);
    }
}

/// Crushed [SST-19-6].
pub(crate) fn crush<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    witness: &mut W,
) {
    state.body_mut(who).wits = Wits::Crushed { fresh: true };
    telling::crushed(arena, who, witness);
}
