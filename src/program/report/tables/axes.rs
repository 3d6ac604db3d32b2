//! Writes `axes.csv`, which has a row for each matchup and axis. Only runs of several scenarios with
//! different axes have this table.
//!
//! The other tables have a column for each axis, and that column is empty for scenarios without the axis. A
//! program that guesses the type of a column from its first rows may find only empty cells there, and take
//! later numbers for texts. In this table, the first rows show the type of each column: rows with numbers
//! come first, numbers have decimals, and texts are in quotes.

use std::io::{self, Write};

use super::super::columns::AXES;
use super::super::dialect::{Csv, is_number};
use super::super::write::Unwritten;
use super::super::{Played, Report};
use super::value_on;
use crate::tally::Count;

impl<C: Count> Report<C> {
    /// Returns the table. `None` if all scenarios have the same axes.
    pub(super) fn table_of_axes(&self) -> Option<(&'static str, Unwritten<'_>)> {
        let axes = self.axes();
        let has = |played: &Played<C>, axis: &str| played.axes.iter().any(|(name, _)| name == axis);
        let differ = (self.played.iter()).any(|played| axes.iter().any(|axis| !has(played, axis)));
        let write = |out: &mut dyn Write| self.write_axes(out);
        differ.then(|| (AXES.name, Unwritten::new(write)))
    }

    fn write_axes(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = AXES.columns.iter();
        let header = columns.map(|column| (column.name.to_owned(), column.kind));
        let mut csv = Csv::onto(out, self.dialect, header).quoting_texts();
        let rows = || {
            self.played.iter().flat_map(|played| {
                played.axes.iter().map(move |(axis, _)| {
                    let label = value_on(played, axis);
                    let value = self.value_of(played, axis, label);
                    let number = is_number(&value).then(|| with_decimals(value));
                    (played, axis, label, number.unwrap_or_default())
                })
            })
        };
        for numbers in [true, false] {
            for (played, axis, label, number) in rows() {
                if numbers != number.is_empty() {
                    let Played {
                        scenario,
                        ruleset,
                        matchup,
                        ..
                    } = played;
                    csv.row([scenario, ruleset, matchup, axis, label, &*number]);
                }
            }
        }
        csv.end().map(|_| ())
    }
}

/// Returns the number with a decimal point, so that no program takes the column for whole numbers.
fn with_decimals(number: String) -> String {
    if number.contains(['.', 'e']) {
        number
    } else {
        number + ".0"
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixtures::{played, report};
    use super::super::super::{Dialect, Report};

    fn table(report: &Report) -> Option<String> {
        let tables = report.tables();
        let (_, bytes) = tables.into_iter().find(|(name, _)| *name == "axes.csv")?;
        Some(String::from_utf8(bytes).expect("tables are UTF-8"))
    }

    #[test]
    fn axes_of_several_scenarios_are_listed_with_numbers_first() {
        let blades = |weapon| played("blades", &[("weapon", weapon)], [1, 0, 0, 0]);
        let skill = |skill| played("skill", &[("skill", skill)], [1, 0, 0, 0]);
        let mixed = || vec![blades("axe"), blades("1,5"), skill("45"), skill("0.5")];
        assert_eq!(
            table(&report(mixed())).as_deref(),
            Some(
                "scenario,ruleset,matchup,axis,label,number\r\n\
                 \"skill\",\"brp\",\"45\",\"skill\",\"45\",45.0\r\n\
                 \"skill\",\"brp\",\"0.5\",\"skill\",\"0.5\",0.5\r\n\
                 \"blades\",\"brp\",\"axe\",\"weapon\",\"axe\",\r\n\
                 \"blades\",\"brp\",\"1,5\",\"weapon\",\"1,5\",\r\n"
            )
        );
        let european = table(&report(mixed()).in_dialect(Dialect::ExcelEu));
        assert!(european.is_some_and(|text| text.contains(";\"skill\";\"0.5\";0,5\r\n")));
        // If all scenarios have the same axes, there is no such table.
        assert_eq!(table(&report(vec![skill("45"), skill("65")])), None);
    }
}
