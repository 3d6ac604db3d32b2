//! A creature on a map, and where it can go: along a path, in a straight line, or away from others.
//!
//! The [`Footing`] determines the costs of steps. The three sets `stops`, `closed` and `taken` have the cells
//! where other creatures or the ground restrict the movement. Each book fills these sets by its rules about
//! who may pass whom.

use super::apart;
use super::block::Block;
use super::cell::{Cell, Direction, Directions};
use super::cells::Cells;
use super::path::{Footing, GridPath, Limits, way};

/// A creature on a map, with its footing and its obstacles. Wherever this type has a cell, it is the lowest
/// cell of the block that the creature would cover.
#[derive(Debug, Clone)]
pub struct Walker<'a> {
    /// The block that the creature covers now.
    pub block: Block,
    /// The ground that the creature can walk on, and the costs of its steps.
    pub footing: &'a Footing,
    /// The cells that the creature may enter but not leave.
    pub stops: Cells,
    /// The cells that the creature may not enter.
    pub closed: Cells,
    /// The cells that the creature may enter and leave, but where its movement may not end.
    pub taken: Cells,
}

/// The part of a path that a creature can walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The number of steps in this part.
    pub steps: u8,
    /// The total cost of these steps, in halves of a cell.
    pub cost: u32,
    /// The cell that these steps lead to.
    pub end: Cell,
}

impl<'a> Walker<'a> {
    /// Creates a walker without obstacles.
    pub const fn new(block: Block, footing: &'a Footing) -> Self {
        Self {
            block,
            footing,
            stops: Cells::NONE,
            closed: Cells::NONE,
            taken: Cells::NONE,
        }
    }

    /// Returns the walker with the cells in `stops` added to those in `closed`. It then does not enter cells
    /// that it could not leave again.
    #[must_use]
    pub fn keeping_clear(mut self) -> Self {
        self.closed = self.closed.or(&self.stops);
        self
    }

    /// Returns the block that the walker covers if its lowest cell is `cell`.
    #[inline]
    pub const fn block_at(&self, cell: Cell) -> Block {
        Block::new(cell, self.block.width)
    }

    #[inline]
    fn may_enter(&self, cell: Cell) -> bool {
        self.footing.fits.has(cell) && !self.closed.has(cell)
    }

    /// Returns whether the movement of the walker may end at a cell.
    #[inline]
    pub fn may_end(&self, cell: Cell) -> bool {
        self.may_enter(cell) && !self.taken.has(cell)
    }

    /// Returns whether the movement of the walker may end at a cell, and the walker may leave this cell again
    /// later.
    #[inline]
    pub fn may_stay(&self, cell: Cell) -> bool {
        self.may_end(cell) && !self.stops.has(cell)
    }

    /// Returns the cheapest path to any of the cells `goals`: see [`way`].
    pub fn way(&self, goals: &Cells) -> Option<GridPath> {
        let limits = Limits {
            footing: self.footing,
            stops: &self.stops,
            closed: &self.closed,
        };
        way(self.block.at, limits, goals)
    }

    /// Returns the cells where the movement may end, that are at most `far` cells away from `target`, and for
    /// which `wanted` returns true. A diagonal step counts as one cell. If `within` is given, only cells in
    /// this set are returned.
    pub fn ends_near(
        &self,
        target: Block,
        far: u32,
        within: Option<&Cells>,
        wanted: impl Fn(Cell) -> bool,
    ) -> Cells {
        let far = u8::try_from(far.min(64)).unwrap_or(64);
        let mut found = Cells::NONE;
        let (rows, near) = Cells::rows_near(target, far, self.block.width);
        for row in rows {
            let free = self.footing.fits.0[row] & !self.closed.0[row] & !self.taken.0[row];
            let mut rest = near & free & within.map_or(u64::MAX, |within| within.0[row]);
            while rest != 0 {
                let [x, y] = [rest.trailing_zeros() as usize, row];
                let [x, y] = [x, y].map(|at| u8::try_from(at).unwrap_or(0));
                let cell = Cell::new(x, y);
                rest &= rest - 1;
                if wanted(cell) {
                    found.add(cell);
                }
            }
        }
        found
    }

    /// Returns the cells where the movement may end and whose distance from `target` in cells is at most
    /// `far` and satisfies `reaches`. If `within` is given, only cells in this set are returned. Cells that
    /// the walker could not leave again are returned only if they overlap `target`.
    pub fn ends_at(
        &self,
        target: Block,
        far: u32,
        within: Option<&Cells>,
        reaches: impl Fn(u32) -> bool,
    ) -> Cells {
        let mut found = Cells::NONE;
        let far = u8::try_from(far.min(64)).unwrap_or(64);
        for gap in (0..=far).filter(|&gap| reaches(gap.into())) {
            let rows_near = |gap| Cells::rows_near(target, gap, self.block.width);
            let (rows, near) = rows_near(gap);
            let (inner, nearer) = gap.checked_sub(1).map_or((0..0, 0), rows_near);
            for row in rows {
                let inside = if inner.contains(&row) { nearer } else { 0 };
                let mut barred = self.closed.0[row] | self.taken.0[row] | inside;
                if gap > 0 {
                    barred |= self.stops.0[row];
                }
                let wanted = within.map_or(u64::MAX, |within| within.0[row]);
                found.0[row] |= near & self.footing.fits.0[row] & !barred & wanted;
            }
        }
        found
    }

