//! Moves the weights of the states in a grid to other grids, one row at a time.
//!
//! A row is a line of cells along the longest side of a grid. All states of a row move alike, except those
//! whose counter along this side runs out. These are at the beginning of the row, so the row is cut in two.
//! Everything that is the same for all rows is worked out once for the grid.

use super::grid::{self, Grid, Side, Spans};
use super::moves::{self, LossClass};
use crate::tally::{Count, Expected};

/// The moves of a step, prepared for the rows of one grid.
pub(super) struct Flow {
    /// The side of the grid that rows lie along; `None` if the grid has one cell. `outer` are the other
    /// sides.
    inner: Option<Side>,
    outer: Vec<Side>,
    /// For each move, the losses of the counters.
    losses: Vec<Losses>,
    /// For each move and each of its cases, the targets of a row.
    routes: Vec<Vec<Vec<Route>>>,
}

struct Losses {
    /// The sides in [`Flow::outer`] whose counter has a loss, by index, each with the loss.
    outer: Vec<(usize, i16)>,
    /// The number of cells at the beginning of a row whose counter along the row runs out.
    cut: usize,
    /// The bit set of the counters that run out in all cells of the grid. `own` is the bit of the counter
    /// along the row, which runs out in the cells before `cut`.
    always: u32,
    own: u32,
    falls: Falls,
}

/// Like [`Losses`], but only with the counters that decide the fate of their fighter.
struct Falls {
    /// The probability of the move.
    chance: f64,
    /// The counters that run out in all cells of the grid, each with how far below 0 it ends.
    always: Vec<(usize, i16)>,
    outer: Vec<(usize, i16)>,
    /// The loss of the counter along the row. `None` if this counter does not decide a fate.
    inner: Option<i16>,
}

struct Route {
    to: usize,
    part: f64,
    origin: i64,
    inner: usize,
    outer: Vec<i64>,
}

/// A function that adds a part of a row to a grid. Its parameters are the number of the grid and those of
/// [`Grid::add_row`]: the cell, the stride, the row, and the fraction of its weight to add.
type Add<'a> = dyn FnMut(usize, usize, usize, &[f64], f64) + 'a;

