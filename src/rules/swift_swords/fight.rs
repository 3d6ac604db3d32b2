//! The fight as the program plays it, whatever the book.

use super::events::{FLED, KILLED, OUT, YIELDED};
use super::nouns::{Arena, Scene, State, Status, Track, View};
use crate::dice::Dice;
use crate::fight::{
    Cast, EventId, Fight, FighterId, FighterSet, MOST_FIGHTERS, Moment, Progress, Witness,
};

impl<const N: usize> Fight for Arena<N> {
    type State = State<N>;
    type Roomy = Arena<MOST_FIGHTERS>;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    fn roomy(&self) -> Arena<MOST_FIGHTERS> {
        Arena {
            options: self.options.clone(),
            odds: self.odds,
            tables: self.tables.clone(),
            ground: self.ground.clone(),
            parts: self.parts.clone(),
            roster: self.roster.clone(),
            lineup: self.lineup.clone(),
            weapons: self.weapons.clone(),
            named: self.named.clone(),
            selected: self.selected,
            cover_of: self.cover_of.clone(),
            players: self.players,
            cast: self.cast.clone(),
            scope: self.scope,
            start: self.start.roomy(),
        }
    }

    #[inline]
    fn start(&self) -> State<N> {
        self.start.clone()
    }

    fn standing(&self, state: &State<N>) -> FighterSet {
        state.fighting
    }

    #[inline]
    fn fate(&self, state: &State<N>, who: FighterId) -> Option<EventId> {
        match state.body(who).status {
            Status::Fighting => None,
            Status::Out => Some(OUT),
            Status::Killed => Some(KILLED),
            Status::Yielded => Some(YIELDED),
            Status::Fled => Some(FLED),
        }
    }

    #[inline]
    fn health(&self, state: &State<N>, who: FighterId) -> u32 {
        View::new(self, state)
            .ranks_left(who, Track::Physical)
            .into()
    }

    #[inline]
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State<N>,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        Scene::new(self, state, dice, witness).step()
    }

    fn moment(&self, state: &State<N>) -> Moment {
        View::new(self, state).moment()
    }

    fn alike_from(&self) -> Option<u32> {
        self.scope.alike_from.map(|from| from.max(2))
    }

    fn set_round(&self, state: &mut State<N>, round: u32) {
        state.round = round;
    }
}
