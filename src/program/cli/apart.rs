//! Checks, before any command runs, that it does not write over a file that it reads, and does not write the
//! same file twice.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use serde::Deserialize;

use super::args::{Cli, Command};
use super::check;
use super::output::{Failure, quoted};
use crate::gate;
use crate::parts::{self, Part};
use crate::report::html::READ;
use crate::report::{AT_TIMES, Best, Differences, FILES, Findings, Tuning, Worth};
use crate::scenario::Snapshot;

/// An output file: the flag that names it, as typed, and its path.
type Written = (String, PathBuf);

/// Rejects a command that would write over a file that it reads, or would write one file twice.
pub(super) fn check(command: &Command) -> Result<(), Failure> {
    let written: Vec<Written> = (written(command).into_iter())
        .map(|(words, path)| (words, place(&path)))
        .collect();
    if written.is_empty() {
        return Ok(());
    }
    let read: Vec<PathBuf> = read(command).iter().map(|path| place(path)).collect();
    for (at, (words, path)) in written.iter().enumerate() {
        if read.contains(path) {
            return Err(Failure::Usage(format!(
                "{words} would overwrite a file that this command reads: name another file"
            )));
        }
        let twice = written[..at].iter().find(|(_, other)| other == path);
        if let Some((first, _)) = twice.filter(|(first, _)| first != words) {
            return Err(Failure::Usage(format!(
                "{first} and {words} would write the same file: name another one"
            )));
        }
    }
    Ok(())
}

/// Returns the files that a command reads.
fn read(command: &Command) -> Vec<PathBuf> {
    match command {
        Command::Run(args) => scenarios(&args.files),
        Command::Solve(args) => scenarios(&args.files),
        Command::Compare(args) => scenarios(&args.files),
        Command::Worth(args) => scenarios([&args.file]),
        Command::Tune(args) => scenarios([&args.file]),
        Command::Best(args) => scenarios([&args.file]),
        Command::Sheet(args) => scenarios([&args.of]),
        Command::Check(args) => {
            let mut read = scenarios(&args.files);
            if args.base.is_some() {
                read.extend(scenarios(&check::base_files(args)));
            } else if !args.update {
                read.extend(check::paths(args).unwrap_or_default());
            }
            read
        }
        Command::Merge(args) => {
            let parts = args.parts.iter();
            let mut read: Vec<PathBuf> = parts
                .flat_map(|part| [part.clone(), part.join(parts::FILE)])
                .collect();
            // All parts belong to the same run, so the header of the first part names the files of the run.
            let first = read.iter().find_map(|path| Part::open(path).ok());
            let run = first.and_then(|part| command_of(&part.header.command));
            read.extend(run.iter().flat_map(self::read));
            read
        }
        Command::Report(args) => {
            let tables = READ.iter().map(|name| args.dir.join(name));
            let mut read: Vec<PathBuf> = tables.collect();
            let records: Vec<Command> = read.iter().filter_map(|path| recorded(path)).collect();
            read.extend(records.iter().flat_map(self::read));
            read
        }
        _ => Vec::new(),
    }
}

/// Returns the paths of these scenario files and of all files that they include.
fn scenarios<'p>(files: impl IntoIterator<Item = &'p PathBuf>) -> Vec<PathBuf> {
    let each = files.into_iter().map(|path| Snapshot::of(path));
    each.flat_map(|one| one.files().map(Path::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Returns the command that made a report, from the report's record (such as `run.json`) at `path`. Returns
/// `None` if the file is no such record.
fn recorded(path: &Path) -> Option<Command> {
    #[derive(Deserialize)]
    struct Record {
        command: Vec<String>,
    }
    let record: Record = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    command_of(&record.command)
}

fn command_of(words: &[String]) -> Option<Command> {
    Some(Cli::try_parse_from(words).ok()?.command)
}

/// Returns the files that a command writes.
fn written(command: &Command) -> Vec<Written> {
    let of_run = || FILES.iter().chain(&AT_TIMES).copied();
    match command {
        Command::Run(args) => [
            tables(args.out.as_deref(), of_run().chain([parts::FILE])),
            file("--xlsx", args.forms.xlsx.as_deref()),
            file("--html", args.html.as_deref()),
        ]
        .concat(),
        Command::Merge(args) => [
            tables(args.out.as_deref(), of_run()),
            file("--xlsx", args.forms.xlsx.as_deref()),
            file("--html", args.html.as_deref()),
        ]
        .concat(),
        Command::Solve(args) => [
            tables(args.out.as_deref(), of_run()),
            file("--xlsx", args.forms.xlsx.as_deref()),
        ]
        .concat(),
        Command::Compare(args) => tables(args.out.as_deref(), Differences::FILES),
        Command::Worth(args) => tables(args.out.as_deref(), Worth::FILES),
        Command::Tune(args) => tables(args.out.as_deref(), Tuning::FILES),
        Command::Best(args) => tables(args.out.as_deref(), Best::FILES),
        Command::Check(args) if args.update => match &args.baseline {
            Some(path) => file("--baseline", Some(path)),
            None => (args.files.iter())
                .map(|file| ("--update".to_owned(), gate::beside(file)))
                .collect(),
        },
        Command::Check(args) => [
            file("--junit", args.junit.as_deref()),
            file("--html", args.html.as_deref()),
            file("--summary", args.summary_file()),
        ]
        .concat(),
        Command::Report(args) => file("--out", args.out.as_deref()),
        Command::Sheet(args) => file("--out", args.out.as_deref()),
        _ => Vec::new(),
    }
}

fn file(flag: &str, path: Option<&Path>) -> Vec<Written> {
    let written = |path: &Path| {
        let shown = quoted(&path.display().to_string());
        (format!("`{flag} {shown}`"), path.to_owned())
    };
    path.map(written).into_iter().collect()
}

/// Returns the paths of the files `names` in the folder `out`, each with the flag `--out`. Returns nothing
/// without `--out`.
fn tables<'n>(out: Option<&Path>, names: impl IntoIterator<Item = &'n str>) -> Vec<Written> {
    let folder = file("--out", out).into_iter().next();
    let names = names.into_iter();
    folder.map_or_else(Vec::new, |(words, folder)| {
        names
            .map(|name| (words.clone(), folder.join(name)))
            .collect()
    })
}

/// Returns the canonical form of a path, which is the same for all paths that lead to a file. The file need
/// not exist.
fn place(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let known = path.ancestors().find_map(|folder| {
        let rest = path.strip_prefix(folder).ok()?;
        Some(folder.canonicalize().ok()?.join(rest))
    });
    known.unwrap_or(path)
}
