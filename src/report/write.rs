//! Putting a report into a folder, whole or not at all.
//!
//! All files are first written into a temporary folder inside the target, so that they are on the same disk, and
//! then moved over the old ones. If a move fails, those already made are undone. All files are written each time,
//! so none is left over from an earlier run.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Report;

impl Report {
    /// Writes the tables and `run.json` into a folder, which is made if need be. What else is in it stays.
    ///
    /// # Errors
    /// When a file cannot be written; the message names it. Then the folder has the files it had before.
    pub fn write(&self, out: &Path) -> io::Result<()> {
        let mut files = self.tables();
        files.push(("run.json", self.run_json().into_bytes()));
        let missing = first_missing(out);
        write_all(out, &files).inspect_err(|_| {
            if let Some(missing) = missing {
                // Only empty folders go, so whatever somebody else put there meanwhile stays.
                let made = out
                    .ancestors()
                    .take_while(|path| path.starts_with(&missing));
                for folder in made {
                    let _ = fs::remove_dir(folder);
                }
            }
        })
    }
}

/// The outermost folder that is yet to be made.
fn first_missing(out: &Path) -> Option<PathBuf> {
    out.ancestors()
        .take_while(|path| !path.as_os_str().is_empty() && !path.exists())
        .last()
        .map(Path::to_owned)
}

fn write_all(out: &Path, files: &[(&str, Vec<u8>)]) -> io::Result<()> {
    fs::create_dir_all(out).map_err(|e| naming(out, "cannot make the folder", &e))?;
    let folder = tempfile::Builder::new()
        .prefix(".skirmish-")
        .tempdir_in(out)
        .map_err(|e| naming(out, "cannot write into", &e))?;
    for (name, bytes) in files {
        let path = folder.path().join(name);
        File::create(&path)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
            .map_err(|e| naming(&out.join(name), "cannot write", &e))?;
    }
    let mut moved = Vec::new();
    for (name, _) in files {
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
    Ok(())
}

/// Keeps a second name for a file that is about to be replaced, or a copy where the disk knows no second names.
/// Says whether there was a file.
fn keep(target: &Path, old: &Path) -> io::Result<bool> {
    if !target.try_exists()? {
        return Ok(false);
    }
    if fs::hard_link(target, old).is_err() {
        fs::copy(target, old)?;
    }
    Ok(true)
}

/// Puts the old files back.
fn undo(moved: Vec<(PathBuf, Option<PathBuf>)>) {
    for (target, old) in moved {
        // The first error is the one to tell; a second one here would only hide it.
        let _ = match old {
            Some(old) => fs::rename(old, target),
            None => fs::remove_file(target),
        };
    }
}

/// The error, saying what could not be done to which path.
fn naming(path: &Path, what: &str, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{what} `{}`: {error}", path.display()),
    )
}
