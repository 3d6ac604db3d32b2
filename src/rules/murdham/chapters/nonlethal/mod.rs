//! Disarming, shoving and grabbing: attacks that do no damage, and what follows from them.
//!
//! Clauses: MUR-0-18, MUR-10-1, MUR-10-5..10, MUR-16-8, MUR-16-9, MUR-16-11.

use super::damage::{self, save};
use super::wounds::Cause;
use super::{hold, movement};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, SideId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Means};
use crate::rules::murdham::nouns::pool::{Pool, Rolled};
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::{State, Status, Whereabouts};
use crate::rules::murdham::reading::field::{Hazard, Place};
use crate::rules::murdham::telling;

/// What a larger character's shove does beside moving [MUR-16-11].
const SHOVE: Pool = Pool {
    direct: true,
    ..Pool::plain(1, 4)
};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// The target's save, and the effect where it fails [MUR-10-1].
    pub(crate) fn take_effect(&mut self, attack: Attack) {
        let (who, target) = (attack.attacker, attack.target);
        // What another blow has changed meanwhile may have taken the point out of it.
        let larger = self.arena.over(who, target);
        let possible = match attack.means {
            Means::Disarm { of } => self.arena.droppable(self.state, target, of).is_some(),
            Means::Grapple => self.state.fighting.has(target) && !self.state.is_grabbed(target),
            _ => true,
        };
        if !possible || larger < 0 {
            return;
        }
        if larger == 0 && self.state.fighting.has(target) {
            let resists = save(
                self.fighter(target).strength,
                &self.arena.options,
                self.dice,
            );
            telling::resists(self, target, resists);
            if resists {
                return;
            }
        }
        match attack.means {
            Means::Disarm { of } => self.disarm(who, target, of),
            Means::Shove { to } => self.shove(who, target, to),
            Means::Grapple => self.grab(who, target),
            Means::Item(_) | Means::Unarmed => unreachable!("blows are no non-lethal attacks"),
        }
    }

    /// [MUR-10-5] A weapon falls, or is taken by a free hand.
    fn disarm(&mut self, who: FighterId, target: FighterId, of: u64) {
        let at = self
            .arena
            .droppable(self.state, target, of)
            .expect("only who has a weapon is disarmed");
        let taken = self.fighter(who).free_hand;
        let body = self.body_mut(target);
        let weapon = body.items[at].weapon;
        body.items[at].at = if taken {
            Whereabouts::Gone
        } else {
            Whereabouts::Lying(body.place)
        };
        telling::disarmed(self, target, weapon, taken.then_some(who));
    }

    /// [MUR-10-6, MUR-16-11] Half a zone, or one zone and more from somebody larger, with a bruise.
    fn shove(&mut self, who: FighterId, target: FighterId, to: Option<Place>) {
        let larger = self.arena.over(who, target);
        let mut steps = 1;
        if larger > 0 {
            steps = 1 << larger;
            let harm = damage::harm(SHOVE, 0, &self.arena.options, self.dice);
            self.suffer(target, Cause::Shove(who), harm);
        }
        for _ in 0..steps {
            let Some(next) = pushed(self.view(), who, target, to) else {
                break;
            };
            let body = self.body_mut(target);
            body.place = next;
            body.leaving = false;
            telling::pushed(self, target);
            self.meet_hazard(who, target);
            for rider in drag(self.arena, self.state, target).iter() {
                self.meet_hazard(who, rider);
            }
            if !self.body(target).status.is_there() {
                break;
            }
        }
        self.settle_holds();
    }

    /// [MUR-10-7] What awaits those who are shoved into a place by somebody.
    fn meet_hazard(&mut self, by: FighterId, who: FighterId) {
        match self.arena.field.feature(self.body(who).place).hazard {
            None => {}
            Some(Hazard::Out) => {
                telling::swallowed(self, who);
                if self.body(who).status != Status::Dead {
                    self.put_out(who, Status::Dead);
                }
            }
            Some(Hazard::Harm {
                dice: throw,
                direct,
            }) => {
                let total = self.dice.total(throw);
                let armour = if direct { 0 } else { worn(self.view(), who) };
                let pool = Pool {
                    direct,
                    ..Pool::plain(throw.count, throw.sides)
                };
                let rolled = Rolled {
                    total,
                    other: None,
                    one: false,
                };
                let harm = damage::soak(pool, rolled, armour, &self.arena.options);
                telling::swallowed(self, who);
                self.suffer(who, Cause::Shove(by), harm);
            }
        }
    }

    /// A captive's attempt to break free [MUR-10-9, MUR-16-9].
    pub(crate) fn break_free(&mut self, who: FighterId) {
        let captor = self
            .state
            .body(who)
            .captor
            .expect("only captives break free");
        if self.arena.over(captor, who) > 0 {
            telling::helpless(self, who);
            return;
        }
        let passes = save(self.fighter(who).strength, &self.arena.options, self.dice);
        telling::breaks_free(self, who, passes);
        if passes {
            self.set_free(who);
        }
    }

    /// [MUR-10-10] A helper's attempt to free a captive with its own strength.
    pub(crate) fn release(&mut self, who: FighterId, captive: FighterId) {
        self.settle_before(who, hold::Other::Anything);
        let passes = save(self.fighter(who).strength, &self.arena.options, self.dice);
        telling::frees(self, who, captive, passes);
        if passes && self.state.is_grabbed(captive) {
            self.set_free(captive);
        }
    }
}

/// Moves riders to where their mount has been shoved; who they are.
fn drag<const N: usize>(arena: &Arena<N>, state: &mut State<N>, mount: FighterId) -> FighterSet {
    if !arena.scope.mounts {
        return FighterSet::NONE;
    }
    let place = state.body(mount).place;
    let riders = state.riders(mount);
    for who in riders.iter() {
        state.body_mut(who).place = place;
    }
    riders
}

/// Where a shove moves its target next, if there is room: towards a zone, or away from the one who shoves. From the same
/// place it goes towards the side of a line that the shover's faction faces, and elsewhere through the first border.
fn pushed<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    target: FighterId,
    to: Option<Place>,
) -> Option<Place> {
    let (from, place) = (view.body(who).place, view.body(target).place);
    let fits = |next: Place| movement::has_room(view, || view.state.aboard(target), next);
    if let Some(zone) = to {
        return view
            .arena
            .field
            .next(place, zone)
            .filter(|&next| fits(next));
    }
    let beside = view.arena.field.beside(place);
    let open = |next: &&Place| !view.arena.field.feature(**next).wall && fits(**next);
    if from == place && view.arena.field.line {
        let upwards = view.arena.lineup.side(who) == SideId(0);
        let number = |next: Place| {
            let mut zones = view.arena.field.zones_of(next);
            let low = zones.next().map_or(0, u32::from);
            2 * low + u32::from(zones.next().is_some())
        };
        let here = number(place);
        return beside
            .iter()
            .filter(open)
            .copied()
            .find(|&next| (number(next) > here) == upwards);
    }
    let away = view.arena.field.steps(place, from);
    beside
        .iter()
        .filter(open)
        .copied()
        .find(|&next| view.arena.field.steps(next, from) > away)
}

/// Armour and shield, without any cover.
fn worn<const N: usize>(view: View<'_, N>, who: FighterId) -> i32 {
    let (fighter, body) = (view.fighter(who), view.body(who));
    let armour = if body.armour_gone { 0 } else { fighter.armour };
    let shield = if body.shield_gone { 0 } else { fighter.shield };
    i32::from((armour + shield).min(3))
}

#[cfg(test)]
mod tests;
