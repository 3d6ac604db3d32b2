//! Fresh fights that start in the middle of a reported fight, at one of its moments. They show the chance to
//! win at that moment.
//!
//! A fight can be continued only from a state between two steps, because during a step some choices exist
//! only in local variables. The moments of a [`Story`] are such states. The random numbers of a fresh fight
//! depend only on the stream, the number of the reported fight, the moment and the number of the fresh fight.
//! The order of play therefore does not change a count.

use std::fmt;
use std::ops::{AddAssign, Range};
use std::sync::Arc;

use super::{Compiled, Listener, Ready, Story};
use crate::fight::{Alliances, Ending, Fight, Progress, SideId, Stream, advance};
use crate::tally::{Interval, Tally};

/// A reported fight that can be continued from each of its moments.
pub trait Onward: fmt::Debug + Send + Sync {
    /// Returns the story of the reported fight.
    fn story(&self) -> &Story;

    /// Plays fresh fights with these numbers from a moment of the story to their ends. At the last moment the
    /// fight is already over, so all fresh fights end like the reported fight.
    ///
    /// # Panics
    /// If the story has no such moment.
    fn play(&self, moment: usize, fights: Range<u64>) -> Endings;
}

/// The number of fresh fights from one moment, and how many of them each side has won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endings {
    /// For each side, the number of fights that it has won.
    wins: Vec<u64>,
    /// The number of all fights, with and without a winner.
    fights: u64,
    /// Whether the reported fight was over at that moment, so that all fresh fights end alike.
    over: bool,
}

impl Endings {
    /// Returns counts of 0. `sides` is the number of sides.
    pub fn none(sides: usize) -> Self {
        Self {
            wins: vec![0; sides],
            fights: 0,
            over: false,
        }
    }

    /// Returns the number of fresh fights.
    pub fn fights(&self) -> u64 {
        self.fights
    }

    /// Returns the number of fresh fights that a side has won.
    pub fn wins(&self, side: SideId) -> u64 {
        self.wins[side.index()]
    }

    /// Returns the share of fresh fights that each side has won, from 0 to 1, in the order of the sides. The
    /// intervals have no width if the reported fight was over. The list is empty if there were no fights.
    pub fn chances(&self) -> Vec<Interval> {
        let all = self.fights();
        let chance = |&wins: &u64| {
            let sampled = Interval::wilson(wins, all)?;
            let (low, high) = (sampled.estimate, sampled.estimate);
            Some(if self.over {
                Interval {
                    low,
                    high,
                    ..sampled
                }
            } else {
                sampled
            })
        };
        self.wins.iter().filter_map(chance).collect()
    }

    /// Counts `fights` fights with this ending. A win counts for each side of the winning alliance.
    fn add(&mut self, ending: Ending, fights: u64, alliances: &Alliances) {
        self.fights += fights;
        if let Ending::Won(side) = ending {
            for side in alliances.members(side) {
                self.wins[side.index()] += fights;
            }
        }
    }
}

impl AddAssign<&Self> for Endings {
    fn add_assign(&mut self, more: &Self) {
        for (sum, wins) in self.wins.iter_mut().zip(&more.wins) {
            *sum += wins;
        }
        self.fights += more.fights;
        self.over |= more.over;
    }
}

/// A reported fight of a ruleset, with its state at each moment.
pub(super) struct Branches<'b, F: Fight> {
    pub(super) bout: &'b Compiled<F>,
    pub(super) ready: Arc<Ready<F>>,
    pub(super) stream: Stream,
    /// The number of the reported fight.
    pub(super) number: u64,
    pub(super) story: Story,
    /// The states at the moments of `story`, in the same order.
    pub(super) states: Vec<F::State>,
}

impl<F: Fight> fmt::Debug for Branches<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Branches");
        told.field("number", &self.number).finish_non_exhaustive()
    }
}

impl<F: Fight> Onward for Branches<'_, F> {
    fn story(&self) -> &Story {
        &self.story
    }

    fn play(&self, moment: usize, fights: Range<u64>) -> Endings {
        let fight = self.ready.fight(self.bout);
        let cast = fight.cast();
        let mut endings = Endings::none(cast.sides.len());
        let start = &self.states[moment];
        if moment + 1 == self.states.len() {
            endings.over = true;
            let (ending, count) = (self.story.outcome.ending, fights.end - fights.start);
            endings.add(ending, count, &cast.alliances);
            return endings;
        }
        let stream = self.stream.onward(self.number, moment as u64);
        let mut state = start.clone();
        // The counts of this tally are not used, because statistics contain only fights that are played from
        // their start.
        let mut tally = Tally::new(fight.cast());
        let mut listener = Listener::new(&mut tally);
        for n in fights {
            state.clone_from(start);
            let mut dice = stream.dice(n);
            let outcome = loop {
                if let Progress::Ended(outcome) =
                    advance(fight, &mut state, &mut dice, &mut listener)
                {
                    break outcome;
                }
            };
            endings.add(outcome.ending, 1, &cast.alliances);
        }
        endings
    }
}
