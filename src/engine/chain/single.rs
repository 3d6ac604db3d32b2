//! Fights without counters, drawn one after the other.
//!
//! In a chain without counters, a fight is a few draws, and setting up a lane for it would cost more than these. This
//! module follows a fight with only a row, a round and a generator, and counts its ending. A few fights proceed in
//! turn, so that one can wait for memory while others go on.

use std::ops::Range;

use super::compact::{Compact, UNKNOWN};
use super::felling::Instead;
use super::sums::{ENDS, Sums};
use super::{Chain, Standing};
use crate::dice::Column;
use crate::fight::{Ending, FighterSet, Stream};
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of fights that are followed at once.
const RUNNING: usize = 8;

/// The endings of the fights of a chain.
#[derive(Debug, Clone)]
pub(super) struct Single {
    /// The kinds of endings: the winner, the standing fighters, and the fighters that went down in the last step.
    pub ends: Vec<(Ending, FighterSet, FighterSet)>,
    /// For each transition, the ending that it is.
    overs: Vec<Over>,
}

/// An ending by a transition: its kind, and the number of rounds between it and the step.
#[derive(Debug, Clone, Copy)]
struct Over {
    end: u32,
    rounds_on: u32,
}

impl Over {
    /// The transition is no ending, or one that is reported elsewhere.
    const NOT: Self = Self {
        end: u32::MAX,
        rounds_on: 0,
    };
}

impl Single {
    /// The endings of a chain, if its fights can be played this way.
    pub(super) fn of<S>(chain: &Chain<S>, compact: &Compact) -> Option<Self> {
        if chain.kind.counts {
            return None;
        }
        let mut ends = Vec::new();
        let mut over = |instead: &Option<Instead>| {
            let Some(Instead::Ends(last)) = instead else {
                return None;
            };
            let fall = &chain.falls[last.fall as usize];
            let (ending, standing) = fall.end?;
            let end = (ending, standing, fall.downed);
            let known = ends.iter().position(|known| *known == end);
            if fall.after_others || (known.is_none() && ends.len() == ENDS) {
                return None;
            }
            let at = known.unwrap_or(ends.len());
            if known.is_none() {
                ends.push(end);
            }
            Some(Over {
                end: super::short(at),
                rounds_on: last.rounds_on + fall.rounds_on,
            })
        };
        let overs = compact.instead.iter();
        let overs = overs.map(|instead| over(instead).unwrap_or(Over::NOT));
        Some(Self {
            overs: overs.collect(),
            ends,
        })
    }

    /// Plays these fights, which all begin at the same row, as long as each ends on the chain before round `until`. A
    /// fight that does not is passed on with the transition that was drawn and not followed. Counts how often each
    /// transition was drawn, and the last rounds of fights.
    #[inline]
    pub(super) fn play(
        &self,
        on: (&Compact, &[Column]),
        start: &Standing,
        (stream, fights): (&Stream, &mut Range<u64>),
        until: u32,
        sums: &mut Sums,
        mut hand_on: impl FnMut(Running, usize, &mut Sums),
    ) {
        let begin = |n| Running {
            at: on.0.row_of(start.at),
            round: start.round,
            generator: stream.generator(n),
        };
        if fights.end - fights.start >= RUNNING as u64 {
            let first = fights.start;
            fights.start += RUNNING as u64;
            let all = std::array::from_fn(|at| begin(first + at as u64));
            self.follow_several(on, all, fights.map(begin), until, sums, &mut hand_on);
        }
        for n in fights {
            self.follow(on, begin(n), until, sums, &mut hand_on);
        }
    }

