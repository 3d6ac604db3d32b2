//! Bars on a terminal: proportional to a figure, to an eighth of a column.

/// Parts of a column, from an eighth to seven.
const PARTS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// The fill of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    /// For a figure that is certain.
    Full,
    /// For a figure that may be zero.
    Light,
}

/// Returns a bar for a fraction, 0 to 1, of the longest, which is `width` columns wide. A certain non-zero
/// figure is always visible.
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
