//! The search for a cheapest path to any of several cells past obstacles (A* search).
//!
//! For each cell that is reached, the search has a lower bound of the cost of a path over this cell: the cost
//! up to the cell, plus the cost from there to the bounding box of the goals over plain ground. Cells are
//! processed in the order of their bounds. Few cells far from a cheapest path are therefore processed. The
//! memory of a search is allocated once per thread.

use std::cell::RefCell;

use super::cell::{Cell, Direction, SIZE};
use super::cells::Cells;
use super::path::{GridPath, Limits};

/// Paths with a higher cost are not searched. The longest useful path over the largest map costs less.
const FARTHEST: u32 = 4000;
/// The number of waiting lists. A step costs at most 12, and its end is at most 3 farther from the goals. The
/// bounds of all waiting cells therefore differ by less than 16.
const RING: usize = 16;
/// The value of a cell number if there is no cell.
const NONE: u16 = u16::MAX;

thread_local! {
    static SEARCH: RefCell<Search> = RefCell::new(Search::new());
}

/// Returns the cheapest path from `start` to any of the cells `goals`: see [`way`](super::path::way).
pub(super) fn way(start: Cell, limits: Limits<'_>, goals: &Cells) -> Option<GridPath> {
    SEARCH.with_borrow_mut(|search| search.way(start, limits, goals))
}

/// The data of a cell in a search.
#[derive(Debug, Clone, Copy)]
struct SearchCell {
    /// The number of the last search that has reached the cell. `marked` is the number of the last search in
    /// which the cell was found to be on a cheapest path.
    reached: u32,
    marked: u32,
    /// The lowest cost of a path to the cell that has been found.
    cost: u16,
    /// `next` is the cell after this one in its waiting list. `before` is the cell before it. If there is
    /// none, `before` is [`FIRST`] plus the number of the list.
    next: u16,
    before: u16,
}

/// The memory of a search.
#[derive(Debug)]
struct Search {
    /// The number of the present search, from 1.
    number: u32,
    cells: Vec<SearchCell>,
    /// For each waiting list, its first cell. Cells are in the list whose index is their bound modulo
    /// [`RING`].
    ring: [u16; RING],
    /// The cells on cheapest paths, found from the goal backwards.
    marked: Vec<Cell>,
}

/// The rectangle with the corners `low` and `high`.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    low: Cell,
    high: Cell,
}

impl Bounds {
    /// Returns the cost over plain ground from a cell to the nearest cell in the rectangle.
    #[inline]
    fn apart(self, cell: Cell) -> u32 {
        let gap = |at: u8, low: u8, high: u8| {
            u32::from(low.saturating_sub(at).max(at.saturating_sub(high)))
        };
        let dx = gap(cell.x, self.low.x, self.high.x);
        let dy = gap(cell.y, self.low.y, self.high.y);
        2 * dx.max(dy) + dx.min(dy)
    }
}

impl Search {
    fn new() -> Self {
        let unknown = SearchCell {
            reached: 0,
            marked: 0,
            cost: 0,
            next: NONE,
            before: NONE,
        };
        Self {
            number: 0,
            cells: vec![unknown; SIZE * SIZE],
            ring: [NONE; RING],
            marked: Vec::with_capacity(SIZE * SIZE),
        }
    }

    fn way(&mut self, start: Cell, limits: Limits<'_>, goals: &Cells) -> Option<GridPath> {
        if self.number == u32::MAX {
            *self = Self::new();
        }
        self.number += 1;
        self.ring = [NONE; RING];
        let (low, high) = goals.bounds()?;
        let bounds = Bounds { low, high };
        let mut at = bounds.apart(start);
        self.reach(start, 0, at);
        let (mut found, mut idle) = (None, 0);
        while at < FARTHEST {
            let Some(cell) = self.take(at) else {
                if let Some(goal) = found {
                    return Some(self.trace(start, goal, limits));
                }
                idle += 1;
                if idle == RING {
                    return None;
                }
                at += 1;
                continue;
            };
            idle = 0;
            if goals.has(cell) {
                found = Some(found.map_or(cell, |other: Cell| other.min(cell)));
                continue;
            }
            if cell != start && limits.stops.has(cell) {
                continue;
            }
            let cost = self.cells[cell.index()].cost;
            for direction in Direction::ALL {
                let Some(to) = cell.next(direction).filter(|&to| limits.may_enter(to)) else {
                    continue;
                };
                let cost = u32::from(cost) + limits.footing.cost(to, direction);
                self.reach(to, cost, cost + bounds.apart(to));
            }
        }
        None
    }

