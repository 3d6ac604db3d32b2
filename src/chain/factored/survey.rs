//! Working out which steps a fight comes to, and what each makes of it.

use std::cell::RefCell;
use std::collections::HashMap;

use indexmap::IndexMap;

use super::tree::{Gap, Ids, Tree};
use super::{
    Branch, CHANGES, Change, Drawn, Factored, Further, Goal, Kind, MOST_PARTS, NOWHERE, SURE,
    Standing,
};
use crate::chain::sums::Told;
use crate::chain::survey::{Interned, Tables, means, split};
use crate::chain::{NoChain, ROLLED, Span, Step, short};
use crate::dice::{Enumerated, Sampled, Weight};
use crate::exact::{self, Event, Recorder};
use crate::fight::{
    Fight, FighterSet, Looks, Parts, Progress, Stream, first_alike, forget_asked, forget_changed,
    with_asked, with_changed,
};

/// A tree is worked out anew from these fights on, and knows more each time.
pub(crate) const EFFORTS: [u64; 4] = [ROLLED, 1 << 15, 1 << 18, 1 << 20];

/// How often a fight has to come to where a step is missing before that is worked out.
const LEAST_VISITS: u32 = 2;
/// The weight of a path, as a probability, below which the rules play it to its end.
const LEAST_WEIGHT: f64 = 1.0 / 4096.0;
/// Most paths of one step, and fewest and most of all that are worked out at once: between these as many as take no longer than
/// the fights before, as a path takes as long as so many steps.
const PATHS_OF_A_STEP: usize = 1 << 12;
const FEW_PATHS: u64 = 1 << 14;
const PATHS: u64 = 1 << 20;
const STEPS_OF_A_PATH: u64 = 16;
/// Most branches and frames.
const MOST_BRANCHES: usize = 1 << 20;
const MOST_FRAMES: usize = 1 << 16;
/// How many steps are looked at together at first, and later, and the part of them that may stay unknown.
const FEW_STEPS: u32 = 1 << 12;
const STEPS: u32 = 1 << 15;
const LITTLE: f64 = 1.0 / 1024.0;
/// The part of the steps of the first looks that has to be known by then: with less there are too many different ones.
const LEAST_HOPE: [f64; 2] = [0.05, 0.2];
/// Most steps that are looked at, as a part of those of the fights before.
const LOOKED_AT: u64 = 4;
/// The part of all steps that has to be known.
const LEAST_KNOWN: f64 = 0.9;
/// Tries of a step that cannot be worked out.
const HOPELESS: u32 = u32::MAX;

/// The tree of a fight, if it has one worth having: one that knows more than that of less effort. `scout` plays a step by the
/// rules.
pub(crate) fn survey<F: Fight>(
    fight: &F,
    from: u64,
    before: Option<&Factored<F>>,
    mut scout: impl FnMut(&mut F::State, &mut Sampled) -> Progress,
) -> Result<Factored<F>, NoChain> {
    let tree = match before {
        Some(tree) => tree.clone(),
        None => Factored::empty(fight).ok_or(NoChain::Hopeless)?,
    };
    let mut survey = Survey::new(fight, tree);
    let mut unknown = 1.0;
    for look in 0.. {
        let steps = STEPS.min(FEW_STEPS << look.min(8));
        let seen = survey.look((from, steps), &mut scout);
        unknown = f64::from(seen.unknown) / f64::from(seen.steps);
        let nothing_new = seen.unknown == 0;
        survey.tree.is_whole = nothing_new;
        if let Some(least) = LEAST_HOPE.get(look).filter(|_| before.is_none())
            && (unknown > 1.0 - least || 2 * seen.gave_up > seen.steps)
        {
            return Err(NoChain::Hopeless);
        }
        survey.looked_at += u64::from(seen.steps);
        let before = from * survey.tree.steps_of_a_fight;
        let is_enough = survey.looked_at * LOOKED_AT > before;
        if unknown < LITTLE || is_enough || survey.is_full() {
            break;
        }
    }
    if before.is_none() && unknown > 1.0 - LEAST_KNOWN {
        return Err(NoChain::TooLittle);
    }
    Ok(survey.packed())
}

/// What was seen of some fights.
#[derive(Debug, Default)]
struct Seen {
    steps: u32,
    /// Those that were not known, also if they are by now, and those of them that will not be.
    unknown: u32,
    gave_up: u32,
}

