//! Morale at the end of a round, and the end of those who break.
//!
//! Clauses: MUR-0-2, MUR-12-1..7. A group is a side that began with two or more; a lone character is judged by its own
//! health.

use super::damage::save;
use super::wounds;
use crate::dice::{Dice, Die};
use crate::fight::{FighterSet, SideId, WHOLE, Witness};
use crate::rules::murdham::events::BROKE;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::deeds::Broken;
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::options::MoraleTrigger;
use crate::rules::murdham::{decisions, telling};

/// Notes at the start of a round what the end of it is held against.
pub(crate) fn note<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    state.above = 0;
    state.lost = 0;
    if !arena.scope.morale {
        return;
    }
    for (at, &side) in arena.lineup.sides.iter().enumerate() {
        if side.count() == 1 {
            let who = side.iter().next().expect("it has one member");
            state.vitals_mut(who).hale = !is_hurt(arena, state, side);
        } else if !is_halved(arena, state, side) {
            state.above |= 1 << at;
        }
    }
}

/// Those of a side who count in its numbers [MUR-0-22, MUR-12-1].
fn counted<const N: usize>(state: &State<N>, side: FighterSet) -> FighterSet {
    let fighting = side.and(state.fighting).iter();
    fighting
        .filter(|&who| !state.body(who).retreating)
        .collect()
}

fn is_halved<const N: usize>(arena: &Arena<N>, state: &State<N>, side: FighterSet) -> bool {
    let (now, began) = (counted(state, side).count(), side.count());
    arena
        .options
        .at_most_half(now.cast_signed(), began.cast_signed())
}

fn is_hurt<const N: usize>(arena: &Arena<N>, state: &State<N>, side: FighterSet) -> bool {
    let who = side.iter().next().expect("a side has a member");
    let (now, most) = (state.body(who).health, arena.fighter(who).health);
    arena.options.at_most_half(now.into(), most.into())
}

/// Whether a side has to check its morale now.
fn is_due<const N: usize>(arena: &Arena<N>, state: &State<N>, at: usize, side: FighterSet) -> bool {
    if side.count() == 1 {
        let who = side.iter().next().expect("it has one member");
        let now = state.fighting.has(who) && is_hurt(arena, state, side);
        return match arena.options.morale_trigger {
            MoraleTrigger::Crossing | MoraleTrigger::EveryLoss => now && state.body(who).hale,
            MoraleTrigger::EveryRound => now,
        };
    }
    let above = state.above >> at & 1 == 1;
    let lost = state.lost >> at & 1 == 1;
    is_halved(arena, state, side)
        && match arena.options.morale_trigger {
            MoraleTrigger::Crossing => above,
            MoraleTrigger::EveryLoss => lost,
            MoraleTrigger::EveryRound => true,
        }
}

/// Checks the morale of all sides, rolled one after the other and taking effect together [MUR-12-3].
pub(crate) fn check<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    if !arena.scope.morale {
        return;
    }
    let mut breaks = FighterSet::NONE;
    for (at, &side) in arena.lineup.sides.iter().enumerate() {
        if !is_due(arena, state, at, side) {
            continue;
        }
        let subject: FighterSet = counted(state, side)
            .iter()
            .filter(|&who| {
                let body = state.body(who);
                !(arena.fighter(who).fearless || body.steadfast || body.giving_up)
            })
            .collect();
        if subject.is_empty() {
            continue;
        }
        telling::morale(arena, SideId::at(at), witness);
        breaks = FighterSet(breaks.0 | rolled(arena, state, subject, dice, witness).0);
    }
    for who in breaks.iter() {
        match decisions::broken(arena, state, who, dice, witness) {
            Broken::Retreat => {
                let side = arena.lineup.side(who).index();
                let body = state.body_mut(who);
                body.retreating = true;
                state.lost |= 1 << side;
                telling::retreats(arena, who, witness);
            }
            Broken::Surrender if arena.options.surrender_on_own_turn => {
                state.body_mut(who).giving_up = true;
                telling::despairs(arena, who, witness);
            }
            Broken::Surrender => wounds::surrender(arena, state, who, witness),
        }
    }
}

/// The group save [MUR-0-2]: those who fail it; those who pass are steadfast from now on [MUR-12-4].
fn rolled<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    subject: FighterSet,
    dice: &mut D,
    witness: &mut W,
) -> FighterSet {
    let options = &arena.options;
    let shared = options.group_save_shared && subject.count() > 1;
    let face = if shared { dice.roll(Die(20)) } else { 0 };
    let mut fails = FighterSet::NONE;
    for who in subject.iter() {
        let wit = arena.fighter(who).wit;
        let passes = if shared {
            face <= options.need(wit)
        } else {
            save(wit, options, dice)
        };
        telling::holds(arena, who, passes, dice, witness);
        if passes {
            state.vitals_mut(who).steadfast = true;
        } else {
            witness.happened(who, BROKE, WHOLE);
            fails.add(who);
        }
    }
    fails
}

#[cfg(test)]
mod tests;
