//! Estimates how much a count varies between fights, from its sums over batches of fights.
//!
//! Rulesets play many fights at once and report only the sum. It is therefore unknown how often an event
//! happened in a single fight, but known how often it happened in a batch of fights. Since fights are
//! independent, the sum over a batch of n fights has n times the variance of one fight. A batch is a range of
//! fight numbers. The first batches are small, so that short runs have several of them. Later batches are
//! large, so that they cost little.
//!
//! The fights of a batch may be reported to several tallies, on several threads or in several runs. Each
//! tally keeps its part of the batch. The sum is squared only when all parts have been added to one tally.
//! All sums are whole numbers. Two tallies of the same fights are therefore equal, no matter how the fights
//! were divided and how the tallies were added up.

use std::ops::Range;

use super::cells::Cells;
use super::{Count, Tally};
use crate::fight::CombatantId;

/// The number of fights in a large batch.
const LARGE: u64 = 4096;
/// The number of fights in a small batch.
const SMALL: u64 = 16;
/// The number of fights at the start of a run that are divided into small batches.
const SHORT: u64 = 4096;

/// An event is rare if it happens in less than this fraction of fights. All small batches together then have
/// fewer than 32 such events.
const RARE: f64 = 1.0 / 128.0;

/// The number of words that are stored for each count: its sum, and the low and the high half of the sum of
/// squares.
pub(super) const WORDS: usize = 3;
/// The number of bits in each half of a sum of squares. The file format for parts of runs stores signed
/// 64-bit numbers, which have no room for more.
const HALF: u32 = 63;

/// For each count, the sums and the sums of squares over batches of fights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Batches {
    /// The batches that were played with the sides in the order of this tally.
    pub(super) own: Seat,
    /// The batches that were played with the sides in other orders, for each of these orders.
    others: Vec<Seat>,
    /// The incomplete batches, ordered by their first fight. There are only a few, because threads take whole
    /// blocks of fights and a run ends only once.
    pub(super) open: Vec<Open>,
}

/// The complete batches that were played with the sides in one order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seat {
    pub(super) batches: u64,
    pub(super) fights: u64,
    /// For each count, the sum over all batches and a sum of squares. The square for each batch is multiplied
    /// by [`LARGE`] and divided by the number of fights in the batch. Empty as long as there is no complete
    /// batch.
    pub(super) words: Cells<u64>,
}

/// A batch with fights that have not been reported yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Open {
    /// The number of the first fight in the batch.
    pub(super) first: u64,
    /// The number of its fights that have been reported.
    pub(super) fights: u64,
    /// The sum of each count over these fights.
    pub(super) sums: Cells<u64>,
}

