//! Facts about where the objectives of a fight lead a fighter. The policies of all books can use them. This
//! module also computes their values.

use super::Lineup;
use crate::fight::{FighterId, FighterSet, Goal, Objective, Spot};
use crate::policy::vocabulary::truth;
use crate::policy::{FactSpec, Policy, Vocabulary};

/// The fact `self.must_reach`: whether [`Lineup::spot_to_reach`] returns a place for the fighter.
pub(crate) const MUST_REACH: FactSpec = truth(
    "self.must_reach",
    "an objective of the own side, `reach` or `hold` with `at`, includes the fighter, who is not at its place yet",
);

/// The fact `self.must_stay`, computed by [`Lineup::must_stay`].
pub(crate) const MUST_STAY: FactSpec = truth(
    "self.must_stay",
    "an objective of the own side, `reach` or `hold` with `at`, includes the fighter, who is at its place",
);

/// The fact `self.must_leave`, computed by [`Lineup::must_leave`].
pub(crate) const MUST_LEAVE: FactSpec = truth(
    "self.must_leave",
    "an objective of the own side, or of an ally, needs the fighter to flee",
);

/// Returns whether a line of a policy uses one of these facts.
pub(super) fn is_about_goals(line: &str) -> bool {
    let facts = [MUST_REACH, MUST_STAY, MUST_LEAVE];
    facts.iter().any(|fact| line.contains(fact.name))
}

impl Lineup {
    /// Returns the place that the fighter has to reach: the place of the first objective `reach` that
    /// includes this fighter and that can still be met. Returns `None` if no such objective exists, or if the
    /// fighter is already at the place of one of them. `able` are the fighters that stand or are still to come, and
    /// `is_at` returns whether the fighter is at a place.
    pub fn spot_to_reach(
        &self,
        who: FighterId,
        able: FighterSet,
        is_at: impl Fn(Spot) -> bool,
    ) -> Option<Spot> {
        let first = self.spots(who, able).next()?;
        (!self.spots(who, able).any(is_at)).then_some(first)
    }

    /// Returns whether the fighter is at the place of an objective `reach` that includes it. The fight
    /// continues, so the objective still needs other fighters there.
    pub fn must_stay(
        &self,
        who: FighterId,
        able: FighterSet,
        is_at: impl Fn(Spot) -> bool,
    ) -> bool {
        self.spots(who, able).any(is_at)
    }

    /// Returns the places of all objectives `reach` that include this fighter and that the fighters `able` can
    /// still meet: enough of those that the objective counts are among them.
    fn spots(&self, who: FighterId, able: FighterSet) -> impl Iterator<Item = Spot> {
        let enough = move |one: &Objective| one.who.and(able).count() >= one.least;
        let counting = self.objectives.iter().filter(move |one| one.who.has(who));
        let counting = counting.filter(move |one| enough(one));
        counting.filter_map(|objective| match objective.goal {
            Goal::At(spot) | Goal::Standing(_, Some(spot)) => Some(spot),
            _ => None,
        })
    }

    /// Returns whether an objective of the fighter's own side, or of an ally, needs the fighter to flee.
    #[inline]
    pub fn must_leave(&self, who: FighterId) -> bool {
        self.leaving.has(who)
    }

    /// Returns the policy for the fighters of a role. If no fighter of the role has a certain kind of
    /// objective, the lines that are possible only with such an objective are left out: they are not
    /// evaluated, and the choice does not depend on what they read.
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
