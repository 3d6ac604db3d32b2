//! Solves a fight whose states differ mostly in their counters.
//!
//! States that differ only in their counters form a class. All states of a class make their next step
//! together. This step is worked out along every path, once for each set of counters that may run out in it
//! ([`Counting::take`](crate::fight::Counting::take)). Classes step in the order of their moments, as in
//! `walk.rs`. The weight of a state is therefore complete before its step.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use indexmap::{Equivalent, IndexMap};

use super::events::{EventLog, Recorder};
use super::flow::Flow;
use super::grid::{self, Grid, Spans};
use super::moves::{self, LossClass, Path};
use super::walk::Powers;
use super::work::Work;
use super::{BrokenOff, Budget, End, Solved, Watch, blank, error_after, step};
use crate::dice::{Enumerated, Weight};
use crate::fight::{
    Counters, Fight, Moment, Progress, State as _, WHOLE, Witness, counters, first_alike,
};
use crate::tally::{Count, Expected};

/// The greatest number of cells of all grids together. With more cells, most of them would be empty.
const MOST_CELLS: usize = 1 << 22;

/// The bytes for a cell: the sum of its weights, the rounding compensation, and its weight during a step.
const PER_CELL: usize = 24;

/// The bytes for a path: the path, its position in a move, its events and its target.
const PER_PATH: usize = size_of::<Path>() + 64;

/// The bytes that a class takes in addition to its struct.
const PER_CLASS: usize = 32;

/// A class: states that differ only in their counters, with the prepared step of these states.
#[derive(Debug, Default)]
struct Class {
    grid: Grid,
    /// The moment of the states' next step. `None` if no state of the class has weight.
    waits: Option<Moment>,
    /// `round` is the round that `moves` were worked out for. `paths` has the paths of the step for each set
    /// of counters that may run out, given as a bit set.
    round: u32,
    moves: Vec<LossClass>,
    paths: Vec<(u32, Vec<Path>)>,
}

/// The grids of states after the end of the fight. The key is such a state without its counters, and the bit
/// set of the counters that the grid has sides for.
type Ends<S> = IndexMap<(S, u32), Grid, foldhash::fast::FixedState>;

/// A bit in the number of a grid. If it is set, the rest of the number is an index into [`Ends`].
const END: usize = 1 << 31;

/// A key for [`Ends`] that borrows the state, so that a look-up does not copy it.
struct EndKey<'a, S>(&'a S, u32);

impl<S: Hash> Hash for EndKey<'_, S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
        self.1.hash(hasher);
    }
}

impl<S: Eq> Equivalent<(S, u32)> for EndKey<'_, S> {
    fn equivalent(&self, key: &(S, u32)) -> bool {
        *self.0 == key.0 && self.1 == key.1
    }
}

struct GridWalk<'f, F: Fight> {
    fight: &'f F,
    first_alike: u32,
    dice: Enumerated,
    classes: IndexMap<F::State, Class, foldhash::fast::FixedState>,
    /// For each class, the counters that its states have, all at their highest value.
    tops: Vec<Counters>,
    log: EventLog,
    recorder: Recorder,
    ahead: BTreeMap<Moment, Vec<usize>>,
    /// The greatest number of cells of all grids. `cells` is their present number.
    most_cells: usize,
    cells: usize,
    work: &'f mut Work,
    /// The greatest number of bytes. `spent` is the number of bytes that paths and moves take at present.
    bytes: usize,
    spent: usize,
    /// Whether the dice have left a result open
    /// ([`Enumerated::left_open`](crate::dice::Enumerated::left_open)). If so, `walk.rs` has to solve the
    /// fight.
    open: bool,
    pruned: f64,
    /// The states after the end of the fight, each with a grid for the counters that it has then.
    ends: Ends<F::State>,
    /// The bit set of the counters that decide the fate of their fighter
    /// ([`Counting::fell_by`](crate::fight::Counting::fell_by)).
    fatal: u32,
    /// For each counter, the probability that it runs out in the fight, by how far below 0 it ends.
    falls: Vec<Vec<Expected>>,
    solved: Solved,
}

