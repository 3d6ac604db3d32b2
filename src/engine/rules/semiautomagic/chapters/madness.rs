//! How confused fighters behave. A twenty-sided die decides this in each of their turns.
//!
//! Clauses: SAM-19-6, SAM-19-7.

use super::attack::Hit;
use crate::dice::{Dice, Die, Topic};
use crate::fight::{Blow, FighterId, Witness};
use crate::grid::Direction;
use crate::rules::semiautomagic::nouns::{
    D6, FOREVER, Mad, Raving, Scene, Strike, Whereabouts, luck,
};
use crate::rules::semiautomagic::questions::doublings;
use crate::rules::semiautomagic::reading::{Posture, WeaponKind};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls what a confused fighter does in this turn. A fighter that has regained control of itself does
    /// not roll [SAM-19-6].
    pub(super) fn rave(&mut self, who: FighterId) {
        if self.body(who).control > 0 {
            self.body_mut(who).control -= 1;
            return;
        }
        let (raving, face) = self.raving_die(who);
        let faces = self.arena.charts.confusion.count();
        let told = format_args!("is confused: {face} on the d{faces}");
        self.tell("SAM-19-6", who, told);
        let rules = &self.arena.options.rules.conditions;
        let mad = match raving {
            Raving::Towards => {
                (self.nearest_in_a_direction(who)).map_or(Mad::Nothing, Mad::Attacks)
            }
            Raving::Disliked => self.most_disliked(who).map_or(Mad::Nothing, Mad::Attacks),
            Raving::Nearest => (self.nearest_creature(who)).map_or(Mad::Nothing, Mad::Attacks),
            Raving::Panic => Mad::Flees,
            Raving::Pester => (self.nearest_creature(who)).map_or(Mad::Nothing, Mad::Pesters),
            Raving::Throw
            | Raving::Drop
            | Raving::Stray
            | Raving::Dash
            | Raving::Prone
            | Raving::Sit => Mad::Does(raving),
            Raving::Phantoms => Mad::Phantoms,
            Raving::Control => Mad::Sane,
            Raving::ControlRounds => {
                let rounds = self.dice.total(rules.control_rounds);
                self.body_mut(who).control = u8::try_from(rounds - 1).unwrap_or(0);
                Mad::Sane
            }
            Raving::ControlMinute => {
                self.body_mut(who).control = rules.minute - 1;
                Mad::Sane
            }
            Raving::Nothing | Raving::Longer | Raving::Again => Mad::Nothing,
        };
        let body = self.body_mut(who);
        body.mad = mad;
        if mad != Mad::Sane {
            body.clock.busy = None;
        }
    }

    /// Carries out an action of the confusion table, when the fighter can act in its turn [SAM-19-6].
    pub(super) fn act_madly(&mut self, who: FighterId, raving: Raving) {
        self.dice.about(Topic::Choice);
        match raving {
            Raving::Throw => self.hurl(who),
            Raving::Drop => {
                while let Some(slot) = self.view().held_slot(who, |_| true) {
                    self.let_fall(who, slot);
                }
            }
            Raving::Prone => self.fall_prone(who),
            Raving::Sit => self.body_mut(who).posture = Posture::Crouched,
            _ => self.stray(who, raving == Raving::Dash),
        }
    }

    /// Rolls on the confusion table until the result needs no further roll. Some results demand another roll,
    /// and exclude certain results from all further rolls of this turn. Returns the final result and the face
    /// rolled [SAM-19-7].
    fn raving_die(&mut self, who: FighterId) -> (Raving, u32) {
        self.dice.about(Topic::Choice);
        let faces = &self.arena.charts.confusion;
        let mut excluded = [false; Raving::ALL.len()];
        loop {
            let left = |entry: usize| !excluded[entry];
            let all = faces.0.iter().zip(excluded).filter(|(_, out)| !out);
            let count = all.map(|(&faces, _)| u32::from(faces)).sum();
            let (entry, face) = faces.entry(self.dice.roll(Die(count)), left);
            match Raving::ALL[entry] {
                Raving::Longer => {
                    excluded[Raving::Longer as usize] = true;
                    let rounds = self.dice.roll(D6);
                    let body = self.body_mut(who);
                    if body.confused != FOREVER {
                        let more = u8::try_from(rounds).unwrap_or(0);
                        body.confused = body.confused.saturating_add(more).min(FOREVER - 1);
                    }
                }
                Raving::Again => {
                    excluded[Raving::Panic as usize] = true;
                    excluded[Raving::Again as usize] = true;
                }
                raving => return (raving, face),
            }
        }
    }

    /// Returns the fighter that wounded `who` last. If there is no such fighter or it is out of the fight,
    /// returns the nearest enemy.
    fn most_disliked(&self, who: FighterId) -> Option<FighterId> {
        let view = self.view();
        let there = |foe: &FighterId| self.state.fighting.has(*foe) && self.state.bodily.has(*foe);
        let by = view.body(who).wounded_by.filter(there);
        by.or_else(|| view.nearest(who, view.foes(who)))
    }

    /// Returns the nearest creature, friend or enemy. If several are equally near, a die chooses one.
    fn nearest_creature(&mut self, who: FighterId) -> Option<FighterId> {
        let view = self.view();
        let others = view.others(who);
        let nearest = others.iter().map(|one| view.gap(who, one)).min()?;
        let alike = others.filter(|one| view.gap(who, one) == nearest);
        alike.iter().nth(self.lot(alike.count()))
    }

    /// Rolls the scatter die, and returns the nearest creature in that direction.
    fn nearest_in_a_direction(&mut self, who: FighterId) -> Option<FighterId> {
        let heading = luck::scatter(self.dice, self.arena.charts.scatter);
        let view = self.view();
        if !self.arena.ground.mapped {
            return view.nearest(who, view.others(who));
        }
        let towards = |one: FighterId| {
            Direction::nearest(view.block(who).line_to(view.block(one))) == Some(heading)
        };
        view.nearest(who, view.others(who).filter(towards))
    }

    /// Rolls the scatter die, and makes the fighter move or run in that direction, for three seconds by
    /// default.
    fn stray(&mut self, who: FighterId, runs: bool) {
        let heading = luck::scatter(self.dice, self.arena.charts.scatter);
        let view = self.view();
        let able = view.mover(who) == Some(who) && (!runs || view.may_run(who));
        let rules = &self.arena.options.rules;
        let seconds = rules.conditions.stray;
        if !able || view.body(who).clock.left < seconds {
            return;
        }
        let times = if runs {
            seconds
        } else {
            seconds / rules.time.moving
        };
        let budget = u32::from(times) * view.pace(who, runs);
        let cells = view.walker(who).straight(heading, budget, runs).steps;
        self.spend(who, seconds);
        if cells > 0 {
            self.shift(who, heading, cells, seconds);
        }
    }

    /// Rolls the scatter die, and throws an item in hand at the nearest creature in that direction. The throw
    /// is a ranged attack that does the damage of the item [SAM-19-7].
    fn hurl(&mut self, who: FighterId) {
        let target = self.nearest_in_a_direction(who);
        let view = self.view();
        let (Some(target), Some(slot)) = (target, view.main_slot(who)) else {
            return;
        };
        let weapon = self.fighter(who).carries[usize::from(slot)];
        let row = self.arena.weapon(weapon);
        let shoots = row.kind == WeaponKind::Ranged;
        let rules = &self.arena.options.rules;
        let throws = &rules.conditions;
        let increment = if shoots {
            row.range
        } else {
            throws.throw_range
        };
        let doubled = doublings(view.distance(who, target), 2 * u32::from(increment));
        let left = view.body(who).clock.left;
        let seconds = rules.time.ranged_attack;
        let reaches = doubled <= throws.throw_doublings && view.in_sight(who, target);
        if !reaches || left < seconds {
            return;
        }
        self.spend(who, seconds);
        let fighter = self.fighter(who);
        let penalty = rules.attack.doubling * doubled.cast_signed();
        let bonus = fighter.ranged + fighter.size.attack - penalty;
        let needed = self.fighter(target).size.target + self.view().situation(who, target, true);
        let hit = self.makes_in_combat(Topic::Attack, bonus, needed);
        let sum = self.sum(bonus, needed);
        self.say("SAM-19-6", [who, target], |[who, target]| {
            let ended = if hit { "a hit" } else { "a miss" };
            format!("{who} throws {} at {target}: {sum}: {ended}.", row.name)
        });
        let landed = Hit {
            dc: rules.attack.defence + fighter.ranged,
            ..Hit::default()
        };
        if !hit {
            self.count(who, target, weapon, Blow::Missed);
        } else if let Some(harm) = self.land(who, Strike::new(weapon, target), landed) {
            self.inflict(who, &harm, self.body(target).life);
        }
        let cell = self.body(target).cell();
        self.body_mut(who).items[usize::from(slot)].place = Whereabouts::Dropped(cell);
    }
}
