//! Implements the traits that the program uses to play a fight of this book.

use super::chapters::turn;
use super::events::DOWN;
use super::nouns::arena::Arena;
use super::nouns::counters;
use super::nouns::memo::Memo;
use super::nouns::scene::Scene;
use super::nouns::state::{Phase, State, Whereabouts};
use super::nouns::volley::{MOST_HITS, Volley};
use crate::dice::Dice;
use crate::fight::{
    self, Cast, Counters, Counting, Days, EventId, Fight, FighterId, FighterSet, Left, LineId,
    Moment, Objectives, Outcome, Pause, Progress, RollCall, Spot, Supplies, Witness, tell_fates,
};

/// Maximum number of actions in a turn: a Release, and four Half Actions after it.
const MOST_ACTIONS: u32 = 5;

impl fight::Arena for Arena {
    type State = State;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    #[inline]
    fn start(&self) -> &State {
        &self.start
    }

    fn roll_call(&self, state: &State) -> RollCall {
        let mut call = RollCall::of(&self.cast, state.fighting);
        call.out = call.out.without(self.to_come(state));
        call
    }

    /// Returns the fate of `who` and its remaining wounds after a fight. The fate is given only if the fight
    /// is part of a day. In all other fights, it has already been reported when the fighter went out.
    #[inline]
    fn left(&self, state: &State, who: FighterId) -> Left {
        Left {
            fate: state.body(who).fate.filter(|_| self.day),
            health: u32::try_from(state.body(who).wounds).unwrap_or(0),
        }
    }

    /// Returns how far the fight has come: the round, and the progress within it. This progress counts the
    /// turns of the round, the actions of the turn, and the hits of the action that have been dealt.
    fn moment(&self, state: &State) -> Moment {
        let of_turn = match state.phase {
            Phase::Opening => 0,
            Phase::Start | Phase::Acting => u32::from(state.turn.actions).min(MOST_ACTIONS) + 1,
            Phase::Over => MOST_ACTIONS + 2,
        };
        let deeds = (MOST_ACTIONS + 2) * u32::from(state.at) + of_turn;
        let part = 2 * MOST_HITS * deeds as usize;
        let to_deal = state.volley.as_ref().map_or(0, Volley::left);
        Moment {
            round: state.round.into(),
            part: u32::try_from(part - usize::from(to_deal)).expect("a round has few parts"),
            ..Moment::default()
        }
    }
}

impl Objectives for Arena {
    fn fate(&self, state: &State, who: FighterId) -> Option<EventId> {
        state.body(who).fate
    }

    fn is_at(&self, state: &State, who: FighterId, spot: Spot) -> bool {
        spot.is_passed(self.start.body(who).at.into(), state.body(who).at.into())
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
        state.body(who).fate == Some(DOWN) && !self.fighter(who).fate
    }

    fn supplies(&self, state: &State, who: FighterId) -> Supplies {
        let body = state.body(who);
        let count = self.fighter(who).carries.len();
        let mut supplies = Supplies::default();
        for item in body.items.iter().take(count) {
            let is_lost = item.place == Whereabouts::Taken;
            supplies.ammunition += u32::from(item.rounds) * u32::from(!is_lost);
            supplies.things += u32::from(!is_lost && !item.jammed);
        }
        supplies.remedies = body.uses.iter().copied().map(u32::from).sum();
        supplies
    }
}

impl Fight for Arena {
    fn counting(&self) -> Option<&dyn Counting<State>> {
        Some(self)
    }

    #[inline]
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        turn::step(self, state, dice, witness)
    }

    /// Plays a fight step by step to its end. If the state has no [`Memo`] yet, adds one, which will store
    /// the choices of the policies.
    #[inline]
    fn run<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Outcome {
        if state.memo.is_none() {
            state.memo = Some(Box::new(Memo::new(&self.lineup)));
        }
        loop {
            if let Progress::Ended(outcome) = self.step(state, dice, witness) {
                tell_fates(self, state, &outcome, witness);
                return outcome;
            }
        }
    }

    /// Clears the last target of every fighter that would choose this target anyway: by default, a fighter
    /// attacks the first enemy that is not out [PER-4-1]. Does nothing in a duel, where there is only one
    /// enemy.
    fn forget(&self, state: &mut State) {
        if self.lineup.count() == 2 {
            return;
        }
        for who in self.lineup.everybody() {
            let first = self.foes(state, who).iter().next();
            let body = state.body_mut(who);
            body.last = body.last.filter(|&last| Some(last) != first);
        }
    }
}

impl Counting<State> for Arena {
    fn take(&self, state: &mut State) -> Option<Counters> {
        counters::take(self, state)
    }

    fn put(&self, state: &mut State, taken: &Counters) {
        counters::put(self, state, taken);
    }

    fn fell_by(&self, place: usize, below: i16) -> Option<(FighterId, EventId, u64)> {
        counters::fell_by(self, place, below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::persona::testing::Setup;
    use crate::rules::testing::{compiled, forgetting_changes_nothing};

    /// Returns a fight of three shooters against two. All use a gun that often jams.
    fn shooters() -> Arena {
        let stats =
            "bs = 60\nt = 5\nag = 30\nwounds = 6\ncarries = [\"needler\"]\npolicy = \"bursts\"";
        let one =
            "bs = 50\nt = 5\nag = 40\nwounds = 9\ncarries = [\"needler\"]\npolicy = \"bursts\"";
        let setup = Setup::of("a", &format!("{stats}\ncount = 3"))
            .against("b", &format!("{one}\ncount = 2"))
            .policy("bursts", "act = ['clear', 'full-burst']");
        compiled(&setup.text())
    }

    #[test] // PER-4-1
    fn whom_somebody_attacks_by_default_need_not_be_remembered() {
        assert!(forgetting_changes_nothing(&shooters()) > 300);
        // A last target that is not the first enemy must be remembered. In round 1, these fighters attack the
        // weakest enemy, and in later rounds they attack the same enemy again.
        let fencer = "ws = 50\nwounds = 8\ncarries = [\"sword\"]\ncount = 2\npolicy = \"weak\"";
        let setup = Setup::of("a", fencer)
            .against("b", "wounds = 9")
            .and("c", "wounds = 6")
            .policy("weak", "act = ['attack weakest if round == 1', 'attack']");
        let fencers: Arena = compiled(&setup.text());
        assert!(forgetting_changes_nothing(&fencers) > 30);
    }
}
