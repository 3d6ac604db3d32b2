//! Close combat: going into it, holds, what the holder may do and what the held, throwing down the large.
//!
//! Clauses: SST-3-6, SST-12-1, SST-12-4..9. What close combat does to posture and weapons is in `contact`. Readings: a
//! creature has one hold on it and one of its own at a time; a hold ends when either is out or leaves the close combat.

use super::{attack, characteristics, contact, contest, damage, losses};
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, Witness};
use crate::rules::swift_swords::decisions;
use crate::rules::swift_swords::nouns::arena::{Arena, Cause};
use crate::rules::swift_swords::nouns::attack::{Attack, Hit, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::{Cost, Deed, Grapple, Wanted};
use crate::rules::swift_swords::nouns::fighter::{FISTS, Track};
use crate::rules::swift_swords::nouns::state::{Grip, State, Status};
use crate::rules::swift_swords::questions::{grips, reach};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::telling::holds;

/// What somebody in a hold does, or somebody who holds an enemy and does not let go; `None`: it acts as others do
/// [SST-12-5, SST-12-6].
pub(crate) fn bound<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Option<Wanted> {
    if state.body(who).close == 0 {
        return None;
    }
    let (deed, passed) = if state.body(who).held.is_some() {
        let (action, passed) = decisions::when_held(arena, state, who, dice, witness);
        (grips::of_held(action), passed)
    } else {
        let target = grips::holding(state, who)?;
        let (action, passed) = decisions::with_grip(arena, state, who, target, dice, witness);
        let Some(deed) = grips::of_grip(action, target) else {
            state.body_mut(target).held = None;
            holds::lets_go(arena, who, target, witness);
            return None;
        };
        (deed, passed)
    };
    let hand = state.body(who).hand;
    let cost = deed.cost(arena, state, who);
    let (deed, cost) = if cost.fits(hand) {
        (deed, cost)
    } else {
        (Deed::Wait, Cost::Free)
    };
    let short = deed == Deed::Wait && passed;
    Some(Wanted { deed, cost, short })
}

/// Carries out what has been paid for.
pub(crate) fn perform<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, grapple): (FighterId, Grapple),
    dice: &mut D,
    witness: &mut W,
) {
    match grapple {
        Grapple::Close { target, weapon } => {
            contact::engage(arena, state, who, target, weapon);
            if grabs(arena, state, who, (target, weapon, 0), dice, witness) {
                contact::tangle(arena, state, who, target);
                holds::closes(arena, state, (who, target), witness);
            }
        }
        Grapple::Hold { target } => {
            if wrestles(arena, state, who, target, dice, witness) {
                take_hold(arena, state, (who, target, 0), witness);
            }
        }
        Grapple::Improve { target } => {
            let level = grips::grip_of(state, target).level + 1;
            if wrestles(arena, state, who, target, dice, witness) {
                take_hold(arena, state, (who, target, level), witness);
            }
        }
        Grapple::KnockDown { target } => {
            let more = contest::larger(arena, target, who);
            let pair = ((who, 0), (target, more));
            let fell = contest::margin(arena, state, Trait::Body, pair, dice, witness) > 0;
            state.body_mut(target).prone |= fell;
            holds::fells(arena, (who, target), fell, witness);
        }
        Grapple::Squeeze { target } => squeeze(arena, state, who, target, dice, witness),
        Grapple::Subdue { target } => {
            let class = usize::from(grips::grip_of(state, target).level);
            let number = arena.codes[class].damage(1);
            let more = contest::larger(arena, target, who);
            let body = (target, Trait::Body);
            let against = characteristics::successes(arena, state, body, more, dice, witness);
            holds::subdues(arena, (who, target), number > against, witness);
            if number > against {
                losses::out(arena, state, target, (Status::Out, "SST-12-8"), witness);
            }
        }
        Grapple::BreakHold => {
            let grip = grips::grip_of(state, who);
            let pair = ((who, 0), (grip.by, 0));
            let margin = contest::margin(arena, state, Trait::Body, pair, dice, witness);
            if margin > 0 {
                let level = grip.level.checked_sub(margin.cast_unsigned());
                state.body_mut(who).held = level.map(|level| Grip { level, ..grip });
            }
            holds::breaks(arena, state, (who, margin), witness);
        }
        Grapple::Reverse => {
            let grip = grips::grip_of(state, who);
            let pair = ((who, 0), (grip.by, 0));
            let margin = contest::margin(arena, state, Trait::Body, pair, dice, witness);
            if margin >= 2 {
                // Whomever else the holder's holder held goes free: one hold at a time.
                state.body_mut(who).held = None;
                take_hold(arena, state, (who, grip.by, 0), witness);
            } else {
                holds::breaks(arena, state, (who, 0), witness);
            }
        }
    }
}

/// An attack that is to touch. Whether it does, and both are still there.
fn grabs<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    (target, weapon, bonus): (FighterId, u8, i8),
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let attack = Attack {
        attacker: who,
        target,
        means: Means::Melee(weapon),
        purpose: Purpose::Touch,
        bonus,
    };
    let touched = attack::resolve(arena, state, attack, dice, witness).last > 0;
    touched && state.fighting.has(who) && state.fighting.has(target)
}

/// The same with the wrestling pool and bare hands.
fn wrestles<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let fighter = arena.fighter(who);
    let bonus = fighter.wrestle.cast_signed() - fighter.attack.cast_signed();
    contact::engage(arena, state, who, target, FISTS);
    grabs(arena, state, who, (target, FISTS, bonus), dice, witness)
        && reach::locked(state, who, target)
}

fn take_hold<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, target, level): (FighterId, FighterId, u8),
    witness: &mut W,
) {
    state.body_mut(target).held = Some(Grip { by: who, level });
    holds::takes(arena, state, (who, target), witness);
}

/// Damage through a hold: that of one success of its class, whatever the armour [SST-12-7].
fn squeeze<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    let class = usize::from(grips::grip_of(state, target).level);
    let points = arena.codes[class].damage(1);
    let dealt = u32::from(points);
    let blow = Blow::Landed {
        rolled: dealt,
        stopped: 0,
        dealt,
    };
    let weapon = arena.counted(Cause::Hold);
    witness.attacked(who, target, weapon, blow);
    holds::squeezes(arena, (who, target), points, witness);
    let hit = Hit {
        target,
        by: None,
        track: Track::Physical,
        damage: points,
        massive: false,
    };
    let lost = damage::hurt(arena, state, hit, dice, witness);
    witness.lost(who, target, weapon, lost.unwrap_or(0).into());
}

#[cfg(test)]
mod tests;
