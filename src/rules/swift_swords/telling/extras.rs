//! Special results in plain English.

use super::phrases::{dice, faces};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::attack::Attack;
use crate::rules::swift_swords::nouns::luck::Faces;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::words::{LISTS, SPECIAL};

pub(crate) fn buys<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
    result: u8,
) {
    scene.witness.say("SST-35-1", || {
        let actions = LISTS[SPECIAL].actions;
        let name = actions[usize::from(result)].name.replace('-', " ");
        let (who, price) = (
            scene.arena.name(attack.attacker),
            scene.arena.options.special_price,
        );
        let plural = if price == 1 { "success" } else { "successes" };
        format!("{who} buys {name} for {price} {plural}.")
    });
}

pub(crate) fn more_damage<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    log: Option<Faces>,
    successes: u8,
) {
    scene.witness.say("SST-35-2", || {
        format!(
            "{} rolls {}: {successes} more.",
            scene.arena.name(who),
            faces(log)
        )
    });
}

pub(crate) fn disarmed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    broken: bool,
) {
    scene.witness.say("SST-35-2", || {
        let name = scene.arena.name(who);
        if broken {
            format!("The weapon of {name} breaks.")
        } else {
            format!("{name} drops its weapon.")
        }
    });
}

pub(crate) fn drained<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    face: u8,
) {
    scene.witness.say("SST-35-2", || {
        let hand = scene.state.body(who).hand;
        let (name, die) = (scene.arena.name(who), dice(1u8));
        format!("{name} loses {die} of {face} and has {hand} left.")
    });
}

/// Out of contact.
pub(crate) fn apart<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-35-2", || {
        format!("{} is out of contact.", scene.arena.name(who))
    });
}
