//! Working out a chain: which situations come about most, and what a step from each of them leads to.
//!
//! Some fights are played by the rules to see what they come to. Then the steps of the commonest situations are walked
//! through along every path (`outcomes.rs`), until the budget is spent. For later fights more of them are played, on the
//! chain so far, to see where they leave it. All of it hangs on the matchup alone. How far it goes: `limits.rs`.

mod draws;
mod limits;
mod outcomes;
mod paths;
mod shared;
mod turns;

use indexmap::{IndexMap, IndexSet};

use super::{
    Chain, Drawing, Kind, Lists, Place, Reduced, Span, Sums, Told, Transitions, reduced, short,
};
use crate::dice::{Enumerated, Sampled};
use crate::exact::{Event, Recorder};
use crate::fight::{Counters, Fight, Progress, Silent, Stream, Turns, first_alike};

pub(super) use draws::Tables;
pub(super) use limits::Limits;
pub(crate) use limits::{EFFORTS, Effort};
use limits::{
    HARDLY_ANY, LEAST_ROUNDS, LEAST_VISITS, MOST_NUMBERS, Most, SCOUTED, SCOUTED_AT_FIRST,
    least_known,
};
pub(super) use shared::Interned;
use shared::Shapes;

/// Why there is no chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoChain {
    /// Too little is known; with more effort it may be enough.
    TooLittle,
    /// No effort would make it worth while.
    Hopeless,
}

/// The chain of a fight, if it has one worth having: one that knows more than that of less effort. `scout` plays a step by
/// the rules.
pub(crate) fn survey<F: Fight>(
    fight: &F,
    effort: &Effort,
    before: Option<&Chain<F::State>>,
    scout: impl FnMut(&mut F::State, &mut Sampled) -> Progress,
) -> Result<Chain<F::State>, NoChain> {
    let limits = Limits::of(fight.orders_turns());
    survey_within(limits, fight, effort, before, scout)
}

/// The same within these limits.
pub(super) fn survey_within<F: Fight>(
    limits: Limits,
    fight: &F,
    effort: &Effort,
    before: Option<&Chain<F::State>>,
    mut scout: impl FnMut(&mut F::State, &mut Sampled) -> Progress,
) -> Result<Chain<F::State>, NoChain> {
    let mut survey = match before {
        Some(chain) => Survey::new(fight, limits, chain.clone()),
        None => begun(fight, limits, effort, &mut scout)?,
    };
    if effort.further > 0 && !survey.chain.is_whole {
        let unknown = survey.further(effort, &mut scout);
        // A chain that was worth having is so with more known: fights before this one are drawn from it in any case.
        if before.is_none() && unknown > 1.0 - least_known::<F::State>() {
            return Err(NoChain::TooLittle);
        }
        if effort.exhaustive {
            survey.exhaust();
        }
    }
    let mut chain = survey.chain;
    chain.transitions = Transitions::new(fight, &mut chain);
    chain.lists = Lists::new(
        chain.branches.iter().map(|branch| branch.untimed),
        &chain.untimed,
    );
    chain.start = chain.find(fight, &fight.start());
    Ok(chain)
}

/// A survey of what fights come to most, or that there is none worth having.
fn begun<'f, F: Fight>(
    fight: &'f F,
    limits: Limits,
    effort: &Effort,
    scout: &mut impl FnMut(&mut F::State, &mut Sampled) -> Progress,
) -> Result<Survey<'f, F>, NoChain> {
    let cap = fight.cast().round_cap;
    if cap < LEAST_ROUNDS {
        return Err(NoChain::Hopeless);
    }
    // The round after the next has to be like this one, too.
    let alike = first_alike(fight, 3).map(|first| (first, cap - 2));
    let counts = fight.take_counters(&mut fight.start()).is_some();
    let kind = Kind {
        alike,
        counts,
        fatal: (0..Counters::MOST)
            .filter(|&place| counts && fight.fell_by(place, 1).is_some())
            .fold(0, |bits, place| bits | 1 << place),
        orders: fight.orders_turns(),
    };
    let is_small = effort.further == 0;
    if kind.orders && is_small {
        // These have more steps than a small survey could work out.
        return Err(NoChain::TooLittle);
    }
    let mut survey = Survey::new(fight, limits, Chain::new(kind));
    let mut seen = survey.scout(SCOUTED_AT_FIRST, Seen::nothing(), scout);
    if share(seen.rare(LEAST_VISITS), seen.steps) > HARDLY_ANY {
        seen = survey.scout(SCOUTED, seen, scout);
    }
    let (steps, fights) = (seen.steps, survey.chain.scouted);
    survey.chain.steps_of_a_fight = u64::from(steps) / fights;
    let (common, rare) = seen.common(LEAST_VISITS, |_| true);
    if share(rare, steps) > 1.0 - limits.least_common {
        return Err(NoChain::Hopeless);
    }
    // Steps that will not be known: with too many of them a small survey is broken off.
    let mut unknown = rare;
    let too_little = |unknown| is_small && share(unknown, steps) > 1.0 - least_known::<F::State>();
    for (place, times, counters) in &common {
        if !too_little(unknown) && !survey.visit(place, counters) {
            unknown += times;
        }
    }
    if too_little(unknown) {
        return Err(NoChain::TooLittle);
    }
    // What is rare has hardly been looked for where few steps were enough.
    survey.chain.is_whole = unknown == 0 && steps >= SCOUTED;
    Ok(survey)
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole)
}

