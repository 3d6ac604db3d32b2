//! Who is in contact with whom, and who gets at whom.
//!
//! Clauses: SST-3-7, SST-3-8, SST-3-11, SST-27-4, SST-33-1, SST-37-3, SST-37-5. How melees and close combat come about, and
//! how they are numbered, is in `contact`.

use crate::fight::{FighterId, FighterSet};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::deeds::{Deed, Way};
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::nouns::state::State;

/// Those in somebody's melee, itself included; itself alone where it is in none.
#[inline]
pub(crate) fn group<const N: usize>(state: &State<N>, who: FighterId) -> FighterSet {
    let group = state.body(who).group;
    if group == 0 {
        return std::iter::once(who).collect();
    }
    state
        .fighting
        .iter()
        .filter(|&other| state.body(other).group == group)
        .collect()
}

/// Those somebody is in close combat with, itself included; itself alone where it is in none.
pub(crate) fn knot<const N: usize>(state: &State<N>, who: FighterId) -> FighterSet {
    let close = state.body(who).close;
    if close == 0 {
        return std::iter::once(who).collect();
    }
    state
        .fighting
        .iter()
        .filter(|&other| state.body(other).close == close)
        .collect()
}

/// Whether two are in the same melee.
#[inline]
pub(crate) fn together<const N: usize>(state: &State<N>, a: FighterId, b: FighterId) -> bool {
    state.body(a).group != 0 && state.body(a).group == state.body(b).group
}

/// Whether two are in close combat with each other.
#[inline]
pub(crate) fn locked<const N: usize>(state: &State<N>, a: FighterId, b: FighterId) -> bool {
    state.body(a).close != 0 && state.body(a).close == state.body(b).close
}

/// Whether somebody can get at an enemy: one of its own melee, or, standing alone, anybody in the zone [SST-3-7, SST-3-8].
#[inline]
pub(crate) fn reaches<const N: usize>(state: &State<N>, who: FighterId, target: FighterId) -> bool {
    together(state, who, target)
        || (state.body(who).group == 0 && state.body(who).zone == state.body(target).zone)
}

/// Whether somebody can strike at an enemy it gets at: not too many have done so in this round [SST-3-11].
#[inline]
pub(crate) fn can_strike<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    reaches(view.state, who, target) && has_room(view, who, target) && in_reach(view, who, target)
}

/// Whether one more may strike at somebody in this round [SST-3-11].
#[inline]
pub(crate) fn has_room<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    let most = view.arena.field.max_attackers;
    let strikers = view.body(target).strikers;
    most == 0 || strikers.has(who) || strikers.count() < most.into()
}

/// Whether a weapon strikes at somebody from where its bearer is, without coming nearer [SST-33-1].
pub(crate) fn strikes_from<const N: usize>(
    view: View<'_, N>,
    (who, weapon): (FighterId, u8),
    target: FighterId,
) -> bool {
    if view.arena.weapon(weapon).reach {
        view.body(who).group == 0 && view.body(who).zone == view.body(target).zone
    } else {
        together(view.state, who, target)
    }
}

/// Turns in an action that suffice to circle in a zone [SST-37-3].
const CIRCLES: u8 = 6;

/// Whether somebody is in the air.
#[inline]
pub(crate) fn aloft<const N: usize>(view: View<'_, N>, who: FighterId) -> bool {
    if !view.arena.scope.flight {
        return false;
    }
    let body = view.body(who);
    view.fighter(who).flies.is_some() && !body.landed && !body.prone
}

/// Whether a blow gets at somebody at all: not from the ground at one in the air [SST-37-5].
#[inline]
pub(crate) fn in_reach<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    !aloft(view, target) || aloft(view, who)
}

/// Whether somebody who waits gets at an enemy in the air that attacks: it is the target, or in contact with it [SST-37-5].
pub(crate) fn meets<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    (flyer, declared): (FighterId, Deed),
) -> bool {
    if in_reach(view, who, flyer) {
        return true;
    }
    let target = match declared {
        Deed::Attack { target, .. }
        | Deed::Break { target, .. }
        | Deed::Slam { target }
        | Deed::Way(Way::Charge { target, .. }) => target,
        Deed::Dual(tactic) => tactic.target(),
        _ => return false,
    };
    target == who || together(view.state, target, who)
}

/// Whether somebody can stay in the air without leaving its zone [SST-37-3].
pub(crate) fn circles<const N: usize>(arena: &Arena<N>, who: FighterId) -> bool {
    let flight = arena.fighter(who).flies;
    flight.is_some_and(|flight| flight.turns >= CIRCLES)
}

/// Whether somebody may still attack in this round [SST-27-4].
#[inline]
pub(crate) fn may_attack<const N: usize>(state: &State<N>, who: FighterId) -> bool {
    !state.body(who).swarmed
}
