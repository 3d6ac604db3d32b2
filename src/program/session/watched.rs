//! Detects that scenario files have changed on the disk.
//!
//! A caller such as `run --watch` works in rounds. Each round reads the scenarios, plays them, shows the
//! results, and waits for a change of the files.
//!
//! The operating system sends events about the folders of the files. The files themselves are not watched,
//! because editors save by writing another file and renaming it. After an event, the files are compared with
//! those that the last round has used ([`Watched::read`]). On some network disks, and after a folder was
//! removed and created again, the system sends no events. The files are therefore also compared at intervals.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::scenario::{Reader, Recorder, Snapshot};

/// Time between two checks whether the caller still wants to wait.
const TICK: Duration = Duration::from_millis(50);
/// Time without events after which a change counts as complete. One save may cause several events.
const QUIET: Duration = Duration::from_millis(60);
/// Longest time to wait until a change is complete.
const RESTLESS: Duration = Duration::from_millis(400);
/// Time between two checks of the files if the system sends events.
const SELDOM: Duration = Duration::from_secs(2);
/// Time between two checks of the files if the system sends no events.
const OFTEN: Duration = Duration::from_millis(500);

/// The scenario files and their includes, which are watched for changes.
pub(crate) struct Watched {
    paths: Vec<PathBuf>,
    /// The state of the files that the last round has read.
    used: Snapshot,
    /// The state of the files at the last check. The folders of these files are watched.
    seen: Snapshot,
    watcher: Option<RecommendedWatcher>,
    events: Receiver<()>,
    /// Whether the system sends events for the folders of all files.
    told: bool,
}

impl Watched {
    /// Creates a watch on the files of these scenarios and checks them once. No round has read them yet.
    pub(crate) fn new(paths: &[PathBuf]) -> Self {
        let (tell, events) = mpsc::channel();
        let handler = move |event: notify::Result<notify::Event>| {
            // Events about reading are ignored, because most of them are caused by this program. An error may
            // hide any event, so it counts as an event.
            if event.map_or(true, |event| !matches!(event.kind, EventKind::Access(_))) {
                // Sending fails if the receiver has been dropped. The program is about to end then.
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

    /// Checks the files. Returns whether they differ from the state that the last round has read. The result
    /// stays true until a round has read the changed files, however often the files are checked.
    pub(crate) fn look(&mut self) -> bool {
        let now = Snapshot::of_all(self.paths.iter().map(PathBuf::as_path));
        if now != self.seen {
            self.seen = now;
            self.listen();
        }
        self.seen != self.used
    }

    /// Runs `round`, which must read its files through the reader that it gets. Remembers the state of these
    /// files.
    pub(crate) fn read<T>(&mut self, round: impl FnOnce(Reader) -> T) -> T {
        let recorder = Recorder::default();
        let made = round(&|path| recorder.read(path));
        let read = recorder.snapshot();
        let is_read = |path: &PathBuf| read.files().any(|file| file == path);
        // A round may fail before it has read every scenario. The files of the last check then count as read,
        // so that the next change starts another round.
        self.used = if self.paths.iter().all(is_read) {
            read
        } else {
            self.seen.clone()
        };
        made
    }

    /// Returns the scenario files that are missing. The caller reports them, which counts as a round that has
    /// read the files of the last check.
    pub(crate) fn missing(&mut self) -> Vec<&Path> {
        let paths = self.paths.iter().map(PathBuf::as_path);
        let is_missing = |path: &&Path| !self.seen.has(path) && !path.exists();
        let missing: Vec<&Path> = paths.filter(is_missing).collect();
        if !missing.is_empty() {
            self.used = self.seen.clone();
        }
        missing
    }

    /// Asks the system for events about the folders of all files. This is repeated for folders that are
    /// watched already, because they may have been removed and created again.
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

    /// Waits until a file differs from the state that the last round has read, or until `no_use` returns
    /// true. Returns whether a file differs.
    pub(crate) fn changed(&mut self, no_use: impl Fn() -> bool) -> bool {
        // The files may have been saved after the round, or so late during the round that it was not
        // interrupted.
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

    /// Waits until no more events arrive for a change, so that the change is complete.
    fn settle(&self) {
        let end = Instant::now() + RESTLESS;
        while Instant::now() < end && self.events.recv_timeout(QUIET).is_ok() {}
    }

    /// Iterates over the paths of all files, with the included ones. Each path occurs once.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.seen.files()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns a watch on a scenario, after a round that has read it.
    fn played(path: &PathBuf) -> Watched {
        let mut watched = Watched::new(std::slice::from_ref(path));
        play(&mut watched, path);
        watched
    }

    /// Runs a round that reads the scenario, which consists of one file.
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
            // Editors save by writing a new file and then renaming it.
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
        // The files were saved so late during the round that it was not interrupted.
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
        // The files are as at the last check, but not as the last round has read them.
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
