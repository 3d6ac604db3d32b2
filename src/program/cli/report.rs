//! Implements `skirmish report`, which makes the HTML page of a report that exists on the disk.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::args::{Cli, Command, OverrideArgs};
use super::html::{self, ReportScenarios};
use super::load::{self, Loaded};
use super::output::{Failure, Notes};
use crate::report::html::READ;

/// Make an HTML page from a report
#[derive(Debug, Args)]
#[command(
    long_about = "Makes one HTML page from a report that `run --out` or `solve --out` wrote: the \
        question, the answer and its accuracy, charts, tables, the policy lines used, house rules, \
        one fight told, and the command that makes it again. The page is a single file that needs \
        no network and runs no script.\n\n\
        The figures are those of the CSV tables, in either dialect, and of `compare --out` if it \
        wrote into the same directory. One fight is told if the scenario files still exist and are \
        unchanged. A table that is missing or differs from its digest in run.json is named at the \
        top of the page. The same report gives the same bytes.",
    after_long_help = "Examples:\n  \
        skirmish run gate.toml --out results\n  \
        skirmish report results                            write results/report.html\n  \
        skirmish report results --out gate.html"
)]
pub(super) struct ReportArgs {
    /// Directory with the CSV tables and run.json
    #[arg(value_name = "DIR")]
    pub(super) dir: PathBuf,

    /// File to write; default: `report.html` in the directory
    #[arg(long, short, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Show no notes
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// The main table of each kind of report, with the file that records its run. A report must have at least one
/// of these pairs.
const NEEDED: [(&str, &str); 3] = [
    ("summary.csv", "run.json"),
    ("differences.csv", "differences.json"),
    ("worth.csv", "worth.json"),
];

/// Makes the page of the report in a directory.
pub(super) fn report(args: &ReportArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    let files = read(&args.dir)?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| args.dir.join("report.html"));
    html::writable(&out)?;
    let doubts = differing(&args.dir, &files).doubts();
    let replayed = replayed(&files).map(|(loaded, overrides)| (loaded, overrides.typed()));
    let stage = match &replayed {
        Ok((loaded, overrides)) => Ok(ReportScenarios { loaded, overrides }),
        Err(why) => {
            if files.iter().any(|(name, _)| name == "run.json") {
                notes.note(format_args!("the page tells no fight: {why}"));
            }
            Err(why.as_str())
        }
    };
    html::write(&out, &html::page(files, stage, &doubts)?)?;
    notes.written(&out);
    for doubt in doubts {
        notes.note(doubt);
    }
    Ok(())
}

/// Reads the files that the page is made from. Fails if the directory has no complete report.
fn read(dir: &Path) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let shown = dir.display();
    if !dir.is_dir() {
        let what = if dir.exists() {
            "a file, not a directory"
        } else {
            "missing"
        };
        return Err(Failure::Files(format!(
            "cannot read the report {shown}: it is {what}"
        )));
    }
    let mut files = Vec::new();
    for name in READ {
        match fs::read(dir.join(name)) {
            Ok(bytes) => files.push((name.to_owned(), bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(Failure::Files(format!(
                    "cannot read {shown}/{name}: {error}"
                )));
            }
        }
    }
    let has = |name: &str| files.iter().any(|(found, _)| found == name);
    for (table, record) in NEEDED {
        let (there, missing) = match (has(table), has(record)) {
            (true, false) => (table, record),
            (false, true) => (record, table),
            _ => continue,
        };
        return Err(Failure::Files(format!(
            "{shown} is not a complete report: it has {there} but no {missing}"
        )));
    }
    if !NEEDED.iter().any(|(table, _)| has(table)) {
        return Err(Failure::Files(format!(
            "{shown} is not a report: it has no summary.csv; `skirmish run --out` writes reports"
        )));
    }
    Ok(files)
}

/// Tables of a report that do not match the digests in `run.json`.
#[derive(Default)]
struct Differing {
    /// Names of the tables whose content has another digest than in `run.json`.
    changed: Vec<String>,
    /// Names of the tables that `run.json` lists and that are missing.
    missing: Vec<String>,
}

