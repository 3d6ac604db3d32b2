//! Makes texts from files safe to display: escapes invisible characters, and those that a terminal or a log
//! would obey as commands.
//!
//! A terminal obeys control characters, and a log of GitHub Actions obeys lines that begin with `::`. Some
//! control characters make a line show its characters in another order. The names in somebody else's scenario
//! may contain all of these. Every text from a file therefore goes through [`visible`] before it is shown,
//! and every printed line through [`harmless`].

use std::borrow::Cow;
use std::fmt::Write;

/// Returns the text with every control or invisible character escaped as in TOML, such as `\u001B`.
///
/// Line ends are also escaped, so the result is one line.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// Returns the text with control and invisible characters escaped, except line ends and tabs.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

/// Returns a page that the program itself has written, with control and invisible characters escaped. Line
/// ends and tabs stay, and colour codes stay if `colours` is true.
pub fn visible_page(text: &str, colours: bool) -> Cow<'_, str> {
    if !text.contains(|c| is_unseen(c) && !matches!(c, '\n' | '\t')) {
        return Cow::Borrowed(text);
    }
    let mut page = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1b}', '\r']) {
        page.push_str(&visible_lines(&rest[..at]));
        rest = &rest[at..];
        let kept = match rest.strip_prefix("\u{1b}[") {
            Some(code) if colours => colour(code).map(|length| length + 2),
            Some(_) => None,
            None => rest.starts_with("\r\n").then_some(2),
        };
        let taken = kept.unwrap_or(1);
        if kept.is_some() {
            page.push_str(&rest[..taken]);
        } else {
            page.push_str(&visible(&rest[..taken]));
        }
        rest = &rest[taken..];
    }
    page.push_str(&visible_lines(rest));
    Cow::Owned(page)
}

/// Returns the length of the colour code at the start of `code`, without its first characters `ESC [`.
/// Returns `None` if no colour code is there.
fn colour(code: &str) -> Option<usize> {
    let end = code.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    code[end..].starts_with('m').then_some(end + 1)
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_meant = |c: char| is_unseen(c) && !stays(c);
    if !text.contains(is_meant) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_meant(c) {
            // The result is ignored, because writing to a string cannot fail.
            let _ = match (c, u32::from(c)) {
                ('\n', _) => write!(shown, "\\n"),
                ('\r', _) => write!(shown, "\\r"),
                ('\t', _) => write!(shown, "\\t"),
                (_, code @ ..=0xffff) => write!(shown, "\\u{code:04X}"),
                (_, code) => write!(shown, "\\U{code:08X}"),
            };
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Returns whether a terminal would obey a character, or a reader would not see it. Such characters are
/// control characters, changes of text direction, Unicode line ends, zero-width blanks, tags, and unassigned
/// characters.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061c}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{fdd0}'..='\u{fdef}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Returns the text with workflow commands of GitHub Actions made ineffective. Such a command begins with
/// `::` at the start of a line, or with `##[` anywhere. A backslash is inserted into it, so that it is
/// ordinary text.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains("::") && !text.contains("##[") {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for line in text.split_inclusive(['\n', '\r']) {
        // GitHub removes colour codes before it looks for commands. They are therefore removed here as well.
        let start = line.len() - without_colours(line).trim_start().len();
        let (blank, rest) = line.split_at(start.min(line.len()));
        let rest = rest.replace("##[", "##\\[");
        shown.push_str(blank);
        if rest.starts_with("::") {
            shown.push('\\');
        }
        shown.push_str(&rest);
    }
    Cow::Owned(shown)
}

/// Returns the line without the blanks and colour codes at its start.
fn without_colours(line: &str) -> &str {
    let mut rest = line.trim_start();
    while let Some(behind) = rest.strip_prefix("\u{1b}[") {
        let Some((_, behind)) = behind.split_once('m') else {
            break;
        };
        rest = behind.trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_seen_instead() {
        for (text, shown) in [
            ("guard", "guard"),
            ("größe 日本 👨\u{200d}👩", "größe 日本 👨\u{200d}👩"),
            ("a\u{1b}]52;c;eA==\u{7}b", "a\\u001B]52;c;eA==\\u0007b"),
            ("a\u{9b}31m", "a\\u009B31m"),
            ("left\u{202e}thgir", "left\\u202Ethgir"),
            ("a\r\nb\tc", "a\\r\\nb\\tc"),
            (
                "\u{fffe}\u{1ffff}\u{e0041}",
                "\\uFFFE\\U0001FFFF\\U000E0041",
            ),
            ("\u{2028}\u{feff}\u{200b}", "\\u2028\\uFEFF\\u200B"),
        ] {
            assert_eq!(visible(text), shown);
        }
        assert_eq!(visible_lines("a\n\tb\r\u{1b}"), "a\n\tb\\r\\u001B");
        assert!(matches!(visible("plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn of_a_page_colours_and_line_ends_stay() {
        let page = "\u{1b}[1;31mbold\u{1b}[0m\ta\r\nb\n";
        assert_eq!(visible_page(page, true), page);
        assert_eq!(
            visible_page(page, false),
            "\\u001B[1;31mbold\\u001B[0m\ta\r\nb\n"
        );
        let bad = "\u{1b}[2Ja\rb\u{1b}]52;c;x\u{7}\u{1b}[";
        let shown = "\\u001B[2Ja\\rb\\u001B]52;c;x\\u0007\\u001B[";
        assert_eq!(visible_page(bad, true), shown);
    }

    #[test]
    fn no_line_is_a_command() {
        for (text, shown) in [
            ("brp::unknown-armour\n", "brp::unknown-armour\n"),
            ("::error::x", "\\::error::x"),
            (
                "a\n  ::set-env name=x::y\nb\n",
                "a\n  \\::set-env name=x::y\nb\n",
            ),
            (
                "\u{1b}[1m::error::x\u{1b}[0m",
                "\u{1b}[1m\\::error::x\u{1b}[0m",
            ),
            ("a ##[error]b", "a ##\\[error]b"),
            ("", ""),
        ] {
            assert_eq!(harmless(text), shown);
        }
    }
}
