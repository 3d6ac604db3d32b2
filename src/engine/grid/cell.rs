//! A cell of the grid, and the eight directions.

use std::cmp::Ordering;

/// The greatest number of columns and of rows of a map.
pub const SIZE: usize = 64;

/// A cell of the grid. Cells are ordered by row, then by column, from the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Cell {
    /// The row, counted from below.
    pub y: u8,
    /// The column, counted from the left.
    pub x: u8,
}

impl Cell {
    /// Creates the cell in this column and row.
    #[inline]
    pub const fn new(x: u8, y: u8) -> Self {
        Self { y, x }
    }

    /// Returns the cell that is `dx` columns to the right and `dy` rows up. Returns `None` outside of the
    /// largest map.
    #[inline]
    pub fn moved(self, (dx, dy): (i32, i32)) -> Option<Self> {
        let within = |at: u8, by: i32| {
            let to = i32::from(at) + by;
            u8::try_from(to).ok().filter(|&to| usize::from(to) < SIZE)
        };
        Some(Self {
            x: within(self.x, dx)?,
            y: within(self.y, dy)?,
        })
    }

    /// Returns the cell one step away in a direction. Returns `None` outside of the largest map.
    #[inline]
    pub fn next(self, direction: Direction) -> Option<Self> {
        self.moved(direction.step())
    }

    /// Returns the directions whose step leads nearer to `goal` by as much as it costs over plain ground. There
    /// are at most two, in the order of [`Direction::ALL`].
    #[inline]
    pub(super) fn steps_towards(self, goal: Self) -> [Option<Direction>; 2] {
        let dx = i32::from(goal.x) - i32::from(self.x);
        let dy = i32::from(goal.y) - i32::from(self.y);
        let (wide, high) = (dx.abs(), dy.abs());
        // A diagonal step must lead nearer in both columns and rows. A straight step must lead nearer along
        // the longer of the two distances.
        let diagonal = (wide > 0 && high > 0).then(|| Direction::by_signs(dx, dy));
        let straight = match wide.cmp(&high) {
            Ordering::Less => Some(Direction::by_signs(0, dy)),
            Ordering::Equal => None,
            Ordering::Greater => Some(Direction::by_signs(dx, 0)),
        };
        if straight < diagonal {
            [straight, diagonal]
        } else {
            [diagonal, straight]
        }
    }

    /// Returns the cell `steps` steps away in a direction. Returns `None` outside of the largest map.
    #[inline]
    pub fn along(self, direction: Direction, steps: u8) -> Option<Self> {
        let (dx, dy) = direction.step();
        let by = i32::from(steps);
        self.moved((dx * by, dy * by))
    }

    /// Returns the cells that are at most `far` columns and `far` rows away, including this cell, row by row.
    pub fn around(self, far: u8) -> impl Iterator<Item = Self> {
        let range = -i32::from(far)..=i32::from(far);
        let rows = range.clone();
        let steps = rows.flat_map(move |dy| range.clone().map(move |dx| (dx, dy)));
        steps.filter_map(move |by| self.moved(by))
    }

    /// Returns the least and the greatest number of steps in a direction that lead into the rectangle with
    /// the corners `low` and `high`. The number is at least 1. Returns `None` if the rectangle does not lie
    /// in this direction.
    pub fn steps_between(self, direction: Direction, low: Self, high: Self) -> Option<(u8, u8)> {
        let along = |at: u8, step: i32, low: u8, high: u8| match step {
            0 => (low..=high).contains(&at).then_some((1, u8::MAX)),
            1 => Some((low.saturating_sub(at).max(1), high.checked_sub(at)?)),
            _ => Some((at.saturating_sub(high).max(1), at.checked_sub(low)?)),
        };
        let (dx, dy) = direction.step();
        let columns = along(self.x, dx, low.x, high.x)?;
        let rows = along(self.y, dy, low.y, high.y)?;
        let (least, most) = (columns.0.max(rows.0), columns.1.min(rows.1));
        (least <= most).then_some((least, most))
    }

