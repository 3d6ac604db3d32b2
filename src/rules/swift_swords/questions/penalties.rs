//! What injuries take off what somebody does.
//!
//! Clauses: SST-22-6, SST-22-7. Penalties are dice.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::attack::{Attack, Means};
use crate::rules::swift_swords::nouns::defence::Kind;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::reading::sheet::Trait;

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

/// Zones that somebody goes in an action: half of them, but not below 1, with a hurt foot [SST-22-7].
#[inline]
pub(crate) fn speed<const N: usize>(state: &State<N>, who: FighterId, speed: u8) -> u8 {
    if state.body(who).injuries.lame {
        speed.min((speed / 2).max(1))
    } else {
        speed
    }
}
