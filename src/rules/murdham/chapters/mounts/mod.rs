//! Who rides what: taking one's seat and leaving it, riding on, and what becomes of riders when their mount falls.
//!
//! Clauses: MUR-17-1, MUR-17-4, MUR-17-6..8. A vehicle carries passengers as a mount carries riders; what is said of
//! the one holds for the other unless it is named. The shared turn itself is in `turn/shared.rs`. Distances are
//! half-zones.
//!
//! Readings: whoever is moved from the place of its mount by force is on foot; whoever is held is not carried off, but
//! left behind; what a mount is shoved into, its riders are shoved into.

use super::damage::{self, save};
use super::hold::Other;
use super::movement::Goal;
use super::wounds::Cause;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::murdham::nouns::pool::Pool;
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::{Riding, Status};
use crate::rules::murdham::reading::field::Place;

/// What a fall from a mount does [MUR-17-7].
const FALL: Pool = Pool {
    direct: true,
    ..Pool::plain(1, 4)
};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Gets on a mount or into a vehicle in the own place, or off it; what is moving may throw whoever tries
    /// [MUR-17-6, MUR-17-7].
    pub(crate) fn climb(&mut self, who: FighterId, mount: FighterId, up: bool) {
        self.settle_before(who, Other::Anything);
        self.body_mut(who).riding = Riding::No;
        if self.state.has_moved(mount) && self.falls_off(who, mount, "MUR-17-7") {
            return;
        }
        if up {
            self.body_mut(who).riding = Riding::On(mount);
        }
        let arena = self.arena;
        self.say("MUR-17-6", [who, mount], |[who, name]| {
            if up {
                format!("{who} takes a seat {}.", arena.seat_name(mount))
            } else {
                format!("{who} gets off {name}.")
            }
        });
    }

    /// The save of somebody who may fall from a mount, and the fall.
    fn falls_off(&mut self, who: FighterId, mount: FighterId, clause: &'static str) -> bool {
        self.dice.about(Topic::Deed(who.0));
        let agility = self.fighter(who).agility;
        let stays = save(agility, &self.arena.options, self.dice);
        let told = (agility, stays);
        self.tell_save(clause, [who, mount], told, |[who, mount], save| {
            let falls = if stays { "" } else { ", and falls" };
            format!("{who}, at {mount}, {save}{falls}.")
        });
        if !stays {
            let harm = damage::harm(FALL, 0, &self.arena.options, self.dice);
            self.suffer(who, Cause::Fall, harm);
        }
        !stays
    }

    /// Ends every ride that cannot last: the rider or the mount is out of the fight, or they are not in one place any more
    /// [MUR-17-4, MUR-17-8].
    pub(crate) fn settle_riders(&mut self) {
        if !self.arena.scope.mounts {
            return;
        }
        for who in self.arena.lineup.everybody() {
            let Some(mount) = self.state.mount_of(who) else {
                continue;
            };
            if !self.state.fighting.has(who) {
                self.body_mut(who).riding = Riding::No;
            } else if !self.view().bears(mount) {
                self.alight(who, mount);
                self.say("MUR-17-8", [who, mount], |[who, mount]| {
                    format!("{who} is on foot, without {mount}.")
                });
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

    /// Moves a mount with all who ride it up to `budget` half-zones; how many it was. Every enemy whom a step leads away
    /// from may strike at one of them, the riders first [MUR-17-4, MUR-6-1].
    pub(crate) fn ride(&mut self, mount: FighterId, goal: Goal, budget: u8, sneaks: bool) -> u8 {
        let mut told = self.body(mount).place;
        let mut walked = 0;
        while walked < budget {
            let here = self.body(mount).place;
            let Some(next) = self.view().onward(mount, goal) else {
                break;
            };
            for who in self.state.aboard(mount).iter().filter(|_| !sneaks) {
                self.state.reveal(who);
            }
            self.struck_at(mount, &mut told, Some(next));
            if !self.view().goes_on(mount) {
                break;
            }
            if self.body(mount).place != here {
                told = self.body(mount).place;
                continue;
            }
            self.carry(mount, next);
            self.settle_riders();
            walked += 1;
            if !self.view().goes_on(mount) {
                break;
            }
        }
        self.leg(mount, &mut told);
        walked
    }

    /// Blows at a mount and its riders who move away.
    fn struck_at(&mut self, mount: FighterId, told: &mut Place, next: Option<Place>) {
        let here = self.body(mount).place;
        let own = (!self.arena.is_vehicle(mount)).then_some(mount);
        for who in self.state.riders(mount).iter().chain(own) {
            let stays = self.state.fighting.has(who) && self.body(who).place == here;
            if stays && !self.state.is_grabbed(who) {
                self.opportunities(who, &mut *told, next);
                self.settle_riders();
            }
            if !self.view().goes_on(mount) || self.body(mount).place != here {
                return;
            }
        }
    }

    /// One step of a mount, of those who ride it and of whom they hold. Riders who are held stay behind.
    fn carry(&mut self, mount: FighterId, next: Place) {
        for who in self.state.aboard(mount).iter() {
            if self.state.is_grabbed(who) {
                continue;
            }
            let body = self.body_mut(who);
            body.place = next;
            body.leaving = false;
            for captive in self.state.captives(who).iter() {
                self.body_mut(captive).place = next;
            }
        }
        self.settle_holds();
    }

    /// A mount leaves the map with all who ride it, unless somebody stops it [MUR-12-7]; from where it is shoved meanwhile
    /// the way goes on.
    pub(crate) fn ride_off(&mut self, mount: FighterId) {
        let here = self.body(mount).place;
        self.struck_at(mount, &mut { here }, None);
        if !self.view().goes_on(mount) || self.body(mount).place != here {
            return;
        }
        for who in self.state.aboard(mount).iter() {
            if !self.state.is_grabbed(who) {
                self.put_out(who, Status::Fled);
            }
        }
        self.settle_riders();
    }

    /// Puts somebody on foot. A turn that it has kept beyond the shared turn stays one for reactions [MUR-17-2].
    fn alight(&mut self, who: FighterId, mount: FighterId) {
        let kept = self.state.unused.has(who) && self.state.gait(mount).is_some();
        self.body_mut(who).riding = if kept { Riding::Kept } else { Riding::No };
    }

    /// Ends the round for mounts and riders.
    pub(crate) fn rest_mounts(&mut self) {
        if !self.arena.scope.mounts {
            return;
        }
        for who in self.arena.lineup.everybody() {
            let body = self.body_mut(who);
            if matches!(body.riding, Riding::Bears(_) | Riding::Kept) {
                body.riding = Riding::No;
            }
        }
    }
}

impl<const N: usize> View<'_, N> {
    /// Whether a mount is free to move, with somebody to steer it.
    pub(crate) fn goes_on(self, mount: FighterId) -> bool {
        self.bears(mount) && !self.state.is_grabbed(mount) && !self.state.riders(mount).is_empty()
    }
}

#[cfg(test)]
mod tests;
