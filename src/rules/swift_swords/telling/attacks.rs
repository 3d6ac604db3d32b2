//! Attacks, defences and damage in plain English.

use super::phrases::{dice, faces, pool_name, state_name};
use crate::fight::{Blow, FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Band, Means, Purpose};
use crate::rules::swift_swords::nouns::defence::Kind;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::luck::{AttackRoll, Faces, Rolled};
use crate::rules::swift_swords::nouns::state::{Daze, Pool, State};
use crate::rules::swift_swords::questions::tohit::Terms;

#[inline]
pub(crate) fn attacks<const N: usize, W: Witness>(
    arena: &Arena<N>,
    attack: Attack,
    pool: u8,
    terms: Terms,
    picked: u8,
    witness: &mut W,
) {
    let clause = match attack.means {
        Means::Riposte(..) => "SST-13-11",
        Means::Mind => "SST-19-2",
        _ => "SST-10-2",
    };
    witness.say(clause, || {
        let (who, target) = (arena.name(attack.attacker), arena.name(attack.target));
        let with = match attack.means.weapon() {
            Some(weapon) => format!(" with {}", arena.weapon(weapon).name),
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
pub(crate) fn keeps<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    pool: Pool,
    witness: &mut W,
) {
    witness.say("SST-14-1", || {
        format!("{} keeps up {}.", arena.name(who), pool_name(pool))
    });
}

#[inline]
pub(crate) fn defends<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, kind): (FighterId, Kind),
    (_count, successes): (u8, u8),
    log: Option<Faces>,
    witness: &mut W,
) {
    let (clause, verb) = match kind {
        Kind::Dodge => ("SST-13-2", "dodges"),
        Kind::Block => ("SST-13-5", "blocks"),
        Kind::Parry => ("SST-13-10", "parries"),
    };
    witness.say(clause, || {
        let plural = if successes == 1 {
            "success"
        } else {
            "successes"
        };
        format!(
            "{} {verb} and rolls {}: {successes} {plural}.",
            arena.name(who),
            faces(log)
        )
    });
}

#[inline]
pub(crate) fn dodged<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    attack: Attack,
    surplus: u8,
    witness: &mut W,
) {
    witness.say("SST-13-4", || {
        let pool = pool_name(state.body(attack.target).pool);
        let who = arena.name(attack.attacker);
        let more = if surplus > 0 {
            format!("; {who} is exposed by {}", dice(surplus))
        } else {
            String::new()
        };
        format!("No dice are left to the attack{more}. {pool} is left.")
    });
}

#[inline]
pub(crate) fn rolled<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    (pool, rolled): (AttackRoll, Rolled),
    log: Option<Faces>,
    witness: &mut W,
) {
    witness.say("SST-10-3", || {
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
            arena.name(who),
            pool.need,
            faces(log),
            rolled.hits
        )
    });
}

#[inline]
pub(crate) fn raised<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-9-3", || {
        format!("{} spends a 1 to raise a die.", arena.name(who))
    });
}

#[inline]
pub(crate) fn parried<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    converted: u8,
    witness: &mut W,
) {
    witness.say("SST-13-10", || {
        format!("{} turns {} into ones.", arena.name(who), dice(converted))
    });
}

#[inline]
pub(crate) fn marked<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    exposures: u8,
    fumble: bool,
    witness: &mut W,
) {
    let clause = if fumble { "SST-10-5" } else { "SST-10-4" };
    witness.say(clause, || {
        let who = arena.name(who);
        match (fumble, exposures) {
            (true, 0) => format!("{who} fumbles."),
            (true, more) => format!("{who} fumbles and is exposed by {}.", dice(more)),
            (false, more) => format!("{who} is exposed by {}.", dice(more)),
        }
    });
}

pub(crate) fn broken<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    target: FighterId,
    counted: u8,
    witness: &mut W,
) {
    witness.say("SST-8-4", || {
        let pool = pool_name(state.body(target).pool);
        format!(
            "{} struck off: {} has {pool} left.",
            dice(counted),
            arena.name(target)
        )
    });
}

#[inline]
pub(crate) fn blocked<const N: usize, W: Witness>(
    arena: &Arena<N>,
    attack: Attack,
    pool: u8,
    (spent, last, exposures): (u8, u8, u8),
    witness: &mut W,
) {
    witness.say("SST-13-6", || {
        let who = arena.name(attack.attacker);
        format!(
            "Against a Block of {pool}, {who} spends {spent} and has {last} left; exposed by {}.",
            dice(exposures)
        )
    });
}

#[inline]
pub(crate) fn outcome<const N: usize, W: Witness>(
    arena: &Arena<N>,
    attack: Attack,
    blow: Blow,
    witness: &mut W,
) {
    witness.say("SST-10-8", || {
        let target = arena.name(attack.target);
        match blow {
            Blow::Missed => format!("{target} is not hit."),
            Blow::Evaded => format!("{target} has stopped it."),
            Blow::Landed { dealt: 0, .. } => format!("The armour of {target} stops it."),
            Blow::Landed { dealt, .. } => format!("{target} is hit for {dealt}."),
        }
    });
}

pub(crate) fn beyond<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("SST-15-6", || {
        format!("{} is beyond such damage.", arena.name(who))
    });
}

#[inline]
pub(crate) fn band<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, track): (FighterId, Track),
    (damage, rank, band): (u8, u8, Band),
    witness: &mut W,
) {
    let (clause, what) = match (track, band) {
        (_, Band::Plain) => return,
        (Track::Physical, Band::Trauma) => ("SST-16-5", "is a Trauma to"),
        (Track::Physical, Band::Killing) => ("SST-16-5", "is a Killing Blow to"),
        (Track::Physical, Band::Massive) => ("SST-16-5", "is Massive damage to"),
        (Track::Mental, Band::Trauma) => ("SST-19-2", "panics"),
        (Track::Mental, Band::Killing | Band::Massive) => ("SST-19-2", "crushes"),
    };
    witness.say(clause, || {
        let name = arena.name(who);
        match track {
            Track::Physical => format!("{damage} against rank {rank} {what} {name}."),
            Track::Mental => format!("{damage} against Mental rank {rank} {what} {name}."),
        }
    });
}

#[inline]
pub(crate) fn rank<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    track: Track,
    crosses: bool,
    witness: &mut W,
) {
    let name = |track| match track {
        Track::Physical => "Physical",
        Track::Mental => "Mental",
    };
    let clause = match track {
        Track::Physical => "SST-18-1",
        Track::Mental => "SST-19-3",
    };
    witness.say(clause, || {
        let now = |track| {
            let real = i32::from(arena.fighter(who).real(track));
            real - i32::from(state.body(who).losses(track).total())
        };
        let other = track.other();
        let more = if crosses {
            format!(", and {} {}", name(other), now(other))
        } else {
            String::new()
        };
        format!(
            "{} is down to {} {}{more}.",
            arena.name(who),
            name(track),
            now(track)
        )
    });
}

#[inline]
pub(crate) fn dazed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    daze: Daze,
    witness: &mut W,
) {
    witness.say("SST-17-1", || {
        format!("{} is {}.", arena.name(who), state_name(daze))
    });
}

pub(crate) fn killed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    clause: &'static str,
    witness: &mut W,
) {
    witness.say(clause, || format!("{} is killed.", arena.name(who)));
}
