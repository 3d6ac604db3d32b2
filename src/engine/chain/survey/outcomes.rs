//! Works out a step of a chain: all results, and those that replace them if counters run out.

use indexmap::IndexMap;

use super::Survey;
use super::draws::Weighed;
use super::paths::{EventsId, Path};
use super::shared::Marks;
use crate::chain::{
    Branch, BranchTarget, Case, Change, CounterChange, Fall, Onward, Span, Step, short,
};
use crate::dice::Weight;
use crate::exact::Event;
use crate::fight::{Counters, EventKind, Fight, FighterSet, counters};

/// The greatest number of counters that a path may lower. Any set of these counters may run out together, and
/// each set needs separate branches.
const MOST_LOWERED: u32 = 3;

/// A map that keeps the order of insertion.
type Listed<K, V> = IndexMap<K, V, foldhash::fast::FixedState>;

/// The data that several paths of a step have in common: the next state, the changes of counters, and the
/// events. The list of changes is empty if the fight ends.
type Group = (Option<Onward>, Vec<Change>, EventsId);

impl<F: Fight> Survey<'_, F> {
    /// Works out the step of the state `situation`, which has the number `at`, and adds the step to the
    /// chain. Returns false if the step does not stay within the limits.
    pub(super) fn work_out(&mut self, at: u32, situation: &F::State, counters: &Counters) -> bool {
        let before = Marks::of(&self.chain);
        let Some(step) = self.worked_out(situation, counters) else {
            before.go_back(&mut self.chain);
            return false;
        };
        self.chain.steps[at as usize] = Some(self.share(step, before));
        true
    }

    fn worked_out(&mut self, situation: &F::State, counters: &Counters) -> Option<Step> {
        self.somebody_is_out = !self.fight.roll_call(situation).out.is_empty();
        let rests = |&place: &usize| counters::rest_of(self.fight, situation, place, 1).is_some();
        let tells = |place: usize| self.chain.kind.fatal >> place & 1 == 1;
        self.rests = (0..Counters::MOST)
            .filter(|place| counters.get(*place).is_some() && !tells(*place) && rests(place))
            .fold(0, |bits, place| bits | 1 << place);
        let mut top = Counters::NONE;
        for (place, _) in counters.iter() {
            top.set(place, Counters::TOP);
        }
        let paths = self.walk(situation, &top, 0)?;
        let mut branches = Vec::new();
        let mut groups: Listed<Group, Vec<usize>> = Listed::default();
        for (number, path) in paths.iter().enumerate() {
            let changes = match path.onward() {
                Some(_) => changes(&top, path, |place| loss(&top, path, place), (0, 0))?,
                None => Vec::new(),
            };
            let group = (path.onward(), changes, path.events);
            groups.entry(group).or_default().push(number);
        }
        // For each set of counters that may run out, the paths of the step if they do.
        let mut exhausted: Listed<u32, Vec<Path>> = Listed::default();
        for (_, changes, _) in groups.keys() {
            for set in subsets(changes)? {
                if !exhausted.contains_key(&set) {
                    let other = self.walk_alike(situation, &top, set, &paths)?;
                    exhausted.insert(set, other);
                }
            }
        }
        // These paths do not count towards the limit, because the survey can do without them. It must not
        // give up a step because of them.
        let walked = self.paths;
        let is_end = |path: &&Path| matches!(path.to, BranchTarget::End(_));
        let mut sets: Vec<u32> = (paths.iter().filter(is_end))
            .flat_map(|path| {
                let changes = changes_at_end(&top, path, |place| loss(&top, path, place), (0, 0));
                subsets(&changes).unwrap_or_default()
            })
            .collect();
        sets.sort_unstable();
        sets.dedup();
        for set in sets {
            if !exhausted.contains_key(&set)
                && let Some(other) = self.walk_alike(situation, &top, set, &paths)
            {
                exhausted.insert(set, other);
            }
        }
        self.paths = walked;
        for ((onward, changes, _), of_it) in &groups {
            let weighed = if onward.is_some() {
                let cases = self.cases(&top, subsets(changes)?, &paths, &exhausted, of_it)?;
                let branch = self.branch(&paths, of_it, changes, cases);
                (branch, weights(&paths, of_it))
            } else {
                self.end(&top, (&paths, &paths, of_it), 0, &exhausted)?
            };
            branches.push(weighed);
        }
        Some(self.step(branches))
    }

    /// Returns the paths of the step if the counters in the bit set `exhausted` run out. Returns `None` if
    /// they are not as many as `paths`, in the same order and with the same weights.
    fn walk_alike(
        &mut self,
        situation: &F::State,
        top: &Counters,
        exhausted: u32,
        paths: &[Path],
    ) -> Option<Vec<Path>> {
        let other = self.walk(situation, top, exhausted)?;
        let is_alike = |(a, b): (&Path, &Path)| a.weight == b.weight;
        let alike = other.len() == paths.len() && other.iter().zip(paths).all(is_alike);
        alike.then_some(other)
    }

    /// Adds to the chain one case for each of `sets`, the sets of counters that may run out. Returns the
    /// range of these cases in [`Chain::cases`].
    fn cases(
        &mut self,
        top: &Counters,
        sets: Vec<u32>,
        paths: &[Path],
        exhausted: &Listed<u32, Vec<Path>>,
        of_it: &[usize],
    ) -> Option<Span> {
        let mut cases = Vec::new();
        for set in sets {
            cases.push(self.case(top, set, (paths, &exhausted[&set], of_it), exhausted)?);
        }
        let start = short(self.chain.cases.len());
        self.chain.cases.extend(cases);
        let end = short(self.chain.cases.len());
        Some(Span { start, end })
    }

    /// Returns the case of a branch if the counters in `set` run out. `paths` are the paths on which all
    /// counters last. `then` are the paths on which the counters in `set` run out. `of_it` are the numbers of
    /// the branch's paths.
    fn case(
        &mut self,
        top: &Counters,
        set: u32,
        (paths, then, of_it): (&[Path], &[Path], &[usize]),
        exhausted: &Listed<u32, Vec<Path>>,
    ) -> Option<Case> {
        let mut groups: Listed<Group, Vec<usize>> = Listed::default();
        for &number in of_it {
            let path = &then[number];
            let lost = |place| loss(top, &paths[number], place);
            let changes = match path.onward() {
                Some(_) => changes(top, path, lost, (set, self.rests))?,
                None => Vec::new(),
            };
            let group = (path.onward(), changes, path.events);
            groups.entry(group).or_default().push(number);
        }
        let mut branches = Vec::new();
        for ((onward, changes, _), of_it) in &groups {
            let weighed = if onward.is_some() {
                let branch = self.branch(then, of_it, changes, Span::default());
                (branch, weights(then, of_it))
            } else {
                self.end(top, (paths, then, of_it), set, exhausted)?
            };
            branches.push(weighed);
        }
        let step = self.step(branches);
        Some(Case {
            exhausted: set,
            step,
        })
    }

    /// Returns the branch for paths that end the fight. The parameters are those of [`Survey::case`]. If the
    /// paths differ in their counters or fates at the end, the branch stands for a draw between several
    /// branches.
    fn end(
        &mut self,
        top: &Counters,
        (paths, then, of_it): (&[Path], &[Path], &[usize]),
        set: u32,
        exhausted: &Listed<u32, Vec<Path>>,
    ) -> Option<Weighed> {
        let mut ends: Listed<(BranchTarget, Vec<Change>, Vec<Event>), Vec<usize>> =
            Listed::default();
        for &number in of_it {
            let path = &then[number];
            let lost = |place| loss(top, &paths[number], place);
            let changes = changes_at_end(top, path, lost, (set, self.rests));
            let fates = self.fates(path.happened);
            ends.entry((path.to, changes, fates))
                .or_default()
                .push(number);
        }
        let mut branches: Vec<Weighed> = Vec::new();
        for ((_, changes, _), of_it) in &ends {
            let sets = match set {
                0 => subsets(changes).unwrap_or_default(),
                _ => Vec::new(),
            };
            let known = sets.iter().all(|set| exhausted.contains_key(set));
            let cases = (known && !sets.is_empty())
                .then(|| self.cases(top, sets, paths, exhausted, of_it))
                .flatten()
                .unwrap_or_default();
            let branch = self.branch(then, of_it, changes, cases);
            branches.push((branch, weights(then, of_it)));
        }
        if branches.len() == 1 {
            return branches.pop();
        }
        Some((self.one_of(branches), weights(then, of_it)))
    }

    /// Returns those events of list `happened` that are fates or remaining health.
    fn fates(&self, happened: usize) -> Vec<Event> {
        let events = self.fight.cast().events;
        let is_fate = |one: &&Event| match one {
            Event::Happened(_, event, _) => events[event.index()].kind == EventKind::Fate,
            _ => true,
        };
        let list = self.happened.get_index(happened).expect("lists are kept");
        list.iter().filter(is_fate).copied().collect()
    }

    /// Creates the branch for paths that differ at most in events that the book defines. The branch reports
    /// the mean of these events.
    fn branch(
        &mut self,
        paths: &[Path],
        of_it: &[usize],
        changes: &[Change],
        cases: Span,
    ) -> Branch {
        let start = short(self.chain.changes.len());
        self.chain.changes.extend(changes);
        let changes = Span {
            start,
            end: short(self.chain.changes.len()),
        };
        let first = &paths[of_it[0]];
        let [timed, mut untimed] = self.spans[first.events];
        let means = self.means(paths, of_it);
        if !means.is_empty() {
            let all = &mut self.chain.untimed;
            let list = [untimed.of(all), &means].concat();
            untimed = self.untimed.span(&list, all);
        }
        Branch {
            to: first.to,
            changes,
            timed,
            untimed,
            fall: self.fall(timed),
            cases,
        }
    }

    /// Returns the number of a [`Fall`] with the same content as the events `timed`. Returns `None` if there
    /// is no such `Fall`: the events must be fighters that go down, in the order of the cast, and the end of
    /// the fight, all in one round.
    fn fall(&mut self, timed: Span) -> Option<u32> {
        let (downs, end) = match timed.of(&self.chain.timed) {
            [downs @ .., Event::Ended(outcome)] => (downs, Some(outcome)),
            downs => (downs, None),
        };
        let mut rounds_on = end.map(|outcome| outcome.rounds);
        let mut downed = FighterSet::NONE;
        let mut last = None;
        for down in downs {
            let Event::Downed(who, round) = *down else {
                return None;
            };
            if *rounds_on.get_or_insert(round) != round || last >= Some(who) {
                return None;
            }
            last = Some(who);
            downed.add(who);
        }
        let fall = Fall {
            downed,
            end: end.map(|outcome| (outcome.ending, outcome.standing)),
            rounds_on: rounds_on?,
            after_others: self.somebody_is_out,
        };
        Some(short(self.chain.falls.insert_full(fall).0))
    }

    /// Returns the mean of the events that the book defines, over the paths with the numbers `of_it`.
    fn means(&self, paths: &[Path], of_it: &[usize]) -> Vec<Event> {
        means(of_it.iter().map(|&number| {
            let list = self.happened.get_index(paths[number].happened);
            (paths[number].weight, &**list.expect("lists are kept"))
        }))
    }
}

