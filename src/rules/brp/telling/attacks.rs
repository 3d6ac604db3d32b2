//! An attack in words: its roll, the defence, the sum of its damage, what that left of weapon and shield.

use std::fmt::Write;

use super::phrases::{count, item, metres, rolled};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::attack::{Incoming, Swing};
use crate::rules::brp::nouns::chance::{Level, Limits};
use crate::rules::brp::nouns::damage::{Damage, Harm, Rolled};
use crate::rules::brp::nouns::fighter::Threat;
use crate::rules::brp::nouns::reply::Tool;
use crate::rules::brp::nouns::state::{State, rank_of};
use crate::rules::brp::questions::attack::threat;
use crate::rules::brp::questions::defence::Defence;
use crate::rules::brp::reading::tables::BonusShare;

pub(crate) fn attack<const N: usize, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    swing: Swing,
    limits: Limits,
    level: Level,
    dice: &impl Dice,
    witness: &mut W,
) {
    let clause = if swing.missile {
        "BRP-5.9-5"
    } else {
        "BRP-5.5-1"
    };
    witness.say(clause, || {
        let verb = if swing.missile {
            "shoots at"
        } else {
            "attacks"
        };
        let distance = view.distance(swing.attacker, swing.target);
        let from = if swing.missile {
            format!(" from {}", metres(distance))
        } else {
            String::new()
        };
        let rank = rank_of(view.body(swing.attacker).intent.turn);
        let (weapon, _) = threat(arena, swing);
        let weapon = &arena.cast.combatant(swing.attacker).weapons[weapon.weapon.index()].name;
        format!(
            "DEX rank {rank}: {} {verb} {} with {weapon}{from}: {}.",
            arena.name(swing.attacker),
            arena.name(swing.target),
            rolled(limits, level, dice)
        )
    });
}

pub(crate) fn parry<const N: usize, W: Witness>(
    defence: &Defence<'_, N>,
    incoming: Incoming,
    tool: Tool,
    level: Level,
    dice: &impl Dice,
    witness: &mut W,
) {
    let kneels = defence.view.body(defence.who).intent.kneel;
    let clause = match incoming.threat {
        Threat::Melee => "BRP-5.6-1",
        _ if kneels => "BRP-5.11-3",
        _ => "BRP-5.11-2",
    };
    witness.say(clause, || {
        format!(
            "{} parries with {}: {}.",
            defence.arena.name(defence.who),
            item(defence.arena, defence.who, tool.item),
            rolled(tool.limits, level, dice)
        )
    });
}

pub(crate) fn dodge<const N: usize, W: Witness>(
    defence: &Defence<'_, N>,
    limits: Limits,
    level: Level,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("BRP-5.7-1", || {
        format!(
            "{} dodges: {}.",
            defence.arena.name(defence.who),
            rolled(limits, level, dice)
        )
    });
}

pub(crate) fn undefended<const N: usize, W: Witness>(
    defence: &Defence<'_, N>,
    attacker: FighterId,
    witness: &mut W,
) {
    let able = defence.view.able.has(defence.who);
    let clause = if able && defence.is_aware(attacker) {
        "BRP-5.6-2"
    } else {
        "BRP-5.6-3"
    };
    witness.say(clause, || {
        let why = match (able, defence.is_aware(attacker)) {
            (false, _) => "lies helpless",
            (true, false) => "is not aware of the attack",
            (true, true) => "makes no defence",
        };
        format!("{} {why}.", defence.arena.name(defence.who))
    });
}

pub(crate) fn stopped<W: Witness>(by_parry: bool, witness: &mut W) {
    witness.say("BRP-5.8-1", || {
        let what = if by_parry { "parry" } else { "dodge" };
        format!("The {what} stops the attack.")
    });
}

/// A blow that landed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Struck {
    pub swing: Swing,
    pub level: Level,
    pub damage: Damage,
    pub rolled: Rolled,
    pub harm: Harm,
}

pub(crate) fn harm<const N: usize, W: Witness>(
    arena: &Arena<N>,
    live: &State<N>,
    struck: Struck,
    witness: &mut W,
) {
    let Struck { rolled, harm, .. } = struck;
    let clause = match (rolled.most, struck.level) {
        (Some(_), _) => "BRP-5.13-1",
        (None, Level::Special) => "BRP-5.8-2",
        (None, _) => "BRP-5.9-2",
    };
    witness.say(clause, || {
        let kind = match (rolled.most, struck.level) {
            (Some(_), _) => "A special hit",
            (None, Level::Special) => "Partly stopped, an ordinary hit",
            (None, _) => "A hit",
        };
        let who = struck.swing.target;
        let name = arena.name(who);
        let armour = if harm.stopped > 0 {
            format!(", less {} for armour", harm.stopped)
        } else {
            String::new()
        };
        let before = live.body(who).hp;
        let end = if harm.dealt == 0 {
            format!("{name} is unhurt")
        } else {
            let points = count(harm.dealt, "hit point");
            format!("{name} loses {points} and is at {}", before - harm.dealt)
        };
        format!("{kind}: {}{armour}; {end}.", sum(struck.damage, rolled))
    });
}

/// How a damage roll came about: `9 (the most of 1d8+1) + 6 (1d8+1) + 4 (bonus 1d4) = 19`.
fn sum(damage: Damage, rolled: Rolled) -> String {
    let mut parts = Vec::new();
    if let Some(most) = rolled.most {
        parts.push(format!("{most} (the most of {})", damage.weapon));
    }
    if let Some(weapon) = rolled.weapon {
        parts.push(format!("{weapon} ({})", damage.weapon));
    }
    let mut text = parts.join(" + ");
    let share = match damage.share {
        BonusShare::None => None,
        _ if damage.bonus.is_nothing() => None,
        BonusShare::Full => Some("bonus"),
        BonusShare::Half => Some("half the bonus"),
    };
    if let Some(share) = share {
        let sign = if rolled.bonus < 0 { '-' } else { '+' };
        let size = rolled.bonus.abs();
        let _ = write!(text, " {sign} {size} ({share} {})", damage.bonus);
    }
    if parts.len() > 1 || share.is_some() {
        let _ = write!(text, " = {}", rolled.total());
    }
    text
}

pub(crate) fn wear<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, at): (FighterId, u8),
    loss: i16,
    rest: i16,
    breaks: bool,
    witness: &mut W,
) {
    witness.say("BRP-5.6-7", || {
        let end = if breaks {
            "breaks".to_owned()
        } else {
            format!("has {rest} left")
        };
        format!(
            "The {} of {} loses {} and {end}.",
            item(arena, who, at),
            arena.name(who),
            count(loss.into(), "point")
        )
    });
}
