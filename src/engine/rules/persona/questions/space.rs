//! Positions of fighters relative to each other: distance, adjacency, range, altitude.
//!
//! Clauses: PER-4-2, PER-4-3, PER-7-2..5, PER-12-1, PER-12.14-1, PER-12.14-2, PER-12.32-1, PER-12.35-1,
//! PER-13.2-7, PER-13.2-10, PER-13.3-2, PER-13.7-1, PER-13.7-2.

use crate::fight::{FighterId, FighterSet, Objectives as _, Spot};
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::state::Hold;
use crate::rules::persona::reading::sheet::Band;
use crate::rules::persona::reading::tables::Weapon;

impl View<'_> {
    /// Returns the enemies of `who` that are not out.
    #[inline]
    pub(crate) fn foes(self, who: FighterId) -> FighterSet {
        self.arena.foes(self.state, who)
    }

    /// Returns the allies of `who` that are not out, without `who`.
    pub(crate) fn friends(self, who: FighterId) -> FighterSet {
        let mut friends = self.state.fighting.and(self.arena.lineup.allies(who));
        friends.remove(who);
        friends
    }

    /// Returns the distance of two fighters along the line, in units.
    #[inline]
    pub(crate) fn along(self, a: FighterId, b: FighterId) -> i32 {
        (i32::from(self.body(a).at) - i32::from(self.body(b).at)).abs()
    }

    /// Returns the distance of two fighters in units, including their height [PER-7-2, PER-7-5, PER-13.7-1].
    #[inline]
    pub(crate) fn distance(self, a: FighterId, b: FighterId) -> i32 {
        let along = self.along(a, b);
        let bands = [self.body(a).band, self.body(b).band];
        match bands {
            [one, other] if one == other => along,
            [Band::High, _] | [_, Band::High] => along.max(self.numbers().flight.high),
            _ => along.max(self.numbers().flight.low),
        }
    }

    #[inline]
    pub(crate) fn same_band(self, a: FighterId, b: FighterId) -> bool {
        self.body(a).band == self.body(b).band
    }

    /// Returns whether two fighters are adjacent, and so in melee with each other [PER-4-2].
    #[inline]
    pub(crate) fn adjacent(self, a: FighterId, b: FighterId) -> bool {
        self.same_band(a, b) && self.along(a, b) <= self.numbers().moves.adjacent
    }

    /// Returns the enemies adjacent to a fighter.
    #[inline]
    pub(crate) fn adjacent_foes(self, who: FighterId) -> FighterSet {
        self.foes(who).filter(|foe| self.adjacent(who, foe))
    }

    /// Returns whether a weapon reaches from a fighter to its target [PER-4-2, PER-4-3, PER-7-3, PER-7-5].
    #[inline]
    pub(crate) fn reaches(self, who: FighterId, target: FighterId, weapon: &Weapon) -> bool {
        if weapon.is_melee() {
            return self.same_band(who, target) && self.along(who, target) <= weapon.reach;
        }
        let high = [who, target].map(|one| self.body(one).band == Band::High);
        let out_of_reach = high[0] != high[1] && !weapon.reaches_high;
        !out_of_reach && self.distance(who, target) <= self.numbers().shooting.reach * weapon.range
    }

    /// Returns the nearest enemy. Of equally near enemies, returns the first [PER-13.3-2, PER-13.7-2].
    #[inline]
    pub(crate) fn nearest_foe(self, who: FighterId) -> Option<FighterId> {
        self.foes(who)
            .iter()
            .min_by_key(|&foe| self.distance(who, foe))
    }

    /// Returns whether a fighter is in a grapple.
    #[inline]
    pub(crate) fn grappling(self, who: FighterId) -> bool {
        self.body(who).hold != Hold::Free
    }

    /// Returns whether two fighters are in the same grapple [PER-12.14-2].
    #[inline]
    pub(crate) fn in_one_grapple(self, one: FighterId, other: FighterId) -> bool {
        self.body(one).hold.other() == Some(other)
    }

    /// Returns whether a fighter can use Movement actions at all [PER-12-1, PER-12.14-1, PER-13.2-10].
    #[inline]
    pub(crate) fn mobile(self, who: FighterId) -> bool {
        let body = self.body(who);
        !self.fighter(who).immobile && !body.immobilised && body.hold == Hold::Free
    }

    /// Returns whether a fighter can walk. A prone fighter has to stand up first [PER-13.2-7].
    #[inline]
    pub(crate) fn can_walk(self, who: FighterId) -> bool {
        self.mobile(who) && !self.body(who).prone
    }

    /// Returns the place of a fighter after moving up to `most` units towards `target`. The fighter stops
    /// where the two are adjacent [PER-13.3-2].
    pub(crate) fn place_towards(self, who: FighterId, target: FighterId, most: i32) -> i16 {
        let (at, to) = (self.body(who).at, self.body(target).at);
        let gap = i32::from(to) - i32::from(at);
        let step = (gap.abs() - self.numbers().moves.adjacent).clamp(0, most);
        moved(at, gap.signum() * step)
    }

    /// Returns whether a fighter is at the place of an objective `reach` that includes it. The objective
    /// still needs other fighters there, so the fighter must not leave.
    pub(crate) fn must_stay(self, who: FighterId) -> bool {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(
            self.state.fighting,
            self.state.round.into(),
            self.state.stage(),
        );
        lineup.must_stay(who, able, is_at)
    }

    /// Returns the place that a fighter has to reach for an objective. `None` if there is no such objective,
    /// or if the fighter is already at the place of one.
    pub(crate) fn place_to_reach(self, who: FighterId) -> Option<i16> {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(
            self.state.fighting,
            self.state.round.into(),
            self.state.stage(),
        );
        let Spot([place, _]) = lineup.spot_to_reach(who, able, is_at)?;
        i16::try_from(place).ok()
    }

    /// Returns the place of a fighter after moving up to `most` units towards the place `to`.
    pub(crate) fn place_on_the_way(self, who: FighterId, to: i16, most: i32) -> i16 {
        let at = self.body(who).at;
        let gap = i32::from(to) - i32::from(at);
        moved(at, gap.clamp(-most, most))
    }

    /// Returns the place of a fighter after moving `most` units straight away from another.
    pub(crate) fn place_away(self, who: FighterId, from: FighterId, most: i32) -> i16 {
        let at = self.body(who).at;
        moved(at, most * self.direction_from(who, from))
    }

    /// Returns the direction of a move by `who` away from `from`: 1 or -1. If both are at one place, the
    /// fighter listed first moves to smaller places.
    pub(crate) fn direction_from(self, who: FighterId, from: FighterId) -> i32 {
        let places = [who, from].map(|one| self.body(one).at);
        let behind = places[0] < places[1] || (places[0] == places[1] && who < from);
        if behind { -1 } else { 1 }
    }
}

