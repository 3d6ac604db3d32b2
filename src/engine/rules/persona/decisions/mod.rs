//! Decisions of combatants, and how a policy makes them.
//!
//! Clauses: PER-3-2, PER-4-1, PER-4-9, PER-12.2-2, PER-12.8-2, PER-12.26-2, PER-13.7-3.
//!
//! A policy list takes its first line whose condition holds and whose choice is legal. The choices of lines
//! are in `actions.rs` and `others.rs`, the target rules in `targets.rs`, the facts of conditions in
//! `facts.rs`.

mod actions;
mod asker;
pub(super) mod facts;
mod others;
mod targets;
mod unavailable;

use super::nouns::deeds::{Choice, Control, Deed};
use super::nouns::evasion::{Attack, EvasionMeans};
use super::nouns::memo::{self, DecisionKey};
use super::nouns::scene::{Scene, View};
use super::nouns::state::Hold;
use super::words::{ACT, CONTROL, COUNTER, EVADE, OPPORTUNITY, REST, RESTRAINED};
use crate::dice::Dice;
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::frame::resting;
use crate::policy::CachedChoice;
use asker::Asker;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns the line of a fighter's policy that ends the day now, if any.
    pub(super) fn ends_day(&mut self, who: FighterId) -> Option<LineId> {
        let asker = Asker::new(View::new(self.arena, &*self.state), who, REST, None, None);
        let policy = (&self.arena.fighter(who).policy, REST);
        resting::ends_day(asker, policy, self.dice, self.witness)
    }

    /// Returns the choice that a fighter's policy makes in a list. A cached choice is used if everything that
    /// the list reads has the same values.
    fn asks(
        &mut self,
        who: FighterId,
        list: usize,
        attack: Option<Attack>,
        mover: Option<FighterId>,
    ) -> Option<Choice> {
        let reads = &self.arena.fighter(who).reads[list];
        let asked = DecisionKey {
            who,
            list,
            reads,
            subject: memo::subject(attack, mover, self.state.actor() == who),
        };
        let (shared, bodies, memo) = self.state.beside_memo();
        let found = match memo {
            Some(memo) if reads.keeps => memo.find((shared, bodies), &asked),
            _ => Err(None),
        };
        match found {
            Ok(answer) => {
                answer.tell(who, self.witness);
                let choice = answer.choice;
                #[cfg(test)]
                {
                    let answer = *answer;
                    self.checks(answer, (who, list, attack, mover));
                }
                choice
            }
            Err(key) => {
                let answer = self.answers(who, list, attack, mover);
                if let (Some(memo), Some(key)) = (&mut self.state.memo, key) {
                    memo.keep(key, answer);
                }
                answer.choice
            }
        }
    }

    /// Evaluates a list of a fighter's policy. Returns the choice and the reports about it.
    #[inline(never)]
    fn answers(
        &mut self,
        who: FighterId,
        list: usize,
        attack: Option<Attack>,
        mover: Option<FighterId>,
    ) -> CachedChoice<Choice> {
        let view = View::new(self.arena, &*self.state);
        if cannot_evade(view, who, attack) {
            return CachedChoice::NONE;
        }
        let mut asker = Asker::new(view, who, list, attack, mover);
        let policy = &self.arena.fighter(who).policy;
        policy.answer(ListId::at(list), &mut asker, self.dice, self.witness)
    }

    /// Checks that a cached choice equals the choice of the list.
    #[cfg(test)]
    fn checks(
        &mut self,
        kept: CachedChoice<Choice>,
        (who, list, attack, mover): (FighterId, usize, Option<Attack>, Option<FighterId>),
    ) {
        let mut silent = crate::fight::Silent;
        let mut scene = Scene::new(self.arena, self.state, self.dice, &mut silent);
        let now = scene.answers(who, list, attack, mover);
        assert_eq!(kept, now, "{who:?} {list}");
    }
}

/// Returns whether the decision is about an attack that `who` has no means to evade. The policy then makes no
/// choice.
fn cannot_evade(view: View<'_>, who: FighterId, attack: Option<Attack>) -> bool {
    attack.is_some_and(|attack| view.best_evasion(who, attack).is_none())
}

/// Returns the next action in a fighter's turn [PER-13.7-3]. In a grapple, the lists for grapples choose it
/// [PER-12.26-2].
pub(super) fn act<D: Dice, W: Witness>(scene: &mut Scene<'_, D, W>, who: FighterId) -> Deed {
    let list = match scene.body(who).hold {
        Hold::Free => ACT,
        Hold::HeldBy(_) => RESTRAINED,
        Hold::Controls(_) if scene.state.turn.halves < scene.numbers().costs.control => {
            return Deed::Wait;
        }
        Hold::Controls(_) => {
            let (control, release) = control(scene, who);
            return Deed::Control(control, release);
        }
    };
    match scene.asks(who, list, None, None) {
        Some(Choice::Deed(deed)) => deed,
        _ => Deed::Wait,
    }
}

/// Returns the action of a grapple's controller, and whether the controller then releases the other
/// [PER-12.13-3].
pub(super) fn control<D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W>,
    who: FighterId,
) -> (Control, bool) {
    match scene.asks(who, CONTROL, None, None) {
        Some(Choice::Control(control, release)) => (control, release),
        _ => (Control::Release, false),
    }
}

/// Returns how the target of an attack evades: the means and the target number. `None` if it does not evade
/// [PER-4-9].
pub(super) fn evade<D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W>,
    who: FighterId,
    attack: Attack,
) -> Option<(EvasionMeans, i32)> {
    // Without Reactions, a Deflect is the only means. The list is not evaluated for a fighter without any.
    if scene.body(who).reactions == 0 && scene.fighter(who).deflect.is_none() {
        debug_assert!(cannot_evade(scene.view(), who, Some(attack)));
        return None;
    }
    match scene.asks(who, EVADE, Some(attack), None) {
        Some(Choice::Means(means)) => means,
        _ => None,
    }
}

/// Returns the weapon of a Counter-Attack, or `None` if the fighter makes none [PER-12.8-2].
pub(super) fn counters<D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W>,
    who: FighterId,
    attacker: FighterId,
) -> Option<u8> {
    match scene.asks(who, COUNTER, None, Some(attacker)) {
        Some(Choice::Strike(weapon)) => weapon,
        _ => None,
    }
}

/// Returns the weapon of an Attack of Opportunity, or `None` if the fighter makes none [PER-12.2-2].
pub(super) fn takes_opportunity<D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W>,
    who: FighterId,
    mover: FighterId,
) -> Option<u8> {
    match scene.asks(who, OPPORTUNITY, None, Some(mover)) {
        Some(Choice::Strike(weapon)) => weapon,
        _ => None,
    }
}

#[cfg(test)]
mod kept_tests;
#[cfg(test)]
mod tests;
