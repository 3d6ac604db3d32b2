//! Marks on a creature (exposure dice, the Fumbled mark, States): how they begin and end, and how they end
//! pools.
//!
//! Clauses: SST-7-3, SST-10-4, SST-10-5, SST-10-7, SST-14-2, SST-17-1, SST-17-2, SST-19-5.

use crate::dice::Dice;
use crate::fight::{FighterId, WHOLE, Witness};
use crate::rules::swift_swords::events::{EXPOSURE, STATE};
use crate::rules::swift_swords::nouns::{Aim, Body, Daze, Defence, Scene, Ward, Wits};

/// Maximum number of exposure dice on one creature.
const MOST_EXPOSURES: u8 = 24;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Records that a creature has paid for an action. This ends the marks that last until its next action,
    /// and the first turn of a panic [SST-19-5]. Its pools end too, unless `gathers`: the
    /// action only adds to a pool.
    pub(super) fn has_acted(&mut self, who: FighterId, gathers: bool) {
        let body = self.body_mut(who);
        body.exposures = 0;
        body.fumbled = false;
        body.ward = Ward::All;
        if let Wits::Panicked { fresh } = &mut body.wits {
            *fresh = false;
        }
        if !gathers {
            body.drop_pools();
        }
    }

    /// Puts exposure dice on a creature that is not out.
    #[inline]
    pub(super) fn expose(&mut self, who: FighterId, dice: u8) {
        if dice > 0 {
            self.exposes(who, dice);
        }
    }

    fn exposes(&mut self, who: FighterId, dice: u8) {
        if self.state.fighting.has(who) {
            let amount = u64::from(dice) * WHOLE;
            self.witness.happened(who, EXPOSURE, amount);
            let body = self.body_mut(who);
            body.exposures = body.exposures.saturating_add(dice).min(MOST_EXPOSURES);
        }
    }

    /// Puts a State on a creature [SST-17-2].
    pub(crate) fn daze_with(&mut self, who: FighterId, daze: Daze) {
        self.body_mut(who).states.add(daze);
        self.note(who, STATE);
        self.drop_pools(who);
        self.say("SST-17-1", [who], |[who]| format!("{who} is {daze}."));
    }

    /// Ends a creature's defence pool and the dice that it has gathered [SST-14-2, SST-17-2].
    pub(super) fn drop_pools(&mut self, who: FighterId) {
        self.body_mut(who).drop_pools();
    }
}

impl Body {
    /// Ends the defence pool and the gathered dice.
    #[inline]
    const fn drop_pools(&mut self) {
        self.pool = Defence::NONE;
        self.aim = Aim::None;
    }
}
