//! Who rides what, who can, and who says where a mount goes.
//!
//! Clauses: MUR-12-7, MUR-17-1, MUR-17-2, MUR-17-4, MUR-17-5.

use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::state::{Riding, State, Status};

impl<const N: usize> Arena<N> {
    /// How many causes impair the attacks of somebody, weapon and manner aside [MUR-17-5].
    #[inline]
    pub(crate) fn hampered(&self, state: &State<N>, who: FighterId) -> u8 {
        u8::from(self.scope.mounts && state.mount_of(who).is_some())
    }

    /// Whether a mount or vehicle can carry anybody now [MUR-17-4].
    pub(crate) fn bears(&self, state: &State<N>, mount: FighterId) -> bool {
        self.fighter(mount).seats > 0 && state.body(mount).status == Status::Fighting
    }

    /// Whether somebody could get on this mount or into this vehicle, were it there.
    pub(crate) fn has_seat(&self, state: &State<N>, who: FighterId, mount: FighterId) -> bool {
        let seats = u32::from(self.fighter(mount).seats);
        self.fighter(who).seats == 0
            && self.lineup.side(mount) == self.lineup.side(who)
            && self.bears(state, mount)
            && state.riders(mount).count() < seats
    }

    /// The mount or vehicle whose shared turn somebody's turn is; `None` for those on foot and for mounts without riders.
    pub(crate) fn shared(&self, state: &State<N>, who: FighterId) -> Option<FighterId> {
        let own = || (self.fighter(who).seats > 0 && !state.riders(who).is_empty()).then_some(who);
        state.mount_of(who).or_else(own)
    }

    /// Whether somebody's unused turn can be taken now, for itself alone or for all of its group: a group has one turn in a
    /// round, and one of it decides when that is [MUR-17-1, MUR-17-2].
    pub(crate) fn may_begin(&self, state: &State<N>, who: FighterId) -> bool {
        if !self.scope.mounts {
            return true;
        }
        let mount = match state.body(who).riding {
            Riding::Kept | Riding::Bears(_) => return false,
            Riding::On(mount) if state.gait(mount).is_some() => return false,
            Riding::On(mount) => mount,
            Riding::No => who,
        };
        let riders = state.riders(mount);
        let steers = self
            .steers(state, mount)
            .filter(|&one| state.unused.has(one));
        let first = steers.or_else(|| riders.and(state.unused).iter().next());
        first.is_none_or(|first| first == who)
    }

    /// Whether somebody is on its way off the map, by itself or under whoever steers it [MUR-12-7].
    pub(crate) fn flees(&self, state: &State<N>, who: FighterId) -> bool {
        let steers = self.steers(state, who);
        state.body(who).retreating || steers.is_some_and(|one| state.body(one).retreating)
    }

    /// Who says where a mount or vehicle goes: the first listed rider who is free to, else the mount itself.
    pub(crate) fn steers(&self, state: &State<N>, mount: FighterId) -> Option<FighterId> {
        let free = |&who: &FighterId| !state.is_grabbed(who) && !state.body(who).giving_up;
        let rider = state.riders(mount).iter().find(free);
        rider.or_else(|| (!self.is_vehicle(mount)).then_some(mount))
    }
}

impl<const N: usize> State<N> {
    /// Everybody on a mount, and the mount.
    pub(crate) fn aboard(&self, mount: FighterId) -> FighterSet {
        let mut all = self.riders(mount);
        all.add(mount);
        all
    }
}