impl Differing {
    /// Returns a sentence for each changed or missing table. The sentences are shown on the page and on
    /// standard error.
    fn doubts(self) -> Vec<String> {
        let changed = self
            .changed
            .into_iter()
            .map(|name| format!("{name} has changed since run.json was written"));
        let missing = self.missing.into_iter().map(|name| {
            format!("{name} is missing although run.json lists it, so the page may be incomplete")
        });
        changed.chain(missing).collect()
    }
}

/// Compares all tables of the directory with the digests in `run.json`, even tables that the page does not
/// show. If `run.json` cannot be read, the result is empty. Making the page reports that error later.
fn differing(dir: &Path, files: &[(String, Vec<u8>)]) -> Differing {
    let json = files.iter().find(|(name, _)| name == "run.json");
    let record = json.and_then(|(_, bytes)| serde_json::from_slice::<Digests>(bytes).ok());
    let mut differing = Differing::default();
    for table in record.into_iter().flat_map(|record| record.tables) {
        let digest = match files.iter().find(|(name, _)| *name == table.file) {
            Some((_, bytes)) => Some(hex(bytes)),
            None => match fs::read(dir.join(&table.file)) {
                Ok(bytes) => Some(hex(&bytes)),
                Err(error) => {
                    if error.kind() == ErrorKind::NotFound {
                        differing.missing.push(table.file);
                    }
                    continue;
                }
            },
        };
        if digest.is_some_and(|digest| digest != table.sha256) {
            differing.changed.push(table.file);
        }
    }
    differing
}

fn hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The part of `run.json` that lists the tables with their digests.
#[derive(Deserialize)]
struct Digests {
    #[serde(default)]
    tables: Vec<Table>,
}

#[derive(Deserialize)]
struct Table {
    file: String,
    sha256: String,
}

/// The part of `run.json` that says how to read the scenarios again.
#[derive(Deserialize)]
struct Record {
    version: String,
    command: Vec<String>,
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    path: String,
    sha256: String,
}

/// Reads the scenarios of the report again, so that the page can tell a fight. Also returns the flags that
/// change them. The error says why the scenarios cannot be read.
fn replayed(files: &[(String, Vec<u8>)]) -> Result<(Vec<Loaded>, OverrideArgs), String> {
    let json = files.iter().find(|(name, _)| name == "run.json");
    // An unreadable record is reported later, together with all other flaws of the report.
    let unread = || "the record of the run cannot be read".to_owned();
    let (_, bytes) = json.ok_or_else(unread)?;
    let record: Record = serde_json::from_slice(bytes).map_err(|_| unread())?;
    if record.version != env!("CARGO_PKG_VERSION") {
        return Err(format!(
            "the fights were played by skirmish {}",
            record.version
        ));
    }
    let unknown = "the command in the record does not play scenarios";
    let cli = Cli::try_parse_from(&record.command).map_err(|_| unknown.to_owned())?;
    let (paths, overrides, matchup) = match cli.command {
        Command::Run(args) => (args.files, args.overrides, args.matchup),
        Command::Solve(args) => (args.files, args.overrides, None),
        _ => return Err(unknown.to_owned()),
    };
    let loaded = load::load_all(paths.iter().map(PathBuf::as_path), &overrides.overrides());
    let changed = "the scenario files are missing or have changed since the fights were played";
    let mut loaded = loaded.map_err(|_| changed.to_owned())?;
    for one in &mut loaded {
        one.keep(matchup.as_deref())
            .map_err(|_| changed.to_owned())?;
    }
    let digests: Vec<(&str, &str)> = loaded
        .iter()
        .flat_map(|one| &one.scenario.digests)
        .map(|(path, digest)| (path.as_str(), digest.as_str()))
        .collect();
    let as_before = |file: &File| digests.contains(&(file.path.as_str(), file.sha256.as_str()));
    if digests.len() >= record.files.len() && record.files.iter().all(as_before) {
        Ok((loaded, overrides))
    } else {
        Err(changed.to_owned())
    }
}
