//! The search for a cheapest path on ground where every step costs as much as on plain ground. It works with
//! whole sets of cells.
//!
//! A wave is the set of all cells that have the same cost to reach. The wave for a cost follows from two
//! earlier waves by a few operations per row. A straight step leads from the wave whose cost is 2 less, and a
//! diagonal step from the wave whose cost is 3 less. When a goal is reached, the waves are reduced to the
//! cells on cheapest paths, from the goal back to the start. For long paths, and for ground where some steps
//! cost more, [`search`](super::search) looks at one cell after another instead.

use std::cell::RefCell;

use super::cell::{Cell, Direction, SIZE};
use super::cells::Cells;
use super::path::{GridPath, Limits};

/// The number of waves. Only paths that cost less than this number are found.
const WAVES: usize = 192;
/// The number of empty rows around the rows of a map.
const MARGIN: usize = 4;

thread_local! {
    static WAVES_OF: RefCell<Waves> = RefCell::new(Waves::new());
}

/// A set of cells that have the same cost to reach. Only the rows `low..high` and some empty rows around them
/// have a meaning.
#[derive(Debug, Clone, Copy)]
struct Wave {
    rows: [u64; SIZE + 2 * MARGIN],
    low: usize,
    high: usize,
}

/// The waves of a search. The index of a wave is the cost of its cells.
#[derive(Debug)]
struct Waves(Vec<Wave>);

/// The result of a search with waves.
#[derive(Debug)]
pub(super) enum WaveResult {
    /// The cheapest path, or `None` if there is no path.
    Sure(Option<GridPath>),
    /// A path may exist, but it would cost too much for this search.
    Unknown,
}

/// Returns the cheapest path from `start` to any of the cells `goals`: see [`way`](super::path::way). All
/// ground must be plain.
pub(super) fn way(start: Cell, limits: Limits<'_>, goals: &Cells) -> WaveResult {
    WAVES_OF.with_borrow_mut(|waves| waves.way(start, limits, goals))
}

impl Waves {
    fn new() -> Self {
        let empty = Wave {
            rows: [0; SIZE + 2 * MARGIN],
            low: MARGIN,
            high: MARGIN,
        };
        Self(vec![empty; WAVES])
    }

    fn way(&mut self, start: Cell, limits: Limits<'_>, goals: &Cells) -> WaveResult {
        let mut free = [0; SIZE + 2 * MARGIN];
        let rows = limits.footing.fits.0.iter().zip(&limits.closed.0);
        for (free, (fits, closed)) in free[MARGIN..].iter_mut().zip(rows) {
            *free = fits & !closed;
        }
        let row = usize::from(start.y) + MARGIN;
        let first = [1 << start.x, 0, 0];
        for (wave, bits) in self.0.iter_mut().zip(first) {
            wave.begin(row, row + 1);
            wave.rows[row] = bits;
        }
        // The waves for the costs 0, 1 and 2 are prepared here. Only wave 0 has a cell, the start, because a
        // step costs at least 2.
        free[row] &= !(1 << start.x);
        if goals.has(start) {
            return WaveResult::Sure(Some(GridPath::to(start)));
        }
        let mut empty = 0;
        for cost in 2..WAVES {
            let (before, wave) = self.0.split_at_mut(cost);
            let diagonal = cost.checked_sub(3).map(|at| &before[at]);
            let wave = &mut wave[0];
            let (any, ends) = wave.follow(&before[cost - 2], diagonal, &mut free, goals);
            if !any {
                empty += 1;
                if empty == 3 {
                    return WaveResult::Sure(None);
                }
                continue;
            }
            empty = 0;
            if ends && let Some(goal) = wave.lowest_of(goals) {
                return WaveResult::Sure(Some(self.trace(start, goal, cost)));
            }
            wave.remove(limits.stops);
        }
        WaveResult::Unknown
    }

