//! Plays fights on a chain.

use std::ops::Range;

use super::recurrent::{self, RecurrentPosition};
use super::sums::{Pending, Sums};
use super::{Chain, Drawing, Position, Span};
use crate::dice::Sampled;
use crate::fight::{Fight, Progress, State, Stream, Witness, tell_fates_but};

/// The greatest number of fights that are counted together. `STEPS_OF_A_ROUND` is more than a round can have
/// of any one kind of step. Together, both limits keep the counts below 2^32.
const FEW: u64 = 1 << 14;
const STEPS_OF_A_ROUND: u64 = 1 << 8;

impl<S: State> Chain<S> {
    /// Plays the fights with these numbers of a stream. Steps that the survey has worked out are drawn, and
    /// all others are played by the rules.
    pub(crate) fn play_all<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        stream: &Stream,
        fights: Range<u64>,
        witness: &mut W,
    ) {
        let mut sums = Sums::new(self);
        let mut told = Pending::roomy();
        let steps = u64::from(fight.cast().round_cap).max(1) * STEPS_OF_A_ROUND;
        let few = (u64::from(u32::MAX) / steps).clamp(1, FEW);
        let mut next = fights.start;
        while next < fights.end {
            let end = fights.end.min(next + few);
            let mut fights = next..end;
            let all = (stream, &mut fights);
            self.play_recurrent(fight, all, &mut told, &mut sums, witness);
            while let Some((here, mut dice)) =
                self.begin_next(fight, (stream, &mut fights), &mut told, witness)
            {
                self.play_on(fight, (here, &mut dice), &mut told, &mut sums, witness);
            }
            sums.tell(fight, self, witness);
            next = end;
        }
    }

    /// Plays these fights if the state that fights start in is recurrent, and removes them from `fights`.
    /// Otherwise does nothing.
    fn play_recurrent<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (stream, fights): (&Stream, &mut Range<u64>),
        told: &mut Pending,
        sums: &mut Sums,
        witness: &mut W,
    ) {
        let Some(start) = &self.start else { return };
        let all = &self.joint.recurrent;
        let begins = self.joint.recurrent_at(start.at);
        let Some(begin) = begins.and_then(|at| RecurrentPosition::of(all, at, start)) else {
            return;
        };
        let until = self.until();
        loop {
            let fights = (stream, &mut *fights);
            let stopped = recurrent::play(all, &begin, fights, until, &mut sums.spun);
            let Some((stop, mut dice)) = stopped else {
                return;
            };
            told.begin();
            let here = self.stopped(*start, &stop);
            self.play_on(fight, (here, &mut dice), told, sums, witness);
        }
    }

    /// Returns the position of a fight after [`recurrent`] has stopped it. `before` is an earlier position of
    /// the same fight.
    fn stopped(&self, before: Position, stop: &recurrent::Stopped) -> Position {
        let mut here = Position {
            at: self.joint.recurrent[stop.at].number,
            round: stop.round,
            ..before
        };
        stop.unpack(&self.joint.recurrent, &mut here.counters);
        here.drawn = (stop.drawn).map_or(Span::default(), |drawn| self.joint.span(drawn));
        here
    }

    /// Starts fights one after another, and plays each by the rules until the chain has the step of its
    /// state. Returns the first fight that gets there, as its position on the chain and its dice. Fights that
    /// end before are complete.
    #[inline]
    fn begin_next<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (stream, fights): (&Stream, &mut Range<u64>),
        told: &mut Pending,
        witness: &mut W,
    ) -> Option<(Position, Sampled)> {
        for n in fights {
            told.begin();
            let mut dice = stream.dice(n);
            let here = self.start.or_else(|| {
                let start = (fight.start().clone(), &mut *told);
                self.play_off(fight, start, &mut dice, witness)
            });
            if let Some(here) = here {
                return Some((here, dice));
            }
        }
        None
    }

    /// Plays a fight to its end from a position on the chain. Steps that cannot be drawn are played by the
    /// rules.
    #[inline]
    fn play_on<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (mut here, dice): (Position, &mut Sampled),
        told: &mut Pending,
        sums: &mut Sums,
        witness: &mut W,
    ) {
        loop {
            if here.drawn.is_empty()
                && let Some(at) = self.joint.recurrent_at(here.at)
                && let Some(begin) = RecurrentPosition::of(&self.joint.recurrent, at, &here)
            {
                let on = (self.until(), told.is_clear());
                match recurrent::run(&self.joint.recurrent, begin, dice, on, &mut sums.spun) {
                    None => return,
                    Some(stop) => here = self.stopped(here, &stop),
                }
            }
            if let Some(branch) = self.draw_branch(&mut here, dice) {
                let on = (&mut here, &mut *told);
                if self
                    .follow(fight, branch, on, dice, sums, witness)
                    .is_some()
                {
                    return;
                }
                continue;
            }
            let state = (self.state(fight, &here), &mut *told);
            match self.play_off(fight, state, dice, witness) {
                Some(there) => here = there,
                None => return,
            }
        }
    }

    /// Plays a fight by the rules, one step at least, until the chain has the step of its state. Returns the
    /// position of this state on the chain, or `None` if the fight ends first.
    fn play_off<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (mut state, told): (S, &mut Pending),
        dice: &mut Sampled,
        witness: &mut W,
    ) -> Option<Position> {
        told.turn_to(witness);
        let here = loop {
            if let Progress::Ended(outcome) = by_the_rules(fight, &mut state, dice, witness) {
                tell_fates_but(fight, &state, outcome.standing, told.fallen, witness);
                witness.ended(&outcome);
                break None;
            }
            let here = self.find(fight, &state);
            if here.is_some() {
                break here;
            }
        };
        told.turn_from(witness);
        here
    }
}

/// Plays a step by the rules. Not inlined, because the code of the rules is long.
#[inline(never)]
pub(super) fn by_the_rules<F: Fight, W: Witness>(
    fight: &F,
    state: &mut F::State,
    dice: &mut Sampled,
    witness: &mut W,
) -> Progress {
    fight.step(state, dice, witness)
}
