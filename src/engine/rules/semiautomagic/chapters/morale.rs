//! Morale damage and its results: morale penalties, panic, insanity, rage, and Broken fighters.
//!
//! Clauses: SAM-5-1, SAM-5-2, SAM-8-1, SAM-14-3, SAM-15-1..9, SAM-18-4.

use super::attack::Rolled;
use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, FighterSet, Witness};
use crate::rules::semiautomagic::events::{CONFUSION, FRENZY, PANIC};
use crate::rules::semiautomagic::nouns::{FOREVER, Figures, Life, Scene, Strike};
use crate::rules::semiautomagic::questions::{Attack, DamageResult, verdict};
use crate::rules::semiautomagic::reading::Dread;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Applies the morale damage of a weapon to `target`, or to all enemies in range. There is only one
    /// damage roll, which counts for all of them [SAM-15-3].
    pub(super) fn daunt(&mut self, who: FighterId, weapon: u8, target: FighterId) {
        let view = self.view();
        let row = self.arena.weapon(weapon);
        let all = view.foes(view.mind_of(who));
        let mut held = if row.everybody {
            all.filter(|foe| view.reaches(who, foe, weapon))
        } else {
            FighterSet::of(target)
        };
        self.say("SAM-15-3", [who, target], |[who, target]| {
            format!("{who} daunts {target} with {}.", row.name)
        });
        if row.rolled {
            let targets = held;
            for foe in targets.iter() {
                if !self.daunts(who, weapon, foe) {
                    held.remove(foe);
                }
            }
            self.after_attack(who, targets);
        }
        if held.is_empty() {
            return;
        }
        self.dice.about(Topic::Damage);
        let damage = self.dice.total(row.damage).max(0);
        let told = format_args!("rolls {damage} for morale damage ({})", row.damage);
        self.tell("SAM-15-3", who, told);
        for foe in held.iter() {
            self.dismay(who, foe, damage, row.dread);
            self.landed(who, Strike::new(weapon, foe), damage, false);
        }
    }

    /// Rolls a morale effect that works like a magic attack, and lets `foe` defend. Returns whether the
    /// effect works. The situation of `foe` modifies the roll, but total cover and invisibility do not
    /// prevent the effect [SAM-5-1, SAM-5-2, SAM-8-1, SAM-15-3].
    fn daunts(&mut self, who: FighterId, weapon: u8, foe: FighterId) -> bool {
        let magic = self.view().shared(who, |fighter| Some(fighter.magic));
        let magic = magic.unwrap_or(0);
        let row = self.arena.weapon(weapon);
        let figures = Figures {
            bonus: magic + self.fighter(who).size.attack + row.attack_mod,
            target: self.fighter(foe).size.target + self.view().situation(who, foe, true),
            dc: self.arena.options.rules.attack.defence + magic + row.dc_mod,
        };
        if self.attack_roll(who, weapon, figures, 0) != Rolled::Hit {
            self.count(who, foe, weapon, Blow::Missed);
            return false;
        }
        !self.evades(foe, Attack::single(who, weapon, figures.dc), None)
    }

    /// Applies `damage` to the morale of `who`. `source` is the fighter that causes the damage [SAM-15-2].
    pub(super) fn dismay(&mut self, source: FighterId, who: FighterId, damage: i32, dread: Dread) {
        if self.fighter(who).object || self.body(who).life != Life::Well {
            return;
        }
        let will = self.view().will(who);
        let both = self.view().with_minimum_will(will);
        let verdict = verdict(damage, both, &self.arena.options);
        self.say("SAM-15-2", [who], |[who]| {
            let ended = verdict.word(["unmoved", "shaken", "overcome"]);
            format!("{damage} morale damage to {who}, Will {will}: {ended}.")
        });
        let penalties = match (verdict, dread) {
            (DamageResult::Nothing, _) => return,
            (DamageResult::Major, Dread::Untyped) => self.arena.options.rules.morale.untyped,
            _ => 1,
        };
        if verdict == DamageResult::Major && !self.body(who).broken {
            self.overcome(source, who, dread);
        }
        for _ in 0..penalties {
            self.discourage(who);
        }
    }

    /// Applies the result of morale damage that exceeds the Will. `dread` says whether this is panic,
    /// insanity or rage [SAM-15-4..6].
    fn overcome(&mut self, source: FighterId, who: FighterId, dread: Dread) {
        let lasts = self.arena.options.panic_rounds;
        let rounds = if lasts > 0 {
            self.turns_to_end(who, lasts)
        } else {
            0
        };
        let body = self.body_mut(who);
        let (event, clause, what) = match dread {
            Dread::Fear => {
                (body.panic, body.panic_rounds) = (Some(source), rounds);
                body.clock.busy = None;
                (PANIC, "SAM-15-4", "panics")
            }
            Dread::Insanity => {
                body.confused = FOREVER;
                (CONFUSION, "SAM-15-5", "is confused")
            }
            Dread::Rage => {
                body.rage = Some(source);
                (FRENZY, "SAM-15-6", "is in a frenzy")
            }
            Dread::Untyped => return,
        };
        self.note(who, event);
        self.tell(clause, who, what);
    }

    /// Gives a fighter one morale penalty [SAM-15-1]. If its Will falls to 0, it is Broken and helpless. A
    /// Broken fighter is out of the fight, unless a house rule says otherwise [SAM-15-7, SAM-15-8, SAM-0-8].
    pub(super) fn discourage(&mut self, who: FighterId) {
        if self.body(who).broken || self.view().will(who) == 0 {
            return;
        }
        self.body_mut(who).penalties += 1;
        if self.view().will(who) > 0 {
            return;
        }
        let dc = self.arena.options.rules.morale.broken;
        let body = self.body_mut(who);
        (body.broken, body.dc) = (true, dc);
        (body.clock.busy, body.aim) = (None, None);
        self.tell("SAM-15-7", who, "is Broken");
        if self.arena.options.broken_is_out {
            self.drop_out(who, false);
        }
    }

    /// Plays the turn of a Broken fighter. A check decides whether it recovers [SAM-15-9]. It cannot recover
    /// while other minds are in its body or its mind is in another's [SAM-17-9].
    pub(super) fn take_heart(&mut self, who: FighterId) {
        if self.arena.scope.possession && (self.is_shared(who) || self.body(who).inside.is_some()) {
            return;
        }
        let (bonus, dc) = (self.fighter(who).spirit, self.body(who).dc.into());
        if !self.makes(Topic::Save, bonus, dc) {
            let step = self.arena.options.rules.morale.broken_step;
            let body = self.body_mut(who);
            body.dc = body.dc.saturating_sub(step);
            return self.tell_sum("SAM-15-9", who, "stays Broken", (bonus, dc));
        }
        let recovered = self.arena.options.rules.morale.recovered;
        let body = self.body_mut(who);
        body.penalties = body.penalties.saturating_sub(recovered);
        self.tell_sum("SAM-15-9", who, "takes heart again", (bonus, dc));
        self.come_to(who);
    }

    /// Ends the confusion of a fighter that has lost morale penalties. If the fighter was Broken, it recovers
    /// and is in the fight again [SAM-15-5, SAM-15-9].
    pub(super) fn come_to(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        (body.confused, body.control) = (0, 0);
        if !std::mem::take(&mut body.broken) {
            return;
        }
        body.dc = 0;
        let stays_out = self.body(who).paralysed || !self.state.bodily.has(who);
        if !self.state.fighting.has(who) && !stays_out {
            self.state.fighting.add(who);
            self.witness.back(who, self.state.round.into());
        }
    }
}
