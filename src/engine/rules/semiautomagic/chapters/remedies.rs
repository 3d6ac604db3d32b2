//! The use of remedies during a fight. They heal wounds, remove morale penalties, and end conditions.
//!
//! Clauses: SAM-15-5, SAM-15-9, SAM-15-10, SAM-18-9, SAM-18-11, SAM-19-11, SAM-21-6.
//! Interpretation of the rules: the rulebook does not describe healing in a fight, so the scenario defines
//! every value of a remedy.

use crate::dice::{Dice, Throw, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::events::{HEALS, STABILISES};
use crate::rules::semiautomagic::nouns::{Life, Mad, Scene};
use crate::rules::semiautomagic::reading::{Craft, Cure, Posture, Remedy, Symptom};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Uses a remedy on `patient`. `slot` is the index of the remedy in the list of the mind that directs the
    /// body of `who`.
    pub(super) fn heal(&mut self, who: FighterId, slot: u8, patient: FighterId) {
        let mind = self.state.mind;
        let remedy = self.arena.remedy(mind, slot);
        remedy.use_up(&mut self.body_mut(mind).uses, slot);
        self.tell_remedy("SAM-18-11", [who, patient], &remedy.name);
        if let Some(dc) = remedy.dc {
            let bonus = self.view().shared(who, |fighter| match remedy.craft {
                Craft::Medicine => fighter.medicine,
                _ => Some(fighter.magic),
            });
            let bonus = bonus.unwrap_or(0);
            let helps = self.makes(Topic::Healing, bonus, dc);
            let word = ["fails", "succeeds"][usize::from(helps)];
            self.tell_sum("SAM-18-11", who, word, (bonus, dc));
            if !helps {
                return;
            }
        }
        self.give_back_wounds(who, remedy, patient);
        if self.body(patient).life == Life::Well {
            self.encourage(remedy, patient);
        }
        for cure in Cure::ALL {
            if remedy.ends(cure) && self.view().can_end(remedy, patient, cure) {
                self.end(who, patient, cure);
            }
        }
    }

    fn rolled(&mut self, dice: Throw) -> u8 {
        self.dice.about(Topic::Healing);
        u8::try_from(self.dice.total(dice)).unwrap_or(0)
    }

    fn give_back_wounds(&mut self, who: FighterId, remedy: &Remedy, patient: FighterId) {
        if !self.view().can_lose_wounds(remedy, patient) {
            return;
        }
        let most = self.rolled(remedy.wounds);
        let body = self.body_mut(patient);
        let given = most.min(body.wounds);
        body.wounds -= given;
        let left = body.wounds;
        for _ in 0..given {
            self.note(who, HEALS);
        }
        let plural = if left == 1 { "" } else { "s" };
        let told = format_args!("loses {given} of its wounds and has {left} wound{plural}");
        self.tell("SAM-18-11", patient, told);
    }

    /// Removes morale penalties from `patient`, as many as the remedy says. If at least one was removed, the
    /// confusion of `patient` ends and it is no longer Broken [SAM-15-5, SAM-15-9].
    fn encourage(&mut self, remedy: &Remedy, patient: FighterId) {
        let lingers = self.view().lingers(remedy, patient, Symptom::Morale);
        if remedy.morale.max() == 0 || self.body(patient).penalties == 0 || lingers {
            return;
        }
        let given = self.rolled(remedy.morale).min(self.body(patient).penalties);
        if given == 0 {
            return;
        }
        let body = self.body_mut(patient);
        body.penalties -= given;
        let told = format_args!("loses {given} of its morale penalties");
        self.tell("SAM-15-10", patient, told);
        self.come_to(patient);
    }

    /// Ends the condition `cure` of `patient`. `who` is the fighter that uses the remedy.
    fn end(&mut self, who: FighterId, patient: FighterId, cure: Cure) {
        let body = self.body_mut(patient);
        let word = match cure {
            Cure::Held => return self.free(patient),
            Cure::Asleep => return self.wake(patient),
            Cure::Dying => {
                body.life = Life::Stable;
                self.note(who, STABILISES);
                return self.tell("SAM-18-9", patient, "is stabilised");
            }
            Cure::Prone => {
                body.posture = Posture::Standing;
                "is on its feet again"
            }
            Cure::Stunned => {
                body.stunned = 0;
                "is not stunned any more"
            }
            Cure::Staggered => {
                body.staggered = 0;
                "is not staggered any more"
            }
            Cure::Disabled => {
                body.disabled = 0;
                "is not disabled any more"
            }
            Cure::Blinded => {
                body.blinded = 0;
                "sees again"
            }
            Cure::FlatFooted => {
                body.drowsy = 0;
                "is not flat-footed any more"
            }
            Cure::Mobility => {
                body.hindered = 0;
                "moves freely again"
            }
            Cure::Confused => {
                (body.confused, body.control, body.mad) = (0, 0, Mad::Sane);
                "is not confused any more"
            }
            Cure::Panicked => {
                (body.panic, body.panic_rounds) = (None, 0);
                "does not panic any more"
            }
            Cure::Frenzied => {
                body.rage = None;
                "is calm again"
            }
            Cure::Poison => {
                body.ills = Default::default();
                "suffers from no poison any more"
            }
        };
        self.tell("SAM-18-11", patient, word);
    }
}
