//! The implementation of [`Fight`] for this book: how a fight begins, how a step is played, and what is
//! reported.
//!
//! Clauses: BRP-5.1-1, BRP-5.4-1, BRP-5.4-4.

use super::chapters::plain::first_plans;
use super::decisions::settled_replies;
use super::events::{DEAD, FLED, SURRENDERED, UNCONSCIOUS};
use super::nouns::columns::Written;
use super::nouns::counters;
use super::nouns::{Arena, Condition, Exchanges, PrivateState, Scene, State, small};
use crate::dice::Dice;
use crate::fight::{
    self, Cast, Counters, Counting, Days, EventId, Fight, FighterId, FighterSet, Left, LineId,
    Moment, Objectives, Outcome, Pause, Progress, RollCall, Spot, Supplies, WHOLE, Witness,
    tell_fates,
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

    fn roll_call(&self, state: &State) -> RollCall {
        let mut call = RollCall::of(&self.cast, state.able);
        if self.cast.day.is_some() || self.lineup.has_arrivals() {
            let is_here = |who| state.body(who).condition != Condition::Absent;
            call.out = call.out.filter(is_here);
        }
        call
    }

    #[inline]
    fn left(&self, state: &State, who: FighterId) -> Left {
        let body = state.body(who);
        Left {
            fate: match body.condition {
                Condition::Able | Condition::Absent => None,
                Condition::Unconscious | Condition::Waking => Some(UNCONSCIOUS),
                Condition::Dying | Condition::Dead => Some(DEAD),
                Condition::Surrendered => Some(SURRENDERED),
                Condition::Fled => Some(FLED),
            },
            health: u32::try_from(body.hp).unwrap_or(0),
        }
    }

    /// Returns the round of a state and the progress within this round. The field `part` is the number of
    /// fighters that have acted. Between two rounds this number is 0, and `part` is 255 instead.
    fn moment(&self, state: &State) -> Moment {
        Moment {
            round: state.round,
            part: match state.acted {
                0 => u8::MAX.into(),
                acted => acted.into(),
            },
            ..Moment::default()
        }
    }
}

impl Objectives for Arena {
    fn is_at(&self, state: &State, who: FighterId, spot: Spot) -> bool {
        spot.is_passed(self.unopened.body(who).at, state.body(who).at)
    }

    /// Returns the number of the round that has just ended. Returns `None` within a round, where a fight
    /// cannot end [BRP-X-9].
    fn judged_in(&self, state: &State) -> Option<u32> {
        (state.acted == 0).then_some(state.round)
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
        let mut kept = PrivateState::nothing();
        Scene::with(self, state, dice, witness, &mut kept).pause(pause, folk);
    }

    fn ends_day<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        who: FighterId,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<LineId> {
        let mut kept = PrivateState::nothing();
        Scene::with(self, state, dice, witness, &mut kept).ends_day(who)
    }

    fn is_dead(&self, state: &State, who: FighterId) -> bool {
        matches!(
            state.body(who).condition,
            Condition::Dying | Condition::Dead
        )
    }

    fn supplies(&self, state: &State, who: FighterId) -> Supplies {
        let (body, items) = (state.body(who), &self.fighter(who).items);
        let mut supplies = Supplies::default();
        for (item, left) in items.iter().zip(&body.items) {
            if !left.broken && !item.is_bare() {
                supplies.things += 1;
                supplies.ammunition += u32::from(left.ammo);
            }
        }
        supplies
    }
}

impl Fight for Arena {
    fn prepared(&self) -> Option<Self> {
        if !self.draws {
            return None;
        }
        let mut arena = self.clone();
        let (options, roster) = (&self.options, &self.roster);
        arena.exchanges = Exchanges::new(options, roster, &self.lineup, |fighter| {
            settled_replies(fighter, options)
        });
        arena.plans = first_plans(&arena);
        Some(arena)
    }

    fn counting(&self) -> Option<&dyn Counting<State>> {
        Some(self)
    }

    /// Clears the statements of the last round if the round is over and the next round does not repeat them.
    fn forget(&self, state: &mut State) {
        let stands = self.scope.stable && state.written.is_empty();
        if state.acted == 0 && !state.opened && !stands {
            state.forget_intents();
            state.written = Written::default();
        }
    }

    /// Plays one group of simultaneous actions. The first step of a round includes the statement and the
    /// movement. The last one includes the resolution [BRP-5.1-1].
    #[inline]
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        if self.cast.is_plain() {
            let mut kept = PrivateState::nothing();
            return Scene::with(self, state, dice, witness, &mut kept).step();
        }
        // A fight that belongs to a day or has objectives is always played step by step. The field `memo` of
        // the state keeps the memory for copies of states, so that each step can reuse it.
        let mut kept = state.memo.take().unwrap_or_default();
        kept.forget();
        let progress = Scene::with(self, state, dice, witness, &mut kept).step();
        state.memo = Some(kept);
        progress
    }

    /// Plays a whole fight. Results of one step, such as plans, are kept for the next one.
    #[inline]
    fn run<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Outcome {
        let mut kept = state.memo.take().unwrap_or_default();
        kept.begin(state.bodies().len());
        let outcome = Scene::with(self, state, dice, witness, &mut kept).play_on();
        state.memo = Some(kept);
        tell_fates(self, state, &outcome, witness);
        outcome
    }
}

