//! A cache of the path that was found last. It helps creatures that follow a path over several moves.
//!
//! A creature that has taken some steps of a cheapest path looks for a path again in its next move. Usually
//! nothing else has changed. The new path is then the rest of the old one: no other goal has become cheaper,
//! and among equally cheap goals and steps, the same ones are preferred. The cached path is used only if
//! everything that the search depends on is equal: the footing, both sets of forbidden cells and the goals.
//! Each thread has a separate cache with one path.

use std::cell::RefCell;

use super::cell::Cell;
use super::cells::Cells;
use super::path::{Footing, GridPath, Limits};

thread_local! {
    static KEPT: RefCell<Option<CachedPath>> = const { RefCell::new(None) };
}

/// A path, with everything that the result of the search for it depends on.
#[derive(Debug)]
struct CachedPath {
    start: Cell,
    footing: u64,
    stops: Cells,
    closed: Cells,
    goals: Cells,
    way: GridPath,
}

/// Returns the cheapest path from `start` to any of these cells: see [`way`](super::path::way). Calls
/// `search` if the cached path cannot be used.
pub(super) fn way(
    start: Cell,
    limits: Limits<'_>,
    goals: &Cells,
    search: impl FnOnce() -> Option<GridPath>,
) -> Option<GridPath> {
    KEPT.with_borrow_mut(|kept| {
        let rest = kept
            .as_ref()
            .and_then(|kept| kept.rest(start, limits, goals));
        if rest.is_some() {
            return rest;
        }
        let way = search()?;
        if way.is_whole() {
            let kept = kept.get_or_insert_with(|| CachedPath {
                start,
                footing: 0,
                stops: Cells::NONE,
                closed: Cells::NONE,
                goals: Cells::NONE,
                way,
            });
            (kept.start, kept.footing, kept.way) = (start, limits.footing.id, way);
            kept.stops.clone_from(limits.stops);
            kept.closed.clone_from(limits.closed);
            kept.goals.clone_from(goals);
        }
        Some(way)
    })
}

impl CachedPath {
    /// Returns the rest of the cached path from the cell `start`. Returns `None` if `start` is not on the
    /// path, or if a search might find another path.
    fn rest(&self, start: Cell, limits: Limits<'_>, goals: &Cells) -> Option<GridPath> {
        if self.footing != limits.footing.id {
            return None;
        }
        let mut steps = self.way.steps();
        let mut at = self.start;
        while at != start {
            at = at.next(steps.next()?)?;
        }
        let same =
            self.goals == *goals && self.stops == *limits.stops && self.closed == *limits.closed;
        same.then(|| rest(at, self.way.goal, steps, limits.footing))
    }
}

/// Returns the path that leads from the cell `at` to `goal` by these steps.
fn rest(
    mut at: Cell,
    goal: Cell,
    steps: impl Iterator<Item = super::Direction>,
    footing: &Footing,
) -> GridPath {
    let mut way = GridPath::to(goal);
    for direction in steps {
        at = at.next(direction).expect("the path stays on the map");
        way.push(direction, footing.cost(at, direction));
    }
    way
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::cell::Direction;
    use super::super::path::{found, way};
    use super::*;

    /// Returns the cells whose entry in `ground` is `kind`. `ground` has the entries of 9 by 9 cells, row by
    /// row.
    fn those(ground: &[u8], kind: u8) -> Cells {
        let cells = (0u8..81).filter(|&at| ground[usize::from(at)] == kind);
        cells.map(|at| Cell::new(at % 9, at / 9)).collect()
    }

    fn told(way: Option<GridPath>) -> Option<(Cell, u32, Vec<Direction>)> {
        way.map(|way| (way.goal, way.cost, way.steps().collect()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn a_kept_path_is_the_one_that_a_search_finds(
            ground in proptest::collection::vec(0u8..14, 81),
            goals in proptest::collection::vec((0u8..9, 0u8..9), 1..5),
            start in (0u8..9, 0u8..9),
            changes in proptest::collection::vec((0u8..4, 0u8..9, 0u8..9), 4),
        ) {
            let open = Cells::within(9, 9).without(&those(&ground, 1));
            let footing = Footing::new(1, &open, &those(&ground, 2), &those(&ground, 3));
            let (mut stops, mut closed) = (those(&ground, 4), those(&ground, 5));
            let mut goals: Cells = goals.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
            let mut footings = vec![footing];
            let mut at = Cell::new(start.0, start.1);
            for (what, x, y) in changes {
                let cell = Cell::new(x, y);
                let footing = footings.last().expect("there is one");
                let limits = Limits { footing, stops: &stops, closed: &closed };
                let whole = way(at, limits, &goals);
                prop_assert_eq!(told(whole), told(found(at, limits, &goals)));
                let mut cells = vec![at];
                let mut on = at;
                for step in whole.iter().flat_map(GridPath::steps) {
                    on = on.next(step).expect("on the map");
                    cells.push(on);
                }
                for &cell in &cells {
                    let kept = way(cell, limits, &goals);
                    prop_assert_eq!(told(kept), told(found(cell, limits, &goals)));
                }
                at = cells[cells.len() / 2];
                match what {
                    0 => stops.add(cell),
                    1 => closed.add(cell),
                    2 => goals.add(cell),
                    _ => footings.push(footings[0].clone().costing([1, 4])),
                }
            }
        }
    }
}
