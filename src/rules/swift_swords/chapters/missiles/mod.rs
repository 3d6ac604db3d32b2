//! Shots and spells, and gathering dice for them.
//!
//! Clauses: SST-3-8, SST-7-4, SST-8-1, SST-10-11, SST-11-3, SST-11-4. Who can shoot at whom is in `shots`, what changes the
//! roll in `tohit`. Reading: a pool is gathered for one weapon, and is kept while that is in hand.

use super::attack;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::Shot;
use crate::rules::swift_swords::nouns::state::{Aim, State};
use crate::rules::swift_swords::questions::shots::MOST_GATHERED;
use crate::rules::swift_swords::telling::moves;

/// Carries out what has been paid for. `gathered` is what had been gathered for it before.
pub(crate) fn perform<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, shot): (FighterId, Shot),
    dice: &mut D,
    witness: &mut W,
) {
    let gathered = shot.gathered(state, who);
    let more = gathered.map_or(0, |dice| (dice + 1).min(MOST_GATHERED));
    let (target, means) = match shot {
        Shot::Aim { weapon } => {
            let item = weapon;
            state.body_mut(who).aim = Aim::Shot { item, dice: more };
            return moves::gathers(arena, state, who, witness);
        }
        Shot::Gather => {
            state.body_mut(who).aim = Aim::Spell { dice: more };
            return moves::gathers(arena, state, who, witness);
        }
        Shot::Shoot { target, weapon } => (target, Means::Missile(weapon)),
        Shot::Cast { target } => (target, Means::Spell),
    };
    state.body_mut(who).aim = Aim::None;
    let attack = Attack {
        attacker: who,
        target,
        means,
        purpose: Purpose::Harm,
        bonus: gathered.unwrap_or(0).cast_signed(),
    };
    attack::resolve(arena, state, attack, dice, witness);
}

#[cfg(test)]
mod tests;
