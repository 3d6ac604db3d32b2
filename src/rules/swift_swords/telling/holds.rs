//! Close combat and holds in plain English.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::nouns::scene::Scene;

/// Classes of holds, the loosest first.
const CLASSES: [&str; 5] = ["Light", "Medium", "Heavy", "Large", "Huge"];

pub(crate) fn closes<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) {
    scene.witness.say("SST-12-1", || {
        let both: FighterSet = [who, target].into_iter().collect();
        let down = both.iter().filter(|&one| scene.state.body(one).prone);
        let names = super::phrases::listed(down.map(|one| scene.arena.name(one)).collect());
        let fallen = if names.is_empty() {
            String::new()
        } else {
            format!("; down: {names}")
        };
        let (who, target) = (scene.arena.name(who), scene.arena.name(target));
        format!("{who} is in close combat with {target}{fallen}.")
    });
}

pub(crate) fn takes<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) {
    scene.witness.say("SST-12-4", || {
        let level = scene.state.body(target).held.map_or(0, |grip| grip.level);
        let class = CLASSES[usize::from(level)];
        format!(
            "{} has {} in a {class} Hold.",
            scene.arena.name(who),
            scene.arena.name(target)
        )
    });
}

pub(crate) fn lets_go<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) {
    scene.witness.say("SST-12-6", || {
        format!(
            "{} lets go of {}.",
            scene.arena.name(who),
            scene.arena.name(target)
        )
    });
}

pub(crate) fn squeezes<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
    points: u8,
) {
    scene.witness.say("SST-12-7", || {
        let (who, target) = (scene.arena.name(who), scene.arena.name(target));
        format!("{who}'s Hold does {points} to {target}.")
    });
}

pub(crate) fn subdues<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
    done: bool,
) {
    scene.witness.say("SST-12-8", || {
        let (who, target) = (scene.arena.name(who), scene.arena.name(target));
        if done {
            format!("{who} subdues {target}.")
        } else {
            format!("{target} does not let {who} subdue it.")
        }
    });
}

pub(crate) fn breaks<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    (who, margin): (FighterId, i8),
) {
    scene.witness.say("SST-12-5", || {
        let name = scene.arena.name(who);
        match scene.state.body(who).held {
            None => format!("{name} is free."),
            Some(grip) if margin > 0 => {
                let class = CLASSES[usize::from(grip.level)];
                format!("{name} is in a {class} Hold now.")
            }
            Some(_) => format!("{name} is still held."),
        }
    });
}

pub(crate) fn fells<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    (who, target): (FighterId, FighterId),
    fell: bool,
) {
    scene.witness.say("SST-12-9", || {
        let (who, target) = (scene.arena.name(who), scene.arena.name(target));
        if fell {
            format!("{who} throws {target} down.")
        } else {
            format!("{target} keeps its feet against {who}.")
        }
    });
}
