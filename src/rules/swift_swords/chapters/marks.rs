//! Exposure dice, the Fumbled mark, and when they end.
//!
//! Clauses: SST-7-3, SST-10-4, SST-10-5, SST-10-7, SST-14-2.

use crate::fight::{FighterId, WHOLE, Witness};
use crate::rules::swift_swords::events::EXPOSURE;
use crate::rules::swift_swords::nouns::state::{Aim, Pool, State, Ward};

/// Most exposure dice that are counted on one creature.
const MOST_EXPOSURES: u8 = 24;

/// Ends what lasts until somebody's next action, when its dice are paid. A Pool action keeps what is gathered.
pub(crate) fn end<const N: usize>(state: &mut State<N>, who: FighterId, pooling: bool) {
    let body = state.body_mut(who);
    body.exposures = 0;
    body.fumbled = false;
    body.ward = Ward::All;
    if !pooling {
        body.pool = Pool::None;
        body.aim = Aim::None;
    }
}

/// Puts exposure dice on somebody who is not out.
pub(crate) fn expose<const N: usize, W: Witness>(
    state: &mut State<N>,
    who: FighterId,
    dice: u8,
    witness: &mut W,
) {
    if state.fighting.has(who) && dice > 0 {
        witness.happened(who, EXPOSURE, u64::from(dice) * WHOLE);
        let body = state.body_mut(who);
        body.exposures = body.exposures.saturating_add(dice).min(MOST_EXPOSURES);
    }
}
