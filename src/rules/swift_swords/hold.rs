//! Close combat: holds, what the holder may do and what the held.
//!
//! Clauses: SST-12-1..9.

use crate::fight::FighterId;

/// A hold on somebody [SST-12-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Grip {
    pub by: FighterId,
    /// Light, medium, heavy, large, huge: 0 to 4.
    pub level: u8,
}
