//! Knockouts: a counter runs out, its fighter goes down, and the fight continues or ends.

use crate::chain::{Branch, BranchTarget, Chain, Change, CounterChange, KnownStep, Onward};
use crate::fight::{Counters, Fight, FighterId, FighterSet, counters};

/// The replacement of a plain branch when one of the counters that it lowers runs out.
#[derive(Debug, Clone)]
pub(super) struct Knockout {
    /// The branch with the knockout.
    pub branch: u32,
    pub then: Then,
    /// The places of the counters that the knockout removes.
    pub gone: Vec<u8>,
    /// Whether the remainder of the counter depends on how far below 0 it ends: see [`Counting::rest_of`](crate::fight::Counting::rest_of).
    pub rests: bool,
}

/// The result of a knockout.
#[derive(Debug, Clone, Copy)]
pub(super) enum Then {
    /// The fight continues.
    Onward {
        /// The state after the knockout.
        onward: Onward,
        /// The round in which the knockout is reported, relative to that of the step, and whether other fighters were
        /// out before.
        told_on: u32,
        after_others: bool,
    },
    /// The fight is over.
    End(FinalStep),
}

/// A step that ends a fight.
#[derive(Debug, Clone, Copy)]
pub(super) struct FinalStep {
    /// The number of its [`Fall`](crate::chain::sums::Fall), and the target with the final state of the fight.
    pub fall: u32,
    pub target: u32,
}

impl FinalStep {
    /// The last step that a branch is, if the branch determines the ending.
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
    /// The knockout of a branch when only the counter in `place` runs out, though the branch may lower others.
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
                // After the end, no code reads the counter.
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

/// The fighter that goes down when the counter in a place runs out.
#[derive(Debug, Clone)]
pub(super) struct CounterOwners([Option<FighterId>; Counters::MOST]);

impl Default for CounterOwners {
    fn default() -> Self {
        Self([None; Counters::MOST])
    }
}

impl CounterOwners {
    /// The fighter of a place, if there is one.
    #[inline]
    pub(super) fn by(&self, place: usize) -> Option<FighterId> {
        *self.0.get(place)?
    }

    /// Returns whether, in the step of state `number`, exactly the fighter of the counter in this place goes down as
    /// it runs out, or the fight ends. Stores the fighter of the place.
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

    /// Returns whether `who` is the fighter of `place`; stores it if there is none yet.
    fn is(&mut self, who: FighterId, place: usize) -> bool {
        *self.0[place].get_or_insert(who) == who
    }
}
