//! A fight as a factored Markov chain: of its many situations each step asks for little.
//!
//! A melee of eight comes to more situations than could be kept, most of which differ in what the next step does not ask for.
//! So a situation is taken apart ([`Parts`]), each different part has a number, and a fight carries these numbers. While a step
//! is worked out along every path, it is seen which parts it asks for, and in which order: what it asks for first hangs on the
//! frame alone, what next on what that was. That is a decision tree. Its leaves are the steps that are known, each with the odds of
//! what it makes of the frame and of the parts that it has asked for. All situations with one leaf share it (context-specific
//! independence).
//!
//! Which fights are drawn hangs on the matchup alone, as with chains of whole situations: the first [`ROLLED`](super::ROLLED) of a
//! stream are played by the rules, later ones on a tree that is worked out at each of [`EFFORTS`]. A step that is not known is
//! played by the rules.

mod playing;
mod survey;
mod tree;

use indexmap::IndexSet;

pub(crate) use survey::{EFFORTS, survey};
use tree::{Ids, Tree};

use super::sums::Told;
use super::{Span, Step};
use crate::dice::{Column, Prefix};
use crate::exact::Event;
use crate::fight::{Fight, FighterId, Looks, MOST_FIGHTERS, Parts};

/// Numbered once, in the order in which they were met.
type Numbered<T> = IndexSet<T, foldhash::fast::FixedState>;

type Frame<F> = <<F as Fight>::Parts as Parts<F>>::Frame;
type Part<F> = <<F as Fight>::Parts as Parts<F>>::Part;

/// The steps of a fight that are known.
#[derive(Debug)]
pub(crate) struct Factored<F: Fight> {
    /// With the first of the rounds that are alike in place of all of them.
    frames: Numbered<Frame<F>>,
    /// By place.
    parts: Vec<Numbered<Part<F>>>,
    tree: Tree,
    columns: Vec<Column>,
    branches: Vec<Branch>,
    /// What is more of some branches, and the changes among that.
    further: Vec<Further>,
    changes: Vec<Change>,
    prefixes: Numbered<Prefix>,
    /// What is told as it happens.
    timed: Vec<Event>,
    /// What is told of all fights at once, and the lists of that, each once.
    untimed: Vec<Event>,
    lists: Numbered<Span>,
    /// The first round that is like all later ones, and the first after which the next may not be like them.
    alike: (u32, u32),
    /// The parts of a fight that has not begun.
    start: Ids,
    /// Whether no step was met that is not known, so that more effort would add nothing.
    is_whole: bool,
    scouted: u64,
    steps_of_a_fight: u64,
}

impl<F: Fight> Clone for Factored<F> {
    fn clone(&self) -> Self {
        Self {
            frames: self.frames.clone(),
            parts: self.parts.clone(),
            tree: self.tree.clone(),
            columns: self.columns.clone(),
            branches: self.branches.clone(),
            further: self.further.clone(),
            changes: self.changes.clone(),
            prefixes: self.prefixes.clone(),
            timed: self.timed.clone(),
            untimed: self.untimed.clone(),
            lists: self.lists.clone(),
            ..*self
        }
    }
}

/// The first columns, of which each step is drawn that has one branch: to draw it costs less than to ask whether it has to be.
const SURE: [Column; 2] = [Column {
    cut: u64::MAX,
    picks: [0; 2],
}; 2];

impl Step {
    /// One that is not known: others are shifted, also if there is nothing to draw.
    const UNKNOWN: Self = Self {
        branch: 0,
        first: 0,
        shift: 0,
    };

    /// One with one branch.
    const SURE: Self = Self {
        shift: 63,
        ..Self::UNKNOWN
    };

    #[inline]
    fn is_unknown(self) -> bool {
        self.shift == 0
    }
}

/// A part becomes another: its place and its new number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Change(u16);

/// The place of nothing, of which nobody asks.
const NOWHERE: u8 = 63;
/// Bits of the number of a part.
const BITS: u32 = 10;
/// Most different parts in one place.
const MOST_PARTS: u16 = 1 << BITS;

impl Change {
    const NONE: Self = Self::new(NOWHERE, 0);

    const fn new(place: u8, id: u16) -> Self {
        Self((place as u16) << BITS | id)
    }

    #[inline]
    fn make(self, ids: &mut Ids) {
        ids.put((self.0 >> BITS).into(), self.0 & (MOST_PARTS - 1));
    }
}

/// Parts that a branch changes by itself; others are further.
const CHANGES: usize = 4;

/// One outcome of a step.
#[derive(Debug, Clone, Copy)]
struct Branch {
    frame: u16,
    rounds_on: u8,
    kind: Kind,
    changes: [Change; CHANGES],
    /// Which list is told of it, or what more there is of it, by number.
    more: u32,
}

