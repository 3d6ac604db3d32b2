//! The limits of spreadsheets, and notes on what was left out because of them.

use std::borrow::Cow;
use std::collections::BTreeSet;

/// The largest number of rows in a sheet.
const ROWS: usize = 1_048_576;
/// The largest number of columns in a sheet.
pub(super) const COLUMNS: usize = 16_384;
/// The largest number of characters in a cell, counted in UTF-16 units.
const LETTERS: usize = 32_767;
/// The largest number of characters in the name of a sheet.
const NAME: usize = 31;
/// The largest number of digits that spreadsheets keep of a number.
pub(super) const DIGITS: usize = 15;

/// The contents that were left out or shortened because of these limits, and the names of the sheets.
#[derive(Debug)]
pub(super) struct Cuts {
    /// The largest number of rows in a sheet, which is smaller in tests.
    pub(super) rows: usize,
    said: Vec<String>,
    long: usize,
    names: BTreeSet<String>,
}

impl Default for Cuts {
    fn default() -> Self {
        Self::holding(ROWS)
    }
}

impl Cuts {
    /// Returns a list without any cuts, for sheets with at most `rows` rows.
    pub(super) fn holding(rows: usize) -> Self {
        Self {
            rows,
            said: Vec::new(),
            long: 0,
            names: BTreeSet::new(),
        }
    }

    /// Adds a sentence about something that was left out.
    pub(super) fn note(&mut self, sentence: String) {
        self.said.push(sentence);
    }

    /// Returns the text, shortened if it does not fit into a cell.
    pub(super) fn cell<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        // A text with few bytes is short enough, so most texts need not be counted.
        if text.len() <= LETTERS || text.encode_utf16().count() <= LETTERS {
            return Cow::Borrowed(text);
        }
        self.long += 1;
        let mut left = LETTERS - 1;
        let kept = text.chars().take_while(|c| {
            let fits = c.len_utf16() <= left;
            left -= c.len_utf16().min(left);
            fits
        });
        Cow::Owned(kept.chain(['…']).collect())
    }

    /// Returns a name for a sheet that is similar to `wanted`. It has no forbidden characters, is short
    /// enough, and differs from all earlier names.
    pub(super) fn sheet(&mut self, wanted: &str) -> String {
        let plain = |c: char| {
            if c.is_control() || "[]:*?/\\'".contains(c) {
                '-'
            } else {
                c
            }
        };
        let wanted: String = wanted.trim().chars().map(plain).collect();
        let short = |most: usize| -> String {
            let mut left = most;
            let kept = wanted.chars().take_while(|c| {
                let fits = c.len_utf16() <= left;
                left -= c.len_utf16().min(left);
                fits
            });
            kept.collect()
        };
        let mut name = short(NAME);
        let mut number = 2;
        // Spreadsheets treat names that differ only in case as equal.
        while name.is_empty() || !self.names.insert(name.to_lowercase()) {
            let end = format!(" {number}");
            name = short(NAME - end.len()) + &end;
            number += 1;
        }
        name
    }

    /// Returns a sentence about each thing that was left out.
    pub(super) fn sentences(&self) -> Vec<String> {
        let long = match self.long {
            0 => None,
            1 => Some("1 text is longer than a cell may be, and ends in `…`".to_owned()),
            many => Some(format!(
                "{many} texts are longer than a cell may be, and end in `…`"
            )),
        };
        self.said.iter().cloned().chain(long).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_to_what_a_cell_holds_and_that_is_said() {
        let mut cuts = Cuts::default();
        let fits = "x".repeat(LETTERS);
        assert_eq!(cuts.cell(&fits), fits);
        assert!(cuts.sentences().is_empty());
        let cut = cuts.cell(&"𝕏".repeat(LETTERS)).into_owned();
        assert!(cut.encode_utf16().count() <= LETTERS && cut.ends_with("𝕏…"));
        assert_eq!(cuts.sentences().len(), 1);
    }

    #[test]
    fn sheets_have_short_names_of_their_own() {
        let mut cuts = Cuts::default();
        assert_eq!(cuts.sheet("summary"), "summary");
        assert_eq!(cuts.sheet("Summary"), "Summary 2");
        assert_eq!(cuts.sheet("heat brp/[duel]"), "heat brp--duel-");
        let long = "a".repeat(40);
        assert_eq!(cuts.sheet(&long).len(), NAME);
        assert_eq!(cuts.sheet(&long), format!("{} 2", "a".repeat(29)));
        assert_eq!(cuts.sheet(""), " 2");
    }
}
