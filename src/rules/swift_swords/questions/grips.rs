//! Holds: who has one on whom, and on whom one can be put.
//!
//! Clauses: SST-12-4..6, SST-12-9.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{Grip, State, View};

/// The tightest hold.
const TIGHTEST: u8 = 4;

impl<const N: usize> View<'_, N> {
    /// Whether there is a tighter hold than that on somebody.
    pub(crate) fn can_tighten(self, held: FighterId) -> bool {
        self.state.grip_of(held).level < TIGHTEST
    }

    /// Whom somebody holds.
    pub(crate) fn holding(self, who: FighterId) -> Option<FighterId> {
        let held_by = |other| self.body(other).held.map(|grip| grip.by);
        let mut all = self.state.fighting.iter();
        all.find(|&other| held_by(other) == Some(who))
    }

    /// Points of size that one is ahead of another; negative where it is smaller.
    pub(crate) fn larger(self, who: FighterId, than: FighterId) -> i8 {
        let [one, other] = [who, than].map(|who| self.fighter(who).size.cast_signed());
        one - other
    }

    /// Whether a hold can be put on somebody: not on those 3 times as large, unless they are down [SST-12-4, SST-12-9].
    pub(crate) fn can_hold(self, who: FighterId, target: FighterId) -> bool {
        let (me, it) = (self.fighter(who).size, self.fighter(target).size);
        let body = self.body(target);
        self.state.locked(who, target) && body.held.is_none() && (it < 3 * me.max(1) || body.prone)
    }

    /// Whether somebody stands in close combat and can be thrown down [SST-12-9].
    pub(crate) fn can_fell(self, who: FighterId, target: FighterId) -> bool {
        self.state.locked(who, target) && !self.body(target).prone
    }
}

impl<const N: usize> State<N> {
    /// The hold that somebody is in; it must be in one.
    pub(crate) fn grip_of(&self, who: FighterId) -> Grip {
        let held = self.body(who).held;
        held.expect("only the held are squeezed, subdued and break free")
    }
}
