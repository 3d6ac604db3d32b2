//! Joint draws: draws that decide several steps at once. Such a row of steps is a sequence ([`sequences`]).
//! Only the most frequent states have joint draws.
//!
//! States are processed in the same order as by the [`survey`](super::survey()), which begins with the most
//! frequent ones.

use super::recurrent::{self, Draws, Recurrent};
use super::sequences::{self, Sequence};
use super::{Chain, KnownStep, Span, Step, short};
use crate::dice::{Alias, Column};
use crate::fight::Fight;

/// The joint draws of a chain.
#[derive(Debug, Clone, Default)]
pub(super) struct Joint {
    /// For each state, the draw of one of its sequences, or `None` if the state has no joint draw. The
    /// branches of this draw are positions in `spans`.
    steps: Vec<Option<Step>>,
    /// The branches of all sequences, one sequence after another. `spans` has the range of each sequence.
    branches: Vec<u32>,
    spans: Vec<Span>,
    /// The columns of the alias tables for the joint draws. They are appended to [`Chain::columns`].
    pub columns: Vec<Column>,
    /// The greatest number of rounds between the first and the last step of a sequence.
    pub rounds_ahead: u32,
    /// The recurrent states, and those that lead to them. Nearly all sequences from a recurrent state lead
    /// back to it.
    pub recurrent: Vec<Recurrent>,
}

impl Joint {
    /// Creates the joint draws of a chain. `start` is the number of the state that fights start in.
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

    /// Adds the sequences of a state to `branches` and `spans`. Returns the draw between these sequences. If
    /// there are several, also returns the alias table of the draw.
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

    /// Returns the data for the draw from state `number`. Returns `None` if nothing is drawn, or if one of
    /// the drawn sequences has several branches.
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

    /// Returns the draw between the sequences of state `number`. Returns `None` if the state has no joint
    /// draw.
    #[inline]
    pub(super) fn step(&self, number: u32) -> Option<Step> {
        self.steps[number as usize]
    }

    /// Returns the range of a sequence in the list of branches.
    #[inline]
    pub(super) fn span(&self, sequence: usize) -> Span {
        self.spans[sequence]
    }

    /// Returns the branches of a sequence.
    fn branches_of(&self, sequence: usize) -> &[u32] {
        self.spans[sequence].of(&self.branches)
    }

    /// Returns the branches of every sequence, in the order of the sequences.
    pub(super) fn branches_of_each(&self) -> impl Iterator<Item = &[u32]> {
        self.spans.iter().map(|span| span.of(&self.branches))
    }

    /// Splits a range of branches into the first branch and the rest.
    #[inline]
    pub(super) fn first(&self, branches: Span) -> (usize, Span) {
        let after = Span {
            start: branches.start + 1,
            ..branches
        };
        (self.branches[branches.start as usize] as usize, after)
    }

    /// Returns the index in `recurrent` of the state with this number. Returns `None` if the state is not
    /// recurrent.
    #[inline]
    pub(super) fn recurrent_at(&self, number: u32) -> Option<usize> {
        self.recurrent.iter().position(|one| one.number == number)
    }
}

/// Returns the numbers of all states, in the order in which the survey worked out their steps. States whose
/// step was not worked out come last.
fn by_working_out(steps: &[Option<KnownStep>]) -> Vec<u32> {
    let mut all: Vec<u32> = (0..short(steps.len())).collect();
    all.sort_by_key(|&number| steps[number as usize].map_or(u32::MAX, |known| known.targets));
    all
}
