//! Going from place to place, and what those do whom a mover passes, in plain English.

use super::phrases::dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::state::{Aim, State};
use crate::rules::swift_swords::questions::arms;

pub(crate) fn leaves<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-8-5", || format!("{} leaves contact.", arena.name(who)));
}

pub(crate) fn withdraws<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-8-5", || format!("{} withdraws.", arena.name(who)));
}

pub(crate) fn enters<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-3-2", || {
        let zone = &arena.field.names[usize::from(state.body(who).zone)];
        format!("{} enters zone {zone}.", arena.name(who))
    });
}

pub(crate) fn charges<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    target: FighterId,
    witness: &mut W,
) {
    witness.say("SST-8-5", || {
        format!("{} charges {}.", arena.name(who), arena.name(target))
    });
}

pub(crate) fn drags<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, target): (FighterId, FighterId),
    pulled: bool,
    witness: &mut W,
) {
    witness.say("SST-3-9", || {
        let (who, target) = (arena.name(who), arena.name(target));
        if pulled {
            format!("{who} pulls {target} into the melee.")
        } else {
            format!("{who} gets no hold of {target}.")
        }
    });
}

pub(crate) fn stands<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-22-8", || format!("{} stands up.", arena.name(who)));
}

pub(crate) fn readies<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-8-1", || {
        let weapon = arms::in_hand(arena, state, who);
        let name = weapon.map_or("nothing", |weapon| &arena.weapon(weapon).name);
        format!("{} has {name} in hand now.", arena.name(who))
    });
}

pub(crate) fn gathers<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-7-4", || {
        let name = arena.name(who);
        match state.body(who).aim {
            Aim::None | Aim::Shot { dice: 0, .. } => format!("{name} begins to aim."),
            Aim::Spell { dice: 0 } => format!("{name} begins to gather for the spell."),
            Aim::Shot { dice: more, .. } | Aim::Spell { dice: more } => {
                format!("{name} has gathered {}.", dice(more))
            }
        }
    });
}

pub(crate) fn opportunity<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    mover: FighterId,
    witness: &mut W,
) {
    witness.say("SST-8-6", || {
        let (who, mover) = (arena.name(who), arena.name(mover));
        format!("{mover} turns away, and {who} has an opportunity.")
    });
}

pub(crate) fn intercepts<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    mover: FighterId,
    free: bool,
    witness: &mut W,
) {
    let clause = if free { "SST-31-3" } else { "SST-8-7" };
    witness.say(clause, || {
        format!(
            "{} steps in the way of {}.",
            arena.name(who),
            arena.name(mover)
        )
    });
}

pub(crate) fn interrupts<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    actor: FighterId,
    witness: &mut W,
) {
    witness.say("SST-8-8", || {
        format!("{} comes before {}.", arena.name(who), arena.name(actor))
    });
}
