//! A grid of squares, for books whose battlefields have squares. This module has cells, blocks of cells, sets
//! of cells, lines of sight, areas, ground, paths, creatures that walk, and maps that are drawn as text.
//!
//! A map has at most [`SIZE`] columns and rows. `y` grows upwards, so the last line of a drawn map is row 0.
//! The eight directions are listed clockwise. Memory is allocated only to read or draw a map, and once per
//! thread for the search of paths. There are no floats: distances and costs are whole numbers, in halves of a
//! cell.

mod area;
mod block;
mod cached_path;
mod cell;
mod cells;
mod counts;
mod map;
mod path;
mod search;
mod sight;
mod terrain;
mod walker;
mod waves;

pub use area::{cone, line, sphere};
pub use block::Block;
pub use cell::{Cell, Direction, Directions, SIZE};
pub use cells::Cells;
pub use counts::CellCounts;
pub use map::{Flaw, Map};
pub use path::{Footing, GridPath, Limits, walk, way};
pub use sight::sees;
pub use terrain::{Layer, Terrain};
pub use walker::{Stretch, Walker};

/// Returns the lowest cost of a path from one cell to another over plain ground, in halves of a cell. A
/// straight step costs 2, and a diagonal step 3.
#[inline]
pub fn apart(from: Cell, to: Cell) -> u32 {
    let dx = u32::from(from.x.abs_diff(to.x));
    let dy = u32::from(from.y.abs_diff(to.y));
    2 * dx.max(dy) + dx.min(dy)
}
