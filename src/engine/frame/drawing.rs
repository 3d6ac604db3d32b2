//! Maps that are drawn as a text of characters, for books with battlefields of squares. Reads such a map,
//! reports its faults and finds the cells where fighters start.
//!
//! If a fighter or the legend uses a character that the map does not have, the fault marks the place of this
//! use in the scenario, and not the map.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::grid::{Block, Cell, Map};
use crate::scenario::{Fault, Faults, Fields, Node, Side, Span, Value, fit};
use crate::suggest::{help_for, nearest};

/// The characters with the same meaning on every map: open ground, a wall, difficult ground and extreme
/// ground.
pub(crate) const PLAIN: [char; 4] = ['.', '#', ',', ';'];

/// The map of a battlefield, and the cells where fighters may start.
#[derive(Debug, Clone)]
pub(crate) struct Drawing {
    /// The map. `None` if the scenario has no map, or if nothing of it can be read.
    pub map: Option<Map>,
    /// Whether the scenario has a map with a wrong shape, or one that cannot be read. The ground of the cells
    /// is then unknown.
    pub flawed: bool,
    /// The cells that show the starting letter of a fighter, each with its letter, row by row.
    letters: Vec<(char, Cell)>,
}

impl Drawing {
    /// Reads the key `map` of the table `[field]`. `legend` yields the characters that the scenario defines
    /// as kinds of ground. Faults of the map have the code `code`.
    pub(crate) fn read(
        f: &mut Fields<'_>,
        legend: impl Iterator<Item = char>,
        sides: &[Side],
        code: &'static str,
    ) -> Self {
        let faults = f.faults();
        let Some((text, span)) = f.text("map") else {
            let flawed = f.node("map").is_some() || f.is_misspelt("map");
            return Self {
                map: None,
                flawed,
                letters: Vec::new(),
            };
        };
        let place = |inside| faults.sources().pointer_span(span, inside);
        let (map, flaws) = Map::read(text);
        let flawed = !flaws.is_empty();
        for flaw in flaws {
            faults.note(code, place(flaw.place), flaw.message, flaw.label);
        }
        let starts = letters(sides);
        let known: Vec<char> = legend.chain(starts.iter().copied()).collect();
        let is_lost = |sign: &&char| map.cells().all(|(_, drawn)| drawn != **sign);
        let lost = known.iter().filter(is_lost).map(char::to_string);
        let lost: Vec<String> = lost.collect();
        let strange = map.unknown(&known);
        // A character without a meaning may be a misspelt starting letter. If at least as many starting
        // letters are missing from the map, only the missing letters are reported.
        let strays: HashSet<char> = starts
            .iter()
            .copied()
            .filter(|sign| is_lost(&sign))
            .collect();
        let are_meant = strange.len() <= strays.len();
        for (cell, drawn) in strange {
            let near = nearest(&drawn.to_string(), lost.iter().map(String::as_str));
            let is_meant = are_meant && !drawn.is_whitespace();
            if is_meant
                || f.is_misspelt("legend")
                || near.is_some_and(|near| near.starts_with(&*starts))
            {
                continue;
            }
            let message = format!("the map has an unknown letter `{drawn}`");
            let label = "neither in the legend nor a start position";
            let label = format!("column {}, row {}: {label}", cell.x, cell.y);
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None if drawn.is_whitespace() => "open ground is `.`".to_owned(),
                None => format!("add `[field.legend.{drawn:?}]`, or let a fighter start there"),
            };
            faults.push(Fault::at(code, place(map.place(cell)), message, label).help(help));
        }
        let letters = map.cells().map(|(cell, drawn)| (drawn, cell));
        Self {
            flawed,
            letters: letters
                .filter(|(drawn, _)| starts.contains(drawn))
                .collect(),
            map: Some(map).filter(|map| map.size() != (0, 0)),
        }
    }

    /// Returns the number of columns and rows. Returns `None` if there is no map or if it has faults.
    pub(crate) fn size(&self) -> Option<(usize, usize)> {
        let map = self.map.as_ref().filter(|_| !self.flawed);
        map.map(Map::size)
    }

    /// Returns whether a cell of the map has this character. Also returns true if there is a map that cannot
    /// be read.
    pub(crate) fn has(&self, sign: char) -> bool {
        match &self.map {
            Some(map) => map.cells().any(|(_, drawn)| drawn == sign),
            None => self.flawed,
        }
    }

    /// Returns the character that is shown for a cell without a fighter. For a starting letter, this is that
    /// of open ground.
    pub(crate) fn look(&self, cell: Cell) -> char {
        let starts = |drawn: char| self.letters.iter().any(|&(letter, _)| letter == drawn);
        let drawn = self.map.as_ref().and_then(|map| map.at(cell));
        drawn.filter(|&drawn| !starts(drawn)).unwrap_or('.')
    }

    /// Returns the map with fighters on it, line by line, and a last line that explains their characters.
    /// Each entry of `people` is the cells of a fighter, whether the fighter is dead, and its name.
    pub(crate) fn told(&self, people: &[(Block, bool, String)]) -> Vec<String> {
        let looks = people.iter().enumerate().map(|(at, &(block, is_dead, _))| {
            let look = if is_dead { Map::DEAD } else { Map::letter(at) };
            (block, look)
        });
        let looks: Vec<(Block, char)> = looks.collect();
        let names: Vec<String> = people.iter().map(|(.., name)| name.clone()).collect();
        let mut lines = Map::draw(&looks, self.size(), |cell| self.look(cell));
        lines.push(format!("{}.", Map::legend(&looks, &names)));
        lines
    }

    /// Returns a starting cell for each of `count` fighters that start at `letter`. No two fighters get the
    /// same cell, and cells in `taken` are not used. The cells are added to `taken`. If too few cells are
    /// left, this is a fault with `code`, and the remaining fighters get `None`.
    pub(crate) fn starts(
        &self,
        (letter, span): (&str, Span),
        count: usize,
        taken: &mut Vec<Cell>,
        (code, faults): (&'static str, &Faults),
    ) -> Vec<Option<Cell>> {
        let drawn = letter.parse().ok();
        let all = self.letters.iter().filter(|(own, _)| Some(*own) == drawn);
        let all: Vec<Cell> = all.map(|&(_, cell)| cell).collect();
        let free = all.iter().copied().filter(|cell| !taken.contains(cell));
        let free: Vec<Cell> = free.take(count).collect();
        if all.is_empty() {
            self.note_lost(letter, span, code, faults);
        } else if free.len() < count {
            let message = format!("the map has {} free `{letter}` for {count}", free.len());
            faults.note(code, span, message, "each fighter needs a cell");
        }
        taken.extend(&free);
        let cells = free.into_iter().map(Some);
        cells.chain(std::iter::repeat(None)).take(count).collect()
    }

    /// Reports that the map does not have the starting letter of a fighter, or that there is no map.
    fn note_lost(&self, letter: &str, span: Span, code: &'static str, faults: &Faults) {
        if let Some(map) = &self.map {
            let letters = map.unknown(&PLAIN).into_iter();
            let letters: Vec<String> = letters.map(|(_, drawn)| drawn.to_string()).collect();
            let message = format!("the map has no `{letter}`");
            let help = help_for(letter, letters.iter().map(String::as_str));
            let fault = Fault::at(code, span, message, "not on the map");
            faults.push(fault.help_if(help));
        } else if !self.flawed {
            let message = format!("there is no map with a `{letter}`");
            let fault = Fault::at(code, span, message, "a letter needs a map");
            let help = "draw a `map` in `[field]`, or write `at = [column, row]`";
            faults.push(fault.help(help));
        }
    }
}

