//! Grabs: who holds whom, and what ends it.
//!
//! Clauses: MUR-10-8, MUR-10-11, MUR-10-12, MUR-13-2, MUR-16-12.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::murdham::events::GRABBED;
use crate::rules::murdham::nouns::{Means, Scene};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// [MUR-10-12] A grabber of the captive's own size lets go before it does anything that its hands are needed for: dodging,
    /// guarding, a blast, picking up, whatever is not listed as keeping hold.
    pub(crate) fn let_go(&mut self, who: FighterId) {
        self.settle_before(who, None);
    }

    /// The same, if it is not an attack on somebody that may keep hold.
    pub(crate) fn settle_before(&mut self, who: FighterId, attack: Option<(FighterId, Means)>) {
        if !self.arena.scope.grabs {
            return;
        }
        for captive in self.state.captives(who).iter() {
            if self.arena.over(who, captive) > 0 {
                continue;
            }
            let keeps = match attack {
                Some((_, means @ (Means::Item(_) | Means::Unarmed))) => {
                    !self.view().weapon_of(who, means).two_handed && !self.view().swaps(who, means)
                }
                Some((target, Means::Disarm { .. })) => target == captive,
                _ => false,
            };
            if !keeps {
                self.set_free(captive);
            }
        }
    }

    /// Ends every hold that cannot last: the grabber is out, grabbed itself or not nearby any more, or the captive is out.
    pub(crate) fn settle_holds(&mut self) {
        if !self.arena.scope.grabs {
            return;
        }
        for captive in self.arena.lineup.everybody() {
            let Some(captor) = self.body(captive).captor else {
                continue;
            };
            if !self.state.fighting.has(captive) {
                self.body_mut(captive).captor = None;
            } else if !self.state.fighting.has(captor)
                || self.state.is_grabbed(captor)
                || !self.view().nearby(captor, captive)
            {
                self.set_free(captive);
            }
        }
    }

    /// Lets a captive go.
    pub(crate) fn set_free(&mut self, captive: FighterId) {
        self.body_mut(captive).captor = None;
        self.tell("MUR-10-12", captive, "is free");
    }

    /// Takes hold of somebody, who lets go of a captive of its own [MUR-10-8].
    pub(crate) fn grab(&mut self, who: FighterId, captive: FighterId) {
        if self.arena.over(who, captive) == 0 {
            self.let_go(who);
        }
        self.body_mut(captive).captor = Some(who);
        self.note(captive, GRABBED);
        self.tell_of("MUR-10-8", [who, captive], "holds");
        self.settle_holds();
    }
}
