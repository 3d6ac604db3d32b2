//! Makes invisible characters, and those that hide others, visible.
//!
//! A name may contain any character. Control characters are not allowed in XML, and those that change the direction
//! of text can make it appear as something else. Both are shown as signs. This is done once for the whole page, so
//! that no text can be missed.

use std::fmt::Write as _;

/// Returns the text with characters that would be invisible replaced.
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
                // Writing to a string does not fail.
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
