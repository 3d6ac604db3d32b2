//! Finds out whether a fight is over, and who has won.
//!
//! Clauses: MUR-0-23, MUR-1-12, MUR-1-13, MUR-17-4, MUR-18-1. A faction of the book is what the program calls
//! an alliance of sides. Members of a faction are allies, and everybody else is an enemy [MUR-0-23]. The code
//! identifies a faction by the index of its alliance.

use crate::fight::{Ending, FighterSet, Outcome, SideId};
use crate::rules::murdham::nouns::View;

impl View<'_> {
    /// Returns the outcome of the fight if it is over. It is over if at most one faction has a member that is
    /// fighting or is still to arrive [MUR-1-12, MUR-1-13].
    pub(crate) fn over(self) -> Option<Outcome> {
        let (lineup, round) = (&self.arena.lineup, self.state.round);
        let ending = lineup.ending_in((round, self.state.stage()), self.state.fighting);
        ending.map(|ending| self.outcome(ending))
    }

    /// Returns the outcome of a fight with this ending. Undestroyed vehicles count among the standing
    /// fighters, although they do not decide the fight [MUR-17-4].
    pub(crate) fn outcome(self, ending: Ending) -> Outcome {
        let whole = self.arena.cast.things.filter(|thing| self.bears(thing));
        Outcome {
            ending,
            rounds: self.state.round,
            standing: FighterSet(self.state.fighting.0 | whole.0),
        }
    }

    /// Returns whether a member of a faction is still fighting.
    pub(crate) fn stands(self, side: SideId) -> bool {
        let faction = self.arena.lineup.alliances[side.index()];
        !faction.and(self.state.fighting).is_empty()
    }

    /// Returns the next faction in listed order that has a member fighting. If no other faction has one,
    /// returns `side` itself.
    pub(crate) fn following(self, side: SideId) -> SideId {
        // This code runs after every turn. Two ranges in a row are faster here than a remainder.
        let factions = &self.arena.lineup.alliances;
        let stands = |at: &usize| !factions[*at].and(self.state.fighting).is_empty();
        let mut others = (side.index() + 1..factions.len()).chain(0..=side.index());
        others.find(stands).map_or(side, SideId::at)
    }

    /// Returns the factions that have a member fighting.
    pub(crate) fn standing(self) -> impl Iterator<Item = SideId> {
        let factions = (0..self.arena.lineup.alliances.len()).map(SideId::at);
        factions.filter(move |&side| self.stands(side))
    }
}
