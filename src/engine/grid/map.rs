//! Maps that are drawn as a text, with one character for each cell.

use std::collections::HashMap;
use std::ops::Range;

use super::block::Block;
use super::cell::{Cell, SIZE};
use super::cells::Cells;

/// A map that is drawn as a text. Row 0 is the last line, and column 0 the first character of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Map {
    /// The rows of the map, from the lowest.
    rows: Vec<MapLine>,
    /// The number of columns. If rows have different numbers, this is the most frequent one.
    width: usize,
}

/// A line of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
struct MapLine {
    cells: Vec<char>,
    /// The place of the line in the text, as a range of bytes.
    place: Range<usize>,
}

/// A flaw in the shape of a map, such as lines of different lengths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The message for the user. It begins with a lower-case letter.
    pub message: String,
    /// A short text for the marked place.
    pub label: String,
    /// The marked place in the text, as a range of bytes.
    pub place: Range<usize>,
}

impl Map {
    /// Reads a map. Returns the map and the flaws in its shape. A map with flaws also has its cells. Blanks
    /// around a line are ignored, and so are empty lines before the first row and after the last one.
    pub fn read(text: &str) -> (Self, Vec<Flaw>) {
        let mut end = 0;
        let lines = text.split_inclusive('\n').map(|line| {
            let start = end + line.len() - line.trim_start().len();
            end += line.len();
            let cells: Vec<char> = line.trim().chars().collect();
            let start = start.min(end - usize::from(line.ends_with('\n')));
            let place = start..start + line.trim().len();
            MapLine { cells, place }
        });
        let mut rows: Vec<MapLine> = lines.collect();
        let is_drawn = |row: &MapLine| !row.cells.is_empty();
        rows.truncate(rows.iter().rposition(is_drawn).map_or(0, |last| last + 1));
        rows.drain(..rows.iter().position(is_drawn).unwrap_or(0));
        let flaws = Self::flaws(&rows, text.len());
        let width = usual_width(&rows);
        rows.reverse();
        (Self { rows, width }, flaws)
    }

