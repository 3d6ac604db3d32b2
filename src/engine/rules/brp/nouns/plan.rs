//! Blows that are known before they are struck, and what is kept of them from one round to the next.
//!
//! Clauses: BRP-5.2-1, BRP-5.6-2. Where everybody does in a round what they did in the one before, and nothing that it depends on has
//! been written since, nobody has to be asked again: the blow is the same, and only its luck is new.

use super::columns::{CONDITIONS, HAND, INTENTS, PLACE, THINGS, Written};
use super::exchange::Terms;
use super::reply::Guard;
use super::state::State;
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
    /// The fighters whose columns it depends on.
    pub relies_on: FighterSet,
}

/// The columns that a plan depends on.
const PLANNED_BY: Columns = PLACE.and(CONDITIONS).and(THINGS).and(HAND).and(INTENTS);

/// What is kept beside the situation while a fight is played from its start to its end. It is never compared, and whoever plays a
/// single step keeps nothing.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    keeps: bool,
    /// Whether the transcript leaves statements out, because they repeat those of the round before.
    hushed: bool,
    /// Whether nothing has been written yet that plans depend on: then those made for the start of the fight hold.
    fresh: bool,
    /// For how many rounds the statements of these have stood without being counted.
    rounds: u64,
    speakers: FighterSet,
    /// What has been written since the last statements, as far as it is no longer noted in the situation.
    since: Written,
    /// Whose plan holds.
    planned: FighterSet,
    plans: Vec<Option<Plan>>,
    /// How those who have been struck at meet armed blows, as long as that holds: whose it is that does.
    guarded: FighterSet,
    guards: Vec<Option<Guard>>,
    /// Those who were able when the fight was last found to go on.
    undecided: FighterSet,
    /// Memory for a copy of the situation.
    copy: Option<State>,
}

impl Kept {
    /// For a single step.
    #[inline]
    pub(crate) fn nothing() -> Self {
        Self::default()
    }

    /// Begins a whole fight of so many fighters, in the memory of the fight before.
    #[inline]
    pub(crate) fn begin(&mut self, fighters: usize) {
        if self.plans.len() != fighters {
            self.plans = vec![None; fighters];
            self.guards = vec![None; fighters];
        }
        self.keeps = true;
        self.hushed = false;
        self.fresh = true;
        self.rounds = 0;
        self.since = Written::default();
        self.planned = FighterSet::NONE;
        self.guarded = FighterSet::NONE;
        self.undecided = FighterSet::NONE;
    }

    #[inline]
    pub(crate) fn keeps(&self) -> bool {
        self.keeps
    }

    /// Drops the plans that depend on what has been written.
    #[inline]
    pub(crate) fn note(&mut self, written: Written) {
        self.since.add(written);
        if written.columns.meets(PLANNED_BY) {
            self.fresh = false;
            self.drop_plans(written.of);
        }
    }

    /// From now on statements are not told, or are again.
    pub(crate) fn hush(&mut self, hushed: bool) {
        self.hushed = hushed;
    }

    /// Whether statements are not told.
    #[inline]
    pub(crate) fn is_hushed(&self) -> bool {
        self.hushed
    }

    /// Whether the plans made for the start of the fight hold.
    #[inline]
    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Has the statements of these for one round more to count, if they are those of the rounds before. Says whether they are.
    #[inline]
    pub(crate) fn count_round(&mut self, speakers: FighterSet) -> bool {
        let same = self.rounds == 0 || self.speakers == speakers;
        if same {
            self.speakers = speakers;
            self.rounds += 1;
        }
        same
    }

    /// The rounds whose statements are to be counted, and whose they are.
    #[inline]
    pub(crate) fn take_rounds(&mut self) -> (u64, FighterSet) {
        (std::mem::take(&mut self.rounds), self.speakers)
    }

    /// Drops the plans that depend on some fighters.
    pub(crate) fn drop_plans(&mut self, of: FighterSet) {
        self.fresh = false;
        self.guarded = FighterSet::NONE;
        for who in self.planned.iter() {
            let plan = &self.plans[who.index()];
            if plan.is_none_or(|plan| !plan.relies_on.and(of).is_empty()) {
                self.planned.remove(who);
            }
        }
    }

    /// Returns what has been written since the last call, and clears it.
    #[inline]
    pub(crate) fn take_since(&mut self) -> Written {
        std::mem::take(&mut self.since)
    }

    /// Drops the plan of somebody alone.
    #[inline]
    pub(crate) fn drop_plan(&mut self, who: FighterId) {
        self.fresh = false;
        self.planned.remove(who);
    }

    /// How somebody meets armed blows, which is worked out where it is not known.
    #[inline]
    pub(crate) fn guard(
        &mut self,
        who: FighterId,
        work_out: impl FnOnce() -> Option<Guard>,
    ) -> Option<Guard> {
        if !self.keeps {
            return work_out();
        }
        if !self.guarded.has(who) {
            self.guards[who.index()] = work_out();
            self.guarded.add(who);
        }
        self.guards[who.index()]
    }

    /// Whether a fight in which these are able is known to go on.
    #[inline]
    pub(crate) fn goes_on(&self, able: FighterSet) -> bool {
        self.keeps && self.undecided == able && !able.is_empty()
    }

    /// It does.
    #[inline]
    pub(crate) fn note_going_on(&mut self, able: FighterSet) {
        self.undecided = able;
    }

    /// Whether somebody's plan holds.
    #[inline]
    pub(crate) fn has_plan(&self, who: FighterId) -> bool {
        self.planned.has(who)
    }

    /// The plan of somebody, if it has ever had one.
    #[inline]
    pub(crate) fn plan(&self, who: FighterId) -> Option<&Plan> {
        self.plans.get(who.index())?.as_ref()
    }

    /// A copy of a situation, in the memory that the copy before has given back.
    pub(crate) fn copy_of(&mut self, state: &State) -> State {
        match self.copy.take() {
            Some(mut copy) => {
                copy.clone_from(state);
                copy
            }
            None => state.clone(),
        }
    }

    /// Takes the memory of a copy that is no longer used.
    pub(crate) fn give_back(&mut self, copy: State) {
        self.copy = Some(copy);
    }

    pub(crate) fn keep(&mut self, plan: Plan) {
        self.planned.add(plan.who);
        self.plans[plan.who.index()] = Some(plan);
    }
}
