//! Two attacks that meet: one countered by the other.
//!
//! Clauses: MUR-4-7..9, MUR-7-4, MUR-10-3, MUR-10-4. The blow that would do more after reductions comes first; what does
//! no damage comes last.

use super::arena::Arena;
use super::attack::{self, Attack};
use super::damage::save;
use super::hold::{self, Other};
use super::nonlethal;
use super::state::State;
use super::tell;
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, Witness};

/// Settles an attack and its counter; the attack has hit already.
pub(super) fn resolve<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    first: Attack,
    answer: Attack,
    dice: &mut D,
    witness: &mut W,
) {
    if !strikes_back(arena, state, answer, dice, witness) {
        attack::land(arena, state, first, dice, witness);
        return;
    }
    match (first.means.is_nonlethal(), answer.means.is_nonlethal()) {
        (false, false) => blows(arena, state, first, answer, dice, witness),
        (false, true) => {
            attack::land(arena, state, first, dice, witness);
            if can_still(arena, state, answer.attacker, answer.target) {
                nonlethal::effect(arena, state, answer, dice, witness);
            }
        }
        (true, false) => {
            let harm = attack::rolled(arena, state, answer, true, dice, witness);
            attack::strike(arena, state, answer, harm, witness);
            if can_still(arena, state, first.attacker, first.target) {
                nonlethal::effect(arena, state, first, dice, witness);
            }
        }
        (true, true) => {
            nonlethal::effect(arena, state, first, dice, witness);
            let free = !state.is_grabbed(answer.attacker);
            if free && can_still(arena, state, answer.attacker, answer.target) {
                nonlethal::effect(arena, state, answer, dice, witness);
            }
        }
    }
}

/// Spends the reaction on a counter and rolls its own save to hit, if it needs one [MUR-4-7].
pub(super) fn strikes_back<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    answer: Attack,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let who = answer.attacker;
    attack::spend(state, who);
    tell::counters(arena, state, answer, witness);
    hold::before(
        arena,
        state,
        who,
        Other::Attack(answer.target, answer.means),
        witness,
    );
    state.body_mut(who).concealed = false;
    if let super::access::Means::Item(at) = answer.means {
        attack::spend_shot(arena, state, who, at.into());
    }
    if !answer.way.save {
        return true;
    }
    let hits = save(arena.fighter(who).wit, &arena.options, dice);
    tell::to_hit(arena, who, hits, dice, witness);
    if !hits {
        attack::told(arena, state, answer, answer.target, Blow::Missed, witness);
    }
    hits
}

/// Damage against damage: the larger comes first, equals together [MUR-4-8, MUR-4-9].
fn blows<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    first: Attack,
    answer: Attack,
    dice: &mut D,
    witness: &mut W,
) {
    let harm = attack::rolled(arena, state, first, false, dice, witness);
    let back = attack::rolled(arena, state, answer, true, dice, witness);
    let ((one, before), (other, after)) = if back.net > harm.net {
        ((answer, back), (first, harm))
    } else {
        ((first, harm), (answer, back))
    };
    let together = harm.net == back.net;
    attack::strike(arena, state, one, before, witness);
    if together || state.fighting.has(other.attacker) {
        attack::strike(arena, state, other, after, witness);
    } else {
        tell::void(arena, other.attacker, witness);
        attack::told(arena, state, other, other.target, Blow::Evaded, witness);
    }
}

/// Whether what does no damage can still take effect after the damage [MUR-10-3, MUR-10-4].
fn can_still<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    state.fighting.has(who) && arena.nearby(state, who, target)
}