    /// Returns the flaws in the shape of a map with these lines. `length` is the number of bytes of the whole
    /// text.
    fn flaws(rows: &[MapLine], length: usize) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        if rows.is_empty() {
            flaws.push(Flaw {
                message: "the map is empty".to_owned(),
                label: "no cells".to_owned(),
                place: 0..length,
            });
        }
        let (width, height) = (usual_width(rows), rows.len());
        let is_odd = |row: &MapLine| row.cells.len() != width;
        if let (Some(odd), Some(usual)) = (
            rows.iter().position(is_odd),
            rows.iter().position(|row| !is_odd(row)),
        ) {
            let (line, cells) = (odd + 1, rows[odd].cells.len());
            flaws.push(Flaw {
                message: format!("line {line} of the map has {cells} cells, not {width}"),
                label: format!("line {} has {width}", usual + 1),
                place: rows[odd].place.clone(),
            });
        }
        if width > SIZE || height > SIZE {
            let beyond = rows.get(SIZE).or(rows.iter().find(|row| !is_odd(row)));
            flaws.push(Flaw {
                message: format!("the map has {width} x {height} cells"),
                label: format!("at most {SIZE} x {SIZE}"),
                place: beyond.map_or(0..length, |row| row.place.clone()),
            });
        }
        flaws
    }

    /// Returns the number of columns and the number of rows of the map.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.rows.len())
    }

    /// Returns every cell with its character, from the first line to the last, and each line from left to
    /// right. A cell is left out if its column or row is above 127.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, char)> {
        const NUMBERS: Range<u8> = 0..128;
        let rows = self.rows.iter().zip(NUMBERS).rev();
        rows.flat_map(|(row, y)| {
            let cells = row.cells.iter().zip(NUMBERS);
            cells.map(move |(&drawn, x)| (Cell::new(x, y), drawn))
        })
    }

    /// Returns the character of a cell. Returns `None` if the map does not have the cell.
    pub fn at(&self, cell: Cell) -> Option<char> {
        let row = self.rows.get(usize::from(cell.y))?;
        row.cells.get(usize::from(cell.x)).copied()
    }

    /// Returns the place of a cell's character in the text, as a range of bytes.
    ///
    /// # Panics
    /// If the map has no such cell.
    pub fn place(&self, cell: Cell) -> Range<usize> {
        let MapLine { cells, place } = &self.rows[usize::from(cell.y)];
        let before = &cells[..usize::from(cell.x)];
        let start = place.start + before.iter().map(|drawn| drawn.len_utf8()).sum::<usize>();
        start..start + cells[usize::from(cell.x)].len_utf8()
    }

    /// Returns each character of the map that is not in `known`, with the first cell that has it. The order
    /// is that of [`Map::cells`].
    pub fn unknown(&self, known: &[char]) -> Vec<(Cell, char)> {
        let mut unknown: Vec<(Cell, char)> = Vec::new();
        for (cell, drawn) in self.cells() {
            if !known.contains(&drawn) && unknown.iter().all(|(_, before)| *before != drawn) {
                unknown.push((cell, drawn));
            }
        }
        unknown
    }

    /// Draws a map with people. Returns its lines, with the numbers of columns above and of rows on the left.
    /// Each person is a block of cells and the character to draw there. On a cell with several people, the
    /// last one in the list is visible, but [the dead](Self::DEAD) only if nobody else is there. `ground`
    /// returns the character of a cell without people. If `size` is `None`, only the cells of the people and
    /// those around them are drawn. Every line begins with a blank.
    pub fn draw(
        people: &[(Block, char)],
        size: Option<(usize, usize)>,
        ground: impl Fn(Cell) -> char,
    ) -> Vec<String> {
        let mut drawn = size.map_or(Cells::NONE, |(width, height)| Cells::within(width, height));
        for &(block, _) in people.iter().filter(|_| size.is_none()) {
            drawn.add_near(block, 1, 1);
        }
        let (low, high) = drawn.bounds().unwrap_or_default();
        let columns = || low.x..=high.x;
        let look = |cell| {
            let on = Self::on_top(people, cell);
            on.map_or_else(|| ground(cell), |at| people[at].1)
        };
        let row = |y: u8| {
            let cells = columns().map(|x| look(Cell::new(x, y)));
            format!("{y:3} {}", cells.collect::<String>())
        };
        let ruler = |digit: fn(u8) -> char| {
            let digits: String = columns().map(digit).collect();
            format!("    {digits}")
        };
        let mut lines = Vec::new();
        if high.x >= 10 {
            lines.push(ruler(|x| if x < 10 { ' ' } else { numeral(x / 10) }));
        }
        lines.push(ruler(|x| numeral(x % 10)));
        lines.extend((low.y..=high.y).rev().map(row));
        lines
    }

    /// Returns the index of the person that is visible on a cell. Returns `None` if nobody is there.
    fn on_top(people: &[(Block, char)], cell: Cell) -> Option<usize> {
        let there = (0..people.len()).filter(|&at| people[at].0.has(cell));
        there.max_by_key(|&at| (people[at].1 != Self::DEAD, at))
    }

    /// Returns a list of the characters on a map with the names of the people, such as `A wizard, B horse
    /// (under C), C knight`.
    pub fn legend(people: &[(Block, char)], names: &[String]) -> String {
        let told = people.iter().zip(names).enumerate();
        let told = told.map(|(at, (&(block, look), name))| {
            let tops = || block.cells().filter_map(|cell| Self::on_top(people, cell));
            match tops().next() {
                Some(top) if tops().all(|top| top != at) => {
                    format!("{look} {name} (under {})", people[top].1)
                }
                _ => format!("{look} {name}"),
            }
        });
        told.collect::<Vec<_>>().join(", ")
    }

    /// The character that is drawn for the dead.
    pub const DEAD: char = '†';

    /// Returns the character that is drawn for the person with index `at`.
    pub fn letter(at: usize) -> char {
        const LETTERS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@&";
        char::from(LETTERS[at % 64])
    }
}

/// Returns the most frequent number of columns in a row. If several are equally frequent, returns that of the
/// first of these rows.
fn usual_width(rows: &[MapLine]) -> usize {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for row in rows {
        *counts.entry(row.cells.len()).or_default() += 1;
    }
    let widths = rows.iter().rev().map(|row| row.cells.len());
    widths.max_by_key(|width| counts[width]).unwrap_or(0)
}

