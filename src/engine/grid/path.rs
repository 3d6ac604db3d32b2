//! The cheapest path of a creature over the ground of a map.
//!
//! A straight step costs 2 and a diagonal step 3, in halves of a cell. By default, a step onto difficult
//! ground costs twice as much, and a step onto extreme ground three times as much. If there are no obstacles
//! on the way, a path is found without a [`search`].

use std::sync::atomic::{AtomicU64, Ordering};

use super::block::Block;
use super::cached_path;
use super::cell::{Cell, Direction, SIZE};
use super::cells::Cells;
use super::search;
use super::waves::{self, WaveResult};

/// The footing of creatures of one size on a map: the cells where they may stand, and the costs of their
/// steps.
#[derive(Debug, Clone)]
pub struct Footing {
    /// The number of this footing. Two footings with the same number are equal, because only clones share it.
    pub(super) id: u64,
    /// The lowest cells of all blocks where a creature may stand.
    pub(super) fits: Cells,
    /// For each direction, the cells where a step in this direction leads onto difficult ground. `None` if
    /// the map has no difficult ground. `harsh` is the same for extreme ground.
    rough: Option<Box<[Cells; 8]>>,
    harsh: Option<Box<[Cells; 8]>>,
    /// The cost of a step onto difficult ground and of a step onto extreme ground, as multiples of the cost
    /// over plain ground.
    costs: [u8; 2],
}

/// The default costs of a step onto difficult and onto extreme ground, as multiples of the cost over plain
/// ground.
pub(super) const COSTS: [u8; 2] = [2, 3];
/// The greatest multiple that a step may cost. [`search`] relies on this limit.
pub(super) const MOST_COST: u8 = 4;

impl Footing {
    /// Creates the footing of creatures of `width` on a map with these open, difficult and extreme cells. A
    /// step costs as much as the hardest cell that the creature did not cover before the step.
    pub fn new(width: u8, open: &Cells, difficult: &Cells, extreme: &Cells) -> Self {
        let all = Cells::within(SIZE, SIZE);
        let closed = all.without(open);
        let places = || all.iter().map(|cell| Block::new(cell, width));
        let fits = |block: &Block| {
            let within = |at: u8| usize::from(at) + usize::from(width) <= SIZE;
            within(block.at.x) && within(block.at.y) && !closed.touches(*block)
        };
        let entered = |kind: &Cells| {
            let by = |direction: Direction| {
                let touches = |block: &Block| {
                    let before = block.at.next(direction.turned(4));
                    let before = before.map(|at| Block::new(at, width));
                    block
                        .cells()
                        .any(|cell| kind.has(cell) && before.is_none_or(|old| !old.has(cell)))
                };
                places().filter(touches).map(|block| block.at).collect()
            };
            (!kind.is_empty()).then(|| Box::new(Direction::ALL.map(by)))
        };
        Self {
            id: fresh_id(),
            fits: places().filter(fits).map(|block| block.at).collect(),
            rough: entered(difficult),
            harsh: entered(extreme),
            costs: COSTS,
        }
    }

    /// Returns the footing with these costs of a step onto difficult ground and of a step onto extreme
    /// ground. They are multiples, from 1 to 4, of the cost over plain ground.
    #[must_use]
    pub fn costing(self, costs: [u8; 2]) -> Self {
        debug_assert!(
            costs.iter().all(|cost| (1..=MOST_COST).contains(cost)),
            "{costs:?}"
        );
        Self {
            id: fresh_id(),
            costs,
            ..self
        }
    }

    /// Returns whether the map has only plain ground.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.rough.is_none() && self.harsh.is_none()
    }

    /// Returns the cost of a step in this direction to the cell `to`, in halves of a cell.
    #[inline]
    pub fn cost(&self, to: Cell, direction: Direction) -> u32 {
        let enters = |kind: &Option<Box<[Cells; 8]>>| {
            kind.as_ref()
                .is_some_and(|kind| kind[direction as usize].has(to))
        };
        let [rough, harsh] = self.costs;
        let times = if enters(&self.harsh) {
            harsh
        } else if enters(&self.rough) {
            rough
        } else {
            1
        };
        u32::from(times) * direction.cost()
    }
}

/// Returns a number that no other footing has.
fn fresh_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The limits of a creature's movement.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The cells where the creature may stand, and the costs of its steps.
    pub footing: &'a Footing,
    /// The cells that the creature may enter but not leave.
    pub stops: &'a Cells,
    /// The cells that the creature may not enter.
    pub closed: &'a Cells,
}

