//! The name that was probably meant.

/// The candidate nearest to a name, if one is near enough to be a slip of the keyboard.
///
/// Case and the choice between `-`, `_` and blank count for nothing; among equals the first wins.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let plain = plain(name);
    let limit = (plain.chars().count() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&plain, &self::plain(candidate));
            (distance, candidate)
        })
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', ' '], "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        let swords = ["broad-sword", "short-sword", "battle-axe"];
        assert_eq!(nearest("brodsword", swords), Some("broad-sword"));
        assert_eq!(nearest("Battle Axe", swords), Some("battle-axe"));
        assert_eq!(nearest("sohrt-sword", swords), Some("short-sword"));
        assert_eq!(nearest("pike", swords), None);
        assert_eq!(nearest("", swords), None);
    }

    #[test]
    fn the_nearest_wins_and_then_the_first() {
        assert_eq!(nearest("gard", ["guards", "guard"]), Some("guard"));
        assert_eq!(nearest("ab", ["ac", "ad"]), Some("ac"));
    }
}
