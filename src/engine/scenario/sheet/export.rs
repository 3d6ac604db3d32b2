//! Exports the rows of a table as a sheet. If a scenario includes that sheet, it reads the same rows.

use super::super::spec::{FieldKind, FieldSpec};
use super::super::{Faults, Scenario, Sources, Table, Value, parse};
use super::{Fillable, NAME, kind_at, path, values};
use crate::suggest::help_for;

/// A table as a sheet: a header, and rows with one cell for each column.
#[derive(Debug, Clone, PartialEq)]
pub struct Exported {
    /// The names of the columns. The first one is `name`.
    pub heads: Vec<String>,
    /// The rows, without the header.
    pub rows: Vec<Vec<ExportedCell>>,
}

/// A cell of an exported sheet.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ExportedCell {
    /// The row has no value in this column.
    #[default]
    Empty,
    /// A number, with a decimal point and not a comma.
    Number(String),
    /// A text.
    Text(String),
}

/// Returns the names of the tables that can be exported as sheets. `keys` are the keys at the top of a
/// scenario.
pub fn exportable(keys: &[FieldSpec]) -> Vec<&'static str> {
    Fillable::of(keys).names()
}

/// Exports the rows of the table called `table`. If `of` is a scenario, these are its rows, without those of
/// the rulebook. If `of` is `Err`, it has the rulebook's tables as text, and these are the rows of the
/// rulebook.
///
/// `keys` are the keys that the rulebook allows at the top of a scenario.
///
/// # Errors
/// If no table with rows has this name. The error suggests names of tables that exist.
pub fn exported(
    of: Result<&Scenario, &str>,
    table: &str,
    keys: &[FieldSpec],
) -> Result<Exported, String> {
    let tables = Fillable::of(keys);
    let Some((name, keys)) = tables.named(table) else {
        let help =
            help_for(table, tables.names()).map_or(String::new(), |help| format!("; {help}"));
        return Err(format!("there is no table with rows named `{table}`{help}"));
    };
    let (tree, sources) = match of {
        Ok(scenario) => (scenario.tree.clone(), scenario.sources.clone()),
        Err(text) => {
            let mut sources = Sources::default();
            // The text is added like a file of a scenario and not as a rulebook, so that none of its rows are
            // left out.
            let source = sources.add("the book", text);
            let faults = Faults::new(sources.clone());
            (parse::document(source, &faults).0, sources)
        }
    };
    let mut sheet = Sheet {
        keys,
        sources: &sources,
        heads: vec![NAME.to_owned()],
    };
    if keys.iter().any(|row| row.key == "like") {
        sheet.heads.push("like".to_owned());
    }
    let rows = tree.get(name).and_then(|node| node.as_table());
    let rows = rows.into_iter().flat_map(Table::iter);
    let own = rows.filter(|(_, entry)| !sources.is_book(entry.key.source));
    let mut cells: Vec<Vec<(usize, ExportedCell)>> = Vec::new();
    for (name, entry) in own {
        let mut row = vec![(0, ExportedCell::Text(values::written_name(name)))];
        if let Some(table) = entry.node.as_table() {
            sheet.row(table, &mut Vec::new(), &mut row);
        }
        cells.push(row);
    }
    let mut heads = sheet.heads;
    let mut rows: Vec<Vec<ExportedCell>> = cells
        .into_iter()
        .map(|row| {
            let mut cells = vec![ExportedCell::Empty; heads.len()];
            for (at, cell) in row {
                cells[at] = cell;
            }
            cells
        })
        .collect();
    // The column `like` is removed if no row has a value there.
    if heads.get(1).is_some_and(|head| head == "like")
        && rows.iter().all(|row| row[1] == ExportedCell::Empty)
    {
        heads.remove(1);
        for row in &mut rows {
            row.remove(1);
        }
    }
    Ok(Exported { heads, rows })
}

struct Sheet<'s> {
    keys: &'s [FieldSpec],
    sources: &'s Sources,
    heads: Vec<String>,
}

impl Sheet<'_> {
    /// Adds the cells of a row to `cells`, each with the index of its column. `path` has the keys that lead
    /// to `table`, if that is a table inside the row.
    fn row(
        &mut self,
        table: &Table,
        path: &mut Vec<String>,
        cells: &mut Vec<(usize, ExportedCell)>,
    ) {
        for (key, entry) in table.iter() {
            if self.sources.is_book(entry.key.source) {
                continue;
            }
            path.push(key.to_owned());
            match (&entry.node.value, self.head(path)) {
                (Value::Table(inner), Some(_)) if self.leads_inside(inner, path) => {
                    self.row(inner, path, cells);
                }
                (value, Some((head, kind))) => {
                    let at = self.column(head);
                    cells.push((at, values::written(value, kind)));
                }
                // No other keys can occur, since the scenario has been checked.
                (_, None) => {}
            }
            path.pop();
        }
    }

    /// Returns whether each value of `table` has a column of its own. Otherwise the whole table is written to
    /// one cell.
    fn leads_inside(&self, table: &Table, path: &[String]) -> bool {
        let has_column = |key: &str| {
            let path: Vec<String> = path.iter().cloned().chain([key.to_owned()]).collect();
            self.head(&path).is_some()
        };
        !table.is_empty() && table.keys().all(has_column)
    }

    /// Returns the name of the column for the value at `keys`, and the kind of its values. `None` if the
    /// table cannot have such a value.
    fn head(&self, keys: &[String]) -> Option<(String, FieldKind)> {
        let kind = kind_at(self.keys, keys)?;
        let quoted = |key: &String| {
            let is_bare = !key.is_empty()
                && key.trim() == key
                && !key.contains('.')
                && !key.starts_with(['"', '\'']);
            let mark = ['"', '\''].into_iter().find(|mark| !key.contains(*mark));
            match mark {
                _ if is_bare => Some(key.clone()),
                Some(mark) => Some(format!("{mark}{key}{mark}")),
                None => None,
            }
        };
        let head: Option<Vec<String>> = keys.iter().map(quoted).collect();
        let head = head?.join(".");
        let is_same = |path: Vec<String>| path == keys;
        path(&head).is_some_and(is_same).then_some((head, kind))
    }

    fn column(&mut self, head: String) -> usize {
        let found = self.heads.iter().position(|other| *other == head);
        found.unwrap_or_else(|| {
            self.heads.push(head);
            self.heads.len() - 1
        })
    }
}
