//! The time between the fights of a day: the end of a fight, rests, and the beginning of the next fight.
//!
//! Clauses: SAM-15-5, SAM-15-9, SAM-15-10, SAM-18-6, SAM-18-8, SAM-18-9, SAM-18-11, SAM-19-10, SAM-21-6,
//! SAM-21-8. Interpretation of the rules: after a fight, dying fighters roll until they are dead or stable.
//! Meanwhile each able fighter with a Medicine bonus treats one of them. The medic with the highest bonus
//! treats the first dying fighter, unless its policy chooses another patient. All survivors wake before the
//! next fight. Broken fighters recover, because the number that their check must reach falls with each check.
//! Impaired limbs work again when the last wound has healed. Poisons with checks in every turn end after an
//! hour. Slower poisons stay.

use std::cmp::Reverse;

use crate::dice::Dice;
use crate::fight::{Away, FighterId, FighterSet, MOST_FIGHTERS, Pause, Witness};
use crate::frame::day::RestSpec;
use crate::rules::semiautomagic::nouns::{Arena, Body, Life, Limbs, Scene, State, Whereabouts};
use crate::rules::semiautomagic::reading::Symptom;

const HOUR: usize = 0;
const NIGHT: usize = 1;

/// The kinds of rest that a scenario may place between two fights. Each has the options that change it.
#[rustfmt::skip]
pub(crate) const RESTS: &[RestSpec] = &[
    RestSpec::new("an hour", "SAM-15-10", "a calm hour removes all morale penalties, and insanity with them").with(&["rest.hour_penalties"]),
    RestSpec::new("a night", "SAM-18-11", "everybody alive heals one wound, and has a calm hour; nobody heals who suffers from what afflicts with wounds").with(&["rest.hour_penalties", "rest.night_wounds"]),
    RestSpec::new("a day in bed", "SAM-18-11", "everybody alive heals as many wounds as its endurance, at least those of a night, and has a calm hour").with(&["rest.hour_penalties", "rest.night_wounds", "rest.bed_factor"]),
];

impl Arena {
    /// Sets `state` up for the next fight of a day. The fighters in `folk` took part in the fight before, and
    /// keep their wounds and other lasting effects ([`Body::carried`]). The fighters in `fresh` are as at the
    /// start of the day, and all others are absent. All stand at their starting places, with weapons loaded
    /// and in hand.
    pub(crate) fn begin_fight(&self, state: &mut State, fresh: FighterSet, folk: FighterSet) {
        let (later, unrisen) = (self.lineup.absent(), state.absent.and(self.lineup.absent()));
        **state = (*self.start).clone();
        let everybody: FighterSet = self.lineup.everybody().collect();
        state.absent = everybody;
        (state.bodily, state.fighting) = (FighterSet::NONE, FighterSet::NONE);
        for who in everybody.iter() {
            let start = self.start.body(who);
            if folk.has(who) && !unrisen.has(who) {
                let body = self.brought(who, state.body(who), start);
                *state.body_mut(who) = body;
                if body.life == Life::Dead {
                    continue;
                }
            } else {
                *state.body_mut(who) = *start;
                if unrisen.has(who) || !fresh.without(later).has(who) {
                    continue;
                }
            }
            self.take_part(state, who);
        }
        state.begin_step(self);
        self.mount_up(state);
    }

    /// Puts a fighter into the fight, unless it has fled for the rest of the day or arrives in a later round.
    fn take_part(&self, state: &mut State, who: FighterId) {
        state.absent.remove(who);
        let arrives = self.lineup.to_come(1, state.stage()).has(who);
        if arrives || state.body(who).life == Life::Fled {
            return;
        }
        state.bodily.add(who);
        let body = state.body(who);
        let breaks = body.broken && self.options.broken_is_out;
        if body.life == Life::Well && !body.paralysed && !breaks {
            state.fighting.add(who);
        }
    }

    /// Returns the state of `who` at the start of the next fight. `before` is its state after the last fight,
    /// and `start` is its state at the start of the day.
    fn brought(&self, who: FighterId, before: &Body, start: &Body) -> Body {
        let fighter = self.fighter(who);
        let mut body = before.carried(start);
        if body.life != start.life {
            body.posture = fighter.posture;
        }
        if body.life == Life::Dead {
            // A dead mount does not carry its rider, and a dead rider does not sit on its mount.
            body.unmounted = true;
        }
        let mut hands = fighter.arms.saturating_sub(body.limbs.arms);
        for ((item, fresh), &number) in (body.items.iter_mut())
            .zip(&start.items)
            .zip(&fighter.carries)
        {
            let weapon = self.weapon(number);
            (item.jammed, item.loaded) = (false, 0);
            item.shots = match weapon.ammunition {
                Some(_) => fresh.shots.min(item.ammunition),
                None => fresh.shots,
            };
            if item.place == Whereabouts::Destroyed {
                continue;
            }
            let packed = fighter.packed.contains(&weapon.name);
            let sheathed = fighter.sheathed.contains(&weapon.name);
            item.place = if packed {
                Whereabouts::Packed
            } else if sheathed || hands < weapon.hands {
                Whereabouts::Sheathed
            } else {
                hands -= weapon.hands;
                Whereabouts::Held
            };
        }
        body
    }

