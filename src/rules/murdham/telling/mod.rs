//! The fight in plain English, for a transcript: need, roll and result of every throw, with the clause it follows.
//!
//! What mounts and riders do is in `mounts.rs`, attacks are in `attacks.rs`. Nothing here decides anything, and none of
//! the words are made unless a witness wants them.

mod attacks;
mod mounts;

use crate::dice::Dice;
use crate::fight::{Ending, FighterId, FighterSet, Outcome, SideId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::state::{State, Status};
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

pub(crate) fn initiative<const N: usize, W: Witness>(
    arena: &Arena<N>,
    holder: SideId,
    witness: &mut W,
) {
    witness.say("MUR-1-7", || {
        format!(
            "The {} side holds the initiative.",
            arena.cast.sides[holder.index()]
        )
    });
}

pub(crate) fn ambush<W: Witness>(witness: &mut W) {
    witness.say("MUR-11-2", || {
        "Before the first round, the concealed take turns of their own.".to_owned()
    });
}

pub(crate) fn turn<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    if arena.field.zones > 1 {
        witness.say("MUR-1-2", || {
            let at = place(arena, state.body(who).place);
            format!("{} takes its turn, in {at}.", arena.name(who))
        });
    } else {
        witness.say("MUR-1-2", || format!("{} takes its turn.", arena.name(who)));
    }
}

/// Only passes are told that somebody chose.
pub(crate) fn passes<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    side: SideId,
    witness: &mut W,
) {
    let unused = arena.lineup.sides[side.index()].and(state.unused);
    if !unused.is_empty() {
        witness.say("MUR-1-8", || {
            format!("The {} side passes.", arena.cast.sides[side.index()])
        });
    }
}

pub(crate) fn walked<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    from: Place,
    witness: &mut W,
) {
    if arena.shared(state, who).is_some() {
        mounts::rode(arena, state, who, from, witness);
        return;
    }
    witness.say("MUR-2-2", || {
        let (from, to) = (place(arena, from), place(arena, state.body(who).place));
        format!("{} walks from {from} to {to}.", arena.name(who))
    });
}

pub(crate) fn noticed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-11-3", || format!("{} is noticed.", arena.name(who)));
}

pub(crate) fn picks_up<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    weapon: u8,
    witness: &mut W,
) {
    witness.say("MUR-2-8", || {
        format!(
            "{} picks up {}.",
            arena.name(who),
            arena.weapon(weapon).name
        )
    });
}

pub(crate) fn healed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    patient: FighterId,
    heals: i32,
    witness: &mut W,
) {
    witness.say("MUR-2-10", || {
        let whom = if who == patient {
            "itself".to_owned()
        } else {
            arena.name(patient)
        };
        let health = state.body(patient).health;
        format!(
            "{} treats {whom}: {heals}, now at {health} health.",
            arena.name(who)
        )
    });
}

pub(crate) fn freed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    captive: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-10-12", || format!("{} is free.", arena.name(captive)));
}

pub(crate) fn helpless<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-16-9", || {
        format!(
            "{} cannot break the hold of somebody larger.",
            arena.name(who)
        )
    });
}

pub(crate) fn breaks_free<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    passes: bool,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("MUR-10-9", || {
        let save = saved(arena, arena.fighter(who).strength, passes, dice);
        format!("{} tries to break free: {save}.", arena.name(who))
    });
}

pub(crate) fn frees<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    captive: FighterId,
    passes: bool,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("MUR-10-10", || {
        let save = saved(arena, arena.fighter(who).strength, passes, dice);
        format!(
            "{} tries to free {}: {save}.",
            arena.name(who),
            arena.name(captive)
        )
    });
}

pub(crate) fn morale<const N: usize, W: Witness>(arena: &Arena<N>, side: SideId, witness: &mut W) {
    witness.say("MUR-12-1", || {
        format!(
            "The {} side checks its morale.",
            arena.cast.sides[side.index()]
        )
    });
}

pub(crate) fn holds<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    passes: bool,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("MUR-12-3", || {
        format!(
            "{}: {}.",
            arena.name(who),
            saved(arena, arena.fighter(who).wit, passes, dice)
        )
    });
}

pub(crate) fn retreats<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-12-7", || format!("{} turns to flee.", arena.name(who)));
}

pub(crate) fn despairs<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-12-6", || {
        format!("{} is about to give up.", arena.name(who))
    });
}

pub(crate) fn resumes<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-13-3", || {
        format!("{} fights on after all.", arena.name(who))
    });
}

/// Somebody is out of the fight.
pub(crate) fn out<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    let (clause, what) = match state.body(who).status {
        Status::Fighting => return,
        Status::Dead if arena.is_vehicle(who) => ("MUR-17-4", "is wrecked"),
        Status::Incapacitated => ("MUR-0-6", "is incapacitated"),
        Status::Dying(_) => ("MUR-0-7", "is dying"),
        Status::Dead => ("MUR-0-7", "is dead"),
        Status::Surrendered => ("MUR-13-2", "surrenders"),
        Status::Fled => ("MUR-12-7", "has fled"),
    };
    witness.say(clause, || format!("{} {what}.", arena.name(who)));
}

/// Which statuses are told under one word.
type Which = fn(Status) -> bool;

/// How everybody is at the end [MUR-18-3].
pub(crate) fn end<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    outcome: &Outcome,
    witness: &mut W,
) {
    if outcome.ending == Ending::Undecided {
        let cap = arena.cast.round_cap;
        witness.say("MUR-1-14", || {
            let rounds = if cap == 1 { "round" } else { "rounds" };
            format!("Nothing is decided after {cap} {rounds}.")
        });
    }
    witness.say("MUR-18-3", || {
        let of = |wanted: Which| -> Vec<String> {
            let those: FighterSet = arena
                .lineup
                .everybody()
                .filter(|&who| !arena.is_vehicle(who) && wanted(state.body(who).status))
                .collect();
            those.iter().map(|who| arena.name(who)).collect()
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
