//! Reads the rulebook's tables in a scenario: tables of named rows, tables that are a single row, and tables
//! of numbers.

use std::sync::LazyLock;

use indexmap::IndexMap;

use super::fields::{fit, number};
use super::spec::{FieldKind, FieldSpec};
use super::{Faults, Fields, Node, Span, Table};

static EMPTY: LazyLock<Table> = LazyLock::new(Table::default);

/// Returns the table called `table`, or an empty table if it does not exist.
pub fn of<'n>(tree: &'n Table, table: &str) -> &'n Table {
    let node = tree.get(table).and_then(Node::as_table);
    node.unwrap_or(&EMPTY)
}

/// Returns an empty table.
pub(crate) fn empty() -> &'static Table {
    &EMPTY
}

/// Returns the names and values in the table called `table`.
pub fn entries<'n>(
    tree: &'n Table,
    table: &str,
) -> impl ExactSizeIterator<Item = (&'n str, &'n Node)> {
    of(tree, table)
        .iter()
        .map(|(name, entry)| (name, &entry.node))
}

/// Returns the names of the combatants in a scenario, with their stat blocks.
pub fn combatants(tree: &Table) -> impl ExactSizeIterator<Item = (&str, &Node)> {
    entries(tree, "combatants")
}

/// Opens each row of a table for reading with the specifications `keys`. `kind` is what a row is called in
/// faults, such as `weapon`.
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

/// Reads each row of a table with the function `read`, and returns the results by the names of the rows.
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

/// Opens a row for reading. A row may inherit from another row. A value that is not a table is a fault.
/// `what` is the name of the row in faults.
pub fn row<'n>(
    name: &str,
    node: &'n Node,
    what: String,
    keys: &'static [FieldSpec],
    faults: &'n Faults,
) -> Option<Fields<'n>> {
    inner(name, node, what, keys, faults).map(Fields::of_row)
}

/// Opens a table inside another one for reading. Such a table cannot inherit from another.
pub fn inner<'n>(
    name: &str,
    node: &'n Node,
    what: String,
    keys: &'static [FieldSpec],
    faults: &'n Faults,
) -> Option<Fields<'n>> {
    opened(node, (&format!("`{name}`"), what), keys, faults)
}

/// Opens a table for reading. A value that is not a table is a fault, which calls the value `name`. Faults
/// within the table call the table `what`.
fn opened<'n>(
    node: &'n Node,
    (name, what): (&str, String),
    keys: &'static [FieldSpec],
    faults: &'n Faults,
) -> Option<Fields<'n>> {
    let Some(table) = node.as_table() else {
        let message = format!("{name} must be a table, not {}", node.value.kind());
        faults.note("scenario::type", node.span, message, "not a table");
        return None;
    };
    Some(Fields::new(table, node.span, what, keys, faults))
}

/// Opens each table in the list at `key` for reading with the specifications `keys`. Values that are not
/// tables are faults. `what` is the name of such a table in faults.
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

/// Reports a fault if there are more than `most` names. The source location is that of the first name too
/// many. `what` is what the names are called in the message, in the plural.
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

/// Returns the index of a name among the known names. Reports a fault with `code` if the name is unknown.
/// `kind` is the kind of name, and `place` says where it was searched.
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

/// Returns those of the names that are known. Unknown names are reported and left out.
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

/// Opens a table of the rulebook that is a single row.
///
/// # Panics
/// If the rulebook has no such table.
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

/// Reads a table that is a single row of numbers. Returns them in the order of `keys`.
///
/// # Panics
/// If the rulebook has no such table, or if it does not have exactly `N` keys.
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

/// Reads a table of named numbers. A faulty number is reported and replaced by 0.
///
/// # Panics
/// If the kind is not one of numbers, or if the type cannot hold all numbers of that kind.
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
