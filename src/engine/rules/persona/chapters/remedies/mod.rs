//! The effects of remedies: they restore wounds, reduce fatigue and end conditions.
//!
//! Clauses: PER-12.21-1, PER-12.22-1, PER-13.2-1, PER-13.2-3, PER-13.2-9, PER-13.2-10.
//! Interpretation: powers and items are not part of this chapter, so the scenario defines everything about a
//! remedy. Fighters use remedies only outside of grapples.

use crate::dice::{Dice, Throw, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::persona::events::HEALS;
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::reading::remedies::Cure;
use crate::scenario::counted;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Uses the remedy `slot` of a fighter's list on `patient`.
    pub(super) fn heal(&mut self, who: FighterId, slot: u8, patient: FighterId) {
        let remedy = self.arena.remedy(who, slot);
        let clause = if remedy.power {
            "PER-12.22-1"
        } else {
            "PER-12.21-1"
        };
        remedy.use_up(&mut self.body_mut(who).uses, slot);
        self.tell_remedy(clause, [who, patient], &remedy.name);
        if let Some(test) = remedy.test {
            let number = self.fighter(who).characteristic(test) + remedy.modifier;
            let number = number + self.view().fatigue(who);
            let works = self.saves(number);
            self.tell_test(clause, [who], number, |[who], test| {
                let ended = if works { "succeeds" } else { "fails" };
                format!("{who} {ended}: {test}.")
            });
            if !works {
                return;
            }
        }
        self.give_back_wounds(who, patient, remedy.wounds, clause);
        self.refresh(patient, remedy.fatigue, clause);
        for cure in Cure::ALL {
            if remedy.ends(cure) && self.view().suffers(patient, cure) {
                self.end(patient, cure, clause);
            }
        }
    }

    fn rolled(&mut self, dice: Throw) -> i16 {
        self.dice.about(Topic::Healing);
        i16::try_from(self.dice.total(dice)).unwrap_or(i16::MAX)
    }

    /// Restores wounds, but no more than the patient has lost.
    fn give_back_wounds(
        &mut self,
        who: FighterId,
        patient: FighterId,
        dice: Throw,
        clause: &'static str,
    ) {
        let lost = self.view().lost(patient);
        if dice.max() == 0 || lost <= 0 {
            return;
        }
        let given = self.rolled(dice).min(lost);
        let body = self.body_mut(patient);
        body.wounds += given;
        let left = body.wounds;
        for _ in 0..given {
            self.note(who, HEALS);
        }
        self.say(clause, [patient], |[patient]| {
            let given = counted(usize::try_from(given).unwrap_or(0), "wound");
            format!("{patient} gets {given} back and has {left}.")
        });
    }

    fn refresh(&mut self, patient: FighterId, dice: Throw, clause: &'static str) {
        if dice.max() == 0 || self.body(patient).fatigue == 0 {
            return;
        }
        let given = u8::try_from(self.rolled(dice)).unwrap_or(u8::MAX);
        let body = self.body_mut(patient);
        body.fatigue = body.fatigue.saturating_sub(given);
        let levels = body.fatigue;
        self.say(clause, [patient], |[patient]| {
            let levels = counted(levels.into(), "level");
            format!("{patient} has {levels} of fatigue.")
        });
    }

    fn end(&mut self, patient: FighterId, cure: Cure, clause: &'static str) {
        let body = self.body_mut(patient);
        let word = match cure {
            Cure::Prone => {
                body.prone = false;
                "is on its feet again"
            }
            Cure::Stunned => {
                body.stunned = 0;
                "is not stunned any more"
            }
            Cure::Pinned => {
                body.pinned = false;
                "is not pinned any more"
            }
            Cure::Immobilised => {
                body.immobilised = false;
                "can move again"
            }
        };
        self.say(clause, [patient], |[patient]| format!("{patient} {word}."));
    }
}

#[cfg(test)]
mod tests;