impl Limits<'_> {
    #[inline]
    pub(super) fn may_enter(&self, cell: Cell) -> bool {
        self.footing.fits.has(cell) && !self.closed.has(cell)
    }
}

/// The number of steps that are packed into one word. `BITS` is the number of bits for a step.
const STEPS: usize = 10;
const BITS: usize = 3;
/// The greatest number of steps that a path stores.
const MOST_STEPS: usize = 16 * STEPS;

/// A path. If it has more than 160 steps, only the first 160 are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridPath {
    /// The last cell of the path.
    pub goal: Cell,
    /// The total cost of the path, in halves of a cell.
    pub cost: u32,
    /// The stored steps: the number of the direction of each, packed into words.
    steps: [u32; MOST_STEPS / STEPS],
    count: u8,
}

impl GridPath {
    pub(super) fn to(goal: Cell) -> Self {
        Self {
            goal,
            cost: 0,
            steps: [0; MOST_STEPS / STEPS],
            count: 0,
        }
    }

    /// Creates a path to `goal` that has `steps` steps in one direction, over plain ground.
    pub fn straight(goal: Cell, direction: Direction, steps: u8) -> Self {
        let mut way = Self::to(goal);
        for _ in 0..steps {
            way.push(direction, direction.cost());
        }
        way
    }

    pub(super) fn push(&mut self, direction: Direction, cost: u32) {
        let at = usize::from(self.count);
        if at < MOST_STEPS {
            self.steps[at / STEPS] |= (direction as u32) << (at % STEPS * BITS);
            self.count += 1;
        }
        self.cost += cost;
    }

    /// Returns the steps of the path, in order. If the path is very long, returns only those that are stored.
    pub fn steps(
        &self,
    ) -> impl DoubleEndedIterator<Item = Direction> + ExactSizeIterator + Clone + '_ {
        let number = |at: usize| self.steps[at / STEPS] >> (at % STEPS * BITS) & ((1 << BITS) - 1);
        (0..usize::from(self.count)).map(move |at| Direction::ALL[number(at) as usize])
    }

    /// Returns whether the path stores all its steps.
    pub(super) fn is_whole(&self) -> bool {
        usize::from(self.count) < MOST_STEPS
    }
}

/// Returns the cheapest path from `start` to any of the cells `goals`. Returns `None` if there is no path. Of
/// several equally cheap goals, it leads to the one in the lowest row, and in the lowest column of this row.
/// Of several equally cheap paths to this goal, it is the one that takes at each step the first possible
/// direction of [`Direction::ALL`].
pub fn way(start: Cell, limits: Limits<'_>, goals: &Cells) -> Option<GridPath> {
    cached_path::way(start, limits, goals, || found(start, limits, goals))
}

/// Returns the path of [`way`], without a look at the cached path.
pub(super) fn found(start: Cell, limits: Limits<'_>, goals: &Cells) -> Option<GridPath> {
    let nearest = goals.nearest(start)?;
    let straight = walk(start, nearest, limits);
    if straight.is_some() {
        return straight;
    }
    if limits.footing.is_plain()
        && let WaveResult::Sure(found) = waves::way(start, limits, goals)
    {
        return found;
    }
    search::way(start, limits, goals)
}

