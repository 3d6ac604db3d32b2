//! Ranks somebody has left, and what hits are held against.
//!
//! Clauses: SST-15-5, SST-15-6, SST-16-5.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::scene::View;

/// The rank at which a track cannot be hurt [SST-15-6].
const BEYOND: u8 = 9;

/// Ranks that somebody can still lose on a track before it is out.
#[inline]
pub(crate) fn left<const N: usize>(view: View<'_, N>, who: FighterId, track: Track) -> u8 {
    let fighter = view.fighter(who);
    let most = fighter.real(track) + fighter.depth;
    most.saturating_sub(view.body(who).losses(track).total())
}

/// What a hit is held against: real ranks at the start, and bonus ranks [SST-15-5, SST-16-5].
#[inline]
pub(crate) fn total<const N: usize>(view: View<'_, N>, who: FighterId, track: Track) -> u8 {
    let fighter = view.fighter(who);
    let applies = !fighter.bonus_by_place || view.body(who).covered;
    fighter.real(track) + if applies { fighter.bonus(track) } else { 0 }
}

/// Whether a track is beyond all but what is made against it [SST-15-6].
#[inline]
pub(crate) fn is_beyond<const N: usize>(arena: &Arena<N>, who: FighterId, track: Track) -> bool {
    arena.fighter(who).real(track) >= BEYOND
}