/// What fights came to by themselves, without the steps that are known.
struct Seen<S> {
    /// How often each situation came about, and counters that it had.
    visits: IndexMap<Place<S>, (u32, Counters), foldhash::fast::FixedState>,
    /// All steps, known or not.
    steps: u32,
}

impl<S> Seen<S> {
    fn nothing() -> Self {
        Self {
            visits: IndexMap::default(),
            steps: 0,
        }
    }

    /// How many times situations came about that did so less often than this.
    fn rare(&self, least: u32) -> u32 {
        let times = self.visits.values().map(|&(times, _)| times);
        times.filter(|&times| times < least).sum()
    }

    /// The situations of this kind that came about so often or more, most often first, and how many times others did.
    fn common(self, least: u32, is_of_it: impl Fn(&Place<S>) -> bool) -> (Vec<Visited<S>>, u32) {
        let (mut common, mut often) = (Vec::new(), Vec::new());
        let mut rare = 0;
        for (place, (times, counters)) in self.visits {
            if !is_of_it(&place) {
                continue;
            }
            if times >= least {
                often.push((times, common.len()));
                common.push(Some((place, times, counters)));
            } else {
                rare += times;
            }
        }
        most_often_first(&mut often);
        let common = often.into_iter().filter_map(|(_, at)| common[at].take());
        (common.collect(), rare)
    }
}

/// Sorts by how often something came about.
fn most_often_first(all: &mut [(u32, usize)]) {
    all.sort_by_key(|&(times, _)| std::cmp::Reverse(times));
}

/// A situation, how often it came about, and counters that it had.
type Visited<S> = (Place<S>, u32, Counters);

struct Survey<'f, F: Fight> {
    fight: &'f F,
    limits: Limits,
    most: Most,
    dice: Enumerated,
    recorder: Recorder,
    /// Every list of events met, and where it stands in the chain.
    known: IndexSet<Box<[Event]>, foldhash::fast::FixedState>,
    spans: Vec<[Span; 2]>,
    /// Every list of what the book itself counts, and of health left.
    happened: IndexSet<Box<[Event]>, foldhash::fast::FixedState>,
    tables: Tables,
    shapes: Shapes,
    /// What is told as it happens, and what of all fights at once.
    timed: Interned,
    untimed: Interned,
    /// The latter in terms of roles.
    told: IndexSet<Box<[Event]>, foldhash::fast::FixedState>,
    /// Paths gone through so far.
    paths: usize,
    /// Whether anybody has gone down or left in the situation that is looked at.
    somebody_is_out: bool,
    /// In which places, as bits, something is left of counters that run out there.
    rests: u32,
    /// The turns of a fight there, of whose order nobody else is asked.
    turns: Turns,
    chain: Chain<F::State>,
}

impl<'f, F: Fight> Survey<'f, F> {
    /// One that goes on from a chain.
    fn new(fight: &'f F, limits: Limits, chain: Chain<F::State>) -> Self {
        Self {
            fight,
            limits,
            most: Most::AT_FIRST,
            dice: Enumerated::down_to(limits.least_weight),
            recorder: if chain.kind.counts {
                Recorder::without_counters()
            } else {
                Recorder::default()
            },
            known: IndexSet::default(),
            happened: IndexSet::default(),
            spans: Vec::new(),
            tables: Tables::default(),
            shapes: Shapes::default(),
            timed: Interned::default(),
            untimed: Interned::default(),
            told: IndexSet::default(),
            paths: 0,
            somebody_is_out: false,
            rests: 0,
            turns: Turns::nobody(),
            chain,
        }
    }

