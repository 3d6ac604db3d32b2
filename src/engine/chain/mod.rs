//! A fight as a Markov chain. The chain holds the most frequent states of the fight, and for each of them the
//! probability of every result of its next step.
//!
//! To play a step by the rules, a book evaluates policies, adds up modifiers and rolls dice. From one state
//! this always goes the same way, so all results of the step are worked out once ([`survey`]): the next
//! state, the losses of counters, the events. A fight then needs only one draw for such a step, however long
//! the rules would take. The rules still play states that are rare, or whose step has too many outcomes. A
//! fight switches between the chain and the rules wherever it can.
//!
//! Counters ([`Counting::take`](crate::fight::Counting::take)), such as hit points, are not part of a state:
//! a result subtracts its losses from them. The fight takes another course only if a counter runs out, so
//! that case has results of its own.
//!
//! Results do not differ in events that only the book counts ([`EventSpec`](crate::fight::EventSpec)). A
//! drawn step reports the mean number of such events, given the next state. The fates at the end and the
//! remaining health, however, are those of a single fight: if one result has several possible ends, another
//! draw chooses one of them.
//!
//! If the next step is known as well and has few outcomes, both steps are one draw ([`sequences`]).
//!
//! Many steps differ only in the states that they lead to. Such steps share all other data, so that large
//! chains also take little memory.
//!
//! Whether a fight is drawn depends only on the matchup and on the number of the fight. The rules play the
//! first [`ROLLED`] fights of each stream, and the chain plays all later ones, if the fight has a chain. The
//! survey takes place once. It takes at most about three times as long as the fights before it.

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

/// The number of fights at the start of a stream that the rules always play.
pub(crate) const ROLLED: u64 = 8192;

/// The most frequent states of a fight, with the probabilities of the results of their steps.
#[derive(Debug, Clone)]
pub(crate) struct Chain<S> {
    /// The states whose step is known, and the states that a known step leads to. States are without their
    /// counters. The first of the equivalent rounds stands for all of these rounds.
    situations: Situations<S>,
    /// The known steps, by the number of their state.
    steps: Vec<Option<KnownStep>>,
    /// The targets of all steps: numbers of states or of ends.
    targets: Vec<u32>,
    /// The columns of the alias tables for drawing branches. Steps, cases and draws with equal probabilities
    /// share a table.
    columns: Vec<Column>,
    branches: Vec<Branch>,
    joint: Joint,
    lists: Lists,
    changes: Vec<Change>,
    cases: Vec<Case>,
    /// `ends` has the final states of fights, without counters and with the first equivalent round. `draws`
    /// has the draws that choose one of several branches.
    ends: IndexSet<S, foldhash::fast::FixedState>,
    draws: Vec<Step>,
    /// The records of fighters that go down together, with the ending of the fight if it ends.
    falls: IndexSet<Fall, foldhash::fast::FixedState>,
    /// The events that must be reported in their order.
    timed: Vec<Event>,
    /// The events whose order does not matter, and that are reported as totals over many fights.
    untimed: Vec<Event>,
    kind: Reduction,
    /// The position where a fight starts, if its first step is known.
    start: Option<Position>,
}

/// The differences between states that the chain ignores: counters, and equivalent rounds.
#[derive(Debug, Clone, Copy)]
struct Reduction {
    /// The first of the equivalent rounds, and the first round whose next round may not be equivalent.
    alike: Option<(u32, u32)>,
    /// Whether the states have counters.
    counts: bool,
    /// The bit set of the counters that report the fate of their fighter when they run out
    /// ([`Counting::fell_by`](crate::fight::Counting::fell_by)).
    fatal: u32,
}

impl Reduction {
    /// Returns the round that stands for `round` in the chain, if `round` is one of the equivalent rounds.
    fn alike(self, round: u32) -> Option<u32> {
        let (first, _) = self.alike?;
        (round >= first).then_some(first)
    }

    /// Returns the first round whose next round may not be equivalent.
    fn near_the_cap(self) -> u32 {
        self.alike.map_or(u32::MAX, |(_, until)| until)
    }

    /// Returns whether the fates at the end depend on so few counters that fights with equal ends can be
    /// counted.
    fn counts_ends(self) -> bool {
        (1..=End::COUNTERS).contains(&self.fatal.count_ones())
    }
}

/// The step of a state. Steps that differ only in their targets share the branches.
#[derive(Debug, Clone, Copy)]
struct KnownStep {
    step: Step,
    /// The position in [`Chain::targets`] of the step's first target. The branches of the step count targets
    /// from there.
    targets: u32,
}

/// A draw between branches, by the alias method.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// The first of the branches. The others follow it.
    branch: u32,
    /// The first column of the alias table, which steps with the same probabilities share.
    first: u32,
    /// The shift that turns random bits into the number of a column; 0 if there is only one branch, and
    /// nothing to draw.
    shift: u32,
}

impl Step {
    #[inline]
    fn pick(self, columns: &[Column], dice: &mut Sampled) -> usize {
        self.pick_by(columns, || dice.bits())
    }

    /// Draws a branch like `pick`, from random bits that the caller provides.
    #[inline]
    fn pick_by(self, columns: &[Column], bits: impl FnOnce() -> u64) -> usize {
        if self.shift == 0 {
            return self.branch as usize;
        }
        let (column, rest) = split(bits(), self.shift);
        let column = &columns[self.first as usize + column];
        (self.branch + column.picks[usize::from(rest >= column.cut)]) as usize
    }

