//! Saves the counts while fights are played, so that a killed run loses only a few seconds of work.
//!
//! The counts are saved as a part. The part is written to a temporary file. When this file is completely on
//! the disk, it replaces the previous part. Saving a large part takes a moment, so at most a twentieth of the
//! time is spent on saving.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::batch::{Done, RunProgress, Shard, Totals, Watch};
use crate::cli::load::Loaded;
use crate::cli::output::{Failure, complain};
use crate::cli::output_folder::KEPT;
use crate::cli::run::matchups;
use crate::parts::{self, CountsRow, Header, Origin};
use crate::report::replace_with;

/// Saves the counts of a run from time to time.
#[derive(Debug)]
pub(in crate::cli) struct Keeper {
    path: PathBuf,
    header: Header,
    matchups: Vec<Named>,
    every: Duration,
    last: Mutex<SaveTimes>,
}

/// The names and the digest that identify a matchup.
#[derive(Debug)]
struct Named {
    scenario: String,
    matchup: String,
    digest: String,
}

/// When the counts were last saved, how long to wait until the next time, and whether saving failed.
#[derive(Debug)]
struct SaveTimes {
    at: Instant,
    pause: Duration,
    failed: bool,
}

impl Keeper {
    /// Creates a keeper that saves the counts of a shard into the folder `out`. It waits at least `every`
    /// between two saves.
    pub(in crate::cli) fn new(
        out: &Path,
        loaded: &[Loaded],
        (origin, shard): (Origin, Shard),
        every: Duration,
    ) -> Self {
        let matchups: Vec<Named> = matchups(loaded)
            .map(|(one, found)| Named {
                scenario: one.scenario.name.clone(),
                matchup: found.name.clone(),
                digest: parts::digest(&found.seats, &one.scenario.run),
            })
            .collect();
        Self {
            path: out.join(parts::FILE),
            header: Header::new(origin, shard, matchups.len() as u64),
            matchups,
            every,
            last: Mutex::new(SaveTimes {
                at: Instant::now(),
                pause: every,
                failed: false,
            }),
        }
    }

    /// Returns the path of the saved part.
    pub(in crate::cli) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the header of the saved part, which describes its run.
    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the digests of the matchups, in their order.
    pub(super) fn digests(&self) -> impl Iterator<Item = &str> {
        self.matchups.iter().map(|named| named.digest.as_str())
    }

    /// Saves the final counts, after the fights have been played.
    pub(in crate::cli) fn finish(&self, done: &[Done]) -> Result<(), Failure> {
        let complete = done.iter().all(|done| done.complete);
        let rows = self
            .matchups
            .iter()
            .zip(done)
            .map(|(named, done)| named.row(done));
        self.write(complete, rows).map_err(|error| {
            Failure::Files(format!("cannot write {}: {error}", self.path.display()))
        })
    }

    /// Removes the saved part.
    pub(in crate::cli) fn forget(&self) -> Result<(), Failure> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Failure::Files(format!(
                "cannot remove {}: {error}",
                self.path.display()
            ))),
            _ => Ok(()),
        }
    }

    fn write(&self, complete: bool, rows: impl Iterator<Item = CountsRow>) -> io::Result<()> {
        let mut header = self.header.clone();
        header.complete = complete;
        replace_with(&self.path, KEPT, |out| parts::write(out, &header, rows))
    }
}

impl Named {
    fn row(&self, done: &Done) -> CountsRow {
        CountsRow::new(&self.scenario, &self.matchup, &self.digest, done)
    }
}

impl Watch for Keeper {
    fn progressed(&self, _: &RunProgress) {}

    fn counted(&self, totals: Totals<'_>) {
        // If another thread is saving the counts, this one need not.
        let Ok(mut last) = self.last.try_lock() else {
            return;
        };
        if last.at.elapsed() < last.pause {
            return;
        }
        let begun = Instant::now();
        let row = |(task, named): (usize, &Named)| totals.of(task, |done| named.row(done));
        let kept = self.write(false, self.matchups.iter().enumerate().map(row));
        if let Err(error) = kept
            && !last.failed
        {
            last.failed = true;
            let shown = self.path.display();
            complain(&format!(
                "the counts cannot be saved in {shown}: {error}; the run continues"
            ));
        }
        last.at = Instant::now();
        last.pause = self.every.max(20 * begun.elapsed());
    }
}
