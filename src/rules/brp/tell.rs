//! The fight in plain English, for a transcript: need, roll and result of every throw, with the clause it follows.
//!
//! Nothing here decides anything, and none of the words are made unless a witness wants them.

use std::ops::Range;

use super::arena::Arena;
use super::attack::{Swing, threat};
use super::chance::{Level, Limits};
use super::damage::Harm;
use super::defence::{Defence, Tool};
use super::matrix::Hit;
use super::order;
use super::state::{Action, Condition, State};
use crate::dice::Dice;
use crate::fight::{Ending, FighterId, Outcome, Witness};

/// Faces as a transcript shows them: `37`, `5 and 2`.
fn faces(dice: &impl Dice) -> String {
    dice.faces()
        .iter()
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join(" and ")
}

fn need(limits: Limits) -> String {
    match limits {
        Limits { success: 0, .. } => "cannot succeed".to_owned(),
        Limits {
            special: 0,
            success,
        } => format!("needs {success} or less"),
        Limits { special, success } => format!("needs {success} or less (special: {special})"),
    }
}

fn rolled(limits: Limits, level: Level, dice: &impl Dice) -> String {
    let result = match level {
        Level::Failure => "a failure",
        Level::Success => "a success",
        Level::Special => "a special success",
    };
    format!("{}, rolls {}: {result}", need(limits), faces(dice))
}

fn item<const N: usize>(arena: &Arena<N>, who: FighterId, item: u8) -> &str {
    &arena.fighter(who).items[usize::from(item)].name
}

fn metres(centimetres: i32) -> String {
    format!("{} m", f64::from(centimetres) / 100.0)
}

pub(super) fn intent<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("BRP-5.2-1", || {
        let intent = &state.body(who).intent;
        let deed = match intent.action {
            Action::None => "take no action".to_owned(),
            Action::Strike { item: at, target } => {
                format!(
                    "attack {} with {}",
                    arena.name(target.who),
                    item(arena, who, at)
                )
            }
            Action::Shoot { item: at, target } => {
                format!(
                    "shoot at {} with {}",
                    arena.name(target.who),
                    item(arena, who, at)
                )
            }
            Action::Reload { item: at } => format!("reload {}", item(arena, who, at)),
            Action::FirstAid(treatment) => {
                format!("give First Aid to {}", arena.name(treatment.patient))
            }
            Action::Wake { patient } => format!("wake {}", arena.name(patient)),
        };
        let kneeling = if intent.kneel {
            ", kneeling behind the shield"
        } else {
            ""
        };
        format!("{} means to {deed}{kneeling}.", arena.name(who))
    });
}

pub(super) fn moved<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    distance: i32,
    witness: &mut W,
) {
    witness.say("BRP-5.3-4", || {
        let effect = match super::movement::rank_halves(distance) {
            Some(0) => "",
            Some(1) => ", which halves the DEX rank",
            Some(_) => ", which leaves a quarter of the DEX rank",
            None => ", too far to act this round",
        };
        format!(
            "{} moves {} to {}{effect}.",
            arena.name(who),
            metres(distance),
            metres(state.body(who).at)
        )
    });
}

pub(super) fn together<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    places: Range<usize>,
    witness: &mut W,
) {
    witness.say("BRP-5.4-4", || {
        let names: Vec<String> = state.order[places]
            .iter()
            .map(|&who| arena.name(who))
            .collect();
        format!("{} act at the same moment.", names.join(" and "))
    });
}

