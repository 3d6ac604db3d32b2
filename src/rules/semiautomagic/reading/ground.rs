//! The field: the map, its legend, light, radiation and collisions.
//!
//! Clauses: SAM-0-6, SAM-3-2, SAM-3-3, SAM-3-5, SAM-11-5, SAM-11-9, SAM-15-4, SAM-16-4, SAM-22-2.

use std::ops::RangeInclusive;

use super::sheet::{Cover, cover};
use crate::grid::{Cell, Cells, Flaw, Layer, Map, SIZE, Terrain, sphere};
use crate::rules::semiautomagic::fields::{COLLISION, LEGEND, RADIATION};
use crate::scenario::spec::FieldSpec;
use crate::scenario::tables::row;
use crate::scenario::{Fault, Faults, Fields, Node, Side, Span, Value, fit};

/// What `[field]` says.
#[derive(Debug, Clone)]
pub(crate) struct Ground {
    /// Whether there are places at all; without, everybody is next to everybody [SAM-0-6].
    pub mapped: bool,
    /// Whether it has an edge over which one can flee: that of a map or a size [SAM-0-6].
    pub edged: bool,
    pub terrain: Terrain,
    pub covers: Layer<Cover>,
    pub lights: Layer<u8>,
    /// 0 clear, 1 hazy, 2 dark.
    pub light: u8,
    /// In metres.
    pub flee_distance: u8,
    /// The cells of every severity, the most severe first: what poison a row of the table is by its name.
    pub radiation: Vec<(Cells, usize)>,
    pub collisions: Vec<Collision>,
    /// Cells with letters at which somebody starts, as one reads the map.
    pub letters: Vec<(char, Cell)>,
    /// What every cell of the map looks like.
    pub drawn: Layer<Option<char>>,
    /// Whether there is a map with faults, so that nothing is known of its cells.
    pub flawed: bool,
}

/// A collision [SAM-16-4].
#[derive(Debug, Clone)]
pub(crate) struct Collision {
    pub round: u16,
    pub who: Vec<(String, Span)>,
    /// The scale of an object in it.
    pub object: Option<i32>,
    /// Metres per second.
    pub speed: i32,
    pub crushed: bool,
}

/// What needs no legend: open ground, a wall, difficult and extreme ground.
const SIGNS: [char; 4] = ['.', '#', ',', ';'];

/// Most collisions.
const MOST_COLLISIONS: usize = 4;

/// What a character of the map stands for.
#[derive(Debug, Clone, Copy, Default)]
struct Sign {
    wall: bool,
    /// 0 plain, 1 difficult, 2 extreme.
    ground: u8,
    cover: Cover,
    light: u8,
}

impl Sign {
    fn of(wall: bool, ground: u8) -> Self {
        Self {
            wall,
            ground,
            ..Self::default()
        }
    }
}

/// Reads the field.
pub(crate) fn read(mut f: Fields<'_>, sides: &[Side], faults: &Faults) -> Ground {
    let letters = start_letters(sides);
    let legend = legend(&mut f, faults);
    let map = f.text("map").and_then(|(text, span)| {
        let map = Map::read(text);
        let map = map.map_err(|flaw| faults.push(flawed(&flaw, span))).ok()?;
        Some((map, span))
    });
    let flawed = map.is_none() && f.node("map").is_some();
    let said = size(&mut f, faults);
    let drawn_size = map.as_ref().map(|(map, _)| (map.width(), map.height()));
    let terrain = Terrain::plain(drawn_size.or(said).unwrap_or((SIZE, SIZE)));
    if let (Some(drawn), Some(said), Some(node)) = (drawn_size, said, f.node("size"))
        && drawn != said
    {
        let message = format!("the map has {} x {} cells", drawn.0, drawn.1);
        let label = "leave it out, the map says it";
        faults.push(Fault::at("semiautomagic::map", node.span, message, label));
    }
    let light = f.choice("light", [0, 1, 2]);
    let mut groups = sides.iter().flat_map(|side| &side.groups);
    let placed = groups.any(|group| group.at.is_some());
    let mut ground = Ground {
        mapped: map.is_some() || said.is_some() || placed,
        edged: map.is_some() || said.is_some(),
        covers: Layer::default(),
        lights: Layer::default(),
        light,
        flee_distance: f.number("flee_distance"),
        radiation: radiation(&mut f, &terrain.open, faults),
        collisions: collisions(&mut f, faults),
        letters: Vec::new(),
        drawn: Layer::default(),
        flawed,
        terrain,
    };
    for (name, entry) in f.entries("legend") {
        let mut cells = map.iter().flat_map(|(map, _)| map.cells());
        let mut letters = name.chars();
        let letter = letters.next();
        let is_used =
            flawed || letters.next().is_some() || cells.any(|(_, drawn)| Some(drawn) == letter);
        faults.unless_used((entry.key, "semiautomagic::map"), is_used, || {
            let message = format!("no cell of the map is `{name}`");
            let label = "not on the map";
            Fault::at("semiautomagic::map", entry.key, message, label)
        });
    }
    if let Some((map, span)) = map {
        ground.put(&map, span, &legend, &letters, faults);
    }
    f.finish();
    ground
}

