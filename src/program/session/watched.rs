//! Detects changes of scenario files on the disk.
//!
//! A caller such as `run --watch` works in rounds: it reads the scenarios, plays them, shows the results, and
//! waits for a change of the files.
//!
//! The operating system reports events in the folders of the files. The files themselves are not watched,
//! because editors save by writing another file and renaming it. An event only triggers a check, which
//! compares the files with those that the last round has used ([`Watched::read`]). On some network disks, and
//! after a folder was removed and created again, the system sends no events. Checks at intervals then find
//! the change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::scenario::{Reader, Recorder, Snapshot};

/// Time between two checks whether waiting should go on.
const TICK: Duration = Duration::from_millis(50);
/// A change counts as complete after this time without events, because one save may cause several events.
const QUIET: Duration = Duration::from_millis(60);
/// Longest time to wait until a change is complete.
const RESTLESS: Duration = Duration::from_millis(400);
/// Time between two checks of the files if the system sends events.
const SELDOM: Duration = Duration::from_secs(2);
/// Time between two checks of the files if the system sends no events.
const OFTEN: Duration = Duration::from_millis(500);

/// Scenarios that are read again after each change, with the state of their files.
pub(crate) struct Watched {
    paths: Vec<PathBuf>,
    /// The files as the last round has used them.
    used: Snapshot,
    /// The files at the last check. Their folders are watched.
    seen: Snapshot,
    watcher: Option<RecommendedWatcher>,
    events: Receiver<()>,
    /// Whether the system sends events for all folders.
    told: bool,
}

impl Watched {
    /// Checks the files of these scenarios for the first time. No round has used them yet.
    pub(crate) fn new(paths: &[PathBuf]) -> Self {
        let (tell, events) = mpsc::channel();
        let handler = move |event: notify::Result<notify::Event>| {
            // Read accesses are ignored, because most of them are those of this program. An error may stand
            // for any event.
            if event.map_or(true, |event| !matches!(event.kind, EventKind::Access(_))) {
                // Sending fails if the receiver is gone. The program is then about to end.
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

    /// Checks the files. Returns whether they differ from those that the last round has used. A difference
    /// stays until a round uses the changed files, however often the files are checked.
    pub(crate) fn look(&mut self) -> bool {
        let now = Snapshot::of_all(self.paths.iter().map(PathBuf::as_path));
        if now != self.seen {
            self.seen = now;
            self.listen();
        }
        self.seen != self.used
    }

    /// Runs `round`, which must read its files through the given reader, and remembers the files it has read.
    pub(crate) fn read<T>(&mut self, round: impl FnOnce(Reader) -> T) -> T {
        let recorder = Recorder::default();
        let made = round(&|path| recorder.read(path));
        let read = recorder.snapshot();
        let is_read = |path: &PathBuf| read.files().any(|file| file == path);
        // If a round fails before it has read every scenario, the next change starts another round.
        self.used = if self.paths.iter().all(is_read) {
            read
        } else {
            self.seen.clone()
        };
        made
    }

    /// Returns the scenarios whose files are missing. They were missing at the last check, so a round that
    /// reports this counts as having used the files of that check.
    pub(crate) fn missing(&mut self) -> Vec<&Path> {
        let paths = self.paths.iter().map(PathBuf::as_path);
        let is_missing = |path: &&Path| !self.seen.has(path) && !path.exists();
        let missing: Vec<&Path> = paths.filter(is_missing).collect();
        if !missing.is_empty() {
            self.used = self.seen.clone();
        }
        missing
    }

    /// Requests events for all folders. Requests are repeated for known folders, since they may have been
    /// created again.
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

    /// Waits until a file differs from those that the last round has used, or until `no_use` returns true.
    /// Returns whether a file differs.
    pub(crate) fn changed(&mut self, no_use: impl Fn() -> bool) -> bool {
        // The files may have been saved since the round, or so late during it that it was not interrupted.
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

    /// Waits until no more events arrive for a change that has begun.
    fn settle(&self) {
        let end = Instant::now() + RESTLESS;
        while Instant::now() < end && self.events.recv_timeout(QUIET).is_ok() {}
    }

    /// Iterates over all files, including includes, each once.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.seen.files()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns a watch on a scenario that a round has used.
    fn played(path: &PathBuf) -> Watched {
        let mut watched = Watched::new(std::slice::from_ref(path));
        play(&mut watched, path);
        watched
    }

    /// Runs a round that uses the scenario, which consists of one file.
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
            // Editors save by writing a new file and renaming it.
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
        // The change was detected during the round, but too late to interrupt it.
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
        // The files equal those at the last check, but not those that the round has used.
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
