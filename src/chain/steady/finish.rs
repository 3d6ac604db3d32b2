//! How fights end in steady situations: known beforehand, counted, and told of many at once.

use super::lanes::{Lanes, NUMBERS, number};
use crate::chain::felling::{Fallen, Felling, Last, Then};
use crate::chain::sequences::Sequence;
use crate::chain::sums::{End, tell_fall};
use crate::chain::{Branch, Chain};
use crate::fight::{Counters, Fight, FighterSet, Outcome, Witness};

/// Rounds whose ends are counted, and points below 0 that a counter ends at; what is beyond is told by itself.
const ROUNDS: usize = 128;
const BELOW: usize = 64;

/// How a fight ends with a counter that runs out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Finish {
    /// All of it but the round, in which that is, counted from that in which its sequence begins.
    outcome: Outcome,
    rounds_on: u32,
    downed: FighterSet,
    /// The place of the counter that runs out, and its lane.
    place: usize,
    lane: u32,
    /// Whose counter it is, if that tells how he fell.
    fallen: FighterSet,
    /// The situation in which something of it is left, if that is so: see [`Fight::rest_of`].
    rests: Option<u32>,
    /// The situation in which the fight ends, and the other counter that tells something then: its place and lane.
    end: u32,
    other: Option<(usize, u32)>,
}

/// Fights that ended so, not told of yet.
#[derive(Debug)]
pub(super) struct Finished {
    rounds: [u32; ROUNDS],
    /// By how far below 0 the counter ended, and by what was left of the other.
    below: [u32; BELOW],
    left: [u32; NUMBERS],
}

impl Finished {
    pub(super) fn none() -> Self {
        Self {
            rounds: [0; ROUNDS],
            below: [0; BELOW],
            left: [0; NUMBERS],
        }
    }
}

impl Finish {
    /// How a fight ends if the one counter that a branch of a sequence lowers runs out, if it does so and that can be counted; and the
    /// branches that are taken then.
    pub(super) fn of<F: Fight>(
        (sequence, at, branch): (&Sequence, usize, &Branch),
        lanes: &Lanes,
        fallen: &mut Fallen,
        on: (&F, &Chain<F::State>),
    ) -> Option<(Self, Vec<u32>)> {
        let (_, chain) = on;
        let felling = Felling::of(branch, chain)?;
        let (from, begins) = sequence.from[at];
        let known = chain.taken(from);
        let by = branch.changes.of(&chain.changes)[0].place;
        let place = usize::from(by);
        if !fallen.is_of(&felling, (from, known, branch), on) {
            return None;
        }
        let mut taken = sequence.branches[..at].to_vec();
        taken.push(felling.branch);
        let (known, last, begins) = match &felling.then {
            Then::End(last) => (known, *last, begins),
            // The next step can but end the fight.
            Then::Onward { transition, .. } => {
                let known = chain.steps[chain.target(known, transition.target) as usize]?;
                let only = &chain.branches[known.step.branch as usize];
                if known.step.shift != 0 || !only.changes.is_empty() {
                    return None;
                }
                taken.push(known.step.branch);
                let begins = begins + u32::from(transition.rounds_on);
                (known, Last::of(only, chain)?, begins)
            }
        };
        let fall = &chain.falls[last.fall as usize];
        let (ending, standing) = fall.end?;
        let rounds_on = begins + fall.rounds_on;
        let downed = match &felling.then {
            Then::End(_) => Some(fall.downed).filter(|_| !fall.after_others),
            Then::Onward {
                told_on,
                after_others,
                ..
            } => {
                let is_last = sequence.from[at].1 + told_on == rounds_on;
                let alone = is_last && fall.downed.is_empty() && !after_others;
                fallen.by(place).filter(|_| alone).map(FighterSet::of)
            }
        };
        let kind = &chain.kind;
        let is_told = kind.fatal >> place & 1 == 1;
        let others = kind.fatal & !(1 << place);
        if others.count_ones() > 1 || (kind.counts && !kind.counts_ends()) {
            return None;
        }
        let other = others.trailing_zeros();
        let other = if others == 0 {
            None
        } else {
            let stays = felling.gone.iter().all(|&gone| u32::from(gone) != other);
            let lane = lanes.at(other as usize).filter(|_| stays)?;
            Some((other as usize, lane))
        };
        let who = fallen.by(place).filter(|_| is_told);
        let finish = Self {
            outcome: Outcome {
                ending,
                rounds: 0,
                standing,
            },
            rounds_on,
            downed: downed?,
            place,
            lane: lanes.at(place)?,
            fallen: who.map_or(FighterSet::NONE, FighterSet::of),
            rests: felling.rests.then_some(from),
            end: chain.target(known, last.target),
            other,
        };
        Some((finish, taken))
    }

    /// Counts a fight that ends so in a sequence that begins in this round, with these lanes before the loss that does it. Says
    /// whether there is room for it.
    #[inline]
    pub(super) fn count(
        &self,
        (lanes, losses): (u64, u64),
        round: u32,
        finished: &mut Finished,
    ) -> bool {
        let below = number(losses, self.lane).abs_diff(number(lanes, self.lane));
        let rounds = finished.rounds.get_mut((round + self.rounds_on) as usize);
        let ended = finished.below.get_mut(usize::from(below));
        let (Some(rounds), Some(ended)) = (rounds, ended) else {
            return false;
        };
        *rounds += 1;
        *ended += 1;
        let left = self.other.map_or(0, |(_, lane)| number(lanes, lane));
        finished.left[usize::from(left.unsigned_abs()) % NUMBERS] += 1;
        true
    }

    /// Tells of the fights that ended so, and counts anew.
    pub(super) fn tell<F: Fight, W: Witness>(
        &self,
        (fight, chain): (&F, &Chain<F::State>),
        finished: &mut Finished,
        witness: &mut W,
    ) {
        for (rounds, times) in counted(&mut finished.rounds) {
            let outcome = Outcome {
                rounds: rounds.unsigned_abs().into(),
                ..self.outcome
            };
            witness.ended_alike(&outcome, self.downed, times);
        }
        for (below, times) in counted(&mut finished.below) {
            if !self.fallen.is_empty() {
                tell_fall(fight, (self.place, below), times, witness);
            }
        }
        for (left, times) in counted(&mut finished.left) {
            if chain.kind.counts {
                let counters = self.counters((fight, chain), left);
                let left = (&counters, chain.kind.fatal);
                let end = End::new(self.end, self.outcome.standing, self.fallen, left);
                chain.tell_left(fight, &end, times, witness);
            }
        }
    }

    /// The counters that tell something at the end, where so much is left of the other one. How far below 0 its own ended has been
    /// told.
    fn counters<F: Fight>(&self, (fight, chain): (&F, &Chain<F::State>), left: i16) -> Counters {
        let mut counters = Counters::NONE;
        if let Some((place, _)) = self.other {
            counters.set(place, left);
        }
        let rest = self
            .rests
            .and_then(|from| fight.rest_of(chain.situations.at(from), self.place, 1));
        if let Some(rest) = rest {
            counters.set(self.place, rest);
        }
        counters
    }
}

/// How often each number has been counted, of those that have, and anew from now on.
fn counted(counts: &mut [u32]) -> impl Iterator<Item = (i16, u64)> + '_ {
    let each = (0..).zip(counts.iter_mut().map(std::mem::take));
    each.filter(|(_, times)| *times > 0)
        .map(|(number, times)| (number, times.into()))
}
