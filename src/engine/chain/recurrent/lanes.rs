//! Lanes: several counters, such as the hit points of two fighters, packed into one 64-bit word.

use indexmap::IndexSet;

use crate::chain::sequences::Sequence;
use crate::chain::short;
use crate::fight::Counters;

/// The number of bits in a lane: the bits of one counter, and above them the bit [`AFLOAT`]. A loss that is
/// greater than the counter borrows this bit, so that the next lane does not change.
const LANE: u32 = 10;
/// The highest bit of a lane. It is set as long as no loss has been greater than the counter.
const AFLOAT: u64 = NUMBERS as u64;
/// The number of different values that a lane can hold, from 0.
pub(super) const NUMBERS: usize = 1 << (LANE - 1);
/// A bit above all lanes, which is set at first. For a sequence that does more than lower counters,
/// [`NOT_PLAIN`] is subtracted, which clears the bit.
const PLAIN: u64 = 1 << 63;
pub(super) const NOT_PLAIN: u64 = 1 << 62;

/// The places of the counters that have a lane, from the lowest lane to the highest.
#[derive(Debug, Clone)]
pub(in crate::chain) struct Lanes(Vec<u8>);

impl Lanes {
    /// The greatest number of lanes that fit into a word.
    pub(in crate::chain) const MOST: usize = 6;

    /// Creates lanes for all counters that plain sequences ([`Plain`](crate::chain::sequences::Plain)) lower.
    /// Returns `None` if these are more than [`Lanes::MOST`].
    pub(super) fn of(sequences: &[Sequence]) -> Option<Self> {
        let plain = sequences.iter().filter_map(|one| one.plain.as_ref());
        let places = plain.flat_map(|one| one.losses.iter().map(|&(place, _)| place));
        let places: IndexSet<u8> = places.collect();
        (places.len() <= Self::MOST).then(|| Self(places.into_iter().collect()))
    }

    /// Returns the lowest bit of the lane of the counter in `place`. Returns `None` if the counter has no
    /// lane.
    pub(super) fn at(&self, place: usize) -> Option<u32> {
        let at = self.0.iter().position(|&one| usize::from(one) == place)?;
        Some(short(at) * LANE)
    }

    /// Returns a number to subtract from the word of lanes, given losses with the places of their counters.
    /// Returns `None` if a counter has no lane, or a loss is too large for one.
    pub(super) fn losses(&self, losses: impl IntoIterator<Item = (u8, i16)>) -> Option<u64> {
        losses.into_iter().try_fold(0, |all, (place, loss)| {
            let lane = self.at(place.into())?;
            Some(all + (small(loss)? << lane))
        })
    }

    /// Returns a word with the counters in their lanes. Returns `None` if a counter is missing or too large.
    #[inline]
    pub(super) fn pack(&self, counters: &Counters) -> Option<u64> {
        (0..).zip(&self.0).try_fold(PLAIN, |all, (at, &place)| {
            let number = small(counters.get(place.into())?)?;
            Some(all | (AFLOAT | number) << (at * LANE))
        })
    }

    /// Copies the counters from the lanes to `counters`.
    pub(super) fn unpack(&self, lanes: u64, counters: &mut Counters) {
        for (at, &place) in (0..).zip(&self.0) {
            counters.set(place.into(), number(lanes, at * LANE));
        }
    }

    /// Returns the bits of a word that stay set as long as no counter runs out and all sequences only lower
    /// counters.
    pub(super) fn afloat(&self) -> u64 {
        (0..short(self.0.len())).fold(PLAIN, |all, at| all | AFLOAT << (at * LANE))
    }
}

/// Returns a number as the bits of the lowest lane. Returns `None` if it is too large or below 0.
#[inline]
fn small(number: i16) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number < AFLOAT)
}

/// Returns the number in the lane whose lowest bit is `at`.
#[inline]
pub(super) const fn number(lanes: u64, at: u32) -> i16 {
    (lanes >> at & (AFLOAT - 1)) as i16
}

/// Returns the bit [`AFLOAT`] of the lane whose lowest bit is `at`. `whole` returns all bits of that lane.
#[inline]
pub(super) const fn afloat(at: u32) -> u64 {
    AFLOAT << at
}

#[inline]
pub(super) const fn whole(at: u32) -> u64 {
    (2 * AFLOAT - 1) << at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_come_out_of_their_lanes_as_they_went_in() {
        let lanes = Lanes(vec![4, 0, 2]);
        let of = |all: &[i16]| {
            let mut counters = Counters::NONE;
            for (place, &counter) in all.iter().enumerate() {
                counters.set(place, counter);
            }
            counters
        };
        let counters = of(&[511, 7, 0, 7, 300]);
        let packed = lanes.pack(&counters).expect("all fit");
        let mut out = of(&[9; 5]);
        lanes.unpack(packed, &mut out);
        assert_eq!(out, of(&[511, 9, 0, 9, 300]));
        let lost = lanes.losses([(0, 511), (4, 1)]).expect("all fit");
        lanes.unpack(packed - lost, &mut out);
        assert_eq!(out, of(&[0, 9, 0, 9, 299]));
        assert_eq!((packed - lost) & lanes.afloat(), lanes.afloat());
        for place in [0, 2] {
            let sunk = packed - lost - lanes.losses([(place, 1)]).expect("all fit");
            assert_ne!(sunk & lanes.afloat(), lanes.afloat());
        }
        assert_ne!((packed - NOT_PLAIN) & lanes.afloat(), lanes.afloat());
    }

    #[test]
    fn what_is_too_large_or_not_there_has_no_lane() {
        let lanes = Lanes(vec![0]);
        let mut counters = Counters::NONE;
        assert_eq!(lanes.pack(&counters), None);
        counters.set(0, 512);
        assert_eq!(lanes.pack(&counters), None);
        assert_eq!(lanes.losses([(0, 512)]), None);
        assert_eq!(lanes.losses([(1, 1)]), None);
    }
}
