//! Maps drawn in text: a character for each cell.

use std::fmt::Write as _;

use super::cell::{Cell, SIZE};

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

    /// Draws a map so wide and high, line by line: `drawn` says what a cell looks like.
    ///
    /// # Panics
    /// When it is larger than a map may be.
    pub fn draw(
        columns: std::ops::Range<usize>,
        rows: std::ops::Range<usize>,
        drawn: impl Fn(Cell) -> char,
    ) -> Vec<String> {
        let small = |at: usize| u8::try_from(at).expect("at most 64");
        let line = |y: usize| {
            let cells = columns.clone().map(|x| Cell::new(small(x), small(y)));
            cells.fold(String::new(), |mut line, cell| {
                let _ = write!(line, "{}", drawn(cell));
                line
            })
        };
        rows.rev().map(line).collect()
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
        let drawn = Map::draw(0..2, 0..2, |cell| {
            cells
                .iter()
                .find(|(at, _)| *at == cell)
                .map_or(' ', |c| c.1)
        });
        assert_eq!(drawn, ["ab", "cd"]);
    }

    #[test]
    fn flawed_maps_are_refused() {
        assert_eq!(Map::read(" \n\n"), Err(Flaw::Empty));
        assert_eq!(Map::read("...\n..\n..."), Err(Flaw::Ragged(2, 2, 3)));
        assert_eq!(Map::read(&".".repeat(65)), Err(Flaw::Large(65, 1)));
    }
}