    /// Takes steps until the next one would cost more than `budget` in all or is blocked. If `level` is true,
    /// a step onto difficult or extreme ground also ends the movement. Returns the steps up to the last cell
    /// where the movement may end.
    fn follow(&self, steps: impl Iterator<Item = Direction>, budget: u32, level: bool) -> Stretch {
        let (mut at, mut cost) = (self.block.at, 0);
        let (mut count, mut end) = (0, at);
        let mut ended = Stretch {
            steps: 0,
            cost,
            end,
        };
        for direction in steps {
            let Some(to) = at.next(direction).filter(|&to| self.may_enter(to)) else {
                break;
            };
            let step = self.footing.cost(to, direction);
            cost += step;
            if cost > budget || (level && step > direction.cost()) {
                break;
            }
            (count, end, at) = (count + 1, to, to);
            if !self.taken.has(to) {
                ended = Stretch {
                    steps: count,
                    cost,
                    end,
                };
            }
            if self.stops.has(to) {
                break;
            }
        }
        ended
    }

    /// Returns whether [`Walker::along`] with the same arguments takes at least one step.
    pub fn goes(&self, steps: impl Iterator<Item = Direction>, budget: u32) -> bool {
        let (mut at, mut cost) = (self.block.at, 0);
        for direction in steps {
            let Some(to) = at.next(direction).filter(|&to| self.may_enter(to)) else {
                return false;
            };
            cost += self.footing.cost(to, direction);
            if cost > budget {
                return false;
            }
            if !self.taken.has(to) {
                return true;
            }
            if self.stops.has(to) {
                return false;
            }
            at = to;
        }
        false
    }

    /// Takes as many of these steps as possible. They cost at most `budget` in halves of a cell, and the last
    /// one leads to a cell where the movement may end.
    pub fn along(&self, steps: impl Iterator<Item = Direction>, budget: u32) -> Stretch {
        self.follow(steps, budget, false)
    }

    /// Takes as many steps as possible in one direction. They cost at most `budget`, in halves of a cell. If
    /// `level` is true, only steps over plain ground are taken.
    pub fn straight(&self, direction: Direction, budget: u32, level: bool) -> Stretch {
        self.follow(std::iter::repeat(direction), budget, level)
    }

    /// Returns the cheapest path to any of the cells `goals` that is straight and costs at most `budget`.
    /// `least` returns the least number of steps that such a path must have in a direction.
    pub fn straight_way(
        &self,
        goals: &Cells,
        budget: u32,
        least: impl Fn(Direction) -> u32,
    ) -> Option<GridPath> {
        let start = self.block.at;
        let (low, high) = goals.bounds()?;
        let line = |direction: Direction| {
            let (from, to) = start.steps_between(direction, low, high)?;
            let from = from.max(u8::try_from(least(direction)).unwrap_or(u8::MAX));
            if from > to {
                return None;
            }
            let to = to.min(self.straight(direction, budget, false).steps);
            (from..=to).find_map(|steps| {
                let end = start.along(direction, steps)?;
                goals
                    .has(end)
                    .then(|| GridPath::straight(end, direction, steps))
            })
        };
        let lines = Direction::ALL.into_iter().filter_map(line);
        lines.min_by_key(|way| way.cost)
    }

    /// Returns the direction and the number of steps of a straight path over plain ground that costs at most
    /// `budget`. The path is the one that ends nearest to `goal`. Returns `None` if no such path ends nearer
    /// to it than the present place.
    pub fn straight_towards(&self, goal: Cell, budget: u32) -> Option<(Direction, u8)> {
        let start = self.block.at;
        let (mut nearest, mut found) = (apart(start, goal), None);
        for direction in Direction::ALL {
            for steps in 1..=self.straight(direction, budget, true).steps {
                let end = start.along(direction, steps)?;
                let left = apart(end, goal);
                if left < nearest && self.may_end(end) {
                    (nearest, found) = (left, Some((direction, steps)));
                }
            }
        }
        found
    }

