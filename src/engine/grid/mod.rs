//! A square grid: cells, blocks of cells, sets of cells, lines of sight, areas, ground, paths and walkers, and maps
//! drawn in text.
//!
//! For books that are played on squares. A map has at most [`SIZE`] cells each way; `y` grows upwards, so that the
//! last line of a drawn map is row 0 and the eight directions are listed clockwise. Nothing here allocates except
//! reading and drawing a map and the buffers of a search, once per thread. No number is a float: distances and costs
//! are in halves of a cell.

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

/// The least cost of a path over plain ground between two cells, in halves of a cell: 2 for a straight step, 3 for a
/// diagonal one.
#[inline]
pub fn apart(from: Cell, to: Cell) -> u32 {
    let dx = u32::from(from.x.abs_diff(to.x));
    let dy = u32::from(from.y.abs_diff(to.y));
    2 * dx.max(dy) + dx.min(dy)
}
