//! A common interface to the fights of all rulesets. Its methods are called dynamically, which costs little
//! time, because a block of fights needs only one call.

mod continuations;
mod drawn;
mod label;

pub use continuations::{Endings, Onward};
pub use label::{Label, Labels};

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use crate::chain::{self, Chain, ROLLED};
use crate::dice::{Recorded, Sampled};
use crate::exact::{self, Budget, Event, Odds, Recorder, Solved, TooLarge, Watch};
use crate::fight::{
    Blow, Cast, CombatantId, EventId, Fight, FighterId, FighterSet, LineId, ListId, NoteRange,
    ObjectiveId, Outcome, Progress, State, Stream, Supplies, WeaponId, Witness, advance, play_in,
};
use crate::tally::{Singles, Tally};
use continuations::Branches;

/// A compiled matchup of any ruleset.
pub trait Bout: fmt::Debug + Send + Sync {
    /// Returns the cast of the matchup.
    fn cast(&self) -> &Cast;

    /// Returns the label: the content of the matchup, written so that equal contents have equal bytes. The
    /// label is part of the key that determines the random numbers.
    fn label(&self) -> Vec<u8>;

    /// Plays the fights with these numbers of the stream and counts them in `tally`.
    fn play(&self, stream: &Stream, fights: Range<u64>, tally: &mut Tally);

    /// Plays these fights with paired luck, and keeps the result of each in `singles`. Two bouts can be
    /// compared in this way: if a roll occurs in fight `n` of both, with the same stream, both get the same
    /// luck for it.
    fn play_paired(&self, stream: &Stream, fights: Range<u64>, singles: &mut Singles);

    /// Returns the outcome of fight `n` of the stream.
    fn outcome(&self, stream: &Stream, n: u64) -> Outcome;

    /// Returns the exact probabilities of the fight's endings. At most `states` states are stored at once.
    ///
    /// # Errors
    /// If the fight needs more states at once.
    fn solve(&self, states: usize) -> Result<Odds, TooLarge>;

    /// Works out exact probabilities and means of the fight, as far as `budget` allows.
    fn work_out(&self, budget: &Budget, watch: &dyn Watch) -> Solved;

    /// Works out the fight without merging equal states: follows every history separately, along at most
    /// `most_paths` paths. Returns `None` if there are more. Tests compare the result with that of
    /// [`Bout::work_out`].
    fn work_out_unmerged(&self, most_paths: usize) -> Option<Solved>;

    /// Releases the tables for faster play. They are worked out again when they are needed.
    fn forget(&self) {}

    /// Returns the story of fight `n` of the stream. [`Bout::play`] counts the same fight.
    fn tell(&self, stream: &Stream, n: u64) -> Story;

    /// Returns the story of fight `n` of the stream together with its states, so that fresh fights can
    /// continue it from each moment.
    fn onward(&self, stream: &Stream, n: u64) -> Box<dyn Onward + '_>;
}

/// The transcript of a fight, with the events and the states of the fighters that belong to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// The sentences of the transcript, in order.
    pub lines: Vec<StoryLine>,
    /// The events of the fight, in order.
    pub events: Vec<StoryEvent>,
    /// The fighters at the start of the fight, and after each step that added a sentence, in order.
    pub moments: Vec<Moment>,
    /// The outcome of the fight.
    pub outcome: Outcome,
}

/// An event of a story: an attack, or a fighter that goes down, leaves or comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoryEvent {
    /// The number of sentences of the story before the event.
    pub lines: usize,
    /// The round of the event; 0 before the first round.
    pub round: u32,
    /// The kind of the event, with its data.
    pub what: Happened,
}

/// The kind of a [`StoryEvent`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    /// An attack was made, and its result is known.
    Attacked {
        /// The attacker.
        attacker: FighterId,
        /// The target.
        target: FighterId,
        /// The weapon.
        weapon: WeaponId,
        /// The result of the attack.
        blow: Blow,
    },
    /// A fighter went down.
    Downed(FighterId),
    /// A fighter left the fight alive.
    Fled(FighterId),
    /// A fighter has come back or arrived.
    Back(FighterId),
}

