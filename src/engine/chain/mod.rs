//! A fight as a Markov chain: its most frequent states, each with the probabilities of the results of its step.
//!
//! A step by the rules evaluates policies, adds up modifiers and rolls dice. From one state it does so the same way
//! each time, so all of its results are worked out once ([`survey`]): the next state, the losses of counters, the
//! events. A fight then needs one draw for such a step, however long the rules would take for it. The rules still
//! play states that are rare or whose step has too many outcomes; a fight switches between the chain and the rules
//! wherever it can.
//!
//! Counters ([`Counting::take`](crate::fight::Counting::take)), such as hit points, are not part of a state: a branch subtracts its losses from
//! them. Only when a counter runs out does the fight take another course, so that case has branches of its own.
//!
//! Events that only the book counts ([`EventSpec`](crate::fight::EventSpec)) do not split branches: a drawn step
//! reports their mean, given the target of the step. The fates at the end and the remaining health, however, are
//! those of a single fight: where one branch has several ends, another draw chooses one of them.
//!
//! Where the next step is known as well and has few outcomes, both are one draw ([`sequences`]).
//!
//! Many steps differ only in their targets: they share their outcomes, so that large chains also take little memory.
//!
//! Only the matchup and the number of a fight determine whether it is drawn: the rules play the first [`ROLLED`]
//! fights of each stream, and all later ones are played on the chain, if the fight has one. There is one survey,
//! which takes at most about three times as long as the fights before it.

mod following;
mod joint;
mod playing;
mod recurrent;
mod sequences;
mod situations;
mod sums;
mod survey;

pub(crate) use survey::survey;

use indexmap::IndexSet;
use joint::Joint;
use situations::{Reduced, Situations, reduced};
use sums::{End, Fall, Lists, Pending, Sums};

use crate::dice::{Column, Sampled, split};
use crate::exact::Event;
use crate::fight::{Counters, Fight, FighterSet, Progress, State, Witness, counters};

/// Number of fights at the start of a stream that the rules always play.
pub(crate) const ROLLED: u64 = 8192;

/// The probabilities of a fight's most frequent steps.
#[derive(Debug, Clone)]
pub(crate) struct Chain<S> {
    /// The states without their counters, and with the first of the equivalent rounds in place of all of them: those
    /// whose step is known, and those that a known step reaches.
    situations: Situations<S>,
    /// The known steps, by number of the state.
    steps: Vec<Option<KnownStep>>,
    /// The targets of steps: numbers of states, or of ends.
    targets: Vec<u32>,
    /// The alias table columns for the branches of steps, cases and draws; equal probabilities share a table.
    columns: Vec<Column>,
    branches: Vec<Branch>,
    joint: Joint,
    lists: Lists,
    changes: Vec<Change>,
    cases: Vec<Case>,
    /// The final states of fights, in the same reduced form; and the draws between several branches.
    ends: IndexSet<S, foldhash::fast::FixedState>,
    draws: Vec<Step>,
    /// The fighters that go down, with the ending of the fight.
    falls: IndexSet<Fall, foldhash::fast::FixedState>,
    /// Events that are reported as they happen.
    timed: Vec<Event>,
    /// Events that are reported for all fights at once.
    untimed: Vec<Event>,
    kind: Reduction,
    /// The starting position of a fight, if its first step is known.
    start: Option<Position>,
}

/// The parts of a state that the chain leaves out.
#[derive(Debug, Clone, Copy)]
struct Reduction {
    /// The first of the equivalent rounds, and the first after which the next may not be equivalent.
    alike: Option<(u32, u32)>,
    /// Whether the states have counters.
    counts: bool,
    /// The bit set of the places whose counters report how a fighter fell.
    fatal: u32,
}

impl Reduction {
    /// The round that represents this one, if this one is an equivalent round.
    fn alike(self, round: u32) -> Option<u32> {
        let (first, _) = self.alike?;
        (round >= first).then_some(first)
    }

    /// The first round after which the next may not be equivalent.
    fn near_the_cap(self) -> u32 {
        self.alike.map_or(u32::MAX, |(_, until)| until)
    }

    /// Returns whether the fates depend on few enough counters to be counted.
    fn counts_ends(self) -> bool {
        (1..=End::COUNTERS).contains(&self.fatal.count_ones())
    }
}

/// The step of a state. Steps that differ only in their targets share their branches.
#[derive(Debug, Clone, Copy)]
struct KnownStep {
    step: Step,
    /// The first of its targets; its branches refer to targets relative to this one.
    targets: u32,
}

