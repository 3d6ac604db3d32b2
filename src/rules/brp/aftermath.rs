//! What an attack leaves behind: defences used up, wear and breakage, shots spent, wounds.
//!
//! Clauses: BRP-5.6-4, BRP-5.6-7, BRP-5.9-8, BRP-5.9-9, BRP-5.12-1..6. Nothing here rolls.

use super::arena::Arena;
use super::attack::{Effects, Swing};
use super::state::{Condition, INJURY_SIZES, State};
use super::tell;
use crate::fight::{FighterId, Witness};

/// Applies what an attack did: defences made, wear and breakage, shots spent, wounds.
#[inline]
pub(super) fn apply<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    effects: &Effects,
    witness: &mut W,
) {
    let Swing {
        attacker,
        target,
        item,
        missile,
    } = effects.swing;
    if !arena.options.same_weapon {
        state.body_mut(attacker).struck |= 1 << item;
    }
    if missile {
        spend(arena, state, attacker, item);
    }
    if effects.defences > 0 && arena.scope.counts_defences {
        let body = state.body_mut(target);
        body.defences = body.defences.saturating_add(effects.defences);
        body.parries = body
            .parries
            .saturating_add(u8::from(effects.tool.is_some()));
    }
    if let Some((tool, loss)) = effects.tool {
        if !arena.options.same_weapon {
            state.body_mut(target).parried |= 1 << tool;
        }
        wear(arena, state, target, tool, loss, witness);
        wear(arena, state, attacker, item, effects.weapon_loss, witness);
    }
    wound(arena, state, target, effects.dealt, witness);
}

/// One shot, charge or piece less, and the reloading it brings [BRP-5.9-8, BRP-5.9-9].
fn spend<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId, item: u8) {
    let thing = &arena.fighter(who).items[usize::from(item)];
    let (counted, reload) = (thing.ammo.is_some(), thing.reload);
    if counted || reload > 0 {
        let left = &mut state.body_mut(who).items[usize::from(item)];
        left.ammo = left.ammo.saturating_sub(u16::from(counted));
        left.unloaded = reload;
        state.stale = true;
    }
}

/// Parrying points lost; a tool without any left is broken [BRP-5.6-7]. Where several pieces are carried the next
/// one takes its place.
#[inline]
fn wear<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    item: u8,
    loss: i16,
    witness: &mut W,
) {
    if loss == 0 {
        return;
    }
    let thing = &arena.fighter(who).items[usize::from(item)];
    let Some(points) = thing.points else { return };
    let left = &mut state.body_mut(who).items[usize::from(item)];
    left.lost += loss;
    let breaks = i32::from(points - left.lost) <= arena.options.breaks_at && !left.broken;
    if breaks {
        if thing.is_thrown() && thing.ammo.is_some() && left.ammo > 1 {
            left.ammo -= 1;
            left.lost = 0;
        } else {
            left.broken = true;
        }
    }
    let rest = points - state.body(who).items[usize::from(item)].lost;
    tell::wear(arena, (who, item), loss, rest, breaks, witness);
    state.stale |= breaks;
}

/// Takes hit points, and settles what that makes of the fighter [BRP-5.12-1..4].
#[inline]
pub(super) fn wound<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dealt: i32,
    witness: &mut W,
) {
    if dealt <= 0 {
        return;
    }
    let options = &arena.options;
    let body = state.body_mut(who);
    body.hp = body.hp.saturating_sub(dealt);
    if arena.scope.first_aid {
        let class = usize::try_from(dealt)
            .expect("damage is positive")
            .min(INJURY_SIZES)
            - 1;
        body.injuries[class] = body.injuries[class].saturating_add(1);
        state.stale = true;
    }
    let body = state.body_mut(who);
    let woken = body.woken || body.condition == Condition::Waking;
    let felled = body.hp <= options.unconscious_at || woken;
    let condition = match body.hp {
        hp if hp <= 0 && options.death_at_end => Condition::Dying,
        hp if hp <= 0 => Condition::Dead,
        _ if felled => Condition::Unconscious,
        _ => return,
    };
    let before = body.condition;
    if condition == before || before == Condition::Dead {
        return;
    }
    body.condition = condition;
    state.stale = true;
    if before == Condition::Able {
        state.able.remove(who);
        let round = state.round;
        witness.downed(who, round);
    }
    tell::fall(arena, state, who, before, witness);
}

#[cfg(test)]
mod wound_tests;
