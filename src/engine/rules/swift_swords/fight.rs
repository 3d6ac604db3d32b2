//! The fight as the program plays it, whatever the book.

use super::events::{FLED, KILLED, OUT, YIELDED};
use super::nouns::{Arena, Scene, State, Status, Track, View};
use crate::dice::Dice;
use crate::fight::{Cast, EventId, Fight, FighterId, FighterSet, Moment, Progress, Witness};

impl Fight for Arena {
    type State = State;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    #[inline]
    fn start(&self) -> &State {
        &self.start
    }

    fn standing(&self, state: &State) -> FighterSet {
        state.fighting
    }

    #[inline]
    fn fate(&self, state: &State, who: FighterId) -> Option<EventId> {
        match state.body(who).status {
            Status::Fighting => None,
            Status::Out => Some(OUT),
            Status::Killed => Some(KILLED),
            Status::Yielded => Some(YIELDED),
            Status::Fled => Some(FLED),
        }
    }

    #[inline]
    fn health(&self, state: &State, who: FighterId) -> u32 {
        View::new(self, state)
            .ranks_left(who, Track::Physical)
            .into()
    }

    #[inline]
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        Scene::new(self, state, dice, witness).step()
    }

    fn moment(&self, state: &State) -> Moment {
        View::new(self, state).moment()
    }

    fn alike_from(&self) -> Option<u32> {
        self.scope.alike_from.map(|from| from.max(2))
    }

    fn set_round(&self, state: &mut State, round: u32) {
        state.round = round;
    }
}
