//! Ones spent: for a die more in a roll, for a die raised.
//!
//! Clauses: SST-9-1, SST-9-3, SST-9-4.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::Incoming;
use crate::rules::swift_swords::nouns::choices::Helps;
use crate::rules::swift_swords::nouns::luck::Rolled;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::{decisions, telling};

/// Whether somebody spends a one for a die more [SST-9-1]. If so, it has been spent.
#[inline]
pub(crate) fn effort<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    matter: (Helps, Option<Incoming>),
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let spends = decisions::effort(arena, state, who, matter, dice, witness);
    if spends {
        spend(state, who);
        telling::effort(arena, who, witness);
    }
    spends
}

/// The roll of an attack or a defence after one die may have been raised [SST-9-3]. If so, a one has been spent.
pub(crate) fn raise<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    seen: (Helps, Rolled, u8),
    dice: &mut D,
    witness: &mut W,
) -> Rolled {
    let raised = decisions::raise(arena, state, who, seen, dice, witness);
    if raised != seen.1 {
        spend(state, who);
        telling::raised(arena, who, witness);
    }
    raised
}

/// Takes a one out of somebody's hand; it must be there. A one spent makes no caller [SST-9-4].
pub(crate) fn spend<const N: usize>(state: &mut State<N>, who: FighterId) {
    state.body_mut(who).hand.remove(1);
}
