//! Confused fighters: a twenty-sided die for each of their rounds.
//!
//! Clauses: SAM-19-6, SAM-19-7.

use super::attack::Hit;
use crate::dice::{Dice, Die, Topic};
use crate::fight::{Blow, FighterId, Witness};
use crate::grid::Direction;
use crate::rules::semiautomagic::nouns::{D6, FOREVER, Mad, Place, Scene, Strike, luck};
use crate::rules::semiautomagic::questions::doublings;
use crate::rules::semiautomagic::reading::{Kind, Posture};

/// Rounds in control for a minute.
const A_MINUTE: u8 = 10;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls the behaviour of a confused fighter in its turn, unless it is in control [SAM-19-6].
    pub(super) fn rave(&mut self, who: FighterId) {
        if self.body(who).control > 0 {
            self.body_mut(who).control -= 1;
            return;
        }
        let face = self.raving_die(who);
        let told = format_args!("is confused: {face} on the d20");
        self.tell("SAM-19-6", who, told);
        let mad = match face {
            2 => (self.nearest_in_a_direction(who)).map_or(Mad::Nothing, Mad::Attacks),
            3 => self.most_disliked(who).map_or(Mad::Nothing, Mad::Attacks),
            4 => (self.nearest_creature(who)).map_or(Mad::Nothing, Mad::Attacks),
            5 => Mad::Flees,
            8 => (self.nearest_creature(who)).map_or(Mad::Nothing, Mad::Pesters),
            7 | 9 | 11 | 12 | 14 | 15 => Mad::Does(face),
            13 => Mad::Phantoms,
            16..=18 => Mad::Sane,
            19 => {
                let rounds = self.dice.roll(D6);
                self.body_mut(who).control = u8::try_from(rounds - 1).unwrap_or(0);
                Mad::Sane
            }
            20 => {
                self.body_mut(who).control = A_MINUTE - 1;
                Mad::Sane
            }
            _ => Mad::Nothing,
        };
        let body = self.body_mut(who);
        body.mad = mad;
        if mad != Mad::Sane {
            body.clock.busy = None;
        }
    }

    /// Carries out the immediate action of a face of the die, once the fighter can act in its turn [SAM-19-6].
    pub(super) fn act_madly(&mut self, who: FighterId, face: u8) {
        self.dice.about(Topic::Choice);
        match face {
            7 => self.hurl(who),
            9 => {
                while let Some(slot) = self.view().held_slot(who, |_| true) {
                    self.let_fall(who, slot);
                }
            }
            14 => self.fall_prone(who),
            15 => self.body_mut(who).posture = Posture::Crouched,
            _ => self.stray(who, face == 12),
        }
    }

    /// Rolls the die, and again for faces that demand it; faces that a reroll excludes are left out from then on [SAM-19-7].
    fn raving_die(&mut self, who: FighterId) -> u8 {
        self.dice.about(Topic::Choice);
        let mut left: [bool; 21] = std::array::from_fn(|face| face > 0);
        loop {
            let count = left.iter().filter(|&&there| there).count();
            let pick = self.dice.roll(Die(u32::try_from(count).unwrap_or(20)));
            let mut faces = (1u8..=20).filter(|&face| left[usize::from(face)]);
            let face = faces.nth(pick as usize - 1).unwrap_or(10);
            match face {
                1 => {
                    left[1] = false;
                    let rounds = self.dice.roll(D6);
                    let body = self.body_mut(who);
                    if body.confused != FOREVER {
                        let more = u8::try_from(rounds).unwrap_or(0);
                        body.confused = body.confused.saturating_add(more).min(FOREVER - 1);
                    }
                }
                6 => (left[5], left[6]) = (false, false),
                _ => return face,
            }
        }
    }

    /// The fighter that wounded it last, otherwise the nearest enemy.
    fn most_disliked(&self, who: FighterId) -> Option<FighterId> {
        let view = self.view();
        let there = |foe: &FighterId| self.state.fighting.has(*foe) && self.state.bodily.has(*foe);
        let by = view.body(who).wounded_by.filter(there);
        by.or_else(|| view.nearest(who, view.foes(who)))
    }

    /// The nearest creature, friend or enemy; of equally near ones a random one.
    fn nearest_creature(&mut self, who: FighterId) -> Option<FighterId> {
        let view = self.view();
        let others = view.others(who);
        let nearest = others.iter().map(|one| view.gap(who, one)).min()?;
        let alike = others.filter(|one| view.gap(who, one) == nearest);
        alike.iter().nth(self.lot(alike.count()))
    }

    /// The nearest creature in a direction of the scatter die.
    fn nearest_in_a_direction(&mut self, who: FighterId) -> Option<FighterId> {
        let heading = luck::scatter(self.dice);
        let view = self.view();
        if !self.arena.ground.mapped {
            return view.nearest(who, view.others(who));
        }
        let towards = |one: FighterId| {
            Direction::nearest(view.block(who).line_to(view.block(one))) == Some(heading)
        };
        view.nearest(who, view.others(who).filter(towards))
    }

    /// Moves or runs three seconds in a direction of the scatter die.
    fn stray(&mut self, who: FighterId, runs: bool) {
        let heading = luck::scatter(self.dice);
        let view = self.view();
        let able = view.mover(who) == Some(who) && (!runs || view.may_run(who));
        if !able || view.body(who).clock.left < 3 {
            return;
        }
        let pace = view.pace(who, runs);
        let cells = view.walker(who).straight(heading, 3 * pace, runs).steps;
        self.spend(who, 3);
        if cells > 0 {
            self.shift(who, heading, cells, 3);
        }
    }

    /// Throws a held item at the nearest creature in a direction of the scatter die: a ranged attack with the item's
    /// damage [SAM-19-7].
    fn hurl(&mut self, who: FighterId) {
        let target = self.nearest_in_a_direction(who);
        let view = self.view();
        let (Some(target), Some(slot)) = (target, view.main_slot(who)) else {
            return;
        };
        let weapon = self.fighter(who).carries[usize::from(slot)];
        let row = self.arena.weapon(weapon);
        let shoots = row.kind == Kind::Ranged;
        let increment = if shoots { row.range } else { 5 };
        let doubled = doublings(view.distance(who, target), 2 * u32::from(increment));
        let left = view.body(who).clock.left;
        if doubled > 4 || !view.in_sight(who, target) || left < 4 {
            return;
        }
        self.spend(who, 4);
        let fighter = self.fighter(who);
        let bonus = fighter.ranged - fighter.scale - doubled.cast_signed();
        let needed = 4 - self.fighter(target).scale + self.view().situation(who, target, true);
        let hit = self.makes_in_combat(Topic::Attack, bonus, needed);
        let sum = self.sum(bonus, needed);
        self.say("SAM-19-6", [who, target], |[who, target]| {
            let ended = if hit { "a hit" } else { "a miss" };
            format!("{who} throws {} at {target}: {sum}: {ended}.", row.name)
        });
        let landed = Hit {
            dc: 4 + fighter.ranged,
            ..Hit::default()
        };
        if !hit {
            self.count(who, target, weapon, Blow::Missed);
        } else if let Some(harm) = self.land(who, Strike::new(weapon, target), landed) {
            self.inflict(who, &harm, self.body(target).life);
        }
        let cell = self.body(target).cell;
        self.body_mut(who).items[usize::from(slot)].place = Place::Dropped(cell);
    }
}
