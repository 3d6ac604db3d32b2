//! Plans: blows that are known before they are struck, and the data kept from one round to the next.
//!
//! Clauses: BRP-5.2-1, BRP-5.6-2. If a fighter repeats its action of the last round, and no column that the action
//! depends on has been written since, the policy need not be asked again: the blow is the same, and only its outcome is
//! drawn again.

use super::columns::{CONDITIONS, HAND, INTENTS, PLACE, THINGS, Written};
use super::exchange::Terms;
use super::reply::CachedReply;
use super::state::State;
use crate::fight::{FighterId, FighterSet, NoteRange, WeaponId};
use crate::policy::Columns;

/// A blow as it will be struck: the weapon is whole, the target is in reach, and its reply is settled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub who: FighterId,
    pub target: FighterId,
    pub item: u8,
    pub weapon: WeaponId,
    pub guard: CachedReply,
    pub terms: Terms,
    /// The number of the outcome table, if the outcome is drawn from a table.
    pub table: Option<u16>,
    /// The witness's counter for the blow.
    pub place: NoteRange,
    /// The fighters whose columns the plan depends on.
    pub relies_on: FighterSet,
}

/// The columns that a plan depends on.
const PLANNED_BY: Columns = PLACE.and(CONDITIONS).and(THINGS).and(HAND).and(INTENTS);

/// Data kept beside the situation while a fight is played from start to end. It is never compared. Code that plays a
/// single step keeps nothing.
#[derive(Debug, Default)]
pub(crate) struct PrivateState {
    keeps: bool,
    /// Whether the transcript omits statements because they repeat those of the round before.
    hushed: bool,
    /// Whether no column that plans depend on has been written yet, so that the plans for the start of the fight hold.
    fresh: bool,
    /// Number of rounds of repeated statements of `speakers` that have not been counted yet.
    rounds: u64,
    speakers: FighterSet,
    /// Columns written since the last statements, as far as the state no longer lists them.
    since: Written,
    /// Fighters whose plan holds.
    planned: FighterSet,
    plans: Vec<Option<Plan>>,
    /// Cached replies to armed blows: the fighters whose entry in `cached_replies` still holds.
    guarded: FighterSet,
    cached_replies: Vec<Option<CachedReply>>,
    /// The able fighters when the fight was last found undecided.
    undecided: FighterSet,
    /// Reusable memory for a copy of the situation.
    copy: Option<State>,
}

impl PrivateState {
    /// Nothing kept, for a single step.
    #[inline]
    pub(crate) fn nothing() -> Self {
        Self::default()
    }

    /// Forgets everything, but keeps the memory for copies.
    pub(crate) fn forget(&mut self) {
        *self = Self {
            copy: self.copy.take(),
            ..Self::default()
        };
    }

    /// Begins a whole fight of `fighters` fighters, reusing the memory of the last fight.
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
        self.undecided = FighterSet::NONE;
    }

    #[inline]
    pub(crate) fn keeps(&self) -> bool {
        self.keeps
    }

    /// Drops the plans that depend on `written`.
    #[inline]
    pub(crate) fn note(&mut self, written: Written) {
        self.since.add(written);
        if written.columns.meets(PLANNED_BY) {
            self.fresh = false;
            self.drop_plans(written.of);
        }
    }

    /// Sets whether the transcript omits statements.
    pub(crate) fn hush(&mut self, hushed: bool) {
        self.hushed = hushed;
    }

    /// Returns whether the transcript omits statements.
    #[inline]
    pub(crate) fn is_hushed(&self) -> bool {
        self.hushed
    }

    /// Returns whether the plans made for the start of the fight hold.
    #[inline]
    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Adds one round to the uncounted statements of `speakers`; returns whether these are the same speakers as in the
    /// rounds before.
    #[inline]
    pub(crate) fn count_round(&mut self, speakers: FighterSet) -> bool {
        let same = self.rounds == 0 || self.speakers == speakers;
        if same {
            self.speakers = speakers;
            self.rounds += 1;
        }
        same
    }

    /// The number of rounds whose statements are still uncounted, and their speakers.
    #[inline]
    pub(crate) fn take_rounds(&mut self) -> (u64, FighterSet) {
        (std::mem::take(&mut self.rounds), self.speakers)
    }

    /// Drops the plans that depend on any of these fighters.
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

    /// Drops the plan of one fighter only.
    #[inline]
    pub(crate) fn drop_plan(&mut self, who: FighterId) {
        self.fresh = false;
        self.planned.remove(who);
    }

    /// The fighter's reply to armed blows, computed if it is not cached.
    #[inline]
    pub(crate) fn cached_reply(
        &mut self,
        who: FighterId,
        work_out: impl FnOnce() -> Option<CachedReply>,
    ) -> Option<CachedReply> {
        if !self.keeps {
            return work_out();
        }
        if !self.guarded.has(who) {
            self.cached_replies[who.index()] = work_out();
            self.guarded.add(who);
        }
        self.cached_replies[who.index()]
    }

    /// Returns whether a fight with exactly these able fighters is known to be undecided.
    #[inline]
    pub(crate) fn goes_on(&self, able: FighterSet) -> bool {
        self.keeps && self.undecided == able && !able.is_empty()
    }

    /// Notes that a fight with these able fighters is undecided.
    #[inline]
    pub(crate) fn note_going_on(&mut self, able: FighterSet) {
        self.undecided = able;
    }

    /// Returns whether the cached plan of a fighter is still valid.
    #[inline]
    pub(crate) fn has_plan(&self, who: FighterId) -> bool {
        self.planned.has(who)
    }

    /// The plan of a fighter, if it has ever had one.
    #[inline]
    pub(crate) fn plan(&self, who: FighterId) -> Option<&Plan> {
        self.plans.get(who.index())?.as_ref()
    }

    /// A copy of a situation, in the memory of the last copy that was given back.
    pub(crate) fn copy_of(&mut self, state: &State) -> State {
        match self.copy.take() {
            Some(mut copy) => {
                copy.clone_from(state);
                copy
            }
            None => state.clone(),
        }
    }

    /// Takes back the memory of a copy that is no longer used.
    pub(crate) fn give_back(&mut self, copy: State) {
        self.copy = Some(copy);
    }

    pub(crate) fn keep(&mut self, plan: Plan) {
        self.planned.add(plan.who);
        self.plans[plan.who.index()] = Some(plan);
    }
}
