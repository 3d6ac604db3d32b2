//! The Statement of Intent: all fighters say what they will do, the highest DEX first.
//!
//! Clauses: BRP-5.2-1..5, BRP-X-5. Slower fighters know the intents of faster ones. All places and hit points
//! are those at the start of the round.
//!
//! With `intent = "skip"` nothing is stated. A fighter then chooses its movement when it is its turn to move.
//! It also plans an action, so that it knows where to move. Nobody else knows this plan, and the fighter may
//! choose another action at its DEX rank.

use crate::dice::Dice;
use crate::fight::{FighterId, Silent, Witness};
use crate::rules::brp::decisions::{ACT, Choice, MOVE, STANCE, Timing};
use crate::rules::brp::nouns::{Action, Go, Scene};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Clears the statements of the last round and lets every able fighter state an intent.
    pub(crate) fn statement(&mut self) {
        self.state.forget_intents();
        if self.arena.options.declared {
            let (speakers, count) = self.speakers();
            for &who in &speakers[..count] {
                self.state_intent(who);
            }
        }
    }

    /// Lets one fighter decide on its stance, its action and its movement, in this order.
    pub(crate) fn state_intent(&mut self, who: FighterId) {
        let declared = self.arena.options.declared;
        let (choice, line) = self.decide(STANCE, who, Timing::Ahead);
        let intent = &mut self.body_mut(who).intent;
        (intent.kneel, intent.lines[0]) = (matches!(choice, Choice::Kneel), line);
        let (choice, line) = if declared {
            self.decide(ACT, who, Timing::Ahead)
        } else {
            let (nobody, kept) = (&mut Silent, &mut *self.kept);
            let mut unheard = Scene::with(self.arena, self.state, self.dice, nobody, kept);
            unheard.decide(ACT, who, Timing::Ahead)
        };
        let intent = &mut self.body_mut(who).intent;
        intent.lines[1] = line;
        if let Choice::Act(action, length) = choice {
            (intent.action, intent.length) = (action, length);
        }
        let (choice, line) = self.decide(MOVE, who, Timing::Ahead);
        let intent = &mut self.body_mut(who).intent;
        intent.go = match choice {
            Choice::Go(go) => go,
            _ => by_custom(intent.action),
        };
        (intent.lines[2], intent.spoken) = (line, declared);
        if declared && !self.kept.is_hushed() {
            self.tell_intent(who);
        }
    }
}

/// Returns the movement that goes with an action if the policy chooses none. Melee attackers, healers and
/// wakers move up to the fighter that the action concerns [BRP-5.3-4].
fn by_custom(action: Action) -> Go {
    match action {
        Action::Shoot { .. } => Go::Stay,
        _ => action.about().map_or(Go::Stay, Go::up_to),
    }
}

#[cfg(test)]
mod tests;
