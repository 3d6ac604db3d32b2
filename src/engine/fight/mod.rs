//! One fight of any book: its fighters, its steps and its end.
//!
//! A ruleset compiles a matchup into a [`Fight`], which is read-only. The fight provides the first
//! [`Fight::State`], and plays it by one small [`step`](Fight::step) after another. A [`Witness`] receives
//! reports of what happens. This module knows neither files nor rulebooks, allocates nothing, and uses no
//! floating-point numbers.

mod alliance;
mod cast;
pub(crate) mod counters;
pub(crate) mod day;
mod event;
mod ids;
mod objective;
mod situation;
mod stream;
mod witness;

pub use alliance::Alliances;
pub use cast::{Cast, CastCombatant, CastItem, CastWeapon, Playbook, PlaybookLine, listed};
pub use counters::{Counters, Counting};
pub use day::{Away, Day, Pause, Stage, StageKind, Supplies};
pub use event::{EventKind, EventSpec, WHOLE};
pub(crate) use ids::in_row;
pub use ids::{
    CombatantId, EventId, FighterId, FighterSet, LineId, ListId, ObjectiveId, SideId, WeaponId,
};
pub use objective::{Goal, LAST, Objective, Spot};
pub use situation::{Rounds, Situation, State};
pub use stream::Stream;
pub use witness::{Blow, NoteRange, Silent, Witness};

use std::fmt;
use std::ops::Range;

use crate::dice::Dice;

/// The greatest number of fighters in one fight.
pub const MOST_FIGHTERS: usize = 64;

/// A compiled matchup: everything that does not change in a fight.
pub trait Fight: fmt::Debug + Send + Sync {
    /// The mutable part of a fight, commonly a [`Situation`]. Equal states have equal futures.
    type State: State;

    /// Returns the cast of the fight, for counting and reporting.
    fn cast(&self) -> &Cast;

