//! Phrases shared by the sentences of a transcript.

/// A number of dice: `1 die`, `4 dice`.
pub(super) fn dice(count: u8) -> String {
    format!("{count} {}", if count == 1 { "die" } else { "dice" })
}

/// A number of successes: `1 success`, `4 successes`.
pub(super) fn successes(count: u8) -> String {
    let plural = if count == 1 { "success" } else { "successes" };
    format!("{count} {plural}")
}
