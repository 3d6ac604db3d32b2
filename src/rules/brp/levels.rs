//! What only sinks in a duel: hit points and parrying points.
//!
//! Clauses: BRP-5.6-7, BRP-5.12-1..4. As long as no policy, house rule or chore asks for them, a blow's dice and deeds
//! hang on these numbers only where somebody falls or something breaks. Once somebody has fallen a duel ends with the
//! round, and all that may still count are the hit points of the other, who may be struck at the same time [BRP-5.4-4].

use super::arena::Arena;
use super::fighter::MOST_ITEMS;
use super::state::State;
use crate::fight::{FighterId, Levels};

/// Places of a fighter's numbers: its hit points, and the points of each thing carried.
const PLACES: usize = 1 + MOST_ITEMS;
const _: () = assert!(2 * PLACES <= Levels::MOST);

/// Whether a step of this fight asks of these numbers only whether they last.
fn sinks<const N: usize>(arena: &Arena<N>) -> bool {
    let scope = &arena.scope;
    let duel = arena.lineup.len() == 2 && arena.lineup.sides.len() == 2;
    duel && scope.plain && !scope.first_aid && !scope.wakes && !scope.timed
}

/// The lowest hit points on which a fighter stands.
fn last_stand<const N: usize>(arena: &Arena<N>) -> i32 {
    arena.options.unconscious_at.max(0) + 1
}

/// The most points that a thing can have lost and be whole.
fn last_hold<const N: usize>(arena: &Arena<N>, who: FighterId, item: usize) -> Option<i32> {
    let points = arena.fighter(who).items.get(item)?.points?;
    Some(i32::from(points) - arena.options.breaks_at - 1)
}

fn place(who: FighterId, item: Option<usize>) -> usize {
    who.index() * PLACES + item.map_or(0, |item| item + 1)
}

/// Takes the numbers out of a situation; see [`Fight::drain`](crate::fight::Fight::drain).
pub(super) fn drain<const N: usize>(arena: &Arena<N>, state: &mut State<N>) -> Option<Levels> {
    if !sinks(arena) {
        return None;
    }
    let mut levels = Levels::NONE;
    let both_stand = state.able.count() == 2;
    for who in arena.lineup.everybody() {
        let able = state.able.has(who);
        let body = state.body_mut(who);
        let hp = std::mem::take(&mut body.hp);
        if able {
            levels.set(place(who, None), level(hp - last_stand(arena))?);
        }
        for (at, item) in body.items.iter_mut().enumerate() {
            let Some(most) = last_hold(arena, who, at) else {
                continue;
            };
            let lost = std::mem::take(&mut item.lost);
            if both_stand && !item.broken {
                levels.set(place(who, Some(at)), level(most - i32::from(lost))?);
            }
        }
    }
    Some(levels)
}

/// A number as a level, if it fits.
fn level(number: i32) -> Option<i16> {
    let number = i16::try_from(number).ok()?;
    (0..=Levels::TOP).contains(&number).then_some(number)
}

/// Puts the numbers back; see [`Fight::fill`](crate::fight::Fight::fill).
pub(super) fn fill<const N: usize>(arena: &Arena<N>, state: &mut State<N>, levels: &Levels) {
    for who in arena.lineup.everybody() {
        let body = state.body_mut(who);
        if let Some(level) = levels.get(place(who, None)) {
            body.hp = i32::from(level) + last_stand(arena);
        }
        for (at, item) in body.items.iter_mut().enumerate() {
            let level = levels.get(place(who, Some(at)));
            if let (Some(level), Some(last)) = (level, last_hold(arena, who, at)) {
                item.lost = i16::try_from(last - i32::from(level)).expect("levels are small");
            }
        }
    }
}
