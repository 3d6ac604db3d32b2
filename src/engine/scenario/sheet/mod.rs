//! Reads rows of tables from CSV files and workbooks that a scenario includes.
//!
//! A sheet has a header and rows. The column `name` has the names of the rows, and every other column is a
//! key of the table. A dot in the name of a column leads into a table inside the row, as in
//! `skills.broad-sword`. The rows become the same tree as that of an included TOML file, with a source
//! location for each cell. The rulebook therefore reads them like any other rows.
//!
//! A sheet fills one table, which is the first of these that exists: the one under the key `table` in its
//! `include` entry, the one with the name of the sheet or the file (`combatants`, `monsters.combatants.csv`),
//! or the table that has the most keys in common with the columns.
//!
//! Cells become values in a second step, since the kinds of values depend on the rulebook, and the rulebook
//! is known only after all files have been read.

mod export;
mod grid;
mod text;
mod values;
mod workbook;

use std::path::Path;

use super::spec::{FieldKind, FieldSpec, name as name_of_row};
use super::{Entry, Fault, Faults, Node, Span, Table, Value};
use crate::suggest::{help_or_all, in_words, nearest};
use grid::{Cell, Grid};

pub use export::{Exported, ExportedCell, exportable, exported};

/// The name of the column that has the names of the rows.
const NAME: &str = "name";

/// A sheet of an included file, with cells that have not become values yet.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    pub(super) grid: Grid,
    /// The path of the file, as the scenario writes it.
    file: String,
    /// The name of the sheet, if the file is a workbook, and the number of that workbook's sheets that are
    /// not empty.
    named: Option<(String, usize)>,
    /// The `include` entry that names the file.
    entry: Included,
}

/// An entry of `include`.
#[derive(Debug, Clone)]
pub(super) struct Included {
    pub(super) file: String,
    pub(super) span: Span,
    /// The name of the workbook's sheet to read, if the entry names one.
    pub(super) sheet: Option<(String, Span)>,
    /// The table that the rows are added to, if the entry names one.
    pub(super) table: Option<(String, Span)>,
}

/// The format of a file with sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Xlsx,
    Ods,
}

impl Form {
    /// Returns the format of the file, judging by its extension. `None` if files of that kind have no sheets.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "csv" | "tsv" | "tab" => Some(Self::Text),
            "xlsx" | "xlsm" => Some(Self::Xlsx),
            "ods" => Some(Self::Ods),
            _ => None,
        }
    }
}

/// Reads the sheets of a file, without empty ones. If a text file is not UTF-8, returns its bytes and the
/// number of bytes before the first invalid one as `Err`.
pub(super) fn read(
    (name, bytes, form): (&str, Vec<u8>, Form),
    entry: &Included,
    faults: &mut Faults,
) -> Result<Vec<Sheet>, (Vec<u8>, usize)> {
    let mut sheets = Vec::new();
    let new = |grid, named| Sheet {
        grid,
        file: name.to_owned(),
        named,
        entry: entry.clone(),
    };
    if form == Form::Text {
        let text = match text::decoded(&bytes) {
            Ok(text) => text.into_owned(),
            Err(at) => return Err((bytes, at)),
        };
        let cells = text::cells(&text);
        let commas = cells.separator != ',';
        let grid = Grid::add((name, None), text, cells.found, commas, faults);
        sheets.push(new(grid, None));
    } else {
        let found = match workbook::sheets(bytes, form == Form::Ods) {
            Ok(found) => found,
            Err(why) => {
                let message = format!("`{name}` cannot be read as a workbook: {why}");
                let fault = Fault::at("scenario::file", entry.span, message, "included here");
                faults.push(fault.help("save it as .xlsx, .ods or .csv"));
                return Ok(Vec::new());
            }
        };
        let wanted = entry.sheet.as_ref();
        if let Some((wanted, span)) = wanted
            && found.iter().all(|sheet| sheet.name != *wanted)
        {
            let names: Vec<&str> = found.iter().map(|sheet| sheet.name.as_str()).collect();
            let message = format!("`{name}` has no sheet named `{wanted}`");
            let fault = Fault::at("scenario::sheet", *span, message, "unknown sheet");
            faults.push(fault.help_if(help_or_all(wanted, &names)));
            return Ok(Vec::new());
        }
        let found = found.into_iter().filter(|sheet| {
            let is_wanted = wanted.is_none_or(|(wanted, _)| sheet.name == *wanted);
            is_wanted && sheet.found.iter().any(|cell| !cell.text.trim().is_empty())
        });
        let found: Vec<_> = found.collect();
        let count = found.len();
        for sheet in found {
            let of = (name, Some(&*sheet.name));
            let grid = Grid::add(of, sheet.text, sheet.found, true, faults);
            sheets.push(new(grid, Some((sheet.name, count))));
        }
    }
    if sheets.iter().all(|sheet| sheet.grid.is_empty()) {
        let message = format!("`{name}` is empty");
        let fault = Fault::at("scenario::sheet", entry.span, message, "included here");
        faults.push(fault.help("the first row must have the names of the columns"));
        sheets.clear();
    }
    Ok(sheets)
}