/// The fighters at a moment of a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// The number of sentences of the story before the moment.
    pub lines: usize,
    /// The fighters that are in the fight and not down at the moment.
    pub standing: FighterSet,
    /// The health of each fighter, in the unit of
    /// [`CastCombatant::health`](crate::fight::CastCombatant::health). All values are 0 if the book does not
    /// count health.
    pub health: Vec<u32>,
}

/// A sentence of a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryLine {
    /// The round of the sentence; 0 before the first round.
    pub round: u32,
    /// The clause of the rulebook that the sentence follows.
    pub clause: &'static str,
    /// The sentence.
    pub text: String,
    /// The policy lines that were used since the sentence before, in order. This is commonly the one line
    /// that decided the events of this sentence. If a line calls another decision list, it comes after the
    /// line used there.
    pub decided: Vec<(FighterId, LineId)>,
}

/// A [`Fight`] with its label, as a [`Bout`].
#[derive(Debug)]
pub struct Compiled<F: Fight> {
    fight: F,
    label: Label,
    /// Whether steps may be drawn from the probabilities of their results. If not, every die of a step is
    /// rolled.
    drawn: bool,
    /// The tables for faster play, once they have been made.
    ready: Mutex<Option<Arc<Ready<F>>>>,
    /// Whether a survey has shown that the fight has no chain. [`Bout::forget`] keeps this flag, because a
    /// survey takes long.
    unchained: AtomicBool,
}

/// A fight with its tables for faster play.
#[derive(Debug)]
struct Ready<F: Fight> {
    /// The fight with the additional tables of its book, if the book makes such tables.
    prepared: Option<F>,
    /// The chain for drawing steps. Not set before the survey, and `None` if the survey found no chain.
    chain: OnceLock<Option<Chain<F::State>>>,
    /// States that no thread uses at present. They keep their caches from earlier fights.
    states: Mutex<Vec<F::State>>,
}

/// The panic message for a poisoned lock. This cannot happen, because a thread that panics while it holds a
/// lock ends the run.
const UNPOISONED: &str = "a thread that panics ends the run";

impl<F: Fight> Compiled<F> {
    /// Creates a bout from a compiled fight and its label.
    pub fn new(fight: F, label: impl Into<Label>) -> Self {
        Self {
            fight,
            label: label.into(),
            drawn: true,
            ready: Mutex::new(None),
            unchained: AtomicBool::new(false),
        }
    }

    /// Sets whether steps may be drawn from the probabilities of their results. If not, every die of a step
    /// is rolled.
    #[must_use]
    pub fn drawn(self, drawn: bool) -> Self {
        Self { drawn, ..self }
    }

    /// Returns the tables for faster play, and makes them if they do not exist yet. If several threads need
    /// them at the same time, one thread makes them and the others wait.
    fn ready(&self) -> Arc<Ready<F>> {
        let mut ready = self.ready.lock().expect(UNPOISONED);
        Arc::clone(ready.get_or_insert_with(|| {
            Arc::new(Ready {
                prepared: self.fight.prepared(),
                chain: OnceLock::new(),
                states: Mutex::new(Vec::new()),
            })
        }))
    }

    /// Plays these fights and reports them to a listener.
    fn hear(&self, stream: &Stream, fights: Range<u64>, listener: &mut Listener<'_>) {
        let ready = self.ready();
        let fight = ready.fight(self);
        let drawn_from = fights.end.min(fights.start.max(ROLLED));
        let (rolled, drawn) = (fights.start..drawn_from, drawn_from..fights.end);
        listener.tally.follow_blows(true);
        let mut state = ready.state(fight);
        play_in(fight, &mut state, stream, rolled, listener);
        let chain = if drawn.is_empty() {
            None
        } else {
            ready.chain(self, drawn.start)
        };
        if chain.is_none() {
            play_in(fight, &mut state, stream, drawn.clone(), listener);
        }
        ready.states.lock().expect(UNPOISONED).push(state);
        listener.tally.follow_blows(false);
        if let Some(chain) = chain {
            chain.play_all(fight, stream, drawn, listener);
        }
    }
}

