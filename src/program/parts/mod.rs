//! Parts: the counts of a shard, or of an unfinished run, as a file that can be added to other parts or resumed.
//!
//! The file is text, one JSON object per line: a header that identifies the run, one line for each matchup with its
//! counts, and one at the end. It is text and not binary because a fault can then be given by its line, any tool can
//! inspect a part, and `gzip` compresses small whole numbers as well as any other form. Each line has a checksum of
//! itself and the last one a checksum of all, so damage and truncation are detected and located.
//!
//! A part contains the scenario as it was read, with its includes. Parts can therefore be merged where those files
//! are missing, and a file that changed in the meantime causes no confusion.
//!
//! Counts are whole numbers and are read one matchup at a time: a merge needs memory only for the sum and one line.

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

/// The name of a part in the folder of its run.
pub const FILE: &str = "part.jsonl";

/// The current format of parts.
const FORMAT: u32 = 1;

/// Identity of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Kind of the file: `part`.
    skirmish: String,
    /// The format of the file.
    format: u32,
    /// The version of this program that played the fights.
    pub version: String,
    /// The run's seed.
    pub seed: u64,
    /// The number of the shard, from 1.
    shard: u64,
    /// The number of shards.
    of: u64,
    /// Whether all of its fights were played.
    pub complete: bool,
    /// The number of matchups that follow, one per line.
    pub matchups: u64,
    /// The command for the whole run, without flags that cannot change a figure.
    pub command: Vec<String>,
    /// The files that were read, the first scenario first.
    pub files: Vec<File>,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// SHA-256 of the text, in hex.
    pub sha256: String,
    /// The paths on the command line.
    pub paths: Vec<String>,
    /// The content.
    pub text: String,
}

/// Properties of a run that all of its parts share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The run's seed.
    pub seed: u64,
    /// See [`Header::command`].
    pub command: Vec<String>,
    /// The files that were read.
    pub texts: Vec<Text>,
}

impl Header {
    /// Header of a shard of a run with this number of matchups, played by this version of the program.
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

    /// The shard.
    ///
    /// # Panics
    /// Never: reading a header checks that there is such a shard.
    pub fn shard(&self) -> Shard {
        Shard::new(self.shard, self.of).expect("a header is read or made with a shard")
    }

    /// The files as they were read.
    pub fn texts(&self) -> Vec<Text> {
        let text = |file: &File| Text {
            paths: file.paths.clone(),
            text: file.text.clone(),
        };
        self.files.iter().map(text).collect()
    }
}

/// Counts of a matchup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountsRow {
    /// Its scenario.
    pub scenario: String,
    /// Its name.
    pub matchup: String,
    /// The digest of its content, see [`digest`].
    pub digest: String,
    /// The fights that were played in every seat, by the shard's own numbers: ranges, each with an exclusive end.
    played: Vec<(u64, u64)>,
    /// The tally of each seat: its counts in order and its sums per batch, with a run of zeros as one negative
    /// number.
    counts: Vec<Vec<i64>>,
}

impl CountsRow {
    /// Counts of the matchup with this digest.
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

    /// The counts, as tallies like these empty ones, and the shard's fights that they count.
    ///
    /// # Errors
    /// If they are not counts of this matchup; the text gives the reason.
    pub fn counts(&self, mut empty: Vec<Tally>) -> Result<(Spans, Vec<Tally>), String> {
        let stretches = self.played.iter().map(|&(start, end)| start..end);
        let played = Spans::new(stretches.collect())
            .map_err(|_| "the fights that were played are no ascending stretches".to_owned())?;
        if empty.len() != self.counts.len() {
            return Err(format!(
                "there are counts of {} seats, and the matchup is played in {}",
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

/// The digest of a matchup's content and of how it is played: equal digests mean equal fights with the same layout of
/// counts, for the same seed and program version.
///
/// # Panics
/// Never: a cast can be written as JSON.
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

/// The start of the checksum of a line, which is its last key.
const SEAL: &str = ",\"sha256\":\"";

/// The checksum of a line without the checksum itself: 64 bits, against damage and not against forgery.
fn seal(line: &[u8]) -> String {
    hex(&Sha256::digest(line)[..8])
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
struct End {
    /// The number of matchups.
    rows: u64,
    /// SHA-256 of all lines before, in hex.
    all: String,
}

#[cfg(test)]
mod tests;
