//! Shares data between steps of a chain. Steps that differ only in their targets use the same branches.
//!
//! There are far more states than different kinds of steps. Even a chain of many states therefore takes
//! little memory, and the data of frequent draws stays in the cache.

use indexmap::{IndexMap, IndexSet};

use super::Survey;
use crate::chain::{
    Branch, BranchTarget, Chain, CounterChange, KnownStep, Onward, Span, Step, short,
};
use crate::exact::Event;
use crate::fight::Fight;

/// The lists of events in a chain. Equal lists are stored once.
#[derive(Debug, Default)]
pub(in crate::chain) struct Interned(IndexMap<Box<[Event]>, Span, foldhash::fast::FixedState>);

impl Interned {
    /// Returns the range in `all` of a list with these events. Appends the events to `all` if there is no
    /// such list.
    pub(in crate::chain) fn span(&mut self, events: &[Event], all: &mut Vec<Event>) -> Span {
        if let Some(&span) = self.0.get(events) {
            return span;
        }
        let start = short(all.len());
        all.extend_from_slice(events);
        let end = short(all.len());
        let span = Span { start, end };
        self.0.insert(events.into(), span);
        span
    }
}

/// The steps worked out by now. The key has everything in a step except its targets, see `Survey::shape`.
pub(super) type Shapes = IndexMap<Vec<u32>, Step, foldhash::fast::FixedState>;

/// The lengths of the chain's lists before a step is worked out. They allow the survey to remove the step
/// again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marks {
    branches: usize,
    changes: usize,
    cases: usize,
    draws: usize,
}

impl Marks {
    pub(super) fn of<S>(chain: &Chain<S>) -> Self {
        Self {
            branches: chain.branches.len(),
            changes: chain.changes.len(),
            cases: chain.cases.len(),
            draws: chain.draws.len(),
        }
    }

    /// Removes the branches, changes, cases and draws that were added to the chain after these marks.
    pub(super) fn go_back<S>(self, chain: &mut Chain<S>) {
        chain.branches.truncate(self.branches);
        chain.changes.truncate(self.changes);
        chain.cases.truncate(self.cases);
        chain.draws.truncate(self.draws);
    }
}

impl<F: Fight> Survey<'_, F> {
    /// Completes a step that was added to the chain after the marks `since`. If an earlier step differs only
    /// in its targets, the step shares everything else with that step.
    pub(super) fn share(&mut self, step: Step, since: Marks) -> KnownStep {
        let targets = self.take_targets(step, since);
        let shape = self.shape(step, since);
        let known = *self.shapes.entry(shape).or_insert(step);
        if known.branch != step.branch {
            since.go_back(&mut self.chain);
        }
        let first = short(self.chain.targets.len());
        self.chain.targets.extend(targets);
        KnownStep {
            step: known,
            targets: first,
        }
    }

    /// Returns the targets of all branches that were added after `since`, each once. The targets of the
    /// branches of `step` come first. Each branch then has, instead of its target, the position of the target
    /// in the returned list.
    fn take_targets(&mut self, step: Step, since: Marks) -> Vec<u32> {
        let mut targets: IndexSet<(bool, u32)> = IndexSet::new();
        for at in step_first(step, since, &self.chain) {
            let (is_end, at) = match &mut self.chain.branches[at].to {
                BranchTarget::Situation(onward) => (false, &mut onward.at),
                BranchTarget::End(at) => (true, at),
                BranchTarget::OneOf(_) => continue,
            };
            *at = short(targets.insert_full((is_end, *at)).0);
        }
        targets.into_iter().map(|(_, at)| at).collect()
    }

    /// Returns everything in a step except its targets, as a key. The branches added after the marks `since`
    /// belong to the step.
    fn shape(&self, step: Step, since: Marks) -> Vec<u32> {
        let chain = &self.chain;
        let mut shape = Vec::new();
        let of_step = |step: &Step| [step.branch - short(since.branches), step.first, step.shift];
        shape.extend(of_step(&step));
        shape.push(short(chain.branches.len() - since.branches));
        for branch in &chain.branches[since.branches..] {
            let &Branch {
                to,
                changes,
                timed,
                untimed,
                fall,
                cases,
            } = branch;
            shape.extend(match to {
                BranchTarget::Situation(Onward { at, rounds_on }) => [0, at, rounds_on],
                BranchTarget::End(at) => [1, at, 0],
                BranchTarget::OneOf(draw) => [2, draw - short(since.draws), 0],
            });
            let changes = changes.of(&chain.changes);
            let cases = cases.of(&chain.cases);
            shape.extend([short(changes.len()), short(cases.len())]);
            for change in changes {
                let (what, by) = match change.what {
                    CounterChange::Loses(by) => (0, by),
                    CounterChange::Becomes(by) => (1, by),
                    CounterChange::RunsOut(by) => (2, by),
                    CounterChange::IsGone => (3, 0),
                };
                let by = u32::from(by.cast_unsigned());
                shape.push(u32::from(change.place) << 24 | what << 16 | by);
            }
            for case in cases {
                shape.push(case.exhausted);
                shape.extend(of_step(&case.step));
            }
            shape.extend([timed.start, timed.end, untimed.start, untimed.end]);
            shape.push(fall.map_or(u32::MAX, |fall| fall));
        }
        for draw in &chain.draws[since.draws..] {
            shape.extend(of_step(draw));
        }
        shape
    }
}

/// Returns the branches that were added after the marks `since`. The branches of the step itself come first,
/// then those of its cases and draws.
fn step_first<S>(
    step: Step,
    since: Marks,
    chain: &Chain<S>,
) -> impl Iterator<Item = usize> + use<S> {
    let first = step.branch as usize;
    (first..chain.branches.len()).chain(since.branches..first)
}
