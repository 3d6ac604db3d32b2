//! Fear: who inspires it, who has to stand up to it, and what it costs.
//!
//! Clauses: SST-23-1..4.

use super::arena::Arena;
use super::state::State;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};

/// Tests somebody who acts, after its dice are paid. False: the action is lost.
#[inline]
pub(super) fn faced<const N: usize, D: Dice, W: Witness>(
    _arena: &Arena<N>,
    _state: &mut State<N>,
    _who: FighterId,
    _dice: &mut D,
    _witness: &mut W,
) -> bool {
    true
}
