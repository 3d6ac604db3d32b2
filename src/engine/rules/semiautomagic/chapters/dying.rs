//! Wounds, dying and death, the treatment of dying fighters, and how fighters leave the fight.
//!
//! Clauses: SAM-0-8, SAM-0-9, SAM-18-2, SAM-18-5..10, SAM-19-10, SAM-20-3, SAM-20-4.

use crate::dice::{Dice, Die, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::events::{STABILISES, WOUND};
use crate::rules::semiautomagic::nouns::{Life, Scene, View};
use crate::rules::semiautomagic::rules::Dying;

impl View<'_> {
    /// Returns the number of wounds of a fighter, and the smallest number of wounds that makes its dying
    /// checks impossible [SAM-18-6]. If the fighter has more wounds than that, the first number is lowered to
    /// the second.
    pub(crate) fn harm(self, who: FighterId) -> (u32, u32) {
        let options = &self.arena.options;
        let dc: i32 = options.dying_dc.into();
        let each = options.rules.dying.wound_check.max(1);
        let most = (6 + self.fighter(who).endurance - dc) / each + 1;
        let most = u32::try_from(most).unwrap_or(0).max(1);
        (u32::from(self.body(who).wounds).min(most), most)
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Gives a fighter one wound. `before` is its state before the attack. If it was already dying then, it
    /// dies of this wound [SAM-18-7].
    pub(super) fn wound(&mut self, who: FighterId, before: Life) {
        self.count_wound(who);
        let life = self.body(who).life;
        if before == Life::Dying {
            self.die(who);
        } else if life == Life::Dying {
            self.too_late(who);
        } else if self.arena.options.wound_death
            && life == Life::Well
            && self.view().toughness(who) <= 0
        {
            self.start_dying(who);
        }
    }

    /// Adds one wound to a fighter and reports it. Nothing else follows from the wound.
    pub(super) fn count_wound(&mut self, who: FighterId) {
        self.state.wound(who);
        let wounds = self.body(who).wounds;
        self.note(who, WOUND);
        let plural = if wounds == 1 { "" } else { "s" };
        self.tell("SAM-18-1", who, format_args!("has {wounds} wound{plural}"));
    }

    /// Applies damage that exceeds the Toughness. A fighter takes a wound and starts dying or, if `spared`,
    /// falls unconscious [SAM-20-4]. An object is destroyed [SAM-5-3, SAM-18-2].
    pub(super) fn fell(&mut self, who: FighterId, before: Life, spared: bool) {
        if self.fighter(who).object {
            self.body_mut(who).life = Life::Dead;
            self.tell("SAM-18-2", who, "is destroyed");
            return self.out(who);
        }
        self.wound(who, before);
        match self.body(who).life {
            Life::Dead | Life::Dying => {}
            _ if spared => self.knock_out(who, ("SAM-20-4", "is knocked out")),
            _ => self.start_dying(who),
        }
    }

    /// Makes a fighter unconscious, or switches a device off [SAM-20-3, SAM-20-4]. The transcript cites
    /// `clause` and says `what` about the fighter.
    pub(super) fn knock_out(&mut self, who: FighterId, (clause, what): (&'static str, &str)) {
        if self.body(who).life == Life::Well {
            self.body_mut(who).life = Life::Unconscious;
            self.tell(clause, who, what);
            self.out(who);
        }
    }

    /// Makes a fighter start dying. It is out of the fight from now on [SAM-18-5, SAM-18-6].
    pub(super) fn start_dying(&mut self, who: FighterId) {
        let dc = self.arena.options.dying_dc;
        let body = self.body_mut(who);
        (body.life, body.dc) = (Life::Dying, dc);
        self.tell("SAM-18-5", who, "is dying");
        self.too_late(who);
        self.out(who);
    }

    /// Returns the bonus of a fighter's dying checks: the endurance. A house rule decides whether each wound
    /// reduces it [SAM-18-6].
    fn tenacity(&self, who: FighterId) -> i32 {
        let options = &self.arena.options;
        let counted = i32::from(options.dying_wounds) * options.rules.dying.wound_check;
        self.fighter(who).endurance - counted * i32::from(self.body(who).wounds)
    }

    /// Kills a dying fighter if no dying check of it can succeed any more [SAM-18-6].
    pub(super) fn too_late(&mut self, who: FighterId) {
        if self.is_too_late(who) {
            self.die(who);
        }
    }

    pub(super) fn die(&mut self, who: FighterId) {
        let died_before = self.body(who).life == Life::Dead;
        self.pass_away(who);
        if self.arena.scope.rises && !died_before {
            self.may_rise(who);
        }
    }

    /// Marks a fighter as dead and reports it. It cannot rise from the dead.
    fn pass_away(&mut self, who: FighterId) {
        self.body_mut(who).life = Life::Dead;
        self.tell("SAM-18-7", who, "dies");
        self.out(who);
    }

    /// Returns whether the dying check of a fighter would fail with every face of the die [SAM-18-6].
    fn is_too_late(&self, who: FighterId) -> bool {
        i32::from(self.body(who).dc) > 6 + self.tenacity(who)
    }

    /// Plays a dying fighter's turn. The first roll may make the fighter stable. If it does not, a dying
    /// check follows, and a failed check brings the fighter nearer to death [SAM-18-6, SAM-18-8].
    pub(super) fn cling_to_life(&mut self, who: FighterId) {
        self.dice.about(Topic::Save);
        let Dying {
            stabilise_die: die,
            stabilise_from: from,
            ..
        } = self.arena.options.rules.dying;
        if self.dice.band(Die(die), &[from - 1]) == 1 {
            self.body_mut(who).life = Life::Stable;
            let face = if from == die {
                format_args!("stabilises, with a {from} on 1d{die}")
            } else {
                format_args!("stabilises, with {from} or more on 1d{die}")
            };
            return self.tell("SAM-18-8", who, face);
        }
        let (bonus, dc) = (self.tenacity(who), self.body(who).dc.into());
        if self.makes(Topic::Save, bonus, dc) {
            return self.tell_sum("SAM-18-6", who, "clings to life", (bonus, dc));
        }
        self.body_mut(who).dc += self.arena.options.rules.dying.step;
        self.tell_sum("SAM-18-6", who, "comes nearer to death", (bonus, dc));
        self.too_late(who);
    }

    /// Lets dying fighters roll after the fight until each is dead or stable [SAM-0-9]. Nobody rises from the
    /// dead any more. If the fight belongs to a day, the survivors of a side treat their dying in the pause
    /// instead.
    pub(super) fn aftermath(&mut self) {
        for who in self.arena.lineup.everybody() {
            let friends = self.state.fighting.and(self.arena.lineup.allies(who));
            if self.arena.cast.is_of_the_people(who) && !friends.is_empty() {
                continue;
            }
            while self.view().is_dying(who) {
                self.linger(who);
            }
        }
    }

    /// Plays several turns of a dying fighter at once, up to the first turn that changes something [SAM-18-6,
    /// SAM-18-8]. In each turn, 1d10 decides whether the fighter becomes stable, and a d6 is its dying check.
    /// By default this makes 60 equally likely combinations, and some of them change nothing. Only one of the
    /// combinations that change something is drawn, with a single roll. This has the same odds as to roll
    /// turn by turn until something changes.
    fn linger(&mut self, who: FighterId) {
        let [failing, stabilising] = self.changes(who);
        self.dice.about(Topic::Save);
        if self.dice.band(Die(stabilising + failing), &[stabilising]) == 0 {
            self.body_mut(who).life = Life::Stable;
            return self.tell("SAM-18-8", who, "stabilises in the end");
        }
        self.come_nearer(who);
    }

    /// Returns how many combinations of the 1d10 and the d6 bring a dying fighter nearer to death, and how
    /// many make it stable. By default there are 60 combinations in all.
    fn changes(&self, who: FighterId) -> [u32; 2] {
        let (bonus, dc) = (self.tenacity(who), self.body(who).dc.into());
        let Dying {
            stabilise_die,
            stabilise_from,
            ..
        } = self.arena.options.rules.dying;
        let failing = (stabilise_from - 1) * (6 - self.makings(bonus, dc));
        [failing, 6 * (stabilise_die + 1 - stabilise_from)]
    }

    /// Returns with how many faces of a d6 a check succeeds. The d6 + `bonus` must reach `dc`.
    fn makings(&self, bonus: i32, dc: i32) -> u32 {
        let least = self.arena.options.least(bonus, dc);
        let faces = (1..=6).filter(|&face| face >= least).count();
        u32::try_from(faces).expect("at most six faces")
    }

    /// Applies a failed dying check after the fight: the next check must reach a higher number.
    fn come_nearer(&mut self, who: FighterId) {
        let (bonus, dc) = (self.tenacity(who), self.body(who).dc.into());
        self.body_mut(who).dc += self.arena.options.rules.dying.step;
        self.tell_sum("SAM-18-6", who, "comes nearer to death", (bonus, dc));
        if self.is_too_late(who) {
            self.pass_away(who);
        }
    }

    /// Plays turns of a dying fighter after a fight of a day, until the fighter is dead or stable. In each
    /// round, the fighter rolls first, and then `medic` tries to stabilise it [SAM-18-6, SAM-18-8, SAM-18-9].
    /// Rounds that change nothing are skipped, as in [`linger`](Self::linger).
    pub(super) fn treat(&mut self, who: FighterId, medic: Option<FighterId>) {
        while self.view().is_dying(who) {
            let bonus = medic.and_then(|medic| self.fighter(medic).medicine);
            let (Some(medic), Some(bonus)) = (medic, bonus) else {
                self.linger(who);
                continue;
            };
            let [failing, stabilising] = self.changes(who);
            let die = self.arena.options.rules.dying.stabilise_die;
            let unchanged = 6 * die - failing - stabilising;
            let helped = unchanged * self.makings(bonus, self.body(who).dc.into());
            let limits = [6 * stabilising, 6 * stabilising + helped];
            self.dice.about(Topic::Save);
            match self.dice.band(Die(limits[1] + 6 * failing), &limits) {
                0 => {
                    self.body_mut(who).life = Life::Stable;
                    self.tell("SAM-18-8", who, "stabilises in the end");
                }
                1 => {
                    self.body_mut(who).life = Life::Stable;
                    self.note(medic, STABILISES);
                    self.tell_of("SAM-18-9", [medic, who], "stabilises in the end");
                }
                _ => {
                    self.come_nearer(who);
                    if self.view().is_dying(who) {
                        self.stabilise(medic, who);
                    }
                }
            }
        }
    }

    /// Makes the Medicine roll of `who` to stabilise the dying fighter `patient` [SAM-18-9].
    pub(super) fn stabilise(&mut self, who: FighterId, patient: FighterId) {
        let bonus = self.view().shared(who, |fighter| fighter.medicine);
        let (bonus, dc) = (bonus.unwrap_or(0), self.body(patient).dc.into());
        let mut word = "fails to stabilise";
        if self.makes(Topic::Healing, bonus, dc) {
            self.body_mut(patient).life = Life::Stable;
            self.note(who, STABILISES);
            word = "stabilises";
        }
        let sum = self.sum(bonus, dc);
        self.say("SAM-18-9", [who, patient], |[who, patient]| {
            format!("{who} {word} {patient}: {sum}.")
        });
    }

    /// Removes a fighter from the fight, for good [SAM-0-8].
    pub(super) fn out(&mut self, who: FighterId) {
        self.drop_out(who, true);
    }

    /// Removes a fighter from the fight, and throws its rider off [SAM-0-8]. If `settled`, the fighter will
    /// not come back, so that its state can be cleared.
    pub(super) fn drop_out(&mut self, who: FighterId, settled: bool) {
        if !self.state.fighting.has(who) {
            return;
        }
        let rider = self.view().sitter(who);
        self.state.fighting.remove(who);
        self.witness.downed(who, self.state.round.into());
        self.release(who);
        if settled {
            self.settle(who);
            if self.arena.scope.possession {
                self.expel(who);
            }
        }
        if let Some(rider) = rider {
            self.thrown_off(rider, who);
        }
    }

    /// Clears the fields of a fighter that is out of the fight, except for those that can still affect the
    /// fight.
    pub(super) fn settle(&mut self, who: FighterId) {
        let scope = &self.arena.scope;
        // A fighter that is out of the fight has seconds left only in its own turn, or if one of these rules
        // is in use.
        let has_left = self.state.actor == who || scope.delays || scope.possession || scope.mounts;
        let left = has_left.then(|| self.body(who).clock.left);
        let before = *self.body(who);
        self.body_mut(who).settle(left.unwrap_or(0));
        if self.arena.cast.is_of_the_people(who) {
            self.body_mut(who).keep(&before);
        }
    }
}
