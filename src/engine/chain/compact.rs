//! The plain transitions of a chain in as little memory as may be, what is drawn most together.
//!
//! A transition is plain if it leads to another situation, takes losses off a few counters, and tells nothing that has to be
//! told as it happens. Steps are worked out in the order of how often fights come to them, and stand here in that order: those
//! of a few hundred situations are most of what is drawn, even where there are ten thousand.
//!
//! Of the commonest situations a transition is a sequence of branches ([`sequences`]), of all others one branch.

use std::ops::Range;

use indexmap::{IndexMap, IndexSet};

use super::felling::{Fallen, Felling, Instead, Last};
use super::sequences::{self, Plain, Sequence};
use super::steady::{self, Draws, Steady};
use super::{Branch, Chain, Change, Goal, Known, Span, Step, What, short};
use crate::dice::{Alias, Column};
use crate::fight::{Counters, Fight};

/// Most counters that a plain transition lowers.
pub(super) const LOSSES: usize = 3;
/// Places of counters and of the number below.
pub(super) const PLACES: usize = 64;
/// The place of a number that is always 0: only what is no plain transition takes anything off it.
pub(super) const NOTHING: u8 = 63;
const _: () = assert!(Counters::MOST <= NOTHING as usize && (NOTHING as usize) < PLACES);

/// Rows that fights come to most: what is so of them is so of most of what is drawn.
const HOT: usize = 16;

/// The steps of a chain, in rows: situations in an order of their own.
#[derive(Debug, Clone, Default)]
pub(super) struct Compact {
    pub rows: Vec<Row>,
    pub transitions: Vec<Transition>,
    /// What takes the place of each where its counter runs out, if that fells somebody and no more; or how the fight ends.
    pub instead: Vec<Option<Instead>>,
    pub fallen: Fallen,
    /// Rows that transitions lead to, counted from the first target of the row that they are drawn in.
    pub targets: Vec<u32>,
    /// The number of the situation of each row, and the other way round.
    numbers: Vec<u32>,
    row_of: Vec<u32>,
    /// The branches of all transitions, and those of each.
    pub branches: Vec<u32>,
    spans: Vec<Span>,
    /// What sequences are drawn from, to stand behind all other columns of the chain.
    pub columns: Vec<Column>,
    /// How many rounds after it has begun a sequence may begin further steps.
    pub rounds_ahead: u32,
    /// Rows of which nearly all sequences lead back to them.
    pub steady: Vec<Steady>,
}

impl Compact {
    /// That of a chain whose fights begin with the step of this number.
    pub(super) fn new<F: Fight>(fight: &F, chain: &Chain<F::State>, start: Option<u32>) -> Self {
        let mut compact = Self {
            row_of: vec![0; chain.steps.len()],
            ..Self::default()
        };
        for number in by_working_out(&chain.steps) {
            compact.row_of[number as usize] = short(compact.numbers.len());
            compact.numbers.push(number);
        }
        let unknown = Transition::NOT_PLAIN;
        // The transitions of UNKNOWN and of STEADY.
        compact.push((unknown, None), []);
        compact.push((unknown, None), []);
        let sequences = sequences::from_situations(chain, start, compact.numbers.iter().copied());
        let (mut firsts, mut tables) = (IndexMap::new(), Vec::new());
        for at in 0..compact.numbers.len() {
            let number = compact.numbers[at];
            if let Some(sequences) = sequences.get(&number) {
                let (row, alias) = compact.row_of_sequences(sequences, (fight, chain));
                compact.rows.push(row);
                if let Some(alias) = alias {
                    tables.push((number, row.transition, alias));
                }
                continue;
            }
            let step = chain.steps[number as usize];
            let row = step.map_or(Row::UNKNOWN, |known| {
                let first = *firsts
                    .entry(known.step.branch)
                    .or_insert_with(|| compact.take_in(known.step, chain));
                compact.check((number, known), first, (fight, chain));
                compact.row(known, first, chain)
            });
            compact.rows.push(row);
        }
        let of_it = |number: &u32| &sequences[number][..];
        let mut fallen = std::mem::take(&mut compact.fallen);
        let draws = |number| compact.draws(number, chain);
        compact.steady = steady::all(&tables, of_it, draws, &mut fallen, (fight, chain));
        compact.fallen = fallen;
        for at in 0..compact.steady.len() {
            let number = compact.steady[at].number;
            let (stands, row) = (compact.row_of(number), short(compact.rows.len()));
            compact.steady[at].stand((stands, row));
            let drawn_from = std::mem::replace(&mut compact.rows[stands as usize], Row::STEADY);
            compact.rows.push(drawn_from);
            compact.numbers.push(number);
        }
        compact
    }

