//! One creature's turn: getting over a State, choosing, paying, acting.
//!
//! Clauses: SST-7-3, SST-7-6, SST-8-1, SST-8-3, SST-9-2, SST-9-4, SST-10-2, SST-14-2, SST-14-3, SST-17-2..5, SST-19-5.

use super::characteristics::{self, Extra};
use super::{
    attack, contact, dual, fear, flight, hold, interrupt, losses, marks, mental, missiles, mob,
    movement, ones, pay, slam,
};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::{Cost, Deed, Took, Wanted};
use crate::rules::swift_swords::nouns::state::{Aim, Daze, Pool, State, Status};
use crate::rules::swift_swords::questions::defences;
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::{decisions, telling};

/// Takes somebody's turn.
pub(crate) fn take<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Took {
    dice.about(Topic::Deed(who.0));
    if let Some(took) = mental::crushed(arena, state, who, dice, witness) {
        return took;
    }
    if state.body(who).states.any() {
        shake(arena, state, who, dice, witness);
    }
    let by_roll = if state.body(who).states.any() {
        // Panic leaves no action that a roll might save.
        let calm = mental::is_calm(arena, state, who, dice, witness);
        if !calm || !decisions::recovers_by_roll(arena, state, who, dice, witness) {
            return recover(arena, state, who, dice, witness);
        }
        true
    } else {
        false
    };
    // Nobody who is held gets away, panicked or not.
    if state.body(who).held.is_none()
        && let Some(took) = mental::panicked(arena, state, who, dice, witness)
    {
        return took;
    }
    let Wanted { deed, cost, short } = match hold::bound(arena, state, who, dice, witness) {
        Some(wanted) => wanted,
        None => decisions::act(arena, state, who, dice, witness),
    };
    if deed == Deed::Wait {
        if by_roll {
            return recover(arena, state, who, dice, witness);
        }
        telling::waits(arena, who, witness);
        return Took::Waited { short };
    }
    if cost != Cost::Free {
        // Only somebody who is held is still in a panic.
        mental::is_calm(arena, state, who, dice, witness);
    }
    if !pay::pay(arena, state, who, cost, dice, witness) {
        return Took::Waited { short: true };
    }
    if cost != Cost::Free {
        mental::has_acted(state, who);
        marks::end(state, who, deed.gathers(state, who));
        flight::lands(arena, state, (who, Some(deed)), witness);
        if !fear::faced(arena, state, who, dice, witness) || !state.fighting.has(who) {
            return Took::Acted;
        }
        if by_roll && !steadies(arena, state, who, Extra::Effort, dice, witness) {
            return Took::Acted;
        }
    }
    if interrupt::spares(arena, state, (who, deed), dice, witness) {
        perform(arena, state, who, deed, dice, witness);
    } else {
        state.body_mut(who).aim = Aim::None;
    }
    Took::Acted
}

/// A one for a roll against a State, before anything else [SST-9-2].
fn shake<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    if state.body(who).hand.ones() > 0 && decisions::shakes(arena, state, who, dice, witness) {
        ones::spend(state, who);
        steadies(arena, state, who, Extra::None, dice, witness);
    }
}

/// Rolls to be rid of a State [SST-17-5]. Whether none is left.
fn steadies<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    extra: Extra,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let Some(daze) = state.body(who).states.first() else {
        return true;
    };
    let which = match daze {
        Daze::Stun => Trait::Body,
        Daze::Shock => Trait::Mind,
        Daze::Doubt => Trait::Soul,
    };
    let bonus = arena.fighter(who).recovery_bonus.cast_signed();
    if characteristics::rolled(arena, state, (who, which), (bonus, extra), dice, witness) > 0 {
        state.body_mut(who).states.remove(daze);
        telling::recovers(arena, who, daze, witness);
    }
    !state.body(who).states.any()
}

/// Spends a die to be rid of a State, and nothing else [SST-17-3].
fn recover<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Took {
    if !pay::pay(arena, state, who, Cost::Die, dice, witness) {
        return Took::Waited { short: true };
    }
    mental::has_acted(state, who);
    marks::end(state, who, false);
    flight::lands(arena, state, (who, None), witness);
    if fear::faced(arena, state, who, dice, witness)
        && let Some(daze) = state.body(who).states.first()
    {
        state.body_mut(who).states.remove(daze);
        telling::recovers(arena, who, daze, witness);
    }
    Took::Acted
}

/// Carries out an action that has been paid for.
fn perform<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    deed: Deed,
    dice: &mut D,
    witness: &mut W,
) {
    if deed.is_attack() {
        mob::has_attacked(arena, state, who);
    }
    match deed {
        Deed::Attack { target, weapon } => {
            mob::strike(arena, state, who, (target, weapon), dice, witness);
        }
        Deed::Slam { target } => slam::perform(arena, state, who, target, dice, witness),
        Deed::Daunt { target } => mental::daunt(arena, state, who, target, dice, witness),
        Deed::Break { target, weapon } => {
            contact::engage(arena, state, who, target, weapon);
            let attack = Attack {
                attacker: who,
                target,
                means: Means::Melee(weapon),
                purpose: Purpose::Break,
                bonus: 0,
            };
            attack::resolve(arena, state, attack, dice, witness);
        }
        Deed::Pool => pool(arena, state, who, witness),
        Deed::Way(way) => movement::perform(arena, state, (who, way), dice, witness),
        Deed::Shot(shot) => missiles::perform(arena, state, (who, shot), dice, witness),
        Deed::Dual(tactic) => dual::perform(arena, state, (who, tactic), dice, witness),
        Deed::Grapple(grapple) => hold::perform(arena, state, (who, grapple), dice, witness),
        Deed::Yield => {
            let held = state.body(who).held.is_some();
            let clause = if held { "SST-12-5" } else { "SST-8-1" };
            losses::out(arena, state, who, (Status::Yielded, clause), witness);
        }
        Deed::Wait => {}
    }
}

/// Adds to the defence that is kept up [SST-14-3].
fn pool<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    witness: &mut W,
) {
    if state.body(who).pool != Pool::None && defences::room(arena, state, who) > 0 {
        let pool = state.body(who).pool;
        state.body_mut(who).pool = pool.of(pool.dice() + 1);
        telling::pools(arena, state, who, witness);
    }
}

#[cfg(test)]
mod tests;
