//! Special results in plain English.

use super::phrases::{dice, faces};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::Attack;
use crate::rules::swift_swords::nouns::luck::Faces;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::words::{LISTS, SPECIAL};

pub(crate) fn buys<const N: usize, W: Witness>(
    arena: &Arena<N>,
    attack: Attack,
    result: u8,
    witness: &mut W,
) {
    witness.say("SST-35-1", || {
        let actions = LISTS[SPECIAL].actions;
        let name = actions[usize::from(result)].name.replace('-', " ");
        let (who, price) = (arena.name(attack.attacker), arena.options.special_price);
        let plural = if price == 1 { "success" } else { "successes" };
        format!("{who} buys {name} for {price} {plural}.")
    });
}

pub(crate) fn more_damage<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    (log, successes): (Option<Faces>, u8),
    witness: &mut W,
) {
    witness.say("SST-35-2", || {
        format!(
            "{} rolls {}: {successes} more.",
            arena.name(who),
            faces(log)
        )
    });
}

pub(crate) fn disarmed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    broken: bool,
    witness: &mut W,
) {
    witness.say("SST-35-2", || {
        let name = arena.name(who);
        if broken {
            format!("The weapon of {name} breaks.")
        } else {
            format!("{name} drops its weapon.")
        }
    });
}

pub(crate) fn drained<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    face: u8,
    witness: &mut W,
) {
    witness.say("SST-35-2", || {
        let hand = state.body(who).hand;
        let (name, die) = (arena.name(who), dice(1u8));
        format!("{name} loses {die} of {face} and has {hand} left.")
    });
}

/// Out of contact.
pub(crate) fn apart<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("SST-35-2", || {
        format!("{} is out of contact.", arena.name(who))
    });
}
