//! Taking a seat, leaving it, and where a mount or vehicle goes.
//!
//! Clauses: MUR-17-1, MUR-17-3, MUR-17-6. Whoever steers decides for the mount; what a line comes to is worked out here.

use super::decider::{About, Choice, Decider, small, target_of};
use super::targets::{enemies, pick};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::policy::{Slot, TargetRef};
use crate::rules::murdham::nouns::attack::{Means, Stance};
use crate::rules::murdham::nouns::deeds::{Ride, Seat};
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::words::{RACING, SADDLE, saddle as seats, target};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Whether somebody takes a seat or leaves its own [MUR-17-6].
    pub(crate) fn seat(&mut self, who: FighterId) -> Seat {
        if !self.arena.scope.mounts || self.fighter(who).seats > 0 {
            return Seat::Stays;
        }
        match self.asks(who, SADDLE, About::NOTHING) {
            Some(Choice::Seat(seat)) => seat,
            _ => Seat::Stays,
        }
    }

    /// How whoever steers moves its mount; `None` where its policy leaves it to custom.
    pub(crate) fn steer(&mut self, who: FighterId, list: usize) -> Option<Ride> {
        match self.asks(who, list, About::NOTHING) {
            Some(Choice::Ride(ride)) => Some(ride),
            _ => None,
        }
    }

    /// How somebody stands to the nearest enemy; `None` where none is to be seen. `after` is where a ride towards a place
    /// leads.
    pub(crate) fn approach_to_foe(
        &mut self,
        who: FighterId,
        after: impl Fn(View<'_, N>, Place) -> Place,
    ) -> Option<Approach> {
        let view = self.view();
        let rule = TargetRef::Rule(target::NEAREST);
        let foe = pick(view, who, rule, enemies(view, who, rule))?;
        let to = view.body(foe).place;
        let at_once = can_attack(view, who, foe, false);
        let under_fire = can_attack(view, foe, who, false);
        let place = after(view, to);
        let here = std::mem::replace(&mut self.body_mut(who).place, place);
        let then = can_attack(self.view(), who, foe, true);
        self.body_mut(who).place = here;
        Some(Approach {
            to,
            at_once,
            then,
            under_fire,
        })
    }
}

/// How somebody stands to the nearest enemy, for whom it goes by custom.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Approach {
    /// Where that one is.
    pub to: Place,
    /// Whether it can be attacked from the own place, and from where half a ride leads.
    pub at_once: bool,
    pub then: bool,
    /// Whether it can attack from where it is.
    pub under_fire: bool,
}

/// Whether somebody can attack another with something that it has, from where it is.
fn can_attack<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    foe: FighterId,
    moving: bool,
) -> bool {
    let items = (0..view.body(who).items.len()).map(|at| Means::Item(small(at)));
    let mut means = items.chain([Means::Unarmed]);
    means.any(|means| view.way(who, foe, means, Stance::moving(moving)).is_some())
}

impl<const N: usize> Decider<'_, N> {
    pub(super) fn aim_saddle(&mut self, action: u8, slot: Slot) -> Option<Seat> {
        let (view, who) = (self.view, self.who);
        let own = view.state.mount_of(who);
        let vehicle = matches!(action, seats::BOARD | seats::LEAVE);
        match action {
            seats::MOUNT | seats::BOARD if own.is_none() => {
                let among = view.arena.lineup.those(|mount| {
                    view.arena.is_vehicle(mount) == vehicle && view.has_seat(who, mount)
                });
                let found = self.aim_among(target_of(slot, target::NEAREST), among)?;
                Some(Seat::Takes(found))
            }
            seats::DISMOUNT | seats::LEAVE => {
                let fits = own.is_some_and(|mount| view.arena.is_vehicle(mount) == vehicle);
                (fits && view.fighter(who).speed > 0).then_some(Seat::Leaves)
            }
            seats::MOUNT | seats::BOARD => None,
            _ => Some(Seat::Stays),
        }
    }

    pub(super) fn aim_ride(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let Some(Choice::Go(go)) = self.aim_go(action, slots) else {
            return None;
        };
        // Where to comes before how fast in every action that has both.
        let racing = slots[1] == Slot::Word(RACING);
        Some(Choice::Ride(Ride { go, racing }))
    }
}
