//! Many who fight as one: an attack at several enemies, one roll each.
//!
//! Clauses: SST-15-7, SST-15-8, SST-27-4, SST-36-2. Reading: a charge, a blow in passing or back, and tactics of two weapons
//! are at one enemy, whoever makes them; where one attack is all of a round, those in passing and back are no attacks of its
//! own. What members add to ranks and dice is in the stat block (`compile.rs`).

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{Scene, View};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Strikes at an enemy, and, where many fight as one, at others of its melee: in listed order after it, and round.
    pub(super) fn strike_as_mob(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        self.engage(who, target, weapon);
        let most = self.fighter(who).attacks;
        if most == 1 || !self.state.fighting.has(target) {
            self.blow(who, target, weapon);
            return;
        }
        let others = self.view().others(who, weapon, target);
        for other in others.take(most.into()) {
            if !self.state.fighting.has(who) {
                return;
            }
            let near = other == target || self.view().is_near(who, weapon, other);
            if self.state.fighting.has(other) && near {
                self.engage(who, other, weapon);
                self.blow(who, other, weapon);
            }
        }
    }

    /// Notes an attack, where many who fight as one have no other in a round.
    pub(super) fn has_swarmed(&mut self, who: FighterId) {
        if self.arena.options.mob_per_round && self.fighter(who).attacks > 1 {
            self.body_mut(who).swarmed = true;
        }
    }
}

impl<const N: usize> View<'_, N> {
    /// Whether others than the target are struck at by the way: those of the melee, or, from the air, of the zone.
    fn is_near(self, who: FighterId, weapon: u8, foe: FighterId) -> bool {
        if self.aloft(who) {
            self.body(who).zone == self.body(foe).zone
        } else {
            self.strikes_from(who, weapon, foe) && self.in_reach(who, foe)
        }
    }

    /// The target, and after it the others who can be struck at, in listed order and round.
    fn others(
        self,
        who: FighterId,
        weapon: u8,
        target: FighterId,
    ) -> impl Iterator<Item = FighterId> + use<N> {
        let fits = |foe| self.is_near(who, weapon, foe) && self.has_room(who, foe);
        let foes = self.foes(who).filter(fits);
        let after = foes.iter().filter(move |&foe| foe > target);
        let before = foes.iter().filter(move |&foe| foe < target);
        std::iter::once(target).chain(after).chain(before)
    }
}

#[cfg(test)]
mod tests;