    /// Returns the cheapest path to `goal`, which costs `cost`. At each step, the path takes the first
    /// possible direction of [`Direction::ALL`].
    fn trace(&mut self, start: Cell, goal: Cell, cost: usize) -> GridPath {
        let row = usize::from(goal.y) + MARGIN;
        let last = &mut self.0[cost];
        last.begin(row, row + 1);
        last.rows[row] = 1 << goal.x;
        // The path does not lead beyond its last wave, so waves after it must count as empty.
        let nothing = Wave {
            rows: [0; SIZE + 2 * MARGIN],
            low: row,
            high: row,
        };
        for at in (0..cost).rev() {
            let (wave, after) = self.0.split_at_mut(at + 1);
            let straight = if at + 2 <= cost { &after[1] } else { &nothing };
            let diagonal = if at + 3 <= cost { &after[2] } else { &nothing };
            wave[at].keep_before(straight, diagonal);
        }
        let mut way = GridPath::to(goal);
        let (mut at, mut spent) = (start, 0);
        while at != goal {
            let step = Direction::ALL.into_iter().find_map(|direction| {
                let to = at.next(direction)?;
                let then = spent + direction.cost() as usize;
                let leads = then <= cost && self.0[then].has(to);
                leads.then_some((direction, to, then))
            });
            let (direction, to, then) = step.expect("the goal was reached from the start");
            way.push(direction, direction.cost());
            (at, spent) = (to, then);
        }
        way
    }
}

impl Wave {
    /// Sets the range of rows that have a meaning, and empties the rows around them. The caller must then
    /// fill the rows.
    #[inline]
    fn begin(&mut self, low: usize, high: usize) {
        (self.low, self.high) = (low, high);
        self.rows[low - MARGIN..low].fill(0);
        self.rows[high..high + MARGIN].fill(0);
    }

    #[inline]
    fn has(&self, cell: Cell) -> bool {
        let row = usize::from(cell.y) + MARGIN;
        (self.low..self.high).contains(&row) && self.rows[row] >> cell.x & 1 == 1
    }

    /// Fills this wave with cells of `free` that are one straight step away from a cell of the wave
    /// `straight`, or one diagonal step away from a cell of `diagonal`. Removes these cells from `free`.
    /// Returns whether there are any, and whether any of them are in `goals`.
    fn follow(
        &mut self,
        straight: &Self,
        diagonal: Option<&Self>,
        free: &mut [u64; SIZE + 2 * MARGIN],
        goals: &Cells,
    ) -> (bool, bool) {
        let low = (straight.low - 1).max(MARGIN);
        let high = (straight.high + 1).min(SIZE + MARGIN);
        self.begin(low, high);
        let around = low - 1..high + 1;
        let slants = if diagonal.is_some() { u64::MAX } else { 0 };
        let diagonal = &diagonal.unwrap_or(straight).rows[around.clone()];
        let near = straight.rows[around].windows(3).zip(diagonal.windows(3));
        let rows = self.rows[low..high].iter_mut().zip(&mut free[low..high]);
        let goals = &goals.0[low - MARGIN..high - MARGIN];
        let (mut any, mut ends) = (0, 0);
        for (((row, free), goals), (along, aside)) in rows.zip(goals).zip(near) {
            let aside = (aside[0] | aside[2]) & slants;
            let aside = (aside << 1) | (aside >> 1);
            let along = along[0] | along[2] | (along[1] << 1) | (along[1] >> 1);
            let found = (along | aside) & *free;
            *free &= !found;
            *row = found;
            any |= found;
            ends |= found & goals;
        }
        (any != 0, ends != 0)
    }

    /// Keeps only the cells with a straight step to a cell of the wave `straight`, or with a diagonal step to
    /// a cell of `diagonal`.
    fn keep_before(&mut self, straight: &Self, diagonal: &Self) {
        let low = straight.low.min(diagonal.low) - 1;
        let high = straight.high.max(diagonal.high) + 1;
        let (low, high) = (
            low.max(self.low),
            high.min(self.high).max(low.max(self.low)),
        );
        self.begin(low, high);
        for y in low..high {
            let around = |wave: &Self, y: usize| {
                let within = wave.low <= y && y < wave.high;
                if within { wave.rows[y] } else { 0 }
            };
            let aside = around(diagonal, y - 1) | around(diagonal, y + 1);
            let level = around(straight, y);
            let along =
                around(straight, y - 1) | around(straight, y + 1) | (level << 1) | (level >> 1);
            self.rows[y] &= along | (aside << 1) | (aside >> 1);
        }
        while self.low < self.high && self.rows[self.low] == 0 {
            self.low += 1;
        }
        while self.low < self.high && self.rows[self.high - 1] == 0 {
            self.high -= 1;
        }
    }

