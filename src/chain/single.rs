//! Fights without counters, played one after the other.
//!
//! Where a chain is small and no counter is part of it, a fight is a few draws, and to have it stand in a lane of its own costs
//! more than they do. So it is followed here with nothing but a row, a round and a generator, and how it ended is counted.

use std::ops::Range;

use super::compact::{Compact, UNKNOWN};
use super::felling::Instead;
use super::sums::{ENDS, ROUNDS};
use super::transitions::Lane;
use super::{Chain, Standing};
use crate::dice::{Column, Sampled};
use crate::fight::{Ending, FighterSet, Stream};
use rand::Rng;

/// Most transitions of such a chain: so many stay at hand. With more of them a processor waits for its memory, and is better off
/// with several fights side by side.
const MOST: usize = 1 << 13;

/// How the fights of a chain end.
#[derive(Debug, Clone)]
pub(super) struct Single {
    /// The kinds of ends: how, who stands, and who went down with that.
    pub ends: Vec<(Ending, FighterSet, FighterSet)>,
    /// The end that each transition is.
    overs: Vec<Over>,
}

/// One way in which a transition ends a fight: its kind, and how many rounds on that is.
#[derive(Debug, Clone, Copy)]
struct Over {
    end: u32,
    rounds_on: u32,
}

impl Over {
    /// It does not, or that is told otherwise.
    const NOT: Self = Self {
        end: u32::MAX,
        rounds_on: 0,
    };
}

impl Single {
    /// That of a chain, if its fights can be played so.
    pub(super) fn of<S>(chain: &Chain<S>, compact: &Compact) -> Option<Self> {
        let is_small = compact.transitions.len() <= MOST;
        if chain.kind.counts || chain.kind.orders || !is_small {
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

    /// Plays these fights, that all begin there, for as long as each of them is over on the chain before this round. One that is
    /// not is left in its lane, with the transition that was drawn and not followed; `None` if there is no such. How often each
    /// transition was drawn is counted, and in which rounds fights ended so.
    #[inline]
    pub(super) fn play(
        &self,
        (compact, columns): (&Compact, &[Column]),
        start: &Standing,
        (stream, fights): (&Stream, &mut Range<u64>),
        until: u32,
        (drawn, rounds): (&mut [u32], &mut [[u32; ROUNDS]]),
        lane: &mut Lane,
    ) -> Option<usize> {
        let first = compact.row_of(start.at);
        for n in fights {
            // Dice would have more to remember than fits a processor's registers.
            let mut generator = stream.generator(n);
            let (mut at, mut round) = (first, start.round);
            let stop = loop {
                if round >= until {
                    break UNKNOWN;
                }
                let row = &compact.rows[at as usize];
                let picked = row.step().pick_by(columns, || generator.next_u64());
                let transition = &compact.transitions[picked];
                if !transition.is_plain() {
                    break picked;
                }
                drawn[picked] += 1;
                round += u32::from(transition.rounds_on);
                at = compact.targets[row.target(transition)];
            };
            let over = self.overs[stop];
            let ended = rounds.get_mut(over.end as usize);
            let ended = ended.and_then(|rounds| rounds.get_mut((round + over.rounds_on) as usize));
            if let Some(times) = ended {
                drawn[stop] += 1;
                *times += 1;
            } else {
                (lane.row, lane.round) = (at, round);
                lane.dice = Sampled::new(generator);
                return Some(stop);
            }
        }
        None
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
