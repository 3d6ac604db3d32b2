//! Lists of the events along a path of a step. A path is one combination of answers that the dice can give,
//! and its weight is its probability. Events are recorded first, and reported later with the weight.
//!
//! Many paths have the same events. Each list of events is therefore stored once, and the weights of its
//! paths are added up. Rounds in a list are relative to the round of the state before the step, so that the
//! same events give the same list in every round.

use indexmap::IndexSet;

use super::Odds;
use crate::fight::{
    Blow, CombatantId, EventId, FighterId, FighterSet, LineId, ListId, NoteRange, ObjectiveId,
    Outcome, Supplies, WeaponId, Witness,
};
use crate::tally::{Expected, Tally};

/// The greatest number of paths in [`EventLog::last`]. For these paths, the lists of events are compared with
/// those of the next step first.
const REMEMBERED: usize = 1 << 16;

/// The bytes that a list takes in addition to its events. These are its slot in a table that doubles while
/// the old table still exists, its weight, and the overhead of the allocator.
const BESIDE: usize = 160;

/// A recorded event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    Attacked(FighterId, FighterId, WeaponId, u32, u64),
    Lost(FighterId, FighterId, WeaponId, u32, u64),
    Downed(FighterId, u32),
    Back(FighterId, u32),
    Fled(FighterId, u32),
    /// The fighters that were out of the fight before the step. Recorded once per path, before the first
    /// fighter that goes down, leaves or comes back.
    Out(FighterSet),
    Happened(FighterId, EventId, u64),
    Left(FighterId, u32, u64),
    Used(FighterId, LineId, u64),
    RanOut(FighterId, ListId, u64),
    Met(ObjectiveId),
    /// A stage of a day (a fight or a rest) is over. These fighters still stand, of the people, the side that
    /// goes through the day.
    StageOver(u8, FighterSet),
    /// The health that a combatant's standing fighters have left after a stage of a day.
    StageLeft(u8, CombatantId, u32),
    /// The supplies that a combatant's standing fighters have left after a stage of a day.
    StageSupplies(u8, CombatantId, Supplies),
    /// The people ended the day after this stage, before its last one.
    Stopped(u8),
    Ended(Outcome),
}

/// A witness that records all reports as a list of events.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    events: Vec<Event>,
    /// The round that the rounds in the list are relative to.
    base: u32,
    /// The fighters that were out of the fight before the step. `None` once the list has them as an
    /// [`Event::Out`].
    out: Option<FighterSet>,
    /// Whether the recorded steps start from states without their counters.
    knows_no_counters: bool,
}

impl Recorder {
    /// Creates a recorder for steps that start from states without their counters. Such a step is worked out
    /// once for all states that differ only in counters.
    pub(crate) fn without_counters() -> Self {
        Self {
            knows_no_counters: true,
            ..Self::default()
        }
    }

    /// Begins a new list. `base` is the round of the state before the step, and `out` are the fighters that
    /// are out of the fight in this state.
    pub(crate) fn begin(&mut self, base: u32, out: FighterSet) {
        self.events.clear();
        self.base = base;
        self.out = Some(out);
    }

    /// Adds [`Event::Out`] to the list, unless the list has it already.
    fn go(&mut self) {
        if let Some(out) = self.out.take() {
            self.events.push(Event::Out(out));
        }
    }

    pub(crate) fn ended(&mut self, outcome: &Outcome) {
        let rounds = outcome.rounds.wrapping_sub(self.base);
        self.events
            .push(Event::Ended(Outcome { rounds, ..*outcome }));
    }

    /// Returns the events recorded since [`Recorder::begin`].
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    fn since(&self, round: u32) -> u32 {
        round.wrapping_sub(self.base)
    }
}