    /// Puts riders on foot if their mounts are dead.
    fn mount_up(&self, state: &mut State) {
        for rider in self.lineup.everybody() {
            if let Some(mount) = self.mounts[rider.index()]
                && state.body(mount).life == Life::Dead
            {
                state.body_mut(rider).unmounted = true;
            }
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays a pause between two fights for the fighters in `folk`. A pause is either the time directly after
    /// a fight, or a rest.
    pub(crate) fn pause(&mut self, pause: Pause, folk: FighterSet) {
        let folk = folk.without(self.state.absent);
        if let Pause::Aftermath(away) = pause {
            return self.gather(folk, away);
        }
        for who in folk.filter(|who| self.body(who).life == Life::Well).iter() {
            self.calm_down(who);
            match pause {
                Pause::Aftermath(_) | Pause::Rest(HOUR) => {}
                Pause::Rest(NIGHT) => self.recover(who, self.arena.options.rules.rest.night_wounds),
                Pause::Rest(_) => {
                    let rest = self.arena.options.rules.rest;
                    let wounds = rest.bed_factor * self.fighter(who).endurance;
                    let wounds = u8::try_from(wounds.max(0)).unwrap_or(u8::MAX);
                    self.recover(who, wounds.max(rest.night_wounds));
                }
            }
        }
    }

    /// Returns whether a fighter takes no part in this fight, because it belongs to another fight of the day
    /// or died in an earlier one.
    pub(super) fn is_elsewhere(&self, who: FighterId) -> bool {
        self.state.absent.has(who) && !self.arena.lineup.absent().has(who)
    }

    /// Returns the medic with the highest Medicine bonus. If several have it, returns the first in listing
    /// order.
    fn best_medic(&self, medics: FighterSet) -> Option<FighterId> {
        let skill = |&medic: &FighterId| (self.fighter(medic).medicine, Reverse(medic.0));
        medics.iter().max_by_key(skill)
    }

    /// Plays what follows after a fight: medics treat the dying, and the survivors wake and recover. If
    /// `away` says so, fighters that fled do not come back.
    fn gather(&mut self, folk: FighterSet, away: Away) {
        let able = folk.filter(|who| self.is_able(who));
        let mut medics = able.filter(|who| self.fighter(who).medicine.is_some());
        let dying = folk.filter(|who| self.view().is_dying(who));
        let mut chosen = [None; MOST_FIGHTERS];
        let mut open = dying;
        let mut asked = medics;
        while !open.is_empty()
            && let Some(medic) = self.best_medic(asked)
        {
            asked.remove(medic);
            if let Some(patient) = self.treats(medic, open) {
                chosen[patient.index()] = Some(medic);
                open.remove(patient);
                medics.remove(medic);
            }
        }
        for who in dying.iter() {
            let medic = chosen[who.index()].or_else(|| self.best_medic(medics));
            if let Some(medic) = medic {
                medics.remove(medic);
            }
            self.treat(who, medic);
        }
        for who in folk.iter() {
            if away.fled && self.body(who).life == Life::Fled {
                continue;
            }
            let is_disheartened = self.body(who).broken || self.view().will(who) == 0;
            let recovered = self.arena.options.rules.morale.recovered;
            let body = self.body_mut(who);
            let life = std::mem::replace(&mut body.life, Life::Well);
            if life == Life::Dead {
                body.life = Life::Dead;
                continue;
            }
            (body.paralysed, body.dc) = (false, 0);
            if is_disheartened {
                body.penalties = body.penalties.saturating_sub(recovered);
                (body.broken, body.confused) = (false, 0);
                self.tell("SAM-15-9", who, "takes heart again");
            }
            match life {
                Life::Stable | Life::Unconscious => self.tell("SAM-19-10", who, "wakes up"),
                Life::Fled => self.tell("SAM-15-4", who, "is back with the others"),
                Life::Well | Life::Dying | Life::Dead => {}
            }
            self.state.fighting.add(who);
        }
    }

    /// Gives a fighter a calm hour. Its morale penalties and its insanity end [SAM-15-5, SAM-15-10]. Its
    /// poisons with checks in every turn end as well.
    fn calm_down(&mut self, who: FighterId) {
        let removed = self.arena.options.rules.rest.hour_penalties;
        let poisons = &self.arena.poisons;
        let body = self.body_mut(who);
        for ill in &mut body.ills {
            *ill = ill.filter(|ill| poisons[usize::from(ill.poison)].checks == 0);
        }
        let hinders = |symptom| matches!(symptom, Symptom::Mobility | Symptom::Random);
        let mut ills = body.ills.iter().flatten();
        if !ills.any(|ill| hinders(poisons[usize::from(ill.poison)].symptom)) {
            body.hindered = 0;
        }
        if body.penalties > 0 && removed > 0 {
            body.penalties = body.penalties.saturating_sub(removed);
            (body.confused, body.control) = (0, 0);
            let left = body.penalties;
            let told = format_args!("is calm, and has {left} morale penalties");
            self.tell("SAM-15-10", who, told);
        }
    }

    /// Heals up to `wounds` wounds [SAM-18-11]. A fighter does not heal while it has an affliction whose
    /// symptom is a wound [SAM-21-6].
    fn recover(&mut self, who: FighterId, wounds: u8) {
        let wounds_it = |symptom| matches!(symptom, Symptom::Wound | Symptom::Random);
        let poisons = &self.arena.poisons;
        let mut ills = self.body(who).ills.iter().flatten();
        let ails = ills.any(|ill| wounds_it(poisons[usize::from(ill.poison)].symptom));
        if ails || self.fighter(who).object || self.body(who).wounds == 0 || wounds == 0 {
            return;
        }
        let body = self.body_mut(who);
        body.wounds = body.wounds.saturating_sub(wounds);
        let left = body.wounds;
        if left == 0 {
            body.limbs = Limbs::default();
            for item in &mut body.items {
                item.shaky = false;
            }
        }
        let plural = if left == 1 { "" } else { "s" };
        let told = format_args!("rests, and has {left} wound{plural}");
        self.tell("SAM-18-11", who, told);
    }
}
