//! The decisions of characters, and how a policy makes them.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-12, MUR-3-6, MUR-3-8, MUR-3-11, MUR-3-15, MUR-4-14, MUR-5-5, MUR-6-4,
//! MUR-8-7, MUR-9-2, MUR-10-9, MUR-10-10, MUR-11-7, MUR-12-6, MUR-13-1, MUR-16-5. The rules offer the
//! choices. The first policy line whose condition holds and whose choice is possible decides. The lists and
//! their choices are in `lists.rs`, the target rules in `targets.rs`.

mod actions;
mod answers;
mod asker;
mod facts;
mod lists;
pub(crate) mod targets;

use super::nouns::{AttackChoice, Deed, Incoming, SELECTORS, Scene, View};
use crate::dice::Dice;
use crate::fight::{FighterId, LineId, ListId, SideId, Witness};
use crate::frame::resting;
use crate::policy::Vocabulary;
use crate::policy::vocabulary::specs;
use asker::Asker;
pub(crate) use asker::Choice;

/// All words that a policy of this book can use.
pub(super) static VOCABULARY: Vocabulary = Vocabulary {
    lists: &lists::LISTS,
    facts: &facts::FACTS,
    scales: facts::SCALES,
    targets: &targets::TARGETS,
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
};

// The index of each decision in the vocabulary.
const LEAD: usize = VOCABULARY.list("lead");
/// Whether the fighter takes its turn now [MUR-1-8].
pub(super) const READY: usize = VOCABULARY.list("ready");
/// The pace of the fighter in this turn [MUR-2-3, MUR-11-7].
pub(super) const PACE: usize = VOCABULARY.list("pace");
/// The weapon to pick up as a bonus action [MUR-2-8].
pub(super) const BONUS: usize = VOCABULARY.list("bonus");
/// The main action [MUR-2-12].
pub(super) const ACT: usize = VOCABULARY.list("act");
/// Movement before and after the main action. Without a usable line, the fighter moves only if the action
/// needs it.
pub(super) const MOVE: usize = VOCABULARY.list("move");
pub(super) const AFTER: usize = VOCABULARY.list("after");
/// The target's reply to an attack that hits [MUR-4-14]. Nobody can hide behind a character that has itself
/// hidden from the same attack.
pub(super) const REACT: usize = VOCABULARY.list("react");
/// Whether an ally takes an attack on itself [MUR-5-5].
pub(super) const GUARD: usize = VOCABULARY.list("guard");
/// Whether the fighter attacks an enemy that moves away [MUR-6-4].
pub(super) const OPPORTUNITY: usize = VOCABULARY.list("opportunity");
/// Whether a captive tries to break free [MUR-10-9].
pub(super) const CAPTIVE: usize = VOCABULARY.list("captive");
/// Whether a fighter that has failed a morale check surrenders rather than retreats [MUR-12-6].
pub(super) const BROKEN: usize = VOCABULARY.list("broken");
/// Whether an attacker offers to spare its target, and whether the target accepts [MUR-9-1, MUR-9-2].
pub(super) const OFFER: usize = VOCABULARY.list("offer");
pub(super) const ACCEPT: usize = VOCABULARY.list("accept");
/// Whether the fighter mounts or dismounts [MUR-17-6].
pub(super) const SADDLE: usize = VOCABULARY.list("saddle");
/// The movement of a mount, before and after the actions of its riders. The policy of the character that
/// steers the mount decides.
pub(super) const RIDE: usize = VOCABULARY.list("ride");
pub(super) const ONWARD: usize = VOCABULARY.list("onward");
/// Whether the day continues, and who is treated during a rest.
const REST: usize = VOCABULARY.list(resting::NAME);

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns the choice that a policy makes in `list`. Returns `None` if no line of the list can be used.
    /// `seen` is the attack, and `stated` the character, that the decision is about, if any.
    #[expect(
        clippy::inline_always,
        reason = "most lists have no line that can hold"
    )]
    #[inline(always)]
    pub(crate) fn asks<T: TryFrom<Choice>>(
        &mut self,
        who: FighterId,
        list: usize,
        seen: Option<&Incoming>,
        stated: Option<FighterId>,
    ) -> Option<T> {
        let fighter = self.fighter(who);
        if fighter.asks(list) {
            return self.evaluates(who, list, seen, stated);
        }
        if fighter.decides(list) {
            self.witness.list_ran_out(who, ListId::at(list));
        }
        None
    }

    /// Evaluates a list that has lines, and returns the choice that it makes.
    #[inline(never)]
    fn evaluates<T: TryFrom<Choice>>(
        &mut self,
        who: FighterId,
        list: usize,
        seen: Option<&Incoming>,
        stated: Option<FighterId>,
    ) -> Option<T> {
        let fighter = self.fighter(who);
        let mut asker = Asker::new(View::new(self.arena, self.state), who, list, seen, stated);
        let policy = &fighter.policy;
        let choice = policy.choose(ListId::at(list), &mut asker, self.dice, self.witness)?;
        choice.try_into().ok()
    }

    /// Returns the choice that a policy makes in `list`. If no line of the list can be used, returns the
    /// default of type `T`.
    #[inline]
    pub(crate) fn chooses<T: TryFrom<Choice> + Default>(
        &mut self,
        who: FighterId,
        list: usize,
        seen: Option<&Incoming>,
    ) -> T {
        self.asks(who, list, seen, None).unwrap_or_default()
    }

    /// Returns the main action that a policy chooses [MUR-2-12]. If the first lines are simple attacks, they
    /// are tried without evaluating the list.
    pub(crate) fn main_action(&mut self, who: FighterId) -> Deed {
        let fighter = self.fighter(who);
        if fighter.strikes.is_empty() {
            return self.chooses(who, ACT, None);
        }
        for strike in &fighter.strikes {
            if let Some(target) = self.view().aims(who, strike.rule)
                && (!strike.nearby || self.view().nearby(who, target))
            {
                let deed = Deed::Attack(AttackChoice::plain(target));
                #[cfg(test)]
                self.check_main_action(who, deed);
                self.witness.line_used(who, strike.line);
                return deed;
            }
        }
        let mut asker = Asker::new(View::new(self.arena, self.state), who, ACT, None, None);
        let (policy, list, passed) = (&fighter.policy, ListId::at(ACT), fighter.strikes.len());
        let choice = policy.choose_after(list, passed, &mut asker, self.dice, self.witness);
        choice
            .and_then(|choice| choice.try_into().ok())
            .unwrap_or_default()
    }

    /// Asserts that the whole list `act` chooses the same action as its simple attacks, which roll no dice.
    #[cfg(test)]
    fn check_main_action(&mut self, who: FighterId, deed: Deed) {
        let mut asker = Asker::new(View::new(self.arena, self.state), who, ACT, None, None);
        let policy = &self.arena.fighter(who).policy;
        let choice = policy.choose(
            ListId::at(ACT),
            &mut asker,
            self.dice,
            &mut crate::fight::Silent,
        );
        assert_eq!(choice.and_then(|choice| choice.try_into().ok()), Some(deed));
    }

    /// Returns the yes-or-no choice that a policy makes in `list`, or `unsaid` if no line of the list can be
    /// used.
    pub(crate) fn does(
        &mut self,
        who: FighterId,
        list: usize,
        seen: Option<&Incoming>,
        unsaid: bool,
    ) -> bool {
        self.asks(who, list, seen, None).unwrap_or(unsaid)
    }

    /// Returns the line of the fighter's list `rest` that ends the day now. Returns `None` if the day goes
    /// on.
    pub(super) fn ends_day(&mut self, who: FighterId) -> Option<LineId> {
        let asker = Asker::new(View::new(self.arena, self.state), who, REST, None, None);
        let policy = (&self.arena.fighter(who).policy, REST);
        resting::ends_day(asker, policy, self.dice, self.witness)
    }

    /// Returns the side that has the first opportunity of the round [MUR-1-9]. The first fighter of the side
    /// `holder`, which has the initiative, decides this.
    pub(crate) fn leads(&mut self, holder: SideId) -> SideId {
        let side = self.arena.lineup.alliances[holder.index()];
        let first = side.and(self.state.fighting).iter().next();
        let who = first.expect("the holder of the initiative has somebody fighting");
        self.asks(who, LEAD, None, None).unwrap_or(holder)
    }
}

#[cfg(test)]
mod tests;
