//! Whether a fight is over, and how.
//!
//! Clauses: MUR-0-23, MUR-1-12, MUR-1-13, MUR-17-4, MUR-18-1. Members of a faction are allies, and everybody else is an enemy
//! [MUR-0-23], so the factions of the rules are the alliances of sides. A faction is identified by its first side.

use crate::fight::{Ending, FighterSet, Outcome, SideId, State as _};
use crate::rules::murdham::nouns::View;

impl View<'_> {
    /// The outcome, if at most one faction has a member fighting or still to come [MUR-1-12, MUR-1-13].
    pub(crate) fn over(self) -> Option<Outcome> {
        let (lineup, round) = (&self.arena.lineup, self.state.round);
        let ending = lineup.ending_in((round, self.state.stage()), self.state.fighting);
        ending.map(|ending| self.outcome(ending))
    }

    /// The outcome of a fight. Undestroyed vehicles are listed beside the fighters that stand, although they do not
    /// decide the fight [MUR-17-4].
    pub(crate) fn outcome(self, ending: Ending) -> Outcome {
        let whole = self.arena.cast.things.filter(|thing| self.bears(thing));
        Outcome {
            ending,
            rounds: self.state.round,
            standing: FighterSet(self.state.fighting.0 | whole.0),
        }
    }

    /// Returns whether a faction has a member fighting.
    pub(crate) fn stands(self, side: SideId) -> bool {
        let faction = self.arena.lineup.alliances[side.index()];
        !faction.and(self.state.fighting).is_empty()
    }

    /// The next faction in listed order that still has a member fighting; the same faction if there is no other.
    pub(crate) fn following(self, side: SideId) -> SideId {
        // Chained slices instead of a remainder, for speed: this runs after every turn.
        let factions = &self.arena.lineup.alliances;
        let stands = |at: &usize| !factions[*at].and(self.state.fighting).is_empty();
        let mut others = (side.index() + 1..factions.len()).chain(0..=side.index());
        others.find(stands).map_or(side, SideId::at)
    }

    /// The factions that have a member fighting.
    pub(crate) fn standing(self) -> impl Iterator<Item = SideId> {
        let factions = (0..self.arena.lineup.alliances.len()).map(SideId::at);
        factions.filter(move |&side| self.stands(side))
    }
}
