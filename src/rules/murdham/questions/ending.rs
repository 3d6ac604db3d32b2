//! Whether a fight is over, and how.
//!
//! Clauses: MUR-1-12, MUR-1-13, MUR-17-4, MUR-18-1.

use crate::fight::{Ending, FighterSet, Outcome, SideId};
use crate::rules::murdham::nouns::scene::View;

impl<const N: usize> View<'_, N> {
    /// The outcome, if at most one side has somebody fighting [MUR-1-12, MUR-1-13].
    pub(crate) fn over(self) -> Option<Outcome> {
        let stands = |(_, side): &(usize, &FighterSet)| !side.and(self.state.fighting).is_empty();
        let mut sides = self.arena.lineup.sides.iter().enumerate().filter(stands);
        let ending = match (sides.next(), sides.next()) {
            (Some(_), Some(_)) => return None,
            (Some((side, _)), None) => Ending::Won(SideId::at(side)),
            (None, _) => Ending::Draw,
        };
        Some(self.outcome(ending))
    }

    /// Whole vehicles stand beside those who fight, though they do not count [MUR-17-4].
    pub(crate) fn outcome(self, ending: Ending) -> Outcome {
        let things = self.arena.cast.things.iter();
        let whole = things.filter(|&thing| self.bears(thing));
        Outcome {
            ending,
            rounds: self.state.round,
            standing: FighterSet(whole.fold(self.state.fighting.0, |set, who| set | 1 << who.0)),
        }
    }
}
