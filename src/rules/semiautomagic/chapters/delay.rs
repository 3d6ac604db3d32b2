//! Turns that wait, and break in on others.
//!
//! Clauses: SAM-1-4.

use crate::dice::Dice;
use crate::fight::Witness;
use crate::rules::semiautomagic::nouns::{Phase, Scene};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Asks those who delay, the higher initiative first, whether they take their turn now. Says whether somebody does:
    /// then it acts, and whoever acted goes on after it. `goes_on`: whether the turn that is broken into has more to come; else
    /// whoever that turn broke in on goes on.
    pub(super) fn break_in(&mut self, goes_on: bool) -> bool {
        let actor = self.state.actor;
        if self.body(actor).delays && !goes_on {
            return false;
        }
        let mut next = self.state.order().next();
        while let Some(who) = next {
            let after = self.state.after(who);
            next = (!after.round_ends).then_some(after.who);
            let waits = who != actor && self.body(who).delays && self.is_able(who);
            if !waits || !self.interrupts(who) {
                continue;
            }
            let before = || self.body_mut(actor).broke_in_on.take();
            let interrupted = goes_on.then_some(actor).or_else(before);
            let body = self.body_mut(who);
            body.delays = false;
            body.broke_in_on = interrupted;
            self.state.hand_to(who);
            self.state.phase = Phase::Acting;
            self.tell("SAM-1-4", who, "takes its delayed turn");
            return true;
        }
        false
    }

    /// After a delayed turn whoever was broken in on goes on. Says whether somebody does.
    pub(super) fn resume(&mut self) -> bool {
        let who = self.state.actor;
        let Some(other) = self.body_mut(who).broke_in_on.take() else {
            return false;
        };
        self.state.hand_to(other);
        self.state.phase = Phase::Acting;
        true
    }
}
