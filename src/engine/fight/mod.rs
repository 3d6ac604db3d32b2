//! One fight of any book: its fighters, its steps and its end.
//!
//! A ruleset compiles a matchup into a [`Fight`], which is read-only, provides the first [`Arena::State`] and plays
//! it on by one small [`step`](Fight::step) after another. A [`Witness`] is told what happens. This module knows
//! neither files nor rulebooks, allocates nothing, and uses no floating-point numbers.

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
pub use day::{Away, Day, Days, Pause, Stage, StageKind, Supplies};
pub use event::{EventKind, EventSpec, WHOLE};
pub(crate) use ids::in_row;
pub use ids::{
    CombatantId, EventId, FighterId, FighterSet, LineId, ListId, ObjectiveId, SideId, WeaponId,
};
pub use objective::{Goal, LAST, Objective, Objectives, Spot};
pub use situation::{Memo, Rounds, Situation, State};
pub(crate) use situation::{Origin, Source};
pub use stream::Stream;
pub use witness::{Blow, NoteRange, Silent, Witness};

use std::fmt;
use std::ops::Range;

use crate::dice::Dice;

/// The greatest number of fighters in one fight.
pub const MOST_FIGHTERS: usize = 64;

/// The read-only part of a fight: its fighters, its first state, and what can be asked of any state.
pub trait Arena: fmt::Debug + Send + Sync {
    /// The mutable part of a fight, commonly a [`Situation`]. Equal states have equal futures.
    type State: State;

    /// Returns the cast of the fight, for counting and reporting.
    fn cast(&self) -> &Cast;

    /// Returns the state before the first roll.
    fn start(&self) -> &Self::State;

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
}

/// A compiled matchup, to be played: everything that does not change in a fight, and its rules.
pub trait Fight: Objectives + Days {
    /// Returns the fight with additional tables for faster play; `None` if the book has no such tables. The
    /// tables may take much memory, so a caller keeps the result only while it plays.
    fn prepared(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Plays one step: the smallest part of a fight, after which equal states may be merged.
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut Self::State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress;

    /// Clears fields that cannot affect the rest of the fight, such as memos for faster play, so that equivalent
    /// states compare equal.
    fn forget(&self, _state: &mut Self::State) {}

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

/// Plays one step and judges the objectives of the fight. If the fight belongs to a [`Day`], the step may be a
/// rest instead. The next stage of the day begins when a fight or a rest is over. At the end, the objective that
/// has been met is reported.
#[inline]
pub(crate) fn advance<F: Fight + ?Sized, D: Dice, W: Witness>(
    fight: &F,
    state: &mut F::State,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    let cast = fight.cast();
    let day = cast.day.as_ref();
    let rest = day.and_then(|day| day::rest((fight, day), state, dice, witness));
    if cast.objectives.is_empty() {
        let progress = rest.unwrap_or_else(|| fight.step(state, dice, witness));
        return match (day, progress) {
            (Some(day), Progress::Ended(outcome)) if rest.is_none() => {
                day::go_on((fight, day), state, outcome, dice, witness)
            }
            _ => progress,
        };
    }
    let (progress, met) = match rest {
        Some(progress) => (progress, None),
        None => {
            let progress = fight.step(state, dice, witness);
            objective::judge(fight, state, progress, dice, witness)
        }
    };
    let progress = match (day, progress) {
        (Some(day), Progress::Ended(outcome)) if rest.is_none() => {
            day::go_on((fight, day), state, outcome, dice, witness)
        }
        _ => progress,
    };
    if let Progress::Ended(outcome) = progress {
        objective::report(cast, &outcome, met, witness);
    }
    progress
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
        if let Progress::Ended(outcome) = advance(fight, state, dice, witness) {
            tell_fates(fight, state, &outcome, witness);
            return outcome;
        }
    }
}

/// Returns the first of the equivalent rounds of a fight ([`Cast::alike_from`]), if more than `more_than`
/// rounds follow it.
pub(crate) fn first_alike<F: Arena>(fight: &F, more_than: u32) -> Option<u32> {
    let first = fight.cast().alike_from?;
    (fight.cast().round_cap > first + more_than).then_some(first)
}

/// Returns the progress of a state through its fight, and through the day if the fight is part of one.
#[inline]
pub(crate) fn moment_of<F: Arena>(fight: &F, state: &F::State) -> Moment {
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
pub fn tell_fates<F: Arena + ?Sized, W: Witness>(
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
pub fn tell_fates_but<F: Arena + ?Sized, W: Witness>(
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
