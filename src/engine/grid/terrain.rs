//! The ground of a map: its size, its walls, and cells where steps cost more. A [`Layer`] has another
//! property of the cells.

use super::block::Block;
use super::cell::{Cell, SIZE};
use super::cells::Cells;
use super::path::{COSTS, Footing};
use super::sight::sees;

/// The ground of a map: the kind of each cell, and the costs of steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terrain {
    /// The number of columns and the number of rows.
    pub size: (usize, usize),
    /// The cells that creatures may stand on.
    pub open: Cells,
    /// The walls. Creatures cannot enter them or see through them.
    pub solid: Cells,
    /// The cells of difficult ground. A step onto them costs more, by default twice as much.
    pub difficult: Cells,
    /// The cells of extreme ground. A step onto them costs even more, by default three times as much.
    pub extreme: Cells,
    /// The cost of a step onto difficult ground and of a step onto extreme ground. They are multiples, from 1
    /// to 4, of the cost over plain ground.
    pub costs: [u8; 2],
}

impl Terrain {
    /// Creates ground of `size` columns and rows that is plain and open everywhere.
    pub fn plain(size: (usize, usize)) -> Self {
        Self {
            size,
            open: Cells::within(size.0, size.1),
            solid: Cells::NONE,
            difficult: Cells::NONE,
            extreme: Cells::NONE,
            costs: COSTS,
        }
    }

    /// Turns a cell into a wall.
    pub fn wall(&mut self, cell: Cell) {
        self.solid.add(cell);
        self.open.remove(cell);
    }

    /// Returns the footing of creatures of `width` on this ground.
    pub fn footing(&self, width: u8) -> Footing {
        let footing = Footing::new(width, &self.open, &self.difficult, &self.extreme);
        footing.costing(self.costs)
    }

    /// Returns whether all cells of a block are open ground.
    pub fn has_room(&self, block: Block) -> bool {
        let whole = block.cells().count() == usize::from(block.width).pow(2);
        whole && block.cells().all(|cell| self.open.has(cell))
    }

    /// Returns whether a block has cells at the edge of the map.
    pub fn at_edge(&self, block: Block) -> bool {
        let ends =
            |at: u8, size: usize| at == 0 || usize::from(at) + usize::from(block.width) >= size;
        ends(block.at.x, self.size.0) || ends(block.at.y, self.size.1)
    }

    /// Returns whether two creatures on these blocks can get to within `far` cells of each other by moving
    /// freely. A diagonal step counts as one cell, and each creature needs ground as wide as itself. If `far`
    /// is `None`, returns whether they can get to places from which they see each other.
    pub fn meet(&self, one: Block, other: Block, far: Option<u8>) -> bool {
        // The creatures can see each other from some place exactly if a path of one cell's width connects
        // them.
        let width = |block: Block| far.map_or(1, |_| block.width);
        let [here, there] =
            [one, other].map(|block| self.roamed(Block::new(block.at, width(block))));
        let reached = (0..far.unwrap_or(0)).fold(here, |cells, _| cells.grown());
        !reached.and(&there).is_empty()
    }

    /// Returns all cells that a creature on this block can cover by moving freely.
    fn roamed(&self, block: Block) -> Cells {
        let fits = self.footing(block.width).fits;
        let (mut before, mut ends) = (Cells::NONE, [block.at].into_iter().collect::<Cells>());
        while ends != before {
            (before, ends) = (ends, ends.or(&ends.grown().and(&fits)));
        }
        let mut covered = Cells::NONE;
        for cell in ends.iter() {
            covered.add_block(Block::new(cell, block.width));
        }
        covered
    }

    /// Returns whether one block can be seen from another, with the walls between them: see [`sees`].
    pub fn sees(&self, from: Block, to: Block) -> bool {
        self.solid.is_empty() || sees(from, to, &self.solid)
    }
}

/// A property of cells that has its default value for most cells. If it has this value for all cells, the
/// layer takes no memory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layer<T> {
    /// The value of each cell, row by row. Empty if all cells have the default value.
    cells: Vec<T>,
}

impl<T: Copy + Default> Layer<T> {
    /// Sets the value of a cell to `what`.
    pub fn put(&mut self, cell: Cell, what: T) {
        self.cells.resize(SIZE * SIZE, T::default());
        self.cells[cell.index()] = what;
    }

    /// Returns whether no value has been set yet.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the value of a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> T {
        self.cells.get(cell.index()).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(x: u8, y: u8, width: u8) -> Block {
        Block::new(Cell::new(x, y), width)
    }

    #[test]
    fn walls_take_room_and_hide() {
        let mut terrain = Terrain::plain((8, 5));
        assert!(terrain.has_room(block(2, 2, 2)) && !terrain.has_room(block(7, 2, 2)));
        assert!(terrain.sees(block(0, 2, 1), block(7, 2, 1)));
        terrain.wall(Cell::new(3, 2));
        assert!(!terrain.has_room(block(2, 2, 2)));
        assert!(!terrain.footing(2).fits.has(Cell::new(2, 2)));
        assert!(!terrain.sees(block(0, 2, 1), block(7, 2, 1)));
    }

    #[test]
    fn who_meets_hangs_on_width_and_reach() {
        let mut terrain = Terrain::plain((9, 5));
        for y in [0, 1, 3, 4] {
            terrain.wall(Cell::new(4, y));
        }
        let (left, right) = (|width| block(0, 0, width), |width| block(6, 0, width));
        assert!(terrain.meet(left(1), right(1), Some(0)));
        assert!(terrain.meet(left(1), right(2), Some(0)));
        assert!(!terrain.meet(left(2), right(2), Some(1)));
        assert!(terrain.meet(left(2), right(2), Some(2)));
        assert!(terrain.meet(left(2), right(2), None));
        terrain.wall(Cell::new(4, 2));
        assert!(!terrain.meet(left(1), right(1), None));
    }

    #[test]
    fn edges_are_those_of_the_map() {
        let terrain = Terrain::plain((8, 5));
        assert!(terrain.at_edge(block(0, 2, 1)) && terrain.at_edge(block(5, 3, 2)));
        assert!(!terrain.at_edge(block(4, 2, 2)));
    }

    #[test]
    fn a_layer_says_nothing_of_most_cells() {
        let mut light = Layer::<u8>::default();
        assert!(light.is_empty());
        assert_eq!(light.at(Cell::new(63, 63)), 0);
        light.put(Cell::new(3, 4), 2);
        assert_eq!(
            (light.at(Cell::new(3, 4)), light.at(Cell::new(4, 3))),
            (2, 0)
        );
    }
}
