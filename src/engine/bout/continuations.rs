//! Fresh fights that continue a reported fight from one of its moments, to find the chance to win at that
//! moment.
//!
//! Only states between two steps can be continued, because during a step some choices are in the code and not
//! in the state. The moments of a [`Story`] are such states. The stream, the number of the reported fight,
//! the moment and the number of the fresh fight determine its random numbers. The order of play therefore
//! does not change a count.

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

    /// Plays these fresh fights from a moment of the story to their ends. At the last moment the fight is
    /// over, so all fresh fights end as the reported one did.
    ///
    /// # Panics
    /// If the story has no such moment.
    fn play(&self, moment: usize, fights: Range<u64>) -> Endings;
}

/// The number of fresh fights, and how many of them each side has won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endings {
    /// For each side, the number of fights that it has won.
    wins: Vec<u64>,
    /// The number of all fights, with and without a winner.
    fights: u64,
    /// Whether the fight was over at that moment, so that its ending is certain.
    over: bool,
}

impl Endings {
    /// Returns the counts before the first fight. `sides` is the number of sides.
    pub fn none(sides: usize) -> Self {
        Self {
            wins: vec![0; sides],
            fights: 0,
            over: false,
        }
    }

    /// Returns the number of fights.
    pub fn fights(&self) -> u64 {
        self.fights
    }

    /// Returns the number of fights that a side has won.
    pub fn wins(&self, side: SideId) -> u64 {
        self.wins[side.index()]
    }

    /// Returns the share of fights that each side has won, from 0 to 1, in the order of the sides. The
    /// interval has no width if the fight was over. Empty before the first fight.
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

    /// Counts fights with this ending. A win counts for each side of the alliance.
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
    /// The states at the moments of the story, in the same order.
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
        // The counts of this tally are not used: statistics contain only fights from their start.
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
