//! What the command line changes: `path=value` and `path=a,b,c`.
//!
//! Each is a text of its own, so that its faults show it with a caret like any file.

use std::ops::Range;

use super::path::TreePath;
use super::{Fault, Faults, Node, SourceId, Span, parse};

/// One `path=value`.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) path: TreePath,
    pub(super) value: Node,
}

/// One `path=a,b,c`.
#[derive(Debug)]
pub(super) struct Variation {
    pub(super) path: TreePath,
    pub(super) values: Vec<Node>,
}

/// Reads every `--set`; the faulty ones are left out.
pub(super) fn settings(texts: &[String], faults: &mut Faults) -> Vec<Setting> {
    let read = |text: &String| {
        let source = faults.sources_mut().add("--set", text.as_str());
        let (path, value) = halves(source, "`path=value`", faults)?;
        let value = parse::value(source, value, faults);
        Some(Setting {
            path: path?,
            value: value?,
        })
    };
    texts.iter().filter_map(read).collect()
}

/// Reads every `--vary`; the faulty ones are left out.
pub(super) fn variations(texts: &[String], faults: &mut Faults) -> Vec<Variation> {
    let read = |text: &String| {
        let source = faults.sources_mut().add("--vary", text.as_str());
        let (path, list) = halves(source, "`path=a,b,c`", faults)?;
        let pieces = pieces(&text[list.clone()]);
        let values: Vec<Option<Node>> = pieces
            .into_iter()
            .map(|piece| {
                let piece = list.start + piece.start..list.start + piece.end;
                parse::value(source, piece, faults)
            })
            .collect();
        Some(Variation {
            path: path?,
            values: values.into_iter().collect::<Option<_>>()?,
        })
    };
    texts.iter().filter_map(read).collect()
}

/// The path before the equals sign, if it is one, and what stands behind.
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

/// A list's pieces between its commas.
pub(super) fn pieces(list: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for comma in top_level(list, ',').chain([list.len()]) {
        pieces.push(start..comma);
        start = comma + 1;
    }
    pieces
}

/// Where a mark stands outside quotes and brackets.
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
