//! Parses the changes from the command line: `path=value`, `path=a,b,c`, `path=40..90:10`, and steps such as
//! `path:step`.
//!
//! Each of them is a source text, so that its faults are shown with a caret as those in a file are.

use std::collections::HashSet;
use std::ops::Range;

use super::path::{self, TreePath};
use super::range::Typed;
use super::{Amount, Fault, Faults, Node, SourceId, Span, Tries, parse, range};

/// A `--set` option, `path=value`.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) path: TreePath,
    pub(super) value: Node,
}

/// A `--vary` option, `path=a,b,c`. A range has been replaced by its values.
#[derive(Debug)]
pub(super) struct Variation {
    pub(super) path: TreePath,
    pub(super) values: Vec<Node>,
}

/// Reads all `--set` options. Faulty ones are reported and left out. If two options set the same path, the
/// second one is a fault.
pub(super) fn settings(texts: &[String], faults: &mut Faults) -> Vec<Setting> {
    let mut seen = HashSet::new();
    let read = |text: &String| {
        let source = faults.sources_mut().add("--set", text.as_str());
        let (path, value) = halves(source, "`path=value`", faults)?;
        let value = parse::value(source, value, faults);
        let (path, value) = (path?, value?);
        if !seen.insert(path.to_string()) {
            let message = format!("`{path}` is set twice");
            let fault = Fault::at("scenario::duplicate", path.span(), message, "set again");
            faults.push(fault.help("remove one of the two"));
            return None;
        }
        Some(Setting { path, value })
    };
    texts.iter().filter_map(read).collect()
}

/// Returns the key at the top of a scenario that a `--set` option changes, such as `vary` for
/// `vary[0].to=[55]`. Returns `None` if the option does not begin with a valid key.
pub fn set_root(text: &str) -> Option<String> {
    let end = top_level(text, '=').next().unwrap_or(text.len());
    path::first_key(text[..end].trim_end())
}

/// Reads all `--vary` options. Faulty ones are reported and left out.
pub(super) fn variations(texts: &[String], faults: &mut Faults) -> Vec<Variation> {
    let read = |text: &String| {
        let source = faults.sources_mut().add("--vary", text.as_str());
        let (path, list) = halves(source, "`path=a,b,c`", faults)?;
        let values = listed(source, list, faults)?;
        Some(Variation {
            path: path?,
            values,
        })
    };
    texts.iter().filter_map(read).collect()
}

/// Reads the path and the values that `tune` tries. Returns `None` if they have faults.
pub(super) fn tried(tries: &Tries, faults: &mut Faults) -> Option<Variation> {
    let source = faults.sources_mut().add("--set", tries.path.as_str());
    let place = |range: Range<usize>| Span {
        source,
        start: range.start,
        end: range.end,
    };
    let path = TreePath::parse(&tries.path, place, faults);
    let source = faults.sources_mut().add(tries.flags, tries.values.as_str());
    let values = listed(source, 0..tries.values.len(), faults)?;
    Some(Variation {
        path: path?,
        values,
    })
}

/// Returns all values of the list that is written at `list` in the source text.
fn listed(source: SourceId, list: Range<usize>, faults: &Faults) -> Option<Vec<Node>> {
    let pieces = pieces(&faults.sources().text(source)[list.clone()]);
    let values: Vec<Option<Vec<Node>>> = pieces
        .into_iter()
        .map(|piece| {
            let piece = list.start + piece.start..list.start + piece.end;
            values(source, piece, faults)
        })
        .collect();
    let values: Vec<Vec<Node>> = values.into_iter().collect::<Option<_>>()?;
    Some(values.concat())
}

