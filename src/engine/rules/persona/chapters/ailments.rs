//! The ailments that hits with some weapons cause.
//!
//! Clauses: PER-8-1.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::persona::events::UNCONSCIOUS;
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::reading::tables::Effect;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes a fighter test against the ailment of `weapon` after a damaging hit, if the weapon has one
    /// [PER-8-1].
    pub(super) fn ail(&mut self, who: FighterId, weapon: u8) {
        let weapon = self.arena.weapon(weapon);
        let Some(ailment) = weapon.ailment else {
            return;
        };
        let fighter = self.fighter(who);
        let number = if ailment.mental {
            fighter.magic_resistance
        } else {
            fighter.endurance
        };
        let number = number + self.view().fatigue(who);
        let resists = self.saves(number);
        self.tell_test("PER-8-1", [who], number, |[who], test| {
            let ended = if resists {
                "resists"
            } else {
                "does not resist"
            };
            format!("{who} {ended} the ailment of {}: {test}.", weapon.name)
        });
        if resists {
            return;
        }
        match ailment.effect {
            Effect::Fatigue => self.tire(who, 1, "PER-8-1"),
            Effect::Stunned => self.stun(who, ailment.turns, "PER-8-1"),
            Effect::Prone => self.fell(who, "PER-8-1"),
            Effect::Pinned => {
                if self.view().adjacent_foes(who).is_empty() {
                    let body = self.body_mut(who);
                    (body.pinned, body.overwatch) = (true, None);
                    self.say("PER-8-1", [who], |[who]| format!("{who} is pinned."));
                }
            }
            Effect::Immobilised => {
                self.body_mut(who).immobilised = true;
                self.say("PER-8-1", [who], |[who]| format!("{who} cannot move."));
            }
            Effect::Unconscious => self.out(who, UNCONSCIOUS, "PER-8-1", "falls unconscious"),
        }
    }
}
