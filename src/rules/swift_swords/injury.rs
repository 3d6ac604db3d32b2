//! Lasting injuries: where a Trauma lands and what it does for the rest of the fight.
//!
//! Clauses: SST-22-1..8. Penalties are dice.

/// What injuries do for the rest of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Injuries {
    /// Locations that bleed, and those that bleed worse, as bits by their place in the table [SST-22-6].
    pub bleeding: u8,
    pub bleeding_worse: u8,
    /// Dice burned in every deal [SST-22-5].
    pub burns: u8,
    /// Dice off all rolls.
    pub all: u8,
    /// Dice off attack and defence rolls: sight.
    pub sight: u8,
    /// Parts that are fractured, as bits.
    pub fractured: u8,
    /// Hands that are useless, as bits: right, left.
    pub useless: u8,
    /// What makes it stumble when it moves, as bits.
    pub unsteady: u8,
    /// A leg is gone: prone for good.
    pub legless: bool,
}

impl Injuries {
    /// None at all.
    pub(super) const NONE: Self = Self {
        bleeding: 0,
        bleeding_worse: 0,
        burns: 0,
        all: 0,
        sight: 0,
        fractured: 0,
        useless: 0,
        unsteady: 0,
        legless: false,
    };
}

use super::defence::Kind;
use super::state::State;
use crate::fight::FighterId;

/// Whether injuries leave a shield of use.
pub(super) fn can_block<const N: usize>(_state: &State<N>, _who: FighterId) -> bool {
    true
}

/// Dice that injuries take off a defence.
#[inline]
pub(super) fn defence<const N: usize>(_state: &State<N>, _who: FighterId, _kind: Kind) -> u8 {
    0
}

/// Dice that injuries take off an attack.
#[inline]
pub(super) fn attack<const N: usize>(_state: &State<N>, _who: FighterId) -> u8 {
    0
}

use super::arena::Arena;
use super::damage::Hit;
use super::sheet::Trait;
use crate::dice::Dice;
use crate::fight::Witness;

/// Dice that injuries take off a characteristic roll.
#[inline]
pub(super) fn characteristic<const N: usize>(
    _state: &State<N>,
    _who: FighterId,
    _which: Trait,
) -> u8 {
    0
}

/// A Trauma on somebody who is still in the fight: location, effect, and what it does at once.
pub(super) fn suffer<const N: usize, D: Dice, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    _hit: Hit,
    _dice: &mut D,
    _witness: &mut W,
) {
}

/// Bleeding at the start of a round, of everybody in listing order [SST-22-6].
pub(super) fn bleed<const N: usize, D: Dice, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    _dice: &mut D,
    _witness: &mut W,
) {
}
