//! First Aid and waking in words.

use super::phrases::{count, rolled};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::chance::{Level, Limits};
use crate::rules::brp::nouns::state::{Condition, State};

pub(crate) fn treating<const N: usize, W: Witness>(
    arena: &Arena<N>,
    healer: FighterId,
    patient: FighterId,
    witness: &mut W,
) {
    witness.say("BRP-5.14-4", || {
        format!("{} tends to {}.", arena.name(healer), arena.name(patient))
    });
}

pub(crate) fn first_aid<const N: usize, W: Witness>(
    arena: &Arena<N>,
    healer: FighterId,
    patient: FighterId,
    limits: Limits,
    level: Level,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("BRP-5.14-2", || {
        format!(
            "First Aid by {} on {}: {}.",
            arena.name(healer),
            arena.name(patient),
            rolled(limits, level, dice)
        )
    });
}

pub(crate) fn restored<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    patient: FighterId,
    (rolled, restored): (i32, i32),
    witness: &mut W,
) {
    witness.say("BRP-5.14-2", || {
        let all = if restored < rolled {
            ", all that the injury took"
        } else {
            ""
        };
        let body = state.body(patient);
        let end = match body.condition {
            Condition::Dying => ", still dying",
            Condition::Unconscious => ", unconscious",
            _ => "",
        };
        format!(
            "It rolls {rolled} and restores {restored}{all}: {} has {}{end}.",
            arena.name(patient),
            count(body.hp, "hit point")
        )
    });
}

pub(crate) fn nothing_to_treat<const N: usize, W: Witness>(
    arena: &Arena<N>,
    healer: FighterId,
    patient: FighterId,
    witness: &mut W,
) {
    witness.say("BRP-5.14-3", || {
        let (healer, patient) = (arena.name(healer), arena.name(patient));
        format!("{healer} finds no injury of {patient} left to treat.")
    });
}

pub(crate) fn untreated<const N: usize, W: Witness>(
    arena: &Arena<N>,
    healer: FighterId,
    patient: FighterId,
    witness: &mut W,
) {
    witness.say("BRP-5.14-4", || {
        let (healer, patient) = (arena.name(healer), arena.name(patient));
        format!("{healer} can no longer tend to {patient}.")
    });
}

pub(crate) fn waking<const N: usize, W: Witness>(
    arena: &Arena<N>,
    waker: FighterId,
    sleeper: FighterId,
    witness: &mut W,
) {
    witness.say("BRP-5.12-5", || {
        format!("{} wakes {}.", arena.name(waker), arena.name(sleeper))
    });
}

pub(crate) fn awake<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("BRP-5.12-5", || {
        format!("{} is back on their feet.", arena.name(who))
    });
}
