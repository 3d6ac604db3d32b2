//! What those do whom a mover leaves behind or passes: opportunity attacks and intercepts.
//!
//! Clauses: SST-8-6, SST-8-7, SST-31-3. Readings: defenders of cover stop a mover who comes across it of themselves, the first
//! listed of those who stand alone or in another melee; who is in no state to strike at somebody leaving is in none to step
//! in its way.

use super::{attack, contact, pay};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::decisions;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::Cost;
use crate::rules::swift_swords::nouns::state::{State, Wits};
use crate::rules::swift_swords::questions::{arms, reach};
use crate::rules::swift_swords::telling::moves;

/// Whether somebody can answer a movement at all.
fn is_able<const N: usize>(state: &State<N>, who: FighterId) -> bool {
    let body = state.body(who);
    state.fighting.has(who) && !body.states.any() && body.held.is_none() && body.wits == Wits::Calm
}

/// Lets the enemies of a melee strike at one who leaves it. Whether it still can: not out, and in no State [SST-8-6].
pub(crate) fn breaks_away<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    if state.body(who).group == 0 {
        return true;
    }
    let enemies = reach::group(state, who).without(arena.lineup.allies(who));
    for foe in enemies.iter() {
        if !state.fighting.has(who) {
            return false;
        }
        if !is_able(state, foe) || !reach::has_room(arena, state, foe, who) {
            continue;
        }
        let Some(weapon) = arms::melee(arena, state, foe, arms::ANY) else {
            continue;
        };
        if !decisions::strikes_opportunely(arena, state, foe, who, dice, witness) {
            continue;
        }
        moves::opportunity(arena, foe, who, witness);
        contact::engage(arena, state, foe, who, weapon);
        let attack = Attack {
            attacker: foe,
            target: who,
            means: Means::Melee(weapon),
            purpose: Purpose::Harm,
            bonus: 0,
        };
        attack::resolve(arena, state, attack, dice, witness);
    }
    state.fighting.has(who) && !state.body(who).states.any()
}

/// Lets enemies in a mover's zone step in its way, but for those excepted; `from` is where it comes from. Whether one has:
/// then it is in contact with it [SST-8-7, SST-31-3].
pub(crate) fn stopped<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, from): (FighterId, Option<u8>),
    except: FighterSet,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let zone = state.body(who).zone;
    let foes = arena.foes(state, who).without(except);
    let price = Cost::Pips(arena.costs.intercept);
    let crossed = from.and_then(|from| arena.field.choke(from, zone));
    for foe in foes.iter() {
        let apart = state.body(foe).zone != zone || !reach::in_reach(arena, state, foe, who);
        if apart || !is_able(state, foe) {
            continue;
        }
        let free = crossed.is_some_and(|(at, most)| state.chokes.count(at) < most);
        if let (true, Some((at, _))) = (free, crossed) {
            state.chokes.add(at);
        } else {
            if !price.fits(state.body(foe).hand)
                || !decisions::intercepts(arena, state, foe, who, dice, witness)
            {
                continue;
            }
            pay::pay(arena, state, foe, price, dice, witness);
        }
        moves::intercepts(arena, foe, who, free, witness);
        contact::join(arena, state, who, foe);
        return true;
    }
    false
}

#[cfg(test)]
mod tests;
