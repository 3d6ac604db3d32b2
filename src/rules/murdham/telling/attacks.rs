//! Attacks, what answers them and what they do, in words.

use std::fmt::Write as _;

use super::{listed, place, saved};
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, FighterSet, Witness};
use crate::rules::murdham::nouns::attack::{Attack, Manner, Means};
use crate::rules::murdham::nouns::pool::{Harm, Pool};
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::reading::tables::Weapon;

/// What is done with an attack: `attacks b with sword`, `tries to grab b`.
fn deed<const N: usize>(view: View<'_, N>, attack: Attack) -> String {
    let target = view.arena.name(attack.target);
    let weapon = &view
        .arena
        .weapon_of(view.state, attack.attacker, attack.means)
        .name;
    match attack.means {
        Means::Disarm { .. } => format!("tries to disarm {target}"),
        Means::Shove { .. } => format!("tries to shove {target}"),
        Means::Grapple => format!("tries to grab {target}"),
        Means::Unarmed if attack.manner == Manner::DeathBlow => {
            format!("means to finish {target} with bare hands")
        }
        Means::Unarmed => format!("attacks {target} with bare hands"),
        Means::Item(_) if attack.manner == Manner::DeathBlow => {
            format!("means to finish {target} with {weapon}")
        }
        Means::Item(_) if attack.way.ranged => {
            let zones = view
                .arena
                .distance(view.state, attack.attacker, attack.target);
            let zones = match zones {
                0 => "from nearby".to_owned(),
                1 => "from 1 zone".to_owned(),
                zones => format!("from {zones} zones"),
            };
            format!("shoots at {target} with {weapon} {zones}")
        }
        Means::Item(_) => format!("attacks {target} with {weapon}"),
    }
}

pub(crate) fn attack<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
) {
    let clause = if attack.means.is_nonlethal() {
        "MUR-10-1"
    } else if attack.manner == Manner::DeathBlow {
        "MUR-3-7"
    } else if attack.way.ranged {
        "MUR-3-3"
    } else {
        "MUR-3-1"
    };
    scene.witness.say(clause, || {
        let held_back = if attack.manner == Manner::HeldBack {
            ", holding back"
        } else {
            ""
        };
        let who = scene.arena.name(attack.attacker);
        format!(
            "{who} {}{held_back}.",
            deed(View::new(scene.arena, scene.state), attack)
        )
    });
}

pub(crate) fn blast<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    weapon: &Weapon,
    zone: Place,
) {
    scene.witness.say("MUR-8-1", || {
        let at = place(scene.arena, zone);
        format!(
            "{} attacks everybody in {at} with {}.",
            scene.arena.name(who),
            weapon.name
        )
    });
}

pub(crate) fn split<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    weapon: &Weapon,
    targets: FighterSet,
) {
    scene.witness.say("MUR-16-3", || {
        let names = listed(
            targets
                .iter()
                .map(|target| scene.arena.name(target))
                .collect(),
        );
        format!(
            "{} attacks {names} at once with {}.",
            scene.arena.name(who),
            weapon.name
        )
    });
}

pub(crate) fn deviates<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    zone: Place,
) {
    scene.witness.say("MUR-8-5", || {
        format!("It goes astray to {}.", place(scene.arena, zone))
    });
}

pub(crate) fn to_hit<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    hits: bool,
) {
    scene.witness.say("MUR-3-9", || {
        let save = saved(scene.arena, scene.arena.fighter(who).wit, hits, scene.dice);
        format!("To hit, {} {save}.", scene.arena.name(who))
    });
}

pub(crate) fn failed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    blow: Blow,
) {
    match blow {
        Blow::Missed => scene
            .witness
            .say("MUR-3-9", || "The attack misses.".to_owned()),
        Blow::Evaded => scene
            .witness
            .say("MUR-4-6", || "The attack has no effect.".to_owned()),
        Blow::Landed { .. } => {}
    }
}

pub(crate) fn surprised<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    target: FighterId,
) {
    scene.witness.say("MUR-11-4", || {
        format!("{} is taken by surprise.", scene.arena.name(target))
    });
}

pub(crate) fn guards<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    guard: FighterId,
    target: FighterId,
) {
    scene.witness.say("MUR-5-1", || {
        format!(
            "{} guards {}.",
            scene.arena.name(guard),
            scene.arena.name(target)
        )
    });
}

pub(crate) fn hides<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    behind: FighterId,
) {
    scene.witness.say("MUR-4-11", || {
        format!(
            "{} hides behind {}.",
            scene.arena.name(who),
            scene.arena.name(behind)
        )
    });
}

