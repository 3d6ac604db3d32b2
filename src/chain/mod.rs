//! A fight as a Markov chain: the situations that it comes to most, each with the odds of what a step makes of it.
//!
//! A step by the rules asks policies, adds up modifiers and rolls dice. From one situation it does so the same way each
//! time, so all that it may lead to is worked out once ([`survey`]): the next situation, what counters lose, what is told.
//! A fight then takes one draw for such a step, whatever the rules go through for it. Situations that are rare, or whose
//! step has too many outcomes, are stepped by the rules; so a fight goes over to the chain and back wherever it can.
//!
//! Counters ([`Fight::take_counters`]), such as hit points, are not part of a situation: a branch takes its losses off
//! them. Only where one runs out does the fight go another way, so that case has branches of its own.
//!
//! What a book counts beside ([`EventSpec`](crate::fight::EventSpec)) splits no branch: of a step that was drawn, it is told
//! by its mean given where the step led. But what has become of everybody at the end, and the health left, are those of one
//! fight: where several ends are one branch, one of them is drawn in turn.
//!
//! Which fights are drawn hangs on the matchup alone: of each stream the first [`ROLLED`] are played by the rules, so that a
//! short run pays for no survey, all further ones on the chain, if the fight has one.

mod survey;

pub(crate) use survey::survey;

use std::ops::Range;

use indexmap::IndexSet;

use crate::dice::{Alias, Sampled};
use crate::exact::Event;
use crate::fight::{
    Counters, Fight, FighterSet, Outcome, Progress, Stream, Witness, tell_fates_but,
};

/// Fights of a stream that are always played by the rules.
pub(crate) const ROLLED: u64 = 4096;

/// Fights whose steps are counted in 32 bits: a fight has at most 10,000 rounds.
const FEW: u64 = 4096;

/// The round from which on rounds are alike, where nothing but the cap hangs on their number.
const ALIKE: u32 = 2;

/// The odds of a fight's commonest steps.
#[derive(Debug)]
pub(crate) struct Chain<S> {
    /// Without their counters, and with the round [`ALIKE`] where rounds are alike: those whose step is known, and those
    /// that it leads to.
    situations: IndexSet<S, foldhash::fast::FixedState>,
    steps: Vec<Option<Step>>,
    branches: Vec<Branch>,
    changes: Vec<Change>,
    cases: Vec<Case>,
    /// The situations that fights end in, likewise, and the draws between several ends.
    ends: IndexSet<S, foldhash::fast::FixedState>,
    draws: Vec<Step>,
    /// What is told as it happens.
    timed: Vec<Event>,
    /// What is told of all fights at once.
    untimed: Vec<Event>,
    kind: Kind,
    /// Where a fight begins, if its first step is known.
    start: Option<Standing>,
}

/// What situations of a fight can be known without.
#[derive(Debug, Clone, Copy)]
struct Kind {
    /// The round before which rounds are alike; `None` where they are not.
    until: Option<u32>,
    /// Whether they have counters.
    counts: bool,
    /// In which places, as bits, counters tell how a fighter fell.
    fatal: u32,
}

/// The branches of a step.
#[derive(Debug)]
struct Step {
    /// `None` where there is one alone.
    odds: Option<Alias>,
    first: u32,
}

impl Step {
    #[inline]
    fn pick(&self, dice: &mut Sampled) -> usize {
        let drawn = self.odds.as_ref().map_or(0, |odds| odds.pick(dice.bits()));
        self.first as usize + drawn
    }
}

/// One outcome of a step.
#[derive(Debug, Clone, Copy)]
struct Branch {
    to: Goal,
    changes: Span,
    /// What happens.
    timed: Span,
    untimed: Span,
    /// What comes instead where counters run out.
    cases: Span,
}

/// Where a branch leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    Situation {
        at: u32,
        rounds_on: u32,
    },
    /// The fight is over in this situation.
    End(u32),
    /// It is over, and this draw says in which.
    Ends(u32),
}

/// What becomes of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Change {
    place: u8,
    what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum What {
    Loses(i16),
    Becomes(i16),
    IsGone,
}

/// The branches that take the place of one when these counters run out, given as bits.
#[derive(Debug)]
struct Case {
    exhausted: u32,
    step: Step,
}

/// A stretch of a list.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }
}

/// Where a fight stands on the chain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    at: u32,
    round: u32,
    counters: Counters,
}

