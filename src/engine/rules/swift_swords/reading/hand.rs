//! A hand of Action Dice, and the choice of dice that pay a cost.
//!
//! Clauses: SST-0-9, SST-5-3, SST-7-1, SST-7-2, SST-22-5. A hand counts dice by face, because the book never
//! distinguishes two dice with the same face. A *usable* die shows 2 to 6. Ones cannot pay. Costs are in
//! pips.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Dice in hand, as the number of dice that show each face.
///
/// Each face has one byte, and face 1 has the lowest byte. Hands can therefore be compared, added and hashed
/// as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub(crate) struct Hand(u64);

/// How to choose the dice that pay a cost in pips [SST-0-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Payment {
    /// Pays with the lowest total. Of several choices, takes the fewest dice, and then the highest faces.
    Cheapest,
    /// Pays with the fewest dice. Of several choices, takes the lowest total.
    Fewest,
    /// Pays with the most dice, but with no superfluous die. Of several choices, takes the lowest total.
    Most,
}

impl Payment {
    const ALL: [Self; 3] = [Self::Cheapest, Self::Fewest, Self::Most];
}

/// The costs for which payments are precomputed. They need at most three dice of one face: a cost of 6 may
/// take three 2s.
const USUAL_COSTS: RangeInclusive<u8> = 2..=6;
const MOST_ALIKE: u8 = 3;
/// Number of bits in the index of a precomputed payment: two for each of the five usable faces.
const USUAL_BITS: u32 = 10;

/// Precomputed payments, by [`Payment`], by cost, and by the number of dice of each face. An empty hand means
/// that the dice cannot pay.
static USUAL: LazyLock<Vec<Hand>> = LazyLock::new(|| {
    let costs = 0..=*USUAL_COSTS.end();
    let kinds = Payment::ALL.map(|how| costs.clone().map(move |cost| (how, cost)));
    let payments = kinds.into_iter().flatten().flat_map(|(how, cost)| {
        (0..1 << USUAL_BITS).map(move |at| {
            let mut hand = Hand::NONE;
            for face in 2..=6u8 {
                for _ in 0..at >> (2 * (6 - face)) & 3 {
                    hand.add(face);
                }
            }
            hand.sought(cost, how).unwrap_or(Hand::NONE)
        })
    });
    payments.collect()
});

/// A mask with the lowest bit of each face's byte.
const EVERY: u64 = 0x0000_0101_0101_0101;

/// A mask of every other byte.
const APART: u64 = 0x00FF_00FF_00FF_00FF;

impl Hand {
    /// Computes the table of payments [`USUAL`] now, if this has not happened yet. The first fight then need
    /// not wait for it.
    pub(crate) fn prepare() {
        LazyLock::force(&USUAL);
    }

    pub(crate) const NONE: Self = Self(0);

    /// Creates a hand of dice with these faces.
    pub(crate) fn of(faces: &[u8]) -> Self {
        let mut hand = Self::NONE;
        for &face in faces {
            hand.add(face);
        }
        hand
    }

    #[inline]
    pub(crate) const fn count(self, face: u8) -> u8 {
        self.0.to_le_bytes()[face as usize - 1]
    }

    /// Returns the number of dice, including ones.
    #[inline]
    pub(crate) const fn total(self) -> u8 {
        self.0.wrapping_mul(EVERY).to_le_bytes()[5]
    }

    #[inline]
    pub(crate) const fn ones(self) -> u8 {
        self.0.to_le_bytes()[0]
    }

    /// Returns the number of usable dice.
    #[inline]
    pub(crate) const fn usable(self) -> u8 {
        self.total() - self.ones()
    }

    #[inline]
    pub(crate) const fn is_usable(self) -> bool {
        self.0 > 0xFF
    }

