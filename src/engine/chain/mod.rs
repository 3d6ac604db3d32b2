//! A fight as a Markov chain: the situations that it comes to most, each with the odds of what a step makes of it.
//!
//! A step by the rules asks policies, adds up modifiers and rolls dice. From one situation it does so the same way each
//! time, so all that it may lead to is worked out once ([`survey`]): the next situation, what counters lose, what is told.
//! A fight then takes one draw for such a step, whatever the rules go through for it. Situations that are rare, or whose
//! step has too many outcomes, are stepped by the rules; so a fight goes over to the chain and back wherever it can.
//!
//! Counters ([`Counting::take`]), such as hit points, are not part of a situation: a branch takes its losses off
//! them. Only where one runs out does the fight go another way, so that case has branches of its own.
//!
//! What a book counts beside ([`EventSpec`](crate::fight::EventSpec)) splits no branch: of a step that was drawn, it is told
//! by its mean given where the step led. But what has become of everybody at the end, and the health left, are those of one
//! fight: where several ends are one branch, one of them is drawn in turn.
//!
//! Where the next step is known as well and has few outcomes, both are one draw ([`sequences`]).
//!
//! Many steps differ in nothing but where they lead: these share their outcomes. So large chains take little memory, too.
//!
//! Where steps lead to one situation or another, a processor has to wait for each draw before it can look up the next. There
//! several fights are drawn side by side, a step of one after a step of the other; each is told by itself.
//!
//! Which fights are drawn hangs on the matchup and the fight's number alone: of each stream the first [`ROLLED`] are played by
//! the rules, all later ones on the chain, if the fight has one. There is one survey, which takes no longer
//! than some two times the fights before it.

mod compact;
mod felling;
mod following;
mod playing;
mod sequences;
mod single;
mod situations;
mod steady;
mod sums;
mod survey;
mod transitions;

pub(crate) use survey::survey;

use indexmap::IndexSet;
use situations::{Reduced, Situations, reduced};
use sums::{End, Fall, Lists, Sums, Told};
use transitions::Transitions;

use crate::dice::{Column, Sampled, split};
use crate::exact::Event;
use crate::fight::{Counters, Fight, FighterSet, Progress, State, Witness, counters};

/// Fights of a stream that are always played by the rules.
pub(crate) const ROLLED: u64 = 8192;

/// The odds of a fight's commonest steps.
#[derive(Debug, Clone)]
pub(crate) struct Chain<S> {
    /// Without their counters, and with the first of the rounds that are alike in place of all of them: those whose step is
    /// known, and those that it leads to.
    situations: Situations<S>,
    /// By number.
    steps: Vec<Option<Known>>,
    /// Where steps lead: numbers of situations, or of ends.
    targets: Vec<u32>,
    /// What the branches of steps, cases and draws are drawn from, one table for equal odds.
    columns: Vec<Column>,
    branches: Vec<Branch>,
    transitions: Transitions,
    lists: Lists,
    changes: Vec<Change>,
    cases: Vec<Case>,
    /// The situations that fights end in, likewise, and the draws between several branches.
    ends: IndexSet<S, foldhash::fast::FixedState>,
    draws: Vec<Step>,
    /// Who goes down, and how fights end with that.
    falls: IndexSet<Fall, foldhash::fast::FixedState>,
    /// What is told as it happens.
    timed: Vec<Event>,
    /// What is told of all fights at once.
    untimed: Vec<Event>,
    kind: Kind,
    /// Where a fight begins, if its first step is known.
    start: Option<Standing>,
}

/// What situations of a fight can be known without.
#[derive(Debug, Clone, Copy)]
struct Kind {
    /// The first round of those that are alike, and the first after which the next may not be like them.
    alike: Option<(u32, u32)>,
    /// Whether they have counters.
    counts: bool,
    /// In which places, as bits, counters tell how a fighter fell.
    fatal: u32,
}

