//! A square block of cells: the space that a creature covers.

use super::cell::{Cell, Direction, SIZE};
use super::cells::Cells;

/// A square block of cells, given by its lowest cell and its width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block {
    /// The cell of the block with the lowest column and row.
    pub at: Cell,
    /// The number of columns and of rows, from 1.
    pub width: u8,
}

/// Returns the distance of two intervals of cells, each given by its first cell and its width. The distance
/// is 0 if they share a cell, and 1 if they touch.
#[inline]
fn between((from, wide): (u8, u8), (to, broad): (u8, u8)) -> u32 {
    let after = i32::from(to) - i32::from(from) - i32::from(wide) + 1;
    let before = i32::from(from) - i32::from(to) - i32::from(broad) + 1;
    after.max(before).max(0).unsigned_abs()
}

impl Block {
    /// The number of columns and of rows of the largest map.
    const END: u8 = 64;

    /// Creates a block of `width` by `width` cells.
    #[inline]
    pub const fn new(at: Cell, width: u8) -> Self {
        Self { at, width }
    }

    /// Returns the distance of two blocks in columns and in rows: see [`between`].
    #[inline]
    fn gaps(self, other: Self) -> (u32, u32) {
        (
            between((self.at.x, self.width), (other.at.x, other.width)),
            between((self.at.y, self.width), (other.at.y, other.width)),
        )
    }

    /// Returns the distance of two blocks in cells: 0 if they share a cell, 1 if they touch. A diagonal step
    /// counts as one cell.
    #[inline]
    pub fn gap(self, other: Self) -> u32 {
        let (across, along) = self.gaps(other);
        across.max(along)
    }

    /// Returns the distance between the nearest cells of two blocks, in halves of a cell. It is twice the
    /// greater of the distances in columns and in rows, plus the smaller.
    #[inline]
    pub fn distance(self, other: Self) -> u32 {
        let (across, along) = self.gaps(other);
        2 * across.max(along) + across.min(along)
    }

