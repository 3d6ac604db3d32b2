//! Reads the field: the map and its legend, light, radiation and collisions.
//!
//! Clauses: SAM-0-6, SAM-3-2, SAM-3-3, SAM-3-5, SAM-11-5, SAM-11-9, SAM-15-4, SAM-16-4, SAM-22-2.

use super::sheet::{Cover, TOO_MANY, cover, named};
use crate::fight::Spot;
use crate::frame::drawing::{Drawing, PLAIN, cell, size};
use crate::grid::{Block, Cell, Cells, Layer, Map, SIZE, Terrain, sphere};
use crate::rules::semiautomagic::fields::{COLLISION, LEGEND, RADIATION};
use crate::rules::semiautomagic::rules::Rules;
use crate::scenario::tables::{inner, listed};
use crate::scenario::{Fault, Faults, Fields, Node, Side, Span};

/// The contents of `[field]`, which describes where the fight takes place.
#[derive(Debug, Clone)]
pub(crate) struct Ground {
    /// Whether the fight takes place on the cells of a grid. If not, all fighters are adjacent to each other
    /// [SAM-0-6].
    pub mapped: bool,
    /// Whether the field has an edge over which a fighter can flee. It has one if the scenario gives a map or
    /// a size [SAM-0-6].
    pub edged: bool,
    pub terrain: Terrain,
    pub covers: Layer<Cover>,
    pub lights: Layer<u8>,
    /// The light on the whole field: 0 clear, 1 hazy, 2 dark.
    pub light: u8,
    /// If all enemies are at least this many metres away, a panicked fighter leaves the fight.
    pub flee_distance: u8,
    /// Areas with radiation, the most severe first. The number is the severity, as an index into
    /// `SEVERITIES`.
    pub radiation: Vec<(Cells, usize)>,
    pub collisions: Vec<Collision>,
    pub drawing: Drawing,
}

/// A collision at the start of a round [SAM-16-4].
#[derive(Debug, Clone)]
pub(crate) struct Collision {
    pub round: u16,
    pub who: Vec<(String, Span)>,
    /// The scale of the object that fighters collide with, if there is one.
    pub object: Option<i32>,
    /// The speed of the collision in metres per second.
    pub speed: i32,
    pub crushed: bool,
}

/// The fault code for faults of a map.
const MAP: &str = "semiautomagic::map";
/// The fault code for faults of a starting place.
pub(crate) const PLACE: &str = "semiautomagic::place";

const MOST_COLLISIONS: usize = 4;

/// The meaning of a character of the map for its cell.
#[derive(Debug, Clone, Copy, Default)]
struct Sign {
    wall: bool,
    /// The ground: 0 plain, 1 difficult, 2 extreme.
    ground: u8,
    cover: Cover,
    light: u8,
}

pub(crate) fn read(mut f: Fields<'_>, rules: &Rules, sides: &[Side], faults: &Faults) -> Ground {
    let mut groups = sides.iter().flat_map(|side| &side.groups);
    let starts = groups.any(|group| group.at.is_some());
    let legend = legend(&mut f);
    let drawing = Drawing::read(&mut f, legend.iter().map(|(sign, _)| *sign), sides, MAP);
    let (said, drawn_size) = (size(&mut f, MAP), drawing.size());
    let mut terrain = Terrain::plain(drawn_size.or(said).unwrap_or((SIZE, SIZE)));
    terrain.costs = [rules.movement.difficult, rules.movement.extreme];
    if let (Some(drawn), Some(said), Some(node)) = (drawn_size, said, f.node("size"))
        && drawn != said
    {
        let message = format!("the map has {} x {} cells", drawn.0, drawn.1);
        faults.note(MAP, node.span, message, "remove it: the map has a size");
    }
    let mut ground = Ground {
        mapped: drawing.map.is_some() || said.is_some() || starts,
        edged: drawing.map.is_some() || said.is_some(),
        covers: Layer::default(),
        lights: Layer::default(),
        light: f.choice("light", [0, 1, 2]),
        flee_distance: f.number("flee_distance"),
        radiation: radiation(&mut f, &terrain.open, rules.poison.radiation),
        collisions: collisions(&mut f),
        drawing,
        terrain,
    };
    for (name, entry) in f.entries("legend") {
        let is_used = name.parse().map_or(true, |sign| ground.drawing.has(sign));
        faults.unless_used((entry.key, MAP), is_used, || {
            let message = format!("no cell of the map has the letter `{name}`");
            Fault::at(MAP, entry.key, message, "not on the map")
        });
    }
    ground.put(&legend);
    f.finish();
    ground
}