/// Returns the mean of several lists of events that the book defines. Each list has a weight.
fn means<'e>(lists: impl Iterator<Item = (Weight, &'e [Event])> + Clone) -> Vec<Event> {
    if lists.clone().all(|(_, list)| list.is_empty()) {
        return Vec::new();
    }
    let mut sums: Listed<Event, u128> = Listed::default();
    let mut whole = 0;
    for (weight, list) in lists {
        let weight = weight.parts(64);
        whole += weight;
        for event in list {
            let (of_it, parts) = event.apart();
            *sums.entry(of_it).or_default() += weight * u128::from(parts);
        }
    }
    let whole = whole.max(1);
    let mean = |(of_it, sum): (Event, u128)| {
        let mean = (sum + whole / 2) / whole;
        of_it.times(u64::try_from(mean).expect("a mean is no more than the most"))
    };
    sums.into_iter().map(mean).collect()
}

fn weights(paths: &[Path], of_it: &[usize]) -> Vec<Weight> {
    of_it.iter().map(|&number| paths[number].weight).collect()
}

/// Returns how much the counter in `place` loses on a path. On this path, the counter starts at its highest
/// value and does not run out.
fn loss(top: &Counters, path: &Path, place: usize) -> i16 {
    let before = top.get(place).unwrap_or(0);
    path.after.get(place).map_or(0, |after| before - after)
}

