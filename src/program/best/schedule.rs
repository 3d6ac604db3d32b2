//! How many fights each round of sequential halving plays.

use std::ops::Range;

/// Number of loadouts that are left at the end of the search.
pub const FINALISTS: usize = 8;

/// The search plays at most an `n`th of the fights of an equal split, finals included.
const PART: u64 = 10;

/// Fewest fights of a loadout in a round.
const FEWEST: u64 = 10;

/// One round: how many loadouts play, and which fights each of them plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// The number of loadouts.
    pub loadouts: usize,
    /// The fights, by their numbers.
    pub fights: Range<u64>,
}

/// The rounds and the finals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The number of loadouts at the beginning.
    pub loadouts: usize,
    /// The fights of each loadout in an equal split.
    pub equal: u64,
    /// The rounds; the worse half is dropped after each.
    pub rounds: Vec<Round>,
    /// The number of loadouts in the finals.
    pub finalists: usize,
    /// The fights of each of them in the finals.
    pub finals: u64,
}

impl Schedule {
    /// The schedule for this number of loadouts, if an equal split played `equal` fights of each.
    ///
    /// A tenth of the fights of the equal split is halved: one half for the rounds, in equal parts, and one half for the
    /// finals. Every finalist plays at least `equal` fights. Few loadouts are all finalists.
    pub fn new(loadouts: usize, equal: u64) -> Self {
        let finalists = loadouts.min(FINALISTS);
        let mut sizes = Vec::new();
        let mut left = loadouts;
        while left > finalists {
            sizes.push(left);
            left = left.div_ceil(2).max(finalists);
        }
        let half = (loadouts as u64).saturating_mul(equal) / PART / 2;
        let finals = equal.max(half / FINALISTS as u64);
        let part = half / (sizes.len() as u64).max(1);
        let mut first = 0;
        let rounds = sizes.into_iter().map(|loadouts| {
            let each = (part / loadouts as u64).max(FEWEST);
            first += each;
            let fights = first - each..first;
            Round { loadouts, fights }
        });
        Self {
            loadouts,
            equal,
            rounds: rounds.collect(),
            finalists,
            finals,
        }
    }

    /// The fights of all rounds and of the finals, for one matchup and seat.
    pub fn fights(&self) -> u64 {
        let of = |round: &Round| round.loadouts as u64 * (round.fights.end - round.fights.start);
        let rounds: u64 = self.rounds.iter().map(of).sum();
        rounds + self.finalists as u64 * self.finals
    }

    /// The fights of the equal split, for one matchup and seat.
    pub fn equal_split(&self) -> u64 {
        self.loadouts as u64 * self.equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_loadouts_play_a_tenth_of_an_equal_split() {
        let plan = Schedule::new(1000, 10_000);
        let sizes: Vec<usize> = plan.rounds.iter().map(|round| round.loadouts).collect();
        assert_eq!(sizes, [1000, 500, 250, 125, 63, 32, 16]);
        assert_eq!((plan.finalists, plan.finals), (8, 62_500));
        let part = plan.equal_split() / 10;
        assert!(plan.fights() <= part && plan.fights() > part - part / 50);
        // Each round begins with the fight after the last one.
        for pair in plan.rounds.windows(2) {
            assert_eq!(pair[0].fights.end, pair[1].fights.start);
        }
    }

    #[test]
    fn few_loadouts_are_all_finalists_and_finalists_play_no_less_than_in_an_equal_split() {
        let few = Schedule::new(5, 1000);
        assert_eq!((few.rounds.len(), few.finalists, few.finals), (0, 5, 1000));
        assert_eq!(few.fights(), few.equal_split());
        let some = Schedule::new(20, 1000);
        let sizes: Vec<usize> = some.rounds.iter().map(|round| round.loadouts).collect();
        assert_eq!((sizes.as_slice(), some.finals), (&[20, 10][..], 1000));
        assert!(
            some.rounds
                .iter()
                .all(|round| round.fights.end > round.fights.start)
        );
    }
}
