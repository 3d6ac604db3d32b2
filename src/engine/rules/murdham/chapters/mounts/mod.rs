//! Riding: mounting, dismounting, and what happens to riders whose mount falls.
//!
//! Clauses: MUR-17-1, MUR-17-4, MUR-17-6..8. A vehicle carries passengers as a mount carries riders. The
//! rules for mounts apply to vehicles unless they say otherwise. The turn that a mount and its riders share
//! is in `turn/shared.rs`, and movement on a mount is in `movement`.
//!
//! This program reads the book as follows. A rider that is moved away from its mount by force is on foot. A
//! rider that somebody holds is left behind when the mount moves. If a mount is shoved into a hazard, its
//! riders suffer from it as well.

use super::damage::save;
use super::wounds::Cause;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::murdham::nouns::{Riding, Scene, Status};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes a fighter get on a mount or into a vehicle in its own place, or get off if `up` is false. If the
    /// mount has moved, the fighter may fall [MUR-17-6, MUR-17-7].
    pub(crate) fn climb(&mut self, who: FighterId, mount: FighterId, up: bool) {
        self.let_go(who);
        self.body_mut(who).riding = Riding::No;
        if self.state.has_moved(mount) && self.falls_off(who, mount, "MUR-17-7") {
            return;
        }
        if !up {
            self.tell_of("MUR-17-6", [who, mount], "gets off");
            return;
        }
        self.body_mut(who).riding = Riding::On(mount);
        let arena = self.arena;
        self.say("MUR-17-6", [who], |[who]| {
            format!("{who} takes a seat {}.", arena.seat_name(mount))
        });
    }

    /// Rolls the save of a rider that may fall off its mount, and applies the fall if it fails. Returns
    /// whether the rider falls.
    fn falls_off(&mut self, who: FighterId, mount: FighterId, clause: &'static str) -> bool {
        self.dice.about(Topic::Deed(who.0));
        let agility = self.fighter(who).agi;
        let stays = save(agility, &self.arena.options, self.dice);
        let told = (agility, stays);
        self.tell_save(clause, [who, mount], told, |[who, mount], save| {
            let falls = if stays { "" } else { ", and falls" };
            format!("{who}, at {mount}, {save}{falls}.")
        });
        if !stays {
            self.bruise(who, Cause::Fall, self.arena.options.rules.mounts.fall);
        }
        !stays
    }

    /// Ends every ride that cannot continue. A ride ends if the rider or the mount is out of the fight, or if
    /// they are no longer in the same place [MUR-17-4, MUR-17-8].
    #[inline]
    pub(crate) fn settle_riders(&mut self) {
        if !self.arena.scope.mounts {
            return;
        }
        if !self
            .state
            .check_rides()
            .and(self.arena.scope.rides)
            .is_empty()
        {
            self.end_rides();
        }
        #[cfg(test)]
        self.arena
            .scope
            .riders
            .iter()
            .for_each(|who| self.check_ride(who));
    }

    /// Asserts that the ride of a character can continue, if it rides.
    #[cfg(test)]
    fn check_ride(&self, who: FighterId) {
        let (view, body) = (self.view(), self.body(who));
        if let Riding::On(mount) = body.riding
            && body.status != Status::Absent
        {
            let fights = view.state.fighting.has(who) && view.bears(mount);
            assert!(fights && body.place == view.body(mount).place, "{who:?}");
        }
    }

    #[inline(never)]
    fn end_rides(&mut self) {
        for who in self.arena.scope.riders.iter() {
            let Some(mount) = self.state.mount_of(who) else {
                continue;
            };
            if self.body(who).status == Status::Absent {
                continue;
            }
            if !self.state.fighting.has(who) {
                self.body_mut(who).riding = Riding::No;
            } else if !self.view().bears(mount) {
                self.alight(who, mount);
                self.tell_of("MUR-17-8", [who, mount], "is on foot, without");
                let status = self.body(mount).status;
                let fell = status.is_down() || status == Status::Dead;
                if self.arena.options.mount_down_save && fell && !self.arena.is_vehicle(mount) {
                    self.falls_off(who, mount, "MUR-17-8");
                }
            } else if self.body(who).place != self.body(mount).place {
                self.alight(who, mount);
                let arena = self.arena;
                self.say("MUR-17-1", [who], |[who]| {
                    format!("{who} is no longer {}.", arena.seat_name(mount))
                });
            }
        }
    }

    /// Puts a rider on foot. If it did not act in the shared turn and kept its own turn, it can use that turn
    /// only for a reaction [MUR-17-2].
    fn alight(&mut self, who: FighterId, mount: FighterId) {
        let kept = self.state.unused.has(who) && self.state.gait(mount).is_some();
        self.body_mut(who).riding = if kept { Riding::Kept } else { Riding::No };
    }
}

#[cfg(test)]
mod tests;
