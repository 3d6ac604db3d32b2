//! Two weapons at once: three tactics, and what they leave of the defences.
//!
//! Clauses: SST-32-1, SST-32-2. Readings: all three need the training and something in the other hand; the second blow of a
//! double strike goes to the first enemy in reach if its own target is gone.

use super::{attack, contact, pay};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose, Result};
use crate::rules::swift_swords::nouns::deeds::{Cost, Tactic};
use crate::rules::swift_swords::nouns::state::{State, Ward};
use crate::rules::swift_swords::questions::reach;

/// Carries out what has been paid for.
pub(crate) fn perform<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, tactic): (FighterId, Tactic),
    dice: &mut D,
    witness: &mut W,
) {
    match tactic {
        Tactic::AllOut { target, weapon } => {
            state.body_mut(who).ward = Ward::None;
            let bonus = arena.modifiers.all_out;
            strike(arena, state, who, (target, weapon, bonus), dice, witness);
        }
        Tactic::DoubleStrike {
            target,
            second,
            weapon,
            off,
        } => {
            state.body_mut(who).ward = Ward::DodgeOnly;
            strike(arena, state, who, (target, weapon, 0), dice, witness);
            if !state.fighting.has(who) {
                return;
            }
            let reach = |&foe: &FighterId| reach::can_strike(arena, state, who, foe);
            let mut foes = arena.foes(state, who).iter();
            let next = Some(second).filter(|foe| state.fighting.has(*foe) && reach(foe));
            if let Some(second) = next.or_else(|| foes.find(reach)) {
                strike(arena, state, who, (second, off, 0), dice, witness);
            }
        }
        Tactic::FollowOn {
            target,
            weapon,
            off,
        } => {
            let first = strike(arena, state, who, (target, weapon, 0), dice, witness);
            if !first.hurt || !state.fighting.has(who) || !state.fighting.has(target) {
                return;
            }
            if state.body(who).hand.is_usable()
                && decisions::follows(arena, state, who, target, dice, witness)
            {
                pay::pay(arena, state, who, Cost::Die, dice, witness);
                strike(arena, state, who, (target, off, 0), dice, witness);
            }
        }
    }
}

/// One blow of a tactic.
fn strike<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    (target, weapon, bonus): (FighterId, u8, i8),
    dice: &mut D,
    witness: &mut W,
) -> Result {
    contact::engage(arena, state, who, target, weapon);
    let attack = Attack {
        attacker: who,
        target,
        means: Means::Melee(weapon),
        purpose: Purpose::Harm,
        bonus,
    };
    attack::resolve(arena, state, attack, dice, witness)
}

#[cfg(test)]
mod tests;
