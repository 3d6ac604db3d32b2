//! Follows plain transitions of a chain, many of them one after the other.
//!
//! All counters of a transition are checked before any is lowered.

use std::ops::Range;

use super::compact::{LOSSES, PLACES, Transitions, UNKNOWN};
use super::steady::{self, Place, Spun, Stop};
use super::sums::Sums;
use super::{Span, Standing};
use crate::dice::{Column, Sampled};
use crate::fight::{Counters, Stream};

impl Transitions {
    /// The first of these branches, and the rest.
    #[inline]
    pub(super) fn first(&self, branches: Span) -> Option<(usize, Span)> {
        let after = Span {
            start: branches.start + 1,
            ..branches
        };
        (!branches.is_empty()).then(|| (self.branch(branches.start) as usize, after))
    }

    /// The branches that a fight draws in state `number`.
    #[inline]
    pub(super) fn draw_at(&self, columns: &[Column], number: u32, dice: &mut Sampled) -> Span {
        let row = self.drawn_from(number);
        self.branches(row.step().pick(columns, dice))
    }

    /// Moves a fight to this position.
    #[inline]
    pub(super) fn stand(&self, lane: &mut Lane, here: &Standing) {
        lane.row = self.row_of(here.at);
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

    /// The index of the fight's state among the recurrent ones, if it is one.
    #[inline]
    fn steady_at(&self, lane: &Lane) -> Option<usize> {
        let all = self.steady.iter();
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
        steady::run(&self.steady, at, lane, (until, nothing_told), spun)
    }

    /// Plays fights that begin here, if that is in a recurrent state, as long as each ends without any other event. A
    /// fight that does not is passed on in its lane, with the transition that was drawn and not followed.
    #[inline]
    pub(super) fn play_steady(
        &self,
        start: &Standing,
        (stream, fights): (&Stream, &mut Range<u64>),
        until: u32,
        (lane, sums): (&mut Lane, &mut Sums),
        mut hand_on: impl FnMut(&mut Lane, usize, &mut Sums),
    ) {
        self.stand(lane, start);
        let all = &self.steady;
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
        let (mut at, mut round) = (lane.row, lane.round);
        let counters = &mut lane.counters;
        let stop = loop {
            let row = &self.rows[at as usize];
            if round >= until {
                break UNKNOWN;
            }
            let drawn = row.step().pick(columns, &mut lane.dice);
            let transition = &self.transitions[drawn];
            let left = transition.left(counters);
            if is_below_0(left) {
                break drawn;
            }
            taken[drawn] += 1;
            transition.leave(left, counters);
            round += u32::from(transition.rounds_on);
            at = self.targets[row.target(transition)];
        };
        (lane.row, lane.round) = (at, round);
        stop
    }

    /// The number of the fight's state, the round, and the counters.
    #[inline]
    pub(super) fn place(&self, lane: &Lane) -> (u32, u32, Counters) {
        let mut counters = Counters::NONE;
        counters.copy_from(&lane.counters);
        (self.number(lane.row), lane.round, counters)
    }
}

/// Returns whether any of these is negative.
#[inline]
fn is_below_0(left: [i16; LOSSES]) -> bool {
    left.iter().fold(0, |all, one| all | one) < 0
}

/// A fight on the chain.
#[derive(Debug)]
pub(super) struct Lane {
    pub row: u32,
    pub round: u32,
    /// Its counters, and the number that is always 0.
    pub counters: [i16; PLACES],
    pub dice: Sampled,
}

impl Lane {
    /// A lane without a fight.
    pub(super) fn nowhere(dice: Sampled) -> Self {
        Self {
            row: 0,
            round: 0,
            counters: [0; PLACES],
            dice,
        }
    }
}
