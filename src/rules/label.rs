//! A matchup's own content, canonically written: what its stream is keyed by.
//!
//! Only what the fight consists of goes in, the house rules with their defaults written out. So a matchup keeps its
//! luck when another one, or a weapon that nobody in it carries, is added to the file.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::settings::Record;
use crate::scenario::{Matchup, Node, Value};

/// The label of a matchup of this ruleset: the house rules, and of each table the rows named in `content`.
pub(super) fn of(
    matchup: &Matchup,
    settings: &Record,
    content: &[(&'static str, String)],
) -> Vec<u8> {
    let mut parts: BTreeMap<&str, BTreeMap<&str, Json>> = BTreeMap::new();
    for (table, name) in content {
        if let Some(node) = matchup
            .tree
            .get(table)
            .and_then(Node::as_table)
            .and_then(|rows| rows.get(name))
        {
            parts
                .entry(table)
                .or_default()
                .insert(name, canonical(node));
        }
    }
    let groups = |side: &crate::scenario::Side| -> Json {
        let group = |g: &crate::scenario::Group| {
            json!([g.combatant, g.count, g.at.as_ref().map(canonical)])
        };
        side.groups.iter().map(group).collect()
    };
    let sides: Vec<Json> = matchup
        .sides
        .iter()
        .map(|side| json!([side.name, groups(side)]))
        .collect();
    let field = matchup.tree.get("field").map(canonical);
    let label = json!({ "parts": parts, "options": settings, "field": field, "sides": sides });
    serde_json::to_vec(&label).expect("plain JSON can be written")
}

/// A value without its place in the file; keys sorted.
fn canonical(node: &Node) -> Json {
    match &node.value {
        Value::Truth(truth) => json!(truth),
        Value::Whole(number) => json!(number),
        Value::Real(number) => json!(number),
        Value::Text(text) => json!(text),
        Value::List(list) => list.iter().map(canonical).collect(),
        Value::Table(table) => table
            .iter()
            .map(|(key, entry)| (key.to_owned(), canonical(&entry.node)))
            .collect(),
    }
}
