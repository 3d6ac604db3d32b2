//! The distances that a fighter may move, and the effect of a move on its DEX rank.
//!
//! Clauses: BRP-5.3-1..4, BRP-5.14-4. Distances are centimetres; bands include their upper bound.

use crate::rules::brp::rules::Movement;

impl Movement {
    /// The band of a move and the divisor of the DEX rank after it; `None` if no action is left [BRP-5.3-1..3].
    pub(crate) fn band(&self, moved: i32) -> Option<(usize, u32)> {
        let bands = [
            (self.free, 1),
            (self.half_rank, self.half_divisor),
            (self.quarter_rank, self.quarter_divisor),
        ];
        let at = bands.iter().position(|&(most, _)| moved <= most)?;
        Some((at, bands[at].1))
    }
}
