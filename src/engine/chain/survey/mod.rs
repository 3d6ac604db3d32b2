//! The survey builds a chain: it finds the most frequent states, and works out all results of a step from
//! each of them.
//!
//! The survey first plays warm-up fights by the rules to see which states occur. From the most frequent
//! states, it then plays the next step along every path of the dice (`outcomes.rs`), until it reaches its
//! limits. The results are a first chain. Then the survey plays more warm-up fights on this chain, to see in
//! which states fights leave it, and works out the steps of these states too. The result depends only on the
//! matchup. The limits are in `limits.rs`.

mod draws;
mod limits;
mod outcomes;
mod paths;
mod shared;

use indexmap::{IndexMap, IndexSet};

use super::{
    Chain, Drawing, Joint, Lists, Pending, Reduced, Reduction, Span, Sums, reduced, short,
};
use crate::dice::{Enumerated, Sampled};
use crate::exact::{Event, Recorder};
use crate::fight::{Counters, Fight, Progress, Silent, State as _, Stream, counters, first_alike};

pub(super) use draws::Tables;
use limits::{
    HARDLY_ANY, LEAST_COMMON, LEAST_FURTHER_VISITS, LEAST_ROUNDS, LEAST_VISITS, Most,
    SCOUTED_AT_FIRST, least_known,
};
pub(super) use shared::Interned;
use shared::Shapes;

/// Returns the chain of a fight. `scout` plays a step by the rules. Returns `None` if a chain would save no
/// time.
pub(crate) fn survey<F: Fight>(
    fight: &F,
    mut scout: impl FnMut(&mut F::State, &mut Sampled) -> Progress,
) -> Option<Chain<F::State>> {
    let cap = fight.cast().round_cap;
    if cap < LEAST_ROUNDS {
        return None;
    }
    // The first two rounds after an equivalent round must be equivalent to it as well.
    let alike = first_alike(fight, 3).map(|first| (first, cap - 2));
    let counts = counters::take(fight, &mut fight.start().clone()).is_some();
    let mut survey = Survey::new(
        fight,
        Reduction {
            alike,
            counts,
            fatal: (0..Counters::MOST)
                .filter(|&place| counts && counters::fell_by(fight, place, 1).is_some())
                .fold(0, |bits, place| bits | 1 << place),
        },
    );
    if !survey.common_steps(&mut scout) {
        return None;
    }
    survey.further(&mut scout);
    survey.exhaust();
    let mut chain = survey.chain;
    let start = chain.find(fight, fight.start()).map(|start| start.at);
    chain.joint = Joint::new(fight, &chain, start);
    chain.columns.append(&mut chain.joint.columns);
    chain.lists = Lists::new(
        chain.branches.iter().map(|branch| branch.untimed),
        &chain.untimed,
    );
    chain.start = chain.find(fight, fight.start());
    Some(chain)
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole)
}

/// The states in warm-up fights whose next step had not been worked out.
struct Seen<S> {
    /// For each state, how often it occurred, and the counters of one of these times.
    visits: IndexMap<S, (u32, Counters), foldhash::fast::FixedState>,
    /// The number of all steps in the warm-up fights, whether worked out before or not.
    steps: u32,
}

impl<S> Seen<S> {
    fn nothing() -> Self {
        Self {
            visits: IndexMap::default(),
            steps: 0,
        }
    }

    /// Returns the total number of visits to states with fewer than `least` visits.
    fn rare(&self, least: u32) -> u32 {
        let times = self.visits.values().map(|&(times, _)| times);
        times.filter(|&times| times < least).sum()
    }

