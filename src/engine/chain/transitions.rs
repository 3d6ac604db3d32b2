//! Follows plain transitions of a chain, many of them one after the other.
//!
//! All counters of a transition are checked before any is lowered.

use std::ops::Range;

use super::compact::{Compact, LOSSES, NOTHING, PLACES, Transition, UNKNOWN};
use super::felling::{Felling, Instead, Then};
use super::single::Single;
use super::situations::Situations;
use super::steady::{self, Place, Spun, Steady, Stop};
use super::sums::{Sums, Told};
use super::{Chain, Drawing, Span, Standing};
use crate::dice::{Column, Sampled};
use crate::fight::{Counters, Fight, FighterSet, Stream, counters};

/// The plain transitions of a chain.
#[derive(Debug, Clone, Default)]
pub(super) struct Transitions {
    compact: Compact,
    /// The bit set of the places whose counters report how a fighter fell.
    fatal: u32,
    /// Whether most steps have a single target, if plain: then fights are as fast one by one as side by side.
    foreseen: bool,
    /// Most counters that one of them lowers.
    lowered: usize,
    /// The endings of fights that are fastest one by one, if they are.
    single: Option<Single>,
}

impl Transitions {
    /// The transitions of a chain; appends their columns to those of the chain.
    pub(super) fn new<F: Fight>(fight: &F, chain: &mut Chain<F::State>) -> Self {
        let start = chain.find(fight, fight.start()).map(|start| start.at);
        let mut compact = Compact::new(fight, chain, start);
        chain.columns.append(&mut compact.columns);
        let foreseen = compact.foresee(&chain.columns);
        let all = &compact.transitions;
        Self {
            lowered: all.iter().map(Transition::lowered).max().unwrap_or(0),
            fatal: chain.kind.fatal,
            foreseen,
            single: Single::of(chain, &compact),
            compact,
        }
    }

    /// The number of transitions.
    pub(super) fn len(&self) -> usize {
        self.compact.transitions.len()
    }

    /// Disables the table of knockouts; returns its size.
    #[cfg(test)]
    pub(super) fn forget_fellings(&mut self) -> usize {
        let instead = self.compact.instead.iter_mut();
        instead.filter_map(Option::take).count()
    }

    /// Disables playing fights one by one without lanes.
    #[cfg(test)]
    pub(super) fn forget_single(&mut self) {
        self.single = None;
    }

    /// Disables the table of recurrent states.
    #[cfg(test)]
    pub(super) fn forget_steady(&mut self) {
        self.compact.forget_steady();
    }

    /// The branches of a transition, in order; empty for [`UNKNOWN`].
    #[inline]
    pub(super) fn branches(&self, transition: usize) -> Span {
        self.compact.branches(transition)
    }

    /// The first of these branches, and the rest.
    #[inline]
    pub(super) fn first(&self, branches: Span) -> Option<(usize, Span)> {
        let after = Span {
            start: branches.start + 1,
            ..branches
        };
        (!branches.is_empty()).then(|| (self.compact.branch(branches.start) as usize, after))
    }

    /// The branches of each transition.
    pub(super) fn branches_of_each(&self) -> impl Iterator<Item = &[u32]> {
        self.compact.branches_of_each()
    }

    /// The most rounds between the first and the last step of a sequence.
    #[inline]
    pub(super) fn rounds_ahead(&self) -> u32 {
        self.compact.rounds_ahead
    }

    /// The branches that a fight draws in state `number`.
    #[inline]
    pub(super) fn draw_at(&self, columns: &[Column], number: u32, dice: &mut Sampled) -> Span {
        let row = self.compact.drawn_from(number);
        self.branches(row.step().pick(columns, dice))
    }

    /// Moves a fight to this position.
    #[inline]
    pub(super) fn stand(&self, lane: &mut Lane, here: &Standing) {
        lane.row = self.compact.row_of(here.at);
        lane.round = here.round;
        here.counters.copy_to(&mut lane.counters);
    }

    /// The position of a fight.
    #[inline]
    pub(super) fn standing(&self, lane: &Lane) -> Standing {
        let (at, round, counters) = self.place(lane);
        Standing {
            at,
            round,
            counters,
            drawn: Span::default(),
        }
    }

    /// Returns whether fights are as fast one by one as side by side.
    pub(super) fn are_fast_one_by_one(&self) -> bool {
        self.foreseen || self.single.is_some() || !self.compact.steady.is_empty()
    }

    /// The endings of fights that are fastest one by one, if they are.
    pub(super) fn single(&self) -> Option<&Single> {
        self.single.as_ref()
    }

    /// The recurrent states.
    pub(super) fn steady(&self) -> &[Steady] {
        &self.compact.steady
    }

    /// The index of the fight's state among the recurrent ones, if it is one.
    #[inline]
    fn steady_at(&self, lane: &Lane) -> Option<usize> {
        let all = self.compact.steady.iter();
        all.clone().position(|one| one.stands() == lane.row)
    }

