//! How much a count differs from fight to fight, told by how much its sum differs from batch to batch.
//!
//! Books play many fights at once and tell their sum, so what an event comes to in a single fight is not known, and what
//! it comes to in a batch of fights is. Fights are independent: the sum of a batch of n of them varies n times as much as
//! that of one. Batches are small at first, so that short runs have several, and large later, so that looking at them
//! costs nothing. All sums are whole numbers, so that they can be added up in any order.

use super::Tally;
use crate::fight::CombatantId;

/// Fights in a large batch.
pub const BATCH: u64 = 4096;
/// Fights in a small one.
const SMALL: u64 = 256;

/// What is known of the batches of each order of sides that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Batches(Vec<Seat>);

/// The batches of one order of sides.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seat {
    batches: u64,
    fights: u64,
    sums: Vec<Sum>,
}

/// A count, batch by batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sum {
    /// What it was at the end of the latest batch.
    last: u64,
    /// What all batches add up to, and their squares, those of small ones weighing as many times more as they are
    /// smaller.
    sum: u128,
    squares: u128,
}

impl Batches {
    /// Of so many counts, no batches yet.
    pub(super) fn new(counts: usize) -> Self {
        Self(vec![Seat {
            batches: 0,
            fights: 0,
            sums: vec![Sum::default(); counts],
        }])
    }

    /// Adds further batches of the same orders of sides.
    pub(super) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.batches += theirs.batches;
            mine.fights += theirs.fights;
            for (mine, theirs) in mine.sums.iter_mut().zip(&theirs.sums) {
                mine.sum += theirs.sum;
                mine.squares += theirs.squares;
            }
        }
    }

    /// Adds the batches of another order of sides: `twin_of` says which of its counts each of ours is.
    pub(super) fn absorb(&mut self, other: &Self, twin_of: &[usize]) {
        for seat in &other.0 {
            self.0.push(Seat {
                sums: twin_of.iter().map(|&twin| seat.sums[twin]).collect(),
                ..*seat
            });
        }
    }

    /// The standard error of a count's mean over so many fights, shared out evenly among the orders of sides. `None`
    /// where any of these has fewer than two batches.
    pub(super) fn error(&self, count: usize, fights: f64) -> Option<f64> {
        let seats = float(self.0.len() as u128);
        let mut variance = 0.0;
        for seat in &self.0 {
            if seat.batches < 2 {
                return None;
            }
            let Sum { sum, squares, .. } = seat.sums[count];
            let sum = float(sum);
            let spread =
                float(squares) / float(BATCH.into()) - sum * sum / float(seat.fights.into());
            // Of one fight; what rounding has taken below nothing is nothing.
            let of_one = spread.max(0.0) / float(u128::from(seat.batches) - 1);
            variance += of_one / (fights * seats);
        }
        Some(variance.sqrt())
    }
}

impl Seat {
    fn close(&mut self, counts: &[u64], fights: u64) {
        assert!(
            BATCH.is_multiple_of(fights),
            "batches are as large as one another or a part of that"
        );
        self.batches += 1;
        self.fights += fights;
        let weight = u128::from(BATCH / fights);
        for (sum, &count) in self.sums.iter_mut().zip(counts) {
            let batch = u128::from(count - sum.last);
            sum.last = count;
            sum.sum += batch;
            sum.squares += batch * batch * weight;
        }
    }
}

impl Tally {
    /// Notes that the fights told since the last batch was closed are one. They are one of those that
    /// [`Tally::batches`] has cut.
    ///
    /// # Panics
    /// When so many are no batch, or this tally has been added to another's.
    pub fn close_batch(&mut self, fights: u64) {
        let mut counts = self.counts[self.layout.batched.clone()].to_vec();
        let all = (0..self.layout.combatants.len()).map(CombatantId::at);
        counts.extend(all.map(|combatant| self.damage_dealt(combatant)));
        let [seat] = &mut self.batches.0[..] else {
            panic!("batches are closed before seats are added up");
        };
        seat.close(&counts, fights);
    }

    /// Cuts fights that begin with the `first` into pieces, of which all but the last are batches, and it may be one, too:
    /// each piece's end, and whether it is a batch.
    pub fn batches(first: u64, end: u64) -> impl Iterator<Item = (u64, bool)> {
        let mut at = first;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let whole = at >= BATCH && at.is_multiple_of(BATCH) && end - at >= BATCH;
            let size = if whole { BATCH } else { SMALL };
            let next = (at - at % size + size).min(end);
            let is_batch = next - at == size;
            at = next;
            Some((next, is_batch))
        })
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

    #[test]
    fn fights_are_cut_into_batches_at_fixed_places() {
        let cut = |first, end| Tally::batches(first, end).collect::<Vec<_>>();
        assert_eq!(cut(0, 600), [(256, true), (512, true), (600, false)]);
        assert_eq!(cut(0, BATCH).len(), 16);
        assert_eq!(cut(BATCH, 2 * BATCH), [(2 * BATCH, true)]);
        assert_eq!(
            cut(BATCH, 3 * BATCH + 1),
            [(2 * BATCH, true), (3 * BATCH, true), (3 * BATCH + 1, false)]
        );
        // What does not begin where a batch does is none.
        assert_eq!(cut(100, 300), [(256, false), (300, false)]);
        assert_eq!(cut(7, 7), []);
    }

    #[test]
    fn the_error_is_that_of_independent_fights() {
        // Of every four fights one has three, so that a fight varies by 27/16. Batches whose sums vary as those of
        // independent fights would: by 256 times as much, ± 20.78.
        let mut seat = Batches::new(1);
        let mut total = 0;
        for n in 0..1000u64 {
            total += if n.is_multiple_of(2) {
                192 - 21
            } else {
                192 + 21
            };
            seat.0[0].close(&[total], SMALL);
        }
        let error = seat.error(0, 256_000.0).expect("a thousand batches");
        let expected = (27.0f64 / 16.0 / 256_000.0).sqrt();
        assert!((error / expected - 1.0).abs() < 0.02, "{error} {expected}");
        assert_eq!(Batches::new(1).error(0, 10.0), None);
    }

    #[test]
    fn batches_of_two_sizes_tell_the_same_spread() {
        let mut seat = Batches::new(1);
        let mut total = 0;
        // A fight varies by one: small batches by ± 16, large ones by ± 64.
        for n in 0..64u64 {
            total += if n.is_multiple_of(2) {
                500 - 16
            } else {
                500 + 16
            };
            seat.0[0].close(&[total], SMALL);
        }
        for n in 0..64u64 {
            total += if n.is_multiple_of(2) {
                8000 - 64
            } else {
                8000 + 64
            };
            seat.0[0].close(&[total], BATCH);
        }
        let error = seat.error(0, 10_000.0).expect("many batches");
        assert!((error - 0.01).abs() < 0.0002, "{error}");
    }
}
