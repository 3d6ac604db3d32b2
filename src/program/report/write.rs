//! Writes a report into a folder, completely or not at all.
//!
//! All files are first written to a temporary folder inside the target, so that they are on the same disk.
//! They are then moved over the old ones. If a move fails, the earlier moves are undone. A run writes all its
//! files and removes optional files that it does not write, so that no file of an earlier run is left.
//!
//! The record `run.json` contains the digest of every table. It is removed first and written last. A reader
//! that finds a record, even after a power failure, therefore knows that the tables next to it belong to it,
//! and can check this with the digests.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::run_json::Digested;
use super::{AT_TIMES, Report};
use crate::tally::Count;

impl<C: Count> Report<C> {
    /// Writes the tables and `run.json` into the folder `out`, which is created if it is missing. Other files
    /// in it are not changed.
    ///
    /// # Errors
    /// If a file cannot be written. The message names it, and the folder has its earlier files again.
    pub fn write(&self, out: &Path) -> io::Result<()> {
        write_unwritten(out, &self.unwritten(), &AT_TIMES)
    }

    /// Returns the names and contents of all files. The last one is `run.json`.
    pub fn files(&self) -> Vec<(&'static str, Vec<u8>)> {
        let files = self.unwritten().into_iter();
        files.map(|(name, file)| (name, file.in_memory())).collect()
    }

    /// Returns the same files as [`Report::files`]. `None` if `stop` becomes true before all of them are
    /// produced.
    pub fn files_until(&self, stop: &AtomicBool) -> Option<Vec<(&'static str, Vec<u8>)>> {
        let files = self.unwritten().into_iter();
        let made = files.map(|(name, file)| {
            let mut out = Until {
                bytes: Vec::new(),
                stop,
            };
            file.write(&mut out).ok()?;
            Some((name, out.bytes))
        });
        made.collect()
    }

    /// Returns the files in the order of writing, before their contents are produced. The record is last,
    /// because it has the digests of the others.
    fn unwritten(&self) -> Vec<(&'static str, Unwritten<'_>)> {
        let digests = Rc::new(RefCell::new(Vec::new()));
        let further = self.further.iter();
        let further = further.map(|(name, bytes)| (*name, Unwritten::of(bytes)));
        let tables = self.unwritten_tables().into_iter().chain(further);
        let mut files: Vec<(&str, Unwritten<'_>)> = tables
            .map(|(name, table)| {
                let digests = Rc::clone(&digests);
                let write = move |out: &mut dyn Write| {
                    let mut out = Digested::new(out);
                    table.write(&mut out)?;
                    digests.borrow_mut().push((name, out.digest()));
                    Ok(())
                };
                (name, Unwritten::new(write))
            })
            .collect();
        let record = move |out: &mut dyn Write| {
            let text = self.record_of(&digests.borrow());
            out.write_all(text.as_bytes())
        };
        files.push(("run.json", Unwritten::new(record)));
        files
    }
}

/// A function that writes the content of a file to a writer.
type Writer<'a> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'a;

/// A file whose content is produced when it is written.
pub(super) struct Unwritten<'a>(Box<Writer<'a>>);

impl<'a> Unwritten<'a> {
    pub(super) fn new(write: impl Fn(&mut dyn Write) -> io::Result<()> + 'a) -> Self {
        Self(Box::new(write))
    }

    /// Returns a file with these bytes as its content.
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Self::new(|out| out.write_all(bytes))
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0(out)
    }

    /// Returns the content of the file.
    ///
    /// # Panics
    /// Never, because writing to memory cannot fail.
    pub(super) fn in_memory(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes)
            .expect("writing into memory does not fail");
        bytes
    }
}

/// A writer to memory that fails once `stop` is true.
struct Until<'s> {
    bytes: Vec<u8>,
    stop: &'s AtomicBool,
}

impl Write for Until<'_> {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("it is no longer wanted"));
        }
        self.bytes.write(more)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The beginning of the temporary folder's name. If a run was killed, such a folder may be left. A caller may
/// remove it if no other program writes to the target.
pub const TEMPORARY: &str = ".skirmish-report-";

/// Writes all of these files into the folder `out`, or none of them. The folder is created if it is missing.
/// Files named in `at_times` that are not written are removed. The last file is the record of the others.
///
/// # Errors
/// If a file cannot be written. The message names it, and the folder has its earlier files again.
pub fn write_files(out: &Path, files: &[(&str, Vec<u8>)], at_times: &[&str]) -> io::Result<()> {
    let files = files.iter();
    let files: Vec<_> = files
        .map(|(name, bytes)| (*name, Unwritten::of(bytes)))
        .collect();
    write_unwritten(out, &files, at_times)
}

