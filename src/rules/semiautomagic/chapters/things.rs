//! Drawing, dropping, picking up, clearing and loading weapons.
//!
//! Clauses: SAM-2-5..7, SAM-7-6, SAM-7-7, SAM-13-5.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::deeds::Handling;
use crate::rules::semiautomagic::nouns::scene::Scene;
use crate::rules::semiautomagic::nouns::state::Place;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Handles a thing carried [SAM-2-6].
    pub(super) fn handle(&mut self, who: FighterId, slot: u8, handling: Handling) {
        let cell = self.view().block(who).at;
        let name = &self.arena.carried(who, slot).name;
        let item = &mut self.body_mut(who).items[usize::from(slot)];
        item.jammed &= handling != Handling::Clear;
        let (place, word) = match handling {
            Handling::Draw => (Place::Held, "draws"),
            Handling::TakeOut => (Place::Held, "takes out"),
            Handling::PickUp => (Place::Held, "picks up"),
            Handling::Sheathe => (Place::Sheathed, "sheathes"),
            Handling::Drop => (Place::Dropped(cell), "drops"),
            Handling::Clear => (item.place, "clears"),
        };
        item.place = place;
        self.say("SAM-2-6", [who], |[who]| format!("{who} {word} {name}."));
    }

    /// A second of loading a weapon, its own or that of an ally: with the last it is full, as far as there is ammunition
    /// [SAM-7-7].
    pub(super) fn reload(&mut self, who: FighterId, owner: FighterId, slot: u8) {
        let row = self.arena.carried(owner, slot);
        let scale = row.scale.unwrap_or(self.fighter(owner).scale);
        let larger = (scale - self.fighter(who).scale).max(0);
        let needed = i32::from(row.reload) + 4 * larger;
        let (shots, limited) = (row.shots.unwrap_or(0), row.ammunition.is_some());
        let item = &mut self.body_mut(owner).items[usize::from(slot)];
        item.loaded = item.loaded.saturating_add(1);
        let done = i32::from(item.loaded) >= needed;
        if done {
            item.loaded = 0;
            item.shots = if limited {
                shots.min(item.ammunition)
            } else {
                shots
            };
        }
        self.say("SAM-7-7", [who, owner], |[who, _]| {
            let word = if done { "has loaded" } else { "loads" };
            format!("{who} {word} {}.", row.name)
        });
    }
}