impl<F: Fight> Compiled<F> {
    /// Returns the story of fight `n` of the stream, and the state at each of its moments.
    fn told(&self, ready: &Ready<F>, stream: &Stream, n: u64) -> (Story, Vec<F::State>) {
        let fight = ready.fight(self);
        if let Some(chain) = ready.chain(self, n) {
            return drawn::tell(fight, chain, stream, n);
        }
        let mut told = RecordedStory::default();
        let mut dice = Recorded::beside(stream.dice(n), stream.aside(n));
        let mut state = fight.start().clone();
        if let Some(first) = fight.cast().day.as_ref().and_then(|day| day.stages.first()) {
            told.teller.say("", || {
                format!("The first fight of the day: {}.", first.name)
            });
        }
        told.look(fight, &state);
        loop {
            let progress = advance(fight, &mut state, &mut dice, &mut told.teller);
            told.look(fight, &state);
            if let Progress::Ended(outcome) = progress {
                return told.end(outcome);
            }
        }
    }
}

impl<F: Fight> Ready<F> {
    /// Returns a state to play in: one with the caches of earlier fights if no other thread uses it, or else
    /// a new one.
    fn state(&self, fight: &F) -> F::State {
        let spare = self.states.lock().expect(UNPOISONED).pop();
        spare.unwrap_or_else(|| fight.start().clone())
    }

    /// Returns the fight with additional tables if there is one, or else the fight of `bout`.
    fn fight<'r>(&'r self, bout: &'r Compiled<F>) -> &'r F {
        self.prepared.as_ref().unwrap_or(&bout.fight)
    }

    /// Returns the chain for drawing the steps of fight `n`. Returns `None` if that fight is rolled: it is
    /// one of the first, steps may not be drawn, or the matchup has no chain. Only a fight of two fighters
    /// without objectives and outside of a day can have a chain.
    fn chain(&self, bout: &Compiled<F>, n: u64) -> Option<&Chain<F::State>> {
        let cast = bout.fight.cast();
        let surveyed = cast.fighters.len() == 2 && cast.is_plain();
        if !surveyed || n < ROLLED || !bout.drawn || bout.unchained.load(Ordering::Relaxed) {
            return None;
        }
        let survey = || {
            let fight = self.fight(bout);
            let chain = chain::survey(fight, scouted(fight));
            bout.unchained.store(chain.is_none(), Ordering::Relaxed);
            chain
        };
        self.chain.get_or_init(survey).as_ref()
    }
}

/// Returns a function that plays a step by the rules. Reports of the step go to a tally that nobody reads.
fn scouted<F: Fight>(fight: &F) -> impl FnMut(&mut F::State, &mut Sampled) -> Progress {
    let mut tally = Tally::new(fight.cast());
    move |state, dice| {
        let mut listener = Listener::new(&mut tally);
        fight.step(state, dice, &mut listener)
    }
}

impl<F: Fight> Bout for Compiled<F> {
    fn cast(&self) -> &Cast {
        self.fight.cast()
    }

    fn label(&self) -> Vec<u8> {
        self.label.bytes()
    }

    fn play(&self, stream: &Stream, fights: Range<u64>, tally: &mut Tally) {
        self.hear(stream, fights, &mut Listener::new(tally));
    }

    fn play_paired(&self, stream: &Stream, fights: Range<u64>, singles: &mut Singles) {
        let ready = self.ready();
        let mut dice = Stream::paired(self.fight.cast());
        let mut recorder = Recorder::default();
        for n in fights {
            stream.turn(&mut dice, n);
            let outcome = exact::play(ready.fight(self), &mut dice, &mut recorder);
            for event in recorder.events() {
                if let &Event::Attacked(attacker, _, _, mark, times) = event {
                    singles.attacked(attacker, mark, times);
                }
            }
            singles.ended(&outcome);
        }
    }

    fn outcome(&self, stream: &Stream, n: u64) -> Outcome {
        let mut tally = Tally::new(self.cast());
        let mut listener = Listener::new(&mut tally);
        self.hear(stream, n..n + 1, &mut listener);
        listener.last.expect("a fight ends")
    }

