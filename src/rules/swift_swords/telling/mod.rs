//! The fight in plain English, for a transcript, with the clause that each sentence follows from.
//!
//! Nothing here decides anything, and none of the words are made unless a witness wants them. Attacks and what they do
//! are told in `attacks.rs`, movement in `moves.rs`, close combat in `holds.rs`.

mod attacks;
mod extras;
mod harm;
pub(crate) mod holds;
pub(crate) mod moves;
mod phrases;

pub(crate) use attacks::{
    attacks, band, beyond, blocked, broken, dazed, defends, dodged, keeps, killed, marked, outcome,
    parried, raised, rank, rolled,
};
pub(crate) use extras::{apart, buys, disarmed, drained, more_damage};
pub(crate) use harm::{
    bleeds, bolstered, burns, cows, crushed, daunted, event, falls, injured, lands, panics,
    rallies, sense, soaked, stands_firm,
};

use super::nouns::luck::Faces;
use super::nouns::state::{Daze, State, Status};
use super::reading::hand::Hand;
use super::reading::sheet::{TRAITS, Trait};
use crate::dice::Dice;
use crate::fight::{Ending, FighterId, FighterSet, Outcome, Witness};
use crate::rules::swift_swords::nouns::scene::Scene;
use phrases::{faces, listed, pool_name, state_name};

/// Room for the faces of a roll, where somebody listens.
#[inline]
pub(crate) fn log<W: Witness>() -> Option<Faces> {
    W::LISTENS.then(Faces::default)
}

pub(crate) fn round<const N: usize, W: Witness>(state: &State<N>, witness: &mut W) {
    if !state.surprised.is_empty() {
        witness.say("SST-29-2", || {
            "Those who are surprised have no dice.".to_owned()
        });
    }
}

#[inline]
pub(crate) fn dealt<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    rolls: bool,
    log: Option<Faces>,
) {
    let clause = if rolls { "SST-5-1" } else { "SST-5-4" };
    scene.witness.say(clause, || {
        let hand = scene.state.body(who).hand;
        if rolls {
            format!(
                "{} rolls {} and holds {hand}.",
                scene.arena.name(who),
                faces(log)
            )
        } else {
            format!("{} holds {hand}.", scene.arena.name(who))
        }
    });
}

#[inline]
pub(crate) fn pays<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    paid: Hand,
) {
    scene.witness.say("SST-7-1", || {
        let left = scene.state.body(who).hand;
        format!("{} pays {paid} and has {left} left.", scene.arena.name(who))
    });
}

pub(crate) fn waits<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene
        .witness
        .say("SST-7-6", || format!("{} waits.", scene.arena.name(who)));
}

pub(crate) fn nobody<W: Witness>(witness: &mut W) {
    witness.say("SST-7-9", || "Nobody acts any more: a refresh.".to_owned());
}

pub(crate) fn calls<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    callers: FighterSet,
) {
    scene.witness.say("SST-7-5", || {
        let names: Vec<String> = callers.iter().map(|who| scene.arena.name(who)).collect();
        let call = if names.len() == 1 { "calls" } else { "call" };
        format!("{} {call} for a refresh.", listed(names))
    });
}

pub(crate) fn option_over<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    let kept = scene.body(who).kept;
    if kept > 0 {
        scene.witness.say("SST-7-8", || {
            format!(
                "{} keeps the {kept} for the next round.",
                scene.arena.name(who)
            )
        });
    }
}

pub(crate) fn effort<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-9-1", || {
        format!("{} spends a 1 for a die more.", scene.arena.name(who))
    });
}

pub(crate) fn recovers<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    daze: Daze,
) {
    scene.witness.say("SST-17-3", || {
        format!(
            "{} is no longer {}.",
            scene.arena.name(who),
            state_name(daze)
        )
    });
}

pub(crate) fn pools<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-14-3", || {
        format!(
            "{}: {} now.",
            scene.arena.name(who),
            pool_name(scene.state.body(who).pool)
        )
    });
}

#[inline]
pub(crate) fn tested<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    which: Trait,
    count: u8,
    successes: u8,
    log: Option<Faces>,
) {
    scene.witness.say("SST-0-2", || {
        let name = TRAITS[which as usize].to_uppercase();
        let rolls = if count == 0 {
            "has no dice".to_owned()
        } else {
            format!("rolls {}", faces(log))
        };
        let result = match successes {
            0 => "fails".to_owned(),
            1 => "1 success".to_owned(),
            more => format!("{more} successes"),
        };
        format!("{} {rolls} for {name}: {result}.", scene.arena.name(who))
    });
}

pub(crate) fn out<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    (status, clause): (Status, &'static str),
) {
    scene.witness.say(clause, || {
        let what = match status {
            Status::Yielded => "yields",
            Status::Fled => "has fled",
            Status::Killed => "is killed",
            Status::Out | Status::Fighting => "is out of action",
        };
        format!("{} {what}.", scene.arena.name(who))
    });
}

pub(crate) fn end<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    outcome: &Outcome,
) {
    scene.witness.say("SST-0-7", || match outcome.ending {
        Ending::Won(side) => {
            let name = &scene.arena.cast.sides[side.index()];
            format!("The {name} side wins in round {}.", outcome.rounds)
        }
        Ending::Draw => format!("Nobody is left in round {}: a draw.", outcome.rounds),
        Ending::Undecided => format!("Still undecided after round {}.", outcome.rounds),
    });
}
