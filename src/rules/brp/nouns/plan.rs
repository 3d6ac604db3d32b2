//! Blows that are known before they are struck, and what is kept of them from one round to the next.
//!
//! Clauses: BRP-5.2-1, BRP-5.6-2. Where everybody does in a round what they did in the one before, and nothing that it hangs on has
//! been written since, nobody has to be asked again: the blow is the same, and only its luck is new.

use super::columns::{CONDITIONS, HAND, INTENTS, PLACE, THINGS, Written};
use super::exchange::Terms;
use super::reply::Guard;
use crate::fight::{FighterId, FighterSet, Place, WeaponId};
use crate::policy::Columns;

/// A blow as it will be struck: the weapon is whole, the target in reach, and its reply settled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub who: FighterId,
    pub target: FighterId,
    pub item: u8,
    pub weapon: WeaponId,
    pub guard: Guard,
    pub terms: Terms,
    /// The number of the table that its outcome is drawn from, where it is drawn.
    pub table: Option<u16>,
    /// Where the witness counts it.
    pub place: Place,
    /// Those whose columns it hangs on.
    pub relies_on: FighterSet,
}

/// The columns that a plan hangs on.
const PLANNED_BY: Columns = PLACE
    .and(CONDITIONS)
    .and(THINGS)
    .and(HAND)
    .and(INTENTS);

/// What is kept beside the situation while a fight is played from its start to its end. It is never compared, and whoever plays a
/// single step keeps nothing.
#[derive(Debug)]
pub(crate) struct Kept<const N: usize> {
    keeps: bool,
    /// What has been written since the last statements, as far as it is no longer noted in the situation.
    since: Written,
    /// Whose plan holds.
    planned: FighterSet,
    plans: [Option<Plan>; N],
}

impl<const N: usize> Kept<N> {
    /// For a single step.
    #[inline]
    pub(crate) fn nothing() -> Self {
        Self {
            keeps: false,
            since: Written::default(),
            planned: FighterSet::NONE,
            plans: [None; N],
        }
    }

    /// For a whole fight.
    #[inline]
    pub(crate) fn of_a_fight() -> Self {
        Self {
            keeps: true,
            ..Self::nothing()
        }
    }

    #[inline]
    pub(crate) fn keeps(&self) -> bool {
        self.keeps
    }

    /// Drops the plans that hang on what has been written.
    #[inline]
    pub(crate) fn note(&mut self, written: Written) {
        self.since.add(written);
        if written.columns.meets(PLANNED_BY) {
            self.drop_plans(written.of);
        }
    }

    /// Drops the plans that hang on some fighters.
    pub(crate) fn drop_plans(&mut self, of: FighterSet) {
        for who in self.planned.iter() {
            let plan = &self.plans[who.index()];
            if plan.is_none_or(|plan| !plan.relies_on.and(of).is_empty()) {
                self.planned.remove(who);
            }
        }
    }

    /// What has been written since this was last asked.
    #[inline]
    pub(crate) fn take_since(&mut self) -> Written {
        std::mem::take(&mut self.since)
    }

    /// The plan of somebody, if it holds.
    #[inline]
    pub(crate) fn plan(&self, who: FighterId) -> Option<&Plan> {
        let plan = self.plans.get(who.index())?.as_ref();
        plan.filter(|_| self.planned.has(who))
    }

    pub(crate) fn keep(&mut self, plan: Plan) {
        self.planned.add(plan.who);
        self.plans[plan.who.index() % N] = Some(plan);
    }
}