/// Returns the changes of all counters on a path. The counters in `exhausted` run out, and something may
/// remain of those that are also in `rests`. Returns `None` if no [`CounterChange`] describes a change.
fn changes(
    top: &Counters,
    path: &Path,
    loss: impl Fn(usize) -> i16,
    (exhausted, rests): (u32, u32),
) -> Option<Vec<Change>> {
    let mut changes = Vec::new();
    for place in 0..Counters::MOST {
        let taken = loss(place);
        let what = match (top.get(place), path.after.get(place)) {
            (None, None) => continue,
            _ if (exhausted & rests) >> place & 1 == 1 => CounterChange::RunsOut(taken),
            (Some(_), None) => CounterChange::IsGone,
            (Some(_), Some(after)) if exhausted >> place & 1 == 1 => CounterChange::Becomes(after),
            (Some(before), Some(after)) if after == before - taken => CounterChange::Loses(taken),
            // This change is neither a loss nor a fixed value, which would be far below the highest value. No
            // [`CounterChange`] describes it.
            (Some(_), Some(after)) if after > Counters::TOP / 2 => return None,
            (_, Some(after)) => CounterChange::Becomes(after),
        };
        let place = u8::try_from(place).expect("there are few places");
        if what != CounterChange::Loses(0) {
            changes.push(Change { place, what });
        }
    }
    Some(changes)
}

