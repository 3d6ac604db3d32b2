//! Sets of cells, with one bit per cell.

use std::ops::Range;

use super::apart;
use super::block::Block;
use super::cell::{Cell, Direction, SIZE};

/// A set of cells. There is one number for each row, from the lowest, and one bit for each column, from the
/// lowest bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cells(pub [u64; SIZE]);

impl Cells {
    /// The empty set.
    pub const NONE: Self = Self([0; SIZE]);

    /// Returns all cells of a map of `width` columns and `height` rows.
    pub fn within(width: usize, height: usize) -> Self {
        let row = if width >= SIZE {
            u64::MAX
        } else {
            (1 << width) - 1
        };
        Self(std::array::from_fn(|y| if y < height { row } else { 0 }))
    }

    /// Returns the cells of a block, without cells outside of the largest map.
    pub fn block(block: Block) -> Self {
        let mut cells = Self::NONE;
        cells.add_block(block);
        cells
    }

    /// Returns the cells of a rectangle. `left` and `right` are its lowest and highest column, and `low` and
    /// `high` its lowest and highest row. Cells outside of the largest map are left out.
    pub fn between((left, low): (i32, i32), (right, high): (i32, i32)) -> Self {
        let inside = |at: i32| at.clamp(0, 64).unsigned_abs();
        let before = |at: u32| u64::MAX.checked_shr(64 - at).unwrap_or(0);
        let columns = before(inside(right + 1)) & !before(inside(left));
        let mut cells = Self::NONE;
        cells.0[inside(low) as usize..inside(high + 1) as usize].fill(columns);
        cells
    }

    /// Returns whether a cell is in the set.
    #[inline]
    pub const fn has(&self, cell: Cell) -> bool {
        self.0[cell.y as usize % SIZE] >> (cell.x as usize % SIZE) & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub const fn add(&mut self, cell: Cell) {
        self.0[cell.y as usize % SIZE] |= 1 << (cell.x as usize % SIZE);
    }

    /// Removes a cell.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.y as usize % SIZE] &= !(1 << (cell.x as usize % SIZE));
    }

    /// Adds the cells of a block.
    pub fn add_block(&mut self, block: Block) {
        self.add_near(block, 0, 1);
    }

    /// Adds the places of all blocks of `width` that are at most `far` cells away from `block`. A place is
    /// the lowest cell of such a block. A diagonal step counts as one cell. If `far` is 0, the blocks share a
    /// cell with `block`.
    pub fn add_near(&mut self, block: Block, far: u8, width: u8) {
        let (rows, bits) = Self::rows_near(block, far, width);
        for row in &mut self.0[rows] {
            *row |= bits;
        }
    }

    /// Returns those rows of [`Cells::near`] that are not empty, and their bits, which are the same for all of
    /// them.
    #[inline]
    pub(super) fn rows_near(block: Block, far: u8, width: u8) -> (Range<usize>, u64) {
        let far = far.min(64);
        let low = |at: u8| at.saturating_sub(far + width - 1);
        let count = |at: u8| at - low(at) + block.width.min(64) + far;
        let bits = u64::MAX >> (64 - u32::from(count(block.at.x)).min(64)) << low(block.at.x);
        let first = low(block.at.y);
        let end = first.saturating_add(count(block.at.y)).min(64);
        (first.into()..end.into(), bits)
    }

    /// Returns the places of all blocks of `width` that are at most `far` cells away from `block`. A place is
    /// the lowest cell of such a block.
    pub fn near(block: Block, far: u8, width: u8) -> Self {
        let mut cells = Self::NONE;
        cells.add_near(block, far, width);
        cells
    }

