//! Computes how many fights each round of sequential halving plays.

use std::ops::Range;

/// Number of loadouts that reach the finals.
pub const FINALISTS: usize = 8;

/// The search and the finals together play as many fights as an equal split would, divided by this number. In
/// an equal split, all loadouts play equally often.
const PART: u64 = 10;

/// Smallest number of fights of each loadout in a round.
const FEWEST: u64 = 10;

/// A round of the search, with the loadouts and fights that it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Number of loadouts that play in the round.
    pub loadouts: usize,
    /// The numbers of the fights that each of these loadouts plays.
    pub fights: Range<u64>,
}

/// The rounds of the search, and the finals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// Number of loadouts at the start of the search.
    pub loadouts: usize,
    /// Number of fights that each loadout would play if all loadouts played equally often.
    pub equal: u64,
    /// The rounds. After each of them the worse half of the loadouts is dropped.
    pub rounds: Vec<Round>,
    /// Number of loadouts in the finals.
    pub finalists: usize,
    /// Number of fights of each finalist in the finals.
    pub finals: u64,
}

impl Schedule {
    /// Returns the schedule for `loadouts` loadouts. `equal` is the number of fights that each of them would
    /// play in an equal split, that is if all played equally often.
    ///
    /// The schedule spends a tenth of the fights of the equal split. One half of the tenth is for the rounds,
    /// in equal parts, and the other half is for the finals. Every finalist plays at least `equal` fights, so
    /// the schedule for few loadouts exceeds the tenth. If there are at most [`FINALISTS`] loadouts, all of
    /// them are finalists and there are no rounds.
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

    /// Returns the total number of fights in the rounds and the finals, for one matchup in one order of its
    /// sides.
    pub fn fights(&self) -> u64 {
        let of = |round: &Round| round.loadouts as u64 * (round.fights.end - round.fights.start);
        let rounds: u64 = self.rounds.iter().map(of).sum();
        rounds + self.finalists as u64 * self.finals
    }

    /// Returns the total number of fights of all loadouts if they played equally often, for one matchup in
    /// one order of its sides.
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
        // The fights of each round begin where those of the round before end.
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
