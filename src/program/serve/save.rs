//! Returns the changes of a draft (an edited version of a scenario) as TOML, as a command line and as the
//! text of the scenario. Also saves a draft as a file.

use std::fs;
use std::io::ErrorKind;

use serde::Deserialize;
use serde_json::{Value as Json, json};
use toml_edit::{DocumentMut, InlineTable, Item, Table as Toml, TableLike, Value as TomlValue};

use super::desk::{Desk, Draft};
use super::picture::command;
use crate::report;
use crate::scenario::{Faults, Node, Step, Table, TreePath, Value, asked};
use crate::session::words::quoted;

/// Maximum length of a file name, in bytes.
const LONGEST: usize = 120;

/// Returns the changes of a draft in three forms: as TOML, as a command line and as the text of the whole
/// scenario.
pub(super) fn take(desk: &Desk, draft: &Draft) -> Result<Json, String> {
    let served = desk.served(draft)?;
    let text = match &draft.text {
        Some(text) => text.clone(),
        None => served.text().map_err(|error| error.to_string())?,
    };
    let tree = served.survey(draft).0.and_then(|scenario| {
        let matchup = scenario.matchup(0, &Faults::default())?;
        Some(matchup.tree)
    });
    let mut whole: DocumentMut = text.parse().map_err(|error| format!("not TOML: {error}"))?;
    let mut overlay = DocumentMut::new();
    for one in &draft.set {
        let path = path(&one.path)?;
        let value = value(&one.value);
        apply(&mut whole, &path, &value, tree.as_ref());
        apply(&mut overlay, &path, &value, tree.as_ref());
    }
    let mut words = command(&served.path, 0, &draft.words());
    // Removes `--fights 0`, because the command plays the scenario's own number of fights.
    words.drain(3..5);
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    Ok(json!({
        "toml": overlay.to_string(),
        "command": words.join(" "),
        "text": whole.to_string(),
    }))
}

fn path(text: &str) -> Result<TreePath, String> {
    let mut faults = Faults::default();
    let found = asked(&[text.to_owned()], &mut faults);
    let path = found.into_iter().next().map(|asked| asked.path);
    path.ok_or_else(|| format!("`{text}` is not a path"))
}

/// Converts the text of a changed value into TOML. As in `--set`, a text that is no TOML is a string without
/// quotes.
fn value(text: &str) -> TomlValue {
    let parsed: Result<TomlValue, _> = text.trim().parse();
    parsed.unwrap_or_else(|_| TomlValue::from(text))
}

/// Sets a value in a document. Comments and layout are kept. If `path` leads through a list that the document
/// does not have, the whole list is copied from `tree`, the scenario's tree.
fn apply(document: &mut DocumentMut, path: &TreePath, value: &TomlValue, tree: Option<&Table>) {
    let steps: Vec<&Step> = path.steps().map(|(step, _)| step).collect();
    if set(document.as_table_mut(), &steps, value).is_some() {
        return;
    }
    let first = steps.iter().position(|step| matches!(step, Step::Index(_)));
    let (Some(first), Some(tree)) = (first, tree) else {
        return;
    };
    let list = path.first(first);
    if let Some(node) = list.find(tree) {
        set(document.as_table_mut(), &steps[..first], &toml(node));
    }
}

/// Sets the value at `steps` within a table. Returns `None` if these steps lead through a list that the
/// document does not have.
fn set(table: &mut dyn TableLike, steps: &[&Step], value: &TomlValue) -> Option<()> {
    let (Step::Key(key), rest) = (steps.first()?, &steps[1..]) else {
        return None;
    };
    if rest.is_empty() {
        match table.get_mut(key) {
            Some(Item::Value(old)) => replace(old, value),
            _ => {
                table.insert(key, Item::Value(value.clone()));
            }
        }
        return Some(());
    }
    if table.get(key).is_none() {
        if matches!(rest[0], Step::Index(_)) {
            return None;
        }
        let mut empty = Toml::new();
        empty.set_implicit(rest.len() > 1);
        table.insert(key, Item::Table(empty));
    }
    into(table.get_mut(key)?, rest, value)
}

/// Sets the value at `steps` within an item. Returns `None` as [`set`] does.
fn into(item: &mut Item, steps: &[&Step], value: &TomlValue) -> Option<()> {
    match (steps.first()?, item) {
        (Step::Index(at), Item::ArrayOfTables(list)) => set(list.get_mut(*at)?, &steps[1..], value),
        (Step::Index(_), Item::Value(own)) => within(own, steps, value),
        (Step::Key(_), item) => set(item.as_table_like_mut()?, steps, value),
        _ => None,
    }
}

