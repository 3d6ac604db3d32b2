//! Formats plain tables for standard output, with column heads but without lines around the cells.

use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};
use indexmap::IndexMap;
use toml::de::{DeTable, DeValue};
use unicode_width::UnicodeWidthStr;

use super::output::Capabilities;
use crate::visible::visible;

/// A table of texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    pub(super) fn new<S: Into<String>>(heads: impl IntoIterator<Item = S>) -> Self {
        Self {
            heads: heads.into_iter().map(shown).collect(),
            rows: Vec::new(),
        }
    }

    pub(super) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(shown).collect());
    }

    /// Returns whether the table has no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Formats the table to fit the width of a terminal. If the columns are too wide together, columns named
    /// in `expendable` are left out, in this order. Their names are returned. The cells of columns named in
    /// `wraps` may be broken into lines between words. All other cells stay in one line.
    pub(super) fn fitted<'h>(
        &self,
        look: Capabilities,
        expendable: &[&'h str],
        wraps: &[&str],
    ) -> (String, Vec<&'h str>) {
        let Some(width) = look.width.map(usize::from) else {
            return (self.show(look), Vec::new());
        };
        let column = |head: &String| self.heads.iter().position(|other| other == head);
        let least = |head: &String| {
            let at = column(head).expect("a head of this sheet");
            let cells = self.rows.iter().map(|row| &row[at]).chain([head]);
            let widths = cells.map(|cell| {
                let word = cell.split(' ').map(UnicodeWidthStr::width).max();
                [word.unwrap_or(0), cell.width()]
            });
            let [word, whole] = widths.fold([0, 0], |most, own| {
                [most[0].max(own[0]), most[1].max(own[1])]
            });
            match (wraps.contains(&head.as_str()), whole) {
                (true, SENTENCE..) => word.max(SENTENCE_WIDTH),
                _ => whole,
            }
        };
        let mut kept: Vec<&String> = self.heads.iter().collect();
        let mut left_out = Vec::new();
        for &name in expendable {
            let taken: usize = kept.iter().map(|head| least(head) + GAP).sum();
            if taken > width + GAP && kept.iter().any(|head| *head == name) {
                kept.retain(|head| *head != name);
                left_out.push(name);
            }
        }
        let mut table = Table::new();
        let cells = |row: &Vec<String>| -> Vec<String> {
            let cells = kept
                .iter()
                .filter_map(|head| Some(row[column(head)?].clone()));
            cells.collect()
        };
        table
            .load_style(presets::NOTHING)
            .set_header(&kept)
            .add_rows(self.rows.iter().map(cells))
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(look.columns());
        for (column, head) in table.column_iter_mut().zip(&kept) {
            let gap = if Some(head) == kept.last() { 0 } else { GAP };
            column.set_padding((0, u16::try_from(gap).unwrap_or(0)));
            column.set_constraint(if wraps.contains(&head.as_str()) {
                let least = u16::try_from(least(head) + gap).unwrap_or(u16::MAX);
                ColumnConstraint::LowerBoundary(Width::Fixed(least))
            } else {
                ColumnConstraint::ContentWidth
            });
        }
        (lines(&table), left_out)
    }

    /// Formats the table. On a terminal, cells are broken into lines to fit its width. In other output a row
    /// is one line. Every line ends with a newline and has no trailing blanks.
    pub(super) fn show(&self, look: Capabilities) -> String {
        let mut table = Table::new();
        table
            .load_style(presets::NOTHING)
            .set_header(&self.heads)
            .add_rows(&self.rows);
        if let Some(width) = look.width {
            table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(width);
        }
        for (place, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if place == 0 {
                column.set_constraint(ColumnConstraint::ContentWidth);
            }
        }
        lines(&table)
    }
}

/// Number of blanks between two columns.
const GAP: usize = 2;
/// A column that may be wrapped is only narrowed if one of its cells is at least this wide. It keeps a width
/// of at least `SENTENCE_WIDTH`.
const SENTENCE: usize = 17;
const SENTENCE_WIDTH: usize = 14;

