//! Grabs: who holds whom, and what ends it.
//!
//! Clauses: MUR-10-8, MUR-10-11, MUR-10-12, MUR-13-2, MUR-16-12.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::murdham::events::GRABBED;
use crate::rules::murdham::nouns::attack::Means;
use crate::rules::murdham::nouns::scene::Scene;

/// What a grabber does that may cost its hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Other {
    /// An attack on somebody.
    Attack(FighterId, Means),
    /// Dodging, guarding, a blast, picking up: anything that is not listed as keeping hold.
    Anything,
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// A grabber of the captive's own size lets go before it does anything that its hands are needed for [MUR-10-12].
    pub(crate) fn settle_before(&mut self, who: FighterId, deed: Other) {
        if !self.arena.scope.grabs {
            return;
        }
        for captive in self.state.captives(who).iter() {
            if self.arena.over(who, captive) > 0 {
                continue;
            }
            let keeps = match deed {
                Other::Attack(_, means @ (Means::Item(_) | Means::Unarmed)) => {
                    !self.arena.weapon_of(self.state, who, means).two_handed
                        && !self.view().swaps(who, means)
                }
                Other::Attack(target, Means::Disarm { .. }) => target == captive,
                Other::Attack(..) | Other::Anything => false,
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
            self.settle_before(who, Other::Anything);
        }
        self.body_mut(captive).captor = Some(who);
        self.note(captive, GRABBED);
        self.say("MUR-10-8", [who, captive], |[who, captive]| {
            format!("{who} holds {captive}.")
        });
        self.settle_holds();
    }
}