impl Batches {
    /// Creates an empty set of batches.
    pub(super) fn new() -> Self {
        Self {
            own: Seat {
                batches: 0,
                fights: 0,
                words: Cells::new(0),
            },
            others: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Adds the batches of `other`, whose fights were played with the sides in the same orders as these.
    pub(super) fn merge(&mut self, other: &Self) {
        self.own.merge(&other.own);
        for (mine, theirs) in self.others.iter_mut().zip(&other.others) {
            mine.merge(theirs);
        }
        for part in &other.open {
            self.add(part.first, part.fights, part.sums.iter());
        }
    }

    /// Adds the batches of `other`, whose fights were played with the sides in other orders. For each count
    /// of this tally, `twin_of` has the position of the same count in the other tally.
    pub(super) fn absorb(&mut self, other: &Self, twin_of: &[usize]) {
        for seat in std::iter::once(&other.own).chain(&other.others) {
            let mut twin = Seat {
                words: Cells::new(seat.words.len()),
                ..*seat
            };
            if twin.batches > 0 {
                for (count, &theirs) in twin_of.iter().enumerate() {
                    for word in 0..WORDS {
                        twin.words[count * WORDS + word] = seat.words[theirs * WORDS + word];
                    }
                }
            }
            self.others.push(twin);
        }
    }

    /// Adds `fights` fights of the batch that begins with fight `first`. `sums` has the sum of each count
    /// over these fights.
    fn add(&mut self, first: u64, fights: u64, sums: impl ExactSizeIterator<Item = u64>) {
        let batch = batch(first);
        let size = batch.end - batch.start;
        if fights == size {
            self.own.close(size, sums);
            return;
        }
        let at = self.open.partition_point(|part| part.first < first);
        if self.open.get(at).is_none_or(|part| part.first != first) {
            let part = Open {
                first,
                fights: 0,
                sums: Cells::new(sums.len()),
            };
            self.open.insert(at, part);
        }
        let part = &mut self.open[at];
        part.fights += fights;
        part.sums
            .iter_mut()
            .zip(sums)
            .for_each(|(sum, more)| *sum += more);
        if part.fights == size {
            let whole = self.open.remove(at);
            self.own.close(size, whole.sums.iter());
        }
    }

    /// Packs the sums to save memory. The next addition unpacks them.
    pub(super) fn pack(&mut self) {
        self.own.words.pack();
        self.open.iter_mut().for_each(|part| part.sums.pack());
        self.open.shrink_to_fit();
    }

    /// Returns the standard error of a count's mean per fight, over `fights` fights that are divided evenly
    /// among the orders of sides. In each fight the count grows by a multiple of `once`. Returns `None` if
    /// any order has fewer than two batches.
    pub(super) fn error(&self, count: usize, fights: f64, once: f64) -> Option<f64> {
        let seats = float(self.others.len() as u128 + 1);
        let mut variance = 0.0;
        for seat in std::iter::once(&self.own).chain(&self.others) {
            if seat.batches < 2 {
                return None;
            }
            let (sum, squares) = seat.of(count);
            let (sum, all) = (float(sum.into()), float(seat.fights.into()));
            let spread = float(squares) / float(LARGE.into()) - sum * sum / all;
            // The variance of the count in one fight, estimated from the batches.
            let told = spread / float(u128::from(seat.batches) - 1);
            let of_one = told.max(least_variance(sum / all / once) * once * once);
            variance += of_one / (fights * seats);
        }
        Some(variance.sqrt())
    }
}

impl Seat {
    fn merge(&mut self, other: &Self) {
        if other.batches == 0 {
            return;
        }
        self.batches += other.batches;
        self.fights += other.fights;
        self.grow(other.words.len());
        for count in 0..other.words.len() / WORDS {
            let (sum, squares) = other.of(count);
            self.add(count, sum, squares);
        }
    }

    /// Adds a complete batch of `fights` fights.
    fn close(&mut self, fights: u64, sums: impl ExactSizeIterator<Item = u64>) {
        self.batches += 1;
        self.fights += fights;
        self.grow(sums.len() * WORDS);
        let weight = u128::from(LARGE / fights);
        for (count, sum) in sums.enumerate() {
            let square = u128::from(sum) * u128::from(sum);
            self.add(count, sum, square * weight);
        }
    }

    /// Allocates the sums, unless that has been done before.
    fn grow(&mut self, words: usize) {
        if self.words.len() == 0 {
            self.words = Cells::new(words);
        }
    }

    fn add(&mut self, count: usize, sum: u64, squares: u128) {
        if sum > 0 {
            let (old, old_squares) = self.of(count);
            let squares = old_squares + squares;
            let half =
                |number: u128| u64::try_from(number).expect("sums of squares are below 2^126");
            self.words[count * WORDS] = old + sum;
            self.words[count * WORDS + 1] = half(squares & ((1 << HALF) - 1));
            self.words[count * WORDS + 2] = half(squares >> HALF);
        }
    }

    /// Returns the sum of a count and its weighted sum of squares.
    pub(super) fn of(&self, count: usize) -> (u64, u128) {
        let word = |which: usize| self.words[count * WORDS + which];
        let squares = u128::from(word(2)) << HALF | u128::from(word(1));
        (word(0), squares)
    }

    /// Returns whether any batches could have these numbers: `batches`, `fights` and the sums in `words`.
    /// Some impossible numbers are not detected.
    pub(super) fn can_be(&self) -> bool {
        let (batches, fights) = (u128::from(self.batches), u128::from(self.fights));
        let sizes = u128::from(SMALL) * batches..=u128::from(LARGE) * batches;
        let fits = |count: usize| {
            let (sum, squares) = self.of(count);
            let square = u128::from(sum) * u128::from(sum);
            // The weighted sum of squares is largest if all events are in one batch. It is smallest if all
            // batches have equally many events per fight.
            squares <= square.saturating_mul((LARGE / SMALL).into())
                && squares.saturating_mul(fights) >= square.saturating_mul(LARGE.into())
        };
        sizes.contains(&fights) && (0..self.words.len() / WORDS).all(fits)
    }
}

/// Returns a lower bound for the variance between fights of a count of whole numbers. `mean` is the mean of
/// the count per fight. The bound matters for rare events, since too few batches contain one to estimate the
/// variance from them. For all other events it is 0.
fn least_variance(mean: f64) -> f64 {
    if mean < RARE {
        mean * (1.0 - mean)
    } else {
        0.0
    }
}

/// Returns the range of fights of the batch that contains `fight`.
pub(super) fn batch(fight: u64) -> Range<u64> {
    let size = if fight < SHORT { SMALL } else { LARGE };
    let first = fight - fight % size;
    first..first + size
}

impl Tally {
    /// Returns the number of the first fight after the batch that contains `fight`.
    pub fn batch_end(fight: u64) -> u64 {
        batch(fight).end
    }

    /// Returns the current sums of all counts that are kept per batch: events, remaining health, departures,
    /// and the damage done by each combatant.
    pub fn sums(&self) -> Vec<u64> {
        let mut sums: Vec<u64> = self.counts.range(self.layout.batched.clone()).collect();
        let all = (0..self.layout.combatants.len()).map(CombatantId::at);
        sums.extend(all.map(|combatant| self.damage_dealt(combatant)));
        sums
    }

    /// Adds the fights with the numbers `fights` to the batch that contains them. Their counts are the
    /// differences between the current sums and `since`, which has the sums before these fights. Sets `since`
    /// to the current sums.
    ///
    /// # Panics
    /// If the fights do not belong to the same batch.
    pub fn told(&mut self, fights: Range<u64>, since: &mut Vec<u64>) {
        let batch = batch(fights.start);
        assert!(fights.end <= batch.end, "batches are noted one by one");
        if fights.is_empty() {
            return;
        }
        let now = self.sums();
        let more = now.iter().zip(&*since).map(|(now, then)| now - then);
        let fights = fights.end - fights.start;
        self.batches.add(batch.start, fights, more);
        *since = now;
    }
}

impl<C: Count> Tally<C> {
    /// Returns how many counts are kept per batch.
    pub(super) fn counts_batched(&self) -> usize {
        self.layout.batched.len() + self.layout.combatants.len()
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the sixteenth digit of a variance is of no interest"
)]
fn float(number: u128) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns complete batches of a single count. `firsts` has the first fight of each batch, and `sum`
    /// returns the count in the batch that begins with a given fight.
    fn batches(firsts: impl Iterator<Item = u64>, sum: impl Fn(u64) -> u64) -> Batches {
        let mut batches = Batches::new();
        for first in firsts {
            let batch = batch(first);
            batches.add(first, batch.end - batch.start, [sum(first)].into_iter());
        }
        batches
    }

    #[test]
    fn fights_are_cut_into_batches_at_fixed_places() {
        assert_eq!([batch(0), batch(15), batch(16)], [0..16, 0..16, 16..32]);
        assert_eq!(batch(SHORT - 1), SHORT - SMALL..SHORT);
        assert_eq!(batch(SHORT), SHORT..SHORT + LARGE);
        assert_eq!(batch(3 * LARGE + 7), 3 * LARGE..4 * LARGE);
    }

    #[test]
    fn the_error_is_that_of_independent_fights() {
        // One of every four fights has three events, so the variance of a fight is 27/16. The sums of batches
        // deviate by ± 83.14, the square root of 4096 times that variance.
        let firsts = (1..1001).map(|n| n * LARGE);
        let one = batches(firsts, |first| {
            if first.is_multiple_of(2 * LARGE) {
                3072 - 83
            } else {
                3072 + 83
            }
        });
        let error = one.error(0, 256_000.0, 1.0).expect("a thousand batches");
        let expected = (27.0f64 / 16.0 / 256_000.0).sqrt();
        assert!((error / expected - 1.0).abs() < 0.02, "{error} {expected}");
        assert_eq!(Batches::new().error(0, 10.0, 1.0), None);
        assert!(one.own.can_be());
    }

    #[test]
    fn batches_of_two_sizes_tell_the_same_spread() {
        // The variance of a fight is 1, so small batches deviate by ± 4 and large ones by ± 64.
        let small = batches((0..64).map(|n| n * SMALL), |first| {
            if first.is_multiple_of(2 * SMALL) {
                500 - 4
            } else {
                500 + 4
            }
        });
        let large = batches((1..65).map(|n| n * LARGE), |first| {
            if first.is_multiple_of(2 * LARGE) {
                128_000 - 64
            } else {
                128_000 + 64
            }
        });
        let mut both = small.clone();
        both.merge(&large);
        for batches in [small, large, both] {
            let error = batches.error(0, 10_000.0, 1.0).expect("many batches");
            assert!((error - 0.01).abs() < 0.0002, "{error}");
            assert!(batches.own.can_be());
        }
    }

    #[test]
    fn what_is_rare_varies_as_much_as_whole_numbers_do() {
        // The event happens in one large batch, once in 8192 fights. The small batches, which are more
        // numerous, do not contain it.
        let rare = |once: u64| {
            let firsts = (0..SHORT / SMALL).map(|n| n * SMALL).chain([SHORT]);
            batches(firsts, |first| if first == SHORT { once } else { 0 })
        };
        let expected = (1.0f64 / 8192.0 / 8192.0).sqrt();
        for once in [1, 32] {
            let whole = float(once.into());
            let error = rare(once).error(0, 8192.0, whole).expect("many batches");
            assert!((error / whole / expected - 1.0).abs() < 0.001, "{error}");
        }
    }

    #[test]
    fn a_batch_is_closed_once_all_of_it_has_been_added() {
        let parts = [(0..5, 7), (5..12, 0), (12..16, 9)];
        let whole = batches(std::iter::once(0), |_| 16);
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let mut sum = Batches::new();
            for (at, part) in order.into_iter().enumerate() {
                assert_eq!((sum.own.batches, sum.open.len()), (0, at.min(1)));
                let (fights, came_to) = parts[part].clone();
                let mut one = Batches::new();
                one.add(0, fights.end - fights.start, [came_to].into_iter());
                sum.merge(&one);
            }
            assert_eq!(sum, whole);
        }
        assert_eq!(whole.own.of(0), (16, 256 * 256));
    }

    #[test]
    fn sums_that_no_batches_have_are_known() {
        let seat = |batches, fights, words: [u64; 3]| {
            let mut cells = Cells::new(WORDS);
            cells
                .iter_mut()
                .zip(words)
                .for_each(|(cell, word)| *cell = word);
            Seat {
                batches,
                fights,
                words: cells,
            }
        };
        assert!(seat(2, 32, [10, 64 * 256, 0]).can_be());
        // The first sum of squares is too large even if all events were in one batch. The second is too small
        // even if both batches had equally many.
        assert!(!seat(2, 32, [10, 101 * 256, 0]).can_be());
        assert!(!seat(2, 32, [10, 49 * 256, 0]).can_be());
        assert!(!seat(2, 31, [10, 64 * 256, 0]).can_be());
        assert!(!seat(2, 32, [0, 1, 0]).can_be());
    }
}
