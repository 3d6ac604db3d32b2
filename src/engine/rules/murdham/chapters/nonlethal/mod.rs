//! Attacks without damage and their effects: disarming, shoving and grabbing.
//!
//! Clauses: MUR-0-18, MUR-10-1, MUR-10-5..10, MUR-16-8, MUR-16-9, MUR-16-11.

use super::damage::{self, save};
use super::wounds::Cause;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, SideId, Witness};
use crate::rules::murdham::nouns::{
    Attack, AttackMeans, Pool, Rolled, Scene, Status, View, Whereabouts,
};
use crate::rules::murdham::reading::{Hazard, Place};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls the target's save against an attack without damage, and applies the effect if the save fails
    /// [MUR-10-1].
    pub(crate) fn take_effect(&mut self, attack: Attack) {
        let (who, target) = (attack.attacker, attack.target);
        // If another attack has taken effect first, the target may have no weapon left to drop, or somebody
        // may already hold the target.
        let larger = self.arena.over(who, target);
        let possible = match attack.means {
            AttackMeans::Disarm { of } => self.view().droppable(target, of).is_some(),
            AttackMeans::Grapple => self.state.is_free(target),
            _ => true,
        };
        if !possible || larger < 0 {
            return;
        }
        if larger == 0
            && self.state.fighting.has(target)
            && self.saves("MUR-10-1", target, self.fighter(target).str, "resists")
        {
            return;
        }
        match attack.means {
            AttackMeans::Disarm { of } => self.disarm(who, target, of),
            AttackMeans::Shove { to } => self.shove(who, target, to),
            AttackMeans::Grapple => self.grab(who, target),
            AttackMeans::Item(_) | AttackMeans::Unarmed => {
                unreachable!("blows are no non-lethal attacks")
            }
        }
    }

    /// [MUR-10-5] Makes the target drop a weapon. If the attacker has a free hand, it takes the weapon. `of`
    /// has the weapons that may be dropped, as bits.
    fn disarm(&mut self, who: FighterId, target: FighterId, of: u64) {
        let at = self.view().droppable(target, of);
        let at = at.expect("only who has a weapon is disarmed");
        let taken = self.fighter(who).free_hand;
        let body = self.body_mut(target);
        let weapon = body.items[at].weapon;
        body.items[at].at = if taken {
            Whereabouts::Gone
        } else {
            Whereabouts::Lying(body.place)
        };
        let weapon = &self.arena.weapon(weapon).name;
        if taken {
            let what = format_args!("takes {weapon} from");
            self.tell_of("MUR-10-5", [who, target], what);
        } else {
            self.tell("MUR-10-5", target, format_args!("drops {weapon}"));
        }
    }

    /// [MUR-10-6, MUR-16-11] Shoves the target, by default half a zone. A larger attacker shoves it further
    /// and does damage to it.
    fn shove(&mut self, who: FighterId, target: FighterId, to: Option<Place>) {
        let larger = self.arena.over(who, target);
        if larger > 0 {
            let damage = self.arena.options.rules.size.shove;
            self.bruise(target, Cause::Shove(who), damage);
        }
        let rules = &self.arena.options.rules;
        let factor = rules.size.shove_factor.pow(larger.cast_unsigned());
        for _ in 0..rules.nonlethal.shove * factor {
            let Some(next) = self.view().pushed(who, target, to) else {
                break;
            };
            let body = self.body_mut(target);
            body.place = next;
            body.leaving = 0;
            self.describe("MUR-10-6", |view| {
                let to = view.arena.place_name(view.body(target).place);
                format!("{} is pushed to {to}.", view.arena.name(target))
            });
            self.meet_hazard(who, target);
            for rider in self.drag(target).iter() {
                self.meet_hazard(who, rider);
            }
            if !self.body(target).status.is_there() {
                break;
            }
        }
        self.settle_holds();
    }

    /// [MUR-10-7] Applies the hazard of a place to a character that `by` has shoved into it.
    fn meet_hazard(&mut self, by: FighterId, who: FighterId) {
        let Some(hazard) = self.arena.field.feature(self.body(who).place).hazard else {
            return;
        };
        self.tell_at("MUR-10-7", who, "falls prey to what lurks");
        match hazard {
            Hazard::Out => {
                if self.body(who).status != Status::Dead {
                    self.put_out(who, Status::Dead);
                }
            }
            Hazard::Harm { throw, direct } => {
                let rolled = Rolled::of(self.dice.total(throw));
                let armour = self.view().worn(who).into();
                let pool = Pool {
                    direct,
                    ..Pool::plain(throw.count, throw.sides)
                };
                let harm = damage::soak(pool, rolled, armour, &self.arena.options);
                self.suffer(who, Cause::Shove(by), harm);
            }
        }
    }

    /// Rolls the attempt of a held character to break free [MUR-10-9, MUR-16-9].
    pub(crate) fn break_free(&mut self, who: FighterId) {
        let captor = self.body(who).captor.expect("only captives break free");
        if self.arena.over(captor, who) > 0 {
            self.tell("MUR-16-9", who, "cannot break the hold of somebody larger");
            return;
        }
        if self.saves(
            "MUR-10-9",
            who,
            self.fighter(who).str,
            "tries to break free",
        ) {
            self.set_free(who);
        }
    }

    /// Rolls the attempt of a helper to free a captive, with the helper's own STR [MUR-10-10].
    pub(crate) fn release(&mut self, who: FighterId, captive: FighterId) {
        self.let_go(who);
        let strength = self.fighter(who).str;
        let passes = save(strength, &self.arena.options, self.dice);
        let (both, told) = ([who, captive], (strength, passes));
        self.tell_save("MUR-10-10", both, told, |[who, captive], save| {
            format!("{who} tries to free {captive}: {save}.")
        });
        if passes && self.state.is_grabbed(captive) {
            self.set_free(captive);
        }
    }

    /// Moves the riders of a shoved mount to the place where the mount is now, and returns them.
    fn drag(&mut self, mount: FighterId) -> FighterSet {
        let place = self.body(mount).place;
        let riders = self.view().riders(mount);
        for who in riders.iter() {
            self.body_mut(who).place = place;
        }
        riders
    }
}

impl View<'_> {
    /// Returns the next place of a target that is shoved, towards the zone `to` or away from the attacker.
    /// Returns `None` if there is no such place or it has no room. If both are in the same place, there is no
    /// direction away from the attacker. On a line of zones, the attacker's faction then decides the
    /// direction. On other fields, the target goes to the first border that has room.
    fn pushed(self, who: FighterId, target: FighterId, to: Option<Place>) -> Option<Place> {
        let field = &self.arena.field;
        let (from, place) = (self.body(who).place, self.body(target).place);
        let fits = |&next: &Place| self.has_room(|| self.aboard(target), next);
        if let Some(zone) = to {
            return field.next(place, zone).filter(fits);
        }
        let beside = field.beside(place).iter().copied();
        let mut open = beside.filter(|next| !field.feature(*next).wall && fits(next));
        if from == place && field.line {
            let upwards = self.arena.lineup.alliance(who) == SideId(0);
            let number = |next: Place| {
                let mut zones = field.zones_of(next);
                let low = zones.next().map_or(0, u32::from);
                2 * low + u32::from(zones.next().is_some())
            };
            let here = number(place);
            return open.find(|&next| (number(next) > here) == upwards);
        }
        let away = field.steps(place, from);
        open.find(|&next| field.steps(next, from) > away)
    }
}

#[cfg(test)]
mod tests;