    /// Returns the index of the cell if the cells of the largest map are listed row by row.
    #[inline]
    pub const fn index(self) -> usize {
        (self.y as usize % SIZE) * SIZE + self.x as usize % SIZE
    }
}

/// One of the eight directions, clockwise from straight up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Up.
    North,
    /// Up and to the right.
    NorthEast,
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
    /// Up and to the left.
    NorthWest,
}

impl From<Cell> for (i32, i32) {
    fn from(cell: Cell) -> Self {
        (cell.x.into(), cell.y.into())
    }
}

impl Direction {
    /// All directions, clockwise.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// Returns how many columns to the right and how many rows up one step leads.
    #[inline]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }

    /// Returns the direction whose step has the signs of `dx` and `dy`. They must not both be 0.
    #[inline]
    const fn by_signs(dx: i32, dy: i32) -> Self {
        match (dx.signum(), dy.signum()) {
            (0, 1) => Self::North,
            (1, 1) => Self::NorthEast,
            (1, 0) => Self::East,
            (1, -1) => Self::SouthEast,
            (0, -1) => Self::South,
            (-1, -1) => Self::SouthWest,
            (-1, 0) => Self::West,
            _ => Self::NorthWest,
        }
    }

    /// Returns whether the direction is diagonal.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    /// Returns the cost of one step over plain ground, in halves of a cell: 2, or 3 for a diagonal step.
    #[inline]
    pub const fn cost(self) -> u32 {
        2 + self.is_diagonal() as u32
    }

    /// Returns the direction after a clockwise turn by this number of eighths of a circle.
    #[must_use]
    pub const fn turned(self, eighths: usize) -> Self {
        Self::ALL[(self as usize + eighths) % 8]
    }

    /// Returns the direction that is nearest to the direction of a vector. `dx` is to the right, and `dy`
    /// upwards. Returns `None` if both are 0. A vector of whole numbers is never exactly halfway between two
    /// directions.
    pub fn nearest((dx, dy): (i32, i32)) -> Option<Self> {
        let (wide, high) = (dx.abs(), dy.abs());
        let (long, short) = (wide.max(high), wide.min(high));
        if long == 0 {
            return None;
        }
        // The nearest direction is straight if the angle between it and the vector is below 22.5 degrees. At
        // this angle, `short / long` is √2 - 1.
        let straight = (short + long).pow(2) < 2 * long.pow(2);
        let step = match (straight, wide > high) {
            (true, true) => (dx.signum(), 0),
            (true, false) => (0, dy.signum()),
            (false, _) => (dx.signum(), dy.signum()),
        };
        Self::ALL.into_iter().find(|each| each.step() == step)
    }
}

/// A set of directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Directions(u8);

impl Directions {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The set of all eight directions.
    pub const ALL: Self = Self(u8::MAX);

    /// Returns the set that contains only this direction.
    #[inline]
    pub const fn only(direction: Direction) -> Self {
        Self(1 << direction as u8)
    }

    /// Adds a direction.
    #[inline]
    pub const fn add(&mut self, direction: Direction) {
        self.0 |= 1 << direction as u8;
    }

    /// Returns whether a direction is in the set.
    #[inline]
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of directions in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the directions in the set, clockwise.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL
            .into_iter()
            .filter(move |&each| self.has(each))
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut set = Self::NONE;
        directions.into_iter().for_each(|each| set.add(each));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::super::apart;
    use super::*;

    #[test]
    fn cells_are_ordered_by_row_and_then_by_column() {
        let mut cells = [Cell::new(1, 2), Cell::new(5, 1), Cell::new(0, 2)];
        cells.sort_unstable();
        assert_eq!(cells, [Cell::new(5, 1), Cell::new(0, 2), Cell::new(1, 2)]);
    }

