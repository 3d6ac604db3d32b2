//! Attacks on the mind, and what they do: panic, being crushed, soaking.
//!
//! Clauses: SST-19-1..7.

use super::arena::Arena;
use super::damage::Hit;
use super::state::State;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};

/// What soaking leaves of the damage of a hit [SST-19-4].
#[inline]
pub(super) fn soaked<const N: usize, D: Dice, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    hit: Hit,
    _dice: &mut D,
    _witness: &mut W,
) -> u8 {
    hit.damage
}

/// Panic [SST-19-5].
pub(super) fn panic<const N: usize, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    _who: FighterId,
    _witness: &mut W,
) {
}

/// Crushed [SST-19-6].
pub(super) fn crush<const N: usize, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    _who: FighterId,
    _witness: &mut W,
) {
}

use super::turn::Took;

/// The turn of somebody who is Crushed [SST-19-6]; `None` where it is not, or not any more.
#[inline]
pub(super) fn crushed<const N: usize, D: Dice, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    _who: FighterId,
    _dice: &mut D,
    _witness: &mut W,
) -> Option<Took> {
    None
}

/// The turn of somebody who has Panicked, once it is in no State [SST-19-5]; `None` where it has not, or not any more.
#[inline]
pub(super) fn panicked<const N: usize, D: Dice, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    _who: FighterId,
    _dice: &mut D,
    _witness: &mut W,
) -> Option<Took> {
    None
}