    /// Follows these fights side by side; when one ends, the next one takes its place.
    ///
    /// All of them draw before any of them proceeds, so that memory for one is fetched while others are processed.
    #[inline]
    fn follow_several(
        &self,
        on: (&Compact, &[Column]),
        mut all: [Running; RUNNING],
        mut others: impl Iterator<Item = Running>,
        until: u32,
        sums: &mut Sums,
        hand_on: &mut impl FnMut(Running, usize, &mut Sums),
    ) {
        let mut goes_on = [true; RUNNING];
        while goes_on == [true; RUNNING] {
            let mut drawn = [UNKNOWN; RUNNING];
            for (running, drawn) in all.iter_mut().zip(&mut drawn) {
                *drawn = running.draw(on, until);
            }
            for ((running, drawn), goes_on) in all.iter_mut().zip(drawn).zip(&mut goes_on) {
                if running.go_on(on.0, drawn, &mut sums.drawn) {
                    continue;
                }
                if !self.is_over(running.round, drawn, sums) {
                    hand_on(running.clone(), drawn, sums);
                }
                match others.next() {
                    Some(next) => *running = next,
                    None => *goes_on = false,
                }
            }
        }
        for (running, _) in all.into_iter().zip(goes_on).filter(|(_, goes_on)| *goes_on) {
            self.follow(on, running, until, sums, hand_on);
        }
    }

    /// Follows a fight to its end, or as far as possible.
    #[inline]
    fn follow(
        &self,
        on: (&Compact, &[Column]),
        mut running: Running,
        until: u32,
        sums: &mut Sums,
        hand_on: &mut impl FnMut(Running, usize, &mut Sums),
    ) {
        let taken = &mut sums.drawn[..];
        let stop = loop {
            let drawn = running.draw(on, until);
            if !running.go_on(on.0, drawn, taken) {
                break drawn;
            }
        };
        if !self.is_over(running.round, stop, sums) {
            hand_on(running, stop, sums);
        }
    }

    /// Returns whether a fight ends with this transition, and counts it if so.
    #[inline]
    fn is_over(&self, round: u32, stop: usize, sums: &mut Sums) -> bool {
        let over = self.overs[stop];
        let ended = sums.rounds.get_mut(over.end as usize);
        let ended = ended.and_then(|rounds| rounds.get_mut((round + over.rounds_on) as usize));
        let Some(times) = ended else { return false };
        sums.drawn[stop] += 1;
        *times += 1;
        true
    }
}

/// A fight in progress. [`Sampled`] dice would carry more state than is needed here.
#[derive(Clone)]
pub(super) struct Running {
    /// Its row.
    pub at: u32,
    pub round: u32,
    pub generator: Xoshiro256PlusPlus,
}

impl Running {
    /// Draws the next transition.
    #[expect(
        clippy::inline_always,
        reason = "a call for each step of a fight costs a tenth of it"
    )]
    #[inline(always)]
    fn draw(&mut self, (compact, columns): (&Compact, &[Column]), until: u32) -> usize {
        if self.round >= until {
            return UNKNOWN;
        }
        let row = &compact.rows[self.at as usize];
        row.step().pick_by(columns, || self.generator.next_u64())
    }

    /// Follows the transition if it is plain, and counts it. Returns whether it is plain.
    #[expect(
        clippy::inline_always,
        reason = "a call for each step of a fight costs a tenth of it"
    )]
    #[inline(always)]
    fn go_on(&mut self, compact: &Compact, drawn: usize, taken: &mut [u32]) -> bool {
        let transition = &compact.transitions[drawn];
        if !transition.is_plain() {
            return false;
        }
        taken[drawn] += 1;
        self.round += u32::from(transition.rounds_on);
        self.at = compact.targets[compact.rows[self.at as usize].target(transition)];
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::chain::tests::{chain, drawn};
    use crate::exact::boxing::{alike_from, at_once, boxing};

    #[test]
    fn fights_come_to_the_same_one_by_one_and_side_by_side() {
        for fight in [
            boxing(9, 40, true),
            boxing(9, 14, true),
            boxing(30, 200, true),
            alike_from(5, boxing(9, 20, true)),
            at_once(9, 40, false),
        ] {
            let chain = chain(&fight).expect("few situations");
            assert!(chain.transitions.single().is_some(), "{fight:?}");
            assert!(
                drawn(&fight, &chain) == drawn(&fight, &chain.without_single()),
                "{fight:?}"
            );
        }
    }
}
