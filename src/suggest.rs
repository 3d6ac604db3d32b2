//! "Did you mean …?": the nearest of the names that would have been right.

/// The candidate that was most likely meant, if any is near enough: a few slips of the pen, or the only candidate
/// that goes on where the name stops. Of equally near ones, the first.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let name = name.to_lowercase();
    let letters = name.chars().count();
    let slips = (letters / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    let mut longer: Option<&str> = None;
    let mut several_longer = false;
    for candidate in candidates {
        let lower = candidate.to_lowercase();
        let distance = strsim::osa_distance(&name, &lower);
        // Replacing every letter of a short word is no slip.
        if distance <= slips
            && distance < letters
            && best.is_none_or(|(nearest, _)| distance < nearest)
        {
            best = Some((distance, candidate));
        }
        if letters >= 3 && lower.starts_with(&name) && longer != Some(candidate) {
            several_longer |= longer.is_some();
            longer = Some(candidate);
        }
    }
    best.map(|(_, candidate)| candidate)
        .or(longer.filter(|_| !several_longer))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const ARMS: [&str; 4] = ["broad-sword", "short-sword", "mace", "great-axe"];

    #[test]
    fn slips_of_the_pen_are_forgiven() {
        assert_eq!(nearest("brodsword", ARMS), Some("broad-sword"));
        assert_eq!(nearest("Mace", ARMS), Some("mace"));
        assert_eq!(nearest("maec", ARMS), Some("mace"));
    }

    #[test]
    fn what_is_far_is_not_offered() {
        assert_eq!(nearest("bow", ARMS), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("", ARMS), None);
    }

    #[test]
    fn a_beginning_is_enough_where_it_is_the_only_one() {
        assert_eq!(nearest("great", ARMS), Some("great-axe"));
        assert_eq!(nearest("great", ["great-axe", "great-sword"]), None);
    }
}
