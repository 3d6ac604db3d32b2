//! Implements the traits that the program uses to play a fight of this book.

use super::events::{FLED, KILLED, OUT, YIELDED};
use super::nouns::{Arena, Scene, State, Status, Track, View};
use crate::dice::Dice;
use crate::fight::{
    self, Cast, Days, Fight, FighterId, FighterSet, Left, LineId, Moment, Objectives, Pause,
    Progress, RollCall, Spot, Supplies, Witness,
};

impl fight::Arena for Arena {
    type State = State;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    #[inline]
    fn start(&self) -> &State {
        &self.start
    }

    /// Returns which fighters stand and which are out. A fighter that takes part only in other fights of the
    /// day is in neither set.
    fn roll_call(&self, state: &State) -> RollCall {
        let mut call = RollCall::of(&self.cast, state.fighting);
        call.out = call
            .out
            .filter(|who| state.body(who).status != Status::Absent);
        call
    }

    #[inline]
    fn left(&self, state: &State, who: FighterId) -> Left {
        let ranks = View::new(self, state).ranks_left(who, Track::Physical);
        Left {
            fate: match state.body(who).status {
                Status::Fighting | Status::Absent => None,
                Status::Out | Status::Behind => Some(OUT),
                Status::Killed => Some(KILLED),
                Status::Yielded => Some(YIELDED),
                Status::Fled => Some(FLED),
            },
            health: ranks.into(),
        }
    }

    fn moment(&self, state: &State) -> Moment {
        View::new(self, state).moment()
    }
}

impl Objectives for Arena {
    fn is_at(&self, state: &State, who: FighterId, spot: Spot) -> bool {
        Spot::at(state.body(who).zone.into()) == spot
    }
}

impl Days for Arena {
    fn parts(&mut self) -> Option<(&mut Cast, &mut State)> {
        Some((&mut self.cast, &mut self.start))
    }

    fn begin(&self, state: &mut State, fresh: FighterSet, folk: FighterSet) {
        self.begin_fight(state, fresh, folk);
    }

    fn pause<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        pause: Pause,
        folk: FighterSet,
        dice: &mut D,
        witness: &mut W,
    ) {
        Scene::new(self, state, dice, witness).pause(pause, folk);
    }

    fn ends_day<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        who: FighterId,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<LineId> {
        Scene::new(self, state, dice, witness).ends_day(who)
    }

    fn is_dead(&self, state: &State, who: FighterId) -> bool {
        state.body(who).status == Status::Killed
    }

    fn supplies(&self, state: &State, who: FighterId) -> Supplies {
        let body = state.body(who);
        let carried = u32::try_from(self.fighter(who).carries.len()).expect("few weapons");
        Supplies {
            ammunition: 0,
            remedies: body.uses.iter().copied().map(u32::from).sum(),
            things: carried.saturating_sub(body.broken.count_ones()),
        }
    }
}

impl Fight for Arena {
    #[inline]
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        Scene::new(self, state, dice, witness).step()
    }
}
