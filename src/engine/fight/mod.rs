//! One fight, whatever the book: who is in it, how it is stepped through, and how it ends.
//!
//! A ruleset compiles a matchup into a [`Fight`]: read-only, and able to put up a [`Fight::State`] and to move it
//! on by one small [`step`](Fight::step). What happens is told to a [`Witness`]. Nothing here knows files or
//! rulebooks, nothing allocates, and no number is a float.

mod cast;
pub(crate) mod counters;
mod event;
mod ids;
mod situation;
mod stream;
mod witness;

pub use cast::{Cast, CastCombatant, CastItem, CastWeapon, Playbook, PlaybookLine};
pub use counters::{Counters, Counting};
pub use event::{EventKind, EventSpec, WHOLE};
pub(crate) use ids::in_row;
pub use ids::{CombatantId, EventId, FighterId, FighterSet, LineId, ListId, SideId, WeaponId};
pub use situation::{Rounds, Situation, State};
pub use stream::Stream;
pub use witness::{Blow, Place, Silent, Witness};

use std::fmt;
use std::ops::Range;

use crate::dice::Dice;

/// Most fighters in one fight.
pub const MOST_FIGHTERS: usize = 64;

/// A compiled matchup: everything that does not change in a fight.
pub trait Fight: fmt::Debug + Send + Sync {
    /// What changes, commonly a [`Situation`]. Equal states have equal futures.
    type State: State;

    /// Who fights, for those who count and tell.
    fn cast(&self) -> &Cast;

    /// The same fight with tables that it is played faster from, where it has any: for as long as it is played, as they may
    /// take much memory.
    fn prepared(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The situation before the first roll.
    fn start(&self) -> &Self::State;

    /// Plays on by one step, the smallest piece after which equal situations may be merged.
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut Self::State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress;

    /// Forgets what nothing in the rest of the fight hangs on, such as what was kept to play faster: situations that are equal
    /// without it are one where they are compared.
    fn forget(&self, _state: &mut Self::State) {}

    /// How far a situation is in its fight: never less than before a step. Equal situations are merged where they are
    /// equally far, so a fight whose steps can be told apart by this is smaller to solve.
    fn moment(&self, _state: &Self::State) -> Moment {
        Moment::default()
    }

    /// Who stands in a situation, and of whom it has been told that they do not.
    fn roll_call(&self, _state: &Self::State) -> RollCall {
        RollCall::of(self.cast(), self.cast().everybody())
    }

    /// What is left of a fighter when the fight is over.
    fn left(&self, _state: &Self::State, _who: FighterId) -> Left {
        Left::default()
    }

    /// The numbers of a situation that only go down, if the fight has any and nothing else depends on them.
    fn counting(&self) -> Option<&dyn Counting<Self::State>> {
        None
    }

    /// Plays on to the end, and says what has become of everybody ([`tell_fates`]). A ruleset may play stretches in which
    /// little happens faster than step by step, asking the dice the same questions in the same order.
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

/// The first of the rounds of a fight that are alike, if there are more than so many of them.
pub(crate) fn first_alike<F: Fight>(fight: &F, more_than: u32) -> Option<u32> {
    let first = fight.cast().alike_from?;
    (fight.cast().round_cap > first + more_than).then_some(first)
}

/// How far a situation is in its fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment {
    /// Rounds begun.
    pub round: u32,
    /// How far in the round, in the ruleset's own count.
    pub part: u32,
}

/// Who stands in a situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollCall {
    /// Who has neither gone down nor left.
    pub standing: FighterSet,
    /// Who has been told of as down or away: see [`Witness::downed`] and [`Witness::fled`].
    pub out: FighterSet,
}

impl RollCall {
    /// These stand, and it has been told of all others that they do not.
    pub fn of(cast: &Cast, standing: FighterSet) -> Self {
        let out = cast.everybody().without(standing);
        Self { standing, out }
    }
}

/// What is left of a fighter when the fight is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Left {
    /// What has become of a fighter that does not stand; `None` where the book has no word for it.
    pub fate: Option<EventId>,
    /// The health that is left, in the unit of [`CastCombatant::health`].
    pub health: u32,
}

/// Whether a fight goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Progress {
    /// Another step follows.
    Goes,
    /// It is over.
    Ended(Outcome),
}

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won, if anybody.
    pub ending: Ending,
    /// The round in which it ended, counted from 1.
    pub rounds: u32,
    /// Who was still standing.
    pub standing: FighterSet,
}

/// Who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// One side stands.
    Won(SideId),
    /// No side stands.
    Draw,
    /// Cut off at the round cap, or nobody can hurt anybody any more.
    Undecided,
}

/// Tells a witness what has become of everybody in a fight that has just ended in this situation.
#[inline]
pub fn tell_fates<F: Fight + ?Sized, W: Witness>(
    fight: &F,
    state: &F::State,
    outcome: &Outcome,
    witness: &mut W,
) {
    tell_fates_but(fight, state, outcome.standing, FighterSet::NONE, witness);
}

/// The same of a fight that left these standing, but of those of whom it has been told.
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
    let outcome = fight.run(&mut state, dice, witness);
    witness.ended(&outcome);
    outcome
}

/// Plays these fights of a stream from start to end.
#[inline]
pub fn play_all<F: Fight + ?Sized, W: Witness>(
    fight: &F,
    stream: &Stream,
    fights: Range<u64>,
    witness: &mut W,
) {
    let mut state = fight.start().clone();
    for n in fights {
        state.clone_from(fight.start());
        let outcome = fight.run(&mut state, &mut stream.dice(n), witness);
        witness.ended(&outcome);
    }
}