    /// Draws for a fight in a recurrent state until it stops; `None` in any other state.
    #[inline]
    pub(super) fn spin(
        &self,
        lane: &mut Lane,
        until: u32,
        nothing_told: bool,
        spun: &mut [Spun],
    ) -> Option<Stop> {
        let at = self.steady_at(lane)?;
        steady::run(&self.compact.steady, at, lane, (until, nothing_told), spun)
    }

    /// Plays fights that begin here and are fast one by one, as long as each ends without any other event. A fight
    /// that does not is passed on in its lane, with the transition that was drawn and not followed.
    #[inline]
    pub(super) fn play_single(
        &self,
        columns: &[Column],
        start: &Standing,
        (stream, fights): (&Stream, &mut Range<u64>),
        until: u32,
        (lane, sums): (&mut Lane, &mut Sums),
        mut hand_on: impl FnMut(&mut Lane, usize, &mut Sums),
    ) {
        self.stand(lane, start);
        if let Some(single) = &self.single {
            let on = (&self.compact, columns);
            let fights = (stream, fights);
            return single.play(on, start, fights, until, sums, |running, stop, sums| {
                self.stand(lane, start);
                (lane.row, lane.round) = (running.at, running.round);
                lane.dice = Sampled::new(running.generator);
                hand_on(lane, stop, sums);
            });
        }
        let all = &self.compact.steady;
        let begins = self.steady_at(lane).and_then(|at| Place::of(all, at, lane));
        let Some(begin) = begins else { return };
        loop {
            let fights = (stream, &mut *fights);
            let Some(stop) = steady::play(all, &begin, fights, until, lane, &mut sums.spun) else {
                return;
            };
            hand_on(lane, stop, sums);
            self.stand(lane, start);
        }
    }

    /// Draws steps and follows and counts their transitions, as long as they are plain and the round is before
    /// `until`. Returns the transition that was drawn and not followed: it is not plain, or lowers a counter by more
    /// than its value. [`UNKNOWN`] where the rules have to go on.
    #[inline]
    pub(super) fn run(
        &self,
        columns: &[Column],
        lane: &mut Lane,
        until: u32,
        taken: &mut [u32],
    ) -> usize {
        match self.lowered {
            0..=1 => self.run_lowering::<1>(columns, lane, until, taken),
            2 => self.run_lowering::<2>(columns, lane, until, taken),
            _ => self.run_lowering::<LOSSES>(columns, lane, until, taken),
        }
    }

    /// [`Transitions::run`] for a chain whose transitions lower at most `L` counters.
    fn run_lowering<const L: usize>(
        &self,
        columns: &[Column],
        lane: &mut Lane,
        until: u32,
        taken: &mut [u32],
    ) -> usize {
        let (mut at, mut round) = (lane.row, lane.round);
        let (counters, compact) = (&mut lane.counters, &self.compact);
        let stop = loop {
            let row = &compact.rows[at as usize];
            if round >= until {
                break UNKNOWN;
            }
            let drawn = row.step().pick(columns, &mut lane.dice);
            let transition = &compact.transitions[drawn];
            let left = transition.left::<L>(counters);
            if is_below_0(left) {
                break drawn;
            }
            taken[drawn] += 1;
            transition.leave(left, counters);
            round += u32::from(transition.rounds_on);
            at = match row.foreseen() {
                Some(to) => to,
                None => several(compact.targets[row.target(transition)]),
            };
        };
        (lane.row, lane.round) = (at, round);
        stop
    }

    /// Runs several fights side by side like [`Transitions::run`], until at least one of them stops: see
    /// [`Lane::stop`].
    #[inline]
    pub(super) fn run_all<const K: usize>(
        &self,
        columns: &[Column],
        lanes: &mut [Lane; K],
        until: u32,
        taken: &mut [u32],
    ) {
        match self.lowered {
            0..=1 => self.run_all_lowering::<K, 1>(columns, lanes, until, taken),
            2 => self.run_all_lowering::<K, 2>(columns, lanes, until, taken),
            _ => self.run_all_lowering::<K, LOSSES>(columns, lanes, until, taken),
        }
    }

    /// [`Transitions::run_all`] for a chain whose transitions lower at most `L` counters.
    ///
    /// All fights draw before any of them proceeds, so that memory for one is fetched while others are processed.
    fn run_all_lowering<const K: usize, const L: usize>(
        &self,
        columns: &[Column],
        lanes: &mut [Lane; K],
        until: u32,
        taken: &mut [u32],
    ) {
        let mut goes_on = true;
        while goes_on {
            let mut drawn = [UNKNOWN; K];
            for (lane, drawn) in lanes.iter_mut().zip(&mut drawn) {
                *drawn = self.draw(columns, lane, until);
            }
            for (lane, &drawn) in lanes.iter_mut().zip(&drawn) {
                if !self.go_on::<L>(drawn, lane, taken) {
                    lane.stop = Some(drawn);
                    goes_on = false;
                }
            }
        }
    }

