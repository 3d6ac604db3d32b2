//! Held actions: an enemy's action is declared, and somebody who waited for it strikes first.
//!
//! Clauses: SST-8-8, SST-37-5. Readings: the actor's dice are paid; if it is out or in a State afterwards, or has been brought
//! into contact and could not declare the action there, its action is lost, and with a shot or spell what was gathered for it. A held attack is no turn of one's own, so marks
//! and pools stay.

use super::{contact, mob};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::{Deed, Grapple, Shot, Way};
use crate::rules::swift_swords::nouns::scene::{Scene, View};
use crate::rules::swift_swords::questions::reach;
use crate::rules::swift_swords::words::INTERRUPT;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Lets those who wait strike at an enemy who has declared and paid for an action. Whether the action takes place.
    #[inline]
    pub(crate) fn spares(&mut self, who: FighterId, declared: Deed) -> bool {
        if self.state.waiting.is_empty() || self.arena.scope.lists >> INTERRUPT & 1 == 0 {
            return true;
        }
        for foe in self
            .state
            .waiting
            .without(self.arena.lineup.allies(who))
            .iter()
        {
            let body = self.body(foe);
            if !self.state.fighting.has(who) {
                return false;
            }
            if !reach::meets(self.view(), foe, (who, declared)) {
                continue;
            }
            if !self.state.fighting.has(foe) || body.states.any() || body.held.is_some() {
                continue;
            }
            let deed = decisions::interrupts(self, foe, who);
            let Some(Deed::Attack { target, weapon }) = deed else {
                continue;
            };
            let cost = Deed::Attack { target, weapon }.cost(self.view(), foe);
            if !self.pay(foe, cost) {
                continue;
            }
            mob::has_attacked(self.arena, self.state, foe);
            self.say("SST-8-8", [foe, who], |[foe, who]| {
                format!("{foe} comes before {who}.")
            });
            contact::engage(self.arena, self.state, foe, target, weapon);
            let attack = Attack {
                attacker: foe,
                target,
                means: Means::Melee(weapon),
                purpose: Purpose::Harm,
                bonus: 0,
            };
            self.attack(attack);
        }
        let able = self.state.fighting.has(who) && !self.body(who).states.any();
        able && is_possible(self.view(), who, declared)
    }
}

/// Whether an action can still be carried out from where its actor is now.
fn is_possible<const N: usize>(view: View<'_, N>, who: FighterId, declared: Deed) -> bool {
    let contact = view.body(who).group != 0;
    match declared {
        Deed::Attack { target, weapon } | Deed::Break { target, weapon } => {
            reach::reaches(view.state, who, target) && !(contact && view.arena.weapon(weapon).reach)
        }
        Deed::Dual(tactic) => reach::reaches(view.state, who, tactic.target()),
        Deed::Slam { target } | Deed::Grapple(Grapple::Close { target, .. }) => {
            reach::reaches(view.state, who, target)
        }
        Deed::Way(Way::Charge { .. }) | Deed::Shot(Shot::Shoot { .. }) => !contact,
        // The hold may be gone [SST-12-5, SST-12-6].
        Deed::Grapple(Grapple::BreakHold | Grapple::Reverse) => view.body(who).held.is_some(),
        Deed::Grapple(
            Grapple::Squeeze { target } | Grapple::Improve { target } | Grapple::Subdue { target },
        ) => (view.body(target).held).is_some_and(|grip| grip.by == who),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