    /// Returns the directions whose stretch ends farthest from the block `from`. `stretches` has the stretch
    /// in each direction, in the order of [`Direction::ALL`]. Stretches without steps are left out.
    pub fn farthest(&self, from: Block, stretches: &[Stretch; 8]) -> Directions {
        let (mut most, mut found) = (0, Directions::NONE);
        for (direction, stretch) in Direction::ALL.into_iter().zip(stretches) {
            let gap = self.block_at(stretch.end).gap(from);
            if stretch.steps == 0 || gap < most {
                continue;
            }
            if gap > most {
                (most, found) = (gap, Directions::NONE);
            }
            found.add(direction);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLE: Cell = Cell::new(30, 30);

    fn plain() -> Footing {
        let open = Cells::within(64, 64);
        let rubble: Cells = [Cell::new(33, 30)].into_iter().collect();
        Footing::new(1, &open, &rubble, &Cells::NONE)
    }

    fn cells(cells: &[(u8, u8)]) -> Cells {
        cells.iter().map(|&(x, y)| Cell::new(x, y)).collect()
    }

    #[test]
    fn stretches_end_where_one_may_stop() {
        let footing = plain();
        let mut walker = Walker::new(Block::new(MIDDLE, 1), &footing);
        let east = |walker: &Walker<'_>, budget, level| {
            let stretch = walker.straight(Direction::East, budget, level);
            (stretch.steps, stretch.cost, stretch.end.x)
        };
        assert_eq!(east(&walker, 5, false), (2, 4, 32));
        assert_eq!(east(&walker, 8, false), (3, 8, 33));
        assert_eq!(east(&walker, 100, true), (2, 4, 32));
        assert_eq!(east(&walker, 1000, false).2, 63);
        walker.taken = cells(&[(32, 30)]);
        assert_eq!(east(&walker, 4, false), (1, 2, 31));
        assert_eq!(east(&walker, 8, false), (3, 8, 33));
        walker.stops = cells(&[(31, 30)]);
        assert_eq!(east(&walker, 8, false), (1, 2, 31));
        assert_eq!(east(&walker.clone().keeping_clear(), 8, false), (0, 0, 30));
        let steps = [Direction::NorthEast, Direction::East, Direction::East];
        let stretch = walker.along(steps.into_iter(), 6);
        assert_eq!((stretch.steps, stretch.end), (2, Cell::new(32, 31)));
    }

    #[test]
    fn the_farthest_stretches_lead_away() {
        let footing = plain();
        let walker = Walker::new(Block::new(MIDDLE, 1), &footing);
        let foe = Block::new(Cell::new(29, 30), 1);
        let stretches = |walker: &Walker<'_>| {
            Direction::ALL.map(|direction| walker.straight(direction, 2, false))
        };
        let away = walker.farthest(foe, &stretches(&walker));
        assert_eq!(away.iter().collect::<Vec<_>>(), [Direction::East]);
        let walker = Walker {
            closed: cells(&[(31, 30)]),
            ..walker
        };
        let away = walker.farthest(foe, &stretches(&walker));
        assert_eq!(
            away.iter().collect::<Vec<_>>(),
            [Direction::North, Direction::South]
        );
        let nowhere = walker.farthest(
            foe,
            &Direction::ALL.map(|_| walker.straight(Direction::East, 9, false)),
        );
        assert!(nowhere.is_empty());
    }

    #[test]
    fn ends_near_a_block_are_those_that_are_free() {
        let footing = plain();
        let walker = Walker {
            taken: cells(&[(40, 41)]),
            closed: cells(&[(42, 42)]),
            ..Walker::new(Block::new(MIDDLE, 1), &footing)
        };
        let foe = Block::new(Cell::new(41, 41), 1);
        let next = walker.ends_near(foe, 1, None, |cell| walker.block_at(cell).gap(foe) == 1);
        assert_eq!(next.count(), 6);
        assert!(walker.may_end(Cell::new(41, 41)) && !walker.may_end(Cell::new(40, 41)));
        assert_eq!(
            walker.way(&next).map(|way| way.goal),
            Some(Cell::new(40, 40))
        );
    }

    #[test]
    fn straight_ways_are_as_long_as_they_have_to_be() {
        let footing = plain();
        let walker = Walker::new(Block::new(MIDDLE, 1), &footing);
        let goals = cells(&[(32, 30), (30, 36), (36, 36), (33, 34)]);
        let way = |budget, least: u32| {
            let way = walker.straight_way(&goals, budget, |_| least)?;
            Some((way.goal.x, way.goal.y, way.cost))
        };
        assert_eq!(way(100, 1), Some((32, 30, 4)));
        assert_eq!(way(100, 3), Some((30, 36, 12)));
        assert_eq!(way(11, 3), None, "six straight steps cost 12");
        assert_eq!(way(100, 7), None);
    }

    #[test]
    fn a_straight_way_leads_as_near_as_it_can() {
        let footing = plain();
        let mut walker = Walker::new(Block::new(MIDDLE, 1), &footing);
        let towards =
            |walker: &Walker<'_>, x, y, budget| walker.straight_towards(Cell::new(x, y), budget);
        assert_eq!(towards(&walker, 30, 40, 8), Some((Direction::North, 4)));
        assert_eq!(towards(&walker, 30, 32, 8), Some((Direction::North, 2)));
        // Three cells to the east is difficult ground, so no straight path over plain ground leads to the
        // goal. A path to the north-east ends nearer to it.
        assert_eq!(
            towards(&walker, 40, 30, 100),
            Some((Direction::NorthEast, 5))
        );
        assert_eq!(towards(&walker, 30, 30, 8), None);
        walker.taken = cells(&[(30, 34)]);
        assert_eq!(towards(&walker, 30, 40, 8), Some((Direction::North, 3)));
    }
}
