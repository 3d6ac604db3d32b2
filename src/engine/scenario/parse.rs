//! Parses TOML text into the tree of a scenario.
//!
//! If the TOML is broken, only its syntax faults are reported, since it is unclear what the text was meant to
//! contain. Keys keep the order of the text, which TOML itself does not guarantee.

use std::num::{IntErrorKind, ParseIntError};
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fields::whole_meant;
use super::{Entry, Fault, Faults, Node, SourceId, Span, Table, Value};

/// The value in the tree for a number that has too many digits or is not decimal. The number itself is
/// reported when it is parsed.
pub(super) const TOO_LARGE: i64 = i64::MAX;

/// Parses a whole source text. Returns its tree, and whether it is valid TOML. If some lines are broken, the
/// tree contains the rest, so that its includes can be read. If a bracket is never closed, the structure is
/// unknown and the tree is empty.
pub(super) fn document(source: SourceId, faults: &Faults) -> (Table, bool) {
    let text = faults.sources().text(source);
    let (table, errors) = DeTable::parse_recoverable(text);
    let errors: Vec<(Range<usize>, String)> = errors
        .iter()
        .map(|error| {
            let end = text.len();
            let span = error.span().unwrap_or(end..end);
            (span, error.message().to_owned())
        })
        .collect();
    let sound = errors.is_empty();
    if push_errors(source, errors, faults) {
        return (Table::default(), false);
    }
    let at = TreeBuilder {
        source,
        offset: 0,
        faults,
    };
    (at.table(table.get_ref()), sound)
}

/// Parses one value from a piece of a source text. A piece that is not TOML counts as a text without quotes,
/// for ease of typing on a command line. If it begins with a quote or a bracket, it is a fault.
pub(super) fn value(source: SourceId, piece: Range<usize>, faults: &Faults) -> Option<Node> {
    let whole = &faults.sources().text(source)[piece.clone()];
    let text = whole.trim();
    let offset = piece.start + (whole.len() - whole.trim_start().len());
    let span = Span {
        source,
        start: offset,
        end: offset + text.len(),
    };
    match DeValue::parse(text) {
        Ok(value) => {
            let at = TreeBuilder {
                source,
                offset,
                faults,
            };
            Some(at.node(&value))
        }
        Err(_) if !text.is_empty() && !text.starts_with(['"', '\'', '[', '{']) => Some(Node {
            value: Value::Text(text.to_owned()),
            span,
        }),
        Err(error) => {
            let message = if text.is_empty() {
                "the value is empty"
            } else {
                error.message()
            };
            faults.push(Fault::at("scenario::toml", span, message, "here"));
            None
        }
    }
}

/// Reports the first error of each line. After a list or table that is never closed, further errors have no
/// meaning and are not reported. Returns whether there is such an unclosed list or table.
fn push_errors(source: SourceId, mut errors: Vec<(Range<usize>, String)>, faults: &Faults) -> bool {
    errors.sort_by_key(|(span, _)| span.start);
    let open = errors
        .iter()
        .map(|(_, message)| message.clone())
        .find(|m| m.starts_with("unclosed array,") || m.starts_with("unclosed inline table"));
    let inside = [
        "in array",
        "array element",
        "inline table",
        "key-value pairs",
    ];
    let line_of = |range: &Range<usize>| {
        faults.sources().line(Span {
            source,
            start: range.start,
            end: range.end,
        })
    };
    for line in errors.chunk_by(|(a, _), (b, _)| line_of(a) == line_of(b)) {
        let (range, message) = &line[0];
        let span = Span {
            source,
            start: range.start,
            end: range.end,
        };
        let noise = |(_, message): &(_, String)| inside.iter().any(|word| message.contains(word));
        match &open {
            Some(open) if line.iter().any(|error| noise(error) || error.1 == *open) => {
                let help = "a bracket or brace before this is left open";
                faults.push(Fault::at("scenario::toml", span, open, "here").help(help));
                return true;
            }
            _ => {
                let fault = Fault::at("scenario::toml", span, message, "here");
                let is_bare = message.starts_with("string values must be quoted");
                let bare = is_bare.then(|| faults.sources().slice(span));
                faults.push(fault.help_if(bare.and_then(help_for_bare)));
            }
        }
    }
    false
}

/// Typographic quotes, which word processors insert in place of straight ones.
const CURLY: [char; 12] = ['“', '”', '„', '‟', '‘', '’', '‚', '‛', '«', '»', '‹', '›'];

