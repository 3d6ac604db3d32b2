//! The walk through a fight of which most situations differ in their levels alone.
//!
//! What [`Fight::drain`](crate::fight::Fight::drain) leaves of a situation is worked out along every path once, for
//! each set of levels that may sink in it; then all situations that it stands for step on together. The order is that
//! of `walk.rs`: by moments, so that all ways into a situation have been added up before it steps.

use std::cell::RefCell;
use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::flow::Flow;
use super::grid::{self, Grid, Spans};
use super::moves::{self, Move, Path};
use super::tale::{Scribe, Tales};
use super::walk::{ALIKE, threshold};
use super::{BrokenOff, Budget, End, Solved, Watch, blank, error_after, step};
use crate::dice::{Enumerated, Weight};
use crate::fight::{Fight, Levels, Moment, Progress};
use crate::tally::{Count, Expected};

/// Most cells of all grids: beyond, most of them would be empty.
const MOST_CELLS: usize = 1 << 22;

/// Bytes that a cell takes: its sum, what that has lost, and its weight while it steps on.
const PER_CELL: usize = 24;

/// What is known of a drained situation.
#[derive(Debug, Default)]
struct Basin {
    grid: Grid,
    /// The moment on whose list it is.
    waits: Option<Moment>,
    /// The round that the moves are those of, and the paths by the levels that sink.
    round: u32,
    moves: Vec<Move>,
    paths: Vec<(u32, Vec<Path>)>,
}

struct Sink<'f, F: Fight> {
    fight: &'f F,
    dice: Enumerated,
    basins: IndexMap<F::State, Basin, foldhash::fast::FixedState>,
    /// The levels that each of them has, at the top.
    tops: Vec<Levels>,
    tales: Tales,
    scribe: Scribe,
    ahead: BTreeMap<Moment, Vec<usize>>,
    most_cells: usize,
    /// Whether the dice leave anything open: that is for `walk.rs`.
    open: bool,
    pruned: f64,
    solved: Solved,
}

/// Why grids do not serve.
enum Unfit {
    /// There are too many levels.
    TooWide,
    /// A drained situation is reached at two moments before it steps: its grid would mix what waits for each.
    OutOfOrder,
    /// The dice leave something open.
    Open,
}

/// Solves a fight that can be drained. `None` if it cannot, or if it is a case for `walk.rs` all the same.
pub(super) fn sink<F: Fight>(fight: &F, budget: &Budget, watch: &dyn Watch) -> Option<Solved> {
    let mut start = fight.start();
    let alike = fight.cast().round_cap > ALIKE + 2 && fight.set_round(&mut fight.start(), ALIKE);
    if !alike {
        return None;
    }
    let moment = fight.moment(&start);
    let levels = fight.drain(&mut start)?;
    let most_cells = MOST_CELLS.min(budget.states).min(budget.bytes / PER_CELL);
    let mut sink = Sink {
        fight,
        dice: Enumerated::default(),
        basins: IndexMap::default(),
        tops: Vec::new(),
        tales: Tales::default(),
        scribe: Scribe::default(),
        ahead: BTreeMap::new(),
        most_cells,
        open: false,
        pruned: 0.0,
        solved: blank(fight.cast()),
    };
    let first = sink.basin(start, &levels);
    let basin = &mut sink.basins[first];
    basin.grid.make_room(&grid::of_one(&levels));
    let cell = basin.grid.cell(&levels);
    basin.grid.add(cell, 1.0);
    basin.waits = Some(moment);
    sink.ahead.insert(moment, vec![first]);
    sink.run(budget, watch).ok()
}