impl Flow {
    /// Prepares these moves for a grid with these spans. `grid` returns the grid with a given number. `fatal`
    /// is the bit set of the counters that decide the fate of their fighter.
    pub(super) fn new<'g>(
        spans: &Spans,
        moves: &[LossClass],
        fatal: u32,
        grid: &dyn Fn(usize) -> &'g Grid,
    ) -> Self {
        let mut outer = grid::sides(spans);
        let inner = (!outer.is_empty()).then(|| outer.remove(0));
        let is_fatal = |place: usize| fatal >> place & 1 == 1;
        let losses = |one: &LossClass| {
            let lowers = outer.iter().enumerate();
            let (mut always, mut falls) = (0, Vec::new());
            for (place, span) in spans.iter().enumerate() {
                let Some(span) = span else { continue };
                if span.low == span.high && span.low < one.loss[place] {
                    always |= 1 << place;
                    if is_fatal(place) {
                        falls.push((place, one.loss[place] - span.low));
                    }
                }
            }
            let lowered: Vec<(usize, i16)> = lowers
                .map(|(at, side)| (at, one.loss[side.place]))
                .filter(|&(_, loss)| loss > 0)
                .collect();
            let inner_falls = inner.filter(|side| is_fatal(side.place));
            let told = one.cases.first().into_iter().flat_map(|case| &case.told);
            Losses {
                falls: Falls {
                    chance: Expected::total(told.map(|&(_, part)| part.into())).value(),
                    always: falls,
                    outer: (lowered.iter().copied())
                        .filter(|&(at, _)| is_fatal(outer[at].place))
                        .collect(),
                    inner: inner_falls.map(|side| one.loss[side.place]),
                },
                outer: lowered,
                cut: inner.map_or(0, |side| {
                    moves::cut(side.low, side.length, one.loss[side.place])
                }),
                always,
                own: inner.map_or(0, |side| 1 << side.place),
            }
        };
        let route = |target: &moves::CaseTarget| {
            let grid = grid(target.grid);
            // If no state takes this case at present, the target grid may have no cells for it yet.
            let to = grid.spans().copied().unwrap_or([None; grid::PLACES]);
            let stride = |side: &Side| {
                if target.follows(side.place) {
                    grid.stride(side.place)
                } else {
                    0
                }
            };
            Route {
                to: target.grid,
                part: target.part,
                origin: target.origin(spans, &to, |place| grid.stride(place)),
                inner: inner.as_ref().map_or(0, stride),
                outer: outer.iter().map(|side| signed(stride(side))).collect(),
            }
        };
        let routes = moves.iter().map(|one| {
            let cases = one.cases.iter();
            cases
                .map(|case| case.targets.iter().map(route).collect())
                .collect()
        });
        Self {
            routes: routes.collect(),
            losses: moves.iter().map(losses).collect(),
            inner,
            outer,
        }
    }

    /// Moves all rows of a grid, given the weights of its cells. Calls `add` for each part of a row and each
    /// of its targets, and adds up the weight of each case in `moves`. `falls` has a list for each counter:
    /// its entry *n* grows by the weight of the states whose counter runs out and ends *n* points below 0.
    pub(super) fn all(
        &self,
        weights: &[f64],
        moves: &mut [LossClass],
        add: &mut Add<'_>,
        falls: &mut [Vec<Expected>],
    ) {
        let length = self.inner.map_or(1, |side| side.length);
        let mut numbers = vec![0usize; self.outer.len()];
        for row in weights.chunks_exact(length) {
            if let Some(first) = row.iter().position(|&weight| weight > 0.0) {
                let last = row
                    .iter()
                    .rposition(|&weight| weight > 0.0)
                    .unwrap_or(first);
                self.row(first, &row[first..=last], &numbers, moves, add);
                self.falls(first, &row[first..=last], &numbers, falls);
            }
            for (number, side) in numbers.iter_mut().zip(&self.outer) {
                *number += 1;
                if *number < side.length {
                    break;
                }
                *number = 0;
            }
        }
    }

    /// Adds the states of a row to `falls`. It has a list for each counter: its entry *n* grows by the weight
    /// of the states whose counter runs out and ends *n* points below 0.
    fn falls(&self, first: usize, row: &[f64], numbers: &[usize], falls: &mut [Vec<Expected>]) {
        let mut fall = |place: usize, below, weight| {
            let (falls, below) = (&mut falls[place], grid::count(below));
            if falls.len() <= below {
                falls.resize(below + 1, Expected::default());
            }
            falls[below].add(weight);
        };
        for losses in &self.losses {
            let falls = &losses.falls;
            let whole = || grid::total(row) * falls.chance;
            for &(place, below) in &falls.always {
                fall(place, below, whole());
            }
            for &(at, loss) in &falls.outer {
                let side = &self.outer[at];
                let below = loss - side.low - grid::short(numbers[at]);
                if below > 0 {
                    fall(side.place, below, whole());
                }
            }
            if let (Some(side), Some(loss)) = (&self.inner, falls.inner) {
                let cut = losses.cut.saturating_sub(first).min(row.len());
                for (at, &weight) in (first..).zip(&row[..cut]) {
                    let below = loss - side.low - grid::short(at);
                    fall(side.place, below, weight * falls.chance);
                }
            }
        }
    }

    fn row(
        &self,
        first: usize,
        row: &[f64],
        numbers: &[usize],
        moves: &mut [LossClass],
        add: &mut Add<'_>,
    ) {
        let whole = grid::total(row);
        for ((one, losses), routes) in moves.iter_mut().zip(&self.losses).zip(&self.routes) {
            let mut exhausted = losses.always;
            for &(at, loss) in &losses.outer {
                let side = &self.outer[at];
                if grid::count(loss) > numbers[at] + grid::count(side.low) {
                    exhausted |= 1 << side.place;
                }
            }
            let cut = losses.cut.saturating_sub(first).min(row.len());
            let parts = [
                (exhausted | losses.own, first, &row[..cut]),
                (exhausted, first + cut, &row[cut..]),
            ];
            for (exhausted, start, part) in parts {
                if part.is_empty() {
                    continue;
                }
                let weight = if part.len() == row.len() {
                    whole
                } else {
                    grid::total(part)
                };
                let case = one.case(exhausted).expect("every case there is was added");
                one.cases[case].weight.add(weight);
                for route in &routes[case] {
                    let outer = route.outer.iter().zip(numbers);
                    let place = outer.fold(route.origin, |sum, (stride, &number)| {
                        sum + stride * signed(number)
                    });
                    let place = place + signed(start * route.inner);
                    let cell = usize::try_from(place).expect("room was made for all that arrives");
                    if route.inner == 0 {
                        add(route.to, cell, 1, &[weight], route.part);
                    } else {
                        add(route.to, cell, route.inner, part, route.part);
                    }
                }
            }
        }
    }
}

/// Converts a number of cells, so that offsets below 0 can be computed.
#[inline]
fn signed(cells: usize) -> i64 {
    i64::try_from(cells).expect("grids are small")
}
