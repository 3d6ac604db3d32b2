//! Reads a CSV table of a report, so that its cells can be found by the names of its columns.
//!
//! Both dialects are accepted, and columns may be in any order. The content is checked: the file has to be
//! CSV, to have the required columns, and to have numbers in the columns of numbers.

use std::fmt;

use csv::ReaderBuilder;

use crate::report::{Dialect, columns};

/// The largest number of flaws that are reported for a table. A wrong file would have a flaw in every row.
const TOLD: usize = 5;

/// A mistake in a file of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The name of the file.
    pub file: String,
    /// A description of the mistake with its location.
    pub message: String,
}

impl Flaw {
    /// Returns a flaw of the file called `file`.
    pub(super) fn of(file: &str, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.message)
    }
}

/// A table in memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'t> {
    table: &'t Table,
    /// The number of the row as spreadsheets count it. The header is row 1.
    pub(super) number: usize,
    pub(super) cells: &'t [String],
}

impl Table {
    /// Parses a CSV table in either dialect.
    ///
    /// # Errors
    /// If the content is not CSV, or if a row has more or fewer cells than the header.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self, Vec<Flaw>> {
        let flaw = |message: String| vec![Flaw::of(name, message)];
        let text = str::from_utf8(bytes).map_err(|_| flaw("this is not UTF-8".to_owned()))?;
        let (dialect, text) = Dialect::of(text);
        let mut reader = ReaderBuilder::new()
            .delimiter(dialect.separator())
            .flexible(true)
            .has_headers(false)
            .from_reader(text.as_bytes());
        let mut rows = Vec::new();
        for (at, record) in reader.records().enumerate() {
            let record =
                record.map_err(|error| flaw(format!("row {}: not CSV: {error}", at + 1)))?;
            rows.push(record.iter().map(str::to_owned).collect::<Vec<_>>());
        }
        if rows.is_empty() {
            return Err(flaw("the column names are missing".to_owned()));
        }
        let heads: Vec<String> = rows.remove(0);
        let heads: Vec<String> = heads.iter().map(|head| Dialect::read(head)).collect();
        let spec = columns::ALL.iter().find(|table| table.name == name);
        dialect.restore(spec, &heads, &mut rows);
        let flaws: Vec<Flaw> = rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.len() != heads.len())
            .take(TOLD)
            .map(|(at, row)| {
                let (has, needs) = (row.len(), heads.len());
                Flaw::of(
                    name,
                    format!(
                        "row {}: the row has {has} cells, but there are {needs} columns",
                        at + 2
                    ),
                )
            })
            .collect();
        if !flaws.is_empty() {
            return Err(flaws);
        }
        Ok(Self {
            name: name.to_owned(),
            heads,
            rows,
        })
    }

    /// Returns the index of the column called `name`.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.heads.iter().position(|head| head == name)
    }

    /// Returns the rows of the table, in order.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().enumerate().map(|(at, cells)| Row {
            table: self,
            number: at + 2,
            cells,
        })
    }

    /// Returns the flaws that make the table unusable: missing columns, and wrong cells. The columns `texts`
    /// and `numbers` have to exist. A cell in `numbers` has to be a number that is not negative. A cell in
    /// `perhaps` may also be empty or negative. Such a column may be missing, since a column of empty cells
    /// is left out of a table.
    pub(super) fn flaws(&self, texts: &[&str], numbers: &[&str], perhaps: &[&str]) -> Vec<Flaw> {
        let all = texts.iter().chain(numbers);
        let missing: Vec<Flaw> = all
            .filter(|name| self.column(name).is_none())
            .map(|name| Flaw::of(&self.name, format!("the column `{name}` is missing")))
            .collect();
        if !missing.is_empty() {
            return missing;
        }
        let wrong = |row: &Row<'_>| {
            let no_number = |name: &&&str| match row.number(name) {
                Some(number) => number < 0.0,
                None => true,
            };
            let nothing = |name: &&&str| row.number(name).is_none() && !row.text(name).is_empty();
            let name = numbers.iter().find(no_number);
            let name = name.or_else(|| perhaps.iter().find(nothing))?;
            let (at, cell) = (row.number, row.text(name));
            let message = format!("row {at}: `{name}` is `{cell}`, which is not possible");
            Some(Flaw::of(&self.name, message))
        };
        self.rows()
            .filter_map(|row| wrong(&row))
            .take(TOLD)
            .collect()
    }
}

impl<'t> Row<'t> {
    /// Returns the text in this column. Empty if the table has no such column.
    pub(super) fn text(&self, column: &str) -> &'t str {
        let place = self.table.column(column);
        place.map_or("", |place| self.cells[place].as_str())
    }

    /// Returns the number in this column. `None` if the cell has no number.
    pub(super) fn number(&self, column: &str) -> Option<f64> {
        let number = self.text(column).parse::<f64>().ok();
        number.filter(|number| number.is_finite())
    }

    /// Returns the whole number in this column, or 0 if the cell is empty.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast takes what is out of range to the nearest end"
    )]
    pub(super) fn whole(&self, column: &str) -> u32 {
        self.number(column).unwrap_or_default() as u32
    }

    /// Returns a flaw that mentions the number of this row.
    pub(super) fn flaw(&self, message: impl fmt::Display) -> Flaw {
        Flaw::of(&self.table.name, format!("row {}: {message}", self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(result: Result<Table, Vec<Flaw>>) -> Vec<String> {
        let flaws = result.expect_err("it is damaged");
        flaws.iter().map(Flaw::to_string).collect()
    }

    #[test]
    fn both_dialects_are_read_by_the_names_of_their_columns() {
        for text in ["a,x\r\n'=b,0.5\r\n", "\u{feff}a;x\r\n'=b;0,5\r\n"] {
            let table = Table::read("t.csv", text.as_bytes()).expect("a sound table");
            assert!(table.flaws(&["a"], &["x"], &[]).is_empty());
            let row = table.rows().next().expect("a row");
            assert_eq!((row.text("a"), row.number("x")), ("=b", Some(0.5)));
            assert_eq!((row.text("none"), row.number("a")), ("", None));
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_row() {
        assert_eq!(
            told(Table::read("t.csv", b"")),
            ["t.csv: the column names are missing"]
        );
        assert_eq!(
            told(Table::read("t.csv", b"a,b\n1\n")),
            ["t.csv: row 2: the row has 1 cells, but there are 2 columns"]
        );
        assert_eq!(
            told(Table::read("t.csv", &[0xff, b'\n'])),
            ["t.csv: this is not UTF-8"]
        );
        let table = Table::read("t.csv", b"a,b\n1,2\n-3,x\n").expect("CSV");
        let flaws = |numbers: &[&str], perhaps: &[&str]| {
            let flaws = table.flaws(&[], numbers, perhaps);
            flaws.iter().map(Flaw::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            flaws(&["a"], &[]),
            ["t.csv: row 3: `a` is `-3`, which is not possible"]
        );
        assert_eq!(
            flaws(&[], &["a", "b"]),
            ["t.csv: row 3: `b` is `x`, which is not possible"]
        );
        assert_eq!(flaws(&["c"], &[]), ["t.csv: the column `c` is missing"]);
        assert_eq!(flaws(&[], &["a", "c"]), [""; 0]);
    }
}
