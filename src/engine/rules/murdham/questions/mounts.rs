//! Who rides what, who can, and who says where a mount goes.
//!
//! Clauses: MUR-12-7, MUR-17-1, MUR-17-2, MUR-17-4, MUR-17-5.

use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::nouns::{Riding, Status, View};

impl View<'_> {
    /// Those on a mount or in a vehicle, in listing order.
    pub(crate) fn riders(self, mount: FighterId) -> FighterSet {
        let might = self.arena.scope.riders.and(self.state.fighting);
        might.filter(|who| self.state.mount_of(who) == Some(mount))
    }

    /// Everybody on a mount, and the mount.
    pub(crate) fn aboard(self, mount: FighterId) -> FighterSet {
        self.riders(mount).with(mount)
    }

    /// How many causes impair the attacks of somebody, weapon and manner aside [MUR-17-5].
    #[inline]
    pub(crate) fn hampered(self, who: FighterId) -> u8 {
        u8::from(self.arena.scope.mounts && self.state.mount_of(who).is_some())
    }

    /// Whether a mount or vehicle can carry anybody now [MUR-17-4].
    pub(crate) fn bears(self, mount: FighterId) -> bool {
        self.fighter(mount).seats > 0 && self.body(mount).status == Status::Fighting
    }

    /// Whether somebody could get on this mount or into this vehicle, were it there.
    pub(crate) fn has_seat(self, who: FighterId, mount: FighterId) -> bool {
        let seats = u32::from(self.fighter(mount).seats);
        self.fighter(who).seats == 0
            && self.arena.lineup.side(mount) == self.arena.lineup.side(who)
            && self.bears(mount)
            && self.riders(mount).count() < seats
    }

    /// The mount or vehicle whose shared turn somebody's turn is; `None` for those on foot and for mounts without riders.
    pub(crate) fn shared(self, who: FighterId) -> Option<FighterId> {
        let own = || (self.fighter(who).seats > 0 && !self.riders(who).is_empty()).then_some(who);
        self.state.mount_of(who).or_else(own)
    }

    /// Whether somebody's unused turn can be taken now, for itself alone or for all of its group: a group has one turn in a
    /// round, and one of it decides when that is [MUR-17-1, MUR-17-2].
    pub(crate) fn may_begin(self, who: FighterId) -> bool {
        if !self.arena.scope.mounts {
            return true;
        }
        let mount = match self.body(who).riding {
            Riding::Kept | Riding::Bears(_) => return false,
            Riding::On(mount) if self.state.gait(mount).is_some() => return false,
            Riding::On(mount) => mount,
            Riding::No => who,
        };
        let riders = self.riders(mount);
        let unused = self.state.unused;
        let steers = self.steers(mount).filter(|&one| unused.has(one));
        let first = steers.or_else(|| riders.and(unused).iter().next());
        first.is_none_or(|first| first == who)
    }

    /// Whether somebody is on its way off the map, by itself or under whoever steers it [MUR-12-7].
    pub(crate) fn flees(self, who: FighterId) -> bool {
        let steers = self.steers(who);
        self.body(who).retreating || steers.is_some_and(|one| self.body(one).retreating)
    }

    /// Who says where a mount or vehicle goes: the first listed rider who is free to, else the mount itself.
    pub(crate) fn steers(self, mount: FighterId) -> Option<FighterId> {
        let free = |&who: &FighterId| !self.state.is_grabbed(who) && !self.body(who).giving_up;
        let rider = self.riders(mount).iter().find(free);
        rider.or_else(|| (!self.arena.is_vehicle(mount)).then_some(mount))
    }
}
