//! Converts a tally to a list of whole numbers, which can be stored and added to other tallies later.
//!
//! The list has these parts in order: the number of counts, and the counts in the order of the tally. Next
//! come the number of complete batches, the number of their fights, and their sums. Last comes the number of
//! incomplete batches, each with its first fight, its number of fights, and its sums. Most of these numbers
//! are 0 except in long runs, so a series of zeros is stored as one negative number: minus the number of
//! zeros.
//!
//! The list does not contain the layout, so the same cast is needed to read it.

use super::Tally;
use super::batches::{Open, Seat, WORDS, batch};
use super::cells::Cells;
use super::figures::net;
use crate::fight::CombatantId;

/// The reason why a list of numbers cannot be a tally of a cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The list has too many or too few numbers.
    #[error("these are not as many counts as the matchup has")]
    Length,
    /// The list is a tally of this number of fights, which is not the expected number.
    #[error("the counts are of {0} fights")]
    Fights(u64),
    /// The sums of batches do not match the counts.
    #[error("the sums of batches are not those of the fights")]
    Batches,
}

impl Tally {
    /// Returns the tally as a list of numbers. A series of zeros is stored as one negative number.
    ///
    /// # Panics
    /// If any number is 2^63 or more.
    pub fn packed(&self) -> Vec<i64> {
        // All fields are named here, so that a new field cannot be forgotten in the list.
        let Self {
            layout: _,
            counts,
            unresolved: _,
            scale: _,
            out: _,
            blows: _,
            batches,
        } = self;
        let Seat {
            batches: closed,
            fights,
            words,
        } = &batches.own;
        let mut packer = Packer::default();
        packer.all([counts.len() as u64]);
        packer.all(counts.iter());
        packer.all([*closed, *fights]);
        packer.all(words.iter());
        // If there is no complete batch, the sums are not stored and count as zeros.
        let missing = self.counts_batched() * WORDS - words.len();
        packer.all(std::iter::repeat_n(0, missing));
        packer.all([batches.open.len() as u64]);
        for part in &batches.open {
            packer.all([part.first, part.fights]);
            packer.all(part.sums.iter());
        }
        packer.done()
    }

    /// Reads a list from [`Tally::packed`] into this empty tally. The list must be from `fights` fights of
    /// the same cast.
    ///
    /// # Errors
    /// If the numbers cannot be such a tally. This tally must not be used then.
    pub fn unpack(&mut self, packed: &[i64], fights: u64) -> Result<(), Mismatch> {
        let mut numbers = Unpacker {
            rest: packed.iter(),
            zeros: 0,
        };
        if numbers.next()? != self.counts.len() as u64 {
            return Err(Mismatch::Length);
        }
        for cell in self.counts.iter_mut() {
            *cell = numbers.next()?;
        }
        self.unpack_batches(&mut numbers)?;
        if numbers.zeros > 0 || numbers.rest.next().is_some() {
            return Err(Mismatch::Length);
        }
        match self.counted() {
            found if found == fights => {}
            found => return Err(Mismatch::Fights(found)),
        }
        if self.batches_fit(fights) {
            Ok(())
        } else {
            Err(Mismatch::Batches)
        }
    }

    fn unpack_batches(&mut self, numbers: &mut Unpacker<'_>) -> Result<(), Mismatch> {
        let counts = self.counts_batched();
        let (closed, fights) = (numbers.next()?, numbers.next()?);
        let mut words = Cells::new(counts * WORDS);
        for word in words.iter_mut() {
            *word = numbers.next()?;
        }
        if closed > 0 {
            self.batches.own = Seat {
                batches: closed,
                fights,
                words,
            };
        } else if fights > 0 || words.iter().any(|word| word > 0) {
            return Err(Mismatch::Batches);
        }
        let mut least = 0;
        for _ in 0..numbers.next()? {
            let (first, fights) = (numbers.next()?, numbers.next()?);
            let batch = batch(first);
            let fits = first >= least && first == batch.start && fights < batch.end - first;
            if fights == 0 || !fits {
                return Err(Mismatch::Batches);
            }
            least = batch.end;
            let mut sums = Cells::new(counts);
            for sum in sums.iter_mut() {
                *sum = numbers.next()?;
            }
            self.batches.open.push(Open {
                first,
                fights,
                sums,
            });
        }
        Ok(())
    }

    /// Returns whether the batches together have `fights` fights, and their sums match the counts.
    fn batches_fit(&self, fights: u64) -> bool {
        let batches = &self.batches;
        let parts = batches.open.iter();
        let all = parts.fold(u128::from(batches.own.fights), |all, part| {
            all + u128::from(part.fights)
        });
        let closed = |count: usize| match batches.own.batches {
            0 => 0,
            _ => u128::from(batches.own.of(count).0),
        };
        let open = |count: usize| batches.open.iter().map(move |part| part.sums[count]);
        let sum =
            |count: usize| open(count).fold(closed(count), |sum, part| sum + u128::from(part));
        all == u128::from(fights)
            && batches.own.can_be()
            && (0..)
                .zip(self.wide_sums())
                .all(|(count, counted)| sum(count) == counted)
    }