pub(super) fn attack<const N: usize, W: Witness>(
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
        let rank = order::rank_of(view.body(swing.attacker).intent.turn);
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

pub(super) fn parry<const N: usize, W: Witness>(
    defence: &Defence<'_, N>,
    tool: Tool,
    level: Level,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("BRP-5.6-1", || {
        let name = item(defence.arena, defence.who, tool.item);
        format!(
            "{} parries with {name}: {}.",
            defence.arena.name(defence.who),
            rolled(tool.limits, level, dice)
        )
    });
}

pub(super) fn dodge<const N: usize, W: Witness>(
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

pub(super) fn harm<const N: usize, W: Witness>(
    arena: &Arena<N>,
    swing: Swing,
    hit: Hit,
    harm: Harm,
    dice: &impl Dice,
    witness: &mut W,
) {
    let clause = if hit == Hit::Special {
        "BRP-5.13-1"
    } else {
        "BRP-5.8-2"
    };
    witness.say(clause, || {
        let kind = if hit == Hit::Special {
            "A special hit"
        } else {
            "A hit"
        };
        let last = if dice.faces().is_empty() {
            String::new()
        } else {
            format!(" (last dice: {})", faces(dice))
        };
        let armour = if harm.stopped > 0 {
            format!(", armour stops {}", harm.stopped)
        } else {
            String::new()
        };
        let taken = match harm.dealt {
            0 => "nothing gets through to".to_owned(),
            1 => "1 hit point off".to_owned(),
            n => format!("{n} hit points off"),
        };
        format!(
            "{kind} for {}{last}{armour}: {taken} {}.",
            harm.rolled,
            arena.name(swing.target)
        )
    });
}

pub(super) fn wear<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    at: u8,
    loss: i16,
    breaks: bool,
    witness: &mut W,
) {
    witness.say("BRP-5.6-7", || {
        let points = if loss == 1 {
            "1 point".to_owned()
        } else {
            format!("{loss} points")
        };
        let end = if breaks { " and breaks" } else { "" };
        format!(
            "{}'s {} loses {points}{end}.",
            arena.name(who),
            item(arena, who, at)
        )
    });
}

pub(super) fn fall<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    before: Condition,
    witness: &mut W,
) {
    let body = state.body(who);
    let clause = if body.condition == Condition::Unconscious {
        "BRP-5.12-2"
    } else {
        "BRP-5.12-3"
    };
    witness.say(clause, || {
        let what = match body.condition {
            Condition::Unconscious => "falls unconscious",
            Condition::Dying if before == Condition::Able => {
                "falls and will die by the end of the round"
            }
            Condition::Dying => "will die by the end of the round",
            _ => "dies",
        };
        format!("{} {what}, at {} hit points.", arena.name(who), body.hp)
    });
}

pub(super) fn spent<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    at: u8,
    witness: &mut W,
) {
    witness.say("BRP-5.6-4", || {
        format!(
            "{} has parried with {} and cannot attack with it.",
            arena.name(who),
            item(arena, who, at)
        )
    });
}

pub(super) fn lost<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("BRP-5.2-4", || {
        format!(
            "{} finds nobody to attack; the action is lost.",
            arena.name(who)
        )
    });
}

pub(super) fn treating<const N: usize, W: Witness>(
    arena: &Arena<N>,
    healer: FighterId,
    patient: FighterId,
    witness: &mut W,
) {
    witness.say("BRP-5.14-4", || {
        format!("{} tends to {}.", arena.name(healer), arena.name(patient))
    });
}

pub(super) fn first_aid<const N: usize, W: Witness>(
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

pub(super) fn restored<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    patient: FighterId,
    restored: i32,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say("BRP-5.14-2", || {
        let now = state.body(patient).hp;
        format!(
            "It restores {restored} (rolled {}): {} is at {now}.",
            faces(dice),
            arena.name(patient)
        )
    });
}

pub(super) fn waking<const N: usize, W: Witness>(
    arena: &Arena<N>,
    waker: FighterId,
    sleeper: FighterId,
    witness: &mut W,
) {
    witness.say("BRP-5.12-5", || {
        format!("{} wakes {}.", arena.name(waker), arena.name(sleeper))
    });
}

pub(super) fn awake<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("BRP-5.12-5", || {
        format!("{} is back on their feet.", arena.name(who))
    });
}

pub(super) fn death<const N: usize, W: Witness>(arena: &Arena<N>, who: FighterId, witness: &mut W) {
    witness.say("BRP-5.12-3", || format!("{} dies.", arena.name(who)));
}

pub(super) fn reloaded<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    at: u8,
    witness: &mut W,
) {
    witness.say("BRP-5.9-8", || {
        let left = state.body(who).items[usize::from(at)].unloaded;
        let end = if left == 0 {
            "is loaded".to_owned()
        } else {
            format!("needs {left} more rounds")
        };
        format!("{}'s {} {end}.", arena.name(who), item(arena, who, at))
    });
}

pub(super) fn end<const N: usize, W: Witness>(
    arena: &Arena<N>,
    outcome: &Outcome,
    witness: &mut W,
) {
    if outcome.ending == Ending::Undecided && outcome.rounds < arena.cast.round_cap {
        witness.say("BRP-X-9", || {
            "Nobody who stands can hurt an enemy any more.".to_owned()
        });
    }
}
