//! Plays fights on a chain.

use std::ops::Range;

use super::compact::STEADY;
use super::steady::Stop;
use super::sums::{Sums, Told};
use super::transitions::Lane;
use super::{Chain, Drawing, Standing};
use crate::dice::Sampled;
use crate::fight::{Fight, Progress, State, Stream, Witness, tell_fates_but};

/// Most fights that are counted together, and most steps of one kind in one of their rounds, far more than any fight
/// has: their product fits into 32 bits.
const FEW: u64 = 1 << 14;
const STEPS_OF_A_ROUND: u64 = 1 << 8;

impl<S: State> Chain<S> {
    /// Plays these fights of a stream, and draws the steps that are known.
    pub(crate) fn play_all<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        stream: &Stream,
        fights: Range<u64>,
        witness: &mut W,
    ) {
        let mut sums = Sums::new(self);
        let (mut lane, mut told) = (Lane::nowhere(stream.dice(0)), Told::roomy());
        let steps = u64::from(fight.cast().round_cap).max(1) * STEPS_OF_A_ROUND;
        let few = (u64::from(u32::MAX) / steps).clamp(1, FEW);
        let mut next = fights.start;
        while next < fights.end {
            let end = fights.end.min(next + few);
            let mut fights = next..end;
            let on = (&mut lane, &mut told);
            self.play_steady(fight, (stream, &mut fights), on, &mut sums, witness);
            let all = &mut fights;
            while self.begin_next(fight, (stream, all), (&mut lane, &mut told), witness) {
                self.play_on(fight, (&mut lane, &mut told), &mut sums, witness);
            }
            sums.tell(fight, self, witness);
            next = end;
        }
    }

    /// Plays these fights, if they start in a recurrent state.
    fn play_steady<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (stream, fights): (&Stream, &mut Range<u64>),
        (lane, told): (&mut Lane, &mut Told),
        sums: &mut Sums,
        witness: &mut W,
    ) {
        let Some(start) = &self.start else { return };
        let until = self.until();
        let on = (&mut *lane, &mut *sums);
        let fights = (stream, &mut *fights);
        (self.transitions).play_steady(start, fights, until, on, |lane, stop, sums| {
            told.begin();
            if self.goes_on(fight, (lane, &mut *told), stop, sums, witness) {
                self.play_on(fight, (lane, &mut *told), sums, witness);
            }
        });
    }

    /// Starts fights until one reaches the chain. Returns whether one does.
    #[inline]
    fn begin_next<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (stream, fights): (&Stream, &mut Range<u64>),
        (lane, told): (&mut Lane, &mut Told),
        witness: &mut W,
    ) -> bool {
        for n in fights {
            told.begin();
            lane.dice = stream.dice(n);
            if let Some(start) = &self.start {
                self.transitions.stand(lane, start);
                return true;
            }
            let start = (fight.start().clone(), &mut *told);
            if let Some(here) = self.play_off(fight, start, &mut lane.dice, witness) {
                self.transitions.stand(lane, &here);
                return true;
            }
        }
        false
    }

    /// Plays a fight to its end, from its position on the chain.
    #[inline]
    fn play_on<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (lane, told): (&mut Lane, &mut Told),
        sums: &mut Sums,
        witness: &mut W,
    ) {
        let until = self.until();
        let mut goes_on = true;
        while goes_on {
            let spun = (self.transitions).spin(lane, until, told.is_clear(), &mut sums.spun);
            let stop = match spun {
                Some(Stop::Over) => return,
                Some(Stop::At(drawn)) => drawn,
                None => (self.transitions).run(&self.columns, lane, until, &mut sums.drawn),
            };
            goes_on = stop == STEADY || self.goes_on(fight, (lane, told), stop, sums, witness);
        }
    }

    /// Plays a stopped fight until it is on the chain again. Returns whether it gets there before it ends.
    #[inline]
    fn goes_on<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (lane, told): (&mut Lane, &mut Told),
        drawn: usize,
        sums: &mut Sums,
        witness: &mut W,
    ) -> bool {
        let mut here = self.transitions.standing(lane);
        here.drawn = self.transitions.branches(drawn);
        let mut goes_on = true;
        let mut is_known = !here.drawn.is_empty();
        while goes_on && !here.drawn.is_empty() {
            let Some(drawn) = self.draw_branch(&mut here, &mut lane.dice) else {
                is_known = false;
                break;
            };
            let on = (&mut here, &mut *told);
            let end = self.follow(fight, drawn, on, &mut lane.dice, sums, witness);
            goes_on = end.is_none();
        }
        if !is_known {
            let state = self.state(fight, &here);
            let on = self.play_off(fight, (state, told), &mut lane.dice, witness);
            if let Some(there) = on {
                here = there;
            }
            goes_on = on.is_some();
        }
        if goes_on {
            self.transitions.stand(lane, &here);
        }
        goes_on
    }

    /// Plays a fight by the rules until it reaches the chain; `None` if it ends first.
    fn play_off<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (mut state, told): (S, &mut Told),
        dice: &mut Sampled,
        witness: &mut W,
    ) -> Option<Standing> {
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

/// Takes one step by the rules. Their code is long, so all callers share this copy.
#[inline(never)]
pub(super) fn by_the_rules<F: Fight, W: Witness>(
    fight: &F,
    state: &mut F::State,
    dice: &mut Sampled,
    witness: &mut W,
) -> Progress {
    fight.step(state, dice, witness)
}
