//! The output folder of a command. It is created if missing, locked while the command runs, and cleared of
//! leftovers from killed runs.
//!
//! Two runs that write into one folder would mix their files. Each run therefore locks a file in the folder,
//! and the operating system releases the lock when the process ends. If another run holds the lock, the
//! command reports that and ends. Some file systems have no locks, for example some that many machines share.
//! The command then runs without a lock.

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::output::Failure;
use crate::report::{FILES, TEMPORARY};

/// File name of the lock.
const LOCK: &str = ".skirmish.lock";
/// Prefix of the temporary files of parts.
pub(super) const KEPT: &str = ".skirmish-part-";

/// An output folder that the command may write into. `made` has the folders that were created for it, the
/// innermost first. `lock` is `None` if the file system has no locks.
#[derive(Debug, Default)]
pub(super) struct OutputFolder {
    made: Vec<PathBuf>,
    /// The path of the lock file, and the open file that holds the lock.
    lock: Option<(PathBuf, File)>,
}

impl Deref for OutputFolder {
    type Target = [PathBuf];

    fn deref(&self) -> &[PathBuf] {
        &self.made
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        if let Some((path, _)) = &self.lock {
            // The lock is still held, so no other run can hold a lock on this file.
            let _ = fs::remove_file(path);
        }
    }
}

/// Checks before the fights are played that results can be written into the folder `out`. Creates the folder
/// if it is missing, and locks it.
pub(super) fn writable(out: &Path) -> Result<OutputFolder, Failure> {
    let shown = out.display();
    if out.is_file() {
        let text = format!("cannot write into {shown}: it is a file, not a directory");
        return Err(Failure::Files(text));
    }
    if let Some(name) = FILES.iter().find(|name| out.join(name).is_dir()) {
        let text = format!("cannot write {shown}/{name}: it is a directory");
        return Err(Failure::Files(text));
    }
    let made: Vec<PathBuf> = out
        .ancestors()
        .take_while(|path| !path.as_os_str().is_empty() && !path.exists())
        .map(Path::to_owned)
        .collect();
    fs::create_dir_all(out)
        .and_then(|()| tempfile::tempfile_in(out))
        .map_err(|error| {
            clear(&made);
            Failure::Files(format!("cannot write into {shown}: {error}"))
        })?;
    let lock = match held(&out.join(LOCK)) {
        Ok(lock) => lock,
        Err(Taken) => {
            return Err(Failure::Files(format!(
                "another run of skirmish is writing into {shown}: wait for it, or use another \
                 directory"
            )));
        }
    };
    if lock.is_some() {
        clear_left_over(out);
    }
    Ok(OutputFolder { made, lock })
}

/// Removes the folders that were created for a command that then failed. Only empty folders are removed.
pub(super) fn clear(made: &[PathBuf]) {
    if let Some(innermost) = made.first() {
        let _ = fs::remove_file(innermost.join(LOCK));
    }
    for folder in made {
        let _ = fs::remove_dir(folder);
    }
}

/// The error of a run that cannot lock a folder because another process holds the lock.
struct Taken;

/// Creates and locks the file at `path`. Returns `None` if the file cannot be created or the file system has
/// no locks.
fn held(path: &Path) -> Result<Option<(PathBuf, File)>, Taken> {
    // Another run may have removed the file at its end, after this one opened it and before this one locked
    // it. The lock would then be on a file that no later run opens, so the file is opened again.
    for _ in 0..100 {
        let options = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path);
        let Ok(file) = options else {
            return Ok(None);
        };
        match file.try_lock() {
            Ok(()) if is_still(path, &file) => return Ok(Some((path.to_owned(), file))),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Taken),
            Err(TryLockError::Error(_)) => {
                let _ = fs::remove_file(path);
                return Ok(None);
            }
        }
    }
    Err(Taken)
}

/// Returns whether the file at `path` is still the one that was opened as `file`.
#[cfg(unix)]
fn is_still(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |about: fs::Metadata| (about.dev(), about.ino());
    let both =
        || -> io::Result<bool> { Ok(identity(fs::metadata(path)?) == identity(file.metadata()?)) };
    both().unwrap_or(false)
}

/// Returns `true`. On systems other than Unix, an open file cannot be removed, so its path always leads to
/// it.
#[cfg(not(unix))]
fn is_still(_: &Path, _: &File) -> bool {
    true
}

/// Removes the temporary files and folders that killed runs have left in the folder.
fn clear_left_over(out: &Path) {
    let Ok(entries) = fs::read_dir(out) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let path = entry.path();
        // A leftover that cannot be removed does no harm.
        if name.starts_with(TEMPORARY) && path.is_dir() {
            let _ = fs::remove_dir_all(&path);
        } else if name.starts_with(KEPT) && path.is_file() {
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it is there");
        let name = |entry: io::Result<fs::DirEntry>| {
            let name = entry.expect("it can be read").file_name();
            name.to_string_lossy().into_owned()
        };
        entries.map(name).collect()
    }

    #[test]
    fn a_folder_is_one_runs_at_a_time() {
        let desk = tempfile::tempdir().expect("a temporary folder");
        let out = desk.path().join("a/b");
        let place = writable(&out).expect("nobody is there");
        assert_eq!(place.len(), 2);
        let failure = writable(&out).expect_err("somebody is");
        assert!(matches!(&failure, Failure::Files(text) if text.contains("another run")));
        drop(place);
        assert!(names(&out).is_empty());
        drop(writable(&out).expect("nobody is there any more"));
    }

    #[test]
    fn a_folder_made_in_vain_goes_with_its_lock() {
        let desk = tempfile::tempdir().expect("a temporary folder");
        let place = writable(&desk.path().join("a/b")).expect("nobody is there");
        clear(&place);
        assert!(names(desk.path()).is_empty());
    }

    #[test]
    fn what_killed_runs_have_left_goes_and_nothing_else() {
        let desk = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| desk.path().join(name);
        for name in [".skirmish-report-x", ".skirmish-mine", "mine"] {
            fs::create_dir(path(name)).expect("the folder is ours");
            fs::write(path(name).join("summary.csv"), "").expect("the folder is ours");
        }
        for name in [".skirmish-part-x", ".skirmish-x", LOCK] {
            fs::write(path(name), "").expect("the folder is ours");
        }
        drop(writable(desk.path()).expect("nobody is there"));
        let mut left = names(desk.path());
        left.sort();
        assert_eq!(left, [".skirmish-mine", ".skirmish-x", "mine"]);
    }
}