impl Counting<State> for Arena {
    fn take(&self, state: &mut State) -> Option<Counters> {
        counters::take(self, state)
    }

    fn put(&self, state: &mut State, counters: &Counters) {
        counters::put(self, state, counters);
    }

    fn rest_of(&self, state: &State, place: usize, below: i16) -> Option<i16> {
        let falls = place < self.lineup.count() && state.able.has(FighterId::at(place));
        falls.then(|| self.hit_points_left(below))
    }

    fn fell_by(&self, place: usize, below: i16) -> Option<(FighterId, EventId, u64)> {
        let falls = place < self.lineup.count() && counters::is_duel(&self.lineup);
        falls.then(|| {
            let lives = self.hit_points_left(below) > 0;
            let fate = if lives { UNCONSCIOUS } else { DEAD };
            (FighterId::at(place), fate, WHOLE)
        })
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    #[inline]
    fn play_on(&mut self) -> Outcome {
        loop {
            if let Progress::Ended(outcome) = self.step() {
                self.count_statements();
                return outcome;
            }
        }
    }

    #[inline]
    fn step(&mut self) -> Progress {
        if self.state.acted == 0 {
            self.begin_round();
            self.state_and_move();
        }
        while self.state.acted < self.state.acting {
            if !self.arena.options.declared {
                self.choose_at_rank();
            }
            let group = self.state.group();
            if self.act_as_planned(group.clone()) {
                self.state.acted = small(group.end);
                continue;
            }
            if self.kept.keeps() || !self.one_of_a_group(group.clone()) {
                self.act(group);
            }
            break;
        }
        if self.state.acted < self.state.acting {
            Progress::Goes
        } else {
            self.resolution()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain;
    use crate::fight::{Arena as _, Silent, Stream, play_all};
    use crate::rules::brp::testing::Setup;
    use crate::rules::testing::{are_alike, compiled};
    use crate::tally::Tally;

    const FIGHTS: u64 = 10_000;

    #[test] // BRP-X-9
    fn the_first_round_is_like_any_other_unless_it_may_end_a_stalemate() {
        let alike_from = |armour: u32, act: &str| {
            let stats = format!("armour = {{ ap = {armour} }}\ncarries = ['dagger']\npolicy = 'p'");
            let setup = Setup::of("a", &stats).against("b", &stats);
            let setup = setup.policy("p", &format!("act = ['{act}']\nreact = []"));
            setup.ready().arena.cast.alike_from
        };
        assert_eq!(alike_from(2, "attack nearest"), Some(0));
        assert_eq!(alike_from(60, "attack nearest"), Some(2));
        assert_eq!(alike_from(2, "attack nearest if round > 4"), Some(5));
    }

    #[test]
    fn duels_drawn_by_the_round_come_to_the_same_as_blow_by_blow_and_rolled() {
        let stats = "db = '1d4'\narmour = 'hard-leather'\nskills = { Sword = 60, Axe = 60 }";
        for (weapon, dex) in [("broad-sword", 13), ("battle-axe", 13), ("battle-axe", 12)] {
            let carries = format!("{stats}\ncarries = ['{weapon}']\npolicy = 'asks'");
            let setup = Setup::of("a", &format!("{carries}\ndex = {dex}"))
                .against("b", &carries)
                .policy(
                    "asks",
                    "act = ['attack weakest']\nreact = ['parry', 'dodge']",
                );
            let arena: Arena = compiled(&setup.text());
            let step = |state: &mut _, dice: &mut _| arena.step(state, dice, &mut Silent);
            let chain = chain::survey(&arena, step).expect("few situations");
            let (sure, drawn) = chain.recurrent_ends();
            // At DEX 12 both strike at the same moment, so a fighter that falls still strikes in that round.
            assert!(sure > 0 && (drawn > 0) == (dex == 12), "{weapon} {dex}");
            let stream = Stream::new(5, b"rounds");
            let none = || Tally::new(arena.cast());
            let (mut by_round, mut by_blow, mut rolled) = (none(), none(), none());
            chain.play_all(&arena, &stream, 0..FIGHTS, &mut by_round);
            let without = chain.without_recurrent();
            without.play_all(&arena, &stream, 0..FIGHTS, &mut by_blow);
            assert!(by_round == by_blow, "{weapon} {dex}");
            play_all(&arena, &stream, FIGHTS..2 * FIGHTS, &mut rolled);
            are_alike(arena.cast(), [&by_round, &rolled], 60.0);
        }
    }
}