    /// Returns whether two blocks share a cell.
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        let meet = |one: u8, wide: u8, other: u8, broad: u8| {
            let [one, wide, other, broad] = [one, wide, other, broad].map(u32::from);
            one < other + broad && other < one + wide
        };
        meet(self.at.x, self.width, other.at.x, other.width)
            && meet(self.at.y, self.width, other.at.y, other.width)
    }

    /// Returns the vector from the centre of this block to the centre of another, in halves of a cell. Its
    /// first number is to the right, and its second upwards.
    pub fn line_to(self, other: Self) -> (i32, i32) {
        let centre = |at: u8, width: u8| 2 * i32::from(at) + i32::from(width);
        (
            centre(other.at.x, other.width) - centre(self.at.x, self.width),
            centre(other.at.y, other.width) - centre(self.at.y, self.width),
        )
    }

    /// Returns the cells of the block, row by row, without cells outside of the largest map.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let end = |at: u8| at.saturating_add(self.width).min(Self::END);
        let rows = self.at.y..end(self.at.y);
        let columns = self.at.x..end(self.at.x);
        rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
    }

    /// Returns whether a cell belongs to the block.
    #[inline]
    pub fn has(self, cell: Cell) -> bool {
        self.overlaps(Self::new(cell, 1))
    }

    /// Returns the cell opposite to `cell`, seen from the centre of the block. Returns `None` outside of the
    /// largest map.
    pub fn mirrored(self, cell: Cell) -> Option<Cell> {
        let across = |at: u8, cell: u8| {
            let to = 2 * i32::from(at) + i32::from(self.width) - 1 - i32::from(cell);
            u8::try_from(to).ok().filter(|&to| usize::from(to) < SIZE)
        };
        Some(Cell::new(
            across(self.at.x, cell.x)?,
            across(self.at.y, cell.y)?,
        ))
    }

    /// Returns whether two blocks that touch this one are on opposite sides of it. This is so if a cell of
    /// `one` has its opposite cell ([`Block::mirrored`]) in `other`.
    pub fn is_between(self, one: Self, other: Self) -> bool {
        let near = |cell: &Cell| self.gap(Self::new(*cell, 1)) == 1;
        if one.width == 1 {
            let image = self.mirrored(one.at).filter(|_| near(&one.at));
            return image.is_some_and(|image| other.has(image));
        }
        let mut images = one.cells().filter(near).map(|cell| self.mirrored(cell));
        images.any(|image| image.is_some_and(|image| other.has(image)))
    }

    /// Returns whether any two of these blocks are on opposite sides of this one. All of them must touch this
    /// block, without sharing a cell with it.
    pub fn is_amid<I: Iterator<Item = Self>>(self, others: impl Fn() -> I) -> bool {
        let wide = u32::from(self.width) + 2;
        if wide * wide > u64::BITS {
            return others().any(|one| others().any(|other| self.is_between(one, other)));
        }
        // Each bit is a cell of the block or a cell around it, row by row. In the reversed order, each bit
        // has the place of the opposite cell.
        let mut taken = 0u64;
        let extent = |at: u8, wide: u8, own: u8| {
            let first = (i32::from(at) - i32::from(own) + 1).max(0);
            let end = i32::from(at) + i32::from(wide) - i32::from(own) + 1;
            let end = end.min(i32::from(self.width) + 2);
            (first.unsigned_abs(), end.max(first).unsigned_abs())
        };
        for other in others() {
            let (left, right) = extent(other.at.x, other.width, self.at.x);
            let (low, high) = extent(other.at.y, other.width, self.at.y);
            let row = (1u64 << right) - (1 << left);
            for y in low..high {
                taken |= row << (y * wide);
            }
        }
        let mirrored = taken.reverse_bits() >> (u64::BITS - wide * wide);
        taken & mirrored != 0
    }

    /// Adds to `all` the places of blocks of `width` that are on the opposite side of this block from
    /// `other`. A place is the lowest cell of such a block.
    pub fn add_opposite(self, other: Self, width: u8, all: &mut Cells) {
        let mut add = |cell: Cell| {
            if self.gap(Self::new(cell, 1)) == 1
                && let Some(image) = self.mirrored(cell)
            {
                all.add_near(Self::new(image, 1), 0, width);
            }
        };
        if other.width == 1 {
            add(other.at);
        } else {
            other.cells().for_each(add);
        }
    }

    /// Returns the cells that touch the block in a direction: a row of cells along a side, or one cell at a
    /// corner.
    pub fn edge(self, direction: Direction) -> impl Iterator<Item = Cell> {
        let (dx, dy) = direction.step();
        self.cells().filter_map(move |cell| {
            let out = |step: i32, at: u8, low: u8| match step {
                1 => at == low + self.width - 1,
                -1 => at == low,
                _ => true,
            };
            let is_out = out(dx, cell.x, self.at.x) && out(dy, cell.y, self.at.y);
            cell.next(direction).filter(|_| is_out)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn block(x: u8, y: u8, width: u8) -> Block {
        Block::new(Cell::new(x, y), width)
    }

    #[test]
    fn gaps_count_cells_from_one_to_the_other() {
        let man = block(10, 10, 1);
        assert_eq!(man.gap(man), 0);
        assert_eq!(man.gap(block(11, 11, 1)), 1);
        assert_eq!(man.gap(block(10, 12, 1)), 2);
        let giant = block(12, 8, 4);
        assert_eq!((man.gap(giant), giant.gap(man)), (2, 2));
        assert_eq!(man.gap(block(7, 7, 4)), 0);
        assert_eq!(man.gap(block(6, 6, 4)), 1);
    }

    #[test]
    fn distances_count_diagonals_one_and_a_half() {
        assert_eq!(block(0, 0, 1).distance(block(0, 0, 1)), 0);
        assert_eq!(block(0, 0, 1).distance(block(3, 0, 1)), 6);
        assert_eq!(block(0, 0, 1).distance(block(3, 2, 1)), 8);
        assert_eq!(block(0, 0, 4).distance(block(6, 5, 1)), 8);
    }

    #[test]
    fn mirrors_go_through_the_centre() {
        assert_eq!(
            block(5, 5, 1).mirrored(Cell::new(4, 6)),
            Some(Cell::new(6, 4))
        );
        assert_eq!(
            block(4, 4, 2).mirrored(Cell::new(3, 4)),
            Some(Cell::new(6, 5))
        );
        assert_eq!(block(0, 0, 1).mirrored(Cell::new(1, 0)), None);
    }

    #[test]
    fn between_two_is_what_has_them_on_opposite_sides() {
        let man = block(5, 5, 1);
        assert!(man.is_between(block(4, 5, 1), block(6, 5, 1)));
        assert!(man.is_between(block(6, 6, 1), block(4, 4, 1)));
        assert!(!man.is_between(block(4, 5, 1), block(6, 6, 1)));
        assert!(!man.is_between(block(3, 5, 1), block(7, 5, 1)));
        assert!(man.is_between(block(3, 4, 2), block(6, 5, 4)));
    }

    #[test]
    fn edges_are_rows_and_corners() {
        let edge = |direction| block(5, 5, 2).edge(direction).collect::<Vec<Cell>>();
        assert_eq!(edge(Direction::East), [Cell::new(7, 5), Cell::new(7, 6)]);
        assert_eq!(edge(Direction::SouthWest), [Cell::new(4, 4)]);
        assert_eq!(block(0, 0, 1).edge(Direction::South).count(), 0);
    }

    #[test]
    fn opposite_is_where_one_is_in_between() {
        let giant = block(1, 20, 4);
        for (other, width) in [
            (block(5, 21, 1), 1),
            (block(5, 24, 1), 2),
            (block(0, 18, 2), 1),
            (block(5, 22, 3), 2),
            (block(8, 22, 1), 1),
        ] {
            let is_opposite = |&cell: &Cell| giant.is_between(block(cell.x, cell.y, width), other);
            let all = Cells::within(SIZE, SIZE);
            let wanted: Cells = all.iter().filter(is_opposite).collect();
            let mut opposite = Cells::NONE;
            giant.add_opposite(other, width, &mut opposite);
            assert_eq!(opposite, wanted, "{other:?} {width}");
        }
    }

    #[test]
    fn a_block_has_the_cells_that_it_lists() {
        let cells: Vec<Cell> = block(62, 3, 2).cells().collect();
        assert_eq!(
            cells,
            [
                Cell::new(62, 3),
                Cell::new(63, 3),
                Cell::new(62, 4),
                Cell::new(63, 4)
            ]
        );
        assert!(cells.iter().all(|&cell| block(62, 3, 2).has(cell)));
        assert_eq!(block(63, 63, 4).cells().count(), 1);
    }

    proptest! {
        #[test]
        fn amid_others_is_between_two_of_them(
            (x, y, width) in (0u8..64, 0u8..64, prop_oneof![1u8..5, Just(8), Just(16)]),
            others in proptest::collection::vec((0u8..64, 0u8..64, 1u8..6), 0..40),
        ) {
            let own = block(x % (65 - width), y % (65 - width), width);
            let others = others.into_iter().map(|(dx, dy, wide)| {
                // Nearly all of these blocks touch the block `width` cells wide, and all of them are on the
                // map.
                let near = |at: u8, by: u8| {
                    let low = (at + by % (width + wide + 1)).saturating_sub(wide);
                    low.min(64 - wide)
                };
                block(near(own.at.x, dx), near(own.at.y, dy), wide)
            });
            let touching: Vec<Block> = others.filter(|other| own.gap(*other) == 1).collect();
            let mut pairs = touching.iter().flat_map(|one| touching.iter().map(move |other| (one, other)));
            let slowly = pairs.any(|(one, other)| own.is_between(*one, *other));
            prop_assert_eq!(own.is_amid(|| touching.iter().copied()), slowly);
        }
    }
}