/// Returns the values of the range at `piece` in the source text, or the single value there.
fn values(source: SourceId, piece: Range<usize>, faults: &Faults) -> Option<Vec<Node>> {
    let whole = &faults.sources().text(source)[piece.clone()];
    let text = whole.trim();
    let start = piece.start + (whole.len() - whole.trim_start().len());
    let place = |inside: Range<usize>| {
        let words = &text[inside.clone()];
        let lead = words.len() - words.trim_start().len();
        Span {
            source,
            start: start + inside.start + lead,
            end: start + inside.start + words.trim_end().len(),
        }
    };
    match range::values(text, place, faults) {
        Typed::Values(values) => Some(values),
        Typed::Faulty => None,
        Typed::Other => parse::value(source, piece, faults).map(|value| vec![value]),
    }
}

/// An `--of` option of the command line: `path:step`, or a path alone.
#[derive(Debug)]
pub struct PathStep {
    /// The path of the numbers to change.
    pub path: TreePath,
    /// The amount to add to these numbers or to subtract from them, if it is given.
    pub amount: Option<Amount>,
}

/// Reads all `--of` options. Faulty ones are reported and left out.
pub fn asked(texts: &[String], faults: &mut Faults) -> Vec<PathStep> {
    let read = |text: &String| {
        let source = faults.sources_mut().add("--of", text.as_str());
        let place = |range: Range<usize>| Span {
            source,
            start: range.start,
            end: range.end,
        };
        let colon = top_level(text, ':').last();
        let path = text[..colon.unwrap_or(text.len())].trim_end();
        let path = TreePath::parse(path, place, faults);
        let amount = colon.map(|colon| text[colon + 1..].parse::<Amount>());
        if let (Some(Err(error)), Some(colon)) = (&amount, colon) {
            let span = place(colon + 1..text.len());
            let fault = Fault::at("scenario::step", span, error.to_string(), "not a step");
            faults.push(fault.help("write the step after the path: `combatants.guard.dex:+1`"));
            return None;
        }
        Some(PathStep {
            path: path?,
            amount: amount.and_then(Result::ok),
        })
    };
    texts.iter().filter_map(read).collect()
}

/// Splits an option at its equals sign. Returns the path before it, unless that is faulty, and the range of
/// the text after it.
fn halves(
    source: SourceId,
    form: &str,
    faults: &Faults,
) -> Option<(Option<TreePath>, Range<usize>)> {
    let text = faults.sources().text(source);
    let place = |range: Range<usize>| Span {
        source,
        start: range.start,
        end: range.end,
    };
    let Some(equals) = top_level(text, '=').next() else {
        let name = faults.sources().name(source);
        faults.push(
            Fault::at(
                "scenario::override",
                place(0..text.len()),
                format!("`{name}` needs a path and a value"),
                "no `=` in it",
            )
            .help(format!("write {form}")),
        );
        return None;
    };
    let path = text[..equals].trim_end();
    Some((TreePath::parse(path, place, faults), equals + 1..text.len()))
}

/// Returns the byte ranges of a list's items, which are separated by commas.
pub(super) fn pieces(list: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for comma in top_level(list, ',').chain([list.len()]) {
        pieces.push(start..comma);
        start = comma + 1;
    }
    pieces
}