    /// Returns the fight with additional tables for faster play; `None` if the book has no such tables. The
    /// tables may take much memory, so a caller keeps the result only while it plays.
    fn prepared(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Returns the state before the first roll.
    fn start(&self) -> &Self::State;

    /// Plays one step: the smallest part of a fight, after which equal states may be merged.
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut Self::State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress;

    /// Plays one step and judges the objectives of the fight. In a day, also plays rests and begins the next
    /// fight.
    #[inline]
    fn advance<D: Dice, W: Witness>(
        &self,
        state: &mut Self::State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        let cast = self.cast();
        if let Some(day) = &cast.day
            && let Some(progress) = day::rest((self, day), state, dice, witness)
        {
            return progress;
        }
        let progress = self.step(state, dice, witness);
        let progress = if cast.objectives.is_empty() {
            progress
        } else {
            objective::judge(self, state, progress, dice, witness)
        };
        match (&cast.day, progress) {
            (Some(day), Progress::Ended(outcome)) => {
                day::go_on((self, day), state, outcome, dice, witness)
            }
            _ => progress,
        }
    }

    /// Returns the last round of the fight if an objective is met in this state, between two steps. Returns
    /// `None` while the fight is not at a point where it can end.
    fn judged_in(&self, state: &Self::State) -> Option<u32> {
        Some(self.moment(state).round)
    }

    /// Reports the facts that a fight otherwise reports only at its end. Called when an objective ends a
    /// fight that would have continued.
    fn cut_off<D: Dice, W: Witness>(
        &self,
        _state: &mut Self::State,
        _dice: &mut D,
        _witness: &mut W,
    ) {
    }

    /// Clears fields that cannot affect the rest of the fight, such as memos for faster play, so that equivalent
    /// states compare equal.
    fn forget(&self, _state: &mut Self::State) {}

    /// Returns the progress of a state through its fight, which never decreases from one step to the next. An
    /// exact solution merges equal states only at equal moments, so it has fewer states to keep if the steps
    /// of a fight differ in their moments.
    fn moment(&self, _state: &Self::State) -> Moment {
        Moment::default()
    }

    /// Returns the fighters that stand in a state, and those that were reported to the witness as down or
    /// away.
    fn roll_call(&self, _state: &Self::State) -> RollCall {
        RollCall::of(self.cast(), self.cast().everybody())
    }

    /// Returns the fate and the health of a fighter after the fight.
    fn left(&self, _state: &Self::State, _who: FighterId) -> Left {
        Left::default()
    }

    /// Returns the fate of a fighter that does not stand, for objectives; `None` if the book has no name for
    /// the fate.
    fn fate(&self, state: &Self::State, who: FighterId) -> Option<EventId> {
        self.left(state, who).fate
    }

    /// Returns the cast and the start state, so that the caller can change them before the first fight.
    /// Returns `None` if the book has no days.
    fn parts(&mut self) -> Option<(&mut Cast, &mut Self::State)> {
        None
    }

    /// Begins a fight of a day in this state: the start state, or the state after another fight. The fighters
    /// in `fresh` begin as in the start state, and those in `folk` with what they have left. All others are
    /// absent: they are not in the fight and have no fate.
    fn begin(&self, _state: &mut Self::State, _fresh: FighterSet, _folk: FighterSet) {}

    /// Plays a time without a fight, such as a rest between two fights of a day, for the fighters in `folk`.
    fn pause<D: Dice, W: Witness>(
        &self,
        _state: &mut Self::State,
        _pause: Pause,
        _folk: FighterSet,
        _dice: &mut D,
        _witness: &mut W,
    ) {
    }

    /// Evaluates the policy of the fighter `_who` to decide whether the people end their day after the
    /// present stage, which they have got through. Returns the policy line that ends the day.
    fn ends_day<D: Dice, W: Witness>(
        &self,
        _state: &mut Self::State,
        _who: FighterId,
        _dice: &mut D,
        _witness: &mut W,
    ) -> Option<LineId> {
        None
    }

    /// Returns whether a fighter is dead for the rest of a day.
    fn is_dead(&self, _state: &Self::State, _who: FighterId) -> bool {
        false
    }

    /// Returns the supplies that a fighter has left of the things that can run out in a day.
    fn supplies(&self, _state: &Self::State, _who: FighterId) -> Supplies {
        Supplies::default()
    }

    /// Returns the health that a fighter has lost, and the most that it can lose, both in the same unit.
    fn harm(&self, state: &Self::State, who: FighterId) -> (u32, u32) {
        let most = self.cast().combatant(who).health;
        (most.saturating_sub(self.left(state, who).health), most)
    }

    /// Returns whether a standing fighter is at a place of the battlefield, for objectives.
    fn is_at(&self, _state: &Self::State, _who: FighterId, _spot: Spot) -> bool {
        false
    }

    /// Returns the counters of the fight: numbers that only go down, and that affect the rest of the state
    /// only when they run out. `None` if the fight has no counters.
    fn counting(&self) -> Option<&dyn Counting<Self::State>> {
        None
    }

    /// Plays to the end and reports the fate of every fighter ([`tell_fates`]). A ruleset may play stretches
    /// with few events faster than step by step, as long as it makes the same rolls in the same order.
    #[inline]
    fn run<D: Dice, W: Witness>(
        &self,
        state: &mut Self::State,
        dice: &mut D,
        witness: &mut W,
    ) -> Outcome {
        loop {
            if let Progress::Ended(outcome) = self.step(state, dice, witness) {
                tell_fates(self, state, &outcome, witness);
                return outcome;
            }
        }
    }
}

/// Plays to the end and reports the fate of every fighter. Uses [`Fight::run`], unless the fight has
/// objectives or is a day: then it plays by [`Fight::advance`].
#[inline]
pub(crate) fn finish<F: Fight + ?Sized, D: Dice, W: Witness>(
    fight: &F,
    state: &mut F::State,
    dice: &mut D,
    witness: &mut W,
) -> Outcome {
    if fight.cast().is_plain() {
        return fight.run(state, dice, witness);
    }
    loop {
        if let Progress::Ended(outcome) = fight.advance(state, dice, witness) {
            tell_fates(fight, state, &outcome, witness);
            return outcome;
        }
    }
}

/// Returns the first of the equivalent rounds of a fight ([`Cast::alike_from`]), if more than `more_than`
/// rounds follow it.
pub(crate) fn first_alike<F: Fight>(fight: &F, more_than: u32) -> Option<u32> {
    let first = fight.cast().alike_from?;
    (fight.cast().round_cap > first + more_than).then_some(first)
}

/// Returns the progress of a state through its fight, and through the day if the fight is part of one.
#[inline]
pub(crate) fn moment_of<F: Fight>(fight: &F, state: &F::State) -> Moment {
    Moment {
        stage: u32::try_from(state.stage()).expect("a day has few stages"),
        ..fight.moment(state)
    }
}

/// The point of a fight that a state belongs to: the stage of the day, the round, and the part of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment {
    /// The stage of the day; 0 if the fight is not part of a day.
    pub stage: u32,
    /// The number of rounds that have begun.
    pub round: u32,
    /// The progress within the round, in the ruleset's own units.
    pub part: u32,
}

