//! Noticing that a scenario has changed on the disk.
//!
//! The system tells of anything that happens in the folders of the files: editors save by writing another file and
//! renaming it, so a watch on the file itself would be left with the old one. What is told is only taken as a reason to
//! look; what counts is what is in the files ([`Snapshot`]). Where the system does not tell, as on some network disks, and
//! where a folder has been taken away and made again, looking every now and then finds the change all the same.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::scenario::Snapshot;

/// Between two looks at whether to go on waiting.
const TICK: Duration = Duration::from_millis(50);
/// How long it has to be quiet after something happened: one save may be several events.
const QUIET: Duration = Duration::from_millis(60);
/// How long to wait for quiet at most.
const RESTLESS: Duration = Duration::from_millis(400);
/// Between two looks at files of which the system tells.
const SELDOM: Duration = Duration::from_secs(2);
/// Between two looks at others.
const OFTEN: Duration = Duration::from_millis(500);

/// Some scenarios as they were when last looked at.
pub(super) struct Watched {
    paths: Vec<PathBuf>,
    seen: Vec<Snapshot>,
    watcher: Option<RecommendedWatcher>,
    events: Receiver<()>,
    /// Whether the system tells of all folders.
    told: bool,
}

impl Watched {
    /// Looks at these scenarios for the first time.
    pub(super) fn new(paths: &[PathBuf]) -> Self {
        let (tell, events) = mpsc::channel();
        let handler = move |event: notify::Result<notify::Event>| {
            // That files are read is no news: it is mostly our own doing. An error may hide anything.
            if event.map_or(true, |event| !matches!(event.kind, EventKind::Access(_))) {
                // Nobody listens any more: the program is about to end.
                let _ = tell.send(());
            }
        };
        let mut watched = Self {
            paths: paths.to_vec(),
            seen: Vec::new(),
            watcher: notify::recommended_watcher(handler).ok(),
            events,
            told: false,
        };
        watched.look();
        watched
    }

    /// Looks at the files as they are now, and says whether any of them has changed.
    pub(super) fn look(&mut self) -> bool {
        let now: Vec<_> = self.paths.iter().map(|path| Snapshot::of(path)).collect();
        if now == self.seen {
            return false;
        }
        self.seen = now;
        self.listen();
        true
    }

    /// Asks the system to tell of all folders; also of those that it was asked for before, as they may be new ones of the
    /// same name.
    fn listen(&mut self) {
        let folders: BTreeSet<PathBuf> = self.seen.iter().flat_map(Snapshot::folders).collect();
        self.told = self.watcher.as_mut().is_some_and(|watcher| {
            let failed =
                |folder: &PathBuf| watcher.watch(folder, RecursiveMode::NonRecursive).is_err();
            !folders
                .iter()
                .map(failed)
                .fold(false, |any, failed| any | failed)
        });
    }

    /// Waits until a file has changed, or there is no use in waiting. Says whether one has.
    pub(super) fn changed(&mut self, no_use: impl Fn() -> bool) -> bool {
        let mut looked = Instant::now();
        while !no_use() {
            let happened = match self.events.recv_timeout(TICK) {
                Ok(()) => {
                    self.settle();
                    true
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(TICK);
                    false
                }
            };
            let pause = if self.told { SELDOM } else { OFTEN };
            if happened || looked.elapsed() >= pause {
                if self.look() {
                    return true;
                }
                looked = Instant::now();
            }
        }
        false
    }

    /// Waits until what has begun to happen is over.
    fn settle(&self) {
        let end = Instant::now() + RESTLESS;
        while Instant::now() < end && self.events.recv_timeout(QUIET).is_ok() {}
    }

    /// The scenarios that are not there.
    pub(super) fn missing(&self) -> Vec<&Path> {
        let paths = self.paths.iter().map(PathBuf::as_path);
        paths.filter(|path| !path.exists()).collect()
    }

    /// All files, includes too, each once.
    pub(super) fn files(&self) -> BTreeSet<&Path> {
        self.seen.iter().flat_map(Snapshot::files).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_change_is_seen_with_and_without_word_from_the_system() {
        for told in [true, false] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("a.toml");
            fs::write(&path, "[options]").expect("a temporary file");
            let mut watched = Watched::new(std::slice::from_ref(&path));
            if !told {
                watched.watcher = None;
                watched.told = false;
            }
            assert!(!watched.look());
            assert!(!watched.changed(|| true));
            // As editors save: another file, renamed.
            let other = folder.path().join("a.toml~");
            fs::write(&other, "[run]").expect("a temporary file");
            fs::rename(&other, &path).expect("the same folder");
            assert!(watched.changed(|| false));
            assert!(!watched.look());
            fs::remove_file(&path).expect("it is there");
            assert!(watched.changed(|| false));
            assert_eq!(watched.missing(), [&path]);
            fs::write(&path, "[run]").expect("a temporary file");
            assert!(watched.changed(|| false));
            assert!(watched.missing().is_empty());
        }
    }

    #[test]
    fn a_folder_that_was_made_again_is_watched_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inner = folder.path().join("inner");
        let path = inner.join("a.toml");
        let make = |text: &str| {
            fs::create_dir_all(&inner).expect("a temporary folder");
            fs::write(&path, text).expect("a temporary file");
        };
        make("[options]");
        let mut watched = Watched::new(std::slice::from_ref(&path));
        fs::remove_dir_all(&inner).expect("it is there");
        assert!(watched.changed(|| false));
        assert!(!watched.told);
        make("[options]");
        assert!(watched.changed(|| false));
        assert!(watched.told);
    }
}