/// Returns a path from `start` to `goal` that costs no more than over plain ground without obstacles. At each
/// step, it takes the first direction that is possible, without looking further. It may therefore miss such a
/// path.
pub fn walk(start: Cell, goal: Cell, limits: Limits<'_>) -> Option<GridPath> {
    let mut way = GridPath::to(goal);
    let mut at = start;
    while at != goal {
        let step = at
            .steps_towards(goal)
            .into_iter()
            .flatten()
            .find_map(|direction| {
                let to = at.next(direction)?;
                let passes = limits.may_enter(to) && (to == goal || !limits.stops.has(to));
                (passes && limits.footing.cost(to, direction) == direction.cost())
                    .then_some((direction, to))
            });
        let (direction, to) = step?;
        way.push(direction, direction.cost());
        at = to;
    }
    Some(way)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map for tests. In its text, `#` is a wall, `,` difficult ground, `;` extreme ground, and `!` a cell
    /// that the creature may enter but not leave.
    struct Drawn {
        footing: Footing,
        stops: Cells,
    }

    fn drawn(rows: &[&str], width: u8) -> Drawn {
        let height = rows.len();
        let all = |wanted: char| -> Cells {
            let cells = rows.iter().enumerate().flat_map(|(row, text)| {
                let y = u8::try_from(height - 1 - row).expect("few rows");
                let columns = text.chars().enumerate();
                columns
                    .filter(move |&(_, c)| c == wanted)
                    .map(move |(x, _)| Cell::new(u8::try_from(x).expect("few columns"), y))
            });
            cells.collect()
        };
        let open = Cells::within(rows[0].len(), height).without(&all('#'));
        Drawn {
            footing: Footing::new(width, &open, &all(','), &all(';')),
            stops: all('!'),
        }
    }

    impl Drawn {
        fn way(&self, from: (u8, u8), to: &[(u8, u8)]) -> Option<GridPath> {
            let limits = Limits {
                footing: &self.footing,
                stops: &self.stops,
                closed: &Cells::NONE,
            };
            let goals: Cells = to.iter().map(|&(x, y)| Cell::new(x, y)).collect();
            let start = Cell::new(from.0, from.1);
            let found = way(start, limits, &goals);
            // `way` must find the same path as a search, even if it does not need one.
            assert_eq!(found, search::way(start, limits, &goals));
            found
        }
    }

    #[test]
    fn plain_ground_is_crossed_straight() {
        use Direction::{East, NorthEast};
        let map = drawn(&["........", "........", "........"], 1);
        let way = map.way((0, 0), &[(6, 2)]).expect("a way");
        assert_eq!(way.cost, 14);
        // Of several equally cheap paths, this is the one whose first steps come first in the order of
        // directions: north-east before east.
        let steps: Vec<Direction> = way.steps().collect();
        assert_eq!(steps, [NorthEast, NorthEast, East, East, East, East]);
    }

    #[test]
    fn of_equally_near_goals_the_lowest_row_counts() {
        let map = drawn(&["...", "...", "..."], 1);
        let goal = |goals: &[(u8, u8)]| map.way((1, 1), goals).expect("a way").goal;
        assert_eq!(goal(&[(1, 2), (2, 1), (0, 1)]), Cell::new(0, 1));
        assert_eq!(goal(&[(2, 0), (1, 2)]), Cell::new(1, 2));
        assert_eq!(map.way((1, 1), &[(1, 1)]).map(|way| way.cost), Some(0));
        assert_eq!(map.way((1, 1), &[]), None);
    }

    #[test]
    fn walls_are_gone_around_and_rubble_costs_double() {
        let map = drawn(&[".....", ".###.", "....."], 1);
        // A diagonal step past the corner of a wall is allowed. Its cost is that of any other diagonal step.
        assert_eq!(map.way((2, 0), &[(2, 2)]).map(|way| way.cost), Some(10));
        let map = drawn(&[",,", ",,"], 1);
        assert_eq!(map.way((0, 0), &[(1, 1)]).map(|way| way.cost), Some(6));
        let map = drawn(&[".;."], 1);
        assert_eq!(map.way((0, 0), &[(2, 0)]).map(|way| way.cost), Some(8));
        let map = drawn(&[".#."], 1);
        assert_eq!(map.way((0, 0), &[(2, 0)]), None);
        // Four straight and two diagonal steps over plain ground cost as much as two diagonal steps over
        // difficult ground.
        let map = drawn(&["......,,,"; 9], 1);
        assert_eq!(map.way((0, 0), &[(5, 2)]).map(|way| way.cost), Some(12));
        assert_eq!(map.way((6, 0), &[(8, 2)]).map(|way| way.cost), Some(12));
    }

    #[test]
    fn enemies_are_entered_only_at_the_end() {
        let map = drawn(&["...", ".!.", "..."], 1);
        assert_eq!(map.way((0, 1), &[(2, 1)]).map(|way| way.cost), Some(6));
        assert_eq!(map.way((0, 1), &[(1, 1)]).map(|way| way.cost), Some(2));
        let map = drawn(&[".!."], 1);
        assert_eq!(map.way((0, 0), &[(2, 0)]), None);
        // A creature that begins its movement on such a cell may leave it.
        assert_eq!(map.way((1, 0), &[(2, 0)]).map(|way| way.cost), Some(2));
    }

    #[test]
    fn the_wide_need_wide_ways() {
        let map = drawn(&["....", "..#.", "...."], 2);
        assert_eq!(map.way((0, 0), &[(2, 0)]), None);
        assert_eq!(map.way((0, 0), &[(0, 1)]).map(|way| way.cost), Some(2));
        // The cost of a step depends only on cells that the creature did not cover before the step.
        let map = drawn(&[",....", ",...."], 2);
        assert_eq!(map.way((0, 0), &[(1, 0)]).map(|way| way.cost), Some(2));
        assert_eq!(map.way((1, 0), &[(0, 0)]).map(|way| way.cost), Some(4));
    }
}