impl Ground {
    /// Puts a drawn map down, cell by cell.
    fn put(
        &mut self,
        map: &Map,
        span: Span,
        legend: &[(char, Sign)],
        letters: &[char],
        faults: &Faults,
    ) {
        let mut unknown = Vec::new();
        for (cell, drawn) in map.cells() {
            self.drawn.put(cell, Some(drawn));
            let said = legend.iter().find(|(known, _)| *known == drawn);
            let sign = match (said, drawn) {
                (Some((_, sign)), _) => *sign,
                (None, '.') => Sign::default(),
                (None, '#') => Sign::of(true, 0),
                (None, ',') => Sign::of(false, 1),
                (None, ';') => Sign::of(false, 2),
                (None, letter) if letters.contains(&letter) => Sign::default(),
                _ if unknown.contains(&drawn) => Sign::default(),
                _ => {
                    unknown.push(drawn);
                    let message = format!("nobody knows what `{drawn}` on the map is");
                    let label = format!(
                        "column {}, row {}: neither in the legend nor where somebody starts",
                        cell.x, cell.y
                    );
                    let fault = Fault::at("semiautomagic::map", span, message, label);
                    faults.push(fault.help(format!(
                        "add `[field.legend.{drawn:?}]`, or let somebody start there"
                    )));
                    Sign::default()
                }
            };
            if letters.contains(&drawn) {
                self.letters.push((drawn, cell));
            }
            self.sign(cell, sign);
        }
    }

    fn sign(&mut self, cell: Cell, sign: Sign) {
        if sign.wall {
            self.terrain.wall(cell);
        }
        match sign.ground {
            1 => self.terrain.difficult.add(cell),
            2 => self.terrain.extreme.add(cell),
            _ => {}
        }
        if sign.cover.step > 0 {
            self.covers.put(cell, sign.cover);
        }
        if sign.light > 0 {
            self.lights.put(cell, sign.light);
        }
    }

    /// What a cell looks like.
    pub(crate) fn drawn(&self, cell: Cell) -> char {
        let starts = |drawn: char| self.letters.iter().any(|&(letter, _)| letter == drawn);
        let drawn = self.drawn.at(cell).filter(|&drawn| !starts(drawn));
        drawn.unwrap_or('.')
    }
}

fn flawed(flaw: &Flaw, span: Span) -> Fault {
    let (message, label) = match *flaw {
        Flaw::Empty => ("the map is empty".to_owned(), "no cells"),
        Flaw::Large(width, height) => (
            format!("the map has {width} x {height} cells"),
            "at most 64 x 64",
        ),
        Flaw::Ragged(line, length, first) => (
            format!("line {line} of the map has {length} cells, the first has {first}"),
            "lines of different lengths",
        ),
    };
    Fault::at("semiautomagic::map", span, message, label)
}

/// Letters at which somebody starts.
fn start_letters(sides: &[Side]) -> Vec<char> {
    let groups = sides.iter().flat_map(|side| &side.groups);
    let texts = groups.filter_map(|group| group.at.as_ref()?.as_text());
    texts.filter_map(|text| text.chars().next()).collect()
}

fn legend(f: &mut Fields<'_>, faults: &Faults) -> Vec<(char, Sign)> {
    let mut signs = Vec::new();
    for (name, entry) in f.entries("legend") {
        let mut letters = name.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let message = format!("`{name}` is not one character");
            let label = "each character of the map has its own row";
            faults.push(Fault::at("semiautomagic::map", entry.key, message, label));
            continue;
        };
        if SIGNS.contains(&letter) {
            let message = format!("`{letter}` means the same on every map");
            let label = "use another character";
            faults.push(Fault::at("semiautomagic::map", entry.key, message, label));
        }
        let what = "the legend".to_owned();
        let Some(mut f) = row(name, &entry.node, what, LEGEND, faults) else {
            continue;
        };
        let sign = Sign {
            wall: f.flag("wall"),
            ground: f.choice("ground", [0, 1, 2]),
            cover: cover(&mut f),
            light: f.choice("light", [0, 1, 2]),
        };
        f.finish();
        signs.push((letter, sign));
    }
    signs
}

