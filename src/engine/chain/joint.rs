//! Joint draws: from the most frequent states, several steps are one draw ([`sequences`]).
//!
//! Steps are worked out in the order in which fights most often reach them: see [`survey`](super::survey()).

use super::recurrent::{self, Draws, Recurrent};
use super::sequences::{self, Sequence};
use super::{Chain, KnownStep, Span, Step, short};
use crate::dice::{Alias, Column};
use crate::fight::Fight;

/// The joint draws of a chain.
#[derive(Debug, Clone, Default)]
pub(super) struct Joint {
    /// For each state with sequences, the draw of one of them; its branches are positions in `spans`.
    steps: Vec<Option<Step>>,
    /// The branches of all sequences, and the range of each sequence's branches.
    branches: Vec<u32>,
    spans: Vec<Span>,
    /// The alias table columns of sequences, to be appended to the chain's other columns.
    pub columns: Vec<Column>,
    /// The most rounds between the first and the last step of a sequence.
    pub rounds_ahead: u32,
    /// Recurrent states: nearly all of their sequences lead back to them.
    pub recurrent: Vec<Recurrent>,
}

impl Joint {
    /// The joint draws of a chain whose fights begin with the step number `start`.
    pub(super) fn new<F: Fight>(fight: &F, chain: &Chain<F::State>, start: Option<u32>) -> Self {
        let mut joint = Self {
            steps: vec![None; chain.steps.len()],
            ..Self::default()
        };
        let numbers = by_working_out(&chain.steps);
        let sequences = sequences::from_situations(chain, start, numbers.iter().copied());
        let mut tables = Vec::new();
        for number in numbers {
            if let Some(sequences) = sequences.get(&number) {
                let (step, alias) = joint.step_of_sequences(sequences, chain);
                joint.steps[number as usize] = Some(step);
                tables.extend(alias.map(|alias| (number, step.branch, alias)));
            }
        }
        let of_it = |number: &u32| &sequences[number][..];
        let draws = |number| joint.draws(number, chain);
        joint.recurrent = recurrent::all(&tables, of_it, draws, (fight, chain));
        joint
    }

    /// Adds the sequences of a state. Returns the draw of one of them, and its alias table if there are several.
    fn step_of_sequences<S>(
        &mut self,
        sequences: &[Sequence],
        chain: &Chain<S>,
    ) -> (Step, Option<Alias>) {
        let branch = short(self.spans.len());
        for sequence in sequences {
            let (_, ahead) = sequence.from.last().expect("it has branches");
            self.rounds_ahead = self.rounds_ahead.max(*ahead);
            let start = short(self.branches.len());
            self.branches.extend(&sequence.branches);
            let end = short(self.branches.len());
            self.spans.push(Span { start, end });
        }
        let odds: Vec<u128> = sequences.iter().map(|one| one.odds).collect();
        let alias = (odds.len() > 1).then(|| Alias::new(&odds));
        let first = short(chain.columns.len() + self.columns.len());
        let step = Step {
            branch,
            first: alias.as_ref().map_or(0, |_| first),
            shift: alias.as_ref().map_or(0, Alias::shift),
        };
        self.columns
            .extend(alias.iter().flat_map(Alias::columns).copied());
        (step, alias)
    }

    /// The alias table of the draw in state `number`, if each of its outcomes is one branch.
    fn draws<S>(&self, number: u32, chain: &Chain<S>) -> Option<Draws> {
        let joint = self.step(number);
        let step = match joint {
            Some(step) => step,
            None => chain.steps[number as usize]?.step,
        };
        let count = 1 << (u64::BITS - Some(step.shift).filter(|&shift| shift > 0)?);
        let all = chain.columns.iter().chain(&self.columns);
        let columns: Vec<Column> = all.skip(step.first as usize).take(count).copied().collect();
        let picks = columns.iter().flat_map(Column::possible);
        let branches = (0..=picks.max()?).map(|at| {
            let at = step.branch as usize + at;
            match joint {
                None => Some(short(at)),
                Some(_) => match self.branches_of(at) {
                    &[only] => Some(only),
                    _ => None,
                },
            }
        });
        Some(Draws {
            branches: branches.collect::<Option<_>>()?,
            shift: step.shift,
            columns,
        })
    }

    /// The draw of one of the sequences of state `number`, if it has any.
    #[inline]
    pub(super) fn step(&self, number: u32) -> Option<Step> {
        self.steps[number as usize]
    }

    /// The range of the branches of a sequence.
    #[inline]
    pub(super) fn span(&self, sequence: usize) -> Span {
        self.spans[sequence]
    }

    /// The branches of a sequence.
    fn branches_of(&self, sequence: usize) -> &[u32] {
        self.spans[sequence].of(&self.branches)
    }

    /// The branches of each sequence.
    pub(super) fn branches_of_each(&self) -> impl Iterator<Item = &[u32]> {
        self.spans.iter().map(|span| span.of(&self.branches))
    }

    /// The first of these branches, and the rest.
    #[inline]
    pub(super) fn first(&self, branches: Span) -> (usize, Span) {
        let after = Span {
            start: branches.start + 1,
            ..branches
        };
        (self.branches[branches.start as usize] as usize, after)
    }

    /// The index of a state among the recurrent ones, if it is one.
    #[inline]
    pub(super) fn recurrent_at(&self, number: u32) -> Option<usize> {
        self.recurrent.iter().position(|one| one.number == number)
    }
}

/// The numbers of the states of a chain, in the order of the survey.
fn by_working_out(steps: &[Option<KnownStep>]) -> Vec<u32> {
    let mut all: Vec<u32> = (0..short(steps.len())).collect();
    all.sort_by_key(|&number| steps[number as usize].map_or(u32::MAX, |known| known.targets));
    all
}
