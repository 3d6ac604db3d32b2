//! What a fighter chooses, and how its policy asks for it.
//!
//! Clauses: BRP-5.2-1, BRP-5.2-4, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.6-8, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5,
//! BRP-5.14-5, BRP-X-7, BRP-X-8. The rules offer what is possible, the policy's first fitting line picks. What a
//! line comes to is in `decider.rs`, whom it is aimed at in `targets.rs`.

mod decider;
pub(crate) mod facts;
mod targets;

use super::nouns::arena::Arena;
use super::nouns::chance::{Level, Limits};
use super::nouns::fighter::{Reflex, Threat};
use super::nouns::state::{Action, Go, Line, State, Treatment};
use super::questions::defence::{Defence, Incoming, Tool};
use super::speed::plain::Guard;
use super::words::{ACT, Class, MOVE, REACT, STANCE, TURN, react as answers};
use crate::dice::{Dice, Enumerated};
use crate::fight::{FighterId, LineId, ListId, Silent, Witness};
use decider::{Choice, Decider};
pub(crate) use targets::{farthest, is_target, pick_again};

/// When an action is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Before movement: what can be reached by moving is possible.
    Ahead,
    /// At the own DEX rank: only what can be done from here.
    Now,
}

/// An action chosen, and the line that says so.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chosen {
    pub action: Action,
    /// The class in which the weapon is used in melee, where the line names one [BRP-5.4-3].
    pub length: Option<Class>,
    pub line: Line,
}

/// An answer to an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Reply {
    Nothing,
    Parry(Tool),
    Dodge(Limits),
    ParryThenDodge(Tool, Limits),
}

/// Whether to kneel.
pub(crate) fn stance<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> (bool, Line) {
    let mut decider = Decider::new(arena, view, who, Asked::Ahead, dice, witness);
    let choice = decider.decide(STANCE);
    (matches!(choice, Some(Choice::Kneel)), decider.line)
}

/// Which action to take.
pub(crate) fn act<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    asked: Asked,
    dice: &mut D,
    witness: &mut W,
) -> Chosen {
    let mut decider = Decider::new(arena, view, who, asked, dice, witness);
    let action = match decider.decide(ACT) {
        Some(Choice::Act(action)) => action,
        _ => Action::None,
    };
    Chosen {
        action,
        length: decider.length,
        line: decider.line,
    }
}

/// How to move; `None` where the policy leaves it to custom.
pub(crate) fn go<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> (Option<Go>, Line) {
    let mut decider = Decider::new(arena, view, who, Asked::Ahead, dice, witness);
    let go = match decider.decide(MOVE) {
        Some(Choice::Go(go)) => Some(go),
        _ => None,
    };
    (go, decider.line)
}

/// What to do in place of the stated action [BRP-5.14-4].
pub(crate) fn turn<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Option<Treatment> {
    let mut decider = Decider::new(arena, view, who, Asked::Now, dice, witness);
    match decider.decide(TURN) {
        Some(Choice::Act(Action::FirstAid(treatment))) => Some(treatment),
        _ => None,
    }
}

/// How to answer a successful attack [BRP-5.6-2, BRP-5.7-2].
#[inline]
pub(crate) fn react<const N: usize, D: Dice, W: Witness>(
    defence: &Defence<'_, N>,
    incoming: Incoming,
    dice: &mut D,
    witness: &mut W,
) -> Reply {
    if let Some(reflexes) = &defence.arena.fighter(defence.who).reflexes {
        for reflex in reflexes {
            if let Some(reply) = reply(defence, incoming, reflex.action, reflex.wish) {
                witness.line_used(defence.who, reflex.line);
                return reply;
            }
        }
        if !reflexes.is_empty() {
            witness.list_ran_out(defence.who, ListId::at(REACT));
        }
        return Reply::Nothing;
    }
    let mut decider = Decider::new(
        defence.arena,
        defence.view,
        defence.who,
        Asked::Now,
        dice,
        witness,
    );
    decider.live = defence.live;
    decider.incoming = Some(incoming);
    match decider.decide(REACT) {
        Some(Choice::React(reply)) => reply,
        _ => Reply::Nothing,
    }
}

/// The answer that a line of the reactions means, if it is possible.
#[inline]
fn reply<const N: usize>(
    defence: &Defence<'_, N>,
    incoming: Incoming,
    action: u8,
    wish: Option<u8>,
) -> Option<Reply> {
    match action {
        answers::PARRY => Some(Reply::Parry(defence.parry(incoming, wish)?)),
        answers::DODGE => Some(Reply::Dodge(defence.dodge(incoming)?)),
        answers::PARRY_THEN_DODGE if defence.arena.options.double_defence => {
            Some(Reply::ParryThenDodge(
                defence.parry(incoming, wish)?,
                defence.dodge_after(incoming, 1)?,
            ))
        }
        answers::PARRY_THEN_DODGE => None,
        _ => Some(Reply::Nothing),
    }
}

/// How a fighter whose reactions are settled meets any blow now, armed or with bare hands; `None` where it does not,
/// or by two defences.
pub(crate) fn guard<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    brawl: bool,
) -> Option<Guard> {
    let fighter = arena.fighter(who);
    let defence = Defence {
        arena,
        view: state,
        live: state,
        who,
    };
    let blow = Incoming {
        attacker: who,
        level: Level::Success,
        threat: Threat::Melee,
        item: None,
        brawl,
    };
    let (reply, line) = if let Some(reflexes) = &fighter.reflexes {
        let met = |reflex: &Reflex| {
            let reply = reply(&defence, blow, reflex.action, reflex.wish)?;
            Some((reply, reflex.line))
        };
        reflexes.iter().find_map(met)?
    } else {
        // A settled policy draws no dice and its lines are counted when they are acted on.
        let (mut dice, mut witness) = (Enumerated::default(), Silent);
        let mut decider = Decider::new(arena, state, who, Asked::Now, &mut dice, &mut witness);
        decider.incoming = Some(blow);
        match (decider.decide(REACT), decider.line) {
            (Some(Choice::React(reply)), Line::Used(line)) => (reply, LineId(line)),
            _ => return None,
        }
    };
    let single = fighter.settled && !matches!(reply, Reply::ParryThenDodge(..));
    single.then_some(Guard { reply, line })
}

#[cfg(test)]
mod tests;
