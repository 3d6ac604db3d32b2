//! Held actions: an enemy's action is declared, and somebody who waited for it strikes first.
//!
//! Clauses: SST-8-8, SST-37-5. Readings: the actor's dice are paid; if it is out or in a State afterwards, or has been brought
//! into contact and could not declare the action there, its action is lost, and with a shot or spell what was gathered for it. A held attack is no turn of one's own, so marks
//! and pools stay.

use super::{attack, contact, mob, pay};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::{Deed, Grapple, Shot, Way};
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::reach;
use crate::rules::swift_swords::telling::moves;
use crate::rules::swift_swords::words::INTERRUPT;

/// Lets those who wait strike at an enemy who has declared and paid for an action. Whether the action takes place.
#[inline]
pub(crate) fn spares<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, declared): (FighterId, Deed),
    dice: &mut D,
    witness: &mut W,
) -> bool {
    if state.waiting.is_empty() || arena.scope.lists >> INTERRUPT & 1 == 0 {
        return true;
    }
    for foe in state.waiting.without(arena.lineup.allies(who)).iter() {
        let body = state.body(foe);
        if !state.fighting.has(who) {
            return false;
        }
        if !reach::meets(arena, state, foe, (who, declared)) {
            continue;
        }
        if !state.fighting.has(foe) || body.states.any() || body.held.is_some() {
            continue;
        }
        let deed = decisions::interrupts(arena, state, foe, who, dice, witness);
        let Some(Deed::Attack { target, weapon }) = deed else {
            continue;
        };
        let cost = Deed::Attack { target, weapon }.cost(arena, state, foe);
        if !pay::pay(arena, state, foe, cost, dice, witness) {
            continue;
        }
        mob::has_attacked(arena, state, foe);
        moves::interrupts(arena, foe, who, witness);
        contact::engage(arena, state, foe, target, weapon);
        let attack = Attack {
            attacker: foe,
            target,
            means: Means::Melee(weapon),
            purpose: Purpose::Harm,
            bonus: 0,
        };
        attack::resolve(arena, state, attack, dice, witness);
    }
    let able = state.fighting.has(who) && !state.body(who).states.any();
    able && is_possible(arena, state, who, declared)
}

/// Whether an action can still be carried out from where its actor is now.
fn is_possible<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    declared: Deed,
) -> bool {
    let contact = state.body(who).group != 0;
    match declared {
        Deed::Attack { target, weapon } | Deed::Break { target, weapon } => {
            reach::reaches(state, who, target) && !(contact && arena.weapon(weapon).reach)
        }
        Deed::Dual(tactic) => reach::reaches(state, who, tactic.target()),
        Deed::Slam { target } | Deed::Grapple(Grapple::Close { target, .. }) => {
            reach::reaches(state, who, target)
        }
        Deed::Way(Way::Charge { .. }) | Deed::Shot(Shot::Shoot { .. }) => !contact,
        // The hold may be gone [SST-12-5, SST-12-6].
        Deed::Grapple(Grapple::BreakHold | Grapple::Reverse) => state.body(who).held.is_some(),
        Deed::Grapple(
            Grapple::Squeeze { target } | Grapple::Improve { target } | Grapple::Subdue { target },
        ) => (state.body(target).held).is_some_and(|grip| grip.by == who),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
