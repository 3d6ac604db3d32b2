//! How far a fighter may move, and what that leaves of its DEX rank.
//!
//! Clauses: BRP-5.3-1..4, BRP-5.14-4. Distances are centimetres; bands are closed above.

/// Farthest move of a round.
pub(crate) const FARTHEST: i32 = 3000;
/// Farthest move that costs nothing; also the farthest before First Aid [BRP-5.14-4].
pub(crate) const FREE: i32 = 500;
/// Farthest move that still leaves an action.
pub(crate) const FARTHEST_WITH_ACTION: i32 = 2900;
/// Farthest move that leaves half the rank.
const HALF_RANK: i32 = 1500;

/// Halvings of the DEX rank after a move; `None`: no action left [BRP-5.3-1..3].
pub(crate) fn rank_halves(moved: i32) -> Option<u32> {
    let mut bands = (0..).zip([FREE, HALF_RANK, FARTHEST_WITH_ACTION]);
    let band = bands.find(|&(_, most)| moved <= most);
    band.map(|(halves, _)| halves)
}