impl<F: Fight> Factored<F> {
    /// One that knows nothing; `None` of fights that cannot have one.
    fn empty(fight: &F) -> Option<Self> {
        let alike = first_alike(fight, 3)?;
        if F::Parts::PLACES == 0 || F::Parts::PLACES > NOWHERE.into() {
            return None;
        }
        let mut tree = Self {
            frames: super::Numbered::default(),
            parts: vec![super::Numbered::default(); F::Parts::PLACES],
            tree: Tree::default(),
            columns: SURE.to_vec(),
            branches: Vec::new(),
            further: Vec::new(),
            changes: Vec::new(),
            prefixes: super::Numbered::default(),
            timed: Vec::new(),
            untimed: Vec::new(),
            lists: super::Numbered::default(),
            alike: (alike, fight.cast().round_cap - 2),
            start: Ids::NONE,
            is_whole: false,
            scouted: 0,
            steps_of_a_fight: 0,
        };
        let start = fight.start();
        tree.start = tree.number(fight, &start)?.ids;
        Some(tree)
    }

    /// Where a situation stands, whose frame and parts get numbers if they are new; `None` where there is no room.
    fn number(&mut self, fight: &F, state: &F::State) -> Option<Standing> {
        let (frame, round) = self.number_frame(state)?;
        let mut ids = Ids::NONE;
        for place in 0..self.parts.len() {
            ids.put(place, self.number_part(fight, state, place)?);
        }
        Some(Standing { frame, round, ids })
    }

    /// The same of one that came from there, in which nothing has changed but what was noted.
    fn renumber(&mut self, fight: &F, state: &F::State, from: &Standing) -> Option<Standing> {
        let (frame, round) = self.number_frame(state)?;
        let mut ids = from.ids;
        with_changed(|changed, _| {
            for &place in changed {
                let place = usize::from(place);
                ids.put(place, self.number_part(fight, state, place)?);
            }
            Some(())
        })?;
        Some(Standing { frame, round, ids })
    }

    fn number_frame(&mut self, state: &F::State) -> Option<(u32, u32)> {
        let mut frame = F::Parts::frame(state);
        let round = F::Parts::round(&frame);
        F::Parts::set_round(&mut frame, round.min(self.alike.0));
        let at = numbered(&mut self.frames, frame, MOST_FRAMES)?;
        Some((short(at), round))
    }

    fn number_part(&mut self, fight: &F, state: &F::State, place: usize) -> Option<u16> {
        let part = F::Parts::part(fight, state, place);
        let at = numbered(&mut self.parts[place], part, MOST_PARTS.into())?;
        Some(u16::try_from(at).expect("there are few parts"))
    }
}

/// The number of one, which is taken in if it is new and there are fewer than so many.
fn numbered<T: Eq + std::hash::Hash>(
    all: &mut super::Numbered<T>,
    one: T,
    most: usize,
) -> Option<usize> {
    if all.len() >= most {
        return all.get_index_of(&one);
    }
    Some(all.insert_full(one).0)
}

/// What a path comes to but for its weight.
type Outcome = (u32, u32, Vec<Change>, Goal, [Span; 2]);

/// Paths that come to the same: what each weighs, and its list of what the book itself counts.
type Alike = Vec<(Weight, usize)>;

struct Survey<'f, F: Fight> {
    fight: &'f F,
    dice: Enumerated,
    recorder: Recorder,
    /// Lists of events that were met.
    timed: Interned,
    untimed: Interned,
    happened: super::Numbered<Box<[Event]>>,
    tables: Tables,
    /// How often a fight came to where a step is missing.
    visits: HashMap<Gap, u32, foldhash::fast::FixedState>,
    paths: u64,
    most_paths: u64,
    looked_at: u64,
    /// How often a fight came to the step whose branches begin there.
    hits: HashMap<u32, u64, foldhash::fast::FixedState>,
    tree: Factored<F>,
}

impl<'f, F: Fight> Survey<'f, F> {
    /// One that goes on from this tree.
    fn new(fight: &'f F, tree: Factored<F>) -> Self {
        Self {
            fight,
            dice: Enumerated::down_to(LEAST_WEIGHT),
            recorder: Recorder::default(),
            timed: Interned::default(),
            untimed: Interned::default(),
            happened: super::Numbered::default(),
            tables: Tables::default(),
            visits: HashMap::default(),
            paths: 0,
            looked_at: 0,
            hits: HashMap::default(),
            most_paths: FEW_PATHS,
            tree,
        }
    }

    /// The tree, with what fights come to most together in memory.
    fn packed(self) -> Factored<F> {
        let (hits, mut tree) = (self.hits, self.tree);
        let hits = |step: Step| hits.get(&step.branch).copied().unwrap_or(0);
        let mut steps: Vec<Step> = tree.tree.all_steps().collect();
        steps.sort_unstable_by_key(|step| step.branch);
        let ends = steps.iter().skip(1).map(|step| step.branch);
        let ends: Vec<u32> = ends.chain([short(tree.branches.len())]).collect();
        let mut order: Vec<usize> = (0..steps.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(hits(steps[at])));
        let mut moved = HashMap::<u32, u32, foldhash::fast::FixedState>::default();
        let mut branches = Vec::new();
        for at in order {
            let of_it = steps[at].branch as usize..ends[at] as usize;
            moved.insert(steps[at].branch, short(branches.len()));
            branches.extend_from_slice(&tree.branches[of_it]);
        }
        tree.branches = branches;
        tree.tree = tree.tree.packed(|step| (hits(step), moved[&step.branch]));
        tree
    }

