//! The values on the axes of scenarios as JSON. Tables show these values as texts.

use super::loaded::Loaded;
use crate::report::AxisValues;
use crate::scenario::{Node, Value};

/// Returns, for each axis, the JSON value that belongs to each text in the tables.
pub(crate) fn values(loaded: &[Loaded]) -> AxisValues {
    let mut values = AxisValues::default();
    for one in loaded {
        for axis in &one.scenario.axes {
            for value in &axis.values {
                let key = [&one.scenario.name, &axis.name, &value.text].map(String::clone);
                values.insert(key, json(&value.node));
            }
        }
    }
    values
}

/// Converts a value of a scenario into JSON.
pub(crate) fn json(node: &Node) -> serde_json::Value {
    match &node.value {
        Value::Truth(truth) => (*truth).into(),
        Value::Whole(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::List(list) => list.iter().map(json).collect(),
        Value::Table(table) => table
            .iter()
            .map(|(key, entry)| (key.to_owned(), json(&entry.node)))
            .collect(),
    }
}
