//! A single fight of any book: its fighters, its steps and its end.
//!
//! A ruleset compiles a matchup into a [`Fight`], which does not change. The fight provides the first
//! [`Arena::State`], and [`Fight::step`] plays it on by one small step after another. A [`Witness`] gets
//! reports of what happens. This module knows no files and no rulebooks, allocates no memory, and does not
//! use floating-point numbers.

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

/// The part of a fight that does not change: its fighters, its first state, and methods that examine a state.
pub trait Arena: fmt::Debug + Send + Sync {
    /// The part of a fight that changes, commonly a [`Situation`]. Equal states have the same future.
    type State: State;

    /// Returns the cast of the fight: its fighters and their names.
    fn cast(&self) -> &Cast;

    /// Returns the state before the first step.
    fn start(&self) -> &Self::State;

    /// Returns how far a state is in its fight. This must never go back from one step to the next. An exact
    /// solution merges equal states only if their moments are equal too. The more exact the moments are, the
    /// fewer states it has to store at once.
    fn moment(&self, _state: &Self::State) -> Moment {
        Moment::default()
    }

    /// Returns the fighters that stand in a state, and those that have been reported to the witness as down
    /// or as having left.
    fn roll_call(&self, _state: &Self::State) -> RollCall {
        RollCall::of(self.cast(), self.cast().everybody())
    }

    /// Returns the fate and the health that a fighter has if the fight ends in this state.
    fn left(&self, _state: &Self::State, _who: FighterId) -> Left {
        Left::default()
    }
}

/// A compiled matchup: everything about a fight that does not change, and the rules to play it.
pub trait Fight: Objectives + Days {
    /// Returns the fight with additional tables for faster play. Returns `None` if the book has no such
    /// tables. They may take much memory, so a caller should keep the result only while it plays.
    fn prepared(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Plays one step, the smallest part of a fight. Between steps, equal states can be merged.
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut Self::State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress;

    /// Clears the fields of a state that cannot affect the rest of the fight, such as caches. States that
    /// differ only in these fields are then equal.
    fn forget(&self, _state: &mut Self::State) {}

    /// Returns access to the counters of the fight: numbers that only go down, and that matter to the rest of
    /// the state only when they run out. Returns `None` if the fight has no counters.
    fn counting(&self) -> Option<&dyn Counting<Self::State>> {
        None
    }

    /// Plays a fight to its end, and reports the fate of every fighter ([`tell_fates`]). A ruleset may
    /// override this method to play some parts faster than step by step. Its method must make the same rolls
    /// in the same order.
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

/// Plays one step and judges the objectives of the fight. If the fight belongs to a [`Day`], the step may be
/// a rest instead. The next stage of the day begins when a fight or a rest is over. At the end, the objective
/// that has been met is reported.
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
    let (progress, met) = if let Some(progress) = rest {
        (progress, None)
    } else {
        let progress = fight.step(state, dice, witness);
        objective::judge(fight, state, progress, dice, witness)
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

/// Plays a fight or a day to its end, and reports the fate of every fighter. Uses [`Fight::run`] for a fight
/// without objectives. A day, or a fight with objectives, is played with [`advance`].
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

/// Returns the first of the equivalent rounds of a fight ([`Cast::alike_from`]). Returns `None` if there are
/// none, or if no more than `more_than` rounds follow the first one.
pub(crate) fn first_alike<F: Arena>(fight: &F, more_than: u32) -> Option<u32> {
    let first = fight.cast().alike_from?;
    (fight.cast().round_cap > first + more_than).then_some(first)
}

/// Returns how far a state is in its fight. If the fight is part of a day, this includes the stage of the
/// day.
#[inline]
pub(crate) fn moment_of<F: Arena>(fight: &F, state: &F::State) -> Moment {
    Moment {
        stage: u32::try_from(state.stage()).expect("a day has few stages"),
        ..fight.moment(state)
    }
}

/// How far a state is in its fight: the stage of the day, the round, and the part of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment {
    /// The stage of the day; 0 if the fight is not part of a day.
    pub stage: u32,
    /// The number of rounds that have begun.
    pub round: u32,
    /// The progress within the round, in a unit that each ruleset may choose.
    pub part: u32,
}

/// The fighters that stand in a state, and those that have been reported as out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollCall {
    /// The fighters that take part and have neither gone down nor left.
    pub standing: FighterSet,
    /// The fighters that have been reported to the witness as down or as having left: see [`Witness::downed`]
    /// and [`Witness::fled`].
    pub out: FighterSet,
}

impl RollCall {
    /// Returns the fighters `standing`, with all other fighters of the cast as out.
    pub fn of(cast: &Cast, standing: FighterSet) -> Self {
        let out = cast.everybody().without(standing);
        Self { standing, out }
    }
}

/// The fate and the health of a fighter at the end of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Left {
    /// The fate of the fighter. `None` if the fighter stands, or if the book does not name the fate.
    pub fate: Option<EventId>,
    /// The remaining health, in the unit of [`CastCombatant::health`].
    pub health: u32,
}

/// Whether a fight continues after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Progress {
    /// Another step follows.
    Goes,
    /// The fight is over.
    Ended(Outcome),
}

/// The result of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner of the fight, or the reason why there is none.
    pub ending: Ending,
    /// The round in which the fight ended, counted from 1.
    pub rounds: u32,
    /// The fighters that stood at the end.
    pub standing: FighterSet,
}

/// The winner of a fight, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// An alliance has won: it stands alone, or one of its sides has met an objective. The id is the first
    /// side of the alliance. A side without allies is an alliance by itself ([`Alliances::of`]).
    Won(SideId),
    /// No side stands, or sides that are not allied have met objectives at the same time.
    Draw,
    /// The fight has reached the round cap, or no fighter can hurt any other any more. A day is also
    /// undecided if the people end it before its last stage.
    Undecided,
}

/// Reports to a witness the health or the fate of every fighter. The fight has ended with `outcome` in this
/// state.
#[inline]
pub fn tell_fates<F: Arena + ?Sized, W: Witness>(
    fight: &F,
    state: &F::State,
    outcome: &Outcome,
    witness: &mut W,
) {
    tell_fates_but(fight, state, outcome.standing, FighterSet::NONE, witness);
}

/// Reports the health of the fighters `standing`, and the fates of all other fighters. The fates of the
/// fighters in `told` have been reported before, so they are left out.
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

/// Plays one fight to its end, from its start, and reports it to `witness`.
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

/// Plays the fights with these numbers of a stream, each to its end, and reports them to `witness`.
#[inline]
pub fn play_all<F: Fight + ?Sized, W: Witness>(
    fight: &F,
    stream: &Stream,
    fights: Range<u64>,
    witness: &mut W,
) {
    play_in(fight, &mut fight.start().clone(), stream, fights, witness);
}

/// Plays fights like [`play_all`], but in the memory of `state`, a state of this fight. The caches in `state`
/// that were filled in earlier fights are also used.
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
