//! Events that a scenario schedules for certain rounds: falls, collisions, and the waking of sleepers.
//!
//! Clauses: SAM-0-3, SAM-11-12, SAM-12-4, SAM-14-3, SAM-16-1..4, SAM-19-11.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::Scene;
use crate::rules::semiautomagic::questions::{DamageResult, squares, verdict};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays the scheduled events at the start of a round: first wakings [SAM-19-11] and falls, fighter by
    /// fighter, then collisions.
    pub(super) fn events(&mut self) {
        if !self.arena.scope.events {
            return;
        }
        let round = self.state.round;
        for who in self.arena.lineup.everybody() {
            if self.is_elsewhere(who) {
                continue;
            }
            if self.body(who).asleep && self.fighter(who).wakes == Some(round) {
                self.wake(who);
            }
            let falls = self.fighter(who).falls.filter(|fall| fall.round == round);
            if let Some(fall) = falls
                && self.state.bodily.has(who)
                && !self.is_over()
            {
                self.fall(who, fall.metres, fall.surface, fall.ledge);
            }
        }
        for at in 0..self.arena.ground.collisions.len() {
            if self.arena.ground.collisions[at].round == round && !self.is_over() {
                self.collide(at);
            }
        }
    }

    /// Compares damage that does not come from an attack with the Toughness and the Minimum Toughness of
    /// `who`, and applies it. There is no defence against such damage.
    fn batter(&mut self, who: FighterId, damage: i32, clause: &'static str) {
        let toughness = self.view().toughness(who);
        let both = self.view().with_minimum(toughness);
        let verdict = verdict(damage, both, &self.arena.options);
        let [_, least] = both;
        let told = format_args!("takes {damage} damage against {toughness}/{least}");
        self.tell(clause, who, told);
        let life = self.body(who).life;
        match verdict {
            DamageResult::Nothing => {}
            DamageResult::Minor => self.wound(who, life),
            DamageResult::Major => self.fell(who, life, false),
        }
    }

    /// Plays a fall of `metres` metres. By default the damage is d6, plus three times the scale, plus 1 for
    /// each 5 metres or part of them, plus `surface`. The fighter ends prone. If `ledge`, a reflex check may
    /// prevent the fall [SAM-16-1..3].
    pub(super) fn fall(&mut self, who: FighterId, metres: i32, surface: i32, ledge: bool) {
        if metres <= 0 {
            return;
        }
        self.dice.about(Topic::Save);
        let fighter = self.fighter(who);
        let rules = &self.arena.options.rules.falls;
        let dc = rules.ledge;
        if ledge && self.makes(Topic::Save, fighter.reflex, dc) {
            return self.tell_sum("SAM-16-3", who, "catches the ledge", (fighter.reflex, dc));
        }
        // The height of the fall counts as distance moved in this turn [SAM-11-12].
        let halves = u16::try_from(2 * metres).unwrap_or(u16::MAX);
        let clock = self.state.clock_mut(who);
        clock.moved = clock.moved.saturating_add(halves);
        self.dice.about(Topic::Damage);
        let height = ((metres + rules.metres - 1) / rules.metres).min(rules.most);
        let rolled = self.dice.total(rules.damage);
        let large = self.arena.options.rules.scale.falls * fighter.scale;
        let damage = rolled + large + height + surface - fighter.tuck_and_roll;
        self.fall_prone(who);
        self.batter(who, damage.max(0), "SAM-16-1");
    }

    /// Plays the collision at index `at` of those in the scenario. Fighters that dodge take no damage. A
    /// single damage roll counts for all others [SAM-16-4].
    fn collide(&mut self, at: usize) {
        let arena = self.arena;
        let collision = &arena.ground.collisions[at];
        let who = arena.collisions[at].and(self.state.bodily);
        if who.is_empty() {
            return;
        }
        let scales = || {
            let all = who.iter().map(|one| self.fighter(one).scale);
            all.chain(collision.object)
        };
        let (small, large) = (scales().min().unwrap_or(0), scales().max().unwrap_or(0));
        let mut struck = who;
        for one in who.iter() {
            let fighter = self.fighter(one);
            let Some(bonus) = fighter.dodge.filter(|_| !self.body(one).is_helpless()) else {
                continue;
            };
            let dc = self.arena.options.rules.falls.collision_dodge + large - small;
            if self.makes(Topic::Defence, bonus, dc) {
                struck.remove(one);
                self.tell("SAM-16-4", one, "dodges the collision");
            }
        }
        if struck.is_empty() {
            return;
        }
        self.dice.about(Topic::Damage);
        let rules = &self.arena.options.rules;
        let rolled = self.dice.total(rules.falls.collision);
        let weight = if collision.crushed { large } else { small };
        for one in struck.iter() {
            let step = rules.falls.collision_squares;
            let speed = squares(collision.speed, self.fighter(one).scale) / step;
            let damage = rolled + rules.scale.collisions * weight + speed;
            self.batter(one, damage.max(0), "SAM-16-4");
        }
    }
}