pub(crate) fn dodge<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    evades: bool,
) {
    scene.witness.say("MUR-4-6", || {
        let save = saved(
            scene.arena,
            scene.arena.fighter(who).agility,
            evades,
            scene.dice,
        );
        format!("{} dodges: {save}.", scene.arena.name(who))
    });
}

pub(crate) fn counters<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    answer: Attack,
) {
    scene.witness.say("MUR-4-7", || {
        format!(
            "{} counters: {}.",
            scene.arena.name(answer.attacker),
            deed(View::new(scene.arena, scene.state), answer)
        )
    });
}

pub(crate) fn opportunity<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mover: FighterId,
) {
    scene.witness.say("MUR-6-1", || {
        format!(
            "{} moves away from {}.",
            scene.arena.name(mover),
            scene.arena.name(who)
        )
    });
}

/// How a damage roll came about: `rolls 3 and 5 (1d6, impaired) for 3, halved to 2, less 1 for armour: 1`.
pub(crate) fn damage<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
    pool: Pool,
    harm: Harm,
) {
    scene.witness.say("MUR-0-5", || {
        let (who, target) = (
            scene.arena.name(attack.attacker),
            scene.arena.name(attack.target),
        );
        let rolled = harm.rolled;
        let mut text = match rolled.other {
            Some(other) => {
                format!(
                    "{who} rolls {} and {other} for impaired damage",
                    rolled.total
                )
            }
            None => format!("{who} rolls {} for damage", rolled.total),
        };
        let _ = write!(text, " ({}d{})", pool.count, pool.sides);
        if harm.before != rolled.total {
            let _ = write!(text, ", halved to {}", harm.before);
        }
        let stopped = harm.before - harm.net;
        if stopped > 0 {
            let _ = write!(text, ", of which {target} is spared {stopped}");
        }
        format!("{text}.")
    });
}

pub(crate) fn harm<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    harm: Harm,
) {
    scene.witness.say("MUR-0-3", || {
        let name = scene.arena.name(who);
        if harm.net == 0 {
            format!("{name} is unhurt.")
        } else {
            let left = scene.state.body(who).health;
            format!("{name} suffers {} and is at {left} health.", harm.net)
        }
    });
}

pub(crate) fn void<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("MUR-4-8", || {
        format!("{} is hit first.", scene.arena.name(who))
    });
}

pub(crate) fn death_blow<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
) {
    scene.witness.say("MUR-3-7", || {
        format!(
            "{} deals {} a death blow.",
            scene.arena.name(attack.attacker),
            scene.arena.name(attack.target)
        )
    });
}

pub(crate) fn yields<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) {
    scene.witness.say("MUR-9-2", || {
        format!(
            "{} accepts to be spared by {}.",
            scene.arena.name(target),
            scene.arena.name(who)
        )
    });
}

pub(crate) fn resists<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    resists: bool,
) {
    scene.witness.say("MUR-10-1", || {
        let save = saved(
            scene.arena,
            scene.arena.fighter(who).strength,
            resists,
            scene.dice,
        );
        format!("{} resists: {save}.", scene.arena.name(who))
    });
}

pub(crate) fn grabbed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    captive: FighterId,
) {
    scene.witness.say("MUR-10-8", || {
        format!(
            "{} holds {}.",
            scene.arena.name(who),
            scene.arena.name(captive)
        )
    });
}

pub(crate) fn disarmed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    target: FighterId,
    weapon: u8,
    taker: Option<FighterId>,
) {
    scene.witness.say("MUR-10-5", || {
        let (name, weapon) = (scene.arena.name(target), &scene.arena.weapon(weapon).name);
        match taker {
            Some(who) => format!("{} takes {weapon} from {name}.", scene.arena.name(who)),
            None => format!("{name} drops {weapon}."),
        }
    });
}

pub(crate) fn pushed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("MUR-10-6", || {
        let to = place(scene.arena, scene.state.body(who).place);
        format!("{} is pushed to {to}.", scene.arena.name(who))
    });
}

pub(crate) fn swallowed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("MUR-10-7", || {
        let at = place(scene.arena, scene.state.body(who).place);
        format!(
            "{} falls prey to what lurks in {at}.",
            scene.arena.name(who)
        )
    });
}

pub(crate) fn gear<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    what: &str,
) {
    scene.witness.say("MUR-15-2", || {
        format!("The {what} of {} is destroyed.", scene.arena.name(who))
    });
}