fn write_unwritten(
    out: &Path,
    files: &[(&str, Unwritten<'_>)],
    at_times: &[&str],
) -> io::Result<()> {
    let missing = first_missing(out);
    write_all(out, files, at_times).inspect_err(|_| {
        if let Some(missing) = missing {
            // Only empty folders are removed, so files of other programs are safe.
            let made = out
                .ancestors()
                .take_while(|path| path.starts_with(&missing));
            for folder in made {
                let _ = fs::remove_dir(folder);
            }
        }
    })
}

/// Returns the outermost folder of the path that does not exist yet.
fn first_missing(out: &Path) -> Option<PathBuf> {
    out.ancestors()
        .take_while(|path| !path.as_os_str().is_empty() && !path.exists())
        .last()
        .map(Path::to_owned)
}

fn write_all(out: &Path, files: &[(&str, Unwritten<'_>)], at_times: &[&str]) -> io::Result<()> {
    fs::create_dir_all(out).map_err(|e| naming(out, "cannot create the folder", &e))?;
    let folder = tempfile::Builder::new()
        .prefix(TEMPORARY)
        .tempdir_in(out)
        .map_err(|e| naming(out, "cannot write into", &e))?;
    for (name, content) in files {
        let path = folder.path().join(name);
        File::create(&path)
            .and_then(|file| {
                let mut file = BufWriter::new(file);
                content.write(&mut file)?;
                file.into_inner()?.sync_all()
            })
            .map_err(|e| naming(&out.join(name), "cannot write", &e))?;
    }
    let mut moved = Vec::new();
    let written = |name: &&str| files.iter().any(|(other, _)| other == name);
    let record = files.last().map(|(name, _)| *name);
    let stale = at_times.iter().copied().filter(|name| !written(name));
    for name in record.into_iter().chain(stale) {
        let (stale, old) = (out.join(name), folder.path().join(format!("{name}.old")));
        if !stale.is_file() {
            continue;
        }
        if let Err(error) = fs::rename(&stale, &old) {
            undo(moved);
            return Err(naming(&stale, "cannot remove", &error));
        }
        moved.push((stale, Some(old)));
    }
    for (name, _) in files {
        if record == Some(name) {
            settle(out);
        }
        let (fresh, target) = (folder.path().join(name), out.join(name));
        let old = folder.path().join(format!("{name}.old"));
        let result = keep(&target, &old).and_then(|kept| {
            fs::rename(&fresh, &target)?;
            moved.push((target.clone(), kept.then_some(old)));
            Ok(())
        });
        if let Err(error) = result {
            undo(moved);
            return Err(naming(&target, "cannot replace", &error));
        }
    }
    settle(out);
    Ok(())
}

/// Writes the changed names in a folder to the disk, so that they survive a power failure. On systems where a
/// folder cannot be opened, nothing is done.
fn settle(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Keeps the old content of a file under a second name, before the file is replaced. If the disk has no hard
/// links, the content is copied. Returns whether the file exists.
fn keep(target: &Path, old: &Path) -> io::Result<bool> {
    if !target.try_exists()? {
        return Ok(false);
    }
    if target.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    if fs::hard_link(target, old).is_err() {
        fs::copy(target, old)?;
    }
    Ok(true)
}

/// Restores the old files. The record is restored last.
fn undo(moved: Vec<(PathBuf, Option<PathBuf>)>) {
    for (target, old) in moved.into_iter().rev() {
        // The caller reports the error that made this necessary. Another error here is ignored.
        let _ = match old {
            Some(old) => fs::rename(old, target),
            None => fs::remove_file(target),
        };
    }
}

/// Returns the error with a description of the action and with the path.
fn naming(path: &Path, what: &str, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{what} `{}`: {error}", path.display()),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::FILES;
    use super::super::fixtures::{played, record, report};
    use super::super::run_json::digest_of;
    use super::*;

    fn names(folder: &Path) -> BTreeSet<String> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries
            .map(|entry| entry.expect("it can be listed").file_name())
            .map(|name| name.into_string().expect("names are plain"))
            .collect()
    }

    fn a_report(wins: u64) -> Report {
        report(vec![played("duel", &[], [wins, 5, 0, 0])])
    }

    #[test]
    fn files_that_are_no_longer_wanted_are_not_made() {
        let report = a_report(5);
        let files = |stop| report.files_until(&AtomicBool::new(stop));
        assert_eq!(files(false), Some(report.files()));
        assert_eq!(files(true), None);
        let stop = AtomicBool::new(false);
        let mut out = Until {
            bytes: Vec::new(),
            stop: &stop,
        };
        assert!(out.write_all(b"before").is_ok());
        stop.store(true, Ordering::Relaxed);
        assert!(out.write_all(b"after").is_err());
        assert_eq!(out.bytes, b"before");
    }

    #[test]
    fn a_report_is_written_into_a_folder_made_for_it_and_over_an_older_one() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let out = place.path().join("reports/duel");
        a_report(5).write(&out).expect("it can be written");
        fs::write(out.join("notes.txt"), "mine").expect("it can be written");
        let report = a_report(6);
        report.write(&out).expect("it can be written again");
        assert_eq!(names(&out).len(), FILES.len() + 1);
        assert!(FILES.iter().all(|name| out.join(name).is_file()));
        for (name, bytes) in report.tables() {
            assert_eq!(fs::read(out.join(name)).expect("it is there"), bytes);
        }
        let json = fs::read_to_string(out.join("run.json")).expect("it is there");
        assert_eq!(json, record(&report));
    }

    #[test]
    fn a_table_that_was_not_asked_for_again_does_not_stay() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let out = place.path();
        let mut compared = a_report(5);
        compared.add(AT_TIMES[0], b"old".to_vec());
        compared.write(out).expect("it can be written");
        assert!(out.join(AT_TIMES[0]).is_file());
        a_report(6).write(out).expect("it can be written again");
        assert!(!out.join(AT_TIMES[0]).exists());
        // A write that fails removes no file.
        compared.write(out).expect("it can be written");
        fs::remove_file(out.join("run.json")).expect("it is there");
        fs::create_dir_all(out.join("run.json/mine")).expect("it can be made");
        a_report(6).write(out).expect_err("a folder is in the way");
        assert_eq!(
            fs::read(out.join(AT_TIMES[0])).expect("it is there"),
            b"old"
        );
    }

    #[test]
    fn equal_runs_give_equal_bytes() {
        assert_eq!(a_report(5).tables(), a_report(5).tables());
        assert_eq!(record(&a_report(5)), record(&a_report(5)));
    }

    #[test]
    fn a_failure_half_way_leaves_the_old_files() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let out = place.path();
        a_report(5).write(out).expect("it can be written");
        // A folder that is not empty has the name of one of the later files, so that file cannot be written.
        fs::remove_file(out.join("policies.csv")).expect("it is there");
        fs::create_dir_all(out.join("policies.csv/mine")).expect("it can be made");
        fs::remove_file(out.join("rounds.csv")).expect("it is there");
        let read = |name| fs::read(out.join(name)).expect("it is there");
        let before = [read("summary.csv"), read("kills.csv"), read("run.json")];
        let error = a_report(6).write(out).expect_err("a folder is in the way");
        assert!(error.to_string().contains("policies.csv"), "{error}");
        assert_eq!(
            [read("summary.csv"), read("kills.csv"), read("run.json")],
            before
        );
        let left: BTreeSet<_> = FILES.map(str::to_owned).into();
        assert!(names(out).is_subset(&left) && !names(out).contains("rounds.csv"));
    }

    #[test]
    fn the_record_goes_first_and_comes_last() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let out = place.path();
        a_report(5).write(out).expect("it can be written");
        // The table `policies.csv` cannot be replaced. The record has been removed by then and has to be
        // restored.
        let record = fs::read(out.join("run.json")).expect("it is there");
        fs::remove_file(out.join("policies.csv")).expect("it is there");
        fs::create_dir_all(out.join("policies.csv/mine")).expect("it can be made");
        a_report(6).write(out).expect_err("a folder is in the way");
        assert_eq!(fs::read(out.join("run.json")).expect("it is back"), record);
        let files = a_report(5).files();
        assert_eq!(files.last().map(|(name, _)| *name), Some("run.json"));
        let json: serde_json::Value = serde_json::from_slice(&record).expect("it is JSON");
        let digests = json["tables"].as_array().expect("a list");
        assert_eq!(digests.len(), files.len() - 1);
        for ((name, bytes), known) in files.iter().zip(digests) {
            let digest = digest_of(bytes);
            assert_eq!(
                (&known["file"], &known["sha256"]),
                (&(*name).into(), &digest.into())
            );
        }
    }

    #[test]
    fn a_place_that_cannot_be_is_named_and_nothing_is_left() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let file = place.path().join("file");
        fs::write(&file, "mine").expect("it can be written");
        let out = file.join("deeper/out");
        let error = a_report(5).write(&out).expect_err("a file is no folder");
        assert!(error.to_string().contains("file/deeper/out"), "{error}");
        assert_eq!(fs::read(&file).expect("it is there"), b"mine");
        assert_eq!(names(place.path()).len(), 1);
    }
}