/// The reason why grids cannot solve a fight. `walk.rs` solves such a fight.
enum Unfit {
    /// The fight would need too many cells or too many paths.
    TooWide,
    /// States of the same class have weight for two different moments, but a grid can have it for one only.
    /// Or a step does not lead to a later moment.
    OutOfOrder,
    /// The dice leave a result open ([`Enumerated::left_open`](crate::dice::Enumerated::left_open)).
    Open,
    /// The paths of a step change if a counter runs out, or a step removes a counter that has not run out.
    Unlike,
    /// A state after a step has no counters, for example because its numbers are too large for them.
    Uncounted,
}

/// The reason why a step was not completed.
enum Halt {
    /// Grids cannot solve the fight.
    Unfit(Unfit),
    /// The user has stopped the solution, or the budget is used up. The results up to this point are valid.
    End(End),
}

impl From<Unfit> for Halt {
    fn from(unfit: Unfit) -> Self {
        Self::Unfit(unfit)
    }
}

/// Solves a fight that has counters. Returns `None` if grids cannot solve it, so that `walk.rs` has to.
pub(super) fn walk<F: Fight>(
    fight: &F,
    budget: &Budget,
    work: &mut Work,
    watch: &dyn Watch,
) -> Option<Solved> {
    let mut start = fight.start().clone();
    let first_alike = first_alike(fight, 2)?;
    let moment = fight.moment(&start);
    let counters = counters::take(fight, &mut start)?;
    // A grid cannot store what remains of a counter that has run out
    // ([`Counting::rest_of`](crate::fight::Counting::rest_of)). The remainder is not needed if the counter
    // decides the fate of its fighter.
    let leaves = |(place, _)| {
        counters::rest_of(fight, &start, place, 1).is_some()
            && counters::fell_by(fight, place, 1).is_none()
    };
    if counters == Counters::NONE || counters.iter().any(leaves) {
        return None;
    }
    let most_cells = MOST_CELLS.min(budget.states).min(budget.bytes / PER_CELL);
    let mut walk = GridWalk {
        fight,
        first_alike,
        dice: Enumerated::default(),
        classes: IndexMap::default(),
        tops: Vec::new(),
        log: EventLog::default(),
        recorder: Recorder::without_counters(),
        ahead: BTreeMap::new(),
        most_cells,
        cells: 0,
        work,
        bytes: budget.bytes,
        spent: 0,
        open: false,
        pruned: 0.0,
        ends: Ends::default(),
        fatal: (0..grid::PLACES)
            .filter(|&place| counters::fell_by(fight, place, 1).is_some())
            .fold(0, |bits, place| bits | 1 << place),
        falls: vec![Vec::new(); grid::PLACES],
        solved: blank(fight.cast()),
    };
    let first = class(&mut walk.classes, &mut walk.tops, &start, &counters);
    let class = &mut walk.classes[first];
    class.grid.make_room(&grid::of_one(&counters));
    walk.cells = class.grid.cells();
    let cell = class.grid.cell(&counters);
    class.grid.add(cell, 1.0);
    class.waits = Some(moment);
    walk.ahead.insert(moment, vec![first]);
    walk.run(budget, watch).ok()
}

