//! Special results: what successes beyond the first may buy.
//!
//! Clauses: SST-35-1, SST-35-2.

use super::arena::Arena;
use super::attack::Attack;
use super::state::State;
use super::tohit::Terms;
use crate::dice::Dice;
use crate::fight::Witness;

/// What has been bought, as bits by the actions of the list `special`, and the successes left for damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bought {
    pub results: u16,
    pub successes: u8,
}

/// Lets the attacker spend successes, before damage is worked out.
#[inline]
pub(super) fn choose<const N: usize, D: Dice, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    _attack: Attack,
    (_terms, last): (Terms, u8),
    _dice: &mut D,
    _witness: &mut W,
) -> Bought {
    Bought {
        results: 0,
        successes: last,
    }
}

/// Does what was bought, after the damage.
#[inline]
pub(super) fn carry_out<const N: usize, D: Dice, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    _attack: Attack,
    _bought: Bought,
    _dice: &mut D,
    _witness: &mut W,
) {
}
