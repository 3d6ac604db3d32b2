//! The plain transitions of a chain, in a form in which many of them follow each other fast.
//!
//! A transition is plain if it leads to another situation, takes losses off a few counters, and tells nothing that has to be
//! told as it happens. It stands in sixteen bytes, and all of its counters are looked at before any is lowered.

use super::situations::offset;
use super::{Branch, Change, Goal, Onward, Standing, Step, What};
use crate::dice::{Column, Sampled};
use crate::fight::{Counters, Turns};

/// Most counters that a plain transition lowers.
const LOSSES: usize = 3;
/// Places of counters and of the two numbers below.
const PLACES: usize = 64;
/// The place of a number that is always 0: what a transition takes off it is nothing.
const NOTHING: u8 = 63;
/// The place of a number below 0: what is no plain transition lowers it.
const NOT_PLAIN: u8 = 62;
const _: () = assert!(Counters::MOST <= NOT_PLAIN as usize);

/// The plain transitions of a chain, by the number of their branch.
#[derive(Debug, Clone, Default)]
pub(super) struct Transitions {
    all: Vec<Transition>,
    /// The steps, by situation.
    rows: Vec<Row>,
    /// Whether none lowers more than one counter.
    lower_one: bool,
    /// Whether turns end with some of them.
    pass_turns: bool,
}

/// One transition, if it is plain.
#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
struct Transition {
    to: u32,
    losses: [i16; LOSSES],
    places: [u8; LOSSES],
    rounds_on: u8,
    /// What whoever's turn is over by it keeps; [`GOES_ON`] where it goes on.
    over: u8,
}

/// No turn is over.
const GOES_ON: u8 = u8::MAX;

impl Transition {
    const NONE: Self = Self {
        to: 0,
        losses: [0; LOSSES],
        places: [NOT_PLAIN; LOSSES],
        rounds_on: 0,
        over: GOES_ON,
    };

