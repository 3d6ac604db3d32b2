//! Riding: the riders of a mount, its free seats, and the character that steers it.
//!
//! Clauses: MUR-12-7, MUR-17-1, MUR-17-2, MUR-17-4..6.

use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::nouns::{Riding, Status, View};

impl View<'_> {
    /// Returns the riders of a mount or vehicle, in listing order.
    #[inline]
    pub(crate) fn riders(self, mount: FighterId) -> FighterSet {
        if self.fighter(mount).seats == 0 {
            return FighterSet::NONE;
        }
        let might = self.arena.scope.riders.and(self.state.fighting);
        might.filter(|who| self.state.mount_of(who) == Some(mount))
    }

    /// Returns the riders of a mount, and the mount itself.
    pub(crate) fn aboard(self, mount: FighterId) -> FighterSet {
        self.riders(mount).with(mount)
    }

    /// Returns the number of causes of impairment that riding adds to a fighter's attacks [MUR-17-5].
    #[inline]
    pub(crate) fn hampered(self, who: FighterId) -> u8 {
        if self.arena.scope.mounts && self.state.mount_of(who).is_some() {
            self.arena.options.rules.mounts.impaired
        } else {
            0
        }
    }

    /// Returns whether a rider is fast enough to get off [MUR-17-6].
    pub(crate) fn can_alight(self, who: FighterId) -> bool {
        self.fighter(who).speed >= self.arena.options.rules.mounts.seat
    }

    /// Returns whether a mount or vehicle can carry riders in its present state [MUR-17-4].
    pub(crate) fn bears(self, mount: FighterId) -> bool {
        self.fighter(mount).seats > 0 && self.body(mount).status == Status::Fighting
    }

    /// Returns whether a fighter could get on this mount or into this vehicle if both were in the same place.
    pub(crate) fn has_seat(self, who: FighterId, mount: FighterId) -> bool {
        let seats = u32::from(self.fighter(mount).seats);
        self.fighter(who).seats == 0
            && !self.arena.lineup.are_enemies(mount, who)
            && self.bears(mount)
            && self.riders(mount).count() < seats
    }

    /// Returns the mount or vehicle whose turn a fighter shares. Returns `None` for a fighter on foot, and
    /// for a mount without riders.
    #[inline]
    pub(crate) fn shared(self, who: FighterId) -> Option<FighterId> {
        let own = || (self.fighter(who).seats > 0 && !self.riders(who).is_empty()).then_some(who);
        self.state.mount_of(who).or_else(own)
    }

    /// Returns whether a fighter that still has its turn can begin it now, alone or together with its mount
    /// and the other riders. A mount and its riders share one turn in a round, and only one of them decides
    /// when it begins [MUR-17-1, MUR-17-2].
    #[inline]
    pub(crate) fn may_begin(self, who: FighterId) -> bool {
        !self.arena.scope.mounts || self.may_begin_riding(who)
    }

    fn may_begin_riding(self, who: FighterId) -> bool {
        let mount = match self.body(who).riding {
            Riding::Kept | Riding::Bears(_) => return false,
            Riding::On(mount) if self.state.gait(mount).is_some() => return false,
            Riding::On(mount) => mount,
            Riding::No if self.fighter(who).seats == 0 => return true,
            Riding::No => who,
        };
        let riders = self.riders(mount);
        let unused = self.state.unused;
        let steers = self.steers(mount).filter(|&one| unused.has(one));
        let first = steers.or_else(|| riders.and(unused).iter().next());
        first.is_none_or(|first| first == who)
    }

    /// Returns whether a fighter is on its way off the map. A rider is, too, if the character that steers its
    /// mount is [MUR-12-7].
    pub(crate) fn flees(self, who: FighterId) -> bool {
        let steers = self.steers(who);
        self.body(who).retreating || steers.is_some_and(|one| self.body(one).retreating)
    }

    /// Returns the character that steers a mount or vehicle. This is the first rider in listed order that
    /// nobody holds and that is not about to surrender, or else the mount itself. Returns `None` for a
    /// vehicle without such a passenger.
    pub(crate) fn steers(self, mount: FighterId) -> Option<FighterId> {
        let free = |&who: &FighterId| !self.state.is_grabbed(who) && !self.body(who).giving_up;
        let rider = self.riders(mount).iter().find(free);
        rider.or_else(|| (!self.arena.is_vehicle(mount)).then_some(mount))
    }
}
