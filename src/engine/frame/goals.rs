//! Facts about where the objectives of a fight lead a fighter, which the policies of all books can ask for, and the answers.

use super::Lineup;
use crate::fight::{FighterId, FighterSet, Goal, Spot};
use crate::policy::vocabulary::truth;
use crate::policy::{FactSpec, Policy, Vocabulary};

/// Whether [`Lineup::spot_to_reach`] has a place.
pub(crate) const MUST_REACH: FactSpec = truth(
    "self.must_reach",
    "an objective `reach` of the own side counts oneself, and one is not at its place yet",
);

/// The answer is [`Lineup::must_stay`].
pub(crate) const MUST_STAY: FactSpec = truth(
    "self.must_stay",
    "an objective `reach` of the own side counts oneself, and one is at its place, where others are still to come",
);

/// The answer is [`Lineup::must_leave`].
pub(crate) const MUST_LEAVE: FactSpec = truth(
    "self.must_leave",
    "an objective of the own side, or of an ally, counts oneself as `fled`",
);

/// Returns whether a line of a policy asks one of these facts.
pub(super) fn is_about_goals(line: &str) -> bool {
    let facts = [MUST_REACH, MUST_STAY, MUST_LEAVE];
    facts.iter().any(|fact| line.contains(fact.name))
}

impl Lineup {
    /// The place of an objective `reach` that counts this fighter: the first in the order of the objectives, if the fighter is
    /// at none of them yet.
    pub fn spot_to_reach(&self, who: FighterId, is_at: impl Fn(Spot) -> bool) -> Option<Spot> {
        let first = self.spots(who).next()?;
        (!self.spots(who).any(is_at)).then_some(first)
    }

    /// Returns whether the fighter is at the place of an objective `reach` that counts it. Since the fight is not over, the
    /// objective needs others as well.
    pub fn must_stay(&self, who: FighterId, is_at: impl Fn(Spot) -> bool) -> bool {
        self.spots(who).any(is_at)
    }

    /// The places of the objectives `reach` that count this fighter.
    fn spots(&self, who: FighterId) -> impl Iterator<Item = Spot> {
        let counting = self.objectives.iter().filter(move |one| one.who.has(who));
        counting.filter_map(|objective| match objective.goal {
            Goal::At(spot) => Some(spot),
            _ => None,
        })
    }

    /// Returns whether an objective of the fighter's own side, or of an ally, counts the fighter as fled.
    #[inline]
    pub fn must_leave(&self, who: FighterId) -> bool {
        self.leaving.has(who)
    }

    /// The policy of a role. Lines that are possible only with an objective that no fighter of the role has are left out:
    /// they are no longer evaluated, and nothing depends on them.
    pub fn suited(&self, role: usize, policy: &Policy, vocabulary: &'static Vocabulary) -> Policy {
        let counted = |some: FighterSet| some.iter().any(|who| self.role(who) == role);
        let idle = [
            (MUST_REACH, self.reaching),
            (MUST_STAY, self.reaching),
            (MUST_LEAVE, self.leaving),
        ];
        let idle = idle.into_iter().filter(|&(_, some)| !counted(some));
        let idle: Vec<usize> = idle.map(|(fact, _)| vocabulary.fact(fact.name)).collect();
        policy.while_false(&idle, vocabulary)
    }
}
