//! States: what being put in one does.
//!
//! Clauses: SST-14-2, SST-17-2.

use crate::dice::Dice;
use crate::fight::{FighterId, WHOLE, Witness};
use crate::rules::swift_swords::events::STATE;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::nouns::state::{Aim, Daze, Pool, State};
use crate::rules::swift_swords::telling;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Puts somebody in a State [SST-17-2].
    pub(crate) fn daze_with(&mut self, who: FighterId, daze: Daze) {
        self.body_mut(who).states.add(daze);
        self.witness.happened(who, STATE, WHOLE);
        drop_pools(self.state, who);
        telling::dazed(self, who, daze);
    }
}

/// Ends what somebody keeps up or gathers for [SST-14-2, SST-17-2].
pub(crate) fn drop_pools<const N: usize>(state: &mut State<N>, who: FighterId) {
    let body = state.body_mut(who);
    body.pool = Pool::None;
    body.aim = Aim::None;
}