impl Witness for Recorder {
    fn knows_counters(&self) -> bool {
        !self.knows_no_counters
    }

    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        self.marked(
            NoteRange::default(),
            attacker,
            target,
            weapon,
            blow.mark(),
            1,
        );
    }

    fn marked(
        &mut self,
        _: NoteRange,
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

    fn met(&mut self, objective: ObjectiveId) {
        self.events.push(Event::Met(objective));
    }

    fn stage_over(&mut self, stage: usize, standing: FighterSet) {
        let stage = small(stage);
        self.events.push(Event::StageOver(stage, standing));
    }

    fn stage_left(&mut self, stage: usize, combatant: CombatantId, health: u32) {
        let stage = small(stage);
        self.events.push(Event::StageLeft(stage, combatant, health));
    }

    fn stage_supplies(&mut self, stage: usize, combatant: CombatantId, supplies: Supplies) {
        let stage = small(stage);
        let event = Event::StageSupplies(stage, combatant, supplies);
        self.events.push(event);
    }

    fn day_stopped(&mut self, stage: usize) {
        self.events.push(Event::Stopped(small(stage)));
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

/// Converts the number of a stage of a day to a byte. Panics if it is too large.
fn small(stage: usize) -> u8 {
    u8::try_from(stage).expect("a day has few stages")
}

/// Every different list of events found by now, stored once, with the total weight of its paths in the
/// present round.
#[derive(Debug, Default)]
pub(super) struct EventLog {
    known: IndexSet<Box<[Event]>, foldhash::fast::FixedState>,
    weights: Vec<Expected>,
    /// For each path of the last step, the number of its list. In the next step, the path with the same
    /// position commonly has the same list.
    last: Vec<u32>,
    bytes: usize,
}

impl EventLog {
    /// Returns the number of the list of events in `recorder`. `path` is the position of the path among the
    /// paths of its step, from 0.
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
                self.bytes += size_of_val(recorder.events.as_slice()) + BESIDE;
                self.known
                    .insert_full(recorder.events.clone().into_boxed_slice())
                    .0
            });
        u32::try_from(at).expect("fewer lists than situations, which are counted alike")
    }

    /// Adds `weight` to the weight of list `events`.
    #[inline]
    pub(super) fn add(&mut self, events: u32, weight: f64) {
        self.weights[events as usize].add(weight);
    }

    /// Returns the approximate number of bytes that all lists take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Reports all events with their weights, and sets the weights to 0. `base` is the round of the states
    /// before the steps.
    pub(super) fn tell(&mut self, base: u32, tally: &mut Tally<Expected>, odds: &mut Odds) {
        for (events, weight) in self.known.iter().zip(&mut self.weights) {
            let weight = std::mem::take(weight).value();
            if weight > 0.0 {
                tally.weigh(weight);
                for event in events {
                    if let Event::Out(out) = *event {
                        tally.resume(out);
                    }
                    if let Some(outcome) = event.tell(base, tally) {
                        odds.outcomes.entry(outcome).or_default().add(weight);
                    }
                }
            }
        }
    }
}

impl Event {
    /// Returns whether the time of the event in the fight does not matter. Many such events can be reported
    /// together.
    pub(crate) fn is_untimed(self) -> bool {
        match self {
            Self::Attacked(..)
            | Self::Lost(..)
            | Self::Happened(..)
            | Self::Left(..)
            | Self::Used(..)
            | Self::RanOut(..) => true,
            Self::Downed(..)
            | Self::Back(..)
            | Self::Fled(..)
            | Self::Out(_)
            | Self::Met(_)
            | Self::StageOver(..)
            | Self::StageLeft(..)
            | Self::StageSupplies(..)
            | Self::Stopped(_)
            | Self::Ended(_) => false,
        }
    }

    /// Returns an event that counts as much as this one `by` times. Events that must be reported in their
    /// order do not change.
    pub(crate) fn times(self, by: u64) -> Self {
        match self {
            Self::Attacked(who, target, weapon, mark, times) => {
                Self::Attacked(who, target, weapon, mark, times * by)
            }
            Self::Lost(who, target, weapon, ranks, times) => {
                Self::Lost(who, target, weapon, ranks, times * by)
            }
            Self::Happened(who, event, parts) => Self::Happened(who, event, parts * by),
            Self::Left(who, health, parts) => Self::Left(who, health, parts * by),
            Self::Used(who, line, times) => Self::Used(who, line, times * by),
            Self::RanOut(who, list, times) => Self::RanOut(who, list, times * by),
            timed => timed,
        }
    }

    /// Splits an event that is reported in parts of [`WHOLE`](crate::fight::WHOLE): returns the event with
    /// one part, and the number of parts. For any other event, returns the event and 1.
    pub(crate) fn apart(self) -> (Self, u64) {
        match self {
            Self::Happened(who, event, parts) => (Self::Happened(who, event, 1), parts),
            Self::Left(who, health, parts) => (Self::Left(who, health, 1), parts),
            whole => (whole, 1),
        }
    }

    /// Reports the event to a witness. `base` is the round of the state before the step. Returns the outcome
    /// if the event is the end of the fight. [`Event::Out`] is not reported, because the witness of a whole
    /// fight does not need it.
    #[inline]
    pub(crate) fn tell<W: Witness>(self, base: u32, witness: &mut W) -> Option<Outcome> {
        let at = |round: u32| base.wrapping_add(round);
        match self {
            Self::Attacked(by, target, weapon, mark, times) => {
                witness.marked(NoteRange::default(), by, target, weapon, mark, times);
            }
            Self::Lost(by, target, weapon, ranks, times) => {
                for _ in 0..times {
                    witness.lost(by, target, weapon, ranks);
                }
            }
            Self::Downed(who, round) => witness.downed(who, at(round)),
            Self::Back(who, round) => witness.back(who, at(round)),
            Self::Fled(who, round) => witness.fled(who, at(round)),
            Self::Out(_) => {}
            Self::Happened(who, event, parts) => witness.happened(who, event, parts),
            Self::Left(who, health, parts) => witness.left(who, health, parts),
            Self::Used(who, line, times) => witness.line_repeated(who, line, times),
            Self::RanOut(who, list, times) => witness.list_ran_out_repeatedly(who, list, times),
            Self::Met(objective) => witness.met(objective),
            Self::StageOver(stage, standing) => witness.stage_over(stage.into(), standing),
            Self::StageLeft(stage, combatant, health) => {
                witness.stage_left(stage.into(), combatant, health);
            }
            Self::StageSupplies(stage, combatant, supplies) => {
                witness.stage_supplies(stage.into(), combatant, supplies);
            }
            Self::Stopped(stage) => witness.day_stopped(stage.into()),
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
