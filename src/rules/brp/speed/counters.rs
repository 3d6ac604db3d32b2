//! What only goes down in a duel: hit points and parrying points.
//!
//! Clauses: BRP-5.6-7, BRP-5.12-1..4. As long as no policy, house rule or chore asks for them, a blow's dice and deeds
//! hang on these numbers only where somebody falls or something breaks. Once somebody has fallen a duel ends with the
//! round, and all that may still count are the hit points of the other, who may be struck at the same time [BRP-5.4-4].

use crate::fight::{Counters, EventId, FighterId, WHOLE};
use crate::rules::brp::events::{DEAD, UNCONSCIOUS};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::state::State;
use crate::rules::brp::reading::sheet::MOST_ITEMS;

/// Places of a fighter's numbers: its hit points, and the points of each thing carried.
const PLACES: usize = 1 + MOST_ITEMS;
const _: () = assert!(2 * PLACES <= Counters::MOST);

/// Whether a step of this fight asks of these numbers only whether they last.
fn counts_down<const N: usize>(arena: &Arena<N>) -> bool {
    let scope = &arena.scope;
    let duel = arena.lineup.count() == 2 && arena.lineup.sides.len() == 2;
    duel && !scope.asks_points && !scope.first_aid && !scope.wakes
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

/// Takes the numbers out of a situation; see [`Fight::take_counters`](crate::fight::Fight::take_counters).
pub(crate) fn take<const N: usize>(arena: &Arena<N>, state: &mut State<N>) -> Option<Counters> {
    if !counts_down(arena) {
        return None;
    }
    let mut counters = Counters::NONE;
    let both_stand = state.able.count() == 2;
    for who in arena.lineup.everybody() {
        let able = state.able.has(who);
        let body = state.body_mut(who);
        let hp = std::mem::take(&mut body.hp);
        if able {
            counters.set(place(who, None), counter(hp - last_stand(arena))?);
        }
        for (at, item) in body.items.iter_mut().enumerate() {
            let Some(most) = last_hold(arena, who, at) else {
                continue;
            };
            let lost = std::mem::take(&mut item.lost);
            if both_stand && !item.broken {
                counters.set(place(who, Some(at)), counter(most - i32::from(lost))?);
            }
        }
    }
    Some(counters)
}

/// What has become of the fighter whose hit points ended so far below those on which it stands; see
/// [`Fight::fell_by`](crate::fight::Fight::fell_by).
pub(crate) fn fell_by<const N: usize>(
    arena: &Arena<N>,
    at: usize,
    below: i16,
) -> Option<(FighterId, EventId, u64)> {
    let who = arena
        .lineup
        .everybody()
        .find(|&who| place(who, None) == at)?;
    let hp = last_stand(arena) - i32::from(below);
    let fate = if hp <= 0 { DEAD } else { UNCONSCIOUS };
    Some((who, fate, WHOLE))
}

/// A number as a counter, if it fits.
fn counter(number: i32) -> Option<i16> {
    let number = i16::try_from(number).ok()?;
    (0..=Counters::TOP).contains(&number).then_some(number)
}

/// Puts the numbers back; see [`Fight::put_counters`](crate::fight::Fight::put_counters).
pub(crate) fn put<const N: usize>(arena: &Arena<N>, state: &mut State<N>, counters: &Counters) {
    for who in arena.lineup.everybody() {
        let body = state.body_mut(who);
        if let Some(counter) = counters.get(place(who, None)) {
            body.hp = i32::from(counter) + last_stand(arena);
        }
        for (at, item) in body.items.iter_mut().enumerate() {
            let counter = counters.get(place(who, Some(at)));
            if let (Some(counter), Some(last)) = (counter, last_hold(arena, who, at)) {
                item.lost = i16::try_from(last - i32::from(counter)).expect("counters are small");
            }
        }
    }
}
