//! Whether a fight can still be decided.
//!
//! Clauses: BRP-X-9. Beyond the book: a fight in which nobody who stands can hurt an enemy any more ends undecided.

use super::hands::{can_strike, is_whole};
use crate::fight::FighterId;
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::fighter::{Attack, Threat};
use crate::rules::brp::nouns::state::{Condition, State};

/// Whether nobody who stands has anything left that could hurt an enemy who stands. While somebody may yet be woken
/// it is too early to say. Fixed cover does not count: it may be left.
pub(crate) fn is_stalemate<const N: usize>(arena: &Arena<N>, state: &State<N>) -> bool {
    let sleeps = |who| state.body(who).condition == Condition::Unconscious;
    if arena.scope.wakes && arena.lineup.everybody().any(sleeps) {
        return false;
    }
    !state.able.iter().any(|who| can_hurt(arena, state, who))
}

/// Whether a fighter has anything left that could hurt an able enemy.
fn can_hurt<const N: usize>(arena: &Arena<N>, state: &State<N>, who: FighterId) -> bool {
    let body = state.body(who);
    let gets_through = |attack: &Attack, threat: Threat| {
        let most = attack.most(&arena.options);
        let mut foes = arena.able_enemies(state, who).iter();
        foes.any(|foe| most > arena.fighter(foe).armour[threat as usize])
    };
    let mut items = arena.fighter(who).items.iter().enumerate();
    items.any(|(at, item)| {
        let strikes = item.strike.is_some_and(|attack| {
            can_strike(item, body, at) && gets_through(&attack, Threat::Melee)
        });
        let shoots = item.shoot.is_some_and(|shot| {
            let threat = if shot.fast {
                Threat::FastMissile
            } else {
                Threat::SlowMissile
            };
            let left = item.ammo.is_none() || body.items[at].ammo > 0;
            left && is_whole(item, body, at) && gets_through(&shot.attack, threat)
        });
        strikes || shoots
    })
}

#[cfg(test)]
mod tests;