/// Returns the changes of all counters on a path that ends the fight. For the parameters, see [`changes`].
fn changes_at_end(
    top: &Counters,
    path: &Path,
    loss: impl Fn(usize) -> i16,
    (exhausted, rests): (u32, u32),
) -> Vec<Change> {
    let mut changes = Vec::new();
    for place in 0..Counters::MOST {
        let what = match (top.get(place), path.after.get(place)) {
            (None, None) => continue,
            _ if (exhausted & rests) >> place & 1 == 1 => CounterChange::RunsOut(loss(place)),
            (Some(_), None) => CounterChange::IsGone,
            (Some(_), Some(after)) if exhausted >> place & 1 == 1 => CounterChange::Becomes(after),
            (Some(before), Some(after)) => CounterChange::Loses(before - after),
            (None, Some(after)) => CounterChange::Becomes(after),
        };
        let place = u8::try_from(place).expect("there are few places");
        if what != CounterChange::Loses(0) {
            changes.push(Change { place, what });
        }
    }
    changes
}

/// Returns every non-empty set of the counters that `changes` lower, as bit sets. Returns `None` if these are
/// more than [`MOST_LOWERED`] counters.
fn subsets(changes: &[Change]) -> Option<Vec<u32>> {
    let mut sets = vec![0u32];
    for change in changes {
        if let CounterChange::Loses(_) = change.what {
            let with: Vec<u32> = sets.iter().map(|set| set | 1 << change.place).collect();
            sets.extend(with);
        }
    }
    sets.remove(0);
    (sets.len() < 1 << MOST_LOWERED).then_some(sets)
}
