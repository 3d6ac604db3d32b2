//! A shard: one of several equal parts of a run.
//!
//! If a run has *n* shards, a shard has every *n*th block of every matchup, so that all shards take equally
//! long. The fights of a shard also have consecutive numbers within the shard, block after block. Which
//! fights of the run belong to a shard does not depend on the number of fights in the run. The run can
//! therefore be extended later.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::BLOCK;

/// The greatest number of shards of a run.
const MOST: u64 = 1_000_000;

/// One of several parts of a run.
///
/// ```
/// use skirmish_engine::batch::Shard;
///
/// let shard: Shard = "3/16".parse().expect("the third of sixteen");
/// assert_eq!((shard.number(), shard.of()), (3, 16));
/// assert_eq!(shard.to_string(), "3/16");
/// assert!("17/16".parse::<Shard>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shard {
    of: u64,
    /// The number of the shard, counted from 0.
    index: u64,
}

/// The error for a text such as `17/16` that does not name a shard, or for numbers that name no shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "write which part of how many it is, as 3/16: from 1/16 to 16/16, of 1,000,000 parts at most"
)]
pub struct NoShard;

impl Shard {
    /// The only shard of an undivided run.
    pub const WHOLE: Self = Self { of: 1, index: 0 };

    /// Returns shard `number`, counted from 1, of `of` shards.
    ///
    /// # Errors
    /// If there is no such shard.
    pub fn new(number: u64, of: u64) -> Result<Self, NoShard> {
        if (1..=of).contains(&number) && of <= MOST {
            let index = number - 1;
            Ok(Self { of, index })
        } else {
            Err(NoShard)
        }
    }

    /// Returns the number of this shard, counted from 1.
    pub fn number(self) -> u64 {
        self.index + 1
    }

    /// Returns the number of shards.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Returns whether the shard is the whole run.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Returns how many of the run's first `fights` fights belong to the shard. Within the shard, these
    /// fights have the numbers from 0.
    pub fn own(self, fights: u64) -> u64 {
        let (full, rest) = (fights / BLOCK, fights % BLOCK);
        let blocks = full.saturating_sub(self.index).div_ceil(self.of);
        let last = if full % self.of == self.index {
            rest
        } else {
            0
        };
        blocks * BLOCK + last
    }

    /// Returns the first fights of the range `own`, up to the end of the block that the range begins in.
    /// `own` has the numbers of fights within the shard.
    pub(super) fn piece(own: &Range<u64>) -> Range<u64> {
        own.start..own.end.min(own.start - own.start % BLOCK + BLOCK)
    }

    /// Returns the number within the run of the fight that has the number `own` within the shard.
    pub fn fight(self, own: u64) -> u64 {
        (own / BLOCK * self.of + self.index) * BLOCK + own % BLOCK
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number(), self.of)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (number, of) = text.split_once('/').ok_or(NoShard)?;
        let whole = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten().ok_or(NoShard)
        };
        Self::new(whole(number)?, whole(of)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_fights_and_no_fight_twice() {
        for of in [1, 2, 3, 7] {
            for fights in [0, 1, BLOCK - 1, BLOCK, 5 * BLOCK + 17, 14 * BLOCK] {
                let mut all: Vec<u64> = (1..=of)
                    .flat_map(|number| {
                        let shard = Shard::new(number, of).expect("it is one of them");
                        (0..shard.own(fights)).map(move |own| shard.fight(own))
                    })
                    .collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..fights), "{fights} in {of}");
            }
        }
    }

    #[test]
    fn what_is_a_shards_own_stays_so_when_there_are_more_fights() {
        let shard = Shard::new(2, 3).expect("it is one of them");
        assert!((0..9 * BLOCK).step_by(999).all(|fights| {
            let (now, later) = (shard.own(fights), shard.own(fights + 5000));
            now <= later && (now == 0 || shard.fight(now - 1) < fights)
        }));
        assert_eq!(shard.fight(BLOCK), 4 * BLOCK);
        assert_eq!(Shard::piece(&(10..3 * BLOCK)), 10..BLOCK);
        assert_eq!(Shard::piece(&(BLOCK..BLOCK + 5)), BLOCK..BLOCK + 5);
    }

    #[test]
    fn what_names_no_shard_is_refused() {
        for text in [
            "",
            "3",
            "0/4",
            "5/4",
            "a/4",
            "1/0",
            "-1/4",
            "+1/4",
            "1/1000001",
            "1/2/3",
        ] {
            assert_eq!(text.parse::<Shard>(), Err(NoShard), "{text}");
        }
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
    }
}
