//! Objectives: ways to win a fight other than as the last side with standing fighters.
//!
//! A fight judges its objectives after each step ([`advance`](super::advance)). Whether an objective is met
//! depends only on the state, so equal states have the same future also in a fight with objectives.

use serde::Serialize;

use super::{
    Arena, Cast, Ending, EventId, FighterId, FighterSet, ObjectiveId, Outcome, Progress, SideId,
    State as _, Witness,
};
use crate::dice::Dice;

/// The name in tables of a win without an objective.
pub const LAST: &str = "last side standing";

/// An objective: a way for a side to win.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Objective {
    /// The side that wins if the objective is met.
    pub side: SideId,
    /// The name of the objective in tables.
    pub name: String,
    /// The fighters that have to meet the goal.
    #[serde(skip)]
    pub who: FighterSet,
    /// The number of these fighters that must meet the goal at the same time.
    #[serde(skip)]
    pub least: u32,
    /// The goal that these fighters have to meet.
    #[serde(skip)]
    pub goal: Goal,
}

/// The state that fighters must be in to meet an objective.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// To stand at the end of this round, at this place if there is one. If the fight ends undecided before this round and before the round
    /// cap, fighters that stand at this end also meet the goal.
    Standing(u32, Option<Spot>),
    /// To stand at this place of the battlefield.
    At(Spot),
    /// To be out of the fight, for any reason except this fate.
    OutBut(Option<EventId>),
    /// To be out of the fight with one of these fates.
    Fate(Vec<EventId>),
    /// No fighter has to do anything: the objective is met if the side wins as the last one standing, and if
    /// no other objective is met.
    Last,
}

/// A place of the battlefield. Each rulebook decides what the numbers mean: a zone, a number of metres along
/// a line, or a column and a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot(pub [i32; 2]);

impl Spot {
    /// Returns the place with the number `place`, for a book that needs only one number.
    pub fn at(place: i32) -> Self {
        Self([place, 0])
    }

    /// Returns whether a fighter on a line has reached or passed this place. `from` is the place where the
    /// fighter started, and `here` the place where it is.
    pub fn is_passed(self, from: i32, here: i32) -> bool {
        let [goal, _] = self.0;
        if from <= goal {
            here >= goal
        } else {
            here <= goal
        }
    }
}

/// The part of a book's fights that is needed for objectives. The default methods are for a book that has no
/// places and whose fights can end after any step.
pub trait Objectives: Arena {
    /// Returns the round that a fight ends in if an objective is met in this state, between two steps.
    /// Returns `None` if the fight cannot end in this state.
    fn judged_in(&self, state: &Self::State) -> Option<u32> {
        Some(self.moment(state).round)
    }

    /// Reports everything that the rules report only at the end of a fight. Called if an objective ends a
    /// fight that would otherwise continue.
    fn cut_off<D: Dice, W: Witness>(
        &self,
        _state: &mut Self::State,
        _dice: &mut D,
        _witness: &mut W,
    ) {
    }

    /// Returns the fate of a fighter that does not stand. Returns `None` if the book does not name it.
    fn fate(&self, state: &Self::State, who: FighterId) -> Option<EventId> {
        self.left(state, who).fate
    }

    /// Returns whether a standing fighter is at this place of the battlefield.
    fn is_at(&self, _state: &Self::State, _who: FighterId, _spot: Spot) -> bool {
        false
    }
}

