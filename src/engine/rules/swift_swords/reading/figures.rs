//! Reads simple tables of a scenario: fixed hands, sizes, fears, units, tactics and special results.
//!
//! Clauses: SST-5-4, SST-15-9, SST-23-3, SST-27-1, SST-32-2, SST-35-1, SST-35-2.
//! In the book, most of these tables are nearly empty. Except for fears and units, skirmish fills most of
//! their rows.

use indexmap::IndexMap;

use super::hand::Hand;
use super::tables::SPECIALS;
use crate::rules::swift_swords::fields::{FACE, FEAR, SIZE, SPECIAL, TACTIC, UNIT};
use crate::scenario::spec::FieldSpec;
use crate::scenario::tables::{known_name, of, read, rows};
use crate::scenario::{Fault, Faults, Fields, Node, Table, fit, keyed, number};

/// Maximum number of dice in a fixed hand.
const MOST_SET: usize = 12;

/// The defaults for creatures of a size, for values that the stat block does not give [SST-15-9].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SizeRow {
    pub physical: u8,
    pub weapon: String,
}

/// Returns the defaults of each size, from 0. A size without a row has the defaults of the size before.
pub(crate) fn sizes(tree: &Table, faults: &Faults) -> Vec<SizeRow> {
    let mut sizes = Vec::new();
    for (name, node, mut fields) in rows(tree, "sizes", "size", SIZE, faults) {
        let row = SizeRow {
            physical: fields.number("physical"),
            weapon: fields.text_or("weapon", "medium"),
        };
        fields.finish();
        match name.parse::<usize>() {
            Ok(size) if size <= 9 => {
                sizes.resize(sizes.len().max(size + 1), row.clone());
                sizes[size] = row;
            }
            _ => {
                let message = format!("a size must be from 0 to 9, not `{name}`");
                faults.note("scenario::range", node.span, message, "not a size");
            }
        }
    }
    sizes
}

/// Returns the fixed hands of creatures that do not roll, by number of dice from 1 [SST-5-4]. Hands larger
/// than the largest in the table have additional dice that show `further`.
pub(crate) fn sets(tree: &Table, further: u8, faults: &Faults) -> Vec<Hand> {
    let mut sets = vec![Hand::NONE; MOST_SET];
    let mut known = 0;
    for (name, entry) in of(tree, "sets").iter() {
        let (code, dice) = ("scenario::range", name.parse().unwrap_or(0));
        let hand = set(&entry.node, &format!("`sets.{name}`"), faults);
        if !(1..=MOST_SET).contains(&dice) {
            let message = format!("fixed hands must have 1 to {MOST_SET} dice, not `{name}`");
            faults.note(code, entry.key, message, "not a number of dice");
            continue;
        }
        let faces = entry.node.as_list().map_or(dice, <[Node]>::len);
        if faces != dice {
            let message =
                format!("`sets.{name}` must have {dice} faces, one for each die, not {faces}");
            faults.note(code, entry.node.span, message, "wrong number of faces");
        }
        sets[dice - 1] = hand;
        known = known.max(dice);
    }
    for dice in known..MOST_SET {
        sets[dice] = sets[dice - 1] + Hand::of(&[further]);
    }
    sets
}

/// Reads the faces of a fixed hand.
pub(crate) fn set(node: &Node, what: &str, faults: &Faults) -> Hand {
    let mut hand = Hand::NONE;
    let Some(list) = node.as_list() else {
        let message = format!("{what} must be a list of faces");
        let fault = Fault::at("scenario::type", node.span, message, "not a list");
        faults.push(fault.help("write `[5, 3, 2]`"));
        return hand;
    };
    let count = list.len();
    if count == 0 || count > MOST_SET {
        let message = format!("{what} must have 1 to {MOST_SET} faces, not {count}");
        faults.note(
            "scenario::range",
            node.span,
            message,
            "wrong number of faces",
        );
        return hand;
    }
    for node in list {
        if let Some(face) = number(FACE, node, what, faults) {
            hand.add(fit(face));
        }
    }
    hand
}

/// A level of fear that a creature inspires, from the table of fears [SST-23-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fear {
    /// The index of the fear in the table, 0 for the mildest.
    pub level: u8,
    pub dice: i8,
    pub fail: Dread,
    pub adjacent: bool,
    /// Whether the fear is Dread, which reaches farther under a house rule.
    pub is_dread: bool,
}

/// The loss of a creature that fails against a fear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dread {
    Action,
    RankOrShock,
    Rank,
    Ranks,
}

keyed! {
    /// Many creatures that fight as one [SST-27-1]. The default is a single creature.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Unit {
        pub physical: u8,
        pub mental: u8,
        pub dice: u8,
        pub attacks: u8,
    }
}