    /// What the step of the situation of this number is drawn from, if each outcome is one branch.
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

    /// The transitions of a step, which are taken in; the number of the first.
    fn take_in<S>(&mut self, step: Step, chain: &Chain<S>) -> u32 {
        let first = short(self.transitions.len());
        for at in branches_of(step, &chain.columns) {
            let branch = &chain.branches[at];
            let transition = Transition::of(branch, &chain.changes);
            let instead = match transition {
                Some(_) => Felling::of(branch, chain).map(Instead::Falls),
                None => Last::of(branch, chain)
                    .filter(|_| branch.changes.is_empty())
                    .map(Instead::Ends),
            };
            let transition = transition.unwrap_or(Transition::NOT_PLAIN);
            self.push((transition, instead), [short(at)]);
        }
        first
    }

    fn push(
        &mut self,
        (transition, instead): (Transition, Option<Instead>),
        branches: impl IntoIterator<Item = u32>,
    ) {
        let start = short(self.branches.len());
        self.branches.extend(branches);
        let end = short(self.branches.len());
        self.transitions.push(transition);
        self.instead.push(instead);
        self.spans.push(Span { start, end });
    }

    /// The row of a situation of which these are drawn, and by which table, if there are several.
    fn row_of_sequences<F: Fight>(
        &mut self,
        sequences: &[Sequence],
        on: (&F, &Chain<F::State>),
    ) -> (Row, Option<Alias>) {
        let (_, chain) = on;
        let first = short(self.transitions.len());
        let mut alias = None;
        let mut targets = IndexSet::new();
        for sequence in sequences {
            let (_, ahead) = sequence.from.last().expect("it has branches");
            self.rounds_ahead = self.rounds_ahead.max(*ahead);
            let mut target = |number| short(targets.insert_full(number).0);
            let start = short(self.branches.len());
            let plain = (sequence.plain.as_ref()).filter(|plain| plain.losses.len() <= LOSSES);
            let transition = if let Some(plain) = plain {
                let transition = Transition::of_sequence(plain, target(plain.to));
                let of_it = (sequence, start);
                let felling = Felling::of_sequence(of_it, target, &mut self.fallen, on);
                (transition, felling.map(Instead::Falls))
            } else {
                let last = Last::of_sequence(sequence, chain);
                (Transition::NOT_PLAIN, last.map(Instead::Ends))
            };
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
            packed: shift,
        };
        let row_of = |number: &u32| self.row_of[*number as usize];
        self.targets.extend(targets.iter().map(row_of));
        (row, alias)
    }

    /// Takes out what fells more in a step from the situation of this number than whose counter runs out. Its first transition
    /// is this.
    fn check<F: Fight>(
        &mut self,
        (number, known): (u32, Known),
        first: u32,
        on: (&F, &Chain<F::State>),
    ) {
        let (_, chain) = on;
        for (at, branch) in (first as usize..).zip(branches_of(known.step, &chain.columns)) {
            let changes = chain.branches[branch].changes.of(&chain.changes);
            let fallen = &mut self.fallen;
            let is_so = |instead: &Instead| match instead {
                Instead::Falls(felling) => {
                    fallen.is_of(felling, (number, known, changes[0].place), on)
                }
                Instead::Ends(_) => true,
            };
            self.instead[at] = self.instead[at].filter(is_so);
        }
    }