    /// Returns the sum of the faces of the usable dice.
    #[inline]
    pub(crate) const fn pips(self) -> u32 {
        // The counts are split into two halves with gaps, so that no product overflows into the next byte.
        let (odd, even) = (self.0 & APART, self.0 >> 8 & APART);
        let odd = odd.wrapping_mul(0x0003_0005) >> 32 & 0xFFFF;
        let even = even.wrapping_mul(0x0002_0004_0006) >> 32 & 0xFFFF;
        #[expect(clippy::cast_possible_truncation, reason = "16 bits each")]
        let sum = (odd + even) as u32;
        sum
    }

    #[inline]
    pub(crate) const fn add(&mut self, face: u8) {
        self.0 += 1 << Self::shift(face);
    }

    /// Removes a die that shows this face.
    ///
    /// # Panics
    /// In tests, if there is no such die.
    #[inline]
    pub(crate) fn remove(&mut self, face: u8) {
        debug_assert!(self.count(face) > 0, "no die shows {face}");
        self.0 -= 1 << Self::shift(face);
    }

    /// Returns the hand without the dice of `other`, which must all be in it.
    #[inline]
    #[must_use]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Returns the lowest usable face.
    #[inline]
    pub(crate) fn lowest(self) -> Option<u8> {
        let usable = self.0 >> 8;
        (usable > 0).then(|| 2 + (usable.trailing_zeros() / 8).to_le_bytes()[0])
    }

    /// Returns the highest usable face.
    #[inline]
    pub(crate) fn highest(self) -> Option<u8> {
        let is_usable = self.is_usable();
        is_usable.then(|| 8 - (self.0.leading_zeros() / 8).to_le_bytes()[0])
    }

    /// Returns the highest usable face, or the lowest if not `highest`.
    #[inline]
    pub(crate) fn end(self, highest: bool) -> Option<u8> {
        if highest {
            self.highest()
        } else {
            self.lowest()
        }
    }

    /// Returns the `dice` lowest or highest usable dice, or `None` if there are fewer.
    #[inline]
    pub(crate) fn ends(self, dice: u8, highest: bool) -> Option<Self> {
        let (mut left, mut taken) = (self, Self::NONE);
        for _ in 0..dice {
            let face = left.end(highest)?;
            left.remove(face);
            taken.add(face);
        }
        Some(taken)
    }

    /// Turns up to `dice` usable dice into ones, starting with the lowest or the highest [SST-22-5]. Returns
    /// how many dice were turned.
    pub(crate) fn burn(&mut self, dice: u8, highest: bool) -> u8 {
        for burnt in 0..dice {
            let Some(face) = self.end(highest) else {
                return burnt;
            };
            self.remove(face);
            self.add(1);
        }
        dice
    }

    /// Returns the faces of all dice, lowest first.
    pub(crate) fn faces(self) -> impl Iterator<Item = u8> {
        (1..=6u8).flat_map(move |face| std::iter::repeat_n(face, usize::from(self.count(face))))
    }

    /// Returns whether the usable dice show at least `cost` pips.
    #[inline]
    pub(crate) fn affords(self, cost: u8) -> bool {
        self.pips() >= u32::from(cost)
    }

    /// Returns the dice that pay a cost, or `None` if the hand cannot pay it.
    #[expect(clippy::inline_always, reason = "nearly every cost is in the table")]
    #[inline(always)]
    pub(crate) fn pay(self, cost: u8, how: Payment) -> Option<Self> {
        if !USUAL_COSTS.contains(&cost) {
            return self.sought(cost, how);
        }
        let row = how as usize * (usize::from(*USUAL_COSTS.end()) + 1) + usize::from(cost);
        let paid = USUAL[row << USUAL_BITS | self.usual()];
        (paid != Self::NONE).then_some(paid)
    }

    /// Packs the numbers of usable dice of each face into [`USUAL_BITS`] bits, the highest face in the lowest
    /// bits.
    #[inline]
    fn usual(self) -> usize {
        // Counts above the maximum are rare. They are cut to the maximum.
        let mut counts = self.0 >> 8;
        if counts & !(EVERY * u64::from(MOST_ALIKE)) != 0 {
            let cut = counts.to_le_bytes().map(|count| count.min(MOST_ALIKE));
            counts = u64::from_le_bytes(cut);
        }
        // Each count is moved to its place by one bit of the factor. All other products of a count and a bit
        // are outside the result, and they do not overlap.
        let packed = counts.wrapping_mul(0x0100_4010_0401) >> 32 & ((1 << USUAL_BITS) - 1);
        usize::try_from(packed).expect("a few bits")
    }

