//! Functions that change what decisions depend on: places, conditions, the items in hand, and the state of
//! items. All code makes such changes through these functions. They record which columns of the state have
//! changed (see `columns.rs`), so that no outdated result is reused.
//!
//! Clauses: BRP-5.2-1.

use super::columns::{CONDITION, FALLEN, HAND, INJURIES, PICKED, PLACE, RISEN, THINGS, Written};
use super::state::{Condition, INJURY_SIZES, State};
use crate::fight::FighterId;
use crate::policy::Columns;

impl State {
    /// Records that these columns of a fighter have changed.
    #[inline]
    pub(crate) fn write(&mut self, who: FighterId, columns: Columns) {
        self.written.columns |= columns;
        self.written.of.add(who);
    }

    /// Returns the columns that have changed since the last call, and clears the record.
    #[inline]
    pub(crate) fn take_written(&mut self) -> Written {
        std::mem::take(&mut self.written)
    }

    /// Moves a fighter to a place on the line. Returns the distance moved. Both are in centimetres.
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

    /// Adds one untreated injury of `damage` points.
    pub(crate) fn injure(&mut self, who: FighterId, damage: i32) {
        let size = usize::try_from(damage).expect("damage is positive");
        let injuries = &mut self.body_mut(who).injuries[size.min(INJURY_SIZES) - 1];
        *injuries = injuries.saturating_add(1);
        self.write(who, INJURIES);
    }

    /// Marks one injury as treated. `size` is an index into `injuries`.
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

    /// Replaces a broken item by the next piece of the same kind that the fighter carries.
    pub(crate) fn take_next_piece(&mut self, who: FighterId, item: u8) {
        let thing = &mut self.body_mut(who).items[usize::from(item)];
        thing.ammo -= 1;
        thing.lost = 0;
        self.write(who, THINGS);
    }

    /// Uses up one shot or piece of an item. The column `THINGS` is recorded as changed only when the last
    /// one is used up. Policies that depend on the exact number read the column `AMMUNITION`.
    pub(crate) fn use_up(&mut self, who: FighterId, item: u8) {
        let left = &mut self.body_mut(who).items[usize::from(item)].ammo;
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.write(who, THINGS);
        }
    }

    /// Sets how many rounds of reloading a weapon needs before it can shoot.
    pub(crate) fn unload(&mut self, who: FighterId, item: u8, rounds: u8) {
        self.body_mut(who).items[usize::from(item)].unloaded = rounds;
        if rounds > 0 {
            self.write(who, THINGS);
        }
    }

    /// Reloads a weapon for one round. Returns the number of rounds that are still needed.
    pub(crate) fn load(&mut self, who: FighterId, item: u8) -> u8 {
        let left = &mut self.body_mut(who).items[usize::from(item)].unloaded;
        *left = left.saturating_sub(1);
        let left = *left;
        self.write(who, THINGS);
        left
    }
}
