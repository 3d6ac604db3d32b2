//! The plain transitions of a chain in as little memory as possible, with the most frequent ones next to each other.
//!
//! A transition is plain if it leads to another state, subtracts losses from a few counters, and has no events that
//! must be reported as they happen. Steps are worked out in order of how often fights reach them, and are stored in
//! that order: a few hundred states account for most draws, even in a chain of ten thousand.
//!
//! A transition from one of the most frequent states is a sequence of branches ([`sequences`]), from any other state
//! a single branch.

use std::ops::Range;

use indexmap::{IndexMap, IndexSet};

use super::sequences::{self, Plain, Sequence};
use super::steady::{self, Draws, Steady};
use super::{Branch, Chain, Change, Goal, Known, Span, Step, What, short};
use crate::dice::{Alias, Column};
use crate::fight::{Counters, Fight};

/// Most counters that a plain transition lowers.
pub(super) const LOSSES: usize = 3;
/// Places of the counters and of the constant below.
pub(super) const PLACES: usize = 64;
/// The place of a number that is always 0. Only transitions that are not plain lower it.
pub(super) const NOTHING: u8 = 63;
const _: () = assert!(Counters::MOST <= NOTHING as usize && (NOTHING as usize) < PLACES);

/// The steps of a chain as rows: states in the order of the survey.
#[derive(Debug, Clone, Default)]
pub(super) struct Transitions {
    pub rows: Vec<Row>,
    pub transitions: Vec<Transition>,
    /// Target rows of transitions, relative to the first target of the row of the step.
    pub targets: Vec<u32>,
    /// The number of each row's state, and the row of each state's number.
    numbers: Vec<u32>,
    row_of: Vec<u32>,
    /// The branches of all transitions, and the range of each transition's branches.
    pub branches: Vec<u32>,
    spans: Vec<Span>,
    /// The alias table columns of sequences, to be appended to the chain's other columns.
    pub columns: Vec<Column>,
    /// The most rounds between the first and the last step of a sequence.
    pub rounds_ahead: u32,
    /// Recurrent rows: nearly all of their sequences lead back to them.
    pub steady: Vec<Steady>,
}

impl Transitions {
    /// The compact form of a chain whose fights begin with the step number `start`.
    pub(super) fn new<F: Fight>(fight: &F, chain: &Chain<F::State>, start: Option<u32>) -> Self {
        let mut all = Self {
            row_of: vec![0; chain.steps.len()],
            ..Self::default()
        };
        for number in by_working_out(&chain.steps) {
            all.row_of[number as usize] = short(all.numbers.len());
            all.numbers.push(number);
        }
        let unknown = Transition::NOT_PLAIN;
        // The transitions of UNKNOWN and of STEADY.
        all.push(unknown, []);
        all.push(unknown, []);
        let sequences = sequences::from_situations(chain, start, all.numbers.iter().copied());
        let (mut firsts, mut tables) = (IndexMap::new(), Vec::new());
        for at in 0..all.numbers.len() {
            let number = all.numbers[at];
            if let Some(sequences) = sequences.get(&number) {
                let (row, alias) = all.row_of_sequences(sequences, chain);
                all.rows.push(row);
                if let Some(alias) = alias {
                    tables.push((number, row.transition, alias));
                }
                continue;
            }
            let step = chain.steps[number as usize];
            let row = step.map_or(Row::UNKNOWN, |known| {
                let first = *firsts
                    .entry(known.step.branch)
                    .or_insert_with(|| all.take_in(known.step, chain));
                all.row(known, first, chain)
            });
            all.rows.push(row);
        }
        let of_it = |number: &u32| &sequences[number][..];
        let draws = |number| all.draws(number, chain);
        all.steady = steady::all(&tables, of_it, draws, (fight, chain));
        for at in 0..all.steady.len() {
            let number = all.steady[at].number;
            let (stands, row) = (all.row_of(number), short(all.rows.len()));
            all.steady[at].stand((stands, row));
            let drawn_from = std::mem::replace(&mut all.rows[stands as usize], Row::STEADY);
            all.rows.push(drawn_from);
            all.numbers.push(number);
        }
        all
    }

    /// The alias table of the step of state `number`, if each of its outcomes is one branch.
    fn draws<S>(&self, number: u32, chain: &Chain<S>) -> Option<Draws> {
        let row = &self.rows[self.row_of(number) as usize];
        let step = row.step();
        let several = row.is_known() && step.shift > 0;
        let count = 1 << (u64::BITS - several.then_some(step.shift)?);
        let all = chain.columns.iter().chain(&self.columns);
        let columns: Vec<Column> = all.skip(step.first as usize).take(count).copied().collect();
        let picks = columns.iter().flat_map(Column::possible);
        let branches = 0..picks.max()? + 1;
        let branches = branches.map(|at| {
            let span = self.spans[step.branch as usize + at];
            match span.of(&self.branches) {
                &[only] => Some(only),
                _ => None,
            }
        });
        Some(Draws {
            branches: branches.collect::<Option<_>>()?,
            shift: step.shift,
            columns,
        })
    }