impl Branch {
    /// One that leads nowhere.
    const NONE: Self = Self {
        frame: 0,
        rounds_on: 0,
        kind: Kind::FURTHER,
        changes: [Change::NONE; CHANGES],
        more: 0,
    };

    /// Goes where it leads, and notes who goes down.
    #[inline]
    fn follow(&self, here: &mut Standing, told: &mut Told) {
        if let Some(who) = self.kind.downed() {
            told.note(here.round, Event::Downed(who, 0));
        }
        for change in self.changes {
            change.make(&mut here.ids);
        }
        here.frame = self.frame.into();
        here.round += u32::from(self.rounds_on);
    }
}

/// What an outcome is beside what it changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind(u8);

impl Kind {
    /// Nothing.
    const PLAIN: Self = Self(u8::MAX);
    /// There is more of it.
    const FURTHER: Self = Self(u8::MAX - 1);

    /// This one goes down, in the round of the step.
    const fn down(who: FighterId) -> Self {
        Self(who.0)
    }

    #[inline]
    fn downed(self) -> Option<FighterId> {
        (usize::from(self.0) < MOST_FIGHTERS).then_some(FighterId(self.0))
    }

    /// That of an outcome of which this is told as it happens; `None` if that is more.
    fn of(timed: &[Event]) -> Option<Self> {
        match *timed {
            [] => Some(Self::PLAIN),
            [Event::Downed(who, 0)] => Some(Self::down(who)),
            _ => None,
        }
    }
}

/// What more there is of an outcome.
#[derive(Debug, Clone, Copy)]
struct Further {
    /// Which list is told of it.
    told: u32,
    changes: Span,
    timed: Span,
    to: Goal,
}

/// Where an outcome leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    On,
    /// The fight is over.
    End,
    /// The rules say, of a path that begins so.
    Begins(u32),
}

/// Where a fight stands on the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing {
    frame: u32,
    round: u32,
    ids: Ids,
}

impl Standing {
    /// What a step may ask for.
    #[inline]
    fn asked(&self) -> (u32, &Ids) {
        (self.frame, &self.ids)
    }
}

impl<F: Fight> Factored<F> {
    /// The situation that stands there, each part noting this.
    fn state(&self, fight: &F, here: &Standing, looks: Looks) -> F::State {
        let mut state = fight.start();
        let mut frame = self.frames[here.frame as usize].clone();
        if here.round >= self.alike.0 {
            F::Parts::set_round(&mut frame, here.round);
        }
        F::Parts::put_frame(&mut state, &frame);
        for (place, parts) in self.parts.iter().enumerate() {
            let id = here.ids.of(place);
            if id != self.start.of(place) {
                F::Parts::put_part(&mut state, place, &parts[usize::from(id)]);
            }
        }
        F::Parts::watch(&mut state, looks);
        state
    }

    /// The number of a frame and its round; `None` where it has none.
    fn frame(&self, state: &F::State) -> Option<(u32, u32)> {
        let mut frame = F::Parts::frame(state);
        let round = F::Parts::round(&frame);
        F::Parts::set_round(&mut frame, round.min(self.alike.0));
        let at = self.frames.get_index_of(&frame)?;
        Some((super::short(at), round))
    }

    /// The number of a part of a situation, which may be the one that it had.
    fn id(&self, fight: &F, state: &F::State, place: usize, had: u16) -> Option<u16> {
        let part = F::Parts::part(fight, state, place);
        let parts = &self.parts[place];
        if parts[usize::from(had)] == part {
            return Some(had);
        }
        u16::try_from(parts.get_index_of(&part)?).ok()
    }

    /// Where a situation stands, if all of it has numbers.
    fn locate(&self, fight: &F, state: &F::State) -> Option<Standing> {
        let (frame, round) = self.frame(state)?;
        let mut here = Standing {
            frame,
            round,
            ids: Ids::NONE,
        };
        for place in 0..self.parts.len() {
            here.ids.put(place, self.id(fight, state, place, 0)?);
        }
        Some(here)
    }

    /// The step from here, if it is known.
    #[inline]
    fn step(&self, here: &Standing) -> Option<Step> {
        if here.round >= self.alike.1 {
            return None;
        }
        self.tree.step(here.frame, &here.ids)
    }

    /// Which list is told of a branch.
    #[inline]
    fn told(&self, branch: &Branch) -> usize {
        let of_it = if branch.kind == Kind::FURTHER {
            self.further[branch.more as usize].told
        } else {
            branch.more
        };
        of_it as usize
    }

    /// Whether more effort would add nothing.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many steps are known.
    #[cfg(test)]
    pub(crate) fn steps(&self) -> usize {
        self.tree.all_steps().count()
    }
}

/// How a step that was drawn goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Drawn {
    On,
    Ended,
    /// By the rules, with these dice.
    ByTheRules,
}
