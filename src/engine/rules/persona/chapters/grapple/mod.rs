//! Grapples: how they begin, and the actions of both participants.
//!
//! Clauses: PER-12.13-1..4, PER-12.14-1..3, PER-12.15-1, PER-12.16-1, PER-12.17-1, PER-12.17-2, PER-12.18-1,
//! PER-12.19-1, PER-12.20-1, PER-12.20-2, PER-12.23-1, PER-12.24-1, PER-12.25-1, PER-12.26-1, PER-12.26-2.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::persona::chapters::attack::NO_HIT;
use crate::rules::persona::decisions;
use crate::rules::persona::nouns::deeds::{Control, Wrestle};
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::state::Hold;
use crate::rules::persona::nouns::swing::{BodyPart, Swing};
use crate::scenario::counted;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Starts a grapple after a Grapple attack that was not evaded. The attacker becomes the controller
    /// [PER-12.13-1].
    pub(super) fn take_hold(&mut self, who: FighterId, swing: Swing, hits: u8) {
        let target = swing.target;
        if hits == 0 {
            return;
        }
        self.count(who, target, swing, NO_HIT);
        self.clinch(who, target);
        // The new controller does not act again in this turn.
        self.state.turn.halves = 0;
        self.say("PER-12.13-1", [who, target], |[who, target]| {
            format!("{who} has hold of {target}.")
        });
    }

    /// Sets the roles of both fighters in a new grapple.
    fn clinch(&mut self, controller: FighterId, held: FighterId) {
        for (one, hold) in [
            (controller, Hold::Controls(held)),
            (held, Hold::HeldBy(controller)),
        ] {
            self.distract(one);
            self.interrupt(one);
            self.body_mut(one).hold = hold;
        }
    }

    /// Performs an action of a grapple's controller, and the Release that may follow [PER-12.13-3,
    /// PER-12.18-1].
    pub(super) fn control(&mut self, who: FighterId, control: Control, release: bool) {
        let Hold::Controls(other) = self.body(who).hold else {
            return;
        };
        self.perform(who, other, control);
        if release && self.body(who).hold == Hold::Controls(other) {
            self.release(who, other);
        }
    }

    /// Ends the grapple of a controller that cannot take the Grapple action in the turn that begins [PER-2-7,
    /// PER-12.13-4].
    pub(super) fn lose_hold(&mut self, who: FighterId) {
        if let Hold::Controls(other) = self.body(who).hold {
            self.let_go(who);
            self.say("PER-12.13-4", [who, other], |[who, other]| {
                format!("{who} cannot keep hold of {other}.")
            });
        }
    }

    fn release(&mut self, who: FighterId, other: FighterId) {
        self.let_go(who);
        self.say("PER-12.18-1", [who, other], |[who, other]| {
            format!("{who} lets {other} go.")
        });
    }

    /// Performs an action of the controller `who` [PER-12.15-1..12.23-1].
    fn perform(&mut self, who: FighterId, other: FighterId, control: Control) {
        match control {
            Control::Damage { weapon } => {
                if self.overpowers(who, other, "PER-12.15-1") {
                    let fatigue = self.numbers().grapple.damage_fatigue;
                    let with = (weapon, Some(BodyPart::Body));
                    self.bruise(who, other, with, fatigue, "PER-12.15-1");
                }
            }
            Control::Push { follow } => self.push(who, other, follow),
            Control::Ready { weapon } => self.ready(who, weapon),
            Control::Grab => {
                self.lose_weapon(other, true);
                self.say("PER-12.17-2", [who, other], |[who, other]| {
                    format!("{who} takes {other}'s weapon.")
                });
            }
            Control::ThrowDown => {
                if self.overpowers(who, other, "PER-12.20-1") {
                    self.fell(other, "PER-12.20-1");
                }
            }
            Control::Stand { pull } => {
                self.body_mut(who).prone = false;
                let pulled =
                    pull && self.body(other).prone && self.overpowers(who, other, "PER-12.19-1");
                if pulled {
                    self.body_mut(other).prone = false;
                }
                self.say("PER-12.19-1", [who, other], |[who, other]| {
                    let with = if pulled {
                        format!(" and pulls {other} up")
                    } else {
                        String::new()
                    };
                    format!("{who} gets up{with}.")
                });
            }
            Control::Attack(swing) => {
                self.attack(who, swing);
            }
            Control::Release => self.release(who, other),
        }
    }

    /// Rolls an opposed Strength test that the controller starts. Returns whether the controller wins. The
    /// help of its helpers is used up by this test [PER-12.14-3, PER-12.20-2].
    fn overpowers(&mut self, who: FighterId, other: FighterId, clause: &'static str) -> bool {
        let number = self.view().control_number(who, other);
        self.body_mut(who).helpers = FighterSet::NONE;
        let test = self.contest_of_strength(who, other, number);
        self.tell_opposed(clause, [who, other], test, |who, other| {
            let ended = if test.won {
                "overpowers"
            } else {
                "does not overpower"
            };
            format!("{who} {ended} {other}")
        });
        test.won
    }

    /// Pushes the other participant away, farther for each degree, up to a Half Move [PER-12.16-1].
    fn push(&mut self, who: FighterId, other: FighterId, follow: bool) {
        let number = self.view().control_number(who, other);
        self.body_mut(who).helpers = FighterSet::NONE;
        let test = self.contest_of_strength(who, other, number);
        let rules = &self.numbers().grapple;
        let far = rules.push + rules.push_degree * test.degrees[0];
        let far = far.min(self.fighter(who).half_move);
        self.tell_opposed("PER-12.16-1", [who, other], test, |who, other| {
            if test.won {
                let units = usize::try_from(far).unwrap_or_default();
                format!("{who} pushes {other} {}", counted(units, "unit"))
            } else {
                format!("{who} cannot push {other}")
            }
        });
        if !test.won {
            return;
        }
        let away = self.view().direction_from(other, who);
        let gap = i32::from(self.body(other).at) - i32::from(self.body(who).at);
        self.force(other, away * far);
        if follow && self.state.fighting.has(other) {
            let place = i32::from(self.body(other).at) - gap;
            self.body_mut(who).at = crate::rules::persona::questions::space::moved(0, place);
        } else {
            self.let_go(who);
        }
        self.unpin_the_engaged();
    }

    /// Performs an action of a held fighter [PER-12.24-1, PER-12.25-1, PER-12.26-1].
    pub(super) fn wrestle(&mut self, who: FighterId, wrestle: Wrestle) {
        let Hold::HeldBy(controller) = self.body(who).hold else {
            return;
        };
        let view = self.view();
        let (number, bonus, clause) = match wrestle {
            Wrestle::BreakFree => (
                view.strength_number(who),
                self.fighter(who).sb,
                "PER-12.24-1",
            ),
            Wrestle::SlipFree => {
                let acrobatics = self.fighter(who).acrobatics;
                (
                    acrobatics + view.fatigue(who),
                    acrobatics / self.numbers().tests.bonus,
                    "PER-12.25-1",
                )
            }
            Wrestle::TakeControl => (
                view.strength_number(who) + view.help(who),
                self.fighter(who).sb,
                "PER-12.26-1",
            ),
        };
        if wrestle == Wrestle::TakeControl {
            self.body_mut(who).helpers = FighterSet::NONE;
        }
        let numbers = [number, self.view().strength_number(controller)];
        let bonuses = [bonus, self.fighter(controller).sb];
        let test = self.opposed(numbers, bonuses);
        self.tell_opposed(clause, [who, controller], test, |who, controller| {
            match (test.won, wrestle) {
                (false, _) => format!("{who} struggles in vain against {controller}"),
                (true, Wrestle::TakeControl) => format!("{who} takes control of {controller}"),
                (true, _) => format!("{who} gets free of {controller}"),
            }
        });
        match wrestle {
            _ if !test.won => {}
            Wrestle::TakeControl => {
                self.let_go(who);
                self.clinch(who, controller);
                let (control, release) = decisions::control(self, who);
                self.control(who, control, release);
                // A fighter that has taken control can use the rest of its turn only if it has released the
                // other fighter [PER-12.26-1].
                if self.state.fighting.has(who) && self.view().grappling(who) {
                    self.state.turn.halves = 0;
                }
            }
            _ => self.let_go(who),
        }
    }

    /// Makes a fighter help an ally in a grapple. The ally's next test has a bonus [PER-12.14-3].
    pub(super) fn assist(&mut self, who: FighterId, ally: FighterId) {
        self.body_mut(ally).helpers.add(who);
        self.say("PER-12.14-3", [who, ally], |[who, ally]| {
            format!("{who} helps {ally}.")
        });
    }
}

#[cfg(test)]
mod tests;
