//! Puts one random mistake into the text of a scenario.
//!
//! A text is read line by line. The tool changes headers, and keys with their values. It does not change
//! lists that extend over several lines.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus as Luck;

/// A scenario with a mistake.
#[derive(Debug, Clone)]
pub(crate) struct Mutant {
    /// The kind of mistake.
    pub(crate) kind: &'static str,
    /// The line before the change.
    pub(crate) before: String,
    /// The line after the change. Empty if the line was removed.
    pub(crate) after: String,
    /// The whole scenario.
    pub(crate) text: String,
}

/// A function that makes a mistake in a line. It returns the lines that replace the line, or `None` if this
/// kind of mistake is not possible there.
type Slip = fn(&Line, &mut Luck) -> Option<Vec<String>>;

/// Every kind of mistake, with its function.
#[rustfmt::skip]
pub(crate) const KINDS: &[(&str, Slip)] = &[
    ("line left out",        |_, _| Some(vec![])),
    ("line doubled",         |line, _| Some(vec![line.text.clone(), line.text.clone()])),
    ("line cut short",       |line, luck| Some(vec![cut(&line.text, luck)])),
    ("header left out",      |line, _| line.is_header.then(Vec::new)),
    ("header misspelt",      |line, luck| line.is_header.then(|| vec![slipped(&line.text, luck)])),
    ("header of a list",     |line, _| (line.is_header && !line.text.starts_with("[[")).then(|| vec![format!("[{}]", line.text)])),
    ("key misspelt",         |line, luck| line.keyed(|key, value| format!("{} = {value}", slipped(key, luck)))),
    ("key in capitals",      |line, _| line.keyed(|key, value| format!("{} = {value}", key.to_uppercase()))),
    ("key with a dot",       |line, _| line.keyed(|key, value| format!("{key}.x = {value}"))),
    ("number as text",       |line, _| line.number(|key, number| format!("{key} = \"{number}\""))),
    ("number with a unit",   |line, luck| line.number(|key, number| format!("{key} = \"{number}{}\"", one_of(&["%", " m", "ft", " kg", "s"], luck)))),
    ("number with a point",  |line, _| line.number(|key, number| format!("{key} = {number}.5"))),
    ("number too large",     |line, luck| line.number(|key, _| format!("{key} = {}", one_of(&["2147483648", "9223372036854775807", "4294967297", "1e300"], luck)))),
    ("number below zero",    |line, _| line.number(|key, number| format!("{key} = -{}", number.trim_start_matches('-')))),
    ("no number",            |line, luck| line.number(|key, _| format!("{key} = {}", one_of(&["nan", "inf", "-inf", "2026-11-22", "07:30:00", "true"], luck)))),
    ("number in a list",     |line, _| line.number(|key, number| format!("{key} = [{number}]"))),
    ("text as number",       |line, _| line.words(|key, _| format!("{key} = 7"))),
    ("text as table",        |line, _| line.words(|key, text| format!("{key} = {{ x = {text} }}"))),
    ("text left empty",      |line, luck| line.words(|key, _| format!("{key} = \"{}\"", one_of(&["", " ", "\\t"], luck)))),
    ("unseen letter",        |line, luck| line.words(|key, text| format!("{key} = {}", with(text, one_of(&["\u{200b}", "\u{202e}", "\u{feff}", "\\u0007"], luck), luck)))),
    ("name misspelt",        |line, luck| line.quoted(slipped, luck)),
    ("name in capitals",     |line, luck| line.quoted(|text, _| text.to_uppercase(), luck)),
    ("dice broken",          |line, luck| line.dice(broken, luck)),
    ("letters of dice",      |line, luck| line.dice(|dice, _| dice.replace('d', "w"), luck)),
    ("bracket lost",         |line, luck| lost(&line.text, &['[', ']', '{', '}', '(', ')', '"'], luck)),
    ("condition broken",     |line, luck| line.condition(luck)),
    ("path misspelt",        |line, luck| line.path(slipped, luck)),
    ("path to a table",      |line, luck| line.path(|path, _| path.rsplit_once('.').map_or(path, |(table, _)| table).to_owned(), luck)),
    ("path too long",        |line, luck| line.path(|path, _| format!("{path}.more"), luck)),
    ("path out of the list", |line, luck| line.path(|path, _| format!("{}[99]", path.split('[').next().unwrap_or(path)), luck)),
    ("value of another key", |line, luck| line.keyed(|key, _| format!("{key} = {}", one_of(&["\"guard\"", "[]", "{}", "[1, 2]", "0", "false", "\"1d6\"", "-1"], luck)))),
];

