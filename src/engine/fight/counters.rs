//! Numbers of a situation that only go down, taken out of it.
//!
//! Most situations of a long fight differ in little but how many hit points and the like are left, and in the same way
//! whatever those numbers are. Who works out odds treats all of them together, as places of one grid.

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
