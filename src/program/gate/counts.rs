//! The content of a baseline: the counts of fights in each matchup of a scenario.
//!
//! A baseline has counts instead of rates for two reasons. A significance test needs the number of fights,
//! and whole numbers that are equal show at a glance that nothing has changed. For each mean there are two
//! sums: of the values and of their squares. The squares of rounds are summed over fights. The squares of
//! damage cannot be summed in this way, because the tally adds up the blows of all fights, and recording the
//! damage of each fight would slow the fight loop down. Single blows do not give the variance either, because
//! the blows of a fight are correlated. The fights are therefore divided into [`GROUPS`] equal groups, and
//! the damage of each group is squared.

use std::collections::HashMap;

/// Number of equal groups into which the fights of a matchup are divided. The number of fights in each seat
/// (order of the sides) is a multiple of it.
pub const GROUPS: u64 = 100;

/// The counts of all matchups of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Name of the scenario.
    pub scenario: String,
    /// Name of its rulebook.
    pub ruleset: String,
    /// The seed of the fights.
    pub seed: u64,
    /// The version of this program that played the fights.
    pub version: String,
    /// The matchups, in the order of the scenario or the file.
    pub matchups: Vec<MatchupCounts>,
}

/// The counts of a matchup, added over its seats (orders of the sides).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchupCounts {
    /// Name of the matchup.
    pub matchup: String,
    /// Digest of the matchup's content. If the digest and the rules are the same, the fights are the same.
    pub digest: String,
    /// Number of all fights, a multiple of [`GROUPS`].
    pub fights: u64,
    /// Number of draws: fights after which nobody stood.
    pub draws: u64,
    /// Number of undecided fights, for example those that reached the round cap.
    pub undecided: u64,
    /// Sum of the rounds of all fights.
    pub rounds: u128,
    /// Sum over all fights of the square of the fight's rounds.
    pub rounds_squared: u128,
    /// The counts of the sides, in their order.
    pub sides: Vec<SideCounts>,
}

/// The counts of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideCounts {
    /// Name of the side.
    pub side: String,
    /// Number of fights that the side won.
    pub wins: u64,
    /// The damage that the side dealt in all fights.
    pub damage: u128,
    /// Sum over the groups of fights of the square of the damage that the side dealt in the group.
    pub damage_squared: u128,
}

impl Counts {
    /// Returns the counts of the matchup named `name`. Returns `None` if there is no such matchup.
    pub fn matchup(&self, name: &str) -> Option<&MatchupCounts> {
        self.matchups.iter().find(|counts| counts.matchup == name)
    }

    /// Returns the counts of every matchup by name, for callers that look up many.
    pub fn by_name(&self) -> HashMap<&str, &MatchupCounts> {
        let mut found = HashMap::with_capacity(self.matchups.len());
        for counts in &self.matchups {
            found.insert(counts.matchup.as_str(), counts);
        }
        found
    }
}

impl MatchupCounts {
    /// Returns the counts of the side named `name`. Returns `None` if there is no such side.
    pub fn side(&self, name: &str) -> Option<&SideCounts> {
        self.sides.iter().find(|counts| counts.side == name)
    }

    /// Returns the number of fights that `side` lost: those won by a side that is not allied with it.
    pub fn losses(&self, side: &SideCounts) -> u64 {
        self.fights - side.wins - self.draws - self.undecided
    }
}
