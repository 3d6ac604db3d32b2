//! Gives each value of an axis its text for tables: a label from the scenario, or the value itself.

use std::collections::HashSet;

use super::axes::Draft;
use super::sides::{check_length, is_blank};
use super::{Axis, AxisValue, Fault, Faults, Value};

/// Turns `draft` into an axis, and gives every value a text. Reports values without a short text, and
/// repeated texts. Returns `None` if no value is left, or if there is not one label for each value.
pub(super) fn finish(draft: Draft, faults: &Faults) -> Option<Axis> {
    let name = &draft.name;
    if draft.values.is_empty() {
        faults.push(Fault::at(
            "scenario::axis-values",
            draft.values_span,
            format!("axis `{name}` has no values"),
            "empty",
        ));
        return None;
    }
    let labels = draft.labels.as_deref();
    if let Some(labels) = labels
        && labels.len() != draft.values.len()
    {
        let (needs, has) = (
            counted(draft.values.len(), "value"),
            counted(labels.len(), "label"),
        );
        faults.push(Fault::at(
            "scenario::axis-labels",
            draft.values_span,
            format!("axis `{name}` has {needs} and {has}"),
            "every value needs a label",
        ));
        return None;
    }
    let mut values: Vec<AxisValue> = Vec::with_capacity(draft.values.len());
    let mut seen = HashSet::new();
    for (i, node) in draft.values.into_iter().enumerate() {
        let label = labels.map(|labels| labels[i].clone());
        let span = label.as_ref().map_or(node.span, |(_, span)| *span);
        let Some(text) = label.map(|(text, _)| text).or_else(|| text(&node.value)) else {
            let kind = node.value.kind();
            faults.push(
                Fault::at(
                    "scenario::axis-labels",
                    node.span,
                    format!(
                        "axis `{name}` needs labels, because {kind} has no short text for tables"
                    ),
                    "no label",
                )
                .help("add `labels = [\"…\", …]`, one for each value"),
            );
            continue;
        };
        check_length("a label", &text, span, faults);
        if is_blank(&text) {
            faults.push(Fault::at(
                "scenario::name",
                span,
                format!("axis `{name}` has an empty label"),
                "empty label",
            ));
        } else if seen.insert(text.clone()) {
            values.push(AxisValue { text, span, node });
        } else {
            faults.push(Fault::at(
                "scenario::duplicate-value",
                span,
                format!("axis `{name}` has the value `{text}` twice"),
                "again",
            ));
        }
    }
    (!values.is_empty()).then_some(Axis {
        name: draft.name,
        span: draft.span,
        paths: draft.paths,
        values,
    })
}

/// Returns a count with its noun, such as `2 values`.
pub fn counted(count: usize, one: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {one}{plural}")
}

/// Returns the value as text for tables. `None` for tables and nested lists, which have no short text.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Truth(truth) => Some(truth.to_string()),
        Value::Whole(number) => Some(number.to_string()),
        Value::Real(number) => Some(number.to_string()),
        Value::Text(text) => Some(text.clone()).filter(|text| !is_blank(text)),
        Value::List(list) if list.is_empty() => Some("none".to_owned()),
        Value::List(list) => {
            let parts: Option<Vec<String>> = list
                .iter()
                .map(|node| match node.value {
                    Value::List(_) | Value::Table(_) => None,
                    _ => text(&node.value),
                })
                .collect();
            parts.map(|parts| parts.join("+"))
        }
        Value::Table(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overrides;
    use super::super::testing::{duel, faults, told};
    use super::*;

    /// Returns the texts of an axis that varies the guard's `hp`, and the faults. `rest` has the other keys
    /// of the axis.
    fn axis(rest: &str) -> (Vec<String>, Faults) {
        let text = format!("[[vary]]\nname = 'x'\nset = 'combatants.guard.hp'\n{rest}\n");
        let (scenario, faults) = duel(&text, &Overrides::default());
        let axes = scenario.expect("a scenario").axes;
        let values = axes.into_iter().flat_map(|axis| axis.values);
        (values.map(|value| value.text).collect(), faults)
    }

    #[test]
    fn values_have_texts() {
        let (texts, found) = axis("to = [60, 2.5, true, 'axe', ['x', 1], []]");
        assert!(found.is_empty());
        assert_eq!(texts, ["60", "2.5", "true", "axe", "x+1", "none"]);
        let (texts, found) = axis("to = [{ a = 1 }, [[1]]]\nlabels = ['small', 'large']");
        assert!(found.is_empty());
        assert_eq!(texts, ["small", "large"]);
    }

    #[test]
    fn what_has_no_text_needs_a_label() {
        let (_, found) = axis("to = [{ a = 1 }, [[1]], '', 3]");
        assert_eq!(
            told(&found),
            faults([
                ("scenario::axis-labels", "{ a = 1 }"),
                ("scenario::axis-labels", "[[1]]"),
                ("scenario::axis-labels", "''"),
            ])
        );
    }

    #[test]
    fn a_label_can_be_seen() {
        let (_, found) = axis("to = [1, 2, 3]\nlabels = ['a', '', ' ']");
        let blank = [("scenario::name", "''"), ("scenario::name", "' '")];
        assert_eq!(told(&found), faults(blank));
        let (_, found) = axis("to = [' ', 'a']");
        assert_eq!(told(&found), faults([("scenario::axis-labels", "' '")]));
    }

    #[test]
    fn a_label_has_200_letters_at_the_most() {
        let (long, longer) = ("ä".repeat(200), "ä".repeat(201));
        let (_, found) = axis(&format!("to = [1, 2]\nlabels = ['{long}', 'b']"));
        assert!(found.is_empty());
        let quoted = format!("'{longer}'");
        for rest in [
            format!("to = [1, 2]\nlabels = [{quoted}, 'b']"),
            format!("to = [{quoted}, 'b']"),
        ] {
            let (_, found) = axis(&rest);
            assert_eq!(told(&found), faults([("scenario::name", &quoted)]));
            let message = &found.sorted()[0].message;
            assert_eq!(message, "a label can have at most 200 letters, not 201");
        }
    }

    #[test]
    fn no_two_values_look_alike() {
        let (_, found) = axis("to = [1, 2]\nlabels = ['a', 'a']");
        assert_eq!(told(&found), faults([("scenario::duplicate-value", "'a'")]));
        let (_, found) = axis("to = [1, '1']");
        assert_eq!(told(&found), faults([("scenario::duplicate-value", "'1'")]));
    }
}
