//! The state of the server: the scenarios that it serves, the files that may be read for them, and the
//! running requests.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rayon::ThreadPool;
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast};

use super::result_cache::ResultCache;
use crate::rules;
use crate::scenario::{Faults, Scenario};
use crate::scenario::{Overrides, Snapshot, from_disk};
use crate::session::loaded::{Loaded, told_apart};
use crate::session::watched::Watched;

/// Maximum number of requests that play fights at the same time.
const MOST_JOBS: usize = 12;

/// Longest time that a request waits for another one to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// The state of the server, shared by all requests.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) scenarios: Vec<Served>,
    pub(super) token: String,
    pub(super) port: u16,
    /// Threads for the first results after a change, so that these never wait for a longer run.
    pub(super) quick: ThreadPool,
    /// Threads for all longer work.
    pub(super) long: ThreadPool,
    /// Results of drafts (edited versions of a scenario) that were played recently. Charts of later drafts
    /// show them for comparison.
    pub(super) kept: ResultCache,
    /// The current run of each browser tab: the number of its request, and the flag that stops it.
    running: Mutex<HashMap<String, (u64, Arc<AtomicBool>)>>,
    jobs: Arc<Semaphore>,
    /// Number of times that scenario files have changed on the disk. A page that is opened later starts with
    /// this number.
    pub(super) version: AtomicU64,
    changes: broadcast::Sender<u64>,
    closed: AtomicBool,
}

/// A scenario that the server serves, with the files that may be read for it.
#[derive(Debug)]
pub(super) struct Served {
    /// Path of its file, as given on the command line.
    pub(super) path: PathBuf,
    /// Name of the scenario. All scenarios of the server have different names.
    pub(super) name: String,
    /// The folder of the file, with symbolic links resolved.
    pub(super) folder: PathBuf,
    /// The files that the file on the disk includes, with symbolic links resolved.
    included: Mutex<BTreeSet<PathBuf>>,
}

/// An edited version of a scenario: with another text in place of the file's, with changed values, or with
/// both.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    /// Index of the scenario in [`Desk::scenarios`].
    pub(super) scenario: usize,
    /// The text that replaces the text of the file. `None` if the text is unchanged.
    #[serde(default)]
    pub(super) text: Option<String>,
    /// The changed values, as arguments of `--set`.
    #[serde(default)]
    pub(super) set: Vec<Setting>,
}

/// A changed value: its path, and the new value in TOML.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setting {
    pub(super) path: String,
    pub(super) value: String,
}

impl Draft {
    /// Returns the overrides for reading the scenario: the changed values, and the number of fights if it is
    /// given.
    pub(super) fn overrides(&self, fights: Option<u64>) -> Overrides {
        Overrides {
            set: self.words(),
            fights,
            ..Overrides::default()
        }
    }

    /// Returns the changed values as arguments of `--set`.
    pub(super) fn words(&self) -> Vec<String> {
        let word = |one: &Setting| format!("{}={}", one.path, one.value);
        self.set.iter().map(word).collect()
    }
}

