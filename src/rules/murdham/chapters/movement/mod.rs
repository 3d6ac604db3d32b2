//! Walking, half a zone at a time, and the blows that those draw who walk away.
//!
//! Clauses: MUR-0-18, MUR-2-1..4, MUR-6-1..3, MUR-10-11, MUR-11-3, MUR-12-7. Distances are half-zones.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::murdham::nouns::attack::Attack;
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::Status;
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::reading::sheet::Size;

/// Where somebody walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// To a place, and no further.
    To(Place),
    /// As far as may be from a place.
    From(Place),
}

impl<const N: usize> View<'_, N> {
    /// The place after one more half-zone, if the way goes on and there is room for all who go along.
    pub(crate) fn onward(self, who: FighterId, goal: Goal) -> Option<Place> {
        let here = self.body(who).place;
        let from = match goal {
            Goal::To(place) => return self.towards(who, here, place),
            Goal::From(place) => place,
        };
        let field = &self.arena.field;
        let away = field.steps(here, from);
        let beside = field.beside(here).iter().copied();
        beside
            .filter(|&next| !field.feature(next).wall && field.steps(next, from) > away)
            .filter(|&next| self.fits(who, next))
            .min_by_key(|&next| std::cmp::Reverse(field.steps(next, from)))
    }

    /// The next place on the way from `here` to a place, if there is room: round places that are full. Where no way leads
    /// round them, it is the shortest one as far as it goes [MUR-0-18].
    fn towards(self, who: FighterId, here: Place, to: Place) -> Option<Place> {
        let (field, options) = (&self.arena.field, &self.arena.options);
        let shortest = field.next(here, to)?;
        if options.zone_capacity.is_none() && options.border_capacity.is_none() {
            return Some(shortest);
        }
        let round = field.next_round(here, to, |place| !self.fits(who, place));
        Some(round.unwrap_or(shortest)).filter(|&next| self.fits(who, next))
    }

    /// Whether somebody can enter a place with all who go along.
    fn fits(self, who: FighterId, place: Place) -> bool {
        let along = || {
            let free = |&one: &FighterId| one == who || !self.state.is_grabbed(one);
            let free = self.state.aboard(who).iter().filter(free);
            free.flat_map(|one| std::iter::once(one).chain(self.state.captives(one).iter()))
                .collect()
        };
        self.has_room(along, place)
    }

    /// [MUR-0-18] Whether these can enter a place together: everybody there counts by size, in quarters of medium.
    pub(super) fn has_room(self, movers: impl Fn() -> FighterSet, place: Place) -> bool {
        let limit = if self.arena.field.is_zone(place) {
            self.arena.options.zone_capacity
        } else {
            self.arena.options.border_capacity
        };
        let Some(limit) = limit else { return true };
        let movers = movers();
        let takes = |who: FighterId| 1u32 << (self.fighter(who).size as u32);
        let there = self.arena.lineup.everybody().filter(|&other| {
            let body = self.body(other);
            !movers.has(other) && body.place == place && body.status.is_there()
        });
        let medium = 1 << (Size::Medium as u32);
        there.chain(movers.iter()).map(takes).sum::<u32>() <= u32::from(limit) * medium
    }

    /// Where somebody would be after walking so far, if nobody interferes.
    pub(crate) fn ahead(self, who: FighterId, to: Place, budget: u8) -> Place {
        let step = |place: Place| self.towards(who, place, to);
        (0..budget)
            .try_fold(self.body(who).place, |place, _| step(place).ok_or(place))
            .unwrap_or_else(|stopped| stopped)
    }

    /// Whether a step is one away from a nearby enemy.
    fn leaves(self, mover: FighterId, enemy: FighterId, next: Option<Place>) -> bool {
        let (here, there) = (self.body(mover).place, self.body(enemy).place);
        let field = &self.arena.field;
        let away = |next| field.steps(next, there) >= field.steps(here, there);
        let leaves =
            |next| !field.nearby(next, there) || (self.arena.options.any_step && away(next));
        field.nearby(here, there) && next.is_none_or(leaves)
    }
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Walks up to `budget` half-zones; how many it was.
    pub(crate) fn walk(&mut self, who: FighterId, goal: Goal, budget: u8, sneaks: bool) -> u8 {
        let mut told = self.body(who).place;
        let mut walked = 0;
        while walked < budget {
            let Some(next) = self.view().onward(who, goal) else {
                break;
            };
            let here = self.body(who).place;
            if !sneaks {
                self.body_mut(who).concealed = false;
            }
            self.opportunities(who, &mut told, Some(next));
            if !self.state.is_free(who) {
                break;
            }
            if self.body(who).place != here {
                // Shoved meanwhile: the way goes on from there.
                told = self.body(who).place;
                continue;
            }
            self.body_mut(who).place = next;
            if self.arena.scope.grabs {
                for captive in self.state.captives(who).iter() {
                    self.body_mut(captive).place = next;
                }
                self.settle_holds();
            }
            walked += 1;
        }
        self.leg(who, &mut told);
        walked
    }

    /// Leaves the map, if nobody stops it [MUR-12-7]; from where it is shoved meanwhile the way goes on.
    pub(crate) fn leave_map(&mut self, who: FighterId) {
        let here = self.body(who).place;
        self.opportunities(who, &mut { here }, None);
        let there = self.body(who).place == here;
        if there && self.state.is_free(who) {
            self.put_out(who, Status::Fled);
        }
    }

    /// Tells of the way since the place that was told of last.
    pub(crate) fn leg(&mut self, who: FighterId, told: &mut Place) {
        let here = self.body(who).place;
        if *told == here {
            return;
        }
        let way = [std::mem::replace(told, here), here];
        let view = View::new(self.arena, self.state);
        let (arena, mount) = (view.arena, view.shared(who));
        let clause = mount.map_or("MUR-2-2", |_| "MUR-17-1");
        self.witness.say(clause, || {
            let [from, to] = way.map(|place| arena.place_name(place));
            let Some(mount) = mount else {
                return format!("{} walks from {from} to {to}.", arena.name(who));
            };
            let riders = view.state.riders(mount);
            let verb = if riders.is_several() { "ride" } else { "rides" };
            let (riders, on) = (arena.names(riders), arena.seat_name(mount));
            format!("{riders} {verb} {on} from {from} to {to}.")
        });
    }

    /// Every enemy whom a step leads away from may strike first [MUR-6-1, MUR-6-2]; `next` is `None` for leaving the map.
    pub(crate) fn opportunities(
        &mut self,
        mover: FighterId,
        told: &mut Place,
        next: Option<Place>,
    ) {
        if !self.arena.scope.opportunities || self.body(mover).concealed {
            return;
        }
        let here = self.body(mover).place;
        for enemy in self.view().foes(mover).iter() {
            let leaves = self.view().leaves(mover, enemy, next);
            if !leaves || !self.state.can_react(enemy) || self.body(enemy).retreating {
                continue;
            }
            if let Some((means, way)) = self.strikes_at(enemy, mover) {
                self.state.spend(enemy);
                self.leg(mover, told);
                self.say("MUR-6-1", [mover, enemy], |[mover, enemy]| {
                    format!("{mover} moves away from {enemy}.")
                });
                self.attack(Attack::plain(enemy, mover, means, way));
                // Who has been shoved or grabbed does not take this step any more.
                let shoved = self.body(mover).place != here;
                if shoved || !self.state.is_free(mover) {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