/// The names of the tables of a rulebook that sheets can fill, each with the keys of a row.
#[derive(Debug)]
pub(super) struct Fillable(Vec<(&'static str, Vec<FieldSpec>)>);

impl Fillable {
    /// Returns those tables of a rulebook that consist of rows. `keys` are the keys at the top of a scenario.
    pub(super) fn of(keys: &[FieldSpec]) -> Self {
        let tables = keys.iter().filter_map(|row| match row.kind {
            FieldKind::ByName(_, FieldKind::Table(rows)) => {
                let like = name_of_row("like", row.key, "", "");
                Some((row.key, rows.iter().copied().chain([like]).collect()))
            }
            _ => None,
        });
        Self(tables.collect())
    }

    fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }

    fn named(&self, name: &str) -> Option<&(&'static str, Vec<FieldSpec>)> {
        self.0
            .iter()
            .find(|(table, _)| table.eq_ignore_ascii_case(name))
    }
}

impl Sheet {
    /// Returns the rows of the sheet as a tree of the same form as that of an included TOML file. The tree is
    /// empty if it is unclear which table the rows belong to.
    pub(super) fn tree(&self, tables: &Fillable, faults: &Faults) -> Table {
        let Some(&(table, ref keys)) = self.table(tables, faults) else {
            return Table::default();
        };
        let Some(columns) = self.columns(table, keys, faults) else {
            return Table::default();
        };
        let mut rows = Table::default();
        for row in self.grid.rows() {
            self.row(row, (table, &columns), &mut rows, faults);
        }
        let span = columns.name;
        let mut tree = Table::default();
        let value = Value::Table(rows);
        tree.insert(table, values::entry(Node { value, span }));
        tree
    }

    /// Returns the table that the sheet fills, with its keys. Reports a fault and returns `None` if that is
    /// unclear.
    fn table<'t>(
        &self,
        tables: &'t Fillable,
        faults: &Faults,
    ) -> Option<&'t (&'static str, Vec<FieldSpec>)> {
        let all = in_words(&tables.names());
        if let Some((name, span)) = &self.entry.table {
            let found = tables.named(name);
            if found.is_none() {
                let code = "scenario::sheet";
                faults.unknown(
                    code,
                    "table",
                    name,
                    *span,
                    tables.names(),
                    "a table with rows",
                );
            }
            return found;
        }
        let stem = Path::new(&self.file).file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy().into_owned();
        let own = match &self.named {
            Some((sheet, _)) => sheet.clone(),
            None => stem.rsplit('.').next().unwrap_or(&stem).to_owned(),
        };
        if let Some(found) = tables.named(&own) {
            return Some(found);
        }
        // A workbook may have sheets with notes, which fill no table. A sheet with nearly the name of a table
        // is a fault.
        if let Some((sheet, count)) = &self.named
            && *count > 1
            && self.entry.sheet.is_none()
        {
            let near = nearest(sheet, tables.names())?;
            let message = format!(
                "no table has the name of the sheet `{sheet}` in `{}`",
                self.file
            );
            let fault = Fault::at("scenario::sheet", self.entry.span, message, "included here");
            faults.push(fault.help(format!("did you mean `{near}`?")));
            return None;
        }
        let heads: Vec<String> = self.grid.header().iter().map(values::name).collect();
        let known = |keys: &[FieldSpec]| {
            let has =
                |head: &&String| path(head).is_some_and(|path| kind_at(keys, &path).is_some());
            heads
                .iter()
                .filter(|head| *head != NAME)
                .filter(has)
                .count()
        };
        let mut counts: Vec<_> = tables
            .0
            .iter()
            .map(|table| (known(&table.1), table))
            .collect();
        counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        match counts.as_slice() {
            [(first, table), rest @ ..] if *first > rest.first().map_or(0, |(count, _)| *count) => {
                Some(*table)
            }
            _ => {
                // The message does not show the header, since any private file could have been included by
                // mistake.
                let message = format!("it is unclear which table `{}` fills", self.file);
                let fault = Fault::at("scenario::sheet", self.entry.span, message, "included here");
                let help = format!(
                    "write `{{ file = \"{}\", table = \"…\" }}` with one of {all}; the columns are `name` and keys \
                     of the table",
                    self.entry.file
                );
                faults.push(fault.help(help));
                None
            }
        }
    }

    /// Returns the columns of the sheet, according to its header. Reports unknown and repeated columns.
    fn columns(&self, table: &str, keys: &[FieldSpec], faults: &Faults) -> Option<Columns> {
        let mut columns = Columns {
            name: self.grid.header().first()?.span,
            at: None,
            keys: Vec::new(),
        };
        let mut seen: Vec<String> = Vec::new();
        for cell in self.grid.header() {
            let head = values::name(cell);
            if seen.contains(&head) {
                let message = format!("two columns are named `{head}`");
                faults.push(cell.fault("scenario::sheet", message, "second column with this name"));
                continue;
            }
            seen.push(head.clone());
            if head == NAME {
                columns.name = cell.span;
                columns.at = Some(cell.column);
                continue;
            }
            let path = path(&head);
            let kind = path.as_ref().and_then(|path| kind_at(keys, path));
            if kind.is_none() {
                let known = known_at(keys, &head);
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let message = format!("`{table}` has no column `{head}`");
                let fault = cell.fault("scenario::unknown-key", message, "unknown column");
                faults.push(fault.help_if(help_or_all(&head, &known)));
            }
            columns.keys.push(Column {
                at: cell.column,
                head: cell.span,
                path: path.unwrap_or_default(),
                kind,
            });
        }
        if columns.at.is_none() {
            let near = seen.iter().position(|head| nearest(head, [NAME]).is_some());
            let cell = &self.grid.header()[near.unwrap_or(0)];
            let message = format!("`{table}` has no column `{NAME}` with the names of its rows");
            faults.push(cell.fault("scenario::sheet", message, "no column `name`"));
            return None;
        }
        Some(columns)
    }

    /// Reads one row of the sheet and adds it to `rows`.
    fn row(
        &self,
        row: &[Cell],
        (table, columns): (&str, &Columns),
        rows: &mut Table,
        faults: &Faults,
    ) {
        for cell in row {
            if let Some((flaw, help)) = cell.flaw {
                let message = match &*cell.text {
                    text if text.is_empty() || flaw.contains("quote") => flaw.to_owned(),
                    text => format!("`{text}` is not a valid value"),
                };
                faults.push(cell.fault("scenario::sheet", message, flaw).help(help));
            }
        }
        let sound = || row.iter().filter(|cell| cell.flaw.is_none());
        let Some(name) = sound().find(|cell| Some(cell.column) == columns.at) else {
            if let Some(first) = sound().next() {
                let message = format!("this row of `{table}` has no name");
                let label = format!("the column `{NAME}` is empty here");
                faults.push(first.fault("scenario::sheet", message, &label));
            }
            return;
        };
        let mut content = Table::default();
        for cell in sound() {
            if Some(cell.column) == columns.at {
                continue;
            }
            let Some(column) = columns.keys.iter().find(|column| column.at == cell.column) else {
                let message = "there is no column name above this cell";
                faults.push(cell.fault("scenario::sheet", message.to_owned(), "outside the table"));
                continue;
            };
            if let Some(kind) = column.kind {
                let raw = faults.sources().slice(cell.span);
                let node = values::value(cell, raw, kind, self.grid.decimal_commas);
                insert(&mut content, &column.path, (column.head, node), faults);
            }
        }
        let text = values::name(name);
        if let Some(first) = rows.entry(&text) {
            let line = faults.sources().line(first.key);
            let message = format!("two rows of `{table}` are named `{text}`");
            let fault = name.fault(
                "scenario::duplicate-name",
                message,
                "second row with this name",
            );
            faults.push(fault.help(format!("the first is row {line}")));
            return;
        }
        let node = Node {
            value: Value::Table(content),
            span: name.span,
        };
        rows.insert(text, values::entry(node));
    }
}

