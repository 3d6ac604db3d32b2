//! Actions with opposed tests: Feint, Disarm, Knock Down, Maneuver.
//!
//! Clauses: PER-2-3, PER-12.9-1..3, PER-12.10-1, PER-12.29-1..3, PER-12.30-1, PER-12.30-2, PER-13.1-5.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::persona::nouns::fighter::UNARMED;
use crate::rules::persona::nouns::luck::Opposed;
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::state::Whereabouts;
use crate::rules::persona::questions::space::moved;
use crate::rules::persona::reading::sheet::Talent;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls an opposed WS test that `who` starts.
    fn contest_of_weapons(&mut self, who: FighterId, target: FighterId, modifier: i32) -> Opposed {
        let view = self.view();
        let numbers = [view.ws_number(who) + modifier, view.ws_number(target)];
        let bonuses = [who, target].map(|one| self.fighter(one).wsb);
        self.opposed(numbers, bonuses)
    }

    /// Rolls an opposed Strength test that `who` starts. `number` is the target number of `who`.
    pub(super) fn contest_of_strength(
        &mut self,
        who: FighterId,
        target: FighterId,
        number: i32,
    ) -> Opposed {
        let numbers = [number, self.view().strength_number(target)];
        let bonuses = [who, target].map(|one| self.fighter(one).sb);
        self.opposed(numbers, bonuses)
    }

    /// Makes a Feint. If it succeeds, the target cannot dodge or parry the fighter's next attack
    /// [PER-12.10-1].
    pub(super) fn feint(&mut self, who: FighterId, target: FighterId) {
        let test = self.contest_of_weapons(who, target, 0);
        if test.won {
            self.body_mut(who).feint = Some(target);
        }
        self.tell_opposed("PER-12.10-1", [who, target], test, |who, target| {
            let ended = if test.won {
                "is taken in"
            } else {
                "sees through it"
            };
            format!("{who} feints at {target}, who {ended}")
        });
    }

    /// Disarms the target, whose weapon falls to the ground. If `take`, the fighter takes it instead, which
    /// needs enough degrees and a free hand [PER-12.9-1..3].
    pub(super) fn disarm(&mut self, who: FighterId, target: FighterId, take: bool) {
        let (fighter, rules) = (self.fighter(who), &self.numbers().tricks);
        let advanced = fighter.has(Talent::AdvancedDisarm);
        let modifier = rules.advanced_disarm * i32::from(advanced);
        let test = self.contest_of_weapons(who, target, modifier);
        let takes = take && fighter.free_hand && test.degrees[0] >= rules.take_degrees;
        self.tell_opposed("PER-12.9-1", [who, target], test, |who, target| {
            match (test.won, takes) {
                (false, _) => format!("{who} tries to disarm {target}, and fails"),
                (true, false) => format!("{who} disarms {target}"),
                (true, true) => format!("{who} takes {target}'s weapon"),
            }
        });
        if test.won {
            self.lose_weapon(target, takes);
            self.stow_the_others(target);
        }
    }

    /// Removes the weapon in the main hand of a fighter. If `taken`, another fighter has taken the weapon, or
    /// else it lies on the ground [PER-12.9-1, PER-12.9-2].
    pub(super) fn lose_weapon(&mut self, who: FighterId, taken: bool) {
        let weapon = self.view().main_weapon(who);
        if let Some(at) = weapon.and_then(|weapon| self.view().slot(who, weapon)) {
            let body = self.body_mut(who);
            body.items[at].place = if taken {
                Whereabouts::Taken
            } else {
                Whereabouts::Dropped(body.at)
            };
        }
    }

    /// Stows all other weapons of a disarmed fighter, so that it must use a Ready action to draw one
    /// [PER-12.9-1].
    fn stow_the_others(&mut self, who: FighterId) {
        let carried = self.fighter(who).carries.len();
        for item in &mut self.body_mut(who).items[..carried] {
            if item.place == Whereabouts::AtHand {
                item.place = Whereabouts::Stowed;
            }
        }
    }

    /// Makes a Knock Down, an opposed Strength test. The loser falls prone and may take damage
    /// [PER-12.29-1..3].
    pub(super) fn knock_down(
        &mut self,
        who: FighterId,
        target: FighterId,
        hurt: bool,
        after_move: bool,
    ) {
        let rules = self.numbers();
        let surprise = rules.attacks.surprised * i32::from(self.body(target).surprised);
        let run_up = rules.tricks.run_up * i32::from(after_move);
        let number = self.view().strength_number(who) + run_up + surprise;
        let test = self.contest_of_strength(who, target, number);
        let [own, other] = test.degrees;
        self.body_mut(who).last = Some(target);
        self.tell_opposed("PER-12.29-1", [who, target], test, |who, target| {
            let ended = if test.won {
                "brings it down"
            } else {
                "does not"
            };
            format!("{who} tries to knock {target} down and {ended}")
        });
        if test.won {
            if !self.body(target).prone {
                self.fell(target, "PER-12.29-1");
            }
            if hurt && own - other >= rules.tricks.hurt_degrees {
                let fatigue = rules.tricks.hurt_fatigue;
                self.bruise(who, target, (UNARMED, None), fatigue, "PER-12.29-2");
            }
        } else if test.lost && other - own >= rules.tricks.fall_degrees {
            self.fell(who, "PER-12.29-3");
        }
    }

    /// Makes a Maneuver, an opposed WS test. If the attacker wins, the target is moved, by default by one
    /// unit, and the attacker may follow [PER-12.30-1].
    pub(super) fn maneuver(
        &mut self,
        who: FighterId,
        target: FighterId,
        (past, follow): (bool, bool),
    ) {
        let test = self.contest_of_weapons(who, target, 0);
        self.tell_opposed("PER-12.30-1", [who, target], test, |who, target| {
            let ended = if test.won {
                "drives it"
            } else {
                "does not move it"
            };
            format!("{who} presses {target} and {ended}")
        });
        if !test.won {
            return;
        }
        let away = self.view().direction_from(target, who);
        let rules = &self.numbers().tricks;
        let shift = away * rules.shift;
        self.force(target, if past { -shift } else { shift });
        if follow && self.state.fighting.has(target) {
            let place = moved(self.body(who).at, away * rules.advance);
            self.body_mut(who).at = place;
        }
        self.unpin_the_engaged();
    }

    /// Forces a fighter `by` units along the line, up to the first obstacle or ledge [PER-12.30-2].
    pub(super) fn force(&mut self, who: FighterId, by: i32) {
        let ground = &self.arena.ground;
        for _ in 0..by.abs() {
            let place = moved(self.body(who).at, by.signum());
            if ground.obstacles.contains(&place.into()) {
                self.hamper(who, place);
                return;
            }
            self.body_mut(who).at = place;
            if ground.ledges.contains(&place.into()) {
                self.crash(who, ground.ledge, "PER-12.30-2");
                return;
            }
        }
    }

    /// Applies the effects of running into an obstacle. The obstacle may be another fighter.
    fn hamper(&mut self, who: FighterId, obstacle: i16) {
        self.body_mut(who).hampered = true;
        for other in self.state.fighting.iter() {
            if other != who && self.body(other).at == obstacle {
                self.body_mut(other).hampered = true;
            }
        }
        self.say("PER-12.30-2", [who], |[who]| {
            format!("{who} is forced into an obstacle.")
        });
    }
}

#[cfg(test)]
mod tests;