impl Desk {
    /// Prepares the server for these scenario files.
    pub(super) fn new(
        files: &[PathBuf],
        port: u16,
        [quick, long]: [ThreadPool; 2],
    ) -> io::Result<Self> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let served = |(path, name): (&PathBuf, String)| {
            let place = path.canonicalize()?;
            let folder = place.parent().unwrap_or(Path::new("/")).to_owned();
            let served = Served {
                path: path.clone(),
                name,
                folder,
                included: Mutex::default(),
            };
            served.look();
            Ok(served)
        };
        let names = told_apart(&paths);
        let scenarios: io::Result<Vec<Served>> = files.iter().zip(names).map(served).collect();
        Ok(Self {
            scenarios: scenarios?,
            token: format!("{:032x}", u128::from_ne_bytes(random)),
            port,
            quick,
            long,
            kept: ResultCache::default(),
            running: Mutex::default(),
            jobs: Arc::new(Semaphore::new(MOST_JOBS)),
            version: AtomicU64::new(0),
            changes: broadcast::channel(16).0,
            closed: AtomicBool::new(false),
        })
    }

    /// Returns the address of the page, with its token.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Returns the scenario that a draft is a version of. Fails if there is no such scenario.
    pub(super) fn served(&self, draft: &Draft) -> Result<&Served, String> {
        let found = self.scenarios.get(draft.scenario);
        found.ok_or_else(|| format!("there is no scenario {}", draft.scenario))
    }

    /// Registers a run for a browser tab, and stops the earlier run of the tab. Returns `None` if a later
    /// request of the tab has arrived before this one. That can happen because requests may overtake each
    /// other.
    pub(super) fn begin(self: &Arc<Self>, tab: &str, turn: u64) -> Option<Job> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((other, stop)) = running.get(tab) {
            if *other > turn {
                return None;
            }
            stop.store(true, Ordering::Relaxed);
        }
        let stop = Arc::new(AtomicBool::new(false));
        running.insert(tab.to_owned(), (turn, Arc::clone(&stop)));
        Some(Job {
            desk: Arc::clone(self),
            tab: tab.to_owned(),
            stop,
            place: None,
        })
    }

    /// Returns whether a tab has a run that has not ended.
    pub(super) fn is_running(&self, tab: &str) -> bool {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.contains_key(tab)
    }

    /// Returns the present state of all scenario files. Later states of the files are compared with it.
    pub(super) fn watched(&self) -> Watched {
        let paths: Vec<PathBuf> = self.scenarios.iter().map(|one| one.path.clone()).collect();
        let mut watched = Watched::new(&paths);
        self.look(&mut watched);
        watched
    }

    fn look(&self, watched: &mut Watched) {
        watched.read(|reader| {
            for one in &self.scenarios {
                rules::survey_by(&one.path, &Overrides::default(), reader);
            }
        });
        self.scenarios.iter().for_each(Served::look);
    }

    /// Watches the files on the disk until the server ends, and tells the open pages about changes.
    pub(super) fn watch(&self, mut watched: Watched) {
        while watched.changed(|| self.closed.load(Ordering::Relaxed)) {
            self.look(&mut watched);
            let version = self.version.fetch_add(1, Ordering::Relaxed) + 1;
            // Sending fails if no page is open. That does no harm.
            let _ = self.changes.send(version);
        }
    }

    /// Returns a receiver of all changes of files from now on.
    pub(super) fn changes(&self) -> broadcast::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Ends all runs and stops watching the files.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        for (_, stop) in running.values() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A run that belongs to a browser tab. The run stays registered until this value is dropped.
#[derive(Debug)]
pub(super) struct Job {
    desk: Arc<Desk>,
    tab: String,
    /// Becomes true when the run has to end.
    pub(super) stop: Arc<AtomicBool>,
    place: Option<OwnedSemaphorePermit>,
}

impl Job {
    /// Waits until fewer than [`MOST_JOBS`] runs are active. Returns false if that takes too long, which is
    /// rare, because runs of other requests end within a moment after they were stopped.
    pub(super) async fn take_place(&mut self) -> bool {
        let place = Arc::clone(&self.desk.jobs).acquire_owned();
        let place = tokio::time::timeout(PATIENCE, place).await;
        self.place = place.ok().and_then(Result::ok);
        self.place.is_some()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        let running = self.desk.running.lock();
        let mut running = running.unwrap_or_else(PoisonError::into_inner);
        if (running.get(&self.tab)).is_some_and(|(_, stop)| Arc::ptr_eq(stop, &self.stop)) {
            running.remove(&self.tab);
        }
    }
}

impl Served {
    /// Finds out which files the scenario's file on the disk includes. These files may be read even if they
    /// are in other folders.
    pub(super) fn look(&self) {
        let files = Snapshot::of(&self.path);
        let places = files.files().filter_map(|path| path.canonicalize().ok());
        let mut included = self.included.lock().unwrap_or_else(PoisonError::into_inner);
        *included = places.collect();
    }

