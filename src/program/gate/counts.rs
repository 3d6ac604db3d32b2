//! The content of a baseline: whole counts for each matchup of a scenario.
//!
//! Counts are kept rather than rates, because a test needs the number of fights, and because equal whole numbers show at a
//! glance that nothing changed. Each mean has two sums, of the values and of their squares. The squares of rounds are
//! summed over fights. The damage of the blows of one fight is correlated, so its variance can only be estimated between
//! fights; the tally adds blows up across fights, and recording every fight would slow the fight loop down. The fights are
//! therefore divided into [`GROUPS`] equal groups, and the squares of damage are those of the groups' sums.

use std::collections::HashMap;

/// Number of equal groups into which the fights of a matchup are divided. The number of fights in each seat is a multiple.
pub const GROUPS: u64 = 100;

/// The counts of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// The scenario's name.
    pub scenario: String,
    /// Its rulebook.
    pub ruleset: String,
    /// The seed that the fights were played with.
    pub seed: u64,
    /// The version of this program that played them.
    pub version: String,
    /// The matchups, in the order of the scenario or the file.
    pub matchups: Vec<MatchupCounts>,
}

/// The counts of a matchup, all seats together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchupCounts {
    /// Its name.
    pub matchup: String,
    /// Digest of the matchup's content: with the same rules, equal digests give equal fights.
    pub digest: String,
    /// All fights, a multiple of [`GROUPS`].
    pub fights: u64,
    /// Fights after which nobody stood.
    pub draws: u64,
    /// Fights that ended undecided.
    pub undecided: u64,
    /// The rounds of all fights.
    pub rounds: u128,
    /// The squares of the rounds of each fight.
    pub rounds_squared: u128,
    /// The sides, in their order.
    pub sides: Vec<SideCounts>,
}

/// The counts of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideCounts {
    /// Its name.
    pub side: String,
    /// The fights that it won.
    pub wins: u64,
    /// The damage that it dealt in all fights.
    pub damage: u128,
    /// The squares of the damage that it dealt in each group of fights.
    pub damage_squared: u128,
}

impl Counts {
    /// The counts of a matchup.
    pub fn matchup(&self, name: &str) -> Option<&MatchupCounts> {
        self.matchups.iter().find(|counts| counts.matchup == name)
    }

    /// The counts of every matchup by name, for callers that look up many.
    pub fn by_name(&self) -> HashMap<&str, &MatchupCounts> {
        let mut found = HashMap::with_capacity(self.matchups.len());
        for counts in &self.matchups {
            found.insert(counts.matchup.as_str(), counts);
        }
        found
    }
}

impl MatchupCounts {
    /// The counts of a side.
    pub fn side(&self, name: &str) -> Option<&SideCounts> {
        self.sides.iter().find(|counts| counts.side == name)
    }

    /// The fights that a side won that is no ally.
    pub fn losses(&self, side: &SideCounts) -> u64 {
        self.fights - side.wins - self.draws - self.undecided
    }
}
