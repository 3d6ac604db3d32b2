//! Part files. A part has the counts of one shard of a run, or of an unfinished run. Parts can be merged, and
//! an unfinished run can be continued from its part.
//!
//! The file is text with one JSON object per line: a header that identifies the run, one line with the counts
//! of each matchup, and a closing line. The format is text and not binary for three reasons. Messages can
//! name the line of a fault, any tool can show a part, and `gzip` compresses small whole numbers as well as
//! any binary form. Each line has a checksum of itself, and the closing line has a checksum of all lines
//! before it. Damage and truncation are therefore detected and located.
//!
//! A part contains the texts of the scenario and of the files that it includes. Parts can therefore be merged
//! on a machine that does not have these files, or after the files have changed.
//!
//! Counts are whole numbers, and are read one matchup at a time. A merge therefore needs memory only for the
//! sums and for one line.

mod read;
mod write;

pub use read::{Flaw, Part};
pub use write::write;

use std::fmt::Write as _;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::batch::{Done, Shard, Spans};
use crate::bout::Bout;
use crate::scenario::{RunSettings, Text};
use crate::tally::Tally;

/// File name of a part in the output folder of its run.
pub const FILE: &str = "part.jsonl";

/// Version number of the file format that this program reads and writes.
const FORMAT: u32 = 1;

/// The first line of a part, which identifies its run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Kind of the file. Always `part`.
    skirmish: String,
    /// Version number of the file format.
    format: u32,
    /// Version of the program that played the fights.
    pub version: String,
    /// Seed of the run.
    pub seed: u64,
    /// Number of the shard that the part has, from 1.
    shard: u64,
    /// Number of shards in the run.
    of: u64,
    /// Whether all fights of the shard were played.
    pub complete: bool,
    /// Number of matchups in the part. Each has one line after the header.
    pub matchups: u64,
    /// The command for the whole run. Flags that cannot change a figure are left out.
    pub command: Vec<String>,
    /// The scenario files and the files that they include, the first scenario first.
    pub files: Vec<File>,
}

/// A file that the run has read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// SHA-256 of the text, in hex.
    pub sha256: String,
    /// The paths by which the file was requested, on the command line or by an `include`. There is at least
    /// one.
    pub paths: Vec<String>,
    /// The content of the file.
    pub text: String,
}

/// The properties of a run that are the same in all of its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Seed of the run.
    pub seed: u64,
    /// The command for the whole run, see [`Header::command`].
    pub command: Vec<String>,
    /// The files that the run has read.
    pub texts: Vec<Text>,
}

impl Header {
    /// Returns the header for a shard of a run with `matchups` matchups, played by this version of the
    /// program.
    pub fn new(origin: Origin, shard: Shard, matchups: u64) -> Self {
        let file = |text: Text| File {
            sha256: hex(&Sha256::digest(&text.text)),
            paths: text.paths,
            text: text.text,
        };
        Self {
            skirmish: "part".to_owned(),
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: origin.seed,
            shard: shard.number(),
            of: shard.of(),
            complete: false,
            matchups,
            command: origin.command,
            files: origin.texts.into_iter().map(file).collect(),
        }
    }

    /// Returns the shard of the run whose counts are in the part.
    ///
    /// # Panics
    /// Never: the number of the shard was checked when the header was read or made.
    pub fn shard(&self) -> Shard {
        Shard::new(self.shard, self.of).expect("a header is read or made with a shard")
    }

    /// Returns the files that the run has read.
    pub fn texts(&self) -> Vec<Text> {
        let text = |file: &File| Text {
            paths: file.paths.clone(),
            text: file.text.clone(),
        };
        self.files.iter().map(text).collect()
    }
}

