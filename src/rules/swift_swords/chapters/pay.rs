//! Paying with Action Dice, and what a die paid does to its owner.
//!
//! Clauses: SST-0-9, SST-7-1, SST-7-2, SST-7-5. Costs are pips, or one usable die of any face.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::deeds::Cost;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::reading::hand::Hand;
use crate::rules::swift_swords::{decisions, telling};

/// Takes the dice for a cost out of somebody's hand. False, and nothing is taken, where they do not suffice.
pub(crate) fn pay<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    cost: Cost,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let hand = state.body(who).hand;
    let paid = match cost {
        Cost::Free => return true,
        Cost::Pips(cost) => {
            let how = decisions::payment(arena, state, who, cost, dice, witness);
            hand.pay(cost, how)
        }
        Cost::Die => decisions::die(arena, state, who, dice, witness).map(|face| Hand::of(&[face])),
    };
    let Some(paid) = paid else { return false };
    state.body_mut(who).hand = hand.without(paid);
    state.spent.add(who);
    telling::pays(arena, state, who, paid, witness);
    true
}
