//! Clears jams, reloads magazines and readies weapons.
//!
//! Clauses: PER-13.5-2, PER-13.5-4, PER-13.5-5.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::state::Whereabouts;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes a BS test for clearing a jam [PER-13.5-4].
    pub(super) fn clear(&mut self, who: FighterId, weapon: u8) {
        let rules = self.numbers();
        let pinned = rules.conditions.pinned * i32::from(self.body(who).pinned);
        let modifier = rules.shooting.clear + self.view().fatigue(who) + pinned;
        let number = self.fighter(who).bs + modifier;
        let cleared = self.saves(number);
        if cleared && let Some(at) = self.view().slot(who, weapon) {
            self.body_mut(who).items[at].jammed = false;
        }
        let name = &self.arena.weapon(weapon).name;
        self.tell_test("PER-13.5-4", [who], number, |[who], test| {
            let ended = if cleared { "clears" } else { "fails to clear" };
            format!("{who} {ended} the jam of {name}: {test}.")
        });
    }

    /// Draws a weapon or picks it up from the ground [PER-13.5-5].
    pub(super) fn ready(&mut self, who: FighterId, weapon: u8) {
        if let Some(at) = self.view().slot(who, weapon) {
            self.body_mut(who).items[at].place = Whereabouts::AtHand;
        }
        let name = &self.arena.weapon(weapon).name;
        self.say("PER-13.5-5", [who], |[who]| {
            format!("{who} readies {name}.")
        });
    }

    /// Fills a magazine [PER-13.5-2].
    pub(super) fn reload(&mut self, who: FighterId, weapon: u8) {
        let row = self.arena.weapon(weapon);
        if let Some(at) = self.view().slot(who, weapon) {
            self.body_mut(who).items[at].rounds = row.clip.unwrap_or(0);
        }
        self.say("PER-13.5-2", [who], |[who]| {
            format!("{who} reloads {}.", row.name)
        });
    }
}
