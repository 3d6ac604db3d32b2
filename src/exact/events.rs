//! What happens along one path of a step, written down so that it can be told again with a weight.
//!
//! Most paths of most situations tell one of a few lists of events, so each is kept once, and weights are added up per list.
//! Rounds are written relative to that of the situation, so that a list is the same in every round.

use indexmap::IndexSet;

use super::Odds;
use crate::fight::{
    Blow, EventId, FighterId, FighterSet, LineId, ListId, Outcome, Place, WeaponId, Witness,
};
use crate::tally::{Expected, Tally};

/// One thing that was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Event {
    Attacked(FighterId, FighterId, WeaponId, u32, u64),
    Lost(FighterId, FighterId, WeaponId, u32),
    Downed(FighterId, u32),
    Back(FighterId, u32),
    Fled(FighterId, u32),
    /// Who was out of the fight before the first of those who go along this path.
    Out(FighterSet),
    Happened(FighterId, EventId, u64),
    Left(FighterId, u32, u64),
    Used(FighterId, LineId, u64),
    RanOut(FighterId, ListId, u64),
    Ended(Outcome),
}

/// Writes down what it is told.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    events: Vec<Event>,
    /// The round that others are relative to.
    base: u32,
    /// Who is out of the fight when the list begins, until it says so.
    out: Option<FighterSet>,
}

impl Recorder {
    /// Begins a new list, from a situation of this round in which these are out of the fight.
    pub(super) fn begin(&mut self, base: u32, out: FighterSet) {
        self.events.clear();
        self.base = base;
        self.out = Some(out);
    }

    /// Notes who is out before somebody goes.
    fn go(&mut self) {
        if let Some(out) = self.out.take() {
            self.events.push(Event::Out(out));
        }
    }

    pub(super) fn ended(&mut self, outcome: &Outcome) {
        let rounds = outcome.rounds.wrapping_sub(self.base);
        self.events
            .push(Event::Ended(Outcome { rounds, ..*outcome }));
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
            .push(Event::Lost(attacker, target, weapon, ranks));
    }

    fn downed(&mut self, who: FighterId, round: u32) {
        self.go();
        self.events.push(Event::Downed(who, self.since(round)));
    }

    fn back(&mut self, who: FighterId, round: u32) {
        self.go();
        self.events.push(Event::Back(who, self.since(round)));
    }

    fn fled(&mut self, who: FighterId, round: u32) {
        self.go();
        self.events.push(Event::Fled(who, self.since(round)));
    }

    fn happened(&mut self, who: FighterId, event: EventId, parts: u64) {
        self.events.push(Event::Happened(who, event, parts));
    }

    fn left(&mut self, who: FighterId, health: u32, parts: u64) {
        self.events.push(Event::Left(who, health, parts));
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
            None => self.last.push(number),
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
                    retell(*event, base, weight, tally, odds);
                }
            }
        }
    }
}

fn retell(event: Event, base: u32, weight: f64, tally: &mut Tally<Expected>, odds: &mut Odds) {
    let at = |round: u32| base.wrapping_add(round);
    match event {
        Event::Attacked(by, target, weapon, mark, times) => {
            tally.marked(Place::default(), by, target, weapon, mark, times);
        }
        Event::Lost(by, target, weapon, ranks) => tally.lost(by, target, weapon, ranks),
        Event::Downed(who, round) => tally.downed(who, at(round)),
        Event::Back(who, round) => tally.back(who, at(round)),
        Event::Fled(who, round) => tally.fled(who, at(round)),
        Event::Out(out) => tally.resume(out),
        Event::Happened(who, event, parts) => tally.happened(who, event, parts),
        Event::Left(who, health, parts) => tally.left(who, health, parts),
        Event::Used(who, line, times) => tally.line_repeated(who, line, times),
        Event::RanOut(who, list, times) => tally.list_ran_out_repeatedly(who, list, times),
        Event::Ended(outcome) => {
            let rounds = at(outcome.rounds);
            let outcome = Outcome { rounds, ..outcome };
            tally.ended(&outcome);
            odds.outcomes.entry(outcome).or_default().add(weight);
        }
    }
}
