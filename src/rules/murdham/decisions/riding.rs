//! Taking a seat, leaving it, and where a mount or vehicle goes.
//!
//! Clauses: MUR-17-1, MUR-17-3, MUR-17-6. Whoever steers decides for the mount; what a line comes to is worked out here.

use super::SADDLE;
use super::decider::{Choice, Decider, small};
use super::targets::NEAREST;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::policy::{Line, TargetRef};
use crate::rules::murdham::nouns::{Means, Ride, Scene, Seat, Stance, View};
use crate::rules::murdham::reading::Place;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Whether somebody takes a seat or leaves its own [MUR-17-6].
    pub(crate) fn seat(&mut self, who: FighterId) -> Seat {
        if !self.arena.scope.mounts || self.fighter(who).seats > 0 {
            return Seat::Stays;
        }
        self.asks(who, SADDLE, None, None).unwrap_or(Seat::Stays)
    }

    /// How whoever steers moves its mount; `None` where its policy leaves it to custom.
    pub(crate) fn steer(&mut self, who: FighterId, list: usize) -> Option<Ride> {
        self.asks(who, list, None, None)
    }

    /// Where a mount goes by custom, and whether at full speed: towards the nearest enemy until its rider can attack, and
    /// faster than half speed under fire where that is not enough. `half` is where half a ride towards a place leads.
    pub(crate) fn customary_ride(
        &mut self,
        who: FighterId,
        half: impl Fn(View<'_, N>, Place) -> Place,
    ) -> Option<(Place, bool)> {
        let view = self.view();
        let rule = TargetRef::Rule(NEAREST);
        let foe = view.pick(who, rule, view.enemies(who, rule))?;
        if view.can_attack(who, foe, false) {
            return None;
        }
        let to = view.body(foe).place;
        let under_fire = view.can_attack(foe, who, false);
        let place = half(view, to);
        let here = std::mem::replace(&mut self.body_mut(who).place, place);
        let then = self.view().can_attack(who, foe, true);
        self.body_mut(who).place = here;
        Some((to, under_fire && !then))
    }
}

impl<const N: usize> View<'_, N> {
    /// Whether somebody can attack another with something that it has, from where it is.
    fn can_attack(self, who: FighterId, foe: FighterId, moving: bool) -> bool {
        let items = (0..self.body(who).items.len()).map(|at| Means::Item(small(at)));
        let mut means = items.chain([Means::Unarmed]);
        means.any(|means| self.way(who, foe, means, Stance::moving(moving)).is_some())
    }
}

impl<const N: usize> Decider<'_, N> {
    /// A free seat on a mount or in a vehicle.
    pub(super) fn take_seat(&mut self, line: &Line, vehicle: bool) -> Option<Choice> {
        let (view, who) = (self.view, self.who);
        if view.state.mount_of(who).is_some() {
            return None;
        }
        let among = view
            .arena
            .lineup
            .those(|mount| view.arena.is_vehicle(mount) == vehicle && view.has_seat(who, mount));
        let mount = self.aim_among(line, NEAREST, among)?;
        Some(Choice::Seat(Seat::Takes(mount)))
    }

    /// Off the own mount, or out of the own vehicle.
    pub(super) fn leave_seat(&self, vehicle: bool) -> Option<Choice> {
        let own = self.view.state.mount_of(self.who)?;
        let fits = self.view.arena.is_vehicle(own) == vehicle;
        let leaves = fits && self.view.fighter(self.who).speed > 0;
        leaves.then_some(Choice::Seat(Seat::Leaves))
    }
}
