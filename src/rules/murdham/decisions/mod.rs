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
mod riding;
pub(crate) mod targets;

use super::nouns::{
    Deed, Go, Incoming, Lying, Means, Pace, Ready, Reply, SELECTORS, Scene, View, Way,
};
use crate::dice::Dice;
use crate::fight::{FighterId, ListId, SideId, Witness};
use crate::policy::Vocabulary;
use crate::policy::vocabulary::specs;
use decider::{Choice, Decider};

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
const READY: usize = VOCABULARY.list("ready");
const PACE: usize = VOCABULARY.list("pace");
const BONUS: usize = VOCABULARY.list("bonus");
pub(super) const ACT: usize = VOCABULARY.list("act");
pub(super) const MOVE: usize = VOCABULARY.list("move");
pub(super) const AFTER: usize = VOCABULARY.list("after");
pub(super) const REACT: usize = VOCABULARY.list("react");
pub(super) const GUARD: usize = VOCABULARY.list("guard");
pub(super) const OPPORTUNITY: usize = VOCABULARY.list("opportunity");
const CAPTIVE: usize = VOCABULARY.list("captive");
const BROKEN: usize = VOCABULARY.list("broken");
const OFFER: usize = VOCABULARY.list("offer");
const ACCEPT: usize = VOCABULARY.list("accept");
const SADDLE: usize = VOCABULARY.list("saddle");
pub(super) const RIDE: usize = VOCABULARY.list("ride");
pub(super) const ONWARD: usize = VOCABULARY.list("onward");

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// What somebody's policy chooses from a list of choices of this kind; `None` without a line.
    #[inline]
    fn asks<T: TryFrom<Choice>>(
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

    /// Which side has the first opportunity of the round [MUR-1-9].
    pub(crate) fn leads(&mut self, holder: SideId) -> SideId {
        let side = self.arena.lineup.sides[holder.index()];
        let first = side.and(self.state.fighting).iter().next();
        let who = first.expect("the holder of the initiative has somebody fighting");
        self.asks(who, LEAD, None, None).unwrap_or(holder)
    }

    /// Whether somebody takes its turn now [MUR-1-8].
    #[inline]
    pub(crate) fn readiness(&mut self, who: FighterId) -> Ready {
        self.asks(who, READY, None, None).unwrap_or(Ready::Acts)
    }

    /// How fast somebody moves in this turn [MUR-2-3, MUR-11-7].
    #[inline]
    pub(crate) fn pace(&mut self, who: FighterId) -> Pace {
        self.asks(who, PACE, None, None).unwrap_or(Pace::Walk)
    }

    /// Which weapon to pick up as a bonus action [MUR-2-8].
    #[inline]
    pub(crate) fn bonus(&mut self, who: FighterId) -> Option<Lying> {
        match self.asks(who, BONUS, None, None) {
            Some(Deed::PickUp(lying)) => Some(lying),
            _ => None,
        }
    }

    /// The main action [MUR-2-12].
    #[inline]
    pub(crate) fn acts(&mut self, who: FighterId) -> Deed {
        self.asks(who, ACT, None, None).unwrap_or(Deed::Nothing)
    }

    /// Movement before or after the main action; `None` where the policy leaves it to custom.
    #[inline]
    pub(crate) fn goes(
        &mut self,
        who: FighterId,
        list: usize,
        target: Option<FighterId>,
    ) -> Option<Go> {
        self.asks(who, list, None, target)
    }

    /// How the target answers an attack that hits [MUR-4-14]. Nobody hides behind those who have hidden already.
    #[inline]
    pub(crate) fn reacts(&mut self, seen: Incoming) -> Reply {
        self.asks(seen.target, REACT, Some(seen), None)
            .unwrap_or(Reply::Nothing)
    }

    /// Whether an ally takes the attack on itself [MUR-5-5].
    pub(crate) fn guards(&mut self, who: FighterId, seen: Incoming) -> bool {
        self.asks(who, GUARD, Some(seen), None) == Some(true)
    }

    /// The blow at an enemy who moves away, if any [MUR-6-4].
    pub(crate) fn strikes_at(&mut self, who: FighterId, mover: FighterId) -> Option<(Means, Way)> {
        match self.asks(who, OPPORTUNITY, None, Some(mover)) {
            Some(Reply::Counter(means, way)) => Some((means, way)),
            _ => None,
        }
    }

    /// Whether a captive tries to break free [MUR-10-9].
    pub(crate) fn struggles(&mut self, who: FighterId) -> bool {
        self.asks(who, CAPTIVE, None, None) != Some(false)
    }

    /// Whether somebody who has failed a morale check retreats, rather than surrender [MUR-12-6].
    pub(crate) fn retreats(&mut self, who: FighterId) -> bool {
        self.asks(who, BROKEN, None, None) == Some(false)
    }

    /// Whether an attacker offers to spare its target [MUR-9-1].
    pub(crate) fn offers(&mut self, who: FighterId, target: FighterId) -> bool {
        self.asks(who, OFFER, None, Some(target)) == Some(true)
    }

    /// Whether the target of an attack accepts to be spared [MUR-9-2].
    pub(crate) fn accepts(&mut self, seen: Incoming) -> bool {
        self.asks(seen.target, ACCEPT, Some(seen), None) == Some(true)
    }
}

#[cfg(test)]
mod tests;
