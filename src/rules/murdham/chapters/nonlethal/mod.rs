//! Disarming, shoving and grabbing: attacks that do no damage, and what follows from them.
//!
//! Clauses: MUR-0-18, MUR-10-1, MUR-10-5..10, MUR-16-8, MUR-16-9, MUR-16-11.

use super::damage::{self, save};
use super::wounds::{self, Cause};
use super::{hold, movement};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, SideId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Means};
use crate::rules::murdham::nouns::pool::{Pool, Rolled};
use crate::rules::murdham::nouns::state::{State, Status, Whereabouts};
use crate::rules::murdham::reading::field::{Hazard, Place};
use crate::rules::murdham::telling;

/// What a larger character's shove does beside moving [MUR-16-11].
const SHOVE: Pool = Pool {
    direct: true,
    ..Pool::plain(1, 4)
};

/// The target's save, and the effect where it fails [MUR-10-1].
pub(crate) fn effect<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    dice: &mut D,
    witness: &mut W,
) {
    let (who, target) = (attack.attacker, attack.target);
    // What another blow has changed meanwhile may have taken the point out of it.
    let larger = arena.over(who, target);
    let possible = match attack.means {
        Means::Disarm { of } => arena.droppable(state, target, of).is_some(),
        Means::Grapple => state.fighting.has(target) && !state.is_grabbed(target),
        _ => true,
    };
    if !possible || larger < 0 {
        return;
    }
    if larger == 0 && state.fighting.has(target) {
        let resists = save(arena.fighter(target).strength, &arena.options, dice);
        telling::resists(arena, target, resists, dice, witness);
        if resists {
            return;
        }
    }
    match attack.means {
        Means::Disarm { of } => disarm(arena, state, who, target, of, witness),
        Means::Shove { to } => shove(arena, state, (who, target), to, dice, witness),
        Means::Grapple => hold::grab(arena, state, who, target, witness),
        Means::Item(_) | Means::Unarmed => unreachable!("blows are no non-lethal attacks"),
    }
}

/// [MUR-10-5] A weapon falls, or is taken by a free hand.
fn disarm<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
    of: u64,
    witness: &mut W,
) {
    let at = arena
        .droppable(state, target, of)
        .expect("only who has a weapon is disarmed");
    let taken = arena.fighter(who).free_hand;
    let body = state.body_mut(target);
    let weapon = body.items[at].weapon;
    body.items[at].at = if taken {
        Whereabouts::Gone
    } else {
        Whereabouts::Lying(body.place)
    };
    telling::disarmed(arena, target, weapon, taken.then_some(who), witness);
}

/// [MUR-10-6, MUR-16-11] Half a zone, or one zone and more from somebody larger, with a bruise.
fn shove<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, target): (FighterId, FighterId),
    to: Option<Place>,
    dice: &mut D,
    witness: &mut W,
) {
    let larger = arena.over(who, target);
    let mut steps = 1;
    if larger > 0 {
        steps = 1 << larger;
        let harm = damage::harm(SHOVE, 0, &arena.options, dice);
        wounds::suffer(arena, state, target, Cause::Shove(who), harm, witness);
    }
    for _ in 0..steps {
        let Some(next) = pushed(arena, state, who, target, to) else {
            break;
        };
        let body = state.body_mut(target);
        body.place = next;
        body.leaving = false;
        telling::pushed(arena, state, target, witness);
        hazard(arena, state, (who, target), dice, witness);
        for rider in drag(arena, state, target).iter() {
            hazard(arena, state, (who, rider), dice, witness);
        }
        if !state.body(target).status.is_there() {
            break;
        }
    }
    hold::settle(arena, state, witness);
}

/// Moves riders to where their mount has been shoved; who they are.
fn drag<const N: usize>(arena: &Arena<N>, state: &mut State<N>, mount: FighterId) -> FighterSet {
    if !arena.scope.mounts {
        return FighterSet::NONE;
    }
    let place = state.body(mount).place;
    let riders = state.riders(mount);
    for who in riders.iter() {
        state.body_mut(who).place = place;
    }
    riders
}

