//! Follows a branch of a chain, that is, one possible result of a step: changes the counters, reports the
//! events, and moves on to the next state.

use super::sums::{End, Pending, Sums};
use super::{Branch, BranchTarget, Chain, Change, CounterChange, KnownStep, Position, Span};
use crate::dice::Sampled;
use crate::fight::{Counters, Fight, Outcome, State, Witness, counters, tell_fates_but};

impl<S: State> Chain<S> {
    /// Follows `drawn`, a branch that [`settled`](Self::settled) has returned. If counters run out on this
    /// branch, a case of the branch replaces it: one of the branches of this case is drawn and followed.
    /// Returns the outcome if the fight is over.
    #[inline]
    pub(super) fn follow<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        drawn: usize,
        (here, told): (&mut Position, &mut Pending),
        dice: &mut Sampled,
        sums: &mut Sums,
        witness: &mut W,
    ) -> Option<Outcome> {
        let mut drawn = drawn;
        let branch = &self.branches[drawn];
        let cases = branch.cases.of(&self.cases);
        let known = self.taken(here.at);
        let exhausted = if cases.is_empty() {
            0
        } else {
            self.exhausted(branch, here)
        };
        if exhausted != 0 {
            here.drawn = Span::default();
            for &Change { place, what } in branch.changes.of(&self.changes) {
                let place = usize::from(place);
                if let CounterChange::Loses(loss) = what
                    && (exhausted & self.kind.fatal) >> place & 1 == 1
                    && let Some(counter) = here.counters.get(place)
                    && let Some((who, ..)) = counters::fell_by(fight, place, loss - counter)
                {
                    sums.fell(fight, (place, loss - counter), witness);
                    told.fallen.add(who);
                }
            }
            let case = cases
                .iter()
                .find(|case| case.exhausted == exhausted)
                .expect("there is a case for all counters that a branch lowers");
            let picked = case.step.pick(&self.columns, dice);
            drawn = self.settled(picked, dice);
        }
        sums.taken[drawn] += 1;
        self.take(fight, (drawn, known), (here, told), sums, witness)
    }

    /// Returns the next branch of the fight. If an earlier draw decided several steps, this is the next of
    /// its branches. Otherwise the branch is drawn. Returns `None` if the rules have to play the step.
    #[inline]
    pub(super) fn draw_branch(&self, here: &mut Position, dice: &mut Sampled) -> Option<usize> {
        if here.drawn.is_empty() {
            let known = self.step(here)?;
            let Some(joint) = self.joint.step(here.at) else {
                let branch = known.step.pick(&self.columns, dice);
                return Some(self.settled(branch, dice));
            };
            here.drawn = self.joint.span(joint.pick(&self.columns, dice));
        }
        let (branch, after) = self.joint.first(here.drawn);
        here.drawn = after;
        debug_assert!(
            (self.taken(here.at).step.branches(&self.columns)).any(|one| one == branch),
            "what was drawn is of the step that comes"
        );
        Some(self.settled(branch, dice))
    }

    /// Returns `branch`. If `branch` stands for a draw between several branches, makes that draw and returns
    /// the result.
    #[inline]
    pub(super) fn settled(&self, mut branch: usize, dice: &mut Sampled) -> usize {
        while let BranchTarget::OneOf(draw) = self.branches[branch].to {
            branch = self.draws[draw as usize].pick(&self.columns, dice);
        }
        branch
    }

    /// Returns the bit set of the counters that the losses of a branch bring below 0.
    #[inline]
    fn exhausted(&self, branch: &Branch, here: &Position) -> u32 {
        let mut exhausted = 0;
        for change in branch.changes.of(&self.changes) {
            if let CounterChange::Loses(loss) = change.what
                && !here.counters.lasts(change.place.into(), loss)
            {
                exhausted |= 1 << change.place;
            }
        }
        exhausted
    }

    /// Follows a branch to its target, applies its changes and records its events. Ignores the cases that
    /// replace the branch if counters run out. Returns the outcome if the fight is over. The fates of all
    /// fighters are then also counted or reported, except those that `told` contains.
    #[inline]
    fn take<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (branch, known): (usize, KnownStep),
        (here, told): (&mut Position, &mut Pending),
        sums: &mut Sums,
        witness: &mut W,
    ) -> Option<Outcome> {
        let branch = &self.branches[branch];
        let outcome = if let Some(fall) = branch.fall {
            let fall = &self.falls[fall as usize];
            sums.fall(fall, here.round, told, witness)
        } else {
            for &event in branch.timed.of(&self.timed) {
                told.note(here.round, event);
            }
            match branch.to {
                BranchTarget::End(_) => told.tell(witness),
                BranchTarget::Situation(_) | BranchTarget::OneOf(_) => None,
            }
        };
        for change in branch.changes.of(&self.changes) {
            let place = usize::from(change.place);
            match change.what {
                CounterChange::Loses(loss) => here.counters.lower(place, loss),
                CounterChange::Becomes(counter) => here.counters.set(place, counter),
                CounterChange::RunsOut(loss) => {
                    let below = loss - here.counters.get(place).unwrap_or(0);
                    let from = self.situations.at(here.at);
                    match counters::rest_of(fight, from, place, below) {
                        Some(rest) => here.counters.set(place, rest),
                        None => here.counters.remove(place),
                    }
                }
                CounterChange::IsGone => here.counters.remove(place),
            }
        }
        match (branch.to, &outcome) {
            (BranchTarget::Situation(onward), _) => {
                here.at = self.target(known, onward.at);
                here.round += onward.rounds_on;
            }
            (BranchTarget::End(end), Some(outcome)) => {
                let end = (self.target(known, end), outcome);
                self.end(fight, end, (&here.counters, told), sums, witness);
            }
            (BranchTarget::End(_) | BranchTarget::OneOf(_), _) => {}
        }
        outcome
    }

    /// Counts or reports the fates of all fighters in a fight that has ended. `at` is the number of the final
    /// state in [`Chain::ends`].
    #[inline]
    pub(super) fn end<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        (at, outcome): (u32, &Outcome),
        (counters, told): (&Counters, &Pending),
        sums: &mut Sums,
        witness: &mut W,
    ) {
        // In a fight without counters, the fates are events of the branches. They are reported when the
        // totals of the branches are reported.
        if !self.kind.counts {
            return;
        }
        let standing = outcome.standing;
        if self.kind.counts_ends() {
            let end = End::new(at, standing, told.fallen, (counters, self.kind.fatal));
            sums.left((fight, self), &end, witness);
        } else {
            let mut end = self.ends[at as usize].clone();
            counters::put(fight, &mut end, counters);
            tell_fates_but(fight, &end, standing, told.fallen, witness);
        }
    }
}