    /// Returns the states that satisfy `is_of_it` and occurred at least `least` times, the most frequent
    /// first. Returns also the total number of visits to the rarer states that satisfy `is_of_it`.
    fn common(self, least: u32, is_of_it: impl Fn(&S) -> bool) -> (Vec<Visited<S>>, u32) {
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

/// Sorts pairs by their first number, the highest first.
fn most_often_first(all: &mut [(u32, usize)]) {
    all.sort_by_key(|&(times, _)| std::cmp::Reverse(times));
}

/// A state, the number of times that it occurred, and its counters at one of these times.
type Visited<S> = (S, u32, Counters);

struct Survey<'f, F: Fight> {
    fight: &'f F,
    most: Most,
    dice: Enumerated,
    recorder: Recorder,
    /// `known` has every list of events of a path found by now, without the events that the book defines. For
    /// each of these lists, `spans` has its ranges in [`Chain::timed`] and [`Chain::untimed`].
    known: IndexSet<Box<[Event]>, foldhash::fast::FixedState>,
    spans: Vec<[Span; 2]>,
    /// The lists of a path's remaining events: those that the book defines, and the remaining health. Each
    /// different list found by now is stored once.
    happened: IndexSet<Box<[Event]>, foldhash::fast::FixedState>,
    tables: Tables,
    shapes: Shapes,
    /// `timed` has the stored lists of events that must be reported one by one in their order. `untimed` has
    /// the stored lists of events that are reported as totals.
    timed: Interned,
    untimed: Interned,
    /// The number of paths played by now, of all steps together.
    paths: usize,
    /// Whether a fighter is out of the fight in the state whose step is being worked out.
    somebody_is_out: bool,
    /// The bit set of the counters that may leave a remainder when they run out.
    rests: u32,
    /// The numbers of the states whose step has too many outcomes or did not stay within the limits. Each has
    /// an example of its counters.
    given_up: IndexMap<u32, Counters, foldhash::fast::FixedState>,
    /// The number of warm-up fights played.
    scouted: u64,
    chain: Chain<F::State>,
}

impl<'f, F: Fight> Survey<'f, F> {
    /// Creates a survey that has not found anything yet.
    fn new(fight: &'f F, kind: Reduction) -> Self {
        Self {
            fight,
            most: Most::of(1, fight.start().bytes()),
            dice: Enumerated::default(),
            recorder: if kind.counts {
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
            paths: 0,
            somebody_is_out: false,
            rests: 0,
            given_up: IndexMap::default(),
            scouted: 0,
            chain: Chain::new(kind),
        }
    }

    /// Plays warm-up fights until `seen` has about `steps` steps, and adds the states found to `seen`. Steps
    /// that have been worked out are drawn on the chain. The others are played by `play`.
    fn scout(
        &mut self,
        steps: u32,
        mut seen: Seen<F::State>,
        play: &mut impl FnMut(&mut F::State, &mut Sampled) -> Progress,
    ) -> Seen<F::State> {
        let (fight, chain) = (self.fight, &self.chain);
        let stream = Stream::new(0, b"situations");
        let mut sums = Sums::new(chain);
        let mut scouted = self.scouted;
        while seen.steps < steps {
            let mut dice = stream.dice(scouted);
            scouted += 1;
            let (mut state, mut told) = (fight.start().clone(), Pending::default());
            'fight: loop {
                let round = fight.moment(&state).round;
                // In the last rounds, steps are never drawn, even if they are known. The states of these
                // rounds are therefore not added to `seen`.
                let near = round >= chain.until();
                let reduced = (!near).then(|| reduced(fight, &state, round, chain.kind));
                if let Some(reduced) = reduced.flatten() {
                    if let Some(mut here) = chain.known(&reduced, round) {
                        while let Some(step) = chain.step(&here) {
                            seen.steps += 1;
                            let drawn = step.step.pick(&chain.columns, &mut dice);
                            let drawn = chain.settled(drawn, &mut dice);
                            let on = (&mut here, &mut told);
                            let end =
                                chain.follow(fight, drawn, on, &mut dice, &mut sums, &mut Silent);
                            if end.is_some() {
                                break 'fight;
                            }
                        }
                        state = chain.state(fight, &here);
                        continue;
                    }
                    let Reduced {
                        situation,
                        counters,
                    } = reduced;
                    seen.visits.entry(situation).or_insert((0, counters)).0 += 1;
                }
                seen.steps += 1;
                if play(&mut state, &mut dice) != Progress::Goes {
                    break;
                }
            }
        }
        self.scouted = scouted;
        seen
    }

