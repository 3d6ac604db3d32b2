//! Writes the first sheet of the workbook: the question of each scenario, a list of the other sheets, the
//! settings of the run, and explanations.

use std::collections::BTreeMap;

use rust_xlsxwriter::{Format, FormatAlign, RowNum, Url, Workbook, XlsxError};

use super::super::{Report, form};
use super::charts;
use super::heat::Heat;
use super::limits::Cuts;
use super::page::{self, Page};
use super::table::Table;
use crate::rules::RulesetId;
use crate::tally::{Count, Method, Tally};

/// The name of the sheet.
pub(super) const SHEET: &str = "about";

/// The number of characters in a line of the text column. The next constant is that of the name column.
const WIDTH: usize = 100;
const NAMES: usize = 22;
/// The width of the name column, in characters of the widest digit.
const NAMES_COLUMN: f64 = 24.0;
/// The width of the text column, in characters of the widest digit.
const COLUMN: f64 = 104.0;
/// The height of a line, in points.
const LINE: f64 = 15.0;
/// The largest number of lines in a row, because spreadsheets limit the height of a row.
const MOST_LINES: usize = 27;

/// Sentences that explain how to read the workbook.
const READING: [&str; 5] = [
    "A win rate is a share of all fights, draws and undecided fights included; so win rates need not add up to 100 %.",
    "Two columns with the endings _low and _high are the ends of the 95 % confidence interval of the column without \
     them. The true value, that of endlessly many fights, is between the ends 19 times in 20.",
    "Sheets with the names of the CSV tables have the same figures as these tables. The sheet `columns` explains each \
     column.",
    "A text is never a formula here. Invisible characters of a name are written as \\u and the character's number.",
    "Equal scenarios, seeds and versions of skirmish give equal workbooks, to the last byte.",
];

/// Fills the first sheet of the workbook.
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
    questions(report, &mut lines)?;
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
    run(report, &mut lines)?;
    lines.space();
    lines.title("how to read it")?;
    for sentence in READING {
        lines.line("", sentence)?;
    }
    // The list of what is left out is written last, because any other sheet may add to it.
    let left_out = lines.page.cuts.sentences();
    if !left_out.is_empty() {
        lines.space();
        lines.title("left out")?;
        for sentence in left_out {
            lines.line("", &sentence)?;
        }
    }
    lines.page.printed();
    lines.page.sheet.set_column_width(0, NAMES_COLUMN)?;
    lines.page.sheet.set_column_width(1, COLUMN)?;
    Ok(())
}

/// Writes the name of the program and the question of each scenario.
fn questions<C: Count>(report: &Report<C>, lines: &mut Lines<'_>) -> Result<(), XlsxError> {
    let info = &report.info;
    lines.title(&format!("skirmish {}", info.version))?;
    for scenario in report.scenarios() {
        let title = info.titles.get(scenario).map_or("", String::as_str);
        lines.line(scenario, title)?;
    }
    Ok(())
}

/// Writes the settings of the run.
fn run<C: Count>(report: &Report<C>, lines: &mut Lines<'_>) -> Result<(), XlsxError> {
    let info = &report.info;
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
        let what = if let Some(lacking) = &report.lacking {
            lacking.as_str()
        } else if unresolved.is_nothing() {
            "the run was interrupted: the figures are those of the fights played until then"
        } else {
            "some fights are unresolved: see the column `unresolved`"
        };
        lines.line("partial", what)?;
    }
    lines.space();
    lines.title("house rules that differ from the book")?;
    for (scenario, options) in &info.options {
        let mut played = report.played.iter();
        let book = played.find(|played| played.scenario == *scenario);
        let book = book.map_or("", |played| played.ruleset.as_str());
        let differing = differing(book, options);
        if differing.is_empty() {
            lines.line(scenario, "none")?;
        }
        for (place, text) in differing.iter().enumerate() {
            let scenario = if place == 0 { scenario } else { "" };
            lines.line(scenario, text)?;
        }
    }
    lines.space();
    lines.title("files")?;
    for (path, digest) in &info.files {
        lines.line("", &format!("{path}: SHA-256 {digest}"))?;
    }
    Ok(())
}