    /// Records that a path to a cell has been found. `cost` is the cost of this path. `least` is the lower
    /// bound of the cost of a path over this cell to a goal.
    #[inline]
    fn reach(&mut self, cell: Cell, cost: u32, least: u32) {
        let number = self.number;
        let at = small(cell.index());
        let known = &mut self.cells[usize::from(at)];
        let cost = u16::try_from(cost).unwrap_or(u16::MAX);
        if known.reached == number {
            if known.cost <= cost {
                return;
            }
            // The cell is in another waiting list, whose bound is higher. It is removed from that list.
            let (before, next) = (known.before, known.next);
            if next != NONE {
                self.cells[usize::from(next)].before = before;
            }
            if before < FIRST {
                self.cells[usize::from(before)].next = next;
            } else {
                self.ring[usize::from(before - FIRST)] = next;
            }
        }
        let list = least as usize % RING;
        let next = std::mem::replace(&mut self.ring[list], at);
        if next != NONE {
            self.cells[usize::from(next)].before = at;
        }
        let known = &mut self.cells[usize::from(at)];
        (known.reached, known.cost) = (number, cost);
        (known.next, known.before) = (next, FIRST + small(list));
    }

    /// Removes a cell with the bound `least` from its waiting list, and returns it. Returns `None` if there
    /// is no such cell.
    #[inline]
    fn take(&mut self, least: u32) -> Option<Cell> {
        let list = least as usize % RING;
        let at = self.ring[list];
        if at == NONE {
            return None;
        }
        let next = self.cells[usize::from(at)].next;
        self.ring[list] = next;
        if next != NONE {
            self.cells[usize::from(next)].before = FIRST + small(list);
        }
        let place = |at: u16| u8::try_from(at).unwrap_or(0);
        Some(Cell::new(place(at % ROW), place(at / ROW)))
    }

    /// Returns the cost of the path to a cell. Returns `None` if the present search has not reached the cell.
    #[inline]
    fn cost(&self, cell: Cell) -> Option<u32> {
        let known = &self.cells[cell.index()];
        (known.reached == self.number).then_some(known.cost.into())
    }