/// Where a shove moves its target next, if there is room: towards a zone, or away from the one who shoves. From the same
/// place it goes towards the side of a line that the shover's faction faces, and elsewhere through the first border.
fn pushed<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    target: FighterId,
    to: Option<Place>,
) -> Option<Place> {
    let (from, place) = (state.body(who).place, state.body(target).place);
    let fits = |next: Place| movement::has_room(arena, state, || state.aboard(target), next);
    if let Some(zone) = to {
        return arena.field.next(place, zone).filter(|&next| fits(next));
    }
    let beside = arena.field.beside(place);
    let open = |next: &&Place| !arena.field.feature(**next).wall && fits(**next);
    if from == place && arena.field.line {
        let upwards = arena.lineup.side(who) == SideId(0);
        let number = |next: Place| {
            let mut zones = arena.field.zones_of(next);
            let low = zones.next().map_or(0, u32::from);
            2 * low + u32::from(zones.next().is_some())
        };
        let here = number(place);
        return beside
            .iter()
            .filter(open)
            .copied()
            .find(|&next| (number(next) > here) == upwards);
    }
    let away = arena.field.steps(place, from);
    beside
        .iter()
        .filter(open)
        .copied()
        .find(|&next| arena.field.steps(next, from) > away)
}

/// [MUR-10-7] What awaits those who are shoved into a place by somebody.
fn hazard<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (by, who): (FighterId, FighterId),
    dice: &mut D,
    witness: &mut W,
) {
    match arena.field.feature(state.body(who).place).hazard {
        None => {}
        Some(Hazard::Out) => {
            telling::swallowed(arena, state, who, witness);
            if state.body(who).status != Status::Dead {
                wounds::out(arena, state, who, Status::Dead, witness);
            }
        }
        Some(Hazard::Harm {
            dice: throw,
            direct,
        }) => {
            let total = dice.total(throw);
            let armour = if direct { 0 } else { worn(arena, state, who) };
            let pool = Pool {
                direct,
                ..Pool::plain(throw.count, throw.sides)
            };
            let rolled = Rolled {
                total,
                other: None,
                one: false,
            };
            let harm = damage::soak(pool, rolled, armour, &arena.options);
            telling::swallowed(arena, state, who, witness);
            wounds::suffer(arena, state, who, Cause::Shove(by), harm, witness);
        }
    }
}

/// Armour and shield, without any cover.
fn worn<const N: usize>(arena: &Arena<N>, state: &State<N>, who: FighterId) -> i32 {
    let (fighter, body) = (arena.fighter(who), state.body(who));
    let armour = if body.armour_gone { 0 } else { fighter.armour };
    let shield = if body.shield_gone { 0 } else { fighter.shield };
    i32::from((armour + shield).min(3))
}

/// A captive's attempt to break free [MUR-10-9, MUR-16-9].
pub(crate) fn break_free<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    let captor = state.body(who).captor.expect("only captives break free");
    if arena.over(captor, who) > 0 {
        telling::helpless(arena, who, witness);
        return;
    }
    let passes = save(arena.fighter(who).strength, &arena.options, dice);
    telling::breaks_free(arena, who, passes, dice, witness);
    if passes {
        hold::free(arena, state, who, witness);
    }
}

/// [MUR-10-10] A helper's attempt to free a captive with its own strength.
pub(crate) fn release<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    captive: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    hold::before(arena, state, who, hold::Other::Anything, witness);
    let passes = save(arena.fighter(who).strength, &arena.options, dice);
    telling::frees(arena, who, captive, passes, dice, witness);
    if passes && state.is_grabbed(captive) {
        hold::free(arena, state, captive, witness);
    }
}

#[cfg(test)]
mod tests;