    /// Returns the cell in this wave and in `cells` that has the lowest row, and the lowest column of this
    /// row.
    fn lowest_of(&self, cells: &Cells) -> Option<Cell> {
        (self.low..self.high).find_map(|row| {
            let y = row - MARGIN;
            let found = self.rows[row] & cells.0[y];
            let x = u8::try_from(found.trailing_zeros()).ok()?;
            (found != 0).then(|| Cell::new(x, u8::try_from(y).unwrap_or(0)))
        })
    }

    /// Removes the cells `cells` from the wave.
    fn remove(&mut self, cells: &Cells) {
        let cells = &cells.0[self.low - MARGIN..self.high - MARGIN];
        for (row, cells) in self.rows[self.low..self.high].iter_mut().zip(cells) {
            *row &= !cells;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::path::Footing;
    use super::super::search;
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn waves_find_the_path_that_a_search_of_cells_finds(
            ground in proptest::collection::vec(0u8..10, 144),
            goals in proptest::collection::vec((0u8..12, 0u8..12), 1..5),
            start in (0u8..12, 0u8..12),
            corner in (0u8..53, 0u8..53),
            at_border in 0u8..4,
            width in 1u8..3,
        ) {
            // The field has 12 by 12 cells. It often lies at a border or in a corner of the largest map.
            let left = [corner.0, 0, 52, 52][usize::from(at_border)];
            let low = [corner.1, 52, 0, 52][usize::from(at_border)];
            let cell = |(x, y): (u8, u8)| Cell::new(left + x, low + y);
            let of = |which: &dyn Fn(u8) -> bool| -> Cells {
                let cells = (0u8..144).filter(|&at| which(ground[usize::from(at)]));
                cells.map(|at| cell((at % 12, at / 12))).collect()
            };
            let open = of(&|kind| kind > 1);
            let footing = Footing::new(width, &open, &Cells::NONE, &Cells::NONE);
            let (stops, closed) = (of(&|kind| kind == 3), of(&|kind| kind == 4));
            let limits = Limits { footing: &footing, stops: &stops, closed: &closed };
            let goals: Cells = goals.into_iter().map(cell).collect();
            let WaveResult::Sure(found) = way(cell(start), limits, &goals) else {
                return Err(TestCaseError::fail("the field is small"));
            };
            prop_assert_eq!(found, search::way(cell(start), limits, &goals));
        }
    }

    #[test]
    fn a_long_path_is_left_to_the_search_of_cells() {
        let mut open = Cells::NONE;
        for y in (0..64).step_by(2) {
            open = open.or(&Cells::between((0, y), (63, y)));
            let end = if y % 4 == 0 { 63 } else { 0 };
            open.add(Cell::new(end, u8::try_from(y).expect("a row") + 1));
        }
        let footing = Footing::new(1, &open, &Cells::NONE, &Cells::NONE);
        let limits = Limits {
            footing: &footing,
            stops: &Cells::NONE,
            closed: &Cells::NONE,
        };
        let found = |x, y| {
            let goals: Cells = [Cell::new(x, y)].into_iter().collect();
            (
                way(Cell::new(0, 0), limits, &goals),
                search::way(Cell::new(0, 0), limits, &goals),
            )
        };
        let (WaveResult::Sure(near), way) = found(63, 0) else {
            panic!("a row is short");
        };
        assert_eq!(near, way);
        let (far, way) = found(0, 30);
        assert!(matches!(far, WaveResult::Unknown) && way.is_some());
    }
}