    /// Returns the same sums as [`Tally::sums`], in numbers that cannot overflow even if the list is invalid.
    fn wide_sums(&self) -> impl Iterator<Item = u128> {
        let cells = self.counts.range(self.layout.batched.clone());
        let all = (0..self.layout.combatants.len()).map(CombatantId::at);
        let damage = all.map(|combatant| {
            let blows = self.blows(combatant);
            blows
                .map(|(cell, times)| u128::from(times) * u128::from(net(cell)))
                .sum()
        });
        cells.map(u128::from).chain(damage)
    }

    /// Returns the number of fights that ended. An invalid list cannot make it overflow.
    fn counted(&self) -> u64 {
        let ended = self
            .every_ending()
            .flat_map(|ending| self.rounds(ending))
            .map(|(_, fights)| fights);
        ended.fold(0, u64::saturating_add)
    }
}

/// Writes numbers to a list, and a series of zeros as one negative number.
#[derive(Default)]
struct Packer {
    packed: Vec<i64>,
    zeros: i64,
}

impl Packer {
    fn all(&mut self, numbers: impl IntoIterator<Item = u64>) {
        for number in numbers {
            if number == 0 {
                self.zeros += 1;
                continue;
            }
            self.end_zeros();
            let number = i64::try_from(number).expect("nothing is counted 2^63 times");
            self.packed.push(number);
        }
    }

    fn end_zeros(&mut self) {
        if self.zeros > 0 {
            self.packed.push(-std::mem::take(&mut self.zeros));
        }
    }

    fn done(mut self) -> Vec<i64> {
        self.end_zeros();
        self.packed
    }
}

/// Reads the numbers that a [`Packer`] wrote.
struct Unpacker<'p> {
    rest: std::slice::Iter<'p, i64>,
    /// The number of zeros to return before `rest` continues.
    zeros: u64,
}

impl Unpacker<'_> {
    fn next(&mut self) -> Result<u64, Mismatch> {
        if self.zeros == 0 {
            let number = *self.rest.next().ok_or(Mismatch::Length)?;
            if let Ok(number) = u64::try_from(number) {
                return Ok(number);
            }
            self.zeros = number.unsigned_abs();
        }
        self.zeros -= 1;
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{Cast, Ending, FighterSet, Outcome, Witness};

    fn cast() -> Cast {
        Cast {
            sides: vec!["us".into(), "them".into()],
            combatants: vec![],
            fighters: vec![],
            round_cap: 9,
            alliances: crate::fight::Alliances::default(),
            alike_from: None,
            most_lost: 0,
            things: FighterSet::NONE,
            absent: FighterSet::NONE,
            objectives: Vec::new(),
            day: None,
            events: &[],
        }
    }

    fn tally() -> Tally {
        let mut tally = Tally::new(&cast());
        for rounds in [0, 3, 3, 9] {
            tally.ended(&Outcome {
                ending: Ending::Draw,
                rounds,
                standing: FighterSet::NONE,
            });
        }
        tally.told(0..4, &mut Vec::new());
        tally
    }

    #[test]
    fn what_was_packed_is_the_same_unpacked() {
        for tally in [tally(), Tally::new(&cast())] {
            let mut back = Tally::new(&cast());
            back.unpack(&tally.packed(), tally.fights())
                .expect("it is of this cast");
            assert_eq!(back, tally);
        }
        let zeros = tally().packed().iter().filter(|&&n| n < 0).count();
        assert!(zeros > 1 && tally().packed().len() < 15);
    }

    #[test]
    fn what_is_of_another_cast_or_of_other_fights_is_refused() {
        let packed = tally().packed();
        let refused = |packed: &[i64], fights| Tally::new(&cast()).unpack(packed, fights);
        assert_eq!(refused(&packed[1..], 4), Err(Mismatch::Length));
        assert_eq!(
            refused(&packed[..packed.len() - 1], 4),
            Err(Mismatch::Length)
        );
        assert_eq!(
            refused(&[&packed[..], &[7]].concat(), 4),
            Err(Mismatch::Length)
        );
        assert_eq!(refused(&[i64::MIN], 0), Err(Mismatch::Length));
        assert_eq!(refused(&packed, 5), Err(Mismatch::Fights(4)));
        // The list ends with the number of incomplete batches, the first fight of that batch, and its number
        // of fights.
        let [.., open, first, fights] = &packed[..] else {
            panic!("a batch is told in part");
        };
        assert_eq!([*open, *first, *fights], [1, -1, 4]);
        let start = &packed[..packed.len() - 3];
        for wrong in [
            &[1, -1, 3][..],
            &[1, -1, 16],
            &[1, 1, 4],
            &[1, -2],
            &[-1],
            &[2, -1, 4, -1, 4],
        ] {
            assert_eq!(
                refused(&[start, wrong].concat(), 4),
                Err(Mismatch::Batches),
                "{wrong:?}"
            );
        }
    }
}
