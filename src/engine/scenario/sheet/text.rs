//! Reads the cells of a CSV file, in the formats that spreadsheets write.
//!
//! Each cell keeps its location in the text, so that faults can show the line of the file. Cells are
//! separated by the most frequent of comma, semicolon and tab in the first line. A first line such as `sep=;`
//! names the separator instead. UTF-16 with a byte order mark is read as well, since some spreadsheets write
//! it as "Unicode text".

use std::borrow::Cow;
use std::ops::Range;

use super::grid::RawCell;

/// The cells of a text file, and the character that separates them.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) found: Vec<RawCell>,
    pub(super) separator: char,
}

/// Decodes the bytes of a text file, which is UTF-8, or UTF-16 with a byte order mark. If it is neither,
/// returns the number of valid bytes at the start as `Err`.
pub(super) fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, usize> {
    let wide = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let text = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        Cow::Owned(text.collect())
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => Ok(wide(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Ok(wide(rest, u16::from_be_bytes)),
        _ => {
            let text = str::from_utf8(bytes).map_err(|error| error.valid_up_to())?;
            Ok(Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)))
        }
    }
}

/// Reads all cells of a text.
pub(super) fn cells(text: &str) -> Cells {
    let (separator, start) = separator(text);
    let mut reader = Reader {
        text,
        separator,
        at: start,
    };
    let mut found = Vec::new();
    let mut row = if start == 0 { 1 } else { 2 };
    let mut column = 0;
    while reader.at < text.len() {
        let mut cell = reader.cell();
        (cell.row, cell.column) = (row, column);
        found.push(cell);
        if reader.passes(separator) {
            column = column.saturating_add(1);
            // A separator at the very end of the text is followed by an empty cell, which is left out.
        } else {
            reader.passes('\r');
            reader.passes('\n');
            row += 1;
            column = 0;
        }
    }
    Cells { found, separator }
}

/// Returns the character that separates cells, and the position of the first cell.
fn separator(text: &str) -> (char, usize) {
    let end = text.find(['\r', '\n']).unwrap_or(text.len());
    if let Some(named) = text[..end].strip_prefix("sep=") {
        let rest = &text[end..];
        let feed = ["\r\n", "\n", "\r"]
            .into_iter()
            .find(|feed| rest.starts_with(feed));
        let separator = named.chars().next().unwrap_or(',');
        return (separator, end + feed.map_or(0, str::len));
    }
    let mut counts = [(',', 0), (';', 0), ('\t', 0)];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '\r' | '\n' if !quoted => break,
            _ => {
                if let Some((_, count)) = counts.iter_mut().find(|(mark, _)| *mark == c && !quoted)
                {
                    *count += 1;
                }
            }
        }
    }
    let best = counts.iter().rev().max_by_key(|(_, count)| *count);
    (best.map_or(',', |(mark, _)| *mark), 0)
}

struct Reader<'t> {
    text: &'t str,
    separator: char,
    at: usize,
}