    /// The row of a step whose first transition this is.
    fn row<S>(&mut self, known: Known, first: u32, chain: &Chain<S>) -> Row {
        let row = Row {
            transition: first,
            column: known.step.first,
            targets: short(self.targets.len()),
            packed: known.step.shift,
        };
        let targets = |at: usize| {
            let transition = Some(&self.transitions[at]).filter(|one| one.is_plain());
            let instead = match &self.instead[at] {
                Some(Instead::Falls(felling)) => felling.onward(),
                Some(Instead::Ends(_)) | None => None,
            };
            transition
                .into_iter()
                .chain(instead)
                .map(|one| one.target + 1)
        };
        let all = branches_of(known.step, &chain.columns);
        let count = (first as usize..first as usize + all.len())
            .flat_map(targets)
            .max();
        let from = known.targets as usize;
        let of_it = &chain.targets[from..from + count.unwrap_or(0) as usize];
        // The end of a fight may be among them: no transition leads to that.
        let row_of = |&number: &u32| self.row_of.get(number as usize).copied().unwrap_or(0);
        self.targets.extend(of_it.iter().map(row_of));
        row
    }

    /// Notes of each row where all of its plain transitions lead, if that is one row; not if that is so of less than half of
    /// those that fights come to most. Says whether it has.
    pub(super) fn foresee(&mut self, columns: &[Column]) -> bool {
        let foreseen = |row: &Row| {
            let mut to = (row.step().branches(columns))
                .map(|at| &self.transitions[at])
                .filter(|one| one.is_plain())
                .map(|one| self.targets[row.target(one)]);
            let first = to.next()?;
            to.all(|other| other == first).then_some(first)
        };
        let known = || {
            self.rows
                .iter()
                .enumerate()
                .filter(|(_, row)| row.is_known())
        };
        let all: Vec<(usize, u32)> = known()
            .filter_map(|(at, row)| Some((at, foreseen(row)?)))
            .collect();
        let hot = known().take(HOT).count();
        let before = known().nth(hot).map_or(usize::MAX, |(at, _)| at);
        let are_most = 2 * all.iter().filter(|(at, _)| *at < before).count() > hot;
        if are_most {
            for (at, to) in all {
                self.rows[at].foresee(to);
            }
        }
        are_most
    }

    #[cfg(test)]
    pub(super) fn forget_steady(&mut self) {
        for steady in self.steady.drain(..) {
            self.rows[steady.stands() as usize] = self.rows[steady.row() as usize];
        }
    }

    /// The row that the steps of the situation of this number are drawn from.
    pub(super) fn drawn_from(&self, number: u32) -> &Row {
        let row = self.row_of(number);
        let steady = self.steady.iter().find(|one| one.stands() == row);
        &self.rows[steady.map_or(row, Steady::row) as usize]
    }

    /// The row of a situation by its number.
    #[inline]
    pub(super) fn row_of(&self, number: u32) -> u32 {
        self.row_of[number as usize]
    }

    /// The number of the situation of a row.
    #[inline]
    pub(super) fn number(&self, row: u32) -> u32 {
        self.numbers[row as usize]
    }

    /// The branches that a transition is, one after the other.
    #[inline]
    pub(super) fn branches(&self, transition: usize) -> Span {
        self.spans[transition]
    }

    /// A branch of those that transitions are.
    #[inline]
    pub(super) fn branch(&self, at: u32) -> u32 {
        self.branches[at as usize]
    }

    /// Those that each transition is.
    pub(super) fn branches_of_each(&self) -> impl Iterator<Item = &[u32]> {
        self.spans.iter().map(|span| span.of(&self.branches))
    }
}

