//! The Movement phase: how far each fighter moves, and its DEX rank afterwards.
//!
//! Clauses: BRP-5.3-1..4, BRP-5.11-3, BRP-5.9-8, BRP-5.6-8 (`draw_rank_cost`). Distances are centimetres. A
//! distance equal to the upper limit of a band belongs to that band. Fighters move one after the other.

use crate::dice::Dice;
use crate::fight::{FighterId, Objectives as _, Spot, Witness};
use crate::rules::brp::nouns::{Action, Go, Scene, View, turn};
use crate::rules::brp::telling::metres;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Moves every able fighter in turn and sets its rank for the action.
    pub(super) fn movement(&mut self) {
        let declared = self.arena.options.declared;
        if declared && self.state.able.iter().all(|who| self.view().stays(who)) {
            // If no fighter moves, the order of the fighters makes no difference.
            for who in self.state.able.iter() {
                self.body_mut(who).intent.moved = 0;
                self.note_flight(who);
                self.take_rank(who);
            }
            return;
        }
        let (movers, count) = self.view().by_dex(View::weapon);
        for &who in &movers[..count] {
            if !declared {
                self.state_intent(who);
            }
            let involved = self.view().is_involved(who);
            let place = self.view().destination(who, involved);
            let moved = self.state.move_to(who, place);
            if moved > 0 {
                self.tell_move(who, moved);
            }
            self.note_flight(who);
            if !declared {
                // Without statements, the action was only a plan. The fighter may choose another action at
                // its DEX rank [BRP-5.2-5].
                let intent = &mut self.body_mut(who).intent;
                (intent.action, intent.length) = (Action::None, None);
            }
            self.take_rank(who);
            if involved && moved > 0 {
                self.body_mut(who).intent.late = true;
            }
        }
    }

    /// Sets the field `flees` of a fighter that flees in this round.
    #[inline]
    fn note_flight(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        body.flees = body.intent.action == Action::Flee;
    }

    fn tell_move(&mut self, who: FighterId, moved: i32) {
        let band = self.arena.options.rules.movement.band(moved);
        let clause = match band {
            Some((0, _)) => "BRP-5.3-4",
            Some((1, _)) => "BRP-5.3-2",
            Some(_) => "BRP-5.3-3",
            None => "BRP-5.3-1",
        };
        let place = self.body(who).at;
        self.say(clause, [who], |[who]| {
            let (moved, place) = (metres(moved), metres(place));
            let effect = match band {
                Some((_, 1)) => String::new(),
                Some((_, 2)) => " and will act at half the DEX rank".to_owned(),
                Some((_, 4)) => " and will act at a quarter of the DEX rank".to_owned(),
                Some((_, divisor)) => format!(" and will act at its DEX rank divided by {divisor}"),
                None => ", too far to act this round".to_owned(),
            };
            format!("{who} moves {moved} to the {place} mark{effect}.")
        });
    }

    /// Sets the number `turn` of a fighter from its DEX rank, weapon class and rating. The fighters act in
    /// order of this number. Sets `late` if the fighter moved too far to act.
    fn take_rank(&mut self, who: FighterId) {
        let rules = &self.arena.options.rules;
        let band = rules.movement.band(self.body(who).intent.moved);
        let drawn = self.draw(who);
        let weapon = self.view().declared(who);
        let dex = self.fighter(who).dex;
        let rank = band.map(|(_, divisor)| self.arena.options.divide(dex, divisor) - drawn);
        let intent = &mut self.body_mut(who).intent;
        intent.late = rank.is_none();
        intent.turn = turn(rank.unwrap_or(0), weapon);
    }

    /// Takes the weapon of the stated action in hand, whether to attack with it or to reload it. Returns the
    /// number of DEX ranks that drawing the weapon costs [BRP-5.6-8].
    fn draw(&mut self, who: FighterId) -> i32 {
        let (Action::Strike { item, .. } | Action::Shoot { item, .. } | Action::Reload { item }) =
            self.body(who).intent.action
        else {
            return 0;
        };
        if self.hold(who, item) {
            self.arena.options.draw_rank_cost
        } else {
            0
        }
    }

    /// Takes an item in hand and returns whether it has to be drawn. Bare hands are never drawn. A shield is
    /// worn on the arm, so the weapon stays in hand and nothing is drawn.
    #[inline]
    pub(crate) fn hold(&mut self, who: FighterId, item: u8) -> bool {
        let thing = self.arena.item(who, item);
        let is_new = self.body(who).in_hand != item && !thing.is_shield();
        let is_drawn = is_new && !thing.is_bare();
        if is_new {
            self.state.take_in_hand(who, item);
        }
        is_drawn
    }
}

impl View<'_> {
    /// Returns whether a fighter is at a place that it has to reach as its objective, while other fighters
    /// still have to come there.
    pub(crate) fn must_stay(self, who: FighterId) -> bool {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(self.state.able, self.state.round, self.state.stage());
        lineup.must_stay(who, able, is_at)
    }

    /// Returns the place that a fighter still has to reach as its objective, in centimetres. Returns `None`
    /// if there is no such place.
    pub(crate) fn place_to_reach(self, who: FighterId) -> Option<i32> {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(self.state.able, self.state.round, self.state.stage());
        let Spot([place, _]) = lineup.spot_to_reach(who, able, is_at)?;
        Some(place)
    }

    /// Returns the class and rating of the stated weapon. They decide which of two fighters with the same DEX
    /// moves first. If nothing is stated, they are those of the first usable weapon [BRP-5.2-5].
    fn weapon(self, who: FighterId) -> (u8, i32) {
        if self.arena.options.declared {
            self.declared(who)
        } else {
            self.first_choice(who)
        }
    }

    /// Returns whether the fighter does not change its place.
    fn stays(self, who: FighterId) -> bool {
        self.destination(who, self.is_involved(who)) == self.body(who).at
    }

    /// Returns the place where the movement of a fighter ends. Fighters that kneel, reload or surrender stay
    /// where they are. So do fighters with an enemy in reach (`involved`), unless the option `disengage`
    /// allows them to run and they have no action [BRP-5.3-1, BRP-5.11-3, BRP-5.9-8]. A fleeing fighter runs
    /// away from the nearest enemy, even if an enemy is in reach.
    fn destination(self, who: FighterId, involved: bool) -> i32 {
        let body = self.body(who);
        let intent = &body.intent;
        let way = |whom| self.body(whom).at - body.at;
        let farthest = self.arena.options.rules.movement.farthest;
        if intent.action == Action::Flee {
            let nearest = self.nearest(who, self.able_enemies(who));
            let away = nearest.map_or(0, |foe| if way(foe) > 0 { -1 } else { 1 });
            return body.at + away * farthest;
        }
        let runs = self.arena.options.disengage && intent.action == Action::None;
        let bound =
            intent.kneel || matches!(intent.action, Action::Reload { .. } | Action::Surrender);
        if bound || (involved && !runs) {
            return body.at;
        }
        match intent.go {
            Go::Stay => body.at,
            Go::To(place) => body.at + (place - body.at).clamp(-farthest, farthest),
            Go::Towards { whom, most } => {
                let gap = (way(whom).abs() - self.arena.reach).max(0);
                body.at + gap.min(farthest).min(most) * way(whom).signum()
            }
            Go::From { whom, by } => {
                let away = if way(whom) > 0 { -1 } else { 1 };
                body.at + away * by.min(farthest)
            }
        }
    }
}

#[cfg(test)]
mod goal_tests;
#[cfg(test)]
mod tests;
