//! What statements rely on: where everybody is and how, what they have in hand, and whether that is whole, loaded and not used
//! up. It is changed through here, so that no change of it is missed.
//!
//! Clauses: BRP-5.2-1.

use super::state::{Condition, INJURY_SIZES, State};
use crate::fight::FighterId;

impl<const N: usize> State<N> {
    /// Moves somebody to a place; how far that is, in centimetres.
    #[inline]
    pub(crate) fn move_to(&mut self, who: FighterId, place: i32) -> i32 {
        let body = self.body_mut(who);
        let moved = (place - body.at).abs();
        body.at = place;
        body.intent.moved = moved;
        body.moved |= moved > 0;
        self.changed |= moved > 0;
        moved
    }

    /// From now on somebody is in this condition.
    #[inline]
    pub(crate) fn set_condition(&mut self, who: FighterId, condition: Condition) {
        self.body_mut(who).condition = condition;
        self.changed = true;
        if condition == Condition::Able {
            self.able.add(who);
        } else {
            self.able.remove(who);
        }
    }

    /// One injury of this damage more.
    pub(crate) fn injure(&mut self, who: FighterId, damage: i32) {
        let size = usize::try_from(damage).expect("damage is positive");
        let injuries = &mut self.body_mut(who).injuries[size.min(INJURY_SIZES) - 1];
        *injuries = injuries.saturating_add(1);
        self.changed = true;
    }

    /// One injury of this place in the list is treated.
    pub(crate) fn treat(&mut self, who: FighterId, size: usize) {
        self.body_mut(who).injuries[size] -= 1;
        self.changed = true;
    }

    /// Takes a thing in hand. Statements rely on it only where that takes time, so that the next rank is another.
    #[inline]
    pub(crate) fn take_in_hand(&mut self, who: FighterId, item: u8, takes_time: bool) {
        self.body_mut(who).in_hand = item;
        self.changed |= takes_time;
    }

    /// A thing is broken.
    pub(crate) fn break_thing(&mut self, who: FighterId, item: u8) {
        self.body_mut(who).items[usize::from(item)].broken = true;
        self.changed = true;
    }

    /// The next of several pieces takes the place of one that is broken.
    pub(crate) fn take_next_piece(&mut self, who: FighterId, item: u8) {
        let thing = &mut self.body_mut(who).items[usize::from(item)];
        thing.ammo -= 1;
        thing.lost = 0;
        self.changed = true;
    }

    /// One shot or piece less. As long as there are more, only whoever asks how many notices.
    pub(crate) fn use_up(&mut self, who: FighterId, item: u8) {
        let left = &mut self.body_mut(who).items[usize::from(item)].ammo;
        *left = left.saturating_sub(1);
        self.changed |= *left == 0;
    }

    /// A weapon needs so many rounds of loading.
    pub(crate) fn unload(&mut self, who: FighterId, item: u8, rounds: u8) {
        self.body_mut(who).items[usize::from(item)].unloaded = rounds;
        self.changed |= rounds > 0;
    }

    /// A weapon is a round nearer to a shot; how many are left.
    pub(crate) fn load(&mut self, who: FighterId, item: u8) -> u8 {
        let left = &mut self.body_mut(who).items[usize::from(item)].unloaded;
        *left = left.saturating_sub(1);
        let left = *left;
        self.changed = true;
        left
    }
}
