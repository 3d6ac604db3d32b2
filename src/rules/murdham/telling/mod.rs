//! The fight in plain English, for a transcript: need, roll and result of every throw, with the clause it follows.
//!
//! What mounts and riders do is in `mounts.rs`, attacks are in `attacks.rs`. Nothing here decides anything, and none of
//! the words are made unless a witness wants them.

mod attacks;
mod mounts;

use crate::dice::Dice;
use crate::fight::{Ending, FighterId, FighterSet, Outcome, SideId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::scene::Scene;
use crate::rules::murdham::nouns::state::Status;
use crate::rules::murdham::reading::field::Place;

pub(crate) use attacks::{
    attack, blast, counters, damage, death_blow, deviates, disarmed, dodge, failed, gear, grabbed,
    guards, harm, hides, opportunity, pushed, resists, split, surprised, swallowed, to_hit, void,
    yields,
};

pub(crate) use mounts::{
    dismounts, keeps_seat, keeps_turn, left_behind, loses_mount, mounts, races, shared_turn,
};

/// Faces as a transcript shows them: `7`, `5 and 2`.
fn faces(dice: &impl Dice) -> String {
    let faces = dice.faces().iter().map(u32::to_string);
    faces.collect::<Vec<_>>().join(" and ")
}

/// `needs 8 or less, rolls 2: passes`.
fn saved<const N: usize>(arena: &Arena<N>, ability: u8, passes: bool, dice: &impl Dice) -> String {
    let result = if passes { "passes" } else { "fails" };
    let need = arena.options.need(ability);
    format!("needs {need} or less, rolls {}: {result}", faces(dice))
}

/// Names as a sentence lists them: `a, b and c`.
fn listed(mut names: Vec<String>) -> String {
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

fn place<const N: usize>(arena: &Arena<N>, place: Place) -> String {
    let name = &arena.field.names[usize::from(place)];
    if arena.field.is_zone(place) {
        format!("zone {name}")
    } else {
        format!("border {name}")
    }
}

pub(crate) fn initiative<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    holder: SideId,
) {
    scene.witness.say("MUR-1-7", || {
        format!(
            "The {} side holds the initiative.",
            scene.arena.cast.sides[holder.index()]
        )
    });
}

pub(crate) fn ambush<W: Witness>(witness: &mut W) {
    witness.say("MUR-11-2", || {
        "Before the first round, the concealed take turns of their own.".to_owned()
    });
}

pub(crate) fn turn<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    if scene.arena.field.zones > 1 {
        scene.witness.say("MUR-1-2", || {
            let at = place(scene.arena, scene.state.body(who).place);
            format!("{} takes its turn, in {at}.", scene.arena.name(who))
        });
    } else {
        scene.witness.say("MUR-1-2", || {
            format!("{} takes its turn.", scene.arena.name(who))
        });
    }
}

/// Only passes are told that somebody chose.
pub(crate) fn passes<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    side: SideId,
) {
    let unused = scene.arena.lineup.sides[side.index()].and(scene.state.unused);
    if !unused.is_empty() {
        scene.witness.say("MUR-1-8", || {
            format!("The {} side passes.", scene.arena.cast.sides[side.index()])
        });
    }
}

pub(crate) fn walked<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    from: Place,
) {
    if scene.arena.shared(scene.state, who).is_some() {
        mounts::rode(scene, who, from);
        return;
    }
    scene.witness.say("MUR-2-2", || {
        let (from, to) = (
            place(scene.arena, from),
            place(scene.arena, scene.state.body(who).place),
        );
        format!("{} walks from {from} to {to}.", scene.arena.name(who))
    });
}

pub(crate) fn noticed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("MUR-11-3", || {
        format!("{} is noticed.", scene.arena.name(who))
    });
}

pub(crate) fn picks_up<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    weapon: u8,
) {
    scene.witness.say("MUR-2-8", || {
        format!(
            "{} picks up {}.",
            scene.arena.name(who),
            scene.arena.weapon(weapon).name
        )
    });
}

pub(crate) fn healed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    patient: FighterId,
    heals: i32,
) {
    scene.witness.say("MUR-2-10", || {
        let whom = if who == patient {
            "itself".to_owned()
        } else {
            scene.arena.name(patient)
        };
        let health = scene.state.body(patient).health;
        format!(
            "{} treats {whom}: {heals}, now at {health} health.",
            scene.arena.name(who)
        )
    });
}