/// The columns of a sheet, as its header names them.
struct Columns {
    /// The source location of the header cell `name`.
    name: Span,
    /// The index of the column `name`, which has the names of the rows.
    at: Option<u16>,
    /// The columns with values.
    keys: Vec<Column>,
}

/// A column of values.
struct Column {
    at: u16,
    /// The source location of its header cell.
    head: Span,
    /// The keys that lead to the value inside a row.
    path: Vec<String>,
    /// The kind of its values. `None` if the column is unknown.
    kind: Option<FieldKind>,
}

/// Splits the name of a column into keys, which are separated by dots and may be in quotes.
fn path(head: &str) -> Option<Vec<String>> {
    let mut keys = Vec::new();
    let mut rest = head;
    loop {
        let (key, after) = match rest.chars().next()? {
            quote @ ('"' | '\'') => rest[1..].split_once(quote)?,
            _ => rest.split_at(rest.find('.').unwrap_or(rest.len())),
        };
        keys.push(key.trim().to_owned());
        if after.is_empty() {
            return Some(keys);
        }
        rest = after.strip_prefix('.')?;
    }
}

/// Returns the kind of the value at `path` in a row with these keys.
fn kind_at(keys: &[FieldSpec], path: &[String]) -> Option<FieldKind> {
    let (first, rest) = path.split_first()?;
    let kind = FieldSpec::find(keys, first)?.kind;
    rest.iter().try_fold(kind, |kind, key| inside(kind, key))
}