impl<F: Fight> Sink<'_, F> {
    fn run(mut self, budget: &Budget, watch: &dyn Watch) -> Result<Solved, Unfit> {
        let mut now = Moment::default();
        let (mut turns, mut stopped) = (0, false);
        let mut unstepped: Vec<f64> = Vec::new();
        while let Some(&moment) = self.ahead.keys().next() {
            if moment.round != now.round {
                self.tell(now.round);
            }
            (now, turns) = (moment, turns + 1);
            let (alive, left) = self.left();
            self.solved.odds.states = self.solved.odds.states.max(alive);
            watch.progressed(alive, left);
            stopped = watch.stops();
            if stopped || left + self.pruned <= budget.negligible {
                break;
            }
            let list = self.ahead.remove(&moment).unwrap_or_default();
            let mut taken = Vec::with_capacity(list.len());
            for &at in &list {
                let basin = &mut self.basins[at];
                basin.waits = None;
                let spans = *basin.grid.spans().expect("what waits has arrived");
                taken.push((at, spans, basin.grid.take()));
            }
            self.prune(&mut taken, budget);
            for (at, spans, weights) in &taken {
                stopped = stopped || watch.stops();
                if stopped {
                    unstepped.extend(weights);
                } else {
                    self.step(now, *at, spans, weights)?;
                }
            }
            if stopped {
                break;
            }
        }
        self.tell(now.round);
        let unstepped = unstepped.into_iter().map(Expected::from);
        let left = Expected::total(unstepped.chain([self.left().1.into()])).value();
        let mut solved = self.solved;
        solved.tally.leave(left);
        solved.tally.off_by(error_after(turns));
        solved.broken_off = stopped.then_some(BrokenOff {
            by: End::Stopped,
            states: solved.odds.states,
            round: now.round,
            left,
        });
        Ok(solved)
    }

    /// How many situations are alive, and what they weigh.
    fn left(&self) -> (usize, f64) {
        let mut left = Expected::default();
        let mut alive = 0;
        for &at in self.ahead.values().flatten() {
            for weight in self.basins[at].grid.values().filter(|&weight| weight > 0.0) {
                alive += 1;
                left.add(weight);
            }
        }
        (alive, left.value())
    }

    /// Leaves open what weighs too little for a step, see `walk.rs`.
    fn prune(&mut self, taken: &mut [(usize, Spans, Vec<f64>)], budget: &Budget) {
        let weights = || taken.iter().flat_map(|(.., weights)| weights).copied();
        let threshold = threshold(weights, budget.negligible - self.pruned);
        let mut open = Expected::default();
        for weight in taken.iter_mut().flat_map(|(.., weights)| weights) {
            if *weight < threshold {
                open.add(std::mem::take(weight));
            }
        }
        self.pruned += open.value();
        self.solved.tally.leave(open.value());
    }

    /// The number of a drained situation.
    fn basin(&mut self, drained: F::State, levels: &Levels) -> usize {
        let (at, known) = self.basins.insert_full(drained, Basin::default());
        if let Some(known) = known {
            self.basins[at] = known;
        } else {
            let mut top = Levels::NONE;
            for (place, _) in levels.iter() {
                top.set(place, Levels::TOP);
            }
            self.tops.push(top);
        }
        at
    }

    /// One step from all situations of a grid.
    fn step(
        &mut self,
        moment: Moment,
        from: usize,
        spans: &Spans,
        weights: &[f64],
    ) -> Result<(), Unfit> {
        let mut moves = self.moves(moment, from, spans);
        if self.open {
            return Err(Unfit::Open);
        }
        self.make_room(&moves, spans)?;
        let flow = Flow::new(spans, &moves, |at| &self.basins[at].grid);
        flow.all(weights, &mut moves, |at, cell, stride, row, part| {
            self.basins[at].grid.add_row(cell, stride, row, part);
        });
        for way in moves.iter_mut().flat_map(|one| &mut one.ways) {
            let weight = std::mem::take(&mut way.weight).value();
            if weight <= 0.0 {
                continue;
            }
            for &(tale, part) in &way.tales {
                self.tales.add(tale, weight * part);
            }
            for target in &way.targets {
                self.await_step(moment, target.grid, target.rounds_on)?;
            }
        }
        self.basins[from].moves = moves;
        Ok(())
    }

    /// Puts a grid on the list of a moment of this round or the next.
    fn await_step(&mut self, now: Moment, at: usize, rounds_on: u32) -> Result<(), Unfit> {
        let (state, basin) = self.basins.get_index_mut(at).expect("it is a target");
        let next = Moment {
            round: now.round + rounds_on,
            ..self.fight.moment(state)
        };
        assert!(
            next > now && rounds_on <= 1,
            "a step leads forward, by a round at most, not from {now:?} to {next:?}"
        );
        match basin.waits.replace(next) {
            None => self.ahead.entry(next).or_default().push(at),
            Some(other) if other == next => {}
            Some(_) => return Err(Unfit::OutOfOrder),
        }
        Ok(())
    }

    /// The moves from a grid, with every way that situations of these levels may take.
    fn moves(&mut self, moment: Moment, from: usize, spans: &Spans) -> Vec<Move> {
        let cap = self.fight.cast().round_cap;
        let repeats = moment.round >= ALIKE && moment.round + 1 < cap - 1;
        let round = if repeats { ALIKE } else { moment.round };
        let basin = &mut self.basins[from];
        let mut moves = std::mem::take(&mut basin.moves);
        if moves.is_empty() || basin.round != round {
            basin.round = round;
            basin.paths.clear();
            let top = self.tops[from];
            moves = moves::moves(&top, self.paths(moment, from, 0));
        }
        for one in &mut moves {
            for sunk in one.sinkings(spans) {
                if one.way(sunk).is_none() {
                    one.add_way(sunk, self.paths(moment, from, sunk));
                }
            }
        }
        moves
    }

    /// The paths from a drained situation when these levels sink.
    fn paths(&mut self, moment: Moment, from: usize, sunk: u32) -> &[Path] {
        let known = |basin: &Basin| basin.paths.iter().position(|(set, _)| *set == sunk);
        let at = known(&self.basins[from]).unwrap_or_else(|| {
            let paths = self.enumerate(moment, from, sunk);
            let all = &mut self.basins[from].paths;
            all.push((sunk, paths));
            all.len() - 1
        });
        &self.basins[from].paths[at].1
    }

    fn enumerate(&mut self, moment: Moment, from: usize, sunk: u32) -> Vec<Path> {
        let fight = self.fight;
        let likes = ALIKE..fight.cast().round_cap - 1;
        let mut levels = self.tops[from];
        for place in (0..grid::PLACES).filter(|place| sunk >> place & 1 == 1) {
            levels.set(place, 0);
        }
        let (drained, _) = self.basins.get_index(from).expect("basins are kept");
        let mut start = drained.clone();
        fight.fill(&mut start, &levels);
        if likes.contains(&moment.round) {
            fight.set_round(&mut start, moment.round);
        }
        let base = fight.moment(&start).round;
        let mut found = Vec::new();
        // The rule and what is done with its result both write, at different times.
        let desk = RefCell::new((&mut self.scribe, start.clone()));
        let along = |dice: &mut Enumerated| {
            let (scribe, state) = &mut *desk.borrow_mut();
            state.clone_from(&start);
            scribe.begin(base);
            step(fight, state, dice, scribe)
        };
        let tales = &mut self.tales;
        self.dice.visit(along, |progress, path: Weight| {
            let (scribe, state) = &mut *desk.borrow_mut();
            if let Progress::Ended(outcome) = &progress {
                scribe.ended(outcome);
            }
            let tale = tales.number(scribe, found.len());
            found.push((progress, state.clone(), tale, path.probability()));
        });
        self.open |= self.dice.is_beyond() || self.dice.left_open() > 0.0;
        let path = |(progress, mut state, tale, weight): (_, F::State, _, _)| {
            let rounds_on = fight.moment(&state).round - base;
            if likes.contains(&fight.moment(&state).round) {
                fight.set_round(&mut state, ALIKE);
            }
            let levels = fight
                .drain(&mut state)
                .expect("a fight can be drained always or never");
            let to = (progress == Progress::Goes).then(|| (self.basin(state, &levels), rounds_on));
            Path {
                to,
                levels,
                tale,
                weight,
            }
        };
        found.into_iter().map(path).collect()
    }

    /// Makes room for all that will arrive.
    fn make_room(&mut self, moves: &[Move], spans: &Spans) -> Result<(), Unfit> {
        let mut cells: usize = self.basins.values().map(|basin| basin.grid.cells()).sum();
        for one in moves {
            for sunk in one.sinkings(spans) {
                let way = &one.ways[one.way(sunk).expect("it was just added")];
                for target in &way.targets {
                    let grid = &mut self.basins[target.grid].grid;
                    let arrives = target.spans(spans, sunk);
                    cells = cells - grid.cells() + grid.cells_with(&arrives);
                    if cells > self.most_cells {
                        return Err(Unfit::TooWide);
                    }
                    grid.make_room(&arrives);
                }
            }
        }
        Ok(())
    }

    /// Passes on what was told of situations of this round.
    fn tell(&mut self, round: u32) {
        let Solved { tally, odds, .. } = &mut self.solved;
        self.tales.tell(round, tally, odds);
    }
}
