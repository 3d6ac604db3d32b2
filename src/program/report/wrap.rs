//! Breaks text into lines between words.

use unicode_width::UnicodeWidthStr;

/// Adds a paragraph to `text`, broken into lines of at most `width` columns. All lines after the first are
/// indented. A word that is longer than a line is not broken, and neither is a figure with its interval, such
/// as `50.0 % ± 1.0`.
pub fn wrapped(text: &mut String, paragraph: &str, width: usize) {
    let mut column = 0;
    let joined = paragraph
        .replace(" ± ", "\u{a0}±\u{a0}")
        .replace(" %", "\u{a0}%");
    for word in joined.split(' ') {
        let length = word.width();
        if column > 0 && column + 1 + length > width {
            text.push_str("\n  ");
            column = 2;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word.replace('\u{a0}', " "));
        column += length;
    }
    text.push('\n');
}