/// Returns the lines of a table, without trailing blanks.
fn lines(table: &Table) -> String {
    let mut text = String::new();
    for line in table.lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Escapes control characters, so that a cell is one line.
fn shown(text: impl Into<String>) -> String {
    visible(&text.into()).into_owned()
}

/// Converts each table of a TOML text into sheets with the table's name, in the order of the file. A sheet
/// has one row for each entry and one column for each key. Entries that are plain values, not tables, get a
/// sheet with the columns name and value. A table without entries gets an empty sheet.
///
/// A row joins the sheet of the row before it if it adds at most one new key, and begins a new sheet
/// otherwise. The last column of each sheet, `source`, has what the function `source` returns for the names
/// of the table and the row.
pub(super) fn of_toml(text: &str, source: impl Fn(&str, &str) -> String) -> Vec<(String, Sheet)> {
    let root = DeTable::parse(text).expect("a book's tables are TOML, as its tests show");
    let mut sheets = Vec::new();
    for (name, value) in in_order(root.get_ref()) {
        if let DeValue::Table(entries) = value {
            let source = |row: &str| source(name, row);
            let values = values(entries, &source);
            let of_values = (values.is_empty() == entries.is_empty()).then_some(values);
            let of_table = groups(entries, &source).into_iter().chain(of_values);
            sheets.extend(of_table.map(|sheet| (name.to_owned(), sheet)));
        }
    }
    sheets
}

/// Returns a sheet of those entries of a table that are plain values, not tables.
fn values(entries: &DeTable<'_>, source: &impl Fn(&str) -> String) -> Sheet {
    let mut sheet = Sheet::new(["name", "value", "source"]);
    for (name, value) in in_order(entries) {
        if !value.is_table() {
            sheet.row([name, &plain(value), &source(name)]);
        }
    }
    sheet
}

fn groups(entries: &DeTable<'_>, source: &impl Fn(&str) -> String) -> Vec<Sheet> {
    let mut groups: Vec<Vec<IndexMap<&str, String>>> = Vec::new();
    let mut keys: Vec<&str> = Vec::new();
    for (name, value) in in_order(entries) {
        let DeValue::Table(fields) = value else {
            continue;
        };
        let mut row = IndexMap::from([("name", name.to_owned())]);
        row.extend(in_order(fields).map(|(key, value)| (key, plain(value))));
        let fresh: Vec<_> = row
            .keys()
            .copied()
            .filter(|key| !keys.contains(key))
            .collect();
        if fresh.len() >= 2 {
            keys.clear();
            keys.extend(row.keys());
            groups.push(vec![row]);
        } else {
            keys.extend(fresh);
            groups
                .last_mut()
                .expect("the first row brings more than one key")
                .push(row);
        }
    }
    groups.iter().map(|rows| sheet(rows, source)).collect()
}

fn sheet(rows: &[IndexMap<&str, String>], source: &impl Fn(&str) -> String) -> Sheet {
    let mut keys: Vec<&str> = Vec::new();
    for key in rows.iter().flat_map(IndexMap::keys) {
        if !keys.contains(key) {
            keys.push(key);
        }
    }
    let mut sheet = Sheet::new(keys.iter().copied().chain(["source"]));
    for row in rows {
        let cells = keys
            .iter()
            .map(|key| row.get(key).cloned().unwrap_or_default());
        sheet.row(cells.chain([source(&row["name"])]));
    }
    sheet
}

/// Returns the entries of a table in the order of the file.
fn in_order<'t>(table: &'t DeTable<'_>) -> impl Iterator<Item = (&'t str, &'t DeValue<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
        .into_iter()
        .map(|(key, value)| (key.get_ref().as_ref(), value.get_ref()))
}

fn plain(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.clone().into_owned(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(values) => values
            .iter()
            .map(|value| plain(value.get_ref()))
            .collect::<Vec<_>>()
            .join(", "),
        DeValue::Table(fields) => in_order(fields)
            .map(|(key, value)| format!("{key} {}", plain(value)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Capabilities = Capabilities {
        color: false,
        width: None,
    };

    #[test]
    fn a_sheet_is_aligned_and_has_no_trailing_blanks() {
        let mut sheet = Sheet::new(["name", "points"]);
        sheet.row(["chain", "7"]);
        sheet.row(["full-plate", ""]);
        assert_eq!(
            sheet.show(LOOK),
            "name        points\nchain       7\nfull-plate\n"
        );
    }

    #[test]
    fn a_narrow_terminal_wraps_all_but_the_names() {
        let mut sheet = Sheet::new(["name", "meaning"]);
        sheet.row(["full-plate", "a suit of armour"]);
        let look = Capabilities {
            width: Some(24),
            ..LOOK
        };
        assert_eq!(
            sheet.show(look),
            "name        meaning\nfull-plate  a suit of\n            armour\n"
        );
    }

    #[test]
    fn a_fitted_sheet_keeps_figures_whole_and_names_the_columns_without_room() {
        let mut sheet = Sheet::new(["change", "before", "after", "verdict"]);
        sheet.row([
            "guard.dex",
            "50.0 % ± 1.0",
            "52.5 % ± 1.0",
            "no difference larger than 1 %",
        ]);
        let fitted = |width| {
            let look = Capabilities {
                width: Some(width),
                ..LOOK
            };
            sheet.fitted(look, &["before", "after"], &["change", "verdict"])
        };
        let whole = "change     before        after         verdict\nguard.dex  50.0 % ± 1.0  52.5 % ± 1.0  no difference larger than 1 %\n";
        assert_eq!(fitted(80), (whole.to_owned(), vec![]));
        let (text, left_out) = fitted(56);
        assert!(
            left_out.is_empty() && text.lines().all(|line| line.width() <= 56),
            "{text}"
        );
        assert!(
            text.contains("50.0 % ± 1.0  52.5 % ± 1.0  no difference\n"),
            "{text}"
        );
        let (text, left_out) = fitted(44);
        assert_eq!(left_out, ["before"]);
        assert!(
            text.contains("52.5 % ± 1.0") && !text.contains("50.0"),
            "{text}"
        );
        assert_eq!(fitted(25).1, ["before", "after"]);
    }

    #[test]
    fn toml_tables_keep_their_order_and_part_where_the_columns_do() {
        let sheets = of_toml(
            "[weapons]\nsword = { damage = \"1d8\", length = 2 }\naxe = { damage = \"1d6\", length = 1, db = true }\n\
             bow = { damage = \"1d8\", range = 90, shots = 6 }\n[armour.mail]\nap = 7\n\
             [sets]\n1 = [3]\n2 = [5, 3]\n[remedies]\n",
            |_, row| if row == "axe" { "ours" } else { "book" }.to_owned(),
        );
        let names: Vec<_> = sheets.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["weapons", "weapons", "armour", "sets", "remedies"]);
        assert_eq!(
            sheets[3].1.show(LOOK),
            "name  value  source\n1     3      book\n2     5, 3   book\n"
        );
        assert!(sheets[4].1.is_empty());
        assert_eq!(
            sheets[0].1.show(LOOK),
            "name   damage  length  db   source\nsword  1d8     2            book\naxe    1d6     1       yes  ours\n"
        );
        assert_eq!(
            sheets[1].1.heads,
            ["name", "damage", "range", "shots", "source"]
        );
    }
}
