//! Records the contents of a scenario's files on the disk, so that later changes can be detected.
//!
//! The contents are compared and not the times of modification. A file that is saved without a change is
//! therefore not a change, and neither is another file in the same folder.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::Faults;
use super::files;

/// All files that were requested while scenarios were read, including those that do not exist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The canonical path and the digest of each file, by its path as written. `None` if the file cannot be
    /// read.
    files: BTreeMap<PathBuf, Option<(PathBuf, [u8; 32])>>,
}

/// The canonical path and the bytes of a file, or the error of reading it.
type FileRead = io::Result<(PathBuf, Vec<u8>)>;

/// Reads each file from the disk only once and remembers it. Everything that is built from these files
/// belongs to the same [`Snapshot`], even if a file is saved in the meantime.
#[derive(Debug, Default)]
pub struct Recorder {
    files: RefCell<BTreeMap<PathBuf, FileRead>>,
}

impl Recorder {
    /// Returns the canonical path and the bytes of a file, with the content that this recorder read first.
    ///
    /// # Errors
    /// If the file could not be read the first time.
    pub fn read(&self, path: &Path) -> FileRead {
        let mut files = self.files.borrow_mut();
        let read = files
            .entry(path.to_owned())
            .or_insert_with(|| files::from_disk(path));
        match read {
            Ok(read) => Ok(read.clone()),
            Err(error) => Err(match error.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => error.kind().into(),
            }),
        }
    }

    /// Returns a snapshot of all files read up to now.
    pub fn snapshot(&self) -> Snapshot {
        let files = self.files.borrow();
        let seen = |read: &FileRead| {
            let (place, bytes) = read.as_ref().ok()?;
            Some((place.clone(), Sha256::digest(bytes).into()))
        };
        let files = files.iter().map(|(path, read)| (path.clone(), seen(read)));
        Snapshot {
            files: files.collect(),
        }
    }
}

impl Snapshot {
    /// Returns a snapshot of the scenario at this path and of everything that it includes, directly or
    /// indirectly.
    pub fn of(path: &Path) -> Self {
        Self::of_all([path])
    }

    /// Returns a snapshot of the scenarios at these paths and of everything that they include.
    pub fn of_all<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Self {
        let recorder = Recorder::default();
        for path in paths {
            files::read(path, &|path| recorder.read(path), &mut Faults::default());
        }
        recorder.snapshot()
    }

    /// Returns whether the file at this path could be read.
    pub fn has(&self, path: &Path) -> bool {
        self.files.get(path).is_some_and(Option::is_some)
    }

    /// Returns the paths that were requested for the files.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.keys().map(PathBuf::as_path)
    }

    /// Returns the folders to watch for changes: those of the files, and for links also the folders of their
    /// targets.
    pub fn folders(&self) -> BTreeSet<PathBuf> {
        let places = self.files.values().flatten().map(|(place, _)| place);
        let paths = self.files.keys().chain(places);
        let folder = |path: &PathBuf| match path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
            Some(folder) => folder.to_owned(),
            None => path.clone(),
        };
        paths.map(folder).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn write(path: &Path, text: &str) {
        fs::write(path, text).expect("a temporary file");
    }

    #[test]
    fn a_snapshot_changes_with_what_is_in_any_of_its_files_and_with_nothing_else() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [root, part, deep] =
            ["a.toml", "part.toml", "sub/deep.toml"].map(|name| folder.path().join(name));
        fs::create_dir(folder.path().join("sub")).expect("a temporary folder");
        write(&root, "include = [\"part.toml\"]");
        write(&part, "include = [\"sub/deep.toml\"]");
        let first = Snapshot::of(&root);
        assert!(first.files().eq([&root, &part, &deep]));
        // A missing file is a part of the snapshot, so creating it is a change.
        write(&deep, "[options]");
        let whole = Snapshot::of(&root);
        assert_ne!(first, whole);
        write(&deep, "[options]");
        write(&folder.path().join("other.toml"), "[options]");
        assert_eq!(Snapshot::of(&root), whole);
        write(&part, "# no more\ninclude = [\"sub/deep.toml\"]");
        assert_ne!(Snapshot::of(&root), whole);
        // A file that is not valid TOML is in the snapshot with its content.
        write(&root, "include = [");
        let broken = Snapshot::of(&root);
        write(&root, "include = [[");
        assert_ne!(Snapshot::of(&root), broken);
        fs::remove_file(&root).expect("it is there");
        assert_eq!(Snapshot::of(&root).files().count(), 1);
    }

    #[test]
    fn what_a_recorder_has_read_stays_as_it_was_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [root, late] = ["a.toml", "late.toml"].map(|name| folder.path().join(name));
        write(&root, "[options]");
        let before = Snapshot::of(&root);
        let recorder = Recorder::default();
        let first = recorder.read(&root).expect("it is there");
        recorder.read(&late).expect_err("not carried");
        write(&root, "[run]");
        write(&late, "[run]");
        assert_eq!(recorder.read(&root).expect("it was there"), first);
        let error = recorder.read(&late).expect_err("it was not there");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        let snapshot = recorder.snapshot();
        assert!(snapshot.has(&root) && !snapshot.has(&late));
        assert_eq!(snapshot.files[&root], before.files[&root]);
        assert_ne!(snapshot, Snapshot::of_all([&*root, &*late]));
    }

    #[test]
    fn a_file_without_a_folder_is_in_the_present_one() {
        let there = Snapshot::of(Path::new("no-such-scenario.toml"));
        assert!(there.folders().iter().eq([Path::new(".")]));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_watched_at_both_ends() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = folder.path().canonicalize().expect("it is there");
        let (far, link) = (place.join("far"), place.join("near.toml"));
        fs::create_dir(&far).expect("a temporary folder");
        write(&far.join("a.toml"), "[options]");
        std::os::unix::fs::symlink(far.join("a.toml"), &link).expect("a link");
        assert!(Snapshot::of(&link).folders().iter().eq([&place, &far]));
    }
}