    /// Searches for the dice that pay a cost, by trying numbers of dice and totals in turn.
    #[inline(never)]
    fn sought(self, cost: u8, how: Payment) -> Option<Self> {
        // If no die is superfluous, all dice but one together show less than the cost. Each die shows at
        // least 2.
        let most = self.usable().min(cost.div_ceil(2));
        match how {
            _ if cost == 0 => Some(Self::NONE),
            _ if !self.affords(cost) => None,
            // The cheapest payment is at most 5 pips above the cost.
            Payment::Cheapest => (cost..cost + 6)
                .find_map(|total| (1..=most).find_map(|dice| self.exactly(total, dice, 6))),
            Payment::Fewest => (1..=most).find_map(|dice| self.of_just(dice, cost)),
            Payment::Most => (1..=most).rev().find_map(|dice| self.of_just(dice, cost)),
        }
    }

    /// Returns `dice` dice with faces up to `face` whose sum is exactly `total`. Prefers the highest faces.
    fn exactly(self, total: u8, dice: u8, face: u8) -> Option<Self> {
        if dice == 0 {
            return (total == 0).then_some(Self::NONE);
        }
        if face < 2 || total < 2 * dice || total > face * dice {
            return None;
        }
        let most = self.count(face).min(dice).min(total / face);
        (0..=most).rev().find_map(|here| {
            let rest = self.exactly(total - here * face, dice - here, face - 1)?;
            Some(Self(rest.0 + (u64::from(here) << Self::shift(face))))
        })
    }

    /// Returns `dice` dice that pay the cost, with no superfluous die. Of several choices, returns the one
    /// with the lowest total. `None` if there is no such choice.
    fn of_just(self, dice: u8, cost: u8) -> Option<Self> {
        let mut all = (cost..cost + 6).filter_map(|total| self.exactly(total, dice, 6));
        all.find(|paid| {
            let lowest = paid.lowest().unwrap_or(0);
            paid.pips() < u32::from(cost) + u32::from(lowest)
        })
    }

    #[inline]
    const fn shift(face: u8) -> u32 {
        (face as u32 - 1) * 8
    }
}

impl std::ops::Add for Hand {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.faces()).finish()
    }
}

