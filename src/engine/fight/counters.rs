//! Counters: numbers of a state that only go down, such as hit points, stored apart from the rest of the
//! state.
//!
//! Most states of a long fight differ only in the values of their counters, and the next step subtracts the
//! same from the counters of all these states. An exact solution therefore stores such states together in one
//! grid.

use super::{EventId, Fight, FighterId};

/// Takes the counters out of states and puts them back. A counter is a number that only goes down, such as
/// hit points. The only thing that the rules check about a counter is whether it runs out, that is, falls
/// below 0.
///
/// States that differ only in their counters are equal after [`Counting::take`]. An exact solution works out
/// the next step of such states only once. This is correct only under the following conditions. These states
/// must have the same paths. Each path must subtract the same amounts from their counters. All other effects
/// of a path must depend only on which counters run out.
///
/// An example: a fighter has 13 hit points and falls if 2 or fewer are left. The counter is 10, the number of
/// points that the fighter can lose without falling. After a blow of 4, the counter is 6. If the fighter had
/// only 10 hit points, the counter would be 7, and 3 after the same blow. In both cases, the counter runs out
/// by a blow of 11, and the fighter falls. A fighter that has fallen needs no counter. Its hit points are
/// cleared, like every number that cannot affect the rest of the fight.
pub trait Counting<S> {
    /// Takes the counters out of a state and returns them. Returns `None` if they do not fit into
    /// [`Counters`].
    fn take(&self, state: &mut S) -> Option<Counters>;

    /// Puts counters back into the state, in the places that [`Counting::take`] has emptied. Their values may
    /// differ from those that were taken out.
    fn put(&self, state: &mut S, counters: &Counters);

    /// Returns what remains in `place` if its counter runs out in a step from `state` and ends `below` points
    /// below 0. Returns `None` if nothing remains: the state after the step does not depend on how far below
    /// 0 the counter ends. An example of a remainder is a fighter that falls in a melee, and may be struck
    /// again in the same moment. This fighter survives only if hit points are left after that.
    ///
    /// The remainder must not contain information that [`Counting::fell_by`] returns for the same place.
    fn rest_of(&self, _state: &S, _place: usize, _below: i16) -> Option<i16> {
        None
    }

    /// Returns the fate of a fighter whose counter in `place` runs out and ends `below` points below 0: the
    /// fighter, the event for its fate, and the weight of the event in parts of [`WHOLE`](super::WHOLE).
    /// Returns `None` if the counter does not decide a fate.
    ///
    /// If the counters of a fight decide the fate of one fighter, they must decide the fates of all its
    /// fighters. Nothing else may then report a fate: [`Arena::left`](super::Arena::left) is not called for
    /// it, and a step does not report it to a witness that does not know the counters
    /// ([`Witness::knows_counters`](super::Witness::knows_counters)). The health of standing fighters must
    /// then depend on these counters only.
    fn fell_by(&self, _place: usize, _below: i16) -> Option<(FighterId, EventId, u64)> {
        None
    }
}

/// Takes the counters out of a state and returns them. Returns `None` if the fight has no counters, or if
/// they do not fit into [`Counters`].
pub(crate) fn take<F: Fight>(fight: &F, state: &mut F::State) -> Option<Counters> {
    fight.counting()?.take(state)
}

/// Puts counters back into a state. Does nothing if the fight has no counters.
pub(crate) fn put<F: Fight>(fight: &F, state: &mut F::State, counters: &Counters) {
    if let Some(counting) = fight.counting() {
        counting.put(state, counters);
    }
}

/// Calls [`Counting::rest_of`]. Returns `None` if the fight has no counters.
pub(crate) fn rest_of<F: Fight>(
    fight: &F,
    state: &F::State,
    place: usize,
    below: i16,
) -> Option<i16> {
    fight.counting()?.rest_of(state, place, below)
}

/// Calls [`Counting::fell_by`]. Returns `None` if the fight has no counters.
pub(crate) fn fell_by<F: Fight>(
    fight: &F,
    place: usize,
    below: i16,
) -> Option<(FighterId, EventId, u64)> {
    fight.counting()?.fell_by(place, below)
}

/// The counters of a state. Each fight decides which counter is in which place. A place without a counter has
/// -1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counters([i16; Counters::MOST]);

impl Counters {
    /// The greatest number of counters in a fight: four for each of eight fighters.
    pub const MOST: usize = 32;
    /// The highest value that a counter can have. The loss of a counter in one step must be lower.
    pub const TOP: i16 = 8192;
    /// No counters.
    pub const NONE: Self = Self([-1; Self::MOST]);

    /// Returns the counter in `place`. Returns `None` if there is no counter.
    ///
    /// # Panics
    /// When `place` is not below [`Counters::MOST`].
    #[inline]
    pub const fn get(&self, place: usize) -> Option<i16> {
        let counter = self.0[place];
        if counter < 0 { None } else { Some(counter) }
    }

    /// Sets the counter in `place`.
    ///
    /// # Panics
    /// When `place` is not below [`Counters::MOST`], or `counter` is not between 0 and [`Counters::TOP`].
    pub fn set(&mut self, place: usize, counter: i16) {
        assert!(
            (0..=Self::TOP).contains(&counter),
            "a counter is between 0 and the top"
        );
        self.0[place] = counter;
    }

    /// Returns whether `place` has a counter that does not run out by this loss.
    #[inline]
    pub(crate) const fn lasts(&self, place: usize, loss: i16) -> bool {
        self.0[place] >= loss
    }

    /// Subtracts `loss` from the counter in `place`. The place must have a counter that does not run out by
    /// this loss.
    #[inline]
    pub(crate) fn lower(&mut self, place: usize, loss: i16) {
        self.0[place] -= loss;
    }

    /// Removes the counter in `place`.
    #[inline]
    pub(crate) fn remove(&mut self, place: usize) {
        self.0[place] = -1;
    }

    /// Removes the counters whose places are in the bit set `places`.
    pub(crate) fn remove_all(&mut self, places: u32) {
        for place in (0..Self::MOST).filter(|place| places >> place & 1 == 1) {
            self.remove(place);
        }
    }

    /// Returns the bit set of the places that have a counter.
    pub(crate) fn places(&self) -> u32 {
        self.iter().fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// Iterates over all counters, each with its place, from the lowest place to the highest.
    pub fn iter(&self) -> impl Iterator<Item = (usize, i16)> + '_ {
        let there = |&(_, counter): &(usize, i16)| counter >= 0;
        self.0.iter().copied().enumerate().filter(there)
    }
}