impl Ground {
    /// Sets the terrain, the cover and the light of the cells of a drawn map.
    fn put(&mut self, legend: &[(char, Sign)]) {
        let map = self.drawing.map.iter().filter(|_| !self.drawing.flawed);
        for (cell, drawn) in map.flat_map(Map::cells) {
            let said = legend.iter().rfind(|(known, _)| *known == drawn);
            let sign = said.map_or(Sign::default(), |said| said.1);
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
    }
}

/// Reads the cell that an objective names. It must be on the map and no wall.
pub(crate) fn goal(ground: &Ground, node: &Node, faults: &Faults) -> Option<Spot> {
    if !ground.mapped {
        let message = "places to reach need a map";
        let fault = Fault::at(
            PLACE,
            node.span,
            message,
            "without a map, all fighters are adjacent",
        );
        faults.push(fault.help("add a `map` or a `size` to `[field]`"));
        return None;
    }
    let cell = cell(node, PLACE, faults)?;
    if !ground.drawing.flawed && !ground.terrain.has_room(Block::new(cell, 1)) {
        let label = format!("column {}, row {}", cell.x, cell.y);
        faults.note(
            PLACE,
            node.span,
            "this place is in a wall or outside the map",
            label,
        );
        return None;
    }
    Some(Spot([cell.x.into(), cell.y.into()]))
}

/// Reads the legend of the map. The result begins with the characters that every map has: open ground, wall,
/// and difficult and extreme ground.
fn legend(f: &mut Fields<'_>) -> Vec<(char, Sign)> {
    let faults = f.faults();
    let mut signs: Vec<(char, Sign)> = PLAIN.map(|sign| (sign, Sign::default())).into();
    (signs[1].1.wall, signs[2].1.ground, signs[3].1.ground) = (true, 1, 2);
    for (name, entry) in f.entries("legend") {
        let Ok(letter) = name.parse() else {
            let message = format!("`{name}` is not one character");
            let label = "a row stands for one character of the map";
            faults.note(MAP, entry.key, message, label);
            continue;
        };
        if signs[..4].iter().any(|(known, _)| *known == letter) {
            let message = format!("`{letter}` has a fixed meaning on maps");
            faults.note(MAP, entry.key, message, "use another character");
        }
        let what = "the legend".to_owned();
        let Some(mut f) = inner(name, &entry.node, what, LEGEND, faults) else {
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

/// Reads the radioactive objects. Returns areas with their severity, the most severe first. If a cell is in
/// several areas, the first of them counts [SAM-22-2].
fn radiation(f: &mut Fields<'_>, map: &Cells, larger: u8) -> Vec<(Cells, usize)> {
    let mut found: Vec<(Cells, usize)> = Vec::new();
    for (mut f, _) in listed(f, "radiation", "a radioactive object", RADIATION) {
        let faults = f.faults();
        let node = f.node("at");
        let at = node.and_then(|node| cell(node, PLACE, faults));
        if let (Some(node), Some(Cell { x, y })) = (node, at.filter(|&at| !map.has(at))) {
            let message = format!("there is no cell [{x}, {y}] on the map");
            faults.note(PLACE, node.span, message, "outside the map");
        }
        let scale: i32 = f.number("scale");
        let worst = f.choice("severity", [0usize, 1, 2, 3, 4]);
        f.finish();
        for (size, severity) in (scale + i32::from(larger)..).zip((0..=worst).rev()) {
            found.extend(at.map(|at| (sphere(at, 1 << size.clamp(0, 6)), severity)));
        }
    }
    found.sort_by_key(|(_, severity)| std::cmp::Reverse(*severity));
    found
}

fn collisions(f: &mut Fields<'_>) -> Vec<Collision> {
    let mut found = Vec::new();
    for (mut f, span) in listed(f, "collisions", "a collision", COLLISION) {
        let faults = f.faults();
        if found.len() == MOST_COLLISIONS {
            let message = format!("more than {MOST_COLLISIONS} collisions");
            faults.note(TOO_MANY, span, message, "one too many");
            break;
        }
        let who = f.texts("who").unwrap_or_default();
        if who.is_empty() {
            let message = "a collision names no fighter";
            faults.note("semiautomagic::no-use", span, message, "empty");
        }
        for (at, (name, span)) in who.iter().enumerate() {
            if who[..at].iter().any(|(before, _)| before == name) {
                let message = format!("`{name}` is in this collision twice");
                faults.note("semiautomagic::no-use", *span, message, "repeated");
            }
        }
        found.push(Collision {
            round: f.number("round"),
            who: named(Some(who)),
            object: f.whole_as("scale"),
            speed: f.number("speed"),
            crushed: f.flag("crushed"),
        });
        f.finish();
    }
    found
}
