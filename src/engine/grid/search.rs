//! The cheapest path to any of several cells if there are obstacles (A* search).
//!
//! Cells are processed in the order of a lower bound for the cost of a path over them. The bound is the cost
//! up to the cell, plus the cost over plain ground from there to the bounding box of the goals. The search
//! therefore processes few cells far from a cheapest path. It allocates its buffers once per thread.

use std::cell::RefCell;

use super::cell::{Cell, Direction, SIZE};
use super::cells::Cells;
use super::path::{GridPath, Limits};

/// The highest cost of a path that is followed. The longest sensible path over the largest map costs less.
const FARTHEST: u32 = 4000;
/// The number of waiting lists in the ring. A step costs at most 12 and leads at most 3 farther away. The
/// bounds of waiting cells therefore differ by less than sixteen.
const RING: usize = 16;
/// A number that means "no cell".
const NONE: u16 = u16::MAX;

thread_local! {
    static SEARCH: RefCell<Search> = RefCell::new(Search::new());
}

/// Returns the cheapest path to any of these cells; see [`way`](super::way).
pub(super) fn way(start: Cell, limits: Limits<'_>, goals: &Cells) -> Option<GridPath> {
    SEARCH.with_borrow_mut(|search| search.way(start, limits, goals))
}

/// The data of a cell in a search.
#[derive(Debug, Clone, Copy)]
struct SearchCell {
    /// The number of the last search that reached the cell. `marked` is that of the last search with the cell
    /// on a cheapest path.
    reached: u32,
    marked: u32,
    /// The cost of the path up to the cell.
    cost: u16,
    /// The next cell in the same waiting list. `before` is the one before, or the list itself.
    next: u16,
    before: u16,
}

/// The buffers of a search.
#[derive(Debug)]
struct Search {
    /// The number of the present search, counted from 1.
    number: u32,
    cells: Vec<SearchCell>,
    /// The first waiting cell of each list. A list has the cells with the same bound, modulo the number of
    /// lists.
    ring: [u16; RING],
    /// The cells on cheapest paths, from the goal backwards.
    marked: Vec<Cell>,
}

/// The rectangle of cells between two corners.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    low: Cell,
    high: Cell,
}

impl Bounds {
    /// Returns the cost over plain ground from a cell to the nearest cell of the rectangle.
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

    /// Records a path to a cell. `cost` is its cost, and `least` the lower bound for a path over the cell to
    /// a goal.
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
            // The cell waits in another list, because a lower cost up to here also means a lower bound.
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

    /// Removes a cell from the waiting list for the bound `least`, and returns it.
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

    /// Returns the cost of the path to a cell, if the present search has found one.
    #[inline]
    fn cost(&self, cell: Cell) -> Option<u32> {
        let known = &self.cells[cell.index()];
        (known.reached == self.number).then_some(known.cost.into())
    }

    /// Returns the target cell of a step and the cost of the step, if the step is part of a cheapest path to
    /// that cell.
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

    /// Returns the path to the goal. First marks all cells on cheapest paths, from the goal backwards. Then
    /// follows the first marked cell in the order of directions.
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

/// Numbers from here on mean the head of a waiting list instead of a cell.
const FIRST: u16 = 1 << 14;
/// The number of cells in a row.
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

    /// A slow reference: lowers the costs of cells until none changes, then finds the path in the same way.
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