    /// Returns the cell that a step leads to, and the cost of the step. Returns `None` if the step is not
    /// part of a cheapest path to that cell.
    #[inline]
    fn leads(
        &self,
        from: Cell,
        direction: Direction,
        (start, limits): (Cell, Limits<'_>),
    ) -> Option<(Cell, u32)> {
        let to = from.next(direction).filter(|&to| limits.may_enter(to))?;
        let step = limits.footing.cost(to, direction);
        let goes_on = from == start || !limits.stops.has(from);
        (goes_on && self.cost(from)? + step == self.cost(to)?).then_some((to, step))
    }

    /// Returns the path to `goal`. All cells on cheapest paths are marked first, from the goal backwards. The
    /// path then takes at each step the first direction that leads to a marked cell.
    fn trace(&mut self, start: Cell, goal: Cell, limits: Limits<'_>) -> GridPath {
        let number = self.number;
        self.marked.clear();
        self.marked.push(goal);
        self.cells[goal.index()].marked = number;
        let mut next = 0;
        while let Some(&cell) = self.marked.get(next) {
            next += 1;
            for direction in Direction::ALL {
                let Some(from) = cell.next(direction.turned(4)) else {
                    continue;
                };
                let marked = self.cells[from.index()].marked == number;
                if !marked && self.leads(from, direction, (start, limits)).is_some() {
                    self.cells[from.index()].marked = number;
                    self.marked.push(from);
                }
            }
        }
        let mut way = GridPath::to(goal);
        let mut at = start;
        while at != goal {
            let step = Direction::ALL.into_iter().find_map(|direction| {
                let (to, step) = self.leads(at, direction, (start, limits))?;
                let on_it = self.cells[to.index()].marked == number;
                on_it.then_some((direction, to, step))
            });
            let (direction, to, step) = step.expect("the goal was reached from the start");
            way.push(direction, step);
            at = to;
        }
        way
    }
}

/// In [`SearchCell::before`], a number below `FIRST` is a cell, and a higher one is `FIRST` plus the number
/// of a waiting list.
const FIRST: u16 = 1 << 14;
/// The number of cells in a row of the largest map.
const ROW: u16 = 64;

#[inline]
fn small(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::path::Footing;
    use super::*;

    /// A slow search to compare with: lowers the costs of cells until none changes, and then finds the path
    /// in the same way.
    fn slowly(
        start: Cell,
        limits: Limits<'_>,
        goals: &Cells,
    ) -> Option<(Cell, u32, Vec<Direction>)> {
        let all = Cells::within(SIZE, SIZE);
        let mut costs = vec![u32::MAX; SIZE * SIZE];
        costs[start.index()] = 0;
        let leads = |costs: &[u32], from: Cell, direction: Direction| {
            let to = from.next(direction).filter(|&to| limits.may_enter(to))?;
            let goes_on = from == start || !limits.stops.has(from);
            let known = costs[from.index()] != u32::MAX;
            (goes_on && known)
                .then(|| (to, costs[from.index()] + limits.footing.cost(to, direction)))
        };
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for from in all.iter() {
                for direction in Direction::ALL {
                    if let Some((to, cost)) = leads(&costs, from, direction)
                        && cost < costs[to.index()]
                    {
                        costs[to.index()] = cost;
                        changes = true;
                    }
                }
            }
        }
        let there = goals.iter().filter(|goal| costs[goal.index()] != u32::MAX);
        let goal = there.min_by_key(|goal| costs[goal.index()])?;
        let step = |from: Cell, direction: Direction| {
            let (to, cost) = leads(&costs, from, direction)?;
            (cost == costs[to.index()]).then_some(to)
        };
        let mut on = Cells::NONE;
        on.add(goal);
        let mut grows = true;
        while std::mem::take(&mut grows) {
            for from in all.iter().filter(|&cell| costs[cell.index()] != u32::MAX) {
                let leads_on = |direction| step(from, direction).is_some_and(|to| on.has(to));
                if !on.has(from) && Direction::ALL.into_iter().any(leads_on) {
                    on.add(from);
                    grows = true;
                }
            }
        }
        let (mut at, mut steps) = (start, Vec::new());
        while at != goal {
            let mut found = Direction::ALL.into_iter();
            let next = |direction| {
                step(at, direction)
                    .filter(|&to| on.has(to))
                    .map(|to| (direction, to))
            };
            let (direction, to) = found.find_map(next)?;
            steps.push(direction);
            at = to;
        }
        Some((goal, costs[goal.index()], steps))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        #[test]
        fn the_way_is_the_first_of_the_cheapest(
            ground in proptest::collection::vec(0u8..12, 81),
            goals in proptest::collection::vec((0u8..9, 0u8..9), 1..5),
            start in (0u8..9, 0u8..9),
            width in 1u8..3,
        ) {
            let of = |which: &dyn Fn(u8) -> bool| -> Cells {
                let cells = (0u8..81).filter(|&at| which(ground[usize::from(at)]));
                cells.map(|at| Cell::new(at % 9, at / 9)).collect()
            };
            let footing = Footing::new(width, &of(&|kind| kind > 1), &of(&|kind| kind == 2), &of(&|kind| kind == 3));
            let (stops, closed) = (of(&|kind| kind == 4), of(&|kind| kind == 5));
            let limits = Limits { footing: &footing, stops: &stops, closed: &closed };
            let goals: Cells = goals.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
            let start = Cell::new(start.0, start.1);
            let found = way(start, limits, &goals);
            let found = found.map(|way| (way.goal, way.cost, way.steps().collect::<Vec<_>>()));
            prop_assert_eq!(&found, &slowly(start, limits, &goals));
            let glance = super::super::way(start, limits, &goals);
            prop_assert_eq!(glance.map(|way| (way.goal, way.cost, way.steps().collect::<Vec<_>>())), found);
        }
    }
}