    #[test]
    fn steps_towards_a_cell_are_those_that_bring_one_as_much_nearer_as_they_cost() {
        let from = Cell::new(30, 30);
        for goal in from.around(6).filter(|&goal| goal != from) {
            let nearer = |direction: &Direction| {
                let to = from.next(*direction).expect("on the map");
                apart(to, goal) + direction.cost() == apart(from, goal)
            };
            let wanted: Vec<_> = Direction::ALL.into_iter().filter(nearer).collect();
            let found = from.steps_towards(goal).into_iter().flatten();
            assert_eq!(found.collect::<Vec<_>>(), wanted, "{goal:?}");
        }
    }

    #[test]
    fn steps_end_at_the_border() {
        assert_eq!(Cell::new(0, 3).next(Direction::West), None);
        assert_eq!(Cell::new(63, 63).next(Direction::NorthEast), None);
        assert_eq!(
            Cell::new(4, 4).next(Direction::SouthEast),
            Some(Cell::new(5, 3))
        );
    }

    #[test]
    fn cells_around_are_listed_row_by_row() {
        let corner: Vec<Cell> = Cell::new(0, 63).around(1).collect();
        let listed = [(0, 62), (1, 62), (0, 63), (1, 63)].map(|(x, y)| Cell::new(x, y));
        assert_eq!(corner, listed);
        assert_eq!(Cell::new(9, 9).around(2).count(), 25);
        assert_eq!(Cell::new(9, 9).around(0).next(), Some(Cell::new(9, 9)));
    }

    #[test]
    fn cells_along_a_direction_end_at_the_border() {
        let start = Cell::new(10, 10);
        assert_eq!(start.along(Direction::SouthWest, 10), Some(Cell::new(0, 0)));
        assert_eq!(start.along(Direction::SouthWest, 11), None);
        assert_eq!(start.along(Direction::North, 0), Some(start));
    }

    #[test]
    fn directions_are_listed_clockwise() {
        let set: Directions = [Direction::West, Direction::NorthEast]
            .into_iter()
            .collect();
        let listed: Vec<Direction> = set.iter().collect();
        assert_eq!(listed, [Direction::NorthEast, Direction::West]);
        assert!(set.has(Direction::West) && !set.has(Direction::East));
        assert_eq!((set.count(), Directions::ALL.count()), (2, 8));
        assert!(Directions::NONE.is_empty() && !set.is_empty());
        assert_eq!(Directions::only(Direction::South).iter().count(), 1);
    }

    #[test]
    fn steps_lead_between_corners_as_they_are_counted() {
        let (low, high) = (Cell::new(5, 6), Cell::new(7, 6));
        let between =
            |cell: Cell| (low.x..=high.x).contains(&cell.x) && (low.y..=high.y).contains(&cell.y);
        let mut met = 0;
        for (x, y) in (0..13).flat_map(|x| (0..13).map(move |y| (x, y))) {
            let start = Cell::new(x, y);
            for direction in Direction::ALL {
                let (dx, dy) = direction.step();
                let after = |steps: i32| start.moved((dx * steps, dy * steps));
                let mut those = (1..13).filter(|&steps| after(steps).is_some_and(between));
                let counted = those.next().map(|least| {
                    let most = those.next_back().unwrap_or(least);
                    (least, most)
                });
                let found = start.steps_between(direction, low, high);
                let found = found.map(|(least, most)| (i32::from(least), i32::from(most)));
                assert_eq!(found, counted, "{start:?} {direction:?}");
                met += usize::from(found.is_some());
            }
        }
        assert!(met > 50);
    }

    #[test]
    fn the_nearest_direction_is_that_of_the_angle() {
        let nearest = |dx, dy| Direction::nearest((dx, dy)).expect("a line");
        assert_eq!(nearest(5, 2), Direction::East);
        assert_eq!(nearest(7, 3), Direction::NorthEast);
        assert_eq!(nearest(-1, -9), Direction::South);
        assert_eq!(nearest(-3, 2), Direction::NorthWest);
        assert_eq!(Direction::nearest((0, 0)), None);
        for direction in Direction::ALL {
            assert_eq!(Direction::nearest(direction.step()), Some(direction));
            assert_eq!(direction.turned(4).turned(4), direction);
        }
    }
}
