//! Reads the starting places of fighters, and the mounts on which they sit.
//!
//! Clauses: SAM-0-6, SAM-0-7, SAM-14-2. A letter of the map may be given as a place. Fighters then take the
//! cells of that letter row by row, each row from left to right.

use super::ground::{Ground, PLACE};
use crate::fight::FighterId;
use crate::frame::draft::check_paths;
use crate::frame::drawing::cell;
use crate::grid::{Block, Cell};
use crate::scenario::{Fault, Faults, Group, Node, Side, Span, Value, counted};

/// The starting place and the mount of every fighter, in listing order.
#[derive(Debug)]
pub(crate) struct Starts {
    pub cells: Vec<Cell>,
    pub mounts: Vec<Option<FighterId>>,
}

/// The starting place of one fighter, while places are read and checked.
#[derive(Debug)]
struct Start {
    cell: Option<Cell>,
    /// Whether the scenario gives a place for the fighter or for its mount.
    said: bool,
    span: Span,
    feet: Feet,
    side: usize,
}

impl Start {
    fn block(&self) -> Block {
        Block::new(self.cell.unwrap_or_default(), self.feet.width)
    }
}

/// Values of a fighter that decide whether walls keep it from ever attacking its enemies. `width`: its width
/// in cells. `far`: its reach in cells, or `None` if it can act from afar. `metres`: its width in metres,
/// which may be larger than any map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Feet {
    pub width: u8,
    pub far: Option<u8>,
    pub metres: u32,
}

/// Reads the starting places. `feet` returns the values of a stat block by name. `meet` returns whether two
/// sides take part in the same fight of the day. Two fighters must not start in the same cell if their sides
/// meet.
pub(crate) fn read(
    sides: &[Side],
    ground: &Ground,
    (feet, meet): (impl Fn(&str) -> Feet, impl Fn(usize, usize) -> bool),
    faults: &Faults,
) -> Option<Starts> {
    let before = faults.met();
    let mounts = riders(sides, faults);
    let (known_mounts, flawed) = (faults.met() == before, ground.drawing.flawed);
    let mut starts: Vec<Start> = Vec::new();
    // For each side, the cells of map letters where its members start.
    let mut taken: Vec<Vec<Cell>> = vec![Vec::new(); sides.len()];
    for (at, side) in sides.iter().enumerate() {
        for group in &side.groups {
            let start = |cell| Start {
                side: at,
                cell,
                said: group.at.is_some(),
                span: group.at.as_ref().map_or(group.span, |node| node.span),
                feet: feet(&group.combatant),
            };
            // If the mount of a rider is given a place, the rider starts there and needs no cell of its own.
            let rides = side.places_mounts_of(group);
            let others = (0..at).filter(|&other| !rides && meet(at, other));
            let mut others: Vec<Cell> = others.flat_map(|other| taken[other].clone()).collect();
            if !rides {
                others.extend(&taken[at]);
            }
            let before = others.len();
            let found = places(group, ground, &mut others, faults);
            if !rides {
                taken[at].extend(&others[before..]);
            }
            starts.extend(found.into_iter().map(start));
        }
    }
    // Rider and mount start at the same place, no matter which of them has one in the scenario.
    for (who, mount) in mounts.iter().enumerate() {
        if let Some(mount) = mount.map(FighterId::index) {
            let at = starts[mount].cell.or(starts[who].cell);
            let said = starts[mount].said || starts[who].said;
            for one in [mount, who] {
                (starts[one].cell, starts[one].said) = (at, said);
            }
        }
    }
    for start in starts.iter().filter(|one| ground.mapped && !one.said) {
        let message = "this fighter has no start position";
        let label = "others have one";
        let fault = Fault::at(PLACE, start.span, message, label);
        faults.push(fault.help("add `at = [column, row]`, or a letter of the map"));
    }
    let cells = starts.iter().map(|start| start.cell.unwrap_or_default());
    let cells: Vec<Cell> = cells.collect();
    let has_cell = |(_, start): &(usize, &Start)| ground.mapped && start.cell.is_some();
    for (at, start) in starts.iter().enumerate().filter(has_cell) {
        let fault = |message: &str| {
            let (Cell { x, y }, width) = (cells[at], start.feet.metres);
            let large = format!(", {width} x {width} cells");
            let large = if width > 1 { &large } else { "" };
            let label = format!("column {x}, row {y}{large}");
            faults.note(PLACE, start.span, message, label);
        };
        if start.feet.metres > u32::from(start.feet.width) {
            fault("this fighter is larger than any map");
        } else if !flawed && !ground.terrain.has_room(start.block()) {
            fault("this fighter starts in a wall or outside the map");
        }
        let rides = |one: usize, other: usize| mounts[one] == Some(FighterId::at(other));
        let crowded = |other: usize| {
            let shared = start.block().overlaps(starts[other].block());
            let apart = !meet(start.side, starts[other].side);
            let rides = rides(at, other) || rides(other, at);
            starts[other].cell.is_some() && shared && !rides && !apart
        };
        if known_mounts && (0..at).any(crowded) {
            fault("two fighters start in the same cell");
        }
    }
    let walled = !ground.terrain.solid.is_empty();
    if ground.mapped && walled && !flawed && faults.met() == before {
        check_ways(sides, ground, &starts, faults);
    }
    (!flawed && faults.met() == before).then_some(Starts { cells, mounts })
}

