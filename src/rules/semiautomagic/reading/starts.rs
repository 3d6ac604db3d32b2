//! Where everybody starts.
//!
//! Clauses: SAM-0-6, SAM-0-7, SAM-14-2. A letter of the map stands for its cells, in the order in which one reads them.

use super::ground::{Ground, cell};
use super::riders;
use crate::fight::FighterId;
use crate::grid::{Block, Cell, Cells, Footing, Walker};
use crate::scenario::{Fault, Faults, Group, Side, Span, Value};

/// Where everybody starts, and on what; in listing order.
#[derive(Debug)]
pub(crate) struct Starts {
    pub cells: Vec<Cell>,
    pub mounts: Vec<Option<FighterId>>,
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
    let mut cells: Vec<Option<Cell>> = Vec::new();
    let mut spans: Vec<Span> = Vec::new();
    let mut said: Vec<bool> = Vec::new();
    let mut widths = Vec::new();
    let mut used = vec![0; ground.letters.len()];
    for group in sides.iter().flat_map(|side| &side.groups) {
        let found = places(group, ground, &mut used, faults);
        cells.extend(found);
        let span = group.at.as_ref().map_or(group.span, |node| node.span);
        spans.extend(std::iter::repeat_n(span, group.count as usize));
        said.extend(std::iter::repeat_n(
            group.at.is_some(),
            group.count as usize,
        ));
        widths.extend(std::iter::repeat_n(
            width(&group.combatant),
            group.count as usize,
        ));
    }
    // Riders and mounts are where either of them is said to be.
    for (who, mount) in mounts.iter().enumerate() {
        if let Some(mount) = mount.map(FighterId::index) {
            let at = cells[mount].or(cells[who]);
            (cells[mount], cells[who]) = (at, at);
            let either = said[mount] || said[who];
            (said[mount], said[who]) = (either, either);
        }
    }
    if ground.mapped {
        for (span, _) in spans.iter().zip(&said).filter(|(_, said)| !**said) {
            faults.push(
                Fault::at(
                    "semiautomagic::place",
                    *span,
                    "nobody says where this one starts",
                    "the others have a place",
                )
                .help("add `at = [column, row]`, or a letter of the map"),
            );
        }
    }
    let cells: Vec<Cell> = cells.into_iter().map(Option::unwrap_or_default).collect();
    let block = |at: usize| Block::new(cells[at], widths[at]);
    if ground.mapped && faults.met() == before {
        for at in 0..cells.len() {
            if !ground.terrain.has_room(block(at)) {
                faults.push(Fault::at(
                    "semiautomagic::place",
                    spans[at],
                    "this one starts in a wall or beyond the map",
                    format!("column {}, row {}", cells[at].x, cells[at].y),
                ));
            }
            let rides = |one: usize, other: usize| mounts[one] == Some(FighterId::at(other));
            let crowded = |other: &usize| {
                block(at).overlaps(block(*other)) && !rides(at, *other) && !rides(*other, at)
            };
            if (0..at).any(|other| crowded(&other)) {
                faults.push(Fault::at(
                    "semiautomagic::place",
                    spans[at],
                    "two start in one cell",
                    format!("column {}, row {}", cells[at].x, cells[at].y),
                ));
            }
        }
        check_ways(sides, ground, &cells, faults);
    }
    (faults.met() == before).then_some(Starts { cells, mounts })
}

/// The places of a group, one for each who is in it; `None` where nobody says.
fn places(
    group: &Group,
    ground: &Ground,
    used: &mut [usize],
    faults: &Faults,
) -> Vec<Option<Cell>> {
    let count = group.count as usize;
    let Some(node) = &group.at else {
        return vec![None; count];
    };
    if let Some(text) = node.as_text() {
        let mut letters = text.chars();
        let letter = match (letters.next(), letters.next()) {
            (Some(letter), None) => letter,
            _ => '\0',
        };
        let free = (0..used.len()).filter(|&at| ground.letters[at].0 == letter && used[at] == 0);
        let free: Vec<usize> = free.take(count).collect();
        if free.len() < count {
            let message = format!("the map has {} free `{text}` for {count}", free.len());
            let label = "each starts in a cell of its own";
            faults.push(Fault::at("semiautomagic::place", node.span, message, label));
        }
        for &at in &free {
            used[at] = 1;
        }
        let cells = free.into_iter().map(|at| Some(ground.letters[at].1));
        return cells.chain(std::iter::repeat(None)).take(count).collect();
    }
    let list = node.as_list().unwrap_or_default();
    let is_pair = list
        .iter()
        .all(|node| matches!(node.value, Value::Whole(_)));
    if is_pair {
        if count > 1 {
            let message = format!("1 place for {count} fighters");
            let label = "a list of one each: [[0, 0], [0, 1]]";
            faults.push(Fault::at("semiautomagic::place", node.span, message, label));
        }
        return vec![cell(node, faults); count];
    }
    if list.len() != count {
        let message = format!("{} places for {count} fighters", list.len());
        faults.push(Fault::at(
            "semiautomagic::place",
            node.span,
            message,
            "one place each",
        ));
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
    let mut first = 0;
    let of_side: Vec<&[Cell]> = sides
        .iter()
        .map(|side| {
            let count: usize = side.groups.iter().map(|group| group.count as usize).sum();
            first += count;
            &cells[first - count..first]
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
