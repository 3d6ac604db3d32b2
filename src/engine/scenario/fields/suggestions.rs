//! Suggests corrections for missing or wrong values: the value that was probably meant, and how to write it.

use super::super::spec::{FieldKind, FieldSpec};
use super::super::{Node, Value};
use super::{Fields, Keys, WHOLE};
use crate::dice::ThrowError;
use crate::suggest::{in_words, nearest};

impl Fields<'_> {
    /// Returns advice on how to add a missing key. At the top of a file, a list of tables is suggested in the
    /// form `[[key]]`.
    pub(super) fn help_for_missing(&self, key: &str) -> String {
        let is_listed = |kind| match kind {
            FieldKind::List(FieldKind::Table(_)) => Some(()),
            _ => None,
        };
        let listed = self.spec(key).and_then(|row| row.kind.pick(&is_listed));
        match listed {
            Some(()) if self.span.start == self.span.end => format!("add `[[{key}]]`"),
            _ => format!("add `{key} = …`"),
        }
    }

    /// Returns advice for a text that is not valid dice. If the text contains the name of another key, the
    /// advice is to leave that part out. If the field allows words as well, the advice mentions them.
    pub(super) fn help_for_throw(&self, key: &str, text: &str, error: &ThrowError) -> String {
        let Keys::Rows(rows, _) = self.keys else {
            return error.help().to_owned();
        };
        let mut summands = text.split(['+', '-']).skip(1).map(str::trim);
        let own = summands.find_map(|summand| {
            let is_own = |row: &&FieldSpec| row.key.eq_ignore_ascii_case(summand);
            rows.iter().find(is_own)
        });
        if let Some(FieldSpec { key, kind, .. }) = own {
            return format!("remove `{key}` here: it is a separate key, {kind}");
        }
        let words = |kind| match kind {
            FieldKind::Word(words) | FieldKind::Words(words) => Some(words),
            _ => None,
        };
        let Some(words) = self.spec(key).and_then(|row| row.kind.pick(&words)) else {
            return error.help().to_owned();
        };
        match nearest(text, words.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("{}, or {}", error.help(), in_words(words)),
        }
    }

    /// Returns advice to write the value as a list with one entry, if that was probably meant.
    pub(super) fn help_for_list(&self, key: &str, node: &Node) -> Option<String> {
        let of = self.spec(key)?.kind.pick(&|kind| match kind {
            FieldKind::List(of) => Some(*of),
            _ => None,
        })?;
        let entry = |kind| match (kind, &node.value) {
            (
                FieldKind::Text | FieldKind::Word(_) | FieldKind::Name(_) | FieldKind::Throw,
                Value::Text(text),
            ) => Some(format!("\"{text}\"")),
            (
                FieldKind::Whole { .. } | FieldKind::Scaled { .. } | FieldKind::Number,
                Value::Whole(number),
            ) => Some(number.to_string()),
            (FieldKind::Table(_), Value::Table(_)) => {
                let written = self.faults.sources().slice(node.span);
                written.starts_with(['[', '{']).then(|| written.to_owned())
            }
            _ => None,
        };
        Some(format!("write `[{}]`", of.pick(&entry)?))
    }

    /// Returns advice to write a table of named numbers, if the value is a name or a list of names.
    pub(super) fn help_for_table(&self, key: &str, node: &Node) -> Option<String> {
        let least = self.spec(key)?.kind.pick(&|kind| match kind {
            FieldKind::ByName(_, FieldKind::Whole { least, .. }) => Some(*least),
            _ => None,
        })?;
        let names = node.as_list().unwrap_or(std::slice::from_ref(node));
        let number = |name: &Node| Some(format!("{} = {}", name.as_text()?, least.max(1)));
        let names: Option<Vec<String>> = names.iter().map(number).collect();
        let names = names.filter(|names| !names.is_empty())?;
        Some(format!("write `{{ {} }}`", names.join(", ")))
    }
}

/// Returns the text of the value that was probably meant by `node`. `wanted` names its kind, which `node`
/// does not have.
pub(super) fn value(node: &Node, wanted: &str) -> Option<String> {
    match &node.value {
        Value::Real(number) if wanted == WHOLE => in_full(*number),
        Value::Text(text) if wanted == WHOLE => whole(text),
        Value::Text(text) if wanted.contains("number") => {
            let number = text.trim().trim_end_matches('%').trim_end();
            number.parse::<f64>().is_ok().then(|| number.to_owned())
        }
        Value::Text(text) if wanted.contains("`true`") => {
            match text.trim().to_lowercase().as_str() {
                "true" | "yes" | "on" => Some("true".to_owned()),
                "false" | "no" | "off" => Some("false".to_owned()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns the whole number that was probably meant by a text such as `60`, `40 %`, `100k` or `1e6`.
pub(in crate::scenario) fn whole(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('%').trim_end();
    let (digits, unit) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1e3),
        None => text
            .strip_suffix('M')
            .map_or((text, 1.0), |digits| (digits, 1e6)),
    };
    in_full(digits.replace('_', "").parse::<f64>().ok()? * unit)
}

/// Returns a float with all its digits, if it is a whole number that a float represents exactly.
fn in_full(number: f64) -> Option<String> {
    (number.fract() == 0.0 && number.abs() < 1e15).then(|| format!("{number:.0}"))
}
