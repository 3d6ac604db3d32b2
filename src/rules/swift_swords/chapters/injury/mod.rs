//! Lasting injuries: what a Trauma does for the rest of the fight.
//!
//! Clauses: SST-18-4, SST-22-1, SST-22-4..7. Penalties are dice. Where a wound lands is in `parts`, what it does when it is
//! dealt in `wounds.rs`. Left out: injuries of those who are out, which change nothing any more.

mod parts;
mod wounds;

pub(crate) use parts::{Part, can_shift};
pub(crate) use wounds::MOST_COST;

use super::attack::{Attack, Means};
use super::damage::{self, Hit};
use super::defence::Kind;
use super::ranks;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::luck::{D6, Luck};
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::telling;
use parts::{Landing, Scattered};

/// What injuries do for the rest of the fight. All of them add up, but for bleeding [SST-22-6, SST-22-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent injuries, each with its own effect"
)]
pub(crate) struct Injuries {
    /// Locations that bleed, and those of them that bleed worse, as bits by their place in the table [SST-22-6].
    pub bleeding: u16,
    pub bleeding_worse: u16,
    /// Dice burned in every deal [SST-22-5].
    pub burns: u8,
    /// Dice off all rolls.
    pub all: u8,
    /// Dice off attack and defence rolls: sight.
    pub sight: u8,
    /// Dice off casting.
    pub casting: u8,
    /// Dice off what is done with a part that is fractured.
    pub right_arm: u8,
    pub left_arm: u8,
    pub legs: u8,
    pub head: u8,
    pub chest: u8,
    /// Hands that are useless.
    pub right_useless: bool,
    pub left_useless: bool,
    /// It may stumble when it moves, on a roll with so many dice less.
    pub unsteady: bool,
    pub stumbling: u8,
    /// Half as fast.
    pub lame: bool,
    /// A leg is gone: prone for good.
    pub legless: bool,
}

impl Injuries {
    /// None at all.
    pub(crate) const NONE: Self = Self {
        bleeding: 0,
        bleeding_worse: 0,
        burns: 0,
        all: 0,
        sight: 0,
        casting: 0,
        right_arm: 0,
        left_arm: 0,
        legs: 0,
        head: 0,
        chest: 0,
        right_useless: false,
        left_useless: false,
        unsteady: false,
        stumbling: 0,
        lame: false,
        legless: false,
    };
}

/// Dice that a wound marked as worse takes off its roll [SST-22-4].
const WORSE: i8 = -2;

/// Whether injuries leave a shield of use.
pub(crate) fn can_block<const N: usize>(state: &State<N>, who: FighterId) -> bool {
    !state.body(who).injuries.left_useless
}

/// Dice that injuries take off a defence.
#[inline]
pub(crate) fn defence<const N: usize>(state: &State<N>, who: FighterId, kind: Kind) -> u8 {
    let injuries = &state.body(who).injuries;
    let part = match kind {
        Kind::Dodge => injuries.legs,
        Kind::Block => injuries.left_arm,
        Kind::Parry => injuries.right_arm,
    };
    injuries.all + injuries.sight + part
}

/// Dice that injuries take off an attack, one with the off hand excepted.
#[inline]
pub(crate) fn attack<const N: usize>(state: &State<N>, attack: Attack) -> u8 {
    let injuries = &state.body(attack.attacker).injuries;
    let part = match attack.means {
        Means::Mind => 0,
        Means::Spell => injuries.casting + injuries.head,
        _ => injuries.right_arm,
    };
    injuries.all + injuries.sight + part
}

/// How much worse an attack with the off hand is than one with the right hand, in dice; may be negative.
pub(crate) fn off_hand<const N: usize>(state: &State<N>, who: FighterId) -> i8 {
    let injuries = &state.body(who).injuries;
    injuries.left_arm.cast_signed() - injuries.right_arm.cast_signed()
}

/// Dice that injuries take off a characteristic roll.
#[inline]
pub(crate) fn characteristic<const N: usize>(state: &State<N>, who: FighterId, which: Trait) -> u8 {
    let injuries = &state.body(who).injuries;
    let part = match which {
        Trait::Body => injuries.chest,
        Trait::Mind | Trait::Will => injuries.head,
        Trait::Dex => injuries.legs,
        Trait::Soul | Trait::Spirit => 0,
    };
    injuries.all + part
}

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
            if !damage::passes(arena, state, (who, Trait::Body), modifier, dice, witness) {
                ranks::lose(arena, state, who, Track::Physical, 1, witness);
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
    let falls = !damage::passes(arena, state, (who, Trait::Dex), modifier, dice, witness);
    if falls {
        state.body_mut(who).prone = true;
        telling::falls(arena, who, witness);
    }
    falls
}

/// Zones that somebody goes in an action: half of them, but not below 1, with a hurt foot [SST-22-7].
#[inline]
pub(crate) fn speed<const N: usize>(state: &State<N>, who: FighterId, speed: u8) -> u8 {
    if state.body(who).injuries.lame {
        speed.min((speed / 2).max(1))
    } else {
        speed
    }
}

#[cfg(test)]
mod tests;
