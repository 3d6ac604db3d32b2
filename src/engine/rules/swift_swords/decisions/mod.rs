//! Decisions of creatures, and how a policy makes them.
//!
//! Clauses: SST-0-9, SST-0-10, SST-6-2, SST-7-6..8, SST-9-1..3, SST-10-6, SST-12-5, SST-12-6, SST-13-1, SST-13-8, SST-13-11,
//! SST-17-1, SST-17-3, SST-22-5. The rules offer the possible choices; the first line of the policy that fits picks
//! one. A list without a fitting line leaves the decision at the book's default. The choices of lines are in
//! `asker.rs`, the actions of a turn in `actions.rs`, the target rules in `targets.rs`. Decisions that are taken in
//! one place only are taken there.

mod actions;
mod asker;
mod facts;
pub(super) mod lists;
mod targets;

pub(crate) use asker::Choice;

use super::nouns::{Act, DecisionContext, Deed, LastOption, Scene, View, WantedDeed};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, Witness};
use crate::frame::resting;
use crate::policy::ActionSpec;
use asker::{Asker, Chain, meant};
use lists::{ACT, LAST, LASTS, RAISE, REST, answer};

impl View<'_> {
    /// Returns whether a roll must tell which dice are just short of a hit: the creature may raise one [SST-9-3].
    #[inline]
    pub(crate) fn may_raise(self, who: FighterId) -> bool {
        self.fighter(who).decides(RAISE) && self.body(who).hand.ones() > 0
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// The line of a creature's policy that ends the day here, if any.
    pub(crate) fn ends_day(&mut self, who: FighterId) -> Option<LineId> {
        let asker = Asker::new(
            View::new(self.arena, self.state),
            who,
            DecisionContext::default(),
        );
        let policy = (&self.arena.fighter(who).policy, REST);
        resting::ends_day(asker, policy, self.dice, self.witness)
    }

    /// The first of several equal creatures, if a policy decides that [SST-6-2].
    #[inline(never)]
    pub(crate) fn first_of(&mut self, equal: FighterSet) -> Option<FighterId> {
        let after = const { answer("order", "after") };
        let now = |&who: &FighterId| !self.answers(who, after, DecisionContext::default);
        equal.iter().find(now).or(equal.iter().next())
    }

    /// The action that a creature wants to take in its turn.
    #[inline]
    pub(crate) fn wants(&mut self, who: FighterId) -> WantedDeed {
        if let Some((line, at)) = self.fighter(who).strikes
            && let Some(wanted) = self.view().plain_strike(who, at)
        {
            self.witness.line_used(who, line);
            return wanted;
        }
        self.decides_on(who)
    }

    /// The action that the lines of a creature's policy choose for its turn.
    #[inline(never)]
    fn decides_on(&mut self, who: FighterId) -> WantedDeed {
        let mut asker = Asker::new(
            View::new(self.arena, self.state),
            who,
            DecisionContext::default(),
        );
        let deed = match asker.decide(ACT, self.dice, self.witness) {
            Some(Choice::Deed(deed)) => deed,
            _ => Deed::of(Act::Wait),
        };
        let short = asker.short && deed.act == Act::Wait;
        self.view().wanted(who, deed, short)
    }

    /// The choice of a creature in a list about a hold; the first action is the default. Returns also whether something
    /// was too expensive: a line, or the default itself.
    pub(crate) fn in_hold<T: Copy>(
        &mut self,
        who: FighterId,
        (list, rows): (usize, &[(ActionSpec, T)]),
        other: FighterId,
    ) -> (T, bool) {
        let mut asker = Asker::new(
            View::new(self.arena, self.state),
            who,
            DecisionContext::about(other),
        );
        match asker.decide(list, self.dice, self.witness) {
            Some(Choice::Action(action)) => (meant(rows, action), asker.short),
            _ => (meant(rows, 0), true),
        }
    }

    /// The choice of a creature's last option in a refresh [SST-7-7, SST-7-8], and the lines that made it. Whether its
    /// dice pay for an action is known only when it takes its turn; if they do, the lines count as used, otherwise
    /// [`instead`] chooses again. Panic leaves no choice [SST-19-5].
    ///
    /// [`instead`]: Scene::instead
    #[inline]
    pub(crate) fn last_option(&mut self, who: FighterId) -> (LastOption, Chain) {
        if self.view().must_retreat(who) || !self.fighter(who).decides(LAST) {
            return (LastOption::Act, Chain::NONE);
        }
        let mut asker = Asker::new(
            View::new(self.arena, self.state),
            who,
            DecisionContext::default(),
        );
        let choice = asker.decide(LAST, self.dice, self.witness);
        (option(choice).unwrap_or(LastOption::Act), asker.chain)
    }

    /// The last option of a creature whose dice do not pay for the action it wants: the choice of the later lines, or
    /// else to carry the lowest die [SST-0-10].
    pub(crate) fn instead(&mut self, who: FighterId, chain: &Chain) -> LastOption {
        let mut asker = Asker::new(
            View::new(self.arena, self.state),
            who,
            DecisionContext::default(),
        );
        let choice = asker.decide_beyond(LAST, chain, self.dice, self.witness);
        option(choice).unwrap_or(LastOption::Carry { highest: false })
    }
}

/// The last option that a choice of the list `last` stands for.
fn option(choice: Option<Choice>) -> Option<LastOption> {
    Some(meant(LASTS, choice?.action()?))
}

#[cfg(test)]
mod tests;
