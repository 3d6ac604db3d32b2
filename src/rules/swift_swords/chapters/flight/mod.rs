//! Those who fly: what they do from the air, what brings them down. Who gets at them is in `reach`.
//!
//! Clauses: SST-37-1, SST-37-3..5. A flyer begins in the air, and is in contact with nobody while it is there. Readings:
//! a charge from the air is a dive; attacks with a weapon in hand, charges and moves are made in flight; any other action brings down whoever cannot circle,
//! and close combat everybody; who falls prone is on the ground.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{Deed, Scene, Way};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Brings somebody down who is in the air and does what cannot be done in flight, once it has paid for it [SST-37-1].
    #[inline]
    pub(crate) fn lands(&mut self, who: FighterId, deed: Option<Deed>) {
        if !self.view().aloft(who) {
            return;
        }
        let circles = self.view().circles(who);
        let flies = match deed {
            Some(
                Deed::Attack { .. }
                | Deed::Break { .. }
                | Deed::Dual(_)
                | Deed::Slam { .. }
                | Deed::Way(
                    Way::Move { .. } | Way::Retreat | Way::Withdraw { .. } | Way::Charge { .. },
                ),
            ) => true,
            Some(Deed::Grapple(_)) => false,
            _ => circles,
        };
        if !flies {
            self.body_mut(who).landed = true;
            self.tell("SST-37-1", who, "is on the ground");
        }
    }
}

#[cfg(test)]
mod tests;
