//! Maps drawn in text: a character for each cell.

use super::block::Block;
use super::cell::{Cell, SIZE};
use super::cells::Cells;

/// A drawn map. Its last line is row 0, its first character column 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Map {
    /// The rows from below.
    rows: Vec<Vec<char>>,
}

/// Why a text is no map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// It has no lines.
    Empty,
    /// It has more than 64 rows or columns: so many columns and rows.
    Large(usize, usize),
    /// A line, counted from 1, is of another length than the first: its length and that of the first.
    Ragged(usize, usize, usize),
}

impl Flaw {
    /// What is wrong, and a few words for the caret.
    pub fn told(&self) -> (String, &'static str) {
        match *self {
            Self::Empty => ("the map is empty".to_owned(), "no cells"),
            Self::Large(width, height) => (
                format!("the map has {width} x {height} cells"),
                "at most 64 x 64",
            ),
            Self::Ragged(line, length, first) => (
                format!("line {line} of the map has {length} cells, the first has {first}"),
                "lines of different lengths",
            ),
        }
    }
}

impl Map {
    /// Reads a map. Blanks at the ends of lines do not count, nor do empty lines before the first and after the last.
    ///
    /// # Errors
    /// When the lines are not all of one length, there are none, or there are more than a map may have.
    pub fn read(text: &str) -> Result<Self, Flaw> {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let is_drawn = |line: &&str| !line.is_empty();
        let first = lines.iter().position(is_drawn).ok_or(Flaw::Empty)?;
        let last = lines.iter().rposition(is_drawn).unwrap_or(first);
        let rows: Vec<Vec<char>> = lines[first..=last]
            .iter()
            .map(|line| line.chars().collect())
            .collect();
        let (width, height) = (rows[0].len(), rows.len());
        if let Some(at) = rows.iter().position(|row| row.len() != width) {
            return Err(Flaw::Ragged(at + 1, rows[at].len(), width));
        }
        if width > SIZE || height > SIZE {
            return Err(Flaw::Large(width, height));
        }
        Ok(Self {
            rows: rows.into_iter().rev().collect(),
        })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Every cell with its character, from the first line to the last and from left to right: as one reads.
    ///
    /// # Panics
    /// Never: a map has at most 64 rows and columns.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, char)> {
        let small = |at: usize| u8::try_from(at).expect("at most 64");
        let rows = self.rows.iter().enumerate().rev();
        rows.flat_map(move |(y, row)| {
            let cells = row.iter().enumerate();
            cells.map(move |(x, &drawn)| (Cell::new(small(x), small(y)), drawn))
        })
    }

    /// Draws people on a map, line by line: each is [the letter](Self::letter) of its place among the blocks, the later on
    /// top; `ground` says what a cell looks like without them. Without a size only what is near them is drawn.
    pub fn draw(
        blocks: &[Block],
        size: Option<(usize, usize)>,
        ground: impl Fn(Cell) -> char,
    ) -> Vec<String> {
        let mut drawn = size.map_or(Cells::NONE, |(width, height)| Cells::within(width, height));
        for &block in blocks.iter().filter(|_| size.is_none()) {
            drawn.add_near(block, 1, 1);
        }
        let (low, high) = drawn.bounds().unwrap_or_default();
        let line = |y: u8| {
            let cells = (low.x..=high.x).map(|x| Cell::new(x, y));
            let look = |cell| {
                let on = blocks.iter().rposition(|block| block.has(cell));
                on.map_or_else(|| ground(cell), Self::letter)
            };
            cells.map(look).collect()
        };
        (low.y..=high.y).rev().map(line).collect()
    }

    /// The letter of somebody in this place of a list.
    pub fn letter(at: usize) -> char {
        const LETTERS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@&";
        char::from(LETTERS[at % 64])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_row_0() {
        let map = Map::read("\n  ab\n  cd\n").expect("a map");
        assert_eq!((map.width(), map.height()), (2, 2));
        let cells: Vec<(Cell, char)> = map.cells().collect();
        assert_eq!(cells[0], (Cell::new(0, 1), 'a'));
        assert_eq!(cells[3], (Cell::new(1, 0), 'd'));
        let look = |cell: Cell| {
            let found = cells.iter().find(|(at, _)| *at == cell);
            found.map_or(' ', |(_, look)| *look)
        };
        let someone = Block::new(Cell::new(1, 1), 1);
        assert_eq!(Map::draw(&[], Some((2, 2)), look), ["ab", "cd"]);
        assert_eq!(Map::draw(&[someone], Some((2, 2)), look), ["aA", "cd"]);
        assert_eq!(Map::draw(&[someone], None, look), ["   ", "aA ", "cd "]);
    }

    #[test]
    fn flawed_maps_are_refused() {
        assert_eq!(Map::read(" \n\n"), Err(Flaw::Empty));
        assert_eq!(Map::read("...\n..\n..."), Err(Flaw::Ragged(2, 2, 3)));
        assert_eq!(Map::read(&".".repeat(65)), Err(Flaw::Large(65, 1)));
    }
}
