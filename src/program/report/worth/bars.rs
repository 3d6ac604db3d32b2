//! Draws bars on a terminal, with a precision of an eighth of a column.

/// The characters that fill a column in part, from one eighth to seven eighths.
const PARTS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// How a bar is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    /// The bar shows a difference that is certain.
    Full,
    /// The bar shows a difference that may be zero.
    Light,
}

/// Returns a bar of the length `part * width`, in columns of text. `part` is the length as a fraction of the
/// longest bar. A bar for a certain difference is always visible, unless `part` is 0.
pub(super) fn bar(part: f64, width: usize, fill: Fill) -> String {
    let eighths = eighths(part, width);
    match fill {
        Fill::Full => {
            let least = usize::from(part > 0.0 && width > 0);
            let eighths = eighths.max(least);
            let mut bar = "█".repeat(eighths / 8);
            bar.extend((eighths % 8).checked_sub(1).map(|rest| PARTS[rest]));
            bar
        }
        Fill::Light => "░".repeat(eighths.div_ceil(8)),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a part of a terminal's columns"
)]
fn eighths(part: f64, width: usize) -> usize {
    let most = width * 8;
    if part <= 0.0 || !part.is_finite() {
        return 0;
    }
    ((part * most as f64).round() as usize).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_part() {
        for (part, bar_of_four) in [
            (0.0, ""),
            (0.001, "▏"),
            (0.125, "▌"),
            (0.25, "█"),
            (0.5, "██"),
            (0.9, "███▋"),
            (1.0, "████"),
            (2.0, "████"),
            (f64::NAN, ""),
        ] {
            assert_eq!(bar(part, 4, Fill::Full), bar_of_four, "{part}");
        }
        assert_eq!(bar(0.3, 4, Fill::Light), "░░");
        assert_eq!(bar(0.001, 4, Fill::Light), "");
        assert_eq!(bar(0.3, 0, Fill::Full), "");
    }
}
