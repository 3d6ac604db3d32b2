//! Paying with Action Dice, and what a die paid does to its owner; and ones, which are spent for a die more in a roll, or
//! for a die raised.
//!
//! Clauses: SST-0-9, SST-7-1, SST-7-2, SST-7-5, SST-9-1, SST-9-3, SST-9-4. Costs are pips, or one usable die of any face.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{Cost, Hand, Helps, Incoming, Rolled, Scene};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Takes the dice for a cost out of somebody's hand. False, and nothing is taken, where they do not suffice.
    pub(crate) fn pay(&mut self, who: FighterId, cost: Cost) -> bool {
        let hand = self.body(who).hand;
        let paid = match cost {
            Cost::Free => return true,
            Cost::Pips(cost) => {
                let how = self.payment(who, cost);
                hand.pay(cost, how)
            }
            Cost::Die => self.die_to_pay(who).map(|face| Hand::of(&[face])),
        };
        let Some(paid) = paid else { return false };
        let left = hand.without(paid);
        self.body_mut(who).hand = left;
        self.state.spent.add(who);
        self.say("SST-7-1", [who], |[who]| {
            format!("{who} pays {paid} and has {left} left.")
        });
        true
    }

    /// Whether somebody spends a one for a die more [SST-9-1]. If so, it has been spent.
    #[inline]
    pub(crate) fn effort(&mut self, who: FighterId, matter: (Helps, Option<Incoming>)) -> bool {
        let spends = self.makes_effort(who, matter);
        if spends {
            self.spend_one(who);
            self.tell("SST-9-1", who, "spends a 1 for a die more");
        }
        spends
    }

    /// The roll of an attack or a defence after one die may have been raised [SST-9-3]. If so, a one has been spent.
    pub(crate) fn raise(&mut self, who: FighterId, seen: (Helps, Rolled, u8)) -> Rolled {
        let raised = self.raised(who, seen);
        if raised != seen.1 {
            self.spend_one(who);
            self.tell("SST-9-3", who, "spends a 1 to raise a die");
        }
        raised
    }

    /// Takes a one out of somebody's hand; it must be there. A one spent makes no caller [SST-9-4].
    pub(super) fn spend_one(&mut self, who: FighterId) {
        self.body_mut(who).hand.remove(1);
    }
}
