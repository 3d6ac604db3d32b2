//! Recognises a scenario that names one book as its `ruleset` but is written for another book.
//!
//! In such a scenario, nearly every key is a fault, and these faults do not help the user. Only the faults
//! that any book would find are therefore reported, together with the name of the right book.

use super::book::BookInfo;
use crate::scenario::spec::{FieldKind, FieldSpec};
use crate::scenario::{Entry, Fault, Faults, Node, Scenario, Table};

/// The code of the fault that a ruleset is unknown.
const UNKNOWN_RULESET: &str = "scenario::unknown-ruleset";

/// The least number of keys that a scenario must have for its book to be recognised.
const FEWEST: usize = 5;

/// Returns the book that a scenario is written for, if this is clearly another book than the one that it
/// names. At least a third of the scenario's keys must be unknown to the named book, and at most a tenth to
/// the other book.
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

/// Returns, for each key of the scenario file, whether the book has this key. Only keys that differ between
/// books are included.
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
/// `other`. `found` are the faults that any book would find.
pub(super) fn only_frame(found: &Faults, named: &str, other: &str) -> Faults {
    let left = Faults::new(found.sources().clone());
    for fault in found.sorted() {
        left.push(if fault.code == UNKNOWN_RULESET {
            Fault {
                message: format!("this is not a scenario of the book `{named}`"),
                label: format!("everything else fits `{other}`"),
                help: Some(format!("write `ruleset = \"{other}\"`")),
                ..fault
            }
        } else {
            fault
        });
    }
    left
}