/// The branches of a step, with those that it does not draw by itself between them.
fn branches_of(step: Step, columns: &[Column]) -> Range<usize> {
    let last = step.branches(columns).max();
    step.branch as usize..last.expect("a step has branches") + 1
}

/// The numbers of the situations of a chain, in the order in which their steps were worked out.
fn by_working_out(steps: &[Option<Known>]) -> Vec<u32> {
    let mut all: Vec<u32> = (0..short(steps.len())).collect();
    all.sort_by_key(|&number| steps[number as usize].map_or(u32::MAX, |known| known.targets));
    all
}

/// One transition, if it is plain, in sixteen bytes.
#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(super) struct Transition {
    /// The target that says where it leads.
    pub target: u32,
    pub losses: [i16; LOSSES],
    /// The place of each.
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

    /// That of a branch, if it is a plain one.
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

    /// That of a sequence which leads to this target.
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

    /// How many counters it lowers, if it is plain.
    pub(super) fn lowered(&self) -> usize {
        let losses = self.losses.iter().filter(|&&loss| loss != 0);
        if self.is_plain() { losses.count() } else { 0 }
    }

    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.losses[0] != i16::MAX
    }

    /// What it leaves of the first `L` counters that it lowers: below 0 somewhere if one of them runs out, or it is not plain.
    #[inline]
    pub(super) fn left<const L: usize>(&self, counters: &[i16; PLACES]) -> [i16; L] {
        std::array::from_fn(|at| counters[self.place(at)] - self.losses[at])
    }

    /// Leaves them so.
    #[inline]
    pub(super) fn leave<const L: usize>(&self, left: [i16; L], counters: &mut [i16; PLACES]) {
        for (at, left) in left.into_iter().enumerate() {
            counters[self.place(at)] = left;
        }
    }

    #[inline]
    pub(super) fn place(&self, at: usize) -> usize {
        usize::from(self.places[at]) % PLACES
    }
}

/// The transition of unknown steps, and that of situations that are [`Steady`]: neither is plain.
pub(super) const UNKNOWN: usize = 0;
pub(super) const STEADY: usize = 1;

/// The step from one situation, in sixteen bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// The first of its transitions, of its columns, and of its targets.
    transition: u32,
    column: u32,
    targets: u32,
    /// How far a draw is shifted to leave its column, in seven bits. Then whether it is foreseen, and the row that is.
    packed: u32,
}

impl Row {
    const UNKNOWN: Self = Self {
        transition: 0,
        column: 0,
        targets: 0,
        packed: 0,
    };
    /// Its one transition is [`STEADY`].
    const STEADY: Self = Self {
        transition: 1,
        ..Self::UNKNOWN
    };
    const SHIFT: u32 = 0x7f;
    const FORESEEN: u32 = 0x80;
    /// Bits before the row that is foreseen.
    const BEFORE: u32 = 8;

    #[inline]
    pub(super) fn is_known(&self) -> bool {
        self.transition as usize > STEADY
    }

    /// The step, its transitions in place of its branches.
    #[inline]
    pub(super) fn step(&self) -> Step {
        Step {
            branch: self.transition,
            first: self.column,
            shift: self.packed & Self::SHIFT,
        }
    }

    /// Where all of its plain transitions lead, if that is one row and known as such: then a processor need not wait for what
    /// is drawn before it goes on with the next.
    #[inline]
    pub(super) fn foreseen(&self) -> Option<u32> {
        (self.packed & Self::FORESEEN != 0).then_some(self.packed >> Self::BEFORE)
    }

    fn foresee(&mut self, to: u32) {
        assert!(to.leading_zeros() >= Self::BEFORE, "a chain is small");
        self.packed &= Self::SHIFT;
        self.packed |= Self::FORESEEN | to << Self::BEFORE;
    }

    /// The number of the target of one of its transitions.
    #[inline]
    pub(super) fn target(&self, transition: &Transition) -> usize {
        (self.targets + transition.target) as usize
    }
}
