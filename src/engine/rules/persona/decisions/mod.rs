//! What a combatant chooses, and how its policy asks for it.
//!
//! Clauses: PER-3-2, PER-4-1, PER-4-9, PER-12.2-2, PER-12.8-2, PER-12.26-2, PER-13.7-3. The rules offer what is possible, the
//! policy's first fitting line picks. What a line comes to is in `actions.rs` and `others.rs`, whom it is aimed at in
//! `targets.rs`, what its condition asks in `facts.rs`.

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
    /// What somebody's policy chooses from a list.
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

/// The next action of somebody's turn [PER-13.7-3]; in a grapple, one from the lists for that [PER-12.26-2].
pub(super) fn act<D: Dice, W: Witness>(scene: &mut Scene<'_, D, W>, who: FighterId) -> Deed {
    let list = match scene.body(who).hold {
        Hold::Free => ACT,
        Hold::HeldBy(_) => RESTRAINED,
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

/// What the controller of a grapple does, and whether it lets go afterwards [PER-12.13-3].
pub(super) fn control<D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W>,
    who: FighterId,
) -> (Control, bool) {
    match scene.asks(who, CONTROL, None, None) {
        Some(Choice::Control(control, release)) => (control, release),
        _ => (Control::Release, false),
    }
}

/// How the target of an attack evades, if it does [PER-4-9].
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

/// The weapon of a Counter-Attack, if somebody makes one [PER-12.8-2].
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

/// The weapon of an Attack of Opportunity, if somebody takes it [PER-12.2-2].
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