/// Returns advice for a word without quotes: the number that was probably meant, such as one with a unit, or
/// the word in straight quotes.
fn help_for_bare(word: &str) -> Option<String> {
    let inner = word.trim_matches(CURLY);
    if inner != word {
        let is_whole = word.starts_with(CURLY) && word.ends_with(CURLY);
        let is_plain = is_whole && !inner.is_empty() && !inner.contains(['"', '\\', '\n']);
        let shown = if is_plain { inner } else { "…" };
        return Some(format!("use straight quotes: `\"{shown}\"`"));
    }
    let digits = word.trim_end_matches(char::is_alphabetic);
    if word != digits
        && whole_meant(word).is_none()
        && let Ok(number) = digits.replace('_', "").parse::<i64>()
    {
        return Some(format!("write {number}, or `\"{word}\"` for a text"));
    }
    let number = whole_meant(word).map(|number| format!("write {number}"));
    let is_plain = !word.is_empty() && !word.contains(['"', '\\', '\n']);
    number.or_else(|| is_plain.then(|| format!("write `\"{word}\"`")))
}

struct TreeBuilder<'f> {
    source: SourceId,
    offset: usize,
    faults: &'f Faults,
}

impl TreeBuilder<'_> {
    fn span(&self, range: &Range<usize>) -> Span {
        Span {
            source: self.source,
            start: self.offset + range.start,
            end: self.offset + range.end,
        }
    }

    fn table(&self, table: &DeTable) -> Table {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut sorted = Table::default();
        for (key, value) in entries {
            let entry = Entry {
                key: self.span(&key.span()),
                node: self.node(value),
                layer: 0,
            };
            sorted.insert(key.get_ref().as_ref(), entry);
        }
        sorted
    }

    fn node(&self, node: &Spanned<DeValue>) -> Node {
        let span = self.span(&node.span());
        let value = match node.get_ref() {
            DeValue::Boolean(truth) => Value::Truth(*truth),
            DeValue::Integer(number) => {
                let whole = i64::from_str_radix(number.as_str(), number.radix());
                Value::Whole(whole.unwrap_or_else(|error| self.no_number(span, &error)))
            }
            DeValue::Float(number) => {
                // In broken TOML the number may be broken as well. In that case a fault has been reported
                // already.
                Value::Real(number.as_str().parse().unwrap_or_default())
            }
            DeValue::String(text) => Value::Text(text.as_ref().to_owned()),
            DeValue::Datetime(date) => {
                self.faults.push(
                    Fault::at(
                        "scenario::type",
                        span,
                        "scenarios cannot contain dates",
                        "read as a date",
                    )
                    .help("put it in quotes to make it a text"),
                );
                Value::Text(date.to_string())
            }
            DeValue::Array(list) => Value::List(list.iter().map(|node| self.node(node)).collect()),
            DeValue::Table(table) => Value::Table(self.table(table)),
        };
        Node { value, span }
    }

    fn no_number(&self, span: Span, error: &ParseIntError) -> i64 {
        let written = self.faults.sources().slice(span);
        let fault = if *error.kind() == IntErrorKind::InvalidDigit {
            let message = format!("`{written}` is not a number");
            let fault = Fault::at("scenario::toml", span, message, "here");
            fault.help_if(help_for_bare(written))
        } else {
            let message = "this number has too many digits";
            Fault::at("scenario::range", span, message, "out of range")
        };
        self.faults.push(fault);
        TOO_LARGE
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sources;
    use super::*;

    fn read(text: &str) -> (Table, bool, Faults) {
        let mut sources = Sources::default();
        let source = sources.add("a.toml", text);
        let faults = Faults::new(sources);
        let (table, sound) = document(source, &faults);
        (table, sound, faults)
    }

    fn found(faults: &Faults) -> Vec<(&'static str, String)> {
        faults
            .sorted()
            .iter()
            .map(|fault| {
                let span = fault.span.expect("these faults have places");
                (fault.code, faults.sources().slice(span).to_owned())
            })
            .collect()
    }

    #[test]
    fn keys_stay_in_order_and_every_value_knows_its_place() {
        let (table, sound, faults) = read("z = 1_000\na = 'x'\n[m.k]\nb = [0x1F, 2.5]\nc = true\n");
        assert!(sound && faults.is_empty());
        assert_eq!(table.keys().collect::<Vec<_>>(), ["z", "a", "m"]);
        let slice = |span| faults.sources().slice(span);
        let z = table.entry("z").expect("z is there");
        assert_eq!(
            (slice(z.key), slice(z.node.span), &z.node.value),
            ("z", "1_000", &Value::Whole(1000))
        );
        let k = table.get("m").and_then(Node::as_table).expect("a table");
        let k = k.get("k").expect("k is there");
        assert_eq!(slice(k.span), "[m.k]");
        let b = k.as_table().and_then(|k| k.get("b")).expect("b is there");
        let list = b.as_list().expect("a list");
        assert_eq!(list[0].value, Value::Whole(31));
        assert_eq!(
            (slice(list[1].span), &list[1].value),
            ("2.5", &Value::Real(2.5))
        );
    }

    #[test]
    fn several_broken_lines_are_shown_at_once() {
        let (_, sound, faults) = read("a = \nb = 1\nb = 2\nc = -0x1\n");
        assert!(!sound);
        assert_eq!(faults.len(), 3);
    }

    #[test]
    fn what_has_no_quotes_is_a_number_or_a_text() {
        let (_, _, faults) = read("a = 10k\nb = hard-leather\nc = 1_0k\n");
        let help: Vec<_> = faults
            .sorted()
            .into_iter()
            .map(|fault| fault.help)
            .collect();
        let said = ["write 10000", "write `\"hard-leather\"`", "write 10000"];
        assert_eq!(help, said.map(|help| Some(help.to_owned())));
    }

    #[test]
    fn quotes_that_are_curly_and_numbers_with_letters_are_put_right() {
        for (value, help) in [
            ("“chain”", "use straight quotes: `\"chain\"`"),
            ("‘hard leather’", "use straight quotes: `\"hard leather\"`"),
            ("12x", "write 12, or `\"12x\"` for a text"),
            ("2d6", "write `\"2d6\"`"),
        ] {
            let (_, _, faults) = read(&format!("a = {value}\n"));
            let found = faults.sorted();
            assert_eq!(found[0].help.as_deref(), Some(help), "{found:?}");
        }
    }

    #[test]
    fn an_open_bracket_is_one_fault() {
        let (_, sound, faults) = read("a = [1,\nb = 2\nc = 3\n[d]\n");
        assert!(!sound);
        assert_eq!(found(&faults), [("scenario::toml", "b".to_owned())]);
    }

    #[test]
    fn faults_before_an_open_bracket_are_told_too() {
        let (table, _, faults) = read("x = 'open\na = { b = 1\nc = 2\n");
        assert_eq!(faults.len(), 2);
        assert!(table.is_empty());
        let found = faults.sorted();
        assert!(found[0].message.starts_with("invalid literal string"));
        assert!(found[1].message.starts_with("unclosed inline table"));
    }

    #[test]
    fn dates_and_endless_numbers_are_faults() {
        let (_, sound, faults) = read("a = 1979-05-27\nb = 99999999999999999999\n");
        assert!(sound);
        assert_eq!(
            found(&faults),
            [
                ("scenario::type", "1979-05-27".to_owned()),
                ("scenario::range", "99999999999999999999".to_owned()),
            ]
        );
    }

    #[test]
    fn a_bare_word_is_a_text() {
        let mut sources = Sources::default();
        let text = "60| broad-sword |2d6+2|\"a b\"|[1, 2]|1979-05-27x";
        let source = sources.add("--set", text);
        let faults = Faults::new(sources);
        let mut start = 0;
        let mut kinds = Vec::new();
        for piece in text.split('|') {
            let node = value(source, start..start + piece.len(), &faults).expect("a value");
            assert_eq!(faults.sources().slice(node.span), piece.trim());
            kinds.push(node.value.kind());
            start += piece.len() + 1;
        }
        let texts = "a text";
        assert_eq!(
            kinds,
            ["a whole number", texts, texts, texts, "a list", texts]
        );
    }

    #[test]
    fn a_broken_or_missing_value_is_a_fault() {
        for text in ["[1, 2", "\"open", "", "  "] {
            let mut sources = Sources::default();
            let source = sources.add("--set", text);
            let faults = Faults::new(sources);
            assert_eq!(value(source, 0..text.len(), &faults), None, "{text}");
            assert_eq!(faults.len(), 1);
        }
    }
}
