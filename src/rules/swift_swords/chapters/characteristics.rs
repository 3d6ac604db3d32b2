//! Rolls of a characteristic.
//!
//! Clauses: SST-0-2, SST-9-4.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::choices::Helps;
use crate::rules::swift_swords::nouns::luck::{Luck, MOST_DICE, Successes, need};
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::questions::penalties;
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::telling;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Rolls a characteristic: whether there is any success [SST-0-2].
    pub(crate) fn passes(&mut self, which: (FighterId, Trait), modifier: i8) -> bool {
        self.successes(which, modifier) > 0
    }

    /// Rolls a characteristic: the number of successes [SST-0-2].
    pub(crate) fn successes(&mut self, which: (FighterId, Trait), modifier: i8) -> u8 {
        self.roll_trait(which, (modifier, Extra::Effort))
    }

    /// Rolls a characteristic, with a modifier: the number of successes.
    pub(crate) fn roll_trait(
        &mut self,
        (who, which): (FighterId, Trait),
        (modifier, extra): (i8, Extra),
    ) -> u8 {
        let matter = (Helps::Other, None);
        let effort =
            extra == Extra::Effort && self.state.fighting.has(who) && self.effort(who, matter);
        let sum = i32::from(self.fighter(who).dice(which)) + i32::from(modifier)
            - i32::from(penalties::characteristic(self.state, who, which))
            + i32::from(effort);
        let count = u8::try_from(sum.clamp(0, MOST_DICE.into())).expect("few dice");
        if count == 0 {
            telling::tested(self, who, which, 0, 0, None);
            return 0;
        }
        let mut log = telling::log::<W>();
        let roll = Successes {
            dice: count,
            need: need(0),
        };
        self.dice.about(Topic::Deed(who.0));
        self.dice.about(Topic::Save);
        let successes = roll.settle(self.arena.tables, self.dice, log.as_mut());
        telling::tested(self, who, which, count, successes, log);
        successes
    }
}

/// Whether a one may go into a roll: one at most does [SST-9-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// For a die more.
    Effort,
    /// None: the roll itself was bought with one.
    None,
}
