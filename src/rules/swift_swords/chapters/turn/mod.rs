//! One creature's turn: getting over a State, choosing, paying, acting.
//!
//! Clauses: SST-7-3, SST-7-6, SST-8-1, SST-8-3, SST-9-2, SST-9-4, SST-10-2, SST-14-2, SST-14-3, SST-17-2..5, SST-19-5.

use super::characteristics::Extra;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{
    Aim, Cost, Daze, Deed, Defence, Purpose, Scene, Status, Took, Trait, Wanted,
};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Takes somebody's turn.
    pub(crate) fn take_turn(&mut self, who: FighterId) -> Took {
        self.dice.about(Topic::Deed(who.0));
        if let Some(took) = self.crushed(who) {
            return took;
        }
        if self.body(who).states.any() {
            self.shake(who);
        }
        let by_roll = if self.body(who).states.any() {
            // Panic leaves no action that a roll might save.
            let calm = self.is_calm(who);
            if !calm || !self.recovers_by_roll(who) {
                return self.recover(who);
            }
            true
        } else {
            false
        };
        // Nobody who is held gets away, panicked or not.
        if self.body(who).held.is_none()
            && let Some(took) = self.panicked(who)
        {
            return took;
        }
        let Wanted { deed, cost, short } = match self.bound(who) {
            Some(wanted) => wanted,
            None => self.wants(who),
        };
        if deed == Deed::Wait {
            if by_roll {
                return self.recover(who);
            }
            self.tell("SST-7-6", who, "waits");
            return Took::Waited { short };
        }
        if cost != Cost::Free {
            // Only somebody who is held is still in a panic.
            self.is_calm(who);
        }
        if !self.pay(who, cost) {
            return Took::Waited { short: true };
        }
        if cost != Cost::Free {
            self.has_acted(who, deed.gathers(self.state, who));
            self.lands(who, Some(deed));
            if !self.faced(who) || !self.state.fighting.has(who) {
                return Took::Acted;
            }
            if by_roll && !self.steadies(who, Extra::Effort) {
                return Took::Acted;
            }
        }
        if self.spares(who, deed) {
            self.perform(who, deed);
        } else {
            self.body_mut(who).aim = Aim::None;
        }
        Took::Acted
    }

    /// A one for a roll against a State, before anything else [SST-9-2].
    fn shake(&mut self, who: FighterId) {
        if self.body(who).hand.ones() > 0 && self.shakes(who) {
            self.spend_one(who);
            self.steadies(who, Extra::None);
        }
    }

    /// Rolls to be rid of a State [SST-17-5]. Whether none is left.
    fn steadies(&mut self, who: FighterId, extra: Extra) -> bool {
        let Some(daze) = self.body(who).states.first() else {
            return true;
        };
        let which = match daze {
            Daze::Stun => Trait::Body,
            Daze::Shock => Trait::Mind,
            Daze::Doubt => Trait::Soul,
        };
        let bonus = self.fighter(who).recovery_bonus.cast_signed();
        if self.roll_trait(who, which, bonus, extra) > 0 {
            self.body_mut(who).states.remove(daze);
            self.tell_recovery(who, daze);
        }
        !self.body(who).states.any()
    }

    /// Spends a die to be rid of a State, and nothing else [SST-17-3].
    fn recover(&mut self, who: FighterId) -> Took {
        if !self.pay(who, Cost::Die) {
            return Took::Waited { short: true };
        }
        self.has_acted(who, false);
        self.lands(who, None);
        if self.faced(who)
            && let Some(daze) = self.body(who).states.first()
        {
            self.body_mut(who).states.remove(daze);
            self.tell_recovery(who, daze);
        }
        Took::Acted
    }

    fn tell_recovery(&mut self, who: FighterId, daze: Daze) {
        self.say("SST-17-3", [who], |[who]| {
            format!("{who} is no longer {daze}.")
        });
    }

    /// Carries out an action that has been paid for.
    #[inline]
    fn perform(&mut self, who: FighterId, deed: Deed) {
        if deed.is_attack() {
            self.has_swarmed(who);
        }
        match deed {
            Deed::Attack { target, weapon } => {
                self.strike_as_mob(who, target, weapon);
            }
            Deed::Slam { target } => self.slam(who, target),
            Deed::Daunt { target } => self.daunt(who, target),
            Deed::Break { target, weapon } => {
                self.strike_to(Purpose::Break, who, target, weapon, 0);
            }
            Deed::Pool => self.pool(who),
            Deed::Way(way) => self.carry_out_move(who, way),
            Deed::Shot(shot) => self.shoot(who, shot),
            Deed::Dual(tactic) => self.carry_out_tactic(who, tactic),
            Deed::Grapple(grapple) => self.grapple(who, grapple),
            Deed::Yield => {
                let held = self.body(who).held.is_some();
                let clause = if held { "SST-12-5" } else { "SST-8-1" };
                self.put_out(who, Status::Yielded, clause);
            }
            Deed::Wait => {}
        }
    }

    /// Adds to the defence that is kept up [SST-14-3].
    fn pool(&mut self, who: FighterId) {
        if self.body(who).pool != Defence::None && self.view().pool_room(who) > 0 {
            let pool = self.body(who).pool;
            let pool = pool.of(pool.dice() + 1);
            self.body_mut(who).pool = pool;
            self.say("SST-14-3", [who], |[who]| format!("{who}: {pool} now."));
        }
    }
}

#[cfg(test)]
mod tests;