    /// Adds the transitions of a step, and returns the number of the first.
    fn take_in<S>(&mut self, step: Step, chain: &Chain<S>) -> u32 {
        let first = short(self.transitions.len());
        for at in branches_of(step, &chain.columns) {
            let branch = &chain.branches[at];
            let transition = Transition::of(branch, &chain.changes);
            self.push(transition.unwrap_or(Transition::NOT_PLAIN), [short(at)]);
        }
        first
    }

    fn push(&mut self, transition: Transition, branches: impl IntoIterator<Item = u32>) {
        let start = short(self.branches.len());
        self.branches.extend(branches);
        let end = short(self.branches.len());
        self.transitions.push(transition);
        self.spans.push(Span { start, end });
    }

    /// The row of a state with these sequences, and the alias table if there are several.
    fn row_of_sequences<S>(
        &mut self,
        sequences: &[Sequence],
        chain: &Chain<S>,
    ) -> (Row, Option<Alias>) {
        let first = short(self.transitions.len());
        let mut alias = None;
        let mut targets = IndexSet::new();
        for sequence in sequences {
            let (_, ahead) = sequence.from.last().expect("it has branches");
            self.rounds_ahead = self.rounds_ahead.max(*ahead);
            let mut target = |number| short(targets.insert_full(number).0);
            let plain = (sequence.plain.as_ref()).filter(|plain| plain.losses.len() <= LOSSES);
            let transition = plain.map(|plain| Transition::of_sequence(plain, target(plain.to)));
            let transition = transition.unwrap_or(Transition::NOT_PLAIN);
            self.push(transition, sequence.branches.iter().copied());
        }
        let odds: Vec<u128> = sequences.iter().map(|one| one.odds).collect();
        let (column, shift) = if odds.len() == 1 {
            (0, 0)
        } else {
            let (column, table) = (self.columns.len(), Alias::new(&odds));
            self.columns.extend(table.columns());
            let shift = table.shift();
            alias = Some(table);
            (short(chain.columns.len() + column), shift)
        };
        let row = Row {
            transition: first,
            column,
            targets: short(self.targets.len()),
            shift,
        };
        let row_of = |number: &u32| self.row_of[*number as usize];
        self.targets.extend(targets.iter().map(row_of));
        (row, alias)
    }

    /// The row of a step whose first transition is `first`.
    fn row<S>(&mut self, known: Known, first: u32, chain: &Chain<S>) -> Row {
        let row = Row {
            transition: first,
            column: known.step.first,
            targets: short(self.targets.len()),
            shift: known.step.shift,
        };
        let first = first as usize;
        let all = &self.transitions[first..first + branches_of(known.step, &chain.columns).len()];
        let targets = all.iter().filter(|one| one.is_plain());
        let count = targets.map(|one| one.target + 1).max();
        let from = known.targets as usize;
        let of_it = &chain.targets[from..from + count.unwrap_or(0) as usize];
        // The targets may include the end of a fight, although no transition leads there.
        let row_of = |&number: &u32| self.row_of.get(number as usize).copied().unwrap_or(0);
        self.targets.extend(of_it.iter().map(row_of));
        row
    }

    #[cfg(test)]
    pub(super) fn forget_steady(&mut self) {
        for steady in self.steady.drain(..) {
            self.rows[steady.stands() as usize] = self.rows[steady.row() as usize];
        }
    }

    /// The row for drawing the steps of state `number`.
    pub(super) fn drawn_from(&self, number: u32) -> &Row {
        let row = self.row_of(number);
        let steady = self.steady.iter().find(|one| one.stands() == row);
        &self.rows[steady.map_or(row, Steady::row) as usize]
    }

    /// The row of state `number`.
    #[inline]
    pub(super) fn row_of(&self, number: u32) -> u32 {
        self.row_of[number as usize]
    }

    /// The number of a row's state.
    #[inline]
    pub(super) fn number(&self, row: u32) -> u32 {
        self.numbers[row as usize]
    }

    /// The branches of a transition, in order.
    #[inline]
    pub(super) fn branches(&self, transition: usize) -> Span {
        self.spans[transition]
    }

    /// The branch at a position of the list of all transitions' branches.
    #[inline]
    pub(super) fn branch(&self, at: u32) -> u32 {
        self.branches[at as usize]
    }