impl<S: Clone + Eq + std::hash::Hash> Chain<S> {
    /// Plays these fights of a stream, drawing the steps that are known.
    pub(crate) fn play_all<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        stream: &Stream,
        fights: Range<u64>,
        witness: &mut W,
    ) {
        // How often each branch was taken; told before 32 bits might not hold it.
        let mut taken = vec![0u32; self.branches.len()];
        let mut next = fights.start;
        while next < fights.end {
            let end = fights.end.min(next + FEW);
            for n in next..end {
                self.play(fight, &mut stream.dice(n), &mut taken, witness);
            }
            for (branch, times) in self.branches.iter().zip(&mut taken) {
                self.tell(branch, std::mem::take(times).into(), witness);
            }
            next = end;
        }
    }

    /// Plays a fight to its end.
    #[inline]
    fn play<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        dice: &mut Sampled,
        taken: &mut [u32],
        witness: &mut W,
    ) -> Outcome {
        let mut on_it = self.start;
        let (mut state, mut told) = (None, FighterSet::NONE);
        loop {
            if let Some(mut here) = on_it {
                while let Some(step) = self.step(&here) {
                    let branch = self.pick(step, &here, dice, |exhausted, losses| {
                        self.tell_fallen(fight, &here, (exhausted, losses), &mut told, witness);
                    });
                    taken[branch] += 1;
                    if let Some(outcome) = self.take(fight, branch, &mut here, told, witness) {
                        return outcome;
                    }
                }
                state = Some(self.state(fight, &here));
            }
            let state = state.get_or_insert_with(|| fight.start());
            if let Progress::Ended(outcome) = by_the_rules(fight, state, dice, witness) {
                tell_fates_but(fight, state, &outcome, told, witness);
                witness.ended(&outcome);
                return outcome;
            }
            on_it = self.find(fight, state);
        }
    }

    /// Draws a step, if it is known, and tells what happens in it. Of whom it has been told how they fell is noted.
    #[inline]
    pub(crate) fn draw<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        here: &mut Standing,
        dice: &mut Sampled,
        told: &mut FighterSet,
        witness: &mut W,
    ) -> Option<Progress> {
        let step = self.step(here)?;
        let branch = self.pick(step, here, dice, |exhausted, losses| {
            self.tell_fallen(fight, here, (exhausted, losses), told, witness);
        });
        self.tell(&self.branches[branch], 1, witness);
        let outcome = self.take(fight, branch, here, *told, witness);
        Some(outcome.map_or(Progress::Goes, Progress::Ended))
    }

    /// Where a fight begins, if its first step is known.
    pub(crate) fn start(&self) -> Option<Standing> {
        self.start
    }

    /// The step from here, if it is known.
    #[inline]
    fn step(&self, here: &Standing) -> Option<&Step> {
        if self.kind.until.is_some_and(|until| here.round >= until) {
            return None;
        }
        self.steps[here.at as usize].as_ref()
    }

    /// Tells of so many fights that took a branch, but for what is told as it happens.
    fn tell<W: Witness>(&self, branch: &Branch, times: u64, witness: &mut W) {
        if times > 0 {
            for event in branch.untimed.of(&self.untimed) {
                event.times(times).tell(0, witness);
            }
        }
    }

    /// Draws what comes of a step: the number of a branch. `fallen` hears which counters run out, as bits, if any do, and
    /// what is lost.
    #[inline]
    fn pick(
        &self,
        step: &Step,
        here: &Standing,
        dice: &mut Sampled,
        fallen: impl FnOnce(u32, &[Change]),
    ) -> usize {
        let drawn = self.settle(step.pick(dice), dice);
        let branch = &self.branches[drawn];
        let cases = branch.cases.of(&self.cases);
        if cases.is_empty() {
            return drawn;
        }
        let exhausted = self.exhausted(branch, here);
        if exhausted == 0 {
            return drawn;
        }
        fallen(exhausted, branch.changes.of(&self.changes));
        let case = cases
            .iter()
            .find(|case| case.exhausted == exhausted)
            .expect("there is a case for all counters that a branch lowers");
        self.settle(case.step.pick(dice), dice)
    }

    /// A branch, or that of its ends which is drawn.
    #[inline]
    fn settle(&self, branch: usize, dice: &mut Sampled) -> usize {
        match self.branches[branch].to {
            Goal::Ends(draw) => self.draws[draw as usize].pick(dice),
            _ => branch,
        }
    }

    /// Tells of whoever falls, as these counters run out, how far below 0 that ends.
    #[inline]
    fn tell_fallen<F: Fight, W: Witness>(
        &self,
        fight: &F,
        here: &Standing,
        (exhausted, losses): (u32, &[Change]),
        told: &mut FighterSet,
        witness: &mut W,
    ) {
        if exhausted & self.kind.fatal == 0 {
            return;
        }
        for &Change { place, what } in losses {
            if let What::Loses(loss) = what
                && exhausted >> place & 1 == 1
                && let Some(counter) = here.counters.get(place.into())
                && let Some((who, event, parts)) = fight.fell_by(place.into(), loss - counter)
            {
                witness.happened(who, event, parts);
                told.add(who);
            }
        }
    }

    /// The counters that run out on a branch, as bits.
    #[inline]
    fn exhausted(&self, branch: &Branch, here: &Standing) -> u32 {
        let mut exhausted = 0;
        for change in branch.changes.of(&self.changes) {
            if let What::Loses(loss) = change.what
                && !here.counters.lasts(change.place.into(), loss)
            {
                exhausted |= 1 << change.place;
            }
        }
        exhausted
    }

    /// Follows a branch and tells what is to be told as it happens. The outcome, if the fight is over; then what has become
    /// of everybody is told, but of those of whom it has been `told`.
    #[inline]
    fn take<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        branch: usize,
        here: &mut Standing,
        told: FighterSet,
        witness: &mut W,
    ) -> Option<Outcome> {
        let branch = &self.branches[branch];
        let mut outcome = None;
        for event in branch.timed.of(&self.timed) {
            outcome = event.tell(here.round, witness);
        }
        for change in branch.changes.of(&self.changes) {
            let place = change.place.into();
            match change.what {
                What::Loses(loss) => here.counters.lower(place, loss),
                What::Becomes(counter) => here.counters.set(place, counter),
                What::IsGone => here.counters.remove(place),
            }
        }
        match (branch.to, &outcome) {
            (Goal::Situation { at, rounds_on }, _) => {
                here.at = at;
                here.round += rounds_on;
            }
            // What does not hang on counters is told of all fights at once.
            (Goal::End(at), Some(outcome)) if self.kind.counts => {
                let end = self.ends.get_index(at as usize);
                let mut end = end.expect("ends are kept").clone();
                fight.put_counters(&mut end, &here.counters);
                tell_fates_but(fight, &end, outcome, told, witness);
            }
            (Goal::End(_) | Goal::Ends(_), _) => {}
        }
        outcome
    }

    /// Where a situation stands on the chain, if its step is known.
    pub(crate) fn find<F: Fight<State = S>>(&self, fight: &F, state: &S) -> Option<Standing> {
        let here = self.locate(fight, state)?;
        self.steps[here.at as usize].is_some().then_some(here)
    }

    fn locate<F: Fight<State = S>>(&self, fight: &F, state: &S) -> Option<Standing> {
        let (reduced, round, counters) = reduced(fight, state, self.kind)?;
        let at = short(self.situations.get_index_of(&reduced)?);
        Some(Standing {
            at,
            round,
            counters,
        })
    }

    /// Whether this situation stands there.
    pub(crate) fn stands<F: Fight<State = S>>(
        &self,
        fight: &F,
        state: &S,
        here: &Standing,
    ) -> bool {
        let alike = |there: &Standing| {
            (there.at, there.round, there.counters) == (here.at, here.round, here.counters)
        };
        self.locate(fight, state).as_ref().is_some_and(alike)
    }

    /// The situation that stands there.
    fn state<F: Fight<State = S>>(&self, fight: &F, here: &Standing) -> S {
        let known = self.situations.get_index(here.at as usize);
        let mut state = known.expect("situations are kept").clone();
        fight.put_counters(&mut state, &here.counters);
        if self.kind.until.is_some() && here.round >= ALIKE {
            fight.set_round(&mut state, here.round);
        }
        state
    }
}

/// One step by the rules, which are long: one copy of them is enough.
#[inline(never)]
fn by_the_rules<F: Fight, W: Witness>(
    fight: &F,
    state: &mut F::State,
    dice: &mut Sampled,
    witness: &mut W,
) -> Progress {
    fight.step(state, dice, witness)
}

/// A situation as the chain knows it, its round and its counters. `None` if it is too near to the round cap.
fn reduced<F: Fight>(fight: &F, state: &F::State, kind: Kind) -> Option<(F::State, u32, Counters)> {
    let round = fight.moment(state).round;
    if kind.until.is_some_and(|until| round >= until) {
        return None;
    }
    let mut reduced = state.clone();
    if kind.until.is_some() && round >= ALIKE {
        fight.set_round(&mut reduced, ALIKE);
    }
    let counters = if kind.counts {
        fight.take_counters(&mut reduced)?
    } else {
        Counters::NONE
    };
    Some((reduced, round, counters))
}

fn short(at: usize) -> u32 {
    u32::try_from(at).expect("a chain is small")
}

#[cfg(test)]
mod tests;
