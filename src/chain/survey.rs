//! Working out a chain: which situations come about most, and what a step from each of them leads to.
//!
//! Some fights are played by the rules to see what they come to. Then the steps of the commonest situations are
//! walked through along every path, until the budget is spent. All of it hangs on the matchup alone.

use std::cell::RefCell;

use indexmap::{IndexMap, IndexSet};

use super::{ALIKE, Branch, Case, Chain, Change, Goal, Kind, Span, Step, What, reduced, short};
use crate::dice::{Alias, Enumerated, Sampled, Weight};
use crate::exact::{self, Event, Recorder};
use crate::fight::{Counters, Fight, Progress, Stream};

/// Steps that are played to see what fights come to.
const SCOUTED: u32 = 1 << 14;
/// How often a situation has to have come about in them to be worth a survey.
const LEAST_VISITS: u32 = 4;
/// Most paths of one step, and of all.
const MOST_PATHS_OF_A_STEP: usize = 1 << 11;
const MOST_PATHS: usize = 1 << 16;
/// Most situations, those included that no step is known of.
const MOST_SITUATIONS: usize = 1 << 13;
/// Most counters that a path may lower: each set of them that may run out has branches of its own.
const MOST_LOWERED: u32 = 3;
/// The part of all steps that has to be known: with less, looking situations up costs more than it saves.
const LEAST_KNOWN: f64 = 0.75;

/// A list of events, as the number of one that was met before.
type EventsId = usize;

/// The chain of a fight, if it has one worth having. `scout` plays a step by the rules.
pub(crate) fn survey<F: Fight>(
    fight: &F,
    mut scout: impl FnMut(&mut F::State, &mut Sampled) -> Progress,
) -> Option<Chain<F::State>> {
    let cap = fight.cast().round_cap;
    if cap <= ALIKE + 3 {
        return None;
    }
    let alike = fight.set_round(&mut fight.start(), ALIKE);
    // The round after the next has to be like this one, too.
    let kind = Kind {
        until: alike.then_some(cap - 2),
        counts: fight.take_counters(&mut fight.start()).is_some(),
    };
    let mut visits: IndexMap<F::State, (u32, Counters), foldhash::fast::FixedState> =
        IndexMap::default();
    let stream = Stream::new(0, b"situations");
    let (mut steps, mut fights) = (0, 0);
    while steps < SCOUTED {
        let mut state = fight.start();
        let mut dice = stream.dice(fights);
        fights += 1;
        loop {
            if let Some((situation, _, counters)) = reduced(fight, &state, kind) {
                visits.entry(situation).or_insert((0, counters)).0 += 1;
            }
            steps += 1;
            if scout(&mut state, &mut dice) != Progress::Goes {
                break;
            }
        }
    }
    let mut common: Vec<(F::State, u32, Counters)> = visits
        .into_iter()
        .filter(|&(_, (times, _))| times >= LEAST_VISITS)
        .map(|(situation, (times, counters))| (situation, times, counters))
        .collect();
    common.sort_by_key(|&(_, times, _)| std::cmp::Reverse(times));
    if share(common.iter().map(|one| one.1).sum(), steps) < LEAST_KNOWN {
        return None;
    }
    let mut survey = Survey {
        fight,
        dice: Enumerated::default(),
        recorder: Recorder::default(),
        known: IndexSet::default(),
        spans: Vec::new(),
        paths: 0,
        chain: Chain {
            situations: IndexSet::default(),
            steps: Vec::new(),
            branches: Vec::new(),
            changes: Vec::new(),
            cases: Vec::new(),
            timed: Vec::new(),
            untimed: Vec::new(),
            kind,
            start: None,
        },
    };
    // Steps that will not be known: with too many of them there is no use in going on.
    let mut unknown = steps - common.iter().map(|one| one.1).sum::<u32>();
    for (situation, times, counters) in &common {
        if survey.visit(situation, counters).is_none() {
            unknown += times;
            if share(unknown, steps) > 1.0 - LEAST_KNOWN {
                return None;
            }
        }
    }
    let mut chain = survey.chain;
    chain.start = chain.find(fight, &fight.start());
    Some(chain)
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole)
}

struct Survey<'f, F: Fight> {
    fight: &'f F,
    dice: Enumerated,
    recorder: Recorder,
    /// Every list of events met, and where it stands in the chain.
    known: IndexSet<Box<[Event]>, foldhash::fast::FixedState>,
    spans: Vec<[Span; 2]>,
    /// Paths gone through so far.
    paths: usize,
    chain: Chain<F::State>,
}

/// One path of a step.
struct Path {
    to: Goal,
    after: Counters,
    events: EventsId,
    weight: Weight,
}