/// The fighters that stand in a state, and those reported as out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollCall {
    /// The fighters that have neither gone down nor left.
    pub standing: FighterSet,
    /// The fighters that were reported to the witness as down or away: see [`Witness::downed`] and
    /// [`Witness::fled`].
    pub out: FighterSet,
}

impl RollCall {
    /// Returns the roll call for the fighters `standing`, if all other fighters have been reported as out.
    pub fn of(cast: &Cast, standing: FighterSet) -> Self {
        let out = cast.everybody().without(standing);
        Self { standing, out }
    }
}

/// The fate and the health of a fighter after the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Left {
    /// The fate of a fighter that does not stand; `None` if the book has no name for the fate.
    pub fate: Option<EventId>,
    /// The remaining health, in the unit of [`CastCombatant::health`].
    pub health: u32,
}

/// Whether a fight continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Progress {
    /// Another step follows.
    Goes,
    /// The fight is over.
    Ended(Outcome),
}

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, if any.
    pub ending: Ending,
    /// The last round, counted from 1.
    pub rounds: u32,
    /// The fighters that stood at the end.
    pub standing: FighterSet,
}

/// The winner of a fight, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// One alliance stands alone, or one of its sides has met an objective. The id is the first side of the
    /// alliance. A side without allies is its own alliance ([`Alliances::of`]).
    Won(SideId),
    /// No side stands, or sides that are not allied have met objectives at the same time.
    Draw,
    /// The fight reached the round cap, or no fighter can hurt any other any more. Also the result of a day
    /// that the people ended before its last stage.
    Undecided,
}

/// Reports to a witness the health or the fate of every fighter of a fight that has just ended in this state.
#[inline]
pub fn tell_fates<F: Fight + ?Sized, W: Witness>(
    fight: &F,
    state: &F::State,
    outcome: &Outcome,
    witness: &mut W,
) {
    tell_fates_but(fight, state, outcome.standing, FighterSet::NONE, witness);
}

/// Reports the health of the fighters `standing`, and the fates of the others. Leaves out the fighters in
/// `told`, whose fates were reported before.
#[inline]
pub fn tell_fates_but<F: Fight + ?Sized, W: Witness>(
    fight: &F,
    state: &F::State,
    standing: FighterSet,
    told: FighterSet,
    witness: &mut W,
) {
    let cast = fight.cast();
    for who in standing.iter() {
        witness.left(who, fight.left(state, who).health, WHOLE);
    }
    let fallen = cast.everybody().without(standing);
    for who in fallen.without(told).iter() {
        if let Some(fate) = fight.left(state, who).fate {
            witness.happened(who, fate, WHOLE);
        }
    }
}

/// Plays one fight to its end.
#[inline]
pub fn play<F: Fight + ?Sized, D: Dice, W: Witness>(
    fight: &F,
    dice: &mut D,
    witness: &mut W,
) -> Outcome {
    let mut state = fight.start().clone();
    let outcome = finish(fight, &mut state, dice, witness);
    witness.ended(&outcome);
    outcome
}

/// Plays the fights of a stream with the numbers in `fights`, each from start to end.
#[inline]
pub fn play_all<F: Fight + ?Sized, W: Witness>(
    fight: &F,
    stream: &Stream,
    fights: Range<u64>,
    witness: &mut W,
) {
    play_in(fight, &mut fight.start().clone(), stream, fights, witness);
}

/// Plays fights like [`play_all`], but in the memory of `state`, which is a state of the same fight. The memo
/// of `state` is used as well.
#[inline]
pub fn play_in<F: Fight + ?Sized, W: Witness>(
    fight: &F,
    state: &mut F::State,
    stream: &Stream,
    fights: Range<u64>,
    witness: &mut W,
) {
    for n in fights {
        state.clone_from(fight.start());
        let outcome = finish(fight, state, &mut stream.dice(n), witness);
        witness.ended(&outcome);
    }
}
