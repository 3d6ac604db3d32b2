//! Writing what decisions depend on: where everybody is and how, what they have in hand, and whether that is whole, loaded and not
//! used up. It is written through here, so that nothing that was read before is taken to hold when it does not.
//!
//! Clauses: BRP-5.2-1.

use super::columns::{CONDITION, FALLEN, HAND, INJURIES, PICKED, PLACE, RISEN, THINGS, Written};
use super::state::{Condition, INJURY_SIZES, State};
use crate::fight::FighterId;
use crate::policy::Columns;

impl State {
    /// Notes that these columns of somebody have been written.
    #[inline]
    pub(crate) fn write(&mut self, who: FighterId, columns: Columns) {
        self.written.columns |= columns;
        self.written.of.add(who);
    }

    /// Returns what has been written since the last call, and clears it.
    #[inline]
    pub(crate) fn take_written(&mut self) -> Written {
        std::mem::take(&mut self.written)
    }

    /// Moves somebody to a place; how far that is, in centimetres.
    #[inline]
    pub(crate) fn move_to(&mut self, who: FighterId, place: i32) -> i32 {
        let body = self.body_mut(who);
        let moved = (place - body.at).abs();
        body.at = place;
        body.intent.moved = moved;
        body.moved |= moved > 0;
        if moved > 0 {
            self.write(who, PLACE);
        }
        moved
    }

    /// From now on somebody is in this condition.
    #[inline]
    pub(crate) fn set_condition(&mut self, who: FighterId, condition: Condition) {
        self.body_mut(who).condition = condition;
        self.write(who, CONDITION);
        if condition == Condition::Able {
            self.able.add(who);
            self.write(who, RISEN);
        } else if self.able.has(who) {
            self.able.remove(who);
            self.write(who, FALLEN.and(PICKED));
            self.written.fallen.add(who);
        }
    }

    /// One injury of this damage more.
    pub(crate) fn injure(&mut self, who: FighterId, damage: i32) {
        let size = usize::try_from(damage).expect("damage is positive");
        let injuries = &mut self.body_mut(who).injuries[size.min(INJURY_SIZES) - 1];
        *injuries = injuries.saturating_add(1);
        self.write(who, INJURIES);
    }

    /// One injury of this place in the list is treated.
    pub(crate) fn treat(&mut self, who: FighterId, size: usize) {
        self.body_mut(who).injuries[size] -= 1;
        self.write(who, INJURIES);
    }

    /// Takes a thing in hand.
    #[inline]
    pub(crate) fn take_in_hand(&mut self, who: FighterId, item: u8) {
        self.body_mut(who).in_hand = item;
        self.write(who, HAND);
    }

    /// A thing is broken.
    pub(crate) fn break_thing(&mut self, who: FighterId, item: u8) {
        self.body_mut(who).items[usize::from(item)].broken = true;
        self.write(who, THINGS);
    }

    /// The next of several pieces takes the place of one that is broken.
    pub(crate) fn take_next_piece(&mut self, who: FighterId, item: u8) {
        let thing = &mut self.body_mut(who).items[usize::from(item)];
        thing.ammo -= 1;
        thing.lost = 0;
        self.write(who, THINGS);
    }

    /// One shot or piece less. As long as there are more, only whoever asks how many notices.
    pub(crate) fn use_up(&mut self, who: FighterId, item: u8) {
        let left = &mut self.body_mut(who).items[usize::from(item)].ammo;
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.write(who, THINGS);
        }
    }

    /// A weapon needs so many rounds of loading.
    pub(crate) fn unload(&mut self, who: FighterId, item: u8, rounds: u8) {
        self.body_mut(who).items[usize::from(item)].unloaded = rounds;
        if rounds > 0 {
            self.write(who, THINGS);
        }
    }

    /// A weapon is a round nearer to a shot; how many are left.
    pub(crate) fn load(&mut self, who: FighterId, item: u8) -> u8 {
        let left = &mut self.body_mut(who).items[usize::from(item)].unloaded;
        *left = left.saturating_sub(1);
        let left = *left;
        self.write(who, THINGS);
        left
    }
}
