//! A fight as a Markov chain. The chain holds the most frequent states of the fight. For most of them, it
//! also has the next step: the probability of every result that the step can have.
//!
//! To play a step by the rules, a book evaluates policies, adds up modifiers and rolls dice. The same state
//! always has the same possible results. They are therefore worked out once ([`survey`]): the next state, the
//! losses of counters, the events. A fight then needs only one draw for such a step, however long the rules
//! would take. The rules still play the steps of rare states, and steps with too many results. A fight may
//! change from the rules to the chain and back after every step.
//!
//! Counters ([`Counting::take`](crate::fight::Counting::take)), such as hit points, are not part of a state.
//! A result contains the losses to subtract from them. The counters change the course of the fight only when
//! one of them runs out, so this case has separate results.
//!
//! Events that the book defines ([`EventSpec`](crate::fight::EventSpec)) do not make separate results. A
//! drawn step reports the mean number of such events, given the next state. The fates of the fighters and
//! their health at the end, however, are those of a single fight. If one result has several possible ends,
//! another draw chooses one of them.
//!
//! If a step has few results and the chain also has the step after it, one draw may decide both steps
//! ([`sequences`]).
//!
//! Many steps differ only in the states that they lead to. Such steps share all other data, so that large
//! chains also take little memory.
//!
//! Whether steps of a fight are drawn depends only on the matchup and on the number of the fight. The rules
//! play the first [`ROLLED`] fights of each stream. If the fight has a chain, it is used for all later
//! fights. The survey takes place once, and takes at most about three times as long as the first fights.

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
    /// The states whose steps were worked out, and the states that these steps lead to. Counters are removed
    /// from them. In all equivalent rounds, a state has the number of the first of these rounds.
    situations: Situations<S>,
    /// For each state, by its number, the step that was worked out; `None` if there is none.
    steps: Vec<Option<KnownStep>>,
    /// The targets of all steps: numbers in `situations` or in `ends`.
    targets: Vec<u32>,
    /// The columns of the alias tables for drawing branches. Draws with equal probabilities share a table.
    columns: Vec<Column>,
    branches: Vec<Branch>,
    joint: Joint,
    lists: Lists,
    changes: Vec<Change>,
    cases: Vec<Case>,
    /// `ends` has the final states of fights, in the same form as `situations`. `draws` has the draws between
    /// the branches that a [`BranchTarget::OneOf`] stands for.
    ends: IndexSet<S, foldhash::fast::FixedState>,
    draws: Vec<Step>,
    /// The records of fighters that go down in the same step, and of the ending if the fight ends with that
    /// step.
    falls: IndexSet<Fall, foldhash::fast::FixedState>,
    /// The events that must be reported one by one in their order, for all branches.
    timed: Vec<Event>,
    /// The events that may be reported as totals over many fights, for all branches.
    untimed: Vec<Event>,
    kind: Reduction,
    /// The position where a fight starts. `None` if its first step was not worked out.
    start: Option<Position>,
}

/// The differences between states that the chain ignores: counters, and the round number if rounds are
/// equivalent. Rounds are equivalent if equal states in them have the same future
/// ([`Cast::alike_from`](crate::fight::Cast::alike_from)).
#[derive(Debug, Clone, Copy)]
struct Reduction {
    /// The first of the equivalent rounds, and the first round that may be followed by one that is not
    /// equivalent. `None` if no rounds are equivalent.
    alike: Option<(u32, u32)>,
    /// Whether the states have counters.
    counts: bool,
    /// The bit set of the counters that decide the fate of their fighter when they run out
    /// ([`Counting::fell_by`](crate::fight::Counting::fell_by)).
    fatal: u32,
}

impl Reduction {
    /// Returns the first of the equivalent rounds if `round` is one of them. States of all these rounds are
    /// stored with this round number.
    fn alike(self, round: u32) -> Option<u32> {
        let (first, _) = self.alike?;
        (round >= first).then_some(first)
    }

    /// Returns the first round that may be followed by one that is not equivalent. Returns `u32::MAX` if no
    /// rounds are equivalent.
    fn near_the_cap(self) -> u32 {
        self.alike.map_or(u32::MAX, |(_, until)| until)
    }

    /// Returns whether fights with equal ends can be counted together. The fates at the end must depend on at
    /// least one counter, and on no more than [`End::COUNTERS`].
    fn counts_ends(self) -> bool {
        (1..=End::COUNTERS).contains(&self.fatal.count_ones())
    }
}

/// The step of a state, as worked out by the survey. Steps that differ only in their targets share the same
/// branches.
#[derive(Debug, Clone, Copy)]
struct KnownStep {
    step: Step,
    /// The position in [`Chain::targets`] of the step's first target. Targets of its branches are relative to
    /// this position.
    targets: u32,
}

/// A draw that chooses one of several branches by the alias method.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// The position in [`Chain::branches`] of the first branch. The other branches follow it.
    branch: u32,
    /// The position of the first column of the alias table. Draws with the same probabilities share the
    /// table.
    first: u32,
    /// The shift that turns random bits into the number of a column. It is 0 if there is only one branch,
    /// which needs no draw.
    shift: u32,
}

impl Step {
    #[inline]
    fn pick(self, columns: &[Column], dice: &mut Sampled) -> usize {
        self.pick_by(columns, || dice.bits())
    }