    fn solve(&self, states: usize) -> Result<Odds, TooLarge> {
        exact::solve(self.ready().fight(self), states)
    }

    fn work_out(&self, budget: &Budget, watch: &dyn Watch) -> Solved {
        exact::work_out(self.ready().fight(self), budget, watch)
    }

    fn work_out_unmerged(&self, most_paths: usize) -> Option<Solved> {
        exact::unmerged(self.ready().fight(self), most_paths)
    }

    fn forget(&self) {
        *self.ready.lock().expect(UNPOISONED) = None;
    }

    fn tell(&self, stream: &Stream, n: u64) -> Story {
        self.told(&self.ready(), stream, n).0
    }

    fn onward(&self, stream: &Stream, n: u64) -> Box<dyn Onward + '_> {
        let ready = self.ready();
        let (story, states) = self.told(&ready, stream, n);
        Box::new(Branches {
            bout: self,
            ready,
            stream: *stream,
            number: n,
            story,
            states,
        })
    }
}

/// A witness that counts fights in a tally and keeps the last outcome. One type does both, so that the code
/// for playing a counted fight is compiled only once.
struct Listener<'t> {
    tally: &'t mut Tally,
    last: Option<Outcome>,
}

impl<'t> Listener<'t> {
    fn new(tally: &'t mut Tally) -> Self {
        Self { tally, last: None }
    }
}

impl Witness for Listener<'_> {
    #[inline]
    fn round_began(&mut self, round: u32) {
        self.tally.round_began(round);
    }

    #[inline]
    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        self.tally.attacked(attacker, target, weapon, blow);
    }

    #[inline]
    fn lost(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, ranks: u32) {
        self.tally.lost(attacker, target, weapon, ranks);
    }

    #[inline]
    fn downed(&mut self, who: FighterId, round: u32) {
        self.tally.downed(who, round);
    }

    #[inline]
    fn back(&mut self, who: FighterId, round: u32) {
        self.tally.back(who, round);
    }

    #[inline]
    fn fled(&mut self, who: FighterId, round: u32) {
        self.tally.fled(who, round);
    }

    #[inline]
    fn happened(&mut self, who: FighterId, event: EventId, parts: u64) {
        self.tally.happened(who, event, parts);
    }

    #[inline]
    fn left(&mut self, who: FighterId, health: u32, parts: u64) {
        self.tally.left(who, health, parts);
    }

    #[inline]
    fn line_used(&mut self, who: FighterId, line: LineId) {
        self.tally.line_used(who, line);
    }

    #[inline]
    fn list_ran_out(&mut self, who: FighterId, list: ListId) {
        self.tally.list_ran_out(who, list);
    }

    #[inline]
    fn line_repeated(&mut self, who: FighterId, line: LineId, times: u64) {
        self.tally.line_repeated(who, line, times);
    }

    #[inline]
    fn list_ran_out_repeatedly(&mut self, who: FighterId, list: ListId, times: u64) {
        self.tally.list_ran_out_repeatedly(who, list, times);
    }

    #[inline]
    fn place(&self, attacker: FighterId, target: FighterId, weapon: WeaponId) -> NoteRange {
        self.tally.place(attacker, target, weapon)
    }

    #[inline]
    fn marked(
        &mut self,
        place: NoteRange,
        attacker: FighterId,
        target: FighterId,
        weapon: WeaponId,
        mark: u32,
        times: u64,
    ) {
        let tally = &mut *self.tally;
        tally.marked(place, attacker, target, weapon, mark, times);
    }

    #[inline]
    fn met(&mut self, objective: ObjectiveId) {
        self.tally.met(objective);
    }

    #[inline]
    fn stage_over(&mut self, stage: usize, standing: FighterSet) {
        self.tally.stage_over(stage, standing);
    }

    #[inline]
    fn stage_left(&mut self, stage: usize, combatant: CombatantId, health: u32) {
        self.tally.stage_left(stage, combatant, health);
    }

    #[inline]
    fn stage_supplies(&mut self, stage: usize, combatant: CombatantId, supplies: Supplies) {
        self.tally.stage_supplies(stage, combatant, supplies);
    }

    #[inline]
    fn day_stopped(&mut self, stage: usize) {
        self.tally.day_stopped(stage);
    }

    #[inline]
    fn turn_to(&mut self, out: FighterSet) -> FighterSet {
        self.tally.turn_to(out)
    }

    #[inline]
    fn ended(&mut self, outcome: &Outcome) {
        self.tally.ended(outcome);
        self.last = Some(*outcome);
    }

    #[inline]
    fn ended_alike(&mut self, outcome: &Outcome, downed: FighterSet, times: u64) {
        self.tally.ended_alike(outcome, downed, times);
        self.last = Some(*outcome);
    }
}

