//! Lasting injuries: what a Trauma does for the rest of the fight.
//!
//! Clauses: SST-18-4, SST-22-1, SST-22-4..7. Penalties are dice. Where a wound lands is in `parts`, what it does when it is
//! dealt in `wounds.rs`, what injuries take off in `penalties`. Left out: injuries of those who are out, which change
//! nothing any more.

mod wounds;

pub(crate) use wounds::MOST_COST;

use super::{characteristics, losses};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::Hit;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::injuries::Injuries;
use crate::rules::swift_swords::nouns::luck::{D6, Luck, Scattered};
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::parts::{self, Landing};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::{decisions, telling};
use wounds::WORSE;

/// A Trauma on somebody who is still in the fight: location, effect, and what it does at once [SST-22-1]. How many
/// Ranks it costs.
pub(crate) fn suffer<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    hit: Hit,
    dice: &mut D,
    witness: &mut W,
) -> u8 {
    let mut log = telling::log::<W>();
    dice.about(Topic::Damage);
    let landing = Landing::of(Scattered(4).settle(arena.tables, dice, log.as_mut()));
    let Some(rolled) = parts::numbered(arena, landing.number) else {
        return 0;
    };
    let at = shifted(arena, state, hit, (rolled, landing), dice, witness);
    let effect = dice.roll(D6);
    let wound = arena.locations[at].wounds[usize::try_from(effect).expect("a die is small") - 1];
    telling::injured(
        arena,
        hit.target,
        (log, effect),
        (rolled, at, wound),
        witness,
    );
    wounds::strike(arena, state, hit.target, (at, wound), dice, witness)
}

/// Where a wound is once the attacker has shifted it, if it may and wants to [SST-22-2].
fn shifted<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    hit: Hit,
    (rolled, landing): (usize, Landing),
    dice: &mut D,
    witness: &mut W,
) -> usize {
    let by = hit.by.map(|attack| attack.attacker);
    let Some(who) = by.filter(|&who| landing.steps > 0 && state.fighting.has(who)) else {
        return rolled;
    };
    let seen = (landing.number, landing.steps);
    match decisions::shifts(arena, state, (who, hit.target), seen, dice, witness) {
        Some(to) => parts::shift(arena, rolled, to, landing.steps),
        None => rolled,
    }
}

/// Bleeding at the start of a round, of everybody in listing order [SST-22-6].
pub(crate) fn bleed<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    if !arena.options.injuries {
        return;
    }
    for who in arena.lineup.everybody() {
        let injuries = state.body(who).injuries;
        for at in 0..arena.locations.len() {
            let is = |bits: u16| bits >> at & 1 == 1;
            if !is(injuries.bleeding) || !state.fighting.has(who) {
                continue;
            }
            let modifier = if is(injuries.bleeding_worse) {
                WORSE
            } else {
                0
            };
            telling::bleeds(arena, who, at, witness);
            if !characteristics::passes(arena, state, (who, Trait::Body), modifier, dice, witness) {
                losses::lose(arena, state, who, Track::Physical, 1, witness);
            }
        }
    }
}

/// Whether somebody whose injuries make it unsteady falls when it moves [SST-22-7]. If so, it is prone.
pub(crate) fn stumbles<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let Injuries {
        unsteady,
        stumbling,
        ..
    } = state.body(who).injuries;
    if !unsteady || !state.fighting.has(who) || state.body(who).prone {
        return false;
    }
    let modifier = -stumbling.cast_signed();
    let falls = !characteristics::passes(arena, state, (who, Trait::Dex), modifier, dice, witness);
    if falls {
        state.body_mut(who).prone = true;
        telling::falls(arena, who, witness);
    }
    falls
}

#[cfg(test)]
mod tests;
