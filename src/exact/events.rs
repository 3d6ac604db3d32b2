//! What happens along one path of a step, written down so that it can be told again with a weight.
//!
//! Most paths of most situations tell one of a few lists of events, so each is kept once, and weights are added up per list.
//! Rounds are written relative to that of the situation, so that a list is the same in every round.

use indexmap::IndexSet;

use super::Odds;
use crate::fight::{Blow, FighterId, LineId, ListId, Outcome, Place, WeaponId, Witness};
use crate::tally::{Expected, Tally};

/// Of how many paths of a step the list is remembered.
const REMEMBERED: usize = 1 << 16;

/// One thing that was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    Attacked(FighterId, FighterId, WeaponId, u32, u64),
    Lost(FighterId, FighterId, WeaponId, u32, u64),
    Downed(FighterId, u32),
    Back(FighterId, u32),
    Fled(FighterId, u32),
    Used(FighterId, LineId, u64),
    RanOut(FighterId, ListId, u64),
    Ended(Outcome),
}

/// Writes down what it is told.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    events: Vec<Event>,
    /// The round that others are relative to.
    base: u32,
}

impl Recorder {
    /// Begins a new list, from a situation of this round.
    pub(crate) fn begin(&mut self, base: u32) {
        self.events.clear();
        self.base = base;
    }

    pub(crate) fn ended(&mut self, outcome: &Outcome) {
        let rounds = outcome.rounds.wrapping_sub(self.base);
        self.events
            .push(Event::Ended(Outcome { rounds, ..*outcome }));
    }

    /// What was written down since.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    fn since(&self, round: u32) -> u32 {
        round.wrapping_sub(self.base)
    }
}

impl Witness for Recorder {
    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        self.marked(Place::default(), attacker, target, weapon, blow.mark(), 1);
    }

    fn marked(
        &mut self,
        _: Place,
        attacker: FighterId,
        target: FighterId,
        weapon: WeaponId,
        mark: u32,
        times: u64,
    ) {
        self.events
            .push(Event::Attacked(attacker, target, weapon, mark, times));
    }

    fn lost(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, ranks: u32) {
        self.events
            .push(Event::Lost(attacker, target, weapon, ranks, 1));
    }

    fn downed(&mut self, who: FighterId, round: u32) {
        self.events.push(Event::Downed(who, self.since(round)));
    }

    fn back(&mut self, who: FighterId, round: u32) {
        self.events.push(Event::Back(who, self.since(round)));
    }

    fn fled(&mut self, who: FighterId, round: u32) {
        self.events.push(Event::Fled(who, self.since(round)));
    }

    fn line_used(&mut self, who: FighterId, line: LineId) {
        self.line_repeated(who, line, 1);
    }

    fn list_ran_out(&mut self, who: FighterId, list: ListId) {
        self.list_ran_out_repeatedly(who, list, 1);
    }

    fn line_repeated(&mut self, who: FighterId, line: LineId, times: u64) {
        self.events.push(Event::Used(who, line, times));
    }

    fn list_ran_out_repeatedly(&mut self, who: FighterId, list: ListId, times: u64) {
        self.events.push(Event::RanOut(who, list, times));
    }
}

/// Every list of events met so far, each kept once, and what each weighs in the present round.
#[derive(Debug, Default)]
pub(super) struct EventLog {
    known: IndexSet<Box<[Event]>, foldhash::fast::FixedState>,
    weights: Vec<Expected>,
    /// The list of each path of a step: commonly that of the next situation's path.
    last: Vec<u32>,
    bytes: usize,
}

impl EventLog {
    /// The number of the list that was just written down, along this path of the step, counted from 0.
    pub(super) fn number(&mut self, recorder: &Recorder, path: usize) -> u32 {
        if let Some(&last) = self.last.get(path)
            && self.told(last) == recorder.events
        {
            return last;
        }
        let number = self.look_up(recorder);
        match self.last.get_mut(path) {
            Some(last) => *last = number,
            None if path < REMEMBERED => self.last.push(number),
            None => {}
        }
        number
    }

    fn told(&self, number: u32) -> &[Event] {
        self.known
            .get_index(number as usize)
            .expect("lists are numbered as they are first told")
    }

    fn look_up(&mut self, recorder: &Recorder) -> u32 {
        let at = self
            .known
            .get_index_of(recorder.events.as_slice())
            .unwrap_or_else(|| {
                self.weights.push(Expected::default());
                self.bytes += size_of_val(recorder.events.as_slice()) + 64;
                self.known
                    .insert_full(recorder.events.clone().into_boxed_slice())
                    .0
            });
        u32::try_from(at).expect("fewer lists than situations, which are counted alike")
    }

    /// Counts a list of events with this weight.
    #[inline]
    pub(super) fn add(&mut self, events: u32, weight: f64) {
        self.weights[events as usize].add(weight);
    }

    /// Memory taken, about.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Passes on all that was told of situations of this round.
    pub(super) fn tell(&mut self, base: u32, tally: &mut Tally<Expected>, odds: &mut Odds) {
        for (events, weight) in self.known.iter().zip(&mut self.weights) {
            let weight = std::mem::take(weight).value();
            if weight > 0.0 {
                tally.weigh(weight);
                for event in events {
                    if let Some(outcome) = event.tell(base, tally) {
                        odds.outcomes.entry(outcome).or_default().add(weight);
                    }
                }
            }
        }
    }
}

impl Event {
    /// Whether it is of no interest when in the fight it happens, so that many of it can be told at once.
    pub(crate) fn is_untimed(self) -> bool {
        match self {
            Self::Attacked(..) | Self::Lost(..) | Self::Used(..) | Self::RanOut(..) => true,
            Self::Downed(..) | Self::Back(..) | Self::Fled(..) | Self::Ended(_) => false,
        }
    }

    /// The same, so many times.
    pub(crate) fn times(self, by: u64) -> Self {
        match self {
            Self::Attacked(who, target, weapon, mark, times) => {
                Self::Attacked(who, target, weapon, mark, times * by)
            }
            Self::Lost(who, target, weapon, ranks, times) => {
                Self::Lost(who, target, weapon, ranks, times * by)
            }
            Self::Used(who, line, times) => Self::Used(who, line, times * by),
            Self::RanOut(who, list, times) => Self::RanOut(who, list, times * by),
            timed => timed,
        }
    }

    /// Tells it to a witness, in a situation of this round; the outcome, if it is the end of the fight.
    #[inline]
    pub(crate) fn tell<W: Witness>(self, base: u32, witness: &mut W) -> Option<Outcome> {
        let at = |round: u32| base.wrapping_add(round);
        match self {
            Self::Attacked(by, target, weapon, mark, times) => {
                witness.marked(Place::default(), by, target, weapon, mark, times);
            }
            Self::Lost(by, target, weapon, ranks, times) => {
                for _ in 0..times {
                    witness.lost(by, target, weapon, ranks);
                }
            }
            Self::Downed(who, round) => witness.downed(who, at(round)),
            Self::Back(who, round) => witness.back(who, at(round)),
            Self::Fled(who, round) => witness.fled(who, at(round)),
            Self::Used(who, line, times) => witness.line_repeated(who, line, times),
            Self::RanOut(who, list, times) => witness.list_ran_out_repeatedly(who, list, times),
            Self::Ended(outcome) => {
                let rounds = at(outcome.rounds);
                let outcome = Outcome { rounds, ..outcome };
                witness.ended(&outcome);
                return Some(outcome);
            }
        }
        None
    }
}
