//! The plain transitions of a chain, in a form in which many of them follow each other fast.
//!
//! A transition is plain if it leads to another situation, takes losses off counters, and tells nothing that has to be told
//! as it happens. Counters that do not run out stand side by side in one number then, so that one subtraction takes off all
//! that a transition takes, and any that would fall below 0 loses the uppermost bit of its lane.

use super::{Branch, Change, Goal, Standing, Step, What};
use crate::dice::{Column, Sampled};
use crate::fight::Counters;

/// Bits of a lane: a counter and [`AFLOAT`].
const LANE: usize = 16;
/// Set while a lane's counter is not below 0.
const AFLOAT: u128 = 1 << (LANE - 1);
const _: () = assert!((Counters::TOP as u128) < AFLOAT);
/// Lanes of counters. The one above them belongs to no counter: what is no plain transition takes its uppermost bit.
const LANES: usize = 7;
const NOT_PLAIN: u128 = AFLOAT << (LANES * LANE);

/// The plain transitions of a chain, by the number of their branch.
#[derive(Debug, Default)]
pub(super) struct Transitions {
    /// The places of the counters that stand in lanes, from the lowest bits up.
    places: Vec<usize>,
    /// The uppermost bits of all lanes.
    afloat: u128,
    all: Vec<Transition>,
    /// The steps, by situation.
    rows: Vec<Row>,
}

/// One transition, if it is plain.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Transition {
    losses: u128,
    to: u32,
    rounds_on: u32,
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
        let mut lowered = [0u32; Counters::MOST];
        for branch in branches {
            for change in branch.changes.of(changes) {
                if let What::Loses(_) = change.what {
                    lowered[usize::from(change.place)] += 1;
                }
            }
        }
        let mut places: Vec<usize> = (0..Counters::MOST).filter(|&at| lowered[at] > 0).collect();
        places.sort_by_key(|&at| std::cmp::Reverse(lowered[at]));
        places.truncate(LANES);
        let afloat = (0..places.len()).fold(NOT_PLAIN, |bits, lane| bits | AFLOAT << shift(lane));
        let transition = |branch: &Branch| {
            let not_plain = Transition {
                losses: NOT_PLAIN,
                to: 0,
                rounds_on: 0,
            };
            let Goal::Situation { at, rounds_on } = branch.to else {
                return not_plain;
            };
            let losses = losses(&places, branch.changes.of(changes));
            match losses {
                Some(losses) if branch.timed.is_empty() => Transition {
                    losses,
                    to: at,
                    rounds_on,
                },
                _ => not_plain,
            }
        };
        let all: Vec<Transition> = branches.iter().map(transition).collect();
        let row = |step: &Option<Step>| {
            let plain = |at: usize| all.get(at).filter(|one| one.losses != NOT_PLAIN);
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
            all,
            places,
            afloat,
        }
    }

    /// Draws steps and follows their branches, counting each, as long as they are plain and the round comes before `until`.
    /// The branch that was drawn where they are not, not yet followed; `None` where the step is not known.
    #[inline]
    pub(super) fn run(
        &self,
        columns: &[Column],
        here: &mut Standing,
        until: u32,
        dice: &mut Sampled,
        taken: &mut [u32],
    ) -> Option<usize> {
        let mut lanes = self.pack(&here.counters);
        let (mut at, mut round) = (here.at, here.round);
        let drawn = loop {
            let row = &self.rows[at as usize];
            let Some(step) = row.step.filter(|_| round < until) else {
                break None;
            };
            let drawn = step.pick(columns, dice);
            let transition = &self.all[drawn];
            let left = lanes.wrapping_sub(transition.losses);
            if left & self.afloat != self.afloat {
                break Some(drawn);
            }
            taken[drawn] += 1;
            lanes = left;
            round += transition.rounds_on;
            at = match row.to {
                Some(to) => to,
                None => several(transition.to),
            };
        };
        (here.at, here.round) = (at, round);
        self.unpack(lanes, &mut here.counters);
        drawn
    }

    /// The counters side by side; one that is not there is never lowered.
    #[inline]
    fn pack(&self, counters: &Counters) -> u128 {
        let mut lanes = self.afloat;
        for (lane, &place) in self.places.iter().enumerate() {
            let counter = counters.get(place).unwrap_or(0);
            lanes |= u128::from(counter.cast_unsigned()) << shift(lane);
        }
        lanes
    }

    #[inline]
    fn unpack(&self, lanes: u128, counters: &mut Counters) {
        for (lane, &place) in self.places.iter().enumerate() {
            if counters.get(place).is_some() {
                let counter = lanes >> shift(lane) & (AFLOAT - 1);
                counters.set(place, i16::try_from(counter).expect("a lane is small"));
            }
        }
    }
}

/// What is drawn says where a transition leads: marked as the rarer case, so that the other one does not wait for it.
#[cold]
#[inline]
const fn several(to: u32) -> u32 {
    to
}

const fn shift(lane: usize) -> usize {
    lane * LANE
}

/// What these changes take off all lanes; `None` where they are no losses, or not of these places.
fn losses(places: &[usize], changes: &[Change]) -> Option<u128> {
    let mut losses = 0;
    for change in changes {
        let What::Loses(loss) = change.what else {
            return None;
        };
        let lane = places
            .iter()
            .position(|&at| at == usize::from(change.place))?;
        losses |= u128::try_from(loss).ok()? << shift(lane);
    }
    Some(losses)
}
