//! Expands ranges of values on an axis that are written as tables: `{ from = 40, to = 90, step = 10 }`.
//!
//! Values are computed as decimal numbers, so that steps of `0.1` are exact.

use super::scaled::Decimal;
use super::{Fault, Faults, Fields, Node, RANGE, Span, Table, Value};

/// The largest number of values on one axis.
pub(super) const MOST_VALUES: i128 = 10_000;

/// Returns the values from `from` to `to` in steps of `step`. The value of `to` is included if a step ends at
/// it.
pub(super) fn values(table: &Table, span: Span, faults: &Faults) -> Option<Vec<Node>> {
    let mut fields = Fields::new(table, span, "a range", RANGE, faults);
    let from = number(fields.node("from"), "from", faults);
    let to = number(fields.node("to"), "to", faults);
    let step = match fields.node("step") {
        None => Some(Decimal::whole(1)),
        step => number(step, "step", faults),
    };
    fields.finish();
    let (from, to, step) = (from?, to?, step?);
    let places = from.places.max(to.places).max(step.places);
    let fault = |code, message: &str| {
        faults.push(Fault::at(code, span, message, "this range"));
        None
    };
    let (Some(first), Some(last), Some(step)) = (
        from.in_places(places),
        to.in_places(places),
        step.in_places(places),
    ) else {
        return fault(
            "scenario::range",
            "the numbers of this range have too many digits",
        );
    };
    if step == 0 || (last - first).signum() * step.signum() < 0 {
        return fault("scenario::axis-values", "the step never reaches the end");
    }
    let count = (last - first) / step + 1;
    if count > MOST_VALUES {
        let message = format!("an axis has at most {MOST_VALUES} values, not {count}");
        return fault("scenario::too-many", &message);
    }
    let node = |i| Node {
        value: value(first + i * step, places),
        span,
    };
    Some((0..count).map(node).collect())
}

fn number(node: Option<&Node>, key: &str, faults: &Faults) -> Option<Decimal> {
    let node = node?;
    let number = match node.value {
        Value::Whole(number) => Some(Decimal::whole(number)),
        Value::Real(number) => Decimal::new(number),
        _ => {
            let called = format!("`{key}`");
            super::fields::wrong_type(&called, node, "a number", "in a range", faults);
            return None;
        }
    };
    if number.is_none() {
        let message = format!("`{key}` has too many digits");
        faults.push(Fault::at(
            "scenario::range",
            node.span,
            message,
            "in a range",
        ));
    }
    number
}

/// Returns the number `digits / 10^places` as a value of a scenario.
pub(super) fn value(digits: i128, places: u32) -> Value {
    let unit = 10i128.pow(places);
    match i64::try_from(digits / unit) {
        Ok(whole) if digits % unit == 0 => Value::Whole(whole),
        _ => Value::Real(
            format!("{digits}e-{places}")
                .parse()
                .expect("digits and places make a number"),
        ),
    }
}

/// Returns the number `digits / 10^places` as text.
pub(super) fn shown(digits: i128, places: u32) -> String {
    match value(digits, places) {
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        _ => unreachable!("digits and places make a number"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{duel, faults, told};
    use crate::scenario::Overrides;

    type Told = Vec<(&'static str, String)>;

    /// Returns the texts of an axis over this range, or the faults.
    fn axis(range: &str) -> Result<String, Told> {
        let vary = format!("[[vary]]\nname = 'x'\nset = 'combatants.guard.hp'\nto = {range}\n");
        let (scenario, faults) = duel(&vary, &Overrides::default());
        if !faults.is_empty() {
            return Err(told(&faults));
        }
        let scenario = scenario.expect("a scenario without faults");
        let values = &scenario.axes[0].values;
        let texts: Vec<&str> = values.iter().map(|value| value.text.as_str()).collect();
        Ok(texts.join(" "))
    }

    #[test]
    fn a_range_goes_from_one_end_to_the_other() {
        assert_eq!(
            axis("{ from = 40, to = 60, step = 10 }"),
            Ok("40 50 60".to_owned())
        );
        assert_eq!(
            axis("{ from = 40, to = 59, step = 10 }"),
            Ok("40 50".to_owned())
        );
        assert_eq!(axis("{ from = 1, to = 3 }"), Ok("1 2 3".to_owned()));
        assert_eq!(
            axis("{ from = 3, to = 1, step = -1 }"),
            Ok("3 2 1".to_owned())
        );
        assert_eq!(
            axis("{ from = 0.8, to = 1.1, step = 0.1 }"),
            Ok("0.8 0.9 1 1.1".to_owned())
        );
        assert_eq!(axis("{ from = 7, to = 7 }"), Ok("7".to_owned()));
    }

    #[test]
    fn a_range_that_leads_nowhere_or_too_far_is_a_fault() {
        for (range, code) in [
            ("{ from = 1, to = 3, step = 0 }", "scenario::axis-values"),
            ("{ from = 3, to = 1 }", "scenario::axis-values"),
            ("{ from = 1, to = 10_001 }", "scenario::too-many"),
            ("{ from = 1e30, to = 2, step = 0.001 }", "scenario::range"),
            ("{ from = 1 }", "scenario::missing-key"),
        ] {
            assert_eq!(axis(range), Err(faults([(code, range)])));
        }
        assert_eq!(
            axis("{ from = 1e300, to = inf }"),
            Err(faults([
                ("scenario::range", "1e300"),
                ("scenario::range", "inf")
            ]))
        );
        assert_eq!(
            axis("{ from = 1, to = 'x', stp = 1 }"),
            Err(faults([
                ("scenario::type", "'x'"),
                ("scenario::unknown-key", "stp")
            ]))
        );
    }
}
