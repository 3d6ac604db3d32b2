//! Exports the results of a draft (an edited version of a scenario). The files are equal to those of `run`:
//! tables, workbook and page.

use std::io::{Cursor, Write};
use std::sync::atomic::Ordering;

use serde::Deserialize;

use super::desk::{Desk, Draft, Job};
use super::picture::command;
use super::play::MOST_MATCHUPS;
use crate::batch;
use crate::report::Report;
use crate::session::tell::{self, ReportScenarios};
use crate::session::{expectations, results, values};

/// Maximum number of fights of a matchup in each seat (order of the sides).
const MOST_FIGHTS: u64 = 1_000_000;

/// A request for a file with the results of a draft.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    pub(super) tab: String,
    draft: Draft,
    fights: u64,
    form: Form,
}

/// The kind of file that the page requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Form {
    /// A ZIP archive of all tables.
    Tables,
    /// A workbook for spreadsheets.
    Workbook,
    /// A report as an HTML page.
    Page,
}

/// The file that the browser downloads.
#[derive(Debug)]
pub(super) struct Exported {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) bytes: Vec<u8>,
}

/// Plays a draft as `run` does, and makes the requested file.
pub(super) fn export(desk: &Desk, job: &Job, ask: &Request) -> Result<Exported, String> {
    let served = desk.served(&ask.draft)?;
    let fights = ask.fights.clamp(1, MOST_FIGHTS);
    let loaded = served
        .load(&ask.draft, Some(fights), &job.stop)
        .ok_or("cancelled")?
        .map_err(|faults| faults.render(false, 100))?;
    if loaded.matches.len() > MOST_MATCHUPS {
        return Err(format!(
            "the scenario has more than {MOST_MATCHUPS} matchups: `skirmish run` plays them all"
        ));
    }
    let loaded = vec![loaded];
    let done = results::with_tasks(&loaded, |tasks| {
        desk.long.install(|| batch::run(tasks, &(), &job.stop))
    });
    if job.stop.load(Ordering::Relaxed) {
        return Err("cancelled".to_owned());
    }
    let set = ask.draft.words();
    let info = results::info(command(&served.path, fights, &set), &loaded, false);
    let played = results::played(&loaded, done);
    let judgements = expectations::judged(&loaded, &played);
    let report = Report::new(info, played)
        .with_values(values::values(&loaded))
        .with_judgements(judgements);
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' || c == '_' {
            c
        } else {
            '-'
        }
    };
    let stem: String = served.name.chars().map(plain).collect();
    let (ending, kind, bytes) = match ask.form {
        Form::Tables => (
            "zip",
            "application/zip",
            archive(&report).map_err(|error| error.to_string())?,
        ),
        Form::Workbook => {
            let book = report.workbook().map_err(|error| error.to_string())?;
            let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
            ("xlsx", kind, book.bytes)
        }
        Form::Page => {
            let overrides: Vec<String> = command(&served.path, fights, &set).drain(3..).collect();
            let stage = Ok(ReportScenarios {
                loaded: &loaded,
                overrides: &overrides,
            });
            let page = tell::page(report.files(), stage, &[]);
            let page = page.map_err(|_| "the report is inconsistent".to_owned())?;
            ("html", "text/html; charset=utf-8", page.into_bytes())
        }
    };
    Ok(Exported {
        name: format!("{stem}.{ending}"),
        kind,
        bytes,
    })
}

/// Packs all files of a report into one ZIP archive.
fn archive(report: &Report) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in report.files() {
        archive.start_file(name, options)?;
        archive.write_all(&bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
