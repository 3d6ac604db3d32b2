//! What somebody answers when others move, declare or hold: single choices outside one's own actions.
//!
//! Clauses: SST-0-10, SST-8-6..8, SST-12-5, SST-12-6, SST-32-2.

use super::decider::{Choice, Decider};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::choices::Matter;
use crate::rules::swift_swords::nouns::deeds::Deed;
use crate::rules::swift_swords::nouns::scene::{Scene, View};
use crate::rules::swift_swords::words::{GRIP, HELD, INTERRUPT, answer, grip, held};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Whether somebody strikes at an enemy who leaves contact [SST-8-6].
    pub(crate) fn strikes_opportunely(&mut self, who: FighterId, mover: FighterId) -> bool {
        let nothing = const { answer("opportunity", "nothing") };
        !self.says(who, nothing, Matter::about(mover))
    }

    /// Whether somebody pays to step in a mover's way [SST-8-7].
    pub(crate) fn intercepts(&mut self, who: FighterId, mover: FighterId) -> bool {
        let intercept = const { answer("intercept", "intercept") };
        self.says(who, intercept, Matter::about(mover))
    }

    /// The attack by which somebody who waits comes first, if any [SST-8-8].
    pub(crate) fn interrupts(&mut self, who: FighterId, actor: FighterId) -> Option<Deed> {
        match self.choice(who, INTERRUPT, Matter::about(actor)) {
            Some(Choice::Deed(deed)) => Some(deed),
            _ => None,
        }
    }

    /// Whether somebody pays for the second blow of a follow-on [SST-32-2].
    pub(crate) fn follows(&mut self, who: FighterId, target: FighterId) -> bool {
        let nothing = const { answer("follow", "nothing") };
        !self.says(who, nothing, Matter::about(target))
    }

    /// What somebody does who is held by another, by the actions of its list [SST-12-5], and whether it would do something
    /// that its dice do not pay for.
    pub(crate) fn when_held(&mut self, who: FighterId, by: FighterId) -> (u8, bool) {
        self.in_hold(who, (HELD, held::BREAK), by)
    }

    /// What somebody does with its hold on an enemy, by the actions of its list [SST-12-6], and whether it would do something
    /// that its dice do not pay for.
    pub(crate) fn with_grip(&mut self, who: FighterId, target: FighterId) -> (u8, bool) {
        self.in_hold(who, (GRIP, grip::DAMAGE), target)
    }

    /// Asks the list of somebody in a hold, which has a default. Whether something was too dear: a line, or that.
    fn in_hold(
        &mut self,
        who: FighterId,
        (list, default): (usize, u8),
        other: FighterId,
    ) -> (u8, bool) {
        let view = View::new(self.arena, self.state);
        let mut decider = Decider::new(view, who, Matter::about(other));
        match decider.decide(list, self.dice, self.witness) {
            Some(Choice::Action(action)) => (action, decider.short),
            _ => (default, true),
        }
    }
}