/// Sets the value at `steps` within an entry of a list. Returns `None` as [`set`] does.
fn within(own: &mut TomlValue, steps: &[&Step], value: &TomlValue) -> Option<()> {
    match steps.first() {
        None => {
            replace(own, value);
            Some(())
        }
        Some(Step::Index(at)) => within(own.as_array_mut()?.get_mut(*at)?, &steps[1..], value),
        Some(Step::Key(_)) => set(own.as_inline_table_mut()?, steps, value),
    }
}

/// Replaces a value. The blanks and comments around it are kept.
fn replace(old: &mut TomlValue, value: &TomlValue) {
    let around = old.decor().clone();
    *old = value.clone();
    *old.decor_mut() = around;
}

/// Converts a value of a scenario into TOML.
fn toml(node: &Node) -> TomlValue {
    match &node.value {
        Value::Truth(truth) => (*truth).into(),
        Value::Whole(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::List(list) => list.iter().map(toml).collect(),
        Value::Table(table) => {
            let entries = table.iter().map(|(key, entry)| (key, toml(&entry.node)));
            TomlValue::InlineTable(entries.collect::<InlineTable>())
        }
    }
}

/// A request to save a draft.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Save {
    draft: Draft,
    /// Name of the file, without a folder. The file is saved in the folder of the scenario.
    name: String,
    /// Whether the new file may replace an existing file of this name.
    #[serde(default)]
    replaces: bool,
}

/// Saves a draft as a file in the folder of its scenario.
pub(super) fn save(desk: &Desk, ask: &Save) -> Result<Json, String> {
    let served = desk.served(&ask.draft)?;
    let name = ask.name.as_str();
    check(name)?;
    let taken = take(desk, &ask.draft)?;
    let text = taken["text"].as_str().unwrap_or_default();
    let file = served.folder.join(name);
    let written = if ask.replaces {
        if fs::symlink_metadata(&file).is_ok_and(|old| !old.is_file()) {
            return Err(format!("`{name}` is not a file and was not replaced"));
        }
        report::replace(&file, text.as_bytes())
    } else {
        report::create(&file, text.as_bytes())
    };
    match written {
        Ok(()) => Ok(json!({ "saved": file.display().to_string() })),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(json!({ "exists": name })),
        Err(error) => Err(format!("cannot write `{name}`: {error}")),
    }
}

/// Refuses a file name that contains a folder or does not end in `.toml`.
fn check(name: &str) -> Result<(), String> {
    let is_plain = |c: char| !c.is_control() && !matches!(c, '/' | '\\' | ':');
    if !name.chars().all(is_plain) || name.starts_with('.') || name.len() > LONGEST {
        return Err(format!(
            "`{name}` is not a file name: the page saves only into the folder of the scenario"
        ));
    }
    if name.strip_suffix(".toml").is_none_or(str::is_empty) {
        return Err("the name of a scenario must end in .toml".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(text: &str, path_of: &str, to: &str) -> String {
        let mut document: DocumentMut = text.parse().expect("TOML");
        let path = path(path_of).expect("a path");
        apply(&mut document, &path, &value(to), None);
        document.to_string()
    }

    #[test]
    fn a_value_is_replaced_and_everything_around_it_stays() {
        let text = "# top\n[combatants.guard]\ndex = 12   # quick\nskills = { Sword = 60 }\n\n[[sides]]\nfighters = [{ combatant = \"guard\", count = 2 }]\n";
        assert_eq!(
            applied(text, "combatants.guard.dex", "14"),
            text.replace("12 ", "14 ")
        );
        assert_eq!(
            applied(text, "combatants.guard.skills.Sword", "65"),
            text.replace("60", "65")
        );
        assert_eq!(
            applied(text, "sides[0].fighters[0].count", "3"),
            text.replace("count = 2", "count = 3")
        );
        assert_eq!(
            applied(text, "combatants.guard.armour", "full-plate"),
            text.replace("60 }\n", "60 }\narmour = \"full-plate\"\n")
        );
    }

    #[test]
    fn a_table_that_is_not_there_is_added() {
        assert_eq!(
            applied("a = 1\n", "weapons.axe.damage", "2d6"),
            "a = 1\n\n[weapons.axe]\ndamage = \"2d6\"\n"
        );
        assert_eq!(applied("a = 1\n", "b", "[1, 2]"), "a = 1\nb = [1, 2]\n");
    }

    #[test]
    fn only_names_of_scenarios_are_saved() {
        for name in ["a.toml", "a b.toml", "größe.toml"] {
            assert_eq!(check(name), Ok(()));
        }
        for name in [
            "../a.toml",
            "/a.toml",
            "a/b.toml",
            "..",
            ".a.toml",
            "a",
            "a.sh",
            "a\\b.toml",
            "c:a.toml",
            "a\n.toml",
        ] {
            assert!(check(name).is_err(), "{name}");
        }
    }
}