pub(crate) fn freed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    captive: FighterId,
) {
    scene.witness.say("MUR-10-12", || {
        format!("{} is free.", scene.arena.name(captive))
    });
}

pub(crate) fn helpless<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("MUR-16-9", || {
        format!(
            "{} cannot break the hold of somebody larger.",
            scene.arena.name(who)
        )
    });
}

pub(crate) fn breaks_free<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    passes: bool,
) {
    scene.witness.say("MUR-10-9", || {
        let save = saved(
            scene.arena,
            scene.arena.fighter(who).strength,
            passes,
            scene.dice,
        );
        format!("{} tries to break free: {save}.", scene.arena.name(who))
    });
}

pub(crate) fn frees<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    captive: FighterId,
    passes: bool,
) {
    scene.witness.say("MUR-10-10", || {
        let save = saved(
            scene.arena,
            scene.arena.fighter(who).strength,
            passes,
            scene.dice,
        );
        format!(
            "{} tries to free {}: {save}.",
            scene.arena.name(who),
            scene.arena.name(captive)
        )
    });
}

pub(crate) fn morale<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    side: SideId,
) {
    scene.witness.say("MUR-12-1", || {
        format!(
            "The {} side checks its morale.",
            scene.arena.cast.sides[side.index()]
        )
    });
}

pub(crate) fn holds<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    passes: bool,
) {
    scene.witness.say("MUR-12-3", || {
        format!(
            "{}: {}.",
            scene.arena.name(who),
            saved(
                scene.arena,
                scene.arena.fighter(who).wit,
                passes,
                scene.dice
            )
        )
    });
}

pub(crate) fn retreats<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("MUR-12-7", || {
        format!("{} turns to flee.", scene.arena.name(who))
    });
}

pub(crate) fn despairs<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("MUR-12-6", || {
        format!("{} is about to give up.", scene.arena.name(who))
    });
}

pub(crate) fn resumes<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("MUR-13-3", || {
        format!("{} fights on after all.", scene.arena.name(who))
    });
}

/// Somebody is out of the fight.
pub(crate) fn out<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    let (clause, what) = match scene.body(who).status {
        Status::Fighting => return,
        Status::Dead if scene.arena.is_vehicle(who) => ("MUR-17-4", "is wrecked"),
        Status::Incapacitated => ("MUR-0-6", "is incapacitated"),
        Status::Dying(_) => ("MUR-0-7", "is dying"),
        Status::Dead => ("MUR-0-7", "is dead"),
        Status::Surrendered => ("MUR-13-2", "surrenders"),
        Status::Fled => ("MUR-12-7", "has fled"),
    };
    scene
        .witness
        .say(clause, || format!("{} {what}.", scene.arena.name(who)));
}

/// Which statuses are told under one word.
type Which = fn(Status) -> bool;

/// How everybody is at the end [MUR-18-3].
pub(crate) fn end<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    outcome: &Outcome,
) {
    if outcome.ending == Ending::Undecided {
        let cap = scene.arena.cast.round_cap;
        scene.witness.say("MUR-1-14", || {
            let rounds = if cap == 1 { "round" } else { "rounds" };
            format!("Nothing is decided after {cap} {rounds}.")
        });
    }
    scene.witness.say("MUR-18-3", || {
        let of = |wanted: Which| -> Vec<String> {
            let those: FighterSet = scene
                .arena
                .lineup
                .everybody()
                .filter(|&who| !scene.arena.is_vehicle(who) && wanted(scene.state.body(who).status))
                .collect();
            those.iter().map(|who| scene.arena.name(who)).collect()
        };
        let parts: [(&str, Which); 5] = [
            ("fighting", |status| status == Status::Fighting),
            ("incapacitated", |status| status == Status::Incapacitated),
            ("dead", |status| {
                matches!(status, Status::Dead | Status::Dying(_))
            }),
            ("surrendered", |status| status == Status::Surrendered),
            ("fled", |status| status == Status::Fled),
        ];
        let told = parts.into_iter().filter_map(|(what, wanted)| {
            let names = of(wanted);
            (!names.is_empty()).then(|| format!("{what}: {}", listed(names)))
        });
        let told = told.collect::<Vec<_>>().join("; ");
        let mut letters = told.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        format!(
            "{}{}.",
            first.map(String::from).unwrap_or_default(),
            letters.as_str()
        )
    });
}