/// Returns the starting cells of the members of a group. They are `None` if the scenario gives the group no
/// place.
fn places(
    group: &Group,
    ground: &Ground,
    taken: &mut Vec<Cell>,
    faults: &Faults,
) -> Vec<Option<Cell>> {
    let count = group.count as usize;
    let Some(node) = &group.at else {
        return vec![None; count];
    };
    if let Some(text) = node.as_text() {
        let (drawing, told) = (&ground.drawing, (PLACE, faults));
        return drawing.starts((text, node.span), count, taken, told);
    }
    let list = node.as_list().unwrap_or_default();
    let is_number = |node: &Node| matches!(node.value, Value::Whole(_));
    let is_one = list.iter().all(is_number);
    let alone = std::slice::from_ref(node);
    let list = if is_one { alone } else { list };
    if list.len() != count && group.counted {
        let message = format!("{} for {count} fighters", counted(list.len(), "place"));
        let label = "a list with one place for each fighter: [[0, 0], [0, 1]]";
        faults.note(PLACE, node.span, message, label);
    }
    let cells = list.iter().map(|node| cell(node, PLACE, faults));
    cells.chain(std::iter::repeat(None)).take(count).collect()
}

/// Reports two sides if walls make it impossible that any of their members ever reach or shoot each other.
fn check_ways(sides: &[Side], ground: &Ground, starts: &[Start], faults: &Faults) {
    let meets = |one: usize, other: usize| {
        let [one, other] = [one, other].map(|at| &starts[at]);
        let [from, to] = [one, other].map(Start::block);
        let far = one.feet.far.zip(other.feet.far);
        ground.terrain.meet(from, to, far.map(|(a, b)| a.max(b)))
    };
    let help = "open the walls in `[field]`, or change the start positions";
    let fault = ("semiautomagic::no-way", "walls in between", help);
    check_paths(sides, fault, meets, faults);
}

/// Returns the mount of each fighter, in listing order. If several riders of a side name the same kind of
/// mount, the first rider gets the first such mount, the second rider the second, and so on [SAM-14-2].
fn riders(sides: &[Side], faults: &Faults) -> Vec<Option<FighterId>> {
    let mut mounts = Vec::new();
    for side in sides {
        let first = mounts.len();
        let groups = side.groups.iter();
        let members: Vec<&str> = groups
            .flat_map(|group| std::iter::repeat_n(&*group.combatant, group.count as usize))
            .collect();
        let mut taken = vec![false; members.len()];
        for group in &side.groups {
            let name = group.riding.as_ref().and_then(|node| match &node.value {
                Value::Truth(false) => None,
                Value::Text(name) => Some((name.as_str(), node.span)),
                other => {
                    let kind = other.kind();
                    let why =
                        format!("`riding` must be the name of a mount, or `false`, not {kind}");
                    faults.note("scenario::type", node.span, why, "not a mount");
                    None
                }
            });
            let Some((name, span)) = name else {
                mounts.extend(std::iter::repeat_n(None, group.count as usize));
                continue;
            };
            if !members.contains(&name) || name == group.combatant {
                let known = members.iter().copied();
                let known = known.filter(|known| *known != group.combatant);
                let code = "semiautomagic::unknown-mount";
                faults.unknown(code, "mount", name, span, known, "on this side");
            }
            for _ in 0..group.count {
                let free = (0..members.len()).find(|&at| members[at] == name && !taken[at]);
                if let Some(at) = free {
                    taken[at] = true;
                } else if members.contains(&name) {
                    let message = format!("there are too few of `{name}` to ride");
                    let code = "semiautomagic::too-many-riders";
                    faults.note(code, span, message, "each mount has one rider");
                }
                mounts.push(free.map(|at| FighterId::at((first + at).min(63))));
            }
        }
    }
    mounts
}
