//! Attacks on the mind, and the turns of those who have panicked or are crushed.
//!
//! Clauses: SST-9-4, SST-19-1..6, SST-23-1. Readings: a turn in which the dice do not pay for getting away
//! is no turn, so no roll against panic is made in it; getting over a State, or struggling in a hold, is an action
//! of the panicked like any other, with its roll before it; with nowhere farther to go, who panics cowers where it is;
//! who panics again begins anew, and who is crushed does not panic besides; the die lost to being crushed is not spent.

use super::characteristics::{self, Extra};
use super::{attack, fear, interrupt, marks, movement, ones, pay};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::{Deed, Took, Way};
use crate::rules::swift_swords::nouns::state::{State, Wits};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::{decisions, telling};

/// Attacks the mind of an enemy. Who fails against an attack made to frighten may fear again [SST-19-2, SST-23-1].
pub(crate) fn daunt<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    target: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    let attack = Attack {
        attacker: who,
        target,
        means: Means::Mind,
        purpose: Purpose::Harm,
        bonus: 0,
    };
    let result = attack::resolve(arena, state, attack, dice, witness);
    if result.hurt && arena.fighter(who).mental_fear && state.fighting.has(target) {
        state.body_mut(target).brave = false;
    }
}

/// The turn of somebody who is Crushed: it loses a die; `None` where it is not, or not any more [SST-19-6].
#[inline]
pub(crate) fn crushed<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Option<Took> {
    let Wits::Crushed { fresh } = state.body(who).wits else {
        return None;
    };
    if !fresh && rallies(arena, state, who, Extra::Effort, dice, witness) {
        return None;
    }
    let body = state.body_mut(who);
    body.wits = Wits::Crushed { fresh: false };
    let face = body.hand.lowest()?;
    body.hand.remove(face);
    telling::cows(arena, state, who, face, witness);
    Some(Took::Acted)
}

/// The turn of somebody who has Panicked, once it is in no State: it gets away; `None` where it has not, or not any more
/// [SST-19-5].
#[inline]
pub(crate) fn panicked<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Option<Took> {
    if !matches!(state.body(who).wits, Wits::Panicked { .. }) {
        return None;
    }
    let cost = Way::Retreat.cost(arena, state, who);
    if !cost.fits(state.body(who).hand) {
        telling::waits(arena, who, witness);
        return Some(Took::Waited { short: true });
    }
    if is_calm(arena, state, who, dice, witness) {
        return None;
    }
    pay::pay(arena, state, who, cost, dice, witness);
    marks::end(state, who, false);
    has_acted(state, who);
    if fear::faced(arena, state, who, dice, witness)
        && interrupt::spares(arena, state, (who, Deed::Way(Way::Retreat)), dice, witness)
    {
        movement::perform(arena, state, (who, Way::Retreat), dice, witness);
    }
    Some(Took::Acted)
}

/// Whether somebody who acts is in no panic. Whoever has acted in its panic before rolls to be over it, whatever it is about
/// to do [SST-19-5].
#[inline]
pub(crate) fn is_calm<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    match state.body(who).wits {
        Wits::Calm => true,
        Wits::Panicked { fresh: false } => {
            rallies(arena, state, who, Extra::Effort, dice, witness)
                || again(arena, state, who, dice, witness)
        }
        Wits::Panicked { fresh: true } | Wits::Crushed { .. } => false,
    }
}

/// Notes an action: it was the first of a panic, or one after it [SST-19-5].
#[inline]
pub(crate) fn has_acted<const N: usize>(state: &mut State<N>, who: FighterId) {
    if let Wits::Panicked { fresh } = &mut state.body_mut(who).wits {
        *fresh = false;
    }
}

/// A second roll to be itself again, for a one.
fn again<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    if state.body(who).hand.ones() == 0 || !decisions::shakes(arena, state, who, dice, witness) {
        return false;
    }
    ones::spend(state, who);
    rallies(arena, state, who, Extra::None, dice, witness)
}

/// Rolls to be itself again. If so, it is.
fn rallies<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    extra: Extra,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let spirit = (who, Trait::Spirit);
    let successes = characteristics::rolled(arena, state, spirit, (0, extra), dice, witness);
    let calm = successes > 0;
    if calm {
        let crushed = matches!(state.body(who).wits, Wits::Crushed { .. });
        state.body_mut(who).wits = Wits::Calm;
        telling::rallies(arena, who, crushed, witness);
    }
    calm
}

#[cfg(test)]
mod tests;
