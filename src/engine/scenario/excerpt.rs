//! The lines around a fault, safe to display.
//!
//! A fault is drawn over a few lines, not over the whole text: long lines are cut to the part near the fault, only
//! the first line of a longer place is shown, and control characters for terminals are made visible. Characters that
//! merge several others into one picture are removed, because terminals differ in the width of the result, on which
//! the position of the caret depends. Columns are counted in characters, as editors do.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::visible::{visible, visible_lines};

/// Most characters of a line that are shown on either side of the start of a fault.
const AROUND: usize = 160;

/// A piece of a text for display.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    lines: String,
    /// Number of lines of the text before the excerpt.
    above: usize,
    /// The fault's column in the text, counted from 0.
    column: usize,
    place: Range<usize>,
}

impl Excerpt {
    /// The surroundings of a place of a text; the excerpt is called `name`.
    pub(super) fn new(name: &str, text: &str, place: Range<usize>) -> Self {
        // An empty place after the last line would not be drawn, so it becomes the text's last character.
        let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
        let start = place.start.min(last);
        let line = line_at(text, start);
        // The line feed itself is a valid place, for something missing at the end of a line.
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

    /// The place within the excerpt.
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

/// The line with this byte, without its line end.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |feed| feed + 1);
    let end = text[at..].find('\n').map_or(text.len(), |feed| at + feed);
    start..end
}

/// The start of a piece of a line.
fn cut_after(piece: &str) -> String {
    match piece.char_indices().nth(AROUND) {
        Some((cut, _)) => shown(&piece[..cut]) + "…",
        None => shown(piece),
    }
}

/// The end of a piece of a line.
fn cut_before(piece: &str) -> String {
    match piece.char_indices().rev().nth(AROUND) {
        Some((cut, c)) => format!("…{}", shown(&piece[cut + c.len_utf8()..])),
        None => shown(piece),
    }
}

/// A piece of a line with its control characters visible and without characters of unclear width; a carriage return
/// at its end is removed, and tabs stay.
fn shown(piece: &str) -> String {
    let plain = piece.strip_suffix('\r').unwrap_or(piece).chars();
    let plain: String = plain.filter(|&c| !merges(c)).collect();
    visible_lines(&plain).into_owned()
}

/// Returns whether a character merges with its neighbours: joiners, variation selectors, and skin tones.
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

    /// The excerpt around a word, with the word in guillemets.
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
