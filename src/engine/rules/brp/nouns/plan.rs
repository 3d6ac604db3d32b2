//! Plans, which are blows that are known before they are struck, and other results kept from round to round.
//!
//! Clauses: BRP-5.2-1, BRP-5.6-2. A fighter repeats its action of the last round, without an evaluation of
//! its policy, if no column that the action depends on has changed since. The blow is then the same, and only
//! its outcome is rolled or drawn again.

use super::columns::{CONDITIONS, HAND, INTENTS, PLACE, THINGS, Written};
use super::exchange::Terms;
use super::reply::CachedReply;
use super::state::State;
use crate::fight::{FighterId, FighterSet, NoteRange, WeaponId};
use crate::policy::Columns;

/// A blow that is known before it is struck. The weapon is whole, the target is in reach, and the target's
/// reply is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub who: FighterId,
    pub target: FighterId,
    pub item: u8,
    pub weapon: WeaponId,
    pub guard: CachedReply,
    pub terms: Terms,
    /// The number of the blow's outcome table. `None` if there is no table, so that the outcome has to be
    /// rolled.
    pub table: Option<u16>,
    /// Where the witness keeps its counters for blows of `who` against `target` with `weapon`.
    pub place: NoteRange,
    /// The fighters that the plan depends on. The plan is dropped when one of the columns in `PLANNED_BY`
    /// changes for one of these fighters.
    pub relies_on: FighterSet,
}

/// The columns that every plan depends on.
const PLANNED_BY: Columns = PLACE.and(CONDITIONS).and(THINGS).and(HAND).and(INTENTS);

/// Results that are kept beside the state while a whole fight is played. They speed up play, but are no part
/// of the state when states are compared. Code that plays a single step keeps no results.
#[derive(Debug, Default)]
pub(crate) struct PrivateState {
    keeps: bool,
    /// Whether the transcript leaves out statements because they are the same as in the round before.
    hushed: bool,
    /// Whether no column that plans depend on has changed since the start of the fight. The plans that were
    /// made for the start are then still valid.
    fresh: bool,
    /// The number of rounds of repeated statements whose policy lines have not been counted yet. `speakers`
    /// are the fighters that made these statements.
    rounds: u64,
    speakers: FighterSet,
    /// The columns that have changed since the last statements, except those that are still recorded in the
    /// state itself.
    since: Written,
    /// The fighters whose plan in `plans` is still valid.
    planned: FighterSet,
    plans: Vec<Option<Plan>>,
    /// The fighters whose entry in `cached_replies` is still valid. An entry is the fighter's reply to a blow
    /// with a weapon.
    guarded: FighterSet,
    /// The fighters whose cached reply may depend on other fighters.
    watchful: FighterSet,
    cached_replies: Vec<Option<CachedReply>>,
    /// The able fighters at the last check that found the fight not to be over.
    undecided: FighterSet,
    /// Memory for a copy of the state, to be reused.
    copy: Option<State>,
}

impl PrivateState {
    /// Returns a value that keeps no results, for playing a single step.
    #[inline]
    pub(crate) fn nothing() -> Self {
        Self::default()
    }

    /// Forgets all results, but keeps the allocated memory that copies of the state use.
    pub(crate) fn forget(&mut self) {
        *self = Self {
            copy: self.copy.take(),
            ..Self::default()
        };
    }

    /// Prepares for a whole fight of `fighters` fighters. Reuses the memory of the last fight.
    #[inline]
    pub(crate) fn begin(&mut self, fighters: usize) {
        if self.plans.len() != fighters {
            self.plans = vec![None; fighters];
            self.cached_replies = vec![None; fighters];
        }
        self.keeps = true;
        self.hushed = false;
        self.fresh = true;
        self.rounds = 0;
        self.since = Written::default();
        self.planned = FighterSet::NONE;
        self.guarded = FighterSet::NONE;
        self.watchful = FighterSet::NONE;
        self.undecided = FighterSet::NONE;
    }

    #[inline]
    pub(crate) fn keeps(&self) -> bool {
        self.keeps
    }

    /// Drops the plans that depend on the columns in `written`. Adds these columns to those that have changed
    /// since the last statements.
    #[inline]
    pub(crate) fn note(&mut self, written: Written) {
        self.since.add(written);
        if written.columns.meets(PLANNED_BY) {
            self.fresh = false;
            self.drop_plans(written.of);
        }
    }

