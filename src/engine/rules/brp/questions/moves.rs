//! The distances that a fighter may move, and the effect of a move on its DEX rank.
//!
//! Clauses: BRP-5.3-1..4, BRP-5.14-4. Distances are centimetres; bands include their upper bound.

/// Maximum move in a round.
pub(crate) const FARTHEST: i32 = 3000;
/// Maximum move that costs nothing; also the maximum before First Aid [BRP-5.14-4].
pub(crate) const FREE: i32 = 500;
/// Maximum move that still leaves an action.
pub(crate) const FARTHEST_WITH_ACTION: i32 = 2900;
/// Maximum move that leaves half the rank.
const HALF_RANK: i32 = 1500;

/// Halvings of the DEX rank after a move; `None` if no action is left [BRP-5.3-1..3].
pub(crate) fn rank_halves(moved: i32) -> Option<u32> {
    let mut bands = (0..).zip([FREE, HALF_RANK, FARTHEST_WITH_ACTION]);
    let band = bands.find(|&(_, most)| moved <= most);
    band.map(|(halves, _)| halves)
}
