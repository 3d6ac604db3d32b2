//! What a fighter can use at this moment: weapons that are whole, loaded and free.
//!
//! Clauses: BRP-5.6-8, BRP-5.9-4, BRP-5.9-8, BRP-5.9-9, BRP-5.6-4 (`same_weapon`).

use super::arena::Arena;
use super::fighter::{Item, ItemKind};
use super::state::{Action, Body, State};
use crate::fight::FighterId;

/// Whether the thing is whole and, where it can be thrown away, still there.
#[inline]
pub(super) fn is_whole(item: &Item, body: &Body, at: usize) -> bool {
    let state = &body.items[at];
    !state.broken && (!item.is_thrown() || item.ammo.is_none() || state.ammo > 0)
}

/// Whether it can strike now.
#[inline]
pub(super) fn can_strike(item: &Item, body: &Body, at: usize) -> bool {
    item.strike.is_some() && is_whole(item, body, at)
}

/// Whether it can shoot or be thrown now [BRP-5.9-8, BRP-5.9-9].
#[inline]
pub(super) fn can_shoot(item: &Item, body: &Body, at: usize) -> bool {
    let state = &body.items[at];
    item.shoot.is_some()
        && !state.broken
        && state.unloaded == 0
        && (item.ammo.is_none() || state.ammo > 0)
}

/// Whether reloading it is of use.
pub(super) fn can_reload(item: &Item, body: &Body, at: usize) -> bool {
    let state = &body.items[at];
    item.shoot.is_some()
        && !state.broken
        && state.unloaded > 0
        && (item.ammo.is_none() || state.ammo > 0)
}

/// The first thing of the list that can strike, shields excepted; bare hands at the latest [BRP-5.6-8].
#[expect(
    clippy::cast_possible_truncation,
    reason = "nobody carries more than eight things"
)]
pub(super) fn first_melee(items: &[Item], body: &Body) -> u8 {
    let usable = |&at: &usize| {
        !matches!(items[at].kind, ItemKind::Shield { .. }) && can_strike(&items[at], body, at)
    };
    let at = (0..items.len())
        .find(usable)
        .expect("bare hands are on every list and never break");
    at as u8
}

/// The first usable weapon of the list, of whatever class: what a statement's place in the order goes by.
pub(super) fn first_weapon(items: &[Item], body: &Body) -> usize {
    let usable = |&at: &usize| {
        let item = &items[at];
        !matches!(item.kind, ItemKind::Shield { .. })
            && (can_strike(item, body, at) || can_shoot(item, body, at))
    };
    (0..items.len())
        .find(usable)
        .expect("bare hands are on every list and never break")
}

/// The weapon that a fighter holds for melee: the one declared; if that broke or none was declared, the next usable
/// one; none beside a bow or while reloading [BRP-5.6-1].
pub(super) fn wielded<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> Option<u8> {
    let body = state.body(who);
    let items = &arena.fighter(who).items;
    match body.intent.action {
        Action::Shoot { .. } | Action::Reload { .. } => None,
        Action::Strike { item, .. }
            if can_strike(&items[usize::from(item)], body, usize::from(item)) =>
        {
            Some(item)
        }
        Action::Strike { .. } => Some(first_melee(items, body)),
        Action::None | Action::FirstAid(_) | Action::Wake { .. } => {
            let held = usize::from(body.in_hand);
            let holds = items[held].kind == ItemKind::Melee && can_strike(&items[held], body, held);
            Some(if holds {
                body.in_hand
            } else {
                first_melee(items, body)
            })
        }
    }
}

/// Hands that the declared weapon takes; none where nothing was declared.
pub(super) fn hands_taken<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> u8 {
    match state.body(who).intent.action {
        Action::Shoot { item, .. } | Action::Reload { item } => {
            let item = &arena.fighter(who).items[usize::from(item)];
            item.shoot.map_or(item.hands, |shot| shot.hands)
        }
        Action::Strike { .. } => wielded(arena, state, who)
            .map_or(0, |item| arena.fighter(who).items[usize::from(item)].hands),
        Action::None | Action::FirstAid(_) | Action::Wake { .. } => 0,
    }
}

/// The whole large shield that a fighter could kneel behind [BRP-5.11-3].
pub(super) fn large_shield(items: &[Item], body: &Body) -> Option<usize> {
    (0..items.len()).find(|&at| {
        matches!(
            items[at].kind,
            ItemKind::Shield {
                kneeling: Some(_),
                ..
            }
        ) && is_whole(&items[at], body, at)
    })
}

#[cfg(test)]
mod tests;
