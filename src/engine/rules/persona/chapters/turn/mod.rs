//! Rounds and turns: the events at their start and end, and the actions of a turn.
//!
//! Clauses: PER-1-1..3, PER-2-3, PER-2-6..8, PER-3-1..4, PER-12-2, PER-12-3, PER-12.1-1, PER-12.1-2,
//! PER-12.6-1, PER-12.14-1, PER-12.27-1, PER-12.28-1, PER-12.31-1, PER-12.32-5, PER-13.2-3, PER-13.7-3.

use crate::dice::{Dice, Topic};
use crate::fight::{Ending, FighterId, Outcome, Progress, Witness};
use crate::rules::persona::decisions;
use crate::rules::persona::events::{FLED, SURRENDERED};
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::nouns::deeds::{Deed, Pace, Subtypes};
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::state::{Hold, Phase, State, Turn};
use crate::rules::persona::nouns::swing::Swing;

/// Plays one step: initiative, the start of a turn with its first action, a further action, or a pending hit.
#[inline]
pub(crate) fn step<D: Dice, W: Witness>(
    arena: &Arena,
    state: &mut State,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    let mut scene = Scene::new(arena, state, dice, witness);
    scene.step()
}

/// If the present turn is over, ends it and makes the next fighter the one whose turn it is. The events at
/// the start of the next turn are not resolved yet.
#[cfg(test)]
pub(crate) fn pass_on<D: Dice, W: Witness>(
    arena: &Arena,
    state: &mut State,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    let is_over = state.phase == Phase::Over;
    let mut scene = Scene::new(arena, state, dice, witness);
    let ended = is_over.then(|| scene.next_turn()).flatten();
    ended.unwrap_or(Progress::Goes)
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    fn step(&mut self) -> Progress {
        if self.state.phase == Phase::Opening {
            self.witness.round_began(1);
            self.dice.about(Topic::Round(1));
            let anybody = self.roll_initiative();
            self.state.phase = if anybody { Phase::Start } else { Phase::Over };
            return Progress::Goes;
        }
        if self.state.phase == Phase::Over
            && let Some(outcome) = self.next_turn()
        {
            return outcome;
        }
        let who = self.state.actor();
        self.dice.about(Topic::Deed(who.0));
        let goes_on = if self.state.volley.is_some() {
            self.deal();
            self.has_more_to_do(who)
        } else {
            let acts = self.state.phase == Phase::Acting || self.begin_turn(who);
            acts && self.act(who)
        };
        if self.state.volley.is_some() {
            return Progress::Goes;
        }
        // Usually the fighter and one of its enemies stand, so the fight is not over.
        let opposed = self.state.fighting.has(who) && !self.view().foes(who).is_empty();
        if !opposed && self.is_over() {
            return self.ended();
        }
        if goes_on {
            return Progress::Goes;
        }
        if self.state.fighting.has(who) {
            self.end_turn(who);
        }
        self.state.phase = Phase::Over;
        self.state.turn = Turn::default();
        Progress::Goes
    }

    fn ended(&self) -> Progress {
        let (ending, standing) = (self.ending(), self.state.fighting);
        Progress::Ended(Outcome {
            ending: ending.unwrap_or(Ending::Draw),
            rounds: self.state.round.into(),
            standing,
        })
    }

    /// Resolves the events at the start of a turn [PER-2-7]. Returns whether the turn has actions.
    fn begin_turn(&mut self, who: FighterId) -> bool {
        if std::mem::take(&mut self.body_mut(who).fleeing) && self.view().escapes(who) {
            self.departs(who, FLED, "has fled");
            return false;
        }
        let reactions = self.fighter(who).reactions;
        let body = self.body_mut(who);
        body.guarding = false;
        body.cautious = false;
        body.exposed = false;
        body.hampered = false;
        body.overwatch = None;
        body.countered = false;
        let lost = body.surprised || body.stunned > 0;
        if !body.surprised {
            body.reactions = reactions;
        }
        if self.arena.scope.assistance {
            for body in self.state.bodies_mut() {
                body.helpers.remove(who);
            }
        }
        // A held fighter may only take the actions of a held fighter, so it does not continue its Extended
        // Action [PER-12.14-1].
        let (task, body) = (self.fighter(who).extended_task, self.body(who));
        let busy = body.task < task && !matches!(body.hold, Hold::HeldBy(_));
        if lost || busy || body.pinned {
            self.lose_hold(who);
        }
        self.state.phase = Phase::Acting;
        self.state.turn = Turn {
            halves: self.numbers().turns.halves,
            fresh: true,
            lost,
            ..Turn::default()
        };
        if lost {
            self.say("PER-2-7", [who], |[who]| format!("{who} loses its turn."));
            return false;
        }
        if busy {
            let body = self.body_mut(who);
            body.task += 1;
            let done = body.task;
            self.say("PER-3-4", [who], |[who]| {
                format!("{who} is busy, turn {done} of {task}.")
            });
        }
        !busy
    }

    /// Plays one action if the policy chooses one [PER-3-2]. Returns whether the turn continues.
    fn act(&mut self, who: FighterId) -> bool {
        let deed = decisions::act(self, who);
        if deed == Deed::Wait {
            if self.state.turn.actions == 0 {
                self.say("PER-3-2", [who], |[who]| format!("{who} does nothing."));
            }
            return false;
        }
        let kinds = deed.subtypes(&self.numbers().costs);
        let turn = &mut self.state.turn;
        let after_move = turn.half_moved;
        turn.halves -= kinds.halves;
        turn.attacks += u8::from(kinds.attack);
        turn.concentrations += u8::from(kinds.concentration);
        turn.half_moved = matches!(deed, Deed::Move(going) if going.pace == Pace::Half);
        turn.fresh &= kinds.halves == 0;
        turn.actions += 1;
        self.forget_preparations(who, &deed, kinds);
        let watchers = if self.arena.scope.overwatch {
            let Some(later) = self.watched(who, &deed) else {
                return false;
            };
            later
        } else {
            crate::fight::FighterSet::NONE
        };
        self.perform_deed(who, deed, after_move);
        if !watchers.is_empty() {
            self.deal_all();
            if self.state.fighting.has(who) {
                self.watched_after(who, watchers);
            }
        }
        self.has_more_to_do(who)
    }

    fn has_more_to_do(&self, who: FighterId) -> bool {
        self.is_able(who) && self.state.turn.halves > 0
    }

    /// Ends preparations that an action spoils. An Aim ends before an action that is no attack. A Feint ends
    /// before an action that is not an attack on its target. An Overwatch ends before any action but a Free
    /// Action [PER-12.1-2, PER-12.10-1, PER-12.32-5].
    fn forget_preparations(&mut self, who: FighterId, deed: &Deed, kinds: Subtypes) {
        let body = self.body_mut(who);
        if !kinds.attack {
            body.aim = 0;
        }
        let uses = matches!(deed, Deed::Attack(swing) if body.feint == Some(swing.target));
        if !uses {
            body.feint = None;
        }
        if kinds.halves > 0 {
            body.overwatch = None;
            body.fleeing = false;
        }
    }

    /// Performs the action that the policy has chosen [PER-12-1].
    fn perform_deed(&mut self, who: FighterId, deed: Deed, after_move: bool) {
        match deed {
            Deed::Attack(swing) => self.attack_in_turn(who, swing),
            Deed::CloseAttack(swing) => self.attack_in_steps(who, swing),
            Deed::Charge(swing) => {
                if self.charge(who, swing.target) {
                    self.attack(who, swing);
                }
            }
            Deed::ChargeDown { target, hurt } => {
                if self.charge(who, target) {
                    self.knock_down(who, target, hurt, false);
                }
            }
            Deed::Two { first, second } => self.attack_twice(who, first, second),
            Deed::Aim { long } => self.aim(who, long),
            Deed::Cautious => self.be_cautious(who),
            Deed::Guard => self.guard(who),
            Deed::Disarm { target, take } => self.disarm(who, target, take),
            Deed::Feint { target } => self.feint(who, target),
            Deed::KnockDown { target, hurt } => self.knock_down(who, target, hurt, after_move),
            Deed::Maneuver {
                target,
                past,
                follow,
            } => self.maneuver(who, target, (past, follow)),
            Deed::Overwatch(watch) => {
                self.body_mut(who).overwatch = Some(watch);
                self.say("PER-12.32-1", [who], |[who]| {
                    format!("{who} is on overwatch.")
                });
            }
            Deed::Suppress {
                weapon,
                full,
                upwards,
            } => self.suppress(who, (weapon, full, upwards)),
            Deed::Move(going) => self.go(who, going),
            Deed::Stand => self.stand(who),
            Deed::Clear { weapon } => self.clear(who, weapon),
            Deed::Ready { weapon } => self.ready(who, weapon),
            Deed::Reload { weapon, .. } => self.reload(who, weapon),
            Deed::Heal { slot, patient, .. } => self.heal(who, slot, patient),
            Deed::Assist { ally } => self.assist(who, ally),
            Deed::Wrestle(wrestle) => self.wrestle(who, wrestle),
            Deed::Control(control, release) => self.control(who, control, release),
            Deed::Surrender => self.departs(who, SURRENDERED, "surrenders"),
            Deed::Wait => {}
        }
    }

    /// Makes an attack in the fighter's own turn. After a Heavy Attack, hit or miss, its evasion is harder
    /// [PER-12.28-1].
    fn attack_in_turn(&mut self, who: FighterId, swing: Swing) {
        if swing.manner == crate::rules::persona::nouns::swing::Manner::Heavy {
            self.body_mut(who).exposed = true;
        }
        self.attack_in_steps(who, swing);
    }

    /// Gives the fighter the bonus of an Aim for its next attack. `long` is whether the Aim took a Full
    /// Action [PER-12.1-1].
    fn aim(&mut self, who: FighterId, long: bool) {
        let attacks = &self.numbers().attacks;
        let bonus = if long { attacks.aim_long } else { attacks.aim };
        self.body_mut(who).aim = bonus;
        self.say("PER-12.1-1", [who], |[who]| {
            format!("{who} aims: +{bonus}.")
        });
    }

    /// Makes the fighter's evasion easier and its attacks harder: the Cautious Action [PER-12.6-1].
    fn be_cautious(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        (body.cautious, body.hesitant) = (true, true);
        self.say("PER-12.6-1", [who], |[who]| format!("{who} is cautious."));
    }

    /// Puts the fighter in Guard Mode [PER-12.27-1].
    fn guard(&mut self, who: FighterId) {
        self.body_mut(who).guarding = true;
        self.say("PER-12.27-1", [who], |[who]| format!("{who} is on guard."));
    }

    /// Resolves the events at the end of a turn, even if the turn was lost [PER-2-7, PER-13.2-3, PER-13.2-9].
    fn end_turn(&mut self, who: FighterId) {
        let lost = self.state.turn.lost;
        let body = self.body_mut(who);
        body.hesitant = false;
        if lost {
            body.stunned = body.stunned.saturating_sub(1);
        }
        self.shake_off_pin(who);
    }

    /// Starts the turn of the next fighter that is not out. After the last fighter, ends the round, which may
    /// end the fight [PER-1-1, PER-2-6, PER-2-8].
    fn next_turn(&mut self) -> Option<Progress> {
        self.state.phase = Phase::Start;
        let count = self.arena.lineup.count();
        loop {
            self.state.at += 1;
            if usize::from(self.state.at) == count {
                let outcome = self.end_round();
                if outcome.is_some() {
                    return outcome;
                }
                self.state.at = 0;
            }
            if self.state.fighting.has(self.state.actor()) {
                return None;
            }
        }
    }

    /// Ends a round: surprise ends, and falling fighters fall. The next round begins, unless this was the
    /// last round of the fight [PER-2-3, PER-2-6, PER-2-8].
    fn end_round(&mut self) -> Option<Progress> {
        if self.state.round == self.numbers().turns.surprise_rounds {
            for who in self.state.fighting.iter() {
                let reactions = self.fighter(who).reactions;
                let body = self.body_mut(who);
                if body.surprised {
                    (body.surprised, body.reactions) = (false, reactions);
                }
            }
        }
        if self.arena.scope.flight {
            self.fall_all();
            if self.is_over() {
                return Some(self.ended());
            }
        }
        if u32::from(self.state.round) >= self.arena.cast.round_cap {
            return Some(Progress::Ended(Outcome {
                ending: Ending::Undecided,
                rounds: self.state.round.into(),
                standing: self.state.fighting,
            }));
        }
        self.state.round += 1;
        let round = self.state.round.into();
        self.witness.round_began(round);
        self.dice.about(Topic::Round(round));
        if self.arena.lineup.has_arrivals() {
            self.arrivals();
        }
        None
    }
}

#[cfg(test)]
mod tests;
