//! Lines of sight.

use super::block::Block;
use super::cell::Cell;
use super::cells::Cells;

/// Returns whether one block can be seen from another. This is so if a straight line from the centre of a
/// cell of one to the centre of a cell of the other crosses no solid cell. The line may touch corners and
/// edges of solid cells. The cells at its ends may be solid.
pub fn sees(from: Block, to: Block, solid: &Cells) -> bool {
    from.cells()
        .any(|one| to.cells().any(|other| is_clear(one, other, solid)))
}

/// Returns whether the straight line between the centres of two cells crosses no solid cell other than these
/// two.
fn is_clear(one: Cell, other: Cell, solid: &Cells) -> bool {
    let from = (i32::from(one.x), i32::from(one.y));
    let to = (i32::from(other.x), i32::from(other.y));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let columns = from.0.min(to.0)..=from.0.max(to.0);
    let rows = from.1.min(to.1)..=from.1.max(to.1);
    for y in rows {
        for x in columns.clone() {
            let cell = Cell::new(small(x), small(y));
            if cell == one || cell == other || !solid.has(cell) {
                continue;
            }
            // The line crosses the cell if the cell has corners on both sides of the line.
            let side = |right: i32, up: i32| {
                let (px, py) = (2 * (x - from.0) + right, 2 * (y - from.1) + up);
                (dx * py - dy * px).signum()
            };
            let sides = [side(-1, -1), side(1, -1), side(-1, 1), side(1, 1)];
            if sides.contains(&1) && sides.contains(&-1) {
                return false;
            }
        }
    }
    true
}

fn small(at: i32) -> u8 {
    u8::try_from(at).expect("between two cells of the map")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sees_past(from: (u8, u8), to: (u8, u8), walls: &[(u8, u8)]) -> bool {
        let solid = walls.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        let block = |(x, y)| Block::new(Cell::new(x, y), 1);
        sees(block(from), block(to), &solid)
    }

    #[test]
    fn a_wall_in_between_hides() {
        assert!(sees_past((0, 0), (4, 0), &[]));
        assert!(!sees_past((0, 0), (4, 0), &[(2, 0)]));
        assert!(sees_past((0, 0), (4, 0), &[(2, 1)]));
        assert!(!sees_past((0, 0), (4, 2), &[(2, 1)]));
        assert!(sees_past((0, 0), (4, 0), &[(0, 0), (4, 0), (5, 0)]));
    }

    #[test]
    fn a_line_over_a_corner_is_free() {
        assert!(sees_past((0, 0), (3, 3), &[(1, 0), (0, 1)]));
        assert!(!sees_past((0, 0), (3, 3), &[(1, 1)]));
    }

    #[test]
    fn one_cell_of_a_block_that_is_seen_will_do() {
        let solid: Cells = [Cell::new(2, 0)].into_iter().collect();
        let man = Block::new(Cell::new(0, 0), 1);
        assert!(sees(man, Block::new(Cell::new(4, 0), 4), &solid));
        assert!(!sees(man, Block::new(Cell::new(4, 0), 1), &solid));
        assert!(sees(Block::new(Cell::new(4, 0), 4), man, &solid));
    }
}