    /// Draws a branch like `pick`, with random bits that `bits` returns.
    #[inline]
    fn pick_by(self, columns: &[Column], bits: impl FnOnce() -> u64) -> usize {
        if self.shift == 0 {
            return self.branch as usize;
        }
        let (column, rest) = split(bits(), self.shift);
        let column = &columns[self.first as usize + column];
        (self.branch + column.picks[usize::from(rest >= column.cut)]) as usize
    }

    /// Returns the branches that the draw can choose.
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

/// A result of a step: the next state, the changes of counters, and the events. Results that agree in all of
/// these are one branch.
#[derive(Debug, Clone, Copy)]
struct Branch {
    to: BranchTarget,
    changes: Span,
    /// `timed` are the events that must be reported one by one in their order. `untimed` are those that are
    /// reported as totals.
    timed: Span,
    untimed: Span,
    /// The number of a record in [`Chain::falls`] with the same content as the events `timed`, if there is
    /// one.
    fall: Option<u32>,
    /// The draws that replace the branch if counters run out, one for each set of counters.
    cases: Span,
}

impl Branch {
    /// Creates a branch to this target that changes no counter and has no events.
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

/// The target of a branch. While a step is worked out, this is the number of a state or of an end. In a
/// finished chain, it is a position among the targets of the step ([`KnownStep::targets`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum BranchTarget {
    Situation(Onward),
    /// The fight is over. The number is that of its final state in [`Chain::ends`].
    End(u32),
    /// The branch stands for several branches. The draw with this number in [`Chain::draws`] chooses one of
    /// them.
    OneOf(u32),
}

/// The next state after a branch, and the number of rounds until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Onward {
    /// The number of the state while the step is worked out. In a finished chain, the position of the state
    /// among the targets of the step.
    at: u32,
    rounds_on: u32,
}

/// A change of the counter in `place`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Change {
    place: u8,
    what: CounterChange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum CounterChange {
    Loses(i16),
    Becomes(i16),
    /// The counter runs out, and something may remain of it. This depends on how far below 0 the counter
    /// falls by this loss: see [`Counting::rest_of`](crate::fight::Counting::rest_of).
    RunsOut(i16),
    IsGone,
}

/// The draw that replaces a branch if exactly the counters in the bit set `exhausted` run out.
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

/// The position of a fight on the chain: the number of its state, its round and its counters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position {
    /// The number of the present state.
    at: u32,
    round: u32,
    counters: Counters,
    /// The branches of a joint draw that the fight has not followed yet, as a range in [`Joint`].
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

    /// Returns two numbers, each for all recurrent states together: the number of endings that are counted,
    /// and the number of draws that decide between endings.
    #[cfg(test)]
    pub(crate) fn recurrent_ends(&self) -> (usize, usize) {
        let recurrent = self.joint.recurrent.iter();
        recurrent
            .map(recurrent::Recurrent::ends_counted)
            .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }

    /// Returns a copy of the chain that treats recurrent states like all other states.
    #[cfg(test)]
    pub(crate) fn without_recurrent(&self) -> Self {
        let mut other = self.clone();
        other.joint.recurrent.clear();
        other
    }

    /// Returns the position for a state in this round. Returns `None` if the step of the state has not been
    /// worked out.
    fn known(&self, reduced: &Reduced<S>, round: u32) -> Option<Position> {
        let here = self.standing(reduced, round)?;
        self.steps[here.at as usize].is_some().then_some(here)
    }

    /// Returns the position for a state in this round. Returns `None` if the chain does not have the state.
    fn standing(&self, reduced: &Reduced<S>, round: u32) -> Option<Position> {
        Some(Position {
            at: self.situations.number(&reduced.situation)?,
            round,
            counters: reduced.counters,
            drawn: Span::default(),
        })
    }

    /// Returns the step from the present state. Returns `None` if it was not worked out, or if the present
    /// round is so late that a draw might reach the last rounds.
    #[inline]
    fn step(&self, here: &Position) -> Option<KnownStep> {
        if here.round >= self.until() {
            return None;
        }
        self.steps[here.at as usize]
    }

    /// Returns the first round without drawn steps. From this round on, a draw of several steps might reach
    /// the last rounds of the fight, which are not equivalent to the others.
    #[inline]
    fn until(&self) -> u32 {
        let ahead = self.joint.rounds_ahead;
        self.kind.near_the_cap().saturating_sub(ahead)
    }

    /// Returns the step of state `at`. Panics if it was not worked out.
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

    /// Returns the state of the fight at this position, with its counters and its round.
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

    /// Returns the position where a fight starts. Returns `None` if its first step was not worked out.
    fn start(&self, fight: &F) -> Option<Self::Position>;

    /// Returns the position for a state. Returns `None` if the step of the state cannot be drawn.
    fn find(&self, fight: &F, state: &F::State) -> Option<Self::Position>;

    /// Draws a step and reports its events. Adds to `fallen` the fighters whose fates it has reported.
    /// Returns `None` if the rules have to play the step.
    fn draw<W: Witness>(
        &self,
        fight: &F,
        here: &mut Self::Position,
        dice: &mut Sampled,
        fallen: &mut FighterSet,
        witness: &mut W,
    ) -> Option<Progress>;

    /// Returns whether `state` is the state at the position `here`. Counters that have already decided the
    /// fate of their fighter are not compared.
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
