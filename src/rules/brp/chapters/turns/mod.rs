//! The Actions phase: what a fighter does when its DEX rank comes.
//!
//! Clauses: BRP-5.4-1, BRP-5.4-4, BRP-5.2-4, BRP-5.2-5, BRP-5.6-8, BRP-5.12-5, BRP-5.14-4. A deed is worked out from
//! a view of the situation and applied afterwards; those who are fully tied all act on the same view.

use std::ops::Range;

use super::{aftermath, attack};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::brp::decisions::{self, Asked};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::attack::{Effects, Swing};
use crate::rules::brp::nouns::fighter::{ItemKind, small};
use crate::rules::brp::nouns::state::{Action, Condition, State, Target, Treatment};
use crate::rules::brp::questions::hands::{can_shoot, can_strike, first_melee};
use crate::rules::brp::questions::moves::FREE;
use crate::rules::brp::telling;

/// What a fighter did.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Deed {
    Nothing,
    Attack(Effects),
    Treat(Treatment),
    Wake(FighterId),
}

/// Places in the order of those who act next, at the same moment [BRP-5.4-4].
#[inline]
pub(crate) fn group<const N: usize>(state: &State<N>) -> Range<usize> {
    let first = usize::from(state.acted);
    let mut end = first + 1;
    while end < N && state.tied.has(FighterId::at(end)) {
        end += 1;
    }
    first..end
}

/// Lets a group act.
#[inline]
pub(crate) fn act<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    group: Range<usize>,
    dice: &mut D,
    witness: &mut W,
) {
    let end = group.end;
    if group.len() == 1 {
        let who = state.order[group.start];
        if state.able.has(who) {
            let action = choose(arena, state, who, dice, witness);
            decided(arena, state, who, action);
            let deed = take(arena, state, state, who, action, dice, witness);
            apply(arena, state, who, deed, witness);
        }
    } else {
        together(arena, state, group, dice, witness);
    }
    state.acted = small(end);
}

/// Simultaneous actions: all choices and rolls read the situation before the group, except that defences made
/// count at once; what the group does is applied together [BRP-5.4-4].
fn together<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    places: Range<usize>,
    dice: &mut D,
    witness: &mut W,
) {
    telling::together(arena, state, places.clone(), witness);
    let before = state.clone();
    let mut actions = [Action::None; N];
    for at in places.clone() {
        let who = state.order[at];
        if before.able.has(who) {
            actions[at] = choose(arena, &before, who, dice, witness);
            decided(arena, state, who, actions[at]);
        }
    }
    for at in places {
        let who = state.order[at];
        if before.able.has(who) {
            let deed = take(arena, &before, state, who, actions[at], dice, witness);
            apply(arena, state, who, deed, witness);
        }
    }
}

/// The action to carry out: the stated one, First Aid in its place, or what is chosen only now.
#[inline]
fn choose<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Action {
    if arena.scope.turns
        && let Some(treatment) = decisions::turn(arena, view, who, dice, witness)
    {
        return Action::FirstAid(treatment);
    }
    if arena.options.declared {
        view.body(who).intent.action
    } else {
        decisions::act(arena, view, who, Asked::Now, dice, witness).action
    }
}

/// Where nothing was stated, others learn only now what somebody does [BRP-5.2-5].
#[inline]
fn decided<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId, action: Action) {
    if !arena.options.declared {
        let intent = &mut state.body_mut(who).intent;
        intent.action = action;
        intent.spoken = true;
    }
}

