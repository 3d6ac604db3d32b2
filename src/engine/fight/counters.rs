//! Counters: the numbers of a state that only go down, such as hit points, separated from the rest of the state.
//!
//! Most states of a long fight differ only in the values of these numbers, and a step does the same to all
//! those states. An exact solution therefore treats them together, as points of one grid.

use super::{EventId, Fight, FighterId};

/// Takes counters out of states and puts them back. A counter is a number of a state that only goes down,
/// such as hit points. A step checks only whether it runs out, that is, falls below 0.
///
/// States that differ only in their counters are equal once the counters are taken out, and an exact solution works
/// out their next step once for all of them. The solution relies on this contract: such states have the same
/// paths, each path subtracts the same amounts from their counters, and all other effects depend only on which
/// counters run out.
///
/// An example: a fighter has 13 hit points and falls when it has 2 or fewer left. The counter is 10, the
/// points that the fighter can lose and still stand. A blow of 4 leaves a counter of 6. If the fighter were
/// at 10, the counter of 7 would become 3. A blow of 11 makes either counter run out, and the fighter falls.
/// A fallen fighter needs no counter: its hit points are cleared here as well, as is every number that cannot
/// affect the rest of the fight.
pub trait Counting<S> {
    /// Takes the counters out of a state, and returns them; `None` if they do not fit into [`Counters`].
    fn take(&self, state: &mut S) -> Option<Counters>;

    /// Puts counters of any value back into the places that [`Counting::take`] empties.
    fn put(&self, state: &mut S, counters: &Counters);

    /// Returns the value that remains in `place` after its counter ran out in a step from `state` and ended
    /// `below` below 0. `None` if only the fact that the counter ran out matters: then the state after the
    /// step is the same for every remainder. Example: a fighter that falls in a melee may be struck again in
    /// the same moment, and survives only if hit points are left after that.
    ///
    /// A remainder never repeats information that [`Counting::fell_by`] reports for the same place.
    fn rest_of(&self, _state: &S, _place: usize, _below: i16) -> Option<i16> {
        None
    }

    /// Returns the event to report for the fighter whose counter in `place` ran out and ended `below` below
    /// 0, with the weight of the event in parts of [`WHOLE`](super::WHOLE). Returns `None` for any other
    /// counter.
    ///
    /// Such an event is reported nowhere else: if counters report the fate of one fighter of a fight, they report the
    /// fate of all its fighters, [`Arena::left`](super::Arena::left) is not asked for a fate, and a step does not
    /// report the fate to a witness that knows no counters
    /// ([`Witness::knows_counters`](super::Witness::knows_counters)). The health of standing fighters then depends on
    /// no other counter.
    fn fell_by(&self, _place: usize, _below: i16) -> Option<(FighterId, EventId, u64)> {
        None
    }
}

/// Takes the counters out of a state and returns them. Returns `None` if the fight has no counters, or if
/// they do not fit.
pub(crate) fn take<F: Fight>(fight: &F, state: &mut F::State) -> Option<Counters> {
    fight.counting()?.take(state)
}

/// Puts counters back into a state, if the fight has any.
pub(crate) fn put<F: Fight>(fight: &F, state: &mut F::State, counters: &Counters) {
    if let Some(counting) = fight.counting() {
        counting.put(state, counters);
    }
}

/// Calls [`Counting::rest_of`] of a fight that has counters.
pub(crate) fn rest_of<F: Fight>(
    fight: &F,
    state: &F::State,
    place: usize,
    below: i16,
) -> Option<i16> {
    fight.counting()?.rest_of(state, place, below)
}

/// Calls [`Counting::fell_by`] of a fight that has counters.
pub(crate) fn fell_by<F: Fight>(
    fight: &F,
    place: usize,
    below: i16,
) -> Option<(FighterId, EventId, u64)> {
    fight.counting()?.fell_by(place, below)
}

/// A set of counters, each in the place that the fight assigns to it. A counter that is present is at least
/// 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counters([i16; Counters::MOST]);

impl Counters {
    /// The most counters that a fight can have: four for each of eight fighters.
    pub const MOST: usize = 32;
    /// The highest value of a counter. A step subtracts less than this from each counter.
    pub const TOP: i16 = 8192;
    /// No counters.
    pub const NONE: Self = Self([-1; Self::MOST]);

    /// Returns the counter in `place`, if there is one.
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

    /// Returns whether `place` has a counter of at least `loss`.
    #[inline]
    pub(crate) const fn lasts(&self, place: usize, loss: i16) -> bool {
        self.0[place] >= loss
    }

    /// Subtracts `loss` from the counter in `place`, which must be there and be at least `loss`.
    #[inline]
    pub(crate) fn lower(&mut self, place: usize, loss: i16) {
        self.0[place] -= loss;
    }

    /// Removes the counter in `place`.
    #[inline]
    pub(crate) fn remove(&mut self, place: usize) {
        self.0[place] = -1;
    }

    /// Removes the counters in `places`, a bit set.
    pub(crate) fn remove_all(&mut self, places: u32) {
        for place in (0..Self::MOST).filter(|place| places >> place & 1 == 1) {
            self.remove(place);
        }
    }

    /// Returns the places that have a counter, as a bit set.
    pub(crate) fn places(&self) -> u32 {
        self.iter().fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// Iterates over the places that have a counter, with the counters, in order of places.
    pub fn iter(&self) -> impl Iterator<Item = (usize, i16)> + '_ {
        let there = |&(_, counter): &(usize, i16)| counter >= 0;
        self.0.iter().copied().enumerate().filter(there)
    }
}
