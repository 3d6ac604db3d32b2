//! Decisions of creatures, and how a policy makes them.
//!
//! Clauses: SST-0-9, SST-0-10, SST-6-2, SST-7-6..8, SST-9-1..3, SST-10-6, SST-12-5, SST-12-6, SST-13-1,
//! SST-13-8, SST-13-11, SST-17-1, SST-17-3, SST-22-5.
//!
//! A policy list takes its first line whose condition holds and whose choice is legal. If there is no such
//! line, the book's default applies. The choices of lines are in `asker.rs`, the actions of a turn in
//! `actions.rs`, the target rules in `targets.rs`. A decision that only one rule needs is made in the module
//! of that rule.

mod actions;
mod asker;
mod facts;
pub(super) mod lists;
mod targets;

pub(crate) use asker::Choice;

use super::nouns::{Act, DecisionContext, Deed, Fighter, LastOption, Scene, View, WantedDeed};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, Witness};
use crate::frame::resting;
use crate::policy::ActionSpec;
use asker::{Asker, Chain, meant};
use lists::{ACT, LAST, LASTS, RAISE, REST, answer};

impl View<'_> {
    /// Returns whether a roll must count the dice that are just short of a hit, because the creature may
    /// raise one [SST-9-3].
    #[inline]
    pub(crate) fn may_raise(self, fighter: &Fighter, who: FighterId) -> bool {
        fighter.decides(RAISE) && self.body(who).hand.ones() > 0
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns the line of a creature's policy that ends the day now, if any.
    pub(crate) fn ends_day(&mut self, who: FighterId) -> Option<LineId> {
        let asker = Asker::new(
            View::new(self.arena, self.state),
            who,
            DecisionContext::default(),
        );
        let policy = (&self.arena.fighter(who).policy, REST);
        resting::ends_day(asker, policy, self.dice, self.witness)
    }

    /// Returns the creature that acts first of several that could act now. Their policies decide [SST-6-2].
    #[inline(never)]
    pub(crate) fn first_of(&mut self, equal: FighterSet) -> Option<FighterId> {
        let after = const { answer("order", "after") };
        let now = |&who: &FighterId| !self.answers(who, after, DecisionContext::default);
        equal.iter().find(now).or(equal.iter().next())
    }

    /// Returns the action that a creature wants to take in its turn.
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

    /// Runs the list `act` of a creature's policy to find the action for its turn.
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

    /// Returns the choice of a creature in a list about a hold, or the first action of the list if no line
    /// chooses. The flag is true if a line was skipped because the dice cannot pay for it, or if no line
    /// chooses.
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

    /// Returns the last option that a creature chooses in a refresh, and the lines that led to it [SST-7-7,
    /// SST-7-8].
    ///
    /// Whether the dice can pay for an action is only known in the creature's turn. If they can, the lines
    /// count as used. Otherwise [`instead`] chooses again. A creature in panic has no choice [SST-19-5].
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

    /// Returns the last option of a creature that cannot pay for the action it wants. The lines of
    /// the list `last` that come after those in `chain` choose it. By default, the creature carries its
    /// lowest die over to the next round [SST-0-10].
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

/// Returns the last option for a choice of the list `last`.
fn option(choice: Option<Choice>) -> Option<LastOption> {
    Some(meant(LASTS, choice?.action()?))
}

#[cfg(test)]
mod tests;
