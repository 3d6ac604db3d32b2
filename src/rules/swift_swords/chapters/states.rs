//! States: what being put in one does.
//!
//! Clauses: SST-14-2, SST-17-2.

use crate::fight::{FighterId, WHOLE, Witness};
use crate::rules::swift_swords::events::STATE;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::state::{Aim, Daze, Pool, State};
use crate::rules::swift_swords::telling;

/// Puts somebody in a State [SST-17-2].
pub(crate) fn daze_with<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    daze: Daze,
    witness: &mut W,
) {
    state.body_mut(who).states.add(daze);
    witness.happened(who, STATE, WHOLE);
    drop_pools(state, who);
    telling::dazed(arena, who, daze, witness);
}

/// Ends what somebody keeps up or gathers for [SST-14-2, SST-17-2].
pub(crate) fn drop_pools<const N: usize>(state: &mut State<N>, who: FighterId) {
    let body = state.body_mut(who);
    body.pool = Pool::None;
    body.aim = Aim::None;
}
