//! Implements `skirmish columns`, which shows the data dictionary of the CSV tables.

use std::fmt::Write;

use clap::Args;

use super::args::{DialectArg, FormArg};
use super::output::{self, Capabilities, Failure};
use super::sheet::Sheet;
use super::unknown;
use crate::report::columns::{ALL, ColumnKind, EVENTS, TableSpec};
use crate::report::{Csv, Dialect};
use crate::rules::RulesetId;

/// Show the meaning of every column of the CSV tables
#[derive(Debug, Args)]
#[command(
    long_about = "Shows the data dictionary: for every CSV table, each column with its type, unit, range and meaning.",
    after_long_help = "Examples:\n  \
        skirmish columns\n  \
        skirmish columns summary\n  \
        skirmish columns --as csv > dictionary.csv"
)]
pub(super) struct ColumnsArgs {
    /// One of the tables; default: all
    #[arg(value_name = "TABLE")]
    pub(super) table: Option<String>,

    /// Format of the data dictionary
    #[arg(long = "as", value_name = "FORM", default_value = "text")]
    pub(super) form: FormArg,

    /// Format of the CSV
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,
}

const HEADS: [&str; 5] = ["column", "type", "unit", "range", "meaning"];
const EVENT_HEADS: [&str; 5] = ["event", "kind", "ruleset", "clause", "meaning"];

/// Returns a row for each event of every book, if `events.csv` is among `tables`. The rows explain the values
/// of its column `event`.
fn events(tables: &[TableSpec]) -> impl Iterator<Item = [&'static str; 5]> {
    let shown = tables.iter().any(|table| table.name == EVENTS.name);
    let books = RulesetId::ALL.iter().filter(move |_| shown);
    books.map(|id| id.book()).flat_map(|book| {
        book.events.iter().map(|event| {
            [
                event.name,
                event.kind.name(),
                book.name,
                event.clause,
                event.meaning,
            ]
        })
    })
}

/// Shows the columns of one table or of all tables.
pub(super) fn columns(args: &ColumnsArgs) -> Result<(), Failure> {
    if args.dialect == DialectArg::ExcelEu && args.form != FormArg::Csv {
        return Err(Failure::Usage(
            "--dialect sets the format of CSV: add --as csv or remove --dialect".to_owned(),
        ));
    }
    let tables = match &args.table {
        None => ALL.to_vec(),
        Some(name) => {
            let found = ALL
                .iter()
                .find(|table| table.name == name || short(table) == name);
            let names = ALL.iter().map(short);
            vec![*found.ok_or_else(|| unknown("table", name, names))?]
        }
    };
    let text = match args.form {
        FormArg::Text => text(&tables, Capabilities::stdout()),
        FormArg::Markdown => markdown(&tables),
        FormArg::Csv => csv(&tables, args.dialect.dialect()),
    };
    output::raw(text.as_bytes())
}

/// Returns the short name of a table for the command line, such as `summary` or `baseline`.
fn short(table: &TableSpec) -> &'static str {
    let name = table.name.trim_end_matches(".csv");
    name.rsplit('.').next().unwrap_or(name)
}

/// Returns the columns of a table. Each has the cells of its row in the dictionary, and whether only `solve`
/// writes the column.
fn rows(table: &TableSpec) -> impl Iterator<Item = ([&'static str; 5], bool)> {
    table.every_column().into_iter().map(|column| {
        let row = [
            column.name,
            column.kind.name(),
            column.unit,
            column.range,
            column.meaning,
        ];
        (row, table.exact.contains(&column))
    })
}

/// Returns the meaning of a column. `only_exact` appends a note that only `solve` writes the column.
fn meaning(meaning: &str, only_exact: bool) -> String {
    if only_exact {
        format!("{meaning}; only in the tables of `solve`")
    } else {
        meaning.to_owned()
    }
}

fn text(tables: &[TableSpec], look: Capabilities) -> String {
    let mut text = String::new();
    for table in tables {
        if !text.is_empty() {
            text.push('\n');
        }
        let mut sheet = Sheet::new(HEADS);
        for (row, only_exact) in rows(table) {
            let [name, kind, unit, range, means] = row;
            let means = meaning(means, only_exact);
            sheet.row([name, kind, unit, range, &means].map(|cell| cell.replace('`', "")));
        }
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{}: {}\n\n{}",
            table.name,
            table.about.replace('`', ""),
            sheet.show(look)
        );
    }
    let mut sheet = Sheet::new(EVENT_HEADS);
    let rows: Vec<_> = events(tables).collect();
    for row in &rows {
        sheet.row(row.map(str::to_owned));
    }
    if !rows.is_empty() {
        let _ = write!(text, "\nThe events of each book:\n\n{}", sheet.show(look));
    }
    text
}

/// Returns the dictionary of these tables as Markdown, in the form of docs/tables.md.
fn markdown(tables: &[TableSpec]) -> String {
    let mut text = String::new();
    for table in tables {
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = writeln!(text, "**`{}`**: {}\n", table.name, table.about);
        let _ = writeln!(
            text,
            "| {} |\n| --- | --- | --- | --- | --- |",
            HEADS.join(" | ")
        );
        for (row, only_exact) in rows(table) {
            let [name, kind, unit, range, means] = row;
            let means = meaning(means, only_exact);
            let _ = writeln!(text, "| `{name}` | {kind} | {unit} | {range} | {means} |");
        }
    }
    let mut events = events(tables).peekable();
    if events.peek().is_some() {
        let heads = EVENT_HEADS.join(" | ");
        let _ = writeln!(
            text,
            "\n**The events of each book**\n\n| {heads} |\n| --- | --- | --- | --- | --- |"
        );
    }
    for [name, kind, book, clause, meaning] in events {
        let _ = writeln!(
            text,
            "| `{name}` | {kind} | `{book}` | {clause} | {meaning} |"
        );
    }
    text
}

fn csv(tables: &[TableSpec], dialect: Dialect) -> String {
    let heads = ["table"].into_iter().chain(HEADS);
    let mut csv = Csv::new(
        dialect,
        heads.map(|head| (head.to_owned(), ColumnKind::Text)),
    );
    for table in tables {
        for (row, only_exact) in rows(table) {
            let [name, kind, unit, range, means] = row;
            csv.row([
                table.name,
                name,
                kind,
                unit,
                range,
                &meaning(means, only_exact),
            ]);
        }
    }
    String::from_utf8(csv.finish()).expect("the dictionary is UTF-8")
}