impl View<'_> {
    /// Returns the enemies within reach of a weapon on one side of a fighter. `upwards` is the side of larger
    /// places. An enemy at the fighter's own place is on both sides [PER-12.32-1].
    pub(crate) fn side(self, who: FighterId, weapon: u8, upwards: bool) -> FighterSet {
        let own = self.body(who).at;
        let row = self.arena.weapon(weapon);
        self.foes(who).filter(|foe| {
            let there = self.body(foe).at;
            let side = if upwards { there >= own } else { there <= own };
            side && self.reaches(who, foe, row)
        })
    }

    /// Returns the enemies on one side that are inside the arc of Suppressing Fire. This is all of them, or
    /// by a house rule only the nearest few [PER-12.35-1].
    pub(crate) fn arc(self, who: FighterId, weapon: u8, full: bool, upwards: bool) -> FighterSet {
        let most = u32::from(self.arena.options.suppress_zone[usize::from(full)]);
        let mut held = FighterSet::NONE;
        let mut left = self.side(who, weapon, upwards);
        while held.count() < most {
            let Some(next) = left.iter().min_by_key(|&foe| self.distance(who, foe)) else {
                break;
            };
            left.remove(next);
            held.add(next);
        }
        held
    }
}

/// Returns the place `by` units from `at`.
pub(crate) fn moved(at: i16, by: i32) -> i16 {
    let to = i32::from(at) + by;
    i16::try_from(to.clamp(i16::MIN.into(), i16::MAX.into())).expect("it was clamped")
}
