//! Writes heat tables: the win rates in a scenario with two axes, coloured from low to high.
//!
//! A second table below the first one has the distance of each figure from the farther end of its interval.
//! Both tables have averages over whole rows and columns.

use indexmap::IndexMap;
use rust_xlsxwriter::{
    ConditionalFormat3ColorScale, ConditionalFormatType, Format, Workbook, XlsxError,
};

use super::super::ranking::{FIRST, average};
use super::super::{Played, Report};
use super::limits::{COLUMNS, Cuts};
use super::page::{self, Page};
use super::table::{at_column, at_row};
use crate::tally::{Count, Interval};

/// Blue, white and orange, which colour-blind readers can distinguish.
const SCALE: [u32; 3] = [0x0067_A9CF, 0x00F7_F7F7, 0x00EF_8A62];

/// A sheet with a heat table that was written: its name, and a description.
pub(super) struct Heat {
    pub(super) sheet: String,
    pub(super) about: String,
}

/// Adds a sheet with a heat table for each scenario with two axes.
pub(super) fn add<C: Count>(
    report: &Report<C>,
    book: &mut Workbook,
    cuts: &mut Cuts,
) -> Result<Vec<Heat>, XlsxError> {
    let mut heats = Vec::new();
    let scenarios: Vec<&str> = report.scenarios().collect();
    for scenario in &scenarios {
        let group: Vec<&Played<C>> = report.played_of(scenario).collect();
        let Some(grid) = Grid::of(&group) else {
            continue;
        };
        let wanted = match scenarios.as_slice() {
            [_] => "heat".to_owned(),
            _ => format!("heat {scenario}"),
        };
        let (down, across) = (grid.down.len(), grid.across.len());
        // A sheet has two tables, one above the other, each with a header and averages.
        if 2 * (down + 6) > cuts.rows || across + 2 > COLUMNS {
            cuts.note(format!(
                "`{wanted}` is left out: {down} by {across} values are more than a sheet holds"
            ));
            continue;
        }
        let name = cuts.sheet(&wanted);
        let sheet = book.add_worksheet().set_name(&name)?;
        grid.write(&mut Page { sheet, cuts })?;
        heats.push(Heat {
            sheet: name,
            about: grid.title(),
        });
    }
    Ok(heats)
}

/// The win rates of the first side for each pair of values on two axes.
struct Grid<'r> {
    scenario: &'r str,
    side: &'r str,
    axes: [&'r str; 2],
    down: Vec<&'r str>,
    across: Vec<&'r str>,
    rates: IndexMap<(&'r str, &'r str), Interval>,
}

impl<'r> Grid<'r> {
    fn of<C: Count>(group: &[&'r Played<C>]) -> Option<Self> {
        let first = *group.first()?;
        let [(one, _), (other, _)] = first.axes.as_slice() else {
            return None;
        };
        let mut grid = Self {
            scenario: &first.scenario,
            side: first.cast.sides.first()?,
            axes: [one, other],
            down: Vec::new(),
            across: Vec::new(),
            rates: IndexMap::new(),
        };
        for played in group {
            let [(_, one), (_, other)] = played.axes.as_slice() else {
                return None;
            };
            for (values, value) in [(&mut grid.down, one), (&mut grid.across, other)] {
                if !values.contains(&value.as_str()) {
                    values.push(value);
                }
            }
            if let Some(rate) = played.tally.win_rate(FIRST) {
                grid.rates.insert((one, other), rate);
            }
        }
        Some(grid)
    }

    fn title(&self) -> String {
        let [down, across] = self.axes;
        format!(
            "{}: how often {} wins, by {down} (down) and {across} (across)",
            self.scenario, self.side
        )
    }

    fn write(&self, page: &mut Page<'_>) -> Result<(), XlsxError> {
        let bold = Format::new().set_bold();
        page.text(0, 0, &self.title(), &bold)?;
        let below = self.block(page, 1, |rate| rate.estimate)?;
        let note = "largest distance of each figure from an end of its 95 % confidence interval, in percentage points";
        page.text(at_row(below + 1), 0, note, &bold)?;
        self.block(page, below + 2, Interval::reach)?;

        let (down, across) = (at_row(self.down.len()), at_column(self.across.len()));
        let [low, middle, high] = SCALE;
        let scale = ConditionalFormat3ColorScale::new()
            .set_minimum(ConditionalFormatType::Number, 0)
            .set_midpoint(ConditionalFormatType::Number, 0.5)
            .set_maximum(ConditionalFormatType::Number, 1)
            .set_minimum_color(low)
            .set_midpoint_color(middle)
            .set_maximum_color(high);
        page.sheet
            .add_conditional_format(2, 1, down + 2, across + 1, &scale)?;
        page.sheet.set_freeze_panes(2, 1)?;
        page.printed();
        let names = self.down.iter().map(|value| page::width(value)).max();
        page.width(0, names.unwrap_or(0).max(page::width(self.axes[0])))?;
        for (place, value) in self.across.iter().enumerate() {
            page.width(at_column(place + 1), page::width(value).max(7))?;
        }
        page.width(across + 1, 8)
    }

    /// Writes a table that begins at the row `top`. For each win rate and each average, the table has the
    /// number that `figure` returns for it. Returns the first row below the table.
    fn block(
        &self,
        page: &mut Page<'_>,
        top: usize,
        figure: impl Fn(&Interval) -> f64,
    ) -> Result<usize, XlsxError> {
        let (head, share) = (page::head(), page::number("0.0%"));
        let (last_row, last_column) = (top + 1 + self.down.len(), 1 + self.across.len());
        page.text(at_row(top), 0, self.axes[0], &head)?;
        for (place, value) in self.across.iter().chain([&"average"]).enumerate() {
            page.text(at_row(top), at_column(place + 1), value, &head)?;
        }
        let mut put = |row: usize, column: usize, rate: Option<&Interval>| match rate {
            Some(rate) => page.number(at_row(row), at_column(column), figure(rate), &share),
            None => Ok(()),
        };
        for (row, one) in self.down.iter().enumerate() {
            for (column, other) in self.across.iter().enumerate() {
                put(top + 1 + row, 1 + column, self.rates.get(&(*one, *other)))?;
            }
            put(
                top + 1 + row,
                last_column,
                self.average(|key| key.0 == *one).as_ref(),
            )?;
        }
        for (column, other) in self.across.iter().enumerate() {
            put(
                last_row,
                1 + column,
                self.average(|key| key.1 == *other).as_ref(),
            )?;
        }
        for (row, one) in self.down.iter().chain([&"average"]).enumerate() {
            page.text(at_row(top + 1 + row), 0, one, &head)?;
        }
        Ok(last_row + 1)
    }

    /// Returns the average of the win rates that `which` selects by their pair of values. `None` if any win
    /// rate of the table is missing, because averages could not be compared then.
    fn average(&self, which: impl Fn(&(&str, &str)) -> bool) -> Option<Interval> {
        if self.rates.len() < self.down.len() * self.across.len() {
            return None;
        }
        let rates = self.rates.iter().filter(|(key, _)| which(key));
        let rates: Vec<Interval> = rates.map(|(_, rate)| *rate).collect();
        average(&rates)
    }
}
