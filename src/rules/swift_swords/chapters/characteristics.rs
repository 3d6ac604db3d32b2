//! Rolls of a characteristic, and of one against another.
//!
//! Clauses: SST-0-2, SST-0-3, SST-9-4.

use super::phrases::successes;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{Luck, MOST_DICE, Scene, Successes, TRAITS, Trait, need};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Rolls a characteristic: whether there is any success [SST-0-2].
    pub(super) fn passes(&mut self, who: FighterId, which: Trait, modifier: i8) -> bool {
        self.successes(who, which, modifier) > 0
    }

    /// Rolls a characteristic: the number of successes [SST-0-2].
    pub(super) fn successes(&mut self, who: FighterId, which: Trait, modifier: i8) -> u8 {
        self.roll_trait(who, which, modifier, true)
    }

    /// Rolls the same characteristic for two, each with dice more or fewer. By how many successes the first is ahead; 0 or
    /// less: nothing changes [SST-0-3].
    pub(super) fn contest(&mut self, which: Trait, pair: [FighterId; 2], more: [i8; 2]) -> i8 {
        let ahead = self.successes(pair[0], which, more[0]).cast_signed();
        ahead - self.successes(pair[1], which, more[1]).cast_signed()
    }

    /// Rolls a characteristic, with a modifier: the number of successes. No one may go into a roll that was itself bought
    /// with one [SST-9-4].
    pub(super) fn roll_trait(
        &mut self,
        who: FighterId,
        which: Trait,
        modifier: i8,
        effort: bool,
    ) -> u8 {
        let may = effort && self.state.fighting.has(who);
        let effort = may && self.effort(who, None);
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
        let (hits, faces) = self.roll(Successes(need(0)).times(count));
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

#[cfg(test)]
mod tests {
    use super::{Scene, Trait};
    use crate::dice::outcomes;
    use crate::fight::Silent;
    use crate::rules::swift_swords::testing::{fighters, fraction};

    #[test] // SST-0-3
    fn whoever_has_more_successes_wins_by_as_many() {
        let trial = fighters("a", "").against("b", "").ready();
        let (a, b) = (trial.who("a"), trial.who("b"));
        let odds = |more: i8| {
            outcomes(|dice| {
                let mut state = trial.state.clone();
                let mut silent = Silent;
                let mut scene = Scene::new(&trial.arena, &mut state, dice, &mut silent);
                scene.contest(Trait::Body, [a, b], [more, 0])
            })
        };
        assert_eq!(odds(0).of(|&margin| margin >= 1), fraction(2320, 6561));
        assert_eq!(odds(0).of(|&margin| margin == 0), fraction(1921, 6561));
        assert_eq!(odds(0).of(|&margin| margin >= 2), fraction(280, 2187));
        assert_eq!(odds(1).of(|&margin| margin >= 1), fraction(8881, 19683));
        assert_eq!(odds(2).of(|&margin| margin >= 1), fraction(10655, 19683));
    }
}