impl Kind {
    /// The round that stands for this one, if that is one of those that are alike.
    fn alike(self, round: u32) -> Option<u32> {
        let (first, _) = self.alike?;
        (round >= first).then_some(first)
    }

    /// The round from which on the next may not be like this one.
    fn near_the_cap(self) -> u32 {
        self.alike.map_or(u32::MAX, |(_, until)| until)
    }

    /// Whether what has become of everybody hangs on few enough counters to count it.
    fn counts_ends(self) -> bool {
        (1..=End::COUNTERS).contains(&self.fatal.count_ones())
    }
}

/// The step of a situation. Steps that differ in nothing but where they lead share their branches.
#[derive(Debug, Clone, Copy)]
struct Known {
    step: Step,
    /// The first of the targets that its branches count from.
    targets: u32,
}

/// The branches of a step, to be drawn from by the alias method.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// The first of them: they follow each other.
    branch: u32,
    /// The first of its columns, which steps with the same odds share.
    first: u32,
    /// How far a draw is shifted to leave its column; 0 where there is one branch and nothing to draw.
    shift: u32,
}

impl Step {
    #[inline]
    fn pick(self, columns: &[Column], dice: &mut Sampled) -> usize {
        self.pick_by(columns, || dice.bits())
    }

    /// The same by these bits.
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
    to: Goal,
    changes: Span,
    /// What happens.
    timed: Span,
    untimed: Span,
    /// What is timed in short, if that can be.
    fall: Option<u32>,
    /// What comes instead where counters run out.
    cases: Span,
}

impl Branch {
    /// One that leads there, and of which nothing else is known.
    fn to(to: Goal) -> Self {
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

/// Where a branch leads. Situations and ends are numbers while a step is worked out, and in a chain one of its targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    Situation(Onward),
    /// The fight is over in this situation.
    End(u32),
    /// Another draw says in which of several ends.
    OneOf(u32),
}

/// A situation that a branch leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Onward {
    /// Its number, or the target that says so.
    at: u32,
    rounds_on: u32,
}

/// What becomes of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Change {
    place: u8,
    what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum What {
    Loses(i16),
    Becomes(i16),
    /// It runs out, and what is left hangs on how far below 0 this loss takes it: see [`Counting::rest_of`].
    RunsOut(i16),
    IsGone,
}

/// The branches that take the place of one when these counters run out, given as bits.
#[derive(Debug, Clone)]
struct Case {
    exhausted: u32,
    step: Step,
}

/// A stretch of a list.
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

/// Where a fight stands on the chain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    /// The number of its step.
    at: u32,
    round: u32,
    counters: Counters,
    /// The branches that were drawn and are yet to be followed, in [`Transitions`].
    drawn: Span,
}

