//! Numbers of a situation that only go down, taken out of it.
//!
//! Most situations of a long fight differ in little but how many hit points and the like are left, and in the same way
//! whatever those numbers are. Who works out odds treats all of them together, as places of one grid.

use super::{EventId, Fight, FighterId};

/// What a fight says of the numbers of its situations that only go down, such as hit points, and of which a step asks nothing
/// but whether they run out, that is, fall below 0.
///
/// What is left of situations that differ in their counters alone is equal, and a solution works out their next step once for
/// all of them. It relies on this: such situations have the same paths, each path takes the same off their counters, and what
/// else it does depends only on which of them run out.
///
/// An example: a fighter has 13 hit points and falls at 2. Its counter is 10, the points it can lose and still stand. A blow
/// of 4 leaves a counter of 6, whether the fighter is at 13 or, with a counter of 7, at 10; one of 11 makes it run out, and
/// the fighter falls. A fallen fighter needs no counter any more: its hit points are cleared here as well, as is every number
/// that the rest of the fight does not depend on.
pub trait Counting<S> {
    /// Takes the counters out of a situation; `None` where they do not fit.
    fn take(&self, state: &mut S) -> Option<Counters>;

    /// Puts counters back in the places from which [`Counting::take`] takes them, however high they are.
    fn put(&self, state: &mut S, counters: &Counters);

    /// What is left in the place of a counter that ran out in a step from this situation, and ended so far below 0, if that
    /// is more than that it ran out: the situation after it is the same whatever is left. An example: a fighter that falls in
    /// a melee may be struck again at that moment, and lives only if hit points are left after that.
    ///
    /// What [`Counting::fell_by`] tells of a place is not told again by what is left there.
    fn rest_of(&self, _state: &S, _place: usize, _below: i16) -> Option<i16> {
        None
    }

    /// What is told of the fighter whose counter in this place ran out, and ended so far below 0: an event and so many parts of
    /// [`WHOLE`](super::WHOLE). `None` for any other counter. What counters say so is told by nothing else: where they say so
    /// of one fighter of a fight they do of all, the fate of [`Fight::left`](super::Fight::left) is not asked, and a step does
    /// not tell it to a witness that knows no counters ([`Witness::knows_counters`](super::Witness::knows_counters)). Nor does
    /// the health of those who stand depend on any other counter then.
    fn fell_by(&self, _place: usize, _below: i16) -> Option<(FighterId, EventId, u64)> {
        None
    }
}

/// Takes the counters out of a situation of a fight that has any.
pub(crate) fn take<F: Fight>(fight: &F, state: &mut F::State) -> Option<Counters> {
    fight.counting()?.take(state)
}

/// Puts counters back, in a fight that has any.
pub(crate) fn put<F: Fight>(fight: &F, state: &mut F::State, counters: &Counters) {
    if let Some(counting) = fight.counting() {
        counting.put(state, counters);
    }
}

/// What is left in the place of a counter that ran out, as [`Counting::rest_of`] says.
pub(crate) fn rest_of<F: Fight>(
    fight: &F,
    state: &F::State,
    place: usize,
    below: i16,
) -> Option<i16> {
    fight.counting()?.rest_of(state, place, below)
}

/// What is told of the fighter whose counter ran out, as [`Counting::fell_by`] says.
pub(crate) fn fell_by<F: Fight>(
    fight: &F,
    place: usize,
    below: i16,
) -> Option<(FighterId, EventId, u64)> {
    fight.counting()?.fell_by(place, below)
}

/// Numbers that only go down, each in a place of its own that the fight gives it. A number that is there is at least 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counters([i16; Counters::MOST]);

impl Counters {
    /// Most numbers that a fight can have: four for each of eight fighters.
    pub const MOST: usize = 32;
    /// The highest number. No step may take as much off one.
    pub const TOP: i16 = 8192;
    /// No numbers.
    pub const NONE: Self = Self([-1; Self::MOST]);

    /// The number of a place, if there is one.
    ///
    /// # Panics
    /// When `place` is not below [`Counters::MOST`].
    #[inline]
    pub const fn get(&self, place: usize) -> Option<i16> {
        let counter = self.0[place];
        if counter < 0 { None } else { Some(counter) }
    }

    /// Puts a number in its place.
    ///
    /// # Panics
    /// When `place` is not below [`Counters::MOST`], or the number not between 0 and [`Counters::TOP`].
    pub fn set(&mut self, place: usize, counter: i16) {
        assert!(
            (0..=Self::TOP).contains(&counter),
            "a counter is between 0 and the top"
        );
        self.0[place] = counter;
    }

    /// Whether so much can be taken off the number of a place.
    #[inline]
    pub(crate) const fn lasts(&self, place: usize, loss: i16) -> bool {
        self.0[place] >= loss
    }

    /// Takes so much off the number of a place that has one and that lasts.
    #[inline]
    pub(crate) fn lower(&mut self, place: usize, loss: i16) {
        self.0[place] -= loss;
    }

    /// Puts all numbers into the first places of a list, below 0 where there is none.
    #[inline]
    pub(crate) fn copy_to(&self, list: &mut [i16]) {
        list[..Self::MOST].copy_from_slice(&self.0);
    }

    /// Takes all numbers back from there.
    #[inline]
    pub(crate) fn copy_from(&mut self, list: &[i16]) {
        self.0.copy_from_slice(&list[..Self::MOST]);
    }

    /// Takes away the number of a place.
    #[inline]
    pub(crate) fn remove(&mut self, place: usize) {
        self.0[place] = -1;
    }

    /// Takes away the numbers of these places, given as bits.
    pub(crate) fn remove_all(&mut self, places: u32) {
        for place in (0..Self::MOST).filter(|place| places >> place & 1 == 1) {
            self.remove(place);
        }
    }

    /// The places that have a number, as bits.
    pub(crate) fn places(&self) -> u32 {
        self.iter().fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// The places that have a number, and the numbers, in order of places.
    pub fn iter(&self) -> impl Iterator<Item = (usize, i16)> + '_ {
        let there = |&(_, counter): &(usize, i16)| counter >= 0;
        self.0.iter().copied().enumerate().filter(there)
    }
}
