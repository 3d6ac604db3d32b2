//! Converts the cells of a sheet to values, and values to cells.
//!
//! A cell has no type: `12` is a number in one column and a name in another. The kind of value that the
//! rulebook declares for the column decides. Content that does not fit remains a text, and the rulebook
//! reports it like any other wrong value. A cell may also contain a value in TOML notation, such as `{ ap = 3
//! }`, `["a b", "c"]` or `"12"`.

use toml::de::DeValue;

use super::export::ExportedCell;
use super::grid::Cell;
use crate::scenario::spec::FieldKind;
use crate::scenario::{Entry, Node, Span, Table, Value};

/// Returns the value of a cell in a column of values of the given kind. `raw` is the cell as the source text
/// shows it.
pub(super) fn value(cell: &Cell, raw: &str, kind: FieldKind, decimal_commas: bool) -> Node {
    let text = unescaped(&cell.text);
    let kinds = flat(kind);
    let value = literal(text, cell.span)
        .or_else(|| plain(text, &kinds, decimal_commas))
        .or_else(|| list(text, &kinds, &place_in(cell, raw), decimal_commas))
        .unwrap_or_else(|| Value::Text(text.to_owned()));
    Node {
        value,
        span: cell.span,
    }
}

/// Returns the content of a cell as the name of a row or a column.
pub(super) fn name(cell: &Cell) -> String {
    let text = unescaped(&cell.text);
    match literal(text, cell.span) {
        Some(Value::Text(name)) => name,
        _ => text.to_owned(),
    }
}

/// Removes the apostrophe that authors put before a text so that spreadsheets do not take it for a formula.
fn unescaped(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => text,
    }
}

/// Returns whether a spreadsheet would take a text for a formula. The last four characters are full-width
/// variants of the others.
fn is_formula(text: &str) -> bool {
    text.starts_with([
        '=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
    ])
}

/// Returns the alternatives of an [`AnyOf`](FieldKind::AnyOf) kind, or the kind itself if it is another one.
fn flat(kind: FieldKind) -> Vec<FieldKind> {
    match kind {
        FieldKind::AnyOf(kinds) => kinds.iter().flat_map(|kind| flat(*kind)).collect(),
        kind => vec![kind],
    }
}

/// Parses a value in TOML notation: a quoted text, a list or a table. Returns `None` for anything else.
fn literal(text: &str, span: Span) -> Option<Value> {
    let closes = [('"', '"'), ('\'', '\''), ('[', ']'), ('{', '}')];
    let is_whole = |(open, close): &(char, char)| {
        text.len() > 1 && text.starts_with(*open) && text.ends_with(*close)
    };
    closes.iter().find(|pair| is_whole(pair))?;
    let value = DeValue::parse(text).ok()?;
    of_toml(value.get_ref(), span)
}

/// Converts a TOML value. All parts of it get the source location `span`.
fn of_toml(value: &DeValue, span: Span) -> Option<Value> {
    let node = |value| {
        Some(Node {
            value: of_toml(value, span)?,
            span,
        })
    };
    Some(match value {
        DeValue::Boolean(truth) => Value::Truth(*truth),
        DeValue::Integer(number) => {
            Value::Whole(i64::from_str_radix(number.as_str(), number.radix()).ok()?)
        }
        DeValue::Float(number) => Value::Real(number.as_str().parse().ok()?),
        DeValue::String(text) => Value::Text(text.as_ref().to_owned()),
        DeValue::Datetime(_) => return None,
        DeValue::Array(list) => {
            let nodes = list.iter().map(|value| node(value.get_ref()));
            Value::List(nodes.collect::<Option<_>>()?)
        }
        DeValue::Table(table) => {
            let mut sorted: Vec<_> = table.iter().collect();
            sorted.sort_by_key(|(key, _)| key.span().start);
            let mut table = Table::default();
            for (key, value) in sorted {
                let node = node(value.get_ref())?;
                table.insert(key.get_ref().as_ref(), entry(node));
            }
            Value::Table(table)
        }
    })
}

