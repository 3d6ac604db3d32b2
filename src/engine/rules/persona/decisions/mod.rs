//! Decisions of combatants, and how a policy makes them.
//!
//! Clauses: PER-3-2, PER-4-1, PER-4-9, PER-12.2-2, PER-12.8-2, PER-12.26-2, PER-13.7-3. The rules offer the possible choices; the
//! first line of the policy that fits picks one. The choices of lines are in `actions.rs` and `others.rs`, the target rules in
//! `targets.rs`, the facts of conditions in `facts.rs`.

mod actions;
mod asker;
pub(super) mod facts;
mod lacking;
mod others;
mod targets;

use super::nouns::deeds::{Control, Deed};
use super::nouns::scene::{Scene, View};
use super::nouns::state::Hold;
use super::questions::evasion::{Attack, Means};
use super::words::{ACT, CONTROL, COUNTER, EVADE, OPPORTUNITY, RESTRAINED};
use crate::dice::Dice;
use crate::fight::{FighterId, ListId, Witness};
use asker::{Asker, Choice};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// The choice that a fighter's policy makes in a list.
    #[inline]
    fn asks(
        &mut self,
        who: FighterId,
        list: usize,
        about: Option<Attack>,
        mover: Option<FighterId>,
    ) -> Option<Choice> {
        let view = View {
            arena: self.arena,
            state: self.state,
        };
        let mut asker = Asker::new(view, who, list, about, mover);
        let policy = &self.arena.fighter(who).policy;
        policy.choose(ListId::at(list), &mut asker, self.dice, self.witness)
    }
}

/// The next action of a fighter's turn [PER-13.7-3]; in a grapple, one from the lists for grapples [PER-12.26-2].
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

/// The action of a grapple's controller, and whether it releases the other afterwards [PER-12.13-3].
pub(super) fn control<D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W>,
    who: FighterId,
) -> (Control, bool) {
    match scene.asks(who, CONTROL, None, None) {
        Some(Choice::Control(control, release)) => (control, release),
        _ => (Control::Release, false),
    }
}

/// The means of evasion that the target of an attack chooses, if it evades [PER-4-9].
pub(super) fn evade<D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W>,
    who: FighterId,
    attack: Attack,
) -> Option<Means> {
    scene.view().best_evasion(who, attack)?;
    match scene.asks(who, EVADE, Some(attack), None) {
        Some(Choice::Means(means)) => means,
        _ => None,
    }
}

/// The weapon of a Counter-Attack, if the fighter makes one [PER-12.8-2].
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

/// The weapon of an Attack of Opportunity, if the fighter makes one [PER-12.2-2].
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
mod tests;
