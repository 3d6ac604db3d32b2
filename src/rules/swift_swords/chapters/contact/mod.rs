//! How contact comes about and ends: melees, close combat, and those who stand alone.
//!
//! Clauses: SST-3-1..11, SST-12-1, SST-12-2, SST-15-4, SST-33-1. A melee is known by the number of its lowest member and
//! one more, so that equal situations compare equal; those who stand alone have 0. Knots of close combat are numbered alike.
//! Who gets at whom is in `reach`.

use super::weapons;
use crate::fight::{FighterId, FighterSet};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::reach;

/// What announcing a melee attack brings about: contact, unless the weapon reaches over, and one striker more
/// [SST-3-8, SST-3-11, SST-33-1].
#[inline]
pub(crate) fn engage<const N: usize>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
    weapon: u8,
) {
    if !state.fighting.has(target) {
        return;
    }
    if arena.field.max_attackers > 0 {
        state.body_mut(target).strikers.add(who);
    }
    if reach::together(state, who, target) {
        return;
    }
    let from_afar = arena.weapon(weapon).reach && state.body(who).group == 0;
    let aloft =
        reach::aloft(View::new(arena, state), who) || reach::aloft(View::new(arena, state), target);
    if !from_afar && !aloft {
        join(arena, state, who, target);
    }
}

/// Brings two into contact, with the melee of each, and with the friends whom the second stands among [SST-3-4, SST-3-8].
pub(crate) fn join<const N: usize>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
) {
    if reach::together(state, who, target) {
        return;
    }
    let mut members = reach::group(state, who);
    members.0 |= reach::group(state, target).0;
    if arena.clusters >> arena.lineup.side(target).index() & 1 == 1 {
        let zone = state.body(target).zone;
        let friends = arena.lineup.allies(target).and(state.fighting);
        let near = |&friend: &FighterId| {
            let body = state.body(friend);
            body.group == 0 && body.zone == zone
        };
        members.0 |= friends.iter().filter(near).collect::<FighterSet>().0;
    }
    link(arena, state, members);
}

/// Makes one melee of these.
pub(crate) fn link<const N: usize>(arena: &Arena<N>, state: &mut State<N>, members: FighterSet) {
    number(state, members);
    settle(arena, state);
}

/// Takes somebody out of its melee: it stands alone, and whom it holds or who holds it lets go.
pub(crate) fn leave<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId) {
    let body = state.body_mut(who);
    body.group = 0;
    body.close = 0;
    settle(arena, state);
}

/// Brings two into close combat, and down those who do not stand in it [SST-3-6, SST-12-1, SST-12-2].
pub(crate) fn tangle<const N: usize>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
) {
    let mut knot = reach::knot(state, who);
    knot.0 |= reach::knot(state, target).0;
    let lowest = knot.iter().next().map_or(0, |who| who.0 + 1);
    for member in knot.iter() {
        state.body_mut(member).close = lowest;
    }
    for member in knot.iter() {
        let stands = stands(arena, knot.without(arena.lineup.allies(member)), member);
        let body = state.body_mut(member);
        body.prone |= !stands;
        weapons::drop_unfit(arena, state, member);
    }
}

/// Whether somebody is large enough to stand in close combat with these [SST-12-1]. Reading: 3 times nothing is 3.
fn stands<const N: usize>(arena: &Arena<N>, opponents: FighterSet, who: FighterId) -> bool {
    let fighter = arena.fighter(who);
    let largest = opponents.iter().map(|foe| arena.fighter(foe).size).max();
    fighter.size + fighter.stability >= 3 * largest.unwrap_or(0).max(1)
}

/// Gives a melee its number.
fn number<const N: usize>(state: &mut State<N>, members: FighterSet) {
    let lowest = members.iter().next().map_or(0, |who| who.0 + 1);
    for who in members.iter() {
        state.body_mut(who).group = lowest;
    }
}

/// Numbers every melee anew, and lets those stand alone who have no enemy in it any more [SST-3-5]. Whoever an enemy is in
/// contact with has lost its cover [SST-15-4].
pub(crate) fn settle<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    let mut seen = FighterSet::NONE;
    let mut knots = false;
    for who in state.fighting.iter() {
        knots |= state.body(who).close != 0;
        if seen.has(who) || state.body(who).group == 0 {
            continue;
        }
        // Those seen already have their new numbers, which may be old numbers of others.
        let members = reach::group(state, who).without(seen);
        seen.0 |= members.0;
        if members.without(arena.lineup.allies(who)).is_empty() {
            for member in members.iter() {
                state.body_mut(member).group = 0;
            }
        } else {
            number(state, members);
            for member in members.iter() {
                state.body_mut(member).covered = false;
            }
        }
    }
    if knots {
        untangle(arena, state);
    }
}

/// Numbers every knot of close combat anew, ends those without enemies, and holds on those who are not in the holder's.
fn untangle<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    let mut seen = FighterSet::NONE;
    for who in state.fighting.iter() {
        if seen.has(who) || state.body(who).close == 0 {
            continue;
        }
        let members = reach::knot(state, who).without(seen);
        seen.0 |= members.0;
        let alone = members.without(arena.lineup.allies(who)).is_empty();
        for member in members.iter() {
            state.body_mut(member).close = if alone { 0 } else { who.0 + 1 };
        }
    }
    for who in state.fighting.iter() {
        let Some(grip) = state.body(who).held else {
            continue;
        };
        if !state.fighting.has(grip.by) || !reach::locked(state, who, grip.by) {
            state.body_mut(who).held = None;
        }
    }
}

/// After somebody is out: its melee goes on without it.
pub(crate) fn released<const N: usize>(arena: &Arena<N>, state: &mut State<N>, _who: FighterId) {
    if state.fighting.is_several() {
        settle(arena, state);
    }
}

#[cfg(test)]
mod tests;
