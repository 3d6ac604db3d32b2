//! Reads a part file one matchup at a time, and detects damage.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::{CountsRow, End, FORMAT, Header, SEAL, hex, seal};
use crate::batch::Shard;

/// Longest line that is accepted, in bytes. Lines that [`super::write`] writes are shorter.
const LONGEST: u64 = 1 << 28;

/// A flaw in a part file and the line that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// Line number, from 1. The number is 0 if the flaw belongs to no line, for example if the file is
    /// missing.
    pub line: u64,
    /// Description of the flaw.
    pub what: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// A part file that is being read.
#[derive(Debug)]
pub struct Part<R = BufReader<File>> {
    /// The header, which identifies the run.
    pub header: Header,
    lines: Lines<R>,
    rows: u64,
}

impl Part {
    /// Opens a part and reads its first line.
    ///
    /// # Errors
    /// If the file is missing, is not a part, or its first line is damaged.
    pub fn open(path: &Path) -> Result<Self, Flaw> {
        let nothing = |what: String| Flaw { line: 0, what };
        let about = std::fs::metadata(path).map_err(|error| nothing(error.to_string()))?;
        if !about.is_file() {
            return Err(nothing("this is not a file".to_owned()));
        }
        let file = File::open(path).map_err(|error| nothing(error.to_string()))?;
        Self::new(BufReader::new(file))
    }
}

/// The keys that the header has in all format versions.
#[derive(Deserialize)]
struct HeaderKeys {
    skirmish: String,
    format: u32,
    version: String,
}

impl<R: BufRead> Part<R> {
    /// Starts to read a part from `source`.
    ///
    /// # Errors
    /// If `source` is not a part, or its first line is damaged.
    pub fn new(source: R) -> Result<Self, Flaw> {
        let mut lines = Lines {
            source,
            number: 0,
            all: Sha256::new(),
        };
        let line = lines.next()?;
        if !line.starts_with(b"{\"skirmish\":\"part\"") {
            return Err(lines.flaw("this is not a part of a run"));
        }
        let line = lines.sealed(line)?;
        let kind: HeaderKeys = lines.parsed(&line)?;
        if kind.skirmish != "part" || kind.format != FORMAT {
            return Err(lines.flaw(format!(
                "this part has another format, that of skirmish {}",
                kind.version
            )));
        }
        let header: Header = lines.parsed(&line)?;
        if Shard::new(header.shard, header.of).is_err() {
            return Err(lines.flaw(format!(
                "there is no part {} of {}",
                header.shard, header.of
            )));
        }
        Ok(Self {
            header,
            lines,
            rows: 0,
        })
    }

    /// Returns the number of the line that was read last.
    pub fn line(&self) -> u64 {
        self.lines.number
    }

    /// Returns the counts of the next matchup. Returns `None` after the last matchup if the closing line of
    /// the file is valid.
    ///
    /// # Errors
    /// If the line is damaged or the file is truncated.
    pub fn next_row(&mut self) -> Result<Option<CountsRow>, Flaw> {
        if self.rows < self.header.matchups {
            let line = self.lines.next()?;
            let line = self.lines.sealed(line)?;
            self.rows += 1;
            return self.lines.parsed(&line).map(Some);
        }
        let all = hex(&self.lines.all.clone().finalize());
        let line = self.lines.next()?;
        let line = self.lines.sealed(line)?;
        let end: End = self.lines.parsed(&line)?;
        if end.rows != self.rows || end.all != all {
            let what = "damaged: the lines before this one have changed";
            return Err(self.lines.flaw(what));
        }
        if self.lines.goes_on()? {
            self.lines.number += 1;
            return Err(self.lines.flaw("there is text after the end of the part"));
        }
        Ok(None)
    }
}

#[derive(Debug)]
struct Lines<R> {
    source: R,
    number: u64,
    /// Running SHA-256 of all lines that were read.
    all: Sha256,
}

impl<R: BufRead> Lines<R> {
    fn flaw(&self, what: impl Into<String>) -> Flaw {
        Flaw {
            line: self.number,
            what: what.into(),
        }
    }

    /// Reads the next line and returns it without its line break.
    fn next(&mut self) -> Result<Vec<u8>, Flaw> {
        let mut line = Vec::new();
        let mut source = (&mut self.source).take(LONGEST);
        self.number += 1;
        source
            .read_until(b'\n', &mut line)
            .map_err(|error| self.flaw(format!("cannot be read: {error}")))?;
        if line.pop_if(|last| *last == b'\n').is_none() {
            let what = match (line.is_empty(), self.number) {
                (true, 1) => "this file is empty".to_owned(),
                (true, _) => {
                    self.number -= 1;
                    "the part is cut off after this line".to_owned()
                }
                (false, 1) if !line.starts_with(b"{\"skirmish\":") => {
                    "this is not a part of a run".to_owned()
                }
                (false, _) => "the part is cut off within this line".to_owned(),
            };
            return Err(self.flaw(what));
        }
        self.all.update(&line);
        self.all.update(b"\n");
        Ok(line)
    }

    /// Returns whether the file has more bytes.
    fn goes_on(&mut self) -> Result<bool, Flaw> {
        let rest = self.source.fill_buf().map(|rest| !rest.is_empty());
        rest.map_err(|error| self.flaw(format!("cannot be read: {error}")))
    }

    /// Verifies the checksum at the end of `line` and returns the line without it.
    fn sealed(&self, mut line: Vec<u8>) -> Result<Vec<u8>, Flaw> {
        let damaged = || self.flaw("damaged: the checksum is wrong");
        let length = line.len().checked_sub(SEAL.len() + 16 + 2);
        let rest = line.split_off(length.ok_or_else(damaged)?);
        let wanted = [SEAL, &seal(&line), "\"}"].concat();
        if rest != wanted.as_bytes() {
            return Err(damaged());
        }
        line.push(b'}');
        Ok(line)
    }

    fn parsed<T: DeserializeOwned>(&self, line: &[u8]) -> Result<T, Flaw> {
        serde_json::from_slice(line)
            .map_err(|error| self.flaw(format!("this line does not fit a part: {error}")))
    }
}