impl<F: Fight> GridWalk<'_, F> {
    fn run(mut self, budget: &Budget, watch: &dyn Watch) -> Result<Solved, Unfit> {
        let mut now = Moment::default();
        let (mut turns, mut ended) = (0, None);
        let mut unstepped: Vec<f64> = Vec::new();
        while let Some(&moment) = self.ahead.keys().next() {
            if moment.round != now.round {
                self.tell(now.round);
            }
            (now, turns) = (moment, turns + 1);
            let (alive, left, cells) = self.left();
            self.work.moved(cells);
            self.solved.odds.states = self.solved.odds.states.max(alive);
            watch.progressed(alive, left);
            ended = watch.stops().then_some(End::Stopped);
            if ended.is_some() || left + self.pruned <= budget.negligible {
                break;
            }
            let list = self.ahead.remove(&moment).unwrap_or_default();
            let mut taken = Vec::with_capacity(list.len());
            for &at in &list {
                let class = &mut self.classes[at];
                class.waits = None;
                let spans = *class.grid.spans().expect("what waits has arrived");
                taken.push((at, spans, class.grid.take()));
            }
            self.prune(&mut taken, budget);
            for (at, spans, weights) in &taken {
                if ended.is_none() && watch.stops() {
                    ended = Some(End::Stopped);
                }
                if ended.is_none() {
                    match self.step(now, *at, spans, weights, watch) {
                        Ok(()) => continue,
                        Err(Halt::End(end)) => ended = Some(end),
                        Err(Halt::Unfit(unfit)) => return Err(unfit),
                    }
                }
                unstepped.extend(weights);
            }
            if ended.is_some() {
                break;
            }
        }
        self.tell(now.round);
        self.tell_fates();
        let unstepped = unstepped.into_iter().map(Expected::from);
        let left = Expected::total(unstepped.chain([self.left().1.into()])).value();
        let mut solved = self.solved;
        solved.tally.leave(left);
        solved.tally.off_by(error_after(turns));
        solved.broken_off = ended.map(|by| BrokenOff {
            by,
            states: solved.odds.states,
            round: now.round,
            left,
        });
        Ok(solved)
    }

    /// Returns the number of states whose step is still to come, their total weight, and the number of cells
    /// in their grids.
    fn left(&self) -> (usize, f64, usize) {
        let mut left = Expected::default();
        let (mut alive, mut cells) = (0, 0);
        for &at in self.ahead.values().flatten() {
            cells += self.classes[at].grid.cells();
            for weight in self.classes[at]
                .grid
                .values()
                .filter(|&weight| weight > 0.0)
            {
                alive += 1;
                left.add(weight);
            }
        }
        (alive, left.value(), cells)
    }

    /// Leaves out the states whose weight is too small to be worth a step. Their weight is reported as
    /// unresolved, as in `walk.rs`.
    fn prune(&mut self, taken: &mut [(usize, Spans, Vec<f64>)], budget: &Budget) {
        let open = left_open(taken, budget.negligible - self.pruned);
        self.pruned += open;
        self.solved.tally.leave(open);
    }

    /// Returns the bytes that would be in use with `cells` cells in all and `paths` more paths.
    fn bytes_with(&self, cells: usize, paths: usize) -> usize {
        let spent = self.spent + paths * PER_PATH + cells * PER_CELL + self.log.bytes();
        spent + (self.classes.len() + self.ends.len()) * per_class(self.fight.start().bytes())
    }

    /// Plays the next step of all states in class `from`. `weights` are the weights of its cells, and `spans`
    /// their counters.
    fn step(
        &mut self,
        moment: Moment,
        from: usize,
        spans: &Spans,
        weights: &[f64],
        watch: &dyn Watch,
    ) -> Result<(), Halt> {
        if self.work.is_spent() {
            return Err(Halt::End(End::Work));
        }
        let mut moves = self.moves(moment, from, spans, watch)?;
        if self.open {
            return Err(Unfit::Open.into());
        }
        self.make_room(&moves, spans)?;
        self.work
            .followed(moves.iter().map(LossClass::targets).sum());
        let flow = Flow::new(spans, &moves, self.fatal, &|at| match at & END {
            0 => &self.classes[at].grid,
            _ => &self.ends[at & !END],
        });
        let (mut rows, mut cells) = (0, 0);
        let mut add = |at, cell, stride, row: &[f64], part| {
            (rows, cells) = (rows + 1, cells + row.len());
            let grid = grid_of(&mut self.classes, &mut self.ends, at);
            grid.add_row(cell, stride, row, part);
        };
        flow.all(weights, &mut moves, &mut add, &mut self.falls);
        self.work.followed(rows);
        self.work.moved(cells + weights.len());
        for case in moves.iter_mut().flat_map(|one| &mut one.cases) {
            let weight = std::mem::take(&mut case.weight).value();
            if weight <= 0.0 {
                continue;
            }
            for &(events, part) in &case.told {
                self.log.add(events, weight * part);
            }
            let goes_on = case.targets.iter().filter(|target| !target.is_end);
            for target in goes_on {
                self.await_step(moment, target.grid, target.rounds_on)?;
            }
        }
        self.classes[from].moves = moves;
        Ok(())
    }

    /// Records the moment of the next step of the states in class `at`. The step before it is at the moment
    /// `now` and leads `rounds_on` rounds forward. Fails if the next moment is not later than `now`, if
    /// `rounds_on` is more than 1, or if another moment has been recorded before.
    fn await_step(&mut self, now: Moment, at: usize, rounds_on: u32) -> Result<(), Unfit> {
        let (state, class) = self.classes.get_index_mut(at).expect("it is a target");
        let next = Moment {
            round: now.round.wrapping_add(rounds_on),
            ..self.fight.moment(state)
        };
        if next <= now || rounds_on > 1 {
            return Err(Unfit::OutOfOrder);
        }
        match class.waits.replace(next) {
            None => self.ahead.entry(next).or_default().push(at),
            Some(other) if other == next => {}
            Some(_) => return Err(Unfit::OutOfOrder),
        }
        Ok(())
    }

    /// Returns the moves of class `from`. Each move has a case for every set of counters that may run out,
    /// given counters within `spans`.
    fn moves(
        &mut self,
        moment: Moment,
        from: usize,
        spans: &Spans,
        watch: &dyn Watch,
    ) -> Result<Vec<LossClass>, Halt> {
        let cap = self.fight.cast().round_cap;
        let repeats = moment.round >= self.first_alike && moment.round + 1 < cap - 1;
        let round = if repeats {
            self.first_alike
        } else {
            moment.round
        };
        let class = &mut self.classes[from];
        let mut moves = std::mem::take(&mut class.moves);
        if moves.is_empty() || class.round != round {
            class.round = round;
            let known = class.paths.drain(..).map(|(_, paths)| paths.len());
            let targets = moves.iter().map(LossClass::bytes).sum::<usize>();
            self.spent -= known.sum::<usize>() * PER_PATH + targets;
            let top = self.tops[from];
            let paths = self.paths(moment, from, 0, watch)?;
            moves = moves::moves(&top, paths).ok_or(Unfit::Unlike)?;
        }
        for one in &mut moves {
            for exhausted in one.exhaustible(spans) {
                if one.case(exhausted).is_none() {
                    let before = one.bytes();
                    one.add_case(exhausted, self.paths(moment, from, exhausted, watch)?);
                    self.spent += one.bytes() - before;
                }
            }
        }
        Ok(moves)
    }

    /// Returns the paths of the step of class `from` if exactly the counters in the bit set `exhausted` run
    /// out.
    fn paths(
        &mut self,
        moment: Moment,
        from: usize,
        exhausted: u32,
        watch: &dyn Watch,
    ) -> Result<&[Path], Halt> {
        let known = |class: &Class| class.paths.iter().position(|(set, _)| *set == exhausted);
        let at = if let Some(at) = known(&self.classes[from]) {
            at
        } else {
            let paths = self.enumerate(moment, from, exhausted, watch)?;
            let all = &mut self.classes[from].paths;
            if let Some((_, others)) = all.first() {
                let weights = |paths: &[Path]| paths.iter().map(|path| path.weight).collect();
                let (these, others): (Vec<f64>, Vec<f64>) = (weights(&paths), weights(others));
                if these != others {
                    return Err(Unfit::Unlike.into());
                }
            }
            all.push((exhausted, paths));
            all.len() - 1
        };
        Ok(&self.classes[from].paths[at].1)
    }

    fn enumerate(
        &mut self,
        moment: Moment,
        from: usize,
        exhausted: u32,
        watch: &dyn Watch,
    ) -> Result<Vec<Path>, Halt> {
        let fight = self.fight;
        let first_alike = self.first_alike;
        let likes = first_alike..fight.cast().round_cap - 1;
        let mut counters = self.tops[from];
        for place in (0..grid::PLACES).filter(|place| exhausted >> place & 1 == 1) {
            counters.set(place, 0);
        }
        let (reduced, _) = self.classes.get_index(from).expect("classes are kept");
        let mut start = reduced.clone();
        counters::put(fight, &mut start, &counters);
        if likes.contains(&moment.round) {
            start.set_round(moment.round);
        }
        let (base, out) = (fight.moment(&start).round, fight.roll_call(&start).out);
        let mut found: Vec<Path> = Vec::new();
        // Both closures below use these values, but never at the same time.
        let desk = RefCell::new((&mut self.recorder, start.clone()));
        let along = |dice: &mut Enumerated| {
            let (recorder, state) = &mut *desk.borrow_mut();
            state.clone_from(&start);
            recorder.begin(base, out);
            step(fight, state, dice, recorder)
        };
        let fatal = self.fatal;
        let stands = self.tops[from].places() & !exhausted;
        let (log, ends) = (&mut self.log, &mut self.ends);
        let (classes, tops) = (&mut self.classes, &mut self.tops);
        let most = (self.bytes / 2).saturating_sub(self.spent) / PER_PATH;
        let spent = self.spent + self.cells * PER_CELL;
        let bytes = self.bytes;
        let (mut stopped, mut full) = (false, false);
        let mut unfit = None;
        self.dice.allow(self.work.paths_left());
        let walked_before = self.dice.walked();
        self.dice.visit_while(along, |progress, path: Weight| {
            let (recorder, state) = &mut *desk.borrow_mut();
            if let Progress::Ended(outcome) = &progress {
                if fatal == 0 {
                    let fallen = fight.cast().everybody().without(outcome.standing);
                    for who in fallen.iter() {
                        if let Some(fate) = fight.left(state, who).fate {
                            recorder.happened(who, fate, WHOLE);
                        }
                    }
                }
                recorder.ended(outcome);
            }
            let events = log.number(recorder, found.len());
            let is_end = progress != Progress::Goes;
            let round = fight.moment(state).round;
            if is_end || likes.contains(&round) {
                state.set_round(first_alike);
            }
            let Some(mut counters) = counters::take(fight, state) else {
                unfit = Some(Unfit::Uncounted);
                return false;
            };
            // A counter that has already decided the fate of its fighter is removed.
            counters.remove_all(fatal & !stands);
            // At the end of a fight, only the counters in `fatal` still matter, because fates and health
            // depend on them. If `fatal` is empty, all counters are kept.
            let count_on = match (is_end, fatal) {
                (true, 1..) => fatal,
                _ => u32::MAX,
            };
            let grid = if is_end {
                let places = counters.places() & count_on;
                let at = ends.get_index_of(&EndKey(state, places));
                let new = || ends.insert_full((state.clone(), places), Grid::default()).0;
                END | at.unwrap_or_else(new)
            } else {
                class(classes, tops, state, &counters)
            };
            found.push(Path {
                grid,
                // If a step leads to an earlier round, this number wraps around and becomes very large.
                rounds_on: round.wrapping_sub(base),
                is_end,
                counters,
                count_on,
                events,
                weight: path.probability(),
            });
            let held = spent + found.len() * PER_PATH + log.bytes();
            let all = held + (classes.len() + ends.len()) * per_class(self.fight.start().bytes());
            full = found.len() > most || all > bytes;
            // The watch is checked after every path, because a path may take long and a step may have
            // millions of paths.
            stopped = watch.stops();
            !stopped && !full
        });
        self.work.walked(self.dice.walked() - walked_before);
        if stopped {
            return Err(Halt::End(End::Stopped));
        }
        if self.dice.is_spent() {
            return Err(Halt::End(End::Work));
        }
        if let Some(unfit) = unfit {
            return Err(unfit.into());
        }
        if full {
            return Err(Unfit::TooWide.into());
        }
        self.spent += found.len() * PER_PATH;
        self.open |= self.dice.is_beyond() || self.dice.left_open() > 0.0;
        Ok(found)
    }

    /// Adds to the target grids the cells that these moves need.
    fn make_room(&mut self, moves: &[LossClass], spans: &Spans) -> Result<(), Unfit> {
        for one in moves {
            for exhausted in one.exhaustible(spans) {
                let case = &one.cases[one.case(exhausted).expect("it was just added")];
                for target in &case.targets {
                    let grid = grid_of(&mut self.classes, &mut self.ends, target.grid);
                    let arrives = target.spans(spans, exhausted);
                    let cells = self.cells - grid.cells() + grid.cells_with(&arrives);
                    if cells > self.cells
                        && (cells > self.most_cells || self.bytes_with(cells, 0) > self.bytes)
                    {
                        return Err(Unfit::TooWide);
                    }
                    let grid = grid_of(&mut self.classes, &mut self.ends, target.grid);
                    grid.make_room(&arrives);
                    self.cells = cells;
                }
            }
        }
        Ok(())
    }

    /// Reports the fates and the health of all fighters. The fate of a fallen fighter depends on how far
    /// below 0 its counter ended. The health of a standing fighter depends on the value of its counter.
    fn tell_fates(&mut self) {
        let fight = self.fight;
        let tally = &mut self.solved.tally;
        for (place, falls) in self.falls.iter().enumerate() {
            for (below, weight) in (0..).zip(falls).filter(|(_, fall)| !fall.is_nothing()) {
                if let Some((who, event, parts)) = counters::fell_by(fight, place, below) {
                    tally.weigh(weight.value());
                    tally.happened(who, event, parts);
                }
            }
        }
        for ((state, _), grid) in &self.ends {
            grid.each(|counters, weight| {
                let mut state = state.clone();
                counters::put(fight, &mut state, &counters);
                tally.weigh(weight);
                for who in fight.roll_call(&state).standing.iter() {
                    tally.left(who, fight.left(&state, who).health, WHOLE);
                }
            });
        }
    }

    /// Reports the recorded events of steps from states of this round.
    fn tell(&mut self, round: u32) {
        let Solved { tally, odds, .. } = &mut self.solved;
        self.log.tell(round, tally, odds);
    }
}

