//! The first sheet: the run, the other sheets, and how to read them.

use rust_xlsxwriter::{Format, FormatAlign, RowNum, Url, Workbook, XlsxError};

use super::super::{Report, form};
use super::charts;
use super::heat::Heat;
use super::limits::Cuts;
use super::page::{self, Page};
use super::table::Table;
use crate::tally::{Count, Method, Tally};

/// Its name.
pub(super) const SHEET: &str = "about";

/// Characters per line of a text.
const WIDTH: usize = 100;
/// Width of its column, in characters of the widest digit.
const COLUMN: f64 = 104.0;
/// Height of a line, in points.
const LINE: f64 = 15.0;

/// How to read the rest.
const READING: [&str; 5] = [
    "A win rate is a share of all fights, draws and undecided fights included; so win rates need not add up to 100 %.",
    "Two columns with the endings _low and _high are the ends of the 95 % confidence interval of the column without \
     them. The true value, that of endlessly many fights, is between the ends 19 times in 20.",
    "Sheets with the names of the CSV tables have the same figures as these tables. The sheet `columns` explains each \
     column.",
    "A text is never a formula here. Invisible characters of a name are written as \\u and the character's number.",
    "Equal scenarios, seeds and versions of skirmish give equal workbooks, to the last byte.",
];

/// Fills the first sheet of the book.
pub(super) fn fill<C: Count>(
    report: &Report<C>,
    tables: &[Table],
    heats: &[Heat],
    book: &mut Workbook,
    cuts: &mut Cuts,
) -> Result<(), XlsxError> {
    let has_charts = book.worksheet_from_name(charts::SHEET).is_ok();
    let sheet = book.worksheet_from_name(SHEET)?;
    let mut lines = Lines {
        page: Page { sheet, cuts },
        row: 0,
    };
    run(report, &mut lines)?;
    lines.space();
    lines.title("sheets")?;
    if has_charts {
        let about = "who wins, with error bars, and how long fights last";
        lines.sheet(charts::SHEET, about)?;
    }
    for heat in heats {
        lines.sheet(&heat.sheet, &heat.about)?;
    }
    for table in tables {
        let about = table.spec.map_or("", |spec| spec.about).replace('`', "");
        let rows = table.len();
        lines.sheet(&table.name, &format!("{about} ({rows} rows)"))?;
    }
    lines.sheet("columns", "the meaning of each column of these tables")?;
    if has_charts {
        lines.sheet(charts::FIGURES, "the figures of the charts")?;
    }
    lines.space();
    lines.title("how to read it")?;
    for sentence in READING {
        lines.line("", sentence)?;
    }
    // Last, because any other sheet may have cuts.
    let left_out = lines.page.cuts.sentences();
    if !left_out.is_empty() {
        lines.space();
        lines.title("left out")?;
        for sentence in left_out {
            lines.line("", &sentence)?;
        }
    }
    lines.page.printed();
    lines.page.sheet.set_column_width(0, 18)?;
    lines.page.sheet.set_column_width(1, COLUMN)?;
    Ok(())
}

/// The run.
fn run<C: Count>(report: &Report<C>, lines: &mut Lines<'_>) -> Result<(), XlsxError> {
    let info = &report.info;
    lines.title(&format!("skirmish {}", info.version))?;
    for scenario in report.scenarios() {
        let title = info.titles.get(scenario).map_or("", String::as_str);
        lines.line(scenario, title)?;
    }
    lines.space();
    lines.title("run")?;
    lines.line("command", &typed(&info.command))?;
    let matchups = report.with_fights();
    lines.line("matchups", &format!("{matchups} of {}", info.matchups))?;
    if C::METHOD == Method::Exact {
        lines.line("method", "exact odds: no fights were played")?;
    } else {
        let fights = C::total(report.played.iter().map(|played| played.tally.fights()));
        lines.line("method", "fights were played and counted")?;
        let fights = form::count(fights.fights().unwrap_or_default());
        lines.line("fights", &fights)?;
        lines.line("seed", &info.seed.to_string())?;
    }
    for (scenario, precision) in &info.precision {
        let asked = format!(
            "{scenario}: fights until win rates are known to {}",
            precision.half_width
        );
        lines.line("precision", &asked)?;
    }
    if info.partial {
        let unresolved = C::total(
            report
                .played
                .iter()
                .map(|played| Tally::unresolved(&played.tally)),
        );
        let what = if unresolved.is_nothing() {
            "the run was interrupted: the figures are those of the fights played until then"
        } else {
            "some fights are unresolved: see the column `unresolved`"
        };
        lines.line("partial", what)?;
    }
    lines.space();
    lines.title("files")?;
    for (path, digest) in &info.files {
        lines.line("", &format!("{path}: SHA-256 {digest}"))?;
    }
    lines.space();
    lines.title("house rules")?;
    for (scenario, options) in &info.options {
        for (place, (name, value)) in options.iter().enumerate() {
            let scenario = if place == 0 { scenario } else { "" };
            lines.line(scenario, &format!("{name} = {value}"))?;
        }
    }
    Ok(())
}

/// A command as a user would type it.
fn typed(words: &[String]) -> String {
    let word = |word: &String| {
        if word.contains([' ', '\'', '"', '*', '?', '[']) {
            format!("'{}'", word.replace('\'', r"'\''"))
        } else {
            word.clone()
        }
    };
    let words: Vec<String> = words.iter().map(word).collect();
    words.join(" ")
}

/// The sheet while it is filled, line by line.
struct Lines<'b> {
    page: Page<'b>,
    row: RowNum,
}

impl Lines<'_> {
    fn space(&mut self) {
        self.row += 1;
    }

    fn title(&mut self, text: &str) -> Result<(), XlsxError> {
        self.page.text(self.row, 0, text, &page::head())?;
        self.page.text(self.row, 1, "", &page::head())?;
        self.row += 1;
        Ok(())
    }

    fn line(&mut self, name: &str, text: &str) -> Result<(), XlsxError> {
        let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
        self.page.text(self.row, 0, name, &wrapped)?;
        self.page.text(self.row, 1, text, &wrapped)?;
        // Some programs do not adapt the height of a row to several lines.
        let lines = text.lines().map(|line| page::width(line).div_ceil(WIDTH));
        let lines = u16::try_from(lines.sum::<usize>()).ok();
        if let Some(lines) = lines.filter(|lines| (2..=20).contains(lines)) {
            let height = f64::from(lines) * LINE;
            self.page.sheet.set_row_height(self.row, height)?;
        }
        self.row += 1;
        Ok(())
    }

    /// A link to a sheet, with its description.
    fn sheet(&mut self, name: &str, about: &str) -> Result<(), XlsxError> {
        let link = Url::new(format!("internal:'{name}'!A1")).set_text(name);
        self.page.sheet.write_url(self.row, 0, link)?;
        let wrapped = Format::new().set_text_wrap();
        self.page.text(self.row, 1, about, &wrapped)?;
        self.row += 1;
        Ok(())
    }
}
