//! Several counters in one word.

use indexmap::IndexSet;

use crate::chain::sequences::Sequence;
use crate::chain::short;

/// Bits of a lane. It holds its number and [`AFLOAT`], so that a loss borrows nothing from the lane above.
const LANE: u32 = 10;
/// The uppermost bit of a lane, set while its number is not below zero.
const AFLOAT: u64 = NUMBERS as u64;
/// How many numbers a lane can hold.
pub(super) const NUMBERS: usize = 1 << (LANE - 1);
/// What is above the lanes: a bit that is set until something is drawn that is not plain, which takes [`NOT_PLAIN`] off.
const PLAIN: u64 = 1 << 63;
pub(super) const NOT_PLAIN: u64 = 1 << 62;

/// Which counters have a lane, from below.
#[derive(Debug, Clone)]
pub(in crate::chain) struct Lanes(Vec<u8>);

impl Lanes {
    /// As many as a word has room for.
    pub(in crate::chain) const MOST: usize = 6;

    /// Those of all counters that these sequences lower; `None` if they are too many.
    pub(super) fn of(sequences: &[Sequence]) -> Option<Self> {
        let plain = sequences.iter().filter_map(|one| one.plain.as_ref());
        let places = plain.flat_map(|one| one.losses.iter().map(|&(place, _)| place));
        let places: IndexSet<u8> = places.collect();
        (places.len() <= Self::MOST).then(|| Self(places.into_iter().collect()))
    }

    /// The lane of a counter, if it has one: its lowest bit.
    pub(super) fn at(&self, place: usize) -> Option<u32> {
        let at = self.0.iter().position(|&one| usize::from(one) == place)?;
        Some(short(at) * LANE)
    }

    /// What these losses take off the lanes, if all of them fit.
    pub(super) fn losses(&self, losses: impl IntoIterator<Item = (u8, i16)>) -> Option<u64> {
        losses.into_iter().try_fold(0, |all, (place, loss)| {
            let lane = self.at(place.into())?;
            Some(all + (small(loss)? << lane))
        })
    }

    /// The counters in their lanes, if all of them are there and fit.
    #[inline]
    pub(super) fn pack(&self, counters: &[i16]) -> Option<u64> {
        (0..).zip(&self.0).try_fold(PLAIN, |all, (at, &place)| {
            let number = small(counters[usize::from(place)])?;
            Some(all | (AFLOAT | number) << (at * LANE))
        })
    }

    pub(super) fn unpack(&self, lanes: u64, counters: &mut [i16]) {
        for (at, &place) in (0..).zip(&self.0) {
            counters[usize::from(place)] = number(lanes, at * LANE);
        }
    }

    /// The bits that are set as long as nothing happens.
    pub(super) fn afloat(&self) -> u64 {
        (0..short(self.0.len())).fold(PLAIN, |all, at| all | AFLOAT << (at * LANE))
    }
}

/// A number, if a lane has room for it.
#[inline]
fn small(number: i16) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number < AFLOAT)
}

/// The number of a lane.
#[inline]
pub(super) const fn number(lanes: u64, at: u32) -> i16 {
    (lanes >> at & (AFLOAT - 1)) as i16
}

/// The bit of a lane that is set while its number is not below zero, and all of its bits.
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
        let counters = [511, 7, 0, 7, 300];
        let packed = lanes.pack(&counters).expect("all fit");
        let mut out = [9; 5];
        lanes.unpack(packed, &mut out);
        assert_eq!(out, [511, 9, 0, 9, 300]);
        let lost = lanes.losses([(0, 511), (4, 1)]).expect("all fit");
        lanes.unpack(packed - lost, &mut out);
        assert_eq!(out, [0, 9, 0, 9, 299]);
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
        assert_eq!(lanes.pack(&[512]), None);
        assert_eq!(lanes.pack(&[-1]), None);
        assert_eq!(lanes.losses([(0, 512)]), None);
        assert_eq!(lanes.losses([(1, 1)]), None);
    }
}
