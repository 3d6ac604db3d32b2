//! Slams: blows with the whole body that throw down and do no damage. A house rule.
//!
//! Clauses: SST-34-1. Reading: armour helps against being slammed, as it does against any blow.

use super::{contact, contest};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::fighter::FISTS;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::reading::sheet::Trait;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Slams into an enemy.
    pub(crate) fn slam(&mut self, who: FighterId, target: FighterId) {
        contact::engage(self.arena, self.state, who, target, FISTS);
        let attack = Attack {
            attacker: who,
            target,
            means: Means::Melee(FISTS),
            purpose: Purpose::Slam,
            bonus: 0,
        };
        let result = self.attack(attack);
        if result.last == 0 || !self.state.fighting.has(target) || !self.state.fighting.has(who) {
            return;
        }
        let pair = ((who, contest::larger(self.arena, who, target)), (target, 0));
        if self.contest(Trait::Body, pair) > 0 {
            self.fells(target);
        }
    }
}
