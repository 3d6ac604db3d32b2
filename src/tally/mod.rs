//! What many fights add up to: integers only, merged exactly. (in the making)

use crate::fight::{Cast, Witness};

/// Counts of many fights of one matchup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {}

impl Tally {
    /// An empty tally for this cast. Everything it will ever need is allocated here.
    pub fn new(_cast: &Cast) -> Self {
        Self {}
    }
}

impl Witness for Tally {}