/// A line of a scenario, and what it consists of.
#[derive(Debug)]
pub(crate) struct Line {
    text: String,
    is_header: bool,
    /// The key and its value, without a comment. `None` for a line without a key.
    pair: Option<(String, String)>,
}

impl Line {
    fn of(text: &str) -> Self {
        let plain = plain(text).trim_end();
        let pair = plain.split_once(" = ").filter(|(key, _)| {
            key.chars()
                .all(|c| c.is_alphanumeric() || "-_.".contains(c))
        });
        Self {
            text: text.to_owned(),
            is_header: plain.starts_with('['),
            pair: pair.map(|(key, value)| (key.to_owned(), value.to_owned())),
        }
    }

    fn keyed(&self, new: impl FnOnce(&str, &str) -> String) -> Option<Vec<String>> {
        let (key, value) = self.pair.as_ref()?;
        Some(vec![new(key, value)])
    }

    fn number(&self, new: impl FnOnce(&str, &str) -> String) -> Option<Vec<String>> {
        let (_, value) = self.pair.as_ref()?;
        value.parse::<i64>().ok()?;
        self.keyed(new)
    }

    fn words(&self, new: impl FnOnce(&str, &str) -> String) -> Option<Vec<String>> {
        let (key, value) = self.pair.as_ref()?;
        (value.starts_with('"') && key != "title").then(|| self.keyed(new))?
    }

    /// Returns the line after one of the quoted texts in its value has been changed.
    fn quoted(
        &self,
        new: impl Fn(&str, &mut Luck) -> String,
        luck: &mut Luck,
    ) -> Option<Vec<String>> {
        let (key, value) = self.pair.as_ref()?;
        let parts: Vec<&str> = value.split('"').collect();
        let texts = parts.len() / 2;
        if texts == 0 || matches!(key.as_str(), "title" | "name" | "labels") {
            return None;
        }
        let at = 2 * luck.random_range(0..texts) + 1;
        let new = new(parts.get(at)?, luck);
        let mut parts: Vec<&str> = parts;
        parts[at] = &new;
        Some(vec![format!("{key} = {}", parts.join("\""))])
    }

    fn dice(
        &self,
        new: impl Fn(&str, &mut Luck) -> String,
        luck: &mut Luck,
    ) -> Option<Vec<String>> {
        let (key, value) = self.pair.as_ref()?;
        let dice = value.trim_matches('"');
        let is_dice = dice.contains('d')
            && dice
                .chars()
                .all(|c| c.is_ascii_digit() || "d+- ".contains(c));
        is_dice.then(|| vec![format!("{key} = \"{}\"", new(dice, luck))])
    }

    fn condition(&self, luck: &mut Luck) -> Option<Vec<String>> {
        let at = self.text.find(" if ")? + 4;
        let (head, condition) = self.text.split_at(at);
        let slip = match luck.random_range(0..7) {
            0 => condition.replacen(' ', " / 0 ", 1),
            1 => condition.replacen(['<', '>', '='], "<>", 1),
            2 => format!("({condition}"),
            3 => format!("not not and {condition}"),
            4 => slipped(condition, luck),
            5 => format!("1 < {condition}"),
            _ => condition.replacen('.', " . ", 1),
        };
        Some(vec![format!("{head}{slip}")])
    }

