//! Detects changes of a scenario on the disk.
//!
//! The system reports all events in the folders of the files: editors save by writing another file and renaming it,
//! so a watch on the file itself would stay with the old one. An event only triggers a check; the decision depends on
//! whether the files differ from those used in the last round ([`Watched::read`]). If the system sends no events, as
//! on some network disks, or a folder was removed and created again, a check at intervals still finds the change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::scenario::{Reader, Recorder, Snapshot};

/// Time between two checks whether to continue waiting.
const TICK: Duration = Duration::from_millis(50);
/// Time without events before a change counts as complete: one save may cause several events.
const QUIET: Duration = Duration::from_millis(60);
/// Longest time to wait for that.
const RESTLESS: Duration = Duration::from_millis(400);
/// Time between two checks of files with events from the system.
const SELDOM: Duration = Duration::from_secs(2);
/// Time between two checks of other files.
const OFTEN: Duration = Duration::from_millis(500);

/// Scenarios that are read again after each change, and their files at the last reading.
pub(crate) struct Watched {
    paths: Vec<PathBuf>,
    /// The files used in the last round.
    used: Snapshot,
    /// The files at the last check, whose folders are watched.
    seen: Snapshot,
    watcher: Option<RecommendedWatcher>,
    events: Receiver<()>,
    /// Whether the system sends events for all folders.
    told: bool,
}

impl Watched {
    /// Checks these scenarios for the first time. No round has used them yet.
    pub(crate) fn new(paths: &[PathBuf]) -> Self {
        let (tell, events) = mpsc::channel();
        let handler = move |event: notify::Result<notify::Event>| {
            // Read accesses are ignored: most of them are our own. An error may hide any event.
            if event.map_or(true, |event| !matches!(event.kind, EventKind::Access(_))) {
                // The receiver is gone: the program is about to end.
                let _ = tell.send(());
            }
        };
        let mut watched = Self {
            paths: paths.to_vec(),
            used: Snapshot::default(),
            seen: Snapshot::default(),
            watcher: notify::recommended_watcher(handler).ok(),
            events,
            told: false,
        };
        watched.look();
        watched
    }

    /// Reads the files and returns whether they differ from those used in the last round. Earlier checks do not
    /// matter: a difference remains one until a round uses the changed files.
    pub(crate) fn look(&mut self) -> bool {
        let now = Snapshot::of_all(self.paths.iter().map(PathBuf::as_path));
        if now != self.seen {
            self.seen = now;
            self.listen();
        }
        self.seen != self.used
    }

    /// Runs a round that reads its files through the given reader.
    pub(crate) fn read<T>(&mut self, round: impl FnOnce(Reader) -> T) -> T {
        let recorder = Recorder::default();
        let made = round(&|path| recorder.read(path));
        let read = recorder.snapshot();
        let is_read = |path: &PathBuf| read.files().any(|file| file == path);
        // A round that failed before it read every scenario is due again after the next change.
        self.used = if self.paths.iter().all(is_read) {
            read
        } else {
            self.seen.clone()
        };
        made
    }

    /// The missing scenarios. They were missing at the last check, so a round that reports this has used the files as
    /// seen then.
    pub(crate) fn missing(&mut self) -> Vec<&Path> {
        let paths = self.paths.iter().map(PathBuf::as_path);
        let is_missing = |path: &&Path| !self.seen.has(path) && !path.exists();
        let missing: Vec<&Path> = paths.filter(is_missing).collect();
        if !missing.is_empty() {
            self.used = self.seen.clone();
        }
        missing
    }

    /// Requests events for all folders, including those requested before, as they may have been created again.
    fn listen(&mut self) {
        let folders: BTreeSet<PathBuf> = self.seen.folders();
        self.told = self.watcher.as_mut().is_some_and(|watcher| {
            let failed =
                |folder: &PathBuf| watcher.watch(folder, RecursiveMode::NonRecursive).is_err();
            !folders
                .iter()
                .map(failed)
                .fold(false, |any, failed| any | failed)
        });
    }

    /// Waits until a file differs from those used in the last round, or `no_use` returns true. Returns whether a file
    /// differs.
    pub(crate) fn changed(&mut self, no_use: impl Fn() -> bool) -> bool {
        // A save may have happened since the round, or been detected too late to interrupt it.
        if !no_use() && self.look() {
            return true;
        }
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

    /// Waits until a change that has begun is complete.
    fn settle(&self) {
        let end = Instant::now() + RESTLESS;
        while Instant::now() < end && self.events.recv_timeout(QUIET).is_ok() {}
    }

    /// All files, including includes, each once.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.seen.files()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Watches a scenario after a round that used it.
    fn played(path: &PathBuf) -> Watched {
        let mut watched = Watched::new(std::slice::from_ref(path));
        play(&mut watched, path);
        watched
    }

    /// Runs a round that uses the scenario, which is one file.
    fn play(watched: &mut Watched, path: &Path) {
        let read = watched.read(|reader| reader(path).is_ok());
        assert_eq!(read, path.exists());
    }

    #[test]
    fn a_change_is_seen_with_and_without_word_from_the_system() {
        for told in [true, false] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("a.toml");
            fs::write(&path, "[options]").expect("a temporary file");
            let mut watched = played(&path);
            if !told {
                watched.watcher = None;
                watched.told = false;
            }
            assert!(!watched.look());
            assert!(!watched.changed(|| true));
            // As editors save: a new file, renamed.
            let other = folder.path().join("a.toml~");
            fs::write(&other, "[run]").expect("a temporary file");
            fs::rename(&other, &path).expect("the same folder");
            assert!(watched.changed(|| false));
            play(&mut watched, &path);
            assert!(!watched.look());
            fs::remove_file(&path).expect("it is there");
            assert!(watched.changed(|| false));
            assert_eq!(watched.missing(), [&path]);
            assert!(!watched.look());
            fs::write(&path, "[run]").expect("a temporary file");
            assert!(watched.changed(|| false));
            assert!(watched.missing().is_empty());
        }
    }

    #[test]
    fn a_save_that_was_seen_too_late_to_end_a_round_is_still_a_change() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.toml");
        fs::write(&path, "[options]").expect("a temporary file");
        let mut watched = played(&path);
        fs::write(&path, "[run]").expect("a temporary file");
        // Detected during the round, which ends before it can be interrupted.
        assert!(watched.changed(|| false));
        assert!(watched.changed(|| false));
        play(&mut watched, &path);
        assert!(!watched.look());
    }

    #[test]
    fn a_save_between_the_look_and_the_reading_is_a_change_once_it_is_undone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.toml");
        fs::write(&path, "[options]").expect("a temporary file");
        let mut watched = Watched::new(std::slice::from_ref(&path));
        fs::write(&path, "[run]").expect("a temporary file");
        play(&mut watched, &path);
        fs::write(&path, "[options]").expect("a temporary file");
        // Equal to the files at the last check, but not to those that were played.
        assert!(watched.changed(|| false));
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
        let mut watched = played(&path);
        fs::remove_dir_all(&inner).expect("it is there");
        assert!(watched.changed(|| false));
        assert!(!watched.told);
        play(&mut watched, &path);
        make("[options]");
        assert!(watched.changed(|| false));
        assert!(watched.told);
    }
}
