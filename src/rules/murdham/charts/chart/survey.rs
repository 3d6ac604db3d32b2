//! Working out a chart: a turn from every situation, by every roll.
//!
//! The first turn leads to further situations, and those to others, until nothing new turns up. What a turn leads to is
//! whatever the ordinary rules make of it. A duel that gets too long or rolls too many dice has no chart.

use indexmap::IndexMap;

use super::{MOST_ENDS, MOST_WAYS};
use crate::dice::{Alias, Dice, Die, Enumerated, Throw};
use crate::exact::{Event, Recorder};
use crate::fight::{FighterSet, MOST_FIGHTERS, Progress, WHOLE, tell_fates};
use crate::rules::murdham::nouns::chart::{Chart, End, Events, Next, Turn};
use crate::rules::murdham::nouns::{Arena, Scene, State};

/// Most situations of a chart.
const MOST_SITUATIONS: usize = 1024;
/// Most rolls that are gone through for a chart, each a turn played: what that takes has to pay off in the fights.
const MOST_ROLLS: u32 = 1 << 15;
/// Most equally likely ways for the dice of a turn to fall.
const MOST_FALLS: u128 = 1 << 64;

/// What came of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Found<const N: usize> {
    /// The situation after it, its round not counted.
    pub state: State<N>,
    pub end: Option<End>,
    pub events: Vec<Event>,
}

/// Plays a turn and takes down what is counted of it: what tells its ways apart, and what does not, which is events of the
/// book's own and health left. Nobody goes down or leaves but with the last turn of a duel, and nobody is ever back.
pub(super) fn play<const N: usize, D: Dice>(
    arena: &Arena<N>,
    situation: &State<N>,
    dice: &mut D,
) -> (Found<N>, Vec<Event>) {
    let mut state = situation.clone();
    let mut notes = Recorder::default();
    let progress = Scene::new(arena, &mut state, dice, &mut notes).step();
    if let Progress::Ended(outcome) = &progress {
        tell_fates(arena, &state, outcome, &mut notes);
    }
    state.round = 0;
    let told = notes.events().iter().copied();
    let (mut downed, mut fled) = (FighterSet::NONE, FighterSet::NONE);
    for event in told.clone() {
        match event {
            Event::Downed(who, _) => downed.add(who),
            Event::Fled(who, _) => fled.add(who),
            _ => {}
        }
    }
    let end = match progress {
        Progress::Goes => None,
        Progress::Ended(mut outcome) => {
            outcome.rounds = 0;
            Some(End {
                outcome,
                downed,
                fled,
            })
        }
    };
    let is_deed = |event: &Event| matches!(event, Event::Happened(..) | Event::Left(..));
    let untimed = told.filter(|event| event.is_untimed());
    let (deeds, events) = untimed.partition(is_deed);
    (Found { state, end, events }, deeds)
}

/// The chart of a fight, if it has one.
pub(crate) fn chart<const N: usize>(arena: &Arena<N>) -> Option<Chart<N>> {
    let sized = N == 2 || N == MOST_FIGHTERS;
    if !sized || arena.lineup.count() != 2 || arena.scope.alike_from != Some(0) {
        return None;
    }
    let mut survey = Survey::default();
    let mut start = arena.start.clone();
    start.round = 0;
    survey.chart.situations.insert(start);
    let mut dice = Enumerated::default();
    let mut at = 0;
    while let Some(situation) = survey.chart.situations.get_index(at).cloned() {
        survey.visit(arena, &situation, &mut dice)?;
        at += 1;
    }
    Some(survey.chart)
}

/// A chart being drawn.
#[derive(Default)]
struct Survey<const N: usize> {
    chart: Chart<N>,
    rolls: u32,
}

