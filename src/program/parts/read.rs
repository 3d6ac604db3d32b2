//! Reads a part, one matchup at a time, and detects damage.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::{CountsRow, End, FORMAT, Header, SEAL, hex, seal};
use crate::batch::Shard;

/// Longest line that is read, in bytes: far longer than any that is written.
const LONGEST: u64 = 1 << 28;

/// A flaw of a part, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The line, from 1; 0 if the flaw is not within the file.
    pub line: u64,
    /// The flaw.
    pub what: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// A part that is being read.
#[derive(Debug)]
pub struct Part<R = BufReader<File>> {
    /// The run of the part.
    pub header: Header,
    lines: Lines<R>,
    rows: u64,
}

impl Part {
    /// Opens a part and reads its first line.
    ///
    /// # Errors
    /// If there is no such file, it is no part, or its first line is damaged.
    pub fn open(path: &Path) -> Result<Self, Flaw> {
        let nothing = |what: String| Flaw { line: 0, what };
        let about = std::fs::metadata(path).map_err(|error| nothing(error.to_string()))?;
        if !about.is_file() {
            return Err(nothing("this is no file".to_owned()));
        }
        let file = File::open(path).map_err(|error| nothing(error.to_string()))?;
        Self::new(BufReader::new(file))
    }
}

/// Keys that every version of a header has.
#[derive(Deserialize)]
struct HeaderKeys {
    skirmish: String,
    format: u32,
    version: String,
}

impl<R: BufRead> Part<R> {
    /// Starts reading a part.
    ///
    /// # Errors
    /// If it is not a part, or its first line is damaged.
    pub fn new(source: R) -> Result<Self, Flaw> {
        let mut lines = Lines {
            source,
            number: 0,
            all: Sha256::new(),
        };
        let line = lines.next()?;
        if !line.starts_with(b"{\"skirmish\":\"part\"") {
            return Err(lines.flaw("this is no part of a run"));
        }
        let line = lines.sealed(line)?;
        let kind: HeaderKeys = lines.parsed(&line)?;
        if kind.skirmish != "part" || kind.format != FORMAT {
            return Err(lines.flaw(format!(
                "this part is written in another way, by skirmish {}",
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

    /// The line that was read last.
    pub fn line(&self) -> u64 {
        self.lines.number
    }

    /// The counts of the next matchup; `None` after the last one, if the end of the file is valid.
    ///
    /// # Errors
    /// If the line is damaged, or the part is truncated.
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
            let what = "damaged: the lines before are not those that were written";
            return Err(self.lines.flaw(what));
        }
        if self.lines.goes_on()? {
            self.lines.number += 1;
            return Err(self.lines.flaw("something follows the end of the part"));
        }
        Ok(None)
    }
}

#[derive(Debug)]
struct Lines<R> {
    source: R,
    number: u64,
    /// The checksum of all lines read.
    all: Sha256,
}

impl<R: BufRead> Lines<R> {
    fn flaw(&self, what: impl Into<String>) -> Flaw {
        Flaw {
            line: self.number,
            what: what.into(),
        }
    }

    /// The next line, without its end.
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
                    "this is no part of a run".to_owned()
                }
                (false, _) => "the part is cut off within this line".to_owned(),
            };
            return Err(self.flaw(what));
        }
        self.all.update(&line);
        self.all.update(b"\n");
        Ok(line)
    }

    /// Returns whether anything follows.
    fn goes_on(&mut self) -> Result<bool, Flaw> {
        let rest = self.source.fill_buf().map(|rest| !rest.is_empty());
        rest.map_err(|error| self.flaw(format!("cannot be read: {error}")))
    }

    /// The line without its checksum, after verifying that.
    fn sealed(&self, mut line: Vec<u8>) -> Result<Vec<u8>, Flaw> {
        let damaged = || self.flaw("damaged: its checksum is another");
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
            .map_err(|error| self.flaw(format!("not what a part says here: {error}")))
    }
}