    /// Sets whether the transcript leaves out statements.
    pub(crate) fn hush(&mut self, hushed: bool) {
        self.hushed = hushed;
    }

    /// Returns whether the transcript leaves out statements.
    #[inline]
    pub(crate) fn is_hushed(&self) -> bool {
        self.hushed
    }

    /// Returns whether the plans that were made for the start of the fight are still valid.
    #[inline]
    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Adds one round to the rounds whose repeated statements are still to be counted. Returns false and adds
    /// nothing if the uncounted rounds are of other speakers.
    #[inline]
    pub(crate) fn count_round(&mut self, speakers: FighterSet) -> bool {
        let same = self.rounds == 0 || self.speakers == speakers;
        if same {
            self.speakers = speakers;
            self.rounds += 1;
        }
        same
    }

    /// Returns the number of rounds whose repeated statements are still to be counted, and the speakers. Sets
    /// the number to 0.
    #[inline]
    pub(crate) fn take_rounds(&mut self) -> (u64, FighterSet) {
        (std::mem::take(&mut self.rounds), self.speakers)
    }

    /// Drops the plans that depend on any of these fighters.
    pub(crate) fn drop_plans(&mut self, of: FighterSet) {
        self.fresh = false;
        self.guarded = self.guarded.without(of).without(self.watchful);
        for who in self.planned.iter() {
            let plan = &self.plans[who.index()];
            if plan.is_none_or(|plan| !plan.relies_on.and(of).is_empty()) {
                self.planned.remove(who);
            }
        }
    }

    /// Returns the changed columns that `since` has recorded, and clears this record.
    #[inline]
    pub(crate) fn take_since(&mut self) -> Written {
        std::mem::take(&mut self.since)
    }

    /// Drops the plan of one fighter.
    #[inline]
    pub(crate) fn drop_plan(&mut self, who: FighterId) {
        self.fresh = false;
        self.planned.remove(who);
    }

    /// Returns the fighter's reply to a blow with a weapon. Calls `work_out` if the reply is not cached. The
    /// reply depends on the fighter alone if `alone` is true.
    #[inline]
    pub(crate) fn cached_reply(
        &mut self,
        who: FighterId,
        alone: bool,
        work_out: impl FnOnce() -> Option<CachedReply>,
    ) -> Option<CachedReply> {
        if !self.keeps {
            return work_out();
        }
        if !self.guarded.has(who) {
            self.cached_replies[who.index()] = work_out();
            self.guarded.add(who);
            if !alone {
                self.watchful.add(who);
            }
        }
        self.cached_replies[who.index()]
    }

    /// Returns whether a fight with exactly these able fighters is known not to be over.
    #[inline]
    pub(crate) fn goes_on(&self, able: FighterSet) -> bool {
        self.keeps && self.undecided == able && !able.is_empty()
    }

    /// Notes that a fight with these able fighters is not over.
    #[inline]
    pub(crate) fn note_going_on(&mut self, able: FighterSet) {
        self.undecided = able;
    }

    /// Returns whether the plan of a fighter is still valid.
    #[inline]
    pub(crate) fn has_plan(&self, who: FighterId) -> bool {
        self.planned.has(who)
    }

    /// Returns the latest plan of a fighter, valid or not, if it has ever had one.
    #[inline]
    pub(crate) fn plan(&self, who: FighterId) -> Option<&Plan> {
        self.plans.get(who.index())?.as_ref()
    }

    /// Returns a copy of a state. Reuses the memory of the copy that was last given back.
    pub(crate) fn copy_of(&mut self, state: &State) -> State {
        match self.copy.take() {
            Some(mut copy) => {
                copy.clone_from(state);
                copy
            }
            None => state.clone(),
        }
    }

    /// Keeps a copy that is no longer needed, so that its memory can be reused.
    pub(crate) fn give_back(&mut self, copy: State) {
        self.copy = Some(copy);
    }

    pub(crate) fn keep(&mut self, plan: Plan) {
        self.planned.add(plan.who);
        self.plans[plan.who.index()] = Some(plan);
    }
}
