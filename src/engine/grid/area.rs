//! Areas of effect: spheres, lines and cones, as sets of cells. An area may begin outside of the grid, but
//! only its cells on the grid are returned.

use super::cell::{Cell, Direction};
use super::cells::Cells;

/// Returns the cell that is `dx` columns and `dy` rows away from column `x`, row `y`. Returns `None` outside
/// of the grid.
fn cell_off((x, y): (i32, i32), (dx, dy): (i32, i32)) -> Option<Cell> {
    Cell::new(0, 0).moved((x + dx, y + dy))
}

/// Returns the cells of a sphere, which is a square of `width` by `width` cells. If `width` is even, one more
/// column lies to the right of `centre` than to the left, and one more row above it than below.
pub fn sphere(centre: impl Into<(i32, i32)>, width: u8) -> Cells {
    let (x, y) = centre.into();
    let (low, high) = match i32::from(width.max(1)) {
        1 => (0, 0),
        wide => (-(wide / 2 - 1), wide - wide / 2),
    };
    Cells::between((x + low, y + low), (x + high, y + high))
}

/// Returns the cells of a line that is `length` cells long and begins at `start`. If `width` is more than 1,
/// the line has that many rows. The second row is on the clockwise side of the first, the third on the other
/// side, and so on. A diagonal line always has one row.
pub fn line(start: impl Into<(i32, i32)>, direction: Direction, length: u8, width: u8) -> Cells {
    let start = start.into();
    let mut cells = Cells::NONE;
    let (dx, dy) = direction.step();
    let (rx, ry) = direction.turned(2).step();
    let rows = if direction.is_diagonal() { 1 } else { width };
    for row in 0..i32::from(rows) {
        // How far each row is from the first one: 0, 1, -1, 2, -2 and so on.
        let aside = if row % 2 == 1 {
            (row + 1) / 2
        } else {
            -row / 2
        };
        for along in 0..i32::from(length) {
            let by = (dx * along + rx * aside, dy * along + ry * aside);
            if let Some(cell) = cell_off(start, by) {
                cells.add(cell);
            }
        }
    }
    cells
}

/// Returns the cells of a cone. Its first row is the one cell `start`, and each next row is one cell longer,
/// up to `length` cells. If a row of a straight cone has an even number of cells, one more of them is on the
/// clockwise side. A diagonal cone is a right triangle between both axes.
pub fn cone(start: impl Into<(i32, i32)>, direction: Direction, length: u8) -> Cells {
    let start = start.into();
    let mut cells = Cells::NONE;
    let length = i32::from(length.max(1));
    let (dx, dy) = direction.step();
    let (rx, ry) = direction.turned(2).step();
    for row in 0..length {
        if direction.is_diagonal() {
            for aside in 0..length - row {
                if let Some(cell) = cell_off(start, (dx * row, dy * aside)) {
                    cells.add(cell);
                }
            }
        } else {
            for aside in -(row / 2)..=((row + 1) / 2) {
                let by = (dx * row + rx * aside, dy * row + ry * aside);
                if let Some(cell) = cell_off(start, by) {
                    cells.add(cell);
                }
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLE: Cell = Cell::new(30, 30);

    fn extent(cells: &Cells) -> (u8, u8, u8, u8) {
        let xs = || cells.iter().map(|cell| cell.x);
        let ys = || cells.iter().map(|cell| cell.y);
        let of = |least: Option<u8>| least.expect("some cells");
        (
            of(xs().min()),
            of(xs().max()),
            of(ys().min()),
            of(ys().max()),
        )
    }

    #[test]
    fn spheres_are_squares() {
        assert_eq!(sphere(MIDDLE, 1).count(), 1);
        assert_eq!(extent(&sphere(MIDDLE, 2)), (30, 31, 30, 31));
        assert_eq!(extent(&sphere(MIDDLE, 4)), (29, 32, 29, 32));
        assert_eq!(sphere(MIDDLE, 16).count(), 256);
    }

    #[test]
    fn lines_are_straight_or_diagonal() {
        let straight = line(MIDDLE, Direction::East, 8, 2);
        assert_eq!(straight.count(), 16);
        // The second row of a line lies on the clockwise side of the first. For a line to the east, this is
        // below.
        assert_eq!(extent(&straight), (30, 37, 29, 30));
        let diagonal = line(MIDDLE, Direction::NorthWest, 5, 2);
        assert_eq!(diagonal.count(), 5);
        assert!(diagonal.has(Cell::new(26, 34)));
    }

    #[test]
    fn cones_have_1_3_and_10_cells() {
        for direction in Direction::ALL {
            let counts = [1, 2, 4].map(|length| cone(MIDDLE, direction, length).count());
            assert_eq!(counts, [1, 3, 10], "{direction:?}");
        }
        let east = cone(MIDDLE, Direction::East, 4);
        let in_column = |x: u8| east.iter().filter(|cell| cell.x == x).count();
        assert_eq!([30, 31, 32, 33].map(in_column), [1, 2, 3, 4]);
        assert!(east.has(Cell::new(31, 29)) && !east.has(Cell::new(31, 31)));
        let corner = cone(MIDDLE, Direction::SouthEast, 2);
        assert!(corner.has(Cell::new(31, 30)) && corner.has(Cell::new(30, 29)));
    }
}