/// A story in the making, with the state at each of its moments.
#[derive(Debug)]
struct RecordedStory<S> {
    teller: Teller,
    states: Vec<S>,
}

impl<S> Default for RecordedStory<S> {
    fn default() -> Self {
        Self {
            teller: Teller::default(),
            states: Vec::new(),
        }
    }
}

impl<S: State> RecordedStory<S> {
    /// Records the state after a step as a moment of the story. If the step added no sentence, it replaces
    /// the last moment.
    fn look<F: Fight<State = S>>(&mut self, fight: &F, state: &S) {
        if self.teller.look(fight, state) {
            self.states.pop();
        }
        self.states.push(state.clone());
    }

    fn end(self, outcome: Outcome) -> (Story, Vec<S>) {
        (self.teller.story(outcome), self.states)
    }
}

/// A witness that makes a story of the reports that it gets.
#[derive(Debug, Default)]
struct Teller {
    round: u32,
    lines: Vec<StoryLine>,
    events: Vec<StoryEvent>,
    moments: Vec<Moment>,
    decided: Vec<(FighterId, LineId)>,
}

impl Teller {
    /// Records the fighters after a step as a moment. If no sentence was added since the last moment, the new
    /// moment replaces it, and the result is true.
    fn look<F: Fight>(&mut self, fight: &F, state: &F::State) -> bool {
        let lines = self.lines.len();
        let replaces = self.moments.last().is_some_and(|last| last.lines == lines);
        if replaces {
            // No sentence was added since the last moment, so the new moment replaces it.
            self.moments.pop();
        }
        let everybody = fight.cast().everybody();
        self.moments.push(Moment {
            lines,
            standing: fight.roll_call(state).standing,
            health: everybody
                .iter()
                .map(|who| fight.left(state, who).health)
                .collect(),
        });
        replaces
    }

    fn note(&mut self, what: Happened) {
        self.events.push(StoryEvent {
            lines: self.lines.len(),
            round: self.round,
            what,
        });
    }

    fn story(self, outcome: Outcome) -> Story {
        Story {
            lines: self.lines,
            events: self.events,
            moments: self.moments,
            outcome,
        }
    }
}

impl Witness for Teller {
    const LISTENS: bool = true;

    fn round_began(&mut self, round: u32) {
        self.round = round;
    }

    /// The next fight of a day counts its rounds from 1 again.
    fn stage_over(&mut self, _stage: usize, _standing: FighterSet) {
        self.round = 0;
    }

    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        self.note(Happened::Attacked {
            attacker,
            target,
            weapon,
            blow,
        });
    }

    fn downed(&mut self, who: FighterId, _round: u32) {
        self.note(Happened::Downed(who));
    }

    fn fled(&mut self, who: FighterId, _round: u32) {
        self.note(Happened::Fled(who));
    }

    fn back(&mut self, who: FighterId, _round: u32) {
        self.note(Happened::Back(who));
    }

    fn line_used(&mut self, who: FighterId, line: LineId) {
        self.decided.push((who, line));
    }

    fn say(&mut self, clause: &'static str, text: impl FnOnce() -> String) {
        self.lines.push(StoryLine {
            round: self.round,
            clause,
            text: text(),
            decided: std::mem::take(&mut self.decided),
        });
    }
}

#[cfg(test)]
mod tests;
