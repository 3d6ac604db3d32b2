//! Poisons, diseases and radiation.
//!
//! Clauses: SAM-18-7, SAM-21-1..8, SAM-22-2.

use crate::dice::{Dice, Die, Topic};
use crate::fight::{FighterId, FighterSet, SideId, Witness};
use crate::rules::semiautomagic::fields::SEVERITIES;
use crate::rules::semiautomagic::nouns::{Cloud, D6, FOREVER, Ill, Life, Scene, luck};
use crate::rules::semiautomagic::reading::{MOST_ILLS, Poison, Symptom};

impl<'a, D: Dice, W: Witness> Scene<'a, D, W> {
    pub(super) fn poison(&self, poison: u8) -> &'a Poison {
        &self.arena.poisons[usize::from(poison)]
    }

    /// Applies the poison of a weapon that has done damage. If the doses on the weapon are limited, one is
    /// used up [SAM-21-2].
    pub(super) fn envenom(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        let row = self.arena.weapon(weapon);
        let Some(poison) = row.poison.filter(|&poison| self.poison(poison).by_injury) else {
            return;
        };
        if row.doses > 0
            && let Some(at) = self.view().slot(who, weapon)
        {
            let item = &mut self.body_mut(who).items[at];
            if item.doses == 0 {
                return;
            }
            item.doses -= 1;
        }
        self.afflict(target, poison, true, self.borne_by(who, poison));
    }

    /// Returns the side of `who`, if the dead rise from this poison. Otherwise returns `None` [SAM-21-8].
    pub(super) fn borne_by(&self, who: FighterId, poison: u8) -> Option<SideId> {
        self.arena.bearer(poison, self.arena.lineup.side(who))
    }

    /// Exposes a fighter to a poison. The first exposure starts an affliction. If `dose` is set, another
    /// exposure to the same poison makes the affliction worse, and the successes of its checks are lost
    /// [SAM-21-5]. `by` is the side that brings the poison. If several sides bring it, the latest counts
    /// [SAM-21-8].
    pub(super) fn afflict(&mut self, who: FighterId, poison: u8, dose: bool, by: Option<SideId>) {
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
                ill.by = by;
            }
            return;
        }
        let Some(slot) = ills.iter().position(Option::is_none) else {
            return;
        };
        ills[slot] = Some(Ill {
            poison,
            doses: 1,
            by,
            ..Ill::default()
        });
        let name = &self.poison(poison).name;
        self.tell("SAM-21-1", who, format_args!("suffers from {name}"));
    }

    /// Plays what poisons do at the start of a turn: first new exposures by breath and contagion, then the
    /// checks of every affliction [SAM-0-10].
    pub(super) fn sicken(&mut self, who: FighterId) {
        if matches!(self.body(who).life, Life::Dead | Life::Fled) {
            return;
        }
        self.dice.about(Topic::Save);
        let turn = self.arena.options.rules.time.turn;
        let before = self.body(who).ills;
        self.exposures(who);
        for (slot, before) in before.into_iter().enumerate() {
            let Some(ill) = self.body(who).ills[slot] else {
                continue;
            };
            let times = self.poison(ill.poison).checks;
            // The first check of an affliction that begins now comes in the next turn [SAM-0-10].
            let checks = before.map_or(0, |_| times);
            for check in 1..=checks {
                if self.body(who).life == Life::Dead {
                    return;
                }
                if let Some(ill) = &mut self.body_mut(who).ills[slot] {
                    let spent = check * (turn / times) <= ill.inhaled;
                    ill.stayed = ill.stayed.saturating_add(spent.into());
                }
                self.check_ill(who, slot);
            }
            let inhaled = turn * u8::from(self.inhales(who, ill.poison));
            if let Some(ill) = &mut self.body_mut(who).ills[slot] {
                ill.inhaled = inhaled;
            }
        }
    }

    /// Returns whether a fighter is in an area where it inhales this poison [SAM-21-3].
    fn inhales(&self, who: FighterId, poison: u8) -> bool {
        let mut clouds = self.state.clouds.into_iter().flatten();
        let of_it = |cloud: &Cloud| self.arena.weapon(cloud.weapon).poison == Some(poison);
        self.state.bodily.has(who) && clouds.any(|one| of_it(&one) && self.in_cloud(who, one))
    }

    /// Corrects how many seconds `who` has inhaled a poison, when it leaves the area by a movement of
    /// `seconds` seconds. Only the seconds of its turn before this movement count. `mover` is the fighter
    /// itself or its mount [SAM-21-3].
    pub(super) fn come_out(&mut self, who: FighterId, mover: FighterId, seconds: u8) {
        if !self.arena.scope.poison {
            return;
        }
        let later = seconds + self.body(mover).clock.left;
        let inhaled = self.seconds_of_turn(mover).saturating_sub(later);
        for slot in 0..MOST_ILLS {
            if let Some(ill) = self.body(who).ills[slot]
                && ill.inhaled > inhaled
                && !self.inhales(who, ill.poison)
            {
                self.body_mut(who).ills[slot] = Some(Ill { inhaled, ..ill });
            }
        }
    }

    /// Exposes a fighter to the poisons that it inhales or catches at the start of its turn, and to the
    /// radiation of its cells.
    fn exposures(&mut self, who: FighterId) {
        if !self.state.bodily.has(who) {
            return;
        }
        for cloud in self.state.clouds.into_iter().flatten() {
            if let Some(poison) = self.arena.weapon(cloud.weapon).poison
                && self.in_cloud(who, cloud)
            {
                self.afflict(who, poison, false, cloud.by);
            }
        }
        if let Some(poison) = self.radiation(who) {
            // No side has brought the radiation, so it counts as brought by the fighter's own side
            // [SAM-21-8].
            self.afflict(who, poison, false, self.borne_by(who, poison));
        }
        let rules = &self.arena.options.rules.poison;
        let air = 2 * u32::from(rules.air);
        let poisons = (0..=u8::MAX).zip(&self.arena.poisons);
        for (poison, _) in poisons.filter(|(_, row)| row.airborne) {
            let view = self.view();
            let mut others = self.state.bodily.without(FighterSet::of(who)).iter();
            let ails = |who: FighterId| {
                let mut ills = view.body(who).ills.iter().flatten();
                ills.any(|ill| ill.poison == poison)
            };
            let near = others.find(|&other| ails(other) && view.distance(who, other) <= air);
            if let Some(other) = near
                && !ails(who)
                && self.dice.band(D6, &[rules.air_faces]) == 0
            {
                self.tell("SAM-21-4", who, "catches what is in the air");
                self.afflict(who, poison, false, self.borne_by(other, poison));
            }
        }
    }

    /// Returns the poison that has the effects of the strongest radiation in the cells of `who` [SAM-22-2].
    fn radiation(&self, who: FighterId) -> Option<u8> {
        let own = self.view().block(who);
        let mut areas = self.arena.ground.radiation.iter();
        let (_, severity) = areas.find(|(cells, _)| cells.touches(own))?;
        let severity = |name: &str| name.strip_prefix("radiation-") == Some(SEVERITIES[*severity]);
        let mut poisons = self.arena.poisons.iter();
        u8::try_from(poisons.position(|row| severity(&row.name))?).ok()
    }

    /// Rolls a fortitude check against the affliction at index `slot` of those that the fighter has
    /// [SAM-21-1].
    fn check_ill(&mut self, who: FighterId, slot: usize) {
        let Some(ill) = self.body(who).ills[slot] else {
            return;
        };
        let row = self.poison(ill.poison);
        let doubled = u8::try_from(ill.doses.max(1).ilog2()).unwrap_or(0);
        let rules = &self.arena.options.rules.poison;
        let dc =
            row.dc + rules.overdose * i32::from(doubled) + rules.inhaled * i32::from(ill.stayed);
        let bonus = self.view().fortitude(who);
        let least = self.arena.options.least(bonus, dc);
        let holds = luck::shows(self.dice, least);
        let word = if holds { "resists" } else { "succumbs to" };
        let told = format_args!("{word} {}, DC {dc}", row.name);
        self.tell("SAM-21-1", who, told);
        let (better, worse) = (ill.successes + 1, ill.failures.saturating_add(1));
        let (successes, failures) = if holds { (better, 0) } else { (0, worse) };
        let after = Ill {
            successes,
            failures,
            ..ill
        };
        let cured = successes >= rules.cured;
        self.body_mut(who).ills[slot] = (!cured).then_some(after);
        if cured {
            self.tell("SAM-21-1", who, "has overcome it");
        } else if !holds {
            for _ in 0..=doubled * rules.overdose_symptoms {
                self.suffer(who, row.symptom, failures);
            }
        }
    }

    /// Applies `symptom` after a failed check. `failures` is the number of checks failed in a row [SAM-21-6,
    /// SAM-21-7].
    fn suffer(&mut self, who: FighterId, symptom: Symptom, failures: u8) {
        let life = self.body(who).life;
        let well = life == Life::Well;
        let rules = &self.arena.options.rules.poison;
        match symptom {
            Symptom::Wound if life != Life::Dead => self.wound(who, life),
            Symptom::Morale if well => self.discourage(who),
            Symptom::Mobility => {
                let body = self.body_mut(who);
                body.hindered = body.hindered.saturating_add(1);
            }
            Symptom::Unconscious => self.knock_out(who, ("SAM-21-7", "loses consciousness")),
            Symptom::StaggeredThenParalysed if well && failures >= rules.paralysed => {
                self.body_mut(who).paralysed = true;
                self.tell("SAM-21-7", who, "is paralysed");
                self.out(who);
            }
            Symptom::Staggered | Symptom::StaggeredThenParalysed if well => {
                self.stagger(who, rules.staggered);
            }
            Symptom::BlindedAndStaggered if well => {
                let rounds = u8::try_from(self.dice.total(rules.blinded)).unwrap_or(0);
                let body = self.body_mut(who);
                if body.blinded != FOREVER {
                    body.blinded = body.blinded.max(rounds);
                }
                self.stagger(who, rounds);
            }
            Symptom::Random => {
                let kinds = [Symptom::Wound, Symptom::Morale, Symptom::Mobility];
                let pick = self.dice.roll(Die(3)) as usize - 1;
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
