//! Plain figures that a scenario may change: fixed hands, costs, modifiers, what sizes, fears and units mean.
//!
//! Clauses: SST-5-4, SST-8-1, SST-11-1, SST-11-3, SST-15-9, SST-23-3, SST-27-1, SST-32-2. Costs are pips, modifiers dice.
//! But for fears and units these tables are empty in the book save for a figure or two; the rows of `tables.toml` are ours.

use indexmap::IndexMap;

use super::hand::Hand;
use crate::rules::swift_swords::fields::{COSTS, FACE, FEAR, MODIFIERS, SIZE, UNIT};
use crate::scenario::tables::{of, rows, single};
use crate::scenario::{Fault, Faults, Node, Table, Value, fit, number};

/// Most dice that a fixed hand can have.
const MOST_SET: usize = 12;

/// Pips of everything but a melee attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Costs {
    pub missile: u8,
    pub mental: u8,
    pub cast: u8,
    pub break_pool: u8,
    pub moving: u8,
    pub withdraw: u8,
    /// More than the attack.
    pub charge: u8,
    pub drag: u8,
    pub stand: u8,
    pub ready: u8,
    pub close: u8,
    /// An attack in close combat.
    pub attack_close: u8,
    pub hold: u8,
    pub squeeze: u8,
    pub improve: u8,
    pub subdue: u8,
    pub knock_down: u8,
    pub break_hold: u8,
    pub reverse: u8,
    pub intercept: u8,
    /// More than the attack.
    pub double_strike: u8,
    pub slam: u8,
}

impl Costs {
    pub(crate) fn read(tree: &Table, faults: &Faults) -> Self {
        let mut fields = single(tree, "costs", COSTS, faults);
        let mut cost = |key| fields.number(key);
        let costs = Self {
            charge: cost("charge"),
            double_strike: cost("double-strike"),
            missile: cost("missile"),
            mental: cost("mental"),
            cast: cost("cast"),
            break_pool: cost("break"),
            moving: cost("move"),
            withdraw: cost("withdraw"),
            drag: cost("drag"),
            stand: cost("stand"),
            ready: cost("ready"),
            close: cost("close"),
            attack_close: cost("attack-close"),
            hold: cost("hold"),
            squeeze: cost("squeeze"),
            improve: cost("improve"),
            subdue: cost("subdue"),
            knock_down: cost("knock-down"),
            break_hold: cost("break-hold"),
            reverse: cost("reverse"),
            intercept: cost("intercept"),
            slam: cost("slam"),
        };
        fields.finish();
        costs
    }
}

/// Dice more or fewer of an attack roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Modifiers {
    pub minor_advantage: i8,
    pub major_advantage: i8,
    pub charge: i8,
    pub target_prone: i8,
    pub prone: i8,
    pub off_hand: i8,
    pub poor_light: i8,
    pub darkness: i8,
    pub each_zone: i8,
    pub into_melee: i8,
    pub all_out: i8,
}

impl Modifiers {
    pub(crate) fn read(tree: &Table, faults: &Faults) -> Self {
        let mut fields = single(tree, "modifiers", MODIFIERS, faults);
        let mut dice = |key| fields.number(key);
        let modifiers = Self {
            minor_advantage: dice("minor_advantage"),
            major_advantage: dice("major_advantage"),
            charge: dice("charge"),
            target_prone: dice("target_prone"),
            prone: dice("prone"),
            off_hand: dice("off_hand"),
            poor_light: dice("poor_light"),
            darkness: dice("darkness"),
            each_zone: dice("each_zone"),
            into_melee: dice("into_melee"),
            all_out: dice("all_out"),
        };
        fields.finish();
        modifiers
    }
}

/// What a size means where a stat block says nothing else [SST-15-9].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SizeRow {
    pub physical: u8,
    pub weapon: String,
}

/// What each size means, from 0; sizes that are not in the table are as the one before.
pub(crate) fn sizes(tree: &Table, faults: &Faults) -> Vec<SizeRow> {
    let mut sizes = Vec::new();
    for (name, node, mut fields) in rows(tree, "sizes", "size", SIZE, faults) {
        let row = SizeRow {
            physical: fields.number("physical"),
            weapon: fields
                .text("weapon")
                .map_or("medium", |(name, _)| name)
                .to_owned(),
        };
        fields.finish();
        match name.parse::<usize>() {
            Ok(size) if size <= 9 => {
                sizes.resize(sizes.len().max(size + 1), row.clone());
                sizes[size] = row;
            }
            _ => {
                let message = format!("sizes go from 0 to 9, and `{name}` is none of them");
                faults.push(Fault::at("scenario::range", node.span, message, "no size"));
            }
        }
    }
    sizes
}