impl fmt::Display for Hand {
    /// Writes the faces, such as `6, 4, 4, 1`, or `no dice`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut faces: Vec<String> = self.faces().map(|face| face.to_string()).collect();
        faces.reverse();
        if faces.is_empty() {
            f.write_str("no dice")
        } else {
            f.write_str(&faces.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paid(hand: &[u8], cost: u8, how: Payment) -> Option<String> {
        Hand::of(hand).pay(cost, how).map(|hand| hand.to_string())
    }

    #[test] // SST-0-9, SST-7-1, SST-7-2
    fn the_cheapest_dice_pay() {
        for (hand, cost, dice) in [
            (&[5, 3, 2][..], 4, Some("5")),
            (&[6, 3, 2, 2], 4, Some("2, 2")),
            (&[4, 2, 2], 4, Some("4")),
            (&[6, 4, 3, 2], 5, Some("3, 2")),
            (&[3, 1], 4, None),
            (&[3, 1, 1, 1], 4, None),
            (&[3, 2], 4, Some("3, 2")),
            (&[6, 6], 7, Some("6, 6")),
            (&[2, 2, 2, 3], 5, Some("3, 2")),
        ] {
            assert_eq!(
                paid(hand, cost, Payment::Cheapest).as_deref(),
                dice,
                "{hand:?}"
            );
        }
        assert_eq!(Hand::of(&[1]).pay(0, Payment::Cheapest), Some(Hand::NONE));
    }

    #[test] // SST-0-9
    fn usual_costs_are_paid_as_any_others() {
        for at in 0..4usize.pow(5) {
            let mut hand = Hand::NONE;
            for face in 0..5u8 {
                // The table of payments counts at most three dice of a face. For a count of three, this adds
                // two more dice.
                let count = at >> (2 * face) & 3;
                for _ in 0..count + 2 * usize::from(count == 3) {
                    hand.add(face + 2);
                }
            }
            for (cost, how) in (1..=9).flat_map(|cost| Payment::ALL.map(|how| (cost, how))) {
                let (paid, wanted) = (hand.pay(cost, how), hand.sought(cost, how));
                assert_eq!(paid, wanted, "{hand} for {cost}, {how:?}");
            }
        }
    }

    #[test] // SST-0-9
    fn of_all_dice_that_pay_the_best_do() {
        let every = [2u8, 2, 2, 3, 3, 4, 5, 6];
        let parts = |hand: u32| {
            let faces = (0..every.len()).filter(move |at| hand >> at & 1 == 1);
            Hand::of(&faces.map(|at| every[at]).collect::<Vec<u8>>())
        };
        for (hand, cost) in
            (0..1u32 << every.len()).flat_map(|hand| [3, 4, 6, 9].map(|cost| (hand, cost)))
        {
            let pays = (0..1u32 << every.len())
                .filter(|&part| part & !hand == 0)
                .map(parts);
            let just = |paid: &Hand| {
                let lowest = paid.lowest().map_or(0, u32::from);
                (cost..cost + lowest).contains(&paid.pips())
            };
            let pays: Vec<Hand> = pays.filter(just).collect();
            let key = |how: Payment, paid: Hand| match how {
                Payment::Cheapest => [paid.pips(), paid.total().into()],
                Payment::Fewest => [paid.total().into(), paid.pips()],
                Payment::Most => [u32::MAX - u32::from(paid.total()), paid.pips()],
            };
            for how in Payment::ALL {
                let best = pays.iter().map(|&paid| key(how, paid)).min();
                let paid = parts(hand).pay(u8::try_from(cost).expect("small"), how);
                assert_eq!(
                    paid.map(|paid| key(how, paid)),
                    best,
                    "{} for {cost}",
                    parts(hand)
                );
            }
        }
    }

    #[test] // SST-0-9
    fn other_ways_to_pay_keep_other_dice() {
        assert_eq!(paid(&[6, 2, 2], 4, Payment::Fewest).as_deref(), Some("6"));
        assert_eq!(paid(&[6, 5, 2], 5, Payment::Fewest).as_deref(), Some("5"));
        assert_eq!(
            paid(&[4, 3, 2, 2], 4, Payment::Most).as_deref(),
            Some("2, 2")
        );
        assert_eq!(
            paid(&[6, 5, 3, 3, 2], 4, Payment::Most).as_deref(),
            Some("3, 2")
        );
        assert_eq!(paid(&[2, 1], 4, Payment::Most), None);
    }

    #[test] // SST-5-3, SST-7-5
    fn ones_count_as_dice_and_are_of_no_use() {
        let hand = Hand::of(&[6, 3, 1, 1]);
        assert_eq!((hand.total(), hand.usable(), hand.ones()), (4, 2, 2));
        assert_eq!((hand.lowest(), hand.highest()), (Some(3), Some(6)));
        assert_eq!(hand.pips(), 9);
        assert!(!Hand::of(&[1, 1]).is_usable());
        assert_eq!(Hand::of(&[1]).lowest(), None);
    }

    #[test] // SST-22-5
    fn burnt_dice_become_ones() {
        let mut hand = Hand::of(&[5, 3, 2]);
        assert_eq!(hand.burn(1, false), 1);
        assert_eq!(hand, Hand::of(&[5, 3, 1]));
        assert_eq!(hand.burn(4, true), 2);
        assert_eq!(hand, Hand::of(&[1, 1, 1]));
    }
}
