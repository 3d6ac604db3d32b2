//! Ranks somebody has left, and what hits are held against.
//!
//! Clauses: SST-15-5, SST-15-6, SST-16-5.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{Daze, Track, View};

/// The rank at which a track cannot be hurt [SST-15-6].
const BEYOND: u8 = 9;

impl<const N: usize> View<'_, N> {
    /// Ranks that somebody can still lose on a track before it is out.
    #[inline]
    pub(crate) fn ranks_left(self, who: FighterId, track: Track) -> u8 {
        let fighter = self.fighter(who);
        let most = fighter.real(track) + fighter.depth;
        most.saturating_sub(self.body(who).losses[track as usize].total())
    }

    /// The rank at which somebody is on a track now; below 0, it is heroic.
    pub(crate) fn rank_now(self, who: FighterId, track: Track) -> i32 {
        let lost = self.body(who).losses[track as usize].total();
        i32::from(self.fighter(who).real(track)) - i32::from(lost)
    }

    /// Whether somebody can be put in a State, and is not in it [SST-17-1].
    pub(crate) fn may_take(self, who: FighterId, daze: Daze) -> bool {
        !self.fighter(who).stateless && !self.body(who).states.has(daze)
    }

    /// What a hit is held against: real ranks at the start, and bonus ranks [SST-15-5, SST-16-5].
    #[inline]
    pub(crate) fn rank(self, who: FighterId, track: Track) -> u8 {
        let fighter = self.fighter(who);
        let applies = !fighter.bonus_by_place || self.body(who).covered;
        fighter.real(track)
            + if applies {
                fighter.bonus[track as usize]
            } else {
                0
            }
    }

    /// Whether a track is beyond all but what is made against it [SST-15-6].
    #[inline]
    pub(crate) fn is_beyond(self, who: FighterId, track: Track) -> bool {
        self.fighter(who).real(track) >= BEYOND
    }
}
