//! Small counts, from 0 to 7, for a few cells of the grid.

use super::cell::Cell;

/// A count for each cell. It is from 1 to 7 for at most `K` cells, and 0 for all others. Two values are equal
/// if all their counts are equal. The order of counting does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellCounts<const K: usize> {
    /// For each counted cell, eight times its index plus its count, in ascending order. Unused entries are 0.
    found: [u16; K],
}

impl<const K: usize> CellCounts<K> {
    /// No counted cells.
    pub const NONE: Self = Self { found: [0; K] };

    /// Returns the count of a cell.
    #[inline]
    pub fn of(&self, cell: Cell) -> u8 {
        let found = (self.found.iter()).rfind(|&&found| usize::from(found / 8) == cell.index());
        found.map_or(0, |found| found.to_le_bytes()[0] % 8)
    }

    /// Adds one to the count of a cell. Does nothing if the count is 7, or if the cell is not counted yet and
    /// `K` other cells are.
    pub fn add(&mut self, cell: Cell) {
        let place = 8 * u16::try_from(cell.index()).unwrap_or(0);
        let of_it = |found: &u16| (place + 1..place + 8).contains(found);
        let known = self.found.iter().position(of_it);
        let room = Some(0).filter(|&at: &usize| self.found[at] == 0);
        if let Some(at) = known.or(room) {
            self.found[at] = (self.found[at].max(place) + 1).min(place + 7);
            self.found.sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_as_long_as_there_is_room() {
        let mut counts = CellCounts::<2>::NONE;
        let cells = [Cell::new(0, 0), Cell::new(63, 63), Cell::new(5, 7)];
        for at in [0, 1, 1, 2, 0, 0] {
            counts.add(cells[at]);
        }
        assert_eq!(cells.map(|cell| counts.of(cell)), [3, 2, 0]);
        for _ in 0..9 {
            counts.add(cells[1]);
        }
        assert_eq!(cells.map(|cell| counts.of(cell)), [3, 7, 0]);
    }

    #[test]
    fn the_order_of_counting_leaves_no_trace() {
        let [one, other] = [Cell::new(3, 1), Cell::new(1, 3)];
        let counted = |order: [Cell; 3]| {
            let mut counts = CellCounts::<4>::NONE;
            for cell in order {
                counts.add(cell);
            }
            counts
        };
        assert_eq!(counted([one, other, one]), counted([one, one, other]));
        assert_ne!(counted([one, other, one]), counted([one, other, other]));
    }
}