/// Returns the options that do not have the rulebook's own value, each with its value. If the rulebook is
/// unknown, all options are returned.
fn differing(book: &str, options: &BTreeMap<String, String>) -> Vec<String> {
    let known = RulesetId::named(book).map(|id| &id.book().options);
    let default = |name: &str| {
        let option = known?.iter().find(|option| option.name == name)?;
        Some(option.values.first()?.value.to_string())
    };
    let set = options
        .iter()
        .map(|(name, value)| (name, value, default(name)));
    set.filter(|(_, value, default)| default.as_ref() != Some(value))
        .map(|(name, value, default)| match default {
            Some(default) => format!("{name} = {value} (the book: {default})"),
            None => format!("{name} = {value}"),
        })
        .collect()
}

/// Returns a command line as a user would type it.
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

/// The sheet, which is filled line by line.
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
        self.end(name, text)
    }

    /// Writes a line with a link to a sheet and a description of it.
    fn sheet(&mut self, name: &str, about: &str) -> Result<(), XlsxError> {
        let link = Url::new(format!("internal:'{name}'!A1")).set_text(name);
        let link_format = Format::new()
            .set_hyperlink()
            .set_text_wrap()
            .set_align(FormatAlign::Top);
        self.page
            .sheet
            .write_url_with_format(self.row, 0, link, &link_format)?;
        let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
        self.page.text(self.row, 1, about, &wrapped)?;
        self.end(name, about)
    }

    /// Ends a line, and makes its row high enough for both texts, since not every program does that itself.
    fn end(&mut self, name: &str, text: &str) -> Result<(), XlsxError> {
        let lines = lines_of(name, NAMES)
            .max(lines_of(text, WIDTH))
            .min(MOST_LINES);
        if lines > 1 {
            let lines = u16::try_from(lines).unwrap_or(1);
            let height = f64::from(lines) * LINE;
            self.page.sheet.set_row_height(self.row, height)?;
        }
        self.row += 1;
        Ok(())
    }
}

/// Returns the number of lines that a text needs at this width. Lines are broken between words, and a word
/// that is too long is broken anywhere.
fn lines_of(text: &str, width: usize) -> usize {
    let lines = text.lines().map(|line| {
        let (mut lines, mut column) = (1, 0);
        for word in line.split(' ') {
            let length = page::width(word);
            let gap = usize::from(column > 0);
            if column + gap + length <= width {
                column += gap + length;
            } else {
                lines += usize::from(column > 0) + length.saturating_sub(1) / width;
                column = match length % width {
                    0 if length > 0 => width,
                    rest => rest,
                };
            }
        }
        lines
    });
    lines.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_as_many_lines_as_its_words_take() {
        for (text, lines) in [
            ("", 0),
            ("a word", 1),
            ("0123456789", 1),
            ("01234 56789", 2),
            ("one\ntwo", 2),
            ("012345678901234567890", 3),
            ("ab 012345678901234", 3),
            ("aaaaaa bbbbbb cccccc", 3),
        ] {
            assert_eq!(lines_of(text, 10), lines, "{text}");
        }
    }

    #[test]
    fn only_options_that_differ_from_the_book_are_named() {
        let id = RulesetId::named("brp").expect("a book");
        let mut options: BTreeMap<String, String> = (id.book().options.iter())
            .filter_map(|option| {
                let default = option.values.first()?.value.to_string();
                Some((option.name.to_owned(), default))
            })
            .collect();
        assert_eq!(differing("brp", &options), Vec::<String>::new());
        let name = options.keys().next().expect("an option").clone();
        let default = options.insert(name.clone(), "else".to_owned());
        let told = format!("{name} = else (the book: {})", default.expect("it was set"));
        assert_eq!(differing("brp", &options), [told]);
    }
}