/// Returns an entry for a table. The source location of its key is that of the value.
pub(super) fn entry(node: Node) -> Entry {
    Entry {
        key: node.span,
        node,
        layer: 0,
    }
}

/// Parses a number, or a word for true or false, if one of the kinds allows it.
fn plain(text: &str, kinds: &[FieldKind], decimal_commas: bool) -> Option<Value> {
    let takes = |pick: fn(&FieldKind) -> bool| kinds.iter().any(pick);
    if takes(|kind| {
        matches!(
            kind,
            FieldKind::Whole { .. }
                | FieldKind::Scaled { .. }
                | FieldKind::Number
                | FieldKind::Throw
                | FieldKind::Anything
        )
    }) && let Some(number) = number(text, decimal_commas)
    {
        // A number with a point is not valid dice. It remains a text, and the fault shows that text.
        let only_dice = takes(|kind| matches!(kind, FieldKind::Throw))
            && !takes(|kind| matches!(kind, FieldKind::Scaled { .. } | FieldKind::Number));
        if !(only_dice && matches!(number, Value::Real(_))) {
            return Some(number);
        }
    }
    let is_truth = |kind: &FieldKind| {
        matches!(
            kind,
            FieldKind::Truth | FieldKind::False | FieldKind::Anything
        )
    };
    let truth = match text.to_lowercase().as_str() {
        "true" | "wahr" | "vrai" | "verdadero" | "vero" => true,
        "false" | "falsch" | "faux" | "falso" => false,
        _ => return None,
    };
    takes(is_truth).then_some(Value::Truth(truth))
}

/// Parses a number with a decimal point or comma, as spreadsheets write it. Returns `None` if a comma
/// precedes exactly three digits, because it may separate thousands. If `decimal_commas` is true, every comma
/// is a decimal comma.
fn number(text: &str, decimal_commas: bool) -> Option<Value> {
    let text = text.replace('\u{2212}', "-");
    let bare = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let (whole, fraction) = match bare.split_once(['.', ',']) {
        Some((whole, fraction)) => (whole, fraction),
        None => (bare, "0"),
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    if bare.contains(',') && !decimal_commas && fraction.len() == 3 {
        return None;
    }
    if fraction.bytes().all(|digit| digit == b'0') {
        let sign = if text.starts_with('-') { "-" } else { "" };
        return format!("{sign}{whole}").parse().ok().map(Value::Whole);
    }
    let number = text.replace(',', ".").trim_start_matches('+').parse();
    number.ok().map(Value::Real)
}

/// Returns a function that finds the source location of a piece of the cell's text. The location is that of
/// the whole cell if the source text shows the cell in another form.
fn place_in<'c>(cell: &'c Cell, raw: &str) -> impl Fn(&str) -> Span + use<'c> {
    let inside = raw
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let open = match inside {
        _ if raw == cell.text => Some(0),
        Some(inside) if inside == cell.text => Some(1),
        _ => None,
    };
    move |piece: &str| {
        // Each piece is a slice of the cell's text, so the difference of the pointers is its position.
        let at = piece.as_ptr().addr().checked_sub(cell.text.as_ptr().addr());
        let at = at.filter(|at| at + piece.len() <= cell.text.len());
        match open.zip(at) {
            Some((open, at)) => {
                let start = cell.span.start + open + at;
                Span {
                    start,
                    end: start + piece.len(),
                    ..cell.span
                }
            }
            None => cell.span,
        }
    }
}

