//! The label of a matchup: its content as JSON. Matchups with equal contents have equal labels. The label is
//! the key to the random numbers of the matchup's fights.
//!
//! The label contains only what affects the fight. It also contains the settings of all house rules, even
//! those at their defaults (but see [`OptionSpec::labelled`]). A matchup therefore keeps its random numbers
//! if another matchup is added to the file, or a weapon that no fighter of the matchup carries.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::rules;
use super::settings::{OptionSpec, Record};
use crate::bout::{Label, Labels};
use crate::fight::Away;
use crate::scenario::day::Stage;
use crate::scenario::objectives::{Condition, Objective};
use crate::scenario::spec::FieldSpec;
use crate::scenario::{Matchup, Node, Span, Value};

/// A row of a table in a label: the name of the table, the name of the row, and its content.
pub(super) type LabelRow = (&'static str, String, Json);

/// Returns the label of a matchup. It contains the settings of the house rules, the rows in `content`, and
/// the numbers of `[rules]` that differ from their defaults.
pub(super) fn of(
    matchup: &Matchup,
    (options, fields): (&[OptionSpec], &[FieldSpec]),
    settings: &Record,
    content: Vec<LabelRow>,
    labels: &Labels,
) -> Label {
    let mut parts: BTreeMap<&str, BTreeMap<String, Json>> = BTreeMap::new();
    for (table, name, row) in content {
        parts.entry(table).or_default().insert(name, row);
    }
    let changed = rules::changed(&matchup.tree, fields);
    if !changed.is_empty() {
        let changed = changed.into_iter();
        let changed = changed.map(|(name, value)| (name.to_owned(), value));
        parts.insert(rules::RULES, changed.collect());
    }
    let groups = |side: &crate::scenario::Side| -> Json {
        let group = |g: &crate::scenario::Group| {
            let at = g.at.as_ref().map(canonical);
            let riding = g.riding.as_ref().map(canonical);
            match (riding, g.arrives) {
                (None, None) => json!([g.combatant, g.count, at]),
                (Some(riding), None) => json!([g.combatant, g.count, at, riding]),
                (riding, Some((round, _))) => json!([g.combatant, g.count, at, riding, round]),
            }
        };
        side.groups.iter().map(group).collect()
    };
    let sides: Vec<Json> = matchup
        .sides
        .iter()
        .map(|side| {
            if side.wins.is_empty() {
                json!([side.name, groups(side)])
            } else {
                json!([
                    side.name,
                    groups(side),
                    side.wins.iter().map(objective).collect::<Json>()
                ])
            }
        })
        .collect();
    let field = matchup.tree.get("field").map(canonical);
    let left_out = |name: &str, setting: &str| {
        let mut later = options.iter().filter(|option| !option.labelled);
        later.any(|option| option.name == name && option.values[0].value.to_string() == setting)
    };
    let settings: BTreeMap<&str, &str> = settings
        .iter()
        .map(|(name, setting)| (name.as_str(), setting.as_str()))
        .filter(|&(name, setting)| !left_out(name, setting))
        .collect();
    let mut label = json!({ "parts": parts, "options": settings, "field": field, "sides": sides });
    let alliances = alliances(matchup);
    if !alliances.is_empty() {
        label["allies"] = json!(alliances);
    }
    if let Some(day) = &matchup.day {
        label["day"] = json!([day.people, day.stages.iter().map(stage).collect::<Json>()]);
    }
    let written = |json: &Json| serde_json::to_vec(json).expect("plain JSON can be written");
    let rows: Vec<_> = parts
        .values()
        .flat_map(BTreeMap::values)
        .map(written)
        .collect();
    labels.cut(&written(&label), rows.iter().map(Vec::as_slice))
}

/// Returns the alliances of two or more sides. Each is a list of the names of its sides.
fn alliances(matchup: &Matchup) -> Vec<Vec<&str>> {
    let members = |first: usize| -> Vec<&str> {
        let sides = matchup.sides.iter().filter(|side| side.alliance == first);
        sides.map(|side| side.name.as_str()).collect()
    };
    let all = (0..matchup.sides.len()).map(members);
    all.filter(|members| members.len() > 1).collect()
}

/// Returns a stage of a day as JSON, in the form that labels have.
fn stage(stage: &Stage) -> Json {
    match stage {
        Stage::Fight(foes, times, away) if *away == Away::default() => json!([foes, times]),
        Stage::Fight(foes, times, away) => json!([foes, times, away.fled, away.captured]),
        Stage::Rest(name, _) => json!(name),
    }
}

/// Returns a side's objective as JSON, in the form that labels have.
fn objective(objective: &Objective) -> Json {
    let names =
        |names: &[(String, Span)]| -> Json { names.iter().map(|(name, _)| json!(name)).collect() };
    let goal = match &objective.goal {
        Condition::Hold(round, _, None) => json!({ "hold": round }),
        Condition::Hold(round, _, Some(place)) => json!({ "hold": round, "at": canonical(place) }),
        Condition::Reach(place) => json!({ "reach": canonical(place) }),
        Condition::Out(fates) => json!({ "out": names(fates) }),
    };
    json!([goal, names(&objective.who), objective.least])
}

/// Returns a value of the scenario as JSON, in the form that labels have: without its place in the file, and
/// with sorted keys.
pub(super) fn canonical(node: &Node) -> Json {
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

/// Returns what all these labels have in common, in the form of a label. The order of `labels` does not
/// matter. The result is the key to the random numbers of fights that are compared.
///
/// # Panics
/// Never, because JSON that was parsed can be written.
pub fn shared(labels: &[impl AsRef<[u8]>]) -> Vec<u8> {
    let mut common: Option<Json> = None;
    for label in labels {
        let label = serde_json::from_slice(label.as_ref()).unwrap_or(Json::Null);
        common = Some(match common {
            Some(common) => common_part(&common, &label),
            None => label,
        });
    }
    serde_json::to_vec(&common).expect("plain JSON can be written")
}

fn common_part(one: &Json, other: &Json) -> Json {
    match (one, other) {
        (Json::Object(ours), Json::Object(theirs)) => {
            let both = |(key, value): (&String, &Json)| {
                let common = common_part(value, theirs.get(key)?);
                Some((key.clone(), common))
            };
            // The keys of this map are sorted, so that the order of the labels does not matter.
            let common: BTreeMap<String, Json> = ours.iter().filter_map(both).collect();
            json!(common)
        }
        (Json::Array(ours), Json::Array(theirs)) if ours.len() == theirs.len() => ours
            .iter()
            .zip(theirs)
            .map(|(a, b)| common_part(a, b))
            .collect(),
        _ if one == other => one.clone(),
        _ => Json::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_labels_share_is_what_none_of_them_changes() {
        let [a, b, c] = [
            r#"{"parts":{"weapons":{"axe":{"damage":"1d8"}},"who":{"dex":12,"hp":9}},"sides":[["us",1],["them",2]]}"#,
            r#"{"parts":{"weapons":{"bow":{"damage":"1d6"}},"who":{"dex":13,"hp":9}},"sides":[["us",1],["them",2]]}"#,
            r#"{"parts":{"weapons":{},"who":{"hp":9}},"sides":[["us",1],["them",3]]}"#,
        ]
        .map(str::as_bytes);
        let text = |labels: &[&[u8]]| String::from_utf8(shared(labels)).expect("it is JSON");
        let two =
            r#"{"parts":{"weapons":{},"who":{"dex":null,"hp":9}},"sides":[["us",1],["them",2]]}"#;
        assert_eq!(text(&[a, b]), two);
        assert_eq!(text(&[a, b]), text(&[b, a]));
        assert_eq!(text(&[a, a]), text(&[a]));
        let three = r#"{"parts":{"weapons":{},"who":{"hp":9}},"sides":[["us",1],["them",null]]}"#;
        assert_eq!(text(&[a, b, c]), three);
        assert_eq!(text(&[a, b, c]), text(&[c, b, a]));
    }
}