    fn is_full(&self) -> bool {
        self.paths >= self.most_paths || self.tree.branches.len() >= MOST_BRANCHES
    }

    /// Plays some fights, on the tree where that is known, and works out what is missing on the way.
    fn look(
        &mut self,
        (from, steps): (u64, u32),
        play: &mut impl FnMut(&mut F::State, &mut Sampled) -> Progress,
    ) -> Seen {
        let fight = self.fight;
        let stream = Stream::new(0, b"situations");
        let mut seen = Seen::default();
        let first = self.tree.scouted;
        let mut start = fight.start();
        F::Parts::watch(&mut start, Looks::ForAll);
        while seen.steps < steps {
            let mut dice = stream.dice(self.tree.scouted);
            self.tree.scouted += 1;
            let mut told = Told::default();
            let mut state = start.clone();
            // Where it stands, as long as that has a number, and whether the situation is to be made anew from that.
            let mut here = Some(self.tree.start());
            let mut has_moved = false;
            let mut is_known = false;
            loop {
                if !is_known {
                    if let Some(here) = here.filter(|_| has_moved) {
                        state = self.tree.state(fight, &here, Looks::ForAll);
                        has_moved = false;
                    }
                    forget_asked();
                    if play(&mut state, &mut dice) != Progress::Goes {
                        break;
                    }
                    here = here.and_then(|here| self.tree.renumber(fight, &state, &here));
                }
                seen.steps += 1;
                let drawn = match &mut here {
                    Some(here) => self.drawn(here, &mut seen, (&mut dice, &mut told)),
                    None => Drawn::ByTheRules,
                };
                if drawn == Drawn::Ended {
                    break;
                }
                is_known = drawn == Drawn::On;
                has_moved |= is_known;
            }
        }
        if self.tree.steps_of_a_fight == 0 {
            let fights = self.tree.scouted - first;
            self.tree.steps_of_a_fight = u64::from(seen.steps) / fights.max(1);
        }
        let before = from * self.tree.steps_of_a_fight;
        self.most_paths = (before / STEPS_OF_A_PATH).clamp(FEW_PATHS, PATHS);
        seen
    }

    /// Draws a step, which is worked out if it is missed often enough.
    fn drawn(
        &mut self,
        here: &mut Standing,
        seen: &mut Seen,
        (dice, told): (&mut Sampled, &mut Told),
    ) -> Drawn {
        if here.round >= self.tree.alike.1 {
            return Drawn::ByTheRules;
        }
        if let Some(gap) = self.tree.tree.gap(here.frame, &here.ids) {
            seen.unknown += 1;
            let visits = self.visits.entry(gap).or_default();
            *visits = visits.saturating_add(1);
            let visits = *visits;
            if visits == HOPELESS {
                seen.gave_up += 1;
                return Drawn::ByTheRules;
            }
            if visits < LEAST_VISITS || self.is_full() {
                return Drawn::ByTheRules;
            }
            if self.work_out(here).is_none() {
                self.visits.insert(gap, HOPELESS);
                seen.gave_up += 1;
                return Drawn::ByTheRules;
            }
        }
        let step = self.tree.step(here).expect("it is known by now");
        *self.hits.entry(step.branch).or_default() += 1;
        let branch = step.pick(&self.tree.columns, dice);
        self.tree.follow(branch, here, dice, told)
    }

