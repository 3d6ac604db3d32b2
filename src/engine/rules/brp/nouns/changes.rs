//! Changes to the columns that decisions depend on: places, conditions, items in hand, and whether items are whole,
//! loaded and not used up. All code changes them through these functions, so that every change is noted and nothing
//! outdated is reused.
//!
//! Clauses: BRP-5.2-1.

use super::columns::{CONDITION, FALLEN, HAND, INJURIES, PICKED, PLACE, RISEN, THINGS, Written};
use super::state::{Condition, INJURY_SIZES, State};
use crate::fight::FighterId;
use crate::policy::Columns;

impl State {
    /// Notes that these columns of a fighter have been written.
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

    /// Moves a fighter to a place and returns the distance in centimetres.
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

    /// Sets the condition of a fighter.
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

    /// Adds one injury of this damage.
    pub(crate) fn injure(&mut self, who: FighterId, damage: i32) {
        let size = usize::try_from(damage).expect("damage is positive");
        let injuries = &mut self.body_mut(who).injuries[size.min(INJURY_SIZES) - 1];
        *injuries = injuries.saturating_add(1);
        self.write(who, INJURIES);
    }

    /// Marks one injury at this index of the list as treated.
    pub(crate) fn treat(&mut self, who: FighterId, size: usize) {
        self.body_mut(who).injuries[size] -= 1;
        self.write(who, INJURIES);
    }

    /// Takes an item in hand.
    #[inline]
    pub(crate) fn take_in_hand(&mut self, who: FighterId, item: u8) {
        self.body_mut(who).in_hand = item;
        self.write(who, HAND);
    }

    /// Breaks an item.
    pub(crate) fn break_thing(&mut self, who: FighterId, item: u8) {
        self.body_mut(who).items[usize::from(item)].broken = true;
        self.write(who, THINGS);
    }

    /// Replaces a broken piece by the next of several.
    pub(crate) fn take_next_piece(&mut self, who: FighterId, item: u8) {
        let thing = &mut self.body_mut(who).items[usize::from(item)];
        thing.ammo -= 1;
        thing.lost = 0;
        self.write(who, THINGS);
    }

    /// Takes one shot or piece. Policies notice it only if they ask for the number, or if it was the last one.
    pub(crate) fn use_up(&mut self, who: FighterId, item: u8) {
        let left = &mut self.body_mut(who).items[usize::from(item)].ammo;
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.write(who, THINGS);
        }
    }

    /// Sets the rounds of loading that a weapon needs.
    pub(crate) fn unload(&mut self, who: FighterId, item: u8, rounds: u8) {
        self.body_mut(who).items[usize::from(item)].unloaded = rounds;
        if rounds > 0 {
            self.write(who, THINGS);
        }
    }

    /// Brings a weapon one round nearer to a shot and returns the rounds that are left.
    pub(crate) fn load(&mut self, who: FighterId, item: u8) -> u8 {
        let left = &mut self.body_mut(who).items[usize::from(item)].unloaded;
        *left = left.saturating_sub(1);
        let left = *left;
        self.write(who, THINGS);
        left
    }
}
