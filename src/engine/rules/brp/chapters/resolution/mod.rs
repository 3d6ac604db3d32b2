//! The Resolution phase, which ends a round and finds out whether the fight is over.
//!
//! Clauses: BRP-5.1-1, BRP-5.9-8, BRP-5.12-3, BRP-5.12-5, BRP-5.14-2..5, BRP-X-9. The phase has these parts,
//! in this order: afflictions, reloading, First Aid by the healers in listing order, flights, deaths,
//! wakings, the end of the fight if it is decided, the end of the fight at the round cap.

use crate::dice::{Dice, Topic};
use crate::fight::{Ending, FighterId, FighterSet, Outcome, Progress, Witness};
use crate::rules::brp::nouns::columns::{HIT_POINTS, INJURIES};
use crate::rules::brp::nouns::{
    Action, Body, Condition, INJURY_SIZES, Level, Scene, Treatment, View,
};
use crate::rules::brp::telling::{Roll, count, when};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Ends the round, and the fight if it is decided.
    #[inline]
    pub(crate) fn resolution(&mut self) -> Progress {
        if self.arena.scope.afflicts {
            self.suffer();
        }
        if self.arena.scope.chores {
            self.reload();
            self.first_aid();
        }
        if self.arena.scope.leaves {
            self.flights();
        }
        if !self.down().is_empty() {
            self.deaths_and_wakings();
        }
        if self.kept.goes_on(self.state.able) && self.state.round < self.arena.cast.round_cap {
            self.clear();
            return Progress::Goes;
        }
        if let Some(ending) = self.view().ending() {
            let rounds = self.state.round;
            if ending == Ending::Undecided && rounds < self.arena.cast.round_cap {
                self.say("BRP-X-9", [], |[]| {
                    "Nobody who stands can hurt an enemy any more.".to_owned()
                });
            }
            return Progress::Ended(Outcome {
                ending,
                rounds,
                standing: self.state.able,
            });
        }
        // Usually the able fighters alone decide whether the fight is over. This is not so if it may end in a
        // stalemate or if fighters are still to arrive.
        let goes_on = self.arena.lineup.ending(self.state.able).is_none();
        if !self.arena.scope.stalemates && goes_on {
            self.kept.note_going_on(self.state.able);
        }
        self.clear();
        Progress::Goes
    }

    /// [BRP-5.9-8] Subtracts one round from the reloading time of each weapon that an able fighter has
    /// reloaded during the whole round. A fighter that gave First Aid instead has not reloaded [BRP-X-5].
    fn reload(&mut self) {
        for who in self.state.able.iter() {
            let body = self.body_mut(who);
            let (Action::Reload { item }, None) = (body.intent.action, body.treating) else {
                continue;
            };
            let left = self.state.load(who, item);
            let name = &self.arena.item(who, item).name;
            self.say("BRP-5.9-8", [who], |[who]| match left {
                0 => format!("The {name} of {who} is loaded."),
                _ => format!(
                    "The {name} of {who} needs {} more.",
                    count(left.into(), "round")
                ),
            });
        }
    }

    /// [BRP-5.14-4] Applies the First Aid that was given in this round. If the options let First Aid take
    /// effect a round later, applies that of the last round.
    fn first_aid(&mut self) {
        for who in self.arena.lineup.everybody() {
            let same_round = self.arena.options.first_aid_same_round;
            let body = self.body_mut(who);
            let is_new = body.treating.is_some() || body.treating_later.is_some();
            let begun = body.treating.take();
            let due = if same_round {
                begun
            } else {
                std::mem::replace(&mut body.treating_later, begun)
            };
            if is_new {
                self.write(who, INJURIES);
            }
            let Some(treatment) = due else { continue };
            let patient = treatment.patient;
            if self.state.able.has(who) && self.view().in_reach(who, patient) {
                self.treat(who, treatment);
            } else {
                let what = "can no longer tend to";
                self.tell_of("BRP-5.14-4", [who, patient], what);
            }
        }
    }

    /// [BRP-5.14-2, BRP-5.14-3] Makes one attempt to treat an injury. The injury then counts as treated, even
    /// if the attempt fails.
    pub(super) fn treat(&mut self, healer: FighterId, treatment: Treatment) {
        let patient = treatment.patient;
        let both = [healer, patient];
        let body = self.body(patient);
        let mut sizes = 0..INJURY_SIZES;
        let untreated = |at: &usize| body.injuries[*at] > 0;
        let found = if treatment.smallest {
            sizes.find(untreated)
        } else {
            sizes.rfind(untreated)
        };
        let (Some(size), true) = (found, !body.condition.is_beyond_help()) else {
            self.say("BRP-5.14-3", both, |[healer, patient]| {
                format!("{healer} finds no injury of {patient} left to treat.")
            });
            return;
        };
        let limits = self.fighter(healer).first_aid;
        self.dice.about(Topic::Deed(healer.0));
        self.dice.about(Topic::Healing);
        let roll = Roll::of(limits, self.dice);
        self.say("BRP-5.14-2", both, |[healer, patient]| {
            format!("First Aid by {healer} on {patient}: {roll}.")
        });
        self.state.treat(patient, size);
        if roll.level == Level::Failure {
            return;
        }
        let mut rolled = self.dice.total(self.arena.options.rules.healing.first_aid);
        if roll.level == Level::Special {
            rolled += self.arena.options.first_aid_special_bonus;
        }
        let injury = i32::try_from(size).expect("few sizes") + 1;
        let restored = rolled.min(injury);
        let most = self.fighter(patient).hit_points;
        self.write(patient, HIT_POINTS);
        let body = self.body_mut(patient);
        body.hp = (body.hp + restored).min(most.max(body.hp));
        if body.condition == Condition::Dying && body.hp > 0 {
            self.state.set_condition(patient, Condition::Unconscious);
        }
        let &Body { hp, condition, .. } = self.body(patient);
        self.say("BRP-5.14-2", [patient], |[patient]| {
            let all = when(restored < rolled, ", all that the injury took");
            let end = match condition {
                Condition::Dying => ", still dying",
                Condition::Unconscious => ", unconscious",
                _ => "",
            };
            let left = count(hp, "hit point");
            format!("It rolls {rolled} and restores {restored}{all}: {patient} has {left}{end}.")
        });
    }

    /// Returns the fighters that are not able.
    #[inline]
    fn down(&self) -> FighterSet {
        self.arena.cast.everybody().without(self.state.able)
    }

    /// Kills all dying fighters, which have 0 hit points or less [BRP-5.12-3]. Then the fighters that were
    /// woken become able, so that they act from the next round on [BRP-5.12-5].
    fn deaths_and_wakings(&mut self) {
        let in_condition = |scene: &Self, condition: Condition| {
            let is_so = |who| scene.body(who).condition == condition;
            scene.down().filter(is_so)
        };
        for who in in_condition(self, Condition::Dying).iter() {
            self.state.set_condition(who, Condition::Dead);
            self.tell("BRP-5.12-3", who, "is dead");
        }
        if !self.arena.scope.wakes {
            return;
        }
        for who in in_condition(self, Condition::Waking).iter() {
            self.state.set_condition(who, Condition::Able);
            self.body_mut(who).woken = true;
            self.witness.back(who, self.state.round);
            self.tell("BRP-5.12-5", who, "is back on their feet");
        }
    }

    /// Clears the fields of the state that matter only within a round. Two states are then equal if the fight
    /// continues from both in the same way.
    #[inline]
    fn clear(&mut self) {
        self.state.acted = 0;
        if !self.arena.scope.counts_defences && self.arena.options.same_weapon {
            return;
        }
        for who in self.arena.lineup.everybody() {
            let body = self.body_mut(who);
            (body.defences, body.parries) = (0, 0);
            (body.struck, body.parried) = (0, 0);
        }
    }
}

impl View<'_> {
    /// [BRP-X-9] Returns how the fight has ended, or `None` if it is not over.
    #[inline]
    fn ending(self) -> Option<Ending> {
        let capped = self.state.round >= self.arena.cast.round_cap;
        let ends = || capped || (self.arena.scope.stalemates && self.is_stalemate());
        let (lineup, round) = (&self.arena.lineup, self.state.round);
        let decided = lineup.ending_in((round, self.state.stage()), self.state.able);
        decided.or_else(|| ends().then_some(Ending::Undecided))
    }
}

#[cfg(test)]
mod tests;
