//! Where everybody starts.
//!
//! Clauses: SAM-0-6, SAM-0-7, SAM-14-2. A letter of the map stands for its cells, in the order in which one reads them.

use super::ground::{Ground, cell};
use super::riders;
use crate::fight::FighterId;
use crate::grid::{Block, Cell, Cells, Footing, Walker};
use crate::scenario::{Fault, Faults, Group, Node, Side, Span, Value};

/// Where everybody starts, and on what; in listing order.
#[derive(Debug)]
pub(crate) struct Starts {
    pub cells: Vec<Cell>,
    pub mounts: Vec<Option<FighterId>>,
}

/// Where one starts.
#[derive(Debug)]
struct Start {
    cell: Option<Cell>,
    /// Whether anybody says so.
    said: bool,
    span: Span,
    width: u8,
}

impl Start {
    fn cell(&self) -> Cell {
        self.cell.unwrap_or_default()
    }

    fn block(&self) -> Block {
        Block::new(self.cell(), self.width)
    }
}

/// Reads the start places. `width` says of a combatant how many cells each way it stands on.
pub(crate) fn read(
    sides: &[Side],
    ground: &Ground,
    width: impl Fn(&str) -> u8,
    faults: &Faults,
) -> Option<Starts> {
    let before = faults.met();
    let mounts = riders::read(sides, faults);
    if ground.flawed {
        return None;
    }
    let mut starts: Vec<Start> = Vec::new();
    let mut used = vec![false; ground.letters.len()];
    for group in sides.iter().flat_map(|side| &side.groups) {
        let start = |cell| Start {
            cell,
            said: group.at.is_some(),
            span: group.at.as_ref().map_or(group.span, |node| node.span),
            width: width(&group.combatant),
        };
        let found = places(group, ground, &mut used, faults);
        starts.extend(found.into_iter().map(start));
    }
    // Riders and mounts are where either of them is said to be.
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
        let message = "nobody says where this one starts";
        let label = "the others have a place";
        let fault = Fault::at("semiautomagic::place", start.span, message, label);
        faults.push(fault.help("add `at = [column, row]`, or a letter of the map"));
    }
    let cells: Vec<Cell> = starts.iter().map(Start::cell).collect();
    if ground.mapped && faults.met() == before {
        for (at, start) in starts.iter().enumerate() {
            let fault = |message: &str| {
                let label = format!("column {}, row {}", cells[at].x, cells[at].y);
                faults.push(Fault::at(
                    "semiautomagic::place",
                    start.span,
                    message,
                    label,
                ));
            };
            if !ground.terrain.has_room(start.block()) {
                fault("this one starts in a wall or beyond the map");
            }
            let rides = |one: usize, other: usize| mounts[one] == Some(FighterId::at(other));
            let crowded = |other: usize| {
                let shared = start.block().overlaps(starts[other].block());
                shared && !rides(at, other) && !rides(other, at)
            };
            if (0..at).any(crowded) {
                fault("two start in one cell");
            }
        }
        check_ways(sides, ground, &cells, faults);
    }
    (faults.met() == before).then_some(Starts { cells, mounts })
}

/// The places of a group, one for each who is in it; `None` where nobody says.
fn places(group: &Group, ground: &Ground, used: &mut [bool], faults: &Faults) -> Vec<Option<Cell>> {
    let count = group.count as usize;
    let Some(node) = &group.at else {
        return vec![None; count];
    };
    if let Some(text) = node.as_text() {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        let is_free = |&at: &usize| Some(ground.letters[at].0) == letter && !used[at];
        let free = (0..used.len()).filter(is_free);
        let free: Vec<usize> = free.take(count).collect();
        if free.len() < count {
            let message = format!("the map has {} free `{text}` for {count}", free.len());
            let label = "each starts in a cell of its own";
            faults.push(Fault::at("semiautomagic::place", node.span, message, label));
        }
        for &at in &free {
            used[at] = true;
        }
        let cells = free.into_iter().map(|at| Some(ground.letters[at].1));
        return cells.chain(std::iter::repeat(None)).take(count).collect();
    }
    let list = node.as_list().unwrap_or_default();
    let is_number = |node: &Node| matches!(node.value, Value::Whole(_));
    if list.iter().all(is_number) {
        if count > 1 {
            let message = format!("1 place for {count} fighters");
            let label = "a list of one each: [[0, 0], [0, 1]]";
            faults.push(Fault::at("semiautomagic::place", node.span, message, label));
        }
        return vec![cell(node, faults); count];
    }
    if list.len() != count {
        let message = format!("{} places for {count} fighters", list.len());
        let label = "one place each";
        faults.push(Fault::at("semiautomagic::place", node.span, message, label));
    }
    let cells = list.iter().map(|node| cell(node, faults));
    cells.chain(std::iter::repeat(None)).take(count).collect()
}

/// Notes it where nobody of one side can ever come near anybody of another.
fn check_ways(sides: &[Side], ground: &Ground, cells: &[Cell], faults: &Faults) {
    if ground.terrain.solid.is_empty() {
        return;
    }
    let footing = Footing::new(1, &ground.terrain.open, &Cells::NONE, &Cells::NONE);
    let mut rest = cells;
    let of_side: Vec<&[Cell]> = (sides.iter())
        .map(|side| {
            let count: usize = side.groups.iter().map(|group| group.count as usize).sum();
            rest.split_off(..count).unwrap_or_default()
        })
        .collect();
    for (one, here) in of_side.iter().enumerate() {
        for (other, there) in of_side.iter().enumerate().skip(one + 1) {
            let goals: Cells = there.iter().copied().collect();
            let meets = here.iter().any(|&from| {
                let walker = Walker::new(Block::new(from, 1), &footing);
                walker.way(&goals).is_some()
            });
            if !meets {
                let (from, to) = (&sides[one].name, &sides[other].name);
                let message = format!("no way leads from `{from}` to `{to}`");
                let label = "walls in between";
                let fault = Fault::at("semiautomagic::no-way", sides[other].span, message, label);
                faults.push(fault.help("open the walls in `[field]`, or let them start elsewhere"));
            }
        }
    }
}