/// Paths with the same result.
type Group = (Goal, Vec<Change>, EventsId);

impl<F: Fight> Survey<'_, F> {
    /// The number of a situation, which is taken in if it is new; none where there is no more room.
    fn number(&mut self, situation: F::State) -> Option<u32> {
        let chain = &mut self.chain;
        let (at, new) = chain.situations.insert_full(situation);
        if new {
            chain.steps.push(None);
        }
        (at < MOST_SITUATIONS).then(|| short(at))
    }

    /// Works out the step of a situation; `None` if it has too many outcomes.
    fn visit(&mut self, situation: &F::State, counters: &Counters) -> Option<()> {
        let at = self.number(situation.clone())?;
        let mut top = Counters::NONE;
        for (place, _) in counters.iter() {
            top.set(place, Counters::TOP);
        }
        let paths = self.walk(situation, &top, 0)?;
        let mut groups: IndexMap<Group, Vec<usize>> = IndexMap::new();
        for (number, path) in paths.iter().enumerate() {
            let changes = changes(&top, path, |place| loss(&top, path, place), 0)?;
            let group = (path.to, changes, path.events);
            groups.entry(group).or_default().push(number);
        }
        // What each set of counters that may run out makes of all paths.
        let mut exhausted: IndexMap<u32, Vec<Path>> = IndexMap::new();
        for (_, changes, _) in groups.keys() {
            for set in subsets(changes)? {
                if !exhausted.contains_key(&set) {
                    let other = self.walk(situation, &top, set)?;
                    let alike = other.len() == paths.len()
                        && (other.iter().zip(&paths)).all(|(a, b)| a.weight == b.weight);
                    if !alike {
                        return None;
                    }
                    exhausted.insert(set, other);
                }
            }
        }
        let mut branches = Vec::new();
        for ((to, changes, events), of_it) in &groups {
            let start = short(self.chain.cases.len());
            for set in subsets(changes)? {
                let case = self.case(&top, set, &paths, &exhausted[&set], of_it)?;
                self.chain.cases.push(case);
            }
            let cases = Span {
                start,
                end: short(self.chain.cases.len()),
            };
            let branch = self.branch((*to, changes, *events), cases);
            let weight = of_it.iter().map(|&number| paths[number].weight).collect();
            branches.push((branch, weight));
        }
        self.chain.steps[at as usize] = Some(self.step(branches));
        Some(())
    }

    /// What the paths of a branch come to when these counters run out.
    fn case(
        &mut self,
        top: &Counters,
        exhausted: u32,
        paths: &[Path],
        then: &[Path],
        of_it: &[usize],
    ) -> Option<Case> {
        let mut groups: IndexMap<Group, Vec<Weight>> = IndexMap::new();
        for &number in of_it {
            let path = &then[number];
            let lost = |place| loss(top, &paths[number], place);
            let changes = changes(top, path, lost, exhausted)?;
            let group = (path.to, changes, path.events);
            groups.entry(group).or_default().push(path.weight);
        }
        let branch = |(group, weights): (Group, Vec<Weight>)| {
            let (to, changes, events) = group;
            let branch = self.branch((to, &changes, events), Span::default());
            (branch, weights)
        };
        let branches = groups.into_iter().map(branch).collect();
        let step = self.step(branches);
        Some(Case { exhausted, step })
    }

    fn branch(
        &mut self,
        (to, changes, events): (Goal, &[Change], EventsId),
        cases: Span,
    ) -> Branch {
        let start = short(self.chain.changes.len());
        self.chain.changes.extend(changes);
        let changes = Span {
            start,
            end: short(self.chain.changes.len()),
        };
        let [timed, untimed] = self.spans[events];
        Branch {
            to,
            changes,
            timed,
            untimed,
            cases,
        }
    }

    /// The step with these branches, whose weights may be a part of the whole.
    fn step(&mut self, branches: Vec<(Branch, Vec<Weight>)>) -> Step {
        let parts = |weights: &Vec<Weight>| weights.iter().map(|one| one.parts(64)).sum::<u128>();
        let parts: Vec<u128> = branches.iter().map(|(_, weights)| parts(weights)).collect();
        let whole = parts.iter().sum::<u128>().max(1);
        let odds: Vec<u128> = parts
            .iter()
            .map(|part| ((part << 63) / whole) << 1)
            .collect();
        let first = short(self.chain.branches.len());
        self.chain
            .branches
            .extend(branches.into_iter().map(|(branch, _)| branch));
        Step {
            odds: (odds.len() > 1).then(|| Alias::new(&odds)),
            first,
        }
    }

    /// Every path of a step, from counters at the top but for those that run out; `None` if there are too many.
    fn walk(&mut self, situation: &F::State, top: &Counters, exhausted: u32) -> Option<Vec<Path>> {
        let fight = self.fight;
        let mut counters = *top;
        for place in (0..Counters::MOST).filter(|place| exhausted >> place & 1 == 1) {
            counters.set(place, 0);
        }
        let mut start = situation.clone();
        fight.put_counters(&mut start, &counters);
        let base = fight.moment(&start).round;
        let mut ends: Vec<(Progress, F::State, EventsId, Weight)> = Vec::new();
        let (known, paths) = (&mut self.known, &mut self.paths);
        let mut fits = true;
        // The rules and what is done with their result both write, at different times.
        let desk = RefCell::new((&mut self.recorder, start.clone()));
        let along = |dice: &mut Enumerated| {
            let (recorder, state) = &mut *desk.borrow_mut();
            state.clone_from(&start);
            recorder.begin(base);
            exact::step(fight, state, dice, recorder)
        };
        self.dice.visit_while(along, |progress, weight| {
            let (recorder, state) = &mut *desk.borrow_mut();
            if let Progress::Ended(outcome) = &progress {
                recorder.ended(outcome);
            }
            let events = match known.get_index_of(recorder.events()) {
                Some(at) => at,
                None => known.insert_full(recorder.events().into()).0,
            };
            ends.push((progress, state.clone(), events, weight));
            *paths += 1;
            fits = ends.len() <= MOST_PATHS_OF_A_STEP && *paths <= MOST_PATHS;
            fits
        });
        if !fits || self.dice.is_beyond() || self.dice.left_open() > 0.0 {
            return None;
        }
        for list in &self.known.as_slice()[self.spans.len()..] {
            let spans = [false, true].map(|untimed| {
                let all = if untimed {
                    &mut self.chain.untimed
                } else {
                    &mut self.chain.timed
                };
                let start = short(all.len());
                let of_it = |event: &&Event| event.is_untimed() == untimed;
                all.extend(list.iter().filter(of_it).copied());
                let end = short(all.len());
                Span { start, end }
            });
            self.spans.push(spans);
        }
        let path = |(progress, state, events, weight): (Progress, F::State, EventsId, Weight)| {
            let (to, after) = if progress == Progress::Goes {
                let (next, round, after) = reduced(fight, &state, self.chain.kind)?;
                let at = self.number(next)?;
                let rounds_on = round - base;
                (Goal::Situation { at, rounds_on }, after)
            } else {
                (Goal::End, counters)
            };
            Some(Path {
                to,
                after,
                events,
                weight,
            })
        };
        ends.into_iter().map(path).collect()
    }
}

