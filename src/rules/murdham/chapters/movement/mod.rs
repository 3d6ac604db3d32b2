//! Walking, half a zone at a time, and the blows that those draw who walk away.
//!
//! Clauses: MUR-0-18, MUR-2-1..4, MUR-6-1..3, MUR-10-11, MUR-11-3, MUR-12-7. Distances are half-zones.

use super::attack;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::murdham::nouns::attack::{Attack, Manner};
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::Status;
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::reading::sheet::Size;
use crate::rules::murdham::{decisions, telling};

/// Where somebody walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// To a place, and no further.
    To(Place),
    /// As far as may be from a place.
    From(Place),
}

/// The place after one more half-zone, if the way goes on and there is room for all who go along.
pub(crate) fn onward<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    goal: Goal,
) -> Option<Place> {
    let here = view.body(who).place;
    match goal {
        Goal::To(place) => towards(view, who, here, place),
        Goal::From(place) => {
            let field = &view.arena.field;
            let away = field.steps(here, place);
            let beside = field.beside(here).iter().copied();
            beside
                .filter(|&next| !field.feature(next).wall && field.steps(next, place) > away)
                .filter(|&next| fits(view, who, next))
                .min_by_key(|&next| std::cmp::Reverse(field.steps(next, place)))
        }
    }
}

/// The next place on the way from `here` to a place, if there is room: round places that are full. Where no way leads
/// round them, it is the shortest one as far as it goes [MUR-0-18].
fn towards<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    here: Place,
    to: Place,
) -> Option<Place> {
    let (field, options) = (&view.arena.field, &view.arena.options);
    let shortest = field.next(here, to)?;
    if options.zone_capacity.is_none() && options.border_capacity.is_none() {
        return Some(shortest);
    }
    let round = field.next_round(here, to, |place| !fits(view, who, place));
    Some(round.unwrap_or(shortest)).filter(|&next| fits(view, who, next))
}

/// Whether somebody can enter a place with all who go along.
fn fits<const N: usize>(view: View<'_, N>, who: FighterId, place: Place) -> bool {
    let along = || {
        let free = view.state.aboard(who).iter();
        let free = free.filter(|&one| one == who || !view.state.is_grabbed(one));
        free.flat_map(|one| std::iter::once(one).chain(view.state.captives(one).iter()))
            .collect()
    };
    has_room(view, along, place)
}

/// [MUR-0-18] Whether these can enter a place together: everybody there counts by size, in quarters of medium.
pub(crate) fn has_room<const N: usize>(
    view: View<'_, N>,
    movers: impl Fn() -> FighterSet,
    place: Place,
) -> bool {
    let limit = if view.arena.field.is_zone(place) {
        view.arena.options.zone_capacity
    } else {
        view.arena.options.border_capacity
    };
    let Some(limit) = limit else { return true };
    let movers = movers();
    let takes = |who: FighterId| 1u32 << (view.fighter(who).size as u32);
    let there = view.arena.lineup.everybody().filter(|&other| {
        !movers.has(other) && view.body(other).place == place && view.body(other).status.is_there()
    });
    let medium = 1 << (Size::Medium as u32);
    there.chain(movers.iter()).map(takes).sum::<u32>() <= u32::from(limit) * medium
}

/// Where somebody would be after walking so far, if nobody interferes.
pub(crate) fn ahead<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    to: Place,
    budget: u8,
) -> Place {
    let mut place = view.body(who).place;
    for _ in 0..budget {
        match towards(view, who, place, to) {
            Some(next) => place = next,
            None => break,
        }
    }
    place
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Walks up to `budget` half-zones; how many it was.
    pub(crate) fn walk(&mut self, who: FighterId, goal: Goal, budget: u8, sneaks: bool) -> u8 {
        let mut told = self.body(who).place;
        let mut walked = 0;
        while walked < budget {
            let Some(next) = onward(self.view(), who, goal) else {
                break;
            };
            let here = self.body(who).place;
            if !sneaks {
                self.body_mut(who).concealed = false;
            }
            self.opportunities(who, &mut told, Some(next));
            if !self.state.fighting.has(who) || self.state.is_grabbed(who) {
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
        if there && self.state.fighting.has(who) && !self.state.is_grabbed(who) {
            self.put_out(who, Status::Fled);
        }
    }

    /// Tells of the way since the place that was told of last.
    pub(crate) fn leg(&mut self, who: FighterId, told: &mut Place) {
        let here = self.body(who).place;
        if *told != here {
            telling::walked(self, who, *told);
            *told = here;
        }
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
        for enemy in self.arena.foes(self.state, mover).iter() {
            let leaves = leaves(self.view(), mover, enemy, next);
            if !leaves || !self.state.can_react(enemy) || self.body(enemy).retreating {
                continue;
            }
            if let Some((means, way)) = decisions::opportunity(self, enemy, mover) {
                attack::spend(self.state, enemy);
                self.leg(mover, told);
                telling::opportunity(self, enemy, mover);
                let attack = Attack {
                    attacker: enemy,
                    target: mover,
                    means,
                    manner: Manner::Plain,
                    way,
                };
                self.attack(attack);
                // Who has been shoved or grabbed does not take this step any more.
                let shoved = self.body(mover).place != here;
                if shoved || !self.state.fighting.has(mover) || self.state.is_grabbed(mover) {
                    return;
                }
            }
        }
    }
}

/// Whether a step is one away from a nearby enemy.
fn leaves<const N: usize>(
    view: View<'_, N>,
    mover: FighterId,
    enemy: FighterId,
    next: Option<Place>,
) -> bool {
    let (here, there) = (view.body(mover).place, view.body(enemy).place);
    let field = &view.arena.field;
    field.nearby(here, there)
        && next.is_none_or(|next| {
            !field.nearby(next, there)
                || (view.arena.options.any_step
                    && field.steps(next, there) >= field.steps(here, there))
        })
}

#[cfg(test)]
mod tests;