pub(crate) fn fears(tree: &Table, faults: &Faults) -> IndexMap<String, Fear> {
    const FAILS: [Dread; 4] = [Dread::Action, Dread::RankOrShock, Dread::Rank, Dread::Ranks];
    let mut levels = 0..;
    read(tree, "fears", "fear", FEAR, faults, |name, _, fields| {
        Fear {
            level: levels.next().expect("tables are short"),
            dice: fields.number("dice"),
            fail: fields.choice("fail", FAILS),
            adjacent: fields.flag("adjacent"),
            is_dread: name == "dread",
        }
    })
}

pub(crate) fn units(tree: &Table, faults: &Faults) -> IndexMap<String, Unit> {
    read(tree, "units", "unit", UNIT, faults, |_, _, f| Unit::keys(f))
}

/// The defences that a tactic still allows until the creature's next action [SST-32-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Ward {
    #[default]
    All,
    DodgeOnly,
    None,
}

/// The table row of a tactic, which is a way to attack with two weapons [SST-32-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tactic {
    pub defences: Ward,
    /// The cost in pips, in addition to the cost of an attack. The table of costs may have further pips for
    /// the tactic.
    pub cost: u8,
    /// The modifier of both attacks, in dice. The table of modifiers may have further dice for the tactic.
    pub dice: i32,
}

/// The names of the tactics, in the order of their actions in `Act`.
const TACTICS: [&str; 3] = ["all-out", "double-strike", "follow-on"];

/// The table row of a special result [SST-35-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Special {
    /// The number of successes that the result costs beyond the option `special_price`.
    pub extra: u8,
    pub dice: u8,
    pub margin: i8,
    /// The number of dice for each point of the difference in size between the two creatures.
    pub size: i8,
    pub armour: u8,
    pub pips: u8,
}

/// Each key with the special results that it has an effect on. The key `extra` has an effect on all of them.
const USES: [(&str, &[&str]); 5] = [
    (
        "dice",
        &["more-damage", "drain", "expose", "hamstring", "wear-down"],
    ),
    (
        "margin",
        &["disarm", "break-weapon", "knock-down", "knock-back"],
    ),
    ("size", &["knock-down", "knock-back"]),
    ("armour", &["strip"]),
    ("pips", &["hamstring"]),
];

pub(crate) fn tactics(tree: &Table, faults: &Faults) -> [Tactic; 3] {
    let known = ("tactics", "tactic", TACTICS);
    named(tree, known, TACTIC, faults, |name, fields| {
        check_key(fields, "cost", name != "double-strike");
        check_key(fields, "dice", name != "all-out");
        Tactic {
            defences: fields.choice("defences", [Ward::All, Ward::DodgeOnly, Ward::None]),
            cost: fields.whole_as("cost").unwrap_or(0),
            dice: fields.whole_as("dice").unwrap_or(0),
        }
    })
}

pub(crate) fn specials(tree: &Table, faults: &Faults) -> [Special; SPECIALS.len()] {
    let known = ("specials", "special result", SPECIALS);
    named(tree, known, SPECIAL, faults, |name, fields| {
        for (key, users) in USES {
            check_key(fields, key, users.contains(&name));
        }
        Special {
            extra: fields.number("extra"),
            dice: fields.whole_as("dice").unwrap_or(0),
            margin: fields.whole_as("margin").unwrap_or(0),
            size: fields.whole_as("size").unwrap_or(0),
            armour: fields.whole_as("armour").unwrap_or(0),
            pips: fields.whole_as("pips").unwrap_or(0),
        }
    })
}

/// Reports a fault if the row has `key` although the key has no effect there. `is_used` is whether the
/// key has an effect.
pub(super) fn check_key(fields: &mut Fields<'_>, key: &'static str, is_used: bool) {
    let why = "it has no such figure";
    fields.check_use(key, is_used, "swift-swords::no-use", why);
}

/// Returns the rows of a table with the fixed names `names`, in this order. Any other name is reported as a
/// fault.
pub(super) fn named<T: Copy + Default, const N: usize>(
    tree: &Table,
    (table, kind, names): (&'static str, &'static str, [&'static str; N]),
    keys: &'static [FieldSpec],
    faults: &Faults,
    mut read: impl FnMut(&str, &mut Fields<'_>) -> T,
) -> [T; N] {
    let mut all = [T::default(); N];
    for (name, node, mut fields) in rows(tree, table, kind, keys, faults) {
        let unknown = ("swift-swords::unknown-row", kind, "in its table");
        let known = || names.iter().copied();
        let at = known_name((name, node.span), known, unknown, faults);
        let row = read(name, &mut fields);
        fields.finish();
        if let Some(at) = at {
            all[at] = row;
        }
    }
    all
}
