//! Attacks, what answers them and what they do, in words.

use std::fmt::Write as _;

use super::{listed, place, saved};
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, FighterSet, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Manner, Means};
use crate::rules::murdham::nouns::pool::{Harm, Pool};
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::reading::tables::Weapon;

/// What is done with an attack: `attacks b with sword`, `tries to grab b`.
fn deed<const N: usize>(arena: &Arena<N>, state: &State<N>, attack: Attack) -> String {
    let target = arena.name(attack.target);
    let weapon = &arena.weapon_of(state, attack.attacker, attack.means).name;
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
            let zones = arena.distance(state, attack.attacker, attack.target);
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

pub(crate) fn attack<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    attack: Attack,
    witness: &mut W,
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
    witness.say(clause, || {
        let held_back = if attack.manner == Manner::HeldBack {
            ", holding back"
        } else {
            ""
        };
        let who = arena.name(attack.attacker);
        format!("{who} {}{held_back}.", deed(arena, state, attack))
    });
}

pub(crate) fn blast<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    weapon: &Weapon,
    zone: Place,
    witness: &mut W,
) {
    witness.say("MUR-8-1", || {
        let at = place(arena, zone);
        format!(
            "{} attacks everybody in {at} with {}.",
            arena.name(who),
            weapon.name
        )
    });
}

pub(crate) fn split<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    weapon: &Weapon,
    targets: FighterSet,
    witness: &mut W,
) {
    witness.say("MUR-16-3", || {
        let names = listed(targets.iter().map(|target| arena.name(target)).collect());
        format!(
            "{} attacks {names} at once with {}.",
            arena.name(who),
            weapon.name
        )
    });
}

pub(crate) fn deviates<const N: usize, W: Witness>(arena: &Arena<N>, zone: Place, witness: &mut W) {
    witness.say("MUR-8-5", || {
        format!("It goes astray to {}.", place(arena, zone))
    });
}

pub(crate) fn to_hit<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    hits: bool,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("MUR-3-9", || {
        let save = saved(arena, arena.fighter(who).wit, hits, dice);
        format!("To hit, {} {save}.", arena.name(who))
    });
}

pub(crate) fn failed<const N: usize, W: Witness>(_arena: &Arena<N>, blow: Blow, witness: &mut W) {
    match blow {
        Blow::Missed => witness.say("MUR-3-9", || "The attack misses.".to_owned()),
        Blow::Evaded => witness.say("MUR-4-6", || "The attack has no effect.".to_owned()),
        Blow::Landed { .. } => {}
    }
}

pub(crate) fn surprised<const N: usize, W: Witness>(
    arena: &Arena<N>,
    target: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-11-4", || {
        format!("{} is taken by surprise.", arena.name(target))
    });
}

pub(crate) fn guards<const N: usize, W: Witness>(
    arena: &Arena<N>,
    guard: FighterId,
    target: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-5-1", || {
        format!("{} guards {}.", arena.name(guard), arena.name(target))
    });
}

pub(crate) fn hides<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    behind: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-4-11", || {
        format!("{} hides behind {}.", arena.name(who), arena.name(behind))
    });
}

pub(crate) fn dodge<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    evades: bool,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("MUR-4-6", || {
        let save = saved(arena, arena.fighter(who).agility, evades, dice);
        format!("{} dodges: {save}.", arena.name(who))
    });
}

pub(crate) fn counters<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    answer: Attack,
    witness: &mut W,
) {
    witness.say("MUR-4-7", || {
        format!(
            "{} counters: {}.",
            arena.name(answer.attacker),
            deed(arena, state, answer)
        )
    });
}

pub(crate) fn opportunity<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    mover: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-6-1", || {
        format!("{} moves away from {}.", arena.name(mover), arena.name(who))
    });
}

/// How a damage roll came about: `rolls 3 and 5 (1d6, impaired) for 3, halved to 2, less 1 for armour: 1`.
pub(crate) fn damage<const N: usize, W: Witness>(
    arena: &Arena<N>,
    attack: Attack,
    pool: Pool,
    harm: Harm,
    witness: &mut W,
) {
    witness.say("MUR-0-5", || {
        let (who, target) = (arena.name(attack.attacker), arena.name(attack.target));
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

pub(crate) fn harm<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    harm: Harm,
    witness: &mut W,
) {
    witness.say("MUR-0-3", || {
        let name = arena.name(who);
        if harm.net == 0 {
            format!("{name} is unhurt.")
        } else {
            let left = state.body(who).health;
            format!("{name} suffers {} and is at {left} health.", harm.net)
        }
    });
}

pub(crate) fn void<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("MUR-4-8", || format!("{} is hit first.", arena.name(who)));
}

pub(crate) fn death_blow<const N: usize, W: Witness>(
    arena: &Arena<N>,
    attack: Attack,
    witness: &mut W,
) {
    witness.say("MUR-3-7", || {
        format!(
            "{} deals {} a death blow.",
            arena.name(attack.attacker),
            arena.name(attack.target)
        )
    });
}

pub(crate) fn yields<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    target: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-9-2", || {
        format!(
            "{} accepts to be spared by {}.",
            arena.name(target),
            arena.name(who)
        )
    });
}

pub(crate) fn resists<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    resists: bool,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("MUR-10-1", || {
        let save = saved(arena, arena.fighter(who).strength, resists, dice);
        format!("{} resists: {save}.", arena.name(who))
    });
}

pub(crate) fn grabbed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    captive: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-10-8", || {
        format!("{} holds {}.", arena.name(who), arena.name(captive))
    });
}

pub(crate) fn disarmed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    target: FighterId,
    weapon: u8,
    taker: Option<FighterId>,
    witness: &mut W,
) {
    witness.say("MUR-10-5", || {
        let (name, weapon) = (arena.name(target), &arena.weapon(weapon).name);
        match taker {
            Some(who) => format!("{} takes {weapon} from {name}.", arena.name(who)),
            None => format!("{name} drops {weapon}."),
        }
    });
}

pub(crate) fn pushed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-10-6", || {
        let to = place(arena, state.body(who).place);
        format!("{} is pushed to {to}.", arena.name(who))
    });
}

pub(crate) fn swallowed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-10-7", || {
        let at = place(arena, state.body(who).place);
        format!("{} falls prey to what lurks in {at}.", arena.name(who))
    });
}

pub(crate) fn gear<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    what: &str,
    witness: &mut W,
) {
    witness.say("MUR-15-2", || {
        format!("The {what} of {} is destroyed.", arena.name(who))
    });
}
