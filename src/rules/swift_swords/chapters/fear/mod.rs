//! Fear: who inspires it, who has to stand up to it, and what it costs.
//!
//! Clauses: SST-23-1..4. Only own actions are tested, after their dice are paid; who has passed once is safe from all fear, unless
//! it fails against a mental attack made to frighten (`mental`). A mind that is beyond all damage loses nothing but
//! actions.

use super::{characteristics, losses, states};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::Hit;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::state::{Daze, State};
use crate::rules::swift_swords::questions::ranks;
use crate::rules::swift_swords::reading::figures::{Dread, Fear};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::{decisions, telling};

/// Tests somebody who acts, after its dice are paid. False: the action is lost.
#[inline]
pub(crate) fn faced<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    if !arena.scope.fear || state.body(who).brave {
        return true;
    }
    match worst(arena, state, who) {
        Some((by, fear)) => meets(arena, state, (who, by), fear, dice, witness),
        None => true,
    }
}

/// The worst fear that reaches somebody, and who inspires it [SST-23-2].
pub(crate) fn worst<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> Option<(FighterId, Fear)> {
    let here = state.body(who).zone;
    let mut found: Option<(FighterId, Fear)> = None;
    for foe in arena.foes(state, who).iter() {
        let Some(fear) = arena.fighter(foe).fear else {
            continue;
        };
        let zones = arena.field.distance(here, state.body(foe).zone);
        let reaches = zones <= u8::from(fear.adjacent);
        if reaches && found.is_none_or(|(_, worst)| fear.level > worst.level) {
            found = Some((foe, fear));
        }
    }
    found
}

/// Rolls against a fear, and pays for failing [SST-23-3].
fn meets<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, by): (FighterId, FighterId),
    fear: Fear,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    while !characteristics::passes(arena, state, (who, Trait::Spirit), fear.dice, dice, witness) {
        let lost = fear.fail == Dread::Action
            || (fear.fail == Dread::RankOrShock && shocked(arena, state, who, dice, witness));
        telling::daunted(arena, (who, by), lost, witness);
        if lost {
            return false;
        }
        if ranks::is_beyond(arena, who, Track::Mental) {
            return true;
        }
        losses::lose(arena, state, who, Track::Mental, 1, witness);
        if !state.fighting.has(who) {
            return false;
        }
        if fear.fail != Dread::Ranks {
            return true;
        }
    }
    state.body_mut(who).brave = true;
    telling::stands_firm(arena, (who, by), witness);
    true
}

/// Whether somebody takes the Shock rather than losing a Rank. If so, it has been taken.
fn shocked<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let hit = Hit {
        target: who,
        by: None,
        track: Track::Mental,
        damage: 1,
        massive: false,
    };
    if arena.fighter(who).stateless
        || ranks::is_beyond(arena, who, Track::Mental)
        || state.body(who).states.has(Daze::Shock)
        || !decisions::takes_state(arena, state, hit, dice, witness)
    {
        return false;
    }
    states::daze_with(arena, state, who, Daze::Shock, witness);
    true
}

#[cfg(test)]
mod tests;
