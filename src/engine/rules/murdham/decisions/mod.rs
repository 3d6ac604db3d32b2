//! What a character chooses, and how its policy asks for it.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-12, MUR-3-6, MUR-3-8, MUR-3-11, MUR-3-15, MUR-4-14, MUR-5-5, MUR-6-4, MUR-8-7,
//! MUR-9-2, MUR-10-9, MUR-10-10, MUR-11-7, MUR-12-6, MUR-13-1, MUR-16-5. The rules offer what is possible, the policy's
//! first fitting line picks. The lists and what their lines come to are in `lists.rs`, whom they are aimed at in `targets.rs`.

mod actions;
mod answers;
mod decider;
mod facts;
mod lists;
pub(crate) mod targets;

use super::nouns::{Incoming, SELECTORS, Scene, View};
use crate::dice::Dice;
use crate::fight::{FighterId, ListId, SideId, Witness};
use crate::policy::Vocabulary;
use crate::policy::vocabulary::specs;
pub(crate) use decider::Choice;
use decider::Decider;

/// Everything that a policy of this book can say.
pub(super) static VOCABULARY: Vocabulary = Vocabulary {
    lists: &lists::LISTS,
    facts: &facts::FACTS,
    scales: facts::SCALES,
    targets: &targets::TARGETS,
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
};

// Decisions by their number.
const LEAD: usize = VOCABULARY.list("lead");
/// Whether somebody takes its turn now [MUR-1-8].
pub(super) const READY: usize = VOCABULARY.list("ready");
/// How fast somebody moves in this turn [MUR-2-3, MUR-11-7].
pub(super) const PACE: usize = VOCABULARY.list("pace");
/// Which weapon to pick up as a bonus action [MUR-2-8].
pub(super) const BONUS: usize = VOCABULARY.list("bonus");
/// The main action [MUR-2-12].
pub(super) const ACT: usize = VOCABULARY.list("act");
/// Movement before and after it; without a line, what the action needs.
pub(super) const MOVE: usize = VOCABULARY.list("move");
pub(super) const AFTER: usize = VOCABULARY.list("after");
/// How the target answers an attack that hits [MUR-4-14]. Nobody hides behind those who have hidden already.
pub(super) const REACT: usize = VOCABULARY.list("react");
/// Whether an ally takes an attack on itself [MUR-5-5].
pub(super) const GUARD: usize = VOCABULARY.list("guard");
/// The blow at an enemy who moves away, if any [MUR-6-4].
pub(super) const OPPORTUNITY: usize = VOCABULARY.list("opportunity");
/// Whether a captive tries to break free [MUR-10-9].
pub(super) const CAPTIVE: usize = VOCABULARY.list("captive");
/// Whether somebody who has failed a morale check surrenders, rather than retreat [MUR-12-6].
pub(super) const BROKEN: usize = VOCABULARY.list("broken");
/// Whether an attacker offers to spare its target, and whether that one accepts [MUR-9-1, MUR-9-2].
pub(super) const OFFER: usize = VOCABULARY.list("offer");
pub(super) const ACCEPT: usize = VOCABULARY.list("accept");
/// Whether somebody takes a seat or leaves its own [MUR-17-6].
pub(super) const SADDLE: usize = VOCABULARY.list("saddle");
/// How whoever steers moves its mount.
pub(super) const RIDE: usize = VOCABULARY.list("ride");
pub(super) const ONWARD: usize = VOCABULARY.list("onward");

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// What somebody's policy chooses from a list of choices of this kind, about an attack or about somebody if that is
    /// asked; `None` without a line.
    #[inline]
    pub(crate) fn asks<T: TryFrom<Choice>>(
        &mut self,
        who: FighterId,
        list: usize,
        seen: Option<Incoming>,
        stated: Option<FighterId>,
    ) -> Option<T> {
        let fighter = self.fighter(who);
        if !fighter.decides(list) {
            return None;
        }
        let mut decider = Decider::new(View::new(self.arena, self.state), who, list, seen, stated);
        let policy = &fighter.policy;
        let choice = policy.choose(ListId::at(list), &mut decider, self.dice, self.witness)?;
        choice.try_into().ok()
    }

    /// The same; without a line, what is so unless said otherwise.
    #[inline]
    pub(crate) fn chooses<T: TryFrom<Choice> + Default>(
        &mut self,
        who: FighterId,
        list: usize,
        seen: Option<Incoming>,
    ) -> T {
        self.asks(who, list, seen, None).unwrap_or_default()
    }

    /// What somebody answers to a question of yes or no; `unsaid` without a line.
    pub(crate) fn does(
        &mut self,
        who: FighterId,
        list: usize,
        seen: Option<Incoming>,
        unsaid: bool,
    ) -> bool {
        self.asks(who, list, seen, None).unwrap_or(unsaid)
    }

    /// Which side has the first opportunity of the round [MUR-1-9].
    pub(crate) fn leads(&mut self, holder: SideId) -> SideId {
        let side = self.arena.lineup.sides[holder.index()];
        let first = side.and(self.state.fighting).iter().next();
        let who = first.expect("the holder of the initiative has somebody fighting");
        self.asks(who, LEAD, None, None).unwrap_or(holder)
    }
}

#[cfg(test)]
mod tests;
