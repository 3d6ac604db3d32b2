//! Attacks, defences and damage in plain English.

use super::phrases::{dice, faces, pool_name, state_name};
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, Witness};
use crate::rules::swift_swords::nouns::attack::{Attack, Band, Means, Purpose};
use crate::rules::swift_swords::nouns::defence::Kind;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::luck::{AttackRoll, Faces, Rolled};
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::nouns::state::{Daze, Pool};
use crate::rules::swift_swords::questions::tohit::Terms;

#[inline]
pub(crate) fn attacks<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
    pool: u8,
    terms: Terms,
    picked: u8,
) {
    let clause = match attack.means {
        Means::Riposte(..) => "SST-13-11",
        Means::Mind => "SST-19-2",
        _ => "SST-10-2",
    };
    scene.witness.say(clause, || {
        let (who, target) = (
            scene.arena.name(attack.attacker),
            scene.arena.name(attack.target),
        );
        let with = match attack.means.weapon() {
            Some(weapon) => format!(" with {}", scene.arena.weapon(weapon).name),
            None => String::new(),
        };
        let verb = match (attack.means, attack.purpose) {
            (Means::Riposte(..), _) => "strikes back at",
            (Means::Mind, _) => "daunts",
            (Means::Spell, _) => "casts at",
            (Means::Missile(_), _) => "shoots at",
            (_, Purpose::Break) => "strikes at the defence of",
            (_, Purpose::Touch) => "grabs at",
            (_, Purpose::Slam) => "slams into",
            _ => "attacks",
        };
        let level = match terms.sl {
            0 => String::new(),
            sl => format!(" at SL {sl:+}"),
        };
        let exposed = match picked {
            0 => String::new(),
            some => format!(", {some} of them for exposure"),
        };
        let how = [dice(pool), level, exposed].concat();
        format!("{who} {verb} {target}{with}: {how}.")
    });
}

#[inline]
pub(crate) fn keeps<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    pool: Pool,
) {
    scene.witness.say("SST-14-1", || {
        format!("{} keeps up {}.", scene.arena.name(who), pool_name(pool))
    });
}

#[inline]
pub(crate) fn defends<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    (who, kind): (FighterId, Kind),
    (_count, successes): (u8, u8),
    log: Option<Faces>,
) {
    let (clause, verb) = match kind {
        Kind::Dodge => ("SST-13-2", "dodges"),
        Kind::Block => ("SST-13-5", "blocks"),
        Kind::Parry => ("SST-13-10", "parries"),
    };
    scene.witness.say(clause, || {
        let plural = if successes == 1 {
            "success"
        } else {
            "successes"
        };
        format!(
            "{} {verb} and rolls {}: {successes} {plural}.",
            scene.arena.name(who),
            faces(log)
        )
    });
}

#[inline]
pub(crate) fn dodged<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
    surplus: u8,
) {
    scene.witness.say("SST-13-4", || {
        let pool = pool_name(scene.state.body(attack.target).pool);
        let who = scene.arena.name(attack.attacker);
        let more = if surplus > 0 {
            format!("; {who} is exposed by {}", dice(surplus))
        } else {
            String::new()
        };
        format!("No dice are left to the attack{more}. {pool} is left.")
    });
}

#[inline]
pub(crate) fn rolled<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    (pool, rolled): (AttackRoll, Rolled),
    log: Option<Faces>,
) {
    scene.witness.say("SST-10-3", || {
        let plural = if rolled.hits == 1 {
            "success"
        } else {
            "successes"
        };
        let ones = match rolled.ones {
            0 => String::new(),
            1 => " and a 1".to_owned(),
            more => format!(" and {more} ones"),
        };
        format!(
            "{} needs {} and rolls {}: {} {plural}{ones}.",
            scene.arena.name(who),
            pool.need,
            faces(log),
            rolled.hits
        )
    });
}

#[inline]
pub(crate) fn raised<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-9-3", || {
        format!("{} spends a 1 to raise a die.", scene.arena.name(who))
    });
}