    /// Draws the next transition of a fight.
    #[expect(
        clippy::inline_always,
        reason = "a call for each step of a fight costs a tenth of it"
    )]
    #[inline(always)]
    fn draw(&self, columns: &[Column], lane: &mut Lane, until: u32) -> usize {
        let row = &self.compact.rows[lane.row as usize];
        if lane.round >= until {
            return UNKNOWN;
        }
        row.step().pick(columns, &mut lane.dice)
    }

    /// Follows the transition if it is plain and its counters last. Returns whether it did.
    #[expect(
        clippy::inline_always,
        reason = "a call for each step of a fight costs a tenth of it"
    )]
    #[inline(always)]
    fn go_on<const L: usize>(&self, drawn: usize, lane: &mut Lane, taken: &mut [u32]) -> bool {
        let transition = &self.compact.transitions[drawn];
        let left = transition.left::<L>(&lane.counters);
        if is_below_0(left) {
            return false;
        }
        taken[drawn] += 1;
        transition.leave(left, &mut lane.counters);
        self.lead(transition, lane);
        true
    }

    /// Moves a fight to the target of a transition.
    #[inline]
    fn lead(&self, transition: &Transition, lane: &mut Lane) {
        let row = &self.compact.rows[lane.row as usize];
        lane.round += u32::from(transition.rounds_on);
        lane.row = self.compact.targets[row.target(transition)];
    }

    /// The replacement of a transition that was not followed, if it has the simple form.
    #[inline]
    pub(super) fn instead(&self, drawn: usize) -> Option<&Instead> {
        self.compact.instead[drawn].as_ref()
    }

    /// Follows the replacement of a transition whose counter runs out, a knockout. If the fight ends with it, the
    /// ending remains to be reported. Returns whether the replacement could be followed.
    #[inline]
    pub(super) fn fell<F: Fight>(
        &self,
        (fight, situations): (&F, &Situations<F::State>),
        (drawn, felling): (usize, &Felling),
        (lane, told): (&mut Lane, &mut Told),
        sums: &mut Sums,
    ) -> bool {
        let compact = &self.compact;
        let transition = &compact.transitions[drawn];
        let place = transition.place(0);
        let who = compact.fallen.by(place);
        let counter = lane.counters[place];
        // A missing counter is not the simple case.
        if counter < 0 {
            return false;
        }
        let below = transition.losses[0] - counter;
        if self.fatal >> place & 1 == 1 {
            let (Some(times), Some(who)) = (sums.falls(place, below), who) else {
                return false;
            };
            *times += 1;
            told.fallen.add(who);
        }
        for &branch in felling.before.of(&compact.branches) {
            sums.taken[branch as usize] += 1;
        }
        sums.taken[felling.branch as usize] += 1;
        for place in felling.gone {
            lane.counters[usize::from(place)] = -1;
        }
        lane.counters[usize::from(NOTHING)] = 0;
        if felling.rests {
            let from = situations.at(compact.number(lane.row));
            lane.counters[place] = counters::rest_of(fight, from, place, below).unwrap_or(-1);
        }
        if let Then::Onward {
            transition,
            told_on,
            after_others,
        } = &felling.then
        {
            let who = who.expect("it is known who falls where a fight goes on");
            told.go_down(FighterSet::of(who), lane.round + told_on, *after_others);
            self.lead(transition, lane);
        }
        true
    }

    /// The number of the fight's state, the round, and the counters.
    #[inline]
    pub(super) fn place(&self, lane: &Lane) -> (u32, u32, Counters) {
        let mut counters = Counters::NONE;
        counters.copy_from(&lane.counters);
        (self.compact.number(lane.row), lane.round, counters)
    }
}

/// Returns whether any of these is negative.
#[inline]
fn is_below_0<const L: usize>(left: [i16; L]) -> bool {
    left.iter().fold(0, |all, one| all | one) < 0
}

/// A fight on the chain.
#[derive(Debug)]
pub(super) struct Lane {
    pub row: u32,
    pub round: u32,
    /// Its counters, and the number that is always 0.
    pub counters: [i16; PLACES],
    /// The transition that was drawn and not followed, if the fight was played beside others and stopped.
    pub stop: Option<usize>,
    pub dice: Sampled,
}

impl Lane {
    /// A lane without a fight.
    pub(super) fn nowhere(dice: Sampled) -> Self {
        Self {
            row: 0,
            round: 0,
            counters: [0; PLACES],
            stop: None,
            dice,
        }
    }
}

/// Returns `to`, for a step with several targets. Marked as the rarer case, so that a step with a foreseen target does
/// not wait for the draw.
#[cold]
#[inline]
const fn several(to: u32) -> u32 {
    to
}
