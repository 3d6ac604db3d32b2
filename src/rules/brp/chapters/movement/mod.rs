//! The Movement phase: who moves how far, and what that leaves of the DEX rank.
//!
//! Clauses: BRP-5.3-1..4, BRP-5.11-3, BRP-5.9-8, BRP-5.6-8 (`draw_rank_cost`). Distances are centimetres; bands are
//! closed above. One combatant moves after the other, never at once.

use super::{order, statement};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::fighter::ItemKind;
use crate::rules::brp::nouns::state::{Action, Go, State, turn};
use crate::rules::brp::questions::moves::{FARTHEST, rank_halves};
use crate::rules::brp::telling;
use crate::rules::brp::words::Class;

/// Everybody able moves in turn, then knows its rank.
pub(crate) fn phase<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    let mut movers = [FighterId(0); N];
    let count = order::by_dex(arena, state, &mut movers, weapon);
    for &who in &movers[..count] {
        if !arena.options.declared {
            statement::state_intent(arena, state, who, dice, witness);
        }
        let involved = arena.involved(state, who);
        let place = destination(arena, state, who, involved);
        let moved = (place - state.body(who).at).abs();
        let body = state.body_mut(who);
        body.at = place;
        body.intent.moved = moved;
        if moved > 0 {
            body.moved = true;
            state.stale = true;
            telling::moved(arena, state, who, moved, witness);
        }
        if !arena.options.declared {
            // What it had in view binds it no longer [BRP-5.2-5].
            let intent = &mut state.body_mut(who).intent;
            (intent.action, intent.length) = (Action::None, None);
        }
        take_rank(arena, state, who);
        if involved && moved > 0 {
            state.body_mut(who).intent.acts = false;
        }
    }
}

/// Class and rating that the order goes by: those of the weapon declared, or of the first one where none is [BRP-5.2-5].
fn weapon<const N: usize>(arena: &Arena<N>, state: &State<N>, who: FighterId) -> (Class, i32) {
    if arena.options.declared {
        order::declared(arena, state, who)
    } else {
        order::first_choice(arena, state, who)
    }
}

/// Where a fighter ends up: involved, kneeling or reloading ones stay [BRP-5.3-1, BRP-5.11-3, BRP-5.9-8].
fn destination<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    involved: bool,
) -> i32 {
    let body = state.body(who);
    let intent = &body.intent;
    let runs = arena.options.disengage && intent.action == Action::None;
    let bound = intent.kneel || matches!(intent.action, Action::Reload { .. });
    if bound || intent.go == Go::Stay || (involved && !runs) {
        return body.at;
    }
    match intent.go {
        Go::Stay => body.at,
        Go::Towards { whom, most } => {
            let gap = (state.distance(who, whom) - arena.reach).max(0);
            let step = gap.min(FARTHEST).min(most);
            body.at + step * (state.body(whom).at - body.at).signum()
        }
        Go::From { whom, by } => {
            let away = if body.at >= state.body(whom).at {
                1
            } else {
                -1
            };
            body.at + away * by.min(FARTHEST)
        }
    }
}

/// Fixes when the fighter acts this round, if it does.
fn take_rank<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId) {
    let halves = rank_halves(state.body(who).intent.moved);
    let drawn = draw(arena, state, who);
    let (class, rating) = weapon(arena, state, who);
    let rank = halves.map(|halves| arena.options.halve(arena.fighter(who).dex, halves) - drawn);
    let intent = &mut state.body_mut(who).intent;
    intent.acts = rank.is_some();
    intent.turn = turn(rank.unwrap_or(0), class, rating);
}

/// Takes the declared weapon in hand, to reload it, too; the ranks that costs [BRP-5.6-8]. A shield is on the arm already.
fn draw<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId) -> i32 {
    let (Action::Strike { item, .. } | Action::Shoot { item, .. } | Action::Reload { item }) =
        state.body(who).intent.action
    else {
        return 0;
    };
    let body = state.body_mut(who);
    let thing = &arena.fighter(who).items[usize::from(item)];
    if body.in_hand == item || thing.is_shield() {
        return 0;
    }
    body.in_hand = item;
    let cost = if thing.kind == ItemKind::Brawl {
        0
    } else {
        arena.options.draw_rank_cost
    };
    state.stale |= cost > 0;
    cost
}

#[cfg(test)]
mod tests;