    /// Returns whether the set and a block have a cell in common.
    pub fn touches(&self, block: Block) -> bool {
        let width = u32::from(block.width).min(64);
        let bits = (u64::MAX >> (64 - width)) << block.at.x;
        let rows = self.0.iter().skip(block.at.y.into());
        rows.take(block.width.into()).any(|row| row & bits != 0)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; SIZE]
    }

    /// Returns the number of cells in the set.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Returns the cells that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|y| self.0[y] & other.0[y]))
    }

    /// Returns the cells that are in one of the sets or in both.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|y| self.0[y] | other.0[y]))
    }

    /// Returns the cells of this set that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|y| self.0[y] & !other.0[y]))
    }

    /// Returns the set with each cell moved `dx` columns to the right and `dy` rows up. Cells outside of the
    /// largest map are left out.
    #[must_use]
    pub fn moved(&self, (dx, dy): (i32, i32)) -> Self {
        let row = |y: usize| {
            let back = isize::try_from(dy).unwrap_or(isize::MAX);
            let from = y.checked_add_signed(-back);
            let row = from.and_then(|from| self.0.get(from));
            let row = row.copied().unwrap_or(0);
            let by = dx.unsigned_abs();
            if dx >= 0 {
                row.checked_shl(by).unwrap_or(0)
            } else {
                row.checked_shr(by).unwrap_or(0)
            }
        };
        Self(std::array::from_fn(row))
    }

    /// Returns the set with each cell moved by one step in a direction.
    #[must_use]
    pub fn next(&self, direction: Direction) -> Self {
        self.moved(direction.step())
    }

    /// Returns the set together with all cells that touch one of its cells, also at a corner.
    #[must_use]
    pub fn grown(&self) -> Self {
        let steps = Direction::ALL.into_iter();
        steps.fold(*self, |all, step| all.or(&self.next(step)))
    }

    /// Returns the lower left and the upper right corner of the smallest rectangle that contains the set.
    /// Returns `None` if the set is empty.
    pub fn bounds(&self) -> Option<(Cell, Cell)> {
        let low = self.0.iter().position(|&row| row != 0)?;
        let high = self.0.iter().rposition(|&row| row != 0)?;
        let columns = self.0[low..=high].iter().fold(0, |all, row| all | row);
        let small = |at: u32| u8::try_from(at).unwrap_or(0);
        let row = |at: usize| u8::try_from(at).unwrap_or(0);
        let first = Cell::new(small(columns.trailing_zeros()), row(low));
        let last = Cell::new(small(columns.ilog2()), row(high));
        Some((first, last))
    }

    /// Returns the cell of the set that is nearest to `start`, by the cost of a path over plain ground. Of
    /// several such cells, it is the one in the lowest row, and in the lowest column of this row.
    pub(super) fn nearest(&self, start: Cell) -> Option<Cell> {
        // In each row, only the last cell up to the column of `start` and the first cell after it can be the
        // nearest.
        let below = u64::MAX >> (63 - u32::from(start.x) % 64);
        let mut found = None;
        let rows = self.0.iter().zip(0..).filter(|(row, _)| **row != 0);
        for (&row, y) in rows {
            let left = (row & below).checked_ilog2();
            let right = (row & !below != 0).then(|| (row & !below).trailing_zeros());
            for x in [left, right].into_iter().flatten() {
                let cell = Cell::new(u8::try_from(x).unwrap_or(0), y);
                let far = apart(start, cell);
                if found.is_none_or(|(least, _)| far < least) {
                    found = Some((far, cell));
                }
            }
        }
        found.map(|(_, cell)| cell)
    }

    /// Returns the cells of the set, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        let rows = (0u8..64).zip(self.0);
        rows.filter(|&(_, row)| row != 0).flat_map(|(y, row)| {
            let mut rest = row;
            std::iter::from_fn(move || {
                let x = u8::try_from(rest.trailing_zeros()).ok()?;
                rest = rest.checked_sub(1).map(|below| rest & below)?;
                Some(Cell::new(x, y))
            })
        })
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::NONE;
        cells.into_iter().for_each(|cell| set.add(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sets_list_what_was_put_in() {
        let cells = [Cell::new(63, 0), Cell::new(0, 7), Cell::new(5, 7)];
        let mut set: Cells = cells.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        set.remove(Cell::new(0, 7));
        assert!(set.has(Cell::new(5, 7)) && !set.has(Cell::new(0, 7)));
        assert_eq!(set.count(), 2);
        assert!(Cells::NONE.is_empty() && !set.is_empty());
    }

    #[test]
    fn blocks_touch_where_they_share_a_cell() {
        let giant = Block::new(Cell::new(60, 60), 4);
        let set = Cells::block(giant);
        assert_eq!(set.count(), 16);
        assert!(set.touches(Block::new(Cell::new(59, 59), 2)));
        assert!(!set.touches(Block::new(Cell::new(58, 60), 2)));
        assert_eq!(Cells::block(Block::new(Cell::new(63, 63), 4)).count(), 1);
        assert_eq!(Cells::block(Block::new(Cell::new(0, 0), 64)).count(), 4096);
    }

    #[test]
    fn cells_near_a_block_are_those_so_far_off() {
        let giant = Block::new(Cell::new(10, 2), 4);
        for (far, width) in [(0, 1), (0, 3), (2, 1), (5, 2), (64, 4)] {
            let near = |&cell: &Cell| Block::new(cell, width).gap(giant) <= far.into();
            let all = Cells::within(SIZE, SIZE);
            let wanted: Cells = all.iter().filter(near).collect();
            assert_eq!(Cells::near(giant, far, width), wanted, "{far} {width}");
        }
    }

    proptest! {
        #[test]
        fn the_nearest_cell_is_the_first_of_those_with_the_cheapest_path(
            start in (0u8..64, 0u8..64),
            cells in proptest::collection::vec((0u8..64, 0u8..64), 0..60),
        ) {
            let start = Cell::new(start.0, start.1);
            let set: Cells = cells.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
            let first = set.iter().min_by_key(|&cell| apart(start, cell));
            prop_assert_eq!(set.nearest(start), first);
        }
    }

    #[test]
    fn what_is_moved_over_the_border_is_lost() {
        let set: Cells = [Cell::new(0, 0), Cell::new(63, 63)].into_iter().collect();
        let moved: Vec<Cell> = set.next(Direction::SouthWest).iter().collect();
        assert_eq!(moved, [Cell::new(62, 62)]);
        assert_eq!(set.moved((100, 0)), Cells::NONE);
        assert_eq!(set.moved((3, 2)).iter().next(), Some(Cell::new(3, 2)));
    }

    #[test]
    fn a_small_map_has_few_cells() {
        assert_eq!(Cells::within(3, 2).count(), 6);
        assert_eq!(Cells::within(64, 64).count(), 4096);
    }
}
