//! Phrases that several sentences of a transcript share.

/// Returns the phrase for a number of dice, such as `1 die` or `4 dice`.
pub(super) fn dice(count: u8) -> String {
    format!("{count} {}", if count == 1 { "die" } else { "dice" })
}

/// Returns the phrase for a number of successes, such as `1 success` or `4 successes`.
pub(super) fn successes(count: u8) -> String {
    let plural = if count == 1 { "success" } else { "successes" };
    format!("{count} {plural}")
}
