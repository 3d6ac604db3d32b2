//! Ailments that a scenario can add to the attacks of weapons: holds, stuns and other conditions. The
//! rulebook defines these conditions, but has no attacks that cause them.
//!
//! Clauses: SAM-0-12, SAM-2-3, SAM-6-4, SAM-10-8, SAM-12-2, SAM-12-3, SAM-19-1..4, SAM-19-8, SAM-19-10..13.
//! Interpretation of the rules: a hold by a melee attack ends when the holder moves or is out of the fight.
//! Breaking free is a fortitude check.

use super::harm::Harm;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::{FOREVER, Life, Scene};
use crate::rules::semiautomagic::reading::{Ailment, Suffering};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Applies an ailment to the target of an attack that landed, unless the target resists. Ailments of EMP
    /// weapons affect only devices [SAM-20-3]. Objects have no ailments.
    pub(super) fn ail(&mut self, who: FighterId, harm: &Harm, ailment: Ailment) {
        let target = harm.strike.target;
        let row = self.arena.weapon(harm.strike.weapon);
        let spared = row.emp && self.fighter(target).device.is_none();
        if spared || self.fighter(target).object || self.body(target).life != Life::Well {
            return;
        }
        let dc = ailment.dc.unwrap_or(harm.damage);
        if ailment.resisted && self.withstands(target, dc) {
            return;
        }
        let lasts = ailment.lasts.map(|dice| {
            self.dice.about(Topic::Save);
            u8::try_from(self.dice.total(dice)).unwrap_or(0)
        });
        let rounds = lasts.map_or(FOREVER, |rounds| match rounds {
            0 => 0,
            rounds => self.turns_to_end(target, rounds),
        });
        let body = self.body_mut(target);
        match ailment.effect {
            Suffering::Prone => {
                self.tell("SAM-6-4", target, "falls prone");
                self.fall_prone(target);
            }
            Suffering::Held if rounds > body.held => {
                body.held = rounds;
                body.held_by = row.is_melee().then_some(who);
                body.escape = ailment.escape;
                self.tell("SAM-19-12", target, "is held");
            }
            Suffering::Stunned => {
                let seconds = lasts.unwrap_or(0);
                body.stunned = body.stunned.max(seconds);
                let told = format_args!("is stunned for {seconds} s");
                self.tell("SAM-19-2", target, told);
            }
            Suffering::Staggered => {
                body.staggered = body.staggered.max(rounds);
                self.tell("SAM-19-3", target, "is staggered");
            }
            Suffering::Disabled => {
                body.disabled = body.disabled.max(rounds);
                self.tell("SAM-19-8", target, "is disabled");
            }
            Suffering::Blinded => {
                body.blinded = body.blinded.max(rounds);
                self.tell("SAM-19-13", target, "is blinded");
            }
            Suffering::FlatFooted => {
                body.drowsy = body.drowsy.max(rounds);
                self.tell("SAM-19-4", target, "is flat-footed");
            }
            Suffering::Mobility => {
                body.hindered = body.hindered.saturating_add(1);
                self.tell("SAM-19-1", target, "is slowed down");
            }
            Suffering::Asleep => {
                body.asleep = true;
                (body.clock.busy, body.aim) = (None, None);
                self.tell("SAM-19-11", target, "falls asleep");
                self.fall_prone(target);
            }
            Suffering::Paralysed => {
                body.paralysed = true;
                self.tell("SAM-19-13", target, "is paralysed");
                self.out(target);
            }
            Suffering::Unconscious => self.knock_out(target, ("SAM-19-10", "is knocked out")),
            Suffering::Disarmed => {
                if let Some(slot) = self.view().main_slot(target) {
                    self.let_fall(target, slot);
                }
            }
            Suffering::Held => {}
        }
    }

    /// Rolls a fortitude check to break free of a hold. If it succeeds, the hold ends.
    pub(super) fn break_free(&mut self, who: FighterId) {
        let (bonus, dc) = (self.view().fortitude(who), self.body(who).escape.into());
        let breaks = self.makes(Topic::Save, bonus, dc);
        let word = ["does not break free", "breaks free"][usize::from(breaks)];
        self.tell_sum("SAM-6-4", who, word, (bonus, dc));
        if breaks {
            self.let_loose(who);
        }
    }

    /// Ends the hold on `who`, and reports it.
    pub(super) fn free(&mut self, who: FighterId) {
        self.let_loose(who);
        self.tell("SAM-19-12", who, "is no longer held");
    }

    fn let_loose(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        (body.held, body.held_by, body.escape) = (0, None, 0);
    }

    /// Ends all holds that `holder` has on others, because it moves or is out of the fight.
    pub(super) fn release(&mut self, holder: FighterId) {
        if !self.arena.scope.holds {
            return;
        }
        for who in self.arena.lineup.everybody() {
            if self.body(who).held_by == Some(holder) {
                self.free(who);
            }
        }
    }
}
