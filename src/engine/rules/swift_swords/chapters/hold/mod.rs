//! Close combat: how creatures enter it, holds, what the holder and the held may do, and throwing down large
//! creatures.
//!
//! Clauses: SST-3-6, SST-12-1, SST-12-4..9. The module `contact` has the effects of close combat on posture
//! and weapons. An attack *touches* if it has a success left at its end.
//!
//! Interpretations: a creature can be in one hold and have one hold of its own at a time. A hold ends when
//! either creature is out or leaves the close combat.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::frame::scene::listed;
use crate::rules::swift_swords::decisions::lists::{GRIP, GRIPS, HELD, STRUGGLES};
use crate::rules::swift_swords::nouns::{
    Act, Attack, Deed, FISTS, Grip, Hit, Purpose, Scene, Status, Track, Trait, WantedDeed,
};
use crate::rules::swift_swords::questions::reach::TIGHTEST;

/// The classes of holds, from the loosest to the tightest.
const CLASSES: [&str; 5] = ["Light", "Medium", "Heavy", "Large", "Huge"];

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns the action of a creature that is in a hold, or holds an enemy and does not let go. Returns
    /// `None` if the creature is free to take any action [SST-12-5, SST-12-6].
    pub(crate) fn bound(&mut self, who: FighterId) -> Option<WantedDeed> {
        if self.body(who).close == 0 {
            return None;
        }
        let (deed, passed) = if let Some(grip) = self.body(who).held {
            let (act, passed) = self.in_hold(who, (HELD, STRUGGLES), grip.by);
            (Deed::of(act), passed)
        } else {
            let target = self.view().holding(who)?;
            let (act, passed) = self.in_hold(who, (GRIP, GRIPS), target);
            let Some(act) = act else {
                self.body_mut(target).held = None;
                self.tell_of("SST-12-6", [who, target], "lets go of");
                return None;
            };
            (Deed::to(act, target), passed)
        };
        let pays = self.view().pays_for(who, deed);
        let deed = if pays { deed } else { Deed::of(Act::Wait) };
        let short = passed && deed.act == Act::Wait;
        Some(self.view().wanted(who, deed, short))
    }

    /// Makes an attack that brings the attacker into close combat if it touches [SST-12-1].
    pub(super) fn close_in(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        let grab = Attack::blow(who, target, weapon).to(Purpose::Touch);
        if !self.touches(grab) {
            return;
        }
        self.tangle(who, target);
        let (arena, both) = (self.arena, FighterSet::from_iter([who, target]));
        let down = both.filter(|one| self.body(one).prone);
        self.say("SST-12-1", [who, target], |[who, target]| {
            let names = listed(down.iter().map(|one| arena.name(one)).collect());
            let fallen = (!names.is_empty()).then(|| format!("; down: {names}"));
            let fallen = fallen.unwrap_or_default();
            format!("{who} is in close combat with {target}{fallen}.")
        });
    }

    /// Makes an attack with the wrestling skill and bare hands. If it touches, the target is in a hold of
    /// this level [SST-12-4, SST-12-6].
    pub(super) fn wrestle(&mut self, who: FighterId, target: FighterId, level: u8) {
        let fighter = self.fighter(who);
        let bonus = i32::from(fighter.wrestle) - i32::from(fighter.attack);
        let grab = Attack::blow(who, target, FISTS).to(Purpose::Touch);
        if self.touches(grab.with(bonus)) && self.state.locked(who, target) {
            self.take_hold(who, target, level);
        }
    }

    /// Makes an attack that tightens a hold [SST-12-6].
    pub(super) fn improve(&mut self, who: FighterId, target: FighterId) {
        let level = self.state.grip_of(target).level + self.rules().close.tightens;
        self.wrestle(who, target, level.min(TIGHTEST));
    }

    /// Makes an attack without damage. Returns whether it touches and both creatures are still fighting.
    pub(super) fn touches(&mut self, blow: Attack) -> bool {
        let touched = self.strike(blow).last > 0;
        touched && self.state.fighting.has(blow.attacker) && self.state.fighting.has(blow.target)
    }

    fn take_hold(&mut self, who: FighterId, target: FighterId, level: u8) {
        self.body_mut(target).held = Some(Grip { by: who, level });
        let class = CLASSES[usize::from(level)];
        self.say("SST-12-4", [who, target], |[who, target]| {
            format!("{who} has {target} in a {class} Hold.")
        });
    }

    /// Rolls BODY against an enemy in close combat, to throw it down [SST-12-9].
    pub(super) fn throw_down(&mut self, who: FighterId, target: FighterId) {
        let more = self.view().larger(target, who) * self.rules().close.size_dice;
        let fell = self.wins(Trait::Body, [who, target], [0, more]);
        self.body_mut(target).prone |= fell;
        self.say("SST-12-9", [who, target], |[who, target]| {
            if fell {
                format!("{who} throws {target} down.")
            } else {
                format!("{target} keeps its feet against {who}.")
            }
        });
    }

    /// Returns the damage of the hold on `target`. This is the damage of `hold_successes` successes, a number
    /// of the rules, with the damage code of the hold's class [SST-12-7].
    fn grip_points(&self, target: FighterId) -> u8 {
        let class = usize::from(self.state.grip_of(target).level);
        let successes = self.rules().close.hold_successes;
        self.arena.tables.codes[class].damage(successes)
    }

    /// Does the damage of a hold, which armour does not reduce [SST-12-7].
    pub(super) fn squeeze(&mut self, who: FighterId, target: FighterId) {
        let points = self.grip_points(target);
        self.say("SST-12-7", [who, target], |[who, target]| {
            format!("{who}'s Hold does {points} to {target}.")
        });
        let hit = Hit::of_itself(target, Track::Physical, points);
        self.land(who, self.arena.holds(), points.into(), &hit);
    }

    /// Makes an attempt of `who` to put `target`, the creature in its hold, out. The target resists with a
    /// BODY roll [SST-12-8].
    pub(super) fn subdue(&mut self, who: FighterId, target: FighterId) {
        let more = self.view().larger(target, who) * self.rules().close.size_dice;
        let done = self.grip_points(target) > self.successes(target, Trait::Body, more);
        self.say("SST-12-8", [who, target], |[who, target]| {
            if done {
                format!("{who} subdues {target}.")
            } else {
                format!("{target} does not let {who} subdue it.")
            }
        });
        if done {
            self.put_out(target, Status::Out, "SST-12-8");
        }
    }

    /// Makes an attempt of a held creature to loosen the hold, or to reverse it [SST-12-5].
    pub(super) fn struggle(&mut self, who: FighterId, reverses: bool) {
        let grip = self.state.grip_of(who);
        let margin = self.contest(Trait::Body, [who, grip.by], [0, 0]);
        let rules = self.rules();
        if reverses && margin >= rules.close.reverse {
            // `who` is freed, and now holds `grip.by`. If `grip.by` was itself held by a third creature, that
            // hold ends too: a creature can be in only one hold at a time, so `take_hold` replaces it.
            self.body_mut(who).held = None;
            self.take_hold(who, grip.by, rules.close.first_hold);
            return;
        }
        let loosens = !reverses && margin >= rules.rolls.margin;
        if loosens {
            let less = margin.cast_unsigned().saturating_mul(rules.close.loosens);
            let level = grip.level.checked_sub(less);
            self.body_mut(who).held = level.map(|level| Grip { level, ..grip });
        }
        let held = self.body(who).held;
        self.say("SST-12-5", [who], |[who]| match held {
            None => format!("{who} is free."),
            Some(grip) if loosens => {
                let class = CLASSES[usize::from(grip.level)];
                format!("{who} is in a {class} Hold now.")
            }
            Some(_) => format!("{who} is still held."),
        });
    }
}

#[cfg(test)]
mod tests;
