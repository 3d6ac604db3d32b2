//! Going from place to place: moving, getting away, charging, and what else is done with one's feet and hands.
//!
//! Clauses: SST-1-1, SST-1-2, SST-3-2, SST-3-3, SST-3-9, SST-3-10, SST-8-1, SST-8-5, SST-12-9, SST-22-8, SST-37-1. Who moves may be
//! struck at and stopped: `opportunity`. Readings: whoever leaves its melee without leaving the zone can be stopped there by
//! those of other melees; a charge that is stopped ends without an attack.

use super::{attack, contact, contest, injury, losses, opportunity, weapons};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::Way;
use crate::rules::swift_swords::nouns::state::{State, Status, Wits};
use crate::rules::swift_swords::questions::{penalties, reach, routes};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::telling::moves;

/// Carries out what has been paid for.
pub(crate) fn perform<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, way): (FighterId, Way),
    dice: &mut D,
    witness: &mut W,
) {
    match way {
        Way::Move { to } => {
            go(arena, state, (who, to), dice, witness);
            injury::stumbles(arena, state, who, dice, witness);
        }
        Way::Retreat => {
            retreat(arena, state, who, dice, witness);
            injury::stumbles(arena, state, who, dice, witness);
        }
        Way::Withdraw { to } => {
            withdraw(arena, state, (who, to), dice, witness);
            injury::stumbles(arena, state, who, dice, witness);
        }
        Way::Charge { target, weapon } => {
            injury::stumbles(arena, state, who, dice, witness);
            charge(arena, state, who, (target, weapon), dice, witness);
        }
        Way::Drag { target } => drag(arena, state, who, target, dice, witness),
        Way::Stand => {
            state.body_mut(who).prone = false;
            moves::stands(arena, who, witness);
        }
        Way::Ready { item } => {
            weapons::ready(state, who, item);
            moves::readies(arena, state, who, witness);
        }
    }
}

/// Moves away from the enemies, at the risk of opportunity attacks; from the only zone there is, out of the fight
/// [SST-1-2, SST-19-5].
pub(crate) fn retreat<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    if arena.field.count() > 1 {
        let to = routes::refuge(arena, state, who);
        go(arena, state, (who, to), dice, witness);
    } else if opportunity::breaks_away(arena, state, who, dice, witness) {
        let panics = matches!(state.body(who).wits, Wits::Panicked { .. });
        let clause = if panics { "SST-19-5" } else { "SST-1-2" };
        losses::out(arena, state, who, (Status::Fled, clause), witness);
    }
}

/// Moves, at the risk of opportunity attacks [SST-8-5, SST-8-6].
fn go<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, to): (FighterId, u8),
    dice: &mut D,
    witness: &mut W,
) {
    let former = reach::group(state, who);
    if !opportunity::breaks_away(arena, state, who, dice, witness) {
        return;
    }
    if state.body(who).group != 0 {
        contact::leave(arena, state, who);
        moves::leaves(arena, who, witness);
    }
    if state.body(who).zone == to {
        if reach::circles(arena, who) {
            state.body_mut(who).landed = false;
        }
        opportunity::stopped(arena, state, (who, None), former, dice, witness);
        return;
    }
    for _ in 0..penalties::speed(state, who, routes::speed(arena, who)) {
        if !enters(arena, state, (who, to), FighterSet::NONE, dice, witness) {
            return;
        }
    }
}

/// Goes into the next zone on the way to another. Whether it can go on: it is not there yet, and nobody has stopped it.
fn enters<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, to): (FighterId, u8),
    except: FighterSet,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let here = state.body(who).zone;
    let Some(next) = arena.field.towards(here, to) else {
        return false;
    };
    let body = state.body_mut(who);
    body.zone = next;
    body.covered = false;
    body.landed = false;
    moves::enters(arena, state, who, witness);
    !opportunity::stopped(arena, state, (who, Some(here)), except, dice, witness)
}

/// Leaves contact safely, close combat too, and stands [SST-8-5, SST-12-9].
fn withdraw<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, to): (FighterId, u8),
    dice: &mut D,
    witness: &mut W,
) {
    contact::leave(arena, state, who);
    let body = state.body_mut(who);
    body.prone = body.injuries.legless;
    moves::withdraws(arena, who, witness);
    enters(arena, state, (who, to), FighterSet::NONE, dice, witness);
}

/// Comes into contact and attacks at once [SST-8-5].
fn charge<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    (target, weapon): (FighterId, u8),
    dice: &mut D,
    witness: &mut W,
) {
    let there = state.body(target).zone;
    let goal = reach::group(state, target);
    moves::charges(arena, who, target, witness);
    let stopped = if state.body(who).zone == there {
        opportunity::stopped(arena, state, (who, None), goal, dice, witness)
    } else {
        for _ in 0..routes::rush(arena, state, who) {
            if !enters(arena, state, (who, there), goal, dice, witness) {
                break;
            }
        }
        state.body(who).group != 0
    };
    if stopped || !reach::reaches(state, who, target) {
        return;
    }
    contact::engage(arena, state, who, target, weapon);
    let attack = Attack {
        attacker: who,
        target,
        means: Means::Melee(weapon),
        purpose: Purpose::Harm,
        bonus: arena.modifiers.charge,
    };
    attack::resolve(arena, state, attack, dice, witness);
}

/// Tries to pull somebody who stands alone into one's melee [SST-3-9].
fn drag<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    let pair = ((who, 0), (target, 0));
    let pulled = contest::margin(arena, state, Trait::Dex, pair, dice, witness) > 0;
    if pulled {
        let mut members = reach::group(state, who);
        members.add(target);
        contact::link(arena, state, members);
    }
    moves::drags(arena, (who, target), pulled, witness);
}

#[cfg(test)]
mod tests;
