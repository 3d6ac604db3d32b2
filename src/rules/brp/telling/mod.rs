//! The fight in plain English, for a transcript: need, roll and result of every throw, with the clause it follows.
//!
//! Nothing here decides anything, and none of the words are made unless a witness wants them.

mod attacks;
mod mending;
mod phrases;

use std::ops::Range;

use phrases::{count, item, listed, metres};

use crate::fight::{Ending, FighterId, Outcome, Witness};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::state::{Action, Condition, State};
use crate::rules::brp::questions::moves::rank_halves;
use crate::rules::brp::words::LENGTHS;
pub(crate) use attacks::{Struck, attack, dodge, harm, parry, stopped, undefended, wear};
pub(crate) use mending::{
    awake, first_aid, nothing_to_treat, restored, treating, untreated, waking,
};

pub(crate) fn intent<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("BRP-5.2-1", || {
        let intent = &state.body(who).intent;
        let deed = match intent.action {
            Action::None => "wait".to_owned(),
            Action::Strike { item: at, target } => {
                let length = LENGTHS
                    .iter()
                    .find(|(_, class)| Some(*class) == intent.length)
                    .map_or(String::new(), |(word, _)| format!(" as a {word} weapon"));
                format!(
                    "attack {} with {}{length}",
                    arena.name(target.who),
                    item(arena, who, at)
                )
            }
            Action::Shoot { item: at, target } => {
                format!(
                    "shoot at {} with {}",
                    arena.name(target.who),
                    item(arena, who, at)
                )
            }
            Action::Reload { item: at } => format!("reload {}", item(arena, who, at)),
            Action::FirstAid(treatment) => {
                format!("give First Aid to {}", arena.name(treatment.patient))
            }
            Action::Wake { patient } => format!("wake {}", arena.name(patient)),
        };
        let kneeling = if intent.kneel {
            ", kneeling behind the shield"
        } else {
            ""
        };
        format!("{} means to {deed}{kneeling}.", arena.name(who))
    });
}

pub(crate) fn moved<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    distance: i32,
    witness: &mut W,
) {
    let (clause, effect) = match rank_halves(distance) {
        Some(0) => ("BRP-5.3-4", ""),
        Some(1) => ("BRP-5.3-2", " and will act at half the DEX rank"),
        Some(_) => ("BRP-5.3-3", " and will act at a quarter of the DEX rank"),
        None => ("BRP-5.3-1", ", too far to act this round"),
    };
    witness.say(clause, || {
        format!(
            "{} moves {} to the {} mark{effect}.",
            arena.name(who),
            metres(distance),
            metres(state.body(who).at)
        )
    });
}

pub(crate) fn together<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    places: Range<usize>,
    witness: &mut W,
) {
    let able = || {
        let all = state.order[places.clone()].iter();
        all.filter(|&&who| state.able.has(who))
    };
    if able().count() < 2 {
        return;
    }
    witness.say("BRP-5.4-4", || {
        let names = listed(able().map(|&who| arena.name(who)).collect());
        format!("{names} act at the same moment.")
    });
}

pub(crate) fn fall<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    before: Condition,
    witness: &mut W,
) {
    let body = state.body(who);
    let clause = match body.condition {
        Condition::Unconscious if body.hp > arena.options.unconscious_at => "BRP-5.12-5",
        Condition::Unconscious => "BRP-5.12-2",
        _ => "BRP-5.12-3",
    };
    witness.say(clause, || {
        let falls = before == Condition::Able;
        let what = match body.condition {
            Condition::Unconscious if falls => "falls unconscious",
            Condition::Unconscious => "sleeps on",
            Condition::Dying if falls => "falls and is dying",
            Condition::Dying => "is dying",
            _ if falls => "falls dead",
            _ => "is dead",
        };
        format!("{} {what}.", arena.name(who))
    });
}

pub(crate) fn spent<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    at: u8,
    witness: &mut W,
) {
    witness.say("BRP-5.6-4", || {
        format!(
            "{} has parried with {} and cannot attack with it.",
            arena.name(who),
            item(arena, who, at)
        )
    });
}

pub(crate) fn lost<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("BRP-5.2-4", || {
        format!(
            "{} finds nobody to attack; the action is lost.",
            arena.name(who)
        )
    });
}

pub(crate) fn death<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("BRP-5.12-3", || format!("{} is dead.", arena.name(who)));
}

pub(crate) fn reloaded<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    at: u8,
    witness: &mut W,
) {
    witness.say("BRP-5.9-8", || {
        let left = state.body(who).items[usize::from(at)].unloaded;
        let end = if left == 0 {
            "is loaded".to_owned()
        } else {
            format!("needs {} more", count(left.into(), "round"))
        };
        format!("The {} of {} {end}.", item(arena, who, at), arena.name(who))
    });
}

pub(crate) fn end<const N: usize, W: Witness>(
    arena: &Arena<N>,
    outcome: &Outcome,
    witness: &mut W,
) {
    if outcome.ending == Ending::Undecided && outcome.rounds < arena.cast.round_cap {
        witness.say("BRP-X-9", || {
            "Nobody who stands can hurt an enemy any more.".to_owned()
        });
    }
}
