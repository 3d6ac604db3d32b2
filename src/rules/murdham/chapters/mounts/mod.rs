//! Who rides what: taking one's seat and leaving it, riding on, and what becomes of riders when their mount falls.
//!
//! Clauses: MUR-17-1, MUR-17-4, MUR-17-6..8. A vehicle carries passengers as a mount carries riders; what is said of
//! the one holds for the other unless it is named. The shared turn itself is in `turn/shared.rs`. Distances are
//! half-zones.
//!
//! Readings: whoever is moved from the place of its mount by force is on foot; whoever is held is not carried off, but
//! left behind; what a mount is shoved into, its riders are shoved into.

use super::damage::{self, save};
use super::hold::{self, Other};
use super::movement::{self, Goal};
use super::wounds::{self, Cause};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::pool::Pool;
use crate::rules::murdham::nouns::state::{Riding, State, Status};
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::telling;

/// What a fall from a mount does [MUR-17-7].
const FALL: Pool = Pool {
    direct: true,
    ..Pool::plain(1, 4)
};

/// Gets on a mount or into a vehicle in the own place, or off it; what is moving may throw whoever tries
/// [MUR-17-6, MUR-17-7].
pub(crate) fn climb<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, mount, up): (FighterId, FighterId, bool),
    dice: &mut D,
    witness: &mut W,
) {
    hold::before(arena, state, who, Other::Anything, witness);
    state.body_mut(who).riding = Riding::No;
    if state.has_moved(mount) && falls(arena, state, (who, mount, "MUR-17-7"), dice, witness) {
        return;
    }
    if up {
        state.body_mut(who).riding = Riding::On(mount);
        telling::mounts(arena, who, mount, witness);
    } else {
        telling::dismounts(arena, who, mount, witness);
    }
}

/// The save of somebody who may fall from a mount, and the fall.
fn falls<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, mount, clause): (FighterId, FighterId, &'static str),
    dice: &mut D,
    witness: &mut W,
) -> bool {
    dice.about(Topic::Deed(who.0));
    let stays = save(arena.fighter(who).agility, &arena.options, dice);
    telling::keeps_seat(arena, (who, mount, clause), stays, dice, witness);
    if !stays {
        let harm = damage::harm(FALL, 0, &arena.options, dice);
        wounds::suffer(arena, state, who, Cause::Fall, harm, witness);
    }
    !stays
}

/// Ends every ride that cannot last: the rider or the mount is out of the fight, or they are not in one place any more
/// [MUR-17-4, MUR-17-8].
pub(crate) fn settle<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    if !arena.scope.mounts {
        return;
    }
    for who in arena.lineup.everybody() {
        let Some(mount) = state.mount_of(who) else {
            continue;
        };
        if !state.fighting.has(who) {
            state.body_mut(who).riding = Riding::No;
        } else if !arena.bears(state, mount) {
            alight(state, who, mount);
            telling::loses_mount(arena, who, mount, witness);
            let fell =
                state.body(mount).status.is_down() || state.body(mount).status == Status::Dead;
            if arena.options.mount_down_save && fell && !arena.is_vehicle(mount) {
                falls(arena, state, (who, mount, "MUR-17-8"), dice, witness);
            }
        } else if state.body(who).place != state.body(mount).place {
            alight(state, who, mount);
            telling::left_behind(arena, who, mount, witness);
        }
    }
}

/// Puts somebody on foot. A turn that it has kept beyond the shared turn stays one for reactions [MUR-17-2].
fn alight<const N: usize>(state: &mut State<N>, who: FighterId, mount: FighterId) {
    let kept = state.unused.has(who) && state.gait(mount).is_some();
    state.body_mut(who).riding = if kept { Riding::Kept } else { Riding::No };
}

/// Moves a mount with all who ride it up to `budget` half-zones; how many it was. Every enemy whom a step leads away from
/// may strike at one of them, the riders first [MUR-17-4, MUR-6-1].
pub(crate) fn ride<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    mount: FighterId,
    (goal, budget, sneaks): (Goal, u8, bool),
    dice: &mut D,
    witness: &mut W,
) -> u8 {
    let mut told = state.body(mount).place;
    let mut walked = 0;
    while walked < budget {
        let here = state.body(mount).place;
        let Some(next) = movement::onward(arena, state, mount, goal) else {
            break;
        };
        for who in state.aboard(mount).iter().filter(|_| !sneaks) {
            if state.body(who).concealed {
                state.body_mut(who).concealed = false;
            }
        }
        struck_at(arena, state, mount, (&mut told, Some(next)), dice, witness);
        if !goes_on(arena, state, mount) {
            break;
        }
        if state.body(mount).place != here {
            told = state.body(mount).place;
            continue;
        }
        carry(arena, state, mount, next, witness);
        settle(arena, state, dice, witness);
        walked += 1;
        if !goes_on(arena, state, mount) {
            break;
        }
    }
    movement::leg(arena, state, mount, &mut told, witness);
    walked
}

/// Whether a mount is free to move, with somebody to steer it.
pub(crate) fn goes_on<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    mount: FighterId,
) -> bool {
    arena.bears(state, mount) && !state.is_grabbed(mount) && !state.riders(mount).is_empty()
}

/// Blows at a mount and its riders who move away.
fn struck_at<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    mount: FighterId,
    (told, next): (&mut Place, Option<Place>),
    dice: &mut D,
    witness: &mut W,
) {
    let here = state.body(mount).place;
    let own = (!arena.is_vehicle(mount)).then_some(mount);
    for who in state.riders(mount).iter().chain(own) {
        let stays = state.fighting.has(who) && state.body(who).place == here;
        if stays && !state.is_grabbed(who) {
            movement::opportunities(arena, state, who, (&mut *told, next), dice, witness);
            settle(arena, state, dice, witness);
        }
        if !goes_on(arena, state, mount) || state.body(mount).place != here {
            return;
        }
    }
}

/// One step of a mount, of those who ride it and of whom they hold. Riders who are held stay behind.
fn carry<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    mount: FighterId,
    next: Place,
    witness: &mut W,
) {
    for who in state.aboard(mount).iter() {
        if state.is_grabbed(who) {
            continue;
        }
        let body = state.body_mut(who);
        body.place = next;
        body.leaving = false;
        for captive in state.captives(who).iter() {
            state.body_mut(captive).place = next;
        }
    }
    hold::settle(arena, state, witness);
}

/// A mount leaves the map with all who ride it, unless somebody stops it [MUR-12-7]; from where it is shoved meanwhile the
/// way goes on.
pub(crate) fn leave<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    mount: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    let here = state.body(mount).place;
    struck_at(arena, state, mount, (&mut { here }, None), dice, witness);
    if !goes_on(arena, state, mount) || state.body(mount).place != here {
        return;
    }
    for who in state.aboard(mount).iter() {
        if !state.is_grabbed(who) {
            wounds::out(arena, state, who, Status::Fled, witness);
        }
    }
    settle(arena, state, dice, witness);
}

/// Ends the round for mounts and riders.
pub(crate) fn rest<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    if !arena.scope.mounts {
        return;
    }
    for who in arena.lineup.everybody() {
        let body = state.vitals_mut(who);
        if matches!(body.riding, Riding::Bears(_) | Riding::Kept) {
            body.riding = Riding::No;
        }
    }
}

#[cfg(test)]
mod tests;
