//! Going from place to place, and what those do whom a mover passes, in plain English.

use super::phrases::dice;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::scene::{Scene, View};
use crate::rules::swift_swords::nouns::state::Aim;
use crate::rules::swift_swords::questions::arms;

pub(crate) fn leaves<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-8-5", || {
        format!("{} leaves contact.", scene.arena.name(who))
    });
}

pub(crate) fn withdraws<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-8-5", || {
        format!("{} withdraws.", scene.arena.name(who))
    });
}

pub(crate) fn enters<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-3-2", || {
        let zone = &scene.arena.field.names[usize::from(scene.state.body(who).zone)];
        format!("{} enters zone {zone}.", scene.arena.name(who))
    });
}

pub(crate) fn charges<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) {
    scene.witness.say("SST-8-5", || {
        format!(
            "{} charges {}.",
            scene.arena.name(who),
            scene.arena.name(target)
        )
    });
}

pub(crate) fn drags<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
    pulled: bool,
) {
    scene.witness.say("SST-3-9", || {
        let (who, target) = (scene.arena.name(who), scene.arena.name(target));
        if pulled {
            format!("{who} pulls {target} into the melee.")
        } else {
            format!("{who} gets no hold of {target}.")
        }
    });
}

pub(crate) fn stands<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-22-8", || {
        format!("{} stands up.", scene.arena.name(who))
    });
}

pub(crate) fn readies<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-8-1", || {
        let weapon = arms::in_hand(View::new(scene.arena, scene.state), who);
        let name = weapon.map_or("nothing", |weapon| &scene.arena.weapon(weapon).name);
        format!("{} has {name} in hand now.", scene.arena.name(who))
    });
}

pub(crate) fn gathers<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-7-4", || {
        let name = scene.arena.name(who);
        match scene.state.body(who).aim {
            Aim::None | Aim::Shot { dice: 0, .. } => format!("{name} begins to aim."),
            Aim::Spell { dice: 0 } => format!("{name} begins to gather for the spell."),
            Aim::Shot { dice: more, .. } | Aim::Spell { dice: more } => {
                format!("{name} has gathered {}.", dice(more))
            }
        }
    });
}

pub(crate) fn opportunity<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mover: FighterId,
) {
    scene.witness.say("SST-8-6", || {
        let (who, mover) = (scene.arena.name(who), scene.arena.name(mover));
        format!("{mover} turns away, and {who} has an opportunity.")
    });
}

pub(crate) fn intercepts<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mover: FighterId,
    free: bool,
) {
    let clause = if free { "SST-31-3" } else { "SST-8-7" };
    scene.witness.say(clause, || {
        format!(
            "{} steps in the way of {}.",
            scene.arena.name(who),
            scene.arena.name(mover)
        )
    });
}

pub(crate) fn interrupts<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    actor: FighterId,
) {
    scene.witness.say("SST-8-8", || {
        format!(
            "{} comes before {}.",
            scene.arena.name(who),
            scene.arena.name(actor)
        )
    });
}
