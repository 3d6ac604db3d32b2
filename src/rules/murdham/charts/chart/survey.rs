//! Working out a chart: a turn from every situation, by every roll.
//!
//! The first turn leads to further situations, and those to others, until nothing new turns up. What a turn leads to is
//! whatever the ordinary rules make of it. A duel that gets too long or rolls too many dice has no chart.

use indexmap::IndexMap;

use super::{MOST_ENDS, MOST_WAYS};
use crate::chain::means;
use crate::dice::{Alias, Dice, Die, Enumerated, Throw, Weight};
use crate::exact::{Event, Recorder};
use crate::fight::{FighterSet, MOST_FIGHTERS, Progress, tell_fates};
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

/// Whether fights with room for so many may have a chart: duels, and whatever is told, which has room for all.
pub(crate) const fn is_sized<const N: usize>() -> bool {
    N == 2 || N == MOST_FIGHTERS
}

/// The chart of a fight of such a size, if it has one.
pub(crate) fn chart<const N: usize>(arena: &Arena<N>) -> Option<Chart<N>> {
    if arena.lineup.count() != 2 || arena.scope.alike_from != Some(0) {
        return None;
    }
    let mut chart = Chart::default();
    let mut start = arena.start.clone();
    start.round = 0;
    chart.situations.insert(start);
    let (mut dice, mut rolls) = (Enumerated::default(), 0);
    while let Some(situation) = chart.situations.get_index(chart.turns.len()).cloned() {
        let ways = ways(arena, &situation, &mut dice, &mut rolls)?;
        let parts = |paths: &Vec<(Weight, _)>| paths.iter().map(|(path, _)| path.parts(64)).sum();
        chart.turns.push(Turn {
            table: Alias::new(&ways.values().map(parts).collect::<Vec<u128>>()),
            first: short(chart.next.len()),
            rounds: u32::from(!situation.open && !situation.ambush),
        });
        for (found, paths) in ways {
            chart.next.push(match found.end {
                Some(end) => Next::End(short(chart.ends.insert_full(end).0)),
                None => Next::Situation(short(chart.situations.insert_full(found.state).0)),
            });
            let deeds = paths.iter().map(|(path, deeds)| (*path, deeds.as_slice()));
            chart.events.push(Events {
                apart: found.events,
                likely: means(deeds),
            });
        }
        if chart.ends.len() > MOST_ENDS
            || chart.next.len() > MOST_WAYS
            || chart.situations.len() > MOST_SITUATIONS
        {
            return None;
        }
    }
    Some(chart)
}

/// What a turn can come to, and by which paths.
type Ways<const N: usize> =
    IndexMap<Found<N>, Vec<(Weight, Vec<Event>)>, foldhash::fast::FixedState>;

/// The ways of the turn that follows on a situation; `None` where they are too many.
fn ways<const N: usize>(
    arena: &Arena<N>,
    situation: &State<N>,
    dice: &mut Enumerated,
    rolls: &mut u32,
) -> Option<Ways<N>> {
    let mut ways = Some(Ways::default());
    let turn = |dice: &mut Enumerated| {
        let falls = Some(1);
        let mut few = Few { dice, falls };
        let found = play(arena, situation, &mut few);
        few.falls.map(|_| found)
    };
    dice.visit_while(turn, |found, path| {
        *rolls += 1;
        match (&mut ways, found) {
            (Some(ways), Some((found, deeds))) if *rolls <= MOST_ROLLS => {
                ways.entry(found).or_default().push((path, deeds));
            }
            _ => ways = None,
        }
        ways.is_some()
    });
    ways
}

pub(super) fn short(length: usize) -> u32 {
    u32::try_from(length).expect("a chart is small")
}

/// Dice that walk every outcome, die by die, and count the ways for them to fall as long as those are few.
struct Few<'a> {
    dice: &'a mut Enumerated,
    falls: Option<u128>,
}

impl Few<'_> {
    fn count(&mut self, falls: Option<u64>) -> &mut Enumerated {
        let all = self.falls.zip(falls);
        let all = all.map(|(all, falls)| all * u128::from(falls));
        self.falls = all.filter(|&all| all <= MOST_FALLS);
        self.dice
    }
}

impl Dice for Few<'_> {
    fn roll(&mut self, die: Die) -> u32 {
        self.count(Some(die.0.into())).roll(die)
    }

    fn band<const M: usize>(&mut self, die: Die, limits: &[u32; M]) -> usize {
        self.count(Some(die.0.into())).band(die, limits)
    }

    fn total(&mut self, throw: Throw) -> i32 {
        self.count(throw.ways()).total(throw)
    }
}
