//! What somebody fights with: the weapon in hand, natural ones, bare hands.
//!
//! Clauses: SST-8-2, SST-12-2, SST-12-3, SST-33-1.

use super::arena::Arena;
use super::fighter::FISTS;
use super::state::State;
use super::tables::Code;
use crate::fight::FighterId;

/// Any weapon.
pub(super) const ANY: u64 = u64::MAX;

/// The weapon of somebody's list that is in hand, by its number in the matchup.
#[inline]
pub(super) fn in_hand<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> Option<u8> {
    let body = state.body(who);
    let at = body.in_hand;
    let weapon = arena.fighter(who).carries.get(usize::from(at))?;
    ((body.dropped | body.broken) >> at & 1 == 0).then_some(*weapon)
}

/// The weapon that somebody would strike with, of those meant: the one in hand, a natural one, bare hands.
#[inline]
pub(super) fn melee<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    wish: u64,
) -> Option<u8> {
    let meant = |weapon: u8| wish >> weapon & 1 == 1;
    let fits = |weapon: u8| meant(weapon) && strikes(arena, state, who, weapon);
    if let Some(weapon) = in_hand(arena, state, who).filter(|&weapon| fits(weapon)) {
        return Some(weapon);
    }
    let natural = |weapon: u8| arena.weapon(weapon).natural;
    let carries = arena.fighter(who).carries.iter().copied();
    carries
        .into_iter()
        .find(|&weapon| natural(weapon) && fits(weapon))
        .or(meant(FISTS).then_some(FISTS))
}

/// Whether a weapon can strike where somebody stands.
fn strikes<const N: usize>(
    arena: &Arena<N>,
    _state: &State<N>,
    _who: FighterId,
    weapon: u8,
) -> bool {
    arena.weapon(weapon).melee
}

/// Whether there is anything to parry with [SST-13-10].
#[inline]
pub(super) fn can_parry<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> bool {
    melee(arena, state, who, ANY).is_some_and(|weapon| weapon != FISTS)
        || arena.fighter(who).shield > 0
}

/// What blows with a weapon do in somebody's hands.
#[inline]
pub(super) fn code<const N: usize>(arena: &Arena<N>, who: FighterId, weapon: u8) -> Code {
    if weapon == FISTS {
        arena.fighter(who).natural
    } else {
        arena.weapon(weapon).code
    }
}

/// Pips of a melee attack [SST-8-2].
#[inline]
pub(super) fn cost<const N: usize>(arena: &Arena<N>, who: FighterId, weapon: u8) -> u8 {
    if arena.options.flat_cost {
        4
    } else if weapon == FISTS {
        arena.fighter(who).natural.cost
    } else {
        arena.weapon(weapon).cost
    }
}
