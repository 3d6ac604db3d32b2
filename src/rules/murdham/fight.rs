//! How a fight of this book is played from outside: turn by turn, to its end, or many at once.

use std::ops::Range;

use super::charts::{chart, fallen, tables};
use super::events::{DEAD, FLED, INCAPACITATED, SURRENDERED};
use super::nouns::arena::{Arena, Tabled};
use super::nouns::scene::{Scene, View};
use super::nouns::state::{State, Status};
use crate::dice::Dice;
use crate::fight::{
    Cast, Counters, EventId, Fight, FighterId, FighterSet, MOST_FIGHTERS, Moment, Outcome,
    Progress, Stream, Witness, play, tell_fates,
};

impl<const N: usize> Fight for Arena<N> {
    type State = State<N>;
    type Roomy = Arena<MOST_FIGHTERS>;
    type Parts = ();

    const SURVEYED: bool = N <= 8;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    fn roomy(&self) -> Arena<MOST_FIGHTERS> {
        self.beginning(self.start.roomy())
    }

    fn prepared(&self) -> Option<Self> {
        Some(self.beginning(self.start.clone()))
    }

    #[inline]
    fn start(&self) -> State<N> {
        self.start.clone()
    }

    fn moment(&self, state: &State<N>) -> Moment {
        View::new(self, state).moment()
    }

    fn alike_from(&self) -> Option<u32> {
        self.scope.alike_from
    }

    fn set_round(&self, state: &mut State<N>, round: u32) {
        state.round = round;
    }

    fn take_counters(&self, state: &mut State<N>) -> Option<Counters> {
        fallen::take(self, state)
    }

    fn put_counters(&self, state: &mut State<N>, counters: &Counters) {
        fallen::put(self, state, counters);
    }

    /// A duel that has a chart is quicker still.
    fn is_surveyed(&self) -> bool {
        Self::SURVEYED && !matches!(tables::tabled(self), Tabled::Turns(_))
    }

    fn standing(&self, state: &State<N>) -> FighterSet {
        state.fighting
    }

    /// Those who have surrendered may yet fight on or be killed [MUR-13-3], so they are told of with the end of the fight.
    fn told_out(&self, state: &State<N>) -> FighterSet {
        let out = self.cast.everybody().without(state.fighting);
        out.filter(|who| state.body(who).status != Status::Surrendered)
    }

    #[inline]
    fn fate(&self, state: &State<N>, who: FighterId) -> Option<EventId> {
        match state.body(who).status {
            Status::Fighting => None,
            Status::Incapacitated => Some(INCAPACITATED),
            Status::Dying(_) | Status::Dead => Some(DEAD),
            Status::Surrendered => Some(SURRENDERED),
            Status::Fled => Some(FLED),
        }
    }

    #[inline]
    fn health(&self, state: &State<N>, who: FighterId) -> u32 {
        u32::try_from(state.body(who).health).unwrap_or(0)
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

    #[inline]
    fn run<D: Dice, W: Witness>(
        &self,
        state: &mut State<N>,
        dice: &mut D,
        witness: &mut W,
    ) -> Outcome {
        if let Tabled::Turns(chart) = tables::tabled(self) {
            return chart::run(self, chart, state, dice, witness);
        }
        loop {
            if let Progress::Ended(outcome) = self.step(state, dice, witness) {
                tell_fates(self, state, &outcome, witness);
                return outcome;
            }
        }
    }

    #[inline]
    fn play_all<W: Witness>(&self, stream: &Stream, fights: Range<u64>, witness: &mut W) {
        match tables::tabled(self) {
            Tabled::Turns(chart) if !W::LISTENS => {
                chart::play(self, chart, stream, fights, witness);
            }
            _ => fights.for_each(|n| {
                play(self, &mut stream.dice(n), witness);
            }),
        }
    }
}
