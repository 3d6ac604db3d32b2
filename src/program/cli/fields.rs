//! Implements `skirmish rules BOOK --fields`, which lists every key that a scenario may have.

use std::fmt::Write;

use super::output::Capabilities;
use super::sheet::Sheet;
use crate::frame::BookInfo;
use crate::scenario::spec::{FieldKind, FieldSpec};

/// The text above the list of keys in the output.
const KEYS: &str = "\
Keys of a scenario: possible values, default, meaning

Brackets are a list, a bar separates alternatives; `fighters[].at` is the key `at` of an entry of `fighters`.
";

/// Returns the list of all keys that a scenario of the book may have, table by table.
pub(super) fn text(book: &BookInfo, look: Capabilities) -> String {
    let mut text = KEYS.to_owned();
    let mut section = |title: &str, doc: &str, rows: &[FieldSpec]| {
        let mut sheet = Sheet::new(["key", "values", "default", "meaning", "clause"]);
        add(&mut sheet, "", rows, book);
        let _ = write!(text, "\n{title}: {doc}\n\n{}", sheet.show(look));
    };
    let top = book.top();
    let plain: Vec<FieldSpec> = top
        .iter()
        .copied()
        .filter(|row| within(row).is_none())
        .collect();
    section("at the top", "the keys before all tables", &plain);
    for row in &top {
        let Some((form, rows)) = within(row) else {
            continue;
        };
        let rows = match rows {
            Some(rows) => book.rows(rows),
            None => Vec::new(),
        };
        let FieldSpec { key, kind, doc, .. } = *row;
        match (form, kind) {
            ("NAME", FieldKind::ByName(_, of)) if rows.is_empty() => {
                let value = FieldSpec {
                    key: "NAME",
                    kind: *of,
                    ..*row
                };
                section(&format!("[{key}]"), doc, &[value]);
            }
            ("NAME", _) => {
                let rows: Vec<FieldSpec> = rows.into_iter().chain([BookInfo::like(key)]).collect();
                section(&format!("[{key}.NAME]"), doc, &rows);
            }
            ("[]", _) => section(&format!("[[{key}]]"), doc, &rows),
            _ => section(&format!("[{key}]"), doc, &rows),
        }
    }
    text.push_str(
        "\nThe keys of `options` are listed by --options, the lists of a policy by --actions.\n",
    );
    text
}

/// Returns how the tables inside a key are written, and the keys of these tables. The first value is empty
/// for a single table, `[]` for a list of tables, and `NAME` for entries by name. The second value is `None`
/// if the entries by name are plain values. Returns `None` if the key itself has a plain value.
fn within(row: &FieldSpec) -> Option<(&'static str, Option<&'static [FieldSpec]>)> {
    match row.kind {
        FieldKind::Table(rows) => Some(("", Some(rows))),
        FieldKind::List(FieldKind::Table(rows)) => Some(("[]", Some(rows))),
        FieldKind::ByName(_, FieldKind::Table(rows)) => Some(("NAME", Some(rows))),
        FieldKind::ByName(..) => Some(("NAME", None)),
        FieldKind::AnyOf(kinds) => kinds
            .iter()
            .find_map(|&kind| within(&FieldSpec { kind, ..*row })),
        _ => None,
    }
}

/// Adds a row to the sheet for each of the keys `rows`, followed by the rows for the keys inside it. `before`
/// is the path that leads to these keys.
fn add(sheet: &mut Sheet, before: &str, rows: &[FieldSpec], book: &BookInfo) {
    for row in rows {
        let key = format!("{before}{}", row.key);
        sheet.row([
            key.as_str(),
            &row.kind.to_string(),
            &row.unsaid.to_string(),
            row.doc,
            row.clause,
        ]);
        if let Some((form, Some(rows))) = within(row) {
            let dot = if form == "NAME" { "." } else { "" };
            add(sheet, &format!("{key}{dot}{form}."), &book.rows(rows), book);
        }
    }
}
