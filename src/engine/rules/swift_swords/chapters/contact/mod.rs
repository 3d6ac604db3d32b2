//! How contact between creatures begins and ends: melees, close combat, and creatures that stand alone.
//!
//! Clauses: SST-3-1..11, SST-12-1, SST-12-2, SST-15-4, SST-33-1. The number of a melee is the index of its
//! lowest member plus one. So states that are equivalent compare equal. Creatures that stand alone have 0.
//! Groups in close combat ("knots") are numbered in the same way. The module `reach` says who can reach whom.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::frame::lineup::Lineup;
use crate::rules::swift_swords::nouns::{Body, Scene, State};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Applies the effects of announcing a melee attack. The attacker comes into contact, except in
    /// the cases that [`Self::approach`] lists. It also counts as one of the attackers of the target in this
    /// round, whose number may be limited [SST-3-8, SST-3-11, SST-33-1].
    #[expect(clippy::inline_always, reason = "most attackers are in contact")]
    #[inline(always)]
    pub(super) fn engage(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        if !self.state.fighting.has(target) {
            return;
        }
        if self.arena.ground.max_attackers > 0 {
            self.body_mut(target).strikers.add(who);
        }
        if !self.state.together(who, target) {
            self.approach(who, target, weapon);
        }
    }

    /// Brings an attacker into contact with its target, unless it strikes with a reach weapon from outside a
    /// melee or one of the two is in the air.
    #[inline(never)]
    fn approach(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        let from_afar = self.arena.weapon(weapon).reach && self.body(who).group == 0;
        let aloft = self.view().aloft(who) || self.view().aloft(target);
        if !from_afar && !aloft {
            self.join(who, target);
        }
    }

    /// Brings two creatures into contact. Their melees become one. If the side of `target` stands together in
    /// a group, its members in the same zone that are in no melee join this melee too [SST-3-4, SST-3-8].
    pub(super) fn join(&mut self, who: FighterId, target: FighterId) {
        if self.state.together(who, target) {
            return;
        }
        let (lineup, state) = (&self.arena.lineup, &*self.state);
        let mut members = state.group(who);
        members.0 |= state.group(target).0;
        let stands_with =
            |who: FighterId| self.arena.ground.clusters >> lineup.side(who).index() & 1 == 1;
        if stands_with(target) {
            let zone = state.body(target).zone;
            let near = |friend| state.body(friend).group == 0 && state.body(friend).zone == zone;
            let friends = lineup.allies(target).and(state.fighting);
            members.0 |= friends
                .filter(|friend| stands_with(friend) && near(friend))
                .0;
        }
        self.link(members);
    }

    /// Puts these creatures into one melee.
    pub(super) fn link(&mut self, members: FighterSet) {
        let lowest = lowest(members);
        for member in members.iter() {
            self.body_mut(member).group = lowest;
        }
        self.state.settle(&self.arena.lineup);
    }

    /// Takes a creature out of its melee, so that it stands alone. Every hold that it is part of ends.
    pub(super) fn leave(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        body.group = 0;
        body.close = 0;
        self.state.settle(&self.arena.lineup);
    }

    /// Brings two creatures into close combat. Creatures that are not large enough to stand in it fall down
    /// [SST-3-6, SST-12-1, SST-12-2].
    pub(super) fn tangle(&mut self, who: FighterId, target: FighterId) {
        let mut knot = self.state.knot(who);
        knot.0 |= self.state.knot(target).0;
        let lowest = lowest(knot);
        for member in knot.iter() {
            self.body_mut(member).close = lowest;
        }
        let close = self.rules().close;
        for member in knot.iter() {
            let opponents = knot.without(self.arena.lineup.allies(member));
            // A creature that is large enough keeps standing.
            let largest = opponents.iter().map(|foe| self.fighter(foe).size).max();
            let least = close.stands * largest.unwrap_or(0).max(close.least_size);
            let fighter = self.fighter(member);
            self.body_mut(member).prone |=
                fighter.size.max(close.least_size) + fighter.stability < least;
            self.drop_weapon(member, |weapon| !weapon.fits_close(close.heaviest));
        }
    }
}

/// Returns the number of a melee or a knot with these members.
fn lowest(members: FighterSet) -> u8 {
    members.iter().next().map_or(0, |who| who.0 + 1)
}

impl State {
    /// Renumbers all melees and knots, and ends those whose members are all allies [SST-3-5]. Ends a hold if
    /// the holder is out or no longer in the same knot. A creature in contact loses its cover [SST-15-4].
    pub(crate) fn settle(&mut self, lineup: &Lineup) {
        self.renumber(lineup, |body| body.group, |body, new| body.group = new);
        let mut close = 0;
        for who in self.fighting.iter() {
            let body = self.body_mut(who);
            body.covered &= body.group == 0;
            close |= body.close;
        }
        if close == 0 {
            return;
        }
        self.renumber(lineup, |body| body.close, |body, new| body.close = new);
        for who in self.fighting.iter() {
            let held = self.body(who).held;
            if held.is_some_and(|grip| !self.fighting.has(grip.by) || !self.locked(who, grip.by)) {
                self.body_mut(who).held = None;
            }
        }
    }

    /// Numbers each group (melee or knot) by its lowest member. Dissolves a group if all members are allies.
    #[inline]
    fn renumber(
        &mut self,
        lineup: &Lineup,
        number: impl Fn(&Body) -> u8,
        set: impl Fn(&mut Body, u8),
    ) {
        let mut seen = FighterSet::NONE;
        for who in self.fighting.iter() {
            let former = number(self.body(who));
            if seen.has(who) || former == 0 {
                continue;
            }
            // Members in `seen` already have new numbers, which may equal old numbers of other groups.
            let left = self.fighting.without(seen);
            let members = left.filter(|other| number(self.body(other)) == former);
            seen.0 |= members.0;
            let alone = members.without(lineup.allies(who)).is_empty();
            for member in members.iter() {
                set(self.body_mut(member), if alone { 0 } else { who.0 + 1 });
            }
        }
    }
}

#[cfg(test)]
mod tests;