/// Sets the smallest weights to 0, so that their states need no step. Their total is at most `most`. Returns
/// this total.
fn left_open(taken: &mut [(usize, Spans, Vec<f64>)], most: f64) -> f64 {
    let mut powers = Powers::default();
    for &weight in taken.iter().flat_map(|(.., weights)| weights) {
        powers.add(weight);
    }
    let threshold = powers.threshold(most);
    let mut open = Expected::default();
    for weight in taken.iter_mut().flat_map(|(.., weights)| weights) {
        if *weight < threshold {
            open.add(std::mem::take(weight));
        }
    }
    open.value()
}

/// Returns the grid with number `at`. The number has the bit [`END`] if it is a grid in `ends`.
fn grid_of<'g, S: Eq + Hash>(
    classes: &'g mut IndexMap<S, Class, foldhash::fast::FixedState>,
    ends: &'g mut Ends<S>,
    at: usize,
) -> &'g mut Grid {
    match at & END {
        0 => &mut classes[at].grid,
        _ => &mut ends[at & !END],
    }
}

/// Returns the approximate number of bytes that a class takes if a state takes `situation` bytes.
fn per_class(situation: usize) -> usize {
    situation + size_of::<Class>() + size_of::<Counters>() + PER_CLASS
}

/// Returns the number of the class of the state `reduced`, which is without its counters. Adds the class if
/// it is new.
fn class<S: Clone + Eq + Hash>(
    classes: &mut IndexMap<S, Class, foldhash::fast::FixedState>,
    tops: &mut Vec<Counters>,
    reduced: &S,
    counters: &Counters,
) -> usize {
    classes.get_index_of(reduced).unwrap_or_else(|| {
        let mut top = Counters::NONE;
        for (place, _) in counters.iter() {
            top.set(place, Counters::TOP);
        }
        tops.push(top);
        classes.insert_full(reduced.clone(), Class::default()).0
    })
}
