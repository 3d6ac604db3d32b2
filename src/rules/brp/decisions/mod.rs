//! What a fighter chooses, and how its policy asks for it.
//!
//! Clauses: BRP-5.2-1, BRP-5.2-4, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.6-8, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5,
//! BRP-5.14-5, BRP-X-7, BRP-X-8. The rules offer what is possible, the policy's first fitting line picks. What a
//! line comes to is in `decider.rs`, whom it is aimed at in `targets.rs`.

mod decider;
pub(crate) mod facts;
mod targets;

use crate::dice::{Dice, Enumerated};
use crate::fight::{FighterId, LineId, ListId, Silent, Witness};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::attack::Incoming;
use crate::rules::brp::nouns::chance::Level;
use crate::rules::brp::nouns::fighter::{Reflex, Threat};
use crate::rules::brp::nouns::reply::{Guard, Reply};
use crate::rules::brp::nouns::state::{Action, Go, Line, State, Treatment};
use crate::rules::brp::questions::defence::Defence;
use crate::rules::brp::words::{ACT, Class, MOVE, REACT, STANCE, TURN};
pub(crate) use decider::Asked;
use decider::{Choice, Decider, reply};
pub(crate) use targets::{farthest, is_target, pick_again};

/// An action chosen, and the line that says so.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chosen {
    pub action: Action,
    /// The class in which the weapon is used in melee, where the line names one [BRP-5.4-3].
    pub length: Option<Class>,
    pub line: Line,
}

/// Whether to kneel.
pub(crate) fn stance<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> (bool, Line) {
    let mut decider = Decider::new(arena, view, who, Asked::Ahead);
    let choice = decider.decide(STANCE, dice, witness);
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
    let mut decider = Decider::new(arena, view, who, asked);
    let action = match decider.decide(ACT, dice, witness) {
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
    let mut decider = Decider::new(arena, view, who, Asked::Ahead);
    decider.about = match view.body(who).intent.action {
        Action::Strike { target, .. } | Action::Shoot { target, .. } => Some(target.who),
        Action::FirstAid(treatment) => Some(treatment.patient),
        Action::Wake { patient } => Some(patient),
        Action::None | Action::Reload { .. } => None,
    };
    let go = match decider.decide(MOVE, dice, witness) {
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
    let mut decider = Decider::new(arena, view, who, Asked::Now);
    match decider.decide(TURN, dice, witness) {
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
    let mut decider = Decider::new(defence.arena, defence.view, defence.who, Asked::Now);
    decider.live = defence.live;
    decider.incoming = Some(incoming);
    match decider.decide(REACT, dice, witness) {
        Some(Choice::React(reply)) => reply,
        _ => Reply::Nothing,
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
        let mut decider = Decider::new(arena, state, who, Asked::Now);
        decider.incoming = Some(blow);
        match (decider.decide(REACT, &mut dice, &mut witness), decider.line) {
            (Some(Choice::React(reply)), Line::Used(line)) => (reply, LineId(line)),
            _ => return None,
        }
    };
    let single = fighter.settled && !matches!(reply, Reply::ParryThenDodge(..));
    single.then_some(Guard { reply, line })
}

#[cfg(test)]
mod tests;
