//! Suggestions for an unknown name: the most similar known name, or else a list of known names.

use indexmap::IndexSet;

/// The greatest number of known names that [`help_for`] lists in full if none is similar to the unknown name.
const FEW: usize = 12;

/// The greatest number of names that [`all_of`] lists. It gives only the number of all further names.
const MANY_KEYS: usize = 24;

/// Returns the candidate that was most likely meant, if one is similar enough. A candidate is similar enough
/// if it differs from the name by a few typing errors, or if it is the only candidate that starts with the
/// name. Case does not matter, and `-`, `_` and blank are the same. Among equally similar candidates, one of
/// the same length is preferred, then the first.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = plain(name);
    let letters = name.chars().count();
    let slips = (letters / 3).clamp(1, 4);
    let mut best: Option<((usize, usize), &str)> = None;
    let mut longer: Option<&str> = None;
    let mut several_longer = false;
    for candidate in candidates {
        let known = plain(candidate);
        let distance = strsim::damerau_levenshtein(&name, &known);
        let far = (distance, known.chars().count().abs_diff(letters));
        // If every letter of a short word would have to change, the candidate was not meant.
        if distance <= slips && distance < letters && best.is_none_or(|(nearest, _)| far < nearest)
        {
            best = Some((far, candidate));
        }
        if letters >= 3 && known.starts_with(&name) && longer != Some(candidate) {
            several_longer |= longer.is_some();
            longer = Some(candidate);
        }
    }
    best.map(|(_, candidate)| candidate)
        .or(longer.filter(|_| !several_longer))
}

/// Returns help on an unknown name. If a known name is similar, the help suggests it. If not, and at most
/// 12 names are known, the help lists them all. If more are known, the help lists those that contain the
/// unknown name or a part of it, such as `bow` of `self-bow`. If there are no such names, or too many,
/// it lists the first known names.
pub fn help_for<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known = once(known);
    let few = |known: &[&str]| listed(known).filter(|_| known.len() <= FEW);
    meant(name, &known)
        .or_else(|| few(&known))
        .or_else(|| few(&having(&[&plain(name)], &known)))
        .or_else(|| few(&having(&plain(name).split('-').collect::<Vec<_>>(), &known)))
        .or_else(|| all_of(&known))
}

/// Returns help on an unknown key of a table, or on an unknown action of a decision list. The help suggests
/// the most similar known one. If none is similar, it lists all known ones, or the first [`MANY_KEYS`] if
/// there are more.
pub(crate) fn help_or_all(key: &str, known: &[&str]) -> Option<String> {
    meant(key, known).or_else(|| all_of(known))
}

/// Returns a list of all these names, or of the first [`MANY_KEYS`] if there are more. Returns `None` if
/// there are no names.
pub(crate) fn all_of(known: &[&str]) -> Option<String> {
    let known = &once(known.iter().copied())[..];
    match known.get(..MANY_KEYS) {
        Some(first) if known.len() > MANY_KEYS => {
            let more = known.len() - MANY_KEYS;
            Some(format!(
                "there are `{}` and {more} more",
                first.join("`, `")
            ))
        }
        _ => listed(known),
    }
}

/// Returns the names without duplicates. Names can occur twice because, for example, a side and a combatant
/// may have the same name.
fn once<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let names: IndexSet<&str> = names.into_iter().collect();
    names.into_iter().collect()
}

/// Returns the names that contain one of these parts. For example, `broad-sword` and `short-sword` contain
/// the part `sword`. Parts of fewer than three letters are ignored.
fn having<'a>(parts: &[&str], names: &[&'a str]) -> Vec<&'a str> {
    let is_in = |part: &str, name: &str| part.chars().count() >= 3 && plain(name).contains(part);
    let has = |name: &&&str| parts.iter().any(|part| is_in(part, name));
    names.iter().filter(has).copied().collect()
}

fn meant(name: &str, known: &[&str]) -> Option<String> {
    let near = nearest(name, known.iter().copied());
    near.map(|near| format!("did you mean `{near}`?"))
}