/// The faces of those who do not roll, by number of dice from 1 [SST-5-4].
pub(crate) fn sets(tree: &Table, faults: &Faults) -> Vec<Hand> {
    let mut sets = vec![Hand::NONE; MOST_SET];
    let mut known = 0;
    for (name, entry) in of(tree, "sets").iter() {
        let (code, dice) = ("scenario::range", name.parse().unwrap_or(0));
        let hand = set(&entry.node, &format!("`sets.{name}`"), faults);
        if !(1..=MOST_SET).contains(&dice) {
            let message =
                format!("fixed hands have 1 to {MOST_SET} dice, and `{name}` is no such number");
            faults.push(Fault::at(code, entry.key, message, "no number of dice"));
            continue;
        }
        let faces = entry.node.as_list().map_or(dice, <[Node]>::len);
        if faces != dice {
            let message = format!("`sets.{name}` is a hand of {dice} dice, and has {faces} faces");
            let (span, label) = (entry.node.span, "not so many faces");
            faults.push(Fault::at(code, span, message, label));
        }
        sets[dice - 1] = hand;
        known = known.max(dice);
    }
    // Larger hands than the table knows have one 6 more for every die.
    for dice in known..MOST_SET {
        let fewer = dice.checked_sub(1).map_or(Hand::NONE, |at| sets[at]);
        sets[dice] = fewer.with(Hand::of(&[6]));
    }
    sets
}

/// The faces of a fixed hand.
pub(crate) fn set(node: &Node, what: &str, faults: &Faults) -> Hand {
    let mut hand = Hand::NONE;
    let Value::List(list) = &node.value else {
        let message = format!("{what} is a list of faces");
        let fault = Fault::at("scenario::type", node.span, message, "no list");
        faults.push(fault.help("write `[5, 3, 2]`"));
        return hand;
    };
    let count = list.len();
    if count == 0 || count > MOST_SET {
        let message = format!("{what} has 1 to {MOST_SET} faces, not {count}");
        faults.push(Fault::at(
            "scenario::range",
            node.span,
            message,
            "so many dice",
        ));
        return hand;
    }
    for node in list {
        if let Some(face) = number(FACE, node, what, faults) {
            hand.add(fit(face));
        }
    }
    hand
}

/// A level of fear [SST-23-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fear {
    /// Its place in the table, the mildest 0.
    pub level: u8,
    pub dice: i8,
    pub fail: Dread,
    pub adjacent: bool,
}

/// What failing against a fear costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dread {
    Action,
    RankOrShock,
    Rank,
    Ranks,
}

/// Many who fight as one [SST-27-1]; the default is one alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Unit {
    pub physical: u8,
    pub mental: u8,
    pub dice: u8,
    pub attacks: u8,
}

pub(crate) fn fears(tree: &Table, faults: &Faults) -> IndexMap<String, Fear> {
    const FAILS: [Dread; 4] = [Dread::Action, Dread::RankOrShock, Dread::Rank, Dread::Ranks];
    (0..)
        .zip(rows(tree, "fears", "fear", FEAR, faults))
        .map(|(level, (name, _, mut fields))| {
            let fear = Fear {
                level,
                dice: fields.number("dice"),
                fail: fields.choice("fail", FAILS),
                adjacent: fields.flag("adjacent"),
            };
            fields.finish();
            (name.to_owned(), fear)
        })
        .collect()
}

pub(crate) fn units(tree: &Table, faults: &Faults) -> IndexMap<String, Unit> {
    rows(tree, "units", "unit", UNIT, faults)
        .map(|(name, _, mut fields)| {
            let unit = Unit {
                physical: fields.number("physical"),
                mental: fields.number("mental"),
                dice: fields.number("dice"),
                attacks: fields.number("attacks"),
            };
            fields.finish();
            (name.to_owned(), unit)
        })
        .collect()
}
