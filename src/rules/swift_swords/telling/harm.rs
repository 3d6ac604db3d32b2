//! Wounds, fear and what befalls a mind, in plain English.

use super::phrases::{dice, faces};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::luck::Faces;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::reading::events::Event;
use crate::rules::swift_swords::reading::injuries::Wound;
use crate::rules::swift_swords::words::WOUNDS;

/// `the left arm`.
fn part<const N: usize>(arena: &Arena<N>, at: usize) -> String {
    format!("the {}", arena.locations[at].name.replace('-', " "))
}

/// `bleeder, worse than usual`.
fn wound_name(wound: Wound) -> String {
    let found = WOUNDS.iter().find(|(_, kind)| *kind == wound.kind);
    let name = found.map_or("", |&(name, _)| name).replace('-', " ");
    if wound.worse {
        format!("{name}, worse than usual")
    } else {
        name
    }
}

pub(crate) fn injured<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    (log, effect): (Option<Faces>, u32),
    (rolled, at, wound): (usize, usize, Wound),
) {
    scene.witness.say("SST-22-2", || {
        let shifted = if rolled == at {
            String::new()
        } else {
            format!(", shifted from {}", part(scene.arena, rolled))
        };
        let (what, who) = (wound_name(wound), scene.arena.name(who));
        let (at, rolled) = (part(scene.arena, at), faces(log));
        format!("{who} is injured: {rolled}, {at}{shifted}; {effect}, {what}.")
    });
}

pub(crate) fn burns<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    burnt: u8,
) {
    scene.witness.say("SST-22-5", || {
        let hand = scene.state.body(who).hand;
        format!(
            "{} burns {} and holds {hand}.",
            scene.arena.name(who),
            dice(burnt)
        )
    });
}

pub(crate) fn bleeds<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    at: usize,
) {
    scene.witness.say("SST-22-6", || {
        format!(
            "{} bleeds at {}.",
            scene.arena.name(who),
            part(scene.arena, at)
        )
    });
}

pub(crate) fn sense<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    sight: bool,
) {
    scene.witness.say("SST-22-7", || {
        let sense = if sight { "sees" } else { "hears" };
        format!("{} {sense} badly.", scene.arena.name(who))
    });
}

pub(crate) fn falls<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-22-8", || {
        format!("{} falls prone.", scene.arena.name(who))
    });
}

pub(crate) fn soaked<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    (damage, left): (u8, u8),
) {
    scene.witness.say("SST-19-4", || {
        format!(
            "{} soaks: {left} of {damage} damage is left.",
            scene.arena.name(who)
        )
    });
}

pub(crate) fn panics<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene
        .witness
        .say("SST-19-5", || format!("{} panics.", scene.arena.name(who)));
}

pub(crate) fn crushed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-19-6", || {
        format!("{} is crushed.", scene.arena.name(who))
    });
}

/// A turn that is lost to being crushed.
pub(crate) fn cows<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    face: u8,
) {
    scene.witness.say("SST-19-6", || {
        let left = scene.state.body(who).hand;
        let who = scene.arena.name(who);
        format!("{who} does nothing, loses a die of {face} and has {left} left.")
    });
}

pub(crate) fn rallies<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    from_crushed: bool,
) {
    let clause = if from_crushed { "SST-19-6" } else { "SST-19-5" };
    scene.witness.say(clause, || {
        format!("{} is itself again.", scene.arena.name(who))
    });
}

/// What fear does to somebody.
pub(crate) fn daunted<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    by: FighterId,
    loses_action: bool,
) {
    scene.witness.say("SST-23-3", || {
        let action = if loses_action {
            " and loses its action"
        } else {
            ""
        };
        format!(
            "{} fears {}{action}.",
            scene.arena.name(who),
            scene.arena.name(by)
        )
    });
}

/// Nothing frightens it any more.
pub(crate) fn stands_firm<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    by: FighterId,
) {
    scene.witness.say("SST-23-1", || {
        format!(
            "{} stands up to {}.",
            scene.arena.name(who),
            scene.arena.name(by)
        )
    });
}

/// Something that befalls a whole side.
pub(crate) fn event<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    event: Event,
) {
    scene.witness.say("SST-19-7", || {
        let side = &scene.arena.cast.sides[event.side.index()];
        let what = if event.ranks < 0 {
            "takes heart"
        } else {
            "loses heart"
        };
        format!("The {side} side {what}.")
    });
}

pub(crate) fn bolstered<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-19-7", || {
        let real = i32::from(scene.arena.fighter(who).mental);
        let now = real - i32::from(scene.state.body(who).mental.total());
        format!("{} is back to Mental {now}.", scene.arena.name(who))
    });
}

pub(crate) fn lands<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-37-1", || {
        format!("{} is on the ground.", scene.arena.name(who))
    });
}
