//! Holds: who has one on whom, on whom one can be put, and what the lists about them mean.
//!
//! Clauses: SST-12-4..6, SST-12-9.

use super::reach;
use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::deeds::{Deed, Grapple};
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::nouns::state::{Grip, State};
use crate::rules::swift_swords::words::{grip, held};

/// The tightest hold.
const TIGHTEST: u8 = 4;

/// What an action of the list `held` comes to.
pub(crate) const fn of_held(action: u8) -> Deed {
    match action {
        held::REVERSE => Deed::Grapple(Grapple::Reverse),
        held::YIELD => Deed::Yield,
        held::WAIT => Deed::Wait,
        _ => Deed::Grapple(Grapple::BreakHold),
    }
}

/// What an action of the list `grip` comes to; `None` is to let go.
pub(crate) const fn of_grip(action: u8, target: FighterId) -> Option<Deed> {
    Some(match action {
        grip::IMPROVE => Deed::Grapple(Grapple::Improve { target }),
        grip::SUBDUE => Deed::Grapple(Grapple::Subdue { target }),
        grip::LET_GO => return None,
        grip::WAIT => Deed::Wait,
        _ => Deed::Grapple(Grapple::Squeeze { target }),
    })
}

/// Whether there is a tighter hold than that on somebody.
pub(crate) fn can_tighten<const N: usize>(state: &State<N>, held: FighterId) -> bool {
    grip_of(state, held).level < TIGHTEST
}

/// Whom somebody holds.
pub(crate) fn holding<const N: usize>(state: &State<N>, who: FighterId) -> Option<FighterId> {
    let mine = |other: &FighterId| state.body(*other).held.is_some_and(|grip| grip.by == who);
    state.fighting.iter().find(mine)
}

/// The hold that somebody is in; it must be in one.
pub(crate) fn grip_of<const N: usize>(state: &State<N>, who: FighterId) -> Grip {
    state
        .body(who)
        .held
        .expect("only the held are squeezed, subdued and break free")
}

/// Whether a hold can be put on somebody: not on those 3 times as large, unless they are down [SST-12-4, SST-12-9].
pub(crate) fn can_hold<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    let (me, it) = (view.fighter(who).size, view.fighter(target).size);
    let body = view.body(target);
    reach::locked(view.state, who, target)
        && body.held.is_none()
        && (it < 3 * me.max(1) || body.prone)
}

/// Whether somebody stands in close combat and can be thrown down [SST-12-9].
pub(crate) fn can_fell<const N: usize>(
    state: &State<N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    reach::locked(state, who, target) && !state.body(target).prone
}
