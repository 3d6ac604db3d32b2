//! Evenly spaced values of an axis: `{ from = 40, to = 90, step = 10 }`.
//!
//! Counted in the decimals as written, so that `0.1` steps land where they say.

use super::scaled::Decimal;
use super::{Fault, Faults, Fields, Node, Span, Table, Value};

/// Most values of one axis.
pub(super) const MOST_VALUES: i128 = 10_000;

/// The values from one end to the other, both included where the step meets them.
pub(super) fn values(table: &Table, span: Span, faults: &Faults) -> Option<Vec<Node>> {
    let mut fields = Fields::new(table, span, "a range", faults);
    let from = number(fields.need("from").node("from"), "from", faults);
    let to = number(fields.need("to").node("to"), "to", faults);
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
        return fault("scenario::range", "these numbers have too many digits");
    };
    if step == 0 || (last - first).signum() * step.signum() < 0 {
        return fault("scenario::axis-values", "the step never leads to the end");
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
    match node.value {
        Value::Whole(number) => Some(Decimal::whole(number)),
        Value::Real(number) if number.is_finite() => Decimal::new(number),
        _ => {
            let called = format!("`{key}`");
            super::fields::wrong_type(&called, node, "a number", "in a range", faults);
            None
        }
    }
}

fn value(digits: i128, places: u32) -> Value {
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
