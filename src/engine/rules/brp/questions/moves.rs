//! The effect of a move on the DEX rank of the fighter that has moved.
//!
//! Clauses: BRP-5.3-1..4, BRP-5.14-4. Distances are centimetres. A distance equal to the upper limit of a
//! band belongs to that band.

use crate::rules::brp::rules::Movement;

impl Movement {
    /// Returns the number of the band that a move of `moved` belongs to, and the number that divides the
    /// fighter's DEX rank. Returns `None` if the move leaves no time for an action [BRP-5.3-1..3].
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
