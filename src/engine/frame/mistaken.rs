//! Recognises a scenario that names one book but is written for another.
//!
//! Nearly every key of such a scenario is a fault, and these faults do not help the reader. The reader gets
//! only the faults that any book would find, and the name of the right book.

use super::book::BookInfo;
use crate::scenario::spec::{FieldKind, FieldSpec};
use crate::scenario::{Entry, Fault, Faults, Node, Scenario, Table};

/// The fault code of an unknown ruleset.
const UNKNOWN_RULESET: &str = "scenario::unknown-ruleset";

/// The fewest keys of a scenario that are enough to recognise its book.
const FEWEST: usize = 5;

/// Returns the book that a scenario is written for, if that is clearly not the book that it names. The named
/// book must lack a third of the scenario's keys, and the other book must know nearly all of them.
pub(super) fn other_book<'b>(books: &[&'b BookInfo], scenario: &Scenario) -> Option<&'b BookInfo> {
    let strange = |book: &BookInfo| {
        let keys = keys(book, scenario);
        let strange = keys.iter().filter(|known| !**known).count();
        (strange, keys.len())
    };
    let named = books.iter().find(|book| book.name == scenario.ruleset)?;
    let (own, all) = strange(named);
    if all < FEWEST || own * 3 < all {
        return None;
    }
    let others = books.iter().filter(|book| book.name != scenario.ruleset);
    let (other, left) = others
        .map(|book| (*book, strange(book).0))
        .min_by_key(|(_, left)| *left)?;
    (left * 10 <= all).then_some(other)
}

/// Returns whether the book knows each key of the file. Only keys at places where books differ are included.
fn keys(book: &BookInfo, scenario: &Scenario) -> Vec<bool> {
    let mut known = Vec::new();
    for (name, entry) in scenario.own_entries() {
        let rows = FieldSpec::find(book.fields, name).map(|row| row.kind);
        match (name, &rows) {
            ("options", _) => {
                let has = |key: &str| book.options.iter().any(|option| option.name == key);
                add(scenario, &entry.node, has, &mut known);
            }
            ("field", _) => {
                let has = |key: &str| FieldSpec::find(book.field(), key).is_some();
                add(scenario, &entry.node, has, &mut known);
            }
            (_, Some(FieldKind::ByName(_, FieldKind::Table(rows)))) => {
                let has = |key: &str| key == "like" || FieldSpec::find(rows, key).is_some();
                for (_, row) in table(&entry.node) {
                    add(scenario, &row.node, has, &mut known);
                }
            }
            (_, None) => {
                for (_, row) in table(&entry.node) {
                    add(scenario, &row.node, |_| false, &mut known);
                }
            }
            _ => {}
        }
    }
    known
}

fn add(scenario: &Scenario, node: &Node, has: impl Fn(&str) -> bool, known: &mut Vec<bool>) {
    let own = table(node).filter(|(_, entry)| scenario.is_own(entry.key));
    known.extend(own.map(|(key, _)| has(key)));
}

fn table(node: &Node) -> impl Iterator<Item = (&str, &Entry)> {
    node.as_table().into_iter().flat_map(Table::iter)
}

/// Returns the faults to report for a scenario that names the book `named` but is written for the book
/// `other`. `found` are the faults that any book finds.
pub(super) fn only_frame(found: &Faults, named: &str, other: &str) -> Faults {
    let left = Faults::new(found.sources().clone());
    for fault in found.sorted() {
        left.push(if fault.code == UNKNOWN_RULESET {
            Fault {
                message: format!("this is no scenario of the book `{named}`"),
                label: format!("all else is as in `{other}`"),
                help: Some(format!("write `ruleset = \"{other}\"`")),
                ..fault
            }
        } else {
            fault
        });
    }
    left
}