/// Parses a list, if one of the kinds is a list and the text is not a single value of another kind.
fn list(
    text: &str,
    kinds: &[FieldKind],
    place: &dyn Fn(&str) -> Span,
    decimal_commas: bool,
) -> Option<Value> {
    let of = kinds.iter().find_map(|kind| match kind {
        FieldKind::List(of) => Some(**of),
        FieldKind::Words(words) => Some(FieldKind::Word(words)),
        _ => None,
    });
    let is_anything = kinds.iter().any(|kind| matches!(kind, FieldKind::Anything));
    let of = of.or(is_anything.then_some(FieldKind::Anything))?;
    let only_lists = kinds.iter().all(|kind| matches!(kind, FieldKind::List(_)));
    let free = |kind: &FieldKind| {
        matches!(
            kind,
            FieldKind::Text | FieldKind::Throw | FieldKind::Anything
        )
    };
    let items: Vec<&str> = if text.contains(';') {
        let items = text.split(';').map(str::trim);
        items.filter(|item| !item.is_empty()).collect()
    } else if kinds.iter().any(free) {
        return None;
    } else {
        text.split_whitespace().collect()
    };
    if items.len() < 2 && !only_lists && !text.contains(';') {
        return None;
    }
    let node = |item: &str| {
        let (kinds, span) = (flat(of), place(item));
        let value = literal(item, span)
            .or_else(|| plain(item, &kinds, decimal_commas))
            .unwrap_or_else(|| Value::Text(unescaped(item).to_owned()));
        Node { value, span }
    };
    Some(Value::List(items.into_iter().map(node).collect()))
}

/// Returns a value as a cell in a column of values of the given kind. Reading that cell gives the same value.
pub(super) fn written(value: &Value, kind: FieldKind) -> ExportedCell {
    match value {
        Value::Whole(_) | Value::Real(_) => ExportedCell::Number(text_of(value, kind)),
        _ => ExportedCell::Text(text_of(value, kind)),
    }
}

fn text_of(value: &Value, kind: FieldKind) -> String {
    let simple = match value {
        Value::List(list) => {
            let items: Option<Vec<String>> = list.iter().map(|node| bare(&node.value)).collect();
            items.map(|items| {
                let has_blanks = items.iter().any(|item| item.contains(char::is_whitespace));
                match items.as_slice() {
                    [item] if has_blanks => format!("{item};"),
                    _ if has_blanks => items.join("; "),
                    _ => items.join(" "),
                }
            })
        }
        value => bare(value),
    };
    let is_same = |text: &String| read_back(text, kind).is_like(value);
    let joined = simple.filter(|text| !text.trim().is_empty() && is_same(text));
    joined.unwrap_or_else(|| in_toml(value))
}

/// Returns the name of a row as the text of a cell. Reading that cell gives the same name.
pub(super) fn written_name(text: &str) -> String {
    let cell = cell(text);
    if name(&cell) == text && !text.is_empty() {
        text.to_owned()
    } else {
        in_toml(&Value::Text(text.to_owned()))
    }
}

/// Returns the value that a cell with this text has. If the text is ambiguous, returns `false`, which differs
/// from the value that was written.
fn read_back(text: &str, kind: FieldKind) -> Value {
    // A number with a comma has two possible values, depending on whether the file separates its cells by
    // commas.
    let [one, other] = [false, true].map(|commas| value(&cell(text), text, kind, commas).value);
    if one.is_like(&other) {
        one
    } else {
        Value::Truth(false)
    }
}

fn cell(text: &str) -> Cell {
    Cell {
        text: text.trim().to_owned(),
        span: Span::NOWHERE,
        row: 0,
        column: 0,
        flaw: None,
    }
}

/// Returns a value as text without quotes. Returns `None` for lists and tables.
fn bare(value: &Value) -> Option<String> {
    match value {
        Value::Truth(truth) => Some(truth.to_string()),
        Value::Whole(number) => Some(number.to_string()),
        Value::Real(number) => Some(number.to_string()),
        Value::Text(text) => Some(text.clone()),
        Value::List(_) | Value::Table(_) => None,
    }
}