    /// Reads a file for this scenario. For the scenario's own file, `text` replaces the content on the disk.
    /// Files outside of the scenario's folder are refused, unless the file on the disk includes them. A draft
    /// therefore cannot include other files outside of the folder.
    pub(super) fn read(&self, path: &Path, text: Option<&str>) -> io::Result<(PathBuf, Vec<u8>)> {
        let own = path == self.path;
        let place = path.canonicalize();
        if let (true, Some(text)) = (own, text) {
            // If the file has just been deleted, its text can still be edited on the page.
            let place = place.unwrap_or_else(|_| path.to_owned());
            return Ok((place, text.as_bytes().to_vec()));
        }
        let place = place?;
        let included = self.included.lock().unwrap_or_else(PoisonError::into_inner);
        let is_allowed = own || place.starts_with(&self.folder) || included.contains(&place);
        drop(included);
        if !is_allowed {
            let text = "the page reads only files in the scenario's folder and those that the saved scenario includes";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
        }
        from_disk(&place)
    }

    /// Returns the text of the scenario's file on the disk.
    pub(super) fn text(&self) -> io::Result<String> {
        let (_, bytes) = self.read(&self.path, None)?;
        String::from_utf8(bytes)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8"))
    }

    /// Reads a draft of this scenario and compiles its matchups. Returns `None` if `stop` became true.
    pub(super) fn load(
        &self,
        draft: &Draft,
        fights: Option<u64>,
        stop: &AtomicBool,
    ) -> Option<Result<Loaded, Faults>> {
        let text = draft.text.as_deref();
        let reader = |path: &Path| self.read(path, text);
        let stopped = || stop.load(Ordering::Relaxed);
        let loaded = rules::load_until(&self.path, &draft.overrides(fights), &reader, &stopped)?;
        Some(loaded.map(|(mut scenario, matches)| {
            scenario.name.clone_from(&self.name);
            Loaded {
                scenario,
                matches,
                is_part: false,
            }
        }))
    }

    /// Reads a draft of this scenario without compiling its matchups.
    pub(super) fn survey(&self, draft: &Draft) -> (Option<Scenario>, Faults) {
        let text = draft.text.as_deref();
        let reader = |path: &Path| self.read(path, text);
        let (mut scenario, faults) = rules::survey_by(&self.path, &draft.overrides(None), &reader);
        if let Some(scenario) = &mut scenario {
            scenario.name.clone_from(&self.name);
        }
        (scenario, faults)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_files_of_the_folder_and_saved_includes_are_read() {
        let desk = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| desk.path().join(name);
        fs::create_dir_all(path("own/sub")).expect("the folder is ours");
        for (name, text) in [
            ("own/a.toml", "include = ['../shared.toml']"),
            ("own/sub/b.toml", ""),
            ("shared.toml", ""),
            ("secret.toml", ""),
        ] {
            fs::write(path(name), text).expect("the folder is ours");
        }
        let served = Served {
            path: path("own/a.toml"),
            name: "a".to_owned(),
            folder: path("own").canonicalize().expect("it is there"),
            included: Mutex::default(),
        };
        served.look();
        let can = |name: &str| served.read(&path(name), None).map_err(|error| error.kind());
        assert!(can("own/a.toml").is_ok());
        assert!(can("own/sub/b.toml").is_ok());
        assert!(can("own/../shared.toml").is_ok());
        assert_eq!(can("secret.toml"), Err(io::ErrorKind::PermissionDenied));
        assert_eq!(
            can("own/../secret.toml"),
            Err(io::ErrorKind::PermissionDenied)
        );
        #[cfg(unix)]
        {
            let link = path("own/link.toml");
            std::os::unix::fs::symlink(path("secret.toml"), link).expect("the folder is ours");
            assert_eq!(can("own/link.toml"), Err(io::ErrorKind::PermissionDenied));
        }
    }
}