impl<S: State> Chain<S> {
    /// One without any step.
    fn new(kind: Kind) -> Self {
        Self {
            situations: Situations::new(),
            steps: Vec::new(),
            targets: Vec::new(),
            columns: Vec::new(),
            branches: Vec::new(),
            transitions: Transitions::default(),
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

    /// The same with all falls told from their branches.
    #[cfg(test)]
    pub(crate) fn without_fellings(&self) -> Self {
        let mut other = self.clone();
        assert!(other.transitions.forget_fellings() > 0, "somebody falls");
        other
    }

    /// In how many ways a fight may end in a steady situation that are counted at once, and how many of them draw a step more.
    #[cfg(test)]
    pub(crate) fn steady_ends(&self) -> (usize, usize) {
        let steady = self.transitions.steady().iter();
        steady
            .map(steady::Steady::ends_counted)
            .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }

    /// The same with steps of steady situations drawn as those of others.
    #[cfg(test)]
    pub(crate) fn without_steady(&self) -> Self {
        let mut other = self.clone();
        other.transitions.forget_steady();
        other
    }

    /// The same with its fights played side by side.
    #[cfg(test)]
    pub(crate) fn without_single(&self) -> Self {
        let mut other = self.clone();
        other.transitions.forget_single();
        other
    }

    /// Where a situation of this round stands, if its step is known.
    fn known(&self, reduced: &Reduced<S>, round: u32) -> Option<Standing> {
        let here = self.standing(reduced, round)?;
        self.steps[here.at as usize].is_some().then_some(here)
    }

    /// Where a situation of this round stands.
    fn standing(&self, reduced: &Reduced<S>, round: u32) -> Option<Standing> {
        Some(Standing {
            at: self.situations.number(&reduced.situation)?,
            round,
            counters: reduced.counters,
            drawn: Span::default(),
        })
    }

    /// The step from here, if it is known.
    #[inline]
    fn step(&self, here: &Standing) -> Option<Known> {
        if here.round >= self.until() {
            return None;
        }
        self.steps[here.at as usize]
    }

    /// The first round in which nothing is drawn: of what is, all has to come before the last rounds.
    #[inline]
    fn until(&self) -> u32 {
        let ahead = self.transitions.rounds_ahead();
        self.kind.near_the_cap().saturating_sub(ahead)
    }

    /// The step from the situation of this number, which is being taken.
    #[inline]
    fn taken(&self, at: u32) -> Known {
        self.steps[at as usize].expect("only known steps are drawn")
    }

    #[inline]
    fn target(&self, known: Known, target: u32) -> u32 {
        self.targets[(known.targets + target) as usize]
    }

    fn locate<F: Fight<State = S>>(&self, fight: &F, state: &S) -> Option<Standing> {
        let round = fight.moment(state).round;
        self.standing(&reduced(fight, state, round, self.kind)?, round)
    }

    /// The situation that stands there.
    fn state<F: Fight<State = S>>(&self, fight: &F, here: &Standing) -> S {
        let mut state = self.situations.at(here.at).clone();
        counters::put(fight, &mut state, &here.counters);
        if self.kind.alike(here.round).is_some() {
            state.set_round(here.round);
        }
        state
    }
}

/// What single steps of a fight are drawn from.
pub(crate) trait Drawing<F: Fight> {
    type Standing: Copy;

    /// Where a fight begins, if its first step is known.
    fn start(&self, fight: &F) -> Option<Self::Standing>;

    /// Where a situation stands, if its step is known.
    fn find(&self, fight: &F, state: &F::State) -> Option<Self::Standing>;

    /// Draws a step, if it is known, and tells what happens in it. Of whom it has been told how they fell is noted. `None`
    /// where the rules have to play it.
    fn draw<W: Witness>(
        &self,
        fight: &F,
        here: &mut Self::Standing,
        dice: &mut Sampled,
        fallen: &mut FighterSet,
        witness: &mut W,
    ) -> Option<Progress>;

    /// Whether this situation stands there. Of counters that have told how their fighter fell nothing is left.
    fn stands(&self, fight: &F, state: &F::State, here: &Self::Standing) -> bool;
}

impl<F: Fight> Drawing<F> for Chain<F::State> {
    type Standing = Standing;

    fn start(&self, _: &F) -> Option<Standing> {
        self.start
    }

    fn find(&self, fight: &F, state: &F::State) -> Option<Standing> {
        let here = self.locate(fight, state)?;
        self.step(&here).is_some().then_some(here)
    }

    fn draw<W: Witness>(
        &self,
        fight: &F,
        here: &mut Standing,
        dice: &mut Sampled,
        fallen: &mut FighterSet,
        witness: &mut W,
    ) -> Option<Progress> {
        let drawn = self.draw_branch(here, dice)?;
        let mut sums = Sums::new(self);
        let mut told = Told::all_of(*fallen);
        let outcome = self.follow(fight, drawn, (here, &mut told), dice, &mut sums, witness);
        told.turn_to(witness);
        sums.tell(fight, self, witness);
        *fallen = told.fallen;
        Some(outcome.map_or(Progress::Goes, Progress::Ended))
    }

    fn stands(&self, fight: &F, state: &F::State, here: &Standing) -> bool {
        let alike = |mut there: Standing| {
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