    /// Returns the branches that a draw can choose.
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

/// A result of a step, or of several results with the same effects.
#[derive(Debug, Clone, Copy)]
struct Branch {
    to: BranchTarget,
    changes: Span,
    /// `timed` are the events that must be reported in order, and `untimed` those that are reported as
    /// totals.
    timed: Span,
    untimed: Span,
    /// The number of a record in [`Chain::falls`] that says the same as `timed`, if there is one.
    fall: Option<u32>,
    /// The cases that replace the branch when counters run out.
    cases: Span,
}

impl Branch {
    /// Creates a branch to this target, with no other effects.
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

/// The target of a branch. While a step is worked out, the number is that of a state or an end. In a finished
/// chain, it is a position among the targets of the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum BranchTarget {
    Situation(Onward),
    /// The fight is over. The number is that of its final state.
    End(u32),
    /// Another draw chooses one of several branches.
    OneOf(u32),
}

/// The next state of a branch, and the number of rounds until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Onward {
    /// The number of the state while the step is worked out, and later its position among the targets of the
    /// step.
    at: u32,
    rounds_on: u32,
}

/// The change of a counter. `place` is the place of the counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Change {
    place: u8,
    what: CounterChange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum CounterChange {
    Loses(i16),
    Becomes(i16),
    /// The counter runs out. What remains of it depends on how far below 0 this loss takes it: see
    /// [`Counting::rest_of`](crate::fight::Counting::rest_of).
    RunsOut(i16),
    IsGone,
}

/// The draw that replaces a branch when the counters in `exhausted`, a bit set, run out.
#[derive(Debug, Clone)]
struct Case {
    exhausted: u32,
    step: Step,
}

/// A range of positions in a list.
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

/// The state of a fight that is played on the chain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position {
    /// The number of the present state.
    at: u32,
    round: u32,
    counters: Counters,
    /// The branches that have been drawn and not yet followed, as a range in [`Joint`].
    drawn: Span,
}

impl<S: State> Chain<S> {
    /// Creates a chain without states.
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

    /// Returns the number of endings in recurrent states that are counted together. The second number is that
    /// of the draws that decide such endings.
    #[cfg(test)]
    pub(crate) fn recurrent_ends(&self) -> (usize, usize) {
        let recurrent = self.joint.recurrent.iter();
        recurrent
            .map(recurrent::Recurrent::ends_counted)
            .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }

    /// Returns the chain without special treatment of recurrent states: their steps are drawn like those of
    /// other states.
    #[cfg(test)]
    pub(crate) fn without_recurrent(&self) -> Self {
        let mut other = self.clone();
        other.joint.recurrent.clear();
        other
    }

    /// Returns the position for a state in this round, if the step of the state is known.
    fn known(&self, reduced: &Reduced<S>, round: u32) -> Option<Position> {
        let here = self.standing(reduced, round)?;
        self.steps[here.at as usize].is_some().then_some(here)
    }

    /// Returns the position for a state in this round, if the chain has the state.
    fn standing(&self, reduced: &Reduced<S>, round: u32) -> Option<Position> {
        Some(Position {
            at: self.situations.number(&reduced.situation)?,
            round,
            counters: reduced.counters,
            drawn: Span::default(),
        })
    }

    /// Returns the step from the present state. Returns `None` if the step is not known, or too close to the
    /// last round.
    #[inline]
    fn step(&self, here: &Position) -> Option<KnownStep> {
        if here.round >= self.until() {
            return None;
        }
        self.steps[here.at as usize]
    }

    /// Returns the first round without draws. Nothing is drawn then, because every draw has to end before the
    /// last rounds.
    #[inline]
    fn until(&self) -> u32 {
        let ahead = self.joint.rounds_ahead;
        self.kind.near_the_cap().saturating_sub(ahead)
    }

    /// Returns the step of state `at`, which must be known.
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

    /// Returns the complete state of the fight at this position.
    fn state<F: Fight<State = S>>(&self, fight: &F, here: &Position) -> S {
        let mut state = self.situations.at(here.at).clone();
        counters::put(fight, &mut state, &here.counters);
        if self.kind.alike(here.round).is_some() {
            state.set_round(here.round);
        }
        state
    }
}

/// Draws the steps of a fight one by one.
pub(crate) trait Drawing<F: Fight> {
    type Position: Copy;

    /// Returns the position where a fight starts, if its first step is known.
    fn start(&self, fight: &F) -> Option<Self::Position>;

    /// Returns the position for a state, if the step of the state is known.
    fn find(&self, fight: &F, state: &F::State) -> Option<Self::Position>;

    /// Draws a step and reports its events. Adds to `fallen` the fighters whose fates have been reported.
    /// Returns `None` if the step is not known, so that the rules have to play it.
    fn draw<W: Witness>(
        &self,
        fight: &F,
        here: &mut Self::Position,
        dice: &mut Sampled,
        fallen: &mut FighterSet,
        witness: &mut W,
    ) -> Option<Progress>;

    /// Returns whether `state` is the state at that position. Ignores counters that have already reported the
    /// fate of their fighter.
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