/// The line of a part that has the counts of one matchup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountsRow {
    /// Name of the scenario.
    pub scenario: String,
    /// Name of the matchup.
    pub matchup: String,
    /// Digest of the matchup's content, see [`digest`].
    pub digest: String,
    /// Ranges of the numbers of the fights that were played in every seat (order of the sides). Fights are
    /// numbered within the shard, and the end of a range is not part of it.
    played: Vec<(u64, u64)>,
    /// One list of numbers for each seat, packed from its tally: the counts in order, then the sums of each
    /// batch. A negative number -n stands for n zeros in a row.
    counts: Vec<Vec<i64>>,
}

impl CountsRow {
    /// Packs the counts of the matchup with this digest.
    pub fn new(scenario: &str, matchup: &str, digest: &str, done: &Done) -> Self {
        let pair = |span: &Range<u64>| (span.start, span.end);
        Self {
            scenario: scenario.to_owned(),
            matchup: matchup.to_owned(),
            digest: digest.to_owned(),
            played: done.played.stretches().iter().map(pair).collect(),
            counts: done.seats.iter().map(Tally::packed).collect(),
        }
    }

    /// Unpacks the counts. `empty` has an empty tally for each seat, which is filled. Returns the numbers of
    /// the counted fights within the shard, and the tallies.
    ///
    /// # Errors
    /// If the numbers cannot be counts of this matchup. The text gives the reason.
    pub fn counts(&self, mut empty: Vec<Tally>) -> Result<(Spans, Vec<Tally>), String> {
        let stretches = self.played.iter().map(|&(start, end)| start..end);
        let played = Spans::new(stretches.collect())
            .map_err(|_| "the ranges of played fights are not in ascending order".to_owned())?;
        if empty.len() != self.counts.len() {
            return Err(format!(
                "there are counts of {} seats, but the matchup is played in {}",
                self.counts.len(),
                empty.len()
            ));
        }
        for (tally, packed) in empty.iter_mut().zip(&self.counts) {
            tally
                .unpack(packed, played.len())
                .map_err(|error| format!("{error}; {} were played", played.len()))?;
        }
        Ok((played, empty))
    }
}

/// Returns the digest of a matchup's content and of the settings of its run. If the digests, the seeds and
/// the program versions are equal, the fights and the layout of the counts are equal too.
///
/// # Panics
/// Never: the sides and fighters of a matchup can always be written as JSON.
pub fn digest(seats: &[Box<dyn Bout>], run: &RunSettings) -> String {
    let mut digest = Sha256::new().chain_update(b"skirmish part 1");
    let mut take = |bytes: &[u8]| {
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(bytes);
    };
    let precision = run.precision.map(|precision| precision.to_string());
    take(&[u8::from(run.tables)]);
    take(precision.unwrap_or_default().as_bytes());
    for bout in seats {
        let cast = bout.cast();
        take(&bout.label());
        take(&serde_json::to_vec(cast).expect("a cast can be written as JSON"));
        take(&cast.most_lost.to_le_bytes());
        take(&cast.things.0.to_le_bytes());
        if !cast.absent.is_empty() {
            take(&cast.absent.0.to_le_bytes());
        }
        for event in cast.events {
            take(event.name.as_bytes());
        }
        for combatant in &cast.combatants {
            take(&combatant.health.to_le_bytes());
        }
    }
    hex(&digest.finalize()[..16])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a text takes every word");
        hex
    })
}

/// Text before the checksum of a line. The checksum is the last key of the line's JSON object.
const SEAL: &str = ",\"sha256\":\"";

/// Returns the checksum of a line in hex, which is the first 64 bits of its SHA-256. It detects damage but no
/// forgery.
fn seal(line: &[u8]) -> String {
    hex(&Sha256::digest(line)[..8])
}

/// The last line of a part, which completes it.
#[derive(Debug, Serialize, Deserialize)]
struct End {
    /// Number of matchup lines in the part.
    rows: u64,
    /// SHA-256 of all lines before the closing line, in hex.
    all: String,
}

#[cfg(test)]
mod tests;