/// The branches of a step, drawn by the alias method.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// The first of its branches, which are contiguous.
    branch: u32,
    /// The first of its columns, which steps with the same probabilities share.
    first: u32,
    /// The shift that turns a draw into its column; 0 if there is one branch and nothing to draw.
    shift: u32,
}

impl Step {
    #[inline]
    fn pick(self, columns: &[Column], dice: &mut Sampled) -> usize {
        self.pick_by(columns, || dice.bits())
    }

    /// Draws a branch like `pick`, with these random bits.
    #[inline]
    fn pick_by(self, columns: &[Column], bits: impl FnOnce() -> u64) -> usize {
        if self.shift == 0 {
            return self.branch as usize;
        }
        let (column, rest) = split(bits(), self.shift);
        let column = &columns[self.first as usize + column];
        (self.branch + column.picks[usize::from(rest >= column.cut)]) as usize
    }

    /// The branches that it may draw.
    fn branches(self, columns: &[Column]) -> impl Iterator<Item = usize> {
        let (branch, first) = (self.branch as usize, self.first as usize);
        let (alone, columns) = if self.shift == 0 {
            (Some(branch), &columns[..0])
        } else {
            (
                None,
                &columns[first..first + (1 << (u64::BITS - self.shift))],
            )
        };
        let drawn = columns.iter().flat_map(Column::possible);
        alone
            .into_iter()
            .chain(drawn.map(move |pick| branch + pick))
    }
}

/// One outcome of a step.
#[derive(Debug, Clone, Copy)]
struct Branch {
    to: BranchTarget,
    changes: Span,
    /// The events that are reported as they happen.
    timed: Span,
    untimed: Span,
    /// A short form of `timed`, if it has one.
    fall: Option<u32>,
    /// The replacements of the branch when counters run out.
    cases: Span,
}

impl Branch {
    /// A branch to this goal, with no other effects.
    fn to(to: BranchTarget) -> Self {
        Self {
            to,
            changes: Span::default(),
            timed: Span::default(),
            untimed: Span::default(),
            fall: None,
            cases: Span::default(),
        }
    }
}

/// The goal of a branch. A state or end is given by its number while a step is worked out, and by one of the step's
/// targets in a finished chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum BranchTarget {
    Situation(Onward),
    /// The fight is over, in this state.
    End(u32),
    /// Another draw chooses one of several ends.
    OneOf(u32),
}

/// The next state of a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Onward {
    /// Its number while the step is worked out, later its target.
    at: u32,
    rounds_on: u32,
}

/// The change of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Change {
    place: u8,
    what: CounterChange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum CounterChange {
    Loses(i16),
    Becomes(i16),
    /// It runs out, and its remainder depends on how far below 0 this loss takes it: see [`Counting::rest_of`](crate::fight::Counting::rest_of).
    RunsOut(i16),
    IsGone,
}

/// The replacement of a branch when these counters, given as a bit set, run out.
#[derive(Debug, Clone)]
struct Case {
    exhausted: u32,
    step: Step,
}

/// A range of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }

    fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// The position of a fight on the chain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position {
    /// The number of its state.
    at: u32,
    round: u32,
    counters: Counters,
    /// The branches that were drawn and are yet to be followed, a range in [`Joint`].
    drawn: Span,
}

impl<S: State> Chain<S> {
    /// A position without a step.
    fn new(kind: Reduction) -> Self {
        Self {
            situations: Situations::new(),
            steps: Vec::new(),
            targets: Vec::new(),
            columns: Vec::new(),
            branches: Vec::new(),
            joint: Joint::default(),
            lists: Lists::default(),
            changes: Vec::new(),
            cases: Vec::new(),
            ends: IndexSet::default(),
            draws: Vec::new(),
            falls: IndexSet::default(),
            timed: Vec::new(),
            untimed: Vec::new(),
            kind,
            start: None,
        }
    }

    /// The number of endings from recurrent states that are counted together, and the number of those with one more
    /// draw.
    #[cfg(test)]
    pub(crate) fn recurrent_ends(&self) -> (usize, usize) {
        let recurrent = self.joint.recurrent.iter();
        recurrent
            .map(recurrent::Recurrent::ends_counted)
            .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }

