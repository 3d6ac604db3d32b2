//! Poisons, diseases and radiation.
//!
//! Clauses: SAM-18-7, SAM-21-1..7, SAM-22-2.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::luck::{self, D6};
use crate::rules::semiautomagic::nouns::scene::Scene;
use crate::rules::semiautomagic::nouns::state::{FOREVER, Ill, Life};
use crate::rules::semiautomagic::reading::tables::{By, Every, Symptom};

/// Successes in a row that end an affliction.
const CURED: u8 = 3;
/// Half metres within which airborne diseases are caught [SAM-21-4].
const AIR: u32 = 6;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// A poisoned weapon has drawn blood: a dose is used, if they are counted [SAM-21-2].
    pub(super) fn envenom(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        let row = self.arena.weapon(weapon);
        let Some(poison) = row.poison else {
            return;
        };
        if self.arena.poisons[usize::from(poison)].by != By::Injury {
            return;
        }
        if row.doses > 0
            && let Some(at) = self.view().slot(who, weapon)
        {
            let item = &mut self.body_mut(who).items[at];
            if item.doses == 0 {
                return;
            }
            item.doses -= 1;
        }
        self.afflict(target, poison, true);
    }

    /// An area carries what is inhaled [SAM-21-3].
    pub(super) fn breathe(&mut self, target: FighterId, weapon: u8) {
        if let Some(poison) = self.arena.weapon(weapon).poison {
            self.afflict(target, poison, true);
        }
    }

    /// A dose: a first one afflicts, a further one makes it worse and sets back what has been overcome [SAM-21-5].
    /// `dose`: whether more of the same counts as one more.
    pub(super) fn afflict(&mut self, who: FighterId, poison: u8, dose: bool) {
        let gone = matches!(self.body(who).life, Life::Dead | Life::Fled);
        if gone || self.fighter(who).object {
            return;
        }
        let ills = &mut self.body_mut(who).ills;
        let known = ills.iter_mut().flatten().find(|ill| ill.poison == poison);
        if let Some(ill) = known {
            if dose {
                ill.doses = ill.doses.saturating_add(1);
                ill.successes = 0;
            }
            return;
        }
        let Some(slot) = ills.iter().position(Option::is_none) else {
            return;
        };
        ills[slot] = Some(Ill {
            poison,
            doses: 1,
            ..Ill::default()
        });
        let name = &self.arena.poisons[usize::from(poison)].name;
        self.say("SAM-21-1", [who], |[who]| {
            format!("{who} suffers from {name}.")
        });
    }

    /// The checks of a turn: what is breathed and caught first, then every affliction [SAM-0-10].
    pub(super) fn sicken(&mut self, who: FighterId) {
        if matches!(self.body(who).life, Life::Dead | Life::Fled) {
            return;
        }
        self.dice.about(Topic::Save);
        let before = self.body(who).ills;
        let staying = self.exposures(who);
        for (slot, before) in before.into_iter().enumerate() {
            let Some(ill) = self.body(who).ills[slot] else {
                continue;
            };
            let row = &self.arena.poisons[usize::from(ill.poison)];
            let times = match row.every {
                Every::Round => 1,
                Every::Second => 6,
                Every::Longer => 0,
            };
            // Of what begins now the first check is in the next turn [SAM-0-10].
            let checks = before.map_or(0, |_| times);
            for _ in 0..checks {
                if matches!(self.body(who).life, Life::Dead) {
                    return;
                }
                self.check_ill(who, slot);
            }
            if staying >> slot & 1 == 1
                && let Some(ill) = &mut self.body_mut(who).ills[slot]
            {
                ill.stayed = ill.stayed.saturating_add(times);
            }
        }
    }

    /// What somebody breathes, stands in or catches at the start of its turn. Which of its afflictions it goes on being
    /// exposed to, as bits.
    fn exposures(&mut self, who: FighterId) -> u8 {
        let mut staying = 0;
        if !self.state.bodily.has(who) {
            return staying;
        }
        let place = |scene: &Self, poison: u8| {
            let ills = scene.body(who).ills;
            ills.iter()
                .position(|ill| ill.is_some_and(|ill| ill.poison == poison))
        };
        for cloud in self.state.clouds.into_iter().flatten() {
            if let Some(poison) = self.arena.weapon(cloud.weapon).poison
                && self.in_cloud(who, cloud)
            {
                self.afflict(who, poison, false);
                staying |= place(self, poison).map_or(0, |slot| 1 << slot);
            }
        }
        if let Some(poison) = self.radiation(who) {
            self.afflict(who, poison, false);
        }
        for poison in 0..self.arena.poisons.len() {
            if !self.arena.poisons[poison].airborne {
                continue;
            }
            let poison = u8::try_from(poison).unwrap_or(u8::MAX);
            let view = self.view();
            let mut others = self.state.bodily;
            others.remove(who);
            let near = others.iter().any(|other| {
                let has = view.body(other).ills.iter().flatten();
                let mut has = has.map(|ill| ill.poison);
                has.any(|ill| ill == poison) && view.distance(who, other) <= AIR
            });
            if near && place(self, poison).is_none() && self.dice.band(D6, &[1]) == 0 {
                self.tell("SAM-21-4", who, "catches what is in the air");
                self.afflict(who, poison, false);
            }
        }
        staying
    }

    /// The strongest radiation where somebody stands, as a poison [SAM-22-2].
    fn radiation(&self, who: FighterId) -> Option<u8> {
        const NAMES: [&str; 5] = [
            "radiation-minor",
            "radiation-light",
            "radiation-moderate",
            "radiation-heavy",
            "radiation-extreme",
        ];
        let own = self.view().block(who);
        let mut areas = self.arena.ground.radiation.iter();
        let (_, severity) = areas.find(|(cells, _)| cells.touches(own))?;
        let poisons = &self.arena.poisons;
        let at = poisons
            .iter()
            .position(|row| row.name == NAMES[*severity])?;
        u8::try_from(at).ok()
    }

    /// A fortitude check against an affliction [SAM-21-1].
    fn check_ill(&mut self, who: FighterId, slot: usize) {
        let Some(ill) = self.body(who).ills[slot] else {
            return;
        };
        let row = &self.arena.poisons[usize::from(ill.poison)];
        let doubled = u8::try_from(ill.doses.max(1).ilog2()).unwrap_or(0);
        let dc = row.dc + i32::from(doubled) + i32::from(ill.stayed);
        let bonus = self.view().fortitude(who);
        let least = self.checks().least(bonus, dc);
        let holds = luck::shows(self.dice, least);
        let name = &row.name;
        self.say("SAM-21-1", [who], |[who]| {
            let word = if holds { "resists" } else { "succumbs to" };
            format!("{who} {word} {name}, DC {dc}.")
        });
        let mut after = ill;
        if holds {
            after.successes += 1;
            after.failures = 0;
        } else {
            after.successes = 0;
            after.failures = after.failures.saturating_add(1);
        }
        let cured = after.successes >= CURED;
        self.body_mut(who).ills[slot] = (!cured).then_some(after);
        if cured {
            self.tell("SAM-21-1", who, "has overcome it");
            return;
        }
        if !holds {
            for _ in 0..=doubled {
                self.suffer(who, row.symptom, after.failures);
            }
        }
    }

    /// What a failed check brings [SAM-21-6, SAM-21-7].
    fn suffer(&mut self, who: FighterId, symptom: Symptom, failures: u8) {
        let life = self.body(who).life;
        let well = life == Life::Well;
        match symptom {
            Symptom::Wound if life != Life::Dead => self.wound(who, life),
            Symptom::Morale if well => self.discourage(who),
            Symptom::Mobility => self.body_mut(who).hindered += 1,
            Symptom::Unconscious if well => {
                self.body_mut(who).life = Life::Unconscious;
                self.tell("SAM-21-7", who, "loses consciousness");
                self.out(who);
            }
            Symptom::Staggered if well => self.stagger(who, 1),
            Symptom::StaggeredThenParalysed if well => {
                if failures >= 3 {
                    self.body_mut(who).paralysed = true;
                    self.tell("SAM-21-7", who, "is paralysed");
                    self.out(who);
                } else {
                    self.stagger(who, 1);
                }
            }
            Symptom::BlindedAndStaggered if well => {
                let rounds = u8::try_from(self.dice.roll(D6)).unwrap_or(1);
                let body = self.body_mut(who);
                if body.blinded != FOREVER {
                    body.blinded = body.blinded.max(rounds);
                }
                self.stagger(who, rounds);
            }
            Symptom::Random => {
                let kinds = [Symptom::Wound, Symptom::Morale, Symptom::Mobility];
                let pick = self.dice.roll(crate::dice::Die(3)) as usize - 1;
                self.suffer(who, kinds[pick], failures);
            }
            _ => {}
        }
    }

    fn stagger(&mut self, who: FighterId, rounds: u8) {
        let body = self.body_mut(who);
        body.staggered = body.staggered.max(rounds);
        self.tell("SAM-19-3", who, "is staggered");
    }
}
