//! Held actions: an enemy's action is declared, and somebody who waited for it strikes first.
//!
//! Clauses: SST-8-8, SST-37-5. Readings: the actor's dice are paid; if it is out or in a State afterwards, or has been brought
//! into contact and could not declare the action there, its action is lost, and with a shot or spell what was gathered for it. A held attack is no turn of one's own, so marks
//! and pools stay.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::lists::INTERRUPT;
use crate::rules::swift_swords::nouns::{Deed, Grapple, Scene, Shot, View, Way};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Lets those who wait strike at an enemy who has declared and paid for an action. Whether the action takes place.
    #[inline]
    pub(crate) fn spares(&mut self, who: FighterId, declared: Deed) -> bool {
        if self.state.waiting.is_empty() || !self.arena.scope.decides(INTERRUPT) {
            return true;
        }
        let foes = self.state.waiting.without(self.arena.lineup.allies(who));
        for foe in foes.iter() {
            let body = self.body(foe);
            if !self.state.fighting.has(who) {
                return false;
            }
            let able = !body.states.any() && body.held.is_none();
            if !able || !self.state.fighting.has(foe) || !self.view().meets(foe, who, declared) {
                continue;
            }
            let Some(deed @ Deed::Attack { target, weapon }) = self.interrupts(foe, who) else {
                continue;
            };
            if !self.pay(foe, deed.cost(self.view(), foe)) {
                continue;
            }
            self.has_swarmed(foe);
            self.tell_of("SST-8-8", [foe, who], "comes before");
            self.strike(foe, target, weapon, 0);
        }
        let able = self.state.fighting.has(who) && !self.body(who).states.any();
        able && self.view().is_possible(who, declared)
    }
}

impl<const N: usize> View<'_, N> {
    /// Whether an action can still be carried out from where its actor is now.
    fn is_possible(self, who: FighterId, declared: Deed) -> bool {
        let contact = self.body(who).group != 0;
        match declared {
            Deed::Attack { target, weapon } | Deed::Break { target, weapon } => {
                self.state.reaches(who, target) && !(contact && self.arena.weapon(weapon).reach)
            }
            Deed::Dual(tactic) => self.state.reaches(who, tactic.target),
            Deed::Slam { target } | Deed::Grapple(Grapple::Close { target, .. }) => {
                self.state.reaches(who, target)
            }
            Deed::Way(Way::Charge { .. }) | Deed::Shot(Shot::Shoot { .. }) => !contact,
            // The hold may be gone [SST-12-5, SST-12-6].
            Deed::Grapple(Grapple::BreakHold | Grapple::Reverse) => self.body(who).held.is_some(),
            Deed::Grapple(
                Grapple::Squeeze { target }
                | Grapple::Improve { target }
                | Grapple::Subdue { target },
            ) => (self.body(target).held).is_some_and(|grip| grip.by == who),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests;
