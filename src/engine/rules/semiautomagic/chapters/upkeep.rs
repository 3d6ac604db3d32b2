//! What comes by itself at the start of a turn.
//!
//! Clauses: SAM-0-10, SAM-0-12, SAM-1-4, SAM-18-6, SAM-19-2, SAM-19-3, SAM-19-11, SAM-21-8.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::{D6, Deed, Life, Scene};
use crate::rules::semiautomagic::reading::{Condition, Posture};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Before the first round: how long the staggered are so, and who cannot make its dying check [SAM-18-6, SAM-19-3].
    pub(super) fn start_conditions(&mut self) {
        for who in self.arena.lineup.everybody() {
            if !self.state.absent.has(who) {
                self.start_condition(who);
            }
        }
    }

    /// Rolls for the conditions with which one of them comes into the fight [SAM-18-6, SAM-19-3].
    pub(super) fn start_condition(&mut self, who: FighterId) {
        let fighter = self.fighter(who);
        if fighter.starts(Condition::Staggered) {
            self.dice.about(Topic::Save);
            let rounds = u8::try_from(self.dice.roll(D6)).unwrap_or(6);
            self.body_mut(who).staggered = rounds;
            let told = format_args!("is staggered for rounds: {rounds}");
            self.tell("SAM-19-3", who, told);
        }
        if fighter.starts(Condition::Dying) {
            self.too_late(who);
        }
    }

    /// Rising from the dead, poison, dying, morale: in this order, in the place of the turn order even if the turn is delayed [SAM-0-10, SAM-1-4]. Who is
    /// out keeps its place for it.
    pub(super) fn upkeep(&mut self, who: FighterId) {
        if self.arena.scope.rises {
            self.rise_in_time(who);
        }
        if self.arena.scope.poison {
            self.sicken(who);
        }
        if self.body(who).life == Life::Dying {
            self.cling_to_life(who);
        }
        if self.body(who).broken && self.body(who).life == Life::Well {
            self.take_heart(who);
        }
    }

    /// Confusion, then staggering, when the turn is taken [SAM-0-10, SAM-1-4].
    pub(super) fn lose_control(&mut self, who: FighterId) {
        if !self.state.fighting.has(who) {
            return;
        }
        if self.is_able(who) && self.body(who).confused > 0 {
            self.rave(who);
        }
        if self.is_able(who) && self.body(who).staggered > 0 {
            self.dice.about(Topic::Save);
            let lost = u8::try_from(self.dice.roll(D6)).unwrap_or(6);
            let body = self.body_mut(who);
            body.stunned = body.stunned.max(lost);
            let told = format_args!("is staggered and loses {lost} s");
            self.tell("SAM-19-3", who, told);
        }
    }

    /// Whether confusion, staggering or a stun spends seconds of a turn that somebody may delay as a whole before that
    /// [SAM-1-4]. Who panics or is in a frenzy does not wait [SAM-15-4, SAM-15-6].
    pub(super) fn may_delay_first(&self, who: FighterId) -> bool {
        if !self.arena.scope.delays || !self.state.fighting.has(who) || !self.is_able(who) {
            return false;
        }
        let body = self.body(who);
        let unwell = body.confused > 0 || body.staggered > 0 || body.stunned > 0;
        let compelled = body.panic.is_some() || body.rage.is_some();
        unwell && !compelled && body.clock.busy.is_none()
    }

    /// Whether somebody delays its turn before confusion, staggering or a stun spends any of it [SAM-1-4]; later in the turn
    /// that is no longer possible.
    pub(super) fn delays_first(&mut self, who: FighterId) -> bool {
        let delays = self.would_delay();
        if delays {
            self.undertake(Deed::Delay, None);
        } else {
            self.body_mut(who).clock.fresh = false;
        }
        delays
    }

    /// A stunned one's first seconds are lost, and with them what it had begun [SAM-19-2].
    pub(super) fn lose_stunned_seconds(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        if body.stunned == 0 {
            return;
        }
        let lost = body.stunned.min(body.clock.left);
        body.stunned -= lost;
        body.clock.busy = None;
        body.clock.fresh = false;
        self.spend(who, lost);
        self.tell("SAM-19-2", who, "is stunned");
    }

    /// A sleeper wakes: prone, and flat-footed for a round [SAM-19-4, SAM-19-11].
    pub(super) fn wake(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        if body.life != Life::Well {
            return;
        }
        body.asleep = false;
        body.posture = Posture::Prone;
        self.body_mut(who).drowsy = self.turns_to_end(who, 1);
        self.tell("SAM-19-11", who, "wakes up");
    }
}