    /// That of a branch, if it is a plain one.
    fn of(branch: &Branch, changes: &[Change]) -> Option<Self> {
        let Goal::Situation(onward) = branch.to else {
            return None;
        };
        let Onward {
            at,
            rounds_on,
            over,
        } = onward;
        let changes = branch.changes.of(changes);
        if !branch.timed.is_empty() || changes.len() > LOSSES {
            return None;
        }
        let mut transition = Self {
            to: at,
            losses: [0; LOSSES],
            places: [NOTHING; LOSSES],
            rounds_on: u8::try_from(rounds_on).ok()?,
            over: over.unwrap_or(GOES_ON),
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

    fn is_plain(&self) -> bool {
        self.places[0] != NOT_PLAIN
    }

    /// What it leaves of the first `L` counters that it lowers: below 0 somewhere if one of them runs out, or it is not plain.
    #[inline]
    fn left<const L: usize>(&self, counters: &[i16; PLACES]) -> [i16; L] {
        std::array::from_fn(|at| counters[self.place(at)] - self.losses[at])
    }

    /// Leaves them so.
    #[inline]
    fn leave<const L: usize>(&self, left: [i16; L], counters: &mut [i16; PLACES]) {
        for (at, left) in left.into_iter().enumerate() {
            counters[self.place(at)] = left;
        }
    }

    #[inline]
    fn place(&self, at: usize) -> usize {
        usize::from(self.places[at]) % PLACES
    }

    /// The number of the step that comes next, if turns are passed on in this order.
    #[inline]
    fn pass(&self, turns: &mut Turns<u8>) -> u32 {
        if self.over == GOES_ON {
            return self.to;
        }
        turns.keep(turns.owner(), self.over);
        self.to + offset(turns.pass())
    }
}

/// The step from one situation.
#[derive(Debug, Clone, Copy)]
struct Row {
    step: Option<Step>,
    /// Where all of its plain transitions lead, if that is one situation: then a processor need not wait for what is drawn
    /// before it goes on with the next.
    to: Option<u32>,
}

impl Transitions {
    /// Those of these branches, `steps` being those of all situations.
    pub(super) fn new(
        (branches, changes): (&[Branch], &[Change]),
        (steps, columns): (&[Option<Step>], &[Column]),
    ) -> Self {
        let transition =
            |branch: &Branch| Transition::of(branch, changes).unwrap_or(Transition::NONE);
        let all: Vec<Transition> = branches.iter().map(transition).collect();
        let row = |step: &Option<Step>| {
            let plain = |at: usize| all.get(at).filter(|one| one.is_plain());
            let mut to = (step.iter().flat_map(|step| step.branches(columns)))
                .filter_map(plain)
                .map(|one| one.to);
            let first = to.next();
            let same = to.all(|other| Some(other) == first);
            Row {
                step: *step,
                to: first.filter(|_| same),
            }
        };
        Self {
            rows: steps.iter().map(row).collect(),
            pass_turns: all.iter().any(|one| one.over != GOES_ON),
            lower_one: all.iter().all(|one| one.losses[1..] == [0; LOSSES - 1]),
            all,
        }
    }

    /// Whether most steps lead to one situation, if it is plain where they lead: then fights are as fast one by one.
    pub(super) fn are_foreseen(&self) -> bool {
        if self.pass_turns {
            return false;
        }
        let known = || self.rows.iter().filter(|row| row.step.is_some());
        2 * known().filter(|row| row.to.is_some()).count() > known().count()
    }

    /// Draws steps and follows their branches, counting each, as long as they are plain and the round comes before `until`.
    /// Why they stop.
    #[inline]
    pub(super) fn run(
        &self,
        columns: &[Column],
        lane: &mut Lane,
        until: u32,
        taken: &mut [u32],
    ) -> Stop {
        match (self.lower_one, self.pass_turns) {
            (true, false) => self.run_lowering::<1, false>(columns, lane, until, taken),
            (false, false) => self.run_lowering::<LOSSES, false>(columns, lane, until, taken),
            (true, true) => self.run_lowering::<1, true>(columns, lane, until, taken),
            (false, true) => self.run_lowering::<LOSSES, true>(columns, lane, until, taken),
        }
    }

    /// The same where no more than `L` counters are lowered at once, and turns are passed on or not.
    fn run_lowering<const L: usize, const TURNS: bool>(
        &self,
        columns: &[Column],
        lane: &mut Lane,
        until: u32,
        taken: &mut [u32],
    ) -> Stop {
        let (mut at, mut round) = (lane.at, lane.round);
        let counters = &mut lane.counters;
        let stop = loop {
            let row = &self.rows[at as usize];
            let Some(step) = row.step.filter(|_| round < until) else {
                break Stop::Unknown;
            };
            let drawn = step.pick(columns, &mut lane.dice);
            let transition = &self.all[drawn];
            let left = transition.left::<L>(counters);
            if is_below_0(left) {
                break Stop::Drawn(drawn);
            }
            taken[drawn] += 1;
            transition.leave(left, counters);
            round += u32::from(transition.rounds_on);
            at = match row.to {
                _ if TURNS => transition.pass(&mut lane.turns),
                Some(to) => to,
                None => several(transition.to),
            };
        };
        (lane.at, lane.round) = (at, round);
        stop
    }

    /// Does so with several fights, a step of one after a step of the other. The first that stops, and why.
    #[inline]
    pub(super) fn run_all<const K: usize>(
        &self,
        columns: &[Column],
        lanes: &mut [Lane; K],
        until: u32,
        taken: &mut [u32],
    ) -> (usize, Stop) {
        match (self.lower_one, self.pass_turns) {
            (true, false) => self.run_all_lowering::<K, 1, false>(columns, lanes, until, taken),
            (false, false) => {
                self.run_all_lowering::<K, LOSSES, false>(columns, lanes, until, taken)
            }
            (true, true) => self.run_all_lowering::<K, 1, true>(columns, lanes, until, taken),
            (false, true) => self.run_all_lowering::<K, LOSSES, true>(columns, lanes, until, taken),
        }
    }

    /// The same where no more than `L` counters are lowered at once, and turns are passed on or not.
    fn run_all_lowering<const K: usize, const L: usize, const TURNS: bool>(
        &self,
        columns: &[Column],
        lanes: &mut [Lane; K],
        until: u32,
        taken: &mut [u32],
    ) -> (usize, Stop) {
        loop {
            for (at, lane) in lanes.iter_mut().enumerate() {
                let step = self.rows[lane.at as usize].step;
                let Some(step) = step.filter(|_| lane.round < until) else {
                    return (at, Stop::Unknown);
                };
                let drawn = step.pick(columns, &mut lane.dice);
                let transition = &self.all[drawn];
                let left = transition.left::<L>(&lane.counters);
                if is_below_0(left) {
                    return (at, Stop::Drawn(drawn));
                }
                taken[drawn] += 1;
                transition.leave(left, &mut lane.counters);
                lane.round += u32::from(transition.rounds_on);
                lane.at = if TURNS {
                    transition.pass(&mut lane.turns)
                } else {
                    transition.to
                };
            }
        }
    }
}

/// Whether any of these is.
#[inline]
fn is_below_0<const L: usize>(left: [i16; L]) -> bool {
    left.iter().fold(0, |all, one| all | one) < 0
}

/// Why a fight does not go on along plain transitions.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stop {
    /// The step is not known.
    Unknown,
    /// This branch was drawn, which is no plain one or lowers a counter by more than there is. It is not yet followed.
    Drawn(usize),
}

/// A fight on the chain.
#[derive(Debug)]
pub(super) struct Lane {
    at: u32,
    round: u32,
    /// Its counters, and the two numbers beside them.
    counters: [i16; PLACES],
    turns: Turns<u8>,
    pub dice: Sampled,
}

impl Lane {
    /// One on which no fight has begun.
    pub(super) fn nowhere(dice: Sampled) -> Self {
        let mut counters = [0; PLACES];
        counters[usize::from(NOT_PLAIN)] = -1;
        Self {
            at: 0,
            round: 0,
            counters,
            turns: Turns::nobody(),
            dice,
        }
    }

    /// Goes there.
    #[inline]
    pub(super) fn stand(&mut self, here: &Standing) {
        (self.at, self.round, self.turns) = (here.at, here.round, here.turns);
        here.counters.copy_to(&mut self.counters);
    }

    /// Where it stands.
    #[inline]
    pub(super) fn standing(&self) -> Standing {
        let mut counters = Counters::NONE;
        counters.copy_from(&self.counters);
        Standing {
            at: self.at,
            round: self.round,
            counters,
            turns: self.turns,
        }
    }
}

/// What is drawn says where a transition leads: marked as the rarer case, so that the other one does not wait for it.
#[cold]
#[inline]
const fn several(to: u32) -> u32 {
    to
}
