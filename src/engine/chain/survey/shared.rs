//! Shares data between steps of a chain: a step that differs from another only in its targets shares its branches.
//!
//! There are far more states than kinds of steps. A chain of many states therefore takes little memory, and the data
//! of frequent draws stays in the cache.

use indexmap::{IndexMap, IndexSet};

use super::Survey;
use crate::chain::{
    Branch, BranchTarget, Chain, CounterChange, KnownStep, Onward, Span, Step, short,
};
use crate::exact::Event;
use crate::fight::Fight;

/// Lists of events in a chain, each stored once.
#[derive(Debug, Default)]
pub(in crate::chain) struct Interned(IndexMap<Box<[Event]>, Span, foldhash::fast::FixedState>);

impl Interned {
    /// The range of this list in `all`; it is appended if it is new.
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

/// Steps that were worked out, keyed by everything except their targets.
pub(super) type Shapes = IndexMap<Vec<u32>, Step, foldhash::fast::FixedState>;

/// The lengths of the lists of a chain before a step was worked out.
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

    /// Removes from a chain everything added since.
    pub(super) fn go_back<S>(self, chain: &mut Chain<S>) {
        chain.branches.truncate(self.branches);
        chain.changes.truncate(self.changes);
        chain.cases.truncate(self.cases);
        chain.draws.truncate(self.draws);
    }
}

impl<F: Fight> Survey<'_, F> {
    /// Completes a step that was worked out since these marks: it gets targets of its own, and shares everything else
    /// with an equal step, if there is one.
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

    /// Collects the targets of all branches that were added since `since`, each once, starting with the branches of `step`.
    /// Rewrites each branch to hold the position of its target in the returned list.
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

    /// The key of a step whose branches are those since these marks: everything except its targets.
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

/// The branches since these marks, those of the step itself first.
fn step_first<S>(
    step: Step,
    since: Marks,
    chain: &Chain<S>,
) -> impl Iterator<Item = usize> + use<S> {
    let first = step.branch as usize;
    (first..chain.branches.len()).chain(since.branches..first)
}
