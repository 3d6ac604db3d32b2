//! Slams: blows with the whole body that throw down and do no damage. A house rule.
//!
//! Clauses: SST-34-1. Reading: armour helps against being slammed, as it does against any blow.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::fighter::FISTS;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::reading::sheet::Trait;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Slams into an enemy.
    pub(crate) fn slam(&mut self, who: FighterId, target: FighterId) {
        self.engage(who, target, FISTS);
        let result = self.attack(Attack {
            purpose: Purpose::Slam,
            ..Attack::new(who, target, Means::Melee(FISTS))
        });
        if result.last == 0 || !self.state.fighting.has(target) || !self.state.fighting.has(who) {
            return;
        }
        let more = self.view().larger(who, target);
        if self.contest(Trait::Body, [who, target], [more, 0]) > 0 {
            self.fells(target);
        }
    }
}
