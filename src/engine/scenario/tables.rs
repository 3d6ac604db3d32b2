//! The tables of a scenario's tree: rows by name, single rows, plain numbers.

use std::sync::LazyLock;

use indexmap::IndexMap;

use super::fields::{fit, number};
use super::spec::{FieldKind, FieldSpec};
use super::{Faults, Fields, Node, Span, Table};

static EMPTY: LazyLock<Table> = LazyLock::new(Table::default);

/// A table of the tree, or an empty one.
pub fn of<'n>(tree: &'n Table, table: &str) -> &'n Table {
    let node = tree.get(table).and_then(Node::as_table);
    node.unwrap_or(&EMPTY)
}

/// A table without entries.
pub(crate) fn empty() -> &'static Table {
    &EMPTY
}

/// The entries of a table by name.
pub fn entries<'n>(
    tree: &'n Table,
    table: &str,
) -> impl ExactSizeIterator<Item = (&'n str, &'n Node)> {
    of(tree, table)
        .iter()
        .map(|(name, entry)| (name, &entry.node))
}

/// The combatants of a tree, by name.
pub fn combatants(tree: &Table) -> impl ExactSizeIterator<Item = (&str, &Node)> {
    entries(tree, "combatants")
}

/// The rows of one table, each opened for reading by these keys. `kind` is the name of a row's kind in faults:
/// `weapon`.
pub fn rows<'n>(
    tree: &'n Table,
    table: &'static str,
    kind: &'static str,
    keys: &'static [FieldSpec],
    faults: &'n Faults,
) -> impl Iterator<Item = (&'n str, &'n Node, Fields<'n>)> {
    entries(tree, table).filter_map(move |(name, node)| {
        let fields = row(name, node, format!("{kind} `{name}`"), keys, faults)?;
        Some((name, node, fields))
    })
}

/// The rows of one table by name, each read by `read`.
pub fn read<'n, T>(
    tree: &'n Table,
    table: &'static str,
    kind: &'static str,
    keys: &'static [FieldSpec],
    faults: &'n Faults,
    mut read: impl FnMut(&'n str, &'n Node, &mut Fields<'n>) -> T,
) -> IndexMap<String, T> {
    rows(tree, table, kind, keys, faults)
        .map(|(name, node, mut fields)| {
            let row = read(name, node, &mut fields);
            fields.finish();
            (name.to_owned(), row)
        })
        .collect()
}

/// One row opened for reading, which may inherit from another; any other value is a fault. `what` is its name in
/// faults.
pub fn row<'n>(
    name: &str,
    node: &'n Node,
    what: String,
    keys: &'static [FieldSpec],
    faults: &'n Faults,
) -> Option<Fields<'n>> {
    inner(name, node, what, keys, faults).map(Fields::of_row)
}

/// A table within another, which cannot inherit.
pub fn inner<'n>(
    name: &str,
    node: &'n Node,
    what: String,
    keys: &'static [FieldSpec],
    faults: &'n Faults,
) -> Option<Fields<'n>> {
    opened(node, (&format!("`{name}`"), what), keys, faults)
}

/// A table opened for reading; any other value is a fault. Given are the names for a wrong value and for the table in
/// faults.
fn opened<'n>(
    node: &'n Node,
    (name, what): (&str, String),
    keys: &'static [FieldSpec],
    faults: &'n Faults,
) -> Option<Fields<'n>> {
    let Some(table) = node.as_table() else {
        let message = format!("{name} is a table, not {}", node.value.kind());
        faults.note("scenario::type", node.span, message, "not a table");
        return None;
    };
    Some(Fields::new(table, node.span, what, keys, faults))
}

/// The tables of a list, each opened for reading by these keys; any other value is a fault. `what` is the name of a
/// table in faults.
pub fn listed<'n>(
    f: &mut Fields<'n>,
    key: &'static str,
    what: &str,
    keys: &'static [FieldSpec],
) -> Vec<(Fields<'n>, Span)> {
    let list = f.list(key).map_or(&[][..], |(list, _)| list);
    let faults = f.faults();
    let open = |node: &'n Node| {
        let fields = opened(node, (what, what.to_owned()), keys, faults)?;
        Some((fields, node.span))
    };
    list.iter().filter_map(open).collect()
}

/// Reports the first name above the limit `most`. `what` is the plural for these names.
pub fn check_count(
    names: &[(&str, Span)],
    most: usize,
    (code, what): (&'static str, &str),
    faults: &Faults,
) {
    if let Some((_, span)) = names.get(most) {
        faults.note(
            code,
            *span,
            format!("more than {most} {what}"),
            "one too many",
        );
    }
}

/// The position of a name among the known ones. An unknown name is a fault; given are its code, the name's kind, and
/// the place that was searched.
pub fn known_name<'k, K: Iterator<Item = &'k str>>(
    (name, span): (&str, Span),
    known: impl Fn() -> K,
    (code, kind, place): (&'static str, &str, &str),
    faults: &Faults,
) -> Option<usize> {
    let at = known().position(|known| known == name);
    if at.is_none() {
        faults.unknown(code, kind, name, span, known(), place);
    }
    at
}

/// The known ones of some names. Unknown names are faults.
pub fn known_names<'k, K: Iterator<Item = &'k str>>(
    names: Vec<(&str, Span)>,
    known: impl Fn() -> K,
    unknown: (&'static str, &str, &str),
    faults: &Faults,
) -> Vec<String> {
    let is_known = |&name: &(&str, Span)| known_name(name, &known, unknown, faults).is_some();
    let names = names.into_iter().filter(is_known);
    names.map(|(name, _)| name.to_owned()).collect()
}

/// A table that consists of one row.
///
/// # Panics
/// If the book has no such table.
pub fn single<'n>(
    tree: &'n Table,
    table: &'static str,
    keys: &'static [FieldSpec],
    faults: &'n Faults,
) -> Fields<'n> {
    let node = tree.get(table).expect("the book's own table is there");
    Fields::new(
        of(tree, table),
        node.span,
        format!("`{table}`"),
        keys,
        faults,
    )
}

/// A table that consists of one row of numbers, in the order of their keys.
///
/// # Panics
/// If the book has no such table, or its number of numeric keys differs from `N`.
pub fn figures<T: TryFrom<i64>, const N: usize>(
    tree: &Table,
    table: &'static str,
    keys: &'static [FieldSpec],
    faults: &Faults,
) -> [T; N] {
    assert_eq!(keys.len(), N, "every key of `{table}` has its place");
    let mut fields = single(tree, table, keys, faults);
    let figures = std::array::from_fn(|at| fields.number(keys[at].key));
    fields.finish();
    figures
}

/// A table of plain numbers by name. A faulty number reads as the smallest.
///
/// # Panics
/// If the kind is not a number, or allows values that the type cannot hold.
pub fn numbers<T: TryFrom<i64>>(
    tree: &Table,
    table: &'static str,
    of: FieldKind,
    faults: &Faults,
) -> IndexMap<String, T> {
    entries(tree, table)
        .map(|(name, node)| {
            let read = number(of, node, &format!("`{table}.{name}`"), faults);
            (name.to_owned(), fit(read.unwrap_or(0)))
        })
        .collect()
}