impl Objective {
    /// Returns whether the objective is met in a state. `present` are the fighters that take part in the
    /// fight, `standing` those that stand, and `out` those that have been reported as out. If the fight has
    /// ended undecided, `undecided` is its last round.
    fn is_met<F: Objectives + ?Sized>(
        &self,
        fight: &F,
        state: &F::State,
        (present, standing, out): (FighterSet, FighterSet, FighterSet),
        undecided: Option<u32>,
    ) -> bool {
        let fate = |who: FighterId| fight.fate(state, who);
        let fallen = || self.who.without(standing).and(present);
        let met = match &self.goal {
            Goal::Standing(until, spot) => {
                let is_up = |last: u32| last >= *until || last < fight.cast().round_cap;
                if !undecided.is_some_and(is_up) {
                    return false;
                }
                let is_there = |who| spot.is_none_or(|spot| fight.is_at(state, who, spot));
                self.who.and(standing).filter(is_there)
            }
            Goal::At(spot) => (self.who.and(standing)).filter(|who| fight.is_at(state, who, *spot)),
            Goal::OutBut(other) => fallen().filter(|who| match fate(who) {
                None => out.has(who),
                fate => fate != *other,
            }),
            Goal::Fate(fates) => {
                fallen().filter(|who| fate(who).is_some_and(|fate| fates.contains(&fate)))
            }
            Goal::Last => return false,
        };
        met.count() >= self.least
    }
}

/// Judges the objectives of a fight after a step with the result `progress`. A side wins if one of its
/// objectives is met, even if another side is the last one standing. If sides that are not allied meet
/// objectives at the same time, the fight is a draw. Returns the result of the step after this judgement, and
/// the objective that a side has won by, if any.
pub(super) fn judge<F: Objectives + ?Sized, D: Dice, W: Witness>(
    fight: &F,
    state: &mut F::State,
    progress: Progress,
    dice: &mut D,
    witness: &mut W,
) -> (Progress, Option<ObjectiveId>) {
    let outcome = match progress {
        Progress::Ended(outcome) => Some(outcome),
        Progress::Goes => None,
    };
    let Some(rounds) = outcome.map_or_else(|| fight.judged_in(state), |it| Some(it.rounds)) else {
        return (progress, None);
    };
    let call = fight.roll_call(state);
    let standing = outcome.map_or(call.standing, |outcome| outcome.standing);
    let undecided = outcome.filter(|outcome| outcome.ending == Ending::Undecided);
    let undecided = undecided.map(|outcome| outcome.rounds);
    let cast = fight.cast();
    let present = match &cast.day {
        Some(day) => day.present(cast, state.stage()),
        None => cast.everybody(),
    };
    let objectives = &cast.objectives;
    let fighters = (present, standing, call.out);
    let mut met = (0..objectives.len()).filter(|&at| {
        // In a day, a side may be absent from this fight.
        let is_here = !cast.side(objectives[at].side).and(present).is_empty();
        is_here && objectives[at].is_met(fight, state, fighters, undecided)
    });
    let Some(first) = met.next() else {
        return (progress, None);
    };
    let side = objectives[first].side;
    let is_shared = met.any(|other| !cast.alliances.are_allied(objectives[other].side, side));
    if outcome.is_none() {
        fight.cut_off(state, dice, witness);
    }
    if is_shared {
        witness.say("", || {
            "Several sides meet an objective at the same time: a draw.".to_owned()
        });
    } else {
        witness.say("", || {
            let (side, name) = (&fight.cast().sides[side.index()], &objectives[first].name);
            format!("The {side} side meets its objective: {name}.")
        });
    }
    let ending = if is_shared {
        Ending::Draw
    } else {
        Ending::Won(cast.alliances.of(side))
    };
    let outcome = Outcome {
        ending,
        rounds,
        standing,
    };
    let met = (!is_shared).then(|| ObjectiveId::at(first));
    (Progress::Ended(outcome), met)
}

/// Reports the objective that a fight or a whole day was won by. This is `met`, or the win of the last side
/// standing if `met` is `None` or belongs to a side that has not won. Reports nothing if no side has won.
pub(super) fn report<W: Witness>(
    cast: &Cast,
    outcome: &Outcome,
    met: Option<ObjectiveId>,
    witness: &mut W,
) {
    let Ending::Won(winner) = outcome.ending else {
        return;
    };
    let is_own = |met: &ObjectiveId| {
        let side = cast.objectives[met.index()].side;
        cast.alliances.are_allied(side, winner)
    };
    let is_last = |one: &Objective| one.goal == Goal::Last && one.side == winner;
    let last = || cast.objectives.iter().position(is_last);
    if let Some(met) = met.filter(is_own).or_else(|| last().map(ObjectiveId::at)) {
        witness.met(met);
    }
}
