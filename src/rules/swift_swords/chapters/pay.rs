//! Paying with Action Dice, and what a die paid does to its owner.
//!
//! Clauses: SST-0-9, SST-7-1, SST-7-2, SST-7-5. Costs are pips, or one usable die of any face.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::deeds::Cost;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::reading::hand::Hand;

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
}