    fn path(
        &self,
        new: impl Fn(&str, &mut Luck) -> String,
        luck: &mut Luck,
    ) -> Option<Vec<String>> {
        let (key, value) = self.pair.as_ref()?;
        let path = value.strip_prefix('"')?.strip_suffix('"')?;
        (key == "set").then(|| vec![format!("set = \"{}\"", new(path, luck))])
    }
}

/// Returns a line without its comment.
fn plain(line: &str) -> &str {
    let mut quoted = false;
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

fn one_of<'w>(words: &[&'w str], luck: &mut Luck) -> &'w str {
    words[luck.random_range(0..words.len())]
}

/// Returns a word with a letter left out, doubled or swapped with its neighbour.
fn slipped(word: &str, luck: &mut Luck) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let places: Vec<usize> = (0..letters.len())
        .filter(|&at| letters[at].is_alphanumeric())
        .collect();
    if places.is_empty() {
        return format!("{word}x");
    }
    let at = places[luck.random_range(0..places.len())];
    match luck.random_range(0..3) {
        0 => {
            letters.remove(at);
        }
        1 => letters.insert(at, 'q'),
        _ => letters.insert(at, letters[at]),
    }
    letters.into_iter().collect()
}

fn cut(text: &str, luck: &mut Luck) -> String {
    let length = text.chars().count();
    text.chars()
        .take(luck.random_range(0..length.max(1)))
        .collect()
}

/// Returns a text with `what` inserted at a random place.
fn with(text: &str, what: &str, luck: &mut Luck) -> String {
    let inside = text.trim_matches('"');
    let places: Vec<usize> = inside.char_indices().map(|(at, _)| at).collect();
    let at = places
        .get(luck.random_range(0..places.len().max(1)))
        .copied()
        .unwrap_or(0);
    format!("\"{}{what}{}\"", &inside[..at], &inside[at..])
}

/// Returns a text with one of these letters left out, or `None` if the text has no such letter.
fn lost(text: &str, letters: &[char], luck: &mut Luck) -> Option<Vec<String>> {
    let text = plain(text);
    let places: Vec<usize> = text.match_indices(letters).map(|(at, _)| at).collect();
    let at = *places.get(luck.random_range(0..places.len().max(1)))?;
    Some(vec![format!("{}{}", &text[..at], &text[at + 1..])])
}

fn broken(dice: &str, luck: &mut Luck) -> String {
    match luck.random_range(0..8) {
        0 => dice.replacen('d', " d ", 1) + " 6",
        1 => dice.replacen('d', "dd", 1),
        2 => format!("{dice}+"),
        3 => format!("0{}", &dice[dice.find('d').unwrap_or(0)..]),
        4 => format!("{}d0", dice.split('d').next().unwrap_or("1")),
        5 => format!("{dice} x 2"),
        6 => format!("9999{dice}"),
        _ => format!("{dice}d4"),
    }
}

/// Puts a mistake into a scenario.
///
/// # Panics
/// Panics if the scenario has no lines.
pub(crate) fn mutant(text: &str, luck: &mut Luck) -> Mutant {
    let lines: Vec<&str> = text.lines().collect();
    loop {
        let at = luck.random_range(0..lines.len());
        if plain(lines[at]).trim().is_empty() {
            continue;
        }
        let line = Line::of(lines[at]);
        let (kind, slip) = KINDS[luck.random_range(0..KINDS.len())];
        let Some(new) = slip(&line, luck) else {
            continue;
        };
        let fresh: Vec<&str> = new.iter().map(String::as_str).collect();
        let slipped = [&lines[..at], &fresh[..], &lines[at + 1..]].concat();
        let slipped = slipped.join("\n") + "\n";
        if slipped.trim_end() != text.trim_end() {
            return Mutant {
                kind,
                before: plain(lines[at]).trim_end().to_owned(),
                after: new
                    .iter()
                    .map(|line| plain(line).trim_end())
                    .collect::<Vec<_>>()
                    .join(" / "),
                text: slipped,
            };
        }
    }
}
