//! Slams: blows with the whole body that throw down and do no damage. A house rule.
//!
//! Clauses: SST-34-1. Reading: armour helps against being slammed, as it does against any blow.

use super::{attack, contact, contest, special};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::fighter::FISTS;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::reading::sheet::Trait;

/// Slams into an enemy.
pub(crate) fn perform<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    contact::engage(arena, state, who, target, FISTS);
    let attack = Attack {
        attacker: who,
        target,
        means: Means::Melee(FISTS),
        purpose: Purpose::Slam,
        bonus: 0,
    };
    let result = attack::resolve(arena, state, attack, dice, witness);
    if result.last == 0 || !state.fighting.has(target) || !state.fighting.has(who) {
        return;
    }
    let pair = ((who, contest::larger(arena, who, target)), (target, 0));
    if contest::margin(arena, state, Trait::Body, pair, dice, witness) > 0 {
        special::fells(arena, state, target, witness);
    }
}
