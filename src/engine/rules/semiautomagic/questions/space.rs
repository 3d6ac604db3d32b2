//! Finds out which fighters are present, and where they are relative to each other: distances, reach and
//! flanking.
//!
//! Clauses: SAM-0-6, SAM-0-8, SAM-3-5, SAM-4-3, SAM-6-1..3, SAM-7-2, SAM-11-2, SAM-14-2, SAM-17-1.

use crate::fight::{FighterId, FighterSet};
use crate::grid::Block;
use crate::rules::semiautomagic::nouns::{Life, View};
use crate::rules::semiautomagic::reading::Weapon;

impl View<'_> {
    /// Returns the enemies of `mind` that are present and in the fight. If the mind is in another fighter's
    /// body, that body does not count as an enemy [SAM-17-1].
    #[inline]
    pub(crate) fn foes(self, mind: FighterId) -> FighterSet {
        let enemies = self.arena.lineup.enemies(mind);
        let mut foes = self.state.fighting.and(enemies).and(self.state.bodily);
        if self.arena.scope.possession
            && let Some(body) = self.body(mind).inside
        {
            foes.remove(body);
        }
        foes
    }

    /// Returns the allies of `mind` that are present and in the fight, without the fighter itself.
    pub(crate) fn friends(self, mind: FighterId) -> FighterSet {
        self.others(mind).and(self.arena.lineup.allies(mind))
    }

    /// Returns all fighters that are present and in the fight, including objects, except `but`.
    pub(crate) fn others(self, but: FighterId) -> FighterSet {
        let all = self.state.fighting.and(self.state.bodily);
        all.without(FighterSet::of(but))
    }

    #[inline]
    pub(crate) fn is_dying(self, who: FighterId) -> bool {
        self.body(who).life == Life::Dying && !self.state.absent.has(who)
    }

    /// Returns the mount that a fighter sits on [SAM-14-2].
    pub(crate) fn mount(self, who: FighterId) -> Option<FighterId> {
        if !self.arena.scope.mounts {
            return None;
        }
        let mount = self.arena.mounts[who.index()]?;
        let sits = !self.body(who).unmounted && self.state.fighting.has(mount);
        sits.then_some(mount)
    }

    /// Returns the rider that sits on `who`, if that rider is still in the fight.
    #[inline]
    pub(crate) fn rider(self, who: FighterId) -> Option<FighterId> {
        self.sitter(who)
            .filter(|&rider| self.state.fighting.has(rider))
    }

    /// Returns the rider that sits on `who`, even if that rider is out of the fight.
    pub(crate) fn sitter(self, who: FighterId) -> Option<FighterId> {
        self.arena.riders[who.index()].filter(|&rider| !self.body(rider).unmounted)
    }

    /// Returns the cells that a fighter occupies. A rider occupies the cells of its mount [SAM-14-2].
    #[inline]
    pub(crate) fn block(self, who: FighterId) -> Block {
        let Some(block) = self.state.kept_block(who) else {
            return self.block_now(who);
        };
        debug_assert_eq!(block, self.block_now(who), "the cells of {who:?}");
        block
    }

    /// Computes what [`block`](Self::block) returns, without the cache.
    fn block_now(self, who: FighterId) -> Block {
        let who = if self.arena.scope.mounts {
            self.mount(who).unwrap_or(who)
        } else {
            who
        };
        let large = self.arena.scope.large;
        let width = if large { self.fighter(who).width() } else { 1 };
        Block::new(self.body(who).cell(), width)
    }

    /// Returns the distance between two fighters in cells: 0 if they share a cell, 1 if they are adjacent.
    /// Without a field all distances are 1 [SAM-0-6].
    #[inline]
    pub(crate) fn gap(self, one: FighterId, other: FighterId) -> u32 {
        let Some(gap) = self.state.kept_gap(one, other) else {
            return self.gap_now(one, other);
        };
        debug_assert_eq!(gap, self.gap_now(one, other), "{one:?} and {other:?}");
        gap
    }

    /// Computes what [`gap`](Self::gap) returns, without the cache.
    fn gap_now(self, one: FighterId, other: FighterId) -> u32 {
        if self.arena.ground.mapped {
            self.block_now(one).gap(self.block_now(other))
        } else {
            u32::from(one != other)
        }
    }

    /// Returns the distance between the nearest cells of two fighters, in half metres [SAM-7-2].
    #[inline]
    pub(crate) fn distance(self, one: FighterId, other: FighterId) -> u32 {
        if self.arena.ground.mapped {
            self.block(one).distance(self.block(other))
        } else {
            2 * u32::from(one != other)
        }
    }

    /// Returns the reach of a fighter with a melee weapon, in squares of its own size [SAM-6-1, SAM-6-3].
    #[inline]
    pub(crate) fn reach(self, who: FighterId, weapon: &Weapon) -> u32 {
        u32::from(weapon.reach) + u32::from(self.fighter(who).natural_reach)
    }

    /// Returns whether a melee weapon of `who` reaches a target at a distance of `gap` cells [SAM-6-1,
    /// SAM-6-2].
    #[inline]
    pub(crate) fn reaches_over(self, who: FighterId, weapon: &Weapon, gap: u32) -> bool {
        let squares = gap.div_ceil(u32::from(self.fighter(who).width()));
        let reach = self.reach(who, weapon);
        squares == reach || (self.arena.options.reach_up_to && squares < reach)
    }

    /// Returns the fighter of `among` that is nearest to `who`. If several are equally near, returns the
    /// first in listing order [SAM-0-14].
    #[inline]
    pub(crate) fn nearest(self, who: FighterId, among: FighterSet) -> Option<FighterId> {
        if !self.arena.ground.mapped {
            return among.iter().min_by_key(|&one| one != who);
        }
        among.iter().min_by_key(|&one| self.gap(who, one))
    }

    /// Returns whether a fighter has flanking enemies on two opposite sides [SAM-11-2].
    #[inline]
    pub(crate) fn flanked(self, who: FighterId) -> bool {
        if !self.arena.ground.mapped {
            return false;
        }
        let around = self.flankers(who);
        let blocks = || around.iter().map(|one| self.block(one));
        around.is_several() && self.block(who).is_amid(blocks)
    }

    /// Returns the enemies that can flank `who`: those that are adjacent and not helpless, in any posture
    /// [SAM-11-2].
    pub(crate) fn flankers(self, who: FighterId) -> FighterSet {
        let foes = self.state.fighting.and(self.arena.lineup.enemies(who));
        let foes = foes.and(self.state.bodily);
        let near = match self.state.kept_touching(who) {
            Some(touching) => foes.and(touching),
            None => foes,
        };
        near.filter(|foe| self.gap(who, foe) == 1 && !self.body(foe).is_helpless())
    }
}
