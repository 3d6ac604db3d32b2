//! Checks the keys at the top of a scenario and of its includes.

use super::fields::wrong_type;
use super::files::Files;
use super::sides::{check_length, is_blank};
use super::spec::FieldSpec;
use super::{Fault, Faults, Node, RUN, Span, TOP, Table, Value};
use crate::suggest::help_or_all;

/// Keys at the top of a scenario that included files may have as well.
const SHARED: [&str; 4] = ["include", "rules", "combatants", "policies"];

/// Returns the keys that apply to the whole scenario and that an included file must not have.
pub fn scenario_only() -> impl Iterator<Item = &'static str> {
    let keys = TOP.iter().map(|row| row.key);
    keys.filter(|key| !SHARED.contains(key))
}

/// Reports keys in included files that only the scenario itself may have.
pub(super) fn misplaced(files: &Files, faults: &Faults) {
    let Some((_, includes)) = files.read.split_last() else {
        return;
    };
    for file in includes {
        for key in scenario_only() {
            if let Some(entry) = file.table.entry(key) {
                faults.push(Fault::at(
                    "scenario::misplaced",
                    entry.key,
                    format!("`{key}` is only allowed in the scenario itself"),
                    "in an included file",
                ));
            }
        }
    }
}

/// Keys at the top of a scenario whose values are tables of named rows, in all rulebooks.
const OF_TABLES: [&str; 2] = ["combatants", "policies"];

/// Checks the keys and names of a scenario. `book` has the names of the rulebook's tables. If it is `None`,
/// any table may be one of the rulebook's.
pub(super) fn check(tree: &Table, book: Option<&[String]>, faults: &Faults) {
    check_names(tree, faults);
    for (key, entry) in tree.iter() {
        let is_table = entry.node.as_table().is_some();
        is_known(key, entry.key, is_table, book, faults);
        check_kind(&[key], &entry.node, book, faults);
        if OF_TABLES.contains(&key)
            && let Some(table) = entry.node.as_table()
        {
            for (name, entry) in table.iter() {
                check_kind(&[key, name], &entry.node, book, faults);
                if is_blank(name) {
                    let message = format!("the name `{name}` in `{key}` has no visible letters");
                    let label = "use letters or digits";
                    faults.push(Fault::at("scenario::name", entry.key, message, label));
                }
            }
        }
    }
}

/// Reports names that are too long. Names are all keys, such as those of combatants, weapons and policies,
/// and the texts under the key `name`. The labels of axes are checked elsewhere.
fn check_names(tree: &Table, faults: &Faults) {
    for (key, entry) in tree.iter() {
        check_length("a name", key, entry.key, faults);
        match (key, &entry.node.value) {
            ("name", Value::Text(name)) => check_length("a name", name, entry.node.span, faults),
            _ => check_names_in(&entry.node, faults),
        }
    }
}

fn check_names_in(node: &Node, faults: &Faults) {
    match &node.value {
        Value::Table(table) => check_names(table, faults),
        Value::List(list) => {
            for node in list {
                check_names_in(node, faults);
            }
        }
        Value::Truth(_) | Value::Whole(_) | Value::Real(_) | Value::Text(_) => {}
    }
}

/// Returns whether `key` is allowed at the top of a scenario, and reports a fault if not. `is_table` is true
/// if its value is a table.
pub(super) fn is_known(
    key: &str,
    span: Span,
    is_table: bool,
    book: Option<&[String]>,
    faults: &Faults,
) -> bool {
    let of_book = book.map_or(is_table, |book| book.iter().any(|table| table == key));
    if of_book || FieldSpec::find(TOP, key).is_some() {
        return true;
    }
    let help = if FieldSpec::find(RUN, key).is_some() {
        Some(format!("move `{key}` into the table `run`"))
    } else if faults.are_many() {
        None
    } else {
        let book = book.into_iter().flatten().map(String::as_str);
        let known: Vec<&str> = TOP.iter().map(|row| row.key).chain(book).collect();
        help_or_all(key, &known)
    };
    let message = format!("a scenario has no `{key}`");
    faults.push(Fault::at("scenario::unknown-key", span, message, "unknown key").help_if(help));
    false
}

/// Reports a value that is not a table, if all rulebooks or the rulebook with the tables `book` have a table
/// there. `keys` is the path of the value. The rulebook checks the values further inside.
pub fn check_kind(keys: &[&str], node: &Node, book: Option<&[String]>, faults: &Faults) {
    let wants_table = match keys {
        [key] => {
            ["run", "options", "rules", "field"].contains(key)
                || OF_TABLES.contains(key)
                || book.is_some_and(|book| book.iter().any(|table| table == key))
        }
        [key, _] => OF_TABLES.contains(key),
        _ => false,
    };
    if wants_table && node.as_table().is_none() {
        let called = format!("`{}`", keys.join("."));
        wrong_type(&called, node, "a table", "not a table", faults);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overrides;
    use super::super::testing::{DUEL, duel, faults, read, set, told};

    #[test]
    fn an_include_keeps_to_what_can_be_shared() {
        let main = format!("include = ['a.toml']\n{DUEL}");
        let text =
            "ruleset = 'x'\ntitle = 'x'\nsides = 3\nwepons = 1\n[options]\n[run]\n[[vary]]\n";
        let (_, found) = read(
            &[("main.toml", &main), ("a.toml", text)],
            &Overrides::default(),
        );
        let misplaced = |words| ("scenario::misplaced", words);
        assert_eq!(
            told(&found),
            faults([
                misplaced("ruleset"),
                misplaced("title"),
                misplaced("sides"),
                ("scenario::unknown-key", "wepons"),
                misplaced("options"),
                misplaced("run"),
                misplaced("vary"),
            ])
        );
    }

    #[test]
    fn the_top_has_known_tables_only() {
        let (_, found) = duel(
            "",
            &set(&["wepons=1", "armour=2", "combatants.orc=3", "options=4"]),
        );
        assert_eq!(
            told(&found),
            faults([
                ("scenario::unknown-key", "wepons"),
                ("scenario::type", "2"),
                ("scenario::type", "3"),
                ("scenario::type", "4"),
            ])
        );
        assert!(found.render(false, 80).contains("did you mean `weapons`?"));
        let (_, found) = duel("", &set(&["run=4", "sides=5", "vary=6"]));
        assert_eq!(
            told(&found),
            faults([
                ("scenario::type", "4"),
                ("scenario::type", "5"),
                ("scenario::type", "6"),
            ])
        );
    }

    #[test]
    fn a_name_has_200_letters_at_the_most() {
        let (long, longer) = ("x".repeat(200), "x".repeat(201));
        let all = |name: &str| {
            format!(
                "[combatants.{name}]\nhp = 1\n[policies.{name}]\n{name} = []\n[weapons.{name}]\n[[sides]]\nname = '{name}'\n\
                 fighters = [{{ combatant = 'guard' }}]\n[[vary]]\nname = '{name}'\nset = 'combatants.guard.hp'\nto = [1, 2]\n"
            )
        };
        let of_length = |name: &str| {
            let (_, found) = duel(&all(name), &Overrides::default());
            let found = found.sorted().into_iter();
            found
                .filter(|fault| fault.message.contains("letters"))
                .collect::<Vec<_>>()
        };
        assert!(of_length(&long).is_empty());
        let found = of_length(&longer);
        assert_eq!(found.len(), 6);
        for fault in found {
            assert_eq!(fault.code, "scenario::name");
            let message = "a name can have at most 200 letters, not 201";
            assert_eq!(fault.message, message);
            assert!(fault.span.is_some());
        }
    }
}
