//! Movement along the line and between altitude bands, Attacks of Opportunity that it provokes, and falls.
//!
//! Clauses: PER-7-6, PER-7-7, PER-12.2-1, PER-12.2-2, PER-12.7-1, PER-12.7-2, PER-13.2-7, PER-13.2-9,
//! PER-13.3-1..4.

use crate::dice::{Dice, Throw, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::persona::decisions;
use crate::rules::persona::nouns::deeds::{Heading, Move, Pace};
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::swing::{Manner, Swing};
use crate::rules::persona::reading::sheet::Band;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Moves a fighter, unless an enemy that it leaves stops it [PER-12.2-1, PER-13.3-1].
    pub(super) fn go(&mut self, who: FighterId, going: Move) {
        let rules = self.numbers();
        let (times, bands) = match going.pace {
            Pace::Half => (1, rules.flight.half_bands),
            Pace::Full => (rules.moves.full, rules.flight.full_bands),
            Pace::Run | Pace::Flight => (rules.moves.run, rules.flight.full_bands),
            Pace::Disengage => (rules.moves.disengage, rules.flight.half_bands),
        };
        let allowed = self.fighter(who).half_move * times;
        let most = going.most.map_or(allowed, |most| allowed.min(most.into()));
        let view = self.view();
        let band = self.band_after(who, going.band, bands.into());
        let place = match going.heading {
            Heading::Towards(target) => view.place_towards(who, target, most),
            Heading::To(place) => view.place_on_the_way(who, place, most),
            Heading::Away => match view.nearest_foe(who) {
                Some(foe) => view.place_away(who, foe, most),
                None => self.body(who).at,
            },
        };
        if going.pace != Pace::Disengage && !self.leaves(who, place, band) {
            return;
        }
        self.arrive(who, place, band);
        self.body_mut(who).fleeing = going.pace == Pace::Flight;
    }

    /// Returns the new altitude band of a flyer, at most `most` bands away [PER-7-6].
    fn band_after(&self, who: FighterId, wanted: Option<Band>, most: usize) -> Band {
        let own = self.body(who).band;
        let can = self.fighter(who).flies && !self.body(who).grounded;
        match wanted {
            Some(band) if can => {
                let (from, to) = (own as usize, band as usize);
                Band::ALL[to.clamp(from.saturating_sub(most), from + most)]
            }
            _ => own,
        }
    }

    /// Lets the adjacent enemies that a fighter leaves strike at it. Returns whether the move continues
    /// [PER-12.2-1].
    fn leaves(&mut self, who: FighterId, place: i16, band: Band) -> bool {
        let was = *self.body(who);
        let left_behind = self.view().adjacent_foes(who).filter(|foe| {
            let there = self.body(foe);
            let far = (i32::from(there.at) - i32::from(place)).abs();
            let near = far <= self.numbers().moves.adjacent;
            !(near && there.band == band)
        });
        for foe in left_behind.iter() {
            if !self.state.fighting.has(foe) || !self.view().may_strike_at_leaving(foe) {
                continue;
            }
            let Some(weapon) = decisions::takes_opportunity(self, foe, who) else {
                continue;
            };
            self.say("PER-12.2-1", [foe, who], |[foe, who]| {
                format!("{foe} strikes at {who}, who is leaving.")
            });
            self.body_mut(foe).overwatch = None;
            self.attack(foe, Swing::new(Manner::Standard, weapon, who));
            let held_up =
                !self.is_able(who) || (self.body(who).pinned && !was.pinned) || self.is_over();
            if held_up {
                return false;
            }
        }
        true
    }

    fn arrive(&mut self, who: FighterId, place: i16, band: Band) {
        let body = self.body_mut(who);
        let from = body.at;
        (body.at, body.band) = (place, band);
        self.say("PER-13.3-2", [who], |[who]| {
            format!("{who} moves from {from} to {place}.")
        });
        self.unpin_the_engaged();
    }

    /// Moves a charging fighter next to its target [PER-12.7-1]. Returns whether it gets there.
    pub(super) fn charge(&mut self, who: FighterId, target: FighterId) -> bool {
        let most = self.numbers().moves.charge * self.fighter(who).half_move;
        let place = self.view().place_towards(who, target, most);
        let band = self.body(target).band;
        if !self.leaves(who, place, band) {
            return false;
        }
        self.arrive(who, place, band);
        true
    }

    /// Makes a fighter stand up [PER-13.2-7].
    pub(super) fn stand(&mut self, who: FighterId) {
        self.body_mut(who).prone = false;
        self.say("PER-13.2-7", [who], |[who]| format!("{who} gets up."));
    }

    /// Lowers every falling fighter at the end of a round, by default by one band. A fighter that reaches the
    /// Ground crashes [PER-7-7].
    pub(super) fn fall_all(&mut self) {
        let drop = usize::from(self.numbers().flight.fall);
        for who in self.arena.lineup.everybody() {
            if !self.state.fighting.has(who) || self.is_over() {
                continue;
            }
            if self
                .fighter(who)
                .flight_ends
                .is_some_and(|round| round == self.state.round)
            {
                self.body_mut(who).grounded = true;
            }
            let body = self.body(who);
            let falls =
                body.band != Band::Ground && (body.prone || body.stunned > 0 || body.grounded);
            let body = self.body_mut(who);
            if !falls {
                body.falls_from = None;
                continue;
            }
            let from = body.falls_from.unwrap_or(body.band);
            body.band = Band::ALL[(body.band as usize).saturating_sub(drop)];
            body.falls_from = Some(from);
            if body.band == Band::Ground {
                body.falls_from = None;
                let ground = &self.arena.ground;
                let throw = if from == Band::High {
                    ground.crash_high
                } else {
                    ground.crash_low
                };
                self.crash(who, throw, "PER-7-7");
            }
        }
        self.unpin_the_engaged();
    }

    /// Makes a fighter crash: it takes damage, reduced only by TB, and is prone [PER-7-7].
    pub(super) fn crash(&mut self, who: FighterId, throw: Throw, clause: &'static str) {
        self.dice.about(Topic::Damage);
        let raw = self.dice.total(throw);
        let dealt = (raw - self.fighter(who).tb).max(0);
        self.say(clause, [who], |[who]| {
            format!("{who} crashes for {raw} ({throw}) and takes {dealt}.")
        });
        self.lose(who, dealt);
        if self.state.fighting.has(who) {
            self.fell(who, clause);
        }
    }
}

#[cfg(test)]
mod goal_tests;
#[cfg(test)]
mod tests;
