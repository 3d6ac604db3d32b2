//! A tally as a list of whole numbers, to be kept and added up elsewhere.
//!
//! The counts stand in the order of the tally's own list. Most are 0, in long runs, so a run of zeros is one negative
//! number: how many they are. Who unpacks needs the same cast, since the list does not say what is counted where.

use super::Tally;

/// Why a list of numbers is no tally of a cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// It has more or fewer counts.
    #[error("these are not as many counts as the matchup has")]
    Length,
    /// The counts are not those of so many fights.
    #[error("the counts are of {0} fights")]
    Fights(u64),
}

impl Tally {
    /// The counts, a run of zeros as one negative number.
    ///
    /// # Panics
    /// Beyond 2^63 of anything.
    pub fn packed(&self) -> Vec<i64> {
        // All that is counted is in the list: a field that is added to the tally has to be thought of here.
        let Self {
            layout: _,
            counts,
            unresolved: _,
            scale: _,
        } = self;
        let mut packed = Vec::new();
        let mut zeros = 0;
        for count in counts.iter() {
            if count == 0 {
                zeros += 1;
                continue;
            }
            if zeros > 0 {
                packed.push(-zeros);
                zeros = 0;
            }
            packed.push(i64::try_from(count).expect("nothing is counted 2^63 times"));
        }
        if zeros > 0 {
            packed.push(-zeros);
        }
        packed
    }

    /// Takes in the counts of so many fights of the same cast. This tally is to be empty.
    ///
    /// # Errors
    /// When they cannot be that; then the tally is of no use any more.
    pub fn unpack(&mut self, packed: &[i64], fights: u64) -> Result<(), Mismatch> {
        let mut cells = self.counts.iter_mut();
        for &number in packed {
            if let Ok(count) = u64::try_from(number) {
                *cells.next().ok_or(Mismatch::Length)? = count;
            } else {
                let zeros = usize::try_from(number.unsigned_abs());
                let last = zeros.map_err(|_| Mismatch::Length)? - 1;
                cells.nth(last).ok_or(Mismatch::Length)?;
            }
        }
        let is_short = cells.next().is_some();
        drop(cells);
        if is_short {
            return Err(Mismatch::Length);
        }
        match self.counted() {
            found if found == fights => Ok(()),
            found => Err(Mismatch::Fights(found)),
        }
    }

    /// How many fights there are, whatever stands in the list.
    fn counted(&self) -> u64 {
        let ended = self
            .every_ending()
            .flat_map(|ending| self.rounds(ending))
            .map(|(_, fights)| fights);
        ended.fold(0, u64::saturating_add)
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
            most_lost: 0,
            things: FighterSet::NONE,
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
        assert!(zeros > 1 && tally().packed().len() < 10);
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
    }
}
