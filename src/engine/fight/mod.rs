//! One fight, whatever the book: who is in it, how it is stepped through, and how it ends.
//!
//! A ruleset compiles a matchup into a [`Fight`]: read-only, and able to put up a [`Fight::State`] and to move it
//! on by one small [`step`](Fight::step). What happens is told to a [`Witness`]. Nothing here knows files or
//! rulebooks, nothing allocates, and no number is a float.

mod cast;
mod counters;
mod event;
mod ids;
mod situation;
mod stream;
mod witness;

pub use cast::{Cast, CastCombatant, CastItem, CastWeapon, Playbook, PlaybookLine};
pub use counters::Counters;
pub use event::{EventKind, EventSpec, WHOLE};
pub(crate) use ids::in_row;
pub use ids::{CombatantId, EventId, FighterId, FighterSet, LineId, ListId, SideId, WeaponId};
pub use situation::Situation;
pub use stream::Stream;
pub use witness::{Blow, Place, Silent, Witness};

use std::fmt;
use std::hash::Hash;
use std::ops::Range;

use crate::dice::Dice;

/// Most fighters in one fight.
pub const MOST_FIGHTERS: usize = 64;

/// A compiled matchup: everything that does not change in a fight.
pub trait Fight: fmt::Debug + Send + Sync {
    /// What changes, commonly a [`Situation`]. Equal states have equal futures. A state is copied into the memory of another
    /// one of the same fight without allocating ([`Clone::clone_from`]).
    type State: Clone + Eq + Hash + fmt::Debug + Send + Sync;

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

    /// The round from which on nothing but the round cap hangs on the count of rounds: equal situations of later rounds have
    /// one future. Such a fight has a [`Fight::moment`] in which each step leads to a later part of the round, or to the
    /// next round. 0 where the first round is like any other, `None` where rounds may differ to the end.
    fn alike_from(&self) -> Option<u32> {
        None
    }

    /// Sets the count of rounds of a situation in such a round.
    fn set_round(&self, _state: &mut Self::State, _round: u32) {}

    /// Who stands in a situation: who has neither gone down nor left. Things are asked for by nobody.
    fn standing(&self, _state: &Self::State) -> FighterSet {
        self.cast().everybody()
    }

    /// Who has been told of as down or away: see [`Witness::downed`] and [`Witness::fled`]. Those who do not stand, unless some
    /// of them are told of only later.
    fn told_out(&self, state: &Self::State) -> FighterSet {
        self.cast().everybody().without(self.standing(state))
    }

    /// What has become of a fighter that does not stand when the fight is over; `None` where the book has no word for it.
    fn fate(&self, _state: &Self::State, _who: FighterId) -> Option<EventId> {
        None
    }

    /// The health that a fighter has left, in the unit of [`CastCombatant::health`].
    fn health(&self, _state: &Self::State, _who: FighterId) -> u32 {
        0
    }

    /// What is told of the fighter whose counter in this place ran out, and ended so far below 0 (see
    /// [`Fight::take_counters`]): an event and so many parts of [`WHOLE`]. `None` for any other counter. What counters say
    /// so is told by nothing else: where they say so of one fighter of a fight they do of all, [`Fight::fate`] is not asked,
    /// and a step does not tell it to a witness that knows no counters ([`Witness::knows_counters`]). Nor does the
    /// [`Fight::health`] of those who stand hang on any other counter then.
    fn fell_by(&self, _place: usize, _below: i16) -> Option<(FighterId, EventId, u64)> {
        None
    }

    /// Takes the counters out of a situation: numbers that only go down, such as hit points, and of which a step asks
    /// nothing but whether they run out, that is, fall below 0. What is left of situations that differ in their counters
    /// alone is equal, and a solution works out their next step once for all of them. It relies on this: such situations
    /// have the same paths, each path takes the same off their counters, and what else it does depends only on which of
    /// them run out.
    ///
    /// An example: a fighter has 13 hit points and falls at 2. Its counter is 10, the points it can lose and still stand. A
    /// blow of 4 leaves a counter of 6, be the fighter at 13 or, with a counter of 7, at 10; one of 11 makes it run out,
    /// and the fighter falls. Who fell needs no counter any more: its hit points are cleared here as well, as is every
    /// number that the rest of the fight does not depend on.
    ///
    /// `None` where there is nothing to gain; it says so of every situation of a fight or of none.
    fn take_counters(&self, _state: &mut Self::State) -> Option<Counters> {
        None
    }

    /// Puts counters back in the places from which [`Fight::take_counters`] takes them, be they ever so high.
    fn put_counters(&self, _state: &mut Self::State, _counters: &Counters) {}

    /// What is left in the place of a counter that ran out in a step from this situation, and ended so far below 0, if that
    /// is more than that it ran out: the situation after it is the same whatever is left. An example: whoever falls in a
    /// melee may be struck again at that moment, and lives only if hit points are left after that.
    ///
    /// What [`Fight::fell_by`] tells of a place is not told again by what is left there: that is for those who have only the
    /// situation to tell from.
    fn rest_of(&self, _state: &Self::State, _place: usize, _below: i16) -> Option<i16> {
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

    /// Plays these fights of a stream from start to end. A ruleset may count fights that are alike together, as long
    /// as every witness hears the same in sum.
    #[inline]
    fn play_all<W: Witness>(&self, stream: &Stream, fights: Range<u64>, witness: &mut W) {
        let mut state = self.start().clone();
        for n in fights {
            state.clone_from(self.start());
            let outcome = self.run(&mut state, &mut stream.dice(n), witness);
            witness.ended(&outcome);
        }
    }
}

/// The first of the rounds of a fight that are alike, if there are more than so many of them.
pub(crate) fn first_alike<F: Fight>(fight: &F, more_than: u32) -> Option<u32> {
    let first = fight.alike_from()?;
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
        witness.left(who, fight.health(state, who), WHOLE);
    }
    let fallen = cast.everybody().without(standing);
    for who in fallen.without(told).iter() {
        if let Some(fate) = fight.fate(state, who) {
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
