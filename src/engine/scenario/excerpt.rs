//! Extracts the lines around a fault, in a form that is safe to show in a terminal.
//!
//! A fault is shown with a few lines of its file. Long lines are cut to the part near the fault, and of a
//! fault over several lines only the first is shown. Control characters for terminals are made visible.
//!
//! Characters that merge with their neighbours into one glyph are removed. Terminals differ in the width of
//! such glyphs, and the caret under the fault would be misplaced. Columns are counted in characters, as
//! editors do.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::visible::{visible, visible_lines};

/// The largest number of characters of a line that are shown on either side of the start of a fault.
const AROUND: usize = 160;

/// A few lines of a text with the location of a fault in them.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    lines: String,
    /// The number of lines of the text before the excerpt.
    above: usize,
    /// The column of the fault in the text, counted in characters from 0.
    column: usize,
    place: Range<usize>,
}

impl Excerpt {
    /// Returns the lines around the bytes `place` of `text`. `name` is the file name to show with them.
    pub(super) fn new(name: &str, text: &str, place: Range<usize>) -> Self {
        // An empty range after the last line would not be drawn, so the last character of the text is used
        // instead.
        let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
        let start = place.start.min(last);
        let line = line_at(text, start);
        // A fault may point at the line feed, if something is missing at the end of the line.
        let end = place.end.clamp(start, line.end.max(start));

        let mut lines = String::new();
        let mut above = text[..line.start].matches('\n').count();
        if let Some(before) = line.start.checked_sub(1) {
            above -= 1;
            lines += &cut_after(&text[line_at(text, before)]);
            lines.push('\n');
        }
        lines += &cut_before(&text[line.start..start.min(line.end)]);
        let from = lines.len();
        lines += &cut_after(&text[start.min(line.end)..end.min(line.end)]);
        let to = lines.len();
        lines += &cut_after(&text[end.min(line.end)..line.end]);
        if let Some(rest) = text.get(line.end + 1..) {
            lines.push('\n');
            let below = line_at(rest, 0);
            lines += &cut_after(&rest[below.clone()]);
            if below.end < rest.len() {
                lines.push('\n');
            }
        }
        Self {
            name: visible(name).into_owned(),
            lines,
            above,
            column: text[line.start..start].chars().count(),
            place: from..to,
        }
    }

    /// Returns the byte range of the fault within the excerpt.
    pub(super) fn place(&self) -> Range<usize> {
        self.place.clone()
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.lines.read_span(span, lines_before, lines_after)?;
        let column = if lines_before == 0 {
            self.column
        } else {
            found.column()
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            found.data(),
            *found.span(),
            self.above + found.line(),
            column,
            found.line_count(),
        )))
    }
}

/// Returns the byte range of the line that contains byte `at`, without the line feed.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |feed| feed + 1);
    let end = text[at..].find('\n').map_or(text.len(), |feed| at + feed);
    start..end
}

/// Returns the first characters of `piece`, at most [`AROUND`], followed by `…` if the rest is cut.
fn cut_after(piece: &str) -> String {
    match piece.char_indices().nth(AROUND) {
        Some((cut, _)) => shown(&piece[..cut]) + "…",
        None => shown(piece),
    }
}

/// Returns the last characters of `piece`, at most [`AROUND`], preceded by `…` if the rest is cut.
fn cut_before(piece: &str) -> String {
    match piece.char_indices().rev().nth(AROUND) {
        Some((cut, c)) => format!("…{}", shown(&piece[cut + c.len_utf8()..])),
        None => shown(piece),
    }
}

/// Returns `piece` with its control characters made visible. Removes characters that merge with their
/// neighbours, and a carriage return at the end. Keeps tabs.
fn shown(piece: &str) -> String {
    let plain = piece.strip_suffix('\r').unwrap_or(piece).chars();
    let plain: String = plain.filter(|&c| !merges(c)).collect();
    visible_lines(&plain).into_owned()
}

