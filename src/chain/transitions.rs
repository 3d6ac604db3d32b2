//! Following plain transitions of a chain, many of them one after the other.
//!
//! All counters of a transition are looked at before any is lowered.

use super::compact::{Compact, LOSSES, PLACES};
use super::{Chain, Standing};
use crate::dice::{Column, Sampled};
use crate::fight::{Counters, Ring, Turns};

/// The plain transitions of a chain.
#[derive(Debug, Clone, Default)]
pub(super) struct Transitions {
    compact: Compact,
    /// Whether most steps lead to one situation, if it is plain where they lead: then fights are as fast one by one.
    foreseen: bool,
    /// Whether none lowers more than one counter.
    lower_one: bool,
    /// Whether turns end with some of them.
    pass_turns: bool,
}

impl Transitions {
    /// Those of a chain.
    pub(super) fn new<S: Clone + Eq + std::hash::Hash>(chain: &Chain<S>) -> Self {
        let mut compact = Compact::new(chain);
        let foreseen = !compact.by_role && compact.foresee(chain);
        let all = &compact.transitions;
        Self {
            pass_turns: compact.by_role,
            lower_one: all.iter().all(|one| one.losses[1..] == [0; LOSSES - 1]),
            foreseen,
            compact,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.compact.transitions.len()
    }

    /// The branch that each of them is.
    pub(super) fn branches(&self) -> impl Iterator<Item = usize> {
        self.compact.branches()
    }

    /// Has a fight stand there.
    #[inline]
    pub(super) fn stand(&self, lane: &mut Lane, here: &Standing) {
        lane.row = self.compact.row_of(here.at);
        lane.round = here.round;
        lane.turns = Ring::new(here.turns);
        here.counters.copy_to(&mut lane.counters);
    }

    /// Where a fight stands.
    #[inline]
    pub(super) fn standing(&self, lane: &Lane) -> Standing {
        let mut counters = Counters::NONE;
        counters.copy_from(&lane.counters);
        Standing {
            at: self.compact.number(lane.row),
            round: lane.round,
            counters,
            turns: lane.turns.turns(),
        }
    }

    /// Whether most steps lead to one situation.
    pub(super) fn are_foreseen(&self) -> bool {
        self.foreseen
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
        let (mut at, mut round) = (lane.row, lane.round);
        let (counters, compact) = (&mut lane.counters, &self.compact);
        let stop = loop {
            let row = &compact.rows[at as usize];
            if !row.is_known() || round >= until {
                break Stop::Unknown;
            }
            let drawn = row.step().pick(columns, &mut lane.dice);
            let transition = &compact.transitions[drawn];
            let left = transition.left::<L, TURNS>(row, counters);
            if is_below_0(left) {
                break Stop::Drawn(compact.branch(drawn));
            }
            taken[drawn] += 1;
            transition.leave::<L, TURNS>(row, left, counters);
            round += u32::from(transition.rounds_on);
            at = match row.foreseen() {
                _ if TURNS => {
                    compact.targets[row.target(transition)] + transition.pass(&mut lane.turns)
                }
                Some(to) => to,
                None => several(compact.targets[row.target(transition)]),
            };
        };
        (lane.row, lane.round) = (at, round);
        stop
    }

    /// Does so with several fights side by side, until at least one of them stops: [`Lane::stop`] says why.
    #[inline]
    pub(super) fn run_all<const K: usize>(
        &self,
        columns: &[Column],
        lanes: &mut [Lane; K],
        until: u32,
        taken: &mut [u32],
    ) {
        match (self.lower_one, self.pass_turns) {
            (true, false) => self.run_all_lowering::<K, 1, false>(columns, lanes, until, taken),
            (false, false) => {
                self.run_all_lowering::<K, LOSSES, false>(columns, lanes, until, taken);
            }
            (true, true) => self.run_all_lowering::<K, 1, true>(columns, lanes, until, taken),
            (false, true) => self.run_all_lowering::<K, LOSSES, true>(columns, lanes, until, taken),
        }
    }

    /// The same where no more than `L` counters are lowered at once, and turns are passed on or not.
    ///
    /// All fights draw before any of them goes on, so that the memory that one waits for is fetched while others are seen to.
    fn run_all_lowering<const K: usize, const L: usize, const TURNS: bool>(
        &self,
        columns: &[Column],
        lanes: &mut [Lane; K],
        until: u32,
        taken: &mut [u32],
    ) {
        let mut goes_on = true;
        while goes_on {
            let mut drawn = [None; K];
            for (lane, drawn) in lanes.iter_mut().zip(&mut drawn) {
                *drawn = self.draw(columns, lane, until);
            }
            for (lane, drawn) in lanes.iter_mut().zip(drawn) {
                let on = match drawn {
                    Some(drawn) => self.go_on::<L, TURNS>(drawn, lane, taken),
                    None => Err(Stop::Unknown),
                };
                if let Err(why) = on {
                    lane.stop = Some(why);
                    goes_on = false;
                }
            }
        }
    }

    /// The transition that a fight draws, if its step is known.
    #[expect(
        clippy::inline_always,
        reason = "a call for each step of a fight costs a tenth of it"
    )]
    #[inline(always)]
    fn draw(&self, columns: &[Column], lane: &mut Lane, until: u32) -> Option<usize> {
        let row = &self.compact.rows[lane.row as usize];
        if !row.is_known() || lane.round >= until {
            return None;
        }
        Some(row.step().pick(columns, &mut lane.dice))
    }

    /// Follows that transition, or says why not.
    #[expect(
        clippy::inline_always,
        reason = "a call for each step of a fight costs a tenth of it"
    )]
    #[inline(always)]
    fn go_on<const L: usize, const TURNS: bool>(
        &self,
        drawn: usize,
        lane: &mut Lane,
        taken: &mut [u32],
    ) -> Result<(), Stop> {
        let compact = &self.compact;
        let row = &compact.rows[lane.row as usize];
        let transition = &compact.transitions[drawn];
        let left = transition.left::<L, TURNS>(row, &lane.counters);
        if is_below_0(left) {
            return Err(Stop::Drawn(compact.branch(drawn)));
        }
        taken[drawn] += 1;
        transition.leave::<L, TURNS>(row, left, &mut lane.counters);
        lane.round += u32::from(transition.rounds_on);
        lane.row = compact.targets[row.target(transition)];
        if TURNS {
            lane.row += transition.pass(&mut lane.turns);
        }
        Ok(())
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
    row: u32,
    round: u32,
    /// Its counters, and the number beside them.
    counters: [i16; PLACES],
    turns: Ring,
    /// Why it does not go on, if it was played beside others and does not.
    pub stop: Option<Stop>,
    pub dice: Sampled,
}

impl Lane {
    /// One on which no fight has begun.
    pub(super) fn nowhere(dice: Sampled) -> Self {
        Self {
            row: 0,
            round: 0,
            counters: [0; PLACES],
            turns: Ring::new(Turns::nobody()),
            stop: None,
            dice,
        }
    }
}

/// What is drawn says where a transition leads: marked as the rarer case, so that the other one does not wait for it.
#[cold]
#[inline]
const fn several(to: u32) -> u32 {
    to
}