    /// Plays further whole fights, up to so many steps or somewhat more, those on the chain that are known.
    fn scout(
        &mut self,
        steps: u32,
        mut seen: Seen<F::State>,
        play: &mut impl FnMut(&mut F::State, &mut Sampled) -> Progress,
    ) -> Seen<F::State> {
        let (fight, chain) = (self.fight, &self.chain);
        let stream = Stream::new(0, b"situations");
        let mut sums = Sums::new(chain);
        let mut scouted = chain.scouted;
        while seen.steps < steps {
            let mut dice = stream.dice(scouted);
            scouted += 1;
            let (mut state, mut told) = (fight.start(), Told::default());
            'fight: loop {
                let round = fight.moment(&state).round;
                // There nothing is drawn, however much is known.
                let near = round >= chain.until();
                let reduced = (!near).then(|| reduced(fight, &state, round, chain.kind));
                if let Some(reduced) = reduced.flatten() {
                    if let Some(mut here) = chain.known(&reduced, round) {
                        let is_unknown = loop {
                            let Some(step) = chain.step(&here) else {
                                break true;
                            };
                            seen.steps += 1;
                            let drawn = step.step.pick(&chain.columns, &mut dice);
                            let Some(drawn) = chain.settled(drawn, &mut dice) else {
                                break false;
                            };
                            let on = (&mut here, &mut told);
                            let end =
                                chain.follow(fight, drawn, on, &mut dice, &mut sums, &mut Silent);
                            if end.is_some() {
                                break 'fight;
                            }
                        };
                        state = chain.state(fight, &here);
                        if is_unknown || play(&mut state, &mut dice) == Progress::Goes {
                            continue;
                        }
                        break;
                    }
                    let Reduced {
                        place, counters, ..
                    } = reduced;
                    seen.visits.entry(place).or_insert((0, counters)).0 += 1;
                }
                seen.steps += 1;
                if play(&mut state, &mut dice) != Progress::Goes {
                    break;
                }
            }
        }
        self.chain.scouted = scouted;
        seen
    }

    /// Works out steps that were given up, and those that fights come to beyond the chain. The part of all steps that was not
    /// known before the latter.
    fn further(
        &mut self,
        effort: &Effort,
        play: &mut impl FnMut(&mut F::State, &mut Sampled) -> Progress,
    ) -> f64 {
        let steps_before = effort.from * self.chain.steps_of_a_fight;
        self.most = Most::after(steps_before, self.limits.bytes / size_of::<F::State>());
        self.try_again(self.most.paths / 2);
        let (mut unknown, mut is_all) = (1.0, false);
        for _ in 0..self.limits.rounds {
            let seen = self.scout(self.limits.more * effort.further, Seen::nothing(), play);
            unknown = share(seen.visits.values().map(|visit| visit.0).sum(), seen.steps);
            let is_new = |place: &Place<F::State>| !self.is_given_up(place);
            let (common, rare) = seen.common(self.limits.least_further_visits, is_new);
            for (place, _, counters) in &common {
                self.visit(place, counters);
            }
            is_all = common.is_empty() && rare == 0;
            if unknown < self.limits.little || self.paths > self.most.paths {
                break;
            }
        }
        let none = self.chain.given_up.is_empty();
        self.chain.is_whole = is_all && none;
        unknown
    }

    /// Works out all that known steps lead to, as far as there is room. Counters may come to too much, and so do turns that come
    /// in any order: where there are such, nothing.
    fn exhaust(&mut self) {
        let kind = self.chain.kind;
        if kind.counts || kind.orders || self.chain.is_whole {
            return;
        }
        // Situations that come up on the way follow those that are there.
        let mut at = 0;
        while at < self.chain.situations.numbers() && self.paths <= self.most.paths {
            if self.chain.steps[at].is_none() && !self.chain.given_up.contains_key(&short(at)) {
                let place = self.chain.situations.place(short(at));
                self.visit(&place, &Counters::NONE);
            }
            at += 1;
        }
        self.chain.is_whole =
            self.chain.given_up.is_empty() && at == self.chain.situations.numbers();
    }

    /// Whether the step of a situation was to be worked out before.
    fn is_given_up(&self, place: &Place<F::State>) -> bool {
        let at = self.chain.situations.number(place);
        at.is_some_and(|at| self.chain.given_up.contains_key(&at))
    }

    /// Works out the step of a situation. Says whether that was possible.
    fn visit(&mut self, place: &Place<F::State>, counters: &Counters) -> bool {
        let Some(at) = self.number(place) else {
            return false;
        };
        let is_known = self.work_out(at, place, counters);
        if !is_known {
            self.chain.given_up.insert(at, *counters);
        }
        is_known
    }

    /// Works out the steps that were given up and have no more paths than these, as far as there is room for paths.
    fn try_again(&mut self, paths_of_a_step: usize) {
        self.most.paths_of_a_step = paths_of_a_step;
        for (at, counters) in std::mem::take(&mut self.chain.given_up) {
            let place = self.chain.situations.place(at);
            self.visit(&place, &counters);
        }
    }

    /// The number of a place, which is taken in if it is new; none where there is no more room.
    fn number(&mut self, place: &Place<F::State>) -> Option<u32> {
        if let Some(next) = place.next {
            self.chain.situations.keep(next.kept)?;
        }
        self.first_number(place.situation.clone())?;
        self.chain.situations.number(place)
    }

    /// The first number of a situation, likewise.
    fn first_number(&mut self, situation: F::State) -> Option<u32> {
        let chain = &mut self.chain;
        let is_full = chain.situations.len() >= self.most.situations
            || chain.situations.numbers() >= MOST_NUMBERS;
        if is_full && !chain.situations.has(&situation) {
            return None;
        }
        let between = chain.kind.orders && self.fight.is_between_turns(&situation);
        let standing = self.fight.standing(&situation);
        let first = (chain.situations).insert(situation, between, standing);
        chain.steps.resize(chain.situations.numbers(), None);
        Some(first)
    }
}