    /// The chain without its table of recurrent states: their steps are drawn like others.
    #[cfg(test)]
    pub(crate) fn without_recurrent(&self) -> Self {
        let mut other = self.clone();
        other.joint.recurrent.clear();
        other
    }

    /// The position of a state of this round, if its step is known.
    fn known(&self, reduced: &Reduced<S>, round: u32) -> Option<Position> {
        let here = self.standing(reduced, round)?;
        self.steps[here.at as usize].is_some().then_some(here)
    }

    /// The position of a state of this round.
    fn standing(&self, reduced: &Reduced<S>, round: u32) -> Option<Position> {
        Some(Position {
            at: self.situations.number(&reduced.situation)?,
            round,
            counters: reduced.counters,
            drawn: Span::default(),
        })
    }

    /// The step from here, if it is known.
    #[inline]
    fn step(&self, here: &Position) -> Option<KnownStep> {
        if here.round >= self.until() {
            return None;
        }
        self.steps[here.at as usize]
    }

    /// The first round without draws: every draw has to end before the last rounds.
    #[inline]
    fn until(&self) -> u32 {
        let ahead = self.joint.rounds_ahead;
        self.kind.near_the_cap().saturating_sub(ahead)
    }

    /// The step of state `at`, which must be known.
    #[inline]
    fn taken(&self, at: u32) -> KnownStep {
        self.steps[at as usize].expect("only known steps are drawn")
    }

    #[inline]
    fn target(&self, known: KnownStep, target: u32) -> u32 {
        self.targets[(known.targets + target) as usize]
    }

    fn locate<F: Fight<State = S>>(&self, fight: &F, state: &S) -> Option<Position> {
        let round = fight.moment(state).round;
        self.standing(&reduced(fight, state, round, self.kind)?, round)
    }

    /// The complete state at this position.
    fn state<F: Fight<State = S>>(&self, fight: &F, here: &Position) -> S {
        let mut state = self.situations.at(here.at).clone();
        counters::put(fight, &mut state, &here.counters);
        if self.kind.alike(here.round).is_some() {
            state.set_round(here.round);
        }
        state
    }
}

/// Draws single steps of a fight.
pub(crate) trait Drawing<F: Fight> {
    type Position: Copy;

    /// The starting position of a fight, if its first step is known.
    fn start(&self, fight: &F) -> Option<Self::Position>;

    /// The position of a state, if its step is known.
    fn find(&self, fight: &F, state: &F::State) -> Option<Self::Position>;

    /// Draws a step, if it is known, and reports its events. Stores which fighters' fates have been reported. `None`
    /// where the rules have to play the step.
    fn draw<W: Witness>(
        &self,
        fight: &F,
        here: &mut Self::Position,
        dice: &mut Sampled,
        fallen: &mut FighterSet,
        witness: &mut W,
    ) -> Option<Progress>;

    /// Returns whether this state is at that position. Counters that have reported how their fighter fell are
    /// ignored.
    fn stands(&self, fight: &F, state: &F::State, here: &Self::Position) -> bool;
}

impl<F: Fight> Drawing<F> for Chain<F::State> {
    type Position = Position;

    fn start(&self, _: &F) -> Option<Position> {
        self.start
    }

    fn find(&self, fight: &F, state: &F::State) -> Option<Position> {
        let here = self.locate(fight, state)?;
        self.step(&here).is_some().then_some(here)
    }

    fn draw<W: Witness>(
        &self,
        fight: &F,
        here: &mut Position,
        dice: &mut Sampled,
        fallen: &mut FighterSet,
        witness: &mut W,
    ) -> Option<Progress> {
        let drawn = self.draw_branch(here, dice)?;
        let mut sums = Sums::new(self);
        let mut told = Pending::all_of(*fallen);
        let outcome = self.follow(fight, drawn, (here, &mut told), dice, &mut sums, witness);
        told.turn_to(witness);
        sums.tell(fight, self, witness);
        *fallen = told.fallen;
        Some(outcome.map_or(Progress::Goes, Progress::Ended))
    }

    fn stands(&self, fight: &F, state: &F::State, here: &Position) -> bool {
        let alike = |mut there: Position| {
            there
                .counters
                .remove_all(self.kind.fatal & !here.counters.places());
            (there.at, there.round, there.counters) == (here.at, here.round, here.counters)
        };
        self.locate(fight, state).is_some_and(alike)
    }
}

fn short(at: usize) -> u32 {
    u32::try_from(at).expect("a chain is small")
}

#[cfg(test)]
mod tests;