/// Returns the starting letters of all fighters, including letters that the map does not have.
fn letters(sides: &[Side]) -> Vec<char> {
    let groups = sides.iter().flat_map(|side| &side.groups);
    let nodes = groups.filter_map(|group| group.at.as_ref());
    let nodes = nodes.flat_map(|at| std::iter::once(at).chain(at.as_list().unwrap_or_default()));
    nodes
        .filter_map(Node::as_text)
        .flat_map(str::chars)
        .collect()
}

/// Reads the number of columns and rows from the key `size` of a battlefield without a map. Faults have the
/// code `code`.
pub(crate) fn size(f: &mut Fields<'_>, code: &'static str) -> Option<(usize, usize)> {
    let (list, span) = f.list("size")?;
    let size = pair(list, 1..=64);
    if size.is_none() {
        let label = "columns and rows, from 1 to 64";
        f.faults()
            .note(code, span, "`size` must be two numbers", label);
    }
    size.map(|(columns, rows)| (columns.into(), rows.into()))
}

/// Returns the two numbers of a list. Returns `None` if the list does not have exactly two, or if one is not
/// in `range`.
fn pair(list: &[Node], range: RangeInclusive<i64>) -> Option<(u8, u8)> {
    let number = |node: &Node| match node.value {
        Value::Whole(number) if range.contains(&number) => Some(fit(number)),
        _ => None,
    };
    let [first, second] = list else {
        return None;
    };
    Some((number(first)?, number(second)?))
}

/// Reads a cell, written as a column and a row. Any other value is a fault with `code`.
pub(crate) fn cell(node: &Node, code: &'static str, faults: &Faults) -> Option<Cell> {
    let found = pair(node.as_list().unwrap_or_default(), 0..=63);
    if found.is_none() {
        let label = "a column and a row, each from 0 to 63";
        let fault = Fault::at(code, node.span, "this is not a cell", label);
        let help = "write a letter of the map without brackets: `at = \"a\"`, and `count` for several fighters";
        let help = node.as_text().map(|_| help.to_owned());
        faults.push(fault.help_if(help));
    }
    found.map(|(x, y)| Cell::new(x, y))
}
