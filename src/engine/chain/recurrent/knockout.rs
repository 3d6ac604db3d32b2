//! Knockouts: steps of a chain that make a counter, such as hit points, run out, so that its fighter goes
//! down. The fight then continues or ends.

use crate::chain::{Branch, BranchTarget, Chain, Change, CounterChange, KnownStep, Onward};
use crate::fight::{Counters, Fight, FighterId, FighterSet, counters};

/// A knockout: exactly one counter runs out on a branch, and the [`Case`](crate::chain::Case) for it replaces
/// the branch.
#[derive(Debug, Clone)]
pub(super) struct Knockout {
    /// The branch of this case. It is the only one, so that nothing is drawn.
    pub branch: u32,
    pub then: Then,
    /// The places of the counters that are gone after the knockout.
    pub gone: Vec<u8>,
    /// Whether something may remain of the counter that runs out, depending on how far it ends below 0: see
    /// [`Counting::rest_of`](crate::fight::Counting::rest_of).
    pub rests: bool,
}

/// The course of the fight after a knockout.
#[derive(Debug, Clone, Copy)]
pub(super) enum Then {
    /// The fight continues.
    Onward {
        /// The state after the knockout.
        onward: Onward,
        /// The number of rounds from the step to the report on the knockout. `after_others` says whether
        /// other fighters were out of the fight before.
        told_on: u32,
        after_others: bool,
    },
    /// The fight is over.
    End(FinalStep),
}

/// A branch that ends the fight.
#[derive(Debug, Clone, Copy)]
pub(super) struct FinalStep {
    /// `fall` is the number of the branch's [`Fall`](crate::chain::sums::Fall). `target` is the number of its
    /// target, the final state.
    pub fall: u32,
    pub target: u32,
}

impl FinalStep {
    /// Returns `branch` as the last step of a fight. Returns `None` if the branch does not end the fight, or
    /// has events that no [`Fall`](crate::chain::sums::Fall) describes.
    pub(super) fn of<S>(branch: &Branch, chain: &Chain<S>) -> Option<Self> {
        let BranchTarget::End(target) = branch.to else {
            return None;
        };
        let fall = branch.fall?;
        let is_end = chain.falls[fall as usize].end.is_some();
        is_end.then_some(Self { fall, target })
    }
}

impl Knockout {
    /// Returns the knockout if only the counter in `place` runs out on a branch. The branch may lower other
    /// counters as well. Returns `None` if further draws are needed, or if the case changes counters in
    /// another way.
    pub(super) fn of_counter<S>(branch: &Branch, place: u8, chain: &Chain<S>) -> Option<Self> {
        let lowered = branch.changes.of(&chain.changes);
        let mut cases = branch.cases.of(&chain.cases).iter();
        let case = cases.find(|case| case.exhausted == 1 << place)?;
        if case.step.shift != 0 {
            return None;
        }
        let instead = &chain.branches[case.step.branch as usize];
        let number = instead.fall?;
        let fall = &chain.falls[number as usize];
        let then = match instead.to {
            BranchTarget::Situation(onward) if fall.end.is_none() && fall.downed.count() == 1 => {
                Then::Onward {
                    onward,
                    told_on: fall.rounds_on,
                    after_others: fall.after_others,
                }
            }
            BranchTarget::End(_) => Then::End(FinalStep::of(instead, chain)?),
            _ => return None,
        };
        let mut gone = Vec::new();
        let mut rests = false;
        let kind = &chain.kind;
        let tells = |change: &Change| !kind.counts_ends() || kind.fatal >> change.place & 1 == 1;
        for change in instead.changes.of(&chain.changes) {
            match change.what {
                // If the fight is over, no code reads the value of this counter any more.
                CounterChange::IsGone if matches!(then, Then::End(_)) && !tells(change) => {}
                CounterChange::IsGone => gone.push(change.place),
                CounterChange::RunsOut(loss) => {
                    let what = CounterChange::Loses(loss);
                    let is_this = lowered.contains(&Change { place, what });
                    rests = change.place == place && is_this;
                    if !rests {
                        return None;
                    }
                }
                CounterChange::Loses(_) if change.place != place && lowered.contains(change) => {}
                CounterChange::Loses(_) | CounterChange::Becomes(_) => return None,
            }
        }
        Some(Self {
            branch: case.step.branch,
            then,
            gone,
            rests,
        })
    }
}

/// For each counter, by its place, the fighter that goes down when the counter runs out; `None` if this is
/// not known yet.
#[derive(Debug, Clone)]
pub(super) struct CounterOwners([Option<FighterId>; Counters::MOST]);

impl Default for CounterOwners {
    fn default() -> Self {
        Self([None; Counters::MOST])
    }
}

impl CounterOwners {
    /// Returns the owner of the counter in `place`, the fighter that goes down when it runs out. Returns
    /// `None` if the owner is not known.
    #[inline]
    pub(super) fn by(&self, place: usize) -> Option<FighterId> {
        *self.0.get(place)?
    }

    /// Returns whether a knockout ends the fight or takes exactly one fighter out of it, the owner of the
    /// counter in `place`. The knockout happens in the step `known` of state `number`. Records the owner.
    pub(super) fn is_of<F: Fight>(
        &mut self,
        knockout: &Knockout,
        (number, known, place): (u32, KnownStep, u8),
        (fight, chain): (&F, &Chain<F::State>),
    ) -> bool {
        let place = usize::from(place);
        let is_told = chain.kind.fatal >> place & 1 == 1;
        let told_of = counters::fell_by(fight, place, 1).map(|(who, ..)| who);
        let Then::Onward { onward, .. } = knockout.then else {
            let told_of = told_of.filter(|_| is_told);
            return told_of.is_some_and(|who| self.is(who, place)) || !is_told;
        };
        let instead = &chain.branches[knockout.branch as usize];
        let downed = instead.fall.map(|fall| chain.falls[fall as usize].downed);
        let Some(who) = downed.and_then(|downed| downed.iter().next()) else {
            return false;
        };
        let onward = chain.target(known, onward.at);
        let stand = |number| chain.situations.standing(number);
        self.is(who, place)
            && (!is_told || told_of == Some(who))
            && stand(onward) == stand(number).without(FighterSet::of(who))
    }

    /// Returns whether `who` is the owner of the counter in `place`. If no owner has been recorded, records
    /// `who` and returns true.
    fn is(&mut self, who: FighterId, place: usize) -> bool {
        *self.0[place].get_or_insert(who) == who
    }
}
