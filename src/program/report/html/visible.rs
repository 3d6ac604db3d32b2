//! Replaces invisible characters, and those that hide other text, by visible ones.
//!
//! A name in a scenario may contain any character. Control characters are not allowed in XML. Characters that
//! change the direction of text can make a text look like another one. This module replaces them on the
//! finished page, so that no text is forgotten.

use std::fmt::Write as _;

/// Returns `text` with visible signs in place of invisible characters.
pub(super) fn visible(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => seen.push(c),
            '\0'..='\u{1f}' => seen.extend(char::from_u32(0x2400 + u32::from(c))),
            '\u{7f}' => seen.push('\u{2421}'),
            '\u{80}'..='\u{9f}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                // Writing to a string cannot fail.
                let _ = write!(seen, "⟨U+{:04X}⟩", u32::from(c));
            }
            _ => seen.push(c),
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_hides_is_shown() {
        assert_eq!(visible("a\tb\n"), "a\tb\n");
        assert_eq!(visible("\u{1b}[31m\0\r"), "␛[31m␀␍");
        assert_eq!(visible("axe\u{202e}exa\u{85}"), "axe⟨U+202E⟩exa⟨U+0085⟩");
        assert_eq!(visible("Þór 剣 🗡"), "Þór 剣 🗡");
    }
}