    /// Works out the steps of the most frequent states. Returns whether enough of all steps in the warm-up
    /// fights begin in states with a worked-out step.
    fn common_steps(
        &mut self,
        play: &mut impl FnMut(&mut F::State, &mut Sampled) -> Progress,
    ) -> bool {
        let mut seen = self.scout(SCOUTED_AT_FIRST, Seen::nothing(), play);
        self.most = Most::of(
            u64::from(seen.steps) / self.scouted,
            self.fight.start().bytes(),
        );
        if share(seen.rare(LEAST_VISITS), seen.steps) > HARDLY_ANY {
            seen = self.scout(self.most.scouted, seen, play);
        }
        let steps = seen.steps;
        let (common, rare) = seen.common(LEAST_VISITS, |_| true);
        if share(rare, steps) > 1.0 - LEAST_COMMON {
            return false;
        }
        // The number of visits to states whose steps were not worked out. If it becomes too high, the survey
        // stops.
        let mut unknown = rare;
        let too_little =
            |unknown| share(unknown, steps) > 1.0 - least_known(self.fight.start().bytes());
        for (situation, times, counters) in &common {
            if !too_little(unknown) && !self.visit(situation, counters) {
                unknown += times;
            }
        }
        !too_little(unknown)
    }

    /// Works out steps that had too many paths before, with a higher limit. Then works out the steps of
    /// frequent states that are not on the chain yet.
    fn further(&mut self, play: &mut impl FnMut(&mut F::State, &mut Sampled) -> Progress) {
        self.try_again(self.most.paths / 2);
        let seen = self.scout(self.most.further, Seen::nothing(), play);
        let is_new = |situation: &F::State| !self.is_given_up(situation);
        let (common, _) = seen.common(LEAST_FURTHER_VISITS, is_new);
        for (situation, _, counters) in &common {
            self.visit(situation, counters);
        }
    }

    /// Works out the steps of all states that worked-out steps lead to, within the limits. Does nothing if
    /// the fight has counters, because there could be too many such states.
    fn exhaust(&mut self) {
        if self.chain.kind.counts {
            return;
        }
        // Working out a step may append new states to the list.
        let mut at = 0;
        while at < self.chain.situations.len() && self.paths <= self.most.paths {
            if self.chain.steps[at].is_none() && !self.given_up.contains_key(&short(at)) {
                let situation = self.chain.situations.at(short(at)).clone();
                self.visit(&situation, &Counters::NONE);
            }
            at += 1;
        }
    }

    /// Returns whether working out the step of this state has failed.
    fn is_given_up(&self, situation: &F::State) -> bool {
        let at = self.chain.situations.number(situation);
        at.is_some_and(|at| self.given_up.contains_key(&at))
    }

    /// Works out the step of a state. Returns false if this is not possible within the limits.
    fn visit(&mut self, situation: &F::State, counters: &Counters) -> bool {
        let Some(at) = self.number(situation.clone()) else {
            return false;
        };
        let is_known = self.work_out(at, situation, counters);
        if !is_known {
            self.given_up.insert(at, *counters);
        }
        is_known
    }

    /// Tries again to work out the steps that failed before, with `paths_of_a_step` as the new limit for the
    /// paths of one step. The limit for all paths together still applies.
    fn try_again(&mut self, paths_of_a_step: usize) {
        self.most.paths_of_a_step = paths_of_a_step;
        for (at, counters) in std::mem::take(&mut self.given_up) {
            let situation = self.chain.situations.at(at).clone();
            self.visit(&situation, &counters);
        }
    }

    /// Returns the number of a state. A new state is added to the chain. Returns `None` if the chain has no
    /// room for it.
    fn number(&mut self, situation: F::State) -> Option<u32> {
        let chain = &mut self.chain;
        let is_full = chain.situations.len() >= self.most.situations;
        if is_full && !chain.situations.has(&situation) {
            return None;
        }
        let standing = self.fight.roll_call(&situation).standing;
        let number = chain.situations.insert(situation, standing);
        chain.steps.resize(chain.situations.len(), None);
        Some(number)
    }
}