fn numeral(digit: u8) -> char {
    char::from(b'0' + digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_row_0() {
        let (map, flaws) = Map::read("\n  ab\n  cd\n");
        assert_eq!((map.size(), flaws), ((2, 2), vec![]));
        let cells: Vec<(Cell, char)> = map.cells().collect();
        assert_eq!(cells[0], (Cell::new(0, 1), 'a'));
        assert_eq!(cells[3], (Cell::new(1, 0), 'd'));
        assert_eq!(map.at(Cell::new(1, 0)), Some('d'));
        assert_eq!(map.at(Cell::new(2, 0)), None);
    }

    #[test]
    fn people_are_drawn_with_the_numbers_of_columns_and_rows() {
        let (map, _) = Map::read("ab\ncd");
        let look = |cell| map.at(cell).unwrap_or(' ');
        let size = Some(map.size());
        assert_eq!(Map::draw(&[], size, look), ["    01", "  1 ab", "  0 cd"]);
        let at = |x, y, look| (Block::new(Cell::new(x, y), 1), look);
        let two = [at(1, 1, 'A'), at(1, 1, '†')];
        assert_eq!(Map::draw(&two, size, look), ["    01", "  1 aA", "  0 cd"]);
        let near = Map::draw(&two[1..], None, look);
        assert_eq!(near, ["    012", "  2    ", "  1 a† ", "  0 cd "]);
        let far = Map::draw(&[at(10, 63, 'A')], None, |_| '.');
        assert_eq!(far, ["     11", "    901", " 63 .A.", " 62 ..."]);
    }

    #[test]
    fn a_legend_says_who_is_under_somebody() {
        let at = |x, width, look| (Block::new(Cell::new(x, 1), width), look);
        let told =
            |people: &[(Block, char)]| Map::legend(people, &["a", "b", "c"].map(str::to_owned));
        let two = [at(1, 1, 'A'), at(1, 1, 'B'), at(2, 1, 'C')];
        assert_eq!(told(&two), "A a (under B), B b, C c");
        let dead = [at(1, 1, 'A'), at(1, 1, '†'), at(2, 1, 'C')];
        assert_eq!(told(&dead), "A a, † b (under A), C c");
        // The large block A is not listed as under the small block B, because a part of it is visible.
        let large = [at(1, 2, 'A'), at(1, 1, 'B'), at(5, 1, 'C')];
        assert_eq!(told(&large), "A a, B b, C c");
    }

    #[test]
    fn every_cell_has_its_place_in_the_text() {
        let text = "\r\n \n  aé \r\n  日d\r\n\r\n";
        let (map, flaws) = Map::read(text);
        assert_eq!(flaws, []);
        let shown: Vec<&str> = map
            .cells()
            .map(|(cell, _)| &text[map.place(cell)])
            .collect();
        assert_eq!(shown, ["a", "é", "日", "d"]);
        let unknown: Vec<char> = map.unknown(&['a', 'd']).iter().map(|&(_, c)| c).collect();
        assert_eq!(unknown, ['é', '日']);
    }

    #[test]
    fn flaws_stand_where_they_begin() {
        let told = |text: &str| -> Vec<(String, String, String)> {
            let (_, flaws) = Map::read(text);
            let told = |flaw: Flaw| (flaw.message, flaw.label, text[flaw.place].to_owned());
            flaws.into_iter().map(told).collect()
        };
        let flaw = |message: &str, label: &str, place: &str| {
            [message, label, place].map(str::to_owned).into()
        };
        assert_eq!(
            told(" \n\n"),
            [flaw("the map is empty", "no cells", " \n\n")]
        );
        assert_eq!(told(""), [flaw("the map is empty", "no cells", "")]);
        let odd = "line 2 of the map has 2 cells, not 3";
        assert_eq!(told("...\n#.\n...\n."), [flaw(odd, "line 1 has 3", "#.")]);
        let odd = "line 1 of the map has 2 cells, not 3";
        assert_eq!(told("\n ..\n...\n..."), [flaw(odd, "line 2 has 3", "..")]);
        let odd = "line 2 of the map has 0 cells, not 2";
        assert_eq!(told("ab\n\ncd"), [flaw(odd, "line 1 has 2", "")]);
        let wide = ".".repeat(65);
        let large = flaw("the map has 65 x 1 cells", "at most 64 x 64", &wide);
        assert_eq!(told(&wide), [large]);
        let high = ["."; 65].join("\n") + "\n,\n";
        let large = flaw("the map has 1 x 66 cells", "at most 64 x 64", ".");
        assert_eq!(told(&high), [large]);
        assert_eq!(Map::read(&high).1[0].place, 128..129);
        let both = format!("{wide}\n{wide}\n#");
        assert_eq!(told(&both).len(), 2);
    }
}