/// Returns whether a character merges with its neighbours into one glyph: joiners, variation selectors, and
/// skin tones.
fn merges(c: char) -> bool {
    matches!(
        c,
        '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}'
    )
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::super::{Fault, Faults, Span};
    use super::*;

    /// Returns the excerpt for a fault at `word`, with that word in guillemets.
    fn around(text: &str, word: &str) -> (String, usize, usize) {
        let start = text.find(word).expect("the word is there");
        let excerpt = Excerpt::new("a.toml", text, start..start + word.len());
        let Range { start, end } = excerpt.place();
        let (before, rest) = excerpt.lines.split_at(start);
        let (word, after) = rest.split_at(end - start);
        (
            format!("{before}«{word}»{after}"),
            excerpt.above,
            excerpt.column,
        )
    }

    #[test]
    fn a_fault_is_shown_with_the_lines_next_to_it() {
        let text = "one\ntwo\nthree four\nfive\nsix\n";
        let shown = around(text, "four");
        assert_eq!(shown, ("two\nthree «four»\nfive\n".to_owned(), 1, 6));
        assert_eq!(around(text, "one"), ("«one»\ntwo\n".to_owned(), 0, 0));
        assert_eq!(around(text, "six"), ("five\n«six»\n".to_owned(), 3, 0));
    }

    #[test]
    fn columns_are_characters_and_line_ends_are_not_shown() {
        let shown = around("größe\t日本 = x\r\nb\r\n", "x");
        assert_eq!(shown, ("größe\t日本 = «x»\nb\n".to_owned(), 0, 11));
        for (obeyed, seen) in [
            ('\u{1b}', "001B"),
            ('\u{202e}', "202E"),
            ('\u{2067}', "2067"),
        ] {
            let (shown, ..) = around(&format!("a {obeyed}[31m b\n"), "b");
            assert_eq!(shown, format!("a \\u{seen}[31m «b»\n"));
        }
    }

    #[test]
    fn long_lines_are_cut_and_several_are_one() {
        let text = format!(
            "{}\n{} word {}",
            "a".repeat(900),
            "ä".repeat(900),
            "c".repeat(900)
        );
        let (shown, above, column) = around(&text, "word");
        assert_eq!((above, column), (0, 901));
        assert!(shown.chars().count() < 4 * AROUND, "{shown}");
        assert!(shown.contains("ä «word» c"), "{shown}");
        let (shown, ..) = around("a = [\n1,\n2\n]\nb\n", "[\n1,\n2\n]");
        assert_eq!(shown, "a = «[»\n1,\n");
    }

    #[test]
    fn any_place_of_any_text_can_be_shown() {
        for text in ["", "\n", "a", "a\n", "\r\n\r\n", "ä\n\nö", "x\n\n\n"] {
            let places = (0..=text.len()).filter(|&at| text.is_char_boundary(at));
            for start in places.clone() {
                for end in places.clone().filter(|&end| end >= start) {
                    let excerpt = Excerpt::new("a.toml", text, start..end);
                    assert!(excerpt.lines.get(excerpt.place()).is_some(), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn the_caret_stands_under_its_place_whatever_comes_before() {
        for before in [
            "größe",
            "日本刀",
            "가나다",
            "😀",
            "👍🏽",
            "❤️",
            "☺︎",
            "👨‍👩‍👧",
            "🇫🇷",
            "e\u{301}",
            "1️⃣",
        ] {
            let mut faults = Faults::default();
            let text = format!("a = '{before}', oops = 1\n");
            let start = text.find("oops").expect("it is there");
            let span = Span {
                source: faults.sources_mut().add("a.toml", text),
                start,
                end: start + 4,
            };
            faults.push(Fault::at("a::b", span, "wrong", "here"));
            let shown = faults.render(false, 100);
            let columns = |mark: &str| {
                let line = shown.lines().find(|line| line.contains(mark));
                let (before, _) = line?.split_once(mark)?;
                Some(before.width())
            };
            assert!(columns("oops").is_some(), "{shown}");
            assert_eq!(columns("──┬─"), columns("oops"), "{shown}");
        }
    }
}
