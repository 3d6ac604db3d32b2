//! Drops, breaks and readies weapons.
//!
//! Clauses: SST-8-1, SST-12-2, SST-35-2.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::events::WEAPON_BROKEN;
use crate::rules::swift_swords::nouns::{Scene, Weapon};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes a creature drop the weapon in its hand, if `is_such` is true for the weapon.
    pub(super) fn drop_weapon(&mut self, who: FighterId, is_such: impl Fn(&Weapon) -> bool) {
        if let Some(weapon) = self.view().in_hand(who)
            && is_such(self.arena.weapon(weapon))
        {
            let body = self.body_mut(who);
            body.dropped |= 1 << body.in_hand;
        }
    }

    /// Takes a weapon of the creature's list in hand. `at` is the index in the list.
    pub(super) fn ready(&mut self, who: FighterId, at: u8) {
        let body = self.body_mut(who);
        body.in_hand = at;
        body.dropped &= !(1 << at);
        let (arena, weapon) = (self.arena, self.view().in_hand(who));
        self.say("SST-8-1", [who], |[who]| {
            let name = weapon.map_or("nothing", |weapon| &arena.weapon(weapon).name);
            format!("{who} has {name} in hand now.")
        });
    }

    /// Breaks the weapon in a creature's hand, unless the weapon is a part of its body.
    pub(super) fn break_weapon(&mut self, who: FighterId) {
        if self.view().is_armed(who) {
            let body = self.body_mut(who);
            body.broken |= 1 << body.in_hand;
            self.note(who, WEAPON_BROKEN);
        }
    }
}
