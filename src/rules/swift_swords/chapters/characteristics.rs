//! Rolls of a characteristic.
//!
//! Clauses: SST-0-2, SST-9-4.

use super::phrases::successes;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::choices::Helps;
use crate::rules::swift_swords::nouns::luck::{MOST_DICE, Successes};
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::reading::sheet::{TRAITS, Trait};

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
            - i32::from(self.body(who).injuries.of_trait(which))
            + i32::from(effort);
        let count = u8::try_from(sum.clamp(0, MOST_DICE.into())).expect("few dice");
        let name = || TRAITS[which as usize].to_uppercase();
        if count == 0 {
            self.say("SST-0-2", [who], |[who]| {
                format!("{who} has no dice for {}: fails.", name())
            });
            return 0;
        }
        self.dice.about(Topic::Deed(who.0));
        self.dice.about(Topic::Save);
        let (hits, faces) = self.roll(Successes::plain(count));
        self.say("SST-0-2", [who], |[who]| {
            let result = match hits {
                0 => "fails".to_owned(),
                some => successes(some),
            };
            format!("{who} rolls {faces} for {}: {result}.", name())
        });
        hits
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