impl Reader<'_> {
    /// Skips the character `c` if it is the next one, and returns whether it was.
    fn passes(&mut self, c: char) -> bool {
        let passes = self.text[self.at..].starts_with(c);
        if passes {
            self.at += c.len_utf8();
        }
        passes
    }

    /// Reads the cell that begins here, up to a separator or the end of the line.
    fn cell(&mut self) -> RawCell {
        let start = self.at;
        let rest = &self.text[start..];
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let mut flaw = None;
        let (content, place) = if rest[blanks..].starts_with('"') {
            let (content, end, is_closed) = self.quoted(start + blanks);
            if !is_closed {
                flaw = Some((
                    "this quote is never closed",
                    "add a `\"` at the end of the cell, or remove this one",
                ));
            }
            self.at = end;
            (content, start + blanks..end)
        } else {
            (String::new(), start..start)
        };
        // Text between a closing quote and the separator is an error of the file. This text is added to the
        // content of the cell.
        let from = self.at;
        let ends = |c: char| c == self.separator || c == '\r' || c == '\n';
        let end = self.text[from..]
            .find(ends)
            .map_or(self.text.len(), |at| from + at);
        let tail = &self.text[from..end];
        self.at = end;
        let place = if place.is_empty() {
            trimmed(self.text, start..end)
        } else if tail.trim().is_empty() {
            place
        } else {
            place.start..from + tail.trim_end().len()
        };
        // If a quote is never closed, the cell may contain half of the file. The fault shows only its first
        // line.
        let place = match (flaw, self.text[place.clone()].find('\n')) {
            (Some(_), Some(feed)) => place.start..place.start + feed,
            _ => place,
        };
        RawCell {
            text: content + tail,
            place,
            row: 0,
            column: 0,
            flaw,
        }
    }

    /// Returns the content of the quoted cell that begins at `start`, the position of its end, and whether it
    /// has a closing quote.
    fn quoted(&self, start: usize) -> (String, usize, bool) {
        let mut content = String::new();
        let mut at = start + 1;
        loop {
            let rest = &self.text[at..];
            let Some(quote) = rest.find('"') else {
                content.push_str(rest);
                return (content, self.text.len(), false);
            };
            content.push_str(&rest[..quote]);
            at += quote + 1;
            if !self.text[at..].starts_with('"') {
                return (content, at, true);
            }
            content.push('"');
            at += 1;
        }
    }
}

/// Returns the byte range `place` without the blanks at its ends.
fn trimmed(text: &str, place: Range<usize>) -> Range<usize> {
    let piece = &text[place.clone()];
    let start = place.start + (piece.len() - piece.trim_start().len());
    start..start.max(place.start + piece.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every cell as `row,column: content @ text at its location`.
    fn read(text: &str) -> Vec<String> {
        let cells = cells(text).found.into_iter();
        cells
            .map(|cell| {
                let RawCell { row, column, .. } = cell;
                format!("{row},{column}: {} @ {}", cell.text, &text[cell.place])
            })
            .collect()
    }

    #[test]
    fn cells_keep_their_places() {
        assert_eq!(
            read("a, b ,\"c, d\"\r\n\"e \"\"f\"\"\n g\",,h\n"),
            [
                "1,0: a @ a",
                "1,1:  b  @ b",
                "1,2: c, d @ \"c, d\"",
                "2,0: e \"f\"\n g @ \"e \"\"f\"\"\n g\"",
                "2,1:  @ ",
                "2,2: h @ h",
            ]
        );
        assert_eq!(read(""), [""; 0]);
        assert_eq!(read("a\n\nb"), ["1,0: a @ a", "2,0:  @ ", "3,0: b @ b"]);
    }

    #[test]
    fn the_separator_is_the_most_frequent_one_or_the_named_one() {
        for (text, separator) in [
            ("a,b\n1;2;3;4\n", ','),
            ("name;hit points, all;x\n", ';'),
            ("\"a,b,c\"\td\n", '\t'),
            ("sep=;\na,b;c\n", ';'),
            ("one\n", ','),
        ] {
            assert_eq!(cells(text).separator, separator, "{text}");
        }
        assert_eq!(read("sep=;\r\na;b\r\n")[1], "2,1: b @ b");
    }

    #[test]
    fn a_quote_that_is_never_closed_is_a_flaw() {
        let cells = cells("a,b\n\"c,d\ne,f\n").found;
        assert_eq!(cells.len(), 3);
        assert!(
            cells[2]
                .flaw
                .is_some_and(|(flaw, _)| flaw.contains("never closed"))
        );
        assert_eq!(cells[2].place, 4..8);
    }

    #[test]
    fn byte_order_marks_and_wide_characters_are_read() {
        assert_eq!(decoded(b"\xef\xbb\xbfname").as_deref(), Ok("name"));
        assert_eq!(decoded(b"\xff\xfen\0\xf6\0").as_deref(), Ok("nö"));
        assert_eq!(decoded(b"\xfe\xff\0n").as_deref(), Ok("n"));
        assert_eq!(decoded(b"gr\xf6\xdfe"), Err(2));
    }
}
