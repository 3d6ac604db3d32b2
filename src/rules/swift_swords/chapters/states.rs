//! States: what being put in one does.
//!
//! Clauses: SST-14-2, SST-17-2.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::events::STATE;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::nouns::state::{Aim, Daze, Pool};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Puts somebody in a State [SST-17-2].
    pub(crate) fn daze_with(&mut self, who: FighterId, daze: Daze) {
        self.body_mut(who).states.add(daze);
        self.note(who, STATE);
        self.drop_pools(who);
        self.say("SST-17-1", [who], |[who]| format!("{who} is {daze}."));
    }

    /// Ends what somebody keeps up or gathers for [SST-14-2, SST-17-2].
    pub(super) fn drop_pools(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        body.pool = Pool::None;
        body.aim = Aim::None;
    }
}