fn listed(known: &[&str]) -> Option<String> {
    let are = match known {
        [] => return None,
        [_] => "is",
        _ => "are",
    };
    Some(format!("there {are} {}", in_words(known)))
}

/// Joins names as in a sentence: `` `a`, `b` and `c` ``.
pub(crate) fn in_words(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [head @ .., last] => format!("`{}` and `{last}`", head.join("`, `")),
    }
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', ' '], "-")
}

#[cfg(test)]
mod tests {
    use super::{help_for, help_or_all, nearest};

    const ARMS: [&str; 4] = ["broad-sword", "short-sword", "mace", "great-axe"];

    #[test]
    fn slips_of_the_pen_are_forgiven() {
        assert_eq!(nearest("brodsword", ARMS), Some("broad-sword"));
        assert_eq!(nearest("sohrt-sword", ARMS), Some("short-sword"));
        assert_eq!(nearest("Great_Axe", ARMS), Some("great-axe"));
        assert_eq!(nearest("maec", ARMS), Some("mace"));
    }

    #[test]
    fn what_is_far_is_not_offered() {
        assert_eq!(nearest("bow", ARMS), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("", ARMS), None);
    }

    #[test]
    fn the_nearest_wins_and_then_the_first() {
        assert_eq!(nearest("gard", ["guards", "guard"]), Some("guard"));
        assert_eq!(nearest("ab", ["ac", "ad"]), Some("ac"));
        assert_eq!(nearest("wn", ["n", "w", "nw"]), Some("nw"));
    }

    #[test]
    fn a_beginning_is_enough_where_it_is_the_only_one() {
        assert_eq!(nearest("great", ARMS), Some("great-axe"));
        assert_eq!(nearest("great", ["great-axe", "great-sword"]), None);
    }

    #[test]
    fn where_none_is_near_the_few_are_listed() {
        let help = |known: &[&'static str]| help_for("pike", known.iter().copied());
        let all = "there are `broad-sword`, `short-sword`, `mace` and `great-axe`";
        assert_eq!(help(&ARMS).as_deref(), Some(all));
        assert_eq!(help(&ARMS[..1]).as_deref(), Some("there is `broad-sword`"));
        assert_eq!(help(&["pikes"]).as_deref(), Some("did you mean `pikes`?"));
        assert_eq!(help(&[]), None);
        assert_eq!(
            help(&["a", "b", "a"]).as_deref(),
            Some("there are `a` and `b`")
        );
        let names: Vec<String> = (0..13).map(|n| format!("sword-{n}")).collect();
        let names = || {
            names
                .iter()
                .map(String::as_str)
                .chain(["two-handed-Axe", "axe"])
        };
        let first = help_for("pike", names()).expect("the first");
        assert!(
            first.ends_with("`sword-12`, `two-handed-Axe` and `axe`"),
            "{first}"
        );
        let some = "there are `sword-10`, `sword-11` and `sword-12`";
        assert_eq!(help_for("ord-1", names().skip(2)).as_deref(), Some(some));
        let one = "there is `two-handed-Axe`";
        assert_eq!(help_for("handed", names()).as_deref(), Some(one));
        let some = "there are `two-handed-Axe` and `axe`";
        assert_eq!(help_for("pole-axe", names()).as_deref(), Some(some));
    }

    #[test]
    fn many_keys_are_listed_up_to_what_can_be_read() {
        let keys: Vec<String> = (0..26).map(|n| format!("key{n}")).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let help = |known: usize| help_or_all("pike", &keys[..known]).expect("some keys");
        assert!(help(24).ends_with("`key22` and `key23`"), "{}", help(24));
        assert!(
            help(26).ends_with("`key22`, `key23` and 2 more"),
            "{}",
            help(26)
        );
        assert_eq!(
            help_or_all("kye1", &keys[..3]).as_deref(),
            Some("did you mean `key1`?")
        );
        assert_eq!(help_or_all("pike", &[]), None);
    }
}
