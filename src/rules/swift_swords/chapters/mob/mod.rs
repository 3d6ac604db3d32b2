//! Many who fight as one: an attack at several enemies, one roll each.
//!
//! Clauses: SST-15-7, SST-15-8, SST-27-4, SST-36-2. Reading: a charge, a blow in passing or back, and tactics of two weapons
//! are at one enemy, whoever makes them; where one attack is all of a round, those in passing and back are no attacks of its
//! own. What members add to ranks and dice is in the stat block (`compile.rs`).

use super::{attack, contact};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::reach;

/// Strikes at an enemy, and, where many fight as one, at others of its melee: in listed order after it, and round.
pub(crate) fn strike<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    (target, weapon): (FighterId, u8),
    dice: &mut D,
    witness: &mut W,
) {
    contact::engage(arena, state, who, target, weapon);
    let most = arena.fighter(who).attacks;
    if most == 1 || !state.fighting.has(target) {
        attack::blow(arena, state, (who, target), weapon, dice, witness);
        return;
    }
    for other in others(arena, state, (who, weapon), target).take(most.into()) {
        if !state.fighting.has(who) {
            return;
        }
        let near = other == target || near(arena, state, (who, weapon), other);
        if state.fighting.has(other) && near {
            contact::engage(arena, state, who, other, weapon);
            attack::blow(arena, state, (who, other), weapon, dice, witness);
        }
    }
}

/// Notes an attack, where many who fight as one have no other in a round.
pub(crate) fn has_attacked<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId) {
    if arena.options.mob_per_round && arena.fighter(who).attacks > 1 {
        state.body_mut(who).swarmed = true;
    }
}

/// Whether others than the target are struck at by the way: those of the melee, or, from the air, of the zone.
fn near<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    (who, weapon): (FighterId, u8),
    foe: FighterId,
) -> bool {
    if reach::aloft(arena, state, who) {
        state.body(who).zone == state.body(foe).zone
    } else {
        reach::strikes_from(arena, state, (who, weapon), foe)
            && reach::in_reach(arena, state, who, foe)
    }
}

/// The target, and after it the others who can be struck at, in listed order and round.
fn others<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    (who, weapon): (FighterId, u8),
    target: FighterId,
) -> impl Iterator<Item = FighterId> + use<N> {
    let fits = |&foe: &FighterId| {
        near(arena, state, (who, weapon), foe) && reach::has_room(arena, state, who, foe)
    };
    let foes: FighterSet = arena.foes(state, who).iter().filter(fits).collect();
    let after = foes.iter().filter(move |&foe| foe > target);
    let before = foes.iter().filter(move |&foe| foe < target);
    std::iter::once(target).chain(after).chain(before)
}

#[cfg(test)]
mod tests;