/// Carries an action out, as far as it can still be.
#[inline]
fn take<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    live: &State<N>,
    who: FighterId,
    action: Action,
    dice: &mut D,
    witness: &mut W,
) -> Deed {
    let body = view.body(who);
    match action {
        Action::None | Action::Reload { .. } => Deed::Nothing,
        Action::FirstAid(treatment) => {
            let near = arena.in_reach(view, who, treatment.patient) && body.intent.moved <= FREE;
            if near {
                Deed::Treat(treatment)
            } else {
                Deed::Nothing
            }
        }
        Action::Wake { patient } => {
            let asleep = view.body(patient).condition == Condition::Unconscious;
            if asleep && arena.in_reach(view, who, patient) {
                Deed::Wake(patient)
            } else {
                Deed::Nothing
            }
        }
        Action::Strike { item, target } => {
            strike(arena, view, live, who, (item, target), dice, witness)
        }
        Action::Shoot { item, target } => {
            let weapon = &arena.fighter(who).items[usize::from(item)];
            if can_shoot(weapon, body, usize::from(item)) {
                let range = decisions::farthest(arena.reach, weapon, true);
                swing(
                    arena,
                    view,
                    live,
                    (who, item, true),
                    (target, range),
                    dice,
                    witness,
                )
            } else {
                strike(
                    arena,
                    view,
                    live,
                    who,
                    (first_melee(&arena.fighter(who).items, body), target),
                    dice,
                    witness,
                )
            }
        }
    }
}

/// A blow with the declared weapon, or with the next usable one if that has broken [BRP-5.6-8].
#[inline]
fn strike<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    live: &State<N>,
    who: FighterId,
    (item, target): (u8, Target),
    dice: &mut D,
    witness: &mut W,
) -> Deed {
    let body = view.body(who);
    let items = &arena.fighter(who).items;
    let usable = can_strike(&items[usize::from(item)], body, usize::from(item));
    let item = if usable {
        item
    } else {
        first_melee(items, body)
    };
    swing(
        arena,
        view,
        live,
        (who, item, false),
        (target, arena.reach),
        dice,
        witness,
    )
}

/// An attack on the stated target, or on another one picked by the same rule [BRP-5.2-4].
#[inline]
fn swing<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    live: &State<N>,
    (who, item, missile): (FighterId, u8, bool),
    (target, range): (Target, i32),
    dice: &mut D,
    witness: &mut W,
) -> Deed {
    let spent = !arena.options.same_weapon && view.body(who).parried >> item & 1 == 1;
    if spent {
        telling::spent(arena, who, item, witness);
        return Deed::Nothing;
    }
    let target = if decisions::is_target(view, who, target, range) {
        Some(target.who)
    } else if arena.options.retarget {
        decisions::pick_again(arena, view, who, target.rule, range)
    } else {
        None
    };
    let Some(target) = target else {
        telling::lost(arena, who, witness);
        return Deed::Nothing;
    };
    let swing = Swing {
        attacker: who,
        target,
        item,
        missile,
    };
    Deed::Attack(attack::resolve(arena, view, live, swing, dice, witness))
}

/// Applies what was done.
#[inline]
fn apply<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    deed: Deed,
    witness: &mut W,
) {
    match deed {
        Deed::Nothing => {}
        Deed::Attack(effects) => {
            hold(arena, state, who, effects.swing.item);
            aftermath::apply(arena, state, &effects, witness);
        }
        Deed::Treat(treatment) => {
            telling::treating(arena, who, treatment.patient, witness);
            state.body_mut(who).treating = Some(treatment);
        }
        Deed::Wake(patient) => {
            telling::waking(arena, who, patient, witness);
            let body = state.body_mut(patient);
            if body.condition == Condition::Unconscious {
                body.condition = Condition::Waking;
                state.stale = true;
            }
        }
    }
}

/// A weapon newly in hand: the next statement starts from it. A shield is on the arm and takes nothing's place.
#[inline]
fn hold<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId, item: u8) {
    let kind = arena.fighter(who).items[usize::from(item)].kind;
    let body = state.body_mut(who);
    if body.in_hand != item && !arena.fighter(who).items[usize::from(item)].is_shield() {
        body.in_hand = item;
        state.stale |= kind != ItemKind::Brawl;
    }
}

#[cfg(test)]
mod tests;
