//! Walking and riding in steps of half a zone, and attacks of enemies on characters that move away from them.
//!
//! Clauses: MUR-0-18, MUR-2-1..4, MUR-6-1..3, MUR-10-11, MUR-11-3, MUR-12-7, MUR-17-1, MUR-17-4. Distances
//! are in half-zones.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Objectives as _, Spot, Witness};
use crate::rules::murdham::decisions::OPPORTUNITY;
use crate::rules::murdham::nouns::{Attack, Reply, Scene, Status, Turn, View, WalkGoal};
use crate::rules::murdham::reading::{NONE, Place};

impl View<'_> {
    /// Returns whether a character is at a place that it has to reach as its objective, while other
    /// characters still have to come there.
    pub(crate) fn must_stay(self, who: FighterId) -> bool {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(self.state.fighting, self.state.round, self.state.stage());
        lineup.must_stay(who, able, is_at)
    }

    /// Returns the place that a character still has to reach as its objective. Returns `None` if there is no
    /// such place.
    pub(crate) fn place_to_reach(self, who: FighterId) -> Option<Place> {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(self.state.fighting, self.state.round, self.state.stage());
        let Spot([place, _]) = lineup.spot_to_reach(who, able, is_at)?;
        Place::try_from(place).ok()
    }

    /// Returns the place after one more step from `here` towards or away from `goal`. Returns `None` if there
    /// is no such place, or if it has no room for the character and all that move along with it.
    pub(crate) fn onward(self, who: FighterId, here: Place, goal: WalkGoal) -> Option<Place> {
        let from = match goal {
            WalkGoal::To(place) => return self.towards(who, here, place),
            WalkGoal::From(place) => place,
        };
        let field = &self.arena.field;
        let away = field.steps(here, from);
        let beside = field.beside(here).iter().copied();
        beside
            .filter(|&next| !field.feature(next).wall && field.steps(next, from) > away)
            .filter(|&next| self.fits(who, next))
            .min_by_key(|&next| std::cmp::Reverse(field.steps(next, from)))
    }

    /// Returns the next place on the way from `here` to `to`, if it has room. The way leads around full
    /// places where possible, and is the shortest way otherwise. The character then stops before the first
    /// full place [MUR-0-18].
    #[inline]
    fn towards(self, who: FighterId, here: Place, to: Place) -> Option<Place> {
        let (field, options) = (&self.arena.field, &self.arena.options);
        let shortest = field.next(here, to)?;
        if options.zone_capacity.is_none() && options.border_capacity.is_none() {
            return Some(shortest);
        }
        self.towards_past(who, here, to, shortest)
    }

    #[inline(never)]
    fn towards_past(
        self,
        who: FighterId,
        here: Place,
        to: Place,
        shortest: Place,
    ) -> Option<Place> {
        let field = &self.arena.field;
        let round = field.next_round(here, to, |place| !self.fits(who, place));
        Some(round.unwrap_or(shortest)).filter(|&next| self.fits(who, next))
    }

    /// Returns whether a place has room for a character and all that move along with it.
    fn fits(self, who: FighterId, place: Place) -> bool {
        let along = || {
            let free = |&one: &FighterId| one == who || !self.state.is_grabbed(one);
            let free = self.aboard(who).iter().filter(free);
            free.flat_map(|one| std::iter::once(one).chain(self.state.captives(one).iter()))
                .collect()
        };
        self.has_room(along, place)
    }

    /// [MUR-0-18] Returns whether a place has room for these characters besides those that are there. Larger
    /// characters take more room. By default room is counted in quarters of a medium-sized character.
    pub(super) fn has_room(self, movers: impl Fn() -> FighterSet, place: Place) -> bool {
        let limit = if self.arena.field.is_zone(place) {
            self.arena.options.zone_capacity
        } else {
            self.arena.options.border_capacity
        };
        let Some(limit) = limit else { return true };
        let movers = movers();
        let rules = &self.arena.options.rules;
        let room = |rank: i32| rules.zones.room_factor.pow(rank.cast_unsigned());
        let takes = |who: FighterId| room(self.fighter(who).rank);
        let there = self.arena.lineup.everybody().filter(|&other| {
            let body = self.body(other);
            !movers.has(other) && body.place == place && body.status.is_there()
        });
        let medium = room(rules.size.medium.into());
        there.chain(movers.iter()).map(takes).sum::<u32>() <= u32::from(limit) * medium
    }

    /// Returns the place that a character would reach by walking up to `budget` half-zones towards `to`, if
    /// nobody interferes.
    pub(crate) fn ahead(self, who: FighterId, to: Place, budget: u8) -> Place {
        let step = |place: Place| self.towards(who, place, to);
        (0..budget)
            .try_fold(self.body(who).place, |place, _| step(place).ok_or(place))
            .unwrap_or_else(|stopped| stopped)
    }

    /// Returns the characters that move in a turn: a single character, or a mount with its riders.
    fn along(self, turn: &Turn) -> FighterSet {
        if turn.shared {
            self.aboard(turn.who)
        } else {
            FighterSet::of(turn.who)
        }
    }

    /// Returns whether the movement of a turn can continue. It cannot if somebody holds the character. A
    /// mount in a shared turn also needs a rider that is still on it.
    pub(crate) fn moves_on(self, turn: &Turn) -> bool {
        if turn.shared {
            let mount = turn.who;
            self.bears(mount) && !self.state.is_grabbed(mount) && !self.riders(mount).is_empty()
        } else {
            self.state.is_free(turn.who)
        }
    }

    /// Returns how many steps a character can take before it may be near enough to an enemy for an attack. A
    /// step changes the distance by one zone at most, and the enemies do not move meanwhile.
    fn clear_steps(self, who: FighterId) -> u8 {
        if !self.arena.scope.opportunities {
            return u8::MAX;
        }
        let distances = self.arena.field.distances(self.body(who).place);
        let distance = |foe: FighterId| distances[usize::from(self.body(foe).place)];
        let nearest = self.foes(who).iter().map(distance).min().unwrap_or(NONE);
        nearest.saturating_sub(self.arena.field.reach)
    }

    /// Returns whether a step to `next` leads away from an enemy that is nearby. If `next` is `None`, the
    /// step leaves the map.
    fn leaves(self, mover: FighterId, enemy: FighterId, next: Option<Place>) -> bool {
        let (here, there) = (self.body(mover).place, self.body(enemy).place);
        let field = &self.arena.field;
        let away = |next| field.steps(next, there) >= field.steps(here, there);
        let leaves =
            |next| !field.nearby(next, there) || (self.arena.options.any_step && away(next));
        field.nearby(here, there) && next.is_none_or(leaves)
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Moves a character, or a mount with its riders, up to `budget` half-zones. Before each step, enemies
    /// may attack if the step leads away from them. If a mount with riders moves, enemies may attack each of
    /// the riders and then the mount [MUR-6-1, MUR-17-4].
    pub(crate) fn walk(&mut self, turn: &mut Turn, goal: WalkGoal, budget: u8) {
        let who = turn.who;
        let mut told = self.body(who).place;
        let end = turn.walked + budget;
        while turn.walked < end && self.view().moves_on(turn) {
            let here = self.body(who).place;
            let Some(mut next) = self.view().onward(who, here, goal) else {
                break;
            };
            if !turn.sneaks && self.arena.scope.conceals {
                for one in self.view().along(turn).iter() {
                    self.state.reveal(one);
                }
            }
            let clear = self.view().clear_steps(who);
            if clear == 0 {
                self.struck_at(turn, &mut told, Some(next));
                if !self.view().moves_on(turn) {
                    break;
                }
                if self.body(who).place != here {
                    // An attack has shoved the character to another place. It continues from there.
                    told = self.body(who).place;
                    continue;
                }
            }
            turn.walked += 1;
            // Until an enemy is near enough, nothing can happen between two steps, except to captives.
            let free = if self.arena.scope.grabs { 1 } else { clear };
            for _ in 1..free.min(end - turn.walked + 1) {
                #[cfg(test)]
                self.check_free_step(who, next);
                let Some(further) = self.view().onward(who, next, goal) else {
                    break;
                };
                next = further;
                turn.walked += 1;
            }
            self.take_along(turn, next);
        }
        self.leg(who, &mut told);
    }

    /// Asserts that no enemy is near enough for an attack when a character steps on from `place`.
    #[cfg(test)]
    fn check_free_step(&mut self, who: FighterId, place: Place) {
        let here = self.state.suppose_at(who, place);
        assert!(self.view().clear_steps(who) > 0, "{who:?}");
        self.state.suppose_at(who, here);
    }

    /// Moves the character or mount of this turn to `next`, with its riders and captives. Riders that somebody
    /// holds stay behind.
    fn take_along(&mut self, turn: &Turn, next: Place) {
        for who in self.view().along(turn).iter() {
            if self.state.is_grabbed(who) {
                continue;
            }
            let body = self.body_mut(who);
            body.place = next;
            body.leaving = 0;
            if self.arena.scope.grabs {
                for captive in self.state.captives(who).iter() {
                    let body = self.body_mut(captive);
                    body.place = next;
                    body.leaving = 0;
                }
            }
        }
        self.settle_holds();
        if turn.shared {
            self.settle_riders();
        }
    }

    /// [MUR-12-7] Moves to the side's exit and then off the map, with all that ride along, unless somebody
    /// stops them. Leaving the map costs movement beyond the exit, by default that of one zone. Slow
    /// characters need several turns for it.
    pub(crate) fn flee(&mut self, turn: &mut Turn) {
        let who = turn.who;
        let exit = self.arena.exits[self.arena.lineup.side(who).index()];
        if self.body(who).place != exit {
            self.body_mut(who).leaving = 0;
        }
        loop {
            self.travel(turn, WalkGoal::To(exit), turn.full - turn.walked);
            let left = turn.full - turn.walked;
            let there = self.body(who).place == exit;
            if !there || left == 0 || !self.view().moves_on(turn) {
                return;
            }
            let beyond = left.saturating_add(self.body(who).leaving);
            if beyond < self.arena.options.rules.movement.leaving {
                self.body_mut(who).leaving = beyond;
                return;
            }
            if self.view().clear_steps(who) == 0 {
                self.struck_at(turn, &mut { exit }, None);
            }
            if !self.view().moves_on(turn) {
                return;
            }
            // If an attack has shoved the character away from the exit, it walks there again.
            if self.body(who).place == exit {
                break;
            }
        }
        for one in self.view().along(turn).iter() {
            if !self.state.is_grabbed(one) {
                self.put_out(one, Status::Fled);
            }
        }
        self.settle_riders();
    }

    /// Plays the attacks of enemies before a step to `next` of the character or mount of this turn.
    fn struck_at(&mut self, turn: &Turn, told: &mut Place, next: Option<Place>) {
        if !turn.shared {
            self.opportunities(turn.who, told, next);
            return;
        }
        let mount = turn.who;
        let here = self.body(mount).place;
        let own = (!self.arena.is_vehicle(mount)).then_some(mount);
        for who in self.view().riders(mount).iter().chain(own) {
            let stays = self.state.fighting.has(who) && self.body(who).place == here;
            if stays && !self.state.is_grabbed(who) {
                self.opportunities(who, &mut *told, next);
                self.settle_riders();
            }
            if !self.view().moves_on(turn) || self.body(mount).place != here {
                break;
            }
        }
    }

    /// Reports the way from `told`, the last place that the transcript has mentioned, to the present place.
    /// Then sets `told` to the present place.
    fn leg(&mut self, who: FighterId, told: &mut Place) {
        let here = self.body(who).place;
        if *told == here {
            return;
        }
        let way = [std::mem::replace(told, here), here];
        let mount = self.view().shared(who);
        let clause = mount.map_or("MUR-2-2", |_| "MUR-17-1");
        self.describe(clause, |view| {
            let arena = view.arena;
            let [from, to] = way.map(|place| arena.place_name(place));
            let Some(mount) = mount else {
                return format!("{} walks from {from} to {to}.", arena.name(who));
            };
            let riders = view.riders(mount);
            let verb = if riders.is_several() { "ride" } else { "rides" };
            let (riders, on) = (arena.names(riders), arena.seat_name(mount));
            format!("{riders} {verb} {on} from {from} to {to}.")
        });
    }

    /// Lets each enemy attack `mover` if the step to `next` leads away from that enemy [MUR-6-1, MUR-6-2]. If
    /// `next` is `None`, the step leaves the map.
    fn opportunities(&mut self, mover: FighterId, told: &mut Place, next: Option<Place>) {
        if self.body(mover).concealed {
            return;
        }
        let here = self.body(mover).place;
        for enemy in self.view().foes(mover).iter() {
            let leaves = self.view().leaves(mover, enemy, next);
            if !leaves || !self.state.can_react(enemy) || self.body(enemy).retreating {
                continue;
            }
            let answer = self.asks(enemy, OPPORTUNITY, None, Some(mover));
            if let Some(Reply::Counter(means, way)) = answer {
                self.state.spend(enemy);
                self.leg(mover, told);
                self.tell_of("MUR-6-1", [mover, enemy], "moves away from");
                self.attack(Attack::plain(enemy, mover, means, way));
                // If the attack has shoved or grabbed the character, it does not take this step, and nobody
                // else attacks.
                let shoved = self.body(mover).place != here;
                if shoved || !self.state.is_free(mover) {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod goal_tests;
#[cfg(test)]
mod tests;