/// Returns a value in TOML notation, on one line.
fn in_toml(value: &Value) -> String {
    match value {
        Value::Text(text) => quoted(text),
        Value::Real(number) => format!("{number:?}"),
        Value::List(list) => {
            let items: Vec<String> = list.iter().map(|node| in_toml(&node.value)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(table) => {
            let items: Vec<String> = table
                .iter()
                .map(|(key, entry)| format!("{} = {}", quoted(key), in_toml(&entry.node.value)))
                .collect();
            format!("{{ {} }}", items.join(", "))
        }
        value => bare(value).unwrap_or_default(),
    }
}

/// Returns a text in quotes, in TOML notation.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: FieldKind = FieldKind::List(&FieldKind::Name("weapons"));
    const WHOLE: FieldKind = FieldKind::Whole {
        unit: "",
        least: 0,
        most: 99,
    };

    /// Returns the value that is read from the text, in TOML notation.
    fn read(text: &str, kind: FieldKind) -> String {
        in_toml(&value(&cell(text), text, kind, false).value)
    }

    #[test]
    fn the_column_decides_the_type() {
        const EITHER: FieldKind = FieldKind::AnyOf(&[FieldKind::Name("armour"), NAMES]);
        for (text, kind, value) in [
            ("12", WHOLE, "12"),
            ("12.0", WHOLE, "12"),
            ("\u{2212}3", WHOLE, "-3"),
            ("1,5", FieldKind::Number, "1.5"),
            ("1,000", FieldKind::Number, "\"1,000\""),
            ("many", WHOLE, "\"many\""),
            ("12", FieldKind::Text, "\"12\""),
            ("TRUE", FieldKind::Truth, "true"),
            ("Falsch", FieldKind::False, "false"),
            ("TRUE", FieldKind::Text, "\"TRUE\""),
            ("2d6+1", FieldKind::Throw, "\"2d6+1\""),
            ("3", FieldKind::Throw, "3"),
            ("1.5", FieldKind::Throw, "\"1.5\""),
            ("'-1d4", FieldKind::Throw, "\"-1d4\""),
            ("axe shield", NAMES, "[\"axe\", \"shield\"]"),
            ("great axe; shield", NAMES, "[\"great axe\", \"shield\"]"),
            ("great axe;", NAMES, "[\"great axe\"]"),
            ("axe", NAMES, "[\"axe\"]"),
            ("axe", EITHER, "\"axe\""),
            ("axe shield", EITHER, "[\"axe\", \"shield\"]"),
            ("a b", FieldKind::Words(&["a", "b"]), "[\"a\", \"b\"]"),
            ("{ ap = 3 }", EITHER, "{ \"ap\" = 3 }"),
            ("\"12\"", FieldKind::Throw, "\"12\""),
            ("'tis", FieldKind::Text, "\"'tis\""),
        ] {
            assert_eq!(read(text, kind), value, "{text}");
        }
    }

    #[test]
    fn every_value_is_read_as_it_was_written() {
        let node = |value| Node {
            value,
            span: Span::NOWHERE,
        };
        let text = |text: &str| Value::Text(text.to_owned());
        let list =
            |items: &[&str]| Value::List(items.iter().map(|item| node(text(item))).collect());
        let mut table = Table::default();
        table.insert("a b", entry(node(Value::Real(0.5))));
        for (value, kind, cell) in [
            (Value::Whole(-3), WHOLE, "-3"),
            (Value::Real(1.5), FieldKind::Number, "1.5"),
            (Value::Real(1.125), FieldKind::Number, "1.125"),
            (text("3"), FieldKind::Throw, "\"3\""),
            (text("-1d4"), FieldKind::Throw, "-1d4"),
            (text(" x "), FieldKind::Text, "\" x \""),
            (text(""), FieldKind::Text, "\"\""),
            (list(&["axe", "bow"]), NAMES, "axe bow"),
            (list(&["axe"]), NAMES, "axe"),
            (list(&["great axe"]), NAMES, "great axe;"),
            (list(&["a;b", "c"]), NAMES, "[\"a;b\", \"c\"]"),
            (list(&[]), NAMES, "[]"),
            (
                Value::Table(table),
                FieldKind::Anything,
                "{ \"a b\" = 0.5 }",
            ),
        ] {
            let found = text_of(&value, kind);
            assert_eq!(found, cell);
            assert!(read_back(&found, kind).is_like(&value), "{found}");
        }
        for name in ["axe", "'=x", "\"a\"", " a", "12"] {
            assert_eq!(super::name(&super::cell(&written_name(name))), name);
        }
    }
}
