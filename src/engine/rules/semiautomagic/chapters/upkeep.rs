//! Automatic events at the start of a turn, and the conditions that fighters have when the fight starts.
//!
//! Clauses: SAM-0-10, SAM-0-12, SAM-1-4, SAM-18-6, SAM-19-2, SAM-19-3, SAM-19-11, SAM-21-8.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::{Deed, Life, Scene};
use crate::rules::semiautomagic::reading::{Condition, Posture};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Applies the conditions that fighters have when the fight starts. The duration of staggering is rolled.
    /// A dying fighter dies if its dying check cannot succeed [SAM-18-6, SAM-19-3].
    pub(super) fn start_conditions(&mut self) {
        for who in self.arena.lineup.everybody() {
            if !self.state.absent.has(who) {
                self.start_condition(who);
            }
        }
    }

    /// Applies the conditions that one fighter has when it enters the fight [SAM-18-6, SAM-19-3].
    pub(super) fn start_condition(&mut self, who: FighterId) {
        let fighter = self.fighter(who);
        if fighter.starts(Condition::Staggered) {
            self.dice.about(Topic::Save);
            let dice = self.arena.options.rules.conditions.staggered_rounds;
            let rounds = u8::try_from(self.dice.total(dice)).unwrap_or(0);
            self.body_mut(who).staggered = rounds;
            let told = format_args!("is staggered for rounds: {rounds}");
            self.tell("SAM-19-3", who, told);
        }
        if fighter.starts(Condition::Dying) && self.body(who).life == Life::Dying {
            self.too_late(who);
        }
    }

    /// Plays the automatic events at a fighter's place in the turn order: rising from the dead, poison, dying
    /// and morale, in this order. They happen even if the fighter delays its turn or is out of the fight
    /// [SAM-0-10, SAM-1-4].
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

    /// Applies confusion and then staggering. This happens when the fighter really takes its turn, which may
    /// be a delayed one [SAM-0-10, SAM-1-4].
    pub(super) fn lose_control(&mut self, who: FighterId) {
        if !self.state.fighting.has(who) {
            return;
        }
        if self.is_able(who) && self.body(who).confused > 0 {
            self.rave(who);
        }
        if self.is_able(who) && self.body(who).staggered > 0 {
            self.dice.about(Topic::Save);
            let dice = self.arena.options.rules.conditions.staggered_seconds;
            let lost = u8::try_from(self.dice.total(dice)).unwrap_or(0);
            let body = self.body_mut(who);
            body.stunned = body.stunned.max(lost);
            let told = format_args!("is staggered and loses {lost} s");
            self.tell("SAM-19-3", who, told);
        }
    }

    /// Returns whether confusion, staggering or a stun would take seconds from the turn, and the fighter may
    /// avoid this by delaying the turn [SAM-1-4]. A panicked or enraged fighter may not delay [SAM-15-4,
    /// SAM-15-6].
    pub(super) fn may_delay_first(&self, who: FighterId) -> bool {
        if !self.arena.scope.delays || !self.state.fighting.has(who) || !self.is_able(who) {
            return false;
        }
        let body = self.body(who);
        let unwell = body.confused > 0 || body.staggered > 0 || body.stunned > 0;
        let compelled = body.panic.is_some() || body.rage.is_some();
        unwell && !compelled && body.clock.busy.is_none()
    }

    /// Lets the policy decide whether the fighter delays its turn before confusion, staggering or a stun
    /// takes seconds from it. Returns whether it does. If not, the fighter cannot delay later in this turn
    /// [SAM-1-4].
    pub(super) fn delays_first(&mut self, who: FighterId) -> bool {
        let delays = self.would_delay();
        if delays {
            self.undertake(Deed::Delay, None);
        } else {
            self.state.clock_mut(who).fresh = false;
        }
        delays
    }

    /// Subtracts the seconds of a stun from the turn, and abandons an unfinished action [SAM-19-2].
    pub(super) fn lose_stunned_seconds(&mut self, who: FighterId) {
        if self.body(who).stunned == 0 {
            return;
        }
        let body = self.body_mut(who);
        let lost = body.stunned.min(body.clock.left);
        body.stunned -= lost;
        body.clock.busy = None;
        body.clock.fresh = false;
        self.spend(who, lost);
        self.tell("SAM-19-2", who, "is stunned");
    }

    /// Wakes a sleeping fighter. It is then prone, and flat-footed for a round [SAM-19-4, SAM-19-11].
    pub(super) fn wake(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        if body.life != Life::Well {
            return;
        }
        body.asleep = false;
        body.posture = Posture::Prone;
        let rounds = self.arena.options.rules.conditions.waking;
        self.body_mut(who).drowsy = self.turns_to_end(who, rounds);
        self.tell("SAM-19-11", who, "wakes up");
    }
}
