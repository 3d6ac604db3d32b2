//! Writes a part file, line by line.

use std::io::{self, Write};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{CountsRow, End, Header, SEAL, hex, seal};

/// Writes a part: the header, the rows in the given order, and the closing line.
///
/// # Errors
/// If writing to `out` fails.
pub fn write(
    out: &mut dyn Write,
    header: &Header,
    rows: impl IntoIterator<Item = CountsRow>,
) -> io::Result<()> {
    let mut out = Sealing {
        out,
        all: Sha256::new(),
    };
    out.line(header)?;
    let mut count = 0;
    for row in rows {
        out.line(&row)?;
        count += 1;
    }
    let all = hex(&out.all.clone().finalize());
    out.line(&End { rows: count, all })
}

struct Sealing<'o> {
    out: &'o mut dyn Write,
    /// Running SHA-256 of everything that was written.
    all: Sha256,
}

impl Sealing<'_> {
    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        // Every line is a JSON object with at least one key. The checksum is added as the last key, before
        // the closing brace.
        line.pop();
        let check = seal(&line);
        line.extend([SEAL, &check, "\"}\n"].concat().bytes());
        self.all.update(&line);
        self.out.write_all(&line)
    }
}