    /// The branches of each transition.
    pub(super) fn branches_of_each(&self) -> impl Iterator<Item = &[u32]> {
        self.spans.iter().map(|span| span.of(&self.branches))
    }
}

/// The branches of a step, including those between them that it does not draw by itself.
fn branches_of(step: Step, columns: &[Column]) -> Range<usize> {
    let last = step.branches(columns).max();
    step.branch as usize..last.expect("a step has branches") + 1
}

/// The numbers of the states of a chain, in the order of the survey.
fn by_working_out(steps: &[Option<Known>]) -> Vec<u32> {
    let mut all: Vec<u32> = (0..short(steps.len())).collect();
    all.sort_by_key(|&number| steps[number as usize].map_or(u32::MAX, |known| known.targets));
    all
}

/// A plain transition in sixteen bytes, or a marker for one that is not plain.
#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(super) struct Transition {
    /// The number of its target.
    pub target: u32,
    pub losses: [i16; LOSSES],
    /// The place of each loss.
    places: [u8; LOSSES],
    pub rounds_on: u8,
}

impl Transition {
    pub(super) const NOT_PLAIN: Self = Self {
        target: 0,
        losses: [i16::MAX, 0, 0],
        places: [NOTHING; LOSSES],
        rounds_on: 0,
    };

    /// The transition of a branch, if it is plain.
    pub(super) fn of(branch: &Branch, changes: &[Change]) -> Option<Self> {
        let Goal::Situation(onward) = branch.to else {
            return None;
        };
        let changes = branch.changes.of(changes);
        if !branch.timed.is_empty() || changes.len() > LOSSES {
            return None;
        }
        let mut transition = Self {
            target: onward.at,
            losses: [0; LOSSES],
            places: [NOTHING; LOSSES],
            rounds_on: u8::try_from(onward.rounds_on).ok()?,
        };
        let lowered = transition.losses.iter_mut().zip(&mut transition.places);
        for ((loss, place), change) in lowered.zip(changes) {
            let What::Loses(loses) = change.what else {
                return None;
            };
            (*loss, *place) = (loses, change.place);
        }
        Some(transition)
    }

    /// The transition of a sequence that leads to this target.
    fn of_sequence(plain: &Plain, target: u32) -> Self {
        let mut transition = Self {
            target,
            losses: [0; LOSSES],
            places: [NOTHING; LOSSES],
            rounds_on: u8::try_from(plain.rounds_on).expect("few rounds"),
        };
        let lowered = transition.losses.iter_mut().zip(&mut transition.places);
        for ((loss, place), &(loses_at, loses)) in lowered.zip(&plain.losses) {
            (*loss, *place) = (loses, loses_at);
        }
        transition
    }

    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.losses[0] != i16::MAX
    }

    /// The new values of the counters that it lowers; negative if one of them runs out or the transition is
    /// not plain.
    #[inline]
    pub(super) fn left(&self, counters: &[i16; PLACES]) -> [i16; LOSSES] {
        std::array::from_fn(|at| counters[self.place(at)] - self.losses[at])
    }

    /// Stores these new values.
    #[inline]
    pub(super) fn leave(&self, left: [i16; LOSSES], counters: &mut [i16; PLACES]) {
        for (at, left) in left.into_iter().enumerate() {
            counters[self.place(at)] = left;
        }
    }

    #[inline]
    pub(super) fn place(&self, at: usize) -> usize {
        usize::from(self.places[at]) % PLACES
    }
}

/// The transition of unknown steps, and that of recurrent states ([`Steady`]): neither is plain.
pub(super) const UNKNOWN: usize = 0;
pub(super) const STEADY: usize = 1;

/// The step from one state, in sixteen bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// The first of its transitions, of its columns, and of its targets.
    transition: u32,
    column: u32,
    targets: u32,
    /// The shift that turns a draw into its column.
    shift: u32,
}

impl Row {
    const UNKNOWN: Self = Self {
        transition: 0,
        column: 0,
        targets: 0,
        shift: 0,
    };
    /// A row with [`STEADY`] as its only transition.
    const STEADY: Self = Self {
        transition: 1,
        ..Self::UNKNOWN
    };

    #[inline]
    pub(super) fn is_known(&self) -> bool {
        self.transition as usize > STEADY
    }

    /// The step, with transitions in place of its branches.
    #[inline]
    pub(super) fn step(&self) -> Step {
        Step {
            branch: self.transition,
            first: self.column,
            shift: self.shift,
        }
    }

    /// The position of the target of one of its transitions.
    #[inline]
    pub(super) fn target(&self, transition: &Transition) -> usize {
        (self.targets + transition.target) as usize
    }
}