#[inline]
pub(crate) fn parried<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    converted: u8,
) {
    scene.witness.say("SST-13-10", || {
        format!(
            "{} turns {} into ones.",
            scene.arena.name(who),
            dice(converted)
        )
    });
}

#[inline]
pub(crate) fn marked<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    exposures: u8,
    fumble: bool,
) {
    let clause = if fumble { "SST-10-5" } else { "SST-10-4" };
    scene.witness.say(clause, || {
        let who = scene.arena.name(who);
        match (fumble, exposures) {
            (true, 0) => format!("{who} fumbles."),
            (true, more) => format!("{who} fumbles and is exposed by {}.", dice(more)),
            (false, more) => format!("{who} is exposed by {}.", dice(more)),
        }
    });
}

pub(crate) fn broken<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    target: FighterId,
    counted: u8,
) {
    scene.witness.say("SST-8-4", || {
        let pool = pool_name(scene.state.body(target).pool);
        format!(
            "{} struck off: {} has {pool} left.",
            dice(counted),
            scene.arena.name(target)
        )
    });
}

#[inline]
pub(crate) fn blocked<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
    pool: u8,
    (spent, last, exposures): (u8, u8, u8),
) {
    scene.witness.say("SST-13-6", || {
        let who = scene.arena.name(attack.attacker);
        format!(
            "Against a Block of {pool}, {who} spends {spent} and has {last} left; exposed by {}.",
            dice(exposures)
        )
    });
}

#[inline]
pub(crate) fn outcome<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
    blow: Blow,
) {
    scene.witness.say("SST-10-8", || {
        let target = scene.arena.name(attack.target);
        match blow {
            Blow::Missed => format!("{target} is not hit."),
            Blow::Evaded => format!("{target} has stopped it."),
            Blow::Landed { dealt: 0, .. } => format!("The armour of {target} stops it."),
            Blow::Landed { dealt, .. } => format!("{target} is hit for {dealt}."),
        }
    });
}

pub(crate) fn beyond<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("SST-15-6", || {
        format!("{} is beyond such damage.", scene.arena.name(who))
    });
}

#[inline]
pub(crate) fn band<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    (who, track): (FighterId, Track),
    (damage, rank, band): (u8, u8, Band),
) {
    let (clause, what) = match (track, band) {
        (_, Band::Plain) => return,
        (Track::Physical, Band::Trauma) => ("SST-16-5", "is a Trauma to"),
        (Track::Physical, Band::Killing) => ("SST-16-5", "is a Killing Blow to"),
        (Track::Physical, Band::Massive) => ("SST-16-5", "is Massive damage to"),
        (Track::Mental, Band::Trauma) => ("SST-19-2", "panics"),
        (Track::Mental, Band::Killing | Band::Massive) => ("SST-19-2", "crushes"),
    };
    scene.witness.say(clause, || {
        let name = scene.arena.name(who);
        match track {
            Track::Physical => format!("{damage} against rank {rank} {what} {name}."),
            Track::Mental => format!("{damage} against Mental rank {rank} {what} {name}."),
        }
    });
}

#[inline]
pub(crate) fn rank<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    track: Track,
    crosses: bool,
) {
    let name = |track| match track {
        Track::Physical => "Physical",
        Track::Mental => "Mental",
    };
    let clause = match track {
        Track::Physical => "SST-18-1",
        Track::Mental => "SST-19-3",
    };
    scene.witness.say(clause, || {
        let now = |track| {
            let real = i32::from(scene.arena.fighter(who).real(track));
            real - i32::from(scene.state.body(who).losses(track).total())
        };
        let other = track.other();
        let more = if crosses {
            format!(", and {} {}", name(other), now(other))
        } else {
            String::new()
        };
        format!(
            "{} is down to {} {}{more}.",
            scene.arena.name(who),
            name(track),
            now(track)
        )
    });
}

#[inline]
pub(crate) fn dazed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    daze: Daze,
) {
    scene.witness.say("SST-17-1", || {
        format!("{} is {}.", scene.arena.name(who), state_name(daze))
    });
}

pub(crate) fn killed<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    clause: &'static str,
) {
    scene
        .witness
        .say(clause, || format!("{} is killed.", scene.arena.name(who)));
}