/// Returns the positions of `mark` in `text`, except inside quotes and brackets.
fn top_level(text: &str, mark: char) -> impl Iterator<Item = usize> {
    let mut quote = None;
    let mut depth = 0u32;
    text.char_indices().filter_map(move |(at, c)| {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{' | '(') => depth += 1,
            (None, ']' | '}' | ')') => depth = depth.saturating_sub(1),
            (None, _) if c == mark && depth == 0 => return Some(at),
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::super::Value;
    use super::*;

    fn code(faults: &Faults) -> &'static str {
        faults.sorted().pop().expect("a fault").code
    }

    #[test]
    fn a_setting_is_a_path_and_a_value() {
        let mut faults = Faults::default();
        let texts = [
            "weapons.\"a=b\".damage = 2d6+2".to_owned(),
            "x=[1,2]".to_owned(),
        ];
        let settings = settings(&texts, &mut faults);
        assert!(faults.is_empty());
        assert_eq!(settings[0].path.to_string(), "weapons.\"a=b\".damage");
        assert_eq!(settings[0].value.as_text(), Some("2d6+2"));
        assert_eq!(
            faults.sources().slice(settings[0].path.span()),
            "weapons.\"a=b\".damage"
        );
        assert_eq!(settings[1].value.as_list().map(<[Node]>::len), Some(2));
    }

    #[test]
    fn a_setting_has_the_first_key_of_its_path_as_its_root() {
        for (text, root) in [
            ("vary[0].to=[55]", Some("vary")),
            ("\"vary\"[0].to=[55]", Some("vary")),
            ("run={ seed = 2 }", Some("run")),
            ("'a=b'.c=1", Some("a=b")),
            ("varying.x=1", Some("varying")),
            ("=1", None),
            ("[0]=1", None),
        ] {
            assert_eq!(set_root(text).as_deref(), root, "{text}");
        }
    }

    #[test]
    fn a_path_is_set_once() {
        let mut faults = Faults::default();
        let texts = ["x.y=1", "x.\"y\"=2", "x.z=1", "x={}"].map(str::to_owned);
        let settings = settings(&texts, &mut faults);
        assert_eq!((settings.len(), faults.len()), (3, 1));
        let fault = &faults.sorted()[0];
        assert_eq!(fault.message, "`x.y` is set twice");
        let place = fault.span.map(|span| faults.sources().slice(span));
        assert_eq!(place, Some("x.\"y\""));
    }

    #[test]
    fn a_variation_splits_at_its_own_commas() {
        let mut faults = Faults::default();
        let texts = ["x=1, \"a,b\",[1,2],{a=1,b=2},broad-sword".to_owned()];
        let variations = variations(&texts, &mut faults);
        assert!(faults.is_empty());
        let kinds: Vec<_> = variations[0]
            .values
            .iter()
            .map(|n| n.value.kind())
            .collect();
        assert_eq!(
            kinds,
            ["a whole number", "a text", "a list", "a table", "a text"]
        );
        assert_eq!(variations[0].values[0].value, Value::Whole(1));
    }

    #[test]
    fn what_is_asked_about_is_a_path_with_or_without_a_step() {
        let mut faults = Faults::default();
        let texts = ["a.dex:+1", "a.dex", "weapons.\"a:b\".damage:2"].map(str::to_owned);
        let asked = asked(&texts, &mut faults);
        assert!(faults.is_empty());
        let shown: Vec<String> = asked
            .iter()
            .map(|one| format!("{} {:?}", one.path, one.amount.map(|a| a.to_string())))
            .collect();
        assert_eq!(
            shown,
            [
                "a.dex Some(\"1\")",
                "a.dex None",
                "weapons.\"a:b\".damage Some(\"2\")"
            ]
        );
    }

    #[test]
    fn what_asks_about_nothing_is_a_fault() {
        for (text, wanted) in [
            ("", "scenario::path"),
            (":1", "scenario::path"),
            ("a..b", "scenario::path"),
            ("a.b:", "scenario::step"),
            ("a.b:0", "scenario::step"),
            ("a.b:much", "scenario::step"),
        ] {
            let mut faults = Faults::default();
            assert!(asked(&[text.to_owned()], &mut faults).is_empty());
            assert_eq!(code(&faults), wanted, "{text}");
        }
    }

    #[test]
    fn without_path_or_value_it_is_a_fault() {
        for (text, wanted) in [
            ("seed", "scenario::override"),
            ("", "scenario::override"),
            ("=3", "scenario::path"),
            ("a=", "scenario::toml"),
        ] {
            let mut faults = Faults::default();
            assert!(settings(&[text.to_owned()], &mut faults).is_empty());
            assert_eq!(code(&faults), wanted, "{text}");
            let mut faults = Faults::default();
            assert!(variations(&[text.to_owned()], &mut faults).is_empty());
            assert_eq!(code(&faults), wanted, "{text}");
        }
    }
}
