//! Conditions of fighters: fatigued, stunned, prone, pinned, out.
//!
//! Clauses: PER-2-8, PER-3-4, PER-12.1-2, PER-12.13-4, PER-12.32-5, PER-12.34-1, PER-12.36-1, PER-12.36-2,
//! PER-13.2-1..3, PER-13.2-6..9.

use crate::dice::{Dice, Topic};
use crate::fight::{Ending, EventId, FighterId, WHOLE, Witness};
use crate::rules::persona::chapters::attack::NO_HIT;
use crate::rules::persona::events::UNCONSCIOUS;
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::state::Hold;
use crate::rules::persona::nouns::swing::Swing;
use crate::rules::persona::telling::sum;
use crate::scenario::counted;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns whether fewer than two sides have a member that can still fight. A member that joins later
    /// counts too [PER-2-8].
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        let (lineup, round) = (&self.arena.lineup, self.state.round);
        lineup.ending_in((round.into(), self.state.stage()), self.state.fighting)
    }

    /// Returns whether a fighter is neither out nor stunned.
    pub(super) fn is_able(&self, who: FighterId) -> bool {
        self.state.fighting.has(who) && self.body(who).stunned == 0
    }

    /// Takes a fighter out of the fight and reports it. `fate` is the reason, and `word` the phrase for the
    /// transcript.
    pub(super) fn out(
        &mut self,
        who: FighterId,
        fate: EventId,
        clause: &'static str,
        word: &'static str,
    ) {
        self.say(clause, [who], |[who]| format!("{who} {word}."));
        self.witness.downed(who, self.state.round.into());
        self.remove(who, fate);
    }

    /// Removes a fighter from the fight. Ends its grapple. Other fighters no longer have it as their last
    /// target, as the target of a Feint or as a helper.
    pub(super) fn remove(&mut self, who: FighterId, fate: EventId) {
        // If the fight belongs to a day of fights, fates are reported at its end.
        if !self.arena.day {
            self.witness.happened(who, fate, WHOLE);
        }
        self.let_go(who);
        self.state.fighting.remove(who);
        let before = *self.body(who);
        self.body_mut(who).forget();
        if self.arena.keeps_wounds() {
            self.body_mut(who).wounds = before.wounds;
        }
        if self.arena.cast.is_of_the_people(who) {
            let body = self.body_mut(who);
            *body = before.carried(body);
        }
        // Later code reads the fate only if the fight has objectives or belongs to a day of fights.
        if !self.arena.cast.objectives.is_empty() || self.arena.day {
            self.body_mut(who).fate = Some(fate);
        }
        for other in self.arena.lineup.everybody() {
            let body = self.body_mut(other);
            body.last = body.last.filter(|&last| last != who);
            body.feint = body.feint.filter(|&target| target != who);
            body.helpers.remove(who);
        }
    }

    /// Adds levels of fatigue. A fighter with more levels than TB becomes unconscious [PER-13.2-1,
    /// PER-13.2-2].
    pub(super) fn tire(&mut self, who: FighterId, further: u8, clause: &'static str) {
        if further == 0 {
            return;
        }
        let tb = self.fighter(who).tb;
        let body = self.body_mut(who);
        body.fatigue = body.fatigue.saturating_add(further);
        let levels = body.fatigue;
        self.say(clause, [who], |[who]| {
            let levels = counted(levels.into(), "level");
            format!("{who} has {levels} of fatigue.")
        });
        if i32::from(levels) > tb {
            self.out(who, UNCONSCIOUS, "PER-13.2-2", "falls unconscious");
        }
    }

    /// Stuns a fighter for `turns` of its own turns. If it is already stunned, the longer stun counts
    /// [PER-12.34-1, PER-13.2-3].
    pub(super) fn stun(&mut self, who: FighterId, turns: u8, clause: &'static str) {
        let body = self.body_mut(who);
        body.stunned = body.stunned.max(turns);
        self.interrupt(who);
        self.distract(who);
        self.say(clause, [who], |[who]| {
            format!("{who} is stunned for {turns} of its turns.")
        });
    }

    /// Knocks a fighter prone.
    pub(super) fn fell(&mut self, who: FighterId, clause: &'static str) {
        self.body_mut(who).prone = true;
        self.distract(who);
        self.say(clause, [who], |[who]| format!("{who} is prone."));
    }

    /// Interrupts an unfinished Extended Action. The fighter has to start it again [PER-3-4].
    pub(super) fn interrupt(&mut self, who: FighterId) {
        let whole = self.fighter(who).extended_task;
        let body = self.body_mut(who);
        if body.task < whole {
            body.task = 0;
        }
    }

    /// Ends the Aim and the Overwatch of a fighter [PER-12.1-2, PER-12.32-5].
    pub(super) fn distract(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        body.aim = 0;
        body.overwatch = None;
    }

    /// Ends the grapple of a fighter, if there is one [PER-12.13-4].
    pub(super) fn let_go(&mut self, who: FighterId) {
        if let Some(other) = self.body(who).hold.other() {
            for one in [who, other] {
                let body = self.body_mut(one);
                body.hold = Hold::Free;
                body.helpers = crate::fight::FighterSet::NONE;
            }
        }
    }

    /// Makes a fighter take a Pinning test, unless it has an adjacent enemy or is pinned already
    /// [PER-13.2-8].
    pub(super) fn pin(&mut self, who: FighterId, modifier: i32, clause: &'static str) {
        let exempt = self.body(who).pinned || !self.view().adjacent_foes(who).is_empty();
        if exempt || !self.state.fighting.has(who) || self.is_over() {
            return;
        }
        let number = self.fighter(who).wp + modifier + self.view().fatigue(who);
        let holds = self.saves(number);
        self.tell_test(clause, [who], number, |[who], test| {
            let ended = if holds { "is not pinned" } else { "is pinned" };
            format!("{who} {ended}: {test}.")
        });
        if !holds {
            let body = self.body_mut(who);
            (body.pinned, body.overwatch) = (true, None);
        }
    }

    /// Makes a pinned fighter test at the end of its turn whether it stays pinned [PER-13.2-9].
    pub(super) fn shake_off_pin(&mut self, who: FighterId) {
        if !self.body(who).pinned {
            return;
        }
        let modifier = self.numbers().conditions.unpin + self.view().fatigue(who);
        let number = self.fighter(who).wp + modifier;
        let rises = self.saves(number);
        self.body_mut(who).pinned = !rises;
        self.tell_test("PER-13.2-9", [who], number, |[who], test| {
            let ended = if rises { "is no longer" } else { "stays" };
            format!("{who} {ended} pinned: {test}.")
        });
    }

    /// Ends the pinning of every fighter that has an adjacent enemy [PER-13.2-9].
    pub(super) fn unpin_the_engaged(&mut self) {
        for who in self.state.fighting.iter() {
            if self.body(who).pinned && !self.view().adjacent_foes(who).is_empty() {
                self.body_mut(who).pinned = false;
            }
        }
    }

    /// Rolls for a stunning blow: 1d10 by default, plus SB, against TB plus the head's armour [PER-12.34-1].
    pub(super) fn stunning_blow(&mut self, who: FighterId, swing: Swing, hits: u8) {
        if hits == 0 {
            return;
        }
        let target = swing.target;
        self.count(who, target, swing, NO_HIT);
        self.dice.about(Topic::Damage);
        let rules = &self.numbers().tricks;
        let (rolled, sb) = (self.dice.total(rules.stun_roll), self.fighter(who).sb);
        let roll = rolled + sb;
        let against = self.fighter(target).tb + self.fighter(target).parts[0];
        self.say("PER-12.34-1", [who, target], |[_, target]| {
            let blow = sum(&[(rolled, &rules.stun_roll), (sb, &"SB")], roll);
            format!("The blow comes to {blow}, and {target} withstands less than {against}.")
        });
        if roll >= against {
            let turns = i32::from(rules.stun_turns) + roll - against;
            let turns = u8::try_from(turns).unwrap_or(u8::MAX);
            self.stun(target, turns, "PER-12.34-1");
            self.tire(target, rules.stun_fatigue, "PER-12.34-1");
        }
    }

    /// Makes the target of a Take Down test whether it is stunned. `dealt` is the damage that the hit would
    /// have done, which makes the test harder [PER-12.36-1, PER-12.36-2].
    pub(super) fn taken_down(&mut self, target: FighterId, dealt: i32) {
        let tb = self.fighter(target).tb.max(1);
        let rules = &self.numbers().tricks;
        let times = if dealt <= tb { 0 } else { dealt / tb };
        let modifier = rules.take_down_step * times + self.view().fatigue(target);
        let number = self.fighter(target).t + modifier;
        let holds = self.saves(number);
        self.tell_test("PER-12.36-1", [target], number, |[target], test| {
            let ended = if holds { "bears" } else { "does not bear" };
            format!("{target} {ended} the blow: {test}.")
        });
        if !holds {
            self.stun(target, rules.take_down_turns, "PER-12.36-1");
        }
    }
}

#[cfg(test)]
mod tests;
