//! Draws the charts of the workbook: for each scenario, win rates with error bars and the lengths of fights.
//!
//! If a scenario has two axes or more, the averages for each axis' values are drawn, as on the terminal.
//! Otherwise every matchup is drawn. The charts refer to their figures, which are in a separate sheet.

mod figures;

use rust_xlsxwriter::{
    Chart, ChartErrorBars, ChartErrorBarsType, ChartFont, ChartFormat, ChartLegendPosition,
    ChartLine, ChartRange, ChartSolidFill, ChartType, Format, Workbook, XlsxError,
};

use super::super::{Played, Report};
use super::limits::Cuts;
use super::page::{self, Page};
use super::table::{at_column, at_row};
use crate::tally::Count;
use figures::Block;

/// The name of the sheet with the charts.
pub(super) const SHEET: &str = "charts";
/// The name of the sheet with the figures of the charts.
pub(super) const FIGURES: &str = "chart data";

/// The largest number of scenarios that have charts.
const SCENARIOS: usize = 30;
/// The width and height of a chart in pixels. The next constant is its height in rows of cells.
const SIZE: (u32, u32) = (760, 380);
const ROWS_OF_A_CHART: usize = 20;

/// The colours of Okabe and Ito, which colour-blind readers can distinguish.
const COLOURS: [u32; 6] = [
    0x0000_72B2,
    0x00E6_9F00,
    0x0000_9E73,
    0x00CC_79A7,
    0x0056_B4E9,
    0x00D5_5E00,
];

/// The charts that were drawn, with their figures.
pub(super) struct Drawn {
    blocks: Vec<Block>,
}

/// Adds the sheet with the charts. Their figures have to be added later, in a sheet called [`FIGURES`].
pub(super) fn add<C: Count>(
    report: &Report<C>,
    book: &mut Workbook,
    cuts: &mut Cuts,
) -> Result<Drawn, XlsxError> {
    let scenarios: Vec<&str> = report.scenarios().collect();
    if scenarios.len() > SCENARIOS {
        let all = scenarios.len();
        cuts.note(format!(
            "`{SHEET}` has the first {SCENARIOS} of {all} scenarios"
        ));
    }
    let mut blocks = Vec::new();
    for scenario in scenarios.into_iter().take(SCENARIOS) {
        let group: Vec<&Played<C>> = report.played_of(scenario).collect();
        blocks.extend(figures::of(&group));
    }
    let mut top = 0;
    for block in &mut blocks {
        block.top = top;
        top += block.rows() + 3;
    }
    if blocks.is_empty() {
        return Ok(Drawn { blocks });
    }
    let name = cuts.sheet(SHEET);
    let sheet = book.add_worksheet().set_name(&name)?;
    for (place, block) in blocks.iter().enumerate() {
        sheet.insert_chart(at_row(place * ROWS_OF_A_CHART), 0, &block.chart())?;
    }
    // Each chart is printed on its own page. A sheet can have only about a thousand page breaks.
    let breaks = (1..blocks.len().min(1000)).map(|place| at_row(place * ROWS_OF_A_CHART));
    sheet.set_page_breaks(&breaks.collect::<Vec<_>>())?;
    Page { sheet, cuts }.printed();
    Ok(Drawn { blocks })
}

impl Drawn {
    /// Adds the sheet with the figures of the charts.
    pub(super) fn add_figures(
        &self,
        book: &mut Workbook,
        cuts: &mut Cuts,
    ) -> Result<(), XlsxError> {
        if self.blocks.is_empty() {
            return Ok(());
        }
        let name = cuts.sheet(FIGURES);
        let sheet = book.add_worksheet().set_name(&name)?;
        let mut page = Page { sheet, cuts };
        let widths = self.blocks.iter().flat_map(|block| &block.names);
        let widest = widths.map(|name| page::width(name)).max().unwrap_or(0);
        page.width(0, widest)?;
        for block in &self.blocks {
            block.write(&mut page)?;
        }
        page.printed();
        Ok(())
    }
}

impl Block {
    /// Returns the chart for these figures.
    fn chart(&self) -> Chart {
        let kind = match (self.is_stacked, self.is_lines) {
            (true, _) => ChartType::ColumnStacked,
            (_, true) => ChartType::Line,
            _ => ChartType::Column,
        };
        let mut chart = Chart::new(kind);
        let (first, last) = (at_row(self.top + 2), at_row(self.top + 1 + self.rows()));
        let mut column = 1;
        for (series, colour) in self.series.iter().zip(COLOURS.into_iter().cycle()) {
            let at = at_column(column);
            let mut look = ChartFormat::new();
            if self.is_lines {
                look.set_line(ChartLine::new().set_color(colour).set_width(2));
            } else {
                look.set_solid_fill(ChartSolidFill::new().set_color(colour));
            }
            let drawn = chart
                .add_series()
                .set_format(&mut look)
                .set_name((FIGURES, at_row(self.top + 1), at))
                .set_categories((FIGURES, first, 0, last, 0))
                .set_values((FIGURES, first, at, last, at));
            if series.has_bars() {
                let range = |at| ChartRange::new_from_range(FIGURES, first, at, last, at);
                let kind = ChartErrorBarsType::Custom(range(at + 2), range(at + 1));
                drawn.set_y_error_bars(ChartErrorBars::new().set_type(kind));
            }
            column += series.columns();
        }
        // The title refers to a cell, because a text could be taken for a formula.
        chart
            .title()
            .set_name((FIGURES, at_row(self.top), 0))
            .set_font(ChartFont::new().set_size(12));
        chart.x_axis().set_name((FIGURES, at_row(self.top + 1), 0));
        chart.y_axis().set_num_format("0%").set_min(0);
        if !self.is_stacked && !self.is_lines {
            chart.y_axis().set_max(1);
        }
        if self.series.len() == 1 {
            chart.legend().set_hidden();
        } else {
            chart.legend().set_position(ChartLegendPosition::Bottom);
        }
        chart.set_width(SIZE.0).set_height(SIZE.1);
        chart
    }

    fn write(&self, page: &mut Page<'_>) -> Result<(), XlsxError> {
        let (bold, head, share) = (
            Format::new().set_bold(),
            page::head(),
            page::number("0.00%"),
        );
        page.text(at_row(self.top), 0, &self.title, &bold)?;
        page.text(at_row(self.top + 1), 0, &self.across, &head)?;
        for (row, name) in self.names.iter().enumerate() {
            page.text(at_row(self.top + 2 + row), 0, name, &Format::new())?;
        }
        let mut column = 1;
        for series in &self.series {
            let titles = [series.name.as_str(), "less by", "more by"];
            let columns = series.columns();
            for (beside, title) in titles.iter().take(columns).enumerate() {
                page.text(
                    at_row(self.top + 1),
                    at_column(column + beside),
                    title,
                    &head,
                )?;
            }
            for (row, figure) in series.figures.iter().enumerate() {
                for (beside, number) in figure.iter().take(columns).enumerate() {
                    let row = at_row(self.top + 2 + row);
                    page.number(row, at_column(column + beside), *number, &share)?;
                }
            }
            column += columns;
        }
        Ok(())
    }
}
