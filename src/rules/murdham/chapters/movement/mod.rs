//! Walking, half a zone at a time, and the blows that those draw who walk away.
//!
//! Clauses: MUR-0-18, MUR-2-1..4, MUR-6-1..3, MUR-10-11, MUR-11-3, MUR-12-7. Distances are half-zones.

use super::{attack, hold, wounds};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Manner};
use crate::rules::murdham::nouns::state::{State, Status};
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::reading::sheet::Size;
use crate::rules::murdham::{decisions, telling};

/// Where somebody walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// To a place, and no further.
    To(Place),
    /// As far as may be from a place.
    From(Place),
}

/// The place after one more half-zone, if the way goes on and there is room for all who go along.
pub(crate) fn onward<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    goal: Goal,
) -> Option<Place> {
    let here = state.body(who).place;
    let next = match goal {
        Goal::To(place) => arena.field.next(here, place)?,
        Goal::From(place) => {
            let away = arena.field.steps(here, place);
            let beside = arena.field.beside(here).iter().copied();
            beside
                .filter(|&next| !arena.field.feature(next).wall)
                .filter(|&next| arena.field.steps(next, place) > away)
                .min_by_key(|&next| std::cmp::Reverse(arena.field.steps(next, place)))?
        }
    };
    let along = || {
        let free = state.aboard(who).iter();
        let free = free.filter(|&one| one == who || !state.is_grabbed(one));
        free.flat_map(|one| std::iter::once(one).chain(state.captives(one).iter()))
            .collect()
    };
    has_room(arena, state, along, next).then_some(next)
}

/// [MUR-0-18] Whether these can enter a place together: everybody there counts by size, in quarters of medium.
pub(crate) fn has_room<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    movers: impl Fn() -> FighterSet,
    place: Place,
) -> bool {
    let limit = if arena.field.is_zone(place) {
        arena.options.zone_capacity
    } else {
        arena.options.border_capacity
    };
    let Some(limit) = limit else { return true };
    let movers = movers();
    let takes = |who: FighterId| 1u32 << (arena.fighter(who).size as u32);
    let there = arena.lineup.everybody().filter(|&other| {
        !movers.has(other)
            && state.body(other).place == place
            && state.body(other).status.is_there()
    });
    let medium = 1 << (Size::Medium as u32);
    there.chain(movers.iter()).map(takes).sum::<u32>() <= u32::from(limit) * medium
}

/// Where somebody would be after walking so far, if nobody interferes.
pub(crate) fn ahead<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    to: Place,
    budget: u8,
) -> Place {
    let mut place = state.body(who).place;
    for _ in 0..budget {
        match arena.field.next(place, to) {
            Some(next) => place = next,
            None => break,
        }
    }
    place
}

/// Walks up to `budget` half-zones; how many it was.
pub(crate) fn walk<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    (goal, budget, sneaks): (Goal, u8, bool),
    dice: &mut D,
    witness: &mut W,
) -> u8 {
    let mut told = state.body(who).place;
    let mut walked = 0;
    while walked < budget {
        let Some(next) = onward(arena, state, who, goal) else {
            break;
        };
        let here = state.body(who).place;
        if !sneaks {
            state.body_mut(who).concealed = false;
        }
        opportunities(arena, state, who, (&mut told, Some(next)), dice, witness);
        if !state.fighting.has(who) || state.is_grabbed(who) {
            break;
        }
        if state.body(who).place != here {
            // Shoved meanwhile: the way goes on from there.
            told = state.body(who).place;
            continue;
        }
        state.body_mut(who).place = next;
        if arena.scope.grabs {
            for captive in state.captives(who).iter() {
                state.body_mut(captive).place = next;
            }
            hold::settle(arena, state, witness);
        }
        walked += 1;
    }
    leg(arena, state, who, &mut told, witness);
    walked
}

/// Leaves the map, if nobody stops it [MUR-12-7]; from where it is shoved meanwhile the way goes on.
pub(crate) fn leave<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    let here = state.body(who).place;
    opportunities(arena, state, who, (&mut { here }, None), dice, witness);
    let there = state.body(who).place == here;
    if there && state.fighting.has(who) && !state.is_grabbed(who) {
        wounds::out(arena, state, who, Status::Fled, witness);
    }
}

/// Tells of the way since the place that was told of last.
pub(crate) fn leg<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    told: &mut Place,
    witness: &mut W,
) {
    let here = state.body(who).place;
    if *told != here {
        telling::walked(arena, state, who, *told, witness);
        *told = here;
    }
}

/// Every enemy whom a step leads away from may strike first [MUR-6-1, MUR-6-2]; `next` is `None` for leaving the map.
pub(crate) fn opportunities<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    mover: FighterId,
    (told, next): (&mut Place, Option<Place>),
    dice: &mut D,
    witness: &mut W,
) {
    if !arena.scope.opportunities || state.body(mover).concealed {
        return;
    }
    let here = state.body(mover).place;
    for enemy in arena.foes(state, mover).iter() {
        let leaves = leaves(arena, state, mover, enemy, next);
        if !leaves || !state.can_react(enemy) || state.body(enemy).retreating {
            continue;
        }
        if let Some((means, way)) =
            decisions::opportunity(arena, state, enemy, mover, dice, witness)
        {
            attack::spend(state, enemy);
            leg(arena, state, mover, told, witness);
            telling::opportunity(arena, enemy, mover, witness);
            let attack = Attack {
                attacker: enemy,
                target: mover,
                means,
                manner: Manner::Plain,
                way,
            };
            attack::resolve(arena, state, attack, dice, witness);
            // Who has been shoved does not take this step any more.
            if !state.fighting.has(mover) || state.body(mover).place != here {
                return;
            }
        }
    }
}

/// Whether a step is one away from a nearby enemy.
fn leaves<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    mover: FighterId,
    enemy: FighterId,
    next: Option<Place>,
) -> bool {
    let (here, there) = (state.body(mover).place, state.body(enemy).place);
    let field = &arena.field;
    field.nearby(here, there)
        && next.is_none_or(|next| {
            !field.nearby(next, there)
                || (arena.options.any_step && field.steps(next, there) >= field.steps(here, there))
        })
}

#[cfg(test)]
mod tests;
