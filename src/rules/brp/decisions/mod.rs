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
use crate::rules::brp::nouns::fighter::Reflex;
use crate::rules::brp::nouns::reply::{Guard, Reply};
use crate::rules::brp::nouns::scene::{Frozen, View};
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

impl<D: Dice, W: Witness, const N: usize> Frozen<'_, D, W, N> {
    /// Whether to kneel.
    pub(crate) fn stance(&mut self, who: FighterId) -> (bool, Line) {
        let mut decider = Decider::new(self.view, who, Asked::Ahead);
        let choice = decider.decide(STANCE, self.dice, self.witness);
        (matches!(choice, Some(Choice::Kneel)), decider.line)
    }

    /// Which action to take.
    pub(crate) fn action(&mut self, who: FighterId, asked: Asked) -> Chosen {
        let mut decider = Decider::new(self.view, who, asked);
        let action = match decider.decide(ACT, self.dice, self.witness) {
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
    pub(crate) fn go(&mut self, who: FighterId) -> (Option<Go>, Line) {
        let mut decider = Decider::new(self.view, who, Asked::Ahead);
        decider.about = self.view.body(who).intent.action.about();
        let go = match decider.decide(MOVE, self.dice, self.witness) {
            Some(Choice::Go(go)) => Some(go),
            _ => None,
        };
        (go, decider.line)
    }

    /// What to do in place of the stated action [BRP-5.14-4].
    pub(crate) fn turn(&mut self, who: FighterId) -> Option<Treatment> {
        let mut decider = Decider::new(self.view, who, Asked::Now);
        match decider.decide(TURN, self.dice, self.witness) {
            Some(Choice::Act(Action::FirstAid(treatment))) => Some(treatment),
            _ => None,
        }
    }

    /// How to answer a successful attack [BRP-5.6-2, BRP-5.7-2].
    #[inline]
    pub(crate) fn react(&mut self, who: FighterId, incoming: Incoming) -> Reply {
        if let Some(reflexes) = &self.view.fighter(who).reflexes {
            let reflex = self.defence(who).reflex(incoming, reflexes);
            if let Some((reply, line)) = reflex {
                self.witness.line_used(who, line);
                return reply;
            }
            if !reflexes.is_empty() {
                self.witness.list_ran_out(who, ListId::at(REACT));
            }
            return Reply::Nothing;
        }
        let mut decider = Decider::new(self.view, who, Asked::Now);
        decider.asker.live = self.live;
        decider.asker.incoming = Some(incoming);
        match decider.decide(REACT, self.dice, self.witness) {
            Some(Choice::React(reply)) => reply,
            _ => Reply::Nothing,
        }
    }
}

impl<const N: usize> Defence<'_, N> {
    /// The first of these reactions that is possible, and the line that says so.
    #[inline]
    fn reflex(&self, incoming: Incoming, reflexes: &[Reflex]) -> Option<(Reply, LineId)> {
        reflexes.iter().find_map(|reflex| {
            let reply = reply(self, incoming, reflex.action, reflex.wish)?;
            Some((reply, reflex.line))
        })
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
    let view = View::new(arena, state);
    let blow = Incoming::blow(who, brawl);
    let mut decider = Decider::new(view, who, Asked::Now);
    decider.asker.incoming = Some(blow);
    let (reply, line) = if let Some(reflexes) = &view.fighter(who).reflexes {
        decider.asker.defence().reflex(blow, reflexes)?
    } else {
        // A settled policy draws no dice and its lines are counted when they are acted on.
        let choice = decider.decide(REACT, &mut Enumerated::default(), &mut Silent);
        match (choice, decider.line) {
            (Some(Choice::React(reply)), Line::Used(line)) => (reply, LineId(line)),
            _ => return None,
        }
    };
    let single = view.fighter(who).settled && !matches!(reply, Reply::ParryThenDodge(..));
    single.then_some(Guard { reply, line })
}

#[cfg(test)]
mod tests;