/// What a path takes off a counter at the top that stays; of the last step of a fight nobody needs it.
fn loss(top: &Counters, path: &Path, place: usize) -> i16 {
    let before = top.get(place).unwrap_or(0);
    path.after.get(place).map_or(0, |after| before - after)
}

/// What becomes of the counters on a path on which these run out; `None` if it hangs on more than that.
fn changes(
    top: &Counters,
    path: &Path,
    loss: impl Fn(usize) -> i16,
    exhausted: u32,
) -> Option<Vec<Change>> {
    let mut changes = Vec::new();
    for place in 0..Counters::MOST {
        let taken = loss(place);
        let what = match (top.get(place), path.after.get(place)) {
            (None, None) => continue,
            (Some(_), None) => What::IsGone,
            (Some(_), Some(_)) if path.to == Goal::End => What::Loses(taken),
            (Some(_), Some(after)) if exhausted >> place & 1 == 1 => What::Becomes(after),
            (Some(before), Some(after)) if after == before - taken => What::Loses(taken),
            // Neither what it was, less a loss, nor a number of its own.
            (Some(_), Some(after)) if after > Counters::TOP / 2 => return None,
            (_, Some(after)) => What::Becomes(after),
        };
        let place = u8::try_from(place).expect("there are few places");
        if what != What::Loses(0) {
            changes.push(Change { place, what });
        }
    }
    Some(changes)
}

/// Every set of the counters that a branch lowers, but for the empty one, as bits; `None` if it lowers too many.
fn subsets(changes: &[Change]) -> Option<Vec<u32>> {
    let mut sets = vec![0u32];
    for change in changes {
        if let What::Loses(_) = change.what {
            let with: Vec<u32> = sets.iter().map(|set| set | 1 << change.place).collect();
            sets.extend(with);
        }
    }
    sets.remove(0);
    (sets.len() < 1 << MOST_LOWERED).then_some(sets)
}