/// Returns the kind of the value at `key` inside a value of the given kind.
fn inside(kind: FieldKind, key: &str) -> Option<FieldKind> {
    match kind {
        FieldKind::Table(rows) => FieldSpec::find(rows, key).map(|row| row.kind),
        FieldKind::ByName(_, of) => (!key.is_empty()).then_some(*of),
        FieldKind::AnyOf(kinds) => kinds.iter().find_map(|kind| inside(*kind, key)),
        FieldKind::Anything => Some(FieldKind::Anything),
        _ => None,
    }
}

/// Returns column names to suggest in place of the unknown name `head`: the keys of the table, or those
/// inside the first key if the name begins with a known key and a dot.
fn known_at(keys: &[FieldSpec], head: &str) -> Vec<String> {
    let mut known: Vec<String> = keys.iter().map(|row| row.key.to_owned()).collect();
    known.push(NAME.to_owned());
    let first = head.split('.').next().filter(|first| *first != head);
    let rows = first
        .and_then(|first| FieldSpec::find(keys, first))
        .and_then(|row| {
            row.kind.pick(&|kind| match kind {
                FieldKind::Table(rows) => Some(rows),
                _ => None,
            })
        });
    match (first, rows) {
        (Some(first), Some(rows)) => rows
            .iter()
            .map(|row| format!("{first}.{}", row.key))
            .collect(),
        _ => known,
    }
}

/// Adds a value to a row at `path`. The source location of its key is `head`, the header cell of the column.
fn insert(table: &mut Table, path: &[String], (head, node): (Span, Node), faults: &Faults) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let span = node.span;
    let clash = || {
        let message = format!("`{first}` has a value, and so has a column inside it");
        let fault = Fault::at("scenario::duplicate", span, message, "second value");
        faults.push(fault.help("leave one of the two cells empty"));
    };
    if rest.is_empty() {
        if table.get(first).is_some() {
            clash();
        } else {
            table.insert(first.as_str(), values::entry(node));
        }
        return;
    }
    if table.get(first).is_none() {
        let value = Value::Table(Table::default());
        table.insert(first.as_str(), values::entry(Node { value, span }));
    }
    let entry: Option<&mut Entry> = table.entry_mut(first);
    match entry.map(|entry| &mut entry.node.value) {
        Some(Value::Table(inner)) => {
            insert(inner, rest, (head, node), faults);
            if let Some(entry) = inner.entry_mut(&rest[0]) {
                entry.key = head;
            }
        }
        _ => clash(),
    }
}
