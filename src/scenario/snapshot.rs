//! What a scenario is made of, as it stands on the disk: to see whether any of it has changed.
//!
//! What is compared is what is in the files, not when they were written, so saving a file unchanged changes nothing, and
//! neither do other files of the same folder.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::Faults;
use super::files;

/// Every file that reading a scenario comes upon, there or not, and what is in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// By the path as it is written. A file that cannot be read has neither a place on the disk nor a digest.
    files: BTreeMap<PathBuf, Option<(PathBuf, [u8; 32])>>,
}

impl Snapshot {
    /// The scenario at this path and all that it includes, directly or not, as far as they can be made sense of.
    pub fn of(path: &Path) -> Self {
        let files = RefCell::new(BTreeMap::new());
        let reader = |path: &Path| {
            let read = files::from_disk(path);
            let seen = (read.as_ref().ok())
                .map(|(place, bytes)| (place.clone(), Sha256::digest(bytes).into()));
            files.borrow_mut().insert(path.to_owned(), seen);
            read
        };
        files::read(path, &reader, &mut Faults::default());
        Self {
            files: files.into_inner(),
        }
    }

    /// The files, as their paths are written.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.keys().map(PathBuf::as_path)
    }

    /// The folders in which something happens when a file changes: those that the files are in, and where a path is a
    /// link, also that of the file it leads to.
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
        // One that is not there yet is part of it.
        write(&deep, "[options]");
        let whole = Snapshot::of(&root);
        assert_ne!(first, whole);
        write(&deep, "[options]");
        write(&folder.path().join("other.toml"), "[options]");
        assert_eq!(Snapshot::of(&root), whole);
        write(&part, "# no more\ninclude = [\"sub/deep.toml\"]");
        assert_ne!(Snapshot::of(&root), whole);
        // Not even TOML: it is still known by what is in it.
        write(&root, "include = [");
        let broken = Snapshot::of(&root);
        write(&root, "include = [[");
        assert_ne!(Snapshot::of(&root), broken);
        fs::remove_file(&root).expect("it is there");
        assert_eq!(Snapshot::of(&root).files().count(), 1);
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