impl<const N: usize> Survey<N> {
    /// Charts the turn that follows on a situation; `None` when that is too much.
    fn visit(
        &mut self,
        arena: &Arena<N>,
        situation: &State<N>,
        dice: &mut Enumerated,
    ) -> Option<()> {
        let mut odds: IndexMap<Found<N>, Likely, foldhash::fast::FixedState> = IndexMap::default();
        let mut fits = true;
        let turn = |dice: &mut Enumerated| {
            self.rolls += 1;
            if !fits || self.rolls > MOST_ROLLS {
                // Nothing is asked any more, so this is soon over.
                fits = false;
                return None;
            }
            let mut few = Few {
                dice,
                falls: 1,
                too_many: false,
            };
            let found = play(arena, situation, &mut few);
            fits = !few.too_many;
            Some(found)
        };
        dice.visit(turn, |found, path| {
            if let Some((found, deeds)) = found.filter(|_| path.of <= MOST_FALLS) {
                let parts = (path.ways << 64) / path.of;
                odds.entry(found).or_default().add(parts, &deeds);
            }
        });
        if !fits {
            return None;
        }
        let chart = &mut self.chart;
        chart.turns.push(Turn {
            table: Alias::new(&odds.values().map(|likely| likely.parts).collect::<Vec<_>>()),
            first: short(chart.next.len()),
            rounds: u32::from(!situation.open && !situation.ambush),
        });
        for (found, likely) in odds {
            chart.next.push(match found.end {
                Some(end) => Next::End(short(chart.ends.insert_full(end).0)),
                None => Next::Situation(short(chart.situations.insert_full(found.state).0)),
            });
            chart.events.push(Events {
                apart: found.events,
                likely: likely.deeds().collect(),
            });
        }
        let few = chart.ends.len() <= MOST_ENDS
            && chart.next.len() <= MOST_WAYS
            && chart.situations.len() <= MOST_SITUATIONS;
        few.then_some(())
    }
}

/// The odds of a way in parts of 2^64, and of each deed on it, counted as often as it is done.
#[derive(Debug, Default)]
struct Likely {
    parts: u128,
    deeds: Vec<(Event, u128)>,
}

impl Likely {
    fn add(&mut self, parts: u128, deeds: &[Event]) {
        self.parts += parts;
        for deed in deeds {
            match self.deeds.iter_mut().find(|(known, _)| known == deed) {
                Some((_, sum)) => *sum += parts,
                None => self.deeds.push((*deed, parts)),
            }
        }
    }

    /// Each deed as often as it is to be counted when the way is taken.
    fn deeds(&self) -> impl Iterator<Item = Event> {
        self.deeds.iter().map(|&(deed, sum)| {
            let likely = (sum * u128::from(WHOLE) + self.parts / 2) / self.parts.max(1);
            let (one, _) = deed.apart();
            one.times(u64::try_from(likely).expect("a turn is short"))
        })
    }
}

pub(super) fn short(length: usize) -> u32 {
    u32::try_from(length).expect("a chart is small")
}

/// Dice that walk every outcome as long as those are few, and show the least face of any die beyond.
struct Few<'a> {
    dice: &'a mut Enumerated,
    falls: u128,
    too_many: bool,
}

impl Few<'_> {
    fn may_ask(&mut self, falls: Option<u64>) -> bool {
        let falls = falls.and_then(|falls| self.falls.checked_mul(falls.into()));
        self.falls = falls.unwrap_or(u128::MAX);
        self.too_many |= self.falls > MOST_FALLS;
        !self.too_many
    }
}

impl Dice for Few<'_> {
    fn roll(&mut self, die: Die) -> u32 {
        if self.may_ask(Some(die.0.into())) {
            self.dice.roll(die)
        } else {
            1
        }
    }

    fn band<const M: usize>(&mut self, die: Die, limits: &[u32; M]) -> usize {
        if self.may_ask(Some(die.0.into())) {
            self.dice.band(die, limits)
        } else {
            0
        }
    }

    fn total(&mut self, throw: Throw) -> i32 {
        if self.may_ask(throw.ways()) {
            self.dice.total(throw)
        } else {
            throw.min()
        }
    }
}