fn size(f: &mut Fields<'_>, faults: &Faults) -> Option<(usize, usize)> {
    let (list, span) = f.list("size")?;
    if let Some((columns, rows)) = pair(list, 1..=64) {
        return Some((columns.into(), rows.into()));
    }
    let label = "columns and rows, from 1 to 64";
    let message = "`size` is two numbers";
    faults.push(Fault::at("semiautomagic::map", span, message, label));
    None
}

/// A list of two small numbers.
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

/// A cell as a column and a row; what is none is a fault.
pub(crate) fn cell(node: &Node, faults: &Faults) -> Option<Cell> {
    if let Some((x, y)) = pair(node.as_list().unwrap_or_default(), 0..=63) {
        return Some(Cell::new(x, y));
    }
    let label = "a column and a row, each from 0 to 63";
    let (code, message) = ("semiautomagic::place", "this is no cell");
    faults.push(Fault::at(code, node.span, message, label));
    None
}

/// The tables of a list, each opened for reading by these keys. `what` is what faults call one.
fn tables<'m, 'n: 'm>(
    f: &mut Fields<'n>,
    key: &'static str,
    (what, keys): (&str, &'static [FieldSpec]),
    faults: &'m Faults,
) -> Vec<(Fields<'m>, Span)> {
    let list = f.list(key).map_or(&[][..], |(list, _)| list);
    let open = |node: &'m Node| Some((row(key, node, what.to_owned(), keys, faults)?, node.span));
    list.iter().filter_map(open).collect()
}

/// Cells that radiate, by severity: the strongest wins where several reach, and comes first [SAM-22-2].
fn radiation(f: &mut Fields<'_>, map: &Cells, faults: &Faults) -> Vec<(Cells, usize)> {
    let mut found: Vec<(Cells, usize)> = Vec::new();
    for (mut f, _) in tables(f, "radiation", ("a radioactive object", RADIATION), faults) {
        let at = f.node("at").and_then(|node| {
            let at = cell(node, faults)?;
            if !map.has(at) {
                let message = format!("there is no cell [{}, {}] on the map", at.x, at.y);
                let label = "beyond the map";
                faults.push(Fault::at("semiautomagic::place", node.span, message, label));
            }
            Some(at)
        });
        let scale: i32 = f.number("scale");
        let worst = f.choice("severity", [0usize, 1, 2, 3, 4]);
        f.finish();
        for (size, severity) in (scale + 1..).zip((0..=worst).rev()) {
            found.extend(at.map(|at| (sphere(at, 1 << size.clamp(0, 6)), severity)));
        }
    }
    found.sort_by_key(|(_, severity)| std::cmp::Reverse(*severity));
    found
}

fn collisions(f: &mut Fields<'_>, faults: &Faults) -> Vec<Collision> {
    let mut found = Vec::new();
    for (mut f, span) in tables(f, "collisions", ("a collision", COLLISION), faults) {
        if found.len() == MOST_COLLISIONS {
            let message = format!("more than {MOST_COLLISIONS} collisions");
            let (code, label) = ("semiautomagic::too-many", "one too many");
            faults.push(Fault::at(code, span, message, label));
            break;
        }
        let who = f.texts("who").unwrap_or_default();
        if who.is_empty() {
            let message = "a collision hits somebody";
            faults.push(Fault::at("semiautomagic::no-use", span, message, "nobody"));
        }
        for (at, (name, span)) in who.iter().enumerate() {
            if who[..at].iter().any(|(before, _)| before == name) {
                let message = format!("`{name}` is in this collision twice");
                faults.push(Fault::at("semiautomagic::no-use", *span, message, "again"));
            }
        }
        found.push(Collision {
            round: f.number("round"),
            who: who.into_iter().map(|(n, s)| (n.to_owned(), s)).collect(),
            object: f.whole_as("scale"),
            speed: f.number("speed"),
            crushed: f.flag("crushed"),
        });
        f.finish();
    }
    found
}
