//! Text broken into lines between words.

use unicode_width::UnicodeWidthStr;

/// Adds a paragraph, broken into lines of this width between words; further lines are indented. A word that is longer than a
/// line stays whole, and so does a figure with its range, such as `50.0 % ± 1.0`.
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
