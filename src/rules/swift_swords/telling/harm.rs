//! Wounds, fear and what befalls a mind, in plain English.

use super::phrases::{dice, faces};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::luck::Faces;
use crate::rules::swift_swords::nouns::state::State;
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

pub(crate) fn injured<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    (log, effect): (Option<Faces>, u32),
    (rolled, at, wound): (usize, usize, Wound),
    witness: &mut W,
) {
    witness.say("SST-22-2", || {
        let shifted = if rolled == at {
            String::new()
        } else {
            format!(", shifted from {}", part(arena, rolled))
        };
        let (what, who) = (wound_name(wound), arena.name(who));
        let (at, rolled) = (part(arena, at), faces(log));
        format!("{who} is injured: {rolled}, {at}{shifted}; {effect}, {what}.")
    });
}

pub(crate) fn burns<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    burnt: u8,
    witness: &mut W,
) {
    witness.say("SST-22-5", || {
        let hand = state.body(who).hand;
        format!(
            "{} burns {} and holds {hand}.",
            arena.name(who),
            dice(burnt)
        )
    });
}

pub(crate) fn bleeds<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    at: usize,
    witness: &mut W,
) {
    witness.say("SST-22-6", || {
        format!("{} bleeds at {}.", arena.name(who), part(arena, at))
    });
}

pub(crate) fn sense<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    sight: bool,
    witness: &mut W,
) {
    witness.say("SST-22-7", || {
        let sense = if sight { "sees" } else { "hears" };
        format!("{} {sense} badly.", arena.name(who))
    });
}

pub(crate) fn falls<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("SST-22-8", || format!("{} falls prone.", arena.name(who)));
}

pub(crate) fn soaked<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    (damage, left): (u8, u8),
    witness: &mut W,
) {
    witness.say("SST-19-4", || {
        format!(
            "{} soaks: {left} of {damage} damage is left.",
            arena.name(who)
        )
    });
}

pub(crate) fn panics<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-19-5", || format!("{} panics.", arena.name(who)));
}

pub(crate) fn crushed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-19-6", || format!("{} is crushed.", arena.name(who)));
}

/// A turn that is lost to being crushed.
pub(crate) fn cows<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    face: u8,
    witness: &mut W,
) {
    witness.say("SST-19-6", || {
        let left = state.body(who).hand;
        let who = arena.name(who);
        format!("{who} does nothing, loses a die of {face} and has {left} left.")
    });
}

pub(crate) fn rallies<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    from_crushed: bool,
    witness: &mut W,
) {
    let clause = if from_crushed { "SST-19-6" } else { "SST-19-5" };
    witness.say(clause, || format!("{} is itself again.", arena.name(who)));
}

/// What fear does to somebody.
pub(crate) fn daunted<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, by): (FighterId, FighterId),
    loses_action: bool,
    witness: &mut W,
) {
    witness.say("SST-23-3", || {
        let action = if loses_action {
            " and loses its action"
        } else {
            ""
        };
        format!("{} fears {}{action}.", arena.name(who), arena.name(by))
    });
}

/// Nothing frightens it any more.
pub(crate) fn stands_firm<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, by): (FighterId, FighterId),
    witness: &mut W,
) {
    witness.say("SST-23-1", || {
        format!("{} stands up to {}.", arena.name(who), arena.name(by))
    });
}

/// Something that befalls a whole side.
pub(crate) fn event<const N: usize, W: Witness>(arena: &Arena<N>, event: Event, witness: &mut W) {
    witness.say("SST-19-7", || {
        let side = &arena.cast.sides[event.side.index()];
        let what = if event.ranks < 0 {
            "takes heart"
        } else {
            "loses heart"
        };
        format!("The {side} side {what}.")
    });
}

pub(crate) fn bolstered<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-19-7", || {
        let real = i32::from(arena.fighter(who).mental);
        let now = real - i32::from(state.body(who).mental.total());
        format!("{} is back to Mental {now}.", arena.name(who))
    });
}

pub(crate) fn lands<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("SST-37-1", || {
        format!("{} is on the ground.", arena.name(who))
    });
}