    /// Works out the step from here; `None` where it has too many outcomes.
    fn work_out(&mut self, here: &Standing) -> Option<()> {
        let fight = self.fight;
        let start = self.tree.state(fight, here, Looks::ForAll);
        let mut outcomes: IndexMap<Outcome, Alike, foldhash::fast::FixedState> =
            IndexMap::default();
        let (mut told, mut happened) = (Vec::new(), Vec::new());
        let (mut count, mut fits) = (0, true);
        forget_asked();
        // The rules and what is done with their result both write, at different times.
        let desk = RefCell::new((&mut self.recorder, start.clone()));
        let along = |dice: &mut Enumerated| {
            let (recorder, state) = &mut *desk.borrow_mut();
            state.clone_from(&start);
            forget_changed();
            recorder.begin(here.round, FighterSet::NONE);
            let progress = exact::step(fight, state, dice, recorder);
            dice.broken_off().map_or(Ok(progress), Err)
        };
        let (tree, timed, untimed) = (&mut self.tree, &mut self.timed, &mut self.untimed);
        let all_happened = &mut self.happened;
        self.dice.visit_while(along, |progress, weight| {
            let (recorder, state) = &mut *desk.borrow_mut();
            count += 1;
            let goal = match &progress {
                Ok(Progress::Goes) => Goal::On,
                Ok(Progress::Ended(outcome)) => {
                    recorder.ended(outcome);
                    Goal::End
                }
                Err(prefix) => {
                    recorder.begin(here.round, FighterSet::NONE);
                    let at = tree.prefixes.insert_full(prefix.clone()).0;
                    Goal::Begins(short(at))
                }
            };
            let leads = if progress.is_err() {
                Some((here.frame, 0, Vec::new()))
            } else {
                leads(tree, fight, here, state)
            };
            let Some((frame, rounds_on, changes)) = leads else {
                fits = false;
                return false;
            };
            split(recorder.events(), &mut told, &mut happened);
            let (of_all, as_it_happens): (Vec<Event>, Vec<Event>) =
                told.iter().partition(|event| event.is_untimed());
            let lists = [
                timed.span(&as_it_happens, &mut tree.timed),
                untimed.span(&of_all, &mut tree.untimed),
            ];
            let happened = all_happened.insert_full(happened.as_slice().into()).0;
            let outcome = (frame, rounds_on, changes, goal, lists);
            outcomes
                .entry(outcome)
                .or_default()
                .push((weight, happened));
            fits = count <= PATHS_OF_A_STEP;
            fits
        });
        self.paths += count as u64;
        if !fits || self.dice.is_beyond() || self.dice.left_open() > 0.0 {
            return None;
        }
        let step = self.step(outcomes);
        let tree = &mut self.tree.tree;
        with_asked(|asked| tree.insert(here.frame, &here.ids, asked, step));
        Some(())
    }

    /// The step with these outcomes.
    fn step(&mut self, outcomes: IndexMap<Outcome, Alike, foldhash::fast::FixedState>) -> Step {
        let branch = short(self.tree.branches.len());
        let mut parts = Vec::new();
        for ((frame, rounds_on, changes, to, [timed, mut untimed]), alike) in outcomes {
            let weights = alike.iter().map(|(weight, _)| weight.parts(64));
            parts.push(weights.sum::<u128>());
            let means = means(alike.iter().map(|&(weight, happened)| {
                let list = self.happened.get_index(happened);
                (weight, &**list.expect("lists are kept"))
            }));
            let tree = &mut self.tree;
            if !means.is_empty() {
                let list = [untimed.of(&tree.untimed), &means].concat();
                untimed = self.untimed.span(&list, &mut tree.untimed);
            }
            let told = short(tree.lists.insert_full(untimed).0);
            let kind = Kind::of(timed.of(&tree.timed))
                .filter(|_| to == Goal::On && changes.len() <= CHANGES)
                .unwrap_or(Kind::FURTHER);
            let mut own = [Change::NONE; CHANGES];
            for (own, change) in own.iter_mut().zip(&changes) {
                *own = *change;
            }
            let further = short(tree.further.len());
            if kind == Kind::FURTHER {
                let start = short(tree.changes.len());
                tree.changes.extend(changes.into_iter().skip(CHANGES));
                let end = short(tree.changes.len());
                tree.further.push(Further {
                    told,
                    changes: Span { start, end },
                    timed,
                    to,
                });
            }
            tree.branches.push(Branch {
                frame: u16::try_from(frame).expect("there are few frames"),
                rounds_on: u8::try_from(rounds_on).expect("a step is short"),
                kind,
                changes: own,
                more: if kind == Kind::FURTHER { further } else { told },
            });
        }
        let step = Step {
            branch,
            ..Step::SURE
        };
        if parts.len() == 1 {
            return step;
        }
        let (first, shift) = self.tables.of(&parts, &mut self.tree.columns);
        Step {
            first,
            shift,
            ..step
        }
    }
}

/// Where a path from here leads that ended in this situation: the frame, rounds on, and what has become of the parts that were
/// changed. `None` where there is no room.
fn leads<F: Fight>(
    tree: &mut Factored<F>,
    fight: &F,
    here: &Standing,
    state: &F::State,
) -> Option<(u32, u32, Vec<Change>)> {
    let (frame, round) = tree.number_frame(state)?;
    let mut changes = Vec::new();
    with_changed(|changed, replaced| {
        for &place in changed {
            let id = tree.number_part(fight, state, place.into())?;
            if id != here.ids.of(place.into()) || replaced.contains(&place) {
                changes.push(Change::new(place, id));
            }
        }
        Some(())
    })?;
    Some((frame, round - here.round, changes))
}
